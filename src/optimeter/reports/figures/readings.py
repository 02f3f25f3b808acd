"""What pointing at a mark tells; the page's readings.js says the same."""

import numpy as np

from optimeter.reports.analysis.words import number
from optimeter.reports.figures.description import Axis, Band, Line, Panel, Points, Ranges

__all__ = ["readings"]


def readings(mark: Line | Points, panel: Panel) -> list[str]:
    r"""Return what each point of a mark tells: its interval, its numbers, its note; "" for nothing.

    Examples
    --------
    >>> line = Line("algorithm/A", [1.0, 10.0], [0.25, 0.5], notes=("", "at last"))
    >>> band = Band("algorithm/A", [1.0], [0.1], [0.3])
    >>> axes = Axis("x", 1, 10), Axis("y", scale="share")
    >>> from optimeter.reports.figures.description import Told
    >>> told = Told("{y} within {x}", "{low} to {high}")
    >>> readings(line, Panel("", *axes, (band, line), told=told))
    ['10.0 % to 30.0 %\n25.0 % within 1', '50.0 % within 10\nat last']
    """
    template = mark.reading or panel.told.reading
    xs, ys = (np.asarray(values, dtype=float).tolist() for values in (mark.x, mark.y))
    notes = mark.notes or ("",) * len(xs)
    found = _intervals(mark, panel)
    told = []
    for x, y, note in zip(xs, ys, notes, strict=True):
        place = found.get(("y", x)) or found.get(("x", y)) or ""
        words = template.replace("{x}", _written(x, panel.x)).replace("{y}", _written(y, panel.y))
        told.append("\n".join(part for part in (place, words, note) if part))
    return told


def _intervals(mark: Line | Points, panel: Panel) -> dict[tuple[str, float], str]:
    """Return the intervals around a mark in words, by direction and place."""
    result: dict[tuple[str, float], str] = {}
    for other in panel.marks if panel.told.interval else ():
        if other.series != mark.series or not isinstance(other, Band | Ranges):
            continue
        along, at = ("y", other.x) if isinstance(other, Band) else (other.along, other.at)
        axis = panel.x if along == "x" else panel.y
        for place, low, high in zip(*map(np.asarray, (at, other.low, other.high)), strict=True):
            ends = panel.told.interval.replace("{low}", _written(float(low), axis))
            result[along, float(place)] = ends.replace("{high}", _written(float(high), axis))
    return result


def _written(value: float, axis: Axis) -> str:
    return f"{100 * value:.1f} %" if axis.scale == "share" else number(value)
