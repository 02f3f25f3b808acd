"""The rank-sum test between two algorithms: on runtimes, or by the rule of published tables."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from optimeter._arguments import choice
from optimeter.data import ragged
from optimeter.data.runs import Runs
from optimeter.measures._pairs import Side, exceedance, pairs_of
from optimeter.measures._permutation import permutation_p
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._summary import padded
from optimeter.measures._table import Bool, Float, Int, Names, Table
from optimeter.measures._tails import two_sided
from optimeter.measures.multiple_tests import Families, bonferroni, holm
from optimeter.measures.targets import TargetsLike

__all__ = ["PairTests", "pairwise_tests", "published_test", "runtime_test"]

Family = Literal["table", "pair"]
Rule = Literal["runtimes", "published"]


@dataclass(frozen=True, slots=True, repr=False)
class PairTests(Table):
    """Tests between pairs of algorithms, one row per pair, problem and target.

    Attributes
    ----------
    algorithm, other : (r,)
    suite, function, dimension, instance, target : (r,)
        As in `Ert`: where instances are problems of their own, runs on the same one are compared.
    z : (r,) float64
        Standardised rank sum; positive when `algorithm` is the better one.
    p : (r,) float64
        Two-sided p-value.
    p_holm, p_bonferroni : (r,) float64
        `p` corrected for all tests of the family: see `pairwise_tests`.
    effect : (r,) float64
        Probability that a run of `algorithm` ranks above one of `other`, ties one half.
    ert, other_ert : (r,) float64
    """

    algorithm: Names
    other: Names
    suite: Names
    function: Int
    dimension: Int
    instance: Int
    target: Float
    z: Float
    p: Float
    p_holm: Float
    p_bonferroni: Float
    effect: Float
    ert: Float
    other_ert: Float


@dataclass(frozen=True, slots=True)
class RankSum:
    """The test of two algorithms on all common problems and targets, (p, k) each."""

    z: Float
    p: Float
    effect: Float


def runtime_test(a: Side, b: Side) -> RankSum:
    """Test whether runs of one algorithm are faster than those of the other.

    Failed runs are slower than all successful ones, and equal among each other.
    """
    times = [side.spread(side.block.runtimes) for side in (a, b)]
    pooled = np.concatenate(times)
    n, m = a.counts[:, None], b.counts[:, None]
    wins = exceedance(-times[0], -times[1])  # smaller runtimes win
    total = n + m
    variance = n * m / 12 * (total + 1 - _ties(pooled) / (total * (total - 1)))
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(variance > 0, (wins - n * m / 2) / np.sqrt(variance), 0.0)
    p = permutation_p(pooled, wins, n, m)
    many = np.isnan(p)
    p[many] = two_sided(z[many])
    return RankSum(z, p, wins / (n * m))


def published_test(a: Side, b: Side) -> RankSum:
    """Test by the rule behind the stars of published tables of the field.

    A run counts with 1/T if it reached the target within the shortest failed run of both
    algorithms, otherwise with minus the quality it had by then; larger is better. The p-value is
    that of the normal distribution, and 1 where the better one by rank needed more effort.
    """
    times = [side.spread(side.block.runtimes) for side in (a, b)]
    failed = [_failed_lengths(side) for side in (a, b)]
    limit = np.minimum(failed[0], failed[1])  # (p, k)
    quality = [_quality(side, limit) for side in (a, b)]
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
    return RankSum(z, np.where(_guard(z, a, b), two_sided(z), 1.0), wins / (n * m))


def _failed_lengths(side: Side) -> Float:
    """Return the shortest failed run, (p, k); inf where all succeeded."""
    block = side.block
    lengths = np.where(np.isfinite(block.runtimes), np.inf, block.lengths[:, None])
    shortest: Float = np.minimum.reduceat(lengths, block.starts, axis=0)[side.rows]
    return shortest


def _quality(side: Side, limit: Float) -> Float:
    """Return the quality of the runs at the limits of their problem, (largest count, p, k)."""
    block, counts = side.block, side.counts
    starts = np.cumsum(counts) - counts
    members = np.arange(counts.sum()) + np.repeat(block.starts[side.rows] - starts, counts)
    runs = block.source[block.order[members]]
    return padded(_recorded_quality(runs, np.repeat(limit, counts, axis=0)), starts, counts)


def _recorded_quality(runs: Runs, limits: Float) -> Float:
    """Return the value of the last record within each limit, (n, k).

    Records made at given evaluation counts are the same counts for all runs and algorithms; where
    there are any they alone count, so that nobody gains from a denser record of improvements.
    """
    result = runs.values_at(limits)
    positions, found = ragged.last_at_most(runs.budget_offsets, runs.budget_evaluations, limits)
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


def pairwise_tests(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    rule: Rule = "runtimes",
    family: Family = "table",
) -> PairTests:
    """Test every pair of algorithms on every common problem and target.

    Runs are ranked by their runtime; failed runs are slower than all others and equal among each
    other. The p-value is exact up to 60 runs of both together, ties included (permutation
    distribution), and normal with correction for ties beyond. Every run counts once, whatever its
    instance.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`; the targets default to those of the suite's tables.
    rule : {"runtimes", "published"}
        ``"published"`` is the rule behind the stars of published tables: runs that did not succeed
        within the shortest failed run are ranked by their quality then, and the p-value is 1 where
        the better one by rank spent more. It can be significant between two algorithms that never
        succeed, and be 1 between one that always does and one that never does.
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
    >>> row["algorithm"], row["effect"], round(row["p"], 4)
    ('a', 1.0, 0.0286)
    """
    choice(rule, get_args(Rule), "rule")
    choice(family, get_args(Family), "family")
    parts = []
    for a, b in pairs_of(runs, targets, functions=functions, dimensions=dimensions):
        test = runtime_test(a, b) if rule == "runtimes" else published_test(a, b)
        parts.append(
            a.table(
                PairTests,
                algorithm=np.array(a.algorithm, dtype=object),
                other=np.array(b.algorithm, dtype=object),
                z=test.z,
                p=test.p,
                p_holm=np.array(1.0),
                p_bonferroni=np.array(1.0),
                effect=test.effect,
                ert=a.matrix.ert[a.rows],
                other_ert=b.matrix.ert[b.rows],
            )
        )
    table = PairTests.concatenate(parts)
    pair = table.suite, table.algorithm, table.other, table.dimension
    families = Families.of(*(pair if family == "pair" else [np.zeros(len(table))]))
    return replace(
        table,
        p_holm=families.corrected(holm, table.p),
        p_bonferroni=families.corrected(bonferroni, table.p),
    )
