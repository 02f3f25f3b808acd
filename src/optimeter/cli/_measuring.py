"""Options that several commands take which measure data, with their words."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from optimeter.data.costs import Cost
from optimeter.data.runs import Runs
from optimeter.measures.profiles import TOLERANCE

__all__ = [
    "Background",
    "CostOption",
    "FamilyOption",
    "OneSuite",
    "Pair",
    "Reference",
    "Relative",
    "Resamples",
    "Returned",
    "Seed",
    "SweepOption",
    "Tolerance",
    "by_suite",
    "family_of",
]

OneSuite = Annotated[str | None, typer.Option(help="Of data that hold several.")]
CostOption = Annotated[
    Cost | None,
    typer.Option(
        "--cost",
        help="What is counted in place of evaluations, where it was recorded (run --costs).",
    ),
]
FamilyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--family",
        help="Only a group of algorithms: a tag of their data, or words that their names hold, such as "
        "cma,bfgs. Given several times: the names of all of them.",
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
Reference = Annotated[
    str,
    typer.Option(
        help="suite, best (of the data), none, the name of a published one or of an algorithm of the "
        "data, or other DATA; NAME=DATA names it."
    ),
]
Background = Annotated[
    list[str] | None, typer.Option(help="Data drawn light behind the others; repeatable.")
]
Pair = Annotated[
    tuple[str, str] | None, typer.Option(help="Two algorithms, for what compares a pair.")
]
Tolerance = Annotated[
    float | None,
    typer.Option(
        help="Of performance, data and log-ratio profiles: how close to the best value a problem is "
        f"solved ({TOLERANCE:g})."
    ),
]
Returned = Annotated[
    bool, typer.Option("--returned", help="Judge these by the point that a run ends with.")
]
Relative = Annotated[
    bool, typer.Option("--relative", help="Of positions: deviations from the optimum.")
]
Resamples = Annotated[int, typer.Option(help="Bootstrap resamples of intervals.")]
Seed = Annotated[int, typer.Option(help="Seed of the resampling.")]


def family_of(given: list[str] | None) -> str | list[str] | None:
    """Return what was given as `FamilyOption`: one text describes a group, several name its members."""
    return given[0] if given and len(given) == 1 else given or None


def by_suite(runs: Runs, choice: Mapping[str, Any]) -> list[Runs]:
    """Return the runs of each suite that a choice of functions and dimensions leaves runs of."""
    left = runs.select(**choice).suites if len(runs.suites) > 1 else ()
    return [runs.select(suites=suite) for suite in left or runs.suites] or [runs]
