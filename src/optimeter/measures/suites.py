"""What the analysis adds to the facts of a suite: its targets."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from optimeter._arguments import Selection, ranges
from optimeter._show import ShownRow
from optimeter.data.coco import BIOBJECTIVE_GRID, GRID
from optimeter.data.quality import Quality
from optimeter.data.runs import Runs
from optimeter.measures._table import Float
from optimeter.measures.gaps import RELATIVE, gap_decades, is_gaps
from optimeter.problems import SuiteInfo, function_groups, known_suite, suite_info, suites

__all__ = [
    "SUITES",
    "SuiteSettings",
    "set_name",
    "settings_of",
    "suite_settings",
]


@dataclass(frozen=True, slots=True)
class Grid:
    """Targets sign·10^(m/per_decade) given by integers, so that no rounding can move one.

    Attributes
    ----------
    per_decade : int
        Grid targets per factor of ten.
    exponents : tuple[int, ...]
        The integers m, from the easiest target to the hardest.
    signs : tuple[int, ...]
        +1, 0 (the target zero) or −1 for each exponent.
    listed : tuple[float, ...]
        Targets that are no powers, in place of the others.
    """

    per_decade: int
    exponents: tuple[int, ...]
    signs: tuple[int, ...]
    listed: tuple[float, ...] = ()

    def values(self) -> Float:
        """Return the targets as numbers."""
        if self.listed:
            return np.array(self.listed)
        powers = 10.0 ** (np.array(self.exponents, dtype=float) / self.per_decade)
        return np.array(self.signs) * powers


def _grid(per_decade: int, first: int, last: int) -> Grid:
    """Return all grid targets from 10^first down to 10^last."""
    exponents = tuple(range(first * per_decade, last * per_decade - 1, -1))
    return Grid(per_decade, exponents, (1,) * len(exponents))


def _biobjective_grid() -> Grid:
    """Return the 58 indicator targets: 51 positive ones, zero, six negative ones."""
    positive = _grid(BIOBJECTIVE_GRID, 0, -5)
    negative = tuple(range(-50, -39, 2))
    return Grid(
        BIOBJECTIVE_GRID,
        (*positive.exponents, 0, *negative),
        (*positive.signs, 0, *(-1 for _ in negative)),
    )


@dataclass(frozen=True, slots=True, repr=False)
class SuiteSettings(ShownRow):
    """The targets and displays that belong to a suite.

    Attributes
    ----------
    name : str
    dimensions, functions : tuple[int, ...]
        Dimensions shown and function numbers.
    grid : Grid
        Targets of the runtime profile.
    table_targets, comparison_targets : tuple[float, ...]
        Columns of the ERT table of one and of several algorithms.
    final_target : float
        Where the successes of a table are counted; the hardest target of the suite.
    scaling_targets, distribution_targets, scatter_targets : tuple[float, ...]
        Targets of the scaling figure, of the run-length distributions and of scatter plots.
    table_dimensions : tuple[int, ...]
    instances : tuple[int, ...] or None
        Instances the analysis is restricted to; None: all.
    uniform_instances : bool
        Whether runs on different instances count as repetitions of one problem.
    groups : mapping from str to tuple[int, ...]
    constrained : bool
        Whether problems have constraints, whose evaluations count as well.
    reference : str or None
        Name of the reference algorithm shipped for the suite.
    quality : Quality
        How the values are judged that the targets are for.
    gaps : bool
        Whether targets are gaps to the best value that any run has reached, see `gaps`.
    """

    name: str
    dimensions: tuple[int, ...]
    functions: tuple[int, ...]
    grid: Grid
    table_targets: tuple[float, ...]
    comparison_targets: tuple[float, ...]
    final_target: float
    scaling_targets: tuple[float, ...]
    distribution_targets: tuple[float, ...]
    scatter_targets: tuple[float, ...]
    table_dimensions: tuple[int, ...]
    instances: tuple[int, ...] | None = None
    uniform_instances: bool = True
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    constrained: bool = False
    reference: str | None = None
    quality: Quality = Quality()
    gaps: bool = False

    def _row(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "functions": ranges(self.functions),
            "dimensions": ranges(self.dimensions),
            "targets": len(self.grid.values()),
            "final target": self.final_target,
            "reference": self.reference or "",
        }


def _scatter(first: float, last: float) -> tuple[float, ...]:
    """Return 21 log-spaced targets and one that every run meets with its first evaluation."""
    return (np.inf, *np.logspace(first, last, 21).tolist())


def _precision_targets(*, final: float, hardest_column: float) -> dict[str, Any]:
    """Return the targets of suites of which the optimum is known."""
    table = (10.0, 1.0, 1e-1, 1e-2, 1e-3, 1e-5, hardest_column)
    decades = round(np.log10(final))
    return {
        "grid": _grid(GRID, 2, decades),
        "table_targets": table,
        "comparison_targets": table,
        "final_target": final,
        "scaling_targets": (*table[:-1], final),
        "distribution_targets": (10.0, 1e-1, 1e-4, final),
        "scatter_targets": _scatter(2, decades),
    }


def _gap_targets(decades: int) -> dict[str, Any]:
    """Return the targets of gaps to the best value: by powers of ten, or linear for 0 decades."""
    if not decades:
        steps = tuple(float(round(1 - k / LINEAR, 12)) for k in range(1, LINEAR + 1))
        table: tuple[float, ...] = (0.5, 0.25, 0.1, 0.05, 0.02, 0.0)
        return {
            "grid": Grid(1, (), (), steps),
            "table_targets": table,
            "comparison_targets": table,
            "final_target": 0.0,
            "scaling_targets": table,
            "distribution_targets": (0.5, 0.1, 0.02, 0.0),
            "scatter_targets": (np.inf, *steps),
        }
    per_decade = 1 if decades == RELATIVE else 5  # those that follow from the data end before
    exponents = tuple(range(-1, -per_decade * decades - 1, -1))
    table = tuple(10.0**-k for k in range(1, decades + 1) if k < 4 or k == decades or not k % 2)
    middle = max(2, (decades + 1) // 2)
    return {
        "grid": Grid(per_decade, exponents, (1,) * len(exponents)),
        "table_targets": table,
        "comparison_targets": table,
        "final_target": 10.0**-decades,
        "scaling_targets": table,
        "distribution_targets": tuple(10.0**-k for k in sorted({1, middle, decades})),
        "scatter_targets": (np.inf, *np.logspace(-0.2, -decades, 21).tolist()),
    }


LINEAR = 50  # targets, of which the last is the best value itself


def _indicator_targets() -> dict[str, Any]:
    """Return the targets of suites with several objectives."""
    return {
        "grid": _biobjective_grid(),
        "table_targets": (1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5),
        "comparison_targets": (1.0, 1e-1, 1e-2, 1e-3),
        "final_target": 1e-5,
        "scaling_targets": (1e-1, 1e-2, 1e-3, 1e-4, 1e-5),
        "distribution_targets": (1e-1, 1e-2, 1e-3, 1e-5),
        "scatter_targets": _scatter(1, -5),
    }


def _targets(info: SuiteInfo | None) -> dict[str, Any]:
    if info is not None and info.number_of_objectives > 1:
        return _indicator_targets()
    if info is not None and info.constrained:
        return _precision_targets(final=1e-6, hardest_column=1e-6)
    return _precision_targets(final=1e-8, hardest_column=1e-7)


def _settings(info: SuiteInfo) -> SuiteSettings:
    return SuiteSettings(
        name=info.name,
        dimensions=info.dimensions,
        functions=tuple(function.number for function in info.functions),
        uniform_instances=info.repeated_instances,
        groups=MappingProxyType(function_groups(info.name)),
        constrained=info.constrained,
        table_dimensions=info.table_dimensions,
        instances=info.analysed_instances or None,
        reference=info.reference or None,
        **_targets(info),
    )


SUITES: Mapping[str, SuiteSettings] = MappingProxyType(
    {name: _settings(suite_info(name)) for name in suites()}
)


def suite_settings(name: str) -> SuiteSettings:
    """Return the settings of a suite.

    A suite that is not in the table (a user's own, or one of another platform) gets the targets of
    ``bbob``, uniform instances, no groups and no reference. One with a feature has what its suite
    has, except for the reference.

    Examples
    --------
    >>> suite_settings("bbob").grid.values()[:3].round(3).tolist()
    [100.0, 63.096, 39.811]
    >>> len(suite_settings("bbob-biobj").grid.values())
    58
    """
    known = SUITES.get(name) or SUITES.get(name.lower())
    base = SUITES.get(name.partition("+")[0])
    if known is None and base is not None:  # with a feature, see `Suite.modified`
        return replace(base, name=name, reference=None)
    shown = SUITES["bbob"].table_dimensions
    return known or SuiteSettings(name, (), (), table_dimensions=shown, **_targets(None))


def settings_of(runs: Runs) -> SuiteSettings:
    """Return the settings for runs of one suite: what it is, and how the data are judged.

    Raises
    ------
    DataError
        If the data contradict each other in how their values are judged.
    """
    settings = suite_settings(runs.suites[int(runs.suite_codes[0])] if len(runs) else "")
    quality = runs.quality()
    changes: dict[str, Any] = {"quality": quality, "uniform_instances": not quality.own_instances}
    if is_gaps(runs) or quality.scale in ("value", "hypervolume"):
        changes |= _gap_targets(gap_decades(runs)) | {"gaps": True}
    elif quality.objectives > 1 and known_suite(settings.name) is None:
        changes |= _indicator_targets()
    return replace(settings, **changes)


def set_name(functions: Selection | None, settings: SuiteSettings) -> str:
    """Name a selection: a group, ``"all"`` or ``"chosen"``."""
    if functions is None:
        return "all"
    group = isinstance(functions, str) and (functions == "all" or functions in settings.groups)
    return str(functions) if group else "chosen"
