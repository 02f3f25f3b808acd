"""Problems of pymoo as suites, where pymoo is installed."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pymoo.problems import get_problem

from optimeter._core import Problem
from optimeter.problems.callables import from_callable

__all__ = ["constrained", "single_objective"]

Float = NDArray[np.float64]

FREE = ("ackley", "griewank", "rastrigin", "rosenbrock", "schwefel", "sphere", "zakharov")
DIMENSIONS = (2, 5, 10, 20)
CONSTRAINED = ("g1", "g2", "g4", "g6", "g7", "g8", "g9", "g10")


@dataclass(frozen=True, slots=True)
class Evaluated:
    """One of the results of a problem of pymoo: F, its value, or G, its constraints."""

    problem: Any
    what: str

    def __call__(self, x: Float) -> Float:
        """Return the results at points, (n, d)."""
        return np.asarray(self.problem.evaluate(x, return_values_of=[self.what]), dtype=np.float64)


def single_objective() -> list[Problem]:
    """Return the problems without constraints, in several dimensions."""
    return [
        _problem(name, get_problem(name, n_var=d), suite="pymoo", number=number)
        for d in DIMENSIONS
        for number, name in enumerate(FREE, start=1)
    ]


def constrained() -> list[Problem]:
    """Return those problems with inequality constraints that have no equations."""
    return [
        _problem(name, get_problem(name), suite="pymoo-constrained", number=number)
        for number, name in enumerate(CONSTRAINED, start=1)
    ]


def _problem(name: str, made: Any, *, suite: str, number: int) -> Problem:
    constraints = int(made.n_ieq_constr)
    front = made.pareto_front()
    return from_callable(
        Evaluated(made, "F"),
        np.asarray(made.xl, dtype=np.float64),
        np.asarray(made.xu, dtype=np.float64),
        name=name,
        constraint=Evaluated(made, "G") if constraints else None,
        constraints=constraints,
        optimum=None if front is None or constraints else np.ravel(front)[:1],
        vectorized=True,
        suite=suite,
        function_number=number,
    )
