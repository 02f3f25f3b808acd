"""`optimeter run`: an experiment from the command line."""

import logging
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import typer

from optimeter._packages import package
from optimeter._text import printable
from optimeter.cli import INTERRUPTED, answers_shell
from optimeter.cli._common import Dimensions, Functions, Instances
from optimeter.cli._echo import echo
from optimeter.exceptions import ExperimentError, FileError, InvalidValueError
from optimeter.experiment import ExperimentResult, ExperimentResults
from optimeter.experiment import run as run_experiments
from optimeter.experiment.backends import own_processes
from optimeter.experiment.keywords import OnError
from optimeter.experiment.plan_file import ENTRIES, OF_SUITE, Plan, names_plan, read_plan
from optimeter.experiment.several import PAGE
from optimeter.problems import FEATURES, Suite, feature_of_text, suites

__all__ = ["command"]

_CONNECT_SECONDS = 10
INCOMPLETE = 1  # exit code when runs are missing
FAILED_RUNS = 3  # exit code when runs failed


def command(
    context: typer.Context,
    optimizers: Annotated[
        list[str],
        typer.Argument(
            metavar="OPTIMIZER...",
            help="A name such as random-search, scipy:Nelder-Mead or cma, or "
            "package.module:callable, or path/to/file.py:callable; options follow as in "
            "'cma[popsize=20]'. Or a command, 'program:./solver --dim {dimension}'. Several become a "
            "data set each, in FOLDER/NAME/SUITE. Or a plan, plan.toml.",
        ),
    ],
    *,
    budget: Annotated[
        float | None,
        typer.Option(
            help="Evaluations of each run, as a multiple of the dimension; inf with --no-restarts "
            "or --time-limit.",
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="Folder of the data; resumed if it was begun.",
        ),
    ] = None,
    suite: Annotated[str, typer.Option(help="Name of the suite.")] = "bbob",
    dimensions: Dimensions = None,
    functions: Functions = None,
    instances: Instances = None,
    year: Annotated[int | None, typer.Option(help="Instances of that year's workshop.")] = None,
    feature: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Make the problems harder: {', '.join(FEATURES)}; such as truncated=6. Repeatable.",
        ),
    ] = None,
    workers: Annotated[int, typer.Option("-j", "--workers", help="Processes on this machine.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of the experiment.")] = 1,
    trials: Annotated[int, typer.Option(help="Runs on each problem.")] = 1,
    restarts: Annotated[
        bool, typer.Option(help="Restart an optimizer that returns early, from a random point.")
    ] = True,
    time_limit: Annotated[float | None, typer.Option(help="Seconds for each run.")] = None,
    format: Annotated[
        Literal["coco", "ioh"], typer.Option("-f", "--format", help="Of the data.")
    ] = "coco",
    algorithm: Annotated[
        str | None, typer.Option(help="Name of the algorithm in the data.")
    ] = None,
    shard: Annotated[
        str | None, typer.Option(help="Do part i of n, written i/n, for job arrays.")
    ] = None,
    dask: Annotated[
        str | None, typer.Option(help="Address of a dask scheduler whose workers to use.")
    ] = None,
    retry_failed: Annotated[bool, typer.Option(help="Repeat the runs that failed.")] = False,
    accept_changed_source: Annotated[
        bool,
        typer.Option(
            "--accept-changed-source",
            help="Go on though the code of the optimizer was changed since; the provenance notes it.",
        ),
    ] = False,
    checkpoint_every: Annotated[
        float,
        typer.Option(help="Seconds between two stored states of an optimizer with checkpoints."),
    ] = 30.0,
    on_error: Annotated[
        str,
        typer.Option(
            help="What the optimizer gets where an own function fails: nan, raise (the exception), or "
            "a number, a penalty."
        ),
    ] = "nan",
    isolated: Annotated[
        bool,
        typer.Option(
            "--isolated",
            help="Keep the optimizer apart from the problem, this process and the data; a file is "
            "executed there only.",
        ),
    ] = False,
    weakly_isolated: Annotated[
        bool,
        typer.Option("--weakly-isolated", help="The same, as far as this system allows it."),
    ] = False,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            help="Of an isolated optimizer: memory=4G, processor=60, processes=32, file_size=64M or "
            "seconds=60. Repeatable.",
        ),
    ] = None,
    costs: Annotated[
        bool, typer.Option("--costs", help="Record seconds and batches, too, beside the data.")
    ] = False,
) -> None:
    """Run optimizers on a suite and record them.

    The same command on a folder that holds a part of the experiment does the rest. The data do not
    depend on the number of workers, nor on interruptions. A plan names suites, optimizers with
    their settings and how to run them; options given here go before it.
    """
    if any(map(names_plan, optimizers)):
        _run_plan(optimizers, context)
        return
    for word in optimizers[1:]:
        if word in suites():
            message = f"{word!r} is a suite, not an optimizer; did you mean --suite {word}?"
            raise InvalidValueError(message)
    if folder is None:
        message = "an experiment needs a folder for its data, -o FOLDER"
        raise InvalidValueError(message)
    selected = Suite(
        suite,
        functions=functions,
        dimensions=dimensions,
        instances=instances,
        year=year,
    )
    for text in feature or ():
        name, option = feature_of_text(text)
        selected = selected.modified(name, seed=1, **option)
    with (
        _logging(),
        _terminated_like_interrupted(),
        _apart(),
        _executor(dask) as executor,
        _resumable(folder),
    ):
        called: dict[str, Any] = {} if algorithm is None else {"algorithm": algorithm}
        chosen: Any = optimizers[0] if len(optimizers) == 1 else optimizers
        result: ExperimentResult | ExperimentResults = run_experiments(
            chosen,
            selected,
            budget=budget,
            folder=folder,
            workers=workers,
            seed=seed,
            restarts=restarts,
            trials=trials,
            time_limit=time_limit,
            format=format,
            **called,
            executor=executor,
            shard=shard,
            retry_failed=retry_failed,
            accept_changed_source=accept_changed_source,
            checkpoint_every=checkpoint_every,
            costs=costs,
            on_error=cast("OnError", on_error),
            isolated="weak" if weakly_isolated else isolated,
            limits=None if limit is None else _limits(limit),
        )
    finish(*results_of(result))


