"""The classes of problems, by the names of ``ioh.problem``."""

from types import ModuleType
from typing import Any

from optimeter.ioh.base import IntegerSingleObjective, RealSingleObjective
from optimeter.ioh.dynamic_bin_val import (
    DynamicBinVal,
    DynamicBinValPareto,
    DynamicBinValPowersOfTwo,
    DynamicBinValRanking,
    DynamicBinValUniform,
)
from optimeter.ioh.graph import (
    Graph,
    GraphConstraint,
    GraphMeta,
    GraphProblem,
    MaxCoverage,
    MaxCut,
)
from optimeter.ioh.many_affine import ManyAffine
from optimeter.ioh.niching import CEC2013, CLASSES
from optimeter.ioh.registry import FUNCTIONS
from optimeter.ioh.star_discrepancy import (
    HALTON,
    SOBOL,
    UNIFORM,
    IntegerStarDiscrepancy,
    RealStarDiscrepancy,
    StarDiscrepancySampler,
)
from optimeter.ioh.suites_of_ours import BBOB, PBO, SBOX
from optimeter.ioh.w_model import AbstractWModel, WModelLeadingOnes, WModelOneMax
from optimeter.ioh.wrapping import (
    IntegerSingleObjectiveWrappedProblem,
    RealSingleObjectiveWrappedProblem,
    wrap_integer_problem,
    wrap_real_problem,
)

__all__ = [
    "BBOB",
    "CEC2013",
    "HALTON",
    "PBO",
    "SBOX",
    "SOBOL",
    "UNIFORM",
    "AbstractWModel",
    "DynamicBinVal",
    "DynamicBinValPareto",
    "DynamicBinValPowersOfTwo",
    "DynamicBinValRanking",
    "DynamicBinValUniform",
    "Graph",
    "GraphConstraint",
    "GraphMeta",
    "GraphProblem",
    "IntegerSingleObjective",
    "IntegerSingleObjectiveWrappedProblem",
    "IntegerStarDiscrepancy",
    "ManyAffine",
    "MaxCoverage",
    "MaxCut",
    "RealSingleObjective",
    "RealSingleObjectiveWrappedProblem",
    "RealStarDiscrepancy",
    "StarDiscrepancySampler",
    "WModelLeadingOnes",
    "WModelOneMax",
    "sbox",
    "wrap_integer_problem",
    "wrap_real_problem",
]

sbox = ModuleType("optimeter.ioh.problem.sbox", "The functions of SBOX.")
vars(sbox).update(FUNCTIONS["SBOX"])

globals().update(FUNCTIONS["PBO"])
globals().update(FUNCTIONS["BBOB"])
globals().update(CLASSES)


def __getattr__(name: str) -> Any:
    """Answer for what is not here."""
    message = (
        f"optimeter.ioh.problem has no {name}; it has the functions of BBOB, SBOX (in `sbox`) and "
        "PBO, ManyAffine, the W-model, star discrepancies, dynamic binary values, f1 to f10 of CEC "
        "2013, MaxCut, MaxCoverage and problems of one's own"
    )
    raise AttributeError(message)
