"""Where runs are done: what every such place offers, and this process as one."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol

import numpy as np

from optimeter._core import Outcome
from optimeter.experiment.folder import ExperimentFolder
from optimeter.experiment.plan import Run
from optimeter.experiment.worker import Experiment, perform

__all__ = [
    "Backend",
    "ClusterClient",
    "Delivery",
    "InProcess",
    "own_processes",
    "wants_own_processes",
]


class ClusterClient(Protocol):
    """A client of dask.distributed, as far as experiments use it."""

    def get_executor(self, **settings: Any) -> Any:
        """Return an executor for its workers."""

    def ncores(self, *arguments: Any, **settings: Any) -> Any:
        """Return the threads of each worker that is there now."""


class Delivery(NamedTuple):
    """News of a task.

    Every task ends with one delivery that is `over`. A task is `lost` when its worker vanished: some
    of its runs may be done, others not. It is `returned` when no worker has begun it.
    """

    task: int
    outcomes: tuple[Outcome, ...] = ()
    over: bool = False
    lost: bool = False
    returned: bool = False


_own_processes = ContextVar("own_processes", default=False)


@contextmanager
def own_processes() -> Iterator[None]:
    """Make all runs in processes of their own in this block, a single worker's, too.

    For a process that answers to a shell: what an optimizer does to the process of its run, such as
    `os._exit`, is not to be taken for the answer.
    """
    before = _own_processes.set(True)
    try:
        yield
    finally:
        _own_processes.reset(before)


def wants_own_processes() -> bool:
    """Whether all runs are to be made in processes of their own."""
    return _own_processes.get()


class Backend(Protocol):
    """Does tasks, each a few runs, with several workers.

    An implementation passes exceptions of the workers on (in `wait`), except for the loss of a
    worker, which it reports and makes good for by a new one.
    """

    @property
    def capacity(self) -> int:
        """How many tasks may be under way at once; it may change with the workers."""

    def submit(self, task: int, runs: Sequence[Run]) -> None:
        """Begin a task."""

    def wait(self, seconds: float) -> list[Delivery]:
        """Wait for news, at most for this time."""

    def under_way(self) -> Mapping[int, int]:
        """Tell the evaluations of the runs under way, as far as known; called from any thread."""

    def close(self, *, abandon: bool) -> None:
        """Free the workers; runs under way are given up when `abandon`."""


class InProcess:
    """Does the runs in this process, one after the other."""

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        self._writer = ExperimentFolder(experiment.folder).writer()
        self._queue: deque[tuple[int, Run, bool]] = deque()
        self._pulse = np.zeros(2, dtype=np.uint64)
        self._outcomes = perform(
            experiment, self._runs(), self._writer, expendable=False, pulse=self._pulse
        )

    @property
    def capacity(self) -> int:
        """One task at a time."""
        return 1

    def submit(self, task: int, runs: Sequence[Run]) -> None:
        """Put the runs into the queue."""
        self._queue.extend((task, run, run is runs[-1]) for run in runs)

    def wait(self, seconds: float) -> list[Delivery]:  # noqa: ARG002
        """Do one run; at the end of the task wait until all are committed."""
        task, _, last = self._queue[0]
        outcomes = next(self._outcomes)
        if last:
            outcomes += self._writer.flush()
        return [Delivery(task, outcomes, over=last)]

    def under_way(self) -> Mapping[int, int]:
        """Tell of the one run."""
        run, evaluations = self._pulse.tolist()
        return {run - 1: evaluations} if run else {}

    def close(self, *, abandon: bool) -> None:  # noqa: ARG002
        """End the generator and with it the guard; commit what is finished."""
        self._outcomes.close()
        self._writer.close()

    def _runs(self) -> Any:
        while True:
            yield self._queue.popleft()[1]
