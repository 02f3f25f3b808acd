"""`optimeter run`: an experiment from the command line."""

import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import typer

from optimeter._packages import package
from optimeter._text import printable
from optimeter.cli import INTERRUPTED, answers_shell
from optimeter.cli._common import Dimensions, Functions, Instances
from optimeter.cli._echo import echo
from optimeter.cli._plan import ARGUMENTS, OF_SUITE, read_plan
from optimeter.exceptions import ExperimentError, FileError, InvalidValueError
from optimeter.experiment import ExperimentResult
from optimeter.experiment import run as run_experiment
from optimeter.experiment.backends import own_processes
from optimeter.experiment.runner import OnError
from optimeter.problems import FEATURES, Suite, feature_of_text, suites

__all__ = ["command"]

_CONNECT_SECONDS = 10
INCOMPLETE = 1  # exit code when runs are missing
FAILED_RUNS = 3  # exit code when runs failed


def command(
    context: typer.Context,
    optimizer: Annotated[
        str,
        typer.Argument(
            help="A name such as random-search, scipy:Nelder-Mead or cma, or "
            "package.module:callable, or path/to/file.py:callable; options follow as in "
            "'cma[popsize=20]'. Or a command, 'program:./solver --dim {dimension}'. Or a plan of a "
            "comparison, plan.toml."
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
    costs: Annotated[
        bool, typer.Option("--costs", help="Record seconds and batches, too, beside the data.")
    ] = False,
) -> None:
    """Run an optimizer on a suite and record it.

    The same command on a folder that holds a part of the experiment does the rest. The data do not
    depend on the number of workers, nor on interruptions. A plan names suites, optimizers with
    their settings and how to run them; options given here go before it.
    """
    for word in context.args:
        meant = f"; did you mean --suite {word}?" if word in suites() else ""
        message = (
            f"an experiment takes one optimizer, all else are options; got {word!r}, too{meant}"
        )
        raise InvalidValueError(message)
    if optimizer.endswith(".toml"):
        _run_plan(Path(optimizer), context)
        return
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
    ):
        try:
            result = run_experiment(
                optimizer,
                selected,
                budget=budget,
                folder=folder,
                workers=workers,
                seed=seed,
                restarts=restarts,
                trials=trials,
                time_limit=time_limit,
                format=format,
                algorithm=algorithm,
                executor=executor,
                shard=shard,
                retry_failed=retry_failed,
                accept_changed_source=accept_changed_source,
                checkpoint_every=checkpoint_every,
                costs=costs,
                on_error=cast("OnError", on_error),
            )
        except KeyboardInterrupt as error:
            fate = getattr(error, "__notes__", [])[-1:]
            known = f"interrupted; finished runs are in {folder}"
            echo(". ".join([known, "The same command does the rest", *fate]), err=True)
            raise typer.Exit(INTERRUPTED) from None
        except FileError as error:
            message = ". ".join([str(error), *getattr(error, "__notes__", [])])
            raise FileError(message) from error
    finish(result)


def _run_plan(path: Path, context: typer.Context) -> None:
    """Run a comparison that is written down."""
    from optimeter.reports.comparison import compare  # noqa: PLC0415 - slow, and not for one

    plan = read_plan(path)
    for name, value in context.params.items():
        source = context.get_parameter_source(name)
        if name == "optimizer" or source is None or source.name != "COMMANDLINE":
            continue
        if name not in ARGUMENTS:
            message = f"{name} belongs to a single experiment, not to a comparison"
            if name in ("suite", *OF_SUITE):
                message = f"{name} of a comparison is said in {path}, not on the command line"
            raise InvalidValueError(message)
        plan[name] = value
    if "folder" not in plan:
        message = f"{path} needs the entry folder, or give -o FOLDER"
        raise InvalidValueError(message)
    with _logging(), _terminated_like_interrupted(), _apart():
        try:
            found = compare(**plan)
        except KeyboardInterrupt:
            echo("interrupted; the same command does the rest.", err=True)
            raise typer.Exit(INTERRUPTED) from None
    finish(*found.results, *(() if found.report is None else (found.report.page,)))


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
