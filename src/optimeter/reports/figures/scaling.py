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
    reference_of,
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
LIGHT = 0.4  # opacity of the longest runs
SURE_LEAD = 0.01  # p-value, corrected, from which on a star is drawn
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
    ends, lengths = table.dimension[reached], table.longest_run[reached]
    told = "D = {x}: longest run {y}·D"
    yield Points(key, ends, lengths, size=0.8, filled=False, alpha=LIGHT, reading=told)
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


def _stars(
    suite: SuiteReport, series: Sequence[Series], function: int, target: float
) -> list[Mark]:
    """Describe stars where one algorithm is surely faster than all others."""
    found = suite.comparison.leaders
    if found is None:
        return []
    table = found.select(function=function, target=target)
    table = table.take(table.p_bonferroni < SURE_LEAD)
    marks: list[Mark] = []
    for entry in series:
        led = table.select(algorithm=entry.label)
        if len(led):
            notes = tuple(f"faster than all others, p = {p:.1g}" for p in led.p_bonferroni.tolist())
            places = led.dimension, led.ert / led.dimension
            marks.append(Points(entry.key, *places, marker="star", size=2.2, notes=notes))
    return marks


def _reference(suite: SuiteReport, function: int, target: float) -> list[Mark]:
    """Describe the expected runtimes of the reference, behind the others."""
    if suite.reference_scaling is None:
        return []
    table = suite.reference_scaling.select(function=function, target=target)
    table = table.take(np.argsort(table.dimension))
    reached = np.isfinite(table.ert_per_dimension)
    if not reached.any():
        return []
    y = np.where(reached, table.ert_per_dimension, np.nan)
    return [Line(reference_of(suite).key, table.dimension, y, width=2.0, alpha=0.8)]


def _marks(
    suite: SuiteReport, series: Sequence[Series], function: int, target: float | None, **show: bool
) -> list[Mark]:
    """Describe several algorithms to one target, or one algorithm to all (`target` is None)."""
    hardest = _targets(suite)[-1]
    marks = _reference(suite, function, hardest if target is None else target)
    numbers = show.get("numbers", True)
    if target is not None:
        for entry in series:
            table = suite.parts[entry.label].scaling.select(function=function, target=target)
            marks += _curve(entry.key, table, numbers=numbers)
            if show.get("bands"):
                marks.append(_bars(suite, entry, function, target))
        return marks + _stars(suite, series, function, target)
    table = suite.parts[suite.featured[0]].scaling.select(function=function)
    for entry, value in zip(series, _targets(suite), strict=True):
        part = table.select(target=value)
        if value == hardest:  # failures and lengths are marked for it only
            marks += _curve(entry.key, part, numbers=numbers)
        else:
            chosen = part.take(np.isfinite(part.ert_per_dimension))
            marks += (m for m in _curve(entry.key, chosen, numbers=False) if isinstance(m, Line))
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
    return Figure(title, _with_reference(suite, series), (panel,), aspect=0.78)


def _with_reference(suite: SuiteReport, series: tuple[Series, ...]) -> tuple[Series, ...]:
    return (*series, *((reference_of(suite),) if suite.reference else ()), GUIDE)


def scaling_functions(suite: SuiteReport, *, target: float | None = None) -> Figure:
    """Describe the scaling on every function: one algorithm to all targets, several to one."""
    chosen = _target_drawn(suite, target)
    series = _series(suite, chosen)
    figure = function_panels(
        suite,
        lambda function: _marks(suite, series, function, chosen, numbers=False),
        lambda marks: _axes(suite, marks, "ERT / D"),
        series=_with_reference(suite, series),
        told=TOLD,
        title=f"{suite.name}, "
        + (suite.featured[0] if chosen is None else f"target {suite.target_text(chosen)}"),
    )
    return figure.behind((_growth(suite, figure.panels[0].y),))
