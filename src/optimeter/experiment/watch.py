"""Ends runs that do not end by themselves, from threads beside them.

Three steps, each for a harder case:

1. At the time limit, evaluations begin to raise `Stop`; a native alarm sees to that.
2. An optimizer that neither evaluates nor returns, or that goes on in spite of `Stop`, gets `Stop`
   thrown into its Python code wherever that is.
3. Native code that never comes back to Python is ended together with its process, by the native
   watchdog. That is possible in a worker process only.
"""

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Self

from optimeter._core import Alarm
from optimeter.exceptions import Stop
from optimeter.problems import Problem

__all__ = ["PATIENCE", "Watch", "Watched"]

PATIENCE = 1.0
"""Seconds that an optimizer gets to return after it was stopped."""

_POLL = 0.05


class Watched:
    """One run under watch: that which the calling thread makes in this block.

    A `Stop` of the watch never leaves the block later than its end.
    """

    def __init__(
        self,
        watch: "Watch",
        problem: Problem,
        time_limit: float | None,
        pulse: Callable[[int], None] | None,
    ) -> None:
        self._watch = watch
        self._problem = problem
        self._pulse = pulse
        self._thread = threading.get_ident()
        self._limit = time_limit
        self._stopped = float("inf")
        self.timed_out = False
        self.interrupted = False

    def __enter__(self) -> Self:
        """Begin to watch."""
        self._watch._set(self)
        if self._limit is not None:
            self._watch.alarm.set(self._problem, self._limit)
        return self

    def __exit__(self, *details: object) -> None:
        """Look away."""
        while True:  # an exception thrown by the watch may arrive even here
            try:
                self._watch._set(None)
                if self._limit is not None:
                    self._watch.alarm.clear()
                    self.timed_out = self._watch.alarm.rung
                if self.interrupted:
                    _throw(threading.get_ident(), None)
                break
            except Stop:
                continue

    def check(self) -> None:
        """Stop the run if it is time to; called again and again."""
        if self._pulse is not None:
            self._pulse(self._problem.evaluations)
        now = time.monotonic()
        rung = self._limit is not None and self._watch.alarm.rung
        if rung or self._problem._refused > 1:
            self._stopped = min(self._stopped, now)
        if now - self._stopped >= PATIENCE:
            self.interrupted = True
            _throw(self._thread, Stop)


class Watch:
    """A thread that looks at the run under way, some times a second; starts with the first one."""

    def __init__(self) -> None:
        self.alarm = Alarm()
        self._lock = threading.Lock()
        self._watched: Watched | None = None
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def over(
        self,
        problem: Problem,
        time_limit: float | None,
        pulse: Callable[[int], None] | None = None,
    ) -> Watched:
        """Watch the run that the calling thread makes in the block of a `with`.

        `pulse` hears some times a second how many evaluations the run has made.
        """
        return Watched(self, problem, time_limit, pulse)

    def close(self) -> None:
        """End the thread."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def _set(self, watched: Watched | None) -> None:
        with self._lock:
            self._watched = watched
        if self._thread is None:
            self._thread = threading.Thread(target=self._loop, name="optimeter-watch", daemon=True)
            self._thread.start()

    def _loop(self) -> None:
        while not self._over.wait(_POLL):
            with self._lock:
                if self._watched is not None:
                    self._watched.check()


def _throw(thread: int, exception: type[BaseException] | None) -> None:
    """Raise an exception in another thread's Python code; None takes back one on its way."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), None if exception is None else ctypes.py_object(exception)
    )
