"""Worker processes on this machine, each with a pipe; a lost one is replaced.

The pool of `concurrent.futures` gives up altogether when one of its processes dies. Here a death
costs the run it happened in, and the process may even be ended on purpose when an optimizer hangs.
"""

import contextlib
import ctypes
import multiprocessing
import os
import platform
import signal
import sys
import threading
import time
import warnings
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

import numpy as np

from optimeter._core import Guard, Outcome
from optimeter._threads import cap_threads, capped_environment
from optimeter.exceptions import ExperimentError
from optimeter.experiment.backends import Delivery
from optimeter.experiment.folder import ExperimentFolder, Writer
from optimeter.experiment.leftovers import adopt_orphans, end_group, lead_group
from optimeter.experiment.payload import Payload
from optimeter.experiment.plan import Run
from optimeter.experiment.worker import Experiment, perform
from optimeter.record import machine_facts, write_provenance

__all__ = ["LocalProcesses"]

START_METHOD = "fork" if sys.platform == "linux" else "spawn"

_REPORT_EVERY = 0.1  # seconds
_LOOK_EVERY = 1.0  # seconds

_starting = threading.Lock()  # the environment and the warnings are the process's
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_starting._at_fork_reinit)  # type: ignore[attr-defined]


class LocalProcesses:
    """A backend of `workers` processes on this machine.

    On Linux they are forked: any function can be an optimizer, also one typed into a notebook, and
    scripts need no main guard. Elsewhere they are spawned, under the usual rules of
    `multiprocessing`.

    Parameters
    ----------
    source
        The experiment, or where to find it.
    workers
        How many processes.
    handles
        Open files that forked processes must close: the lock of the folder.
    """

    def __init__(
        self, source: Experiment | Payload, workers: int, handles: tuple[int, ...] = ()
    ) -> None:
        self._source = source
        self._handles = handles
        self._context = multiprocessing.get_context(START_METHOD)
        self._slots: list[_Slot] = []
        try:
            for _ in range(workers):
                self._slots.append(_Slot(self._context, source, handles))
        except BaseException:
            self.close(abandon=True)
            raise

    @property
    def capacity(self) -> int:
        """One task for each process: the next one takes no time to arrive."""
        return len(self._slots)

    def submit(self, task: int, runs: Sequence[Run]) -> None:
        """Give the task to an idle process."""
        next(slot for slot in self._slots if slot.task is None).submit(task, runs)

    def wait(self, seconds: float) -> list[Delivery]:
        """Listen to all processes."""
        sources: dict[Any, _Slot] = {}
        for slot in self._slots:
            sources[slot.connection] = slot
            sources[slot.process.sentinel] = slot
        ready = {id(sources[item]): sources[item] for item in wait(list(sources), timeout=seconds)}
        for slot in self._slots:  # what a dead process had forked may keep its handles open
            if slot.is_over():
                ready[id(slot)] = slot
        deliveries: list[Delivery] = []
        for slot in ready.values():
            deliveries += slot.receive()
            if slot.is_over():
                deliveries += slot.receive()  # what it said before it died
                if slot.task is not None:
                    deliveries.append(Delivery(slot.task, over=True, lost=True))
                slot.close()
                self._slots[self._slots.index(slot)] = _Slot(
                    self._context, self._source, self._handles
                )
        return deliveries

    def under_way(self) -> Mapping[int, int]:
        """Look at what the processes share."""
        pulses = [tuple(slot.pulse) for slot in self._slots if slot.task is not None]
        return {run - 1: evaluations for run, evaluations in pulses if run}

    def close(self, *, abandon: bool) -> None:
        """End the processes: at once, or when they are idle."""
        for slot in self._slots:
            if abandon:
                slot.kill()
            else:
                with contextlib.suppress(OSError):
                    slot.connection.send(None)
        for slot in self._slots:
            slot.close()


