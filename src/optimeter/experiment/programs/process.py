"""A process that is talked to on its standard streams, and that never outlives its run."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Self

from optimeter._text import printable
from optimeter.exceptions import ExperimentError

__all__ = ["Process"]

_CHUNK = 1 << 16
_PIPE = 1 << 20
_LONGEST_LINE = 1 << 22
_KEPT = 1000  # characters from the beginning and from the end of the error stream
_LATE = "took longer than"
_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux


class Process:
    """A process with pipes to its standard streams.

    It leads a group of its own, which is killed when the context ends; on Linux the process itself
    is also killed when this one dies, as a worker does whose optimizer does not come back. The error
    stream is collected by a thread.

    Reading blocks: to wait by `poll` takes the system several times as long, since it is not told
    then which process goes on.

    Parameters
    ----------
    command
        The program and its arguments.
    name
        What messages call it.
    environment
        Variables instead of those of this process.
    folder
        Where it runs.
    seconds
        After so many it is killed, and `broken` says so.
    most_errors
        So many bytes of its error stream are read; at more it is killed, too.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        *,
        environment: Mapping[str, str] | None = None,
        folder: str | None = None,
        seconds: float | None = None,
        most_errors: int | None = None,
    ) -> None:
        if sys.platform == "win32":
            message = "programs need a system on which pipes can be polled, which Windows cannot"
            raise ExperimentError(message)
        self.name = name
        try:
            with warnings.catch_warnings():
                # Newer Pythons warn of forks beside threads; what follows takes none of their locks.
                warnings.simplefilter("ignore", DeprecationWarning)
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    preexec_fn=_dies_with_parent(),  # noqa: PLW1509 - one call of the system
                    env=environment,
                    cwd=folder,
                )
        except OSError as error:
            message = f"cannot start {command[0]!r}: {error.strerror}"
            raise ExperimentError(message) from error
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        self._input, self._output, self._errors = (one.fileno() for one in streams if one)
        _enlarge(self._input, self._output, self._errors)
        os.set_blocking(self._input, False)
        self._rest = b""
        self._begin, self._end = "", ""
        self.finished = False
        """Whether it said so."""
        self.broken = ""
        """The limit that it broke, and was killed for."""
        self._most_errors = most_errors
        self._lock = threading.Lock()  # who kills it knows that it is not reaped meanwhile
        self._timer: threading.Timer | None = None
        if seconds is not None:
            self._timer = threading.Timer(
                seconds, self._break, (f"took longer than {seconds:g} s",)
            )
            self._timer.daemon = True
            self._timer.start()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def late(self) -> bool:
        """Whether it was killed after its time."""
        return self.broken.startswith(_LATE)

    @property
    def said(self) -> str:
        """The error stream, without its middle if it is long."""
        end = self._end[-_KEPT:]
        gap = " … " if len(self._end) > _KEPT else ""
        return f"{self._begin}{gap}{end}".strip()

    def line(self) -> bytes | None:
        """Wait for the next line of the output; None at its end.

        A line that the end cuts off is none.
        """
        line, end, rest = self._rest.partition(b"\n") if self._rest else (b"", b"", b"")
        while not end:
            more = os.read(self._output, _CHUNK)
            if not more:
                self._rest = b""
                return None
            start, end, rest = more.partition(b"\n")
            line += start
            if len(line) > _LONGEST_LINE:
                message = f"{self.name} wrote a line of more than {_LONGEST_LINE} characters"
                raise ExperimentError(message)
        self._rest = rest
        return line

    def block(self, size: int) -> bytearray | None:
        """Wait for so many bytes of the output; None if it ends before."""
        block = bytearray(size)
        view = memoryview(block)
        there = min(size, len(self._rest))
        view[:there] = self._rest[:there]
        self._rest = self._rest[there:]
        while there < size:
            got = os.readv(self._output, [view[there:]])
            if not got:
                return None
            there += got
        return block

    def write(self, data: bytes) -> None:
        """Write to the input; nothing happens if the process does not listen any more."""
        try:
            sent = os.write(self._input, data)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            return
        if sent < len(data):
            self._write_slowly(memoryview(data)[sent:])

    def _write_slowly(self, rest: memoryview) -> None:
        """Write what the pipe has no room for."""
        with contextlib.suppress(BrokenPipeError):
            while rest:
                select.select([], [self._input], [])
                with contextlib.suppress(BlockingIOError):
                    rest = rest[os.write(self._input, rest) :]

    def finish(self, seconds: float) -> int | None:
        """Close the input and wait for the end; return the exit code, None if there was no end."""
        with contextlib.suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        deadline = time.monotonic() + seconds
        pause = 1e-4
        while not self._over():
            if time.monotonic() > deadline:
                return None
            if select.select([self._output], [], [], 0)[0]:
                os.read(self._output, _CHUNK)  # nobody waits for it
            time.sleep(pause)
            pause = min(2 * pause, 0.01)
        return self.kill()

    def kill(self) -> int:
        """Kill the process with all that it started in its group, and return the exit code."""
        with self._lock:
            if self._process.returncode is None:
                self._signal()
                self._process.wait()
        if self._timer is not None:
            self._timer.cancel()
        self._listener.join()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                stream.close()  # type: ignore[union-attr]
        return self._process.returncode

    def _break(self, limit: str) -> None:
        """Kill the process, for it broke a limit."""
        with self._lock:
            if self._process.returncode is None and not self.broken:
                self.broken = limit
                self._signal()

    def _signal(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _over(self) -> bool:
        """Whether the process has ended; it is not reaped, so that nothing else has its number."""
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, options) is not None

    def _listen(self) -> None:
        """Read the error stream, and keep its beginning and its end."""
        total = 0
        while content := os.read(self._errors, _CHUNK):
            total += len(content)
            if self._most_errors is not None and total > self._most_errors:
                self._break(f"wrote more than {self._most_errors} bytes to its error stream")
                continue
            text = "\n".join(map(printable, content.decode(errors="replace").split("\n")))
            room = 0 if self._end else _KEPT - len(self._begin)
            self._begin += text[:room]
            self._end = (self._end + text[room:])[-2 * _KEPT :]


def _dies_with_parent() -> Callable[[], None] | None:
    """Return what a new process does first so that it dies with the thread that made it."""
    if sys.platform != "linux":
        return None
    control = _process_control()
    return lambda: control(_PARENT_DEATH_SIGNAL, signal.SIGKILL)


@cache
def _process_control() -> Callable[..., None]:
    import ctypes  # noqa: PLC0415 - rarely

    found: Callable[..., None] = ctypes.CDLL(None).prctl
    return found


def _enlarge(*pipes: int) -> None:
    """Make room in pipes, where the system allows it: fewer switches between the processes."""
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415 - not everywhere

        for pipe in pipes:
            with contextlib.suppress(OSError):
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
