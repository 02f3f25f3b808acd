"""A running experiment as a page: one file without scripts that asks for itself again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from optimeter._text import markup, printable
from optimeter.data import Runs, load
from optimeter.exceptions import OptimeterError
from optimeter.experiment.following import Cell, Situation
from optimeter.experiment.progress import duration, quantity
from optimeter.measures import Ecdf, ecdf
from optimeter.reports.analysis.computing import compute_one
from optimeter.reports.figures.captions import restart_words
from optimeter.reports.figures.draw_svg import profile_svg
from optimeter.reports.figures.kinds import figure_kind

__all__ = [
    "FirstResults",
    "cell_text",
    "first_results",
    "live_page",
    "state",
    "table_of_cells",
    "told",
]

_MOST_FAILURES = 10
_STYLE = """
:root { color-scheme: light dark; --ink: #1d2433; --quiet: #5c667a; --line: #d5dae3; --done: #2f7d4f;
  --bad: #b3362b; --none: #eef0f4; --paper: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9f0; --quiet: #9aa3b5; --line: #3a4252;
  --done: #58b27c; --bad: #e57a70; --none: #262c38; --paper: #151922; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .3rem 0; } .quiet { color: var(--quiet); } .bad { color: var(--bad); }
.bar { height: .8rem; background: var(--none); border-radius: .4rem; overflow: hidden; margin: 1rem 0; }
.bar div { height: 100%; background: var(--done); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child { text-align: left; } td.full { color: var(--done); } td.bad { color: var(--bad); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, max-content)); gap: .5rem 2rem; }
dt { color: var(--quiet); font-size: .85rem; } dd { margin: 0; font-size: 1.2rem; white-space: nowrap; }
svg { max-width: 100%; height: auto; --ink: #222; --line: #ccc; background: #fff; }
.profiles { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
figure { margin: 0; } figcaption { font-weight: 600; }
"""


@dataclass(frozen=True, slots=True)
class FirstResults:
    """What the runs that are over show so far."""

    profiles: Ecdf | None = None
    picture: str = ""
    """One drawing for each dimension."""
    note: str = ""
    """How its curves are to be read beyond the runs."""
    reason: str = ""
    """Why there are no profiles."""


def first_results(situation: Situation) -> FirstResults:
    """Compute runtime profiles of the runs that are over.

    They are over the functions that have such runs, and will change with the others.
    """
    if not situation.over:
        return FirstResults(reason="no run is over yet")
    try:
        runs = load(situation.folder)
        return FirstResults(ecdf(runs), *_picture(runs))
    except OptimeterError as error:
        return FirstResults(reason=printable(error))


def _picture(runs: Runs) -> tuple[str, str]:
    """Return a drawing for each dimension, and how their curves are to be read."""
    if len(runs.suites) != 1 or len(runs.algorithms) != 1:
        return "", ""
    kind = figure_kind("ecdf")
    scope = replace(kind.scope({}), every_dimension=True)
    results = compute_one(runs, wanted=kind.needs, scope=scope)
    drawings = "".join(
        f"<figure><figcaption>{dimension}-D</figcaption>{profile_svg(results, dimension)}</figure>"
        for dimension in results.dimensions
    )
    return drawings, restart_words(results)


def told(situation: Situation) -> list[tuple[str, str]]:
    """Return what is to be said of an experiment in a few words, by name."""
    share = 100 * situation.over / max(situation.runs, 1)
    rows = [
        ("runs over", f"{situation.over} of {situation.runs} ({share:.0f} %)"),
        ("target hit", str(situation.hit)),
        ("failed", str(situation.failed)),
        ("evaluations", quantity(situation.evaluations)),
    ]
    if situation.workers:
        rows += [
            ("evaluations/s", quantity(situation.rate)),
            ("remaining", duration(situation.remaining)),
        ]
    if situation.checkpoints:
        rows.append(("checkpoints", str(situation.checkpoints)))
    return rows


def state(situation: Situation) -> str:
    """Say in a sentence who is at work."""
    if situation.finished:
        return "The experiment is finished."
    if situation.workers:
        return f"At work: {'; '.join(map(printable, situation.workers))}."
    if not situation.missing:
        return "All runs are over, and nobody puts their data together: the same call finishes it."
    return "Nobody is at work: the same call of om.run, or the same command, does the rest."


def table_of_cells(cells: Sequence[Cell]) -> tuple[list[int], list[tuple[str, list[Cell | None]]]]:
    """Return the dimensions, and for each function its cells in their order."""
    dimensions = sorted({cell.dimension for cell in cells})
    rows: dict[str, dict[int, Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.function, {})[cell.dimension] = cell
    return dimensions, [
        (function, [found.get(dimension) for dimension in dimensions])
        for function, found in rows.items()
    ]


def live_page(situation: Situation, results: FirstResults, *, every: float, at: datetime) -> str:
    """Make the page of a moment; it asks for itself again unless the experiment is finished.

    Parameters
    ----------
    situation, results
    every
        Seconds until it asks.
    at
        The time that it shows.
    """
    title = markup(printable(f"{situation.algorithm} on {situation.suite or 'own problems'}"))
    again = "" if situation.finished else f'<meta http-equiv="refresh" content="{every:g}">'
    share = 100 * situation.over / max(situation.runs, 1)
    facts = "".join(
        f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in told(situation)
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">{again}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{share:.0f} % {title}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{title}</h1>"
        f'<p class="quiet">{markup(printable(situation.folder))}, as of {at:%Y-%m-%d %H:%M:%S}</p>'
        f'<div class="bar"><div style="width: {share:.1f}%"></div></div>'
        f"<p>{markup(state(situation))}</p><dl>{facts}</dl>"
        f"{_failures(situation)}{_cell_table(situation.cells)}{_profiles(situation, results)}"
        "</body></html>\n"
    )


def _profiles(situation: Situation, results: FirstResults) -> str:
    head = "<h2>Profiles</h2>" if situation.finished else "<h2>First profiles</h2>"
    if results.profiles is None:
        return f'{head}<p class="quiet">{markup(results.reason)}</p>'
    note = f"Shares of targets reached.{results.note}"
    if not situation.finished:
        note += " Of the functions that have runs which are over: they change with those to come."
    return f'{head}<p class="quiet">{note}</p><div class="profiles">{results.picture}</div>'


def _cell_table(cells: Sequence[Cell]) -> str:
    dimensions, rows = table_of_cells(cells)
    head = "".join(f'<th scope="col">{dimension}-D</th>' for dimension in dimensions)
    body = "".join(
        f'<tr><th scope="row">{markup(printable(function))}</th>{"".join(map(_td, row))}</tr>'
        for function, row in rows
    )
    return (
        "<h2>Runs by function and dimension</h2>"
        '<p class="quiet">Runs over, of all; with failed ones in brackets.</p>'
        f'<div class="scroll"><table><thead><tr><th scope="col">function</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def cell_text(cell: Cell | None) -> str:
    """Write the runs of a cell: over, of all, and how many of them failed."""
    if cell is None:
        return ""
    failed = f" ({cell.failed})" if cell.failed else ""
    return f"{cell.over}/{cell.runs}{failed}"


def _td(cell: Cell | None) -> str:
    kind = ""
    if cell is not None and cell.failed:
        kind = ' class="bad"'
    elif cell is not None and cell.over == cell.runs:
        kind = ' class="full"'
    return f"<td{kind}>{cell_text(cell)}</td>"


def _failures(situation: Situation) -> str:
    if not situation.failures:
        return ""
    shown = situation.failures[:_MOST_FAILURES]
    items = "".join(
        f"<li><code>{markup(printable(problem))}</code> {markup(message)}</li>"
        for problem, message in shown
    )
    more = len(situation.failures) - len(shown)
    rest = f'<p class="quiet">and {more} more</p>' if more else ""
    return f'<h2 class="bad">Failed runs</h2><ul>{items}</ul>{rest}'
