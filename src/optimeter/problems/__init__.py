"""What is optimized: suites of problems and single problems."""

from optimeter._core import Archive, Problem
from optimeter.problems.evaluated import Evaluated
from optimeter.problems.optimum import Optimum
from optimeter.problems.suite import Suite, problem, suites

__all__ = ["Archive", "Evaluated", "Optimum", "Problem", "Suite", "problem", "suites"]
