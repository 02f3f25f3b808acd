"""Tables for other libraries and from them, through Arrow's C stream. Below all layers.

polars, pandas, duckdb, pyarrow and narwhals take whatever has ``__arrow_c_stream__``, and offer it.
Nothing of Arrow has to be installed for that.
"""

import ctypes
import struct
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from optimeter._core import arrow
from optimeter.exceptions import DataError, InvalidTypeError

__all__ = ["ArrowTable", "Lists", "export_stream", "has_stream", "read_stream"]

STREAM = "__arrow_c_stream__"
_FORMATS = {"b1": "b", "i1": "c", "u1": "C", "i2": "s", "u2": "S", "i4": "i", "u4": "I", "i8": "l",
            "u8": "L", "f2": "e", "f4": "f", "f8": "g"}  # fmt: skip
_TYPES = {letter: name for name, letter in _FORMATS.items() if name != "b1"}
_BYTES = {"u": np.int32, "U": np.int64, "z": np.int32, "Z": np.int64}  # with these offsets
_LISTS = {"+l": np.int32, "+L": np.int64}
_VIEWS = {"vu", "vz"}  # sixteen bytes for each: length, and the text or where it lies
_INSIDE = 12  # bytes of a text that its view can hold itself
_ACCEPTED = "numbers, truth values, text, and lists of numbers"
_LEFT_OUT = object()


class Lists(NamedTuple):
    """A column of lists: those of row i lie from ``offsets[i]`` up to ``offsets[i + 1]``."""

    offsets: NDArray[np.int64]
    values: NDArray[Any]


class ArrowTable(NamedTuple):
    """What was read of a table of another library."""

    columns: dict[str, Any]
    """Arrays, lists of texts, or `Lists`; missing numbers are NaN, missing texts None."""
    metadata: dict[str, str]
    """Notes on the table."""
    left_out: dict[str, str]
    """Columns of other kinds (times, structures, ...), with their formats as Arrow names them."""


def has_stream(data: object) -> bool:
    """Tell whether `read_stream` can read a data frame or table."""
    return hasattr(data, STREAM)


# ------------------------------------------------------------------------------------- writing


def export_stream(columns: Mapping[str, Any], metadata: Mapping[str, str] | None = None) -> object:
    """Return a capsule that holds columns as a stream of one batch.

    Parameters
    ----------
    columns : mapping
        Arrays or lists of numbers, truth values or text (None for a missing one), and `Lists`.
    metadata : mapping, optional
        Notes on the table.
    """
    made = tuple(_column(name, column) for name, column in columns.items())
    length = made[0][3] if made else 0
    notes = _encode_metadata(metadata or {})
    return arrow.export_table(("", "+s", notes, length, (None,), made))


def _column(name: str, column: Any) -> tuple[Any, ...]:
    if isinstance(column, Lists):
        offsets = np.ascontiguousarray(column.offsets, dtype=np.int64)
        child = _column("item", column.values)
        return (name, "+L", b"", len(offsets) - 1, (None, offsets), (child,))
    values = np.asarray(column)
    if values.dtype.kind in "OUS":
        return _text_column(name, values.tolist())
    code = values.dtype.str[1:]
    if values.ndim != 1 or code not in _FORMATS:
        message = f"column {name!r} of {values.dtype} cannot be exchanged; accepted are {_ACCEPTED}"
        raise InvalidTypeError(message)
    buffer = np.packbits(values, bitorder="little") if code == "b1" else values
    native = np.ascontiguousarray(buffer, dtype=buffer.dtype.newbyteorder("="))
    return (name, _FORMATS[code], b"", len(values), (None, native), ())


