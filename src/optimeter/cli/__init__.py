"""The command line: one module per command, loaded when the command is called."""

import os
import sys
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any

import typer
import typer.core

import optimeter
from optimeter.cli._echo import echo
from optimeter.exceptions import OptimeterError

__all__ = ["COMMANDS", "Entry", "main"]

answers_shell = ContextVar("answers_shell", default=False)
"""Whether the exit code of this process is the answer of the command."""

USAGE_ERROR = 2  # exit code of a wrong call and of every OptimeterError
INTERRUPTED = 130  # exit code after Ctrl-C, 128 + SIGINT as shells have it


@dataclass(frozen=True, slots=True)
class Entry:
    """A command; the function `command` in the module of its name does the work."""

    name: str
    summary: str

    @property
    def module(self) -> str:
        """Where the command lives."""
        return f"{__name__}.{self.name}"

    def load(self) -> Callable[..., None]:
        """Import the command."""
        function: Callable[..., None] = import_module(self.module).command
        return function


COMMANDS = (
    Entry("run", "Run optimizers on a suite; resumes what was begun."),
    Entry("report", "Write the report on recorded data."),
    Entry("figure", "Draw one figure of the report for a paper."),
    Entry("site", "Write an index page of many data sets and reports."),
    Entry("explore", "Open the interactive page on recorded data."),
    Entry("check", "Say what is in the data, what is missing or broken."),
    Entry("convert", "Change the format of recorded data."),
    Entry("table", "Print a table of results."),
    Entry("compare", "Say whether new data are slower than old ones."),
    Entry("timing", "Run the time-complexity experiment."),
    Entry("watch", "Follow a running experiment."),
    Entry("merge", "Put the parts of an experiment together."),
    Entry("suites", "List suites, functions, groups, instances."),
    Entry("examples", "List example programs, or print one."),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name and return the exit code.

    Without arguments they are those of the shell, to which this process then answers.
    """
    answers_shell.set(arguments is None)
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        typer.main.get_command(_application(arguments)).main(arguments, prog_name="optimeter")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except OptimeterError as error:
        echo(f"optimeter: {error}", err=True)
        return USAGE_ERROR
    except OSError as error:  # of a disk, say, wherever it failed
        echo(f"optimeter: {error.strerror or error}: {error.filename or 'no file'}", err=True)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


class _Commands(typer.core.TyperGroup):
    """The commands; what they say of a wrong value names the value."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            if (of_conversion := getattr(error.__cause__, "errors", None)) is not None:
                error.message += f"; got {of_conversion()[0]['input']!r}"
            raise


def _application(arguments: Sequence[str]) -> typer.Typer:
    """Put the commands together, importing only the one that is called.

    The other commands are represented by their summaries, which is all that their help needs.
    """
    application = typer.Typer(
        name="optimeter",
        cls=_Commands,
        help="Measure black-box optimizers: run experiments, look at data, write reports.",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    application.callback()(_options)
    called = next((word for word in arguments if not word.startswith("-")), None)
    completing = "_OPTIMETER_COMPLETE" in os.environ  # the shell asks for all options
    for entry in COMMANDS:
        function = entry.load() if completing or entry.name == called else _not_called
        application.command(entry.name, short_help=entry.summary)(function)
    return application


def _print_version(wanted: bool) -> None:
    if wanted:
        echo(f"optimeter {optimeter.__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", is_eager=True, callback=_print_version
        ),
    ] = False,
) -> None:
    """Options before the command."""


def _not_called() -> None:
    """Stand for a command that is listed only."""
