"""Numbers and curves in the compact form that is embedded in the page."""

import base64
import json
import math
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from optimeter._core import number_lists
from optimeter.reports.figures.description import Axis, Figure, Mark, Ranges, Rule, Series

__all__ = [
    "LOG_SCALE",
    "SHARE_SCALE",
    "Numbers",
    "coded_figure",
    "coded_series",
    "columns",
    "finite",
    "packed",
    "written",
]

LOG_SCALE, SHARE_SCALE = 1000, 10_000  # units of log10 x and of shares in the curves

# How numbers are written: with some significant digits, or as differences of whole numbers.
Form = Literal[2, 3, 4, 6, 8, "log", "share"]


class Numbers:
    """Numbers of a list, which `written` writes together with all others: one by one takes long."""

    __slots__ = ("form", "values")

    def __init__(self, values: ArrayLike, form: Form) -> None:
        self.values, self.form = values, form


# What stands for numbers; text cannot look like it, quotes are escaped.
HOLE: dict[str, int] = {"": 0}
HOLE_TEXT = b'{"":0}'


def packed(value: Any) -> str:
    """Return a value as deflated JSON in base64."""
    # Level 6 would save 4 % of the size for half as much time again.
    return base64.b64encode(zlib.compress(written(value), 5)).decode()


def written(value: Any) -> bytes:
    """Return a value, with `Numbers` in it, as JSON.

    Examples
    --------
    >>> written({"x": Numbers([1 / 3, 2e6 / 3, np.inf, 0.0], 4), "y": Numbers([0.5, 0.75], "share")})
    b'{"x":[0.3333,666700,null,0],"y":[5000,2500]}'
    """
    found: list[Numbers] = []

    def later(numbers: object) -> dict[str, int]:
        if not isinstance(numbers, Numbers):
            message = f"not written as JSON: {numbers!r}"
            raise TypeError(message)
        found.append(numbers)
        return HOLE

    text = json.dumps(value, separators=(",", ":"), allow_nan=False, default=later).encode()
    places: dict[Form, list[int]] = {}
    for place, numbers in enumerate(found):
        places.setdefault(numbers.form, []).append(place)
    lists = [b""] * len(found)
    for form, here in places.items():
        parts = [found[place].values for place in here]
        for place, one in zip(here, _lists(parts, form), strict=True):
            lists[place] = one
    between = text.split(HOLE_TEXT)
    return b"".join(chain.from_iterable(zip(between, [*lists, b""], strict=True)))


def _lists(parts: list[Any], form: Form) -> list[bytes]:
    """Return the text of every list of numbers."""
    ends = np.cumsum([len(part) for part in parts])
    values = np.concatenate(parts, dtype=np.float64)
    if isinstance(form, int):
        return number_lists.rounded(values, ends, form)
    scaled = (
        values * SHARE_SCALE
        if form == "share"
        else np.log10(np.maximum(values, 1e-300)) * LOG_SCALE
    )
    return number_lists.differences(np.round(scaled).astype(np.int64), ends)


def finite(value: float, digits: int = 6) -> float | None:
    """Return a number with some digits; None for anything infinite."""
    return float(f"{value:.{digits}g}") if math.isfinite(value) else None


def columns(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return rows of the same fields as one list a field.

    Examples
    --------
    >>> columns([{"ert": 10.0, "runs": 5}, {"ert": None, "runs": 4}])
    {'ert': [10.0, None], 'runs': [5, 4]}
    """
    found = list(rows)
    return {name: [row[name] for row in found] for name in found[0]} if found else {}


# ------------------------------------------------------------------ figures

# Asked for every field of every mark: a union of types would be made anew each time.
_LISTS, _AT = (np.ndarray, list, tuple), (Ranges, Rule)
_ALONG = {"x": "x", "y": "y", "low": "y", "high": "y"}  # the axes that numbers of marks belong to


def coded_figure(figure: Figure) -> dict[str, Any]:
    """Return the description of a figure of one panel, without what the page knows anyway.

    That are the series of algorithms and of the reference, and values a field has by default.
    Positions are plain numbers; between a logarithmic axis and one of shares, where curves have
    hundreds of points, they are differences of whole numbers, in units of their axis.
    """
    (panel,) = figure.panels
    forms = _forms(panel.x, panel.y)
    return {
        "series": [
            coded_series(series)
            for series in figure.series
            if series.role not in ("algorithm", "reference")
        ],
        "notes": {series.key: series.note for series in figure.series if series.note},
        **_given(panel.told),
        "x": _coded_axis(panel.x),
        "y": _coded_axis(panel.y),
        "marks": [_coded_mark(mark, forms) for mark in panel.marks if _drawn(mark)],
    }


def _forms(x: Axis, y: Axis) -> dict[str, Form]:
    """Return how positions along the two axes are written."""
    if y.scale == "share":
        return {"x": "share" if x.scale == "share" else "log", "y": "share"}
    return {side: 8 if axis.scale == "linear" else 4 for side, axis in (("x", x), ("y", y))}


def _coded_axis(axis: Axis) -> dict[str, Any]:
    """Return an axis, with its limits even if they are those by default: not all axes have these."""
    limits = ("low", "high") if axis.scale in ("log", "linear") else ()
    return {**_given(axis), **{end: _plain(getattr(axis, end)) for end in limits}}


def coded_series(series: Series) -> dict[str, Any]:
    """Return a series with its key."""
    return {"key": series.key, **_given(series)}


def _drawn(mark: Mark) -> bool:
    """Say whether there is anything to draw: many algorithms have no failures, no texts."""
    places: Any = mark.at if isinstance(mark, _AT) else getattr(mark, "x", (0.0,))
    return len(places) > 0


def _coded_mark(mark: Mark, forms: Mapping[str, Form]) -> dict[str, Any]:
    return {"mark": type(mark).__name__.lower(), **_given(mark, forms)}


@cache
def _fields(kind: type) -> tuple[tuple[tuple[str, Any, str], ...], Callable[[Any], Any]]:
    """Return names, defaults and axes of positions of a dataclass's fields, and how to get them."""
    known = tuple((one.name, one.default, _ALONG.get(one.name, "")) for one in fields(kind))
    return known, attrgetter(*(name for name, _, _ in known))


def _given(value: Any, forms: Mapping[str, Form] | None = None) -> dict[str, Any]:
    """Return the fields of a dataclass that are not as by default; positions in their forms."""
    result = {}
    kind: Any = type(value)
    known, values = _fields(kind)
    for (name, default, along), given in zip(known, values(value), strict=True):
        if given is default:
            continue
        if isinstance(given, str):
            if given != default:
                result[name] = given
        elif forms and along and isinstance(given, _LISTS):
            result[name] = _positions(given, forms[along])
        elif default is MISSING or isinstance(given, np.ndarray) or given != default:
            result[name] = _plain(given)
    return result


def _positions(given: ArrayLike, form: Form) -> Any:
    """Return positions; those that are whole numbers as they are, except in units of an axis."""
    values = np.asarray(given)
    if values.ndim == 1 and (values.dtype.kind == "f" or form in ("log", "share")):
        return Numbers(values, form)
    return _plain(values)


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return finite(value)
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "f" and value.ndim == 1:
            return Numbers(value, 6)
        value = value.tolist()
    return [_plain(entry) for entry in value] if isinstance(value, list) else value
