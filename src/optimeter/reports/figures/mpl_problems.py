"""Single functions on paper: quality against budget, expected runtime against target."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.figures.mpl_canvas import (
    Size,
    draw_band,
    line_style,
    log_x,
    log_y,
    marker_style,
    name_legend,
    new_figure,
    panel_grid,
    panel_title,
    plain,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "convergence_figure",
    "convergence_panels",
    "ert_figure",
    "ert_panels",
    "function_title",
    "log_limits",
]

FLOOR = 1e-12
Values = tuple[list[float], list[float]]  # all x and y of the curves, for the limits of the axes


def log_limits(values: Sequence[float], pad: float = 0.15) -> tuple[float, float]:
    """Return the range of log10 of positive values."""
    finite = np.array([v for v in values if 0 < v < np.inf] or [1.0, 10.0])
    low, high = float(np.log10(finite.min())), float(np.log10(finite.max()))
    return low - pad, max(high + pad, low + 1)


def function_title(axes: "Axes", suite: SuiteReport, function: int, rest: str) -> None:
    """Write suite and function above a figure."""
    entry = suite.function_set(f"f{function}")
    title = entry.title if entry else f"f{function}"
    plain([axes.set_title(f"{suite.name} {title}, {rest}", loc="left")])


def _panels(
    suite: SuiteReport,
    size: Size,
    draw: Callable[["Axes", int], Values],
    limit: Callable[..., None],
    labels: tuple[str, str],
) -> "Figure":
    """Draw a panel per function, with shared axes and one legend."""
    columns = 4
    sets = list(suite.of_kind("function"))
    figure, panels = panel_grid(size, len(sets), columns=columns, extra=0.07)
    found = [draw(axes, entry.functions[0]) for axes, entry in zip(panels, sets, strict=True)]
    every = [x for xs, _ in found for x in xs], [y for _, ys in found for y in ys]
    for i, (axes, entry) in enumerate(zip(panels, sets, strict=True)):
        left, last = i % columns == 0, i + columns >= len(sets)
        limit(axes, every, below=last, left=left, most=4)
        panel_title(axes, entry.title)
        if last:
            axes.set_xlabel(labels[0], labelpad=1)
        if left:
            axes.set_ylabel(labels[1], labelpad=1)
    name_legend(figure, suite, suite.featured)
    return figure


# ------------------------------------------------------------------ quality against budget


def _draw_convergence(
    axes: "Axes", suite: SuiteReport, dimension: int, function: int, *, bands: bool
) -> Values:
    xs: list[float] = []
    ys: list[float] = []
    for name in suite.featured:
        values = suite.parts[name].values.select(dimension=dimension, function=function)
        keep = np.isfinite(values.median) & (values.median > 0)
        if not keep.any():
            continue
        x, median = values.budget[keep], np.maximum(values.median[keep], FLOOR)
        low, high = (np.maximum(q[keep], FLOOR) for q in (values.p25, values.p75))
        style = suite.styles[name]
        if bands:
            draw_band(axes, x, low, high, style.colour)
        axes.plot(x, median, **line_style(style))
        xs += x.tolist()
        ys += [*median.tolist(), *low.tolist(), *high.tolist()]
    return xs, ys


def _limit_convergence(
    axes: "Axes", values: Values, *, below: bool = True, left: bool = True, most: int = 7
) -> None:
    log_x(axes, *log_limits(values[0], 0.0), labels=below, most=most)
    log_y(axes, *log_limits(values[1]), labels=left, most=most)


def convergence_figure(
    suite: SuiteReport, *, dimension: int, function: int, bands: bool = True, size: Size = "one"
) -> "Figure":
    """Draw the median quality against the budget, with quartiles."""
    figure = new_figure(size, 0.75)
    axes = figure.add_subplot()
    _limit_convergence(axes, _draw_convergence(axes, suite, dimension, function, bands=bands))
    axes.set_xlabel(f"{suite.evaluations_word} / dimension")
    axes.set_ylabel("best precision")
    function_title(axes, suite, function, f"D = {dimension}")
    name_legend(figure, suite, suite.featured)
    return figure


def convergence_panels(
    suite: SuiteReport, *, dimension: int, bands: bool = True, size: Size = "two"
) -> "Figure":
    """Draw the median quality against the budget on every function."""
    return _panels(
        suite,
        size,
        lambda axes, function: _draw_convergence(axes, suite, dimension, function, bands=bands),
        _limit_convergence,
        ("evaluations / dim.", "precision"),
    )


# ------------------------------------------------------------------ expected runtime against target


def _draw_ert(
    axes: "Axes", suite: SuiteReport, dimension: int, function: int, *, bands: bool
) -> Values:
    xs: list[float] = []
    ys: list[float] = []
    for name in suite.featured:
        table = suite.parts[name].ert.select(dimension=dimension, function=function)
        keep = np.isfinite(table.ert) & (table.target > 0)
        if not keep.any():
            continue
        style = suite.styles[name]
        y = table.ert[keep] / dimension
        axes.plot(table.target[keep], y, **line_style(style))
        intervals = suite.parts[name].ert_interval
        if bands and intervals is not None:
            chosen = intervals.select(dimension=dimension, function=function)
            sure = keep & np.isfinite(chosen.low) & np.isfinite(chosen.high)
            low, high = (end[sure] / dimension for end in (chosen.low, chosen.high))
            draw_band(axes, table.target[sure], low, high, style.colour)
        axes.plot(
            table.target[keep][-1:],
            y[-1:],
            color=style.colour,
            linestyle="none",
            **marker_style(style, 4.5),
        )
        xs += table.target[keep].tolist()
        ys += y.tolist()
    return xs, ys


def _limit_ert(
    axes: "Axes", values: Values, *, below: bool = True, left: bool = True, most: int = 7
) -> None:
    log_x(axes, *log_limits(values[0], 0.1), labels=below, most=most)
    log_y(axes, *log_limits(values[1]), labels=left, most=most)
    axes.invert_xaxis()


def ert_figure(
    suite: SuiteReport, *, dimension: int, function: int, bands: bool = False, size: Size = "one"
) -> "Figure":
    """Draw the expected runtime against the target."""
    figure = new_figure(size, 0.75)
    axes = figure.add_subplot()
    _limit_ert(axes, _draw_ert(axes, suite, dimension, function, bands=bands))
    axes.set_xlabel("target precision")
    axes.set_ylabel("ERT / dimension")
    function_title(axes, suite, function, f"D = {dimension}")
    name_legend(figure, suite, suite.featured)
    return figure


def ert_panels(
    suite: SuiteReport, *, dimension: int, bands: bool = False, size: Size = "two"
) -> "Figure":
    """Draw the expected runtime against the target on every function."""
    return _panels(
        suite,
        size,
        lambda axes, function: _draw_ert(axes, suite, dimension, function, bands=bands),
        _limit_ert,
        ("target precision", "ERT / D"),
    )
