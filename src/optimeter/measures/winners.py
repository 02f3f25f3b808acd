"""Who leads at which budget."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from optimeter.data.runs import Runs
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._table import Float, Int, Names, Table
from optimeter.measures.ecdf import EcdfSplit, ecdf
from optimeter.measures.fixed_budget import Budgets, checked_budgets
from optimeter.measures.targets import TargetsLike

__all__ = ["BudgetWinners", "budget_winners", "winners_of"]


@dataclass(frozen=True, slots=True, repr=False)
class BudgetWinners(Table):
    """The leader at each budget, one row per dimension, set of functions and budget.

    Attributes
    ----------
    suite, dimension, group : (r,)
    budget : (r,) float64
        Evaluations per dimension.
    winner : (r,)
        Algorithm with the largest share of pairs solved; '' where nothing is solved yet.
    share : (r,) float64
        That share.
    runner_up : (r,)
    margin : (r,) float64
        How far the winner is ahead of the runner-up; 0 in a tie (the first algorithm is named).
    """

    suite: Names
    dimension: Int
    group: Names
    budget: Float
    winner: Names
    share: Float
    runner_up: Names
    margin: Float

    def stretches(self) -> list[tuple[str, float]]:
        """Return who leads from which budget on; the rows are of one dimension and set.

        Examples
        --------
        >>> runs = Runs.from_arrays(
        ...     function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
        ...     step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
        >>> budget_winners(runs, [1, 0.01], budgets=[1, 10, 50, 70], by="all").stretches()
        [('b', 10.0), ('a', 50.0)]
        """
        result: list[tuple[str, float]] = []
        for winner, budget in zip(self.winner.tolist(), self.budget.tolist(), strict=True):
            if winner and (not result or result[-1][0] != winner):
                result.append((winner, budget))
        return result


def budget_winners(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    budgets: Budgets | None = None,
    functions: Functions = None,
    dimensions: Dimensions = None,
    by: EcdfSplit = "function",
) -> BudgetWinners:
    """Find the algorithm with the highest runtime profile at each budget.

    Parameters
    ----------
    runs, targets, functions, dimensions, by
        As for `optimeter.ecdf`.
    budgets : sequence of float, optional
        Evaluations per dimension; five per decade up to the longest run when not given.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
    ...     step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
    >>> budget_winners(runs, [1, 0.01], budgets=[1, 10, 50]).winner.tolist()
    ['', 'b', 'a']
    """
    curves = ecdf(runs, targets, functions=functions, dimensions=dimensions, by=by)
    return winners_of(curves, checked_budgets(budgets, runs))


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
    def at(self, x: ArrayLike) -> Float: ...


def winners_of(curves: Iterable[ShareCurve], budgets: Float) -> BudgetWinners:
    """Find the highest of some profiles at each budget, for every dimension and set of functions.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
    ...     step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
    >>> winners_of(ecdf(runs, [1, 0.01]), np.array([10.0, 50.0])).winner.tolist()
    ['b', 'a']
    """
    sets: dict[tuple[str, int, str], list[ShareCurve]] = {}
    for curve in curves:
        sets.setdefault((curve.suite, curve.dimension, curve.group), []).append(curve)
    parts = []
    for (suite, d, group), members in sets.items():
        names = np.array([*(curve.algorithm for curve in members), ""], dtype=object)
        shares = np.vstack([*(curve.at(budgets) for curve in members), np.zeros(len(budgets))])
        order = np.argsort(-shares, axis=0, kind="stable")
        best, second = (np.take_along_axis(shares, order[i : i + 1], axis=0)[0] for i in (0, 1))
        parts.append(
            BudgetWinners(
                suite=np.full(len(budgets), suite, dtype=object),
                dimension=np.full(len(budgets), d, dtype=np.int64),
                group=np.full(len(budgets), group, dtype=object),
                budget=budgets,
                winner=np.where(best > 0, names[order[0]], ""),
                share=best,
                runner_up=np.where(best > 0, names[order[1]], ""),
                margin=best - second,
            )
        )
    return BudgetWinners.concatenate(parts)
