"""How good the fronts are that runs with several objectives end with."""

from dataclasses import dataclass

import numpy as np

from optimeter.data.hypervolume import (
    IDEAL,
    REFERENCE,
    nondominated,
    objective_values,
    objectives_recorded,
)
from optimeter.data.quality import problem_codes
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.measures._problems import Dimensions, Functions, choose, key_columns
from optimeter.measures._table import Float, Int, ProblemTable, RunTable
from optimeter.measures.coded import repeated, tiled
from optimeter.measures.fixed_budget import Budgets, checked_budgets
from optimeter.problems import Archive

__all__ = ["FrontQuality", "FrontSummary", "front_quality", "front_summary"]


@dataclass(frozen=True, slots=True, repr=False)
class FrontQuality(RunTable):
    """Indicators of fronts, one row per run and budget.

    Attributes
    ----------
    algorithm, suite, function, dimension, instance, trial : (r,)
    budget : (r,) float64
        Evaluations per dimension; inf is the end of the run.
    points : (r,) int64
        Non-dominated points of the run.
    hypervolume : (r,) float64
        The part of the region that they dominate; larger is better.
    igd_plus : (r,) float64
        IGD+: the mean distance of the points of the common front to what the run dominates; inf
        before its first point.
    epsilon : (r,) float64
        How far the front must be moved, in all objectives, to dominate the common front.
    """

    budget: Float
    points: Int
    hypervolume: Float
    igd_plus: Float
    epsilon: Float


def front_quality(
    runs: Runs,
    budgets: Budgets = np.inf,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> FrontQuality:
    """Compute hypervolume, IGD+ and additive epsilon of the front each run has at budgets.

    The common front of a problem are the points of all its runs to their ends that none of them
    dominates. Objectives are scaled so that the region of the problem, which `Runs.extra` tells,
    is a unit cube; a run whose front is the common one has IGD+ and epsilon 0.

    Parameters
    ----------
    runs : Runs
        With the objectives on record, as IOHprofiler's data have them.
    budgets : float or several
        Evaluations per dimension; the end of the runs if not given.
    functions, dimensions
        As for `optimeter.ert`.

    Raises
    ------
    DataError
        If the objectives are not on record.
    """
    wanted = checked_budgets(budgets, runs)
    parts = []
    for part in choose(runs, functions, dimensions):
        if not objectives_recorded(part).all():
            message = (
                "the objectives of these runs are not on record, so their fronts cannot be judged; "
                "of COCO's bi-objective data optimeter.data.read_fronts reads the archives"
            )
            raise DataError(message)
        parts.append(_of_suite(part, wanted))
    return FrontQuality.concatenate(parts)


@dataclass(frozen=True, slots=True, repr=False)
class FrontSummary(ProblemTable):
    """Medians over runs of the indicators of `FrontQuality`, one row per problem and budget."""

    budget: Float
    runs: Int
    points: Float
    hypervolume: Float
    igd_plus: Float
    epsilon: Float


def front_summary(table: FrontQuality) -> FrontSummary:
    """Return the medians over runs of the indicators of fronts.

    Parameters
    ----------
    table : FrontQuality
    """
    keys = ("algorithm", "suite", "function", "dimension", "budget")
    groups = list(table.rows_by(*keys).values())
    first = [rows[0] for rows in groups]
    return FrontSummary(
        **{name: getattr(table, name)[first] for name in keys},
        runs=np.array([len(rows) for rows in groups], dtype=np.int64),
        **{
            name: np.array([float(np.median(getattr(table, name)[rows])) for rows in groups])
            for name in ("points", "hypervolume", "igd_plus", "epsilon")
        },
    )


def _of_suite(part: Runs, budgets: Float) -> FrontQuality:
    codes = problem_codes(part)
    results = np.zeros((len(part), len(budgets), 4))
    for code in range(int(codes.max()) + 1):
        rows = np.flatnonzero(codes == code).tolist()
        points = [_scaled(part, row) for row in rows]
        common = nondominated(np.concatenate([nondominated(found) for found in points]))
        for row, found in zip(rows, points, strict=True):
            evaluations = part.record_evaluations[slice(*part.record_offsets[row : row + 2])]
            for column, budget in enumerate((budgets * part.dimension[row]).tolist()):
                seen = found[evaluations <= budget]
                results[row, column] = _indicators(seen, common) if len(seen) else NO_POINTS
    count = len(budgets)
    return FrontQuality(
        **key_columns(part, slice(None), count),
        instance=repeated(part.instance, count),
        trial=repeated(part.trial.astype(np.int64), count),
        budget=tiled(budgets, len(part)),
        points=results[..., 0].reshape(-1).astype(np.int64),
        hypervolume=results[..., 1].reshape(-1),
        igd_plus=results[..., 2].reshape(-1),
        epsilon=results[..., 3].reshape(-1),
    )


NO_POINTS = (0, 0.0, np.inf, np.inf)


def _indicators(points: Float, common: Float) -> tuple[float, ...]:
    """Return the size of the front of points, its hypervolume, IGD+ and epsilon."""
    front = nondominated(points)
    archive = Archive(np.zeros(front.shape[1]), np.ones(front.shape[1]))
    archive.add(front)
    beyond = front[:, None, :] - common[None, :, :]  # (points, common, objectives)
    distance = np.sqrt((np.maximum(beyond, 0.0) ** 2).sum(axis=2)).min(axis=0)
    epsilon = float(beyond.max(axis=2).min(axis=0).max())
    return len(front), archive.hypervolume, float(distance.mean()), epsilon


def _scaled(part: Runs, row: int) -> Float:
    """Return the recorded points of a run, scaled to the region of its problem."""
    points = objective_values(part, row)
    numbers = range(1, points.shape[1] + 1)
    low, high = (
        np.array([part.extra[pattern.format(k)][row] for k in numbers])
        for pattern in (IDEAL, REFERENCE)
    )
    scaled: Float = (points - low) / (high - low)
    return scaled
