"""Algorithms run side by side: the parallel portfolio as runs of one algorithm."""

from collections.abc import Sequence

import numpy as np

from optimeter._arguments import items
from optimeter.data.runs import Runs
from optimeter.data.value_ranges import BEST, DECADES, POOR
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures._problems import segments
from optimeter.measures._table import Float, Int

__all__ = ["portfolio"]


def portfolio(runs: Runs, algorithms: Sequence[str] | None = None, *, name: str = "") -> Runs:
    """Combine algorithms that take turns, one evaluation each in the order given.

    Run j of a problem combines run j of every algorithm; instances are problems where they repeat
    nothing. If algorithm a reaches a value at its own
    evaluation e, the portfolio has spent Σ_b min(e − 1, B_b) evaluations in complete turns and one
    for each algorithm up to a that is still running; B_b is the length of the run of b. Runs
    without a partner are left out.

    Parameters
    ----------
    runs : Runs
    algorithms : sequence of str, optional
        All in the data, in their order, when not given.
    name : str, optional
        Name of the portfolio.

    Returns
    -------
    Runs
        Of one algorithm; every measure applies to them.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, algorithm=["a", "b"], offsets=[0, 2, 3],
    ...     evaluations=[10, 3], step_evaluations=[1, 5, 1], step_precision=[9, 1, 8])
    >>> portfolio(runs).runtimes([8, 1]).tolist()
    [[2.0, 8.0]]
    """
    chosen = tuple(runs.algorithms if algorithms is None else items(algorithms))
    if len(chosen) < 2 or len(set(chosen)) != len(chosen):
        message = f"a portfolio needs two or more different algorithms; got {chosen!r}"
        raise InvalidValueError(message)
    parts = [runs.select(algorithms=algorithm) for algorithm in chosen]
    rows = _partners(parts)  # (m, n)
    lengths = np.stack([part.run_lengths()[row] for part, row in zip(parts, rows, strict=True)])
    steps = _interleaved(
        [(p.offsets, p.step_evaluations, p.step_precision) for p in parts], rows, lengths
    )
    budget = _interleaved(
        [(p.budget_offsets, p.budget_evaluations, p.budget_precision) for p in parts],
        rows,
        lengths,
    )
    first = parts[0][rows[0]]
    return Runs.from_arrays(
        algorithm=str(name) or " + ".join(chosen),
        suite=[first.suites[code] for code in first.suite_codes],
        function=first.function,
        dimension=first.dimension,
        instance=first.instance,
        grid=np.max([p.grid[row] for p, row in zip(parts, rows, strict=True)], axis=0),
        final_target=np.max(
            [p.final_target[row] for p, row in zip(parts, rows, strict=True)], axis=0
        ),
        evaluations=lengths.sum(axis=0),
        maximized=first.maximized,
        optimum_known=first.optimum_known,
        objectives=first.objectives,
        own_instances=first.own_instances,
        function_names=first.function_names,
        extra={name: first.extra[name] for name in (POOR, BEST, DECADES) if name in first.extra},
        offsets=steps[0],
        step_evaluations=steps[1],
        step_precision=steps[2],
        budget_offsets=budget[0],
        budget_evaluations=budget[1],
        budget_precision=budget[2],
    )


def _partners(parts: list[Runs]) -> Int:
    """Return, for each algorithm, the runs that stand for run j of every common problem."""
    keyed = []
    for part in parts:
        suites = np.array(part.suites)[part.suite_codes]
        instance = np.where(part.own_instances, part.instance, 0)
        order, starts, counts = segments(suites, part.dimension, part.function, instance)
        number = np.arange(len(order)) - np.repeat(starts, counts)
        keys = list(
            zip(
                suites[order].tolist(),
                part.dimension[order].tolist(),
                part.function[order].tolist(),
                instance[order].tolist(),
                number.tolist(),
                strict=True,
            )
        )
        keyed.append(dict(zip(keys, order.tolist(), strict=True)))
    common = [key for key in keyed[0] if all(key in other for other in keyed[1:])]
    if not common:
        message = "the algorithms of the portfolio have no problem in common"
        raise DataError(message)
    return np.array([[rows[key] for key in common] for rows in keyed], dtype=np.int64)


def _interleaved(
    ragged: list[tuple[Int, Int, Float]], rows: Int, lengths: Int
) -> tuple[Int, Int, Float]:
    """Merge the steps of the partners, at the evaluation counts of the portfolio."""
    n = rows.shape[1]
    all_runs, all_counts, all_values = [], [], []
    for a, (offsets, evaluations, values) in enumerate(ragged):
        sizes = np.diff(offsets)[rows[a]]
        run = np.repeat(np.arange(n), sizes)
        place = np.arange(sizes.sum()) + np.repeat(
            offsets[rows[a]] - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes
        )
        e = evaluations[place]
        # Steps beyond the length (after the final precision) no longer matter.
        keep = e <= lengths[a, run]
        run, e, place = run[keep], e[keep], place[keep]
        turns = np.minimum(e - 1, lengths[:, run]).sum(axis=0)
        all_runs.append(run)
        all_counts.append(turns + (e <= lengths[: a + 1, run]).sum(axis=0))
        all_values.append(values[place])
    run, count = np.concatenate(all_runs), np.concatenate(all_counts)
    order = np.lexsort((count, run))
    result = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(run, minlength=n), out=result[1:])
    return result, count[order], np.concatenate(all_values)[order]
