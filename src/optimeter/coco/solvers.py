"""A solver to try things out with."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["random_search"]


class Searched(Protocol):
    """What is searched: a problem of COCO's kind."""

    @property
    def number_of_constraints(self) -> int: ...

    @property
    def number_of_objectives(self) -> int: ...

    def __call__(self, x: NDArray[np.float64], /) -> float: ...

    def constraint(self, x: NDArray[np.float64], /) -> NDArray[np.float64] | None: ...


def random_search(
    fun: Searched, lbounds: ArrayLike, ubounds: ArrayLike, budget: float
) -> NDArray[np.float64] | None:
    """Evaluate points that are uniform in a box, from numpy's global generator.

    Parameters
    ----------
    fun
        The problem.
    lbounds, ubounds
        The box.
    budget
        How many evaluations; those of constraints count, too.

    Returns
    -------
    numpy.ndarray or None
        The best point, with constraints the best feasible one; None if there is none, and with
        several objectives.
    """
    lower, upper = np.asarray(lbounds, dtype=float), np.asarray(ubounds, dtype=float)
    dimension = len(lower)
    constrained = fun.number_of_constraints > 0
    best: tuple[float, NDArray[np.float64]] | None = None
    while budget > 0:
        size = int(max(1, min(budget, 1 + 4e4 / dimension)))
        points = lower + (upper - lower) * np.random.rand(size, dimension)  # noqa: NPY002
        for point in points:
            value = fun(point)
            feasible = not constrained or bool(np.all(np.asarray(fun.constraint(point)) <= 0))
            if fun.number_of_objectives > 1 or not feasible:
                continue
            if best is None or value < best[0]:
                best = (value, point.copy())
        budget -= size * (2 if constrained else 1)
    return None if best is None else best[1]


# Programs build the names of folders from this.
random_search.__module__ = "cocoex.solvers"
