"""Deep statistical comparison: rank algorithms per problem by their whole distributions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from optimeter._arguments import real
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.measures._pairs import samples_by_problem, sides
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._table import Float, Int, Names, Table
from optimeter.measures._tails import chi_squared, kolmogorov, two_sided
from optimeter.measures.multiple_tests import LEVEL, holm
from optimeter.measures.targets import TargetsLike

__all__ = ["DeepRanking", "deep_ranking", "deep_ranks"]

TOGETHER = 100_000  # gaps between distributions that are looked at together


@dataclass(frozen=True, slots=True, repr=False)
class DeepRanking(Table):
    """Mean ranks by deep statistical comparison, one row per suite, dimension and algorithm.

    Attributes
    ----------
    algorithm, suite, dimension : (r,)
    rank : (r,) float64
        Mean rank over the problems; 1 is best.
    problems : (r,) int64
    omnibus_p : (r,) float64
        Friedman's test that all algorithms rank the same (one value per dimension).
    p, p_holm : (r,) float64
        Two-sided test against the algorithm with the best mean rank, and corrected; 1 for it.
    """

    algorithm: Names
    suite: Names
    dimension: Int
    rank: Float
    problems: Int
    omnibus_p: Float
    p: Float
    p_holm: Float


def deep_ranks(samples: Sequence[Float], level: float = LEVEL) -> Float:
    """Rank algorithms on problems; those that cannot be told apart share their mean rank.

    Every pair is compared by a two-sided two-sample Kolmogorov–Smirnov test, Bonferroni-corrected.
    If "not different" is transitive, equal samples form groups that are ordered and share ranks;
    otherwise samples are ranked one by one. The order is that of the mean ranks of the pooled
    values, which stay meaningful when runs failed.

    Parameters
    ----------
    samples : sequence of (n_i, k) float64
        Of m algorithms on k problems. Smaller is better; inf for failed runs.
    level : float
        Family-wise significance level.

    Returns
    -------
    (k, m) float64

    Examples
    --------
    >>> first, second = np.arange(10) / 10 + 1, np.arange(10) / 10 + 2
    >>> deep_ranks([one[:, None] for one in (first, second + 1, second + 1.05)]).tolist()
    [[1.0, 2.5, 2.5]]
    """
    level = real(level, "level", above=0, below=1)
    sizes = np.array([len(sample) for sample in samples])
    pooled = _midranks(np.concatenate(samples))
    means = (np.add.reduceat(pooled, np.cumsum(sizes) - sizes, axis=0) / sizes[:, None]).T
    tests = len(sizes) * (len(sizes) - 1) / 2
    same = (_ks_p(pooled, sizes) * tests >= level) | np.eye(len(sizes), dtype=bool)
    joined = (same.astype(np.int64) @ same.astype(np.int64)) > 0
    transitive = (joined == same).all(axis=(1, 2))
    # Where it is, all members of a group have the same row: those that are like them. Equal samples
    # share their group's mean, so ordinary mid-ranks give the shared ranks.
    shared = (same * means[:, None, :]).sum(axis=2) / same.sum(axis=2)
    return _midranks(np.where(transitive[:, None], shared, means).T).T


def _parts(samples: Sequence[Float]) -> list[slice]:
    """Return problems that are ranked together: as many as fit the processor's cache, or one."""
    gaps = sum(len(times) for times in samples) * len(samples) ** 2
    step = max(1, TOGETHER // gaps)
    return [slice(k, k + step) for k in range(0, samples[0].shape[1], step)]


def _midranks(values: Float) -> Float:
    """Return ranks from 1 on along the first axis; equal values share the mean of theirs."""
    order = np.argsort(values, axis=0, kind="stable")
    ranked = np.take_along_axis(values, order, axis=0)
    place = np.arange(len(values))[:, None]
    fresh = np.ones(values.shape, dtype=bool)
    fresh[1:] = ranked[1:] != ranked[:-1]
    last = np.ones(values.shape, dtype=bool)
    last[:-1] = fresh[1:]
    start = np.maximum.accumulate(np.where(fresh, place, 0), axis=0)
    backwards = np.where(last, place, len(values) - 1)[::-1]
    end = np.minimum.accumulate(backwards, axis=0)[::-1]
    result = np.empty(values.shape)
    np.put_along_axis(result, order, (start + end) / 2 + 1, axis=0)
    return result


def _ks_p(pooled: Float, sizes: Int) -> Float:
    """Return the (k, m, m) two-sided Kolmogorov–Smirnov p-values with Stephens' correction.

    `pooled` holds the ranks of samples that follow each other, (n, k).
    """
    order = np.argsort(pooled, axis=0, kind="stable")
    ranks = np.take_along_axis(pooled, order, axis=0)
    owner = np.repeat(np.arange(len(sizes)), sizes)[order]
    shares = np.cumsum(owner[:, :, None] == np.arange(len(sizes)), axis=0) / sizes
    behind = np.ones(ranks.shape, dtype=bool)  # all that tie
    behind[:-1] = ranks[1:] != ranks[:-1]
    shares[~behind] = 0.0  # no gap between any two there
    distance = np.abs(shares[:, :, :, None] - shares[:, :, None, :]).max(axis=0)
    root = np.sqrt(np.multiply.outer(sizes, sizes) / np.add.outer(sizes, sizes))
    return kolmogorov((root + 0.12 + 0.11 / root) * distance)


def deep_ranking(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    level: float = LEVEL,
) -> DeepRanking:
    """Rank algorithms over problems, dimension by dimension.

    Failed runs are worse than all successful ones, and alike among each other. Problems are
    (function, target) pairs all algorithms have data for.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`; the targets default to those of the suite's tables.
    level : float
        Significance level of the comparisons per problem.

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=1, dimension=2, algorithm=["a"] * 9 + ["b"] * 9, offsets=range(19),
    ...     step_evaluations=[*range(10, 19), *range(50, 59)], step_precision=[0] * 18)
    >>> deep_ranking(runs, [1]).rank.tolist()
    [1.0, 2.0]
    """
    if len(runs.algorithms) < 2:
        message = f"a ranking needs at least two algorithms; got {list(runs.algorithms)}"
        raise DataError(message)
    parts = []
    members = sides(runs, targets, functions=functions, dimensions=dimensions)
    for suite, blocks in members.items():
        for d in sorted({int(d) for _, block, _ in blocks for d in block.dimension}):
            found = samples_by_problem(blocks, d)
            common = sorted(set.intersection(*(set(table) for table in found.values())))
            if common:
                ranks = np.concatenate(
                    [
                        deep_ranks([times[:, part] for times in samples], level)
                        for samples in ([table[f] for table in found.values()] for f in common)
                        for part in _parts(samples)
                    ]
                )
                parts.append(_rows(list(found), suite, d, ranks))
    return DeepRanking.concatenate(parts)


def _rows(names: list[str], suite: str, dimension: int, ranks: Float) -> DeepRanking:
    """Test the (problems, algorithms) ranks."""
    problems, size = ranks.shape
    mean = ranks.mean(axis=0)
    centred = ranks - (size + 1) / 2
    spread = float((centred**2).sum()) / (problems * (size - 1))
    statistic = problems * float(((mean - (size + 1) / 2) ** 2).sum()) / spread if spread else 0.0
    omnibus = chi_squared(size - 1, statistic)
    z = (mean - mean.min()) / np.sqrt(size * (size + 1) / (6 * problems))
    p = two_sided(z)
    best = int(np.argmin(mean))
    others = np.arange(size) != best
    corrected = np.ones(size)
    corrected[others] = holm(p[others])
    return DeepRanking(
        algorithm=np.array(names, dtype=object),
        suite=np.full(size, suite, dtype=object),
        dimension=np.full(size, dimension, dtype=np.int64),
        rank=mean,
        problems=np.full(size, problems, dtype=np.int64),
        omnibus_p=np.full(size, omnibus),
        p=np.where(others, p, 1.0),
        p_holm=corrected,
    )
