"""Classes as LLaMEA and BLADE have them generated: ``__init__(budget, dim)`` and ``__call__(func)``."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from optimeter.problems import Problem

__all__ = ["call_class", "takes_budget"]

_NAMES = ("budget", "dim")


def takes_budget(optimizer: object) -> bool:
    """Whether an optimizer is a class that is made with `budget` and `dim`, and then called.

    Examples
    --------
    >>> class Search:
    ...     def __init__(self, budget=10000, dim=10): ...
    ...     def __call__(self, func): ...
    >>> takes_budget(Search), takes_budget(Search(10, 2)), takes_budget(print)
    (True, False, False)
    """
    while isinstance(optimizer, partial):
        optimizer = optimizer.func
    if not isinstance(optimizer, type) or "__call__" not in dir(optimizer):
        return False
    try:
        names = tuple(inspect.signature(optimizer).parameters)
    except (ValueError, TypeError):
        return False
    return names[: len(_NAMES)] == _NAMES


def call_class(optimizer: Callable[..., Any], problem: Problem, budget: int) -> None:
    """Make an object of the class, and let it minimize the problem.

    What it returns is of no consequence: the evaluations are recorded.
    """
    optimizer(budget=budget, dim=problem.dimension)(_Function(problem))


class _Bounds(NamedTuple):
    """The region of interest, by the names of IOHexperimenter."""

    lb: NDArray[np.float64]
    ub: NDArray[np.float64]


class _Facts(NamedTuple):
    """What a function says of itself, by the names of IOHexperimenter."""

    n_variables: int


class _Function:
    """A problem as these classes see it."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._sign = -1.0 if problem.maximize else 1.0
        self.bounds = _Bounds(problem.lower_bounds, problem.upper_bounds)
        self.meta_data = _Facts(problem.dimension)

    def __call__(self, x: Any) -> Any:
        """Evaluate a point, or points, one a row."""
        return self._sign * self._problem(x)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._problem, name)
