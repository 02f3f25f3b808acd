"""Scaling with the dimension, of one function or a panel for each, and with the number of constraints."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from optimeter._arrays import Float
from optimeter.exceptions import DataError
from optimeter.measures import Scaling
from optimeter.measures.of_parts import SCALING, SCALING_INTERVAL
from optimeter.measures.of_suites import LEADERS, REFERENCE_SCALING
from optimeter.problems import known_suite, suite_info
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import ranges
from optimeter.reports.figures.common import (
    GUIDE,
    SURE,
    algorithms_of,
    function_panels,
    function_title,
    guides,
    meant,
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

__all__ = ["families", "scaling", "scaling_constraints", "scaling_functions"]

NUMBERED = 7  # algorithms up to which successes can be read
LIGHT = 0.4  # opacity of the longest runs
SURE_LEAD = 0.01  # p-value, corrected, from which on a star is drawn


@dataclass(frozen=True, slots=True)
class _Along:
    """What expected runtimes are drawn against.

    Attributes
    ----------
    chosen : mapping
        The rows of a table of expected runtimes that are drawn, by its index.
    functions : tuple of int
        Those of them that are drawn; none: all.
    places : callable
        Returns where the rows of such a table stand on the x-axis.
    word : str
        What is said of a place, ``{x}``.
    """

    chosen: Mapping[str, Any]
    functions: tuple[int, ...]
    places: Callable[[Scaling], Float]
    word: str

    @property
    def told(self) -> Told:
        return Told(f"{self.word}: ERT/D {{y}}", SURE)

    def rows(self, table: Scaling, **more: Any) -> Scaling:
        """Return the rows of a table that are drawn, from left to right."""
        found = table.where(**self.chosen, **more)
        found = found.select(function=self.functions) if self.functions else found
        places = self.places(found)
        if (places[1:] >= places[:-1]).all():
            return found
        return found.take(np.argsort(places, kind="stable"))


def _dimensions_of(function: int) -> _Along:
    """Return the dimensions of a function to draw along."""
    places = lambda table: table.dimension.astype(np.float64)  # noqa: E731
    return _Along({"function": function}, (), places, "D = {x}")


def _targets(suite: SuiteReport) -> list[float]:
    """Return the targets of the scaling figures, easy to hard."""
    return sorted(suite.results[SCALING].entries("target"), reverse=True)


def _chosen_target(suite: SuiteReport, target: float | None) -> float:
    """Return the target drawn: the hardest one unless another is asked for."""
    values = _targets(suite)
    if target is None:
        return values[-1]
    return meant(target, values, "scaling data for the target", suite.target_text)


def _curve(key: str, table: Scaling, along: _Along, *, numbers: bool) -> Iterator[Mark]:
    """Describe one line; open symbols at the longest run where nothing was reached."""
    x = along.places(table)
    reached = np.isfinite(table.ert_per_dimension)
    y = np.where(reached, table.ert_per_dimension, np.nan)
    counts = zip(table.successes.tolist(), table.runs.tolist(), strict=True)
    notes = tuple(f"{successes} of {runs} runs" for successes, runs in counts)
    yield Line(key, x, y, markers=True, notes=notes)
    longest = table.longest_run
    failed = f"{along.word}: never reached; longest run {{y}}·D"
    yield Points(key, x[~reached], longest[~reached], filled=False, reading=failed)
    told = f"{along.word}: longest run {{y}}·D"
    yield Points(
        key, x[reached], longest[reached], size=0.8, filled=False, alpha=LIGHT, reading=told
    )
    if numbers:
        some = reached & (table.successes < table.runs)
        texts = tuple(str(k) for k in table.successes[some].tolist())
        yield Text(key, x[some], y[some], texts, most=NUMBERED)


def _bars(suite: SuiteReport, series: Series, function: int, target: float) -> Mark:
    """Describe the 95 % intervals of the expected runtimes in all dimensions."""
    intervals = suite.results[SCALING_INTERVAL]
    table = intervals.where(algorithm=series.label, function=function, target=target)
    sure = np.isfinite(table.low) & np.isfinite(table.high)
    low, high = (end[sure] / table.dimension[sure] for end in (table.low, table.high))
    return Ranges(series.key, "y", table.dimension[sure], low, high, width=0.7, confidence=True)


def _stars(
    suite: SuiteReport, series: Sequence[Series], function: int, target: float
) -> list[Mark]:
    """Describe stars where one algorithm is surely faster than all others."""
    table = suite.results[LEADERS].where(function=function, target=target)
    table = table.take(table.p_bonferroni < SURE_LEAD)
    marks: list[Mark] = []
    for entry in series:
        led = table.select(algorithm=entry.label)
        if len(led):
            notes = tuple(f"faster than all others, p = {p:.1g}" for p in led.p_bonferroni.tolist())
            places = led.dimension, led.ert / led.dimension
            marks.append(Points(entry.key, *places, marker="star", size=2.2, notes=notes))
    return marks


def _reference(suite: SuiteReport, along: _Along, target: float) -> list[Mark]:
    """Describe the expected runtimes of the reference, behind the others."""
    table = along.rows(suite.results[REFERENCE_SCALING], target=target)
    reached = np.isfinite(table.ert_per_dimension)
    if not reached.any():
        return []
    y = np.where(reached, table.ert_per_dimension, np.nan)
    return [Line(reference_of(suite).key, along.places(table), y, width=2.0, alpha=0.8)]


def _marks(
    suite: SuiteReport,
    series: Sequence[Series],
    along: _Along,
    target: float | None,
    *,
    numbers: bool = False,
) -> list[Mark]:
    """Describe several algorithms to one target, or one algorithm to all (`target` is None)."""
    hardest = _targets(suite)[-1]
    marks = _reference(suite, along, hardest if target is None else target)
    if target is not None:
        for entry in series:
            table = along.rows(suite.results[SCALING], algorithm=entry.label, target=target)
            marks += _curve(entry.key, table, along, numbers=numbers)
        return marks
    table = along.rows(suite.results[SCALING], algorithm=suite.featured[0])
    for entry, value in zip(series, _targets(suite), strict=True):
        part = table.select(target=value)
        if value == hardest:  # failures and lengths are marked for it only
            marks += _curve(entry.key, part, along, numbers=numbers)
        else:
            chosen = part.take(np.isfinite(part.ert_per_dimension))
            curve = _curve(entry.key, chosen, along, numbers=False)
            marks += (mark for mark in curve if isinstance(mark, Line))
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
    along = _dimensions_of(function)
    marks = _marks(suite, series, along, chosen, numbers=True)
    if chosen is not None:
        marks += (_bars(suite, entry, function, chosen) for entry in series if bands)
        marks += _stars(suite, series, function, chosen)
    x, y = _axes(suite, marks, "ERT / dimension")
    panel = Panel("", x, y, (_growth(suite, y), *marks), told=along.told)
    title = function_title(suite, function, _what(suite, chosen))
    return Figure(title, (*_with_reference(suite, series), GUIDE), (panel,), aspect=0.78)


def _what(suite: SuiteReport, target: float | None) -> str:
    """Say what a title has to say of the target or, without one, of the algorithm."""
    return suite.featured[0] if target is None else f"target {suite.target_text(target)}"


def _with_reference(suite: SuiteReport, series: tuple[Series, ...]) -> tuple[Series, ...]:
    return (*series, *((reference_of(suite),) if suite.reference else ()))


def scaling_functions(suite: SuiteReport, *, target: float | None = None) -> Figure:
    """Describe the scaling on every function: one algorithm to all targets, several to one."""
    chosen = _target_drawn(suite, target)
    series = _series(suite, chosen)

    def marks(function: int) -> list[Mark]:
        found = _marks(suite, series, _dimensions_of(function), chosen)
        return found if chosen is None else found + _stars(suite, series, function, chosen)

    figure = function_panels(
        suite,
        marks,
        lambda marks: _axes(suite, marks, "ERT / D"),
        series=(*_with_reference(suite, series), GUIDE),
        told=_dimensions_of(0).told,
        title=f"{suite.name}, {_what(suite, chosen)}",
    )
    return figure.behind((_growth(suite, figure.panels[0].y),))


def scaling_constraints(
    suite: SuiteReport, *, dimension: int, target: float | None = None
) -> Figure:
    """Describe ERT/D against the number of constraints, a panel for every objective function."""
    found = families(suite)
    if not found:
        message = f"the problems of {suite.name} have no constraints, or it is not known how many"
        raise DataError(message)
    along = {name: _constraints_of(suite, members, dimension) for name, members in found.items()}
    chosen = _target_drawn(suite, target)
    series = _series(suite, chosen)
    drawn = [_marks(suite, series, one, chosen) for one in along.values()]
    everything = [mark for marks in drawn for mark in marks]
    across, heights = extent(everything)
    ticks = tuple(np.unique(across).tolist())  # the numbers that occur
    labels = tuple(f"{tick:g}" for tick in ticks)
    x = Axis("number of constraints", ticks[0] / 1.3, ticks[-1] * 1.3, ticks=ticks, labels=labels)
    y = log_axis("ERT / D", heights, 0.3)
    panels = tuple(
        Panel(title, x, y, tuple(marks), told=one.told)
        for (title, one), marks in zip(along.items(), drawn, strict=True)
    )
    alone = f" {panels[0].title}" if len(panels) == 1 else ""
    title = f"{suite.name}{alone}, D = {dimension}, {_what(suite, chosen)}"
    return Figure(title, _with_reference(suite, series), panels, columns=3, aspect=0.78)


def families(suite: SuiteReport) -> dict[str, list[int]]:
    """Return, by title, the functions that differ in their constraints alone; none without any."""
    info = known_suite(suite.settings.name.partition("+")[0])
    members: dict[str, list[int]] = {}
    for function in info.functions if info is not None and info.constrained else ():
        if function.number in suite.functions:
            members.setdefault(function.name.partition(",")[0], []).append(function.number)
    return {f"f{ranges(found)} {name}": found for name, found in members.items()}


def _constraints_of(suite: SuiteReport, functions: list[int], dimension: int) -> _Along:
    """Return the numbers of constraints of functions to draw along."""
    info = suite_info(suite.settings.name.partition("+")[0])

    def places(table: Scaling) -> Float:
        counts = [info.number_of_constraints(f, dimension) for f in table.function.tolist()]
        return np.array(counts, dtype=np.float64)

    return _Along({"dimension": dimension}, tuple(functions), places, "{x} constraints")
