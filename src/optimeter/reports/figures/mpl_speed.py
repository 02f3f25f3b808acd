"""Speed factors on paper: how much faster, where, how sure."""

import math
from typing import TYPE_CHECKING, Any

from optimeter.exceptions import DataError
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.speed import speed_rows
from optimeter.reports.analysis.words import factor
from optimeter.reports.figures.mpl_canvas import (
    FRAME,
    Size,
    grid_lines,
    new_figure,
    plain,
    width_of,
)
from optimeter.reports.figures.mpl_pairs import pair_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["speed_figure"]

ROW = 0.19  # inches a row takes on paper of normal type


def speed_figure(
    suite: SuiteReport, *, dimension: int, pair: tuple[str, str] | None = None, size: Size = "one"
) -> "Figure":
    """Draw the speed factors of two algorithms with intervals, by dimension and group."""
    from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator  # noqa: PLC0415

    first, second = pair_of(suite, pair)
    rows = speed_rows(suite, (first, second), dimension)
    if not rows:
        message = f"{first} and {second} solve no problem in common"
        raise DataError(message)
    scale = 1.9 if size == "slide" else 1.0
    figure = new_figure(size, (0.75 + ROW * len(rows)) * scale / width_of(size))
    axes = figure.add_subplot()
    beside: dict[str, Any] = {
        "xycoords": ("axes fraction", "data"),
        "textcoords": "offset points",
        "xytext": (4, 0),
        "va": "center",
        "annotation_clip": False,
        "fontsize": axes.xaxis.get_ticklabels()[0].get_fontsize(),
    }
    for place, row in enumerate(rows):
        style = suite.styles[first if row.factor >= 1 else second]
        axes.plot([row.low, row.high], [place, place], color=style.colour, linewidth=1.4 * scale)
        axes.plot(
            [row.factor], [place], color=style.colour, marker="o", markersize=3.6 * scale, zorder=3
        )
        axes.annotate(f"{100 * row.both:.0f} %", (1.0, place), **beside)
    axes.annotate("both", (1.0, -1.05), **beside)
    axes.axvline(1.0, color=FRAME, linewidth=0.8)
    low = min(row.low for row in rows)
    high = max(row.high for row in rows if math.isfinite(row.high))
    left, right = math.log10(min(low, 0.8)) - 0.08, math.log10(max(high, 1.25)) + 0.08
    axes.set_xscale("log")
    axes.set_xlim(10**left, 10**right)
    steps = (1,) if right - left > 2.6 else (1, 2, 5)
    ticks = [
        m * 10.0**k
        for k in range(math.floor(left), math.ceil(right) + 1)
        for m in steps
        if left <= math.log10(m * 10.0**k) <= right
    ]
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_major_formatter(FixedFormatter([factor(t) for t in ticks]))
    axes.xaxis.set_minor_locator(NullLocator())
    grid_lines(axes.xaxis, ticks)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_yticks(range(len(rows)), [row.title for row in rows])
    axes.tick_params(axis="y", length=0)
    plain(
        [
            axes.set_xlabel(f"times that {first} is faster than {second}", x=0.3),
            axes.set_title(suite.name, loc="left"),
            *axes.get_yticklabels(),
        ]
    )
    return figure
