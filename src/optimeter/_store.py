"""Results kept between calls, in the user's cache folder: one store, one format. Below all rooms.

An entry is found by a key, which says what it was made from, and is good for the code that made it
alone: it carries a digest of Optimeter's sources and of the native module, and whatever other code
wrote is made anew in its place. So no entry can be stale, and none is left behind.

An entry is one file: a line with the digest of the code, the length of the tree and a checksum; a
tree in JSON; the arrays that it points to. Many objects of one class lie in it field by field, as a
table, which takes a fraction of the time. Nothing in it is executable, and it holds only classes that
the reader names. Whatever is wrong with an entry, it is ignored and written anew.
"""

import json
import math
import os
import stat
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from hashlib import blake2b
from itertools import accumulate, chain, pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from optimeter import _core
from optimeter._files import write_atomically
from optimeter.exceptions import DataError

__all__ = ["Store", "cache_folder", "code_digest"]

T = TypeVar("T")
Array = np.ndarray[Any, Any]

_MAGIC = f"optimeter with numpy {np.__version__}".encode()
_ALIGNMENT = 64  # bytes
_CODE = (".py", ".npz")  # what results are made by, and tables that come with the package
_OFF = ("off", "0", "no", "none", "false")


def cache_folder() -> Path | None:
    """Return the folder for what is kept, or None when ``OPTIMETER_CACHE`` is ``off``.

    The folder is what ``OPTIMETER_CACHE`` says, else the platform's folder for caches. It is not
    created here. One that belongs to somebody else, or that everybody may write, counts as ``off``:
    results, and code for GPUs, are read from it.

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
    folder = Path(setting).expanduser() if setting else _usual_folder()
    return folder if _is_own(folder) else None


def _is_own(folder: Path) -> bool:
    """Whether nobody else can have put something into a folder, or it is not there yet."""
    if os.name != "posix":
        return True
    try:
        facts = folder.stat()
    except OSError:
        return True
    return facts.st_uid == os.geteuid() and not facts.st_mode & stat.S_IWOTH


def _usual_folder() -> Path:
    """Return the folder for caches of this platform."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "optimeter"


@cache
def code_digest() -> str:
    """Return a digest of all code of ours that a result may depend on: sources and native module.

    The sources are read once a process, which takes some milliseconds.
    """
    state = blake2b(_core.source_digest.encode(), digest_size=16)
    root = Path(__file__).parent
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            if name.endswith(_CODE):
                path = os.path.join(folder, name)  # noqa: PTH118 - three times as fast
                with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - likewise
                    content = file.read()
                below = path[len(str(root)) :].replace(os.sep, "/")
                state.update(f"\n{below} {len(content)}\n".encode())
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
            entry = path.read_bytes()
            result = _decoded(entry, _checked(entry), self._named())
        except (OSError, ValueError, KeyError, TypeError, IndexError, OverflowError):
            return None
        return result if isinstance(result, kind) else None

    def put(self, key: str, result: object) -> None:
        """Store a result. A cache that cannot be written is no error: nothing happens."""
        if self._path(key) is not None:
            self._keep(key, _encoded(result))

    def made(self, key: str, work: Callable[[], T], kind: type[T]) -> T:
        """Return the stored result of a key, or do the work and store its result."""
        found = self.get(key, kind)
        if found is None:
            found = work()
            self.put(key, found)
        return found

    def entry(self, key: str, work: Callable[[], object]) -> bytes:
        """Return the stored result of a key as it is stored; do the work and store it if there is none.

        It is how results go from one process to another: encoded once, for both.
        """
        path = self._path(key)
        if path is not None:
            with suppress(OSError, ValueError):
                found = path.read_bytes()
                _checked(found)
                return found
        made = _encoded(work())
        self._keep(key, made)
        return made

    def opened(self, entry: bytes) -> Any:
        """Return the result that `entry` gave, in memory of its own."""
        start = entry.index(b"\n") + 1
        return _decoded(entry, start, self._named(), copied=True)

    def _named(self) -> dict[str, type]:
        return {one.__name__: one for one in self.classes()}

    def _keep(self, key: str, content: bytes) -> None:
        path = self._path(key)
        if path is None:
            return
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content, durable=False)

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


def _checked(entry: bytes) -> int:
    """Return where the content of an entry begins.

    Raises
    ------
    DataError
        If other code has made it, or it is damaged.
    """
    end = entry.index(b"\n") + 1
    code, _, checksum = entry[:end].removeprefix(_MAGIC).decode().split()
    content = memoryview(entry)[end:]
    if code != code_digest() or checksum != blake2b(content, digest_size=16).hexdigest():
        message = "a cache entry of other code, or damaged"
        raise DataError(message)
    return end


