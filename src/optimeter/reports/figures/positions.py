"""Where runs were: their points in parallel coordinates, a line for each run."""

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from optimeter._arrays import Float
from optimeter.exceptions import DataError
from optimeter.measures import PositionsAt
from optimeter.measures.of_suites import POSITIONS
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number
from optimeter.reports.figures.common import FRAME, algorithms_of, function_title
from optimeter.reports.figures.description import (
    Axis,
    Figure,
    Line,
    Mark,
    Panel,
    Rule,
    Series,
    power_label,
    value_axis,
)

__all__ = ["positions"]

FEW = 3  # runs from which on there is a median
TOGETHER = 3  # algorithms up to which all are in one panel
WIDE = 100.0  # by how much deviations differ that need a logarithmic axis
STEPS = (1, 5, 10, 20, 50, 100, 1000, 10**6)  # between the variables that are named
DIGITS = 1e-5  # deviations below are mostly those of rounded records
APART = 0.2  # of the height on one side of 0, from which on a label is clear of that of 0


def positions(
    suite: SuiteReport,
    *,
    dimension: int,
    function: int,
    budget: float | None = None,
    target: float | None = None,
    relative: bool = False,
) -> Figure:
    """Describe the best point of every run in parallel coordinates, or the first at a target."""
    table = _chosen(suite, dimension, function)
    parts = [(one, table.select(algorithm=one.label)) for one in algorithms_of(suite)]
    shown = [(one, part) for one, part in parts if len(part)]
    axis, height = _heights(table, relative=relative)
    level = _level(table, axis, height, relative=relative)
    apart = [[one] for one in shown] if len(shown) > TOGETHER else [shown]
    panels = tuple(
        Panel(
            members[0][0].label if len(apart) > 1 else "",
            _variables(dimension),
            axis,
            (level, *_lines(members, height)),
        )
        for members in apart
    )
    words = [f"D = {dimension}", _when(suite, budget, target), _counted(parts)]
    title = function_title(suite, function, ", ".join(filter(None, words)))
    return Figure(title, (FRAME, *(one for one, _ in shown)), panels, columns=3)


def _chosen(suite: SuiteReport, dimension: int, function: int) -> PositionsAt:
    """Return the points of one problem; an error if there are none."""
    if POSITIONS not in suite.results:
        message = "positions are read from files when they are asked for; these results hold none"
        raise DataError(message)
    here = suite.results[POSITIONS].where(dimension=dimension, function=function)
    if not len(here):
        message = (
            f"no run on function {function} in dimension {dimension} of {suite.name} has a recorded "
            "point within that budget, or at that target"
        )
        raise DataError(message)
    return here


Height = Callable[[Float], Float]
Part = tuple[Series, PositionsAt]


def _when(suite: SuiteReport, budget: float | None, target: float | None) -> str:
    """Say which points are drawn."""
    within = (
        "" if budget is None or math.isinf(budget) else f"within {number(budget)}·D evaluations"
    )
    if target is None:
        return within or "end of runs"
    word = "precision" if suite.settings.quality.optimum_known else "value"
    return f"first at {word} {number(target)}" + f" {within}" * bool(within)


def _counted(parts: Sequence[Part]) -> str:
    """Say how many of the runs are drawn, if not all are, and who is not."""
    drawn = sum(len(part) for _, part in parts)
    every = sum(int(part.runs[0]) for _, part in parts if len(part))
    words = [f"{drawn} of {every} runs"] if drawn < every else []
    if absent := [one.label for one, part in parts if not len(part)]:
        words.append(f"no points of {', '.join(absent)}")
    return "; ".join(words)


def _lines(members: Sequence[Part], height: Height) -> Iterator[Mark]:
    """Yield the lines of one panel: the medians above the runs of all its algorithms."""
    alpha = _alpha(sum(len(table) for _, table in members))
    yield from (_runs(one, table, height, alpha=alpha) for one, table in members)
    yield from (_median(one, table, height) for one, table in members if len(table) >= FEW)


def _alpha(lines: int) -> float:
    """Return how strong a thin line is: the more there are, the lighter."""
    return float(np.clip(2.2 / math.sqrt(lines), 0.2, 0.8))


