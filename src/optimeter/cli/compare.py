"""`optimeter compare`: whether new data are worse than old ones, for continuous integration."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from optimeter._arguments import real
from optimeter._text import printable
from optimeter.cli._common import Dimensions, Functions, Maximize, Optimum, OwnInstances
from optimeter.cli._echo import echo, tell_errors
from optimeter.data.load import load
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures.units import APART, PAIRED
from optimeter.measures.verdicts import verdicts
from optimeter.measures.words import number
from optimeter.reports.export import markdown_lines

__all__ = ["command"]

WORSE = 1  # exit code
OLD, NEW = "old", "new"
Data = Annotated[str, typer.Argument(help="A folder, archive, file or archive:NAME.")]


@dataclass(frozen=True, slots=True)
class Change:
    """How an algorithm has changed in one dimension.

    Attributes
    ----------
    algorithm : str
    row : mapping
        The verdict on the old data, first, and the new ones. Its intervals hold for all rows at once.
    """

    algorithm: str
    row: Mapping[str, Any]

    @property
    def enough(self) -> bool:
        """Whether there are enough units for a claim."""
        units: int = self.row["units"]
        return units >= (PAIRED if self.row["paired"] else APART)

    def is_slower_than(self, factor: float) -> bool:
        """Whether the whole interval of the factor between the evaluations lies above this one."""
        return self.enough and bool(self.row["speed_low"] > factor)

    def has_lost_more_than(self, share: float) -> bool:
        """Whether the whole interval of the share of targets that were lost lies above this one."""
        return self.enough and bool(self.row["low"] > share)

    @property
    def word(self) -> str:
        """What the intervals support."""
        if self.row["reason"] and not self.enough:
            return str(self.row["reason"])
        words = {
            "slower": self.row["speed_low"] > 1,
            "faster": self.row["speed_high"] < 1,
            "solves fewer": self.row["low"] > 0,
            "solves more": self.row["high"] < 0,
        }
        return ", ".join(word for word, holds in words.items() if holds)


def command(
    old: Data,
    new: Data,
    *,
    fail_slower: Annotated[
        float | None,
        typer.Option(
            help="Exit with 1 if NEW needs more than this many times the evaluations of OLD, that is "
            "if the whole interval lies above it.",
        ),
    ] = None,
    fail_lost: Annotated[
        float | None,
        typer.Option(
            help="Exit with 1 if NEW loses more than this share of all targets, such as 0.02, that is "
            "if the whole interval lies above it.",
        ),
    ] = None,
    targets: Annotated[
        str | None, typer.Option(help="Such as 10,1,1e-2; else the suite's.")
    ] = None,
    dimensions: Dimensions = None,
    functions: Functions = None,
    confidence: Annotated[float, typer.Option(help="Of the intervals, all at once.")] = 0.95,
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
) -> None:
    """Say in Markdown whether new data are slower than old ones, or solve less.

    Algorithms of the same name are compared; one algorithm on either side may have any name. They are
    compared as far as both ran; targets that are not solved count as that budget.
    """
    quality = {"maximize": maximize, "optimum": optimum, "own_instances": own_instances}
    limit = None if fail_slower is None else real(fail_slower, "--fail-slower", above=0)
    share = None if fail_lost is None else _share(fail_lost, "--fail-lost")
    level = real(confidence, "--confidence", above=0, below=1)
    before, after = (load(source, **quality) for source in (old, new))  # type: ignore[arg-type]
    tell_errors(before, after)
    pairs = list(_pairs(before, after))

    def judged(confidence: float) -> list[Change]:
        return [
            Change(name, row)
            for name, runs in pairs
            for row in verdicts(
                runs, targets, functions=functions, dimensions=dimensions, confidence=confidence
            ).to_dicts()
        ]

    # Each row has two intervals, and all of them hold at once (Bonferroni).
    changes = judged(1 - (1 - level) / (2 * len(judged(level))))
    failed = [
        (limit is not None and one.is_slower_than(limit))
        or (share is not None and one.has_lost_more_than(share))
        for one in changes
    ]
    for line in _markdown(changes, failed, level):
        echo(line)
    if any(failed):
        raise typer.Exit(WORSE)


def _share(value: float, what: str) -> float:
    """Return a share of something, 0 and 1 included."""
    if not 0 <= value <= 1:
        message = f"{what} must be a share from 0 to 1, such as 0.02; got {value:g}"
        raise InvalidValueError(message)
    return value


def _pairs(before: Runs, after: Runs) -> Iterator[tuple[str, Runs]]:
    """Yield the algorithms of both, each with its old and its new runs."""
    if len(before.algorithms) == len(after.algorithms) == 1:
        names = [(before.algorithms[0], after.algorithms[0])]
    else:
        names = [(name, name) for name in before.algorithms if name in after.algorithms]
    if not names:
        message = (
            f"no algorithm is in both: {', '.join(before.algorithms)} and "
            f"{', '.join(after.algorithms)}"
        )
        raise DataError(message)
    for first, second in names:
        sides = [
            runs.select(algorithms=[name]).rename({name: side})
            for runs, name, side in ((before, first, OLD), (after, second, NEW))
        ]
        yield second, Runs.concatenate(sides)


def _markdown(changes: list[Change], failed: list[bool], level: float) -> Iterator[str]:
    """Write the table."""
    if any(failed):
        yield f"**{sum(failed)} of {len(changes)} comparisons failed.**"
    else:
        yield f"Comparisons with the old data: {len(changes)}."
    yield ""
    head = (
        *("algorithm", "suite", "dimension", "within", "old solves", "new solves"),
        *("lost", "new by old evaluations", ""),
    )
    left = [name in ("algorithm", "suite", "") for name in head]
    lines = (_cells(one, bad) for one, bad in zip(changes, failed, strict=True))
    yield from markdown_lines(head, left, lines)
    yield ""
    yield f"All intervals hold at once ({100 * level:g} %)."


def _cells(one: Change, failed: bool) -> list[str]:
    """Return what the table says of one comparison."""
    row = one.row
    lost = [f"{100 * row[name]:.1f}" for name in ("difference", "low", "high")]
    slower = [f"{row[name]:.3g}" for name in ("speed", "speed_low", "speed_high")]
    known = row["claim"] != "not comparable"
    return [
        *(printable(one.algorithm), row["suite"], str(row["dimension"])),
        f"{number(row['budget'])}·D" if known else "–",
        *(f"{100 * row[name]:.1f} %" if known else "–" for name in ("share_first", "share_second")),
        f"{lost[0]} % ({lost[1]} … {lost[2]})" if known else "–",
        f"{slower[0]}× ({slower[1]} … {slower[2]})" if known else "–",
        "**fails**" if failed else one.word,
    ]
