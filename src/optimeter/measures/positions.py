"""Where runs were: the best point of each by a budget, or the first one that reached a target."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import reals
from optimeter.data.ioh import is_bbob
from optimeter.data.positions import Positions
from optimeter.exceptions import DataError, OptimeterError
from optimeter.measures._table import Float, Int, RunTable
from optimeter.measures.fixed_budget import Budgets
from optimeter.measures.targets import Targets, TargetsLike, resolve_targets
from optimeter.problems import Problem, known_suite, problem
from optimeter.problems.info import suite_word

__all__ = ["PositionsAt", "positions_at"]

CLOSE = 1e-9  # relative difference up to which a value is that of a target


@dataclass(frozen=True, slots=True, repr=False)
class PositionsAt(RunTable):
    """Points of runs, one row per run, budget and target.

    Attributes
    ----------
    algorithm, suite, function, dimension, instance, trial : (r,)
    budget : (r,) float64
        Evaluations per dimension within which the point was found; inf is the end of the run.
    target : (r,) float64
        What the point is the first to reach; infinitely hard, -inf or inf by the direction, where it
        is the best one.
    runs : (r,) int64
        How many runs of the algorithm on that function and dimension were looked at, with those
        that have no such point and therefore no row.
    evaluations : (r,) int64
        When the point was recorded.
    value : (r,) float64
        Its precision, or its value where the optimum is not known.
    lower, upper : (r,) float64
        Between which the variables of the problem lie, the smallest and the largest of all; -inf and
        inf where that is not known.
    x : (r, k) float64
        The point, or its deviation from the optimum: columns ``x1``, ``x2`` … of the table. NaN
        beyond the dimension of a row.
    """

    budget: Float
    target: Float
    runs: Int
    evaluations: Int
    value: Float
    lower: Float
    upper: Float
    x: Float

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return the columns by name, one for each variable."""
        columns = {name: getattr(self, name) for name in self.column_names()}
        points = columns.pop("x")
        return columns | {f"x{place + 1}": column for place, column in enumerate(points.T)}

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one dictionary per row, with plain Python values."""
        names = tuple(self.columns())
        return [dict(zip(names, row, strict=True)) for row in self.rows()]

    @classmethod
    def concatenate(cls, parts: "list[Self]") -> Self:
        """Return the rows of all parts, in order."""
        width = max((part.x.shape[1] for part in parts), default=0)
        columns: dict[str, NDArray[Any]] = {
            name: np.concatenate([getattr(part, name) for part in parts]) if parts else np.empty(0)
            for name in cls.column_names()
            if name != "x"
        }
        return cls(
            **columns, x=np.vstack([np.empty((0, width)), *(_wide(p.x, width) for p in parts)])
        )

    def median(self) -> Float:
        """Return the median over all rows of every variable, (k,); rows are of one dimension."""
        return np.median(self.x, axis=0)


def _wide(x: Float, width: int) -> Float:
    return np.pad(x, ((0, 0), (0, width - x.shape[1])), constant_values=np.nan)


def positions_at(
    positions: Iterable[Positions],
    targets: TargetsLike | None = None,
    *,
    budgets: Budgets = np.inf,
    relative: bool = False,
) -> PositionsAt:
    """Find the best recorded point of each run by a budget, or the first that reaches a target.

    Nothing is aggregated: one row is one point of one run. A run that has no recorded point within
    the budget, or none that reaches the target, has no row. Points are known as finely as they were
    recorded: COCO's lines have five digits and are written at targets and at given counts,
    IOHprofiler's have six decimals and are written at improvements by default.

    Parameters
    ----------
    positions : iterable of Positions
        See `optimeter.data.read_positions` and `optimeter.data.positions_of`.
    targets : float, str, iterable or Targets, optional
        Precisions, or values where the optimum is not known; reached as in `Runs.runtimes`. The
        best point when not given.
    budgets : float or several
        Evaluations per dimension; the end of the runs if not given.
    relative : bool
        Subtract the optimum of the instance: x - x_opt. Where several points are optimal, x_opt is
        one of them.

    Raises
    ------
    DataError
        If there are no points, or the place of an optimum is asked for and not known.

    Examples
    --------
    >>> run = Positions("a", "bbob", 1, 2, 1, 0, np.array([1, 2, 9]), np.array([8.0, 3.0, 5.0]),
    ...                 np.array([[0.0, 1.0], [0.25, 0.5], [4.0, 4.0]]))
    >>> positions_at([run]).x.tolist(), positions_at([run], budgets=0.5).x.tolist()
    ([[0.25, 0.5]], [[0.0, 1.0]])
    >>> positions_at([run], [10, 4]).evaluations.tolist()
    [1, 2]
    """
    found = list(positions)
    if not found:
        message = "there are no positions to measure"
        raise DataError(message)
    within = reals(budgets, "budgets (evaluations per dimension)", least=0)
    wanted = None if targets is None else resolve_targets(targets, found[0].suite)
    known = lru_cache(maxsize=None)(_problem)
    counts = Counter(_problem_key(run) for run in found)
    rows: list[tuple[Any, ...]] = []
    points: list[Float] = []
    for run in found:
        where = known(_suite(run), run.function, run.dimension, run.instance)
        place = _optimum(run, where) if relative else 0.0
        about = (*_problem_key(run), run.instance, run.trial)
        for budget in within:
            for target in _targets(run, wanted):
                at = _first(run, budget * run.dimension, target)
                if at is not None:
                    value = float(run.values[at])
                    asked = (budget, target, counts[_problem_key(run)])
                    rows.append((*about, *asked, int(run.evaluations[at]), value, *_box(where)))
                    points.append(run.variables[at] - place)
    return _table(rows, points)


def _problem_key(run: Positions) -> tuple[str, str, int, int]:
    return run.algorithm, run.suite, run.function, run.dimension


def _table(rows: list[tuple[Any, ...]], points: list[Float]) -> PositionsAt:
    """Return rows of numbers and names, and their points, as columns."""
    if not rows:
        return PositionsAt.concatenate([])
    kinds = (*[object] * 2, *[np.int64] * 4, *[float] * 2, *[np.int64] * 2, *[float] * 3)
    columns: dict[str, NDArray[Any]] = {
        name: np.array(column, dtype=kind)
        for name, column, kind in zip(
            PositionsAt.column_names(), zip(*rows, strict=True), kinds, strict=False
        )
    }
    width = max(len(point) for point in points)
    return PositionsAt(**columns, x=np.vstack([_wide(point[None, :], width) for point in points]))


def _targets(run: Positions, wanted: Targets | None) -> list[float]:
    """Return the targets of a run; without any, what no point can reach: the best one is meant."""
    if wanted is None:
        return [np.inf if run.maximized else -np.inf]
    found: list[float] = wanted.for_problems([run.function], [run.dimension])[0].tolist()
    return found


def _first(run: Positions, evaluations: float, target: float) -> int | None:
    """Return the place of the best point within some evaluations, or the first to reach a target."""
    seen = int(np.searchsorted(run.evaluations, evaluations, side="right"))
    sign = -1.0 if run.maximized else 1.0
    values, aim = sign * run.values[:seen], sign * target
    if np.isnan(values).all():
        return None
    if np.isneginf(aim):
        return int(np.nanargmin(values))
    reached = (values <= aim) | np.isclose(values, aim, rtol=CLOSE, atol=0.0)
    return int(reached.argmax()) if reached.any() else None


# ------------------------------------------------------------------------------------- problems


def _suite(run: Positions) -> str:
    """Return the suite that a run is of; IOHprofiler's logger knows it only if it was attached to one."""
    unnamed = known_suite(run.suite) is None and is_bbob(run.function, run.name)
    return "bbob" if unnamed else run.suite


def _problem(suite: str, function: int, dimension: int, instance: int) -> Problem | None:
    """Make the problem that a run was on; None if it is not of a known suite."""
    if known_suite(suite) is None:
        return None
    try:
        return problem(suite, function, dimension, instance)
    except OptimeterError:  # an instance that is not known, or a dimension that the suite lacks
        return None


def _box(where: Problem | None) -> tuple[float, float]:
    if where is None:
        return -np.inf, np.inf
    return float(np.min(where.lower_bounds)), float(np.max(where.upper_bounds))


def _optimum(run: Positions, where: Problem | None) -> Float:
    """Return where the optimum is.

    Raises
    ------
    DataError
        If that is not known.
    """
    place = None if where is None else where.reveal().x_opt
    if place is None:
        why = (
            "the suite is not a known one" if known_suite(_suite(run)) is None else "nothing tells"
        )
        message = (
            f"relative positions need the place of the optimum; that of function {run.function}, "
            f"instance {run.instance}, of suite {suite_word(run.suite)!r} in dimension "
            f"{run.dimension} is not known: {why}"
        )
        raise DataError(message)
    return place
