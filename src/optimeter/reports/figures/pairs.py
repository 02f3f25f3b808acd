"""Two algorithms: expected runtimes against each other, ratios of runtimes."""

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from optimeter._arguments import known_name
from optimeter._arrays import Float
from optimeter.exceptions import DataError
from optimeter.measures import Steps
from optimeter.measures.of_parts import SCATTER
from optimeter.measures.of_suites import RATIOS, SPEEDS
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.speed import SpeedRow, speed_rows
from optimeter.reports.analysis.styles import PALETTE, PALETTE_DARK
from optimeter.reports.analysis.words import factor, number
from optimeter.reports.figures.common import (
    FRAME,
    GUIDE,
    MARKERS,
    SURE,
    algorithms_of,
    function_panels,
    guides,
    interval_band,
    spread,
    stepped,
    suite_title,
)
from optimeter.reports.figures.description import (
    Axis,
    Figure,
    Line,
    Mark,
    Panel,
    Points,
    Ranges,
    Rule,
    Series,
    Text,
    Told,
)

__all__ = ["pair_of", "ratios", "scatter", "scatter_functions", "scatter_groups", "speed"]

SHADES_DARK = ("#5f7f9a", "#82a8c9", "#a9cdee", "#ffffff")
SHADES = ("#9db8d2", "#5f8db8", "#1f5f99", "#0b2f52")
LOW, HIGH = 1e-4, 1e4  # ratios drawn


def pair_of(suite: SuiteReport, pair: tuple[str, str] | None) -> tuple[str, str]:
    """Return the two algorithms compared: the given ones, or those with the largest areas.

    Of the latter, the faster one in the main dimension comes first.
    """
    if pair is None:
        if len(suite.competing) < 2:
            message = f"a comparison needs two algorithms; the data hold {suite.competing[0]!r}"
            raise DataError(message)
        main = suite.main_dimension
        area = {p.algorithm: p.auc for p in suite.profiles(dimension=main)}
        first, second = sorted(suite.competing, key=lambda name: -area.get(name, -1.0))[:2]
        turned = suite.results[SPEEDS].where(
            group="all", dimension=main, faster=second, slower=first
        )
        return (second, first) if len(turned) else (first, second)
    for name in pair:
        known_name(name, suite.algorithms, "algorithm")
    return pair


# ------------------------------------------------------------------ expected runtimes


def matched_ert(
    suite: SuiteReport, pair: tuple[str, str], function: int, dimension: int
) -> tuple[Float, Float]:
    """Return the expected runtimes of two algorithms to the same targets of one problem."""
    tables = [
        suite.results[SCATTER].where(algorithm=name, function=function, dimension=dimension)
        for name in pair
    ]
    if not all(len(table) for table in tables):
        return np.empty(0), np.empty(0)
    return tables[0].ert, tables[1].ert


def _cloud(
    suite: SuiteReport,
    series: Series,
    pair: tuple[str, str],
    problems: Iterable[tuple[int, int]],
) -> Points:
    """Describe the points that one of the two reached; the axes' edge stands for infinity.

    `problems` are functions with a dimension each.
    """
    points = [
        (x, y, f"f{function}\n{pair[0]}: {number(x)}\n{pair[1]}: {number(y)}")
        for function, dimension in problems
        for x, y in zip(*matched_ert(suite, pair, function, dimension), strict=True)
        if math.isfinite(x) or math.isfinite(y)
    ]
    x, y = (np.array([point[i] for point in points], dtype=float) for i in (0, 1))
    notes = tuple(note for _, _, note in points)
    return Points(series.key, x, y, size=0.85, alpha=0.75, notes=notes)


def _square(clouds: list[Points], titles: tuple[str, str]) -> tuple[Axis, Axis]:
    """Return two axes with the same limits, some way beyond the largest finite value."""
    values = np.concatenate([np.asarray(v) for c in clouds for v in (c.x, c.y)] or [np.ones(1)])
    top = float(np.max(values[np.isfinite(values)], initial=10.0))
    high = 10.0 ** (math.ceil(math.log10(top) + 0.2) + 0.3)
    return Axis(titles[0], 1.0, high), Axis(titles[1], 1.0, high)


