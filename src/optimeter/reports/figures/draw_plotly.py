"""Descriptions drawn with plotly: interactive figures for notebooks."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter._packages import package
from optimeter._text import visible
from optimeter.reports.analysis.styles import EDGE, GRID
from optimeter.reports.figures.description import (
    BAR,
    Axis,
    Band,
    Bars,
    Figure,
    Line,
    Mark,
    Panel,
    Points,
    Ranges,
    Rule,
    Series,
    Text,
)
from optimeter.reports.figures.readings import readings

if TYPE_CHECKING:
    from plotly.graph_objects import Figure as PlotlyFigure

__all__ = ["draw"]

WIDTH = 2.2  # pixels a curve is wide
MARKER = 8  # and a point
TOP = -0.6  # where an axis of rows begins
DASHES = {"short": "6px,3px"}
HATCHES = {"solid": "", "dash": "/", "dot": ".", "dashdot": "x"}  # of bars


def draw(figure: Figure) -> "PlotlyFigure":
    """Draw a figure; a click on a name of the legend hides all that belongs to it."""
    package("plotly", "a figure of plotly")
    from plotly.graph_objects import Figure as Drawn  # noqa: PLC0415

    series = {entry.key: entry for entry in figure.series}
    count = len(figure.panels)
    columns = min(figure.columns, count)
    rows = math.ceil(count / columns)
    layout: dict[str, Any] = {
        "template": "none",
        "title": {"text": _text(figure.title), "x": 0.01, "font": {"size": 15}},
        "hovermode": "closest",
        "barmode": "overlay",
        "margin": {"l": 70, "r": 20, "t": 56, "b": 50},
        "legend": {"orientation": "h", "y": -0.25 if rows == 1 else -0.3 / rows},
        "annotations": [],
    }
    if rows > 1:
        layout["height"] = 120 + 230 * rows
    traces: list[dict[str, Any]] = []
    samples = _samples(figure)
    crowd = next((entry for entry, _ in figure.legend() if entry.role == "crowd"), None)
    for place, panel in enumerate(figure.panels):
        row, column = divmod(place, columns)
        layout |= _axes(panel, place, (row, rows), (column, columns))
        if place and panel.x == figure.panels[0].x:
            layout[f"xaxis{place + 1}"]["matches"] = "x"
        if panel.title:
            layout["annotations"].append(_heading(panel.title, place))
        suffix = "" if place == 0 else str(place + 1)
        for mark in panel.marks:
            entry = series[mark.series]
            if isinstance(mark, Text) and figure.leaves_out(mark):
                continue
            if type(mark) in _DRAW:
                named = crowd if crowd and entry.role == "crowd" else entry
                shown = samples.get(named.key) is mark
                if shown:
                    del samples[named.key]  # one mark may be in several panels
                common = {"name": _text(named.label), "legendgroup": named.key, "showlegend": shown}
                axes = {"xaxis": f"x{suffix}", "yaxis": f"y{suffix}"}
                drawn = _DRAW[type(mark)](mark, entry, panel)
                traces.append({**common, **axes, **drawn, **_told(mark, entry, panel)})
    if any(isinstance(mark, Text) and mark.beside for mark in figure.marks()):
        layout["margin"]["r"] = 60
    return Drawn({"data": traces, "layout": layout})


_NAMED = (Line, Points, Bars)  # marks that a legend shows a sample of


def _samples(figure: Figure) -> dict[str, Mark]:
    """Return the mark of each series that the legend shows: the strongest, of equal ones the first."""
    roles = {entry.key: entry.role for entry in figure.series}
    named = {entry.key: entry.role for entry, _ in figure.legend()}
    crowd = next((key for key, role in named.items() if role == "crowd"), "")
    found: dict[str, Mark] = {}
    for mark in figure.marks():
        key = crowd if roles[mark.series] == "crowd" else mark.series
        if isinstance(mark, _NAMED) and key in named:
            first = found.setdefault(key, mark)
            if _strength(mark) > _strength(first):
                found[key] = mark
    return found


def _strength(mark: Mark) -> float:
    return mark.alpha * mark.width if isinstance(mark, Line) else 0.0


def _text(name: str) -> str:
    """Return a name that plotly shows as it is."""
    text = visible(name).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("%{", "%&#123;")  # plotly would fill it in


def _heading(title: str, place: int) -> dict[str, Any]:
    suffix = "" if place == 0 else str(place + 1)
    return {
        "text": _text(title),
        "xref": f"x{suffix} domain",
        "yref": f"y{suffix} domain",
        "x": 0,
        "y": 1,
        "xanchor": "left",
        "yanchor": "bottom",
        "showarrow": False,
        "font": {"size": 12},
    }


def _told(mark: Mark, series: Series, panel: Panel) -> dict[str, Any]:
    """Return what pointing at a mark tells, where its panel says so."""
    if not isinstance(mark, Line | Points | Bars) or series.role == "guide":
        return {}
    texts = mark.notes if isinstance(mark, Bars) else readings(mark, panel)
    if not any(texts):
        return {}
    head = f"<b>{_text(series.label)}</b><br>"
    lines = [head + _text(text).replace("\n", "<br>") for text in texts]
    quiet = {"textposition": "none"} if isinstance(mark, Bars) else {}
    return {"text": lines, "hovertemplate": "%{text}<extra></extra>", **quiet}


# ------------------------------------------------------------------ axes


def _axes(
    panel: Panel, place: int, row: tuple[int, int], column: tuple[int, int]
) -> dict[str, Any]:
    """Return the two axes of a panel; of several, the outer ones are labelled."""
    suffix = "" if place == 0 else str(place + 1)
    below, left = row[0] == row[1] - 1, column[0] == 0
    gap = 0.0 if column[1] == 1 else 0.03
    width, height = 1 / column[1], 1 / row[1]
    across = [column[0] * width + gap * (not left), (column[0] + 1) * width]
    top = 1 - row[0] * height
    upwards = [top - height * (1.0 if row[1] == 1 else 0.84), top]
    x = {**_axis(panel.x, labels=below or row[1] == 1), "domain": across, "anchor": f"y{suffix}"}
    y = {**_axis(panel.y, labels=left), "domain": upwards, "anchor": f"x{suffix}"}
    if panel.square:
        x |= {"constrain": "domain"}
        y |= {"constrain": "domain", "scaleanchor": f"x{suffix}"}
    if place:
        y = {**y, "matches": "y"}
    return {f"xaxis{suffix}": x, f"yaxis{suffix}": y}


def _axis(axis: Axis, *, labels: bool) -> dict[str, Any]:
    base: dict[str, Any] = {
        "showgrid": True,
        "gridcolor": GRID,
        "linecolor": EDGE,
        "mirror": True,
        "zeroline": False,
        "showticklabels": labels,
        "title": {"text": _text(axis.title) if labels else ""},
    }
    if axis.scale == "share":
        return {**base, "range": [0, axis.high], "dtick": 0.2, "tickformat": ".0%"}
    if axis.scale == "rows":
        names = [_text(label) for label in axis.labels]
        places = {"tickvals": list(range(len(names))), "ticktext": names}
        look = {"showgrid": False, "automargin": True}
        return {**base, **places, **look, "range": [len(names) - 0.4, TOP]}
    if axis.scale == "linear":
        ticks = {"tickvals": list(axis.ticks), "ticktext": list(axis.labels)}
        return {**base, **ticks, "range": [axis.low, axis.high]}
    ends = [math.log10(axis.low), math.log10(axis.high)]
    log = {"type": "log", "range": ends[::-1] if axis.reverse else ends}
    if axis.ticks:
        return {**base, **log, "tickvals": list(axis.ticks), "ticktext": list(axis.labels)}
    step = max(1, math.ceil((ends[1] - ends[0]) / 9))
    return {**base, **log, "dtick": step, "exponentformat": "power"}


# ------------------------------------------------------------------ marks


def _line(mark: Line, series: Series, _: Panel) -> dict[str, Any]:
    line = {
        "color": series.colour,
        "width": WIDTH * mark.width,
        "dash": DASHES.get(mark.dash, mark.dash) or series.dash,
        "shape": "hv" if mark.steps else "linear",
    }
    drawn: dict[str, Any] = {"mode": "lines", "line": line, "opacity": mark.alpha}
    if mark.markers:
        drawn |= {"mode": "lines+markers", "marker": _marker(series)}
    if series.role == "guide":
        drawn["hoverinfo"] = "skip"
    return {"x": np.asarray(mark.x), "y": np.asarray(mark.y), **drawn}


def _points(mark: Points, series: Series, _: Panel) -> dict[str, Any]:
    look = _marker(series, mark.marker, mark.size, filled=mark.filled)
    places = {"x": np.asarray(mark.x), "y": np.asarray(mark.y)}
    return {**places, "mode": "markers", "marker": look, "opacity": mark.alpha}


def _ranges(mark: Ranges, series: Series, _: Panel) -> dict[str, Any]:
    ends = _broken(np.asarray(mark.low), np.asarray(mark.high))
    at = _broken(np.asarray(mark.at), np.asarray(mark.at))
    x, y = (ends, at) if mark.along == "x" else (at, ends)
    return _strokes(x, y, series.colour, WIDTH * mark.width, alpha=mark.alpha)


def _rule(mark: Rule, series: Series, panel: Panel) -> dict[str, Any]:
    axis = panel.y if mark.axis == "x" else panel.x
    rows = axis.scale == "rows"
    low, high = (TOP, len(axis.labels) - 0.4) if rows else (axis.low, axis.high)
    at = np.asarray(mark.at, dtype=float)
    ends, places = _broken(np.full(len(at), low), np.full(len(at), high)), _broken(at, at)
    x, y = (places, ends) if mark.axis == "x" else (ends, places)
    return _strokes(x, y, series.colour, 1.2, dash=mark.dash)


def _marker(
    series: Series, marker: str = "", size: float = 1.0, *, filled: bool = True
) -> dict[str, Any]:
    name = marker or series.marker
    look: dict[str, Any] = {"color": series.colour, "size": MARKER * size, "symbol": name}
    if name == "x-thin" or not filled:
        look["line"] = {"color": series.colour, "width": 2}
    return look if filled else {**look, "symbol": f"{name}-open"}


def _broken(first: Any, second: Any) -> Any:
    """Return pairs of ends with a gap after each."""
    return np.column_stack([first, second, np.full(len(first), np.nan)]).ravel()


def _strokes(
    x: Any, y: Any, colour: str, width: float, *, alpha: float = 1.0, dash: str = "solid"
) -> dict[str, Any]:
    line = {"color": colour, "width": width, "dash": dash}
    drawn = {"mode": "lines", "line": line, "opacity": alpha, "hoverinfo": "skip"}
    return {"x": x, "y": y, **drawn}


def _band(mark: Band, series: Series, _: Panel) -> dict[str, Any]:
    x, low, high = (np.asarray(v) for v in (mark.x, mark.low, mark.high))
    if mark.steps:  # with the corners of the steps
        x = np.repeat(x, 2)[1:]
        low, high = np.repeat(low, 2)[:-1], np.repeat(high, 2)[:-1]
    return {
        "x": np.concatenate([x, x[::-1]]),
        "y": np.concatenate([high, low[::-1]]),
        "fill": "toself",
        "fillcolor": series.colour,
        "opacity": 0.18,
        "line": {"width": 0},
        "mode": "lines",
        "hoverinfo": "skip",
    }


def _bars(mark: Bars, series: Series, _: Panel) -> dict[str, Any]:
    left, right, top, bottom = (
        np.asarray(v) for v in (mark.left, mark.right, mark.top, mark.bottom)
    )
    return {
        "type": "bar",
        "orientation": "h",
        "base": left,
        "x": right - left,
        "y": np.full(len(left), mark.row),
        "offset": BAR * (top - 0.5),
        "width": BAR * (bottom - top),
        "marker": {
            "color": series.colour,
            "opacity": np.asarray(mark.alpha),
            "line": {"width": 0},
            "pattern": {"shape": HATCHES[series.dash], "fgcolor": "white", "fillmode": "overlay"},
        },
    }


def _texts(mark: Text, series: Series, panel: Panel) -> dict[str, Any]:
    x, y = np.asarray(mark.x), np.asarray(mark.y)
    place: Any = "top center"
    if mark.beside:  # the head of the column stands above the frame
        x, place = np.full(len(y), panel.x.high), np.where(y < TOP, "top right", "middle right")
        y = np.maximum(y, TOP)
    return {
        "x": x,
        "y": y,
        "text": [_text(text) for text in mark.text],
        "mode": "text",
        "textposition": place,
        "textfont": {"color": series.colour, "size": 11},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


# Names at the ends of curves are left to the legend.
_DRAW: dict[type, Callable[[Any, Series, Panel], dict[str, Any]]] = {
    Line: _line,
    Points: _points,
    Band: _band,
    Ranges: _ranges,
    Rule: _rule,
    Bars: _bars,
    Text: _texts,
}
