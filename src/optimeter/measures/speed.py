"""How many times faster one algorithm is than another, and on which share of the problems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from optimeter._core.measures import resampled_ratios
from optimeter.data.runs import Runs
from optimeter.measures._bootstrap import Bootstrap
from optimeter.measures._pairs import Side, pairs_of
from optimeter.measures._problems import Dimensions, Functions, Problems
from optimeter.measures._table import Bool, Float, Int, Names, Table
from optimeter.measures.targets import TargetsLike
from optimeter.measures.words import SOLVE, Deed, speed_sentence

__all__ = ["SetSpeeds", "SpeedFactors", "oriented", "speed_by_set", "speed_factors"]


@dataclass(frozen=True, slots=True, repr=False)
class SpeedFactors(Table):
    """Mean ratios of expected runtimes, one row per pair of algorithms and dimension.

    Attributes
    ----------
    faster, slower : (r,)
        The pair, such that the factor is at least 1 where it is defined.
    suite, dimension : (r,)
    factor : (r,) float64
        Geometric mean of ERT(slower)/ERT(faster) over the (function, target) pairs both solve;
        inf if there is none.
    low, high : (r,) float64
        Bootstrap interval of the factor, which lies in it.
    both, faster_only, slower_only, neither : (r,) float64
        Shares of all (function, target) pairs solved by both, by one of them, by none.
    pairs : (r,) int64
        Number of (function, target) pairs.
    factor_either : (r,) float64
        The factor over the pairs that either solves, with failures counted: the ERT of the other
        one is taken as all evaluations that it spent, which would be its ERT had the last of them
        succeeded, but as no less than what the one that succeeds needed: who gives up early is not
        faster. Below 1 where this turns the order round; inf if there is no such pair.
    """

    faster: Names
    slower: Names
    suite: Names
    dimension: Int
    factor: Float
    low: Float
    high: Float
    both: Float
    faster_only: Float
    slower_only: Float
    neither: Float
    pairs: Int
    factor_either: Float

    def sentences(self, *, deed: Deed = SOLVE, where: str = "") -> list[str]:
        """Return each row as a sentence.

        Parameters
        ----------
        deed : Deed
            What is done with problems, in words.
        where : str
            What the sentences are about beside the dimension, such as ``" on separable functions"``.

        Examples
        --------
        >>> runs = Runs.from_arrays(
        ...     function=1, dimension=2, algorithm=["A", "B"], offsets=[0, 2, 3],
        ...     step_evaluations=[10, 20, 30], step_precision=[1, 0, 1])
        >>> print(speed_factors(runs, [1, 0]).sentences()[0])
        In dimension 2, A is 3× faster than B (single runs, no interval) on the 50 % of problems \
