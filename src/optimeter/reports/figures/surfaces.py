"""Several objectives: which objective vectors shares of the runs attain."""

from typing import Any

import numpy as np

from optimeter._arrays import Float
from optimeter.exceptions import DataError
from optimeter.measures.of_parts import SURFACES
from optimeter.measures.of_suites import FRONTS
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number, percent
from optimeter.reports.figures.common import algorithms_of, function_title
from optimeter.reports.figures.description import (
    Axis,
    Figure,
    Line,
    Mark,
    Panel,
    Told,
    extent,
    log_axis,
    value_axis,
)

__all__ = ["INDICATORS", "attainment_surface", "front_quality"]

INDICATORS = {"hypervolume": "hypervolume", "igd_plus": "IGD+", "epsilon": "epsilon"}


def _axis(title: str, values: Float) -> Axis:
    """Return a linear axis: distances between objective vectors are to be seen."""
    low, high = float(values.min()), float(values.max())
    wide = low > 0 and high >= 100 * low
    return value_axis(title, [0.0 if wide else low, high])


def attainment_surface(
    suite: SuiteReport, *, dimension: int, function: int, budget: float | None = None
) -> Figure:
    """Describe the objective vectors that half of the runs attain, and 10 and 90 % of them."""
    wanted = np.inf if budget is None else budget
    marks: list[Mark] = []
    for series in algorithms_of(suite):
        where = {"algorithm": series.label, "dimension": dimension, "function": function}
        for one in suite.results[SURFACES].where(**where, budget=wanted):
            for level in np.unique(one.surface.level).tolist():
                corners = one.surface.select(level=level)
                look: dict[str, Any] = {} if level == 0.5 else {"dash": "dot", "width": 0.6}
                reading = f"{percent(level)} of runs attain ({{x}}, {{y}})"
                marks.append(
                    Line(
                        series.key,
                        corners.first,
                        corners.second,
                        steps=True,
                        reading=reading,
                        **look,
                    )
                )
    if not marks:
        message = (
            "attainment surfaces need two objectives on record, as IOHprofiler's data and archives "
            f"of COCO's hold them; {suite.name} has none for function {function} within that budget"
        )
        raise DataError(message)
    xs, ys = extent(marks)
    panel = Panel("", _axis("first objective", xs), _axis("second objective", ys), tuple(marks))
    when = "" if np.isinf(wanted) else f", {number(wanted)}·D evaluations"
    title = function_title(suite, function, f"D = {dimension}{when}")
    return Figure(title, algorithms_of(suite), (panel,))


def front_quality(suite: SuiteReport, *, dimension: int, function: int) -> Figure:
    """Describe hypervolume, IGD+ and epsilon of the fronts against the budget: medians over runs."""
    if FRONTS not in suite.results:
        message = (
            "fronts over time need the objectives on record, as IOHprofiler's data and archives of "
            f"COCO's hold them; {suite.name} has none"
        )
        raise DataError(message)
    here = suite.results[FRONTS].where(dimension=dimension, function=function)
    here = here.take(np.isfinite(here.budget) & (here.points > 0))
    panels = []
    for column, title in INDICATORS.items():
        marks: list[Mark] = []
        for series in algorithms_of(suite):
            table = here.select(algorithm=series.label)
            if len(table):
                marks.append(Line(series.key, table.budget, getattr(table, column), steps=True))
        xs, ys = extent(marks)
        if column == "hypervolume":
            ys = np.append(ys, 0.0)
        x = log_axis(f"{suite.evaluations_word} / dimension", xs)
        told = Told(f"median {title} {{y}} after {{x}}·D")
        panels.append(Panel(title, x, value_axis("median over runs", ys), tuple(marks), told=told))
    title = function_title(suite, function, f"D = {dimension}")
    return Figure(title, algorithms_of(suite), tuple(panels), aspect=0.4)
