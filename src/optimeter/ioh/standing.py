"""Modules of ours that stand for those of ioh while a program runs."""

import sys
from pathlib import Path
from types import ModuleType

from optimeter._programs import lead_children

__all__ = ["stand_in"]

_PARTS = ("logger", "logger.trigger", "logger.property", "logger.eaf", "logger.eah", "logger.old",
          "problem", "problem.sbox", "suite")  # fmt: skip


def _part(name: str) -> ModuleType:
    found = sys.modules["optimeter.ioh"]
    for step in name.split("."):
        found = getattr(found, step)
    return found


def stand_in() -> None:
    """Let ``import ioh`` and its parts give modules of ours, here and in the child processes.

    A notebook calls it before it imports ioh. Children that are started with ``python -I`` do not
    look where it tells them to.
    """
    sys.modules["ioh"] = sys.modules["optimeter.ioh"]
    sys.modules["ioh.iohcpp"] = _part("iohcpp")
    for name in _PARTS:
        sys.modules[f"ioh.{name}"] = sys.modules[f"ioh.iohcpp.{name}"] = _part(name)
    lead_children(Path(__file__).parent / "shims")
