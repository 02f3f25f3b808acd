"""Descriptions drawn with matplotlib: figures for papers and slides."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter.reports.figures.description import (
    Axis,
    Band,
    Bars,
    End,
    Figure,
    Line,
    Panel,
    Points,
    Ranges,
    Rule,
    Sample,
    Series,
    Text,
)
from optimeter.reports.figures.mpl_canvas import (
    SIZES,
    Size,
    decades,
    end_labels,
    new_figure,
    panel_title,
    paper_style,
    plain,
    set_ticks,
    width_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as MplFigure

__all__ = ["draw"]

DASHES: dict[str, Any] = {
    "solid": "-",
    "dash": (0, (5, 2)),
    "dot": (0, (1, 1.4)),
    "dashdot": (0, (5, 1.6, 1, 1.6)),
    "short": (0, (3, 1.5)),
}
MARKERS = {
    "circle": "o",
    "square": "s",
    "diamond": "D",
    "triangle-up": "^",
    "triangle-down": "v",
    "triangle-left": "<",
    "triangle-right": ">",
    "pentagon": "p",
    "hexagon": "h",
    "star": "*",
    "cross": "P",
    "x": "X",
    "x-thin": "x",
}
FIFTHS = (0, 0.2, 0.4, 0.6, 0.8, 1), ("0", ".2", ".4", ".6", ".8", "1")
BAR = 0.8  # part of a row that bars fill
ROW = 0.2  # inches a row takes in type of one column
ENDS, LETTERS = 10, 34  # names at the ends of curves: at most so many, so long


def draw(figure: Figure, size: Size) -> "MplFigure":
    """Draw a figure in one of the sizes of paper and slides."""
    with paper_style(size):
        canvas = _Canvas(figure, size)
        for place, panel in enumerate(figure.panels):
            canvas.panel(place, panel)
        canvas.names()
        return canvas.drawn


class _Canvas:
    """A figure under way: what the size and the number of panels ask for."""

    def __init__(self, figure: Figure, size: Size) -> None:
        self.figure, self.size = figure, size
        self.series = {series.key: series for series in figure.series}
        self.count = len(figure.panels)
        self.columns = min(figure.columns, self.count)
        self.scale = 1.6 if size == "slide" else 1.0
        self.width = self.scale * (1.35 if self.count == 1 else 1.2 if self.columns < 4 else 0.95)
        self.marker = self.scale * (3.5 if self.count == 1 else 2.6)
        ends = [mark for mark in figure.marks() if isinstance(mark, End)]
        longest = max((len(mark.text) for mark in ends), default=0)
        self.ends = self.count == 1 and 0 < len(ends) <= ENDS and longest <= LETTERS
        self.drawn = new_figure(size, self._height())
        rows = math.ceil(self.count / self.columns)
        grid = self.drawn.add_gridspec(rows, self.columns)
        places = [grid[i // self.columns, i % self.columns] for i in range(self.count)]
        self.axes = [self.drawn.add_subplot(place) for place in places]

    def _height(self) -> float:
        """Return the height as a share of the width."""
        first = self.figure.panels[0]
        if first.y.scale == "rows":
            rows = (0.85 + ROW * len(first.y.labels)) * SIZES[self.size][1] / SIZES["one"][1]
            return rows / width_of(self.size)
        if self.count > 1:
            rows = math.ceil(self.count / self.columns)
            return self.figure.aspect * rows / self.columns + 0.1
        if first.square:
            return self.figure.aspect + 0.05
        return self.figure.aspect + (0.1 if self.ends and self.size == "one" else 0.0)

    def panel(self, place: int, panel: Panel) -> None:
        """Draw one panel; of several, the outer ones have labelled axes."""
        axes = self.axes[place]
        below, left = place + self.columns >= self.count, place % self.columns == 0
        single = self.count == 1
        most = 4 if not single else 8 if self.size != "one" else 5 if self.ends else 7
        self._axis(axes, "x", panel.x, labels=below, most=most)
        self._axis(
            axes, "y", panel.y, labels=left, most=most if panel.square else 7 - 2 * (not single)
        )
        if panel.square:
            axes.set_aspect("equal")
        if single:
            plain([axes.set_title(self.figure.title, loc="left")])
        else:
            panel_title(axes, panel.title, small=self.columns > 3)
        for mark in panel.marks:
            _DRAW[type(mark)](self, axes, mark)
        ends = [mark for mark in panel.marks if isinstance(mark, End)]
        if self.ends:
            rows = [(mark.y, mark.text, self.series[mark.series].colour) for mark in ends]
            end_labels(axes, rows, gap=0.062 if self.size != "one" else 0.075)

    def _axis(self, axes: "Axes", side: str, axis: Axis, *, labels: bool, most: int) -> None:
        target: Any = axes.xaxis if side == "x" else axes.yaxis
        limit: Callable[..., Any] = axes.set_xlim if side == "x" else axes.set_ylim
        if axis.scale == "rows":
            limit(len(axis.labels) - 0.4, -0.6)
            axes.set_yticks(range(len(axis.labels)), axis.labels)
            axes.tick_params(axis="y", length=0)
            plain(axes.get_yticklabels())
            return
        if axis.scale == "log":
            (axes.set_xscale if side == "x" else axes.set_yscale)("log")
        limit(*((axis.high, axis.low) if axis.reverse else (axis.low, axis.high)))
        if axis.ticks:
            set_ticks(target, axis.ticks, axis.labels)
        else:
            log = axis.scale == "log"
            set_ticks(target, *(decades(axis.low, axis.high, most) if log else FIFTHS))
        if not labels:
            names = ("bottom", "labelbottom") if side == "x" else ("left", "labelleft")
            hidden: dict[str, Any] = dict.fromkeys(names, False)
            axes.tick_params(**hidden)
            return
        beside = side == "x" and any(isinstance(m, Text) and m.beside for m in self.figure.marks())
        look: dict[str, Any] = {"x": 0.3} if beside else {}  # texts beside leave little room
        name = axes.set_xlabel if side == "x" else axes.set_ylabel
        plain([name(axis.title, labelpad=1.0 if self.count > 1 else None, **look)])

    # -------------------------------------------------------------- marks

    def line(self, axes: "Axes", mark: Line) -> None:
        """Draw a curve."""
        series = self.series[mark.series]
        look = self._marker(series) if mark.markers else {}
        axes.plot(
            np.asarray(mark.x),
            np.asarray(mark.y),
            color=series.colour,
            linestyle=DASHES[mark.dash or series.dash],
            linewidth=self.width * mark.width,
            alpha=mark.alpha,
            drawstyle="steps-post" if mark.steps else "default",
            zorder=0.5 if series.role == "guide" else 2,
            scalex=False,
            scaley=False,
            **look,
        )

    def _marker(self, series: Series, marker: str = "", size: float = 1.0) -> dict[str, Any]:
        name = marker or series.marker
        return {
            "marker": MARKERS[name],
            "markersize": self.marker * size * (1.35 if name == "x-thin" else 1.0),
            "markeredgewidth": self.width if name == "x-thin" else 0.7 * self.scale,
        }

    def band(self, axes: "Axes", mark: Band) -> None:
        """Shade an interval."""
        axes.fill_between(
            np.asarray(mark.x),
            np.asarray(mark.low),
            np.asarray(mark.high),
            color=self.series[mark.series].colour,
            alpha=0.17,
            linewidth=0,
            step="post" if mark.steps else None,
        )

    def points(self, axes: "Axes", mark: Points) -> None:
        """Draw single points."""
        series = self.series[mark.series]
        look = self._marker(series, mark.marker, mark.size)
        if not mark.filled:
            look["markerfacecolor"] = "white"
        axes.plot(
            np.asarray(mark.x),
            np.asarray(mark.y),
            color=series.colour,
            linestyle="none",
            alpha=mark.alpha,
            zorder=3,
            scalex=False,
            scaley=False,
            **look,
        )

    def ranges(self, axes: "Axes", mark: Ranges) -> None:
        """Draw intervals."""
        lines: Callable[..., Any] = axes.hlines if mark.along == "x" else axes.vlines
        lines(
            np.asarray(mark.at),
            np.asarray(mark.low),
            np.asarray(mark.high),
            color=self.series[mark.series].colour,
            linewidth=self.width * mark.width,
            alpha=mark.alpha,
        )

    def bars(self, axes: "Axes", mark: Bars) -> None:
        """Draw the bars of a row."""
        from matplotlib.collections import PolyCollection  # noqa: PLC0415

        left, right = np.asarray(mark.left), np.asarray(mark.right)
        above, below = (mark.row + BAR * (np.asarray(v) - 0.5) for v in (mark.top, mark.bottom))
        corners = [(left, above), (right, above), (right, below), (left, below)]
        bars = PolyCollection(
            list(np.array(corners).transpose(2, 0, 1)),
            facecolors=self.series[mark.series].colour,
            alpha=np.asarray(mark.alpha),
            linewidth=0,
        )
        axes.add_collection(bars, autolim=False)

    def text(self, axes: "Axes", mark: Text) -> None:
        """Write short texts, unless there are too many algorithms for them."""
        if mark.most and sum(one.role == "algorithm" for one in self.figure.series) > mark.most:
            return
        look: dict[str, Any] = (
            {
                "xycoords": ("axes fraction", "data"),
                "xytext": (4, 0),
                "va": "center",
                "annotation_clip": False,
                "fontsize": axes.xaxis.get_ticklabels()[0].get_fontsize(),
            }
            if mark.beside
            else {
                "xytext": (0, 3),
                "ha": "center",
                "fontsize": "x-small",
                "color": self.series[mark.series].colour,
            }
        )
        places = zip(np.asarray(mark.x).tolist(), np.asarray(mark.y).tolist(), strict=True)
        for place, text in zip(places, mark.text, strict=True):
            axes.annotate(text, place, textcoords="offset points", **look)

    def rule(self, axes: "Axes", mark: Rule) -> None:
        """Draw lines across the panel."""
        series = self.series[mark.series]
        across: Callable[..., Any] = axes.axvline if mark.axis == "x" else axes.axhline
        style = (0, (1, 2)) if mark.dash == "dot" else DASHES[mark.dash]
        for at in np.asarray(mark.at).tolist():
            across(at, color=series.colour, linewidth=0.5 * self.width, linestyle=style, zorder=1)

    def end(self, axes: "Axes", mark: End) -> None:
        """Leave the names of curves to the panel: it keeps them apart."""

    # -------------------------------------------------------------- names

    def names(self) -> None:
        """Put one legend with the full names under all panels, and a heading over several."""
        if self.count > 1:
            plain([self.drawn.suptitle(self.figure.title, x=0.01, ha="left")])
        entries = self.figure.legend()
        alone = len(entries) == 1 and entries[0][0].role == "group"
        if self.ends or alone or not entries:
            return
        letters = max(len(series.label) for series, _ in entries)
        type_size = SIZES[self.size][1] - 1
        ems = self.drawn.get_figwidth() * 72 / type_size
        legend = self.drawn.legend(
            [self._handle(series, sample) for series, sample in entries],
            [series.label for series, _ in entries],
            loc="outside lower center",
            ncols=int(np.clip(ems / (4.4 + 0.56 * letters), 1, len(entries))),
            frameon=False,
            handlelength=2.2,
            columnspacing=1.4,
        )
        plain(legend.get_texts())

    def _handle(self, series: Series, sample: Sample) -> Any:
        from matplotlib.lines import Line2D  # noqa: PLC0415
        from matplotlib.patches import Patch  # noqa: PLC0415

        if sample == "patch":
            return Patch(color=series.colour)
        style: Any = "none" if sample == "marker" else DASHES[series.dash]
        width = self.width * (2 if series.role == "reference" else 1)
        look = self._marker(series) if sample != "line" else {}
        return Line2D([], [], color=series.colour, linestyle=style, linewidth=width, **look)


_DRAW: dict[type, Callable[[_Canvas, "Axes", Any], None]] = {
    Line: _Canvas.line,
    Band: _Canvas.band,
    Points: _Canvas.points,
    Ranges: _Canvas.ranges,
    Bars: _Canvas.bars,
    Text: _Canvas.text,
    Rule: _Canvas.rule,
    End: _Canvas.end,
}
