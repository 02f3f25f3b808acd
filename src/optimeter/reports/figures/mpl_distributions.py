"""Distributions on paper: run lengths, quality, ECDF over budgets, loss ratios, leaders."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter.exceptions import DataError
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number
from optimeter.reports.analysis.words import target as target_text
from optimeter.reports.figures.mpl_canvas import (
    FRAME,
    GRID,
    Size,
    draw_band,
    line_style,
    log_x,
    log_y,
    marker_style,
    name_legend,
    new_figure,
    plain,
    share_axis,
    step_path,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "budget_profile_figure",
    "loss_figure",
    "quality_figure",
    "run_length_figure",
    "winners_figure",
]

SHADES = ("#8fb7e0", "#4f8fc9", "#1f6bb0", "#7a5ab5", "#a8478f", "#b8305a", "#8c1d2f", "#4d0f1c")


def _shade(i: int, n: int) -> str:
    return SHADES[round(i * (len(SHADES) - 1) / max(n - 1, 1))]


def _need(curves: list[Any], what: str, dimension: int, group: str) -> None:
    """Refuse to draw nothing."""
    if not curves:
        message = f"no {what} for functions {group!r} in dimension {dimension}"
        raise DataError(message)


def _interval(axes: "Axes", curve: Any, colour: str, end: float) -> None:
    """Shade the interval of a curve up to where it is drawn."""
    if len(curve.steps):
        low, high = curve.interval()
        x = np.append(curve.steps.x, max(end, float(curve.steps.x[-1])))
        draw_band(axes, x, np.append(low, low[-1]), np.append(high, high[-1]), colour, steps=True)


def _named(suite: SuiteReport, group: str) -> str:
    entry = suite.function_set(group)
    return entry.title if entry else group


def run_length_figure(
    suite: SuiteReport,
    *,
    dimension: int,
    group: str = "all",
    target: float | None = None,
    bands: bool = False,
    size: Size = "one",
) -> "Figure":
    """Draw the share of runs that reached a target; one algorithm: all targets."""
    curves = [
        curve
        for name in suite.featured
        for curve in suite.parts[name].run_lengths.get(group, ())
        if curve.dimension == dimension
    ]
    _need(curves, "run lengths", dimension, group)
    alone = len(suite.featured) == 1 and target is None
    hardest = min(curve.target for curve in curves) if target is None else target
    figure = new_figure(size, 0.75)
    axes = figure.add_subplot()
    shown = curves if alone else [c for c in curves if np.isclose(c.target, hardest, rtol=1e-6)]
    for i, curve in enumerate(shown):
        style: dict[str, Any] = (
            {"color": _shade(i, len(shown)), "linewidth": 1.4}
            if alone
            else line_style(suite.styles[curve.algorithm])
        )
        label = f"{target_text(curve.target)}: {curve.solved}/{curve.functions}" if alone else None
        axes.plot(
            *step_path(curve.steps.x, curve.steps.y, curve.longest_run),
            drawstyle="steps-post",
            label=label,
            **style,
        )
        if bands:
            _interval(axes, curve, style["color"], curve.longest_run)
        axes.axvline(curve.longest_run, color=style["color"], linewidth=0.6, linestyle=(0, (1, 2)))
    longest = max(curve.longest_run for curve in curves)
    log_x(axes, 0, float(np.log10(max(longest, 10))) + 0.1)
    share_axis(axes)
    axes.set_xlabel(f"{suite.evaluations_word} / dimension")
    axes.set_ylabel("runs that reached the target")
    rest = "" if alone else f", target {target_text(hardest)}"
    plain(
        [axes.set_title(f"{suite.name}, {_named(suite, group)}, D = {dimension}{rest}", loc="left")]
    )
    if alone:
        figure.legend(loc="outside lower center", ncols=4, frameon=False)
    else:
        name_legend(figure, suite, suite.featured)
    return figure


def quality_figure(
    suite: SuiteReport,
    *,
    dimension: int,
    group: str = "all",
    budget: float | None = None,
    bands: bool = False,
    size: Size = "one",
) -> "Figure":
    """Draw the distribution of the quality at a budget; one algorithm: all budgets."""
    curves = [
        curve
        for name in suite.featured
        for curve in suite.parts[name].qualities.get(group, ())
        if curve.dimension == dimension
    ]
    _need(curves, "quality distributions", dimension, group)
    alone = len(suite.featured) == 1 and budget is None
    wanted = np.inf if budget is None else budget
    shown = curves if alone else [c for c in curves if c.budget == wanted]
    if not shown:
        known = ", ".join(number(b) for b in sorted({c.budget for c in curves}))
        message = f"no quality distribution at budget {budget!r}; budgets are {known}"
        raise DataError(message)
    when = "end of runs" if np.isinf(wanted) else f"{number(wanted)}·D evaluations"
    title = f"{suite.name}, {_named(suite, group)}, D = {dimension}{'' if alone else f', {when}'}"
    return _value_figure(suite, shown, title, size, bands=bands)


def budget_profile_figure(
    suite: SuiteReport,
    *,
    dimension: int,
    group: str = "all",
    bands: bool = False,
    size: Size = "one",
) -> "Figure":
    """Draw the ECDF over budgets."""
    curves = [
        curve
        for name in suite.featured
        for curve in suite.parts[name].budget_profiles.get(group, ())
        if curve.dimension == dimension
    ]
    _need(curves, "ECDF over budgets", dimension, group)
    title = f"{suite.name}, {_named(suite, group)}, D = {dimension}, over budgets"
    return _value_figure(suite, curves, title, size, bands=bands)


def _value_figure(
    suite: SuiteReport, curves: Iterable[Any], title: str, size: Size, *, bands: bool
) -> "Figure":
    figure = new_figure(size, 0.75)
    axes = figure.add_subplot()
    shown = list(curves)
    several_budgets = len({curve.budget for curve in shown}) > 1 and len(suite.featured) == 1
    values = np.concatenate([curve.steps.x for curve in shown] or [np.ones(1)])
    values = values[values > 0]
    low, high = float(np.log10(values.min())), float(np.log10(values.max()))
    for i, curve in enumerate(shown):
        style: dict[str, Any] = (
            {"color": _shade(i, len(shown)), "linewidth": 1.3}
            if several_budgets
            else line_style(suite.styles[curve.algorithm])
        )
        when = "end" if np.isinf(curve.budget) else f"{number(curve.budget)}·D"
        axes.plot(
            *step_path(curve.steps.x, curve.steps.y, 10.0**high),
            drawstyle="steps-post",
            label=when if several_budgets else None,
            **style,
        )
        if bands:
            _interval(axes, curve, style["color"], 10.0**high)
    log_x(axes, low - 0.1, max(high, low + 1) + 0.1, most=6)
    share_axis(axes)
    axes.set_xlabel("best precision")
    axes.set_ylabel("runs")
    plain([axes.set_title(title, loc="left")])
    if several_budgets:
        figure.legend(loc="outside lower center", ncols=5, frameon=False)
    else:
        name_legend(figure, suite, suite.featured)
    return figure


def loss_figure(suite: SuiteReport, *, dimension: int, size: Size = "one") -> "Figure":
    """Draw loss ratios against the budget: geometric mean, quartiles, 10 and 90 %."""
    summary = suite.comparison.loss_summary
    if summary is None:
        message = "loss ratios need a reference; the suite has none, or it covers none of the data"
        raise DataError(message)
    table = summary.select(dimension=dimension)
    names = [name for name in suite.featured if name in table.algorithm]
    figure = new_figure(size, 0.78)
    axes = figure.add_subplot()
    values: list[float] = [1.0]
    for i, name in enumerate(names):
        rows = table.select(algorithm=name)
        style = suite.styles[name]
        x = rows.budget * 10.0 ** ((i - (len(names) - 1) / 2) * min(0.11, 0.6 / len(names)))
        mean = np.where(np.isfinite(rows.geometric_mean), rows.geometric_mean, np.nan)
        axes.plot(x, mean, **line_style(style), **marker_style(style))
        if len(names) <= 6:
            for low, high, width, alpha in (
                (rows.p10, rows.p90, 0.8, 0.7),
                (rows.p25, rows.p75, 3.5, 0.35),
            ):
                keep = np.isfinite(low) & np.isfinite(high)
                axes.vlines(
                    x[keep], low[keep], high[keep], color=style.colour, linewidth=width, alpha=alpha
                )
                values += [*low[keep].tolist(), *high[keep].tolist()]
        values += mean[np.isfinite(mean)].tolist()
    positive = np.array([v for v in values if v > 0])
    log_x(axes, 0, float(np.log10(max(table.budget.max(initial=10.0), 10))) + 0.3)
    log_y(axes, float(np.log10(positive.min())) - 0.2, float(np.log10(positive.max())) + 0.2)
    axes.axhline(1.0, color=FRAME, linewidth=0.7, linestyle=(0, (1, 2)))
    axes.set_xlabel("budget: evaluations / dimension")
    plain(
        [
            axes.set_ylabel(f"loss against {suite.reference}"),
            axes.set_title(f"{suite.name}, D = {dimension}", loc="left"),
        ]
    )
    name_legend(figure, suite, names)
    return figure


def winners_figure(suite: SuiteReport, *, dimension: int, size: Size = "two") -> "Figure":
    """Draw who leads at which budget, for all functions and each group."""
    from matplotlib.colors import to_rgba  # noqa: PLC0415
    from matplotlib.patches import Patch  # noqa: PLC0415

    sets = [*suite.of_kind("all"), *suite.of_kind("group")]
    figure = new_figure(size, 0.045 * len(sets) + 0.13)
    axes = figure.add_subplot()
    leaders: list[str] = []
    for row, entry in enumerate(sets):
        table = suite.winners.select(dimension=dimension, group=entry.key)
        winners = table.winner.tolist()
        axes.broken_barh(
            [(b * 10**-0.1, b * (10**0.1 - 10**-0.1)) for b in table.budget.tolist()],
            (row - 0.4, 0.8),
            facecolors=[
                to_rgba(suite.styles[winner].colour, min(1.0, 0.35 + 6 * margin))
                if winner
                else to_rgba(GRID)
                for winner, margin in zip(winners, table.margin.tolist(), strict=True)
            ],
            linewidth=0,
        )
        leaders += [name for name in dict.fromkeys(winners) if name and name not in leaders]
    log_x(axes, -0.1, 7.1)
    axes.set_ylim(len(sets) - 0.5, -0.5)
    axes.set_yticks(range(len(sets)), [entry.title for entry in sets])
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(f"{suite.evaluations_word} / dimension")
    plain([axes.set_title(f"{suite.name}, D = {dimension}", loc="left"), *axes.get_yticklabels()])
    shown = [name for name in suite.algorithms if name in leaders]
    legend = figure.legend(
        [Patch(color=suite.styles[name].colour) for name in shown],
        shown,
        loc="outside lower center",
        ncols=min(len(shown), 4),
        frameon=False,
        handlelength=1.2,
    )
    plain(legend.get_texts())
    return figure
