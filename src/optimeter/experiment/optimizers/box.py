"""The region of interest as a box of numbers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimeter._core import UniformStream
from optimeter.problems import Problem

__all__ = ["Box"]


@dataclass(frozen=True, slots=True)
class Box:
    """Maps the unit cube onto the region of interest of a problem.

    Integer variables, which come first, get the integers of their range with equal parts of the
    unit interval.
    """

    lower: NDArray[np.float64]
    width: NDArray[np.float64]
    upper: NDArray[np.float64]
    integers: int
    cube: bool
    """Whether all variables are real and have the same range."""

    @classmethod
    def of(cls, problem: Problem) -> "Box":
        """Make the box of a problem."""
        count = problem.number_of_integer_variables
        lower, upper = problem.lower_bounds, problem.upper_bounds
        if count:
            lower[:count] = np.ceil(lower[:count])
            upper[:count] = np.floor(upper[:count])
        width = upper - lower
        if count:
            width[:count] += 1
        cube = count == 0 and _all_equal(lower.tolist()) and _all_equal(width.tolist())
        return cls(lower, width, upper, count, cube)

    def scale(self, unit: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map points of the unit cube, (n, d), in place."""
        unit *= self.width
        if self.integers:
            np.floor(unit[:, : self.integers], out=unit[:, : self.integers])
        unit += self.lower
        return np.minimum(unit, self.upper, out=unit)

    def fill(self, points: NDArray[np.float64], stream: UniformStream) -> NDArray[np.float64]:
        """Fill points, (n, d), uniformly."""
        if self.cube:
            stream.fill(points, self.lower[0], self.width[0])
            return points
        stream.fill(points, 0.0, 1.0)
        return self.scale(points)


def _all_equal(numbers: list[float]) -> bool:
    return numbers.count(numbers[0]) == len(numbers)
