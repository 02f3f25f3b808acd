"""Loss ratios: how much longer than the reference an algorithm took for what it reached."""

from dataclasses import dataclass

import numpy as np

from optimeter._arguments import real, reals
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.measures._problems import Dimensions, Functions, problems
from optimeter.measures._table import Float, Int, Names, ProblemTable, Table
from optimeter.measures.coded import tiled
from optimeter.measures.ert import ert_matrix
from optimeter.measures.fixed_budget import Budgets
from optimeter.measures.quantiles import quantile
from optimeter.measures.reference_of import ReferenceLike, reference_of
from optimeter.measures.suites import suite_settings
from optimeter.measures.targets import Targets

__all__ = ["LossRatios", "LossSummary", "loss_ratios", "loss_summary"]


@dataclass(frozen=True, slots=True, repr=False)
class LossRatios(ProblemTable):
    """Loss ratios, one row per problem and budget.

    Attributes
    ----------
    algorithm, suite, function, dimension : (r,)
    budget : (r,) float64
        Evaluations per dimension.
    target : (r,) float64
        Hardest target the algorithm is expected to reach within the budget; inf if none.
    loss : (r,) float64
        Its runtime over that of the reference; inf if no target was reached.
    """

    budget: Float
    target: Float
    loss: Float


@dataclass(frozen=True, slots=True, repr=False)
class LossSummary(Table):
    """Distribution of loss ratios over functions, one row per algorithm, dimension and budget.

    Attributes
    ----------
    algorithm, suite, dimension, budget : (r,)
    functions, infinite : (r,) int64
        All functions, and those with an infinite loss.
    geometric_mean : (r,) float64
        Of the finite losses; inf if there is none.
    best, p10, p25, median, p75, p90 : (r,) float64
        Hazen percentiles over all functions.
    """

    algorithm: Names
    suite: Names
    dimension: Int
    budget: Float
    functions: Int
    infinite: Int
    geometric_mean: Float
    best: Float
    p10: Float
    p25: Float
    median: Float
    p75: Float
    p90: Float


def loss_ratios(
    runs: Runs,
    reference: ReferenceLike,
    budgets: Budgets | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    crafting_effort: float = 0.0,
) -> LossRatios:
    """Compare, at budgets, an algorithm's runtime with that of the reference.

    For a budget E let t be the hardest target with an expected runtime of at most E. The runtime
    charged is E if the reference reaches the next harder target within E, else the expected
    runtime to t; the loss is this runtime over the reference's to t, times exp(crafting effort).

    Parameters
    ----------
    runs : Runs
    reference : Reference, Runs or str
        A string is the name of one that comes with the package.
    budgets : sequence of float, optional
        Evaluations per dimension; 2, 10, 100, … up to the largest expected runtime when not given.
    functions, dimensions
        As for `optimeter.ert`.
    crafting_effort : float

    Examples
    --------
    >>> from optimeter.measures import best_of
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
    ...     step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
    >>> losses = loss_ratios(runs, best_of(runs, [1, 0.01]), [25, 100])
    >>> losses.loss.tolist()
    [4.0, 1.0, 1.0, 3.0]
    """
    reference = reference_of(reference)
    given = None if budgets is None else np.array(reals(budgets, "budgets", least=0))
    grid = Targets.fixed(reference.targets, "reference grid")
    effort = real(crafting_effort, "crafting_effort")
    parts = []
    for block in problems(runs, grid, functions=functions, dimensions=dimensions):
        final = suite_settings(block.suite).final_target
        usable = reference.targets >= final * (1 - 1e-9)
        if not usable.any():
            message = (
                f"the targets of {reference.name!r} are all harder than {final:g}, the last one"
            )
            raise DataError(message)
        own = ert_matrix(block).ert[:, usable]
        known = reference.ert[reference.rows(block.function, block.dimension)][:, usable]
        values = reference.targets[usable]
        wanted = _budgets(own, block.dimension) if given is None else given
        limits = wanted * block.dimension[:, None]  # (p, b)
        reached = (own[:, :, None] <= limits[:, None, :]).sum(axis=1)  # targets reached
        column = np.maximum(reached - 1, 0)
        runtime = np.take_along_axis(own, column, axis=1)
        base = np.take_along_axis(known, column, axis=1)
        beyond = np.column_stack([known, np.full(len(known), np.inf)])
        harder = np.take_along_axis(beyond, column + 1, axis=1)
        charged = np.where(harder < limits, limits, runtime)
        loss = np.where(reached > 0, np.exp(effort) * charged / base, np.inf)
        parts.append(
            LossRatios(
                **block.keys(len(wanted)),
                budget=tiled(wanted, len(block)),
                target=np.where(reached > 0, values[column], np.inf).reshape(-1),
                loss=loss.reshape(-1),
            )
        )
    return LossRatios.concatenate(parts)


def _budgets(ert: Float, dimension: Int) -> Float:
    """Return 2 and the powers of ten up to the largest finite expected runtime."""
    ratio = np.where(np.isfinite(ert), ert, 0.0) / dimension[:, None]
    last = max(1, int(np.ceil(np.log10(max(float(ratio.max(initial=1.0)), 1.0)))))
    return np.array([2.0, *(10.0**k for k in range(1, last + 1))])


def loss_summary(losses: LossRatios) -> LossSummary:
    """Summarise loss ratios over the functions of each algorithm, dimension and budget.

    Examples
    --------
    >>> from optimeter.measures import best_of
    >>> runs = Runs.from_arrays(function=[1, 2, 1, 2], dimension=1, offsets=[0, 1, 2, 3, 4],
    ...     algorithm=["a", "a", "b", "b"],
    ...     step_evaluations=[2, 8, 1, 1], step_precision=[1, 1, 1, 1])
    >>> losses = loss_ratios(runs, best_of(runs, [1]), [10])
    >>> loss_summary(losses).geometric_mean.tolist()
    [4.0, 1.0]
    """
    keys = ("algorithm", "suite", "dimension", "budget")
    groups = list(losses.rows_by(*keys).values())
    each = [losses.loss[rows] for rows in groups]
    first = [rows[0] for rows in groups]
    levels = {"best": 0.0, "p10": 0.1, "p25": 0.25, "median": 0.5, "p75": 0.75, "p90": 0.9}
    found = np.array([quantile(loss, list(levels.values())) for loss in each])
    percentiles = found.reshape(-1, len(levels)).T
    return LossSummary(
        **{name: getattr(losses, name)[first] for name in keys},
        functions=np.array([len(loss) for loss in each], dtype=np.int64),
        infinite=np.array([np.isinf(loss).sum() for loss in each], dtype=np.int64),
        geometric_mean=np.array([_geometric_mean(loss) for loss in each]),
        **dict(zip(levels, percentiles, strict=True)),
    )


def _geometric_mean(loss: Float) -> float:
    finite = loss[np.isfinite(loss) & (loss > 0)]
    return float(np.exp(np.log(finite).mean())) if len(finite) else np.inf
