"""Modules of ours that stand for those of COCO while a program runs."""

import sys

from optimeter import coco
from optimeter.coco import postprocessing

__all__ = ["stand_in"]

_PARTS = ("bare_problem", "exceptions", "interface", "noiser", "solvers", "utilities")


def stand_in(*, cocopp: bool = True) -> None:
    """Let ``import cocoex``, its parts and, unless told otherwise, `cocopp` give modules of ours."""
    sys.modules["cocoex"] = coco
    for part in _PARTS:
        sys.modules[f"cocoex.{part}"] = getattr(coco, part)
    if cocopp:
        sys.modules["cocopp"] = postprocessing
