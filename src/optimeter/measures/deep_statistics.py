"""Deep statistical comparison: rank algorithms per problem by their whole distributions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.measures._pairs import sides
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._table import Bool, Float, Int, Names, Table
from optimeter.measures._tails import chi_squared, kolmogorov, two_sided
from optimeter.measures.multiple_tests import LEVEL, holm
from optimeter.measures.targets import TargetsLike

__all__ = ["DeepRanking", "deep_ranking", "deep_ranks"]


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


def deep_ranks(samples: Sequence[Float], *, level: float = LEVEL) -> Float:
    """Rank samples; those that cannot be told apart share their mean rank.

    Every pair is compared by a two-sided two-sample Kolmogorov–Smirnov test, Bonferroni-corrected.
    If "not different" is transitive, equal samples form groups that are ordered and share ranks;
    otherwise samples are ranked one by one. The order is that of the mean ranks of the pooled
    values, which stay meaningful when runs failed.

    Parameters
    ----------
    samples : sequence of (n_i,) float64
        Smaller is better; inf for failed runs.
    level : float
        Family-wise significance level.

    Returns
    -------
    (m,) float64

    Examples
    --------
    >>> first, second = np.arange(10) / 10 + 1, np.arange(10) / 10 + 2
    >>> deep_ranks([first, second + 1, second + 1.05]).tolist()
    [1.0, 2.5, 2.5]
    """
    sizes = np.array([len(sample) for sample in samples])
    pooled = _midranks(np.concatenate(samples))
    means = np.add.reduceat(pooled, np.cumsum(sizes) - sizes) / sizes
    tests = len(sizes) * (len(sizes) - 1) / 2
    same = (_ks_p(pooled, sizes) * tests >= level) | np.eye(len(sizes), dtype=bool)
    if not _transitive(same):
        return _midranks(means)
    group = np.argmax(same, axis=1)  # the first member stands for its group
    group_mean = np.array([np.mean(means[group == g]) for g in group])
    # Equal samples share their group's mean, so ordinary mid-ranks give the shared ranks.
    return _midranks(group_mean)


def _midranks(values: Float) -> Float:
    """Return ranks from 1 on; equal values share the mean of theirs."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[inverse], dtype=np.float64)


def _ks_p(pooled: Float, sizes: Int) -> Float:
    """Return the (m, m) two-sided Kolmogorov–Smirnov p-values, asymptotic with Stephens' correction.

    `pooled` holds the ranks of samples that follow each other.
    """
    order = np.argsort(pooled, kind="stable")
    ranks = pooled[order]
    complete = np.append(ranks[1:] != ranks[:-1], True)  # behind all that tie
    owner = np.repeat(np.arange(len(sizes)), sizes)[order]
    shares = np.cumsum(np.equal.outer(owner, np.arange(len(sizes))), axis=0)[complete] / sizes
    distance = np.abs(shares[:, :, None] - shares[:, None, :]).max(axis=0)
    root = np.sqrt(np.multiply.outer(sizes, sizes) / np.add.outer(sizes, sizes))
    return kolmogorov((root + 0.12 + 0.11 / root) * distance)


def _transitive(same: Bool) -> bool:
    joined = (same.astype(np.int64) @ same.astype(np.int64)) > 0
    return bool(np.array_equal(joined, same))


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
    found = sides(runs, targets, functions=functions, dimensions=dimensions)
    for suite, blocks in found.items():
        for d in sorted({int(d) for _, block, _ in blocks for d in block.dimension}):
            names, tables = [], []
            for name, block, _ in blocks:
                tables.append(
                    {
                        (int(block.function[row]), int(block.instance[row])): block.runtimes[
                            block.starts[row] : block.starts[row] + block.counts[row]
                        ]
                        for row in np.flatnonzero(block.dimension == d)
                    }
                )
                names.append(name)
            common = sorted(set.intersection(*(set(table) for table in tables)))
            if common:
                ranks = np.array(
                    [
                        deep_ranks([table[f][:, k] for table in tables], level=level)
                        for f in common
                        for k in range(tables[0][f].shape[1])
                    ]
                )
                parts.append(_rows(names, suite, d, ranks))
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
