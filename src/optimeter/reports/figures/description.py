"""What a figure shows, in plain values: matplotlib, plotly, SVG and the page draw it alike.

A figure has panels, a panel has two axes and marks, and every mark belongs to a series: an
algorithm, mostly. A series says how it looks, so that whoever draws can show, hide or restyle an
algorithm throughout.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter.measures.words import listed

__all__ = [
    "BAR",
    "Axis",
    "Band",
    "Bars",
    "End",
    "Figure",
    "Line",
    "Mark",
    "Panel",
    "Points",
    "Ranges",
    "Rule",
    "Series",
    "Text",
    "Told",
]

BAR = 0.8  # part of a row that bars fill
NAMED_BEHIND = 3  # curves behind the others up to which a legend names them

Role = Literal[
    "algorithm",
    "reference",
    "crowd",
    "target",
    "budget",
    "dimension",
    "function",
    "group",
    "guide",
]
Floats = NDArray[np.float64]
Sample = Literal["line", "line+marker", "marker", "patch"]
Side = Literal["x", "y"]


@dataclass(frozen=True, slots=True)
class Series:
    """What belongs together and looks alike.

    Attributes
    ----------
    role : str
        What it stands for.
    label : str
        Its name in the legend; series of one role have different labels.
    colour, colour_dark : str
        On white, on a dark page.
    dash, marker : str
        By the names of `styles`.
    note : str
        What a legend with room adds to the name.
    """

    role: Role
    label: str
    colour: str
    colour_dark: str = ""
    dash: str = "solid"
    marker: str = "circle"
    note: str = ""

    @property
    def key(self) -> str:
        """What marks call it."""
        return f"{self.role}/{self.label}"

    @property
    def listed(self) -> bool:
        """Whether the legend names it."""
        return self.role not in ("guide", "crowd")


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis.

    Attributes
    ----------
    title : str
    low, high : float
        Limits, in the unit of the data; `high` is on the left or below if `reverse`.
    scale : {"log", "linear", "share", "rows"}
        ``"share"``: 0 to 1, or a little more; ``"rows"``: labelled lines 0, 1, … from the top; a
        linear one has ticks.
    ticks, labels : tuple
        Where and what, if not decades, fifths or rows.
    """

    title: str
    low: float = 0.0
    high: float = 1.0
    scale: Literal["log", "linear", "share", "rows"] = "log"
    ticks: tuple[float, ...] = ()
    labels: tuple[str, ...] = ()
    reverse: bool = False


# ------------------------------------------------------------------ marks


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A curve; with `steps` it keeps a value up to the next point. NaN interrupts it.

    `width` and `alpha` are relative to those of a usual curve; `dash` replaces the series' own,
    `reading` the panel's. `notes` are further words for those who point at it, one text a point.
    """

    series: str
    x: ArrayLike
    y: ArrayLike
    steps: bool = False
    markers: bool = False
    width: float = 1.0
    alpha: float = 1.0
    dash: str = ""
    reading: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """The interval around a curve."""

    series: str
    x: ArrayLike
    low: ArrayLike
    high: ArrayLike
    steps: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Single points, hollow if not `filled`; `marker` replaces the series' own.

    `reading` replaces the panel's, `notes` are further words, one text a point.
    """

    series: str
    x: ArrayLike
    y: ArrayLike
    marker: str = ""
    size: float = 1.0
    filled: bool = True
    alpha: float = 1.0
    reading: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Ranges:
    """Intervals from `low` to `high` along one axis, each at a place of the other.

    Those of `confidence` a reader can hide like bands; where algorithms come and go, they are drawn
    while at most `most` are shown (0: always).
    """

    series: str
    along: Side
    at: ArrayLike
    low: ArrayLike
    high: ArrayLike
    width: float = 1.0
    alpha: float = 1.0
    confidence: bool = False
    most: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """Filled bars along x in one row, each with its own opacity.

    `top` and `bottom` are the part of the row's height that each takes, 0 to 1 from the top; `notes`
    tell those who point at it, one text a bar.
    """

    series: str
    row: int
    left: ArrayLike
    right: ArrayLike
    top: ArrayLike
    bottom: ArrayLike
    alpha: ArrayLike
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """Short texts above points, or right of the panel at heights (`beside`).

    Where algorithms come and go, they are drawn while at most `most` are shown (0: always).
    """

    series: str
    x: ArrayLike
    y: ArrayLike
    text: tuple[str, ...]
    beside: bool = False
    most: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """Straight lines across the panel at values of one axis."""

    series: str
    axis: Side
    at: ArrayLike
    dash: str = "dot"


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """The name of a curve where it ends at the right, if there is room; else the legend has it."""

    series: str
    y: float
    text: str