class _Slot:
    """A worker process and the pipe to it."""

    def __init__(
        self, context: BaseContext, source: Experiment | Payload, handles: tuple[int, ...]
    ) -> None:
        self.connection, other = context.Pipe()
        self.task: int | None = None
        self._over = False
        self.pulse = context.RawArray(ctypes.c_uint64, 2)  # run + 1, evaluations
        forked = context.get_start_method() == "fork"
        self.process: BaseProcess = context.Process(  # type: ignore[attr-defined]
            target=_serve,
            args=(
                other,
                source,
                self.pulse,
                (*handles, self.connection.fileno()) if forked else (),
            ),
            name="optimeter-worker",
            daemon=isinstance(source, Payload),  # nobody waits for it at the end of a worker
        )
        with _starting, capped_environment(), warnings.catch_warnings():
            # Newer Pythons warn of forks beside threads; the workers take none of their locks.
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                self.process.start()
            except Exception as error:
                message = f"cannot start a worker process: {type(error).__name__}: {error}"
                raise ExperimentError(message) from error
        other.close()

    def submit(self, task: int, runs: Sequence[Run]) -> None:
        self.task = task
        with contextlib.suppress(OSError):  # a process that just died is noticed by its sentinel
            self.connection.send(tuple(runs))

    def receive(self) -> list[Delivery]:
        deliveries: list[Delivery] = []
        try:
            while self.task is not None and self.connection.poll():
                message = self.connection.recv()
                if isinstance(message, BaseException):
                    raise message
                outcomes, over = message
                deliveries.append(Delivery(self.task, tuple(outcomes), over=over))
                if over:
                    self.task = None
        except (EOFError, ConnectionResetError):
            pass  # the process is gone; its sentinel says so too
        return deliveries

    def is_over(self) -> bool:
        """Whether the process has ended; then those that it started end, too."""
        if not self._over and not self.process.is_alive():
            self._over = True
            end_group(self.process.pid)
        return self._over

    def kill(self) -> None:
        """End the process and those that it started."""
        if not self._over and not end_group(self.process.pid):
            self.process.kill()

    def close(self) -> None:
        """Wait until the process has ended."""
        self.connection.close()
        wait([self.process.sentinel])
        self.is_over()
        self.process.join()


def _serve(
    connection: Connection,
    source: Experiment | Payload,
    shared: Any,
    inherited: tuple[int, ...],
) -> None:
    """Do tasks until there are no more; the main function of a worker process."""
    pulse = np.frombuffer(shared, dtype=np.uint64)
    for handle in inherited:
        os.close(handle)
    lead_group()
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Guard.end_process_with(parent.sentinel)  # nobody would collect the results
    cap_threads()
    experiment: Experiment | None = None
    writer: Writer | None = None
    with contextlib.suppress(EOFError, BrokenPipeError):  # the parent is gone
        while (runs := _receive(connection, source)) is not None:
            try:
                experiment = experiment or _load(source)
                writer = writer or _writer(experiment, source)
                outcomes = perform(experiment, runs, writer, expendable=True, pulse=pulse)
                _report(connection, outcomes)
            except BrokenPipeError:
                raise
            except BaseException as error:
                connection.send(_sendable(error))


def _load(source: Experiment | Payload) -> Experiment:
    return source.load() if isinstance(source, Payload) else source


def _writer(experiment: Experiment, source: Experiment | Payload) -> Writer:
    """Make the writer of this process; one that another machine may have says where it is."""
    writer = ExperimentFolder(experiment.folder).writer()
    if isinstance(source, Payload):
        write_provenance(writer.folder, machine_facts())
    return writer


def _receive(connection: Connection, source: Experiment | Payload) -> Sequence[Run] | None:
    """Wait for the next task; None when there are no more."""
    while isinstance(source, Payload) and not connection.poll(_LOOK_EVERY):
        if not source.wanted():
            return None
    runs: Sequence[Run] | None = connection.recv()
    return runs


def _report(connection: Connection, outcomes: Any) -> None:
    """Send outcomes as they come, but not too often."""
    ready: list[Outcome] = []
    last = time.monotonic()
    for committed in outcomes:
        ready += committed
        if time.monotonic() - last > _REPORT_EVERY:
            connection.send((ready, False))
            ready, last = [], time.monotonic()
    connection.send((ready, True))


def _sendable(error: BaseException) -> BaseException:
    if isinstance(error, OSError):
        return error
    host = platform.node() or "this host"
    message = f"a worker on {host} cannot go on: {type(error).__name__}: {error}"
    return ExperimentError(message)
