"""Where everything of a paper figure stands: frames have their room first, names and titles around them.

All lengths are in points. A figure is as wide as its size says and as high as it needs to be: a long
legend makes it higher, never its axes lower.
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from optimeter._text import drawable
from optimeter.reports.figures.description import (
    Axis,
    End,
    Figure,
    Panel,
    Sample,
    Series,
    Text,
    power_label,
)
from optimeter.reports.figures.mpl_canvas import FIFTHS, SIZES, Size, decades, tick_pad

__all__ = [
    "Arrangement",
    "Name",
    "arrange",
    "columns_of",
    "fitted",
    "kept_ticks",
    "text_width",
    "wrapped",
]

MILLIMETRE = 72 / 25.4
LOWEST, LOWEST_OF_MANY = 40 * MILLIMETRE, 22 * MILLIMETRE  # heights of axes in type of 7 points
LINE = 1.25  # from one line of text to the next, in sizes of type
SMALLER = 0.8  # of the size of type, for titles that fit then
BESIDE = 0.38  # part of the width that names beside the curves may take
NEAR = 1.6  # lines from the end of a curve up to where its name is joined to it
HANDLE, GAP = 2.8, 1.6  # a sample in the legend with the space after it, the space between columns


@cache
def text_width(text: str, size: float) -> float:
    """Return how wide a text is."""
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415
    from matplotlib.textpath import text_to_path  # noqa: PLC0415

    font = FontProperties(family="DejaVu Sans", size=size)
    return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])


def wrapped(text: str, room: float, size: float) -> list[str]:
    """Return a text in lines of at most a width, broken at spaces, long words after - _ and /.

    Examples
    --------
    >>> wrapped("expected runtime, D = 20", 48, 7)
    ['expected', 'runtime,', 'D = 20']
    """
    lines = [""]
    for word in text.replace(" = ", "\u00a0=\u00a0").split(" "):
        whole = text_width(word, size) <= room
        for i, part in enumerate([word] if whole else re.split(r"(?<=[-_/])", word)):
            joint = " " * bool(i == 0 and lines[-1])
            if lines[-1] and text_width(lines[-1] + joint + part, size) > room:
                lines.append("")
                joint = ""
            lines[-1] += joint + part
    return [line.replace("\u00a0", " ") for line in lines]


def fitted(text: str, room: float, size: float) -> str:
    """Return a text cut to a width.

    Examples
    --------
    >>> fitted("Griewank-Rosenbrock", 38, 7)
    'Griewan…'
    """
    if text_width(text, size) <= room:
        return text
    count = len(text) - 1
    while count > 1 and text_width(text[:count] + "…", size) > room:
        count -= 1
    return text[:count] + "…"


@dataclass(frozen=True, slots=True)
class Name:
    """A name beside the end of a curve: where it stands, and whether it is joined to the end."""

    series: str
    text: str
    end: float
    at: float
    joined: bool


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where everything stands.

    Attributes
    ----------
    width, height : float
        Of the figure.
    frames : tuple
        Left, bottom, width and height of every panel's axes.
    title, y_title : tuple of str
        In lines; that of the axes stands once, in the middle of all panels.
    x_titles : tuple of tuple of str
        One in the middle of all panels, or one for each column where they differ.
    panel_titles : tuple of str
    title_type : float
        Size of the type of these.
    labels : tuple of str
        Of rows.
    names : tuple of Name
    legend : tuple
        Series, how each is drawn, and its text; in `columns`.
    numbers : bool
        Whether numbers at points have room.
    """

    width: float
    height: float
    frames: tuple[tuple[float, float, float, float], ...]
    title: tuple[str, ...]
    x_titles: tuple[tuple[str, ...], ...]
    y_title: tuple[str, ...]
    panel_titles: tuple[str, ...]
    title_type: float
    labels: tuple[str, ...]
    names: tuple[Name, ...]
    legend: tuple[tuple[Series, Sample, str], ...]
    columns: int
    numbers: bool


