"""Arguments and options that several commands take, with their words."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "Data",
    "Dimensions",
    "Folder",
    "Force",
    "Functions",
    "Instances",
    "Json",
    "Maximize",
    "NamedData",
    "Optimum",
    "OwnInstances",
]

Data = Annotated[list[str], typer.Argument(help="Folders, archives, files or archive:NAME.")]
NamedData = Annotated[
    list[str], typer.Argument(help="Folders, archives, files or archive:NAME; NAME=DATA renames.")
]
Dimensions = Annotated[str | None, typer.Option(help="Such as 2,5 or 2-10; else all.")]
Functions = Annotated[
    str | None,
    typer.Option(help="Such as 1-5,8 or a group like separable."),
]
Instances = Annotated[str | None, typer.Option(help="Such as 1-15.")]
Folder = Annotated[Path, typer.Option("-o", "--output", help="Folder to write.")]
Force = Annotated[
    bool,
    typer.Option(
        "--force",
        help="Also replace files that are not from Optimeter or were changed since; they are kept "
        "as NAME.1.bak.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

# How values are judged: the same for every command that reads data.

Maximize = Annotated[
    bool | None,
    typer.Option(
        "--maximize/--minimize",
        help="Whether larger values are better, for data that do not say so.",
    ),
]
Optimum = Annotated[
    str | None,
    typer.Option(help="The best possible value, such as 0 or, by function, 1=3.5,sphere=0."),
]
OwnInstances = Annotated[
    bool | None,
    typer.Option(
        "--own-instances/--repeated-instances",
        help="Whether instances are problems of their own or repetitions of one.",
    ),
]
