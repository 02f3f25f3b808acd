"""Single runs on one function: their convergence, mass and density of runtimes and values."""

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from optimeter.exceptions import DataError
from optimeter.measures import Density, DensityCurve, ProbabilityMass
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number
from optimeter.reports.figures.common import (
    algorithms_of,
    drawn_values,
    function_title,
    quality_axis,
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
    log_axis,
)

__all__ = ["runtime_density", "single_runs", "value_density"]

FLOOR = 1e-12
PARTS = (0.1, 0.05, 0.02, 0.01)  # of a decade, in which a density gives the share of runs


def single_runs(suite: SuiteReport, *, dimension: int, function: int) -> Figure:
    """Describe the best value of every single run against the budget."""
    marks: list[Mark] = []
    for series in algorithms_of(suite):
        table = suite.parts[series.label].run_values
        table = table.select(dimension=dimension, function=function)
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
    xs, ys = extent(marks)
    title = f"best {suite.value_word}"
    panel = Panel(
        "",
        log_axis(f"{suite.evaluations_word} / dimension", xs),
        quality_axis(suite, title, ys),
        tuple(marks),
        told=Told(f"a run at {{y}} after {{x}}·D {suite.evaluations_word}"),
    )
    title = function_title(suite, function, f"D = {dimension}, single runs")
    return Figure(title, algorithms_of(suite), (panel,))


def runtime_density(
    suite: SuiteReport, *, dimension: int, function: int, target: float | None = None
) -> Figure:
    """Describe mass and density of runtimes to a target; else the hardest that some runs reach."""
    curves = _curves(suite, "runtime_densities", dimension, function)
    reached = [c.at for c in curves if c.has_density]
    wanted = target if target is not None else min(reached, default=max(c.at for c in curves))
    x = f"{suite.evaluations_word} / dimension"
    where = f"D = {dimension}, target {suite.target_text(wanted)}"
    return _figure(suite, curves, wanted, (x, function_title(suite, function, where)), "target")


def value_density(
    suite: SuiteReport, *, dimension: int, function: int, budget: float | None = None
) -> Figure:
    """Describe mass and density of the best values at a budget; else at the end of the runs."""
    curves = _curves(suite, "value_densities", dimension, function)
    wanted = np.inf if budget is None else budget
    when = "end of runs" if np.isinf(wanted) else f"{number(wanted)}·D evaluations"
    title = function_title(suite, function, f"D = {dimension}, {when}")
    return _figure(suite, curves, wanted, (f"best {suite.scale_word}", title), "budget")


def _curves(
    suite: SuiteReport,
    kind: Literal["runtime_densities", "value_densities"],
    dimension: int,
    function: int,
) -> list[DensityCurve]:
    """Return the curves of the featured algorithms; an error if there are none."""
    found = [
        curve
        for series in algorithms_of(suite)
        for curve in getattr(suite.parts[series.label], kind)
        if (curve.dimension, curve.function) == (dimension, function)
    ]
    if not found:
        message = f"no distribution of single runs on function {function} in dimension {dimension}"
        raise DataError(message)
    return found


def _figure(
    suite: SuiteReport,
    curves: Sequence[DensityCurve],
    wanted: float,
    words: tuple[str, str],
    what: str,
) -> Figure:
    shown = [c for c in curves if c.at == wanted or np.isclose(c.at, wanted, rtol=1e-6)]
    if not shown:
        known = ", ".join(number(at) for at in sorted({c.at for c in curves}, reverse=True))
        message = f"no density for the {what} {wanted!r}; accepted: {known}"
        raise DataError(message)
    keys = {series.label: series.key for series in algorithms_of(suite)}
    densities = [curve.density for curve in shown]
    highest = max((float(d.y.max()) for d in densities if d is not None), default=1.0)
    per = next((part for part in PARTS if highest * part <= 1), PARTS[-1])
    marks = [
        mark
        for curve, density in zip(shown, densities, strict=True)
        for mark in _marks(keys[curve.algorithm], density, curve.mass, per)
    ]
    xs = extent(marks)[0]
    reading = "{y} of runs at {x}"
    y = Axis(f"runs; curves: in {per:g} decades", scale="share")
    panel = Panel(
        "",
        log_axis(words[0], xs, 0.1),
        y,
        tuple(marks),
        told=Told(reading),
    )
    return Figure(words[1], algorithms_of(suite), (panel,))


def _marks(key: str, density: Density | None, mass: ProbabilityMass, per: float) -> Iterator[Mark]:
    if density is not None:
        keep = density.y * per > 1e-4
        yield Line(key, density.x[keep], np.minimum(density.y[keep] * per, 1.0))
    shown = (mass.value > 0) & np.isfinite(mass.value)
    if shown.any():
        yield Points(key, np.maximum(mass.value[shown], FLOOR), mass.share[shown], size=0.7)
