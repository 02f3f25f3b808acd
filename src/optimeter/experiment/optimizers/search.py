"""Searches that look nowhere in particular: the baselines of every comparison.

No value has an influence on them, so they may be run on every kind of problem.
"""

import threading

import numpy as np
from numpy.typing import NDArray

from optimeter._core import UniformStream
from optimeter.experiment.contract import ABILITIES, handles
from optimeter.experiment.optimizers._quiet import random_argument
from optimeter.experiment.optimizers.box import Box
from optimeter.problems import Problem

__all__ = ["grid_search", "random_search", "sobol_search"]

_NUMBERS = 1 << 16
"""Coordinates in one batch: half a megabyte, which stays in the cache."""
_FIRST = 128
"""Points in the first batch."""
_EIGHT = 8
"""What random numbers are drawn in multiples of."""


class _Memory(threading.local):
    """Memory for points, kept from run to run: to get it anew takes longer than to fill it."""

    def __init__(self) -> None:
        self._numbers = np.empty(0)

    def points(self, count: int, dimension: int) -> NDArray[np.float64]:
        """Return memory for this many points; what was returned before becomes invalid."""
        size = count * dimension
        if size > len(self._numbers):
            self._numbers = np.empty(max(size, _NUMBERS))
        return self._numbers[:size].reshape(count, dimension)


_memory = _Memory()


@handles(*ABILITIES)
def random_search(
    problem: Problem,
    start: NDArray[np.float64],  # noqa: ARG001
    rng: np.random.Generator,
) -> None:
    """Draw points uniformly from the region of interest, in batches.

    The batches grow with the number of evaluations. The points do not depend on them.
    """
    box = Box.of(problem)
    dimension = problem.dimension
    stream = problem.restored or UniformStream(rng.integers(0, 2**64, 32, dtype=np.uint64))
    largest = max(_EIGHT, _NUMBERS // dimension)
    while True:
        problem.checkpoint(stream)
        count = min(max(_FIRST, problem.evaluations), largest) // _EIGHT * _EIGHT
        problem(box.fill(_memory.points(count, dimension), stream))


@handles(*ABILITIES)
def sobol_search(
    problem: Problem,
    start: NDArray[np.float64],  # noqa: ARG001
    rng: np.random.Generator,
) -> None:
    """Evaluate a scrambled Sobol sequence over the region of interest, in batches."""
    from scipy.stats import qmc  # noqa: PLC0415 - heavy

    box = Box.of(problem)
    sequence = qmc.Sobol(
        problem.dimension, scramble=True, bits=60, **random_argument(qmc.Sobol, rng)
    )
    exponent = 7
    while True:
        problem(box.scale(sequence.random(1 << exponent)))
        largest = _NUMBERS // problem.dimension
        if problem.evaluations >= 8 << exponent and 2 << exponent <= largest:
            exponent += 1


@handles(*ABILITIES)
def grid_search(
    problem: Problem,
    start: NDArray[np.float64],  # noqa: ARG001
    rng: np.random.Generator,  # noqa: ARG001
) -> None:
    """Evaluate all points of a grid over the region of interest, then of finer and finer ones.

    The grids have 2, 3, 4, … levels in every variable. Deterministic.
    """
    box = Box.of(problem)
    dimension = problem.dimension
    largest = max(1, _NUMBERS // dimension)
    levels = 2
    while True:
        total = levels**dimension
        begin = 0
        while begin < total:
            count = min(max(_FIRST, problem.evaluations // 8), largest, total - begin)
            problem(box.scale(_digits(begin, count, levels, dimension) / (levels - 1)))
            begin += count
        levels += 1


def _digits(begin: int, count: int, base: int, length: int) -> NDArray[np.float64]:
    """Write numbers in the given base, one row each; the numbers may be larger than 64 bits."""
    rest = np.arange(count, dtype=np.int64)
    digits = np.empty((count, length))
    for column in reversed(range(length)):
        begin, carry = divmod(begin, base)
        rest, digits[:, column] = np.divmod(rest + carry, base)
    return digits
