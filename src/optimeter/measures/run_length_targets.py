"""Targets chosen by budget: what the reference just fails to reach within it."""

from collections.abc import Sequence

import numpy as np

from optimeter.exceptions import InvalidValueError
from optimeter.measures.reference_of import ReferenceLike, reference_of
from optimeter.measures.suites import suite_settings
from optimeter.measures.targets import Targets

__all__ = ["ECDF_BUDGETS", "TABLE_BUDGETS", "run_length_targets"]

TABLE_BUDGETS = (0.5, 1.2, 3.0, 10.0, 50.0)
ECDF_BUDGETS = tuple(np.logspace(np.log10(0.5), np.log10(50), 31).tolist())


def run_length_targets(
    reference: ReferenceLike,
    budgets: Sequence[float] = TABLE_BUDGETS,
    *,
    different: bool = True,
    final_target: float | None = None,
) -> Targets:
    """Choose for every problem the targets that take the reference a little more than a budget.

    For a budget b the target is the easiest stored one whose expected runtime exceeds max(1, b·D);
    if that is not harder than the target of the budget before it and `different` is set, the next
    harder one is taken instead. No target is harder than the final one, where late budgets may
    coincide.

    Parameters
    ----------
    reference : Reference, Runs or str
        A string is the name of one that comes with the package.
    budgets : sequence of float
        Increasing, in evaluations per dimension.
    different : bool
        Force a new target for every budget (as tables do). For profiles set it to False:
        repetitions then keep the weight of their budgets.
    final_target : float, optional
        The suite's own when not given.

    Returns
    -------
    Targets

    Examples
    --------
    >>> from optimeter.measures import load_reference
    >>> targets = run_length_targets(load_reference("best2009-bbob"))
    >>> targets.for_problems([6], [5])[0].round(4).tolist()
    [100000.0, 25118.8643, 100.0, 25.1189, 0.2512]
    """
    reference = reference_of(reference)
    wanted = np.asarray(budgets, dtype=np.float64)
    if wanted.ndim != 1 or len(wanted) == 0 or np.any(np.diff(wanted) <= 0) or wanted[0] < 0:
        message = f"budgets must be increasing, non-negative numbers; got {budgets!r}"
        raise InvalidValueError(message)
    final = suite_settings(reference.suite).final_target if final_target is None else final_target
    last = int(np.searchsorted(-reference.targets, -final * (1 + 1e-9), side="left"))
    last = min(last, len(reference.targets) - 1)
    evaluations = np.maximum(1.0, wanted * reference.dimension[:, None])  # (p, b)
    # Expected runtimes never decrease with difficulty, so counting finds the first one beyond.
    within = (reference.ert[:, :, None] <= evaluations[:, None, :]).sum(axis=1)
    easiest = (reference.ert == reference.ert[:, :1]).sum(axis=1) - 1
    columns = np.where(within == 0, easiest[:, None], within)
    if different:
        for i in range(1, columns.shape[1]):
            columns[:, i] = np.maximum(columns[:, i], columns[:, i - 1] + 1)
    columns = np.minimum(columns, last)
    text = (
        ", ".join(f"{b:.3g}" for b in wanted)
        if len(wanted) <= 8
        else (f"{wanted[0]:.3g} to {wanted[-1]:.3g}")
    )
    return Targets(
        f"{len(wanted)} budget-based targets ({text} evaluations per dimension) of "
        f"{reference.name}",
        reference.targets[columns],
        reference.function,
        reference.dimension,
    )
