"""Results kept between reports, keyed by content: unchanged inputs are not computed again.

An entry is a line with a checksum, a tree in JSON, and the arrays the tree points to. Nothing in it
is executable; whatever is wrong with an entry, it is ignored and written anew.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np

from optimeter import __version__, measures
from optimeter._files import write_atomically
from optimeter.data._columns import RAGGED, RUN_DTYPES
from optimeter.data.cache import cache_folder
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.reports.analysis import model

__all__ = ["cached", "digest_of", "load_result", "store_result"]

MAGIC = b"optimeter results"
# History: 1 first version; 2 results by dimension, bands of the core; 3 intervals of all curves,
# speed factors by group; 4 one rule for resampling; 5 exact tests. Raise it whenever a measure or
# the model of a report changes.
VERSION = 5
T = TypeVar("T")


def digest_of(kind: str, runs: Runs, plan: Any) -> str:
    """Return the key of a result: what it is, the runs and settings it depends on, the version."""
    state = blake2b(digest_size=20)
    state.update(f"{kind} {__version__} {VERSION}".encode())
    state.update(json.dumps([runs.algorithms, runs.suites]).encode())
    columns = [name for name in RUN_DTYPES if name != "source_codes"]
    for name in columns + [name for part in RAGGED for name in part[:3] if name is not None]:
        state.update(np.ascontiguousarray(getattr(runs, name)).tobytes())
    _update(state, plan)
    return state.hexdigest()


def _update(state: Any, value: Any) -> None:
    """Feed a settings object to a hash; runs within it count by their results."""
    if isinstance(value, np.ndarray):
        state.update(np.ascontiguousarray(value).tobytes())
    elif isinstance(value, Runs):
        state.update(repr(len(value)).encode())
    elif is_dataclass(value):
        for field in fields(value):
            state.update(field.name.encode())
            _update(state, getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            state.update(repr(key).encode())
            _update(state, entry)
    elif isinstance(value, tuple | list):
        state.update(f"[{len(value)}".encode())
        for entry in value:
            _update(state, entry)
    else:
        state.update(repr(value).encode())


def cached(key: str, work: Callable[[], T], kind: type[T]) -> T:
    """Return the stored result of a key, or do the work and store its result."""
    found = load_result(key, kind)
    if found is not None:
        return found
    result = work()
    store_result(key, result)
    return result


def load_result(key: str, kind: type[T]) -> T | None:
    """Return a stored result; None if there is no sound entry."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        result = _decoded((folder / "reports" / f"{key}.result").read_bytes())
    except (OSError, ValueError, KeyError, TypeError, IndexError, OverflowError):
        return None
    return result if isinstance(result, kind) else None


def store_result(key: str, result: Any) -> None:
    """Store a result. A cache that cannot be written is no error: nothing happens."""
    folder = cache_folder()
    if folder is None:
        return
    path = folder / "reports" / f"{key}.result"
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, _encoded(result), durable=False)


# ------------------------------------------------------------------ the format


def _classes() -> dict[str, type]:
    """Return the classes an entry may contain."""
    return {
        name: entry
        for module in (measures, model)
        for name, entry in vars(module).items()
        if isinstance(entry, type) and is_dataclass(entry)
    }


def _encoded(result: Any) -> bytes:
    arrays: list[np.ndarray[Any, Any]] = []
    tree = json.dumps(_node(result, arrays), separators=(",", ":")).encode()
    content = tree + b"\n" + b"".join(array.tobytes() for array in arrays)
    checksum = blake2b(content, digest_size=16).hexdigest()
    return MAGIC + f" {VERSION} {len(tree)} {checksum}\n".encode() + content


def _node(value: Any, arrays: list[np.ndarray[Any, Any]]) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            names = {name: i for i, name in enumerate(dict.fromkeys(value.tolist()))}
            codes = np.array([names[name] for name in value.tolist()], dtype=np.int64)
            return {"o": list(names), "n": _node(codes, arrays)}
        arrays.append(np.ascontiguousarray(value))
        return {"a": [value.dtype.str, len(value)]}
    if isinstance(value, tuple | list):
        return {"t": [_node(entry, arrays) for entry in value]}
    if isinstance(value, Mapping):
        return {"m": [[key, _node(entry, arrays)] for key, entry in value.items()]}
    if is_dataclass(value):
        name = type(value).__name__
        return {"c": name, "v": [_node(getattr(value, f.name), arrays) for f in fields(value)]}
    message = f"cannot store a {type(value).__name__}"
    raise DataError(message)


def _decoded(entry: bytes) -> Any:
    line, _, content = entry.partition(b"\n")
    version, length, checksum = line.removeprefix(MAGIC).split()
    if int(version) != VERSION or checksum.decode() != blake2b(content, digest_size=16).hexdigest():
        message = "damaged cache entry"
        raise DataError(message)
    size = int(length)
    return _value(json.loads(content[:size]), _Buffer(content, size + 1), _classes())


class _Buffer:
    """The arrays of an entry, taken one after the other."""

    def __init__(self, content: bytes, start: int) -> None:
        self._content, self._at = content, start

    def take(self, dtype: str, size: int) -> np.ndarray[Any, Any]:
        kind = np.dtype(dtype)
        array = np.frombuffer(self._content, dtype=kind, count=size, offset=self._at)
        self._at += size * kind.itemsize
        return array


def _value(node: Any, buffer: _Buffer, classes: Mapping[str, type]) -> Any:
    if not isinstance(node, dict):
        return node
    if "a" in node:
        return buffer.take(*node["a"])
    if "o" in node:
        codes = _value(node["n"], buffer, classes)
        return np.array([*node["o"], None], dtype=object)[codes]
    if "t" in node:
        return tuple(_value(entry, buffer, classes) for entry in node["t"])
    if "m" in node:
        return {key: _value(entry, buffer, classes) for key, entry in node["m"]}
    return classes[node["c"]](*(_value(entry, buffer, classes) for entry in node["v"]))
