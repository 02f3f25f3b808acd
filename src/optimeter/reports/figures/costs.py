"""The profiles of derivative-free optimization: performance, data and log-ratio profiles."""

from dataclasses import replace

import numpy as np

from optimeter.exceptions import DataError
from optimeter.measures import Steps
from optimeter.measures.of_suites import COSTS
from optimeter.measures.profiles import ProfileKind, log_ratios_of, profiles_of
from optimeter.measures.relative_costs import RelativeCosts
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number, percent
from optimeter.reports.figures.common import FRAME, algorithms_of, stepped, suite_title
from optimeter.reports.figures.description import (
    Axis,
    End,
    Figure,
    Line,
    Mark,
    Panel,
    Points,
    Rule,
    Told,
    log_axis,
    value_axis,
)
from optimeter.reports.figures.pairs import pair_of

__all__ = ["data_profile", "log_ratio", "performance_profile"]

TOLERANCE = 1e-4  # drawn where none is given


def performance_profile(
    suite: SuiteReport,
    *,
    dimension: int | None = None,
    tolerance: float = TOLERANCE,
    returned: bool = False,
) -> Figure:
    """Describe the shares of problems solved at most x times as slowly as by the best algorithm."""
    title = "evaluations / those of the fastest"
    return _profile(suite, "performance", title, dimension, tolerance, returned=returned)


def data_profile(
    suite: SuiteReport,
    *,
    dimension: int | None = None,
    tolerance: float = TOLERANCE,
    returned: bool = False,
) -> Figure:
    """Describe the shares of problems solved within x times dimension plus one evaluations."""
    title = f"{suite.evaluations_word} / (dimension + 1)"
    return _profile(suite, "data", title, dimension, tolerance, returned=returned)


def _profile(
    suite: SuiteReport,
    kind: ProfileKind,
    title: str,
    dimension: int | None,
    tolerance: float,
    *,
    returned: bool,
) -> Figure:
    costs = _costs(suite)
    shown = _shown(suite, costs, dimension)
    curves = profiles_of(costs, kind, tolerance, returned=returned, dimension=shown)
    known = {curve.algorithm: curve for curve in curves}
    series = algorithms_of(suite, [name for name in suite.featured if name in known])
    places = [x for curve in curves for x in curve.steps.x.tolist()]
    x = log_axis(title, places if kind == "data" else [1.0, *places], 0.1)
    if kind == "performance":
        x = Axis(title, 1.0, x.high)
    marks: list[Mark] = []
    for entry in series:
        curve = known[entry.label]
        marks.append(_risen(entry.key, curve.steps, x))
        height = curve.steps.limit
        marks.append(End(entry.key, height, f"{percent(height)}  {entry.label}"))
    reading = "{y} of the problems at {x}"
    panel = Panel("", x, Axis("problems solved", scale="share"), tuple(marks), told=Told(reading))
    words = _words(suite, costs, shown, tolerance, returned=returned)
    return Figure(words, series, (panel,), aspect=0.62)


def _risen(series: str, steps: Steps, x: Axis) -> Line:
    """Return a profile across its axis: it rises from 0, and stays there if nothing is solved."""
    whole = Steps(np.append(x.low, steps.x), np.append(0.0, steps.y))
    return stepped(series, whole, x.low, x.high)


def log_ratio(
    suite: SuiteReport,
    *,
    dimension: int | None = None,
    pair: tuple[str, str] | None = None,
    tolerance: float = TOLERANCE,
    returned: bool = False,
) -> Figure:
    """Describe how many times more evaluations one algorithm needs than another, by problem."""
    one, other = pair_of(suite, pair)
    costs = _costs(suite)
    shown = _shown(suite, costs, dimension)
    table = log_ratios_of(costs, one, other, tolerance, returned=returned)
    if shown is not None:
        table = table.select(dimension=shown)
    if not len(table):
        message = f"neither {one} nor {other} solves a problem to the tolerance {tolerance:g}"
        raise DataError(message)
    finite = table.log_ratio[np.isfinite(table.log_ratio)]
    edge = 1.25 * float(np.max(np.abs(finite), initial=1.0))  # where those are that one fails on
    heights = np.clip(table.log_ratio, -edge, edge)
    place = np.arange(1, len(table) + 1)
    marks: list[Mark] = [Rule(FRAME.key, "y", [0.0])]
    series = algorithms_of(suite, [one, other])
    faster = np.where(heights < 0, 0, 1)
    rows = zip(table.function.tolist(), table.dimension.tolist(), strict=True)
    names = [f"f{function}, D = {d}" for function, d in rows]
    for index, entry in enumerate(series):
        mine = (faster == index) & (heights != 0) if index == 0 else faster == index
        if mine.any():
            notes = tuple(name for name, own in zip(names, mine.tolist(), strict=True) if own)
            marks.append(Points(entry.key, place[mine], heights[mine], notes=notes))
    drawn = {mark.series for mark in marks}
    series = tuple(entry for entry in series if entry.key in drawn)
    x = _places_axis("problem, in the order of the ratio", len(table))
    y = value_axis(f"log₂ of {one} / {other}", [-edge, edge])
    words = _words(suite, costs, shown, tolerance, returned=returned)
    panel = Panel("", x, y, tuple(marks), told=Told("log₂ of the ratio: {y}"))
    return Figure(words, (*series, FRAME), (panel,), aspect=0.62)


def _places_axis(title: str, count: int) -> Axis:
    """Return the axis of places 1, 2, …, with ticks at places only."""
    axis = value_axis(title, [0.0, count + 1.0])
    ticks = tuple(tick for tick in axis.ticks if 1 <= tick <= count and tick == round(tick))
    return replace(axis, ticks=ticks, labels=tuple(f"{tick:.0f}" for tick in ticks))


def _costs(suite: SuiteReport) -> RelativeCosts:
    costs = suite.results[COSTS]
    if not len(costs):
        message = f"no costs of {suite.name} to draw profiles of"
        raise DataError(message)
    return costs


def _shown(suite: SuiteReport, costs: RelativeCosts, dimension: int | None) -> int | None:
    """Return the dimension that is drawn; None for all of a set that is pooled."""
    if dimension is None and not costs.pooled:
        return suite.main_dimension
    return dimension


def _words(
    suite: SuiteReport,
    costs: RelativeCosts,
    dimension: int | None,
    tolerance: float,
    *,
    returned: bool,
) -> str:
    where = "pooled over dimensions" if dimension is None else f"D = {dimension}"
    judged = ", by the returned point" if returned else ""
    count = costs.costs(tolerance)[1]
    problems = len(count) if dimension is None else int(np.sum(count == dimension))
    return (
        f"{suite_title(suite, where)}, {problems} problem{'s' * (problems > 1)}, "
        f"tolerance {number(tolerance)}{judged}"
    )
