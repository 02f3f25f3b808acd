"""What commands say to the terminal: names in it are foreign text."""

from typing import TYPE_CHECKING

import typer

from optimeter._text import printable_lines

if TYPE_CHECKING:
    from rich.console import Console

    from optimeter.data.runs import Runs

__all__ = ["console", "echo", "tell_errors"]

WIDTH = 160  # of tables that no terminal limits


def console() -> "Console":
    """Return what tables are printed on; names in them are no commands to it."""
    from rich.console import Console  # noqa: PLC0415 - heavy

    made = Console(emoji=False, markup=False, highlight=False)
    if not made.is_terminal:
        made.width = WIDTH
    return made


def echo(text: object, *, err: bool = False) -> None:
    """Print lines in which nothing steers the terminal and everything can be encoded."""
    typer.echo(printable_lines(str(text)), err=err)


def tell_errors(*tables: "Runs") -> None:
    """Say in one line how much of the data was lost, beside what is printed of the rest."""
    lost = sum(one.severity == "error" for runs in tables for one in runs.findings)
    if lost:
        word = "error" if lost == 1 else "errors"
        echo(f"{lost} {word} in the data: see optimeter check", err=True)
