"""Speed factors on paper: how much faster, where, how sure."""

import math
from typing import TYPE_CHECKING

from optimeter.exceptions import DataError
from optimeter.reports.model import SuiteReport
from optimeter.reports.mpl_canvas import (
    FRAME,
    Size,
    grid_lines,
    log_ticks,
    new_figure,
    plain,
    width_of,
)
from optimeter.reports.mpl_pairs import pair_of
from optimeter.reports.speed import speed_rows
from optimeter.reports.words import factor

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
    for place, row in enumerate(rows):
        style = suite.styles[first if row.factor >= 1 else second]
        axes.plot([row.low, row.high], [place, place], color=style.colour, linewidth=1.4 * scale)
        axes.plot(
            [row.factor], [place], color=style.colour, marker="o", markersize=3.6 * scale, zorder=3
        )
        axes.annotate(
            f"{100 * row.both:.0f} %",
            (1.0, place),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            xytext=(4, 0),
            va="center",
            annotation_clip=False,
        )
    axes.annotate(
        "both",
        (1.0, -1.05),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        xytext=(4, 0),
        va="center",
        annotation_clip=False,
    )
    axes.axvline(1.0, color=FRAME, linewidth=0.8)
    ends = [abs(math.log10(v)) for row in rows for v in (row.low, row.high) if 0 < v < math.inf]
    reach = max(0.35, *ends) * 1.08
    axes.set_xscale("log")
    axes.set_xlim(10**-reach, 10**reach)
    if reach > 1.2:
        log_ticks(axes.xaxis, -reach, reach, most=6)
    else:
        ticks = [t for t in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0) if abs(math.log10(t)) <= reach]
        axes.xaxis.set_major_locator(FixedLocator(ticks))
        axes.xaxis.set_major_formatter(FixedFormatter([factor(t) for t in ticks]))
        grid_lines(axes.xaxis, ticks)
        axes.xaxis.set_minor_locator(NullLocator())
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
