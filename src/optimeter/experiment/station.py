"""What a worker of an executor does with a task: a process of its own makes the runs.

The worker may be a thread, a process or a machine of a cluster. None of them may be trusted to an
optimizer: threads share the global generators, a pool gives up altogether when one of its processes
ends, and a worker of a cluster that hangs is lost. So each worker that works at the same time as others
has a station: a process beside it, which it keeps for all of its tasks, and replaces when it is lost.
"""

import multiprocessing
import os
import threading
from collections.abc import Sequence

from optimeter._core import Outcome
from optimeter.exceptions import ExperimentError
from optimeter.experiment.backends import Delivery
from optimeter.experiment.checkpoints import Checkpoints
from optimeter.experiment.folder import ExperimentFolder
from optimeter.experiment.payload import Payload
from optimeter.experiment.plan import Run
from optimeter.experiment.processes import LocalProcesses
from optimeter.experiment.scheduler import schedule

__all__ = ["perform_task"]


def perform_task(payload: Payload, runs: Sequence[Run], lock: int) -> tuple[Outcome, ...] | str:
    """Do the runs of a task; executed by the workers of an executor.

    Returns why this worker cannot do them where it cannot.

    Parameters
    ----------
    lock
        The handle of the folder's lock, in the process that wrote the payload.
    """
    station = _stations.take(payload)
    if station is None:
        reason = payload.unfit()
        if reason:
            return reason
        station = _Station(payload, lock)
    try:
        outcomes = station.perform(runs)
    except BaseException:
        station.close(abandon=True)
        raise
    _stations.give_back(station)
    return outcomes


class _Station(LocalProcesses):
    """A process that does runs of one experiment; it gives up when nobody wants the results."""

    def __init__(self, payload: Payload, lock: int) -> None:
        self.payload = payload
        # Daemonic processes, as the workers of dask are, may have no children, lest they leave some
        # behind; this one ends with its parent.
        multiprocessing.current_process().daemon = False
        super().__init__(payload, 1, (lock,) if payload.is_at_home else ())

    def wait(self, seconds: float) -> list[Delivery]:
        if not self.payload.wanted():
            message = f"nobody waits for results in {self.payload.folder} any more"
            raise ExperimentError(message)
        return super().wait(seconds)

    def perform(self, runs: Sequence[Run]) -> tuple[Outcome, ...]:
        """Do runs; one in which its process dies again and again fails."""
        home = ExperimentFolder(self.payload.folder)
        stamp = Checkpoints(home.path, None).stamp
        return tuple(schedule(self, runs, home.outcomes, stamp))


class _Stations:
    """The idle stations of this process, for one experiment at a time."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Have none: those of the parent are no business of a forked process."""
        self._lock = threading.Lock()
        self._idle: list[_Station] = []

    def take(self, payload: Payload) -> _Station | None:
        """Take a station for this experiment, if one is idle; those of others are closed."""
        with self._lock:
            strange = [station for station in self._idle if station.payload != payload]
            self._idle = [station for station in self._idle if station.payload == payload]
            taken = self._idle.pop() if self._idle else None
        for station in strange:
            station.close(abandon=True)
        return taken

    def give_back(self, station: _Station) -> None:
        """Keep a station for the next task."""
        with self._lock:
            self._idle.append(station)


_stations = _Stations()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_stations.begin)
