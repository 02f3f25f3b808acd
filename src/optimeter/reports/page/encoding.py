"""Numbers and curves in the compact form that is embedded in the page."""

import base64
import json
import math
import zlib
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

import numpy as np

from optimeter._arrays import Float, Int
from optimeter.reports.figures.description import Axis, Figure, Mark, Panel, Series

__all__ = [
    "LOG_SCALE",
    "SHARE_SCALE",
    "coded_figure",
    "coded_series",
    "columns",
    "finite",
    "finite_list",
    "log10_of",
    "packed",
]

EXACT_POWER = 22
LOG_SCALE, SHARE_SCALE = 1000, 10_000  # units of log10 x and of shares in the curves


def packed(value: Any) -> str:
    """Return a value as deflated JSON in base64."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
    return base64.b64encode(zlib.compress(text, 7)).decode()


def finite(value: float, digits: int = 6) -> float | None:
    """Return a number with some digits; None for anything infinite."""
    return float(f"{value:.{digits}g}") if math.isfinite(value) else None


def finite_list(values: Float, digits: int = 6) -> list[float | None]:
    """Return `finite` of many numbers.

    Examples
    --------
    >>> finite_list(np.array([1 / 3, 2e6 / 3, np.inf, 0.0]), 3)
    [0.333, 667000.0, None, 0.0]
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        places = digits - 1 - np.floor(np.log10(np.abs(values)))
        scale = 10.0 ** np.abs(places)
        rounded = np.where(
            places >= 0, np.round(values * scale) / scale, np.round(values / scale) * scale
        )
    result: list[float | None] = rounded.tolist()
    # Powers of ten beyond 22 are not exact, zero has no logarithm, infinity no digits.
    for place in np.flatnonzero(~(np.abs(places) <= EXACT_POWER)).tolist():
        result[place] = finite(float(values[place]), digits)
    return result


def columns(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return rows of the same fields as one list a field.

    Examples
    --------
    >>> columns([{"ert": 10.0, "runs": 5}, {"ert": None, "runs": 4}])
    {'ert': [10.0, None], 'runs': [5, 4]}
    """
    result: dict[str, list[Any]] = {}
    for row in rows:
        for name, value in row.items():
            result.setdefault(name, []).append(value)
    return result


def log10_of(value: float) -> float | None:
    """Return log10 with three decimals; None where it is undefined."""
    return round(math.log10(value), 3) if math.isfinite(value) and value > 0 else None


# ------------------------------------------------------------------ figures

_ALONG = {"x": "x", "y": "y", "low": "y", "high": "y"}  # the axes that numbers of marks belong to


def coded_figure(figure: Figure) -> dict[str, Any]:
    """Return the description of a figure of one panel, without what the page knows anyway.

    That are the series of algorithms and of the reference, and values a field has by default.
    Positions are plain numbers; between a logarithmic axis and one of shares, where curves have
    hundreds of points, they are differences of whole numbers, in units of their axis.
    """
    (panel,) = figure.panels
    numbers = _Numbers()
    coded = {
        "kind": figure.kind,
        "series": [
            coded_series(series)
            for series in figure.series
            if series.role not in ("algorithm", "reference")
        ],
        "notes": {series.key: series.note for series in figure.series if series.note},
        **_given(panel.told),
        "x": _coded_axis(panel.x),
        "y": _coded_axis(panel.y),
        "marks": [_coded_mark(mark, panel, numbers) for mark in panel.marks],
    }
    numbers.fill()
    return coded


def _coded_axis(axis: Axis) -> dict[str, Any]:
    """Return an axis, with its limits even if they are those by default: not all axes have these."""
    limits = ("low", "high") if axis.scale in ("log", "linear") else ()
    return {**_given(axis), **{end: _plain(getattr(axis, end)) for end in limits}}


def coded_series(series: Series) -> dict[str, Any]:
    """Return a series with its key."""
    return {"key": series.key, **_given(series)}


@cache
def _fields(kind: type) -> tuple[tuple[str, Any], ...]:
    """Return the names and defaults of the fields of a dataclass."""
    return tuple((field.name, field.default) for field in fields(kind))


def _given(value: Any, but: Container[str] = ()) -> dict[str, Any]:
    """Return the fields of a dataclass that are not as by default, but for some."""
    result = {}
    kind: Any = type(value)
    for name, default in _fields(kind):
        if name in but:
            continue
        given = getattr(value, name)
        if default is MISSING or isinstance(given, np.ndarray) or given != default:
            result[name] = _plain(given)
    return result


def _plain(value: Any, digits: int = 6) -> Any:
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "f" and value.ndim == 1:
            return finite_list(value, digits)
        value = value.tolist()
    if isinstance(value, list):
        return [_plain(entry, digits) for entry in value]
    return finite(value, digits) if isinstance(value, float) else value


def _coded_mark(mark: Mark, panel: Panel, numbers: "_Numbers") -> dict[str, Any]:
    positions = {name: given for name in _ALONG if np.ndim(given := getattr(mark, name, 0.0)) > 0}
    coded = {"mark": type(mark).__name__.lower(), **_given(mark, but=positions)}
    for name, given in positions.items():
        axis = panel.x if _ALONG[name] == "x" else panel.y
        values = np.asarray(given)
        code: Code
        if panel.y.scale == "share":
            code = _coded_shares if axis.scale == "share" else _coded_logs
            numbers.later(values.astype(float), code, coded, name)
        elif values.dtype.kind == "f" and values.ndim == 1:
            code = _eight_digits if axis.scale == "linear" else _four_digits
            numbers.later(values, code, coded, name)
        else:
            coded[name] = _plain(values, 8 if axis.scale == "linear" else 4)
    return coded


Code = Callable[[Float, Int], list[Any]]  # takes numbers and where those of each mark begin


class _Numbers:
    """The positions of all marks of a figure, coded together: one by one takes several times as long."""

    def __init__(self) -> None:
        self._waiting: dict[Code, list[tuple[Float, dict[str, Any], str]]] = {}

    def later(self, values: Float, code: Code, coded: dict[str, Any], name: str) -> None:
        """Remember the numbers of a field of a coded mark, which keeps its place; `fill` sets it."""
        coded[name] = None
        self._waiting.setdefault(code, []).append((values, coded, name))

    def fill(self) -> None:
        """Code all numbers and set the fields."""
        for code, entries in self._waiting.items():
            ends = np.cumsum([len(values) for values, _, _ in entries])
            starts = np.append(0, ends[:-1])
            found = code(np.concatenate([values for values, _, _ in entries]), starts)
            places = zip(starts.tolist(), ends.tolist(), entries, strict=True)
            for start, end, (_, coded, name) in places:
                coded[name] = found[start:end]


def _four_digits(values: Float, _starts: Int) -> list[Any]:
    return finite_list(values, 4)


def _eight_digits(values: Float, _starts: Int) -> list[Any]:
    return finite_list(values, 8)


def _coded_shares(values: Float, starts: Int) -> list[Any]:
    """Return shares in hundredths of a percent."""
    return _differences(np.round(values * SHARE_SCALE).astype(np.int64), starts)


def _coded_logs(values: Float, starts: Int) -> list[Any]:
    """Return positions on a logarithmic axis."""
    logs = np.log10(np.maximum(values, 1e-300))
    return _differences(np.round(logs * LOG_SCALE).astype(np.int64), starts)


def _differences(values: Int, starts: Int) -> list[int]:
    """Return each number minus the one before; the first ones of marks as they are."""
    result = np.diff(values, prepend=0)
    first = starts[starts < len(values)]
    result[first] = values[first]
    found: list[int] = result.tolist()
    return found
