"""What is optimized: suites of problems and single problems."""

from optimeter._core import Problem
from optimeter.problems.optimum import Optimum
from optimeter.problems.suite import Suite, problem, suites

__all__ = ["Optimum", "Problem", "Suite", "problem", "suites"]
