"""Units of replication: what varies from run to run, and what a claim can therefore rest on.

Runs on one instance number of different functions are correlated: the optimizer has the same seed
there, the suite the same data. So an instance, averaged over functions, targets and trials, is one
unit. Where there is a single instance, starts and seeds vary, and a trial is the unit; a trial that
copies another one is none. Where instances are problems of their own, each of them is a unit.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._packages import package
from optimeter.data.copies import originals
from optimeter.measures._problems import Problems
from optimeter.measures._table import Float, Int

__all__ = ["APART", "PAIRED", "Sample", "Units", "averages", "samples", "shared", "student"]

PAIRED, APART = 3, 5
"""Units below which nothing is claimed: compared in pairs, and as two samples."""

FULL = 0.5  # of the instances of the best covered function: one with fewer is unfinished


@dataclass(frozen=True, slots=True)
class Sample:
    """The runs of one algorithm in one dimension of a suite.

    Attributes
    ----------
    algorithm, suite : str
    dimension : int
    function, unit : (n,) int64
        Of each run; copies have the unit −1.
    times : (n, k) float64
        Evaluations per dimension to each target, inf where it was missed.
    lengths : (n,) float64
        Evaluations per dimension.
    trials : bool
        Whether the units are trials rather than instances.
    """

    algorithm: str
    suite: str
    dimension: int
    function: Int
    unit: Int
    times: Float
    lengths: Float
    trials: bool

    @property
    def reach(self) -> float:
        """The length up to which runs that missed a target went: their median; inf without any."""
        failed = self.lengths[~np.isfinite(self.times).all(axis=1)]
        return float(np.median(failed)) if len(failed) else np.inf

    @property
    def longest(self) -> float:
        """The longest run."""
        return float(self.lengths.max())


@dataclass(frozen=True, slots=True)
class Units:
    """Two algorithms on what both ran.

    Attributes
    ----------
    functions : (f,) int64
        Those that count.
    left_out : (g,) int64
        Functions that both ran, one of them on too few units.
    first, second : (u,) and (v,) int64
        The units of each; equal where they are compared in pairs.
    paired : bool
    """

    functions: Int
    left_out: Int
    first: Int
    second: Int
    paired: bool

    @property
    def number(self) -> int:
        """How many units a claim rests on: of the algorithm with fewer."""
        return min(len(self.first), len(self.second))


def samples(block: Problems) -> list[Sample]:
    """Return the runs of a block by algorithm and dimension."""
    runs = block.source[block.order]
    copied = originals(runs) != np.arange(len(runs))
    function = block.spread(block.function)
    instance = runs.instance.astype(np.int64)
    apart = block.settings.quality.own_instances
    found = []
    for rows in block.curves():
        inside = slice(
            int(block.starts[rows[0]]), int(block.starts[rows[-1]] + block.counts[rows[-1]])
        )
        d = int(block.dimension[rows[0]])
        trials = len(np.unique(instance[inside])) == 1 and not apart
        unit = runs.trial[inside].astype(np.int64) if trials else instance[inside]
        if apart:
            unit = function[inside] * (1 + int(instance.max())) + instance[inside]
        if trials:
            unit = np.where(_all_copied(unit, copied[inside]), -1, unit)
        found.append(
            Sample(
                algorithm=block.algorithms[int(block.algorithm_codes[rows[0]])],
                suite=block.suite,
                dimension=d,
                function=function[inside],
                unit=unit,
                times=block.runtimes[inside] / d,
                lengths=block.lengths[inside] / d,
                trials=trials,
            )
        )
    return found


def _all_copied(unit: Int, copied: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which runs belong to a unit all of whose runs are copies."""
    _, codes = np.unique(unit, return_inverse=True)
    own = np.bincount(codes[~copied], minlength=codes.max(initial=0) + 1)
    none: NDArray[np.bool_] = own[codes] == 0
    return none


def shared(first: Sample, second: Sample, *, apart: bool) -> Units:
    """Return the functions and units on which two algorithms can be compared.

    Functions that an algorithm ran on less than half of its instances are left out; of the
    units, those count that ran all functions. Algorithms with the same units, or with at least
    five in common, are compared in pairs.
    """
    both = np.intersect1d(first.function, second.function)
    if apart:  # every unit is one function on one instance
        common = np.intersect1d(first.unit, second.unit)
        functions = np.unique(first.function[np.isin(first.unit, common)])
        return Units(functions, np.setdiff1d(both, functions), common, common, True)
    held = [_held(sample, both) for sample in (first, second)]
    full = np.ones(len(both), dtype=bool)
    for units, _ in held:
        counts = units.sum(axis=1)
        full &= counts > FULL * counts.max(initial=0)
    functions = both[full]
    mine, other = (
        names[units[full].all(axis=0)] if full.any() else names[:0] for units, names in held
    )
    common = np.intersect1d(mine, other)
    same = len(common) == len(mine) == len(other)
    paired = not (first.trials or second.trials) and (same or len(common) >= 5)
    if paired:
        mine = other = common
    return Units(functions, both[~full], mine, other, paired)


def _held(sample: Sample, functions: Int) -> tuple[NDArray[np.bool_], Int]:
    """Return which units there are of each function, (functions, units), and their names."""
    inside = np.isin(sample.function, functions) & (sample.unit >= 0)
    names, unit = np.unique(sample.unit[inside], return_inverse=True)
    held = np.zeros((len(functions), len(names)), dtype=bool)
    held[np.searchsorted(functions, sample.function[inside]), unit] = True
    return held, names


def student() -> Any:
    """Return Student's distribution."""
    return package("scipy.stats", "a verdict").t


def averages(sample: Sample, values: Float, functions: Int, units: Int) -> Float:
    """Average values of runs, (n,) or (n, k), over the runs and functions of each unit.

    Runs on one function weigh the same, and so do functions, whatever the number of runs.
    """
    inside = np.isin(sample.unit, units) & np.isin(sample.function, functions)
    place = np.searchsorted(units, sample.unit[inside])
    cell = place * len(functions) + np.searchsorted(functions, sample.function[inside])
    size = len(units) * len(functions)
    order = np.argsort(cell, kind="stable")
    cells, starts, counts = np.unique(cell[order], return_index=True, return_counts=True)
    columns = values[inside].reshape(len(cell), -1)[order]
    means = np.zeros((size, columns.shape[1]))
    means[cells] = np.add.reduceat(columns, starts, axis=0) / counts[:, None]
    held = np.zeros(size)
    held[cells] = 1
    total = means.reshape(len(units), len(functions), -1).sum(axis=1)
    result = total / held.reshape(len(units), len(functions)).sum(axis=1)[:, None]
    shaped: Float = result.reshape(len(units), *values.shape[1:])
    return shaped
