"""Attainment surfaces: which objective vectors a share of bi-objective runs attains."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from optimeter.data.fronts import Front
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures._table import Float, Int, Table

__all__ = ["AttainmentSurface", "attainment_surface"]


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
    wanted = np.atleast_1d(np.asarray(levels, dtype=np.float64))
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


def _reached(points: Float, first: Float) -> Float:
    place = np.searchsorted(points[:, 0], first, side="right")
    return np.append(np.inf, points[:, 1])[place]