def _runs(one: Series, table: PositionsAt, height: Height, *, alpha: float) -> Line:
    """Return the lines of all runs of an algorithm as one mark."""
    size = table.x.shape[1]
    x = np.tile(np.append(np.arange(1.0, size + 1), np.nan), len(table))
    y = np.column_stack([height(table.x), np.full(len(table), np.nan)]).reshape(-1)
    notes = tuple(
        f"x{place + 1} = {number(value, 4)}, {about}" if place < size else ""
        for row, about in zip(table.x.tolist(), _told(table), strict=True)
        for place, value in enumerate([*row, 0.0])
    )
    return Line(one.key, x, y, width=0.55, alpha=alpha, dash="solid", notes=notes)


def _told(table: PositionsAt) -> list[str]:
    """Say of every run which it is and how good the point is."""
    return [
        f"instance {row['instance']}, {number(row['value'])} after {row['evaluations']} evaluations"
        for row in table.to_dicts()
    ]


def _median(one: Series, table: PositionsAt, height: Height) -> Line:
    middle = table.median()
    notes = tuple(
        f"x{place} = {number(value, 4)}, median of {len(table)} runs"
        for place, value in enumerate(middle.tolist(), start=1)
    )
    places = np.arange(1.0, len(middle) + 1)
    return Line(one.key, places, height(middle), markers=True, width=1.3, notes=notes)


def _level(table: PositionsAt, axis: Axis, height: Height, *, relative: bool) -> Rule:
    """Return lines at the bounds, or where the optimum is."""
    known = [table.lower.min(), table.upper.max()]
    at = [0.0] if relative else [v for v in known if axis.low < v < axis.high]
    return Rule(FRAME.key, "y", height(np.array(at)))


def _variables(dimension: int) -> Axis:
    """Return the axis of the variables, a place for each."""
    step = next(k for k in STEPS if dimension <= 10 * k)
    numbers = sorted({1, *range(step, dimension + 1, step)})
    ticks = tuple(float(k) for k in numbers)
    pad = 0.06 * max(dimension - 1, 1)
    return Axis("variable", 1 - pad, dimension + pad, "linear", ticks, tuple(map(str, numbers)))


# ------------------------------------------------------------------ heights


def _heights(table: PositionsAt, *, relative: bool) -> tuple[Axis, Height]:
    """Return the axis of the variables' values, and how high a value stands on it."""
    if relative:
        sizes = np.abs(table.x[np.isfinite(table.x)])
        largest = float(sizes.max(initial=DIGITS))
        small = float(np.quantile(sizes[sizes > 0], 0.1)) if (sizes > 0).any() else DIGITS
        unit = 10.0 ** math.floor(math.log10(max(small, DIGITS)))
        title = "deviation from the optimum"
        if largest >= WIDE * unit:
            return _signed_log(title, unit, largest)
        return value_axis(title, [-largest, largest]), _as_it_is
    ends = [v for v in (table.lower.min(), table.upper.max()) if np.isfinite(v)]
    return value_axis("value of the variable", np.append(table.x.ravel(), ends)), _as_it_is


def _as_it_is(values: Float) -> Float:
    return values


def _signed_log(title: str, unit: float, largest: float) -> tuple[Axis, Height]:
    """Return an axis that is linear up to a unit on both sides of 0, and logarithmic beyond."""

    def height(values: Float) -> Float:
        found: Float = np.sign(values) * np.log10(1 + np.abs(values) / unit)
        return found

    high = 1.06 * float(height(np.array(largest)))
    first, last = round(math.log10(unit)), math.floor(math.log10(largest) + 1e-9)
    step = max(1, -(-(last - first) // 3))
    powers = [k for k in range(last, first - 1, -step) if height(np.array(10.0**k)) >= APART * high]
    sides = [(sign, k) for sign in (-1, 1) for k in powers]
    places = [*(float(height(np.array(sign * 10.0**k))) for sign, k in sides), 0.0]
    labels = [*(("−" if sign < 0 else "") + power_label(k) for sign, k in sides), "0"]
    order = np.argsort(places).tolist()
    ticks, names = tuple(places[k] for k in order), tuple(labels[k] for k in order)
    return Axis(title, -high, high, "linear", ticks, names), height
