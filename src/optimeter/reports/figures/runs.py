"""Single runs on one function: their convergence, mass and density of runtimes and values."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from optimeter._arrays import Float
from optimeter.exceptions import DataError
from optimeter.measures import Density, DensityCurve, ProbabilityMass, common_edges
from optimeter.measures.of_parts import RUN_TIMES, RUN_VALUES, RUNTIME_DENSITIES, VALUE_DENSITIES
from optimeter.measures.registry import PartResult
from optimeter.measures.single_runs import SampleDensities
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number
from optimeter.reports.figures.common import (
    algorithms_of,
    drawn_values,
    function_title,
    meant,
    quality_axes,
)
from optimeter.reports.figures.description import (
    Axis,
    Figure,
    Line,
    Mark,
    Panel,
    Points,
    Told,
    extent,
    floored_axis,
    log_axis,
)

__all__ = [
    "instances",
    "runtime_density",
    "runtime_histogram",
    "single_runs",
    "value_density",
    "value_histogram",
]

HIGHEST = 1.05  # of an axis of shares: a point at 100 % is not cut by the frame
PARTS = (0.1, 0.05, 0.02, 0.01)  # of a decade, in which a density gives the share of runs


def single_runs(suite: SuiteReport, *, dimension: int, function: int) -> Figure:
    """Describe the best value of every single run against the budget."""
    marks: list[Mark] = []
    for series in algorithms_of(suite):
        where = {"algorithm": series.label, "dimension": dimension, "function": function}
        table = suite.results[RUN_VALUES].where(**where)
        if not len(table):
            continue
        width = len(np.unique(table.budget))
        x, y = table.budget.reshape(-1, width), table.value.reshape(-1, width)
        ended = table.ended.reshape(-1, width)
        over = np.hstack([np.zeros((len(x), 1), bool), ended[:, :-1]])  # at the budget before
        shown = np.isfinite(y) & ~over
        y = np.where(shown, drawn_values(suite, y), np.nan)
        gap = np.full((len(x), 1), np.nan)  # between one run and the next
        if shown.any():
            along, values = np.hstack([x, x[:, -1:]]), np.hstack([y, gap])
            places = along.reshape(-1), values.reshape(-1)
            marks.append(Line(series.key, *places, steps=True, width=0.6, alpha=0.55))
    told = Told(f"a run at {{y}} after {{x}}·D {suite.evaluations_word}")
    panel = Panel("", *quality_axes(suite, marks), tuple(marks), told=told)
    title = function_title(suite, function, f"D = {dimension}, single runs")
    return Figure(title, algorithms_of(suite), (panel,))


def runtime_density(
    suite: SuiteReport, *, dimension: int, function: int, target: float | None = None
) -> Figure:
    """Describe mass and density of runtimes to a target; else the hardest that some runs reach."""
    return _densities(suite, *_runtimes(suite, dimension, function, target))


def value_density(
    suite: SuiteReport, *, dimension: int, function: int, budget: float | None = None
) -> Figure:
    """Describe mass and density of the best values at a budget; else at the end of the runs."""
    return _densities(suite, *_values(suite, dimension, function, budget))


def runtime_histogram(
    suite: SuiteReport, *, dimension: int, function: int, target: float | None = None
) -> Figure:
    """Describe how many runs take how long to a target; else the hardest that some runs reach."""
    return _histograms(suite, *_runtimes(suite, dimension, function, target))


def value_histogram(
    suite: SuiteReport, *, dimension: int, function: int, budget: float | None = None
) -> Figure:
    """Describe how many runs have which best value at a budget; else at the end of the runs."""
    return _histograms(suite, *_values(suite, dimension, function, budget))


Words = tuple[str, str]  # of the x-axis, and the title


def _runtimes(
    suite: SuiteReport, dimension: int, function: int, target: float | None
) -> tuple[list[DensityCurve], Words]:
    """Return the runtimes to one target."""
    curves = _curves(suite, RUNTIME_DENSITIES, dimension, function)
    reached = [c.at for c in curves if c.has_density]
    wanted = target if target is not None else min(reached, default=max(c.at for c in curves))
    target_words = f"target {suite.target_text(wanted)}"
    x = f"{suite.evaluations_word} / dimension to {target_words}"
    where = f"D = {dimension}, {target_words}"
    return _chosen(curves, wanted, "target"), (x, function_title(suite, function, where))


def _values(
    suite: SuiteReport, dimension: int, function: int, budget: float | None
) -> tuple[list[DensityCurve], Words]:
    """Return the best values at one budget."""
    curves = _curves(suite, VALUE_DENSITIES, dimension, function)
    wanted = np.inf if budget is None else budget
    ended = np.isinf(wanted)
    when = "end of runs" if ended else f"{number(wanted)}·D evaluations"
    title = function_title(suite, function, f"D = {dimension}, {when}")
    x = f"best {suite.scale_word}, {'end of runs' if ended else f'after {number(wanted)}·D'}"
    return _chosen(curves, wanted, "budget"), (x, title)


def _curves(
    suite: SuiteReport,
    source: PartResult[SampleDensities],
    dimension: int,
    function: int,
) -> list[DensityCurve]:
    """Return the curves of the featured algorithms; an error if there are none."""
    found = [
        curve
        for series in algorithms_of(suite)
        for curve in suite.results[source].where(
            algorithm=series.label, dimension=dimension, function=function
        )
    ]
    if not found:
        message = f"no distribution of single runs on function {function} in dimension {dimension}"
        raise DataError(message)
    return found


def _chosen(curves: Sequence[DensityCurve], wanted: float, what: str) -> list[DensityCurve]:
    """Return the curves of one target or budget."""
    at = meant(wanted, (c.at for c in curves), f"density for the {what}")
    return [c for c in curves if c.at == at]


def _zero_of(curves: Sequence[DensityCurve]) -> float:
    """Return where numbers that are not positive stand: a decade below the others; 0 if none are."""
    together = np.concatenate([curve.sample for curve in curves])
    together = together[np.isfinite(together)]
    if not (together <= 0).any():
        return 0.0
    return float(together[together > 0].min(initial=1.0)) / 10.0


def _number_axis(title: str, values: Float, zero: float) -> Axis:
    """Return the axis of runtimes or values; its left end stands for zero, if some are."""
    if not zero:
        return log_axis(title, values, 0.1)
    axis = floored_axis(title, np.append(zero, values), zero)
    return replace(axis, labels=("0", *axis.labels[1:]))


def _histograms(suite: SuiteReport, shown: Sequence[DensityCurve], words: Words) -> Figure:
    keys = {series.label: series.key for series in algorithms_of(suite)}
    zero = _zero_of(shown)
    marks: list[Mark] = []
    some = [c for c in shown if ((c.sample > 0) & np.isfinite(c.sample)).any()]
    edges = common_edges(some) if some else np.array([1.0, 10.0])
    for curve in shown:
        if curve in some:
            counts = curve.histogram(edges).counts / curve.runs
            x = np.concatenate([edges[:1], edges])
            marks.append(
                Line(keys[curve.algorithm], x, np.concatenate([[0.0], counts, [0.0]]), steps=True)
            )
        nothing = float((curve.sample <= 0).mean())
        if nothing:
            marks.append(Points(keys[curve.algorithm], [zero], [nothing]))
    y = Axis("runs", high=HIGHEST, scale="share")
    panel = Panel(
        "",
        _number_axis(words[0], edges, zero),
        y,
        tuple(marks),
        told=Told("{y} of runs from {x} on"),
    )
    return Figure(words[1], algorithms_of(suite), (panel,))


def _densities(suite: SuiteReport, shown: Sequence[DensityCurve], words: Words) -> Figure:
    zero = _zero_of(shown)
    keys = {series.label: series.key for series in algorithms_of(suite)}
    densities = [curve.density for curve in shown]
    highest = max((float(d.y.max()) for d in densities if d is not None), default=1.0)
    per = next((part for part in PARTS if highest * part <= 1), PARTS[-1])
    marks = [
        mark
        for curve, density in zip(shown, densities, strict=True)
        for mark in _marks(keys[curve.algorithm], density, curve.mass, per, zero)
    ]
    xs = extent(marks)[0]
    reading = "{y} of runs at {x}"
    y = Axis(f"runs; curves: in {per:g} decades", high=HIGHEST, scale="share")
    panel = Panel(
        "",
        _number_axis(words[0], xs, zero),
        y,
        tuple(marks),
        told=Told(reading),
    )
    return Figure(words[1], algorithms_of(suite), (panel,))


def _marks(
    key: str, density: Density | None, mass: ProbabilityMass, per: float, zero: float
) -> Iterator[Mark]:
    if density is not None:
        keep = density.y * per > 1e-4
        yield Line(key, density.x[keep], np.minimum(density.y[keep] * per, 1.0))
    finite = np.isfinite(mass.value)
    if finite.any():
        x = np.where(mass.value[finite] > 0, mass.value[finite], zero)
        yield Points(key, x, mass.share[finite], size=0.7)


def instances(
    suite: SuiteReport, *, dimension: int, function: int, target: float | None = None
) -> Figure:
    """Describe the runtime of every run by instance; else to the hardest target that some reach."""
    tables = {
        series: suite.results[RUN_TIMES].where(
            algorithm=series.label, dimension=dimension, function=function
        )
        for series in algorithms_of(suite)
    }
    known = {t for table in tables.values() for t in table.target.tolist()}
    if not known:
        message = f"no single runs on function {function} in dimension {dimension}"
        raise DataError(message)
    hit = {
        t for table in tables.values() for t in table.target[np.isfinite(table.runtime)].tolist()
    }
    wanted = min(hit or known) if target is None else target
    near = meant(wanted, known, "runtimes for the target", suite.target_text)
    numbers = sorted({i for table in tables.values() for i in table.instance.tolist()})
    marks: list[Mark] = []
    for place, (series, table) in enumerate(tables.items()):
        here = table.select(target=near)
        aside = 0.7 * ((place + 0.5) / len(tables) - 0.5)
        x = np.searchsorted(numbers, here.instance) + aside
        for reached, look in ((True, "reached after {y}·D"), (False, "not reached in {y}·D")):
            rows = np.isfinite(here.runtime) == reached
            y = (here.runtime if reached else here.length)[rows] / dimension
            notes = tuple(f"instance {i}" for i in here.instance[rows].tolist())
            if rows.any():
                marks.append(
                    Points(series.key, x[rows], y, filled=reached, reading=look, notes=notes)
                )
    labels = tuple(str(number) for number in numbers)
    to = f"target {suite.target_text(near)}"
    every = max(1, -(-len(labels) // 20))
    ticks = tuple(float(k) for k in range(0, len(labels), every))
    panel = Panel(
        "",
        Axis("instance", -0.6, len(labels) - 0.4, "linear", ticks, labels[::every]),
        log_axis(f"{suite.evaluations_word} / dimension to {to}", extent(marks)[1], 0.15),
        tuple(marks),
    )
    where = f"D = {dimension}, {to}"
    return Figure(function_title(suite, function, where), algorithms_of(suite), (panel,))
