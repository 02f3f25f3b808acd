"""What commands say to the terminal: names in it are foreign text."""

from typing import TYPE_CHECKING

import typer

from optimeter._text import printable_lines

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = ["echo", "tell_errors"]


def echo(text: object, *, err: bool = False) -> None:
    """Print lines in which nothing steers the terminal and everything can be encoded."""
    typer.echo(printable_lines(str(text)), err=err)


def tell_errors(*tables: "Runs") -> None:
    """Say in one line how much of the data was lost, beside what is printed of the rest."""
    lost = sum(one.severity == "error" for runs in tables for one in runs.findings)
    if lost:
        word = "error" if lost == 1 else "errors"
        echo(f"{lost} {word} in the data: see optimeter check", err=True)
