"""What COCO's programs use around an experiment."""

from optimeter.coco.non_anytime import ProblemNonAnytime
from optimeter.coco.progress import MiniPrint, SameFunction, ShortInfo, ascetime, print_flush
from optimeter.coco.repeating import BatchScheduler, ExperimentRepeater
from optimeter.coco.settings import (
    ObserverOptions,
    about_equal,
    args_to_dict,
    dict_to_eval,
    forgiving_import,
    read_setting,
    write_setting,
)

__all__ = [
    "BatchScheduler",
    "ExperimentRepeater",
    "MiniPrint",
    "ObserverOptions",
    "ProblemNonAnytime",
    "SameFunction",
    "ShortInfo",
    "about_equal",
    "args_to_dict",
    "ascetime",
    "dict_to_eval",
    "forgiving_import",
    "print_flush",
    "read_setting",
    "write_setting",
]
