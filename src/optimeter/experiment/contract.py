"""What an optimizer is, and how it shows that it is none."""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from optimeter.exceptions import InvalidTypeError
from optimeter.problems import Problem

__all__ = ["Optimizer", "algorithm_name", "check_optimizer", "nonsense"]


@runtime_checkable
class Optimizer(Protocol):
    """A callable that minimizes a problem.

    It calls ``problem(x)``, or ``problem(X)`` with a batch, as often as it likes, beginning at or
    near `start`, and takes its randomness from `rng`. When the budget is used up or the final
    target is hit, the next evaluation raises `om.Stop`, which the optimizer lets pass. If it
    returns earlier, it is called again with a new random start. The returned value is of no
    consequence; ``None``, the best point or a result object with an attribute ``x`` are usual.
    """

    def __call__(
        self, problem: Problem, start: NDArray[np.float64], rng: np.random.Generator, /
    ) -> Any:
        """Minimize `problem`."""


def check_optimizer(optimizer: object) -> Callable[..., object]:
    """Raise unless the optimizer can be called."""
    if not callable(optimizer):
        message = f"an optimizer is a callable (problem, start, rng); got {optimizer!r}"
        raise InvalidTypeError(message)
    return optimizer


def algorithm_name(optimizer: object) -> str:
    """Name the algorithm after its optimizer: attribute `name`, or the name of the function."""
    for attribute in ("name", "__name__"):
        name = getattr(optimizer, attribute, None)
        if isinstance(name, str) and name:
            return name.strip("<>")
    return type(optimizer).__name__


def nonsense(returned: object, dimension: int) -> str:
    """Say what is wrong with the value that an optimizer returned; empty if nothing is."""
    if returned is None:
        return ""
    point = getattr(returned, "x", returned)
    if point is None:
        return ""
    try:
        array = np.asarray(point, dtype=np.float64)
    except (TypeError, ValueError):
        return f"returned {type(returned).__name__}, which is neither None nor a point"
    if array.shape != (dimension,):
        return f"returned an array of shape {array.shape} instead of ({dimension},)"
    if not np.isfinite(array).all():
        return "returned a point with coordinates that are not finite"
    return ""
