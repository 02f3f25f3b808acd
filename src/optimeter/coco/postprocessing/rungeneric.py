"""What stands for ``cocopp.rungeneric``, and for its forms for one and for many algorithms."""

from optimeter.coco.postprocessing.reporting import main

__all__ = ["main"]
