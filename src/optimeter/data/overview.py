"""What is in recorded data, what is missing, and where the data come from."""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from optimeter.data.runs import Runs
from optimeter.problems import known_suite

__all__ = ["NOTHING", "DataSetOverview", "overview", "sources"]

NOTHING = (None, "", "algorithm_info")  # comments that say nothing; the last is ioh's own


@dataclass(frozen=True, slots=True)
class DataSetOverview:
    """The data of one algorithm on one suite.

    Attributes
    ----------
    algorithm, suite : str
    functions, dimensions : tuple of int
        That occur.
    instances : tuple of int
        That occur.
    runs_per_problem : tuple of int
        Smallest and largest number of runs on one function in one dimension.
    runs, unfinished : int
    missing : tuple of (int, int)
        Pairs of function and dimension without any run: of the known suite's functions in the
        dimensions that occur; of other suites, whose functions may have one dimension each, of those
        that another algorithm was run on.
    short : tuple of (int, int)
        Pairs with fewer runs than others in the same dimension.
    absent_dimensions : tuple of int
        Dimensions of the known suite without any run. Not running the largest ones is usual.
    budget : tuple of float
        Smallest and largest number of evaluations of a run, divided by the dimension.
    quality : str
        How the values are judged.
    """

    algorithm: str
    suite: str
    functions: tuple[int, ...]
    dimensions: tuple[int, ...]
    instances: tuple[int, ...]
    runs_per_problem: tuple[int, int]
    runs: int
    unfinished: int
    missing: tuple[tuple[int, int], ...]
    short: tuple[tuple[int, int], ...]
    absent_dimensions: tuple[int, ...]
    budget: tuple[float, float]
    quality: str

    @property
    def complete(self) -> bool:
        """Whether every function has all its runs in every dimension that was run."""
        return not (self.missing or self.short or self.unfinished)


def overview(runs: Runs) -> list[DataSetOverview]:
    """Return what is in the data, one entry per algorithm and suite.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=[1, 2, 2], dimension=3, instance=[1, 1, 2],
    ...     offsets=[0, 1, 2, 3], step_evaluations=[9, 9, 9], step_precision=[1, 1, 1])
    >>> entry, = overview(runs)
    >>> entry.complete, entry.short, entry.budget
    (False, ((1, 3),), (3.0, 3.0))
    """
    pairs: dict[str, set[tuple[int, int]]] = {}
    for suite, *pair in runs.group_index(("suite", "function", "dimension"))[0].tolist():
        pairs.setdefault(suite, set()).add(tuple(pair))
    return [_entry(key, group, pairs[key[1]]) for key, group in runs.groups(("algorithm", "suite"))]


def sources(runs: Runs) -> tuple[dict[str, str], ...]:
    """Return where the data come from: each source once, without comments that say nothing.

    IOHprofiler's folders have an entry for every function and dimension.

    Examples
    --------
    >>> same = {"path": "exp", "comment": "algorithm_info"}
    >>> runs = Runs.from_arrays(function=[1, 2], dimension=3, offsets=[0, 1, 2],
    ...     step_evaluations=[9, 9], step_precision=[1, 1], source_codes=[0, 1],
    ...     provenance=[{**same, "function_name": "one"}, {**same, "function_name": "two"}])
    >>> sources(runs)
    ({'path': 'exp'},)
    """
    found = (
        tuple(
            (key, value)
            for key, value in entry.items()
            if key != "function_name" and not (key == "comment" and value in NOTHING)
        )
        for entry in runs.provenance
    )
    return tuple(dict(items) for items in dict.fromkeys(found))


def _entry(key: tuple[str, str], group: Runs, occurring: set[tuple[int, int]]) -> DataSetOverview:
    algorithm, suite = key
    functions, dimensions = np.unique(group.function), np.unique(group.dimension)
    known = known_suite(suite)
    wanted = occurring
    if known:
        pairs = product((f.number for f in known.functions), dimensions.tolist())
        wanted = {pair for pair in pairs if known.has(*pair)}
    counts = _counts(group, functions, dimensions)
    run = {(int(functions[row]), int(dimensions[column])) for row, column in np.argwhere(counts)}
    missing = sorted(wanted - run, key=lambda pair: (pair[1], pair[0]))
    most = counts.max(axis=0)
    short = [
        (int(functions[row]), int(dimensions[column]))
        for row, column in np.argwhere((counts > 0) & (counts < most))
    ]
    budgets = group.evaluations / np.maximum(group.dimension, 1)
    return DataSetOverview(
        algorithm,
        suite,
        tuple(functions.tolist()),
        tuple(dimensions.tolist()),
        tuple(np.unique(group.instance).tolist()),
        (int(counts[counts > 0].min()), int(counts.max())),
        len(group),
        int(np.sum(~group.finalized)),
        tuple(missing),
        tuple(short),
        tuple(d for d in (known.dimensions if known else ()) if d not in dimensions),
        (float(budgets.min()), float(budgets.max())),
        str(group.quality()),
    )


def _counts(
    group: Runs, functions: NDArray[np.int32], dimensions: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Return the number of runs, (functions, dimensions)."""
    counts = np.zeros((len(functions), len(dimensions)), dtype=np.int64)
    rows = np.searchsorted(functions, group.function)
    columns = np.searchsorted(dimensions, group.dimension)
    np.add.at(counts, (rows, columns), 1)
    return counts
