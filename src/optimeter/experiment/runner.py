"""`om.run`: an optimizer on a suite, from the first run to the finished folder."""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from operator import index
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from optimeter.exceptions import (
    DifferentExperimentError,
    ExperimentError,
    FileError,
    InvalidTypeError,
    InvalidValueError,
)
from optimeter.experiment.backends import (
    Backend,
    ExecutorBackend,
    InProcess,
    executor_capacity,
)
from optimeter.experiment.files import file_error
from optimeter.experiment.folder import ExperimentFolder, Result
from optimeter.experiment.identity import describe
from optimeter.experiment.journal import Outcome, Status
from optimeter.experiment.lock import FolderLock
from optimeter.experiment.optimizers import resolve_optimizer
from optimeter.experiment.plan import (
    Budget,
    Run,
    make_plan,
    parse_shard,
    positive_integer,
)
from optimeter.experiment.processes import LocalProcesses
from optimeter.experiment.progress import Progress, choose_progress
from optimeter.experiment.provenance import begin_session, end_session
from optimeter.experiment.scheduler import schedule
from optimeter.experiment.summary import ExperimentResult, summarize
from optimeter.experiment.worker import Experiment
from optimeter.problems import Problem, Suite
from optimeter.record import CocoOptions, IohOptions
from optimeter.record.options import make_options

__all__ = ["run"]


def run(
    optimizer: str | Callable[..., Any],
    suite: str | Sequence[Problem],
    *,
    budget: Budget,
    folder: str | PathLike[str],
    workers: int = 1,
    seed: int = 1,
    restarts: bool = True,
    trials: int = 1,
    time_limit: float | None = None,
    format: Literal["coco", "ioh"] = "coco",
    algorithm: str | None = None,
    executor: Executor | None = None,
    shard: str | Sequence[int] | None = None,
    retry_failed: bool = False,
    progress: bool | Progress | None = None,
    **options: Any,
) -> ExperimentResult:
    """Run an optimizer on all problems of a suite and record it.

    The same call on a folder that holds a part of the experiment does the rest. The finished folder
    has the same bytes for any number of workers, interrupted or not.

    Parameters
    ----------
    optimizer
        A callable ``optimizer(problem, start, rng)`` that evaluates ``problem(x)`` or
        ``problem(X)``, or the name of a ready one, e.g. ``"scipy:Nelder-Mead"``.
    suite
        An `om.Suite`, the name of one, or a list of problems.
    budget
        Evaluations for each run, as a multiple of the dimension; or a function of the problem that
        gives their number.
    folder
        Where the data go; made if necessary.
    workers
        Processes on this machine. With 1 and without `time_limit`, the runs are made in this
        process.
    seed
        The seed of the experiment. Each run derives its own from it, the problem and the trial.
    restarts
        Whether an optimizer that returns before budget and target is called again with a random
        start.
    trials
        Runs on each problem.
    time_limit
        Seconds of wall time for one run. A run beyond it is ended and recorded as far as it came.
    format
        ``"coco"`` or ``"ioh"`` (IOHprofiler).
    algorithm
        Its name in the data; by default the optimizer's.
    executor
        Any `concurrent.futures.Executor`, or a client of dask.distributed, in place of processes on
        this machine. Its workers must see `folder` under the same path.
    shard
        ``"i/n"``: do only the i-th of n parts, in the subfolder ``shard-i-of-n``; see
        `optimeter.experiment.merge`.
    retry_failed
        Whether runs that failed or were ended by the time limit in an earlier session are repeated.
    progress
        By default a bar in a terminal and log lines elsewhere; False for none.
    **options
        The options of the format: `CocoOptions`, `IohOptions`.

    Returns
    -------
    ExperimentResult
        How many runs are done and failed, and why.

    Raises
    ------
    DifferentExperimentError
        If the folder holds another experiment; the message says what differs.
    FolderInUseError
        If another process works in the folder; the message says which.
    FileError
        If the disk is full, say. Finished runs are kept.

    Examples
    --------
    >>> import tempfile
    >>> import optimeter as om
    >>> def halving(problem, start, rng):
    ...     best, step = problem(start), 1.0
    ...     while step > 1e-9:
    ...         trial = start + step * rng.standard_normal(start.size)
    ...         value = problem(trial)
    ...         if value < best:
    ...             best, start = value, trial
    ...         else:
    ...             step *= 0.9
    >>> suite = om.Suite("bbob", functions=[1, 2], dimensions=2, instances=[1, 2, 3])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = om.run(halving, suite, budget=100, folder=folder, seed=1)
    >>> result.runs, result.done, result.complete
    (6, 6, True)
    """
    chosen, name = resolve_optimizer(optimizer)
    problems = _problems(suite)
    plan = make_plan(problems, budget, trials)
    part = parse_shard(shard)
    place = Path(folder).absolute()
    if part is not None:
        place = place / part.folder
    record_options = make_options(format, algorithm or name, options)
    if not isinstance(record_options, CocoOptions | IohOptions):
        message = f"an experiment is recorded in format 'coco' or 'ioh'; got {format!r}"
        raise InvalidValueError(message)
    experiment = Experiment(
        folder=place,
        optimizer=chosen,
        suite=problems,
        options=record_options,
        seed=_seed(seed),
        restarts=bool(restarts),
        time_limit=_time_limit(time_limit),
    )
    description = describe(
        optimizer=chosen,
        suite=problems,
        plan=plan,
        budget=budget,
        trials=trials,
        seed=experiment.seed,
        restarts=experiment.restarts,
        time_limit=experiment.time_limit,
        options=record_options,
        shard=part,
    )
    workers = positive_integer(workers, "workers")
    with _opened(place) as lock, choose_progress(progress) as display:
        home = ExperimentFolder(place)
        home.open(description, plan)
        session = _Session(
            home,
            experiment,
            plan if part is None else part.select(plan),
            display,
            sharded=part is not None,
        )
        return session.run(
            lambda: _backend(experiment, workers, executor, lock.handle),
            str(type(executor).__name__) if executor is not None else f"{workers} on this machine",
            retry_failed=retry_failed,
        )


