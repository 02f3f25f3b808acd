"""Everything that COCO's module `cocoex` offers: ``import optimeter.coco as cocoex``.

Programs written for `cocoex` run as they are, either with that one line changed or, without any
change, by ``python -m optimeter.coco program.py``. They write the same files, several times faster.
What is new is better begun with `optimeter` itself.
"""

from optimeter._core import COCO_VERSION
from optimeter.coco import (
    bare_problem,
    download_example,
    exceptions,
    interface,
    noiser,
    solvers,
    utilities,
)
from optimeter.coco.bare_problem import BareProblem
from optimeter.coco.interface import Observer, Problem, Suite, log_level
from optimeter.coco.standing import stand_in
from optimeter.coco.suite import default_observers, known_suite_names
from optimeter.coco.utilities import BatchScheduler, ExperimentRepeater

__all__ = [
    "BareProblem",
    "BatchScheduler",
    "ExperimentRepeater",
    "Observer",
    "Problem",
    "Suite",
    "bare_problem",
    "default_observers",
    "download_example",
    "exceptions",
    "interface",
    "known_suite_names",
    "known_suites",
    "log_level",
    "noiser",
    "solvers",
    "stand_in",
    "utilities",
]

known_suites = known_suite_names  # one list with two names
__version__ = COCO_VERSION  # the release of COCO whose interface and files these are
_Suite, _Observer, _Problem = Suite, Observer, Problem
