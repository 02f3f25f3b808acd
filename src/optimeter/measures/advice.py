"""Which algorithm to take for a budget, a dimension and a kind of functions; how few cover most."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from optimeter._arguments import integer, real
from optimeter.data.runs import Runs
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._table import Bool, Float, Int, Names, Table, coded, constant_column
from optimeter.measures.ecdf import EcdfSplit, ecdf
from optimeter.measures.ert import Ert, ert
from optimeter.measures.fixed_budget import Budgets, checked_budgets
from optimeter.measures.targets import TargetsLike
from optimeter.measures.winners import (
    TIE,
    ShareCurve,
    at_budgets,
    beyond_runs,
    may_lead,
    sets_of,
)

__all__ = [
    "Advice",
    "Cover",
    "TargetAdvice",
    "advice",
    "advice_budgets",
    "advice_of",
    "cover",
    "covers_of",
]


@dataclass(frozen=True, slots=True, repr=False)
class Advice(Table):
    """All algorithms in order, for each dimension, set of functions and budget.

    Attributes
    ----------
    suite, dimension, group : (r,)
    budget : (r,) float64
        Evaluations per dimension.
    rank : (r,) int64
        1 for the highest share; equal ones have the same.
    algorithm : (r,)
    share, low, high : (r,) float64
        Share of (function, target) pairs solved within the budget, and its interval; 0 and 1
        without resampling.
    behind : (r,) float64
        How much less that is than the best one's share.
    candidate : (r,) bool
        Whether it may be the best: the interval of the difference includes zero (MOVER rule, as for
        `BudgetWinners`). Without resampling, those that are equal to the best.
    simulated : (r,) bool
        Whether the budget lies beyond the algorithm's runs, so that the share rests on simulated
        restarts.
    """

    suite: Names
    dimension: Int
    group: Names
    budget: Float
    rank: Int
    algorithm: Names
    share: Float
    low: Float
    high: Float
    behind: Float
    candidate: Bool
    simulated: Bool


@dataclass(frozen=True, slots=True, repr=False)
class TargetAdvice(Advice):
    """The orders of algorithms for several kinds of targets, which `targets` names."""

    targets: Names


@dataclass(frozen=True, slots=True, repr=False)
class Cover(Table):
    """A few algorithms that solve most together, one row per dimension and member.

    Attributes
    ----------
    suite, dimension : (r,)
    budget : (r,) float64
        Evaluations per dimension that each of them may spend.
    size : (r,) int64
        Members up to this one.
    algorithm : (r,)
        The one that is added.
    share : (r,) float64
        Share of (function, target) pairs that one of the members solves: its expected runtime is
        within the budget.
    gain : (r,) float64
        What this one adds.
    """

    suite: Names
    dimension: Int
    budget: Float
    size: Int
    algorithm: Names
    share: Float
    gain: Float


class BudgetedCurve(ShareCurve, Protocol):
    """A profile that tells how long the runs behind it were."""

    @property
    def budget(self) -> float: ...


def advice(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    budgets: Budgets | None = None,
    functions: Functions = None,
    dimensions: Dimensions = None,
    by: EcdfSplit | Sequence[EcdfSplit] = "all",
    resamples: int = 200,
    confidence: float = 0.95,
    seed: int = 1,
) -> Advice:
    """Answer which algorithm to take for a budget, a dimension and a kind of functions.

    Parameters
    ----------
    runs, targets, functions, dimensions, by, resamples, confidence, seed
        As for `optimeter.ecdf`.
    budgets : sequence of float, optional
        Evaluations per dimension; powers of ten up to the longest run when not given.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
    ...     step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
    >>> table = advice(runs, [1, 0.01], budgets=[10, 50], resamples=0)
    >>> list(zip(table.budget.tolist(), table.algorithm.tolist(), table.share.tolist()))
    [(10.0, 'b', 0.5), (10.0, 'a', 0.0), (50.0, 'a', 1.0), (50.0, 'b', 0.5)]
    """
    curves = ecdf(
        runs,
        targets,
        functions=functions,
        dimensions=dimensions,
        by=by,
        resamples=resamples,
        confidence=confidence,
        seed=seed,
    )
    at = advice_budgets(runs) if budgets is None else checked_budgets(budgets, runs)
    return advice_of(curves, at)


def advice_budgets(runs: Runs) -> Float:
    """Return the powers of ten up to the longest run, per dimension."""
    longest = float(np.max(runs.evaluations / runs.dimension)) if len(runs) else 1.0
    last = int(np.floor(np.log10(max(longest, 10.0)) + 1e-9))
    return np.array([10.0**k for k in range(1, last + 1)])


def advice_of(curves: Iterable[BudgetedCurve], budgets: Float) -> Advice:
    """Put the algorithms of some profiles in order, for every dimension and set of functions.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
    ...     step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
    >>> advice_of(ecdf(runs, [1, 0.01]), np.array([50.0])).algorithm.tolist()
    ['a', 'b']
    """
    at = np.asarray(budgets, dtype=float)
    return Advice.concatenate([_ordered(*key, found, at) for key, found in sets_of(curves).items()])


def _ordered(
    suite: str, dimension: int, group: str, curves: Sequence[BudgetedCurve], budgets: Float
) -> Advice:
    """Return the rows of one dimension and set; all arrays within are (budget, algorithm)."""
    names, share, low, high = at_budgets(curves, budgets)
    order = np.argsort(-share, axis=1, kind="stable")
    behind = share.max(axis=1, keepdims=True) - share
    rank = 1 + (share[:, None, :] > share[:, :, None] + TIE).sum(axis=2)
    simulated = beyond_runs(budgets[:, None], [curve.budget for curve in curves])
    rows = np.repeat(np.arange(len(budgets)), len(curves))
    chosen = rows, order.reshape(-1)
    return Advice(
        suite=constant_column(suite, len(rows)),
        dimension=np.full(len(rows), dimension, dtype=np.int64),
        group=constant_column(group, len(rows)),
        budget=budgets[rows],
        rank=rank[chosen].astype(np.int64),
        algorithm=names[chosen[1]],
        share=share[chosen],
        low=np.nan_to_num(low[chosen], nan=0.0),
        high=np.nan_to_num(high[chosen], nan=1.0),
        behind=behind[chosen],
        candidate=may_lead(share, low, high)[chosen],
        simulated=simulated[chosen],
    )


def cover(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    budget: float,
    most: int = 5,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> Cover:
    """Find a few algorithms that solve most problems together within a budget.

    They are chosen one by one, each the one that adds most (of those that add as much, the one that
    solves more by itself): at least 63 % of what the best choice of as many could solve.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`.
    budget : float
        Evaluations per dimension of each of them.
    most : int
        How many; fewer where nothing is left to add.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=[1, 2, 1, 2], dimension=1, offsets=range(5),
    ...     algorithm=["a", "a", "b", "b"], evaluations=100,
    ...     step_evaluations=[5, 90, 90, 7], step_precision=[0, 0, 0, 0])
    >>> table = cover(runs, [1], budget=10)
    >>> table.algorithm.tolist(), table.share.tolist()
    (['a', 'b'], [0.5, 1.0])
    """
    table = ert(runs.pooled(), targets, functions=functions, dimensions=dimensions)
    return covers_of(table, [budget], most=most)


def covers_of(table: Ert, budgets: Iterable[float], *, most: int = 5) -> Cover:
    """Find a few algorithms that solve most of the problems of a table, for every budget."""
    word = "budget (evaluations per dimension)"
    at = [real(budget, word, above=0) for budget in budgets]
    size = integer(most, "most", least=1)
    parts = []
    for name, of_suite in table.split("suite").items():
        for d, here in of_suite.split("dimension").items():
            names, ert = _cube(here)
            for budget in at:
                chosen, shares = _chosen(ert <= budget * d, size)
                parts.append(
                    Cover(
                        suite=constant_column(name, len(chosen)),
                        dimension=np.full(len(chosen), d, dtype=np.int64),
                        budget=np.full(len(chosen), budget),
                        size=np.arange(1, len(chosen) + 1, dtype=np.int64),
                        algorithm=np.array([names[one] for one in chosen], dtype=object),
                        share=shares,
                        gain=np.diff(shares, prepend=0.0),
                    )
                )
    return Cover.concatenate(parts)


def _cube(table: Ert) -> tuple[list[str], Float]:
    """Return the algorithms of one dimension, and their expected runtimes, (algorithm, pair)."""
    (names, who), (functions, f), (targets, t) = map(
        coded, (table.algorithm, table.function, table.target)
    )
    cells = np.full((len(names), len(functions), len(targets)), np.inf)
    held = np.zeros(cells.shape[1:], dtype=bool)
    cells[who, f, t] = table.ert
    held[f, t] = True
    return names, cells[:, held]


def _chosen(solved: Bool, most: int) -> tuple[list[int], Float]:
    """Return a few algorithms by their rows in (algorithm, pair), and what they solve together."""
    covered = np.zeros(solved.shape[1], dtype=bool)
    alone = solved.sum(axis=1)
    members: list[int] = []
    shares: list[float] = []
    while len(members) < min(most, len(solved)):
        gains = (solved & ~covered).sum(axis=1)
        if not gains.any():
            break
        members.append(int(np.lexsort((-alone, -gains))[0]))
        covered |= solved[members[-1]]
        shares.append(float(covered.mean()))
    return members, np.array(shares, dtype=float)
