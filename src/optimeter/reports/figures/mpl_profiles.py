"""Runtime profiles on paper: one figure, or panels by group, function or dimension."""

from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter.reports.analysis.model import FIXED, FunctionSet, Profile, SuiteReport, TargetSet
from optimeter.reports.analysis.styles import DIMENSION_COLOURS
from optimeter.reports.analysis.words import percent
from optimeter.reports.figures.mpl_canvas import (
    CROWD,
    REFERENCE,
    Size,
    draw_band,
    end_labels,
    line_style,
    log_x,
    name_legend,
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

__all__ = ["profile_all_dimensions", "profile_dimensions", "profile_figure", "profile_panels"]


def draw_profiles(
    axes: "Axes",
    suite: SuiteReport,
    *,
    dimension: int,
    group: str,
    targets: TargetSet = FIXED,
    bands: bool = False,
    width: float = 1.4,
) -> list[tuple[float, str, str]]:
    """Draw the profiles of one figure; return (height, label, colour) of the curves' ends."""
    profiles = suite.profiles(dimension=dimension, group=group, targets=targets)
    window = profiles[0].window if profiles else (0.0, 7.0)
    end = 10.0 ** window[1]
    ends = []
    reference = suite.reference_profile(dimension=dimension, group=group, targets=targets)
    if reference is not None and profiles:
        axes.plot(
            *step_path(reference.steps.x, reference.steps.y, end),
            drawstyle="steps-post",
            color=REFERENCE,
            linewidth=2 * width,
            alpha=0.8,
            solid_joinstyle="miter",
        )
        height = float(reference.steps.y[-1])
        ends.append((height, f"{percent(height)}  {suite.reference}", REFERENCE))
    crowd = [p for p in profiles if p.algorithm not in suite.featured]
    for profile in crowd:
        axes.plot(
            *step_path(profile.steps.x, profile.steps.y, end),
            drawstyle="steps-post",
            color=CROWD,
            linewidth=0.4 * width,
        )
    ends += [
        _curve(axes, suite, profile, end, bands=bands, width=width)
        for profile in profiles
        if profile.algorithm in suite.featured
    ]
    return ends


def _curve(
    axes: "Axes", suite: SuiteReport, profile: Profile, end: float, *, bands: bool, width: float
) -> tuple[float, str, str]:
    style = suite.styles[profile.algorithm]
    steps = profile.steps
    if bands and len(profile.band_x):
        draw_band(axes, profile.band_x, profile.band_low, profile.band_high, style.colour)
    within = steps.x <= profile.budget
    level = float(steps.at(profile.budget)) if np.isfinite(profile.budget) else 0.0
    cut = min(profile.budget, end)
    axes.plot(
        *step_path(steps.x[within], steps.y[within], cut),
        drawstyle="steps-post",
        **line_style(style, width),
    )
    if profile.budget < end:
        x, y = step_path(steps.x[~within], steps.y[~within], end)
        x, y = np.append(profile.budget, x), np.append(level, y)
        y[-1] = max(y[-1], level)
        axes.plot(
            x,
            y,
            drawstyle="steps-post",
            color=style.colour,
            linewidth=0.6 * width,
            linestyle=(0, (3, 1.5)),
        )
        axes.plot(
            [profile.budget],
            [level],
            marker="x",
            color=style.colour,
            markersize=3.4 * width,
            markeredgewidth=width,
        )
    height = float(steps.y[-1]) if len(steps) else 0.0
    note = f" ({len(profile.missing)} missing)" if profile.missing else ""
    return height, f"{percent(height)}  {profile.algorithm}{note}", style.colour


def profile_figure(
    suite: SuiteReport,
    *,
    dimension: int,
    group: str = "all",
    targets: TargetSet = FIXED,
    size: Size = "one",
    bands: bool = False,
) -> "Figure":
    """Draw the runtime profiles of one set of functions in one dimension."""
    crowded = len(suite.featured) > 9
    figure = new_figure(size, 0.62 if size != "one" else 0.72)
    axes = figure.add_subplot()
    ends = draw_profiles(
        axes, suite, dimension=dimension, group=group, targets=targets, bands=bands
    )
    window = next(iter(suite.parts.values())).profiles[0].window
    log_x(axes, *window, most=8 if size != "one" else 5)
    share_axis(axes)
    axes.set_xlabel(f"{suite.evaluations_word} / dimension")
    axes.set_ylabel("problems solved")
    title = suite.function_set(group)
    named = axes.set_title(
        f"{suite.name}, {title.title if title else group}, D = {dimension}", loc="left"
    )
    plain([named])
    if crowded or max((len(name) for _, name, _ in ends), default=0) > 34:
        name_legend(figure, suite, suite.featured, reference=True)
    else:
        end_labels(axes, ends, gap=0.062 if size != "one" else 0.075)
    return figure


def profile_panels(
    suite: SuiteReport,
    sets: list[FunctionSet],
    *,
    dimension: int,
    targets: TargetSet = FIXED,
    size: Size = "two",
    columns: int = 3,
    bands: bool = False,
) -> "Figure":
    """Draw one panel per set of functions, with shared axes and one legend."""
    figure, panels = panel_grid(size, len(sets), columns=columns, extra=0.07)
    window = next(iter(suite.parts.values())).profiles[0].window
    width = 1.2 if columns <= 3 else 0.9
    for i, (axes, entry) in enumerate(zip(panels, sets, strict=True)):
        draw_profiles(
            axes,
            suite,
            dimension=dimension,
            group=entry.key,
            targets=targets,
            bands=bands,
            width=width,
        )
        _panel(axes, entry.title, suite, window=window, place=(i, len(sets), columns))
    name_legend(figure, suite, suite.featured, reference=True)
    return figure


def _panel(
    axes: Any,
    title: str,
    suite: SuiteReport,
    *,
    window: tuple[float, float],
    place: tuple[int, int, int],
) -> None:
    """Label the outer axes of a panel; `place` is its position, the number, the columns."""
    i, panels, columns = place
    last_row = i + columns >= panels
    log_x(axes, *window, labels=last_row, most=4)
    share_axis(axes, labels=i % columns == 0)
    if last_row:
        axes.set_xlabel(f"{suite.evaluations_word} / dim.", labelpad=1)
    if i % columns == 0:
        axes.set_ylabel("solved", labelpad=1)
    panel_title(axes, title, small=columns > 3)


def profile_all_dimensions(
    suite: SuiteReport,
    *,
    group: str = "all",
    targets: TargetSet = FIXED,
    size: Size = "two",
    columns: int = 3,
    bands: bool = False,
) -> "Figure":
    """Draw one panel per dimension for one set of functions."""
    figure, panels = panel_grid(size, len(suite.dimensions), columns=columns, extra=0.07)
    window = next(iter(suite.parts.values())).profiles[0].window
    columns = min(columns, len(suite.dimensions))
    for i, (axes, dimension) in enumerate(zip(panels, suite.dimensions, strict=True)):
        draw_profiles(
            axes, suite, dimension=dimension, group=group, targets=targets, bands=bands, width=1.2
        )
        place = (i, len(suite.dimensions), columns)
        _panel(axes, f"D = {dimension}", suite, window=window, place=place)
    name_legend(figure, suite, suite.featured, reference=True)
    return figure


def profile_dimensions(
    suite: SuiteReport,
    algorithm: str,
    *,
    targets: TargetSet = FIXED,
    size: Size = "two",
    columns: int = 3,
) -> "Figure":
    """Draw one algorithm: a panel per group of functions, a curve per dimension."""
    from matplotlib.lines import Line2D  # noqa: PLC0415

    sets = [*suite.of_kind("all"), *suite.of_kind("group")]
    figure, panels = panel_grid(size, len(sets), columns=columns, extra=0.07)
    window = suite.parts[algorithm].profiles[0].window
    colours = dict(zip(suite.dimensions, _spread(len(suite.dimensions)), strict=True))
    for i, (axes, entry) in enumerate(zip(panels, sets, strict=True)):
        for profile in suite.parts[algorithm].profiles:
            if (profile.group, profile.targets) == (entry.key, targets):
                axes.plot(
                    *step_path(profile.steps.x, profile.steps.y, 10.0 ** window[1]),
                    drawstyle="steps-post",
                    color=colours[profile.dimension],
                    linewidth=1.2,
                )
        _panel(axes, entry.title, suite, window=window, place=(i, len(sets), columns))
    figure.legend(
        [Line2D([], [], color=colour, linewidth=1.6) for colour in colours.values()],
        [f"D = {d}" for d in colours],
        loc="outside lower center",
        ncols=len(colours),
        frameon=False,
    )
    plain([figure.suptitle(algorithm, x=0.01, ha="left")])
    return figure


def _spread(n: int) -> list[str]:
    """Return n colours from dark to light."""
    last = len(DIMENSION_COLOURS) - 1
    places = np.linspace(0, min(last, max(n - 1, 1)), n)
    return [DIMENSION_COLOURS[round(place)] for place in places.tolist()]
