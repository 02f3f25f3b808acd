"""Who leads at which budget, and who shares the lead."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from optimeter.exceptions import DataError
from optimeter.measures.of_parts import PROFILES
from optimeter.measures.of_suites import WINNERS
from optimeter.measures.scope import FIXED, TargetSet
from optimeter.measures.winners import BudgetWinners, beyond_runs
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import listed, number, percent
from optimeter.reports.figures.common import algorithms_of, different_sets
from optimeter.reports.figures.description import Axis, Bars, Figure, Panel, Series

__all__ = ["winners"]

MORE = Series("group", "shared by more", "#9aa1a7", "#6f7880")
STRIPES = 4  # algorithms that share a bar; of more, none is told apart
PALE = 0.45  # opacity of what is not sure
HALF = 10**0.1  # half a step between budgets
THIN = 0.4  # height of what rests on simulated restarts


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Budgets that follow each other and have the same leaders; `sure`: one, by its interval.

    `simulated` are those of the leaders whose runs end earlier.
    """

    leaders: tuple[str, ...]
    simulated: frozenset[str]
    sure: bool
    first: float
    last: float
    margins: tuple[float, float]

    def note(self, name: str) -> str:
        """Say what an algorithm does here."""
        budgets = f"{number(self.first, 2)}·D to {number(self.last, 2)}·D"
        if name in self.simulated:
            budgets += ", by simulated restarts"
        if len(self.leaders) > 1:
            others = listed([other for other in self.leaders if other != name])
            return f"shares the lead with {others}\n{budgets}"
        ahead = " to ".join(dict.fromkeys(percent(margin) for margin in self.margins))
        doubt = "" if self.sure else ", without an interval"
        return f"leads, ahead of the next by {ahead}{doubt}\n{budgets}"


def winners(suite: SuiteReport, *, dimension: int, targets: TargetSet = FIXED) -> Figure:
    """Describe who leads at which budget, for all functions and each group."""
    found = suite.results[WINNERS].where(targets=targets)
    if not len(found):
        message = "nobody leads at any budget: no algorithm solves anything"
        raise DataError(message)
    if not any(found.rival.tolist()):
        message = f"no two algorithms compete: the data hold {listed(suite.algorithms)}"
        raise DataError(message)
    sets = different_sets(suite)
    bars: list[Bars] = []
    for row, entry in enumerate(sets):
        table = found.where(dimension=dimension, group=entry.key)
        ends = _ends(suite, {*table.algorithm.tolist()}, (dimension, entry.key, targets))
        bars += _row(suite, row, list(_stretches(table, suite.algorithms, ends)))
    drawn = {mark.series for mark in bars}
    series = (*algorithms_of(suite, suite.algorithms), MORE)
    x = Axis(f"{suite.evaluations_word} / dimension", 1 / HALF, 1e7 * HALF)
    y = Axis("", scale="rows", labels=tuple(entry.title for entry in sets))
    return Figure(
        f"{suite.name}, D = {dimension}",
        tuple(one for one in series if one.key in drawn),
        (Panel("", x, y, tuple(bars)),),
    )


def _ends(
    suite: SuiteReport, names: Iterable[str], where: tuple[int, str, TargetSet]
) -> dict[str, float]:
    """Return up to which budget the profiles of some algorithms rest on their runs."""
    if not suite.settings.uniform_instances:
        return {}  # no restarts are simulated
    dimension, group, targets = where
    here = suite.results[PROFILES].where(dimension=dimension, group=group, targets=targets)
    ends = dict(zip(here.algorithm.tolist(), here.budget.tolist(), strict=True))
    return {name: ends[name] for name in names if name in ends}


def _stretches(
    table: BudgetWinners, order: Sequence[str], ends: Mapping[str, float]
) -> Iterator[_Stretch]:
    """Iterate over the stretches of one set of functions, from small budgets to large ones."""
    rows = zip(table.to_dicts(), table.sure.tolist(), strict=True)
    found = []
    for budget, at in groupby(rows, key=lambda entry: entry[0]["budget"]):
        here = list(at)
        names = sorted((row["algorithm"] for row, _ in here), key=order.index)
        simulated = frozenset(name for name in names if beyond_runs(budget, ends.get(name, np.inf)))
        found.append((tuple(names), simulated, here[0][1], budget, here[0][0]["margin"]))
    for (names, simulated, sure), members in groupby(found, key=lambda entry: entry[:3]):
        same = list(members)
        margins = [margin for *_, margin in same]
        first, last = same[0][3], same[-1][3]
        yield _Stretch(names, simulated, sure, first, last, (min(margins), max(margins)))


def _row(suite: SuiteReport, row: int, stretches: Sequence[_Stretch]) -> Iterator[Bars]:
    """Describe the bars of a set of functions, those of one series together."""
    keys = {series.label: series.key for series in algorithms_of(suite, suite.algorithms)}
    cells: dict[str, list[tuple[_Stretch, float, float, str]]] = {}
    for stretch in stretches:
        count = len(stretch.leaders)
        if count > STRIPES:
            note = f"shared by {listed(stretch.leaders)}"
            all_of_them = len(stretch.simulated) == count
            part = _part(0, 1, thin=all_of_them)
            cells.setdefault(MORE.key, []).append((stretch, *part, note))
            continue
        for place, name in enumerate(stretch.leaders):
            part = _part(place, count, thin=name in stretch.simulated)
            cells.setdefault(keys[name], []).append((stretch, *part, stretch.note(name)))
    for key, found in cells.items():
        yield Bars(
            key,
            row,
            left=np.array([stretch.first / HALF for stretch, *_ in found]),
            right=np.array([stretch.last * HALF for stretch, *_ in found]),
            top=np.array([top for _, top, _, _ in found]),
            bottom=np.array([bottom for _, _, bottom, _ in found]),
            alpha=np.array([1.0 if stretch.sure else PALE for stretch, *_ in found]),
            notes=tuple(note for *_, note in found),
        )


def _part(place: int, count: int, *, thin: bool) -> tuple[float, float]:
    """Return the part of a row's height that one of several takes."""
    half = (THIN if thin else 1.0) / 2
    return (place + 0.5 - half) / count, (place + 0.5 + half) / count
