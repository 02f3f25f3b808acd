"""The artificial best of several algorithms, and who contributes to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np

from optimeter._arguments import items, known_name, real
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.measures._problems import Dimensions, Functions, problems
from optimeter.measures._table import Float, Int, Names, Table, constant_column
from optimeter.measures.ecdf import EcdfSplit, split_functions
from optimeter.measures.ert import ert_matrix
from optimeter.measures.references import Reference
from optimeter.measures.scale import on_scale
from optimeter.measures.suites import set_name, settings_of, suite_settings
from optimeter.measures.targets import (
    Targets,
    TargetsLike,
    find_problems,
    resolve_targets,
    suite_targets,
)

__all__ = ["Contributions", "TargetContributions", "best_of", "contributions", "ert_cube"]


@dataclass(frozen=True, slots=True)
class ErtCube:
    """Expected runtimes of several algorithms on the same problems and targets.

    Attributes
    ----------
    suite : str
    algorithms : tuple of str
    function, dimension : (p,) int64
    targets : (p, k) float64
    ert, average_evaluations : (a, p, k) float64
        inf and 0 where an algorithm has no data.
    successes : (a, p, k) int64
    trials : (a, p) int64
        Runs; 0 where an algorithm has no data.
    final : (a, p) float64
        Median final value; inf where an algorithm has no data.
    length : (a, p) float64
        Longest run; 0 where an algorithm has no data.
    """

    suite: str
    algorithms: tuple[str, ...]
    function: Int
    dimension: Int
    targets: Float
    ert: Float
    average_evaluations: Float
    successes: Int
    trials: Int
    final: Float
    length: Float


def ert_cube(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> ErtCube:
    """Arrange expected runtimes by algorithm, problem and target.

    Raises
    ------
    DataError
        If the runs belong to several suites.
    """
    if len(np.unique(runs.suite_codes)) > 1:
        message = f"algorithms can be compared within one suite only; the data hold {runs.suites}"
        raise DataError(message)
    suite = runs.suites[int(runs.suite_codes[0])] if len(runs) else ""
    keys = np.unique(
        np.column_stack([runs.dimension, runs.function]).astype(np.int64), axis=0
    ).reshape(-1, 2)
    blocks = list(problems(runs, targets, functions=functions, dimensions=dimensions))
    present = np.zeros(len(keys), dtype=bool)
    for block in blocks:
        rows, _ = find_problems(keys[:, 1], keys[:, 0], block.function, block.dimension)
        present[rows] = True
    keys = keys[present]
    width = blocks[0].targets.shape[1]
    shape = (len(runs.algorithms), len(keys), width)
    cube = ErtCube(
        suite=suite,
        algorithms=runs.algorithms,
        function=keys[:, 1],
        dimension=keys[:, 0],
        targets=np.empty(shape[1:]),
        ert=np.full(shape, np.inf),
        average_evaluations=np.zeros(shape),
        successes=np.zeros(shape, dtype=np.int64),
        trials=np.zeros(shape[:2], dtype=np.int64),
        final=np.full(shape[:2], np.inf),
        length=np.zeros(shape[:2]),
    )
    for block in blocks:
        matrix = ert_matrix(block)
        rows, _ = find_problems(cube.function, cube.dimension, block.function, block.dimension)
        names = block.algorithm_names()
        codes = np.array([runs.algorithms.index(name) for name in names], dtype=np.intp)
        cube.targets[rows] = block.targets
        cube.ert[codes, rows] = matrix.ert
        cube.average_evaluations[codes, rows] = matrix.average_evaluations
        cube.successes[codes, rows] = matrix.successes
        cube.trials[codes, rows] = block.counts
        cube.final[codes, rows] = block.median(block.source.final[block.order][:, None])[:, 0]
        cube.length[codes, rows] = np.maximum.reduceat(block.lengths, block.starts)
    return cube


def full_grid(runs: Runs) -> Targets:
    """Return the suite's grid, continued to the easiest recorded value."""
    settings = settings_of(runs)
    grid = settings.grid
    if settings.gaps:
        return suite_targets(settings)
    finite = runs.step_precision[np.isfinite(runs.step_precision)]
    top = float(np.max(finite, initial=1.0))
    easiest = max(grid.exponents[0], int(np.ceil(np.log10(top) * grid.per_decade)))
    easier = np.arange(easiest, grid.exponents[0], -1)
    values = np.concatenate([10.0 ** (easier / grid.per_decade), grid.values()])
    return Targets.fixed(values, f"{len(values)} grid targets")


