"""Columns with few different entries: each entry once, and a small number in every row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

__all__ = ["Coded", "Column", "Ragged", "compact", "decoded", "joined", "repeated", "tiled"]

Array = NDArray[Any]

MOST = 2**16  # levels that codes of two bytes can tell apart


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """A column of which every different entry is kept once.

    Entries are different if their bytes are: −0.0 is not 0.0, and NaN is an entry like any other.

    Attributes
    ----------
    levels : (l,)
        The different entries, some of which may be in no row.
    codes : (n,) uint8 or uint16
        Which level each row has; those of a single level take the memory of one row.
    """

    levels: Array
    codes: Array

    @classmethod
    def of(cls, column: Array) -> "Self | Array":
        """Return a column coded; as it is if that takes no less memory."""
        if column.dtype == object:
            return cls._of_names(column)
        raw = _raw(column)
        if raw is None:
            return column
        if not (raw[1:] != raw[:-1]).any():
            return cls(column[:1].copy(), _constant(len(column)))
        _, first, codes = np.unique(raw, return_index=True, return_inverse=True)
        if len(first) > max(256, min(MOST, len(column) // 2)):
            return column
        return cls(column[first], codes.astype(_code_type(len(first))))

    @classmethod
    def _of_names(cls, column: Array) -> "Self | Array":
        entries = column.tolist()
        place = {name: code for code, name in enumerate(dict.fromkeys(entries))}
        if not place or len(place) > MOST or set(map(type, place)) != {str}:
            return column
        if len(place) == 1:
            return cls(column[:1].copy(), _constant(len(column)))
        codes = np.fromiter(map(place.__getitem__, entries), _code_type(len(place)), len(entries))
        return cls(np.array(list(place), dtype=object), codes)

    @classmethod
    def names(cls, names: Sequence[str], codes: Array) -> "Self | Array":
        """Return the column of names that the codes stand for."""
        used, own = np.unique(codes, return_inverse=True)
        levels = np.array(names, dtype=object)[used]
        if len(used) < 2:
            return cls(levels, _constant(len(own))) if len(used) else levels
        return cls(levels, own.reshape(-1).astype(_code_type(len(used))))

    def __len__(self) -> int:
        return len(self.codes)

    def array(self) -> Array:
        """Return the entries of all rows, made anew and not to be changed."""
        if len(self.levels) == 1:
            return np.broadcast_to(self.levels, self.codes.shape)
        column: Array = self.levels[self.codes]
        column.flags.writeable = False
        return column

    def take(self, index: Array | slice) -> "Self":
        """Return the rows chosen by a mask, by positions or by a slice."""
        codes = self.codes[index]
        return type(self)(self.levels, codes if len(self.levels) > 1 else _constant(len(codes)))

    def spread(self, codes: Array) -> Any:
        """Return other codes of the same levels: those of a single level stay one row."""
        return type(self)(self.levels, codes if len(self.levels) > 1 else _constant(len(codes)))

    @classmethod
    def joined(cls, parts: "Sequence[Self]") -> "Self | None":
        """Return the rows of all parts, which have one type of entries; None for too many levels."""
        place: dict[Any, int] = {}
        moved: list[Array] = []
        for part in parts:
            keys = part.levels if part.levels.dtype == object else _raw(part.levels)
            new = [place.setdefault(key, len(place)) for key in keys.tolist()]  # type: ignore[union-attr]
            moved.append(np.array(new))
        if len(place) > MOST:
            return None
        every = np.concatenate([part.levels for part in parts])
        levels = every[np.unique(np.concatenate(moved), return_index=True)[1]]
        if len(place) == 1:
            return cls(levels, _constant(sum(map(len, parts))))
        kind = _code_type(len(place))
        codes = [new.astype(kind)[part.codes] for new, part in zip(moved, parts, strict=True)]
        return cls(levels, np.concatenate(codes))


@dataclass(frozen=True, slots=True, eq=False)
class Ragged:
    """A column of arrays: all of them end to end, and where each begins.

    Attributes
    ----------
    flat : (m,)
    offsets : (n + 1,) int64
    """

    flat: Array
    offsets: Array

    @classmethod
    def of(cls, arrays: Sequence[Array]) -> "Self":
        """Return the column of some arrays."""
        offsets = np.zeros(len(arrays) + 1, dtype=np.int64)
        np.cumsum([len(one) for one in arrays], out=offsets[1:])
        filled = [one for one in arrays if len(one)] or arrays[:1]  # others may be of no type
        return cls(np.concatenate(filled) if filled else np.empty(0), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[Array]:
        return (self.flat[begin:end] for begin, end in pairwise(self.offsets.tolist()))

    def tolist(self) -> list[list[Any]]:
        """Return the arrays as lists."""
        return [one.tolist() for one in self]

    def take(self, index: Array | slice) -> "Self":
        """Return the rows chosen by a mask, by positions or by a slice."""
        if isinstance(index, slice) and index.step is None:
            begin, end, _ = index.indices(len(self))
            ends = self.offsets[begin : max(begin, end) + 1]
            return type(self)(self.flat[ends[0] : ends[-1]], ends - ends[0])
        first, size = self.offsets[:-1][index], np.diff(self.offsets)[index]
        offsets = np.zeros(len(size) + 1, dtype=np.int64)
        np.cumsum(size, out=offsets[1:])
        places = np.arange(offsets[-1]) + np.repeat(first - offsets[:-1], size)
        return type(self)(self.flat[places], offsets)

    @classmethod
    def joined(cls, parts: "Sequence[Self]") -> "Self":
        """Return the rows of all parts."""
        offsets = np.zeros(sum(map(len, parts)) + 1, dtype=np.int64)
        np.cumsum(np.concatenate([np.diff(part.offsets) for part in parts]), out=offsets[1:])
        return cls(np.concatenate([part.flat for part in parts]), offsets)


Column = Coded | Array


def _raw(column: Array) -> Array | None:
    """Return the entries as integers with the same bytes; None for other kinds of columns."""
    if column.ndim != 1 or column.dtype.kind not in "biuf" or not len(column):
        return None
    return np.ascontiguousarray(column).view(f"u{column.dtype.itemsize}")


def _constant(size: int) -> Array:
    return np.broadcast_to(np.uint8(0), size)


def _code_type(levels: int) -> type[np.unsignedinteger[Any]]:
    return np.uint8 if levels <= 256 else np.uint16


def decoded(column: Column) -> Array:
    """Return a column as an array."""
    return column.array() if isinstance(column, Coded) else column


def compact(column: Array) -> Any:
    """Return a column as it is best kept in a table."""
    return Coded.of(column)


def repeated(column: Column, count: int) -> Any:
    """Return a column with each of its rows so many times, one after the other."""
    kept = column if isinstance(column, Coded) else Coded.of(column)
    if isinstance(kept, Coded):
        return kept.spread(np.repeat(kept.codes, count))
    return np.repeat(kept, count)


def tiled(column: Array, count: int) -> Any:
    """Return a column with all of its rows so many times, one after the other."""
    kept = Coded.of(column)
    if isinstance(kept, Coded):
        return kept.spread(np.tile(kept.codes, count))
    if len(column) <= MOST and _raw(column) is not None and count > 1:
        return Coded(
            column.copy(), np.tile(np.arange(len(column), dtype=_code_type(len(column))), count)
        )
    return np.tile(column, count)


def joined(parts: Sequence[Any]) -> Any:
    """Return the rows of all parts: coded if they are, or if they have only one entry."""
    first = parts[0]
    if isinstance(first, Ragged):
        return Ragged.joined(parts)
    if isinstance(first, Coded):
        coded = [part for part in parts if isinstance(part, Coded)]
        same = {part.levels.dtype for part in coded} == {first.levels.dtype}
        found = Coded.joined(coded) if same and len(coded) == len(parts) else None
        if found is not None:
            return found
    whole = np.concatenate([decoded(part) for part in parts])
    if whole.dtype == object:
        return Coded.of(whole)
    raw = _raw(whole)
    alone = raw is not None and len(raw) > 1 and raw[0] == raw[-1] and not (raw != raw[0]).any()
    return Coded(whole[:1].copy(), _constant(len(whole))) if alone else whole
