"""`om.run`: optimizers on a suite, from the first run to the finished folder."""

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from optimeter._arguments import flag, integer, path_of, real, unknown_name
from optimeter._files import named_errors
from optimeter._threads import one_thread
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.experiment.backends import (
    Backend,
    ClusterClient,
    InProcess,
    wants_own_processes,
)
from optimeter.experiment.contract import Optimizer
from optimeter.experiment.folder import ExperimentFolder
from optimeter.experiment.identity import describe
from optimeter.experiment.isolation import isolation, resolver
from optimeter.experiment.keywords import Isolated, OnError
from optimeter.experiment.options import options_of
from optimeter.experiment.plan import (
    UNLIMITED,
    Budget,
    Run,
    make_plan,
    parse_shard,
)
from optimeter.experiment.plan_file import Plan
from optimeter.experiment.progress import Progress, choose_progress
from optimeter.experiment.session import Session
from optimeter.experiment.several import (
    ExperimentResults,
    Optimizers,
    Suites,
    needed,
    one_or_several,
)
from optimeter.experiment.suitable import check_suitable
from optimeter.experiment.summary import ExperimentResult
from optimeter.experiment.worker import Experiment
from optimeter.problems import Problem, Suite
from optimeter.record import CocoOptions, IohOptions
from optimeter.record.options import make_options

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from optimeter._core import OptionKeywords
    from optimeter.experiment.keywords import ExperimentKeywords

__all__ = ["run"]


