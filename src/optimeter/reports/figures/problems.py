"""Single functions: quality against budget, expected runtime against target."""

from collections.abc import Iterator, Sequence

import numpy as np

from optimeter._arguments import known_name
from optimeter._arrays import Float, Int
from optimeter.measures import ValueStatistics
from optimeter.measures.of_parts import ERT, ERT_INTERVAL, FINE_VALUES, VALUES
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number
from optimeter.reports.figures.common import (
    SURE,
    algorithms_of,
    drawn_values,
    function_panels,
    function_title,
    quality_axes,
)
from optimeter.reports.figures.description import (
    Axis,
    Band,
    Figure,
    Line,
    Mark,
    Panel,
    Points,
    Told,
    extent,
    log_axis,
)

__all__ = ["convergence", "convergence_functions", "ert", "ert_functions"]


# ------------------------------------------------------------------ quality against budget

STATISTICS = {"median": "median", "mean": "mean", "geometric-mean": "geometric_mean"}


def _convergence_marks(
    suite: SuiteReport, dimension: int, function: int, *, bands: bool, statistic: str = "median"
) -> Iterator[Mark]:
    column = STATISTICS[known_name(statistic, STATISTICS, "statistic")]
    results = suite.results
    table = results[FINE_VALUES] if len(results[FINE_VALUES]) else results[VALUES]
    for series in algorithms_of(suite):
        values = table.where(algorithm=series.label, dimension=dimension, function=function)
        columns = ("p25", "median", "p75") if statistic == "median" else (column,)
        rows = _changes(values, column, columns)
        if not len(rows):
            continue
        budgets, drawn = values.budget[rows], drawn_values(suite, getattr(values, column)[rows])
        if bands and statistic == "median":
            low, high = (drawn_values(suite, q[rows]) for q in (values.p25, values.p75))
            yield Band(series.key, budgets, low, high, steps=True)
        notes = _value_notes(values, rows, drawn) if statistic == "median" else ()
        yield Line(series.key, budgets, drawn, steps=True, notes=notes)


def _changes(values: ValueStatistics, column: str, columns: Sequence[str]) -> Int:
    """Return the rows of one problem at which a step begins, and the last one."""
    rows = np.flatnonzero(np.isfinite(getattr(values, column)))
    differ = np.zeros(len(rows), dtype=bool)
    differ[:1] = differ[-1:] = True
    for name in columns:
        heights = getattr(values, name)[rows]
        differ[1:] |= heights[1:] != heights[:-1]
    found: Int = rows[differ]
    return found


def _value_notes(values: ValueStatistics, rows: Int, drawn: Float) -> tuple[str, ...]:
    """Return what is told of the points of a curve; nothing if there is nothing to say of any."""
    median, ended = values.median[rows], values.ended[rows]
    said = (median < drawn) | (ended > 0)
    if not said.any():
        return ()
    notes = np.full(len(rows), "", dtype=object)
    told = (median, drawn, ended, values.runs[rows])
    notes[said] = [_value_note(*row) for row in zip(*(c[said].tolist() for c in told), strict=True)]
    return tuple(notes.tolist())


def _value_note(median: float, drawn: float, over: int, runs: int) -> str:
    """Say what a point of a curve leaves open: values below the axis, runs that are over."""
    below = f"on the floor of the axis for {number(median)}" if median < drawn else ""
    ended = f"{over} of {runs} runs had ended" if over else ""
    return "\n".join(note for note in (below, ended) if note)


def _convergence_told(suite: SuiteReport, statistic: str = "median") -> Told:
    reading = f"{statistic.replace('-', ' ')} {{y}} after {{x}}·D {suite.evaluations_word}"
    return Told(reading, "quartiles {low} to {high}")


def convergence(
    suite: SuiteReport,
    *,
    dimension: int,
    function: int,
    statistic: str = "median",
    bands: bool = True,
) -> Figure:
    """Describe quality against budget: the median with quartiles, the mean or the geometric mean."""
    marks = tuple(_convergence_marks(suite, dimension, function, statistic=statistic, bands=bands))
    told = _convergence_told(suite, statistic)
    panel = Panel("", *quality_axes(suite, marks), marks, told=told)
    other = "" if statistic == "median" else f", {statistic.replace('-', ' ')}"
    if statistic == "geometric-mean" and not marks:
        other += ", not defined for negative values"
    title = function_title(suite, function, f"D = {dimension}{other}")
    return Figure(title, algorithms_of(suite), (panel,))


def convergence_functions(suite: SuiteReport, *, dimension: int, bands: bool = True) -> Figure:
    """Describe the median quality against the budget on every function."""
    return function_panels(
        suite,
        lambda function: list(_convergence_marks(suite, dimension, function, bands=bands)),
        lambda marks: quality_axes(suite, marks, short=True),
        series=algorithms_of(suite),
        told=_convergence_told(suite),
        title=f"{suite.name}, D = {dimension}",
    )


# ------------------------------------------------------------------ expected runtime against target


def _ert_marks(suite: SuiteReport, dimension: int, function: int, *, bands: bool) -> Iterator[Mark]:
    for series in algorithms_of(suite):
        where = {"algorithm": series.label, "dimension": dimension, "function": function}
        table = suite.results[ERT].where(**where)
        keep = np.isfinite(table.ert) & (table.target > 0)
        if not keep.any():
            continue
        x, y = table.target[keep], table.ert[keep] / dimension
        if bands and ERT_INTERVAL in suite.results:
            chosen = suite.results[ERT_INTERVAL].where(**where)
            sure = keep & np.isfinite(chosen.low) & np.isfinite(chosen.high)
            low, high = (end[sure] / dimension for end in (chosen.low, chosen.high))
            yield Band(series.key, table.target[sure], low, high)
        counts = zip(table.successes[keep].tolist(), table.runs[keep].tolist(), strict=True)
        notes = tuple(f"{successes} of {runs} runs" for successes, runs in counts)
        yield Line(series.key, x, y, notes=notes)
        yield Points(series.key, x[-1:], y[-1:], size=1.3, notes=notes[-1:])


ERT_TOLD = Told("ERT/D {y} to reach {x}", SURE)


def _ert_axes(marks: Sequence[Mark], titles: tuple[str, str]) -> tuple[Axis, Axis]:
    xs, ys = extent(marks)
    return log_axis(titles[0], xs, 0.1, reverse=True), log_axis(titles[1], ys, 0.15)


def ert(suite: SuiteReport, *, dimension: int, function: int, bands: bool = False) -> Figure:
    """Describe the expected runtime against the target."""
    marks = tuple(_ert_marks(suite, dimension, function, bands=bands))
    titles = f"target {suite.scale_word}", "ERT / dimension"
    panel = Panel("", *_ert_axes(marks, titles), marks, told=ERT_TOLD)
    title = function_title(suite, function, f"D = {dimension}")
    return Figure(title, algorithms_of(suite), (panel,))


def ert_functions(suite: SuiteReport, *, dimension: int, bands: bool = False) -> Figure:
    """Describe the expected runtime against the target on every function."""
    return function_panels(
        suite,
        lambda function: list(_ert_marks(suite, dimension, function, bands=bands)),
        lambda marks: _ert_axes(marks, (f"target {suite.scale_word}", "ERT / D")),
        series=algorithms_of(suite),
        told=ERT_TOLD,
        title=f"{suite.name}, D = {dimension}",
    )