def _at_edge(cloud: Points, high: float) -> Points:
    """Put what was never reached on the edge of the panel."""
    edge = high / 10.0**0.15
    x, y = (np.minimum(np.asarray(v), edge) for v in (cloud.x, cloud.y))
    return replace(cloud, x=x, y=y)


def _diagonals(high: float) -> tuple[Mark, ...]:
    factors = (0.01, 0.1, 10.0, 100.0)
    equal = Line(FRAME.key, [1.0, high], [1.0, high], width=0.6)
    return guides(((1.0, k), (high, k * high)) for k in factors), equal


def scatter_groups(suite: SuiteReport) -> dict[Series, tuple[int, ...]]:
    """Return the series of points with their functions: groups, or all if there are too many."""
    sets = list(suite.of_kind("group"))
    sets = sets if 1 < len(sets) < 9 else list(suite.of_kind("all"))
    return {
        Series(
            "group", entry.title, PALETTE[i], PALETTE_DARK[i], marker=MARKERS[i]
        ): entry.functions
        for i, entry in enumerate(sets)
    }


def scatter(suite: SuiteReport, *, dimension: int, pair: tuple[str, str] | None = None) -> Figure:
    """Describe the expected runtimes of two algorithms, all functions in one dimension."""
    first, second = pair_of(suite, pair)
    groups = scatter_groups(suite)
    series = tuple(groups)
    clouds = [
        _cloud(suite, key, (first, second), ((f, dimension) for f in functions))
        for key, functions in groups.items()
    ]
    if not any(np.size(cloud.x) for cloud in clouds):
        message = f"{first} and {second} share no solved problem in dimension {dimension}"
        raise DataError(message)
    x, y = _square(clouds, (f"ERT of {first}", f"ERT of {second}"))
    marks = (*_diagonals(x.high), *(_at_edge(cloud, x.high) for cloud in clouds))
    title = suite_title(suite, f"D = {dimension}")
    panel = Panel("", x, y, marks, square=True)
    return Figure(title, (*series, GUIDE, FRAME), (panel,), aspect=1.0)


def scatter_functions(suite: SuiteReport, *, pair: tuple[str, str] | None = None) -> Figure:
    """Describe a panel per function, all dimensions in each."""
    first, second = pair_of(suite, pair)
    series = spread("dimension", [f"D = {d}" for d in suite.dimensions])
    clouds = {
        entry.functions[0]: [
            _cloud(suite, key, (first, second), [(entry.functions[0], d)])
            for key, d in zip(series, suite.dimensions, strict=True)
        ]
        for entry in suite.of_kind("function")
    }
    every = [cloud for found in clouds.values() for cloud in found]
    axes = _square(every, ("", ""))  # the title names them: there is no room in every panel
    high = axes[0].high
    figure = function_panels(
        suite,
        lambda function: [_at_edge(cloud, high) for cloud in clouds[function]],
        lambda _: axes,
        series=(*series, GUIDE, FRAME),
        told=Told(),
        title=f"{suite.name}: ERT of {second} (y) against ERT of {first} (x)",
        aspect=1.0,
    )
    return figure.behind(_diagonals(high))


# ------------------------------------------------------------------ ratios


