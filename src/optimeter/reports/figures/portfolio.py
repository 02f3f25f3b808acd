"""What each algorithm adds to a portfolio of all."""

from dataclasses import replace

import numpy as np

from optimeter.exceptions import DataError
from optimeter.measures.complementarity import complementarity_of
from optimeter.measures.of_suites import PAIR_AREAS
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import listed, percent, share
from optimeter.reports.figures.common import algorithms_of, suite_title
from optimeter.reports.figures.description import Axis, Bars, Figure, Mark, Panel, Text, value_axis

__all__ = ["portfolio"]

ROWS = 40  # algorithms
PALE = 0.3  # opacity of an algorithm's own area
TITLE = "area under the profile (of all together {total})"
NOTE = (
    "adds {shapley} on average over all orders, {share} of the portfolio\n"
    "alone {own}; without it the portfolio loses {marginal}"
)


def portfolio(suite: SuiteReport, *, dimension: int) -> Figure:
    """Describe what each algorithm adds to a portfolio of all: its Shapley value."""
    table = complementarity_of(suite.results[PAIR_AREAS].where(dimension=dimension))
    if not len(table):
        message = (
            f"no portfolio of two or more algorithms: the data hold {listed(suite.algorithms)}"
        )
        raise DataError(message)
    if len(table) > ROWS:
        message = f"a portfolio is drawn of up to {ROWS} algorithms; got {len(table)}: choose some"
        raise DataError(message)
    table = table.take(np.argsort(-table.shapley, kind="stable"))
    series = algorithms_of(suite, table.algorithm.tolist())
    total = float(table.portfolio[0])
    marks: list[Mark] = []
    for row, (entry, one) in enumerate(zip(series, table.to_dicts(), strict=True)):
        areas = {name: share(one[name]) for name in ("shapley", "own", "marginal")}
        note = NOTE.format(share=percent(one["share"]), **areas)
        ends = np.array([one["shapley"], one["own"]])
        marks.append(
            Bars(
                entry.key,
                row,
                left=np.zeros(2),
                right=ends,
                top=np.zeros(2),
                bottom=np.ones(2),
                alpha=np.array([1.0, PALE]),
                notes=(note, note),
            )
        )
        marks.append(Text(entry.key, [total], [row], (percent(one["share"]),), beside=True))
    title = TITLE.format(total=share(total))
    x = replace(value_axis(title, [0.0, total]), low=0.0, high=total or 1.0)
    y = Axis("", scale="rows", labels=tuple(table.algorithm.tolist()))
    return Figure(suite_title(suite, f"D = {dimension}"), series, (Panel("", x, y, tuple(marks)),))