class _Session:
    """One go at an experiment, from what is there to what can be reached."""

    def __init__(
        self,
        home: ExperimentFolder,
        experiment: Experiment,
        plan: Sequence[Run],
        display: Progress,
        *,
        sharded: bool,
    ) -> None:
        self._home = home
        self._experiment = experiment
        self._plan = plan
        self._display = display
        self._sharded = sharded
        self._fresh: list[Outcome] = []

    def run(
        self, backend: Callable[[], Backend], workers: str, *, retry_failed: bool
    ) -> ExperimentResult:
        begin = time.monotonic()
        before = self._home.writers()
        results = self._home.results(self._plan)
        if retry_failed:
            results = {
                index: result
                for index, result in results.items()
                if result.outcome.status == Status.DONE
            }
        missing = [run for run in self._plan if run.index not in results]
        resumed = len(results)
        if missing or not self._home.finished:
            self._work(backend, workers, missing)
            fresh = self._home.writers() - before
            results |= self._home.results(missing, trusted=fresh)
            results |= self._note_the_lost(results)
            self._finish(results)
        else:
            self._home.clear(keep_units=self._keep_units(results))
        return summarize(
            self._home.path,
            self._experiment.options.algorithm,
            len(self._plan),
            [result.outcome for result in results.values()],
            resumed=resumed,
            seconds=time.monotonic() - begin,
        )

    def _work(self, backend: Callable[[], Backend], workers: str, missing: list[Run]) -> None:
        """Do the missing runs; whatever happens, leave the folder in order."""
        session = begin_session(self._home.path, self._home.description(), workers=workers)
        ending = "interrupted"
        try:
            if missing:
                self._do(backend(), missing)
            ending = "complete"
        except KeyboardInterrupt as error:
            error.add_note("the experiment was interrupted; the same call goes on with it")
            self._home.assemble(self._plan, self._home.results(self._plan))
            raise
        except FileError as error:
            ending = f"broken off: {error}"
            error.add_note(
                "finished runs are kept; the same call goes on when the disk works again"
            )
            raise
        finally:
            try:
                end_session(self._home.path, session, self._fresh, ending)
            except FileError:
                if ending == "complete":
                    raise

    def _do(self, backend: Backend, missing: list[Run]) -> None:
        runs = {run.index: run for run in missing}
        name = self._experiment.options.algorithm
        self._display.start(name, len(self._plan), missing, backend.under_way)
        abandon = True
        try:
            for outcome in schedule(backend, missing, self._recover):
                self._fresh.append(outcome)
                self._display.advance(runs[outcome.run], outcome)
            abandon = False
        finally:
            backend.close(abandon=abandon)

    def _recover(self, runs: Sequence[Run]) -> list[Outcome]:
        return [result.outcome for result in self._home.results(runs).values()]

    def _note_the_lost(self, results: Mapping[int, Result]) -> dict[int, Result]:
        """Write down the runs whose workers died: no worker could."""
        lost = [one for one in self._fresh if one.run not in results and not one.evaluations]
        if lost:
            writer = self._home.writer()
            for outcome in lost:
                writer.note(outcome)
            writer.close()
        return {outcome.run: Result(outcome, None) for outcome in lost}

    def _keep_units(self, results: Mapping[int, Result]) -> bool:
        """Shards are merged later; failed runs may be repeated later."""
        return self._sharded or any(
            result.outcome.status != Status.DONE for result in results.values()
        )

    def _finish(self, results: Mapping[int, Result]) -> None:
        missing = [run.problem for run in self._plan if run.index not in results]
        if missing:
            message = (
                f"{len(missing)} runs are over, but their files in {self._home.path} are missing "
                f"or damaged, e.g. of {missing[0]}; the same call does them again"
            )
            raise ExperimentError(message)
        if not self._sharded:
            self._home.assemble(self._plan, results)
        self._home.seal(results, keep_units=self._keep_units(results))


