"""The common base of results: a frozen dataclass of equally long columns."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import known_name
from optimeter._arrays import Bool, Float, Int, Names
from optimeter._show import Shown, told
from optimeter.measures._frames import Framed
from optimeter.measures.coded import Coded, Column, Ragged, compact, joined

__all__ = [
    "Bool",
    "Float",
    "InstanceTable",
    "Int",
    "Names",
    "ProblemTable",
    "RunTable",
    "Table",
    "TargetTable",
    "coded",
    "constant_column",
    "keyed",
    "names_column",
    "summed",
]


K = TypeVar("K", bound="Table")

_COLUMNS: dict[type, tuple[str, ...]] = {}  # of every kind of table: asked for very often
_KEPT: dict[type, tuple[Callable[[Any], Column], ...]] = {}  # how each column is kept, likewise
SCALARS = (str, int, float, np.generic)  # no union of types, which would be made anew each time
RELATIVE = 1e-9  # difference up to which floating-point columns are equal


def names_column(names: tuple[str, ...], codes: NDArray[Any]) -> Names:
    """Return the column of names that the codes stand for (one string object per name)."""
    column: Names = np.array([*names, ""], dtype=object)[codes]
    return column


def constant_column(name: str, size: int) -> Names:
    """Return a column that holds one name throughout."""
    return np.repeat(np.array([name], dtype=object), size)


def keyed(kind: "type[K]", tables: "Mapping[str, Table]") -> "K":
    """Return the rows of several tables as one, with the key of each in the last column of `kind`."""
    return kind.concatenate(
        [
            kind(**dict(zip(kind.column_names(), (*table.kept(), key_column), strict=True)))
            for key, table in tables.items()
            for key_column in (compact(constant_column(key, len(table))),)
        ]
    )


def coded(column: Column) -> tuple[list[Any], Int]:
    """Return the different entries of a column in order, and which of them each entry is.

    Names are not sorted for it as arrays are, which would take long.
    """
    if isinstance(column, Coded):
        used = np.bincount(column.codes, minlength=len(column.levels)) > 0
        levels, own = coded(column.levels[used])
        places = np.zeros(len(used), dtype=np.int64)
        places[used] = own
        return levels, places[column.codes]
    if column.dtype != object:
        values, codes = np.unique(column, return_inverse=True)
        return values.tolist(), codes.reshape(-1)
    entries = column.tolist()
    names = sorted(set(entries))
    place = {name: code for code, name in enumerate(names)}
    return names, np.array([place[entry] for entry in entries], dtype=np.int64)


def summed(codes: NDArray[np.intp], weights: Float, size: int = 0) -> Float:
    """Sum the weights that share a code."""
    return np.bincount(codes.reshape(-1), weights=weights, minlength=size).astype(np.float64)


class _Field:
    """A field of a table: its column is kept as it was given, coded or not, and read as an array."""

    __slots__ = ("slot",)

    def __init__(self, slot: Any) -> None:
        self.slot = slot

    def __get__(self, table: Any, owner: Any = None) -> Any:
        if table is None:
            return self
        kept = self.slot.__get__(table)
        return kept.array() if type(kept) is Coded else kept

    def __set__(self, table: Any, column: Column) -> None:
        self.slot.__set__(table, column)


class Table(Framed, Shown):
    """Mixin of result dataclasses: every field is a column, all columns have one length.

    Columns are arrays to whoever reads them; those with few different entries are kept as `Coded`,
    which is what `kept` gives. They are read-only in spirit: a result is a value. Subclasses are
    frozen and slotted, and leave `repr` to `Shown`.
    """

    __slots__ = ("_indexes",)
    __dataclass_fields__: ClassVar[dict[str, Any]]
    _indexes: "dict[tuple[str, ...], _Index]"

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name in cls.__dict__.get("__slots__", ()):  # there once `dataclass` has made them
            setattr(cls, name, _Field(cls.__dict__[name]))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.kept()

    def kept(self) -> tuple[Column, ...]:
        """Return the columns as they are kept, in order."""
        kind = type(self)
        found = _KEPT.get(kind)
        if found is None:
            slots = [getattr(kind, name).slot.__get__ for name in kind.column_names()]
            found = _KEPT[kind] = tuple(slots)
        return tuple([slot(self) for slot in found])

    def replaced(self, **columns: Column) -> Self:
        """Return the table with other columns in the place of some."""
        kept = dict(zip(self.column_names(), self.kept(), strict=True))
        return type(self)(**kept | columns)

    @classmethod
    def column_names(cls) -> tuple[str, ...]:
        """Return the names of the columns, in order."""
        found = _COLUMNS.get(cls)
        if found is None:
            found = _COLUMNS[cls] = tuple(field.name for field in fields(cls))
        return found

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return the columns by name."""
        return {name: getattr(self, name) for name in self.column_names()}

    def __len__(self) -> int:
        return len(self.kept()[0])

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        return told(self.take(np.arange(min(most, len(self)))).to_dicts()), len(self)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows as tuples of plain Python values."""
        return zip(*(column.tolist() for column in self.columns().values()), strict=True)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one dictionary per row, with plain Python values."""
        names = self.column_names()
        return [dict(zip(names, row, strict=True)) for row in self.rows()]

    def take(self, index: NDArray[Any] | slice) -> Self:
        """Return the rows chosen by a mask, by positions or by a slice."""
        return type(self)(
            *[
                one.take(index) if isinstance(one, Coded | Ragged) else one[index]
                for one in self.kept()
            ]
        )

    def select(self, **where: Any) -> Self:
        """Return the rows whose columns equal the given values.

        Each keyword names a column; its value is a scalar or a collection of accepted values.
        Floating-point columns are compared with a relative tolerance of 1e-9.
        """
        keep: Bool | None = None
        names, kept = self.column_names(), self.kept()
        for name, wanted in where.items():
            known_name(name, names, "column")
            if not len(self):  # its columns have no types
                return self
            equal = _equals_any(kept[names.index(name)], wanted)
            keep = equal if keep is None else keep & equal
        return self if keep is None or keep.all() else self.take(_stretch(keep))

    def where(self, **keys: Any) -> Self:
        """Return the rows whose columns equal the given values, found by an index.

        As `select`, but each keyword is a single entry, and the rows are not looked through: an index
        of these columns is made at the first call and stays with the table. Where that of other numbers
        would not tell which entries are close, the rows are looked through.

        Examples
        --------
        >>> import optimeter as om
        >>> runs = om.Runs.from_arrays(function=[1, 2, 2], dimension=[2, 2, 3], offsets=[0, 1, 2, 3],
        ...                            step_evaluations=[1, 2, 3], step_precision=[1, 1, 1])
        >>> om.ert(runs, [1]).where(function=2, dimension=3).ert.tolist()
        [3.0]
        """
        if not keys or not len(self):  # columns without rows have no types
            return self
        rows = self._index(tuple(keys)).rows(tuple(keys.values()))
        return self.select(**keys) if rows is None else self.take(rows)

    def _index(self, names: tuple[str, ...]) -> "_Index":
        """Return where the rows are by the entries of some columns."""
        if not hasattr(self, "_indexes"):
            object.__setattr__(self, "_indexes", {})
        if names not in self._indexes:
            known, kept = self.column_names(), self.kept()
            places = [known.index(known_name(name, known, "column")) for name in names]
            self._indexes[names] = _Index([kept[place] for place in places], len(self))
        return self._indexes[names]

    def ordered(self, name: str, values: Iterable[Any]) -> Self:
        """Return the rows with some entries of a column, in the order of these entries."""
        if not len(self):  # columns without rows have no types
            return self
        names, kept = self.column_names(), self.kept()
        column, wanted = kept[names.index(known_name(name, names, "column"))], list(values)
        if isinstance(column, Coded):  # they mostly have that order
            codes = column.codes[np.flatnonzero(np.diff(column.codes.astype(np.int32), prepend=-1))]
            if column.levels[codes].tolist() == wanted:
                return self
        nothing = np.empty(0, dtype=np.intp)
        rows = np.concatenate([nothing, *(np.flatnonzero(_equals_any(column, v)) for v in wanted)])
        return self.take(rows)

    def split(self, name: str) -> dict[Any, Self]:
        """Return the rows by the values of a column, each part in the order of the rows.

        As `select` for every value, but the column is looked through once.
        """
        names, kept = self.column_names(), self.kept()
        values, codes = coded(kept[names.index(known_name(name, names, "column"))])
        if (codes[1:] >= codes[:-1]).all():  # in order already: parts of the columns
            starts = np.flatnonzero(np.diff(codes, prepend=-1)).tolist()
            slices = map(slice, starts, [*starts[1:], len(codes)])
            return {values[codes[rows.start]]: self.take(rows) for rows in slices}
        order = np.argsort(codes, kind="stable")
        last = np.cumsum(np.bincount(codes, minlength=len(values)))
        parts = np.split(order, last[:-1])
        return {value: self.take(rows) for value, rows in zip(values, parts, strict=False)}

    def entries(self, name: str) -> list[Any]:
        """Return the different entries of a column in order."""
        names, kept = self.column_names(), self.kept()
        return coded(kept[names.index(known_name(name, names, "column"))])[0]

    def rows_by(self, *names: str) -> dict[tuple[Any, ...], list[int]]:
        """Return the places of the rows by the values of some columns, in order of appearance."""
        found: dict[tuple[Any, ...], list[int]] = {}
        columns = (getattr(self, name).tolist() for name in names)
        for row, key in enumerate(zip(*columns, strict=True)):
            found.setdefault(key, []).append(row)
        return found

    @classmethod
    def concatenate(cls, parts: "list[Self]") -> Self:
        """Return the rows of all parts, in order."""
        if not parts:
            return cls(**{name: np.empty(0) for name in cls.column_names()})
        parts = [part for part in parts if len(part)] or parts[
            :1
        ]  # those without rows have no types
        return cls(*map(joined, zip(*(part.kept() for part in parts), strict=True)))


