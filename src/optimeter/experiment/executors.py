"""Runs done by the workers of any executor."""

import logging
import os
import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED as FIRST
from concurrent.futures import CancelledError, Executor, Future, wait
from typing import Any

from optimeter._core import Outcome
from optimeter._text import printable
from optimeter.exceptions import ExperimentError, InvalidTypeError
from optimeter.experiment.backends import Delivery
from optimeter.experiment.payload import Payload
from optimeter.experiment.plan import Run
from optimeter.experiment.worker import Experiment

__all__ = ["DaskBackend", "ExecutorBackend", "executor_backend"]

Answer = tuple[Outcome, ...] | str
"""How the runs of a task ended, or why the worker cannot do them."""

_PER_WORKER = 2  # tasks, so that no worker waits for the next one
_LOOK_EVERY = 0.4  # seconds
_UNFIT_SECONDS = 2.0  # of rest after each refusal, or an unfit worker would draw all tasks to it
_MOST_IN_VAIN = 100  # tasks cancelled in a row

_log = logging.getLogger("optimeter")


class ExecutorBackend:
    """Does tasks with any `concurrent.futures.Executor`.

    Only a few numbers travel back; the results are written by the workers, which must see the
    folder under the same path.
    """

    def __init__(self, experiment: Experiment, executor: Executor, lock: int) -> None:
        self._executor = executor
        self._lock = lock
        self._futures: dict[Future[Answer], int] = {}
        self._in_vain = 0
        self._payload = Payload.write(experiment)

    @property
    def capacity(self) -> int:
        """Enough tasks to keep the workers busy while results are on their way."""
        workers = getattr(self._executor, "_max_workers", None)
        return _PER_WORKER * (workers if isinstance(workers, int) else os.cpu_count() or 1)

    def submit(self, task: int, runs: Sequence[Run]) -> None:
        """Hand the task to the executor."""
        work = pickle.dumps((self._payload, tuple(runs), self._lock))
        self._futures[self._begin(work)] = task

    def wait(self, seconds: float) -> list[Delivery]:
        """Collect the futures that are done."""
        done, _ = wait(self._futures, timeout=seconds, return_when=FIRST)
        return [self._delivery(self._futures.pop(future), future) for future in done]

    def under_way(self) -> Mapping[int, int]:
        """Tell nothing: the workers may be anywhere."""
        return {}

    def close(self, *, abandon: bool) -> None:  # noqa: ARG002
        """Cancel what has not begun, and let the workers know; the executor belongs to the caller."""
        self._payload.withdraw()
        for future in self._futures:
            future.cancel()

    def _begin(self, work: bytes) -> Future[Answer]:
        return self._executor.submit(perform, work)

    def _delivery(self, task: int, future: Future[Answer]) -> Delivery:
        try:
            answer = future.result()
        except CancelledError as error:
            self._in_vain += 1
            if self._in_vain > _MOST_IN_VAIN:
                raise _explained(error) from error
            return Delivery(task, over=True, returned=True)
        except BaseException as error:
            if not type(error).__module__.startswith("distributed"):
                raise _explained(error) from error
            return Delivery(task, over=True, lost=True)  # in dask's words, its worker was killed
        if isinstance(answer, str):
            self._refuse(answer)
            return Delivery(task, over=True, returned=True)
        self._in_vain = 0
        return Delivery(task, answer, over=True)

    def _refuse(self, reason: str) -> None:
        raise _unfit([reason])


