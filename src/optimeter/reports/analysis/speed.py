"""How many times faster one algorithm is than another, from one side."""

from dataclasses import dataclass
from typing import Any

from optimeter.measures.of_suites import SPEEDS
from optimeter.measures.speed import oriented
from optimeter.reports.analysis.model import SuiteReport

__all__ = ["SpeedRow", "speed_rows"]


@dataclass(frozen=True, slots=True)
class SpeedRow:
    """How many times faster the first of two algorithms is on some functions in one dimension.

    Attributes
    ----------
    title : str
    factor, low, high : float
        Geometric mean of the ratio of expected runtimes with its 95 % interval; below 1 the second
        algorithm is faster.
    both : float
        Share of the problems both solve.
    """

    title: str
    factor: float
    low: float
    high: float
    both: float


def speed_rows(suite: SuiteReport, pair: tuple[str, str], dimension: int) -> list[SpeedRow]:
    """Return every dimension over all functions, then every group in the given dimension."""
    table, (one, other) = suite.results[SPEEDS], pair

    def rows(**where: Any) -> list[dict[str, Any]]:
        ways = ({"faster": one, "slower": other}, {"faster": other, "slower": one})
        return [row for way in ways for row in table.where(**where, **way).to_dicts()]

    overall = sorted(rows(group="all"), key=lambda row: int(row["dimension"]))
    found = [(f"{suite.sets[0].title}, D = {row['dimension']}", row) for row in overall]
    for entry in suite.of_kind("group"):
        title = f"{entry.title}, D = {dimension}"
        found += [(title, row) for row in rows(group=entry.key, dimension=dimension)]
    return [
        SpeedRow(title, *oriented(row, pair[0]), both=float(row["both"]))
        for title, row in found
        if row["both"]
    ]