def _decoded(entry: bytes, start: int, classes: Mapping[str, type], *, copied: bool = False) -> Any:
    length = int(entry[:start].split()[-2])
    tree = json.loads(entry[start : start + length])
    return _value(tree, _Buffer(entry, start + length, copied=copied), classes)


def _node(value: Any, arrays: list[Array]) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            return _names(value.tolist(), arrays)
        same = value.strides == (0,) and len(value) > 0  # one entry throughout
        arrays.append(value[:1] if same else value)
        node = {"a": [value.dtype.str, *arrays[-1].shape]}
        return {**node, "n": len(value)} if same else node
    if isinstance(value, tuple | list):
        return {"t": _column(value, arrays)}
    if isinstance(value, Mapping):
        return {"m": list(value), "v": _column(list(value.values()), arrays)}
    kind: Any = type(value)
    names = _field_names(kind)
    # A class may say by a method `kept` how its fields lie in it.
    held = value.kept() if hasattr(kind, "kept") else [getattr(value, name) for name in names]
    return {"c": kind.__name__, "v": [_node(one, arrays) for one in held]}


def _names(values: list[Any], arrays: list[Array]) -> Any:
    """Return the node of a column of names, most of which are equal."""
    names = {name: i for i, name in enumerate(dict.fromkeys(values))}
    if len(names) == 1:
        return {"o": list(names), "n": len(values)}
    codes = np.fromiter(map(names.__getitem__, values), dtype=np.int64, count=len(values))
    return {"o": list(names), "n": _node(codes, arrays)}


def _column(values: Sequence[Any], arrays: list[Array]) -> Any:
    """Return the node of a sequence: field by field, end to end, where its members are alike."""
    kinds = set(map(type, values))
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is str:
        return _names(list(values), arrays)
    if kind is float:
        return {"f": _node(np.array(values), arrays)}
    if kind is tuple:
        flat = list(chain.from_iterable(values))
        return {"l": list(map(len, values)), "v": _column(flat, arrays)}
    if kind is np.ndarray:
        first = values[0].dtype
        if not first.hasobject and all(one.dtype == first and one.ndim == 1 for one in values):
            return {"l": list(map(len, values)), "a": _node(np.concatenate(values), arrays)}
    if kind is not None and is_dataclass(kind):
        columns = [list(map(attrgetter(name), values)) for name in _field_names(kind)]
        return {"c": kind.__name__, "v": [_column(column, arrays) for column in columns]}
    return list(values) if kind is int else [_node(value, arrays) for value in values]


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    if not is_dataclass(kind):
        message = f"cannot store a {kind.__name__}"
        raise DataError(message)
    return tuple(field.name for field in fields(kind))


class _Buffer:
    """The arrays of an entry, taken one after the other: parts of it, or copies."""

    def __init__(self, entry: bytes, start: int, *, copied: bool) -> None:
        self._entry, self._at, self._copied = entry, start, copied

    def take(self, dtype: str, *shape: int) -> Array:
        kind = np.dtype(dtype)
        array = np.frombuffer(
            self._entry, dtype=kind, count=math.prod(shape), offset=self._at
        ).reshape(shape)
        self._at += -(-array.nbytes // _ALIGNMENT) * _ALIGNMENT
        return array.copy() if self._copied else array


def _value(node: Any, buffer: _Buffer, classes: Mapping[str, type]) -> Any:
    if not isinstance(node, dict):
        return node
    if "a" in node:
        array = buffer.take(*node["a"])
        return np.broadcast_to(array, node["n"]) if "n" in node else array
    if "o" in node:
        return _named(node, buffer)
    if "t" in node:
        return tuple(_values(node["t"], buffer, classes))
    if "m" in node:
        return dict(zip(node["m"], _values(node["v"], buffer, classes), strict=True))
    return classes[node["c"]](*[_value(entry, buffer, classes) for entry in node["v"]])


def _named(node: Any, buffer: _Buffer) -> Array:
    """Return a column of names."""
    names, codes = node["o"], node["n"]
    if isinstance(codes, int):
        column = np.empty(codes, dtype=object)
        column.fill(names[0])
        return column
    return np.array([*names, None], dtype=object)[buffer.take(*codes["a"])]


def _values(node: Any, buffer: _Buffer, classes: Mapping[str, type]) -> list[Any]:
    """Return the members of a sequence."""
    if isinstance(node, list):
        return [_value(entry, buffer, classes) for entry in node]
    if "o" in node:
        return list(_named(node, buffer))
    if "f" in node:
        return list(map(float, buffer.take(*node["f"]["a"])))
    if "l" in node:
        ends = [0, *accumulate(node["l"])]
        whole: Any = (
            buffer.take(*node["a"]["a"])
            if "a" in node
            else tuple(_values(node["v"], buffer, classes))
        )
        return [whole[begin:end] for begin, end in pairwise(ends)]
    columns = [_values(entry, buffer, classes) for entry in node["v"]]
    return list(map(classes[node["c"]], *columns))
