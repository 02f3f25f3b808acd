"""Which algorithms are alike: a tree of algorithms by the factors between their runtimes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from optimeter._arguments import real
from optimeter._core.measures import mean_differences
from optimeter.data.runs import Runs
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._table import Float, Int, Names, Table, constant_column
from optimeter.measures.ert import Ert, ert
from optimeter.measures.targets import TargetsLike

__all__ = ["ALIKE", "Clusters", "clusters", "clusters_of"]

PENALTY = 10.0  # factor by which failing is slower than the largest runtime of a problem
ALIKE = 2.0  # factor between runtimes up to which algorithms are alike


@dataclass(frozen=True, slots=True, repr=False)
class Clusters(Table):
    """The algorithms of each dimension in the order of a tree, those that are alike together.

    Two algorithms are joined at the largest number in `joins` after the first up to the second, so
    that the rows hold the whole tree.

    Attributes
    ----------
    suite, dimension, algorithm : (r,)
    cluster : (r,) int64
        Number of the group of algorithms that are alike: 1, 2, … in the order of the rows.
    joins : (r,) float64
        Factor between runtimes at which the algorithm is joined with the row before; inf for the
        first of a dimension, and where nothing can be compared.
    nearest : (r,)
        The algorithm with the most similar runtimes; '' where nothing can be compared.
    factor : (r,) float64
        How far that one is.
    """

    suite: Names
    dimension: Int
    algorithm: Names
    cluster: Int
    joins: Float
    nearest: Names
    factor: Float


def clusters(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    factor: float = ALIKE,
) -> Clusters:
    """Group algorithms by their runtimes, in every dimension apart.

    How far two algorithms are from each other is the geometric mean, over (function, target) pairs,
    of the factor between their expected runtimes, the larger over the smaller. Where an algorithm
    never reaches a target, ten times the largest expected runtime of any algorithm to any target of
    that function stands in, so that two of which one fails are at least a factor of ten apart there;
    pairs that no algorithm solves do not count, and only functions that both have data for do.
    The tree is made by average linkage: the two groups that are closest, on geometric average over
    their members, are joined, again and again. Of two that are joined the faster one comes first.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`.
    factor : float
        Groups are alike that are joined up to this factor.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=range(4),
    ...     algorithm=["slow", "fast", "as fast"], evaluations=1000,
    ...     step_evaluations=[800, 80, 100], step_precision=[0, 0, 0])
    >>> table = clusters(runs, [1])
    >>> table.algorithm.tolist(), table.cluster.tolist(), table.joins.round(2).tolist()
    (['fast', 'as fast', 'slow'], [1, 1, 2], [inf, 1.25, 8.94])
    """
    table = ert(runs.pooled(), targets, functions=functions, dimensions=dimensions)
    return clusters_of(table, factor=factor)


def clusters_of(table: Ert, *, factor: float = ALIKE) -> Clusters:
    """Group algorithms by their expected runtimes."""
    alike = real(factor, "factor", above=1)
    parts = []
    for suite, of_suite in table.split("suite").items():
        for d, here in of_suite.split("dimension").items():
            of_one = here.split("algorithm").items()
            found = {name: (own.function, own.target, own.ert) for name, own in of_one}
            parts.append(_tree(suite, d, found, alike))
    return Clusters.concatenate(parts)


_Runtimes = tuple[Int, Float, Float]  # of one algorithm: functions, targets, expected runtimes


def _tree(suite: str, dimension: int, runtimes: Mapping[str, _Runtimes], alike: float) -> Clusters:
    """Return the rows of one dimension."""
    names = np.array(list(runtimes), dtype=object)
    logs = _logs(list(runtimes.values()))
    apart = mean_differences(logs)
    known = np.isfinite(logs)
    count = np.maximum(known.sum(axis=1), 1)
    speed = np.where(known, logs, 0.0).sum(axis=1) / count
    order, joins = average_linkage(apart, speed)
    np.fill_diagonal(apart, np.inf)
    nearest, distance = apart.argmin(axis=1)[order], apart.min(axis=1)[order]
    factors = 10.0**joins
    return Clusters(
        suite=constant_column(suite, len(names)),
        dimension=np.full(len(names), dimension, dtype=np.int64),
        algorithm=names[order],
        cluster=np.cumsum(factors > alike).astype(np.int64),
        joins=factors,
        nearest=np.where(np.isfinite(distance), names[nearest], ""),
        factor=10.0**distance,
    )


def _logs(runtimes: Sequence[_Runtimes]) -> Float:
    """Return log10 of runtimes, (algorithm, pair): NaN without data, pairs that one solves at least."""
    columns: dict[tuple[int, float], int] = {}
    places: dict[tuple[bytes, bytes], list[int]] = {}  # mostly all algorithms have the same pairs
    for function, target, _ in runtimes:
        layout = function.tobytes(), target.tobytes()
        if layout not in places:
            pairs = zip(function.tolist(), target.tolist(), strict=True)
            places[layout] = [columns.setdefault(pair, len(columns)) for pair in pairs]
    times = np.full((len(runtimes), len(columns)), np.nan)
    for row, (function, target, own) in enumerate(runtimes):
        times[row, places[function.tobytes(), target.tobytes()]] = own
    logs: Float = np.log10(_penalised(times, np.array([function for function, _ in columns])))
    return logs[:, np.isfinite(times).any(axis=0)]


def _penalised(times: Float, functions: Int) -> Float:
    """Return runtimes with a stand-in for infinity, by the function of each column; NaN stays."""
    times = times.copy()
    for function in np.unique(functions):
        own = times[:, functions == function]
        largest = own[np.isfinite(own)].max(initial=1.0)
        own[own == np.inf] = PENALTY * largest
        times[:, functions == function] = own
    return times


def average_linkage(apart: Float, first: Float) -> tuple[Int, Float]:
    """Join the two groups that are closest on average over their members, until one is left.

    Parameters
    ----------
    apart : (m, m) float64
        Distances, symmetric.
    first : (m,) float64
        Of two groups that are joined, the one with the smaller mean of these comes first.

    Returns
    -------
    order : (m,) int64
        The members so that groups stand together.
    joins : (m,) float64
        Distance at which each is joined with the one before; inf for the first. Distances at which
        groups are joined never decrease, so that order and distances hold the whole tree.

    Examples
    --------
    >>> apart = np.array([[0.0, 5.0, 1.0], [5.0, 0.0, 3.0], [1.0, 3.0, 0.0]])
    >>> order, joins = average_linkage(apart, np.array([2.0, 9.0, 1.0]))
    >>> order.tolist(), joins.tolist()
    ([2, 0, 1], [inf, 1.0, 4.0])
    """
    count = len(apart)
    left = apart.astype(float, copy=True)
    np.fill_diagonal(left, np.inf)
    trees: dict[int, list[tuple[int, float]]] = {i: [(i, np.inf)] for i in range(count)}
    mean = first.astype(float, copy=True)
    size = np.ones(count)
    while len(trees) > 1:
        i, j = divmod(int(np.argmin(left)), count)
        height = float(left[i, j])
        if height == np.inf:  # what is left cannot be compared
            break
        front, back = (i, j) if mean[i] <= mean[j] else (j, i)
        (member, _), *rest = trees[back]
        trees[i] = [*trees[front], (member, height), *rest]
        del trees[j]
        share = size[[i, j]] / (size[i] + size[j])
        left[i] = left[:, i] = share @ left[[i, j]]
        left[i, i] = left[j] = left[:, j] = np.inf
        mean[i] = share @ mean[[i, j]]
        size[i] += size[j]
    leaves = [leaf for i in sorted(trees, key=lambda i: mean[i]) for leaf in trees[i]]
    order, joins = zip(*leaves, strict=True) if leaves else ((), ())
    return np.array(order, dtype=np.int64), np.array(joins, dtype=float)
