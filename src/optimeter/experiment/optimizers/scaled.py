"""A problem in variables of one scale, for methods whose steps and tolerances are numbers."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter.experiment.optimizers._quiet import sign_of
from optimeter.problems import Problem

__all__ = ["WIDTH", "Scaled"]

WIDTH = 10.0
"""Of the region of interest in every variable; that of ``bbob``, where nothing is changed."""


@dataclass(frozen=True, slots=True)
class Scaled:
    """A problem whose region of interest has the same width in every variable."""

    problem: Problem
    unit: NDArray[np.float64]
    """What 1 is in the variables of the problem."""

    @classmethod
    def of(cls, problem: Problem) -> "Scaled":
        """Scale a problem; a variable that has only one value stays as it is."""
        width = problem.upper_bounds - problem.lower_bounds
        return cls(problem, np.where(width > 0, width / WIDTH, 1.0))

    def __call__(self, x: NDArray[np.float64]) -> Any:
        """Evaluate a point or a batch, to be minimized."""
        return sign_of(self.problem) * self.problem(x * self.unit)

    def constraint(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """Evaluate the constraints."""
        return self.problem.constraint(x * self.unit)

    def point(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return a point of the problem in these variables."""
        return x / self.unit

    def bounds(self) -> list[tuple[float, float]]:
        """Return the region of interest."""
        lower, upper = self.point(self.problem.lower_bounds), self.point(self.problem.upper_bounds)
        return list(zip(lower.tolist(), upper.tolist(), strict=True))

    def inward(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return in which direction the middle of the region lies, 1 or -1 for each variable."""
        lower, upper = self.point(self.problem.lower_bounds), self.point(self.problem.upper_bounds)
        return np.where(x > (lower + upper) / 2, -1.0, 1.0)
