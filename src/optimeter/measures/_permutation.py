"""The exact null distribution of the rank-sum statistic, ties included."""

from functools import lru_cache

import numpy as np

from optimeter._core.measures import rank_sum_counts
from optimeter.measures._table import Bool, Float, Int

__all__ = ["EXACT_UP_TO", "permutation_p"]

EXACT_UP_TO = 60  # runs of both samples together
KEPT = 4096  # distributions: many cells of a report share theirs


def permutation_p(pooled: Float, wins: Float, n: Int, m: Int) -> Float:
    """Return two-sided p-values of all cells, NaN where there are too many runs.

    Under the null hypothesis every choice of n of the n + m pooled values is equally likely to be
    the first sample; values that are equal (failed runs) stay equal. The p-value is twice the
    smaller tail, at most 1.

    Parameters
    ----------
    pooled : (s, p, k) float64
        The values of both samples in every cell, NaN where there are fewer.
    wins : (p, k) float64
        Pairs in which the first sample has the smaller value, ties one half.
    n, m : (p, 1) int64
        Sizes of the samples.
    """
    shape = wins.shape
    ranked = np.sort(pooled, axis=0)
    changed = np.ones(ranked.shape, dtype=bool)
    changed[1:] = ranked[1:] != ranked[:-1]
    fresh: Bool = changed.reshape(len(ranked), -1)
    sizes = [np.broadcast_to(size, shape).reshape(-1) for size in (n, m)]
    doubled = np.rint(2 * wins).astype(np.int64).reshape(-1)
    result = np.full(doubled.shape, np.nan)
    # Cells with the same sizes and ties share one distribution.
    keys = np.vstack([*sizes, np.packbits(fresh, axis=0)])
    _, first, group = np.unique(keys, axis=1, return_index=True, return_inverse=True)
    order = np.argsort(group.reshape(-1), kind="stable")
    members = np.split(order, np.flatnonzero(np.diff(group.reshape(-1)[order])) + 1)
    patterns = np.ascontiguousarray(fresh[:, first].T)
    pairs = zip(sizes[0][first].tolist(), sizes[1][first].tolist(), strict=True)
    for (one, other), pattern, chosen in zip(pairs, patterns, members, strict=True):
        if one + other <= EXACT_UP_TO:
            found = _by_pattern(one, other, pattern[: one + other].tobytes())
            result[chosen] = found[doubled[chosen]]
    return result.reshape(shape)


@lru_cache(maxsize=KEPT)
def _by_pattern(n: int, m: int, fresh: bytes) -> Float:
    """Return `_two_sided` of pooled values, given where in their order a new one begins."""
    starts = np.flatnonzero(np.frombuffer(fresh, dtype=bool))
    return _two_sided(n, m, tuple(np.diff(np.append(starts, n + m)).tolist()))


def _two_sided(n: int, m: int, ties: tuple[int, ...]) -> Float:
    """Return the p-value for each number of wins of the first sample, doubled: 0, 1, …, 2·n·m.

    Choices are counted by the sum of their doubled midranks.
    """
    size = min(n, m)
    lowest, span = size * (size + 1), 2 * n * m
    counts = rank_sum_counts(size, np.array(ties, dtype=np.int64), lowest + span + 1)
    mass = counts[lowest:] / counts.sum()
    if n <= m:
        mass = mass[::-1]  # a small sum of ranks is many wins
    tails = np.minimum(np.cumsum(mass), np.cumsum(mass[::-1])[::-1])
    result: Float = np.minimum(2 * tails, 1.0)
    return result
