"""What is optimized: suites of problems and single problems."""

from optimeter._core import Archive, Problem
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
