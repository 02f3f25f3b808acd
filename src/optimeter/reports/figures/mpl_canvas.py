"""Sizes, axes and lines of paper figures: what all matplotlib drawings share."""

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from optimeter._arguments import known_name
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.names import shortened
from optimeter.reports.analysis.styles import Style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Size", "new_figure", "paper_style"]

Size = Literal["one", "two", "slide"]
# Width in inches (one column 85 mm, two columns 175 mm) and size of type in points.
SIZES: dict[str, tuple[float, float]] = {
    "one": (85 / 25.4, 7.0),
    "two": (175 / 25.4, 8.0),
    "slide": (10.0, 14.0),
}
DASHES = {"solid": "-", "dash": (0, (5, 2)), "dot": (0, (1, 1.4)), "dashdot": (0, (5, 1.6, 1, 1.6))}
MARKERS = {
    "circle": "o",
    "square": "s",
    "diamond": "D",
    "triangle-up": "^",
    "triangle-down": "v",
    "triangle-left": "<",
    "triangle-right": ">",
    "pentagon": "p",
}
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
GRID, FRAME, REFERENCE, CROWD = "#e3e6e8", "#555b61", "#9aa1a7", "#cfd4d8"


@contextmanager
def paper_style(size: Size) -> Iterator[None]:
    """Set fonts and lines for figures made within; nothing is changed outside.

    Fonts are embedded as TrueType (publishers refuse Type 3), nothing depends on the clock.
    """
    import matplotlib as mpl  # noqa: PLC0415

    points = _size(size)[1]
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
        "axes.edgecolor": FRAME,
        "xtick.major.width": 0.6,
        "ytick.major.width": 0.6,
        "xtick.major.size": 2.5,
        "ytick.major.size": 2.5,
        "xtick.major.pad": 2.0,
        "ytick.major.pad": 2.0,
        "pdf.fonttype": 42,
        "ps.fonttype": 42,
        "svg.fonttype": "path",
        "svg.hashsalt": "optimeter",
        "axes.unicode_minus": True,
        "path.simplify": True,
    }
    with mpl.rc_context(settings):  # type: ignore[arg-type]
        yield


def _size(size: Size) -> tuple[float, float]:
    known_name(size, get_args(Size), "size")
    return SIZES[size]


def width_of(size: Size) -> float:
    """Return the width of a figure in inches."""
    return _size(size)[0]