def _text_column(name: str, values: Sequence[Any]) -> tuple[Any, ...]:
    texts = [b"" if value is None else str(value).encode() for value in values]
    offsets = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum([len(text) for text in texts], out=offsets[1:])
    mask = None
    if any(value is None for value in values):
        mask = np.packbits([value is not None for value in values], bitorder="little")
    letter = "U" if offsets[-1] > np.iinfo(np.int32).max else "u"
    data = np.frombuffer(b"".join(texts) or b"\0", dtype=np.uint8)
    return (name, letter, b"", len(texts), (mask, offsets.astype(_BYTES[letter]), data), ())


def _encode_metadata(notes: Mapping[str, str]) -> bytes:
    if not notes:
        return b""
    parts = [struct.pack("=i", len(notes))]
    for pair in notes.items():
        for text in map(str.encode, pair):
            parts += [struct.pack("=i", len(text)), text]
    return b"".join(parts)


# ------------------------------------------------------------------------------------- reading


def read_stream(data: Any) -> ArrowTable:
    """Read a data frame or table of another library that offers an Arrow stream."""
    parts: dict[str, list[Any]] = {}
    notes: dict[str, str] = {}
    left_out: dict[str, str] = {}
    empty: dict[str, Lists] = {}  # columns of lists, if there is no batch

    def describe(schema: tuple[Any, ...]) -> None:
        _, form, metadata, children, _ = schema
        if form != "+s":
            message = f"a table is a stream of columns; this one is of Arrow's format {form!r}"
            raise DataError(message)
        notes.update(_decode_metadata(metadata))
        for name, form, *_ in children:
            parts[name] = []
            if form in _LISTS:
                empty[name] = Lists(np.zeros(1, dtype=np.int64), np.zeros(0))

    def read(schema: tuple[Any, ...], batch: tuple[Any, ...]) -> None:
        length, first, _, _, columns, _ = batch
        for described, (_, start, *rest) in zip(schema[3], columns, strict=True):
            column = _read(described, (length, first + start, *rest))
            if column is _LEFT_OUT:
                left_out[described[0]] = described[1]
            else:
                parts[described[0]].append(column)

    arrow.read_table(getattr(data, STREAM)(), describe, read)
    for name in left_out:
        del parts[name]
    columns = {name: _joined(found) for name, found in parts.items() if found}
    none = {name: empty.get(name, np.zeros(0)) for name, found in parts.items() if not found}
    return ArrowTable({name: {**columns, **none}[name] for name in parts}, notes, left_out)


def _joined(parts: list[Any]) -> Any:
    if len(parts) == 1:
        return parts[0]
    if isinstance(parts[0], list):
        return [text for part in parts for text in part]
    if isinstance(parts[0], Lists):
        lengths = np.concatenate([np.diff(part.offsets) for part in parts])
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        return Lists(offsets, np.concatenate([part.values for part in parts]))
    return np.concatenate(parts)


def _memory(address: int, size: int) -> memoryview:
    """Return bytes at an address, which hold as long as the batch does."""
    if not address or not size:
        return memoryview(b"")
    return memoryview((ctypes.c_char * size).from_address(address)).cast("B")


def _numbers(address: int, kind: Any, count: int) -> NDArray[Any]:
    kind = np.dtype(kind)
    return np.frombuffer(_memory(address, count * kind.itemsize), dtype=kind, count=count)


