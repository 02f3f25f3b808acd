"""Processes that an optimizer leaves behind: they are ended with the run, and named.

Pools that `multiprocessing` and its like keep for the next run are no such processes: they end with
the worker. The worker has a process group of its own, which is ended with it, whatever ends it.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from optimeter._text import printable

__all__ = ["Leftovers", "adopt_orphans", "end_group", "lead_group"]

_PATIENCE = 0.5  # seconds for those that are about to end
_POLL = 0.01
_SUBREAPER = 36  # of Linux: PR_SET_CHILD_SUBREAPER
_HELPERS = (b"resource_tracker", b"forkserver")  # of multiprocessing and of loky, one a process


class Leftovers:
    """The processes that are started from now on; Linux tells which they are.

    Parameters
    ----------
    expendable
        Whether all processes below this one are the optimizer's. Else only those count that the
        calling thread starts: others may belong to whoever called `om.run`.
    """

    def __init__(self, *, expendable: bool) -> None:
        self._everywhere = expendable
        self._before = frozenset() if expendable else frozenset(self._roots())

    def end(self) -> str:
        """End those that are still there; say which they were, or nothing."""
        if not _has_children():
            return ""
        deadline = time.monotonic() + _PATIENCE
        while (found := self._found()) and time.monotonic() < deadline:
            time.sleep(_POLL)
        if not found:
            return ""
        names = Counter(map(_name, found))
        for process in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        for process in found:
            with contextlib.suppress(ChildProcessError):  # a child of a child
                os.waitpid(process, 0)
        told = [name if count == 1 else f"{count} {name}" for name, count in sorted(names.items())]
        which = "a process" if len(found) == 1 else f"{len(found)} processes"
        return f"left {which} behind, now ended: {printable(', '.join(told))}"

    def _roots(self) -> Iterator[int]:
        if _has_children():
            here = "*" if self._everywhere else str(threading.get_native_id())
            yield from _children(f"self/task/{here}")

    def _found(self) -> list[int]:
        """List the processes that run, without pools and their helpers, and all below those."""
        pools = sys.modules.get("multiprocessing")
        kept = set() if pools is None else {child.pid for child in pools.active_children()}
        waiting = [pid for pid in self._roots() if pid not in self._before]
        found: list[int] = []
        while waiting:
            process = waiting.pop()
            if process in kept or _is_over(process) or _is_helper(process):
                continue
            found.append(process)
            waiting += _children(f"{process}/task/*")
        return found


def adopt_orphans() -> None:
    """Become the parent of processes whose parents below this one end, where the system can do it."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - this and what follows are slow imports

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def lead_group() -> None:
    """Begin a process group, which `end_group` ends."""
    if hasattr(os, "setpgid"):
        with contextlib.suppress(OSError):
            os.setpgid(0, 0)


def end_group(leader: int | None) -> bool:
    """End all processes of a group, whose leader is there or has just ended; say if there were any.

    Until the last of them has ended, no other process and no other group gets the number.
    """
    if leader is None or not hasattr(os, "killpg"):
        return False
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _has_children() -> bool:
    """Whether this process has any children: one call to the system, as runs may be short."""
    if not hasattr(os, "waitid"):
        return False
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _children(tasks: str) -> Iterable[int]:
    for path in Path("/proc").glob(f"{tasks}/children"):
        with contextlib.suppress(OSError):
            yield from map(int, path.read_bytes().split())


def _is_over(process: int) -> bool:
    """Whether nothing of it is left but the code with which it ended."""
    try:
        return Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0] in b"ZX"
    except (OSError, IndexError):
        return True


def _is_helper(process: int) -> bool:
    try:
        command = Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
    return any(name in command for name in _HELPERS)


def _name(process: int) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text("utf-8", "replace").strip()
    except OSError:
        return "unknown"