def new_figure(size: Size, height: float, **options: Any) -> "Figure":
    """Return an empty figure; `height` is a share of its width."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    width = width_of(size)
    # Letters are measured at this resolution: at screen size they would come out too narrow.
    return Figure(figsize=(width, width * height), layout="constrained", dpi=288, **options)


# ------------------------------------------------------------------ axes


def log_ticks(axis: Any, low: float, high: float, *, most: int = 8) -> None:
    """Label whole decades only, at most about `most` of them."""
    from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator  # noqa: PLC0415

    first, last = math.ceil(low - 1e-9), math.floor(high + 1e-9)
    step = max(1, math.ceil((last - first + 1) / most))
    powers = [k for k in range(first, last + 1) if k % step == 0]
    axis.set_major_locator(FixedLocator([10.0**k for k in powers]))
    axis.set_minor_locator(NullLocator())
    grid_lines(axis, [10.0**k for k in powers])
    axis.set_major_formatter(FixedFormatter([power_label(k) for k in powers]))


def power_label(k: int) -> str:
    """Return the label of 10^k, in plain letters: formulas would take a font more and more time.

    Examples
    --------
    >>> [power_label(k) for k in (0, 1, 3, -12)]
    ['1', '10', '10³', '10⁻¹²']
    """
    return {0: "1", 1: "10"}.get(k, "10" + str(k).translate(SUPERSCRIPTS))


def grid_lines(axis: Any, positions: Sequence[float]) -> None:
    """Draw light lines behind the data, as one artist: a line per tick takes several times longer."""
    from matplotlib.collections import LineCollection  # noqa: PLC0415

    across = axis.axis_name == "x"
    axes = axis.axes
    lines = LineCollection(
        [[(p, 0), (p, 1)] if across else [(0, p), (1, p)] for p in positions],
        colors=GRID,
        linewidths=0.5,
        zorder=0.4,
        transform=axes.get_xaxis_transform() if across else axes.get_yaxis_transform(),
    )
    axes.add_collection(lines, autolim=False)


def share_axis(axes: "Axes", *, labels: bool = True) -> None:
    """Prepare a y-axis of shares from 0 to 1."""
    from matplotlib.ticker import FixedFormatter, FixedLocator  # noqa: PLC0415

    axes.set_ylim(0, 1)
    ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
    axes.yaxis.set_major_locator(FixedLocator(ticks))
    grid_lines(axes.yaxis, ticks)
    if labels:
        axes.yaxis.set_major_formatter(FixedFormatter(["0", ".2", ".4", ".6", ".8", "1"]))
    else:
        axes.tick_params(left=False, labelleft=False)


def log_x(axes: "Axes", low: float, high: float, *, labels: bool = True, most: int = 8) -> None:
    """Prepare a logarithmic x-axis between two exponents."""
    axes.set_xscale("log")
    axes.set_xlim(10.0**low, 10.0**high)
    log_ticks(axes.xaxis, low, high, most=most)
    if not labels:
        axes.tick_params(bottom=False, labelbottom=False)


def log_y(axes: "Axes", low: float, high: float, *, labels: bool = True, most: int = 7) -> None:
    """Prepare a logarithmic y-axis between two exponents."""
    axes.set_yscale("log")
    axes.set_ylim(10.0**low, 10.0**high)
    log_ticks(axes.yaxis, low, high, most=most)
    if not labels:
        axes.tick_params(left=False, labelleft=False)


# ------------------------------------------------------------------ lines, names


def line_style(style: Style, width: float = 1.3) -> dict[str, Any]:
    """Return the line of an algorithm."""
    return {"color": style.colour, "linestyle": DASHES[style.dash], "linewidth": width}


def marker_style(style: Style, size: float = 3.5) -> dict[str, Any]:
    """Return the marker of an algorithm."""
    return {"marker": MARKERS[style.marker], "markersize": size, "markeredgewidth": 0.7}


def step_path(x: Any, y: Any, end: float) -> tuple[Any, Any]:
    """Return the corners of a step function up to `end`."""
    return np.append(np.maximum(x, 1e-300), end), np.append(y, y[-1] if len(y) else 0.0)


def draw_band(
    axes: "Axes", x: Any, low: Any, high: Any, colour: str, *, steps: bool = False
) -> None:
    """Shade the interval of a curve."""
    axes.fill_between(
        x, low, high, color=colour, alpha=0.17, linewidth=0, step="post" if steps else None
    )


def plain(texts: Iterable[Any]) -> None:
    """Write names as they are: a $ in them is no formula."""
    for text in texts:
        text.set_parse_math(False)


def name_legend(
    figure: "Figure", suite: SuiteReport, names: Sequence[str], *, reference: bool = False
) -> None:
    """Put one legend with the full names under all panels."""
    from matplotlib.lines import Line2D  # noqa: PLC0415

    handles = [
        Line2D([], [], **line_style(suite.styles[name]), **marker_style(suite.styles[name]))
        for name in names
    ]
    labels = list(names)
    if reference and suite.reference:
        handles.append(Line2D([], [], color=REFERENCE, linewidth=3))
        labels.append(suite.reference)
    if not handles:
        return
    width = figure.get_figwidth() * 72
    letters = max(len(label) for label in labels)
    columns = int(np.clip(width / (30 + 4.6 * letters), 1, len(labels)))
    legend = figure.legend(
        handles,
        labels,
        loc="outside lower center",
        ncols=columns,
        frameon=False,
        handlelength=2.2,
        columnspacing=1.4,
    )
    plain(legend.get_texts())


def end_labels(axes: "Axes", ends: Sequence[tuple[float, str, str]], *, gap: float) -> None:
    """Write (height, name, colour) at the right of the frame, kept apart by `gap`."""
    rows = sorted(ends)
    places: list[float] = []
    for height, _, _ in rows:
        places.append(max(height, places[-1] + gap) if places else height)
    ceiling = 1.02
    for i in range(len(rows) - 1, -1, -1):
        places[i] = min(places[i], ceiling)
        ceiling = places[i] - gap
    for (height, name, colour), at in zip(rows, places, strict=True):
        axes.annotate(
            "",
            xy=(1.0, height),
            xytext=(1.035, at),
            xycoords="axes fraction",
            textcoords="axes fraction",
            arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.9},
            annotation_clip=False,
        )
        text = axes.text(
            1.045, at, name, transform=axes.transAxes, va="center", ha="left", color="#1c2126"
        )
        text.set_parse_math(False)


def panel_grid(
    size: Size, panels: int, *, columns: int, aspect: float = 0.78, extra: float = 0.0
) -> tuple["Figure", list[Any]]:
    """Return a figure of equal panels; axes beyond the last panel are absent."""
    columns = min(columns, panels)
    rows = math.ceil(panels / columns)
    figure = new_figure(size, aspect * rows / columns + extra)
    grid = figure.add_gridspec(rows, columns)
    axes = [figure.add_subplot(grid[i // columns, i % columns]) for i in range(panels)]
    return figure, axes


def panel_title(axes: "Axes", title: str, *, small: bool = True) -> None:
    """Write a title above a panel, cut to its width."""
    text = axes.set_title(shortened(title, 31), loc="left", pad=2.5, y=1.0)
    if small:
        text.set_fontsize(0.86 * float(text.get_fontsize()))
    plain([text])