class DaskBackend(ExecutorBackend):
    """Does tasks with a client of dask.distributed: as many as there are workers at the time.

    The workers present are checked before any work is done. Later ones check themselves; one that
    is unfit is left out as long as there are others.
    """

    def __init__(self, experiment: Experiment, client: Any, lock: int) -> None:
        super().__init__(experiment, client.get_executor(pure=False), lock)
        self._client = client
        self._threads = 0
        self._looked = -_LOOK_EVERY
        self._unfit: dict[str, str] = {}
        self._perform, self._check = _by_value()
        self._look()
        if not self._threads:
            _log.info("waiting for workers of %s", client.scheduler.address)
        try:
            self._check_all()
        except BaseException:
            self._payload.withdraw()
            raise

    @property
    def capacity(self) -> int:
        """Enough for the workers that are there now."""
        self._look()
        return _PER_WORKER * max(1, self._threads)

    def _look(self) -> None:
        if time.monotonic() - self._looked >= _LOOK_EVERY:
            try:
                threads = self._client.ncores()
            except Exception as error:
                message = (
                    f"the scheduler of dask does not answer any more ({type(error).__name__}: "
                    f"{printable(error)}); the same call goes on when it does"
                )
                raise ExperimentError(message) from None
            if self._unfit and threads and self._unfit.keys() >= threads.keys():
                raise _unfit(sorted(self._unfit.values()))
            self._threads = sum(
                number for worker, number in threads.items() if worker not in self._unfit
            )
            self._looked = time.monotonic()

    def _begin(self, work: bytes) -> Future[Answer]:
        return self._executor.submit(self._perform, work)

    def _check_all(self) -> None:
        """Ask the workers that are there; one that is gone by now is no matter."""
        answers = self._client.run(self._check, pickle.dumps(self._payload), on_error="return")
        unfit = [
            f"{worker}, {answer}"
            for worker, answer in answers.items()
            if isinstance(answer, str) and answer
        ]
        if unfit:
            raise _unfit(unfit)

    def _refuse(self, reason: str) -> None:
        worker = reason.partition(",")[0]
        if worker not in self._unfit:
            _log.warning("left out: %s", printable(reason))
        self._unfit[worker] = reason
        self._looked = -_LOOK_EVERY


def executor_backend(experiment: Experiment, executor: Any, lock: int) -> ExecutorBackend:
    """Make the backend of an executor or of a client of dask.distributed."""
    if hasattr(executor, "get_executor"):  # a client of dask.distributed
        if getattr(executor, "asynchronous", False):
            message = f"executor must be a client that is not asynchronous; got {executor!r}"
            raise InvalidTypeError(message)
        return DaskBackend(experiment, executor, lock)
    if not hasattr(executor, "submit"):
        message = f"executor must be a concurrent.futures.Executor; got {executor!r}"
        raise InvalidTypeError(message)
    return ExecutorBackend(experiment, executor, lock)


def perform(work: bytes) -> Answer:
    """Do the runs of a task; executed by the workers."""
    from optimeter.experiment.station import perform_task  # noqa: PLC0415 - there, not here

    return perform_task(*pickle.loads(work))


def _by_value() -> tuple[Callable[[bytes], Answer], Callable[[bytes], str]]:
    """Make the functions that dask's workers call: local ones, which are sent by value.

    So neither its scheduler nor a worker needs this package to say that it is missing.
    """

    def here(reason: str) -> str:
        from distributed import get_worker  # noqa: PLC0415

        return f"{get_worker().address}, {reason}"

    def perform(work: bytes) -> Any:
        try:
            from optimeter.experiment.executors import perform  # noqa: PLC0415
        except ImportError as error:
            answer: Any = f"{type(error).__name__}: {error}"
        else:
            answer = perform(work)
        if isinstance(answer, str):
            time.sleep(_UNFIT_SECONDS)
            return here(answer)
        return answer

    def check(payload: bytes) -> str:
        try:
            from optimeter.experiment.payload import Payload  # noqa: F401, PLC0415
        except ImportError as error:
            return f"{type(error).__name__}: {error}"
        reason: str = pickle.loads(payload).unfit()
        return reason

    return perform, check


def _unfit(reasons: Sequence[str]) -> ExperimentError:
    shown = [printable(reason) for reason in reasons[:3]]
    if len(reasons) > 3:
        shown.append(f"and {len(reasons) - 3} more")
    return ExperimentError(f"workers that cannot do this experiment: {' | '.join(shown)}")


def _explained(error: BaseException) -> BaseException:
    if isinstance(error, OSError | KeyboardInterrupt | ExperimentError):
        return error
    message = f"the executor cannot go on: {type(error).__name__}: {error}"
    return ExperimentError(message)
