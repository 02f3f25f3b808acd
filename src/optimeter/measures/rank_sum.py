"""The rank-sum test between two algorithms, with failed runs ranked by the quality they reached."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, get_args

import numpy as np

from optimeter.data import _ragged
from optimeter.data.runs import Runs
from optimeter.exceptions import UnknownNameError
from optimeter.measures._pairs import Side, exceedance, pairs_of
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._table import Bool, Float, Int, Names, Table
from optimeter.measures.multiple_tests import bonferroni, by_family, holm
from optimeter.measures.targets import TargetsLike

__all__ = ["PairTests", "pairwise_tests", "rank_sum"]

EXACT_UP_TO = 20  # runs of both algorithms together

Family = Literal["table", "pair"]


@dataclass(frozen=True, slots=True, repr=False)
class PairTests(Table):
    """Tests between pairs of algorithms, one row per pair, problem and target.

    Attributes
    ----------
    algorithm, other : (r,)
    suite, function, dimension, target : (r,)
    z : (r,) float64
        Standardised rank sum; positive when `algorithm` is the better one.
    p : (r,) float64
        Two-sided p-value from the normal distribution; 1 where the better one by rank needed more
        effort.
    p_exact : (r,) float64
        The same from the exact null distribution where there are at most 20 runs and no ties, else
        with correction for ties.
    p_holm, p_bonferroni : (r,) float64
        `p_exact` corrected for all tests of the family: see `pairwise_tests`.
    effect : (r,) float64
        Probability that a run of `algorithm` is faster than one of `other`, ties one half.
    superiority : (r,) float64
        Probability that a run of `algorithm` ranks above one of `other` in the test, which also
        ranks failed runs: the effect size that belongs to the p-values.
    ert, other_ert : (r,) float64
    """

    algorithm: Names
    other: Names
    suite: Names
    function: Int
    dimension: Int
    target: Float
    z: Float
    p: Float
    p_exact: Float
    p_holm: Float
    p_bonferroni: Float
    effect: Float
    superiority: Float
    ert: Float
    other_ert: Float


@dataclass(frozen=True, slots=True)
class RankSum:
    """The test of two algorithms on all common problems and targets, (p, k) each."""

    z: Float
    p: Float
    p_exact: Float
    effect: Float
    superiority: Float
    ert: Float
    other_ert: Float


def rank_sum(a: Side, b: Side) -> RankSum:
    """Test whether runs of one algorithm are better than those of the other.

    A run counts with 1/T if it reached the target within the shortest failed run of both
    algorithms, otherwise with minus the quality it had by then; larger is better.
    """
    times = [side.spread(side.block.runtimes) for side in (a, b)]
    failed = [_failed_lengths(side) for side in (a, b)]
    limit = np.minimum(failed[0], failed[1])  # (p, k)
    quality = [side.spread(_quality(side, limit)) for side in (a, b)]
    lowest = np.minimum(_lowest(quality[0]), _lowest(quality[1]))
    # Negative qualities are shifted, so that every success ranks above every failure.
    shift = np.where(lowest < 0, 1.01 * lowest, 0.0)
    values = [
        np.where(t <= limit, 1.0 / t, np.where(np.isnan(t), np.nan, shift - q))
        for t, q in zip(times, quality, strict=True)
    ]
    n, m = a.counts[:, None], b.counts[:, None]
    wins = exceedance(values[0], values[1])
    centre, variance = n * m / 2, n * m * (n + m + 1) / 12
    z = (wins - centre) / np.sqrt(variance)
    ties = _ties(np.concatenate(values))
    guard = _guard(z, a, b)
    p = np.where(guard, two_sided(z), 1.0)
    p_exact = np.where(guard, _exact(wins, ties, n, m), 1.0)
    effect = exceedance(-times[0], -times[1]) / (n * m)  # smaller runtimes win
    erts = (side.matrix.ert[side.rows] for side in (a, b))
    return RankSum(z, p, p_exact, effect, wins / (n * m), *erts)


def _failed_lengths(side: Side) -> Float:
    """Return the shortest failed run, (p, k); inf where all succeeded."""
    block = side.block
    lengths = np.where(np.isfinite(block.runtimes), np.inf, block.lengths[:, None])
    shortest: Float = np.minimum.reduceat(lengths, block.starts, axis=0)[side.rows]
    return shortest


def _quality(side: Side, limit: Float) -> Float:
    """Return the quality of every run of the block at the limits of its problem, (n, k)."""
    block = side.block
    limits = np.full((len(block), limit.shape[1]), np.inf)
    limits[side.rows] = limit
    return _recorded_quality(block.sorted_runs(), np.repeat(limits, block.counts, axis=0))


def _recorded_quality(runs: Runs, limits: Float) -> Float:
    """Return the value of the last record within each limit, (n, k).

    Records made at given evaluation counts are the same counts for all runs and algorithms; where
    there are any they alone count, so that nobody gains from a denser record of improvements.
    """
    result = runs.values_at(limits)
    positions, found = _ragged.last_at_most(runs.budget_offsets, runs.budget_evaluations, limits)
    result[found] = runs.budget_precision[positions[found]]
    return result


def _lowest(quality: Float) -> Float:
    lowest: Float = np.min(np.where(np.isnan(quality), np.inf, quality), axis=0)
    return lowest


def _ties(values: Float) -> Float:
    """Return Σ (t³ − t) over groups of t equal values, along the first axis."""
    result = np.zeros(values.shape[1:])
    for row in values:
        same = (row == values).sum(axis=0)
        result += np.where(np.isnan(row), 0.0, same.astype(np.float64) ** 2 - 1)
    return result


def two_sided(z: Float) -> Float:
    """Return the two-sided p-value of standard normal z."""
    from scipy.special import erfc  # noqa: PLC0415

    return np.asarray(erfc(np.abs(z) / np.sqrt(2)), dtype=np.float64)


def _guard(z: Float, a: Side, b: Side) -> Bool:
    """Say where the better one by rank also spent less: only then may a test be significant."""
    a_better = z > 0
    ert = a.matrix.ert[a.rows], b.matrix.ert[b.rows]
    spent = a.matrix.average_evaluations[a.rows], b.matrix.average_evaluations[b.rows]
    better_ert, worse_ert = np.where(a_better, ert, ert[::-1])
    better_spent, worse_spent = np.where(a_better, spent, spent[::-1])
    allowed: Bool = (better_ert <= worse_ert) & (
        np.isinf(better_ert) | (better_spent < worse_spent)
    )
    return allowed


def _exact(wins: Float, ties: Float, n: Int, m: Int) -> Float:
    """Return p-values from the exact null distribution, or corrected for ties."""
    total = n + m
    variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(variance > 0, (wins - n * m / 2) / np.sqrt(variance), 0.0)
    p = two_sided(z)
    for row, (count, other) in enumerate(np.hstack([n, m]).tolist()):
        if count + other <= EXACT_UP_TO:
            free = ties[row] == 0
            tail = _tail(min(count, other), max(count, other))
            low = np.minimum(wins[row], count * other - wins[row])
            p[row] = np.where(free, np.minimum(1.0, 2 * tail[low.astype(np.intp)]), p[row])
    return p


@lru_cache(maxsize=256)
def _tail(n: int, m: int) -> Float:
    """Return P(U <= u) for u = 0 … n·m under the null hypothesis, no ties.

    The number of arrangements with statistic u is the coefficient of q^u in the Gaussian binomial,
    built factor by factor: multiply by (1 − q^(m + i)), divide by (1 − q^i).
    """
    counts = np.zeros(n * m + 1)
    counts[0] = 1.0
    for i in range(1, n + 1):
        if m + i <= n * m:
            counts[m + i :] -= counts[: -(m + i)].copy()
        for start in range(i):
            counts[start::i] = np.cumsum(counts[start::i])
    tail: Float = np.cumsum(counts) / counts.sum()
    return tail


def pairwise_tests(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    family: Family = "table",
) -> PairTests:
    """Test every pair of algorithms on every common problem and target.

    Failed runs take part with the quality they had reached after as many evaluations as the
    shortest failed run. Every run counts once, whatever its instance.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`; the targets default to those of the suite's tables.
    family : {"table", "pair"}
        The tests that p-values are corrected for: all of the table, or those of a pair of
        algorithms in a dimension.

    Returns
    -------
    PairTests

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=1, dimension=2, algorithm=["a"] * 4 + ["b"] * 4, offsets=range(9),
    ...     step_evaluations=[10, 12, 14, 16, 50, 60, 70, 80], step_precision=[0] * 8)
    >>> row = pairwise_tests(runs, [1]).to_dicts()[0]
    >>> row["algorithm"], row["effect"], round(row["p"], 4), round(row["p_exact"], 4)
    ('a', 1.0, 0.0209, 0.0286)
    """
    if family not in get_args(Family):
        message = f"unknown family of tests {family!r}; accepted: {', '.join(get_args(Family))}"
        raise UnknownNameError(message)
    parts = []
    for a, b in pairs_of(runs, targets, functions=functions, dimensions=dimensions):
        test = rank_sum(a, b)
        width = test.z.shape[1]
        size = len(a.rows) * width
        parts.append(
            PairTests(
                algorithm=np.full(size, a.algorithm, dtype=object),
                other=np.full(size, b.algorithm, dtype=object),
                suite=np.full(size, a.suite, dtype=object),
                function=np.repeat(a.block.function[a.rows], width),
                dimension=np.repeat(a.block.dimension[a.rows], width),
                target=a.block.targets[a.rows].reshape(-1),
                z=test.z.reshape(-1),
                p=test.p.reshape(-1),
                p_exact=test.p_exact.reshape(-1),
                p_holm=np.ones(size),
                p_bonferroni=np.ones(size),
                effect=test.effect.reshape(-1),
                superiority=test.superiority.reshape(-1),
                ert=test.ert.reshape(-1),
                other_ert=test.other_ert.reshape(-1),
            )
        )
    table = PairTests.concatenate(parts)
    columns = (
        () if family == "table" else (table.suite, table.algorithm, table.other, table.dimension)
    )
    return replace(
        table,
        p_holm=by_family(holm, table.p_exact, *columns),
        p_bonferroni=by_family(bonferroni, table.p_exact, *columns),
    )
