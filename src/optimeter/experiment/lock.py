"""One process at a time in a folder, and the facts of who it is.

The lock is the operating system's lock on a file: it vanishes with its process, however that
ended. The file says who holds it. Where the system has no such locks, the facts in the file decide:
a process of this machine that is gone does not count.
"""

import json
import os
import platform
import sys
import time
from pathlib import Path
from typing import Self

from optimeter._files import file_error, is_locked, lock
from optimeter.exceptions import FolderInUseError

__all__ = ["FolderLock", "holder"]

LOCK = "experiment.lock"

_PATIENCE = 5.0  # seconds


class FolderLock:
    """Holds a folder while the block is executed; raises `FolderInUseError` if another one does."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        self._handle = -1

    @property
    def handle(self) -> int:
        """The descriptor that a forked process must close, or it would keep the lock."""
        return self._handle

    def __enter__(self) -> Self:
        while self._handle < 0:
            try:
                handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as error:
                raise file_error(self._path, error) from error
            try:
                self._acquire(handle)
                if self._is_current(handle):
                    self._write_facts(handle)
                    self._handle = handle
            except OSError as error:
                raise file_error(self._path, error) from error
            finally:
                if self._handle != handle:
                    os.close(handle)
        return self

    def __exit__(self, *details: object) -> None:
        # Removed while held: whoever opened it before finds that it is no longer the file there.
        # Windows removes no file that is open; who opened it before simply gets it.
        removed = _removed(self._path)
        os.close(self._handle)
        self._handle = -1
        if not removed:
            _removed(self._path)

    def _acquire(self, handle: int) -> None:
        """Lock the file; return without where it is to be made anew."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                lock(handle, wait=False)
            except BlockingIOError:
                # Workers of a process that was killed die a moment after it.
                if not _gone(_facts_in(self._path)):
                    raise self._in_use() from None
                if time.monotonic() > deadline:
                    # Something that an optimizer forked has inherited the lock. It does no runs.
                    if self._is_current(handle) and not _removed(self._path):
                        raise self._in_use() from None
                    return
                time.sleep(0.02)
            except OSError:  # no locks on this system or file system
                facts = _facts_in(self._path)
                if facts and not _gone(facts):
                    advice = f"this file system has no locks: remove {self._path} if that is over"
                    raise self._in_use(advice) from None
                return
            else:
                return

    def _is_current(self, handle: int) -> bool:
        try:
            there = self._path.stat()
        except FileNotFoundError:
            return False
        mine = os.fstat(handle)
        return (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino)

    @staticmethod
    def _write_facts(handle: int) -> None:
        facts = {
            "host": platform.node(),
            "pid": os.getpid(),
            "since": time.strftime("%Y-%m-%d %H:%M:%S"),
            "command": " ".join([Path(sys.argv[0]).name, *sys.argv[1:]]),
        }
        os.ftruncate(handle, 0)
        os.write(handle, json.dumps(facts).encode())

    def _in_use(self, advice: str = "") -> FolderInUseError:
        message = f"{self._path.parent} is in use by {_describe(_facts_in(self._path))}"
        return FolderInUseError(f"{message}; {advice}" if advice else message)


def holder(folder: Path) -> str:
    """Say who works in the folder now; empty if nobody does."""
    path = folder / LOCK
    facts = _facts_in(path)
    if not path.exists() or _gone(facts) or not is_locked(path):
        return ""
    return _describe(facts)


def _removed(path: Path) -> bool:
    try:
        path.unlink(missing_ok=True)
    except OSError:  # it stays, and nobody holds it
        return False
    return True


def _facts_in(path: Path) -> dict[str, object]:
    try:
        facts = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return facts if isinstance(facts, dict) else {}


def _describe(facts: dict[str, object]) -> str:
    if not facts:
        return "another process"
    return (
        f"process {facts.get('pid')} on {facts.get('host')} since {facts.get('since')} "
        f"({facts.get('command')})"
    )


def _gone(facts: dict[str, object]) -> bool:
    """Whether the owner is known to be dead; of another machine nothing is known."""
    pid = facts.get("pid")
    if facts.get("host") != platform.node() or not isinstance(pid, int) or os.name != "posix":
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):  # no process has a number that large
        return True
    except OSError:
        return False
    return False
