"""Batches that do not fit into the memory of a GPU: they are halved, again and again if need be.

Others may use the GPU at the same time, so that nobody knows before what fits.
"""

from weakref import WeakKeyDictionary

from optimeter._core import Problem
from optimeter.exceptions import DeviceMemoryError
from optimeter.problems.gpu.arrays import DeviceArray

__all__ = ["evaluate_in_parts", "new_array", "note_halved", "told_halved"]

_halved: "WeakKeyDictionary[Problem, tuple[int, int]]" = WeakKeyDictionary()
"""For problems: the points of the first batch that was halved, and how often that was done."""


def note_halved(problem: Problem, count: int) -> None:
    """Note that a batch of so many points is halved."""
    first, times = _halved.get(problem, (count, 0))
    _halved[problem] = first, times + 1


def told_halved(problem: Problem) -> str:
    """Say whether batches of a problem were halved; empty if not."""
    if problem not in _halved:
        return ""
    first, times = _halved[problem]
    often = "was halved" if times == 1 else f"was halved, {times} times in all"
    return f"a batch of {first} points did not fit into the memory of the GPU and {often}"


def new_array(problem: Problem, count: int, *, ordinal: int) -> DeviceArray:
    """Make an array for so many points of a problem, or for half of them, or ...

    Raises
    ------
    DeviceMemoryError
        If there is not even room for one.
    """
    while True:
        try:
            return DeviceArray((count, problem.dimension), ordinal=ordinal)
        except DeviceMemoryError:
            if count == 1:
                raise
            note_halved(problem, count)
            count //= 2


def evaluate_in_parts(problem: Problem, points: DeviceArray) -> int:
    """Evaluate points for which there may be no room for the values; return the largest part."""
    waiting = [(0, points.shape[0])]
    fits = points.shape[0]
    while waiting:
        begin, end = waiting.pop()
        try:
            problem(points.rows(begin, end))
        except DeviceMemoryError:
            if end - begin == 1:
                raise
            note_halved(problem, end - begin)
            middle = (begin + end) // 2
            fits = min(fits, end - middle)
            waiting += [(middle, end), (begin, middle)]
    return fits
