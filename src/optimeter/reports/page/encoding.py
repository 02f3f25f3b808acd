"""Numbers and curves in the compact form that is embedded in the page."""

import base64
import json
import math
import zlib
from collections.abc import Container, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any

import numpy as np

from optimeter._arrays import Float
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


def _whole_shares(values: Float) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return shares as whole numbers of a hundredth of a percent."""
    return np.round(values * SHARE_SCALE).astype(np.int64)


def _differences(values: np.ndarray[Any, np.dtype[np.int64]]) -> list[int]:
    """Return each number minus the one before; the first one as it is."""
    result = values.copy()
    result[1:] -= values[:-1]
    found: list[int] = result.tolist()
    return found


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
    return {
        "kind": figure.kind,
        "series": [
            coded_series(series)
            for series in figure.series
            if series.role not in ("algorithm", "reference")
        ],
        "notes": {series.key: series.note for series in figure.series if series.note},
        **_given(panel.told),
        "x": _given(panel.x),
        "y": _given(panel.y),
        "marks": [_coded_mark(mark, panel) for mark in panel.marks],
    }


def coded_series(series: Series) -> dict[str, Any]:
    """Return a series with its key."""
    return {"key": series.key, **_given(series)}


def _given(value: Any, but: Container[str] = ()) -> dict[str, Any]:
    """Return the fields of a dataclass that are not as by default, but for some."""
    result = {}
    for field in fields(value):
        if field.name in but:
            continue
        given = getattr(value, field.name)
        if field.default is MISSING or isinstance(given, np.ndarray) or given != field.default:
            result[field.name] = _plain(given)
    return result


def _plain(value: Any, digits: int = 6) -> Any:
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "f" and value.ndim == 1:
            return finite_list(value, digits)
        value = value.tolist()
    if isinstance(value, list):
        return [_plain(entry, digits) for entry in value]
    return finite(value, digits) if isinstance(value, float) else value


def _coded_mark(mark: Mark, panel: Panel) -> dict[str, Any]:
    positions = {name: given for name in _ALONG if np.ndim(given := getattr(mark, name, 0.0)) > 0}
    coded = {"mark": type(mark).__name__.lower(), **_given(mark, but=positions)}
    for name, values in positions.items():
        if panel.y.scale == "share":
            coded[name] = _coded_positions(values, panel.x if _ALONG[name] == "x" else panel.y)
        else:
            axis = panel.x if _ALONG[name] == "x" else panel.y
            coded[name] = _plain(np.asarray(values), 8 if axis.scale == "linear" else 4)
    return coded


def _coded_positions(values: Any, axis: Axis) -> list[int]:
    """Return positions on a logarithmic axis or on one of shares."""
    if axis.scale == "share":
        return _differences(_whole_shares(np.asarray(values, dtype=float)))
    logs = np.log10(np.maximum(np.asarray(values, dtype=float), 1e-300))
    return _differences(np.round(logs * LOG_SCALE).astype(np.int64))
