"""Descriptions drawn with matplotlib: figures for papers and slides."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter._text import drawable
from optimeter.exceptions import InvalidValueError
from optimeter.reports.figures.arrangement import (
    GAP,
    LINE,
    Name,
    arrange,
    columns_of,
    kept_ticks,
)
from optimeter.reports.figures.description import (
    BAR,
    Axis,
    Band,
    Bars,
    End,
    Figure,
    Line,
    Mark,
    Panel,
    Points,
    Ranges,
    Rule,
    Sample,
    Series,
    Text,
)
from optimeter.reports.figures.mpl_canvas import (
    FIFTHS,
    SIZES,
    Size,
    decades,
    new_figure,
    paper_style,
    plain,
    set_ticks,
    tick_pad,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as MplFigure
    from numpy.typing import NDArray

    AxesLike = Axes | Sequence[Axes] | NDArray[np.object_]

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
HATCHES = {"solid": None, "dash": "/////", "dot": ".....", "dashdot": "xxxxx"}  # of bars
INK = "#1c2126"


def draw(figure: Figure, size: Size, ax: "AxesLike | None" = None) -> "MplFigure":
    """Draw a figure in one of the sizes of paper and slides, or into given Axes.

    Given Axes keep the style they were made with, and the figure around them is left alone.

    Raises
    ------
    InvalidValueError
        If the Axes are not as many as the panels.
    """
    figure = _drawable(figure)
    axes = None if ax is None else _given(figure, ax)
    with paper_style(size) if axes is None else nullcontext():
        canvas = _Canvas(figure, size, axes)
        for place, panel in enumerate(figure.panels):
            canvas.panel(place, panel)
        canvas.names()
        return canvas.drawn


def _drawable(figure: Figure) -> Figure:
    """Return a figure all of whose texts have signs in fonts, and are well-formed in SVG files."""
    return replace(
        figure,
        title=drawable(figure.title),
        panels=tuple(
            replace(
                panel,
                title=drawable(panel.title),
                x=_with_drawable(panel.x),
                y=_with_drawable(panel.y),
                marks=tuple(map(_drawable_mark, panel.marks)),
            )
            for panel in figure.panels
        ),
    )


def _with_drawable(axis: Axis) -> Axis:
    labels = tuple(map(drawable, axis.labels))
    return replace(axis, title=drawable(axis.title), labels=labels)


def _drawable_mark(mark: Mark) -> Mark:
    if isinstance(mark, Text):
        return replace(mark, text=tuple(map(drawable, mark.text)))
    return replace(mark, text=drawable(mark.text)) if isinstance(mark, End) else mark


def _given(figure: Figure, ax: "AxesLike") -> list["Axes"]:
    """Return the Axes that were given, one for each panel."""
    from matplotlib.axes import Axes  # noqa: PLC0415

    given = np.ravel(np.array(ax, dtype=object)).tolist()
    need = len(figure.panels)
    if len(given) != need or not all(isinstance(one, Axes) for one in given):
        got = f"{len(given)}" if len(given) != need else repr(given)
        panels = "1 panel" if need == 1 else f"{need} panels"
        message = f"ax must be {need} Axes, as the figure has {panels}; got {got}"
        raise InvalidValueError(message)
    return given


class _Canvas:
    """A figure under way: what the size and the number of panels ask for."""

    def __init__(self, figure: Figure, size: Size, axes: list["Axes"] | None) -> None:
        self.figure = figure
        self.arranged = arrange(figure, size)
        self.series = {series.key: series for series in figure.series}
        self.count = len(figure.panels)
        self.columns = columns_of(figure, size)
        self.type, self.small = SIZES[size][1], SIZES[size][1] - 1
        self.scale = 1.6 if size == "slide" else 1.0
        self.width = self.scale * (1.35 if self.count == 1 else 1.2 if self.columns < 4 else 0.95)
        self.marker = self.scale * (3.5 if self.count == 1 else 2.6)
        self.given = axes is not None
        if axes is not None:
            self.axes, self.drawn = axes, axes[0].figure.figure  # of one within another, the outer
            return
        width, height = self.arranged.width, self.arranged.height
        self.drawn = new_figure(width, height)
        whole = np.array([width, height, width, height])
        self.axes = [self.drawn.add_axes(np.array(box) / whole) for box in self.arranged.frames]

    def panel(self, place: int, panel: Panel) -> None:
        """Draw one panel; of several, the outer ones have labelled axes."""
        axes = self.axes[place]
        below = self.given or place + self.columns >= self.count
        left = self.given or place % self.columns == 0
        _, _, wide, high = self.arranged.frames[place]
        self._axis(axes, "x", panel.x, labels=below, most=max(2, int(wide / (4 * self.small))))
        self._axis(axes, "y", panel.y, labels=left, most=max(2, int(high / (2.2 * self.small))))
        if panel.square:
            axes.set_aspect("equal")
        if self.count > 1:
            title = axes.set_title(self.arranged.panel_titles[place], loc="left", pad=2.5, y=1.0)
            title.set(fontsize=self.arranged.title_type, linespacing=1.1)
            plain([title])
        for mark in panel.marks:
            _DRAW[type(mark)](self, axes, mark)

    def _axis(self, axes: "Axes", side: str, axis: Axis, *, labels: bool, most: int) -> None:
        target: Any = axes.xaxis if side == "x" else axes.yaxis
        limit: Callable[..., Any] = axes.set_xlim if side == "x" else axes.set_ylim
        if axis.scale == "rows":
            limit(len(axis.labels) - 0.4, -0.6)
            axes.set_yticks(range(len(axis.labels)), self.arranged.labels)
            axes.tick_params(axis="y", length=0)
            plain(axes.get_yticklabels())
            return
        if axis.scale == "log":
            (axes.set_xscale if side == "x" else axes.set_yscale)("log")
        limit(*((axis.high, axis.low) if axis.reverse else (axis.low, axis.high)))
        if axis.ticks:
            room = self.arranged.frames[0][2] if side == "x" else np.inf
            set_ticks(target, *kept_ticks(axis, room, self.small))
        else:
            log = axis.scale == "log"
            set_ticks(target, *(decades(axis.low, axis.high, most) if log else FIFTHS))
        if not labels:
            names = ("bottom", "labelbottom") if side == "x" else ("left", "labelleft")
            hidden: dict[str, Any] = dict.fromkeys(names, False)
            axes.tick_params(**hidden)
        elif self.given:
            plain([(axes.set_xlabel if side == "x" else axes.set_ylabel)(axis.title)])
        elif self.count == 1:
            lines = self.arranged.x_titles[0] if side == "x" else self.arranged.y_title
            write = axes.set_xlabel if side == "x" else axes.set_ylabel
            plain([write("\n".join(lines), labelpad=2.0, linespacing=1.1)])

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
        series = self.series[mark.series]
        bars = PolyCollection(
            list(np.array(corners).transpose(2, 0, 1)),
            facecolors=series.colour,
            edgecolors="white",
            hatch=HATCHES[series.dash],
            alpha=np.asarray(mark.alpha),
            linewidth=0,
        )
        axes.add_collection(bars, autolim=False)

    def text(self, axes: "Axes", mark: Text) -> None:
        """Write short texts, unless there are too many algorithms or too little room for them."""
        if self.figure.leaves_out(mark):
            return
        if not mark.beside and not self.arranged.numbers:
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
        x, y = np.asarray(mark.x), np.asarray(mark.y)
        places = zip((np.ones(len(y)) if mark.beside else x).tolist(), y.tolist(), strict=True)
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
        """Write what stands around the panels: titles, names beside the curves, the legend."""
        if self.given:
            self._names_inside()
            return
        arranged = self.arranged
        first, last = arranged.frames[0], arranged.frames[-1]
        lines = {"linespacing": 1.1}
        left = first[0] if self.count == 1 else 4.0
        self._write(left, arranged.height - 4, arranged.title, ha="left", va="top", **lines)
        if self.count > 1:
            right = arranged.frames[self.columns - 1]
            below = last[1] - 4.5 - tick_pad(self.type) - LINE * self.small
            middles = [left + wide / 2 for left, _, wide, _ in arranged.frames[: self.columns]]
            if len(arranged.x_titles) == 1:  # of all panels
                middles = [(first[0] + right[0] + right[2]) / 2]
            for middle, x_title in zip(middles, arranged.x_titles, strict=True):
                self._write(middle, below, x_title, ha="center", va="top", **lines)
            height = (first[1] + first[3] + last[1]) / 2
            turned = {"rotation": 90, "ha": "left", "va": "center", **lines}
            self._write(4, height, arranged.y_title, **turned)
        for name in arranged.names:
            self._name(name)
        if arranged.legend:
            self._legend()

    def _names_inside(self) -> None:
        """Write the title over the only one of given Axes, and the legend into the first."""
        if self.count == 1:
            plain([self.axes[0].set_title(self.figure.title, loc="left")])
        entries = self.figure.legend()
        if entries:
            handles = [self._handle(series, sample) for series, sample in entries]
            labels = [drawable(series.label) for series, _ in entries]
            plain(self.axes[0].legend(handles, labels, fontsize="x-small").get_texts())

    @cached_property
    def _points(self) -> Any:
        """Return the transformation from points of the figure."""
        from matplotlib.transforms import Affine2D  # noqa: PLC0415

        return Affine2D().scale(1 / 72) + self.drawn.dpi_scale_trans

    def _write(self, x: float, y: float, lines: Sequence[str], **look: Any) -> None:
        plain([self.drawn.text(x, y, "\n".join(lines), transform=self._points, **look)])

    def _name(self, name: Name) -> None:
        """Write a name beside the end of a curve, with a sample of its line."""
        from matplotlib.lines import Line2D  # noqa: PLC0415

        left, bottom, wide, high = self.arranged.frames[0]
        series, edge = self.series[name.series], left + wide
        at, end = bottom + high * name.at, bottom + high * name.end
        thick = self.width * (2.0 if series.role == "reference" else 1.0)
        strokes = [([6, 6 + 1.9 * self.small], [at, at], DASHES[series.dash], thick)]
        if name.joined:
            strokes.append(([1, 6], [end, at], "-", 0.7))
        for x, y, style, width in strokes:
            look = {"color": series.colour, "linestyle": style, "linewidth": width}
            line = Line2D([edge + v for v in x], y, transform=self._points, **look)
            self.drawn.add_artist(line)
        look = {"ha": "left", "va": "center_baseline", "fontsize": self.small, "color": INK}
        self._write(edge + 6 + 2.4 * self.small, at, [name.text], **look)

    def _legend(self) -> None:
        """Put one legend under all panels."""
        entries = self.arranged.legend
        legend = self.drawn.legend(
            [self._handle(series, sample) for series, sample, _ in entries],
            [text for _, _, text in entries],
            loc="lower center",
            bbox_to_anchor=(0.5, 3 / self.arranged.height),
            ncols=self.arranged.columns,
            frameon=False,
            borderpad=0,
            borderaxespad=0,
            handlelength=2.2,
            handletextpad=0.6,
            labelspacing=0.35,
            columnspacing=GAP,
        )
        plain(legend.get_texts())

    def _handle(self, series: Series, sample: Sample) -> Any:
        from matplotlib.lines import Line2D  # noqa: PLC0415
        from matplotlib.patches import Patch  # noqa: PLC0415

        if sample == "patch":
            hatch = HATCHES[series.dash]
            return Patch(facecolor=series.colour, edgecolor="white", hatch=hatch, linewidth=0)
        style: Any = "none" if sample == "marker" else DASHES[series.dash]
        width = self.width * {"reference": 2.0, "crowd": 0.4}.get(series.role, 1.0)
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