@overload
def run(  # type: ignore[overload-overlap]  # a text is a sequence of texts, but one optimizer
    optimizer: str | Optimizer,
    suite: str | Suite | Sequence[Problem],
    *,
    budget: Budget | None = None,
    folder: str | PathLike[str],
    options: Mapping[str, Any] | None = None,
    algorithm: str | None = None,
    **experiment: "Unpack[ExperimentKeywords]",
) -> ExperimentResult: ...
@overload
def run(
    optimizer: Optimizers,
    suite: Suites,
    *,
    budget: Budget | None = None,
    folder: str | PathLike[str],
    **experiment: "Unpack[ExperimentKeywords]",
) -> ExperimentResults: ...
@overload
def run(
    optimizer: str | PathLike[str] | Plan,
    *,
    budget: Budget | None = None,
    folder: str | PathLike[str] | None = None,
    **experiment: "Unpack[ExperimentKeywords]",
) -> ExperimentResults: ...
@one_or_several
def run(
    optimizer: str | Optimizer,
    suite: str | Suite | Sequence[Problem] | None = None,
    *,
    budget: Budget | None = None,
    folder: str | PathLike[str] | None = None,
    options: Mapping[str, Any] | None = None,
    workers: int = 1,
    seed: int = 1,
    restarts: bool = True,
    trials: int = 1,
    time_limit: float | None = None,
    format: Literal["coco", "ioh"] = "coco",
    algorithm: str | None = None,
    executor: "Executor | ClusterClient | None" = None,
    shard: str | Sequence[int] | None = None,
    retry_failed: bool = False,
    accept_changed_source: bool = False,
    checkpoint_every: float = 30.0,
    costs: bool = False,
    on_error: OnError = "nan",
    isolated: Isolated = False,
    limits: Mapping[str, object] | None = None,
    progress: bool | Progress | None = None,
    **recording: "Unpack[OptionKeywords]",
) -> ExperimentResult:
    """Run an optimizer on all problems of a suite and record it; or several of them, or a plan.

    The same call on a folder that holds a part of the experiment does the rest. The finished folder
    has the same bytes for any number of workers, interrupted or not. An experiment can grow: with
    more functions, dimensions, instances or trials the new runs are done, with a larger budget those
    that have not hit the final target are done again.

    Several optimizers, several values of an option and several suites are as many experiments, which
    are made one after the other, each in ``folder/NAME/SUITE``. A plan is a file of TOML that says
    all this; what is given beside it goes before.

    Parameters
    ----------
    optimizer
        A callable ``optimizer(problem, start, rng)`` that evaluates ``problem(x)`` or
        ``problem(X)``, or one that returns an object with ``ask`` and ``tell``; or the name of a
        ready one, e.g. ``"scipy:Nelder-Mead"``, which may have options: ``"cma[popsize=20]"``; or a
        command, e.g. ``"program:./solver --dim {dimension}"``. Several: a list, or a mapping that gives
        their names in the data; one with several values of an option, as in ``"cma[sigma=0.1,0.3]"``,
        is as many optimizers, called ``"cma[sigma=0.1]"`` after its name. Or a plan: ``"plan.toml"``.
    suite
        An `om.Suite`, the name of one, or a list of problems; also a list of suites where several
        optimizers are given. A plan says its own.
    budget
        Evaluations for each run, as a multiple of the dimension; or a function of the problem that
        gives their number. ``inf``: as many as the optimizer takes, with `restarts` off, or as
        `time_limit` allows, whose end is then the usual one. There is no default.
    folder
        Where the data go; made if necessary.
    options
        Of one optimizer, by name: ``{"popsize": 20}``. They become a part of the name of the
        algorithm.
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
        The name of one optimizer in the data; by default its own, with its options.
    executor
        Any `concurrent.futures.Executor`, or a client of dask.distributed, in place of processes on
        this machine. Its workers must see `folder` under the same path.
    shard
        ``"i/n"``: do only the i-th of n parts, in the subfolder ``shard-i-of-n``; see
        `optimeter.experiment.merge`.
    retry_failed
        Whether runs that failed or were ended by the time limit in an earlier session are repeated.
    accept_changed_source
        Whether to go on with an optimizer whose code was changed since the experiment began, which
        the provenance notes. Comments and docstrings may change without it.
    checkpoint_every
        Seconds between two states that are stored of an optimizer with checkpoints, from which a
        run that is broken off goes on; see `Problem.checkpoint`. The data do not depend on it.
    costs
        Whether the seconds and the batches of each run are recorded, too, in ``costs.jsonl`` beside
        the data: what ``om.ert(runs, cost="seconds")`` asks for. A batch is a call ``problem(X)``.
    on_error
        What the optimizer gets for an evaluation in which an own function raises or returns NaN:
        ``"nan"``, the exception with ``"raise"``, or a number, a penalty. The evaluation counts and
        has no value; the journal keeps the points and the reasons. A run ends with the exception if
        its first 20 evaluations all fail.
    isolated
        Whether the optimizer runs in a process of its own that never holds the problem: ``True``
        refuses to begin where the optimum, this process or `folder` would be within its reach,
        ``"weak"`` does with what the system allows. A file, ``"file.py:callable"``, is then executed
        there only.
    limits
        Of an isolated optimizer, by name: ``memory``, ``processor``, ``processes``, ``file_size`` and
        ``seconds``; see :class:`optimeter.experiment.Limits`. A run that breaks one has failed.
    progress
        By default a bar in a terminal or a notebook and log lines elsewhere; False for none.
    **recording
        The options of the format: :class:`optimeter.record.CocoOptions` or
        :class:`optimeter.record.IohOptions`.

    Returns
    -------
    ExperimentResult
        How many runs are done and failed, and why. Of several optimizers, or a plan, a mapping of
        these by the names of the algorithms; with several suites by ``"name/suite"``.

    Raises
    ------
    UnsuitableOptimizerError
        If the optimizer says that it cannot handle a problem of the suite.
    DifferentExperimentError
        If the folder holds another experiment, which did not grow into this one; the message says
        what differs.
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
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     results = om.run(
    ...         {"nm": "scipy:Nelder-Mead", "cma": "cma[sigma=0.1,0.3]"}, suite, budget=20,
    ...         folder=folder)
    >>> list(results)
    ['nm', 'cma[sigma=0.1]', 'cma[sigma=0.3]']
    """
    if budget is None:
        message = (
            "an experiment needs a budget: the evaluations of each run as a multiple of the dimension, "
            "such as 100 for a first look or 1e4 for a study; inf for an optimizer that ends by "
            "itself (with restarts off) or by a time limit"
        )
        raise InvalidValueError(message)
    chosen, name = resolver(isolated)(optimizer, options)
    problems = _problems(needed(suite, "suite"))
    _check_noise(problems)
    check_suitable(chosen, algorithm or name, problems.name, problems)
    trials = integer(trials, "trials", least=1)
    plan = make_plan(problems, budget, trials)
    restarts = flag(restarts, "restarts")
    _check_end(plan, restarts=restarts, time_limit=time_limit)
    part = parse_shard(shard)
    place = path_of(needed(folder, "folder")).absolute()
    if part is not None:
        place = place / part.folder
    record_options = _record_options(format, algorithm or name, recording, chosen)
    _check_format(record_options, problems)
    experiment = Experiment(
        folder=place,
        optimizer=chosen,
        suite=problems,
        options=record_options,
        seed=integer(seed, "seed", least=0),
        restarts=restarts,
        time_limit=None if time_limit is None else real(time_limit, "time_limit", above=0),
        checkpoint_every=real(checkpoint_every, "checkpoint_every", above=0),
        costs=flag(costs, "costs"),
        on_error=_answer(on_error),
        isolation=isolation(isolated, limits, place),
    )
    here = plan if part is None else part.select(plan)
    description = describe(experiment, plan, budget=budget, trials=trials, shard=part, part=here)
    # More have nothing to do; but two mean processes of their own, also for a single run.
    workers = min(integer(workers, "workers", least=1), max(len(here), 2))
    again = flag(retry_failed, "retry_failed")
    accepts = flag(accept_changed_source, "accept_changed_source")
    home = ExperimentFolder(place)
    with (
        named_errors(place),
        home.held() as lock,
        choose_progress(progress) as display,
        one_thread(),
    ):
        home.open(description, here, _index_of(problems), accept_source=accepts)
        session = Session(home, experiment, here, display, sharded=part is not None)
        return session.run(
            lambda: _backend(experiment, workers, executor, lock.handle),
            str(type(executor).__name__) if executor is not None else f"{workers} on this machine",
            retry_failed=again,
        )