def _visible(mark: "Mark") -> bool:
    """Say whether a curve, point or bar has a place or a length."""
    if isinstance(mark, Bars):
        return bool((np.asarray(mark.right) > np.asarray(mark.left)).any())
    return isinstance(mark, Line | Points) and bool(np.isfinite(np.asarray(mark.x)).any())


PLACED = (Line, Points, Band)  # marks with an x
Mark = Line | Band | Points | Ranges | Bars | Text | Rule | End


# ------------------------------------------------------------------ figures


@dataclass(frozen=True, slots=True)
class Told:
    """What pointing at a curve or point tells.

    `reading` has ``{x}`` and ``{y}`` for its numbers; `interval` is said of the band or range there,
    with ``{low}`` and ``{high}``.
    """

    reading: str = ""
    interval: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """Marks between two axes; with `square` a unit is as long on both."""

    title: str
    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    square: bool = False
    told: Told = Told()


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A figure.

    Attributes
    ----------
    title : str
    series : tuple of Series
        All that marks belong to, in the order of the legend.
    panels : tuple of Panel
        With several, the axes are shared and only the outer ones labelled.
    columns : int
        Of panels.
    aspect : float
        Height of a panel by its width.
    kind, caption : str
        Name of its kind, and how to read it.
    """

    title: str
    series: tuple[Series, ...]
    panels: tuple[Panel, ...]
    columns: int = 1
    aspect: float = 0.75
    kind: str = ""
    caption: str = ""

    def marks(self) -> Iterator[Mark]:
        """Iterate over the marks of all panels."""
        for panel in self.panels:
            yield from panel.marks

    @property
    def shows_something(self) -> bool:
        """Whether anything is drawn of what a legend names."""
        named = {series.key for series in self.series if series.listed}
        return any(_visible(mark) for mark in self.marks() if mark.series in named)

    def leaves_out(self, mark: "Text | Ranges") -> bool:
        """Say whether a mark is left out, as it is drawn for fewer algorithms."""
        shown = sum(series.role == "algorithm" for series in self.series)
        return bool(mark.most) and shown > mark.most

    def behind(self, marks: "tuple[Mark, ...]") -> "Figure":
        """Return the figure with further marks behind those of every panel."""
        panels = (replace(panel, marks=(*marks, *panel.marks)) for panel in self.panels)
        return replace(self, panels=tuple(panels))

    def legend(self) -> list[tuple[Series, Sample]]:
        """Return the series a legend names, each with a sample of how it is drawn here.

        Those of the crowd are named together; bars that stand at their names are not named again.
        """
        rows = {label for panel in self.panels for label in panel.y.labels}
        lines, markers, patches = set(), set(), set()
        for mark in self.marks():
            if isinstance(mark, Bars):
                patches.add(mark.series)
            elif isinstance(mark, Line):
                lines.add(mark.series)
            if (isinstance(mark, Line) and mark.markers) or (
                isinstance(mark, Points) and not mark.marker
            ):
                markers.add(mark.series)
        found: list[tuple[Series, Sample]] = []
        for series in self.series:
            if not series.listed:
                continue
            if series.key in patches:
                if series.label not in rows:
                    found.append((series, "patch"))
            elif series.key in lines:
                found.append((series, "line+marker" if series.key in markers else "line"))
            elif series.key in markers:
                found.append((series, "marker"))
        crowd = [s for s in self.series if s.role == "crowd" and s.key in lines]
        if crowd:
            few = len(crowd) <= NAMED_BEHIND
            names = listed([s.label for s in crowd]) if few else f"and {len(crowd)} more"
            found.append((replace(crowd[0], label=f"{names}, in grey"), "line"))
        return found


# ------------------------------------------------------------------ help for describing

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_label(k: int) -> str:
    """Return the label of 10^k, in plain letters: formulas would take a font more and more time.

    Examples
    --------
    >>> [power_label(k) for k in (0, 1, 3, -12)]
    ['1', '10', '10³', '10⁻¹²']
    """
    return {0: "1", 1: "10"}.get(k, "10" + str(k).translate(SUPERSCRIPTS))


def extent(marks: Iterable[Mark]) -> tuple[Floats, Floats]:
    """Return every x and y of curves, bands and points, for the limits of axes."""
    xs: list[Floats] = [np.empty(0)]
    ys: list[Floats] = [np.empty(0)]
    for mark in marks:
        if isinstance(mark, PLACED):
            xs.append(np.asarray(mark.x, dtype=float))
            heights = (mark.low, mark.high) if isinstance(mark, Band) else (mark.y,)
            ys += [np.asarray(height, dtype=float) for height in heights]
        elif isinstance(mark, Ranges):
            across, places = (xs, ys) if mark.along == "x" else (ys, xs)
            across += [np.asarray(mark.low, dtype=float), np.asarray(mark.high, dtype=float)]
            places.append(np.asarray(mark.at, dtype=float))
    return np.concatenate(xs), np.concatenate(ys)


def log_axis(title: str, values: ArrayLike, pad: float = 0.0, **options: Any) -> Axis:
    """Return a logarithmic axis around the positive values, `pad` decades wider, a decade at least.

    Examples
    --------
    >>> log_axis("x", [10.0, 0.0, 1000.0])
    Axis(title='x', low=10.0, high=1000.0, scale='log', ticks=(), labels=(), reverse=False)
    """
    given = np.asarray(values, dtype=float)
    finite = given[(given > 0) & (given < np.inf)]
    finite = finite if len(finite) else np.array([1.0, 10.0])
    low, high = float(np.log10(finite.min())), float(np.log10(finite.max()))
    return Axis(title, 10.0 ** (low - pad), 10.0 ** max(high + pad, low + 1), **options)


def floored_axis(title: str, values: ArrayLike, floor: float) -> Axis:
    """Return a logarithmic axis whose lower end stands for all values up to the floor, if some are.

    Examples
    --------
    >>> floored_axis("x", [1e-8, 5.0], 1e-8).labels
    ('≤ 10⁻⁸', '10⁻⁶', '10⁻⁴', '10⁻²', '1')
    >>> floored_axis("x", [1e-3, 0.5], 1e-8).labels
    ()
    """
    axis = log_axis(title, values, 0.15)
    if not (np.asarray(values, dtype=float) <= floor).any():
        return axis
    first, last = math.log10(floor), math.floor(math.log10(axis.high))
    whole = abs(first - round(first)) < 1e-9
    start = round(first) if whole else math.ceil(first)
    step = max(1, math.ceil((last - start) / 6))
    powers = [k for k in range(start, last + 1, step) if k - first > 0.5]
    label = f"≤ {power_label(start) if whole else f'{floor:.2g}'}"
    return replace(
        axis,
        low=floor / 10.0**0.15,
        ticks=(floor, *(10.0**k for k in powers)),
        labels=(label, *(power_label(k) for k in powers)),
    )


def value_axis(title: str, values: ArrayLike, **options: Any) -> Axis:
    """Return an axis of values of any sign: logarithmic if they are positive over two decades.

    Examples
    --------
    >>> value_axis("x", [-3.0, 7.0]).labels
    ('−2', '0', '2', '4', '6')
    >>> value_axis("x", [1.0, 1000.0]).scale
    'log'
    """
    given = np.asarray(values, dtype=float)
    finite = given[np.isfinite(given)]
    finite = finite if len(finite) else np.array([0.0, 1.0])
    low, high = float(finite.min()), float(finite.max())
    if low > 0 and high >= 100 * low:
        return log_axis(title, finite, 0.15, **options)
    pad = 0.05 * (high - low) or max(abs(high), 1.0) * 0.05
    low, high = low - pad, high + pad
    step = 10.0 ** math.floor(math.log10((high - low) / 4))
    step *= next(k for k in (1, 2, 5, 10) if (high - low) / (k * step) <= 6)
    places = np.arange(math.ceil(low / step), math.floor(high / step) + 1) * step
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    texts = (f"{place:.{digits}f}" if abs(place) < 1e6 else f"{place:.4g}" for place in places)
    labels = tuple(text.replace("-", "−") if float(text) else text.lstrip("-") for text in texts)
    return Axis(title, low, high, "linear", tuple(places.tolist()), labels, **options)