def ratios(
    suite: SuiteReport,
    *,
    dimension: int,
    pair: tuple[str, str] | None = None,
    bands: bool = False,
) -> Figure:
    """Describe the distribution of runtime ratios of two algorithms, a curve per target."""
    first, second = pair_of(suite, pair)
    found = suite.results[RATIOS].where(dimension=dimension, algorithm=first, other=second)
    curves = found.curves
    if not curves:
        message = f"no runtime ratios of {first} and {second} in dimension {dimension}"
        raise DataError(message)
    labels = [f"{suite.target_text(c.target)}: {c.solved}/{c.other_solved}" for c in curves]
    series = spread("target", labels, SHADES, SHADES_DARK)
    marks: list[Mark] = [Rule(FRAME.key, "x", [1.0])]
    for entry, curve in zip(series, curves, strict=True):
        steps = curve.steps
        inner = steps.x > 1e-8
        start = float(steps.at(1e-8))  # below: only the second failed
        if bands:
            low, high = curve.interval()
            marks += interval_band(entry.key, steps.x[inner], (low[inner], high[inner]), HIGH)
        x = np.append(LOW, np.maximum(steps.x[inner], LOW))
        y = np.append(start, np.maximum(steps.y[inner], start))
        marks.append(stepped(entry.key, Steps(x, y), LOW, HIGH))
    title = f"runtime of {first} / runtime of {second}"
    share = Axis("pairs of runs", scale="share")
    told = Told("{y} of pairs with a ratio of at most {x}", SURE)
    panel = Panel("", Axis(title, LOW, HIGH), share, tuple(marks), told=told)
    return Figure(suite_title(suite, f"D = {dimension}"), (*series, FRAME), (panel,))


def speed(suite: SuiteReport, *, dimension: int, pair: tuple[str, str] | None = None) -> Figure:
    """Describe ratios of expected runtimes of a pair with intervals, by dimension and group."""
    first, second = pair_of(suite, pair)
    rows = speed_rows(suite, (first, second), dimension)
    if not rows:
        message = f"{first} and {second} solve no problem in common"
        raise DataError(message)
    series = algorithms_of(suite, (first, second))
    marks: list[Mark] = [Rule(FRAME.key, "x", [1.0], dash="solid")]
    for place, row in enumerate(rows):
        key = series[0 if row.factor >= 1 else 1].key
        marks.append(Ranges(key, "x", [place], [row.low], [row.high]))
        notes = (_speed_note(row, (first, second)),)
        marks.append(Points(key, [row.factor], [place], size=1.3, notes=notes))
    places = [-1.05, *range(len(rows))]
    texts = ("both", *(f"{100 * row.both:.0f} %" for row in rows))
    marks.append(Text(FRAME.key, np.ones(len(places)), places, texts, beside=True))
    low = min(0.8, *(row.low for row in rows))
    high = max(1.25, *(row.high for row in rows if math.isfinite(row.high)))
    x = _factor_axis(f"times that {first} is faster than {second}", low, high)
    y = Axis("", scale="rows", labels=tuple(row.title for row in rows))
    return Figure(suite.name, (*series, FRAME), (Panel("", x, y, tuple(marks)),))


def _speed_note(row: SpeedRow, pair: tuple[str, str]) -> str:
    """Say who is faster where, and how sure that is."""
    who, other, factors = *pair, (row.factor, row.low, row.high)
    if row.factor < 1:
        who, other, factors = other, who, (1 / row.factor, 1 / row.high, 1 / row.low)
    times, low, high = (number(value) for value in factors)
    claim = f"{who} is {times}× faster than {other}"
    if factors[1] <= 1:
        claim = f"open whether {who} is faster than {other}: {times}×"
    return (
        f"{row.title}\n{claim}\n"
        f"95 % interval {low} to {high}; both solve {100 * row.both:.1f} % of the problems"
    )


def _factor_axis(title: str, low: float, high: float) -> Axis:
    """Return an axis of factors, labelled as they are said."""
    left, right = math.log10(low) - 0.08, math.log10(high) + 0.08
    steps = (1,) if right - left > 2.6 else (1, 2, 5)
    ticks = tuple(
        m * 10.0**k
        for k in range(math.floor(left), math.ceil(right) + 1)
        for m in steps
        if left <= math.log10(m * 10.0**k) <= right
    )
    labels = tuple(factor(t) for t in ticks)
    return Axis(title, 10.0**left, 10.0**right, ticks=ticks, labels=labels)
