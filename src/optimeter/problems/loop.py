"""A problem with a budget, for those who hold the loop themselves."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._arguments import real
from optimeter._core import Problem

__all__ = ["Loop"]


class Loop:
    """Evaluates a problem until its budget or its final target, and raises nothing at the end.

    It is true as long as evaluations are left. The points of a batch that are beyond the budget are not
    evaluated; their values are NaN, and the loop is over.

    Parameters
    ----------
    problem
        What to evaluate; an observer that observes it records the evaluations.
    budget
        Evaluations from now on, as a multiple of the dimension.

    Examples
    --------
    >>> import cma
    >>> import optimeter as om
    >>> from optimeter.problems import Loop
    >>> problem = om.problem("bbob", 1, 2)
    >>> strategy = cma.CMAEvolutionStrategy([0, 0], 1, {"verbose": -9, "seed": 1})
    >>> loop = Loop(problem, budget=50)
    >>> while loop:
    ...     points = strategy.ask()
    ...     strategy.tell(points, loop(points).tolist())
    >>> loop.evaluations, loop.left, problem.evaluations
    (100, 0, 100)
    """

    def __init__(self, problem: Problem, budget: float) -> None:
        self.problem = problem
        self._before = problem.evaluations
        self._budget = int(real(budget, "budget", above=0) * problem.dimension)
        self.best_point: NDArray[np.float64] | None = None
        """Of a problem with one objective, the point with the best value so far."""
        self.best_value = np.nan

    @property
    def evaluations(self) -> int:
        """Evaluations of this loop so far."""
        return self.problem.evaluations - self._before

    @property
    def left(self) -> int:
        """Evaluations that are left; 0 after the final target was hit."""
        if self.problem.final_target_hit:
            return 0
        return max(self._budget - self.evaluations, 0)

    def __bool__(self) -> bool:
        """Whether evaluations are left."""
        return self.left > 0

    def __call__(self, x: ArrayLike) -> Any:
        """Evaluate a point, or points, one a row; without budget the value is NaN."""
        points = np.asarray(x, dtype=np.float64)
        rows = np.atleast_2d(points)
        wide = (self.problem.number_of_objectives,) if self.problem.number_of_objectives > 1 else ()
        values = np.full((len(rows), *wide), np.nan)
        count = min(len(rows), self.left)
        if count:
            values[:count] = self.problem(rows[:count])
            if not wide:
                self._keep_best(rows[:count], values[:count])
        if points.ndim > 1:
            return values
        return values[0] if wide else float(values[0])

    def _keep_best(self, points: NDArray[np.float64], values: NDArray[np.float64]) -> None:
        """Note the best point, with the direction of the problem."""
        known = ~np.isnan(values)
        if not known.any():
            return
        sign = -1.0 if self.problem.maximize else 1.0
        index = int(np.nanargmin(sign * values))
        if np.isnan(self.best_value) or sign * values[index] < sign * self.best_value:
            self.best_value = float(values[index])
            self.best_point = points[index].copy()
