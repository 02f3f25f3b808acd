"""What the analysis knows of a suite: targets, groups, dimensions shown, reference."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from optimeter._arguments import Selection, integers
from optimeter.measures._table import Float

__all__ = ["SUITES", "SuiteSettings", "resolve_functions", "set_name", "suite_settings"]


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
    """

    per_decade: int
    exponents: tuple[int, ...]
    signs: tuple[int, ...]

    def values(self) -> Float:
        """Return the targets as numbers."""
        powers = 10.0 ** (np.array(self.exponents, dtype=float) / self.per_decade)
        return np.array(self.signs) * powers


def _grid(per_decade: int, first: int, last: int) -> Grid:
    """Return all grid targets from 10^first down to 10^last."""
    exponents = tuple(range(first * per_decade, last * per_decade - 1, -1))
    return Grid(per_decade, exponents, (1,) * len(exponents))


def _biobjective_grid() -> Grid:
    """Return the 58 indicator targets: 51 positive ones, zero, six negative ones."""
    positive = _grid(10, 0, -5)
    negative = tuple(range(-50, -39, 2))
    return Grid(
        10,
        (*positive.exponents, 0, *negative),
        (*positive.signs, 0, *(-1 for _ in negative)),
    )


_CLASSES: Mapping[str, tuple[int, ...]] = {
    "separable": tuple(range(1, 6)),
    "moderate": tuple(range(6, 10)),
    "ill-conditioned": tuple(range(10, 15)),
    "multi-modal": tuple(range(15, 20)),
    "weakly-structured": tuple(range(20, 25)),
}
_NOISY_GROUPS: Mapping[str, tuple[int, ...]] = {
    "moderate-noise": tuple(range(101, 107)),
    "severe-noise": tuple(range(107, 122)),
    "severe-noise-multi-modal": tuple(range(122, 131)),
}
_PAIRED = (1, 2, 6, 8, 13, 14, 15, 17, 20, 21)  # bbob functions combined in bbob-biobj
_EXTENSION_COUNTS = (9, 5, 9, 5, 9)  # further pairs within each class, f56 to f92


def _biobjective_groups(*, extended: bool) -> dict[str, tuple[int, ...]]:
    """Return the 15 pairs of classes, each with its functions."""
    class_of = {f: name for name, members in _CLASSES.items() for f in members}
    groups: dict[str, list[int]] = {}
    number = 0
    for row, first in enumerate(_PAIRED):
        for second in _PAIRED[row:]:
            number += 1
            groups.setdefault(f"{class_of[first]}_{class_of[second]}", []).append(number)
    if extended:
        for name, count in zip(_CLASSES, _EXTENSION_COUNTS, strict=True):
            groups[f"{name}_{name}"].extend(range(number + 1, number + count + 1))
            number += count
    return {name: tuple(members) for name, members in groups.items()}


_CONSTRAINED_CLASSES: Mapping[str, tuple[int, ...]] = {
    "separable": tuple(range(1, 19)),
    "ill-conditioned": tuple(range(19, 43)),
    "multi-modal": tuple(range(43, 55)),
}


def _constrained_groups() -> dict[str, tuple[int, ...]]:
    """Return the three classes, and these and all functions split by number of constraints.

    The constraint class is 1 to 6: 1, 3, 9 constraints, then three numbers that grow with the
    dimension; the number itself is `constraints`.
    """
    groups = dict(_CONSTRAINED_CLASSES)
    everything = {**_CONSTRAINED_CLASSES, "all": tuple(range(1, 55))}
    for name, members in everything.items():
        for c in range(6):
            part = tuple(f for f in members if (f - 1) % 6 == c)
            groups[f"{name}-constraints-{c + 1}"] = part
    return groups


@dataclass(frozen=True, slots=True)
class SuiteSettings:
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
    reference : str or None
        Name of the reference algorithm shipped for the suite.
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
    table_dimensions: tuple[int, ...] = (5, 20)
    instances: tuple[int, ...] | None = None
    uniform_instances: bool = True
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    reference: str | None = None

    def group_of(self, function: int) -> str:
        """Return the name of the first group that holds the function, '' if none does."""
        return next((name for name, members in self.groups.items() if function in members), "")


def _scatter(first: float, last: float) -> tuple[float, ...]:
    """Return 21 log-spaced targets and one that every run meets with its first evaluation."""
    return (np.inf, *np.logspace(first, last, 21).tolist())


_TABLE = (10.0, 1.0, 1e-1, 1e-2, 1e-3, 1e-5, 1e-7)
_USUAL_DIMENSIONS = (2, 3, 5, 10, 20, 40)
_MIXED_DIMENSIONS = (5, 10, 20, 40, 80, 160)


