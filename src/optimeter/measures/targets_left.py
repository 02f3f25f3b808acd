"""Runs by the targets that they have not reached yet."""

from dataclasses import replace

import numpy as np

from optimeter.data import ragged
from optimeter.data.ragged import TOLERANCE
from optimeter.data.runs import Runs
from optimeter.data.value_ranges import DECADES
from optimeter.measures._table import Float, Int
from optimeter.measures.gaps import GAP
from optimeter.measures.targets import Targets

__all__ = ["targets_left"]


def targets_left(runs: Runs, targets: Targets) -> tuple[Runs, tuple[float, ...]]:
    """Return runs with their values replaced by the share of targets that are not reached yet.

    So targets that differ between problems, and directions, are all looked at on one scale. Also
    returns the share that is left when the first, second, … target is reached.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 3], optimum_known=False,
    ...     maximized=True, step_evaluations=[1, 5, 9], step_precision=[-50, -90, -100])
    >>> seen, left = targets_left(runs, Targets.fixed([80, 90, 100, 110]))
    >>> seen.step_precision.tolist(), left
    ([1.0, 0.5, 0.25], (0.75, 0.5, 0.25, 0.0))
    """
    wanted = targets.for_problems(runs.function.astype(np.int64), runs.dimension.astype(np.int64))
    limits = np.where(runs.maximized, -1.0, 1.0)[:, None] * wanted
    limits = limits + TOLERANCE * np.abs(limits)
    count = limits.shape[1]

    def share(values: Float, offsets: Int) -> tuple[Float, Int, Int]:
        owner = ragged.owners(offsets)
        left = np.zeros(len(values))
        for place in range(count):
            left += ~(values <= limits[owner, place])
        kept = np.flatnonzero(ragged.improvements(offsets, left / count))
        return (left / count)[kept], np.searchsorted(kept, offsets), kept

    steps, offsets, kept = share(runs.step_precision, runs.offsets)
    budgets, budget_offsets, budget_kept = share(runs.budget_precision, runs.budget_offsets)
    seen = replace(
        runs,
        offsets=offsets,
        step_precision=steps,
        step_evaluations=runs.step_evaluations[kept],
        step_extra={},
        budget_offsets=budget_offsets,
        budget_precision=budgets,
        budget_evaluations=runs.budget_evaluations[budget_kept],
        budget_extra={},
        final=ragged.last_of_each(offsets, steps, 1.0),
        final_target=np.full(len(runs), -np.inf),
        grid=np.zeros(len(runs), dtype=np.int32),
        optimum_known=np.ones(len(runs), dtype=bool),
        maximized=np.zeros(len(runs), dtype=bool),
        extra={**runs.extra, GAP: np.ones(len(runs)), DECADES: np.zeros(len(runs))},
    )
    return seen, tuple(round(1 - place / count, 12) for place in range(1, count + 1))
