"""A drop-in for ``ioh``, the interface of IOHexperimenter: ``import optimeter.ioh as ioh``.

Scripts written for ioh run unchanged by ``python -m optimeter.ioh script.py``. Built on the public
interface of Optimeter alone. What ioh crashes on or shares by accident works here or raises.
"""

from optimeter.ioh import graph, iohcpp, logger, problem, suite
from optimeter.ioh.constraints import (
    IntegerBounds,
    IntegerConstraint,
    RealBounds,
    RealConstraint,
)
from optimeter.ioh.experiment import Experiment
from optimeter.ioh.graph import load_graph_problems
from optimeter.ioh.kinds import (
    ConstraintEnforcement,
    ObjectiveType,
    OptimizationType,
    ProblemClass,
    VariableType,
)
from optimeter.ioh.registry import get_problem, get_problem_id
from optimeter.ioh.standing import stand_in
from optimeter.ioh.values import (
    IntegerSolution,
    IntegerState,
    LogInfo,
    MetaData,
    RealSolution,
    RealState,
)
from optimeter.ioh.wrapping import wrap_problem

ProblemType = ProblemClass
"""The name in scripts for releases before 0.3.9."""

__all__ = [
    "ConstraintEnforcement",
    "Experiment",
    "IntegerBounds",
    "IntegerConstraint",
    "IntegerSolution",
    "IntegerState",
    "LogInfo",
    "MetaData",
    "ObjectiveType",
    "OptimizationType",
    "ProblemClass",
    "ProblemType",
    "RealBounds",
    "RealConstraint",
    "RealSolution",
    "RealState",
    "VariableType",
    "get_problem",
    "get_problem_id",
    "iohcpp",
    "load_graph_problems",
    "logger",
    "problem",
    "stand_in",
    "suite",
    "wrap_problem",
]


def __getattr__(name: str) -> str:
    """Return the folders of ioh's files, where there are any."""
    if name == "static_directory":
        return str(graph.static_directory())
    if name == "package_directory":
        return str(graph.static_directory().parent)
    message = f"optimeter.ioh has no {name}; it has {', '.join(__all__)}"
    raise AttributeError(message)