def arrange(figure: Figure, size: Size) -> Arrangement:
    """Return the arrangement of a figure in one of the sizes."""
    inches, kind = SIZES[size]
    width, small = 72 * inches, kind - 1  # `small` is the type of ticks and legends
    first, count = figure.panels[0], len(figure.panels)
    across = columns_of(figure, size)
    down = math.ceil(count / across)
    lowest = (LOWEST if count == 1 else LOWEST_OF_MANY) * kind / SIZES["one"][1]

    labels, row = _row_labels(first, width, small)
    beside = [
        text for mark in first.marks if isinstance(mark, Text) and mark.beside for text in mark.text
    ]
    ends = [mark for mark in first.marks if isinstance(mark, End)] if count == 1 else []
    longest = max((text_width(end.text, small) for end in ends), default=math.inf)
    right = 1.3 * small
    named = 3.2 * small + longest <= BESIDE * width
    if named:
        right = 3.2 * small + longest + 4
    elif beside:
        right = 8 + max(text_width(text, small) for text in beside)

    # The heights of frames follow from their widths, and these from the lines of the title beside them.
    lines, texts = 1, [panel.title for panel in figure.panels]
    for _ in range(3):
        left = _left(first.y, labels, small) + (LINE * kind * lines + 3) * bool(first.y.title)
        gap = 0.0 if across == 1 else 1.35 * kind
        frame = (width - left - right - gap * (across - 1)) / across
        if labels:
            high = row * len(labels)
        elif first.square:
            high = frame
        else:
            high = max(figure.aspect * frame, lowest)
        titles, title_type = _panel_titles(
            texts, frame + min(gap, right) - 2, 0.86 * kind if across > 3 else kind
        )
        more = LINE * title_type * max(title.count("\n") for title in titles)
        head = 0.0 if count == 1 else LINE * small + 3 + more
        between = 0.7 * kind
        room = down * high + (down - 1) * (head + between)
        y_title = wrapped(first.y.title, room, kind)
        lines = len(y_title)

    names = _names(ends, high, small) if named and len(ends) * LINE * small <= high else ()
    # Of one panel it begins where the frame does.
    title = wrapped(figure.title, width - 6 - (left if count == 1 else 0), kind)
    x_titles = _x_titles(
        [figure.panels[range(column, count, across)[-1]] for column in range(across)],
        frame + gap - kind,
        width - 2 * abs(left - right) if count > 1 else frame + 2 * min(left, right) - 6,
        kind,
    )
    legend, columns = _legend(figure, names, ends, width - 8, small)
    legend_high = math.ceil(len(legend) / columns) * 1.53 * small + 3 if legend else 0.0
    above = 5 + LINE * kind * len(title) + (LINE * small if any(t for t in beside) else 0) + head
    below = 4.5 + tick_pad(kind) + LINE * small + LINE * kind * max(map(len, x_titles)) + 3
    height = above + room + below + legend_high
    frames = []
    for place in range(count):
        line, column = divmod(place, across)
        bottom = height - above - high - line * (high + head + between)
        frames.append((left + column * (frame + gap), bottom, frame, high))
    return Arrangement(
        width,
        height,
        tuple(frames),
        tuple(title),
        x_titles,
        tuple(y_title) if first.y.title else (),
        titles,
        title_type,
        tuple("\n".join(label) for label in labels),
        names,
        legend,
        columns,
        _numbered(figure, frame, high, small),
    )


def columns_of(figure: Figure, size: Size) -> int:
    """Return how many panels stand side by side: in one column of a page at most three."""
    return min(figure.columns, len(figure.panels), 3 if size == "one" else 12)


def _x_titles(
    lowest: Sequence[Panel], narrow: float, wide: float, size: float
) -> tuple[tuple[str, ...], ...]:
    """Return the title below all panels, or those below each of the lowest if they differ."""
    texts = [panel.x.title for panel in lowest]
    if len(set(texts)) == 1:
        return (tuple(wrapped(texts[0], wide, size)),)
    return tuple(tuple(wrapped(text, narrow, size)) for text in texts)


def _panel_titles(titles: Sequence[str], room: float, size: float) -> tuple[tuple[str, ...], float]:
    r"""Return the titles of panels in their room, and the size of their type.

    Long ones lose the word that all sets have; then the type is made smaller if that saves them
    all, else they have two lines, of which the second is cut.

    Examples
    --------
    >>> _panel_titles(["all functions", "ill-conditioned – weakly-structured functions"], 90, 7)
    (('all functions', 'ill-conditioned –\nweakly-structured'), 7)
    """
    texts = [
        title if text_width(title, size) <= room else title.replace(" functions", "")
        for title in titles
    ]
    part = room / max(room, *(text_width(text, size) for text in texts))
    size = size * part if part >= SMALLER else size
    room += 1e-6
    firsts = [fitted(wrapped(text, room, size)[0], room, size) for text in texts]
    rests = [text[len(first) :].strip() for text, first in zip(texts, firsts, strict=True)]
    lines = zip(firsts, (fitted(rest, room, size) for rest in rests), strict=True)
    return tuple("\n".join(filter(None, two)) for two in lines), size


def _row_labels(panel: Panel, width: float, small: float) -> tuple[list[list[str]], float]:
    """Return the labels of rows in lines, and how high a row is; nothing for other panels."""
    if panel.y.scale != "rows":
        return [], 0.0
    labels = [wrapped(label, 0.36 * width, small) for label in panel.y.labels]
    return labels, max(2.1, 0.8 + LINE * max(map(len, labels))) * small


