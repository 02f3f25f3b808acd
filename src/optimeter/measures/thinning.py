"""Curves with few enough steps to draw, and the numbers of the full ones."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from optimeter.measures._band import Band
from optimeter.measures._steps import Steps
from optimeter.measures._table import Bool, Float, Int, Names
from optimeter.measures.coded import Ragged
from optimeter.measures.curves import Curves, ShownCurve
from optimeter.measures.ecdf import EcdfCurve
from optimeter.measures.scope import TargetSet
from optimeter.measures.study import Study

__all__ = ["Profile", "RuntimeProfiles", "numbers_of_profiles", "per_decade", "thinned"]

PER_DECADE, PER_DECADE_MANY = 25, 10
POINTS, POINTS_MANY = 150, 60
UNKNOWN = (math.nan, math.nan)  # an interval


@dataclass(frozen=True, slots=True, repr=False)
class Profile(ShownCurve):
    """A runtime profile, thinned for drawing, with the numbers of the full curve.

    Attributes
    ----------
    algorithm, suite : str
    dimension : int
    group : str
        Set of functions: ``"all"``, a group, or ``"f6"``.
    targets : {"fixed", "budget"}
    functions, missing : tuple of int
        Functions that count, and those the algorithm has no data for.
    pairs : int
        Number of (function, target) pairs.
    steps : Steps
        Exact at every grid point 10^(m/25); see `Steps.on_grid`.
    solved, recorded, auc, geometric_mean, budget : float
        Of the full curve; area and mean over `window`, `recorded` and `budget` as in `EcdfCurve`.
    window : tuple of two floats
    band : Band or None
        Pointwise 95 % band, thinned too, and intervals.
    """

    algorithm: str
    suite: str
    dimension: int
    group: str
    targets: TargetSet
    functions: tuple[int, ...]
    missing: tuple[int, ...]
    pairs: int
    steps: Steps
    solved: float
    recorded: float
    auc: float
    geometric_mean: float
    budget: float
    window: tuple[float, float]
    band: Band | None

    def summary(self) -> dict[str, Any]:
        """Return the numbers a reader would take from the curve."""
        about = self._told("algorithm", "suite", "dimension", "group", "targets", "pairs")
        return about | self._told("recorded", "auc")

    @property
    def auc_interval(self) -> tuple[float, float]:
        """Ends of the interval of the area; NaN where none was computed."""
        return UNKNOWN if self.band is None else self.band.auc

    @property
    def solved_interval(self) -> tuple[float, float]:
        """Ends of the interval of the share solved."""
        return UNKNOWN if self.band is None else self.band.solved

    @property
    def recorded_interval(self) -> tuple[float, float]:
        """Ends of the interval of the share solved in the runs: where the curve is as high."""
        if self.band is None:
            return UNKNOWN
        low, high = self.band.at(self.steps.inverse(self.recorded))
        return min(float(low), self.recorded), max(float(high), self.recorded)

    def at(self, x: ArrayLike) -> Float:
        """Return the share of pairs solved within x evaluations per dimension."""
        return self.steps.at(x)

    @classmethod
    def of(cls, curve: EcdfCurve, group: str, targets: TargetSet, per_decade: int) -> "Profile":
        """Keep what is drawn and said of a curve."""
        low, high = curve.window
        logs = curve.steps.logs()
        area, mean = curve.steps.moments(low, high, logs)
        every = 1 if curve.band is None else round((len(curve.band.x) - 1) / (10 * (high - low)))
        return cls(
            algorithm=curve.algorithm,
            suite=curve.suite,
            dimension=curve.dimension,
            group=group,
            targets=targets,
            functions=curve.functions,
            missing=curve.missing,
            pairs=curve.pairs,
            steps=curve.steps.on_grid(per_decade, high, logs),
            solved=curve.solved,
            recorded=curve.recorded,
            auc=area,
            geometric_mean=mean,
            budget=curve.budget,
            window=curve.window,
            band=None if curve.band is None else curve.band.thinned(max(1, every)),
        )


@dataclass(frozen=True, slots=True, repr=False)
class RuntimeProfiles(Curves[Profile]):
    """Runtime profiles of algorithms, dimensions, sets of functions and kinds of targets."""

    kind: ClassVar[Any] = Profile
    inner: ClassVar[Mapping[str, Any]] = {"steps": Steps, "band": Band}

    algorithm: Names
    suite: Names
    dimension: Int
    group: Names
    targets: Names
    functions: Ragged
    missing: Ragged
    pairs: Int
    steps_x: Ragged
    steps_y: Ragged
    solved: Float
    recorded: Float
    auc: Float
    geometric_mean: Float
    budget: Float
    window: Ragged
    band: Bool
    band_confidence: Float
    band_x: Ragged
    band_low: Ragged
    band_high: Ragged
    band_auc: Ragged
    band_solved: Ragged


def _computed(value: float) -> float | None:
    """Return a number; nothing for one that was not computed."""
    return None if math.isnan(value) else value


_NUMBERS: dict[str, Callable[[Profile], Any]] = {
    "algorithm": lambda one: one.algorithm,
    "dimension": lambda one: one.dimension,
    "functions": lambda one: one.group,
    "targets": lambda one: one.targets,
    "pairs": lambda one: one.pairs,
    "missing_functions": lambda one: len(one.missing),
    "solved": lambda one: one.solved,
    "solved_low": lambda one: _computed(one.solved_interval[0]),
    "solved_high": lambda one: _computed(one.solved_interval[1]),
    "recorded": lambda one: one.recorded,
    "recorded_low": lambda one: _computed(one.recorded_interval[0]),
    "recorded_high": lambda one: _computed(one.recorded_interval[1]),
    "auc": lambda one: one.auc,
    "auc_low": lambda one: _computed(one.auc_interval[0]),
    "auc_high": lambda one: _computed(one.auc_interval[1]),
    "window_low": lambda one: one.window[0],
    "window_high": lambda one: one.window[1],
    "geometric_mean": lambda one: one.geometric_mean,
    "budget": lambda one: one.budget,
}


def numbers_of_profiles(profiles: RuntimeProfiles) -> dict[str, list[Any]]:
    """Return the numbers of some profiles, without their curves, by column."""
    found = profiles.curves
    return {name: [take(one) for one in found] for name, take in _NUMBERS.items()}


def per_decade(study: Study) -> int:
    """Return at how many budgets a decade profiles are drawn."""
    return PER_DECADE_MANY if study.many else PER_DECADE


def thinned(
    curves: Iterable[Any], study: Study, low: float = 1e-9, high: float = 1e12
) -> tuple[Any, ...]:
    """Return curves with few enough steps to draw, between two limits."""
    points = POINTS_MANY if study.many else POINTS
    return tuple(
        replace(curve, steps=curve.steps.clipped(low, high).thinned(points)) for curve in curves
    )
