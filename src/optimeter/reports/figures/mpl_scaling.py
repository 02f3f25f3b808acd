"""Scaling with the dimension on paper: one function, or a panel for each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter.exceptions import UnknownNameError
from optimeter.measures import Scaling
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.styles import DIMENSION_COLOURS
from optimeter.reports.analysis.words import target as target_text
from optimeter.reports.figures.mpl_canvas import (
    GRID,
    Size,
    grid_lines,
    line_style,
    log_y,
    marker_style,
    name_legend,
    new_figure,
    panel_grid,
    panel_title,
)
from optimeter.reports.figures.mpl_problems import function_title, log_limits

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["scaling_figure", "scaling_panels"]


def _targets(suite: SuiteReport) -> list[float]:
    """Return the targets of the scaling figures, easy to hard."""
    known = next(iter(suite.parts.values())).scaling.target
    return sorted({float(t) for t in known.tolist()}, reverse=True)


def _scaling_target(suite: SuiteReport, target: float | None) -> float:
    """Return the target drawn: the hardest one unless another is asked for."""
    values = _targets(suite)
    if target is None:
        return values[-1]
    for value in values:
        if np.isclose(value, target, rtol=1e-6):
            return value
    shown = ", ".join(target_text(v) for v in values)
    message = f"no scaling data for target {target!r}; targets are {shown}"
    raise UnknownNameError(message)


def _scaling_curve(axes: "Axes", table: Scaling, style: dict[str, Any], *, numbers: bool) -> None:
    """Draw one line; open symbols at the longest run where nothing was reached."""
    order = np.argsort(table.dimension)
    table = table.take(order)
    y = np.where(np.isfinite(table.ert_per_dimension), table.ert_per_dimension, np.nan)
    axes.plot(table.dimension, y, **style)
    failed = ~np.isfinite(table.ert_per_dimension)
    open_style = {**style, "linestyle": "none", "markerfacecolor": "white"}
    axes.plot(table.dimension[failed], table.longest_run[failed], **open_style)
    if numbers:
        some = ~failed & (table.successes < table.runs)
        for d, height, k in zip(
            table.dimension[some], y[some], table.successes[some].tolist(), strict=True
        ):
            axes.annotate(
                str(k),
                (d, height),
                textcoords="offset points",
                xytext=(0, 3),
                ha="center",
                fontsize="x-small",
                color=style["color"],
            )


def _scaling_bars(
    axes: "Axes", suite: SuiteReport, name: str, function: int, target: float
) -> None:
    """Draw the 95 % intervals of the expected runtimes."""
    table = suite.parts[name].scaling_interval.select(function=function, target=target)
    sure = np.isfinite(table.low) & np.isfinite(table.high)
    low, high = (end[sure] / table.dimension[sure] for end in (table.low, table.high))
    axes.vlines(table.dimension[sure], low, high, color=suite.styles[name].colour, linewidth=0.9)


def _scaling_axes(
    axes: "Axes",
    dimensions: tuple[int, ...],
    limits: tuple[float, float],
    *,
    labels_x: bool,
    labels_y: bool,
    most: int = 7,
) -> None:
    from matplotlib.collections import LineCollection  # noqa: PLC0415
    from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator  # noqa: PLC0415

    axes.set_xscale("log")
    axes.set_xlim(dimensions[0] / 1.3, dimensions[-1] * 1.3)
    axes.xaxis.set_major_locator(FixedLocator(list(dimensions)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FixedFormatter([str(d) for d in dimensions]))
    grid_lines(axes.xaxis, dimensions)
    log_y(axes, *limits, labels=labels_y, most=most)
    if not labels_x:
        axes.tick_params(bottom=False, labelbottom=False)
    span = dimensions[-1] / dimensions[0]
    low, high = int(np.floor(limits[0])) - 3, int(np.ceil(limits[1])) + 1
    guides = [
        [(dimensions[0], 10.0**k), (dimensions[-1], 10.0**k * span)] for k in range(low, high)
    ]
    axes.add_collection(
        LineCollection(guides, colors=GRID, linewidths=0.7, linestyles=[(0, (1, 2))], zorder=0),
        autolim=False,
    )


def _rows(suite: SuiteReport, name: str, function: int, target: float) -> Scaling:
    return suite.parts[name].scaling.select(function=function, target=target)


def _scaling_limits(tables: Sequence[Scaling]) -> tuple[float, float]:
    values: list[float] = []
    for table in tables:
        finite = np.isfinite(table.ert_per_dimension)
        values += table.ert_per_dimension[finite].tolist()
        values += table.longest_run[~finite].tolist()
    return log_limits(values, 0.3)


def scaling_figure(
    suite: SuiteReport,
    *,
    function: int,
    target: float | None = None,
    bands: bool = False,
    size: Size = "one",
) -> "Figure":
    """Draw ERT/D against D on one function: one algorithm to all targets, several to one."""
    figure = new_figure(size, 0.78)
    axes = figure.add_subplot()
    if len(suite.featured) == 1 and target is None:
        every = suite.parts[suite.featured[0]].scaling.select(function=function)
        _scaling_axes(
            axes, suite.dimensions, _scaling_limits([every]), labels_x=True, labels_y=True
        )
        _one_algorithm(axes, suite, suite.featured[0], function, size=3.2)
        _target_legend(figure, _targets(suite), 3.2)
        function_title(axes, suite, function, suite.featured[0])
    else:
        chosen = _scaling_target(suite, target)
        tables = [_rows(suite, name, function, chosen) for name in suite.featured]
        _scaling_axes(axes, suite.dimensions, _scaling_limits(tables), labels_x=True, labels_y=True)
        for name, table in zip(suite.featured, tables, strict=True):
            style = suite.styles[name]
            _scaling_curve(axes, table, {**line_style(style), **marker_style(style)}, numbers=True)
            if bands:
                _scaling_bars(axes, suite, name, function, chosen)
        function_title(axes, suite, function, f"target {target_text(chosen)}")
        name_legend(figure, suite, suite.featured)
    axes.set_xlabel("dimension")
    axes.set_ylabel("ERT / dimension")
    return figure


def _target_styles(targets: Sequence[float], size: float) -> list[dict[str, Any]]:
    """Return the lines of one algorithm to several targets."""
    return [
        {
            "color": DIMENSION_COLOURS[i % len(DIMENSION_COLOURS)],
            "linewidth": 0.4 * size,
            "marker": "os^Dv<p"[i % 7],
            "markersize": size,
        }
        for i in range(len(targets))
    ]


def _one_algorithm(
    axes: "Axes", suite: SuiteReport, name: str, function: int, *, size: float, numbers: bool = True
) -> None:
    """Draw one algorithm to all targets; failures are marked for the hardest one."""
    table = suite.parts[name].scaling.select(function=function)
    targets = _targets(suite)
    for value, style in zip(targets, _target_styles(targets, size), strict=True):
        part = table.select(target=value)
        hardest = value == targets[-1]
        reached = part.take(np.isfinite(part.ert_per_dimension))
        _scaling_curve(axes, part if hardest else reached, style, numbers=hardest and numbers)


def _target_legend(figure: "Figure", targets: Sequence[float], size: float) -> None:
    from matplotlib.lines import Line2D  # noqa: PLC0415

    figure.legend(
        [Line2D([], [], **style) for style in _target_styles(targets, size)],
        [target_text(value) for value in targets],
        loc="outside lower center",
        ncols=len(targets) if figure.get_figwidth() > 5 else 4,
        frameon=False,
    )


def scaling_panels(
    suite: SuiteReport, *, target: float | None = None, size: Size = "two", columns: int = 4
) -> "Figure":
    """Draw the scaling of every function: one algorithm to all targets, several to one."""
    alone = len(suite.featured) == 1 and target is None
    chosen = _targets(suite) if alone else [_scaling_target(suite, target)]
    sets = list(suite.of_kind("function"))
    figure, panels = panel_grid(size, len(sets), columns=columns, extra=0.07)
    tables = {
        (entry.key, name): _rows(suite, name, entry.functions[0], value)
        for entry in sets
        for name in suite.featured
        for value in chosen
    }
    every = [suite.parts[name].scaling for name in suite.featured] if alone else tables.values()
    limits = _scaling_limits(list(every))
    for i, (axes, entry) in enumerate(zip(panels, sets, strict=True)):
        last_row, left = i + columns >= len(sets), i % columns == 0
        _scaling_axes(axes, suite.dimensions, limits, labels_x=last_row, labels_y=left, most=5)
        for name in suite.featured:
            if alone:
                function = entry.functions[0]
                _one_algorithm(axes, suite, name, function, size=2.4, numbers=False)
            else:
                style = suite.styles[name]
                drawn = {**line_style(style, 1.0), **marker_style(style, 2.6)}
                _scaling_curve(axes, tables[entry.key, name], drawn, numbers=False)
        panel_title(axes, entry.title)
        if last_row:
            axes.set_xlabel("dimension", labelpad=1)
        if left:
            axes.set_ylabel("ERT / D", labelpad=1)
    if alone:
        _target_legend(figure, chosen, 2.4)
    else:
        name_legend(figure, suite, suite.featured)
    return figure