def best_of(runs: Runs, targets: TargetsLike | None = None, *, name: str = "") -> Reference:
    """Choose, for every problem and target, the algorithm with the smallest expected runtime.

    Ties go to the algorithm that comes first in the data; algorithms that never reach a target are
    ignored there. Where none reaches it the expected runtime is inf, and the algorithm with the
    best median final value stands in.

    Parameters
    ----------
    runs : Runs
        Runs of one suite.
    targets : sequence of float or Targets, optional
        The suite's grid, continued to the easiest recorded value, when not given.
    name : str, optional

    Returns
    -------
    Reference
        With the runs, so that tests and profiles can use those of the winner.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2, 4],
    ...     algorithm=["slow start", "fast start"],
    ...     step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
    >>> best = best_of(runs, [1, 0.01])
    >>> best.ert.tolist(), best.winner.tolist()
    ([[5.0, 30.0]], [[1, 0]])
    """
    if len(runs) == 0:
        message = "there are no runs to choose the best from"
        raise DataError(message)
    runs, _ = on_scale(runs, targets)
    wanted = full_grid(runs) if targets is None else resolve_targets(targets, "")
    if wanted.values.ndim != 1 or np.any(np.diff(wanted.values) >= 0):
        message = "a reference needs one decreasing list of targets for all problems"
        raise DataError(message)
    cube = ert_cube(runs, wanted)
    winner = np.argmin(cube.ert, axis=0)
    best = np.take_along_axis(cube.ert, winner[None], axis=0)[0]
    stand_in = np.argmin(cube.final, axis=0)[:, None]
    winner = np.where(np.isfinite(best), winner, stand_in)
    rows = np.arange(len(cube.function))[:, None]
    return Reference(
        name=name or f"best of {len(cube.algorithms)}",
        suite=cube.suite,
        algorithms=cube.algorithms,
        function=cube.function,
        dimension=cube.dimension,
        targets=wanted.values,
        ert=best,
        winner=winner.astype(np.int64),
        successes=np.take_along_axis(cube.successes, winner[None], axis=0)[0],
        trials=cube.trials[winner, rows],
        runs=runs,
    )


@dataclass(frozen=True, slots=True, repr=False)
class Contributions(Table):
    """How often each algorithm is the best, one row per dimension, set of functions and algorithm.

    Attributes
    ----------
    algorithm : (r,)
    dimension : (r,) int64
    group : (r,)
        Set of functions, named as for `optimeter.ecdf`.
    wins : (r,) int64
        (function, target) pairs where no expected runtime is smaller than its own.
    ties : (r,) int64
        Those of them where another one is as small.
    near : (r,) int64
        Pairs where it is within the factor of the smallest.
    pairs : (r,) int64
        Pairs solved by any algorithm.
    common : (r,) int64
        Pairs solved by all of them.
    common_runtime : (r,) float64
        Geometric mean of its expected runtimes per dimension over these; inf if there are none.
    """

    algorithm: Names
    dimension: Int
    group: Names
    wins: Int
    ties: Int
    near: Int
    pairs: Int
    common: Int
    common_runtime: Float


@dataclass(frozen=True, slots=True, repr=False)
class TargetContributions(Contributions):
    """Who is best for several kinds of targets, which `targets` names."""

    targets: Names


def contributions(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    factor: float = 2.0,
    by: EcdfSplit | Sequence[EcdfSplit] = "all",
) -> Contributions:
    """Count the (function, target) pairs on which each algorithm is best, or close to it.

    Those that are equally fast are equally best.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`; runs of one suite.
    factor : float
        What is close.
    by : {"all", "group", "function"}, or several of them
        Sets of functions, as for `optimeter.ecdf`.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2, 4],
    ...     algorithm=["a", "b"],
    ...     step_evaluations=[8, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
    >>> [(row["wins"], row["near"]) for row in contributions(runs, [1, 0.01]).to_dicts()]
    [(1, 2), (1, 1)]
    """
    cube = ert_cube(runs, targets, functions=functions, dimensions=dimensions)
    best = cube.ert.min(axis=0)
    solved = np.isfinite(best)
    first = (cube.ert == best) & solved
    close = (cube.ert <= real(factor, "factor", above=0) * best) & solved
    counts = {
        "wins": first,
        "ties": first & (first.sum(axis=0) > 1),
        "near": close,
        "pairs": np.broadcast_to(solved, first.shape),
        "common": np.broadcast_to(np.isfinite(cube.ert).all(axis=0), first.shape),
    }
    logs = np.log(np.where(counts["common"], cube.ert / cube.dimension[:, None], 1.0))
    parts = []
    for d, name, members in _function_sets(cube, functions, by):
        rows = (cube.dimension == d) & np.isin(cube.function, members)
        if not rows.any():
            continue
        sums = {key: found[:, rows].sum(axis=(1, 2)) for key, found in counts.items()}
        number = len(cube.algorithms)
        with np.errstate(invalid="ignore"):
            mean = np.exp(logs[:, rows].sum(axis=(1, 2)) / sums["common"])
        parts.append(
            Contributions(
                algorithm=np.array(cube.algorithms, dtype=object),
                dimension=np.full(number, d, dtype=np.int64),
                group=constant_column(name, number),
                **{key: total.astype(np.int64) for key, total in sums.items()},
                common_runtime=np.where(sums["common"] > 0, mean, np.inf),
            )
        )
    return Contributions.concatenate(parts)


def _function_sets(
    cube: ErtCube, functions: Functions, by: EcdfSplit | Sequence[EcdfSplit]
) -> Iterator[tuple[int, str, tuple[int, ...]]]:
    """Iterate over dimensions and the named sets of functions in each."""
    settings = suite_settings(cube.suite)
    name = set_name(functions, settings)
    for d in np.unique(cube.dimension).tolist():
        members = tuple(cube.function[cube.dimension == d].tolist())
        for split in items(by):
            known_name(split, get_args(EcdfSplit), "split")
            for key, numbers in split_functions(name, members, settings, split).items():
                yield d, key, numbers
