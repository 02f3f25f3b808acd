"""Runs done by the workers of any executor."""

import multiprocessing
import os
import pickle
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED as FIRST
from concurrent.futures import CancelledError, Executor, Future, wait
from functools import lru_cache
from typing import Any

from optimeter._core import Outcome
from optimeter.exceptions import ExperimentError, InvalidTypeError
from optimeter.experiment.backends import Delivery
from optimeter.experiment.folder import ExperimentFolder
from optimeter.experiment.plan import Run
from optimeter.experiment.threads import cap_threads
from optimeter.experiment.worker import Experiment, perform

__all__ = ["ExecutorBackend", "executor_backend"]


class ExecutorBackend:
    """Does tasks with any `concurrent.futures.Executor`.

    Only a few numbers travel back; the results are written by the workers, which must see the
    folder under the same path.
    """

    def __init__(self, experiment: Experiment, executor: Executor, capacity: int) -> None:
        self._payload = _dumps(experiment)
        self._executor = executor
        self._capacity = capacity
        self._futures: dict[Future[tuple[Outcome, ...]], int] = {}

    @property
    def capacity(self) -> int:
        """Enough tasks to keep the workers busy while results are on their way."""
        return self._capacity

    def submit(self, task: int, runs: Sequence[Run]) -> None:
        """Hand the task to the executor."""
        future = self._executor.submit(_perform_task, self._payload, tuple(runs))
        self._futures[future] = task

    def wait(self, seconds: float) -> list[Delivery]:
        """Collect the futures that are done."""
        done, _ = wait(self._futures, timeout=seconds, return_when=FIRST)
        deliveries = []
        for future in done:
            task = self._futures.pop(future)
            try:
                deliveries.append(Delivery(task, future.result(), over=True))
            except BaseException as error:
                if not _is_loss(error):
                    raise _explained(error) from error
                deliveries.append(Delivery(task, over=True, lost=True))
        return deliveries

    def under_way(self) -> Mapping[int, int]:
        """Tell nothing: the workers may be anywhere."""
        return {}

    def close(self, *, abandon: bool) -> None:  # noqa: ARG002
        """Cancel what has not begun; the executor belongs to the caller."""
        for future in self._futures:
            future.cancel()


def _perform_task(payload: bytes, runs: Sequence[Run]) -> tuple[Outcome, ...]:
    """Do the runs of a task; executed by the workers.

    A cluster may repeat a task whose worker died: the runs that were done by then are not repeated.
    """
    experiment = _loads(payload)
    folder = ExperimentFolder(experiment.folder)
    known = folder.results(runs)
    missing = [run for run in runs if run.index not in known]
    fresh: dict[int, Outcome] = {}
    if missing:
        expendable = multiprocessing.parent_process() is not None
        if expendable:
            cap_threads()
        writer = folder.writer()
        done = perform(experiment, missing, writer, expendable=expendable)
        fresh = {outcome.run: outcome for outcomes in done for outcome in outcomes}
    return tuple(
        fresh[run.index] if run.index in fresh else known[run.index].outcome for run in runs
    )


def _dumps(experiment: Experiment) -> bytes:
    """Pickle the experiment, functions of the main module by value where that is possible."""
    try:
        import cloudpickle as pickler  # noqa: PLC0415
    except ImportError:
        pickler = pickle
    try:
        payload: bytes = pickler.dumps(experiment)
    except Exception as error:
        message = (
            "the optimizer and the suite must be picklable to be sent to workers; "
            f"{type(error).__name__}: {error}"
        )
        raise ExperimentError(message) from error
    return payload


@lru_cache(maxsize=2)
def _loads(payload: bytes) -> Experiment:
    experiment: Experiment = pickle.loads(payload)
    return experiment


def _is_loss(error: BaseException) -> bool:
    """Whether the worker is to blame: dask's exceptions of this kind, or a cancelled task."""
    return isinstance(error, CancelledError) or type(error).__module__.startswith("distributed")


def _explained(error: BaseException) -> BaseException:
    if isinstance(error, OSError | KeyboardInterrupt):
        return error
    message = f"the executor cannot go on: {type(error).__name__}: {error}"
    return ExperimentError(message)


def executor_backend(experiment: Experiment, executor: Executor) -> ExecutorBackend:
    """Make the backend of an executor or of a client of dask.distributed."""
    client: Any = executor
    if hasattr(client, "get_executor"):  # a client of dask.distributed
        threads = sum(client.ncores().values())
        return ExecutorBackend(experiment, client.get_executor(pure=False), max(2, 2 * threads))
    if not hasattr(executor, "submit"):
        message = f"executor must be a concurrent.futures.Executor; got {executor!r}"
        raise InvalidTypeError(message)
    return ExecutorBackend(experiment, executor, _capacity(executor))


def _capacity(executor: Executor) -> int:
    """Two tasks for each worker, so that none waits for the next one."""
    workers = getattr(executor, "_max_workers", None)
    return 2 * (workers if isinstance(workers, int) else os.cpu_count() or 1)
