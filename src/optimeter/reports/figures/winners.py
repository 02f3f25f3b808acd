"""Who leads at which budget, and who shares the lead."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from optimeter.exceptions import DataError
from optimeter.measures.winners import BudgetWinners
from optimeter.reports.analysis.model import FIXED, SuiteReport, TargetSet
from optimeter.reports.analysis.words import listed, number, percent
from optimeter.reports.figures.common import algorithms_of
from optimeter.reports.figures.description import Axis, Bars, Figure, Panel, Series

__all__ = ["winners"]

MORE = Series("group", "shared by more", "#9aa1a7", "#6f7880")
STRIPES = 4  # algorithms that share a bar; of more, none is told apart
PALE = 0.45  # opacity of what is not sure
HALF = 10**0.1  # half a step between budgets


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Budgets that follow each other and have the same leaders; `sure`: one, by its interval."""

    leaders: tuple[str, ...]
    sure: bool
    first: float
    last: float
    margins: tuple[float, float]

    def note(self, name: str) -> str:
        """Say what an algorithm does here."""
        budgets = f"{number(self.first, 2)}·D to {number(self.last, 2)}·D"
        if len(self.leaders) > 1:
            others = listed([other for other in self.leaders if other != name])
            return f"shares the lead with {others}\n{budgets}"
        ahead = " to ".join(dict.fromkeys(percent(margin) for margin in self.margins))
        doubt = "" if self.sure else ", without an interval"
        return f"leads, ahead of the next by {ahead}{doubt}\n{budgets}"


def winners(suite: SuiteReport, *, dimension: int, targets: TargetSet = FIXED) -> Figure:
    """Describe who leads at which budget, for all functions and each group."""
    found = suite.winners.get(targets)
    if found is None or not any(found.rival.tolist()):
        message = f"no two algorithms compete: the data hold {listed(suite.algorithms)}"
        raise DataError(message)
    sets = [*suite.of_kind("all"), *suite.of_kind("group")]
    bars: list[Bars] = []
    for row, entry in enumerate(sets):
        table = found.select(dimension=dimension, group=entry.key)
        bars += _row(suite, row, list(_stretches(table, suite.algorithms)))
    drawn = {mark.series for mark in bars}
    series = (*algorithms_of(suite, suite.algorithms), MORE)
    x = Axis(f"{suite.evaluations_word} / dimension", 1 / HALF, 1e7 * HALF)
    y = Axis("", scale="rows", labels=tuple(entry.title for entry in sets))
    return Figure(
        f"{suite.name}, D = {dimension}",
        tuple(one for one in series if one.key in drawn),
        (Panel("", x, y, tuple(bars)),),
    )


def _stretches(table: BudgetWinners, order: Sequence[str]) -> Iterator[_Stretch]:
    """Iterate over the stretches of one set of functions, from small budgets to large ones."""
    rows = zip(table.to_dicts(), table.sure.tolist(), strict=True)
    found = []
    for budget, at in groupby(rows, key=lambda entry: entry[0]["budget"]):
        here = list(at)
        names = sorted((row["algorithm"] for row, _ in here), key=order.index)
        found.append((tuple(names), here[0][1], budget, here[0][0]["margin"]))
    for (names, sure), members in groupby(found, key=lambda entry: entry[:2]):
        same = list(members)
        margins = [margin for *_, margin in same]
        yield _Stretch(names, sure, same[0][2], same[-1][2], (min(margins), max(margins)))


def _row(suite: SuiteReport, row: int, stretches: Sequence[_Stretch]) -> Iterator[Bars]:
    """Describe the bars of a set of functions, those of one series together."""
    keys = {series.label: series.key for series in algorithms_of(suite, suite.algorithms)}
    cells: dict[str, list[tuple[_Stretch, float, float, str]]] = {}
    for stretch in stretches:
        count = len(stretch.leaders)
        if count > STRIPES:
            note = f"shared by {listed(stretch.leaders)}"
            cells.setdefault(MORE.key, []).append((stretch, 0.0, 1.0, note))
            continue
        for place, name in enumerate(stretch.leaders):
            part = place / count, (place + 1) / count
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