@dataclass(frozen=True, slots=True, repr=False)
class ProblemTable(Table):
    """The first columns of results about algorithms on functions in dimensions."""

    algorithm: Names
    suite: Names
    function: Int
    dimension: Int


@dataclass(frozen=True, slots=True, repr=False)
class InstanceTable(ProblemTable):
    """Those of results about instances; 0 where these repeat one problem."""

    instance: Int


@dataclass(frozen=True, slots=True, repr=False)
class RunTable(InstanceTable):
    """Those of results about single runs."""

    trial: Int


@dataclass(frozen=True, slots=True, repr=False)
class TargetTable(InstanceTable):
    """Those of results about targets on problems that may be instances."""

    target: Float


class _Index:
    """Where the rows of a table are by the entries of some columns.

    Attributes
    ----------
    places : one mapping for each column
        Which number an entry has.
    order : (n,) or None
        The rows by their entries; None if they are in this order already.
    keys, starts : (k,), (k + 1,)
        Where rows with the same entries begin in this order, by the number that those make together.
    """

    __slots__ = ("keys", "order", "places", "starts")

    def __init__(self, columns: Sequence[Column], size: int) -> None:
        together = np.zeros(size, dtype=np.int64)
        self.places: list[dict[Any, int] | Float] = []
        for column in columns:
            levels, codes = coded(column)
            own = {level: code for code, level in enumerate(levels)}
            floating = bool(levels) and isinstance(levels[0], float)
            self.places.append(np.array(levels) if floating else own)
            together = together * len(levels) + codes
        self.order: NDArray[np.intp] | None = None
        if (together[1:] < together[:-1]).any():
            self.order = np.argsort(together, kind="stable")
            together = together[self.order]
        first = np.flatnonzero(np.diff(together, prepend=-1))
        self.keys, self.starts = together[first], np.append(first, size)

    def rows(self, entries: Sequence[Any]) -> NDArray[np.intp] | slice | None:
        """Return the rows with an entry in each column: a slice if they follow each other.

        None if several entries are as close as that.
        """
        together = 0
        for place, entry in zip(self.places, entries, strict=True):
            if isinstance(place, dict):
                code = place.get(entry, -1)
            else:
                close = np.flatnonzero(_equals_any(place, entry))
                if len(close) > 1:
                    return None
                code = int(close[0]) if len(close) else -1
            if code < 0:
                return slice(0, 0)
            together = together * len(place) + code
        found = int(np.searchsorted(self.keys, together))
        if found == len(self.keys) or self.keys[found] != together:
            return slice(0, 0)
        first, last = int(self.starts[found]), int(self.starts[found + 1])
        if self.order is None:
            return slice(first, last)
        rows = self.order[first:last]
        alone = rows[-1] - rows[0] == len(rows) - 1  # the order keeps rows with equal entries
        return slice(int(rows[0]), int(rows[-1]) + 1) if alone else rows


