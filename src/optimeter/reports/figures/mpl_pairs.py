"""Two algorithms on paper: expected runtimes against each other, runtime ratios."""

from typing import TYPE_CHECKING

import numpy as np

from optimeter._arguments import known_name
from optimeter.exceptions import DataError
from optimeter.measures._table import Float
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.styles import DIMENSION_COLOURS, PALETTE
from optimeter.reports.analysis.words import target as target_text
from optimeter.reports.figures.mpl_canvas import (
    FRAME,
    GRID,
    Size,
    draw_band,
    log_x,
    log_y,
    new_figure,
    panel_grid,
    panel_title,
    plain,
    share_axis,
    step_path,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["matched_ert", "pair_of", "ratio_figure", "scatter_figure", "scatter_panels"]


def pair_of(suite: SuiteReport, pair: tuple[str, str] | None) -> tuple[str, str]:
    """Return the two algorithms compared: the given ones, or those with the largest areas.

    Of the latter, the faster one in the main dimension comes first.
    """
    if pair is None:
        if len(suite.algorithms) < 2:
            message = f"a comparison needs two algorithms; the data hold {suite.algorithms[0]!r}"
            raise DataError(message)
        area = {p.algorithm: p.auc for p in suite.profiles(dimension=suite.main_dimension)}
        first, second = sorted(suite.algorithms, key=lambda name: -area.get(name, -1.0))[:2]
        speed = suite.comparison.speed
        rows = [] if speed is None else speed.select(dimension=suite.main_dimension).to_dicts()
        turned = any((row["faster"], row["slower"]) == (second, first) for row in rows)
        return (second, first) if turned else (first, second)
    for name in pair:
        known_name(name, suite.algorithms, "algorithm")
    return pair


def matched_ert(
    suite: SuiteReport, pair: tuple[str, str], function: int, dimension: int
) -> tuple[Float, Float]:
    """Return the expected runtimes of two algorithms to the same targets of one problem."""
    tables = [
        suite.parts[name].scatter.select(function=function, dimension=dimension) for name in pair
    ]
    if not all(len(table) for table in tables):
        return np.empty(0), np.empty(0)
    return tables[0].ert, tables[1].ert


def _diagonals(axes: "Axes", low: float, high: float) -> None:
    for k in (-2, -1, 0, 1, 2):
        axes.plot(
            [10.0**low, 10.0**high],
            [10.0 ** (low + k), 10.0 ** (high + k)],
            color=FRAME if k == 0 else GRID,
            linewidth=0.8,
            linestyle="-" if k == 0 else (0, (1, 2)),
            zorder=0,
        )


def scatter_figure(
    suite: SuiteReport, *, dimension: int, pair: tuple[str, str] | None = None, size: Size = "one"
) -> "Figure":
    """Draw the expected runtimes of two algorithms, all functions in one dimension."""
    first, second = pair_of(suite, pair)
    figure = new_figure(size, 1.05)
    axes = figure.add_subplot()
    sets = list(suite.of_kind("group"))
    sets = sets if 1 < len(sets) < 9 else list(suite.of_kind("all"))
    found = [
        [matched_ert(suite, (first, second), f, dimension) for f in entry.functions]
        for entry in sets
    ]
    values = np.concatenate([v for group in found for xy in group for v in xy] or [np.ones(1)])
    values = values[np.isfinite(values)]
    if not len(values):
        message = f"{first} and {second} share no solved problem in dimension {dimension}"
        raise DataError(message)
    high = float(np.ceil(np.log10(values.max()) + 0.2))
    edge = 10.0 ** (high + 0.15)
    for i, (entry, group) in enumerate(zip(sets, found, strict=True)):
        x = np.concatenate([xy[0] for xy in group])
        y = np.concatenate([xy[1] for xy in group])
        keep = np.isfinite(x) | np.isfinite(y)
        axes.plot(
            np.minimum(x[keep], edge),
            np.minimum(y[keep], edge),
            linestyle="none",
            marker="os^Dv*PX"[i],
            markersize=3,
            markeredgewidth=0,
            alpha=0.75,
            color=PALETTE[i % len(PALETTE)],
            label=entry.title,
            clip_on=False,
        )
    _diagonals(axes, 0, high + 0.3)
    log_x(axes, 0, high + 0.3)
    log_y(axes, 0, high + 0.3)
    axes.set_aspect("equal")
    plain(
        [
            axes.set_xlabel(f"ERT of {first}"),
            axes.set_ylabel(f"ERT of {second}"),
            axes.set_title(f"{suite.name}, D = {dimension}", loc="left"),
        ]
    )
    if len(sets) > 1:
        figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return figure


def scatter_panels(
    suite: SuiteReport, *, pair: tuple[str, str] | None = None, size: Size = "two", columns: int = 4
) -> "Figure":
    """Draw a panel per function, all dimensions in each."""
    from matplotlib.lines import Line2D  # noqa: PLC0415

    first, second = pair_of(suite, pair)
    sets = list(suite.of_kind("function"))
    figure, panels = panel_grid(size, len(sets), columns=columns, aspect=1.0, extra=0.07)
    points = {
        (entry.functions[0], d): matched_ert(suite, (first, second), entry.functions[0], d)
        for entry in sets
        for d in suite.dimensions
    }
    values = np.concatenate([v for xy in points.values() for v in xy])
    values = values[np.isfinite(values)]
    high = float(np.ceil(np.log10(values.max(initial=10.0)) + 0.2))
    edge = 10.0 ** (high + 0.1)
    colours = [DIMENSION_COLOURS[i % len(DIMENSION_COLOURS)] for i in range(len(suite.dimensions))]
    for i, (axes, entry) in enumerate(zip(panels, sets, strict=True)):
        for k, (d, colour) in enumerate(zip(suite.dimensions, colours, strict=True)):
            x, y = points[entry.functions[0], d]
            keep = np.isfinite(x) | np.isfinite(y)
            axes.plot(
                np.minimum(x[keep], edge),
                np.minimum(y[keep], edge),
                linestyle="none",
                marker="o^sDv*P"[k % 7],
                markersize=2.2,
                markeredgewidth=0,
                color=colour,
            )
        _diagonals(axes, 0, high + 0.3)
        last_row = i + columns >= len(sets)
        log_x(axes, 0, high + 0.3, labels=last_row, most=4)
        log_y(axes, 0, high + 0.3, labels=i % columns == 0, most=4)
        panel_title(axes, entry.title)
    heading = f"{suite.name}: ERT of {second} (y) against ERT of {first} (x)"
    plain([figure.suptitle(heading, x=0.01, ha="left")])
    handles = [
        Line2D([], [], linestyle="none", marker="o^sDv*P"[k % 7], markersize=3.5, color=colour)
        for k, colour in enumerate(colours)
    ]
    figure.legend(
        handles,
        [f"D = {d}" for d in suite.dimensions],
        loc="outside lower center",
        ncols=len(handles),
        frameon=False,
    )
    return figure


def ratio_figure(
    suite: SuiteReport,
    *,
    dimension: int,
    pair: tuple[str, str] | None = None,
    bands: bool = False,
    size: Size = "one",
) -> "Figure":
    """Draw the distribution of runtime ratios of two algorithms, a curve per target."""
    first, second = pair_of(suite, pair)
    curves = [
        curve
        for curve in suite.comparison.ratios
        if curve.dimension == dimension and {curve.algorithm, curve.other} == {first, second}
    ]
    if not curves:
        message = f"no runtime ratios of {first} and {second} in dimension {dimension}"
        raise DataError(message)
    figure = new_figure(size, 0.75)
    axes = figure.add_subplot()
    shades = ["#9db8d2", "#5f8db8", "#1f5f99", "#0b2f52"]
    for i, curve in enumerate(curves):
        steps = curve.steps
        inner = steps.x > 1e-8
        start = float(steps.at(1e-8))
        x, y = step_path(steps.x[inner], steps.y[inner], 1e4)
        if bands and inner.any():
            low, high = (end[inner] for end in curve.interval())
            across = np.append(steps.x[inner], 1e4)
            ends = np.append(low, low[-1]), np.append(high, high[-1])
            draw_band(axes, across, *ends, shades[min(i, 3)], steps=True)
        axes.plot(
            np.append(1e-4, x),
            np.append(start, np.maximum(y, start)),
            drawstyle="steps-post",
            color=shades[min(i, 3)],
            linewidth=1.3,
            label=f"{target_text(curve.target)}: {curve.solved}/{curve.other_solved}",
        )
    axes.axvline(1.0, color=FRAME, linewidth=0.6, linestyle=(0, (1, 2)))
    log_x(axes, -4, 4, most=5)
    share_axis(axes)
    plain(
        [
            axes.set_xlabel(f"runtime of {curves[0].algorithm} / runtime of {curves[0].other}"),
            axes.set_title(f"{suite.name}, D = {dimension}", loc="left"),
        ]
    )
    axes.set_ylabel("pairs of runs")
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    return figure
