"""Curves as a table: a row for each, with ragged columns for what is drawn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, ClassVar, Generic, Self, overload

import numpy as np

from optimeter._arguments import known_name
from optimeter.measures._curves import C
from optimeter.measures._table import Table
from optimeter.measures.coded import Column, Ragged, compact, decoded

__all__ = ["Curves"]


class Curves(Table, Generic[C]):
    """Several curves of one kind, in a fixed order, kept as the columns of a table.

    Rows are read as objects of class `kind`, which are made when they are asked for; their arrays are
    parts of the columns. A subclass has a column for each of their attributes, `Ragged` where that is
    an array. An attribute that is an object itself is named in `inner` with its class, and has a
    column for each of its fields: `steps_x` and `steps_y` for `steps`.
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
        for name, parts in cls._attributes().items():
            values = list(map(attrgetter(name), given))
            if parts is None:
                columns[name] = _column(values)
                continue
            columns |= {
                f"{name}_{one}": _column(list(map(attrgetter(one), values))) for one in parts
            }
        return cls(**columns)

    @classmethod
    def _attributes(cls) -> dict[str, tuple[str, ...] | None]:
        """Return the attributes of a curve; of those that are objects, the fields."""
        names = [one.name for one in fields(cls.kind)]
        return {
            name: tuple(one.name for one in fields(cls.inner[name])) if name in cls.inner else None
            for name in names
        }

    def __iter__(self) -> Iterator[C]:
        kept = dict(zip(self.column_names(), self.kept(), strict=True))
        columns: list[Iterable[Any]] = []
        for name, parts in self._attributes().items():
            if parts is None:
                columns.append(_entries(kept[name]))
            else:
                own = [_entries(kept[f"{name}_{one}"]) for one in parts]
                columns.append(map(self.inner[name], *own))
        return map(self.kind, *columns)

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
        for name in where:
            known_name(name, tuple(self._attributes()), "attribute of a curve")
        return super().select(**where)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the summary of each curve."""
        return [curve.summary() for curve in self]

    def columns(self) -> dict[str, Any]:
        """Return the numbers of all summaries by name."""
        rows = self.to_dicts()
        return {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}


def _column(values: Sequence[Any]) -> Any:
    if isinstance(values[0], np.ndarray):
        return Ragged.of(values)
    return compact(np.array(values, dtype=object if isinstance(values[0], str) else None))


def _entries(column: Column | Ragged) -> Iterable[Any]:
    return column if isinstance(column, Ragged) else decoded(column).tolist()
