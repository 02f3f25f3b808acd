"""Arguments and options that several commands take, with their words."""

from typing import Annotated

import typer

from optimeter.data.costs import Cost

__all__ = [
    "CostOption",
    "Data",
    "Dimensions",
    "FamilyOption",
    "Functions",
    "Instances",
    "Json",
    "NamedData",
    "SweepOption",
    "family_of",
]

Data = Annotated[list[str], typer.Argument(help="Folders, archives, files or archive:NAME.")]
NamedData = Annotated[
    list[str], typer.Argument(help="Folders, archives, files or archive:NAME; NAME=DATA renames.")
]
Dimensions = Annotated[
    str | None, typer.Option(help="Such as 2,5 or 2-10; else all.", show_default=False)
]
Functions = Annotated[
    str | None,
    typer.Option(help="Such as 1-5,8 or a group like separable.", show_default=False),
]
Instances = Annotated[str | None, typer.Option(help="Such as 1-15.", show_default=False)]
CostOption = Annotated[
    Cost | None,
    typer.Option(
        "--cost",
        help="What is counted in place of evaluations, where it was recorded (run --costs).",
        show_default=False,
    ),
]
FamilyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--family",
        help="Only a group of algorithms: a tag of their data, or words that their names hold, such as "
        "cma,bfgs. Given several times: the names of all of them.",
        show_default=False,
    ),
]
SweepOption = Annotated[
    str,
    typer.Option(
        "--sweep",
        help="A word that a number follows in names of algorithms, such as pop in pop=20: they are "
        "ordered and coloured by it.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def family_of(given: list[str] | None) -> str | list[str] | None:
    """Return what was given as `FamilyOption`: one text describes a group, several name its members."""
    return given[0] if given and len(given) == 1 else given or None
