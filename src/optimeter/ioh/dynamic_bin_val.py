"""Dynamic binary values by the names of ``ioh.problem``."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

import numpy as np

from optimeter._arguments import integer
from optimeter._core import _DynamicBinVal
from optimeter.ioh.base import IntegerSingleObjective
from optimeter.ioh.constraints import IntegerBounds
from optimeter.ioh.values import IntegerSolution
from optimeter.problems import suite_info

__all__ = [
    "KINDS",
    "DynamicBinVal",
    "DynamicBinValPareto",
    "DynamicBinValPowersOfTwo",
    "DynamicBinValRanking",
    "DynamicBinValUniform",
]

Bits = Sequence[int]


class DynamicBinVal(IntegerSingleObjective):
    """Bits with weights that `step` changes; raw values count the right bits."""

    function: ClassVar[int]

    def __init__(self, instance: int, n_variables: int) -> None:
        rows = suite_info("dynamic-binval").functions
        kind, row = next((i, one) for i, one in enumerate(rows) if one.number == self.function)
        size = integer(n_variables, "n_variables", least=1)
        self._state = _DynamicBinVal(kind, size, instance)
        super().__init__(row.ioh_name, size, instance, False, IntegerBounds(size, 0, 1))
        self.meta_data.problem_id = self.function
        self._set_raw(self._state.function(counted=True))
        self._follow()

    def _follow(self) -> None:
        """Take the function as it is at present."""
        now = self._state.function(counted=False)
        self._set_engine(now, 0.0)
        self._set_optimum(IntegerSolution(self._best(), sum(self._state.weights)))

    def _best(self) -> list[int]:
        """Return the point at which all bits are right."""
        return [*map(int, self._state.best)]

    def step(self) -> int:
        """Change the weights; return the number of steps so far."""
        self._state.step()
        self._follow()
        return self.time_step

    @property
    def time_step(self) -> int:
        """The number of steps so far, which `reset` leaves alone."""
        return self._state.time

    @property
    def weights(self) -> list[float]:
        """What a right bit adds."""
        return self._state.weights


class DynamicBinValUniform(DynamicBinVal):
    """Weights are drawn uniformly."""

    function = 10001


class DynamicBinValPowersOfTwo(DynamicBinVal):
    """Weights are powers of two."""

    function = 10002


class DynamicBinValPareto(DynamicBinVal):
    """Weights are of a Pareto distribution."""

    function = 10003


class DynamicBinValRanking(DynamicBinVal):
    """Right bits are counted, and strings are ranked by an order of bits that `step` changes."""

    function = 10004

    @property
    def weights(self) -> list[float]:
        """Zeros, as in ioh."""
        return [0.0] * self.meta_data.n_variables

    def get_comparison_ordering(self) -> list[int]:
        """Return the order in which bits are compared."""
        return self._state.order

    def rank(self, bitstrings: Iterable[Bits]) -> list[Bits]:
        """Return the strings with the best first; each is evaluated."""
        rows = [*bitstrings]
        return [rows[i] for i in self.rank_indices(rows)]

    def rank_indices(self, bitstrings: Iterable[Bits]) -> list[int]:
        """Return the positions of the strings with the best first; each is evaluated."""
        rows = [*bitstrings]
        best = np.asarray(self._best())
        keys = []
        for row in rows:
            self(row)
            keys.append((np.asarray(row) == best)[self._state.order].tolist())
        return sorted(range(len(rows)), key=keys.__getitem__, reverse=True)


KINDS = (DynamicBinValUniform, DynamicBinValPowersOfTwo, DynamicBinValPareto, DynamicBinValRanking)
"""All of them."""
