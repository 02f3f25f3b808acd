"""Files that are there complete or not at all, and locks. Below all rooms."""

import ctypes
import errno
import importlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_ident
from typing import Any

from optimeter.exceptions import FileError

try:
    fcntl: Any = importlib.import_module("fcntl")
except ImportError:  # Windows
    fcntl = None

__all__ = [
    "check_writable",
    "file_error",
    "is_locked",
    "json_text",
    "lock",
    "named_errors",
    "read_bytes",
    "read_json",
    "remove_file",
    "remove_tree",
    "sync_folder",
    "sync_tree",
    "write_atomically",
    "write_json",
]

_MANY = 100  # files
_REMOVERS = 8  # threads
_LOCKED_BYTE = 1 << 30
# What file systems say that do not flush folders, or not for whom may not read them.
_CANNOT_SYNC = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EACCES, errno.EPERM})
_OF_DISKS = (
    OSError,
    FileExistsError,
    FileNotFoundError,
    IsADirectoryError,
    NotADirectoryError,
    PermissionError,
)
_BETWEEN_TRIES = 0.05  # seconds


def check_writable(folder: Path) -> None:
    """Raise if a folder cannot be written, or not be made: before hours are spent on its content."""
    place = folder.absolute()
    try:
        while not place.exists() and place != place.parent:
            place = place.parent
        if not place.is_dir():
            raise NotADirectoryError(20, f"{place} is a file")
        if not os.access(place, os.W_OK | os.X_OK):
            raise PermissionError(13, os.strerror(13))
    except OSError as error:
        raise file_error(folder, error) from error


def write_atomically(path: Path, content: str | bytes, *, durable: bool = True) -> None:
    """Write beside the place, then rename: readers find the old content or the new, as a whole.

    Parameters
    ----------
    path, content
    durable
        Wait until the content and the name are on the disk, so that they outlast a crash of the
        system. What can be made again and is checked when read does without.

    Raises
    ------
    FileError
    """
    data = content.encode() if isinstance(content, str) else content
    beside = path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}.part")
    try:
        with beside.open("wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        beside.replace(path)
    except BaseException as error:
        with suppress(OSError):
            beside.unlink()
        if isinstance(error, OSError):
            raise file_error(path, error) from error
        raise
    if durable:
        sync_folder(path.parent)


def json_text(content: object) -> str:
    """Return JSON in a form that depends on nothing but the content."""
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def write_json(path: Path, content: object) -> None:
    """Write JSON in a form that depends on nothing but the content."""
    write_atomically(path, json_text(content))


def read_bytes(path: Path) -> bytes:
    """Read a file; `FileNotFoundError` says that there is none, `FileError` that it cannot be read."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError) as error:
        raise FileNotFoundError(*error.args) from error
    except OSError as error:
        raise file_error(path, error, "read") from error


def read_json(path: Path) -> dict[str, object]:
    """Read a JSON object; a file that holds none is an error that names it."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise file_error(path, error, "read") from error
    except (ValueError, RecursionError) as error:
        message = f"{path} is damaged: {error}"
        raise FileError(message) from error
    if not isinstance(content, dict):
        message = f"{path} is damaged: expected a JSON object"
        raise FileError(message)
    return content


def remove_file(path: Path) -> None:
    """Remove a file, if it is there; raise `FileError` if that is impossible."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise file_error(path, error, "remove") from error


def remove_tree(folder: Path) -> None:
    """Remove a folder with everything in it, as far as possible.

    Removing a file may mean waiting for the disk, so many are removed at once.
    """
    with suppress(OSError):  # which rmtree lets through, and asking what is there raises
        files = [path for path in folder.rglob("*") if not path.is_dir()]
        if len(files) > _MANY:
            from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - slow

            with ThreadPoolExecutor(_REMOVERS) as pool:
                list(pool.map(_remove, [files[start::_REMOVERS] for start in range(_REMOVERS)]))
    with suppress(OSError):
        shutil.rmtree(folder, ignore_errors=True)


def _remove(files: list[Path]) -> None:
    for file in files:
        with suppress(OSError):
            file.unlink()


def sync_folder(folder: Path) -> None:
    """Make renames in this folder durable, where the system can do that.

    Raises
    ------
    FileError
        If the disk fails.
    """
    if os.name == "nt":  # which cannot open a folder
        return
    try:
        with _opened(folder) as handle:
            os.fsync(handle)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise file_error(folder, error) from error


def sync_tree(folder: Path) -> None:
    """Flush everything below a folder to the disk.

    Many small files are flushed best all at once: one by one each costs a commit of the disk.
    """
    libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
    if libc is None or not hasattr(libc, "syncfs"):
        if hasattr(os, "sync"):
            os.sync()
        return
    try:
        with _opened(folder) as handle:
            if libc.syncfs(handle) != 0:
                code = ctypes.get_errno()
                raise OSError(code, os.strerror(code))
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise file_error(folder, error) from error
        os.sync()


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield handle
    finally:
        os.close(handle)


def lock(handle: int, *, wait: bool) -> None:
    """Hold an open file for this process alone, until it is closed or the process ends.

    Raises
    ------
    BlockingIOError
        If another process holds it and this one does not `wait`.
    OSError
        If there are no locks on this system or file system.
    """
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        return
    while not _lock_byte(handle):
        if not wait:
            message = "another process holds it"
            raise BlockingIOError(message)
        time.sleep(_BETWEEN_TRIES)


def _lock_byte(handle: int, *, keep: bool = True) -> bool:
    """Lock, on Windows, a byte far beyond the content, which others can so still read.

    Returns whether it is held now; without `keep`, whether it could have been.
    """
    msvcrt = importlib.import_module("msvcrt")
    before = os.lseek(handle, 0, os.SEEK_CUR)
    try:
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        if not keep:
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
    except PermissionError:
        return False
    finally:
        os.lseek(handle, before, os.SEEK_SET)
    return True


def is_locked(path: Path) -> bool:
    """Whether a process holds the file, as far as the system tells."""
    try:
        with path.open("rb") as file:
            if fcntl is None:
                return not _lock_byte(file.fileno(), keep=False)
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    return False


@contextmanager
def named_errors(path: Path, doing: str = "read or write") -> Iterator[None]:
    """Turn errors of the disk into `FileError`, which names the file, or else this path."""
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        # Errors of connections and processes have types of their own.
        if type(error) not in _OF_DISKS:
            raise
        named = error.filename
        place = Path(os.fsdecode(named)) if isinstance(named, str | bytes) else path
        told = file_error(place, error, doing)
        for note in getattr(error, "__notes__", ()):
            told.add_note(note)
        raise told from error


def file_error(path: Path, error: OSError, doing: str = "write") -> FileError:
    """Make the error that names the path and the reason."""
    result = FileError(f"cannot {doing} {path}: {error.strerror or error}")
    result.errno = error.errno
    return result
