"""Sizes, type and ticks of paper figures."""

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, get_args

from optimeter._arguments import known_name
from optimeter._packages import package
from optimeter.reports.analysis.styles import EDGE, GRID
from optimeter.reports.analysis.words import number
from optimeter.reports.figures.description import power_label

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Size", "new_figure", "paper_style"]

Size = Literal["one", "two", "slide"]
# Width in inches (one column 85 mm, two columns 175 mm) and size of type in points.
SIZES: dict[str, tuple[float, float]] = {
    "one": (85 / 25.4, 7.0),
    "two": (175 / 25.4, 8.0),
    "slide": (10.0, 14.0),
}
FIFTHS = (0, 0.2, 0.4, 0.6, 0.8, 1), ("0", ".2", ".4", ".6", ".8", "1")


def tick_pad(points: float) -> float:
    """Return the space between ticks and their labels in a size of type."""
    return 2.0 * points / 7.0


@contextmanager
def paper_style(size: Size) -> Iterator[None]:
    """Set fonts and lines for figures made within; nothing is changed outside.

    Fonts are embedded as TrueType (publishers refuse Type 3), nothing depends on the clock.
    """
    package("matplotlib", "a drawn figure")
    import matplotlib as mpl  # noqa: PLC0415

    known_name(size, get_args(Size), "size")
    points = SIZES[size][1]
    settings: dict[str, Any] = {
        "font.family": "DejaVu Sans",
        "font.size": points,
        "axes.labelsize": points,
        "axes.titlesize": points,
        "xtick.labelsize": points - 1,
        "ytick.labelsize": points - 1,
        "legend.fontsize": points - 1,
        "mathtext.fontset": "dejavusans",
        "axes.linewidth": 0.6,
        "axes.edgecolor": EDGE,
        "xtick.major.width": 0.6,
        "ytick.major.width": 0.6,
        "xtick.major.size": 2.5,
        "ytick.major.size": 2.5,
        "xtick.major.pad": tick_pad(points),
        "ytick.major.pad": tick_pad(points),
        "pdf.fonttype": 42,
        "ps.fonttype": 42,
        "svg.fonttype": "path",
        "svg.hashsalt": "optimeter",
        "axes.unicode_minus": True,
        "path.simplify": True,
    }
    with mpl.rc_context(settings):  # type: ignore[arg-type]
        yield


def new_figure(width: float, height: float) -> "Figure":
    """Return an empty figure; lengths are in points."""
    from optimeter.reports.figures.mpl_figure import Figure  # noqa: PLC0415 - needs matplotlib

    # Letters are measured at this resolution: at screen size they would come out too narrow.
    return Figure(figsize=(width / 72, height / 72), dpi=288)


# ------------------------------------------------------------------ axes


def decades(low: float, high: float, most: int) -> tuple[list[float], list[str]]:
    """Return ticks at whole decades, at most about `most` of them, and their labels.

    Where there are less than two, also at 2 and 5 times these.

    Examples
    --------
    >>> decades(1, 1e6, 4)
    ([1.0, 100.0, 10000.0, 1000000.0], ['1', '10²', '10⁴', '10⁶'])
    >>> decades(15, 60, 4)
    ([20.0, 50.0], ['20', '50'])
    """
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    if last - first < 1:
        digits = [m * 10.0**k for k in range(first - 1, last + 1) for m in (1, 2, 5)]
        ticks = [value for value in digits if low <= value <= high]
        return ticks, [number(value) for value in ticks]
    step = max(1, math.ceil((last - first + 1) / most))
    powers = [k for k in range(first, last + 1) if k % step == 0]
    return [10.0**k for k in powers], [power_label(k) for k in powers]


def set_ticks(axis: Any, ticks: Sequence[float], labels: Sequence[str]) -> None:
    """Put ticks and light lines behind the data: lines as one artist, else they take far longer."""
    from matplotlib.collections import LineCollection  # noqa: PLC0415
    from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator  # noqa: PLC0415

    axis.set_major_locator(FixedLocator(list(ticks)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FixedFormatter(list(labels)))
    across = axis.axis_name == "x"
    axes = axis.axes
    lines = LineCollection(
        [[(p, 0), (p, 1)] if across else [(0, p), (1, p)] for p in ticks],
        colors=GRID,
        linewidths=0.5,
        zorder=0.4,
        transform=axes.get_xaxis_transform() if across else axes.get_yaxis_transform(),
    )
    axes.add_collection(lines, autolim=False)


# ------------------------------------------------------------------ names


def plain(texts: Iterable[Any]) -> None:
    """Write names as they are: a $ in them is no formula."""
    for text in texts:
        text.set_parse_math(False)
