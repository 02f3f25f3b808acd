"""Values without a known optimum as parts of the way from a poor value to the best one reached."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from optimeter._arguments import known_name
from optimeter.data import ragged
from optimeter.data.quality import problem_codes
from optimeter.data.runs import Runs
from optimeter.data.value_ranges import BEST, DECADES, POOR, RANGE, value_scaled, with_ranges
from optimeter.exceptions import DataError
from optimeter.measures._table import Bool, Float, Int, Names, Table, names_column

__all__ = [
    "GAP",
    "RELATIVE",
    "GapScale",
    "ValueRanges",
    "as_values",
    "gap_decades",
    "gap_scale",
    "gaps",
    "is_gaps",
    "value_ranges",
]

GapScale = Literal["linear", "log", "relative"]
"""How targets lie between the poor and the best value: equally far from each other; equally far on
the scale of the logarithm of positive values; or by powers of ten ever closer to the best."""

RELATIVE = 10  # decades of relative targets, one each: f_best + τ (f_0 − f_best), τ = 0.1 … 1e-10

GAP = "gap"  # column of `Runs.extra` that marks values as gaps


@dataclass(frozen=True, slots=True, repr=False)
class ValueRanges(Table):
    """Between which values targets lie, one row per problem.

    Attributes
    ----------
    suite, function, dimension : (r,)
    instance : (r,) int64
        0 where instances are repetitions of one problem.
    poor, best : (r,) float64
        In the direction of the data: the best is the largest one where values are maximised.
    algorithm : (r,) str
        Whose run reached the best value first.
    evaluations : (r,) int64
        How many evaluations that run needed.
    """

    suite: Names
    function: Int
    dimension: Int
    instance: Int
    poor: Float
    best: Float
    algorithm: Names
    evaluations: Int


def value_ranges(runs: Runs) -> ValueRanges:
    """List, for every problem without a known optimum, the values between which its targets lie.

    The poor value is the median of the first values of all runs, the best one the best that any of
    them has reached, when the data were loaded.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2, 4], optimum_known=False,
    ...     algorithm=["a", "b"], step_evaluations=[1, 9, 1, 4], step_precision=[50, 3, 70, 8])
    >>> row = value_ranges(runs).to_dicts()[0]
    >>> row["poor"], row["best"], row["algorithm"], row["evaluations"]
    (60.0, 3.0, 'a', 9)
    """
    chosen = value_scaled(runs)
    if not chosen.any():
        message = "the optimum of all problems in the data is known; their targets are fixed"
        raise DataError(message)
    part = _ranged(runs[chosen])
    codes = problem_codes(part)
    ends = ragged.last_of_each(part.offsets, part.step_evaluations.astype(float), np.inf)
    when = np.where(part.final <= part.extra[BEST], ends, np.inf)
    order = np.lexsort((when, codes))
    rows = order[np.unique(codes[order], return_index=True)[1]]
    sign = np.where(part.maximized[rows], -1.0, 1.0)
    return ValueRanges(
        suite=names_column(part.suites, part.suite_codes[rows]),
        function=part.function[rows].astype(np.int64),
        dimension=part.dimension[rows].astype(np.int64),
        instance=np.where(part.own_instances[rows], part.instance[rows], 0),
        poor=sign * part.extra[POOR][rows],
        best=sign * part.extra[BEST][rows],
        algorithm=np.where(
            np.isfinite(when[rows]), names_column(part.algorithms, part.algorithm_codes[rows]), ""
        ),
        evaluations=np.where(np.isfinite(when[rows]), when[rows], 0).astype(np.int64),
    )


def gap_scale(targets: object) -> GapScale | None:
    """Return the scale that is given by name in place of targets; None for targets."""
    for scale in get_args(GapScale):
        if isinstance(targets, str) and targets == scale:
            return scale  # type: ignore[no-any-return]  # one of the names
    return None


def is_gaps(runs: Runs) -> bool:
    """Say whether the values of runs are gaps."""
    return GAP in runs.extra and bool(len(runs)) and not np.isnan(runs.extra[GAP]).any()


def gap_decades(runs: Runs, scale: GapScale | None = None) -> int:
    """Return over how many decades the targets of gaps reach; 0 for linear ones."""
    if scale is not None:
        return RELATIVE if scale == "relative" else 0
    return int(np.nanmax(_ranged(runs).extra[DECADES], initial=0))


def _ranged(runs: Runs) -> Runs:
    """Return the runs with ranges, which those that were not loaded lack."""
    known = DECADES in runs.extra and not np.isnan(runs.extra[DECADES]).any()
    return runs if known else with_ranges(runs)


def as_values(runs: Runs) -> Runs:
    """Return runs judged as if nobody knew the optimum: by the best value that any has reached."""
    if value_scaled(runs).all():
        return runs
    kept = {name: column for name, column in runs.extra.items() if name not in RANGE}
    unknown = np.zeros(len(runs), dtype=bool)
    return with_ranges(replace(runs, optimum_known=unknown, extra=kept))


def gaps(runs: Runs, scale: GapScale | None = None) -> Runs:
    """Return runs with their values replaced by gaps: 0 at the best value, 1 at the poor one.

    A gap is the distance to the best value that any run has reached, divided by that of the poor
    value (see `value_ranges`), so that problems of any scale, and runs on different instances, can
    be looked at together. With ``"log"`` the logarithms of the values take their place. Gaps of the
    scale ``"relative"`` are there for problems with a known optimum, too.

    Raises
    ------
    DataError
        If the optimum is known and the scale is not ``"relative"``, or values are not positive and
        their logarithms are asked for.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 3], optimum_known=False,
    ...     maximized=True, step_evaluations=[1, 5, 9], step_precision=[-50, -90, -100])
    >>> gaps(runs).step_precision.tolist()
    [1.0, 0.2, 0.0]
    """
    if scale is not None:
        known_name(scale, get_args(GapScale), "scale of targets")
    if not len(runs):
        message = "there are no runs to take gaps of"
        raise DataError(message)
    if scale != "relative" and not value_scaled(runs).all():
        message = (
            "gaps are for problems without a known optimum; these have one, for which there is the "
            "scale relative"
        )
        raise DataError(message)
    part = _ranged(as_values(runs))
    sign = np.where(part.maximized, -1.0, 1.0)
    poor, best = part.extra[POOR], part.extra[BEST]
    if scale == "log" and not ((sign * poor > 0) & (sign * best > 0)).all():
        message = "logarithms need positive values; choose the scale linear or relative"
        raise DataError(message)

    def gap(values: Float, runs_of: Int) -> Float:
        low, high = best[runs_of], poor[runs_of]
        there: Bool = values <= low
        with np.errstate(invalid="ignore", divide="ignore"):
            if scale == "log":
                logs = [np.log(np.maximum(sign[runs_of] * v, 1e-300)) for v in (values, low, high)]
                values, low, high = (sign[runs_of] * v for v in logs)
            share = (values - low) / (high - low)
        return np.where(there, 0.0, np.where(high > low, share, np.inf))

    return replace(
        part,
        step_precision=gap(part.step_precision, ragged.owners(part.offsets)),
        budget_precision=gap(part.budget_precision, ragged.owners(part.budget_offsets)),
        final=gap(part.final, np.arange(len(part))),
        final_target=np.full(len(part), -np.inf),
        grid=np.zeros(len(part), dtype=np.int32),
        optimum_known=np.ones(len(part), dtype=bool),
        maximized=np.zeros(len(part), dtype=bool),
        extra={
            **part.extra,
            GAP: np.ones(len(part)),
            DECADES: np.full(len(part), float(gap_decades(part, scale))),
        },
    )
