"""One-sided Kolmogorov–Smirnov tests: which algorithm is stochastically faster."""

from dataclasses import dataclass, replace

import numpy as np

from optimeter.data.runs import Runs
from optimeter.measures._pairs import pairs_of
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._table import Float, Int, Names, Table
from optimeter.measures.multiple_tests import Families, bonferroni, holm
from optimeter.measures.targets import TargetsLike

__all__ = ["KolmogorovSmirnov", "kolmogorov_smirnov"]


@dataclass(frozen=True, slots=True, repr=False)
class KolmogorovSmirnov(Table):
    """One-sided tests, one row per ordered pair, problem and target.

    Attributes
    ----------
    faster, slower : (r,)
        The hypothesis: runtimes of `faster` are stochastically smaller.
    suite, function, dimension, instance, target : (r,)
        As in `Ert`.
    distance : (r,) float64
        Largest excess of the distribution function of `faster` over that of `slower`.
    p, p_holm, p_bonferroni : (r,) float64
        Asymptotic p-value, and corrected for all ordered pairs of its problem and target.
    """

    faster: Names
    slower: Names
    suite: Names
    function: Int
    dimension: Int
    instance: Int
    target: Float
    distance: Float
    p: Float
    p_holm: Float
    p_bonferroni: Float


def kolmogorov_smirnov(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> KolmogorovSmirnov:
    """Test every ordered pair of algorithms for stochastically smaller runtimes.

    Failed runs stay in the sample, at infinity. p = exp(−2 D² n m / (n + m)).

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=1, dimension=2, algorithm=["a"] * 5 + ["b"] * 5, offsets=range(11),
    ...     step_evaluations=[10, 12, 14, 20, 40, 11, 30, 35, 50, 60], step_precision=[0] * 10)
    >>> test = kolmogorov_smirnov(runs, [1])
    >>> row = test.to_dicts()[0]
    >>> row["faster"], round(row["distance"], 3), round(row["p"], 3)
    ('a', 0.6, 0.165)
    """
    parts = []
    for a, b in pairs_of(runs, targets, functions=functions, dimensions=dimensions):
        times = a.spread(a.block.runtimes), b.spread(b.block.runtimes)
        counts = a.counts[:, None], b.counts[:, None]
        above, below = _distances(*times, *counts)
        effective = counts[0] * counts[1] / (counts[0] + counts[1])
        for faster, slower, distance in ((a, b, above), (b, a, below)):
            parts.append(
                a.table(
                    KolmogorovSmirnov,
                    faster=np.array(faster.algorithm, dtype=object),
                    slower=np.array(slower.algorithm, dtype=object),
                    distance=distance,
                    p=np.exp(-2 * distance**2 * effective),
                    p_holm=np.array(1.0),
                    p_bonferroni=np.array(1.0),
                )
            )
    table = KolmogorovSmirnov.concatenate(parts)
    families = Families.of(
        table.suite, table.function, table.dimension, table.instance, table.target
    )
    return replace(
        table,
        p_holm=families.corrected(holm, table.p),
        p_bonferroni=families.corrected(bonferroni, table.p),
    )


def _distances(a: Float, b: Float, n: Int, m: Int) -> tuple[Float, Float]:
    """Return sup (F_a − F_b)⁺ and sup (F_b − F_a)⁺ along the first axis."""
    above, below = np.zeros(a.shape[1:]), np.zeros(a.shape[1:])
    for row in np.concatenate([a, b]):
        gap = (a <= row).sum(axis=0) / n - (b <= row).sum(axis=0) / m
        gap = np.where(np.isfinite(row), gap, 0.0)
        above, below = np.maximum(above, gap), np.maximum(below, -gap)
    return above, below
