"""What is optimized: suites of problems and single problems."""

from optimeter._core import Archive, Problem, _provide
from optimeter.problems import callables, display, restore
from optimeter.problems.evaluated import Evaluated
from optimeter.problems.info import (
    FunctionInfo,
    GroupInfo,
    SuiteInfo,
    known_suite,
    suite_info,
    suites,
)
from optimeter.problems.optimum import Optimum
from optimeter.problems.suite import Suite, problem

__all__ = [
    "Archive",
    "Evaluated",
    "FunctionInfo",
    "GroupInfo",
    "Optimum",
    "Problem",
    "Suite",
    "SuiteInfo",
    "known_suite",
    "problem",
    "suite_info",
    "suites",
]

# The native classes get from here what is written in Python.
_provide(
    Evaluated=Evaluated,
    Optimum=Optimum,
    from_callable=callables.from_callable,
    text=display.text,
    html=display.html,
    from_suite=restore.from_suite,
    from_description=restore.from_description,
    archive=restore.archive,
)