def _limits(texts: Sequence[str]) -> dict[str, str]:
    """Read limits as they are written on the command line."""
    limits = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            message = f"a limit is written such as memory=4G; got {text!r}"
            raise InvalidValueError(message)
        limits[name] = value
    return limits


def _run_plan(words: Sequence[str], context: typer.Context) -> None:
    """Run what is written down, and report on it."""
    path = Path(words[0])
    if len(words) > 1:
        message = f"a plan names all optimizers; got {' '.join(words[1:])!r} beside {path}"
        raise InvalidValueError(message)
    plan = read_plan(path)
    beside: dict[str, Any] = {}
    for name, value in context.params.items():
        source = context.get_parameter_source(name)
        if name == "optimizers" or source is None or source.name != "COMMANDLINE":
            continue
        if name not in (*ENTRIES, "shard", "dask", "limit", "weakly_isolated"):
            message = f"{name} belongs to one optimizer, not to a plan"
            if name in ("suite", "feature", *OF_SUITE):
                message = f"{name} is said in {path}, not on the command line"
            raise InvalidValueError(message)
        beside[name] = value
    if beside.pop("weakly_isolated", False):
        beside["isolated"] = "weak"
    if limits := beside.pop("limit", None):
        beside["limits"] = _limits(limits)
    folder = beside.get("folder", plan.arguments.get("folder"))
    if folder is None:
        message = f"{path} needs the entry folder, or give -o FOLDER"
        raise InvalidValueError(message)
    address = beside.pop("dask", None)
    with (
        _logging(),
        _terminated_like_interrupted(),
        _apart(),
        _executor(address) as executor,
        _resumable(folder),
    ):
        results = run_experiments(plan, **beside, executor=executor)
    page = None if "shard" in beside else _report(plan, results)
    finish(*results_of(results), *(() if page is None else (page,)))


def _report(plan: Plan, results: ExperimentResults) -> Path | None:
    """Write the report of a plan; there is none without data, if all runs failed."""
    if plan.report is False or not any(
        result.evaluations > result.failed_evaluations for result in results.values()
    ):
        return None
    from optimeter.reports import report  # noqa: PLC0415 - slow, and not for one

    options = {} if plan.report is True else dict(plan.report)
    return report(*results.values(), folder=results.folder / PAGE, **options).page


@contextmanager
def _resumable(folder: str | Path) -> Iterator[None]:
    """Tell what remains to be done after an interruption, or when a disk is full."""
    try:
        yield
    except KeyboardInterrupt as error:
        fate = getattr(error, "__notes__", [])[-1:]
        known = f"interrupted; finished runs are in {folder}"
        echo(". ".join([known, "The same command does the rest", *fate]), err=True)
        raise typer.Exit(INTERRUPTED) from None
    except FileError as error:
        message = ". ".join([str(error), *getattr(error, "__notes__", [])])
        raise FileError(message) from error


def results_of(made: ExperimentResult | ExperimentResults) -> Iterator[ExperimentResult]:
    """Yield the result of one experiment, or those of several."""
    yield from [made] if isinstance(made, ExperimentResult) else made.values()


def finish(*made: ExperimentResult | Path) -> None:
    """Print what was made; the exit code says whether runs failed."""
    for one in made:
        echo(one)
    results = [one for one in made if isinstance(one, ExperimentResult)]
    if any(one.failed or one.timed_out for one in results):
        raise typer.Exit(FAILED_RUNS)
    if any(one.missing for one in results):
        raise typer.Exit(INCOMPLETE)


@contextmanager
def _logging() -> Iterator[None]:
    """Without a terminal there is no bar; show the lines of the log instead."""
    logger = logging.getLogger("optimeter")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Stop as cleanly for a queue system's SIGTERM as for Ctrl-C."""

    def interrupt(number: int, frame: object) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _apart() -> AbstractContextManager[None]:
    """Keep optimizers away from the process that answers to the shell: they may end theirs."""
    return own_processes() if answers_shell.get() else nullcontext()


@contextmanager
def _executor(address: str | None) -> Iterator[Any]:
    """Connect to the cluster, if there is one."""
    if address is None:
        yield None
        return
    connect = package("distributed", "--dask").Client
    try:
        client = connect(address, timeout=f"{_CONNECT_SECONDS}s")
    except (OSError, ValueError, TypeError) as error:
        reason = printable(str(error).partition("\n")[0])
        message = (
            f"no scheduler of dask answers at {address!r}; an address is written such as "
            f"tcp://host:8786 ({type(error).__name__}: {reason})"
        )
        raise ExperimentError(message) from error
    with client:
        yield client
