"""Who leads at which budget, and who shares the lead."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from optimeter.data.runs import Runs
from optimeter.measures._band import Band, interval_at
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._table import Bool, Float, Int, Names, Table, constant_column
from optimeter.measures.ecdf import EcdfSplit, ecdf
from optimeter.measures.fixed_budget import Budgets, checked_budgets
from optimeter.measures.targets import TargetsLike

__all__ = ["BudgetWinners", "TargetWinners", "beyond_runs", "budget_winners", "winners_of"]

TIE = 1e-12  # shares are sums: equal ones may differ in their last bits


@dataclass(frozen=True, slots=True, repr=False)
class BudgetWinners(Table):
    """The leaders at each budget, one row per dimension, set of functions, budget and leader.

    The algorithm with the highest profile leads. It shares the lead with all others whose
    profiles are as high, or are not surely lower: the interval of the difference includes zero. Who
    has solved nothing is below all that are surely lower. Where nothing is solved yet, there is no row.

    Attributes
    ----------
    suite, dimension, group : (r,)
    budget : (r,) float64
        Evaluations per dimension.
    algorithm : (r,)
        Who leads; the highest profile first.
    share : (r,) float64
        Its share of pairs solved.
    leaders : (r,) int64
        How many share the lead at this budget.
    rival : (r,)
        The highest of the others; '' if there are none.
    margin : (r,) float64
        How far the algorithm is ahead of its rival: 0 in a tie, negative for those that share the
        lead below the highest.
    low, high : (r,) float64
        Ends of the interval of the margin, of two independent intervals by the MOVER rule (Zou and
        Donner 2008, Statistics in Medicine 27:1693); -1 and 1 for profiles without bands.
    """

    suite: Names
    dimension: Int
    group: Names
    budget: Float
    algorithm: Names
    share: Float
    leaders: Int
    rival: Names
    margin: Float
    low: Float
    high: Float

    @property
    def sure(self) -> Bool:
        """Whether the algorithm leads alone, and its interval says so."""
        return np.asarray((self.leaders == 1) & (self.low > 0))

    def stretches(self) -> list[tuple[str, float]]:
        """Return who leads alone from which budget on, '' where the lead is shared.

        The rows are of one dimension and set.

        Examples
        --------
        >>> runs = Runs.from_arrays(
        ...     function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
        ...     step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
        >>> budget_winners(runs, [1, 0.01], budgets=[1, 10, 20, 50], by="all").stretches()
        [('b', 10.0), ('', 20.0), ('a', 50.0)]
        """
        alone = np.where(self.leaders == 1, self.algorithm, "")
        steps = zip(alone.tolist(), self.budget.tolist(), strict=True)
        return [next(members) for _, members in groupby(steps, key=lambda step: step[0])]


@dataclass(frozen=True, slots=True, repr=False)
class TargetWinners(BudgetWinners):
    """The leaders for several kinds of targets, which `targets` names."""

    targets: Names


def budget_winners(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    budgets: Budgets | None = None,
    functions: Functions = None,
    dimensions: Dimensions = None,
    by: EcdfSplit = "function",
    resamples: int = 0,
    confidence: float = 0.95,
    seed: int = 1,
) -> BudgetWinners:
    """Find the algorithms with the highest runtime profile at each budget.

    Parameters
    ----------
    runs, targets, functions, dimensions, by, resamples, confidence, seed
        As for `optimeter.ecdf`; with `resamples`, those that are not surely lower share the lead.
    budgets : sequence of float, optional
        Evaluations per dimension; five per decade up to the longest run when not given.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
    ...     step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
    >>> table = budget_winners(runs, [1, 0.01], budgets=[1, 10, 20, 50])
    >>> list(zip(table.budget.tolist(), table.algorithm.tolist(), table.margin.tolist()))
    [(10.0, 'b', 0.5), (20.0, 'a', 0.0), (20.0, 'b', 0.0), (50.0, 'a', 0.5)]
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
    return winners_of(curves, checked_budgets(budgets, runs))


def may_lead(share: Float, low: Float, high: Float) -> Bool:
    """Mark, of shares and their intervals, (budget, algorithm), the highest and those not surely lower.

    The interval of a difference is that of two independent ones (MOVER, see `BudgetWinners`). Without
    intervals (NaN) only equal shares are as high. Who has solved nothing is below those that are surely
    lower: the interval of nothing is as wide as the runs are few, wider than that of a little.
    """
    best = share.argmax(axis=1)[:, None]
    behind = np.take_along_axis(share, best, axis=1) - share
    below, above = np.maximum(share - low, 0.0), np.maximum(high - share, 0.0)
    reach = np.hypot(above, np.take_along_axis(below, best, axis=1))
    leads: Bool = (behind <= TIE) | (behind <= reach)  # NaN: unknown, so it does not
    lower = (~leads & (share > 0)).any(axis=1, keepdims=True)
    return leads & ~((share <= 0) & lower)


class ShareCurve(Protocol):
    """What a curve has to offer to be compared at budgets."""

    @property
    def algorithm(self) -> str: ...
    @property
    def suite(self) -> str: ...
    @property
    def dimension(self) -> int: ...
    @property
    def group(self) -> str: ...
    @property
    def band(self) -> Band | None: ...
    def at(self, x: ArrayLike) -> Float: ...


Curve = TypeVar("Curve", bound=ShareCurve)


def beyond_runs(budgets: ArrayLike, end: ArrayLike) -> Bool:
    """Mark budgets beyond runs that end at `end`; a hundredth more is the same budget.

    Optimizers that work in generations do not use up the last evaluations.
    """
    return np.asarray(np.asarray(budgets) > 1.01 * np.asarray(end))


def winners_of(curves: Iterable[ShareCurve], budgets: Float) -> BudgetWinners:
    """Find the highest of some profiles at each budget, for every dimension and set of functions.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
    ...     step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
    >>> winners_of(ecdf(runs, [1, 0.01]), np.array([10.0, 50.0])).algorithm.tolist()
    ['b', 'a']
    """
    at = np.asarray(budgets, dtype=float)
    return BudgetWinners.concatenate(
        [_leaders(*key, found, at) for key, found in sets_of(curves).items()]
    )


def sets_of(curves: Iterable[Curve]) -> dict[tuple[str, int, str], list[Curve]]:
    """Return the curves by suite, dimension and set of functions: those that compete."""
    sets: dict[tuple[str, int, str], list[Curve]] = {}
    for curve in curves:
        sets.setdefault((curve.suite, curve.dimension, curve.group), []).append(curve)
    return sets


def at_budgets(curves: Sequence[ShareCurve], budgets: Float) -> tuple[Names, Float, Float, Float]:
    """Return the algorithms of profiles, their shares and the ends of intervals, (budget, algorithm)."""
    names = np.array([curve.algorithm for curve in curves], dtype=object)
    share = np.column_stack([curve.at(budgets) for curve in curves])
    low, high = zip(*(interval_at(curve.band, budgets) for curve in curves), strict=True)
    return names, share, np.column_stack(low), np.column_stack(high)


def _leaders(
    suite: str, dimension: int, group: str, curves: Sequence[ShareCurve], budgets: Float
) -> BudgetWinners:
    """Return the rows of one dimension and set; all arrays within are (budget, algorithm)."""
    names, share, low, high = at_budgets(curves, budgets)
    order = np.argsort(-share, axis=1, kind="stable")
    best = order[:, :1]
    second = order[:, 1:2] if len(curves) > 1 else np.full_like(best, len(curves))
    rival = np.where(np.arange(len(curves)) == best, second, best)
    below, above = np.maximum(share - low, 0.0), np.maximum(high - share, 0.0)
    # The last column is the rival of one that has none: nobody, with nothing solved.
    of_rival = [np.pad(part, ((0, 0), (0, 1))) for part in (share, below, above)]
    their, their_below, their_above = (np.take_along_axis(p, rival, axis=1) for p in of_rival)
    margin = share - their
    leads = may_lead(share, low, high) & (np.take_along_axis(share, best, axis=1) > 0)
    rows, places = np.nonzero(np.take_along_axis(leads, order, axis=1))
    chosen = rows, order[rows, places]
    return BudgetWinners(
        suite=constant_column(suite, len(rows)),
        dimension=np.full(len(rows), dimension, dtype=np.int64),
        group=constant_column(group, len(rows)),
        budget=budgets[rows],
        algorithm=names[chosen[1]],
        share=share[chosen],
        leaders=leads.sum(axis=1)[rows],
        rival=np.append(names, "")[rival[chosen]],
        margin=margin[chosen],
        low=np.nan_to_num((margin - np.hypot(below, their_above))[chosen], nan=-1.0),
        high=np.nan_to_num((margin + np.hypot(above, their_below))[chosen], nan=1.0),
    )
