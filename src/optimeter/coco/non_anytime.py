"""Problems for optimizers that must know their budget: run with one budget after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter.exceptions import InvalidValueError

if TYPE_CHECKING:
    from optimeter.coco.observer import Observer
    from optimeter.coco.suite import Suite

__all__ = ["ProblemNonAnytime"]

_LINE = 10  # ids


class ProblemNonAnytime:
    """A problem that is optimized anew with larger and larger budgets.

    Evaluations are recorded only as far as they go beyond the longest budget so far, so that the
    record looks like one of an optimizer that is stopped at any time.

    Parameters
    ----------
    suite
    observer
    index
        The position in the suite.
    """

    inherited_constant_attributes = (
        "dimension",
        "id",
        "index",
        "info",
        "initial_solution",
        "lower_bounds",
        "upper_bounds",
        "name",
        "number_of_constraints",
        "number_of_objectives",
        "number_of_variables",
    )

    dimension: int
    id: str
    lower_bounds: NDArray[np.float64]
    upper_bounds: NDArray[np.float64]

    def __init__(self, suite: Suite, observer: Observer, index: int) -> None:
        self.suite = suite
        self.p_unobserved = suite.get_problem(index)
        self.p_observed = suite.get_problem(index, observer)
        for name in self.inherited_constant_attributes:
            setattr(self, name, getattr(self.p_observed, name))
        self._position = range(len(suite))[index]
        self._p = self.p_unobserved
        self.evaluations = 0

    def __call__(self, x: ArrayLike) -> np.float64 | NDArray[np.float64]:
        """Evaluate a point; recorded if it is beyond all earlier budgets."""
        if self.evaluations >= self.p_observed.evaluations:
            if self.evaluations > self.p_observed.evaluations:
                message = (
                    f"evaluations must be at most those observed, {self.p_observed.evaluations}; "
                    f"got {self.evaluations}"
                )
                raise InvalidValueError(message)
            self._p = self.p_observed
        self.evaluations += 1
        value: np.float64 | NDArray[np.float64] = self._p(x)
        return value

    def reset(self) -> None:
        """Begin with the next budget."""
        self.evaluations = 0
        self._p = self.p_unobserved

    def delivered(self, x: ArrayLike) -> None:
        """Take the solution of a budget: it is recorded unless its value was seen already."""
        if self.p_unobserved(x) != self.best_observed_fvalue1:
            self.p_observed(x)
        self.reset()

    @property
    def final_target_hit(self) -> bool:
        """Whether the final target was reached by a recorded evaluation."""
        return self.p_observed.final_target_hit

    @property
    def best_observed_fvalue1(self) -> float:
        """The best recorded value."""
        return self.p_observed.best_observed_fvalue1

    @property
    def random_solution(self) -> NDArray[np.float64]:
        """A random point, more probable in the middle of the box, from numpy's global generator."""
        drawn = np.random.rand(self.dimension) + np.random.rand(self.dimension)  # noqa: NPY002
        return np.asarray(self.lower_bounds + drawn * (self.upper_bounds - self.lower_bounds) / 2)

    def print_progress(self) -> None:
        """Print the function and the instance; the dimension when it is new."""
        before = self._position - 1
        if before < 0 or self.suite.get_problem(before).dimension != self.dimension:
            print(f"\nd={self.dimension}: ")
        print("_".join(self.id.split("_")[1:3]), end=" ", flush=True)
        if self._position % _LINE == _LINE - 1:
            print()

    def free(self) -> None:
        """Free both problems: the record is complete."""
        self.p_observed.free()
        self.p_unobserved.free()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.free()
