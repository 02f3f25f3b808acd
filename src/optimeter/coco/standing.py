"""Modules of ours that stand for those of COCO while a program runs."""

import sys
from types import ModuleType

from optimeter import coco
from optimeter.coco import postprocessing

__all__ = ["stand_in"]


def stand_in(*, cocopp: bool = True) -> None:
    """Let ``import cocoex``, its parts and, unless told otherwise, `cocopp` give modules of ours."""
    sys.modules["cocoex"] = coco
    for name in coco.__all__:
        if isinstance(part := getattr(coco, name), ModuleType):
            sys.modules[f"cocoex.{name}"] = part
    if cocopp:
        sys.modules["cocopp"] = postprocessing