both solve; A alone solves 50 %, B alone 0 %; with failures counted as all evaluations spent, and \
as no fewer than the other needs, the factor on the 100 % either solves is at least 2.1× in favour of \
A, without an interval.
        """
        return [speed_sentence(row, deed=deed, where=where) for row in self.to_dicts()]


@dataclass(frozen=True, slots=True, repr=False)
class SetSpeeds(SpeedFactors):
    """Ratios of expected runtimes on several sets of functions, which `group` names."""

    group: Names


def oriented(row: Mapping[str, Any], first: str) -> tuple[float, float, float]:
    """Return factor and interval of a row of `SpeedFactors` as times that `first` is faster.

    Examples
    --------
    >>> row = {"faster": "A", "slower": "B", "factor": 4.0, "low": 2.0, "high": 5.0}
    >>> oriented(row, "A"), oriented(row, "B")
    ((4.0, 2.0, 5.0), (0.25, 0.2, 0.5))
    """
    factor, low, high = float(row["factor"]), float(row["low"]), float(row["high"])
    return (factor, low, high) if row["faster"] == first else (1 / factor, 1 / high, 1 / low)


def speed_factors(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 1,
) -> SpeedFactors:
    """Compare the expected runtimes of every pair of algorithms, dimension by dimension.

    The factor is 10^(mean log10 ERT of the slower − mean log10 ERT of the faster one) over the
    (function, target) pairs that both solved; it says nothing about the others, so read it with
    the shares and the factor with failures counted beside it. Where instances are problems of
    their own, runtimes are compared instance by instance: over (function, instance, target).

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`; the targets default to those of the suite's runtime profile.
    confidence, resamples, seed
        Of the bootstrap interval: the runs of every problem are resampled; a pair counts in a
        resample where both algorithms have a success in it. The spread of the resamples is laid
        around the factor, since the pairs that drop out of resamples are the hard ones. Instances
        that are problems of their own are what is resampled, the same ones for both algorithms.

    Returns
    -------
    SpeedFactors

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=1, dimension=2, algorithm=["a", "b"], offsets=[0, 2, 3],
    ...     step_evaluations=[10, 20, 30], step_precision=[1, 0, 1])
    >>> row = speed_factors(runs, [1, 0]).to_dicts()[0]
    >>> row["faster"], round(row["factor"], 6), row["both"], row["faster_only"]
    ('a', 3.0, 0.5, 0.5)
    """
    bootstrap = Bootstrap(resamples, seed, confidence)
    pairs = list(pairs_of(runs, targets, use="ecdf", functions=functions, dimensions=dimensions))
    return _speeds(pairs, {"": None}, bootstrap)[""]


def speed_by_set(
    runs: Runs,
    targets: TargetsLike,
    sets: Mapping[str, tuple[int, ...] | None],
    *,
    resamples: int,
    seed: int,
) -> dict[str, SpeedFactors]:
    """Compute `speed_factors` of several sets of functions, for little more than those of all.

    None stands for all functions. Sets on which no two algorithms have data are left out.
    """
    pairs = list(pairs_of(runs, targets, use="ecdf"))
    return _speeds(pairs, sets, Bootstrap(resamples, seed))


def _speeds(
    pairs: Sequence[tuple[Side, Side]],
    sets: Mapping[str, tuple[int, ...] | None],
    bootstrap: Bootstrap,
) -> dict[str, SpeedFactors]:
    found: dict[str, dict[tuple[int, int], tuple[Any, ...]]] = {name: {} for name in sets}
    for d in sorted({int(d) for a, _ in pairs for d in a.block.dimension[a.rows]}):
        # The resamples of an algorithm serve all its pairs; one dimension at a time bounds memory.
        draws: dict[tuple[str, str], _ResampledLogs] = {}
        for number, (a, b) in enumerate(pairs):
            there = a.block.dimension[a.rows] == d
            if not there.any():
                continue
            gaps = None
            if not a.block.settings.quality.own_instances:
                logs = []
                for side in (a, b):
                    key = (side.suite, side.algorithm)
                    if key not in draws:
                        draws[key] = _ResampledLogs.of(side.block, d, bootstrap)
                    logs.append(draws[key])
                gaps = _ResampledGaps.of(a, b, np.flatnonzero(there), logs)
            for name, functions in sets.items():
                held = a.block.function[a.rows]
                inside = there if functions is None else there & np.isin(held, functions)
                chosen = np.flatnonzero(inside)
                if not len(chosen):
                    continue
                if gaps is None:
                    spread = _instances_resampled(a, b, chosen, bootstrap)
                else:
                    runs = [side.block.counts[side.rows[chosen]] for side in (a, b)]
                    spread = gaps.means(chosen), np.concatenate(runs)
                row = _row(a, b, chosen, spread, bootstrap)
                found[name][number, d] = (*row[:2], a.suite, d, *row[2:])
    return {
        name: _table([rows[key] for key in sorted(rows)]) for name, rows in found.items() if rows
    }


def _table(rows: Sequence[tuple[Any, ...]]) -> SpeedFactors:
    columns = list(zip(*rows, strict=True))
    kinds = (object, object, object, np.int64, *(float,) * 7, np.int64, float)
    return SpeedFactors(
        *(np.array(column, dtype=kind) for column, kind in zip(columns, kinds, strict=True))
    )


def _row(
    a: Side, b: Side, chosen: Int, spread: tuple[Float, Int], bootstrap: Bootstrap
) -> tuple[str, str, float, float, float, float, float, float, float, int, float]:
    ert = a.matrix.ert[a.rows[chosen]], b.matrix.ert[b.rows[chosen]]
    solved = np.isfinite(ert[0]), np.isfinite(ert[1])
    both = solved[0] & solved[1]
    gap = _mean_gap(ert[0][both], ert[1][both])
    either = solved[0] | solved[1]
    charged = _charged(a, chosen, ert[1])[either], _charged(b, chosen, ert[0])[either]
    gap_either = _mean_gap(*charged)
    gaps, counts = spread
    wide = bootstrap.widening(counts)
    low, high = bootstrap.ends(gaps, around=gap, widening=wide) if both.any() else (gap, gap)
    if gap < 0:
        a, b, solved = b, a, solved[::-1]
        gap, low, high, gap_either = -gap, -high, -low, -gap_either
    return (
        a.algorithm,
        b.algorithm,
        10.0**gap,
        10.0 ** float(low),
        10.0 ** float(high),
        float(both.mean()),
        float((solved[0] & ~solved[1]).mean()),
        float((solved[1] & ~solved[0]).mean()),
        float((~solved[0] & ~solved[1]).mean()),
        int(both.size),
        10.0**gap_either,
    )


def _mean_gap(a: Float, b: Float) -> float:
    """Return the mean of log10(b / a), the negative of that of log10(a / b) to the bit."""
    return float(np.mean(np.log10(b) - np.log10(a))) if len(a) else np.inf


def _charged(side: Side, chosen: Int, other: Float) -> Float:
    """Return the ERT of problems, (p, k); where it is infinite, all evaluations spent.

    That is no less than the ERT of the other algorithm, which succeeds there.
    """
    rows = side.rows[chosen]
    spent = side.matrix.average_evaluations[rows] * side.block.counts[rows][:, None]
    found = side.matrix.ert[rows]
    result: Float = np.where(np.isfinite(found), found, np.maximum(spent, other))
    return result


@dataclass(frozen=True, slots=True)
class _ResampledLogs:
    """Expected runtimes of one algorithm in one dimension under resampled runs.

    Attributes
    ----------
    row : (p, k) int64
        The row of each problem of the block and target that any run reached.
    logs : (m, resamples) float64
        log10 ERT; inf without success.
    """

    row: Int
    logs: Float

    @classmethod
    def of(cls, block: Problems, dimension: int, bootstrap: Bootstrap) -> "_ResampledLogs":
        """Resample the runs of the problems of a block that have a dimension."""
        row = np.full(block.targets.shape, -1, dtype=np.int64)
        logs, size = [], 0
        chosen = np.flatnonzero(block.dimension == dimension)
        resampled = bootstrap.of_problems(block, chosen)
        for place, (rows, draws) in zip(chosen.tolist(), resampled, strict=True):
            times = block.runtimes[rows]
            hit = np.isfinite(times)
            spent = np.where(hit, times, block.lengths[rows][:, None])
            found = resampled_ratios(spent[None], hit[None].astype(np.float64), draws[None])[0]
            row[place, hit.any(axis=0)] = np.arange(size, size + len(found))
            logs.append(np.log10(found))
            size += len(found)
        return cls(row, np.concatenate(logs))


@dataclass(frozen=True, slots=True)
class _ResampledGaps:
    """Gaps between the expected runtimes of two algorithms under resampled runs.

    Attributes
    ----------
    problem : (m,) int64
        Which problem of both sides it is about, for each problem and target that both solved.
    gaps : (m, resamples) float64
        0 where one of them has no success.
    usable : (m, resamples) bool
        Where both have one.
    """

    problem: Int
    gaps: Float
    usable: Bool

    @classmethod
    def of(cls, a: Side, b: Side, chosen: Int, logs: Sequence[_ResampledLogs]) -> "_ResampledGaps":
        """Compare two algorithms on some problems."""
        both = _solved_by_both(a, b, chosen)
        one, other = (
            found.logs[found.row[side.rows[chosen]][both]]
            for found, side in zip(logs, (a, b), strict=True)
        )
        with np.errstate(invalid="ignore"):
            gaps = other - one
        usable = np.isfinite(gaps)
        gaps[~usable] = 0.0
        return cls(np.repeat(chosen, both.sum(axis=1)), gaps, usable)

    def means(self, chosen: Int) -> Float:
        """Return the mean gap of each resample that has one, over some of the problems."""
        inside = np.isin(self.problem, chosen)
        gaps, usable = self.gaps, self.usable
        if not inside.all():
            gaps, usable = gaps[inside], usable[inside]
        count = usable.sum(axis=0)
        means = gaps.sum(axis=0) / np.maximum(count, 1)
        return means[count > 0] if np.any(count > 0) else np.zeros(1)


def _instances_resampled(a: Side, b: Side, chosen: Int, bootstrap: Bootstrap) -> tuple[Float, Int]:
    """Return the mean gap of each resample of instances, and how many instances functions have."""
    both = _solved_by_both(a, b, chosen)
    logs = [np.log10(np.where(both, side.matrix.ert[side.rows[chosen]], 1.0)) for side in (a, b)]
    gap, count = (logs[1] - logs[0]).sum(axis=1), both.sum(axis=1)
    function = a.block.function[a.rows[chosen]]
    names, sizes = np.unique(function, return_counts=True)
    pair = sorted((a.algorithm, b.algorithm))
    dimension = int(a.block.dimension[a.rows[chosen[0]]])
    total, weight = np.zeros((2, bootstrap.resamples))
    for number, size in zip(names.tolist(), sizes.tolist(), strict=True):
        members = function == number
        draws = bootstrap.counts(size, a.suite, *pair, number, dimension)
        total += draws @ gap[members]
        weight += draws @ count[members]
    usable = weight > 0
    return (total[usable] / weight[usable] if usable.any() else np.zeros(1)), sizes


def _solved_by_both(a: Side, b: Side, chosen: Int) -> Bool:
    mine, other = (np.isfinite(side.matrix.ert[side.rows[chosen]]) for side in (a, b))
    result: Bool = mine & other
    return result
