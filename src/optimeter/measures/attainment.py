"""Empirical attainment: which quality is reached by which budget, with which probability."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from optimeter._arguments import interval, real, reals
from optimeter.data import ragged
from optimeter.data.runs import Runs
from optimeter.exceptions import InvalidValueError
from optimeter.measures._bootstrap import Bootstrap
from optimeter.measures._problems import (
    Dimensions,
    Functions,
    choose,
    grouped,
    key_columns,
)
from optimeter.measures._summary import padded
from optimeter.measures._table import Float, Int, ProblemTable
from optimeter.measures.coded import repeated, tiled
from optimeter.measures.fixed_budget import Budgets, checked_budgets, values_by_problem
from optimeter.measures.scale import on_scale
from optimeter.measures.suites import SuiteSettings, settings_of

__all__ = [
    "Aocc",
    "Attainment",
    "AttainmentEcdf",
    "AttainmentLevels",
    "aocc",
    "attainment",
    "attainment_ecdf",
    "attainment_levels",
]


VALUES = (1e2, 1e1, 1e0, 1e-1, 1e-2, 1e-4, 1e-6, 1e-8)
BOUNDS = (1e-8, 1e2)


class Span(NamedTuple):
    """Between which values quality is measured, and how."""

    low: float
    high: float
    log: bool
    maximize: bool

    def quality(self, values: Float) -> Float:
        """Return values of `Runs` as parts of the way to the better bound, between 0 and 1."""
        if not self.maximize:
            return normalised(values, (self.low, self.high), log=self.log)
        return 1.0 - normalised(-values, (self.low, self.high), log=self.log)


def _judged(
    runs: Runs, functions: Functions, dimensions: Dimensions, values: object
) -> Iterator[tuple[Runs, SuiteSettings]]:
    """Yield the runs of each suite; gaps where the optimum is not known and no values are given."""
    for part in choose(runs, functions, dimensions):
        yield on_scale(part, values)[0], settings_of(part)


def _span(
    part: Runs, settings: SuiteSettings, bounds: tuple[float, float] | None, *, log: bool
) -> Span:
    if bounds is not None:
        return Span(*interval(bounds, "bounds"), log, bool(part.maximized[0]))
    if settings.gaps:
        return Span(settings.final_target, 1.0, settings.final_target > 0, maximize=False)
    return Span(*BOUNDS, log, maximize=False)


@dataclass(frozen=True, slots=True, repr=False)
class Attainment(ProblemTable):
    """Shares of runs, one row per problem, budget and value.

    Attributes
    ----------
    algorithm, suite, function, dimension : (r,)
    budget, value : (r,) float64
        Evaluations per dimension, and quality in the direction of the data.
    share : (r,) float64
        Share of runs whose best value within the budget is `value` or better.
    """

    budget: Float
    value: Float
    share: Float


def attainment(
    runs: Runs,
    budgets: Budgets | None = None,
    values: Sequence[float] | Float | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> Attainment:
    """Compute the empirical attainment function on a grid of budgets and values.

    The difference of two algorithms is the difference of their shares on one grid. Values are in
    the direction of the data: of maximised ones, a share has reached at least as much. Those not
    given are distances to the optimum from 100 to 1e-8 or, where it is not known, gaps.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 1, 2, 3],
    ...                         step_evaluations=[5, 5, 5], step_precision=[1, 0.1, 10])
    >>> attainment(runs, [100], [1]).share.round(3).tolist()
    [0.667]
    """
    wanted = checked_budgets(budgets, runs)
    parts = []
    for chosen, settings in _judged(runs, functions, dimensions, values):
        usual = settings.table_targets if settings.gaps else VALUES
        levels = np.array(usual if values is None else reals(values, "values"), dtype=np.float64)
        limits = -levels if chosen.maximized[0] else levels
        size = len(wanted) * len(levels)
        for part, starts, counts, reached in values_by_problem(chosen, wanted, None, None):
            below = (reached[:, :, None] <= limits).astype(np.float64)
            share = np.add.reduceat(below, starts, axis=0) / counts[:, None, None]
            parts.append(
                Attainment(
                    **key_columns(part, starts, size),
                    budget=tiled(np.repeat(wanted, len(levels)), len(starts)),
                    value=tiled(levels, len(starts) * len(wanted)),
                    share=share.reshape(-1),
                )
            )
    return Attainment.concatenate(parts)


@dataclass(frozen=True, slots=True, repr=False)
class AttainmentLevels(ProblemTable):
    """Level lines of the attainment function, one row per problem, level and budget.

    Attributes
    ----------
    algorithm, suite, function, dimension : (r,)
    level : (r,) float64
        Share of runs; 0 stands for the best run.
    budget : (r,) float64
    value : (r,) float64
        The best value that at least this share of runs has reached within the budget, in the
        direction of the data.
    """

    level: Float
    budget: Float
    value: Float


def attainment_levels(
    runs: Runs,
    budgets: Budgets | None = None,
    *,
    levels: Sequence[float] = tuple(np.linspace(0, 1, 11).round(1).tolist()),
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> AttainmentLevels:
    """Compute the values reached by given shares of the runs, against the budget.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 1, 2, 3],
    ...                         step_evaluations=[5, 5, 5], step_precision=[1, 0.1, 10])
    >>> attainment_levels(runs, [100], levels=[0, 0.5, 1]).value.tolist()
    [0.1, 1.0, 10.0]
    """
    wanted = checked_budgets(budgets, runs)
    shares = np.array(reals(levels, "levels", least=0, most=1))
    parts = []
    for part, starts, counts, reached in values_by_problem(runs, wanted, functions, dimensions):
        ranked = np.sort(padded(reached, starts, counts), axis=0)  # NaN last
        place = np.ceil(shares[:, None] * counts - 1e-9).astype(np.intp) - 1
        rows = np.broadcast_to(
            np.maximum(place, 0)[:, :, None], (len(shares), len(starts), len(wanted))
        )
        lines = np.take_along_axis(ranked, rows, axis=0).swapaxes(0, 1)
        lines = -lines if part.maximized[0] else lines
        size = len(shares) * len(wanted)
        parts.append(
            AttainmentLevels(
                **key_columns(part, starts, size),
                level=tiled(np.repeat(shares, len(wanted)), len(starts)),
                budget=tiled(wanted, len(starts) * len(shares)),
                value=lines.reshape(-1),
            )
        )
    return AttainmentLevels.concatenate(parts)


@dataclass(frozen=True, slots=True, repr=False)
class AttainmentEcdf(ProblemTable):
    """Mean normalised quality, one row per problem and budget.

    Attributes
    ----------
    algorithm, suite, function, dimension, budget : (r,)
    share : (r,) float64
        1 where every run has reached the better bound, 0 where none is better than the other one.
    """

    budget: Float
    share: Float


def normalised(values: Float, bounds: tuple[float, float], *, log: bool) -> Float:
    """Map quality to [0, 1]: 1 at the lower bound, 0 at the upper one."""
    low, high = bounds
    if not low < high or (log and low <= 0):
        message = f"bounds need low < high, and low > 0 on the log scale; got {bounds!r}"
        raise InvalidValueError(message)
    clamped = np.clip(values, low, high)
    if log:
        low, high, clamped = np.log10(low), np.log10(high), np.log10(clamped)
    scaled: Float = (high - clamped) / (high - low)
    return scaled


def attainment_ecdf(
    runs: Runs,
    budgets: Budgets | None = None,
    *,
    bounds: tuple[float, float] | None = None,
    log: bool = True,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> AttainmentEcdf:
    """Integrate the attainment function over quality: the profile for infinitely many targets.

    Bounds that are not given are distances to the optimum of 1e-8 and 100 or, where it is not known,
    the gaps between which targets lie.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 1, 2, 3],
    ...                         step_evaluations=[5, 5, 5], step_precision=[1, 0.1, 10])
    >>> attainment_ecdf(runs, [100]).share.round(6).tolist()
    [0.2]
    """
    wanted = checked_budgets(budgets, runs)
    parts = []
    for chosen, settings in _judged(runs, functions, dimensions, bounds):
        span = _span(chosen, settings, bounds, log=log)
        for part, starts, counts, reached in values_by_problem(chosen, wanted, None, None):
            share = np.add.reduceat(span.quality(reached), starts, axis=0) / counts[:, None]
            parts.append(
                AttainmentEcdf(
                    **key_columns(part, starts, len(wanted)),
                    budget=tiled(wanted, len(starts)),
                    share=share.reshape(-1),
                )
            )
    return AttainmentEcdf.concatenate(parts)


@dataclass(frozen=True, slots=True, repr=False)
class Aocc(ProblemTable):
    """Area over the convergence curve, one row per problem and budget.

    Attributes
    ----------
    algorithm, suite, function, dimension : (r,)
    budget : (r,) float64
        Evaluations per dimension.
    aocc : (r,) float64
        Mean over runs, between 0 and 1; larger is better.
    low, high : (r,) float64
        Its bootstrap interval.
    runs : (r,) int64
    """

    budget: Float
    aocc: Float
    low: Float
    high: Float
    runs: Int


def aocc(
    runs: Runs,
    budgets: Budgets,
    *,
    bounds: tuple[float, float] | None = None,
    functions: Functions = None,
    dimensions: Dimensions = None,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 1,
) -> Aocc:
    """Compute the area over the convergence curve within a budget, or each of several.

    Per run AOCC = (1/B) Σ_{e=1..B} [1 − (clamp(log10 q(e)) − log10 low)/(log10 high − log10 low)]
    with q(e) the best value after e evaluations and B = budget · D; before the first record the
    upper bound counts, and 0 comes out where B allows no evaluation.

    Parameters
    ----------
    runs : Runs
    budgets : float or several
        Evaluations per dimension.
    bounds : tuple of two floats, optional
        The smaller and the larger of the values counted as solved and as not started; as for
        `attainment_ecdf`.
    functions, dimensions
        As for `optimeter.ert`.
    confidence, resamples, seed
        Of the bootstrap interval.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 4], evaluations=10,
    ...                         step_evaluations=[1, 4, 1, 10], step_precision=[10, 0.01, 10, 1])
    >>> aocc(runs, 10).aocc.round(6).tolist()
    [0.21]
    """
    wanted = [real(one, "budget", above=0) for one in reals(budgets, "budgets")]
    bootstrap = Bootstrap(resamples, seed, confidence)
    parts = []
    for chosen, settings in _judged(runs, functions, dimensions, bounds):
        span = _span(chosen, settings, bounds, log=True)
        for part, starts, counts in grouped(chosen):
            per_run = _areas(part, np.outer(wanted, part.dimension.astype(np.float64)), span)
            low, high = bootstrap.of_means(part, per_run, starts, counts)
            parts.append(
                Aocc(
                    **key_columns(part, starts, len(wanted)),
                    budget=tiled(np.array(wanted), len(starts)),
                    aocc=(np.add.reduceat(per_run, starts) / counts[:, None]).reshape(-1),
                    low=low.reshape(-1),
                    high=high.reshape(-1),
                    runs=repeated(counts, len(wanted)),
                )
            )
    return Aocc.concatenate(parts)


def _areas(runs: Runs, limits: Float, span: Span) -> Float:
    """Return the areas of every run, (n, k): each step holds until the next one, or until a limit."""
    owner, evaluations, values = trajectory(runs)
    last = np.diff(owner, append=-1) != 0
    end = np.where(last, np.inf, np.append(evaluations[1:], 0))
    quality = span.quality(values)
    areas = np.empty((len(runs), len(limits)))
    for column, length in enumerate(np.floor(limits)):
        limit = length[owner] + 1
        held = np.maximum(np.minimum(end, limit) - np.minimum(evaluations, limit), 0.0)
        total = np.bincount(owner, held * quality, minlength=len(runs))
        areas[:, column] = total / np.maximum(length, 1)
    return areas


def trajectory(runs: Runs) -> tuple[Int, Int, Float]:
    """Join all records of each run into one list of improvements.

    Returns
    -------
    owner, evaluations : (s,) int64
        Run of each step, and its evaluation count.
    values : (s,) float64
    """
    owner = np.concatenate([ragged.owners(runs.offsets), ragged.owners(runs.budget_offsets)])
    evaluations = np.concatenate([runs.step_evaluations, runs.budget_evaluations])
    values = np.concatenate([runs.step_precision, runs.budget_precision])
    order = np.lexsort((values, evaluations, owner))
    owner, evaluations, values = owner[order], evaluations[order], values[order]
    offsets = np.searchsorted(owner, np.arange(len(runs) + 1)).astype(np.int64)
    better = ragged.improvements(offsets, values)
    return owner[better], evaluations[better], values[better]
