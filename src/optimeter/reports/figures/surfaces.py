"""Several objectives: which objective vectors shares of the runs attain."""

from typing import Any

import numpy as np

from optimeter._arrays import Float
from optimeter.exceptions import DataError
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import percent
from optimeter.reports.figures.common import algorithms_of, function_title
from optimeter.reports.figures.description import (
    Axis,
    Figure,
    Line,
    Mark,
    Panel,
    extent,
    value_axis,
)

__all__ = ["attainment_surface"]


def _axis(title: str, values: Float) -> Axis:
    """Return a linear axis: distances between objective vectors are to be seen."""
    low, high = float(values.min()), float(values.max())
    wide = low > 0 and high >= 100 * low
    return value_axis(title, [0.0 if wide else low, high])


def attainment_surface(suite: SuiteReport, *, dimension: int, function: int) -> Figure:
    """Describe the objective vectors that half of the runs attain, and 10 and 90 % of them."""
    marks: list[Mark] = []
    for series in algorithms_of(suite):
        for one in suite.parts[series.label].surfaces:
            if (one.function, one.dimension) != (function, dimension):
                continue
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
            f"of COCO's hold them; {suite.name} has none for function {function}"
        )
        raise DataError(message)
    xs, ys = extent(marks)
    panel = Panel("", _axis("first objective", xs), _axis("second objective", ys), tuple(marks))
    title = function_title(suite, function, f"D = {dimension}")
    return Figure(title, algorithms_of(suite), (panel,))
