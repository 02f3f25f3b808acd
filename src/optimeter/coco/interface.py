"""The classes behind COCO's module, under the name where programs may look for them."""

from optimeter.coco.exceptions import (
    InvalidProblemException,
    NoSuchProblemException,
    NoSuchSuiteException,
)
from optimeter.coco.messages import log_level
from optimeter.coco.observer import Observer
from optimeter.coco.problem import Problem
from optimeter.coco.suite import Suite, known_suite_names

__all__ = [
    "InvalidProblemException",
    "NoSuchProblemException",
    "NoSuchSuiteException",
    "Observer",
    "Problem",
    "Suite",
    "known_suite_names",
    "log_level",
]