def _single_objective(
    name: str,
    *,
    dimensions: tuple[int, ...] = _USUAL_DIMENSIONS,
    functions: Iterable[int] = range(1, 25),
    groups: Mapping[str, tuple[int, ...]] = _CLASSES,
    table_dimensions: tuple[int, ...] = (5, 20),
    instances: tuple[int, ...] | None = None,
    reference: str | None = None,
) -> SuiteSettings:
    return SuiteSettings(
        name=name,
        dimensions=dimensions,
        functions=tuple(functions),
        grid=_grid(5, 2, -8),
        table_targets=_TABLE,
        comparison_targets=_TABLE,
        final_target=1e-8,
        scaling_targets=(*_TABLE[:-1], 1e-8),
        distribution_targets=(10.0, 1e-1, 1e-4, 1e-8),
        scatter_targets=_scatter(2, -8),
        table_dimensions=table_dimensions,
        instances=instances,
        groups=MappingProxyType(dict(groups)),
        reference=reference,
    )


def _biobjective(
    name: str,
    functions: int,
    *,
    dimensions: tuple[int, ...] = _USUAL_DIMENSIONS,
    table_dimensions: tuple[int, ...] = (5, 20),
    instances: tuple[int, ...] = tuple(range(1, 11)),
    reference: str | None = None,
) -> SuiteSettings:
    return SuiteSettings(
        name=name,
        dimensions=dimensions,
        functions=tuple(range(1, functions + 1)),
        grid=_biobjective_grid(),
        table_targets=(1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5),
        comparison_targets=(1.0, 1e-1, 1e-2, 1e-3),
        final_target=1e-5,
        scaling_targets=(1e-1, 1e-2, 1e-3, 1e-4, 1e-5),
        distribution_targets=(1e-1, 1e-2, 1e-3, 1e-5),
        scatter_targets=_scatter(1, -5),
        table_dimensions=table_dimensions,
        instances=instances,
        uniform_instances=False,
        groups=MappingProxyType(_biobjective_groups(extended=functions > 55)),
        reference=reference,
    )


def _constrained() -> SuiteSettings:
    targets = (10.0, 1.0, 1e-1, 1e-2, 1e-3, 1e-5, 1e-6)
    return SuiteSettings(
        name="bbob-constrained",
        dimensions=_USUAL_DIMENSIONS,
        functions=tuple(range(1, 55)),
        grid=_grid(5, 2, -6),
        table_targets=targets,
        comparison_targets=targets,
        final_target=1e-6,
        scaling_targets=targets,
        distribution_targets=(10.0, 1e-1, 1e-4, 1e-6),
        scatter_targets=_scatter(2, -6),
        groups=MappingProxyType(_constrained_groups()),
    )


def _suites() -> dict[str, SuiteSettings]:
    fifteen = tuple(range(1, 16))
    settings = (
        _single_objective("bbob", reference="best2009-bbob"),
        _single_objective(
            "bbob-noisy",
            functions=range(101, 131),
            groups=_NOISY_GROUPS,
            reference="best2009-bbob-noisy",
        ),
        _biobjective("bbob-biobj", 55, reference="best2016-bbob-biobj"),
        _biobjective("bbob-biobj-ext", 92),
        _single_objective(
            "bbob-largescale",
            dimensions=(20, 40, 80, 160, 320, 640),
            table_dimensions=(80, 320),
        ),
        _single_objective(
            "bbob-mixint",
            dimensions=_MIXED_DIMENSIONS,
            table_dimensions=(10, 40),
            instances=fifteen,
        ),
        _biobjective(
            "bbob-biobj-mixint",
            92,
            dimensions=_MIXED_DIMENSIONS,
            table_dimensions=(10, 40),
            instances=fifteen,
        ),
        _constrained(),
        _single_objective("bbob-boxed"),
    )
    return {entry.name: entry for entry in settings}


SUITES: Mapping[str, SuiteSettings] = MappingProxyType(_suites())


def suite_settings(name: str) -> SuiteSettings:
    """Return the settings of a suite.

    A suite that is not in the table (a user's own, or one of another platform) gets the targets of
    ``bbob``, uniform instances, no groups and no reference.

    Examples
    --------
    >>> suite_settings("bbob").grid.values()[:3].round(3).tolist()
    [100.0, 63.096, 39.811]
    >>> len(suite_settings("bbob-biobj").grid.values())
    58
    """
    known = SUITES.get(name) or SUITES.get(name.lower())
    return known or _single_objective(name, dimensions=(), functions=(), groups={})


def resolve_functions(
    functions: Selection | None, settings: SuiteSettings
) -> tuple[int, ...] | None:
    """Return the functions of a selection, each once; None means all.

    Examples
    --------
    >>> resolve_functions("separable", suite_settings("bbob"))
    (1, 2, 3, 4, 5)
    """
    if functions is None or functions == "all":
        return None
    return tuple(dict.fromkeys(integers(functions, "functions", groups=settings.groups)))


def set_name(functions: Selection | None, settings: SuiteSettings) -> str:
    """Name a selection: a group, ``"all"`` or ``"chosen"``."""
    if functions is None:
        return "all"
    group = isinstance(functions, str) and (functions == "all" or functions in settings.groups)
    return str(functions) if group else "chosen"


def constraints(function: int, dimension: int) -> int:
    """Return the number of constraints of a function of ``bbob-constrained``.

    Examples
    --------
    >>> [constraints(f, 5) for f in range(1, 7)]
    [1, 3, 9, 12, 16, 31]
    """
    active = (1, 2, 6, 6 + dimension // 2, 6 + dimension, 6 + 3 * dimension)[(function - 1) % 6]
    return active + active // 2