@contextmanager
def _opened(place: Path) -> Iterator[FolderLock]:
    """Make and hold the folder; refuse one that is full of something else."""
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(place, error) from error
    with FolderLock(place) as lock:
        if not ExperimentFolder(place).exists():
            strange = sorted(
                path.name
                for path in place.iterdir()
                if not path.name.startswith(("experiment.", "plan.tsv", "."))
            )
            if strange:
                message = (
                    f"{place} is not empty and holds no experiment of Optimeter (there is "
                    f"{strange[0]!r}); choose another folder"
                )
                raise DifferentExperimentError(message)
        yield lock


def _backend(experiment: Experiment, workers: int, executor: Executor | None, lock: int) -> Backend:
    if executor is not None:
        return _executor_backend(experiment, executor)
    if workers == 1 and experiment.time_limit is None:
        return InProcess(experiment)
    return LocalProcesses(experiment, workers, lock)


def _executor_backend(experiment: Experiment, executor: Executor) -> Backend:
    client: Any = executor
    if hasattr(client, "get_executor"):  # a client of dask.distributed
        threads = sum(client.ncores().values())
        return ExecutorBackend(experiment, client.get_executor(pure=False), max(2, 2 * threads))
    if not hasattr(executor, "submit"):
        message = f"executor must be a concurrent.futures.Executor; got {executor!r}"
        raise InvalidTypeError(message)
    return ExecutorBackend(experiment, executor, executor_capacity(executor))


def _problems(suite: str | Sequence[Problem]) -> Sequence[Problem]:
    if isinstance(suite, str):
        return Suite(suite)
    if isinstance(suite, Suite):
        return suite
    if isinstance(suite, Problem):
        suite = [suite]
    return Suite.from_problems("problems", suite)


def _seed(seed: object) -> int:
    try:
        number = index(seed)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if number < 0:
        message = f"seed must be an integer of at least 0; got {seed!r}"
        raise InvalidValueError(message)
    return number


def _time_limit(limit: float | None) -> float | None:
    if limit is None:
        return None
    if not isinstance(limit, int | float) or not math.isfinite(limit) or limit <= 0:
        message = f"time_limit must be a positive number of seconds or None; got {limit!r}"
        raise InvalidValueError(message)
    return float(limit)
