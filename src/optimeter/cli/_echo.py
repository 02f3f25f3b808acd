"""What commands say to the terminal: names in it are foreign text."""

import typer

from optimeter._text import printable_lines

__all__ = ["echo"]


def echo(text: object, *, err: bool = False) -> None:
    """Print lines in which nothing steers the terminal and everything can be encoded."""
    typer.echo(printable_lines(str(text)), err=err)
