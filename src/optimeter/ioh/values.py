"""What ioh's problems tell: solutions, states, meta data, and what a logger gets."""

from dataclasses import dataclass, field
from math import inf, nan
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter.ioh.kinds import OptimizationType

__all__ = [
    "IntegerSolution",
    "IntegerState",
    "LogInfo",
    "MetaData",
    "RealSolution",
    "RealState",
    "Solution",
    "State",
]


class Solution:
    """A point and its value."""

    _type: ClassVar[Any] = np.float64

    def __init__(self, x: ArrayLike = (), y: float = nan) -> None:
        self.x: NDArray[Any] = np.array(x, dtype=self._type)
        self.y = y

    def __repr__(self) -> str:
        return f"<Solution x: [{', '.join(f'{v:g}' for v in self.x)}] y: {self.y:g}>"


class RealSolution(Solution):
    """A point of real numbers and its value."""


class IntegerSolution(Solution):
    """A point of integers and its value."""

    _type = np.int32


@dataclass
class State:
    """How far the evaluation of a problem has come: a snapshot."""

    evaluations: int = 0
    current_best: Solution = field(default_factory=Solution)
    current: Solution = field(default_factory=Solution)
    current_best_internal: Solution = field(default_factory=Solution)
    current_internal: Solution = field(default_factory=Solution)
    y_unconstrained: float = nan
    y_unconstrained_best: float = inf
    has_improved: bool = False
    optimum_found: bool = False
    final_target_found: bool = False

    def __repr__(self) -> str:
        found = str(self.final_target_found).lower()
        return (
            f"<State evaluations: {self.evaluations} final_target_found: {found} "
            f"current_best: {self.current_best}>"
        )


class RealState(State):
    """The state of a problem of real numbers."""


class IntegerState(State):
    """The state of a problem of integers."""


@dataclass
class MetaData:
    """What a problem is."""

    problem_id: int
    instance: int
    name: str
    n_variables: int
    optimization_type: OptimizationType = OptimizationType.MIN
    final_target: float = 1e-8

    def __repr__(self) -> str:
        return (
            f"<MetaData: {self.name} id: {self.problem_id} iid: {self.instance} "
            f"dim: {self.n_variables}>"
        )


@dataclass
class LogInfo:
    """One evaluation, as a logger gets it."""

    evaluations: int
    raw_y: float
    raw_y_best: float
    transformed_y: float
    transformed_y_best: float
    y: float
    y_best: float
    x: NDArray[Any]
    violations: list[float]
    penalties: list[float]
    objective: Solution
    has_improved: bool
