"""Where values of an unknown optimum lie: a poor one and the best that any run has reached."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from optimeter.data import ragged
from optimeter.data.hypervolume import IDEAL, REFERENCE
from optimeter.data.quality import problem_codes

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = [
    "BEST",
    "DECADES",
    "POOR",
    "RANGE",
    "logged",
    "value_scaled",
    "with_ranges",
]

POOR, BEST, DECADES = "poor_value", "best_value", "target_decades"
"""Names of the columns of `Runs.extra` that hold the range, and how far targets go into it."""

RANGE = (POOR, BEST, DECADES)

COARSE = 0.01  # of the range: values that come no closer to the best get linear targets
DEEPEST = 8  # decades
LARGEST = 1e300  # beyond: infeasible, or no number

Float = NDArray[np.float64]


def logged(extra: Mapping[str, Float]) -> dict[str, Float]:
    """Return the columns that were on record, without those that follow from all data together."""
    points = (IDEAL.format(""), REFERENCE.format(""))
    return {n: v for n, v in extra.items() if n not in RANGE and not n.startswith(points)}


def value_scaled(runs: "Runs") -> NDArray[np.bool_]:
    """Mark the runs whose targets must come from the data: those of suites with such a function."""
    unknown = np.unique(runs.suite_codes[~runs.optimum_known])
    return np.isin(runs.suite_codes, unknown)


def with_ranges(runs: "Runs") -> "Runs":
    """Return the table with the range of values of every problem without a known optimum.

    The poor value is the median of the first values of all runs on the problem, the best value the
    best one that any of them has reached; values to be maximised are negated like all others.
    `DECADES` is the same for all problems of a suite: how many powers of ten the run that ends
    second best is closer to the best value than the poor value is, in the median over problems, at
    most eight; 0 if it is no closer than a hundredth. Where two runs end with the best value, or
    there is one run, the closest other value on record counts. Selections keep the ranges, so that
    results do not change with the algorithms that are looked at; joining tables makes them anew.
    """
    chosen = value_scaled(runs)
    if not chosen.any():
        return runs
    codes = problem_codes(runs)
    count = int(codes.max()) + 1
    poor, best, closest = np.full((3, count), np.nan)
    filled = chosen & (np.diff(runs.offsets) > 0)
    first = np.full(len(runs), np.nan)
    first[filled] = runs.step_precision[runs.offsets[:-1][filled]]
    usable = filled & (np.abs(first) < LARGEST)
    for code in np.unique(codes[usable]).tolist():
        poor[code] = np.median(first[usable & (codes == code)])
    lowest = np.full(count, np.inf)
    np.minimum.at(lowest, codes[filled], runs.final[filled])
    best[np.isfinite(lowest)] = lowest[np.isfinite(lowest)]
    poor = np.where(np.isnan(poor), best, np.maximum(poor, best))
    closest = _closest(runs, codes, filled, poor, best)
    columns: dict[str, Any] = {POOR: poor[codes], BEST: best[codes]}
    columns[DECADES] = _decades(runs, codes, closest)
    for name, values in columns.items():
        columns[name] = np.where(chosen, values, np.nan)
    return replace(runs, extra={**runs.extra, **columns})


def _closest(
    runs: "Runs", codes: NDArray[np.intp], filled: NDArray[np.bool_], poor: Float, best: Float
) -> Float:
    """Return, by problem, how close values come to the best one, in parts of the range."""
    owner = ragged.owners(runs.offsets)
    step_codes, member = codes[owner], filled[owner]
    extent = poor - best
    with np.errstate(invalid="ignore", divide="ignore"):
        gap = (runs.step_precision - best[step_codes]) / extent[step_codes]
    member &= np.isfinite(gap) & (gap > 0)
    closest = np.full(len(poor), np.inf)
    np.minimum.at(closest, step_codes[member], gap[member])
    order = np.lexsort((runs.final, codes))
    order = order[filled[order]]
    same = codes[order]
    second = np.flatnonzero((same[1:] == same[:-1]) & np.append(True, same[1:-1] != same[:-2]))
    rows = order[second + 1]
    with np.errstate(invalid="ignore", divide="ignore"):
        final = (runs.final[rows] - best[codes[rows]]) / extent[codes[rows]]
    usable = np.isfinite(final) & (final > 0)
    closest[codes[rows[usable]]] = final[usable]
    return closest


def _decades(runs: "Runs", codes: NDArray[np.intp], closest: Float) -> Float:
    result = np.zeros(len(runs))
    for suite in np.unique(runs.suite_codes).tolist():
        members = runs.suite_codes == suite
        found = closest[np.unique(codes[members])]
        found = found[np.isfinite(found)]
        middle = float(np.median(found)) if len(found) else 1.0
        if middle < COARSE:
            result[members] = min(DEEPEST, int(np.ceil(-np.log10(middle) - 1e-9)))
    return result
