"""The options that say how values are judged, the same for every command that reads data."""

from typing import Annotated

import typer

__all__ = ["Maximize", "Optimum", "OwnInstances"]

Maximize = Annotated[
    bool | None,
    typer.Option(
        "--maximize/--minimize",
        help="Whether larger values are better, for data that do not say so.",
        show_default=False,
    ),
]
Optimum = Annotated[
    str | None,
    typer.Option(
        help="The best possible value, such as 0 or, by function, 1=3.5,sphere=0.",
        show_default=False,
    ),
]
OwnInstances = Annotated[
    bool | None,
    typer.Option(
        "--own-instances/--repeated-instances",
        help="Whether instances are problems of their own or repetitions of one.",
        show_default=False,
    ),
]
