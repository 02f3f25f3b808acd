"""Runs with several objectives judged by the hypervolume of all points found so far."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from optimeter.data import ragged
from optimeter.data.quality import problem_codes
from optimeter.problems import Archive

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = [
    "IDEAL",
    "REFERENCE",
    "nondominated",
    "objective_values",
    "objectives_recorded",
    "region",
    "regions_differ",
    "with_hypervolume",
]

IDEAL, REFERENCE = "ideal_point_{}", "reference_point_{}"
"""Names of the columns of `Runs.extra` that hold the region, by objective from 1."""

MARGIN = 0.1  # by which the reference point lies beyond the fronts, of their extent

Float = NDArray[np.float64]


def with_hypervolume(runs: "Runs") -> "Runs":
    """Return the table with the steps of runs with several objectives made from all of them.

    Values become 1 - h, h being the part of a region that the points found so far dominate. The
    region of a problem is spanned by the best value of each objective that any run has recorded and
    by a reference point: the worst values on the fronts that its runs end with, and a tenth of the
    extent beyond, so that the front of every run counts. Both points are noted in `Runs.extra`.
    They come from the data: they are the same for all algorithms, and change with them.
    """
    chosen = objectives_recorded(runs)
    if not chosen.any():
        return runs
    if not chosen.all():
        part = with_hypervolume(runs[chosen])
        order = np.concatenate([np.flatnonzero(~chosen), np.flatnonzero(chosen)])
        joined = type(runs).concatenate([runs[~chosen], part])[np.argsort(order)]
        return replace(joined, provenance=runs.provenance, source_codes=runs.source_codes,
                       findings=runs.findings)  # fmt: skip
    codes = problem_codes(runs)
    most = int(runs.objectives.max())
    ideal, reference = np.full((2, len(runs), most), np.nan)
    for code in range(int(codes.max()) + 1):
        members = np.flatnonzero(codes == code)
        fronts = [nondominated(objective_values(runs, row)) for row in members.tolist()]
        m = fronts[0].shape[1]
        ideal[members, :m], reference[members, :m] = region(np.concatenate(fronts))
    return _rebuilt(runs, ideal, reference)


def objectives_recorded(runs: "Runs") -> NDArray[np.bool_]:
    """Mark the runs with several objectives on record, which no indicator judges."""
    recorded = np.diff(runs.record_offsets) > 0
    chosen: NDArray[np.bool_] = (runs.objectives > 1) & ~runs.optimum_known & recorded
    return chosen


def region(points: Float) -> tuple[Float, Float]:
    """Return the ideal and the reference point of the points of all fronts, (n, m).

    Where they have no extent in an objective, one is added to it.

    Examples
    --------
    >>> ideal, reference = region(np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 0.5]]))
    >>> ideal.tolist(), reference.tolist()
    ([0.0, 0.0], [2.2, 1.1])
    """
    if not len(points):
        return np.zeros(points.shape[1]), np.ones(points.shape[1])
    ideal, worst = points.min(axis=0), points.max(axis=0)
    return ideal, np.where(worst > ideal, worst + MARGIN * (worst - ideal), ideal + 1.0)


def nondominated(points: Float) -> Float:
    """Return the points that no other one dominates, (k, m), in their order."""
    archive = Archive(objectives=points.shape[1])
    archive.add(points)
    front: Float = archive.objectives
    return front


def objective_values(runs: "Runs", row: int) -> Float:
    """Return all recorded objective vectors of a run, (n, m), to be minimised."""
    chosen = slice(*runs.record_offsets[row : row + 2])
    titles = list(runs.records)[: int(runs.objectives[row])]
    values = np.stack([runs.records[title][chosen] for title in titles], axis=1)
    return -values if runs.maximized[row] else values


def _steps(runs: "Runs", ideal: Float, reference: Float) -> Iterator[tuple[NDArray[Any], Float]]:
    """Yield, run by run, the rows of the records at which the hypervolume grew, and 1 - h there."""
    for row in range(len(runs)):
        m = int(runs.objectives[row])
        archive = Archive(ideal[row, :m], reference[row, :m])
        points = objective_values(runs, row)
        rows, values, best = [], [], np.inf
        for number in range(len(points)):
            if not archive.add(points[number]) and number:
                continue
            value = 1.0 - archive.hypervolume
            if value < best:
                rows.append(number)
                values.append(value)
                best = value
        yield np.array(rows, dtype=np.intp) + int(runs.record_offsets[row]), np.array(values)


def _rebuilt(runs: "Runs", ideal: Float, reference: Float) -> "Runs":
    found = list(_steps(runs, ideal, reference))
    offsets = np.cumsum([0, *(len(rows) for rows, _ in found)], dtype=np.int64)
    rows = np.concatenate([rows for rows, _ in found])
    values = np.concatenate([values for _, values in found])
    region = {
        pattern.format(number + 1): points[:, number]
        for pattern, points in ((IDEAL, ideal), (REFERENCE, reference))
        for number in range(points.shape[1])
    }
    return replace(
        runs,
        offsets=offsets,
        step_evaluations=runs.record_evaluations[rows],
        step_precision=values,
        step_extra={name: column[rows] for name, column in runs.records.items()},
        final=ragged.last_of_each(offsets, values, np.inf),
        extra={**runs.extra, **region},
    )


def regions_differ(runs: "Runs") -> bool:
    """Say whether runs on one problem were judged in different regions, or not at all."""
    chosen = objectives_recorded(runs)
    if not chosen.any():
        return False
    columns = [
        values[chosen]
        for name, values in runs.extra.items()
        if name.startswith((IDEAL.format(""), REFERENCE.format("")))
    ]
    if not columns:
        return True
    codes = problem_codes(runs[chosen])
    first = np.unique(codes, return_index=True)[1][codes]
    return not all(np.array_equal(c, c[first], equal_nan=True) for c in columns)
