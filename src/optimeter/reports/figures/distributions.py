"""Distributions over runs, loss ratios."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from optimeter._arrays import Float, Int
from optimeter.exceptions import DataError
from optimeter.measures import Steps
from optimeter.measures.of_parts import BUDGET_PROFILES, QUALITIES, RUN_LENGTHS
from optimeter.measures.of_suites import LOSS_SUMMARY
from optimeter.measures.registry import PartResult
from optimeter.measures.study import FEW
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number, ratio
from optimeter.reports.figures.common import (
    FRAME,
    GUIDE,
    SHADES,
    SHADES_DARK,
    SURE,
    algorithms_of,
    crowd_of,
    interval_band,
    meant,
    one_of,
    set_title,
    spread,
    stepped,
    suite_title,
)
from optimeter.reports.figures.description import (
    Axis,
    Figure,
    Mark,
    Panel,
    Points,
    Ranges,
    Rule,
    Series,
    Text,
    Told,
    extent,
    log_axis,
)

__all__ = ["budget_ecdf", "loss", "quality", "run_lengths", "run_lengths_quality"]

COUNTED = 4  # algorithms up to which numbers of infinite ratios are written


def _curves(
    suite: SuiteReport, source: PartResult[Any], what: str, dimension: int, group: str
) -> list[Any]:
    """Return the curves of a set of functions in one dimension; there is one at least."""
    found = suite.results[source].where(dimension=dimension, group=group)
    curves = list(found.ordered("algorithm", suite.featured))
    if not curves:
        message = f"no {what} for functions {group!r} in dimension {dimension}"
        raise DataError(message)
    return curves


def _series(
    suite: SuiteReport, curves: Sequence[Any], labels: Sequence[str] | None, role: Any
) -> tuple[tuple[Series, ...], list[str]]:
    """Return the series and the key of every curve: algorithms, or what `labels` tell apart."""
    if labels is not None:
        found = tuple(spread(role, labels, SHADES, SHADES_DARK))
        return found, [series.key for series in found]
    algorithms = {series.label: series for series in algorithms_of(suite)}
    return tuple(algorithms.values()), [algorithms[curve.algorithm].key for curve in curves]


def run_lengths(
    suite: SuiteReport,
    *,
    dimension: int,
    group: str = "all",
    target: float | None = None,
    bands: bool = False,
) -> Figure:
    """Describe the share of runs that reached a target; one algorithm: all targets."""
    curves = _curves(suite, RUN_LENGTHS, "run lengths", dimension, group)
    alone = len(suite.featured) == 1 and target is None
    known = {curve.target for curve in curves}
    hardest = min(known)
    if target is not None:
        hardest = meant(target, known, "run lengths to the target", suite.target_text)
    shown = curves if alone else [c for c in curves if c.target == hardest]
    labels = [f"{suite.target_text(c.target)}: {c.solved}/{c.functions}" for c in shown]
    series, keys = _series(suite, shown, labels if alone else None, "target")
    if not alone:
        notes = {c.algorithm: f"{c.solved}/{c.functions} functions" for c in shown}
        series = tuple(replace(entry, note=notes.get(entry.label, "")) for entry in series)
    marks = _behind(suite, dimension, group, hardest)
    for key, curve in zip(keys, shown, strict=True):
        if bands:
            marks += interval_band(key, curve.steps.x, curve.interval(), curve.longest_run)
        marks.append(stepped(key, curve.steps, 1e-300, curve.longest_run))
        marks.append(Rule(key, "x", [curve.longest_run]))
    longest = max(curve.longest_run for curve in curves)
    x = Axis(f"{suite.evaluations_word} / dimension", 1.0, max(longest, 10) * 10**0.1)
    y = Axis("runs that reached the target", scale="share")
    rest = "" if alone else f", target {suite.target_text(hardest)}"
    title = f"{suite.name}, {set_title(suite, group)}, D = {dimension}{rest}"
    panel = Panel("", x, y, tuple(marks), told=Told("{y} of runs within {x}·D", SURE))
    return Figure(title, (*series, *crowd_of(suite)), (panel,))


def _behind(suite: SuiteReport, dimension: int, group: str, target: float) -> list[Mark]:
    """Describe the algorithms behind, those of the background and of a crowd, to one target."""
    keys = {series.label: series.key for series in crowd_of(suite)}
    found = suite.results[RUN_LENGTHS].where(dimension=dimension, group=group)
    return [
        stepped(keys[curve.algorithm], curve.steps, 1e-300, curve.longest_run, width=0.5)
        for curve in found.ordered("algorithm", keys)
        if math.isclose(curve.target, target, rel_tol=1e-6)
    ]


def run_lengths_quality(
    suite: SuiteReport, *, dimension: int, group: str = "all", algorithm: str | None = None
) -> Figure:
    """Describe one algorithm: run lengths to targets and, beside them, what the others lack.

    On the right the best value is divided by a target: that at the end of the runs by each of
    them, in continuation of the left, and that at budgets D, 10·D, 100·D … by the hardest.
    """
    name = one_of(suite, algorithm)
    behind = tuple(other for other in suite.background if other != name)
    alone = suite.showing(featured=(name,), algorithms=(name, *behind))
    left = run_lengths(alone, dimension=dimension, group=group)
    targets = left.series[: len(left.series) - len(crowd_of(alone))]
    curves = _curves(alone, RUN_LENGTHS, "run lengths", dimension, group)
    values = [c.target for c in curves]
    qualities = _curves(alone, QUALITIES, "quality distributions", dimension, group)
    end = next(c for c in qualities if np.isinf(c.budget))
    at_budgets = [c for c in qualities if np.isfinite(c.budget) and np.log10(c.budget) % 1 == 0]
    budgets = spread("budget", [f"{number(c.budget)}·D" for c in at_budgets])
    hardest = min((t for t in values if t > 0), default=1.0)
    drawn: list[tuple[str, Steps]] = [
        *((b.key, _divided(c.steps, hardest)) for b, c in zip(budgets, at_budgets, strict=True)),
        *((s.key, _divided(end.steps, t)) for s, t in zip(targets, values, strict=True) if t > 0),
    ]
    high = max((float(steps.x[-1]) for _, steps in drawn if len(steps)), default=10.0)
    thin = {b.key for b in budgets}
    marks = tuple(
        stepped(key, steps, 1.0, max(high, 10.0), width=0.6 if key in thin else 1.0)
        for key, steps in drawn
    )
    x = Axis(f"best {suite.scale_word} / target", 1.0, max(high, 10.0) * 10**0.1)
    told = Told("{y} of runs within {x} times the target")
    first = replace(left.panels[0], title="run lengths")
    second = Panel(f"{suite.scale_word} / target", x, first.y, marks, told=told)
    title = f"{suite.name}, {set_title(suite, group)}, {name}, D = {dimension}"
    return Figure(title, (*left.series, *budgets), (first, second), columns=2, aspect=0.7)


def _divided(steps: Steps, by: float) -> Steps:
    return Steps(steps.x / by, steps.y)


def quality(
    suite: SuiteReport,
    *,
    dimension: int,
    group: str = "all",
    budget: float | None = None,
    bands: bool = False,
) -> Figure:
    """Describe the distribution of the quality at a budget; one algorithm: all budgets."""
    curves = _curves(suite, QUALITIES, "quality distributions", dimension, group)
    alone = len(suite.featured) == 1 and budget is None
    wanted = np.inf
    if budget is not None:
        wanted = meant(budget, (c.budget for c in curves), "quality distribution at budget")
    shown = curves if alone else [c for c in curves if c.budget == wanted]
    when = "end of runs" if np.isinf(wanted) else f"{number(wanted)}·D evaluations"
    title = (
        f"{suite.name}, {set_title(suite, group)}, D = {dimension}{'' if alone else f', {when}'}"
    )
    return _values(suite, shown, title, "runs", bands=bands)


def budget_ecdf(
    suite: SuiteReport, *, dimension: int, group: str = "all", bands: bool = False
) -> Figure:
    """Describe the ECDF over budgets."""
    curves = _curves(suite, BUDGET_PROFILES, "ECDF over budgets", dimension, group)
    title = f"{suite.name}, {set_title(suite, group)}, D = {dimension}, over budgets"
    return _values(suite, curves, title, "run–budget pairs", bands=bands)


def _values(
    suite: SuiteReport, curves: list[Any], title: str, counted: str, *, bands: bool
) -> Figure:
    several = len({curve.budget for curve in curves}) > 1 and len(suite.featured) == 1
    labels = ["end" if np.isinf(c.budget) else f"{number(c.budget)}·D" for c in curves]
    series, keys = _series(suite, curves, labels if several else None, "budget")
    x = log_axis(
        f"best {suite.scale_word}", np.concatenate([[], *(c.steps.x for c in curves)]), 0.1
    )
    end = max((float(c.steps.x[-1]) for c in curves if len(c.steps)), default=x.high)
    marks: list[Mark] = []
    for key, curve in zip(keys, curves, strict=True):
        if bands:
            marks += interval_band(key, curve.steps.x, curve.interval(), end)
        marks.append(stepped(key, curve.steps, 1e-300, end))
    y, reading = Axis(counted, scale="share"), f"{{y}} of {counted} at most {{x}}"
    panel = Panel("", x, y, tuple(marks), told=Told(reading, SURE))
    return Figure(title, series, (panel,))


def loss(suite: SuiteReport, *, dimension: int) -> Figure:
    """Describe loss ratios at budgets: geometric mean, quartiles, 10 and 90 %."""
    if LOSS_SUMMARY not in suite.results:
        message = "loss ratios need a reference; the suite has none, or it covers none of the data"
        raise DataError(message)
    table = suite.results[LOSS_SUMMARY].where(dimension=dimension)
    names = [name for name in suite.featured if name in table.algorithm]
    series = algorithms_of(suite, names)
    budgets = np.unique(table.budget)
    # Side by side within a budget; more than that stand on each other.
    boxed = len(suite.competing) <= FEW
    marks: list[Mark] = [
        Rule(FRAME.key, "y", [1.0]),
        Rule(GUIDE.key, "x", np.arange(1, len(budgets)) - 0.5, dash="solid"),
    ]
    infinite: list[tuple[str, Float, Int]] = []
    for i, entry in enumerate(series):
        rows = table.select(algorithm=entry.label)
        aside = 0.84 * ((i + 0.5) / len(names) - 0.5) if boxed else 0.0
        x: Float = np.searchsorted(budgets, rows.budget).astype(np.float64) + aside
        if boxed:
            wide = 2.6 if len(names) <= COUNTED else 1.6
            for low, high, width, alpha in (
                (rows.p10, rows.p90, 0.6, 0.7),
                (rows.p25, rows.p75, wide, 0.35),
            ):
                keep = np.isfinite(low) & np.isfinite(high)
                ends = x[keep], low[keep], high[keep]
                marks.append(Ranges(entry.key, "y", *ends, width=width, alpha=alpha))
        known = np.isfinite(rows.geometric_mean)
        notes = tuple(_loss_note(row) for row in rows.take(known).to_dicts())
        marks.append(Points(entry.key, x[known], rows.geometric_mean[known], notes=notes))
        infinite.append((entry.key, x, rows.infinite))
    labels = tuple(f"{number(budget)}·D" for budget in budgets.tolist())
    ticks = tuple(float(k) for k in range(len(labels)))
    x_axis = Axis("budget", -0.5, len(labels) - 0.5, "linear", ticks, labels)
    y_axis = log_axis(f"loss against {suite.reference}", [1.0, *extent(marks)[1]], 0.2)
    for key, x, counts in infinite if boxed else ():
        some = counts > 0
        texts = tuple(f"{count}∞" for count in counts[some].tolist())
        marks.append(Text(key, x[some], np.full(len(texts), y_axis.low), texts, most=COUNTED))
    panel = Panel("", x_axis, y_axis, tuple(marks), told=Told("geometric mean {y}"))
    title = suite_title(suite, f"D = {dimension}")
    return Figure(title, (*series, FRAME, GUIDE), (panel,), aspect=0.78)


def _loss_note(row: Mapping[str, Any]) -> str:
    shares = ", ".join(ratio(row[name]) for name in ("p10", "p25", "median", "p75", "p90"))
    return (
        f"budget {number(row['budget'])}·D\n10/25/50/75/90 %: {shares}\n"
        f"{row['infinite']} of {row['functions']} functions infinite"
    )
