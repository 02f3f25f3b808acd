"""Small tables of runs made by hand."""

import numpy as np

from optimeter.data.runs import Runs


def runs_of(
    times: list[list[float]],
    lengths: list[float],
    *,
    targets: list[float] | None = None,
    **columns,
) -> Runs:
    """Make runs from their runtimes to targets 1, 0.1, 0.01, … (inf: never reached)."""
    width = len(times[0])
    values = targets or [10.0**-k for k in range(width)]
    evaluations, precision, offsets = [], [], [0]
    for row in times:
        steps: dict[int, float] = {}
        for time, value in zip(row, values, strict=True):
            if np.isfinite(time):
                steps[int(time)] = value  # a later, harder target at the same time wins
        if not steps or min(steps) > 1:
            steps = {1: 1e6, **steps}
        evaluations += list(steps)
        precision += list(steps.values())
        offsets.append(len(evaluations))
    return Runs.from_arrays(
        offsets=offsets,
        step_evaluations=evaluations,
        step_precision=precision,
        evaluations=lengths,
        **{"function": 1, "dimension": 1, **columns},
    )