def _index_of(suite: Suite) -> Callable[[Run], int] | None:
    """Return what tells the position of a problem, if the files of this suite name it."""
    if not len(suite) or suite[0].number_of_objectives == 1:
        return None
    return lambda run: suite[run.position]._index


def _answer(on_error: OnError) -> float | None:
    """Return what stands for the value of a failed evaluation; None: the exception."""
    words = {"nan": math.nan, "raise": None}
    if isinstance(on_error, str) and on_error in words:
        return words[on_error]
    try:
        return real(on_error, "on_error")
    except InvalidTypeError:
        message = f"on_error must be 'nan', 'raise' or a number, the penalty; got {on_error!r}"
        raise InvalidValueError(message) from None


def _backend(
    experiment: Experiment, workers: int, executor: "Executor | ClusterClient | None", lock: int
) -> Backend:
    """Make what does the runs; most experiments need none of the slow imports."""
    if executor is not None:
        from optimeter.experiment.executors import executor_backend  # noqa: PLC0415

        return executor_backend(experiment, executor, lock)
    if workers == 1 and experiment.time_limit is None and not wants_own_processes():
        return InProcess(experiment)
    from optimeter.experiment.processes import LocalProcesses  # noqa: PLC0415

    return LocalProcesses(experiment, workers, (lock,))


def _problems(suite: str | Sequence[Problem]) -> Suite:
    if isinstance(suite, str):
        return Suite(suite)
    if isinstance(suite, Suite):
        return suite
    if isinstance(suite, Sequence) and any(isinstance(one, Suite) for one in suite):
        message = (
            "one optimizer takes one suite; several suites are for a list or mapping of optimizers, "
            f"as in om.run(['cma'], [om.Suite('bbob'), ...]); got {len(suite)} suites"
        )
        raise InvalidTypeError(message)
    return Suite.from_problems("problems", suite)


def _record_options(
    format: str, algorithm: str, recording: Mapping[str, Any], optimizer: Callable[..., Any]
) -> CocoOptions | IohOptions:
    """Make the options of the format; what is none of them may be meant for somebody else."""
    plain = make_options(format, algorithm, {})
    if not isinstance(plain, CocoOptions | IohOptions):
        message = f"an experiment is recorded in format 'coco' or 'ioh'; got {format!r}"
        raise InvalidValueError(message)
    known = list(plain.to_dict())
    for name, value in recording.items():
        if name in known:
            continue
        if name in (options_of(optimizer) or ()):
            message = (
                f"{name!r} is an option of the optimizer {algorithm!r}; "
                f"give it as options={{{name!r}: {value!r}}}"
            )
            raise InvalidTypeError(message)
        arguments = [one for one in inspect.signature(run).parameters if one != "recording"]
        accepted = dict.fromkeys([*arguments, *known])
        raise unknown_name(name, accepted, "argument", where=" of an experiment")
    return type(plain)(**{**recording, "algorithm": algorithm})


def _check_end(plan: Sequence[Run], *, restarts: bool, time_limit: float | None) -> None:
    """Refuse runs that would never end."""
    if restarts and time_limit is None and any(run.budget == UNLIMITED for run in plan):
        message = (
            "a budget of inf needs an end: restarts=False for an optimizer that ends by itself, or a "
            "time_limit; an optimizer that is restarted without either would run forever"
        )
        raise InvalidValueError(message)


def _check_noise(suite: Suite) -> None:
    """Refuse COCO's stream: with it a run would depend on all runs before it."""
    if suite.noise == "coco":
        message = (
            "an experiment needs noise='independent', so that no run depends on another; got a "
            "suite with noise='coco', which is for a loop of your own with om.Observer"
        )
        raise InvalidValueError(message)


def _check_format(options: CocoOptions | IohOptions, suite: Suite) -> None:
    """Refuse at once what the recorder would refuse at the first run."""
    if isinstance(options, CocoOptions):
        return
    for problem in suite:
        if problem.number_of_objectives > 1:
            message = (
                f"format 'ioh' is for problems with one objective; {problem.id} has "
                f"{problem.number_of_objectives}, so give format='coco'"
            )
            raise InvalidValueError(message)
