"""What the descriptions of all kinds share: series of a suite, titles, curves of steps."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from optimeter._arguments import known_name
from optimeter._arrays import Bool, Float
from optimeter.exceptions import DataError
from optimeter.measures import Steps
from optimeter.measures.suites import Grid
from optimeter.reports.analysis.model import FunctionSet, SuiteReport
from optimeter.reports.analysis.names import EVERY
from optimeter.reports.analysis.styles import DIMENSION_COLOURS, EDGE, EDGE_DARK, GRID
from optimeter.reports.analysis.words import number
from optimeter.reports.figures.description import (
    Axis,
    Band,
    Figure,
    Line,
    Mark,
    Panel,
    Role,
    Series,
    Told,
    extent,
    floored_axis,
    log_axis,
    value_axis,
)

__all__ = [
    "FRAME",
    "GUIDE",
    "SURE",
    "algorithms_of",
    "changes",
    "crowd_of",
    "different_sets",
    "drawn_values",
    "extended",
    "floor_of",
    "function_panels",
    "function_title",
    "meant",
    "one_of",
    "quality_axes",
    "quality_axis",
    "reference_of",
    "set_title",
    "spread",
    "stepped",
    "suite_title",
]

GUIDE = Series("guide", "guide", GRID, "#3a4046", dash="dot")
FRAME = Series("guide", "frame", EDGE, EDGE_DARK)
SURE = "95 % interval {low} to {high}"
REFERENCE, CROWD, CROWD_DARK = "#9aa1a7", "#cfd4d8", "#616a73"
SHADES = ("#8fb7e0", "#4f8fc9", "#1f6bb0", "#7a5ab5", "#a8478f", "#b8305a", "#8c1d2f", "#4d0f1c")
SHADES_DARK = (  # on a dark page
    "#5f8fbf", "#6fa8dc", "#8fc1ee", "#b3a0e8", "#dd9ad0", "#f08fb0", "#f58a94", "#ffc9c2",
)  # fmt: skip
FLOOR = 1e-12  # of values that have no target
MARKERS = ("circle", "square", "triangle-up", "diamond", "triangle-down", "star", "cross", "x")


def algorithms_of(suite: SuiteReport, names: Iterable[str] | None = None) -> tuple[Series, ...]:
    """Return the series of the given algorithms, else of the featured ones."""
    return tuple(
        Series("algorithm", name, style.colour, style.colour_dark, style.dash, style.marker)
        for name in (suite.featured if names is None else names)
        for style in (suite.styles[name],)
    )


def one_of(suite: SuiteReport, algorithm: str | None) -> str:
    """Return the algorithm that a figure of one is about: the first when none is given."""
    name = suite.featured[0] if algorithm is None else algorithm
    return known_name(name, suite.algorithms, "algorithm")


def meant(
    wanted: float, known: Iterable[float], what: str, write: Callable[[float], str] = number
) -> float:
    """Return the one of the known targets or budgets that is wanted; `what` it is for is told else."""
    values = sorted({*known}, reverse=True)
    for value in values:
        if math.isclose(value, wanted, rel_tol=1e-6):
            return value
    message = f"no {what} {wanted!r}; accepted: {', '.join(map(write, values))}"
    raise DataError(message)


def crowd_of(suite: SuiteReport) -> tuple[Series, ...]:
    """Return the series of the algorithms that are not featured: grey, behind the others."""
    behind = (name for name in suite.algorithms if name not in suite.featured)
    return tuple(Series("crowd", name, CROWD, CROWD_DARK) for name in behind)


def reference_of(suite: SuiteReport) -> Series:
    """Return the series of the reference."""
    return Series("reference", suite.reference, REFERENCE, REFERENCE)


def spread(
    role: Role,
    labels: Sequence[str],
    colours: Sequence[str] | None = None,
    dark: Sequence[str] | None = None,
) -> list[Series]:
    """Return series that differ in degree: colours from one end of a range to the other."""
    palette = DIMENSION_COLOURS if colours is None else colours
    palette_dark = palette if dark is None else dark
    last = len(palette) - 1
    places = np.linspace(0, last if colours else min(last, max(len(labels) - 1, 1)), len(labels))
    return [
        Series(role, label, palette[round(at)], palette_dark[round(at)], marker=MARKERS[i % 7])
        for i, (label, at) in enumerate(zip(labels, places.tolist(), strict=True))
    ]


def drawn_values(suite: SuiteReport, values: Float) -> Float:
    """Return values as they are drawn: on a logarithmic axis those up to the floor stand on it."""
    return values if suite.values_recorded else np.maximum(values, floor_of(suite))


def floor_of(suite: SuiteReport) -> float:
    """Return where logarithmic axes of quality end: at the hardest target above zero."""
    return _least_positive(suite.settings.grid)


@cache
def _least_positive(grid: Grid) -> float:
    return min((t for t in grid.values().tolist() if t > 0), default=FLOOR)


def quality_axis(suite: SuiteReport, title: str, values: ArrayLike) -> Axis:
    """Return the axis of values against budgets; its floor, where reached, is named."""
    if suite.values_recorded:
        return value_axis(title, values)
    floor = floor_of(suite)
    axis = floored_axis(title, values, floor)
    solved = axis.ticks and not suite.settings.gaps
    return replace(axis, title=f"{title} ({axis.labels[0]}: solved)") if solved else axis


def quality_axes(
    suite: SuiteReport, marks: Iterable[Mark], *, short: bool = False
) -> tuple[Axis, Axis]:
    """Return the axes of the best values against budgets."""
    xs, ys = extent(marks)
    dimension, best = ("dim.", "") if short else ("dimension", "best ")
    x = log_axis(f"{suite.evaluations_word} / {dimension}", xs)
    return x, quality_axis(suite, f"{best}{suite.value_word}", ys)


def changes(values: Float) -> Bool:
    """Mark where a step begins, and the last value."""
    found = np.ones(len(values), dtype=bool)
    np.not_equal(values[1:-1], values[:-2], out=found[1:-1])
    return found


def different_sets(suite: SuiteReport) -> list[FunctionSet]:
    """Return all functions and every group, those of the same functions once: the first of them.

    Data that hold some functions of a suite leave groups of it alike.
    """
    first: dict[tuple[int, ...], FunctionSet] = {}
    for entry in (*suite.of_kind("all"), *suite.of_kind("group")):
        first.setdefault(entry.functions, entry)
    return list(first.values())


def set_title(suite: SuiteReport, group: str) -> str:
    """Return the title of a set of functions."""
    entry = suite.function_set(group)
    return entry.title if entry else group


def suite_title(suite: SuiteReport, *rest: str) -> str:
    """Return the title of a figure of all functions; it names them where the data hold only some."""
    functions = set_title(suite, "all")
    return ", ".join((suite.name, *([functions] * (functions != EVERY)), *rest))


def function_title(suite: SuiteReport, function: int, rest: str) -> str:
    """Return the title of a figure of one function."""
    return f"{suite.name} {set_title(suite, f'f{function}')}, {rest}"


def stepped(series: str, steps: Steps, low: float, end: float, **options: Any) -> Line:
    """Return a step function from `low` up to `end`."""
    last = steps.y[-1] if len(steps) else 0.0
    x, y = extended(np.maximum(steps.x, low), end), extended(steps.y, last)
    return Line(series, x, y, steps=True, **options)


def extended(values: Float, last: float) -> Float:
    """Return values with one more: what `numpy.append` does, in a third of its time."""
    result = np.empty(len(values) + 1)
    result[:-1], result[-1] = values, last
    return result


def interval_band(series: str, x: Float, bounds: tuple[Float, Float], end: float) -> list[Mark]:
    """Return the band of a step function up to where it is drawn; none without steps."""
    if not len(x):
        return []
    across = extended(x, max(end, float(x[-1])))
    low, high = (extended(bound, bound[-1]) for bound in bounds)
    return [Band(series, across, low, high, steps=True)]


def guides(ends: Iterable[tuple[tuple[float, float], tuple[float, float]]]) -> Line:
    """Return light lines behind the data, each from one point to another, as one mark."""
    gap = (np.nan, np.nan)
    places = np.array([place for one, other in ends for place in (one, other, gap)])
    return Line(GUIDE.key, places[:, 0], places[:, 1], width=0.5)


def function_panels(
    suite: SuiteReport,
    marks: Callable[[int], Sequence[Mark]],
    axes: Callable[[Sequence[Mark]], tuple[Axis, Axis]],
    *,
    series: tuple[Series, ...],
    title: str,
    told: Told,
    **options: Any,
) -> Figure:
    """Return a figure with a panel per function; `axes` are made for the marks of all of them."""
    drawn = {entry: tuple(marks(entry.functions[0])) for entry in suite.of_kind("function")}
    x, y = axes([mark for found in drawn.values() for mark in found])
    panels = tuple(Panel(entry.title, x, y, found, told=told) for entry, found in drawn.items())
    return replace(Figure(title, series, panels, columns=4, aspect=0.78), **options)