def _stretch(keep: Bool) -> Bool | slice:
    """Return marked rows that follow each other as a slice: then the columns are not copied."""
    first, last = int(keep.argmax()), len(keep) - int(keep[::-1].argmax())
    return slice(first, last) if keep[first:last].all() else keep


def _equals_any(column: Column, wanted: Any) -> Bool:
    """Mark the entries equal to one of the wanted values."""
    if isinstance(column, Coded):
        return _equals_any(column.levels, wanted)[column.codes]
    scalar = isinstance(wanted, SCALARS)
    if scalar and column.dtype.kind in "fiub" and not isinstance(wanted, str):
        equal: Bool = column == wanted  # what is asked most: several times faster than a list
        if column.dtype.kind == "f" and math.isfinite(wanted) and not equal.all():
            with np.errstate(invalid="ignore"):
                equal |= np.abs(column - wanted) <= RELATIVE * abs(wanted)
        return equal
    if isinstance(wanted, str) and column.dtype == object:
        return np.asarray(column == wanted, dtype=bool)
    values = [wanted] if scalar else list(wanted)
    if column.dtype.kind == "f":
        targets = np.asarray(values, dtype=float)
        close = np.isclose(column[:, None], targets, rtol=RELATIVE, atol=0.0)
        return np.asarray(close.any(axis=1))
    return np.isin(column, values) if column.dtype != object else _isin_objects(column, values)


def _isin_objects(column: Names, values: list[Any]) -> Bool:
    found = map(set(values).__contains__, column.tolist())
    return np.fromiter(found, dtype=bool, count=len(column))
