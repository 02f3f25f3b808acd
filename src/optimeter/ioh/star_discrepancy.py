"""Star discrepancies by the names of ``ioh.problem``."""

from enum import Enum
from functools import partial
from math import inf
from typing import Any, ClassVar

from numpy.typing import NDArray

from optimeter._arguments import integer
from optimeter._core import _point_set, _star_discrepancy
from optimeter.exceptions import InvalidValueError
from optimeter.ioh.base import (
    IntegerSingleObjective,
    Mixin,
    RealSingleObjective,
    SingleObjective,
)
from optimeter.ioh.kinds import ConstraintEnforcement
from optimeter.problems import suite_info

__all__ = [
    "HALTON",
    "SOBOL",
    "UNIFORM",
    "IntegerStarDiscrepancy",
    "RealStarDiscrepancy",
    "StarDiscrepancySampler",
    "makers",
]

Grid = NDArray[Any]


class StarDiscrepancySampler(Enum):
    """How the points are made."""

    UNIFORM = 0
    SOBOL = 1
    HALTON = 2


UNIFORM, SOBOL, HALTON = StarDiscrepancySampler


class _StarDiscrepancy(Mixin):
    """How far the share of points in the box from the origin to x is from its volume."""

    _on_grid: ClassVar[bool]

    def __init__(
        self,
        instance: int = 1,
        n_variables: int = 5,
        n_samples: int = 5,
        sampler_type: StarDiscrepancySampler = StarDiscrepancySampler.UNIFORM,
    ) -> None:
        sampler = StarDiscrepancySampler(sampler_type)
        if sampler is StarDiscrepancySampler.SOBOL:
            raise InvalidValueError(NO_SOBOL)
        size = integer(n_variables, "n_variables", least=1)
        count = integer(n_samples, "n_samples", least=1)
        halton = sampler is StarDiscrepancySampler.HALTON
        # A seed is a number of 32 bits, whatever the instance is.
        seed = instance if halton else instance % 2**32
        points = _point_set(halton, count, size, seed)
        box = self._bounds_class(size, 0, count if self._on_grid else 1)
        super().__init__(type(self).__name__, size, instance, False, box)
        self.grid: Grid = points.reshape(count, size)
        self._set_engine(_star_discrepancy(points.tolist(), size, self._on_grid), 0.0)
        self.enforce_bounds(-inf, ConstraintEnforcement.HARD)


class RealStarDiscrepancy(_StarDiscrepancy, RealSingleObjective):
    """The same of real variables."""

    _on_grid = False


class IntegerStarDiscrepancy(_StarDiscrepancy, IntegerSingleObjective):
    """The same of indices: of the sorted coordinates of the points, the last one meaning 1."""

    _on_grid = True


NO_SOBOL = (
    "there are no star discrepancies of Sobol's points (40 to 49): ioh makes them from a table of "
    "direction numbers of its own, and the same points for the instances 1 and 2"
)


def _make(
    kind: type[_StarDiscrepancy], number: int, instance: int, dimension: int
) -> SingleObjective:
    row = next(one for one in suite_info("star-discrepancy").functions if one.number == number)
    sampler = StarDiscrepancySampler[row.group.upper()]
    count = int(row.ioh_name.rpartition("Discrepancy")[2])
    made = kind(instance, dimension, count, sampler)
    made.meta_data.problem_id, made.meta_data.name = number, row.ioh_name
    return made


def makers(kind: type[_StarDiscrepancy]) -> dict[str, tuple[int, Any]]:
    """Return what makes the problems with an id, by their names."""
    rows = suite_info("star-discrepancy").functions
    return {one.ioh_name: (one.number, partial(_make, kind, one.number)) for one in rows}