def _bits(address: int, first: int, count: int) -> NDArray[np.bool_]:
    packed = _numbers(address, np.uint8, (first + count + 7) // 8)
    return np.unpackbits(packed, bitorder="little")[first : first + count].astype(bool)


def _read(schema: tuple[Any, ...], array: tuple[Any, ...]) -> Any:
    """Copy a column, or say that it is of no kind that is read."""
    _, form, _, children, described = schema
    length, first, nulls, buffers, inner, dictionary = array
    present = _bits(buffers[0], first, length) if nulls and buffers and buffers[0] else None
    column: Any = _LEFT_OUT
    if dictionary is not None:
        codes = _numbers(buffers[1], _TYPES[form], first + length)[first:]
        entries = _read(described, dictionary)
        column = entries if entries is _LEFT_OUT else _chosen(entries, codes, present)
    elif form == "n":
        column = [None] * length
    elif form == "b":
        column = _with_gaps(_bits(buffers[1], first, length), present)
    elif form in _TYPES:
        numbers = _numbers(buffers[1], _TYPES[form], first + length)[first:]
        column = _with_gaps(numbers, present)
    elif form.startswith("d:"):
        column = _with_gaps(_decimals(form, buffers[1], first, length), present)
    elif form in _BYTES or form in _VIEWS:
        texts = _texts(form, first, length, buffers)
        there = [True] * length if present is None else present.tolist()
        column = [text if one else None for text, one in zip(texts, there, strict=True)]
    elif form in _LISTS and present is None:
        offsets = _numbers(buffers[1], _LISTS[form], first + length + 1)[first:].astype(np.int64)
        values = _read(children[0], inner[0])
        if isinstance(values, np.ndarray):
            column = Lists(offsets - offsets[0], values[offsets[0] : offsets[-1]])
    return column


def _with_gaps(values: NDArray[Any], present: NDArray[np.bool_] | None) -> NDArray[Any]:
    if present is None or present.all():
        return values.copy()
    return np.where(present, values.astype(np.float64), np.nan)


def _decimals(form: str, address: int, first: int, length: int) -> NDArray[np.float64]:
    """Read decimals, ``d:PRECISION,SCALE[,BITS]``, each as the nearest number."""
    _, scale, bits = (int(part) for part in f"{form[2:]},128".split(",")[:3])
    size = bits // 8
    data = bytes(_memory(address, size * (first + length)))
    whole = [
        int.from_bytes(data[start : start + size], "little", signed=True)
        for start in range(size * first, len(data), size)
    ]
    return np.array([number / 10**scale for number in whole], dtype=np.float64)


def _chosen(entries: Any, codes: NDArray[Any], present: NDArray[np.bool_] | None) -> list[Any]:
    """Return what codes stand for; a code where nothing is present may be any number."""
    there = np.ones(len(codes), dtype=bool) if present is None else present
    found = entries.tolist() if isinstance(entries, np.ndarray) else entries
    return [found[code] if one else None for code, one in zip(codes, there.tolist(), strict=True)]


def _texts(form: str, first: int, length: int, buffers: Sequence[int]) -> list[str]:
    if form in _VIEWS:
        return [text.decode(errors="replace") for text in _viewed(first, length, buffers)]
    offsets = _numbers(buffers[1], _BYTES[form], first + length + 1)[first:].tolist()
    data = bytes(_memory(buffers[2], offsets[-1]))
    return [data[begin:end].decode(errors="replace") for begin, end in pairwise(offsets)]


def _viewed(first: int, length: int, buffers: Sequence[int]) -> Iterable[bytes]:
    """Yield the texts of views; the last buffer holds the sizes of those in which long ones lie."""
    sizes = _numbers(buffers[-1], np.int64, len(buffers) - 3).tolist()
    long = [_memory(place, size) for place, size in zip(buffers[2:-1], sizes, strict=True)]
    views = bytes(_memory(buffers[1], 16 * (first + length)))
    for start in range(16 * first, len(views), 16):
        (size,) = struct.unpack_from("=i", views, start)
        if size <= _INSIDE:
            yield views[start + 4 : start + 4 + size]
        else:
            which, place = struct.unpack_from("=ii", views, start + 8)
            yield bytes(long[which][place : place + size])


def _decode_metadata(address: int) -> dict[str, str]:
    if not address:
        return {}
    place = address

    def number() -> int:
        nonlocal place
        (value,) = struct.unpack("=i", _memory(place, 4))
        place += 4
        return int(value)

    def text() -> str:
        nonlocal place
        size = number()
        place += size
        return bytes(_memory(place - size, size)).decode(errors="replace")

    return {text(): text() for _ in range(number())}
