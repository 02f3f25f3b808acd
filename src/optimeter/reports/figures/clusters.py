"""Which algorithms are alike: the tree of their runtimes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from optimeter._arrays import Float, Names
from optimeter.exceptions import DataError
from optimeter.measures.clusters import ALIKE
from optimeter.measures.of_suites import CLUSTERS
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import listed, number
from optimeter.reports.figures.common import FRAME, suite_title
from optimeter.reports.figures.description import Axis, Figure, Line, Mark, Panel, Rule, Series

__all__ = ["clusters"]

ROWS = 40  # of more algorithms, those that are closest share a row
FACTORS = "factor between runtimes, geometric mean"
NAMED = 6  # members of a group that pointing at it names
NOTE = "joined at a factor of {factor}:\n{names}"
NEAR = Series("group", f"alike: up to a factor of {ALIKE:g}", "#1f6bb0", "#8fc1ee")
FAR = Series("group", "further apart", "#8a9299", "#7d868d")
THICK = 2.5  # width of a row that stands for several, by that of a branch
TICKS = tuple(k * 10.0**e for e in range(7) for k in (1, 2, 5))


@dataclass(frozen=True, slots=True)
class _Branch:
    """A part of the tree: its height in the figure, the factor it reaches up to, its members."""

    at: float
    factor: float
    members: Names

    def note(self) -> str:
        """Say who is joined."""
        named = self.members[:NAMED].tolist()
        more = len(self.members) - len(named)
        names = listed([*named, f"{more} more"] if more else named)
        return NOTE.format(factor=number(self.factor, 3), names=names)


def clusters(suite: SuiteReport, *, dimension: int) -> Figure:
    """Describe the tree of algorithms by the factors between their runtimes."""
    table = suite.results[CLUSTERS].where(dimension=dimension)
    if len(table) < 2:
        message = (
            f"similar algorithms are looked for among two or more in dimension {dimension}; the data "
            f"hold {listed(suite.algorithms)}"
        )
        raise DataError(message)
    rows = list(_rows(table.algorithm, table.joins))
    tree, whole = _Tree(), table.joins[[row.start for row in rows]]
    leaves = [tree.leaf(i, table.algorithm[row], table.joins[row]) for i, row in enumerate(rows)]
    tree.join(leaves, whole)
    highest = max((branch.factor for branch, _ in tree.joints), default=1.0)
    high = max(2 * ALIKE, 1.1 * highest)
    ticks = tuple(tick for tick in TICKS if tick <= high)
    labels = tuple(number(tick) for tick in ticks)
    x = Axis(FACTORS, 1.0, high, ticks=ticks, labels=labels)
    y = Axis("", scale="rows", labels=tuple(_label(leaf.members) for leaf in leaves))
    marks = (Rule(FRAME.key, "x", [ALIKE]), *tree.marks())
    drawn = {mark.series for mark in marks}
    series = tuple(one for one in (NEAR, FAR, FRAME) if one.key in drawn)
    title = suite_title(suite, f"D = {dimension}")
    return Figure(title, series, (Panel("", x, y, marks),))


def _rows(names: Names, joins: Float) -> Iterator[slice]:
    """Yield the algorithms of every row: one, or several that are joined before all others."""
    count = len(names)
    limit = np.sort(joins)[-ROWS] if count > ROWS else 0.0
    starts = np.flatnonzero(joins >= limit)[:ROWS] if limit else np.arange(count)
    for start, end in zip(starts.tolist(), [*starts[1:].tolist(), count], strict=True):
        yield slice(start, end)


def _label(members: Names) -> str:
    more = len(members) - 1
    return f"{members[0]} and {more} more" if more else str(members[0])


class _Tree:
    """Branches of a tree as they are joined."""

    def __init__(self) -> None:
        self.thick: list[_Branch] = []
        self.joints: list[tuple[_Branch, Sequence[_Branch]]] = []

    def leaf(self, row: int, members: Names, joins: Float) -> _Branch:
        """Return the branch of a row."""
        if len(members) == 1:
            return _Branch(row, 1.0, members)
        self.thick.append(_Branch(row, float(joins[1:].max()), members))
        return self.thick[-1]

    def join(self, leaves: Sequence[_Branch], joins: Float) -> _Branch:
        """Join branches, the closest first; those that cannot be compared stay apart."""
        if len(leaves) == 1:
            return leaves[0]
        place = 1 + int(np.argmax(joins[1:]))
        halves = [
            self.join(leaves[part], joins[part]) for part in (slice(place), slice(place, None))
        ]
        members = np.concatenate([half.members for half in halves])
        middle = sum(half.at for half in halves) / 2
        branch = _Branch(middle, float(joins[place]), members)
        if np.isfinite(branch.factor):
            self.joints.append((branch, halves))
        return branch

    def marks(self) -> Iterator[Mark]:
        """Yield the lines of the tree, those of algorithms that are alike apart."""
        for series in (FAR, NEAR):
            near = series is NEAR
            joints = [joint for joint in self.joints if (joint[0].factor <= ALIKE) == near]
            if joints:
                yield _brackets(series, joints)
            for leaf in self.thick:
                if (leaf.factor <= ALIKE) == near:
                    ends, note = [1.0, leaf.factor], leaf.note()
                    notes = (note, note)
                    yield Line(series.key, ends, [leaf.at] * 2, width=THICK, notes=notes)


def _brackets(series: Series, joints: Sequence[tuple[_Branch, Sequence[_Branch]]]) -> Line:
    """Return where branches are joined: from each to the factor, and across."""
    x: list[float] = []
    y: list[float] = []
    notes: list[str] = []
    for branch, (one, other) in joints:
        x += [one.factor, branch.factor, branch.factor, other.factor, np.nan]
        y += [one.at, one.at, other.at, other.at, np.nan]
        notes += [branch.note()] * 4 + [""]
    return Line(series.key, np.array(x), np.array(y), notes=tuple(notes))
