"""Files that are there complete or not at all."""

import ctypes
import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from optimeter.exceptions import FileError

__all__ = [
    "file_error",
    "read_json",
    "remove_tree",
    "sync_folder",
    "sync_tree",
    "write_atomically",
    "write_json",
]

_MANY = 100  # files
_REMOVERS = 8  # threads


def write_atomically(path: Path, text: str) -> None:
    """Write beside the place, flush to the disk, rename."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise file_error(path, error) from error
    sync_folder(path.parent)


def write_json(path: Path, content: object) -> None:
    """Write JSON in a form that depends on nothing but the content."""
    write_atomically(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def read_json(path: Path) -> dict[str, object]:
    """Read a JSON object; a file that holds none is an error that names it."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise file_error(path, error) from error
    except ValueError as error:
        message = f"{path} is damaged: {error}"
        raise FileError(message) from error
    if not isinstance(content, dict):
        message = f"{path} is damaged: expected a JSON object"
        raise FileError(message)
    return content


def remove_tree(folder: Path) -> None:
    """Remove a folder with everything in it, as far as possible.

    Removing a file may mean waiting for the disk, so many are removed at once.
    """
    files = [path for path in folder.rglob("*") if not path.is_dir()]
    if len(files) > _MANY:
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - slow

        with ThreadPoolExecutor(_REMOVERS) as pool:
            list(pool.map(_remove, [files[start::_REMOVERS] for start in range(_REMOVERS)]))
    shutil.rmtree(folder, ignore_errors=True)


def _remove(files: list[Path]) -> None:
    for file in files:
        with suppress(OSError):
            file.unlink()


def sync_folder(folder: Path) -> None:
    """Make renames in this folder durable, where the system can do that."""
    with suppress(OSError), _opened(folder) as handle:  # Windows cannot open a folder
        os.fsync(handle)


def sync_tree(folder: Path) -> None:
    """Flush everything below a folder to the disk.

    Many small files are flushed best all at once: one by one each costs a commit of the disk.
    """
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None
    if libc is None or not hasattr(libc, "syncfs"):
        if hasattr(os, "sync"):
            os.sync()
        return
    with _opened(folder) as handle:
        if libc.syncfs(handle) != 0:
            os.fsync(handle)


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield handle
    finally:
        os.close(handle)


def file_error(path: Path, error: OSError) -> FileError:
    """Make the error that names the path and the reason."""
    reason = error.strerror or str(error)
    result = FileError(f"{path}: {reason}")
    result.errno = error.errno
    return result
