"""Modules of ours that stand for those of COCO while a program runs."""

import sys
from pathlib import Path
from types import ModuleType

from optimeter._programs import lead_children

__all__ = ["stand_in"]


def stand_in(*, cocopp: bool = True) -> None:
    """Let ``import cocoex``, its parts and, unless told otherwise, `cocopp` give modules of ours.

    This holds here and in the child processes, but for those that are started with ``python -I``. A
    notebook calls it before it imports them.
    """
    coco = sys.modules["optimeter.coco"]
    sys.modules["cocoex"] = coco
    for name in coco.__all__:
        if isinstance(part := getattr(coco, name), ModuleType):
            sys.modules[f"cocoex.{name}"] = part
    here = Path(__file__).parent
    lead_children(here / "shims")
    if cocopp:
        from optimeter.coco import postprocessing  # noqa: PLC0415 - it brings the reports along

        sys.modules["cocopp"] = postprocessing
        for name, part in postprocessing.submodules().items():
            sys.modules[f"cocopp.{name}"] = part
        lead_children(here / "shims_of_cocopp")
