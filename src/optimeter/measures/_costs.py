"""Measures of other costs than evaluations."""

from optimeter.data.costs import Cost, cost_unit
from optimeter.data.runs import Runs

__all__ = ["counted"]


def counted(runs: Runs, cost: Cost | None) -> tuple[Runs, float]:
    """Return the runs with their cost counted, and how much of it one count is.

    Runs that count something already are taken as they are.
    """
    if cost is None:
        return runs, 1.0
    counting = runs.costing(cost)
    return counting, cost_unit(counting)
