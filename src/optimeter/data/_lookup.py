"""Looking up runs: when a target was reached, and what was reached by a budget."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._arguments import reals
from optimeter._core import ragged
from optimeter.data.ragged import TOLERANCE, thresholds
from optimeter.exceptions import DataError

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = ["run_lengths", "runtimes", "values_at"]

Float = NDArray[np.float64]


def runtimes(runs: "Runs", targets: ArrayLike, *, grid: int | None) -> Float:
    """Return the evaluations each run needed to reach each target; see `Runs.runtimes`."""
    wanted, rows = _per_run(runs, targets, "targets")
    grids = runs.grid if grid is None else np.full(len(runs), grid, dtype=np.int32)
    precision = runs.final_target
    if len(wanted) == 1:
        # One row of limits serves all runs of one grid and precision.
        keys = np.stack([grids, precision], axis=1)
        if len(runs) and np.all(keys == keys[0]):  # the usual case, without a sort
            kinds = keys[:1]
        else:
            kinds, codes = np.unique(keys, axis=0, return_inverse=True)
            rows = codes.reshape(-1).astype(np.int32)
        grids, precision = kinds[:, 0].astype(np.int32), kinds[:, 1]
        wanted = np.broadcast_to(wanted, (len(kinds), wanted.shape[1]))
    limits = thresholds(wanted, grids[:, None])
    lowest = precision - np.abs(precision) * TOLERANCE
    limits[wanted < lowest[:, None]] = np.nan
    result = np.empty((len(runs), limits.shape[1]))
    ragged.first_at_most(
        runs.offsets,
        runs.step_precision,
        runs.step_evaluations,
        np.ascontiguousarray(limits),
        rows,
        result,
    )
    return result


def run_lengths(runs: "Runs") -> NDArray[np.int64]:
    """Return the evaluations charged to each run when it fails; see `Runs.run_lengths`."""
    with_end = np.where(np.isneginf(runs.final_target), np.nan, runs.final_target)
    times = runtimes(runs, with_end[:, None], grid=None)[:, 0]
    reached = np.isfinite(times)
    result = runs.evaluations.copy()
    result[reached] = times[reached].astype(np.int64)
    return result


def values_at(runs: "Runs", budgets: ArrayLike) -> Float:
    """Return the best value of each run at evaluation budgets; see `Runs.values_at`."""
    limits, rows = _per_run(runs, budgets, "budgets")
    result = np.full((len(runs), limits.shape[1]), np.inf)
    for offsets, evaluations, values in (
        (runs.offsets, runs.step_evaluations, runs.step_precision),
        (runs.budget_offsets, runs.budget_evaluations, runs.budget_precision),
    ):
        ragged.last_at_most(offsets, evaluations, values, limits, rows, result)
    return result


def _per_run(runs: "Runs", values: ArrayLike, name: str) -> tuple[Float, NDArray[np.int32]]:
    """Return a table of limits, and which of its rows each run uses."""
    try:
        array = np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError):  # text, or nothing that is a number
        array = np.array(reals(values, name))
    if array.ndim <= 1:
        return array.reshape(1, -1), np.zeros(len(runs), dtype=np.int32)
    if array.ndim != 2 or len(array) != len(runs):
        message = f"{name} have shape {array.shape}; accepted are (k,) and ({len(runs)}, k)"
        raise DataError(message)
    return array, np.arange(len(runs), dtype=np.int32)
