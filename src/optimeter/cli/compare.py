"""`optimeter compare`: whether new data are slower than old ones, for continuous integration."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Annotated

import typer

from optimeter._arguments import real
from optimeter._text import printable
from optimeter.cli._common import Dimensions, Functions, Maximize, Optimum, OwnInstances
from optimeter.cli._echo import echo, tell_errors
from optimeter.cli._measuring import Resamples, Seed, by_suite
from optimeter.data.load import load
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures.of_data import SPEED
from optimeter.measures.speed import oriented
from optimeter.reports.export import markdown_lines

__all__ = ["command"]

SLOWER = 1  # exit code
OLD, NEW = "old", "new"
Data = Annotated[str, typer.Argument(help="A folder, archive, file or archive:NAME.")]


@dataclass(frozen=True, slots=True)
class Change:
    """How many times slower an algorithm has become in one dimension."""

    algorithm: str
    suite: str
    dimension: int
    factor: float
    """Geometric mean of new by old expected runtimes over the problems that both solve."""
    low: float
    high: float
    both: float
    """Share of the (function, target) pairs that both solve."""
    old_only: float
    new_only: float

    def slower_than(self, factor: float) -> bool:
        """Whether the whole interval lies above the factor, or nothing that was solved still is."""
        return self.low > factor if self.both else self.old_only > 0

    def lost_more_than(self, share: float) -> bool:
        """Whether more was lost than won, by more than this share of all (function, target) pairs."""
        return self.old_only - self.new_only > share


def command(
    old: Data,
    new: Data,
    *,
    fail_slower: Annotated[
        float | None,
        typer.Option(
            help="Exit with 1 if NEW is more than so many times slower than OLD: if the whole "
            "interval lies above it, or nothing that was solved still is.",
        ),
    ] = None,
    fail_lost: Annotated[
        float | None,
        typer.Option(
            help="Exit with 1 if NEW solves fewer (function, target) pairs than OLD by more than "
            "this share of all, such as 0.02.",
        ),
    ] = None,
    targets: Annotated[
        str | None, typer.Option(help="Such as 10,1,1e-2; else the suite's.")
    ] = None,
    dimensions: Dimensions = None,
    functions: Functions = None,
    confidence: Annotated[float, typer.Option(help="Of the intervals.")] = 0.95,
    resamples: Resamples = 1000,
    seed: Seed = 1,
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
) -> None:
    """Say in Markdown how many times slower or faster new data are than old ones.

    Algorithms of the same name are compared; one algorithm on either side may have any name. Expected
    runtimes are compared over the (function, target) pairs that both solve.
    """
    quality = {"maximize": maximize, "optimum": optimum, "own_instances": own_instances}
    limit = None if fail_slower is None else real(fail_slower, "--fail-slower", above=0)
    share = None if fail_lost is None else _share(fail_lost, "--fail-lost")
    before, after = (load(source, **quality) for source in (old, new))  # type: ignore[arg-type]
    tell_errors(before, after)
    changes: list[Change] = []
    choice = {"functions": functions, "dimensions": dimensions}
    resampling = {"confidence": confidence, "resamples": resamples, "seed": seed}
    for name, pair in _pairs(before, after):
        tables = (
            SPEED.of(part, targets, **choice, **resampling) for part in by_suite(pair, choice)
        )
        for row in chain.from_iterable(table.to_dicts() for table in tables):
            one, other = row["faster_only"], row["slower_only"]
            alone = (one, other) if row["faster"] == OLD else (other, one)
            place = (name, str(row["suite"]), int(row["dimension"]))
            changes.append(Change(*place, *oriented(row, OLD), row["both"], *alone))
    failed = [
        (limit is not None and one.slower_than(limit))
        or (share is not None and one.lost_more_than(share))
        for one in changes
    ]
    for line in _markdown(changes, failed, limit, confidence):
        echo(line)
    if any(failed):
        raise typer.Exit(SLOWER)


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


def _markdown(
    changes: list[Change], failed: list[bool], limit: float | None, confidence: float
) -> Iterator[str]:
    """Write the table, with a verdict where one was asked for."""
    if any(failed):
        yield f"**{sum(failed)} of {len(changes)} comparisons fail.**"
    else:
        than = "" if limit is None else f" No interval lies above {limit:g}×."
        yield f"Comparison of {len(changes)} rows with the old data.{than}"
    yield ""
    head = (
        *("algorithm", "suite", "dimension", "new by old runtime"),
        *(f"{100 * confidence:g} % interval", "both solve", "old alone", "new alone", ""),
    )
    left = [name in ("algorithm", "suite", "") for name in head]
    lines = (_cells(one, bad) for one, bad in zip(changes, failed, strict=True))
    yield from markdown_lines(head, left, lines)


def _cells(one: Change, failed: bool) -> list[str]:
    """Return what the table says of one comparison."""
    factor, interval = "–", "–"
    if one.both:
        factor, interval = f"{one.factor:.3g}×", f"{one.low:.3g} … {one.high:.3g}"
    shares = (f"{100 * x:.1f} %" for x in (one.both, one.old_only, one.new_only))
    place = (printable(one.algorithm), one.suite, str(one.dimension))
    return [*place, factor, interval, *shares, "**fails**" if failed else _word(one)]


def _word(one: Change) -> str:
    """Say what the interval supports."""
    if not one.both:
        return ""
    return "slower" if one.low > 1 else "faster" if one.high < 1 else ""
