"""`optimeter watch`: follow a running experiment."""

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from optimeter._arguments import real
from optimeter._output import refuse_foreign_file, write_owned
from optimeter._text import printable
from optimeter.cli._common import Force
from optimeter.cli._echo import console, echo
from optimeter.experiment.following import Follower, Situation
from optimeter.measures import Ecdf
from optimeter.reports.live import (
    FirstResults,
    cell_text,
    first_results,
    live_page,
    state,
    table_of_cells,
    told,
)

__all__ = ["command"]

FINISHED, UNFINISHED = 0, 1  # exit codes
_SHARE_OF_TIME = 10  # a look at the results takes this part of the time at most
_BUDGETS = tuple(10.0**exponent for exponent in range(8))
_LINES_OF_FAILURES = 5
_BAR = 60  # letters
_PROFILES = "first profiles, the share of targets within evaluations / dimension"


def command(
    folder: Annotated[
        Path, typer.Argument(help="Folder of the experiment, or in which its shards lie.")
    ],
    *,
    every: Annotated[float, typer.Option(help="Seconds from one look to the next.")] = 2.0,
    page: Annotated[
        Path | None,
        typer.Option(help="Write a page there as well, which a browser renews by itself."),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Look once and end.")] = False,
    force: Force = False,
) -> None:
    """Follow a running experiment, of this or of other processes, until it is finished.

    Ends with code 0 when it is finished, with 1 when only one look was asked for and it is not.
    The folder is only read.
    """
    pause = real(every, "every", above=0)
    if page is not None:
        refuse_foreign_file(page, force=force)
    moments = _moments(Follower(folder), pause, once=once)
    show = _Screen() if console().is_terminal and not once else _Lines()
    last: Situation | None = None
    with show:
        for situation, results in moments:
            show(situation, results)
            if page is not None:
                now = datetime.now()
                text = live_page(situation, results, every=max(pause, 1.0), at=now)
                write_owned(page, text, force=force)
            last = situation
    if page is not None:
        echo(str(page))
    if last is None or not last.finished:
        raise typer.Exit(UNFINISHED)


def _moments(
    follower: Follower, pause: float, *, once: bool
) -> Iterator[tuple[Situation, FirstResults]]:
    """Look again and again; at the results, which takes longer, when there are new ones."""
    seen, due = -1, 0.0
    results = FirstResults()
    while True:
        situation = follower.look()
        if situation.over != seen and (time.monotonic() >= due or situation.finished):
            begin = time.monotonic()
            results, seen = first_results(situation), situation.over
            due = time.monotonic() + _SHARE_OF_TIME * (time.monotonic() - begin)
        yield situation, results
        if situation.finished or once:
            return
        time.sleep(pause)


class _Lines:
    """Prints everything once, then a line whenever something has changed, then everything again."""

    def __init__(self) -> None:
        self._over = -1

    def __enter__(self) -> "_Lines":
        return self

    def __exit__(self, *details: object) -> None:
        pass

    def __call__(self, situation: Situation, results: FirstResults) -> None:
        if self._over < 0 or situation.finished:
            console().print(_view(situation, results))
        elif situation.over != self._over:
            echo("  ".join(f"{name} {value}" for name, value in told(situation)))
        self._over = situation.over


class _Screen:
    """Shows the situation in one place of the terminal."""

    def __init__(self) -> None:
        from rich.live import Live  # noqa: PLC0415 - heavy

        self._live = Live(auto_refresh=False, vertical_overflow="ellipsis")

    def __enter__(self) -> "_Screen":
        self._live.start()
        return self

    def __exit__(self, *details: object) -> None:
        self._live.stop()

    def __call__(self, situation: Situation, results: FirstResults) -> None:
        self._live.update(_view(situation, results), refresh=True)


def _view(situation: Situation, results: FirstResults) -> Any:
    """Put together what is shown in a terminal."""
    from rich.console import Group  # noqa: PLC0415 - heavy
    from rich.text import Text  # noqa: PLC0415

    name = f"{situation.algorithm} on {situation.suite or 'own problems'}, {situation.folder}"
    facts = "   ".join(f"{key} {value}" for key, value in told(situation))
    parts: list[Any] = [
        Text(printable(name), style="bold"),
        Text(_bar(situation), style="green"),
        Text(facts),
        Text(state(situation), style="dim"),
    ]
    shown = situation.failures[:_LINES_OF_FAILURES]
    parts += [Text(f"failed: {problem} {message}", style="red") for problem, message in shown]
    if len(situation.failures) > len(shown):
        parts.append(Text(f"and {len(situation.failures) - len(shown)} more failed runs"))
    parts.append(Text(f"\n{_PROFILES}: {results.reason}" if results.reason else f"\n{_PROFILES}"))
    if results.profiles is not None:
        parts.append(_profile_table(results.profiles))
    parts += [Text("\nruns over, of all (failed ones)"), _cell_table(situation)]
    return Group(*parts)


def _bar(situation: Situation) -> str:
    done = _BAR * situation.over // max(situation.runs, 1)
    return "█" * done + "░" * (_BAR - done)


def _table() -> Any:
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415 - heavy
    from rich.table import Table  # noqa: PLC0415

    return Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)


def _cell_table(situation: Situation) -> Any:
    table = _table()
    dimensions, rows = table_of_cells(situation.cells)
    table.add_column("function")
    for dimension in dimensions:
        table.add_column(f"{dimension}-D", justify="right")
    for function, row in rows:
        table.add_row(printable(function), *map(cell_text, row))
    return table


def _profile_table(profiles: Ecdf) -> Any:
    table = _table()
    last = max((curve.budget for curve in profiles if curve.budget < float("inf")), default=1)
    budgets = [budget for budget in _BUDGETS if budget <= max(last, 1)]
    table.add_column("dimension", justify="right")
    for budget in budgets:
        table.add_column(f"{budget:g}", justify="right")
    for curve in profiles:
        shares = [f"{100 * share:.0f} %" for share in curve.at(budgets)]
        table.add_row(str(curve.dimension), *shares)
    return table