def _left(axis: Axis, labels: Sequence[Sequence[str]], small: float) -> float:
    """Return what labels of the y-axis take left of the frame."""
    texts: Sequence[str]
    if labels:
        texts = [line for label in labels for line in label]
    elif axis.ticks:
        texts = axis.labels
    elif axis.scale == "log":
        texts = decades(axis.low, axis.high, 9)[1] or [power_label(round(math.log10(axis.high)))]
    else:
        texts = FIFTHS[1]
    return 5.5 + tick_pad(small + 1) + max(text_width(text, small) for text in texts)


def _names(ends: Sequence[End], high: float, small: float) -> tuple[Name, ...]:
    """Return names in the order of the curves' ends, kept apart and within the frame."""
    gap = LINE * small / high
    rows = sorted(ends, key=lambda end: end.y)
    places: list[float] = []
    for end in rows:
        places.append(max(end.y, places[-1] + gap) if places else max(end.y, gap / 2))
    ceiling = 1.0
    for i in reversed(range(len(rows))):
        places[i] = min(places[i], ceiling)
        ceiling = places[i] - gap
    return tuple(
        Name(end.series, end.text, end.y, at, abs(at - end.y) <= NEAR * gap)
        for end, at in zip(rows, places, strict=True)
    )


def _legend(
    figure: Figure, names: Sequence[Name], ends: Sequence[End], width: float, small: float
) -> tuple[tuple[tuple[Series, Sample, str], ...], int]:
    """Return the entries of the legend, and in how many columns they fit."""
    there = {name.series for name in names}
    entries = [entry for entry in figure.legend() if entry[0].key not in there]
    alone = len(entries) == 1 and entries[0][0].role == "group" and entries[0][1] != "patch"
    if not entries or alone:  # one group is all that there is
        return (), 1
    shares = {end.series: end.text for end in ends}
    full = [
        (series, sample, shares.get(series.key, drawable(series.label)))
        for series, sample in entries
    ]
    plain = [(series, sample, drawable(series.label)) for series, sample in entries]
    # Shares beside the names, unless that makes a long list of what would be a short one.
    for found in (full, plain):
        columns = _columns([text for _, _, text in found], width, small)
        if math.ceil(len(found) / columns) <= 6:
            break
    room = width - HANDLE * small
    return tuple(
        (series, sample, fitted(text, room, small)) for series, sample, text in found
    ), columns


def _columns(texts: Sequence[str], width: float, small: float) -> int:
    """Return in how many columns, filled one after the other, texts fit."""
    for columns in range(len(texts), 1, -1):
        rows = math.ceil(len(texts) / columns)
        parts = [texts[i : i + rows] for i in range(0, len(texts), rows)]
        needed = sum(HANDLE * small + max(text_width(t, small) for t in part) for part in parts)
        if needed + GAP * small * (len(parts) - 1) <= width:
            return len(parts)
    return 1


def _place(axis: Axis) -> Callable[[float], float]:
    """Return where values stand on an axis, from 0 to 1; all in the middle of one without length."""
    log = axis.scale == "log"
    low, high = (math.log10(v) if log else v for v in (axis.low, axis.high))
    if low == high:
        return lambda _: 0.5
    return lambda value: ((math.log10(value) if log else value) - low) / (high - low)


def kept_ticks(axis: Axis, room: float, small: float) -> tuple[list[float], list[str]]:
    """Return the given ticks of an axis that have room for their labels, the first in any case."""
    place, end = _place(axis), -math.inf
    ticks, labels = [], []
    for tick, label in sorted(zip(axis.ticks, axis.labels, strict=True)):
        if room < math.inf:
            middle, half = room * place(tick), text_width(label, small) / 2
            if middle - half < end + 0.5 * small:
                continue
            end = middle + half
        ticks.append(tick)
        labels.append(label)
    return ticks, labels


def _numbered(figure: Figure, width: float, high: float, small: float) -> bool:
    """Say whether the numbers at points stand clear of each other in every panel."""
    for panel in figure.panels:
        across, up = _place(panel.x), _place(panel.y)
        boxes = [
            (width * across(x), high * up(y), text_width(text, 0.9 * small))
            for mark in panel.marks
            if isinstance(mark, Text) and not mark.beside
            for x, y, text in zip(
                np.asarray(mark.x).tolist(), np.asarray(mark.y).tolist(), mark.text, strict=True
            )
        ]
        for (x, y, wide), (other, above, broad) in combinations(boxes, 2):
            if abs(x - other) < (wide + broad) / 2 and abs(y - above) < 1.1 * small:
                return False
    return True
