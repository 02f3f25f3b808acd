"""Results kept between calls, in the user's cache folder: one store, one format. Below all rooms.

An entry is found by a key, which says what it was made from, and is good for the code that made it
alone: it carries a digest of Optimeter's sources and of the native module, and whatever other code
wrote is made anew in its place. So no entry can be stale, and none is left behind.

An entry is one file: a line with the digest of the code, the length of the tree and a checksum; a
tree in JSON; the arrays that it points to. Nothing in it is executable, and it holds only classes
that the reader names. Whatever is wrong with an entry, it is ignored and written anew.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from optimeter import _core
from optimeter._files import write_atomically
from optimeter.exceptions import DataError

__all__ = ["Store", "cache_folder", "code_digest"]

T = TypeVar("T")
Array = np.ndarray[Any, Any]

_MAGIC = b"optimeter"
_ALIGNMENT = 64  # bytes
_CODE = (".py", ".npz")  # what results are made by, and tables that come with the package
_OFF = ("off", "0", "no", "none", "false")


def cache_folder() -> Path | None:
    """Return the folder for what is kept, or None when ``OPTIMETER_CACHE`` is ``off``.

    The folder is what ``OPTIMETER_CACHE`` says, else the platform's folder for caches. It is not
    created here.

    Examples
    --------
    >>> import os
    >>> os.environ["OPTIMETER_CACHE"] = "off"
    >>> cache_folder() is None
    True
    >>> del os.environ["OPTIMETER_CACHE"]
    """
    setting = os.environ.get("OPTIMETER_CACHE", "").strip()
    if setting.lower() in _OFF:
        return None
    if setting:
        return Path(setting).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "optimeter"


@cache
def code_digest() -> str:
    """Return a digest of all code a result may depend on: sources, native module, numpy.

    The sources are read once a process, which takes some milliseconds.
    """
    state = blake2b(f"{np.__version__} {_core.source_digest}".encode(), digest_size=16)
    root = Path(__file__).parent
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            if name.endswith(_CODE):
                path = os.path.join(folder, name)  # noqa: PTH118 - three times as fast
                with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - likewise
                    content = file.read()
                state.update(f"\n{path[len(str(root)) :]} {len(content)}\n".encode())
                state.update(content)
    return state.hexdigest()


@dataclass(frozen=True, slots=True)
class Store:
    """A kind of results.

    Attributes
    ----------
    name : str
        Of its folder in the cache folder.
    classes : callable
        Gives the dataclasses an entry may hold.
    """

    name: str
    classes: Callable[[], Iterable[type]]

    def get(self, key: str, kind: type[T]) -> T | None:
        """Return what this code stored under a key; None if there is no sound entry."""
        path = self._path(key)
        if path is None:
            return None
        try:
            classes = {one.__name__: one for one in self.classes()}
            result = _decoded(path.read_bytes(), classes)
        except (OSError, ValueError, KeyError, TypeError, IndexError, OverflowError):
            return None
        return result if isinstance(result, kind) else None

    def put(self, key: str, result: object) -> None:
        """Store a result. A cache that cannot be written is no error: nothing happens."""
        path = self._path(key)
        if path is None:
            return
        content = _encoded(result)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content, durable=False)

    def made(self, key: str, work: Callable[[], T], kind: type[T]) -> T:
        """Return the stored result of a key, or do the work and store its result."""
        found = self.get(key, kind)
        if found is None:
            found = work()
            self.put(key, found)
        return found

    def _path(self, key: str) -> Path | None:
        folder = cache_folder()
        return None if folder is None else folder / self.name / f"{key}.{self.name}"


# ------------------------------------------------------------------ the format


def _encoded(result: object) -> bytes:
    arrays: list[Array] = []
    tree = json.dumps(_node(result, arrays), separators=(",", ":")).encode()
    parts = [tree, b"\n"]
    for array in arrays:
        parts += [array.tobytes(), bytes(-array.nbytes % _ALIGNMENT)]
    state = blake2b(digest_size=16)
    for part in parts:
        state.update(part)
    line = _MAGIC + f" {code_digest()} {len(tree) + 1} {state.hexdigest()}".encode()
    # Blanks in front of the line's end let the arrays begin aligned.
    return b"".join(
        [line.ljust(len(line) - (len(line) + len(tree) + 2) % -_ALIGNMENT), b"\n", *parts]
    )


def _decoded(entry: bytes, classes: Mapping[str, type]) -> Any:
    end = entry.index(b"\n") + 1
    code, length, checksum = entry[:end].removeprefix(_MAGIC).decode().split()
    content = memoryview(entry)[end:]
    if code != code_digest() or checksum != blake2b(content, digest_size=16).hexdigest():
        message = "a cache entry of other code, or damaged"
        raise DataError(message)
    tree = json.loads(bytes(content[: int(length)]))
    return _value(tree, _Buffer(entry, end + int(length)), classes)


def _node(value: Any, arrays: list[Array]) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            names = {name: i for i, name in enumerate(dict.fromkeys(value.tolist()))}
            codes = np.array([names[name] for name in value.tolist()], dtype=np.int64)
            return {"o": list(names), "n": _node(codes, arrays)}
        arrays.append(value)
        return {"a": [value.dtype.str, *value.shape]}
    if isinstance(value, tuple | list):
        return {"t": [_node(entry, arrays) for entry in value]}
    if isinstance(value, Mapping):
        return {"m": [[key, _node(entry, arrays)] for key, entry in value.items()]}
    kind: Any = type(value)
    values = [_node(getattr(value, name), arrays) for name in _field_names(kind)]
    return {"c": kind.__name__, "v": values}


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    if not is_dataclass(kind):
        message = f"cannot store a {kind.__name__}"
        raise DataError(message)
    return tuple(field.name for field in fields(kind))


class _Buffer:
    """The arrays of an entry, taken one after the other."""

    def __init__(self, entry: bytes, start: int) -> None:
        self._entry, self._at = entry, start

    def take(self, dtype: str, *shape: int) -> Array:
        kind = np.dtype(dtype)
        array = np.frombuffer(
            self._entry, dtype=kind, count=int(np.prod(shape)), offset=self._at
        ).reshape(shape)
        self._at += -(-array.nbytes // _ALIGNMENT) * _ALIGNMENT
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
