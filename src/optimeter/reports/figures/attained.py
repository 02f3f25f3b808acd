"""What shares of the runs attain on one function: values, mean quality, logged parameters."""

from typing import Any

import numpy as np

from optimeter._arguments import known_name
from optimeter.exceptions import DataError
from optimeter.measures.of_parts import ATTAINED, LEVELS, PARAMETERS
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import percent
from optimeter.reports.figures.common import (
    SHADES,
    SHADES_DARK,
    algorithms_of,
    changes,
    drawn_values,
    function_title,
    quality_axes,
    spread,
)
from optimeter.reports.figures.description import (
    Axis,
    Band,
    Figure,
    Line,
    Mark,
    Panel,
    Series,
    Told,
    extent,
    log_axis,
    value_axis,
)

__all__ = ["attainment", "attainment_ecdf", "parameters"]

OUTER = "dot"  # dash of the levels beside the median


def _level_word(level: float) -> str:
    return f"{percent(level)} of runs"


def attainment(suite: SuiteReport, *, dimension: int, function: int) -> Figure:
    """Describe the values that 10, 50 and 90 % of runs attain; one algorithm: more levels."""
    alone = len(suite.featured) == 1
    marks: list[Mark] = []
    series: tuple[Series, ...] = algorithms_of(suite)
    for entry in algorithms_of(suite):
        where = {"algorithm": entry.label, "dimension": dimension, "function": function}
        table = suite.results[LEVELS].where(**where)
        levels = np.unique(table.level).tolist()
        if alone:
            words = [_level_word(level) for level in levels]
            series = tuple(spread("target", words, SHADES, SHADES_DARK))
        for place, level in enumerate(levels):
            if not alone and level not in (0.1, 0.5, 0.9):
                continue
            here = table.level == level
            budget, value = table.budget[here], table.value[here]
            known = np.isfinite(value) & changes(value)
            if not known.any():
                continue
            key = series[place].key if alone else entry.key
            middle = alone or level == 0.5
            look: dict[str, Any] = {} if middle else {"dash": OUTER, "width": 0.6}
            y = drawn_values(suite, value[known])
            reading = f"{_level_word(level)}: {{y}} or better within {{x}}·D"
            marks.append(Line(key, budget[known], y, steps=True, reading=reading, **look))
    panel = Panel("", *quality_axes(suite, marks), tuple(marks))
    what = suite.featured[0] if alone else "10, 50, 90 % of runs"
    return Figure(function_title(suite, function, f"D = {dimension}, {what}"), series, (panel,))


def attainment_ecdf(suite: SuiteReport, *, dimension: int, function: int) -> Figure:
    """Describe the mean normalised quality: the profile for infinitely many targets."""
    marks: list[Mark] = []
    for series in algorithms_of(suite):
        where = {"algorithm": series.label, "dimension": dimension, "function": function}
        table = suite.results[ATTAINED].where(**where)
        if len(table):
            steps = changes(table.share)
            marks.append(Line(series.key, table.budget[steps], table.share[steps], steps=True))
    panel = Panel(
        "",
        log_axis(f"{suite.evaluations_word} / dimension", extent(marks)[0]),
        Axis("mean normalised quality", scale="share"),
        tuple(marks),
        told=Told("{y} after {x}·D"),
    )
    return Figure(
        function_title(suite, function, f"D = {dimension}"), algorithms_of(suite), (panel,)
    )


def parameters(
    suite: SuiteReport,
    *,
    dimension: int,
    function: int,
    parameter: str | None = None,
    bands: bool = True,
) -> Figure:
    """Describe a logged parameter against the budget: median over runs, with quartiles."""
    logged = suite.results[PARAMETERS]
    known = dict.fromkeys(logged.parameter.tolist())
    if not known:
        message = (
            "the data hold no logged parameters; IOHprofiler's loggers and observers write them"
        )
        raise DataError(message)
    wanted = next(iter(known)) if parameter is None else known_name(parameter, known, "parameter")
    marks: list[Mark] = []
    for series in algorithms_of(suite):
        where = {"algorithm": series.label, "dimension": dimension, "function": function}
        table = logged.where(**where, parameter=wanted)
        held = table.take(np.isfinite(table.median) & (table.runs > 0))
        if not len(held):
            continue
        if bands:
            marks.append(Band(series.key, held.at, held.p25, held.p75))
        notes = tuple(f"{count} runs" for count in held.runs.tolist())
        marks.append(Line(series.key, held.at, held.median, notes=notes))
    xs, ys = extent(marks)
    panel = Panel(
        "",
        log_axis(f"{suite.evaluations_word} / dimension", xs),
        value_axis(wanted, ys),
        tuple(marks),
        told=Told("median {y} after {x}·D", "quartiles {low} to {high}"),
    )
    title = function_title(suite, function, f"D = {dimension}, {wanted}")
    return Figure(title, algorithms_of(suite), (panel,))
