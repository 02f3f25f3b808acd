"""What ``ioh.iohcpp`` has: the names of ioh's native module, for programs that annotate with them."""

from optimeter.ioh import logger, problem, suite
from optimeter.ioh.constraints import (
    AbstractIntegerConstraint,
    AbstractRealConstraint,
    ConstraintSet,
    IntegerBounds,
    IntegerConstraint,
    RealBounds,
    RealConstraint,
)
from optimeter.ioh.kinds import ConstraintEnforcement, OptimizationType
from optimeter.ioh.values import (
    IntegerSolution,
    IntegerState,
    LogInfo,
    MetaData,
    RealSolution,
    RealState,
)

RealConstraintSet = IntegerConstraintSet = ConstraintSet
NOT, HIDDEN, SOFT, HARD, OVERRIDE = ConstraintEnforcement
MIN, MAX = OptimizationType

__all__ = [
    "HARD",
    "HIDDEN",
    "MAX",
    "MIN",
    "NOT",
    "OVERRIDE",
    "SOFT",
    "AbstractIntegerConstraint",
    "AbstractRealConstraint",
    "ConstraintEnforcement",
    "IntegerBounds",
    "IntegerConstraint",
    "IntegerConstraintSet",
    "IntegerSolution",
    "IntegerState",
    "LogInfo",
    "MetaData",
    "OptimizationType",
    "RealBounds",
    "RealConstraint",
    "RealConstraintSet",
    "RealSolution",
    "RealState",
    "logger",
    "problem",
    "suite",
]
