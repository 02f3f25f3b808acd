"""Runs with several objectives, reconstructed from the points of their archives."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._arguments import integer
from optimeter._core import Problem, feed_total
from optimeter._core import feed as native_feed
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems.info import require_problem

__all__ = ["feed"]


def feed(
    problem: Problem,
    evaluations: Sequence[int] | NDArray[np.int64],
    objectives: ArrayLike,
    *,
    total: int | None = None,
) -> NDArray[np.bool_]:
    """Enter points that were evaluated elsewhere, as if they were evaluated now.

    For problems with several objectives that are observed with ``log_nondominated="read"``, or not
    observed. The indicator is computed anew, with the present reference value, and recorded.

    Parameters
    ----------
    problem
        The problem that they belong to.
    evaluations
        The numbers that the evaluations had, increasing, (n,).
    objectives
        The objective vectors, (n, m).
    total
        How many evaluations the run had in all; by default up to the last point.

    Returns
    -------
    numpy.ndarray
        Which of the points entered the archive, (n,).

    Examples
    --------
    >>> import optimeter as om
    >>> from optimeter.record import feed
    >>> first = om.problem("bbob-biobj", 1, 2)
    >>> y = first([[0, 0], [2, -1], [-1, -1]])
    >>> again = om.problem("bbob-biobj", 1, 2)
    >>> feed(again, first.archive.evaluations, first.archive.objectives, total=3)
    array([ True,  True])
    >>> again.indicator == first.indicator, again.evaluations
    (True, 3)
    """
    require_problem(problem, "points are fed to problems")
    numbers = _numbers(evaluations)
    if numbers.size and (numbers[0] < 1 or np.any(np.diff(numbers) <= 0)):
        message = f"evaluations must increase, from 1; got {evaluations!r}"
        raise InvalidValueError(message)
    entered = native_feed(problem, numbers, np.atleast_2d(np.asarray(objectives)))
    if total is not None:
        feed_total(problem, integer(total, "total", least=0))
    return np.array(entered, dtype=bool)


def _numbers(evaluations: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    numbers = np.asarray(evaluations)
    if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
        message = f"evaluations must be a list of integers; got {evaluations!r}"
        raise InvalidTypeError(message)
    return numbers.astype(np.int64)
