"""Attainment surfaces: which objective vectors a share of bi-objective runs attains."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from optimeter._arguments import reals
from optimeter.data.fronts import Front, fronts_of
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures._problems import Dimensions, Functions, choose
from optimeter.measures._table import Float, Int, Names, Table
from optimeter.measures.coded import Ragged
from optimeter.measures.curves import Curves, ShownCurve
from optimeter.measures.fixed_budget import Budgets, checked_budgets

__all__ = [
    "AttainmentSurface",
    "AttainmentSurfaces",
    "SurfaceCurve",
    "attainment_surface",
    "attainment_surfaces",
]


@dataclass(frozen=True, slots=True, repr=False)
class AttainmentSurface(Table):
    """Corners of attainment surfaces, one row per level and corner.

    Attributes
    ----------
    level : (r,) float64
        Share of the runs that attain the point, that is, have one at least as good in both
        objectives.
    runs : (r,) int64
        That many runs at least.
    first, second : (r,) float64
        The objectives; within a level the first increases and the second decreases.
    """

    level: Float
    runs: Int
    first: Float
    second: Float


def attainment_surface(
    fronts: Iterable[Front],
    levels: ArrayLike = (0.1, 0.5, 0.9),
    *,
    evaluations: int | None = None,
) -> AttainmentSurface:
    """Compute the boundaries of the regions that given shares of the runs attain.

    With n fronts, level p asks for the objective vectors that at least ⌈p·n⌉ of them weakly
    dominate (empirical attainment function; Fonseca et al. 2001). Fronts of one problem belong
    together: objectives are compared as they are.

    Parameters
    ----------
    fronts : iterable of Front
        See `optimeter.data.read_fronts`.
    levels : sequence of float
        Between 0 (exclusive) and 1.
    evaluations : int, optional
        Only points found within so many evaluations count.

    Examples
    --------
    >>> def front(*points):
    ...     return Front("a", "s", 1, 2, 1, np.arange(1, len(points) + 1), np.array(points, float),
    ...                  np.zeros((len(points), 0)), len(points), True, ())
    >>> surface = attainment_surface([front((1, 4), (3, 2)), front((2, 3))], [0.5, 1.0])
    >>> [(row["runs"], row["first"], row["second"]) for row in surface.to_dicts()]
    [(1, 1.0, 4.0), (1, 2.0, 3.0), (1, 3.0, 2.0), (2, 2.0, 4.0), (2, 3.0, 3.0)]
    """
    limit = np.iinfo(np.int64).max if evaluations is None else evaluations
    sets = [front.at(limit) for front in fronts]
    wanted = np.array(reals(levels, "levels"))
    if not sets:
        message = "there are no fronts to measure"
        raise DataError(message)
    if not np.all((wanted > 0) & (wanted <= 1)):
        message = f"levels must lie in (0, 1]; got {wanted.tolist()}"
        raise InvalidValueError(message)
    first = np.unique(np.concatenate([points[:, 0] for points in sets]))
    # Smallest second objective each front offers at or left of every first objective.
    second = np.stack([_reached(points, first) for points in sets])
    second.sort(axis=0)
    counts = np.ceil(wanted * len(sets) - 1e-9).astype(np.int64)
    parts = []
    for level, count in zip(wanted, counts, strict=True):
        height = second[count - 1]
        corner = height < np.append(np.inf, height[:-1])
        size = int(corner.sum())
        columns = np.full(size, level), np.full(size, count)
        parts.append(AttainmentSurface(*columns, first[corner], height[corner]))
    return AttainmentSurface.concatenate(parts)


@dataclass(frozen=True, slots=True, repr=False)
class SurfaceCurve(ShownCurve):
    """The attainment surfaces of one algorithm on one problem.

    Attributes
    ----------
    algorithm, suite : str
    function, dimension, runs : int
    budget : float
        Evaluations per dimension; inf is the end of the runs.
    surface : AttainmentSurface
    """

    algorithm: str
    suite: str
    function: int
    dimension: int
    runs: int
    budget: float
    surface: AttainmentSurface

    def summary(self) -> dict[str, Any]:
        """Return what the surfaces are of, and how many corners they have."""
        names = ("algorithm", "suite", "function", "dimension", "runs", "budget")
        return self._told(*names) | {"corners": len(self.surface)}


@dataclass(frozen=True, slots=True, repr=False)
class AttainmentSurfaces(Curves[SurfaceCurve]):
    """Attainment surfaces of algorithms and problems."""

    kind: ClassVar[Any] = SurfaceCurve
    inner: ClassVar[Mapping[str, Any]] = {"surface": AttainmentSurface}

    algorithm: Names
    suite: Names
    function: Int
    dimension: Int
    runs: Int
    budget: Float
    surface_level: Ragged
    surface_runs: Ragged
    surface_first: Ragged
    surface_second: Ragged


def attainment_surfaces(
    runs: Runs,
    levels: ArrayLike = (0.1, 0.5, 0.9),
    *,
    budgets: Budgets = np.inf,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> AttainmentSurfaces:
    """Compute attainment surfaces of every algorithm and problem.

    Parameters
    ----------
    runs : Runs
        With two objectives on record, as IOHprofiler's data have them.
    levels
        As for `attainment_surface`.
    budgets : float or several
        Only points found within so many evaluations per dimension count; all if not given.
    functions, dimensions
        As for `optimeter.ert`.

    Raises
    ------
    DataError
        If a run has another number of objectives, or they are not on record.
    """
    wanted = checked_budgets(budgets, runs).tolist()
    found: dict[tuple[str, str, int, int], list[Front]] = {}
    for part in choose(runs, functions, dimensions):
        for front in fronts_of(part):
            key = (front.algorithm, front.suite, front.function, front.dimension)
            found.setdefault(key, []).append(front)
    return AttainmentSurfaces.of(
        SurfaceCurve(*key, len(fronts), budget, _within(fronts, levels, budget * key[-1]))
        for key, fronts in found.items()
        for budget in wanted
    )


def _within(fronts: list[Front], levels: ArrayLike, evaluations: float) -> AttainmentSurface:
    limit = None if np.isinf(evaluations) else int(evaluations)
    return attainment_surface(fronts, levels, evaluations=limit)


def _reached(points: Float, first: Float) -> Float:
    place = np.searchsorted(points[:, 0], first, side="right")
    return np.append(np.inf, points[:, 1])[place]
