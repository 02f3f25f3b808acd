"""The scale on which runs are judged: it is decided here, for all measures and reports."""

from typing import Any

from optimeter.data.runs import Runs
from optimeter.measures.gaps import gap_scale, gaps

__all__ = ["on_scale"]


def on_scale(runs: Runs, targets: Any) -> tuple[Runs, Any]:
    """Return runs of one suite on the scale of targets, and the targets if they are not its own.

    The values become gaps where a scale is named in place of targets, or where none are given and
    the optimum is not known; then the targets are those of gaps. Otherwise runs and targets are as
    they were. What the gap of a value is depends on the runs of all algorithms, so it is asked for
    before some of them are chosen.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 3], optimum_known=False,
    ...     step_evaluations=[1, 5, 9], step_precision=[50, 10, 0])
    >>> seen, targets = on_scale(runs, "linear")
    >>> seen.step_precision.tolist(), targets
    ([1.0, 0.2, 0.0], None)
    >>> on_scale(runs, [10])[0] is runs
    True
    """
    scale = gap_scale(targets)
    if scale or (targets is None and not runs.quality().optimum_known):
        return gaps(runs, scale), None
    return runs, targets
