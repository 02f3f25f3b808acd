"""How many times faster one algorithm is than another, from one side."""

from dataclasses import dataclass

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
    overall = suite.comparison.speed
    if overall is None:
        return []
    found = [
        (f"{suite.sets[0].title}, D = {row['dimension']}", row)
        for row in overall.to_dicts()
        if {row["faster"], row["slower"]} == set(pair)
    ]
    found.sort(key=lambda entry: int(entry[1]["dimension"]))
    for entry in suite.of_kind("group"):
        table = suite.comparison.group_speed.get(entry.key)
        rows = [] if table is None else table.select(dimension=dimension).to_dicts()
        found += [
            (f"{entry.title}, D = {dimension}", row)
            for row in rows
            if {row["faster"], row["slower"]} == set(pair)
        ]
    return [
        SpeedRow(title, *oriented(row, pair[0]), both=float(row["both"]))
        for title, row in found
        if row["both"]
    ]
