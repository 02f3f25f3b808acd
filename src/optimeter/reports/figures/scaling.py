"""Scaling with the dimension: one function, or a panel for each."""

from collections.abc import Iterator, Sequence

import numpy as np

from optimeter.exceptions import UnknownNameError
from optimeter.measures import Scaling
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.figures.common import (
    GUIDE,
    SURE,
    algorithms_of,
    function_panels,
    function_title,
    guides,
    spread,
)
from optimeter.reports.figures.description import (
    Axis,
    Figure,
    Line,
    Mark,
    Panel,
    Points,
    Ranges,
    Series,
    Text,
    Told,
    extent,
    log_axis,
)

__all__ = ["scaling", "scaling_functions"]

NUMBERED = 7  # algorithms up to which successes can be read
TOLD = Told("D = {x}: ERT/D {y}", SURE)


def _targets(suite: SuiteReport) -> list[float]:
    """Return the targets of the scaling figures, easy to hard."""
    known = (part.scaling.target.tolist() for part in suite.parts.values())
    return sorted({float(value) for values in known for value in values}, reverse=True)


def _chosen_target(suite: SuiteReport, target: float | None) -> float:
    """Return the target drawn: the hardest one unless another is asked for."""
    values = _targets(suite)
    if target is None:
        return values[-1]
    for value in values:
        if np.isclose(value, target, rtol=1e-6):
            return value
    shown = ", ".join(suite.target_text(v) for v in values)
    message = f"no scaling data for target {target!r}; targets are {shown}"
    raise UnknownNameError(message)


def _curve(key: str, table: Scaling, *, numbers: bool) -> Iterator[Mark]:
    """Describe one line; open symbols at the longest run where nothing was reached."""
    table = table.take(np.argsort(table.dimension))
    reached = np.isfinite(table.ert_per_dimension)
    y = np.where(reached, table.ert_per_dimension, np.nan)
    counts = zip(table.successes.tolist(), table.runs.tolist(), strict=True)
    notes = tuple(f"{successes} of {runs} runs" for successes, runs in counts)
    yield Line(key, table.dimension, y, markers=True, notes=notes)
    never, longest = table.dimension[~reached], table.longest_run[~reached]
    failed = "D = {x}: never reached; longest run {y}·D"
    yield Points(key, never, longest, filled=False, reading=failed)
    if numbers:
        some = reached & (table.successes < table.runs)
        texts = tuple(str(k) for k in table.successes[some].tolist())
        yield Text(key, table.dimension[some], y[some], texts, most=NUMBERED)


def _bars(suite: SuiteReport, series: Series, function: int, target: float) -> Mark:
    """Describe the 95 % intervals of the expected runtimes."""
    intervals = suite.parts[series.label].scaling_interval
    table = intervals.select(function=function, target=target)
    sure = np.isfinite(table.low) & np.isfinite(table.high)
    low, high = (end[sure] / table.dimension[sure] for end in (table.low, table.high))
    return Ranges(series.key, "y", table.dimension[sure], low, high, width=0.7, confidence=True)


def _marks(
    suite: SuiteReport, series: Sequence[Series], function: int, target: float | None, **show: bool
) -> list[Mark]:
    """Describe several algorithms to one target, or one algorithm to all (`target` is None)."""
    marks: list[Mark] = []
    numbers = show.get("numbers", True)
    if target is not None:
        for entry in series:
            table = suite.parts[entry.label].scaling.select(function=function, target=target)
            marks += _curve(entry.key, table, numbers=numbers)
            if show.get("bands"):
                marks.append(_bars(suite, entry, function, target))
        return marks
    table = suite.parts[suite.featured[0]].scaling.select(function=function)
    values = _targets(suite)
    for entry, value in zip(series, values, strict=True):
        part = table.select(target=value)
        hardest = value == values[-1]  # failures are marked for it only
        chosen = part if hardest else part.take(np.isfinite(part.ert_per_dimension))
        marks += _curve(entry.key, chosen, numbers=hardest and numbers)
    return marks


def _axes(suite: SuiteReport, marks: Sequence[Mark], title: str) -> tuple[Axis, Axis]:
    dimensions = suite.dimensions
    ticks, labels = tuple(float(d) for d in dimensions), tuple(str(d) for d in dimensions)
    x = Axis("dimension", ticks[0] / 1.3, ticks[-1] * 1.3, ticks=ticks, labels=labels)
    return x, log_axis(title, extent(marks)[1], 0.3)


def _growth(suite: SuiteReport, y: Axis) -> Mark:
    """Describe the lines of quadratic growth."""
    first, last = suite.dimensions[0], suite.dimensions[-1]
    low, high = int(np.floor(np.log10(y.low))) - 3, int(np.ceil(np.log10(y.high))) + 1
    return guides(((first, 10.0**k), (last, 10.0**k * last / first)) for k in range(low, high))


def _series(suite: SuiteReport, target: float | None) -> tuple[Series, ...]:
    if target is not None:
        return algorithms_of(suite)
    return tuple(spread("target", [suite.target_text(value) for value in _targets(suite)]))


def _target_drawn(suite: SuiteReport, target: float | None) -> float | None:
    """Return the target of several algorithms; None: one algorithm, all targets."""
    alone = len(suite.featured) == 1 and target is None
    return None if alone else _chosen_target(suite, target)


def scaling(
    suite: SuiteReport, *, function: int, target: float | None = None, bands: bool = False
) -> Figure:
    """Describe ERT/D against D on one function: one algorithm to all targets, several to one."""
    chosen = _target_drawn(suite, target)
    series = _series(suite, chosen)
    marks = _marks(suite, series, function, chosen, bands=bands)
    x, y = _axes(suite, marks, "ERT / dimension")
    rest = suite.featured[0] if chosen is None else f"target {suite.target_text(chosen)}"
    panel = Panel("", x, y, (_growth(suite, y), *marks), told=TOLD)
    title = function_title(suite, function, rest)
    return Figure(title, (*series, GUIDE), (panel,), aspect=0.78)


def scaling_functions(suite: SuiteReport, *, target: float | None = None) -> Figure:
    """Describe the scaling on every function: one algorithm to all targets, several to one."""
    chosen = _target_drawn(suite, target)
    series = _series(suite, chosen)
    figure = function_panels(
        suite,
        lambda function: _marks(suite, series, function, chosen, numbers=False),
        lambda marks: _axes(suite, marks, "ERT / D"),
        series=(*series, GUIDE),
        told=TOLD,
        title=f"{suite.name}, "
        + (suite.featured[0] if chosen is None else f"target {suite.target_text(chosen)}"),
    )
    return figure.behind((_growth(suite, figure.panels[0].y),))
