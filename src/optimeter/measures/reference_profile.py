"""A reference algorithm: its runtime profile, and its scaling with the dimension."""

import numpy as np

from optimeter._arguments import functions_of, integers
from optimeter.exceptions import DataError
from optimeter.measures._problems import Dimensions, Functions, problems
from optimeter.measures._steps import steps_of
from optimeter.measures._table import Bool, Float, Int, constant_column
from optimeter.measures.ecdf import Ecdf, EcdfCurve, EcdfSplit, problem_atoms, split_functions
from optimeter.measures.reference_of import ReferenceLike, reference_of
from optimeter.measures.references import Reference
from optimeter.measures.scaling import Scaling
from optimeter.measures.suites import set_name, suite_settings
from optimeter.measures.targets import Targets, TargetsLike, resolve_targets

__all__ = ["reference_ecdf", "reference_scaling"]

Atoms = dict[tuple[int, int], tuple[Float, Float]]


def reference_ecdf(
    reference: ReferenceLike,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    by: EcdfSplit = "all",
    window: tuple[float, float] = (0.0, 7.0),
) -> Ecdf:
    """Compute the runtime profile of a reference algorithm.

    Where the runs behind the reference are at hand (`best_of`), the curve is made of the runtimes
    of the winner of every (function, target) pair, restarts included, like any other profile. A
    published reference holds expected runtimes only; the curve then is the distribution of these.

    Parameters
    ----------
    reference : Reference, Runs or str
        A string is the name of one that comes with the package.
    targets, functions, dimensions, by, window
        As for `optimeter.ecdf`.

    Returns
    -------
    Ecdf

    Examples
    --------
    >>> from optimeter.measures import load_reference
    >>> curve = reference_ecdf(load_reference("best2009-bbob"), dimensions=5)[0]
    >>> round(curve.solved, 3), round(float(curve.at(1000)), 3)
    (1.0, 0.769)
    """
    reference = reference_of(reference)
    settings = suite_settings(reference.suite)
    wanted = resolve_targets(targets, reference.suite)
    chosen = functions_of(functions, settings.groups)
    keep = _held(reference, functions, dimensions)
    if not keep.any():
        message = (
            f"reference {reference.name!r} has nothing for functions {functions!r} "
            f"and dimensions {dimensions!r}"
        )
        raise DataError(message)
    atoms = (
        _expected(reference, wanted, keep)
        if reference.runs is None
        else _winners(reference, wanted, keep)
    )
    curves = []
    for d in np.unique(reference.dimension[keep]).tolist():
        present = reference.function[keep & (reference.dimension == d)].tolist()
        members = tuple(present) if chosen is None else chosen
        name = set_name(functions, settings)
        for group, numbers in split_functions(name, members, settings, by).items():
            parts = [atoms[f, d] for f in numbers if (f, d) in atoms]
            pairs = len(numbers) * len(wanted)
            values = np.concatenate([values for values, _ in parts]) / d
            masses = np.concatenate([masses for _, masses in parts]) / pairs
            steps = steps_of(values, masses)
            curves.append(
                EcdfCurve(
                    algorithm=reference.name,
                    suite=reference.suite,
                    dimension=d,
                    group=group,
                    functions=numbers,
                    missing=tuple(f for f in numbers if (f, d) not in atoms),
                    targets=wanted.label,
                    pairs=pairs,
                    steps=steps,
                    recorded=steps.limit,
                    budget=np.inf,
                    shortest_failure=np.inf,
                    window=window,
                )
            )
    return Ecdf.of(curves)


def reference_scaling(
    reference: ReferenceLike,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> Scaling:
    """Compute the expected runtimes of a reference algorithm against the dimension.

    Parameters
    ----------
    reference : Reference, Runs or str
        A string is the name of one that comes with the package.
    targets, functions, dimensions
        As for `scaling`.

    Returns
    -------
    Scaling
        Percentiles, medians and longest runs, which a reference does not have, are inf; successes
        and runs are those of the algorithm that is best for the target.

    Examples
    --------
    >>> table = reference_scaling("best2009-bbob", [1e-8], functions=1)
    >>> table.dimension.tolist(), table.ert.tolist()
    ([2, 3, 5, 10, 20, 40], [6.0, 8.0, 12.0, 23.0, 43.0, 83.0])
    """
    reference = reference_of(reference)
    wanted = resolve_targets(targets, reference.suite, "scaling")
    keep = _held(reference, functions, dimensions)
    function, dimension = reference.function[keep], reference.dimension[keep]
    values = wanted.for_problems(function, dimension)
    ert = reference.ert_at(function, dimension, values)
    width = values.shape[1]
    unknown = np.full(values.size, np.inf)
    place = reference.columns(values)
    rows = np.flatnonzero(keep)[:, None]

    def counted(table: Int) -> Int:
        extended = np.column_stack([table, np.zeros(len(table), dtype=np.int64)])
        return extended[rows, place].reshape(-1)

    return Scaling(
        algorithm=constant_column(reference.name, values.size),
        suite=constant_column(reference.suite, values.size),
        function=np.repeat(function, width),
        dimension=np.repeat(dimension, width),
        instance=np.zeros(values.size, dtype=np.int64),
        target=values.reshape(-1),
        ert=ert.reshape(-1),
        ert_per_dimension=(ert / dimension[:, None]).reshape(-1),
        p25=unknown,
        p50=unknown,
        p75=unknown,
        median_success=unknown,
        longest_run=unknown,
        successes=counted(reference.successes),
        runs=counted(reference.trials),
    )


def _held(reference: Reference, functions: Functions, dimensions: Dimensions) -> Bool:
    """Mark the problems of a reference that are chosen."""
    keep = np.ones(len(reference.function), dtype=bool)
    chosen = functions_of(functions, suite_settings(reference.suite).groups)
    if chosen is not None:
        keep &= np.isin(reference.function, chosen)
    if dimensions is not None:
        keep &= np.isin(reference.dimension, integers(dimensions, "dimensions"))
    return keep


def _expected(reference: Reference, targets: Targets, keep: Bool) -> Atoms:
    """Return the expected runtimes of each problem as atoms."""
    function, dimension = reference.function[keep], reference.dimension[keep]
    ert = reference.ert_at(function, dimension, targets.for_problems(function, dimension))
    return {
        (int(f), int(d)): (row, np.ones(len(row)))
        for f, d, row in zip(function, dimension, ert, strict=True)
    }


def _winners(reference: Reference, targets: Targets, keep: Bool) -> Atoms:
    """Return the runtimes of the winners of each problem as atoms."""
    if reference.runs is None:
        return {}
    parts: dict[tuple[int, int], list[tuple[Float, Float]]] = {
        (int(f), int(d)): []
        for f, d in zip(reference.function[keep], reference.dimension[keep], strict=True)
    }
    last = len(reference.targets) - 1
    for block in problems(reference.runs, targets):
        names = block.algorithm_names()
        rows = reference.rows(block.function, block.dimension)
        columns = np.minimum(reference.columns(block.targets), last)
        winners = reference.winner[rows[:, None], columns]
        for i, name in enumerate(names):
            key = (int(block.function[i]), int(block.dimension[i]))
            mine = np.flatnonzero(winners[i] == reference.algorithms.index(name))
            if key in parts and len(mine):
                parts[key].append(problem_atoms(block, i, restarts=True, columns=mine))
    return {
        key: (
            np.concatenate([values for values, _ in found]),
            np.concatenate([masses for _, masses in found]),
        )
        for key, found in parts.items()
        if found
    }
