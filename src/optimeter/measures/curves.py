"""Curves as a table: a row for each, with ragged columns for what is drawn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from types import NoneType
from typing import Any, ClassVar, Generic, Self, TypeVar, get_args, get_origin, overload

import numpy as np

from optimeter._arguments import known_name
from optimeter._show import ShownRow
from optimeter.measures._table import Table
from optimeter.measures.coded import Column, Ragged, compact, decoded

__all__ = ["Curves", "ShownCurve"]


class ShownCurve(ShownRow):
    """Mixin of single curves: they are shown by their numbers."""

    __slots__ = ()

    def summary(self) -> dict[str, Any]:
        """Return the numbers a reader would take from the curve."""
        raise NotImplementedError

    def _row(self) -> dict[str, Any]:
        return self.summary()

    def _told(self, *names: str) -> dict[str, Any]:
        """Return attributes by name."""
        return {name: getattr(self, name) for name in names}


C = TypeVar("C", bound=ShownCurve)


class Curves(Table, Generic[C]):
    """Several curves of one kind, in a fixed order, kept as the columns of a table.

    Rows are read as objects of class `kind`, which are made when they are asked for; their arrays are
    parts of the columns. A subclass has a column for each of their attributes, `Ragged` where that is
    an array or a tuple of numbers. An attribute that is an object itself is named in `inner` with its
    class, and has a column for each of its fields: `steps_x` and `steps_y` for `steps`. If it may be
    None, a column of its own name says where it is there.
    """

    __slots__ = ()
    _noun: ClassVar[str] = "curve"
    kind: ClassVar[Any]
    inner: ClassVar[Mapping[str, Any]] = {}

    @classmethod
    def of(cls, curves: Iterable[C]) -> Self:
        """Return the table of some curves."""
        given = list(curves)
        if not given:
            return cls.concatenate([])
        columns: dict[str, Any] = {}
        for name, hint in _hints(cls.kind).items():
            values = [getattr(curve, name) for curve in given]
            if name not in cls.inner:
                columns[name] = _column(values, hint)
                continue
            if NoneType in get_args(hint):
                columns[name] = compact(np.array([one is not None for one in values]))
            for part, own in _hints(cls.inner[name]).items():
                found = [_none(own) if one is None else getattr(one, part) for one in values]
                columns[f"{name}_{part}"] = _column(found, own)
        return cls(**columns)

    def __iter__(self) -> Iterator[C]:
        kept = dict(zip(self.column_names(), self.kept(), strict=True))
        return map(self.kind, *(self._values(kept, *one) for one in _hints(self.kind).items()))

    def _values(self, kept: Mapping[str, Any], name: str, hint: Any) -> Iterable[Any]:
        """Return an attribute of all curves."""
        kind = self.inner.get(name)
        if kind is None:
            return _entries(kept[name], hint)
        parts = (_entries(kept[f"{name}_{part}"], own) for part, own in _hints(kind).items())
        if name not in kept:
            return map(kind, *parts)
        there = decoded(kept[name]).tolist()
        rows = zip(there, *parts, strict=True)
        return (kind(*values) if is_there else None for is_there, *values in rows)

    @overload
    def __getitem__(self, key: int) -> C: ...
    @overload
    def __getitem__(self, key: slice) -> Self: ...
    def __getitem__(self, key: int | slice) -> "C | Self":
        if isinstance(key, slice):
            return self.take(key)
        (found,) = self.take(np.arange(len(self))[[key]])
        return found

    @property
    def curves(self) -> tuple[C, ...]:
        """The curves, made anew."""
        return tuple(self)

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        return [curve.summary() for curve in self.take(slice(most))], len(self)

    def select(self, **where: Any) -> Self:
        """Return the curves whose attributes equal the given values (floats to 1e-9)."""
        hints = _hints(self.kind)
        for name in where:
            known_name(name, tuple(hints), "attribute of a curve")
        wide = {name for name in where if name in self.inner or _is_ragged(hints[name])}
        found = super().select(**{name: where[name] for name in where if name not in wide})
        for name in wide:
            kept = [getattr(curve, name) == where[name] for curve in found]
            found = found.take(np.array(kept, dtype=bool))
        return found

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the summary of each curve."""
        return [curve.summary() for curve in self]

    def columns(self) -> dict[str, Any]:
        """Return the numbers of all summaries by name."""
        rows = self.to_dicts()
        return {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """Return the types of the attributes of a class."""
    return {one.name: one.type for one in fields(kind)}


def _is_ragged(hint: Any) -> bool:
    return get_origin(hint) in (tuple, np.ndarray)


def _none(hint: Any) -> Any:
    """Return what stands for the field of an object that is not there."""
    return () if _is_ragged(hint) else np.nan


def _column(values: Sequence[Any], hint: Any) -> Any:
    if get_origin(hint) is tuple:
        return Ragged.of([np.array(one, dtype=get_args(hint)[0]) for one in values])
    if _is_ragged(hint):
        return Ragged.of([np.asarray(one) for one in values])
    return compact(np.array(values, dtype=object if isinstance(values[0], str) else None))


def _entries(column: Column | Ragged, hint: Any) -> Iterable[Any]:
    if not isinstance(column, Ragged):
        entries: list[Any] = decoded(column).tolist()
        return entries
    return map(tuple, column.tolist()) if get_origin(hint) is tuple else column
