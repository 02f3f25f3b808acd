"""The ERT table: ratios to a reference, spread, and marks for the best and significant entries."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from optimeter.data.runs import Runs
from optimeter.measures._bootstrap import Bootstrap
from optimeter.measures._pairs import Side
from optimeter.measures._problems import Dimensions, Functions, Problems, problems, segments
from optimeter.measures._summary import padded
from optimeter.measures._table import Bool, Float, Int, ProblemTable, coded
from optimeter.measures.ert import ert_matrix, interval_matrix
from optimeter.measures.multiple_tests import LEVEL, holm
from optimeter.measures.quantiles import quantile
from optimeter.measures.rank_sum import RankSum, published_test
from optimeter.measures.reference_of import ReferenceLike, reference_of
from optimeter.measures.references import Reference
from optimeter.measures.restarts import restart_matrix
from optimeter.measures.targets import TargetsLike

__all__ = ["ErtTable", "ert_table", "marked"]

TESTS_AT_ONCE = 1000  # bounds the memory of tests of leaders
BEST_SHARE = 0.14  # share of algorithms whose entries are set in bold, beside the best


@dataclass(frozen=True, slots=True, repr=False)
class ErtTable(ProblemTable):
    """Entries of an ERT table, one row per algorithm, problem and target.

    Attributes
    ----------
    algorithm, suite, function, dimension, target : (r,)
    ert : (r,) float64
    reference_ert : (r,) float64
        Expected runtime of the reference; inf where it did not reach the target or there is none.
    ratio : (r,) float64
        ert / reference_ert; ert itself where the reference is infinite.
    low, high : (r,) float64
        95 % bootstrap interval of ert.
    p10, p90 : (r,) float64
        Percentiles of the runtime with restarts.
    successes, runs : (r,) int64
    median_length : (r,) float64
        Median run length, to be shown beside an infinite entry.
    best : (r,) bool
        Among the 1 + ⌊0.14 m⌋ smallest finite entries of m algorithms, ties included.
    not_worse : (r,) bool
        Finite, and the best or not significantly worse than the best (Holm within the table).
    star : (r,) int64
        0, or k when significantly better than every other algorithm: the p-value times the number
        of functions is below 0.05 (k = 1) and at most 10^−k (k = 2 to 9).
    beats_reference : (r,) bool
        ert below reference_ert, and more than 90 % of the runs faster than it (ties one half).
    """

    target: Float
    ert: Float
    reference_ert: Float
    ratio: Float
    low: Float
    high: Float
    p10: Float
    p90: Float
    successes: Int
    runs: Int
    median_length: Float
    best: Bool
    not_worse: Bool
    star: Int
    beats_reference: Bool


def ert_table(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    reference: ReferenceLike | None = None,
    functions: Functions = None,
    dimensions: Dimensions = None,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 1,
    spread: bool = True,
) -> ErtTable:
    """Compute the entries of an ERT table with their marks.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`; the targets default to those of the suite's tables.
    reference : Reference, Runs or str, optional
        Entries are divided by its expected runtimes; a string names one of the package.
    confidence, resamples, seed
        Of the bootstrap intervals.
    spread : bool
        False leaves out the percentiles of restarted runs (inf), which take most of the time.

    Returns
    -------
    ErtTable

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=1, dimension=2, algorithm=["a"] * 8 + ["b"] * 8, offsets=range(17),
    ...     step_evaluations=[*range(10, 18), *range(50, 58)], step_precision=[0] * 16)
    >>> [(row["algorithm"], row["best"], row["star"]) for row in ert_table(runs, [1]).to_dicts()]
    [('a', True, 3), ('b', False, 0)]
    """
    known = None if reference is None else reference_of(reference)
    bootstrap = Bootstrap(resamples, seed, confidence)
    blocks = problems(runs, targets, use="table", functions=functions, dimensions=dimensions)
    table = ErtTable.concatenate(
        [_entries(block, known, bootstrap, spread=spread) for block in blocks]
    )
    return marked(table, runs, targets, functions=functions, dimensions=dimensions)


def marked(
    table: ErtTable,
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> ErtTable:
    """Return the table with the marks of the best and the significant entries set anew.

    The entries of an algorithm do not depend on the others, the marks do; so tables of single
    algorithms can be computed apart, joined, and marked.

    Parameters
    ----------
    table : ErtTable
        Entries of all algorithms of `runs`, for the same targets.
    runs, targets, functions, dimensions
        As for `ert_table`.
    """
    marks = {"best": np.bool_, "not_worse": np.bool_, "star": np.int64}
    table = table.replaced(**{name: np.zeros(len(table), dtype) for name, dtype in marks.items()})
    if len(runs.algorithms) > 1:
        _mark_best(table)
        _mark_significant(table, runs, targets, functions=functions, dimensions=dimensions)
    else:  # the best of itself alone
        table.best[:] = table.not_worse[:] = np.isfinite(table.ert)
    return table


def _entries(
    block: Problems, reference: Reference | None, bootstrap: Bootstrap, *, spread: bool
) -> ErtTable:
    matrix = ert_matrix(block)
    shape = block.targets.shape
    known = np.full(shape, np.inf)
    compared = np.zeros((len(block), 1), dtype=bool)
    if reference is not None and reference.suite == block.suite:
        held = reference.has(block.function, block.dimension)
        compared[held] = True
        known[held] = reference.ert_at(
            block.function[held], block.dimension[held], block.targets[held]
        )
    low, high = interval_matrix(block, bootstrap)
    edges = np.full((*shape, 2), np.inf)
    if spread:
        edges = restart_matrix(block, np.array([0.1, 0.9]))
    limit = block.spread(known)
    faster = block.sum((block.runtimes < limit) + 0.5 * (block.runtimes == limit))
    faster /= block.counts[:, None]
    return block.table(
        ErtTable,
        ert=matrix.ert,
        reference_ert=known,
        ratio=matrix.ert / np.where(np.isfinite(known), known, 1.0),
        low=low,
        high=high,
        p10=edges[:, :, 0],
        p90=edges[:, :, 1],
        successes=matrix.successes,
        runs=block.counts[:, None],
        median_length=block.median(block.lengths[:, None]),
        best=np.array(False),
        not_worse=np.array(False),
        star=np.array(0),
        beats_reference=compared & (matrix.ert < known) & (faster > 0.9),
    )


def _columns(table: ErtTable) -> list[NDArray[np.intp]]:
    """Return the entries of each (suite, dimension, function, target) column, as positions."""
    # Targets are numbered within their problem: budget-based ones may coincide.
    keys = coded(table.suite)[1], table.dimension, table.function, _target_number(table)
    order, starts, _ = segments(*keys)
    return np.split(order, starts[1:]) if len(table) else []


def _target_number(table: ErtTable) -> Int:
    """Return the position of each row among the rows of its algorithm and problem."""
    same = np.zeros(len(table), dtype=bool)
    same[1:] = True
    for column in (table.function, table.dimension, table.algorithm, table.suite):
        same[1:] &= column[1:] == column[:-1]
    start = np.maximum.accumulate(np.where(same, 0, np.arange(len(table))))
    return np.arange(len(table)) - start


def _mark_best(table: ErtTable) -> None:
    for members in _columns(table):
        entries = table.ert[members]
        place = min(int(BEST_SHARE * len(members)), len(members) - 1)
        limit = np.sort(entries)[place]
        table.best[members] = np.isfinite(entries) & (entries <= limit)


def _mark_significant(
    table: ErtTable,
    runs: Runs,
    targets: TargetsLike | None,
    *,
    functions: Functions,
    dimensions: Dimensions,
) -> None:
    """Compare the best entry of every column with the others."""
    columns = _columns(table)
    numbers = _target_number(table)
    finals = _median_finals(runs)
    columns_of = (table.algorithm, table.suite, table.dimension, table.function)
    keys = list(zip(*(column.tolist() for column in columns_of), strict=True))
    leaders = [_leader(table.ert, members, keys, finals) for members in columns]
    # Only the problems an algorithm leads are tested: the pairs of all others tell nothing here.
    led: dict[tuple[str, str], set[tuple[int, int]]] = {}
    for leader, members in zip(leaders, columns, strict=True):
        if len(members) > 1:
            name, suite, dimension, function = keys[leader]
            led.setdefault((suite, name), set()).add((function, dimension))
    tests = _leader_tests(runs, targets, led, functions=functions, dimensions=dimensions)
    functions_in: dict[tuple[str, int], set[int]] = {}
    for _, suite, dimension, function in set(keys):
        functions_in.setdefault((suite, dimension), set()).add(function)
    contests: list[tuple[int, float, float]] = []
    for leader, members in zip(leaders, columns, strict=True):
        table.not_worse[leader] = bool(np.isfinite(table.ert[leader]))
        if len(members) < 2:
            continue
        name, suite, dimension, function = keys[leader]
        others = [m for m in members.tolist() if m != leader]
        found = []
        for m in others:
            row = tests.rows[suite, name, keys[m][0], function, dimension]
            found.append((float(tests.z[row, numbers[m]]), float(tests.p[row, numbers[m]])))
        table.star[leader] = _star(found, len(functions_in[suite, dimension]))
        contests.extend((m, *pair) for m, pair in zip(others, found, strict=True))
    corrected = holm([p for _, _, p in contests])
    for (m, z, _), p in zip(contests, corrected.tolist(), strict=True):
        table.not_worse[m] = bool(np.isfinite(table.ert[m])) and not (z > 0 and p < LEVEL)


@dataclass(frozen=True, slots=True)
class _LeaderTests:
    """z and p, (tests, targets), of leaders against all others on the problems they lead.

    `rows` tells where a test is, by suite, leader, the other one, function and dimension.
    """

    rows: dict[tuple[str, str, str, int, int], int]
    z: Float
    p: Float


def _leader_tests(
    runs: Runs,
    targets: TargetsLike | None,
    led: dict[tuple[str, str], set[tuple[int, int]]],
    *,
    functions: Functions,
    dimensions: Dimensions,
) -> _LeaderTests:
    """Test every leader against all others, on the problems where it leads.

    Hundreds of algorithms make a hundred thousand tests: they are done many at a time.
    """
    rows: dict[tuple[str, str, str, int, int], int] = {}
    found: list[RankSum] = []
    blocks = [
        (block, ert_matrix(block), block.algorithm_names().tolist())
        for block in problems(
            runs, targets, use="table", functions=functions, dimensions=dimensions
        )
    ]
    for (one, matrix, leaders), (other, others_matrix, others) in product(blocks, repeat=2):
        if one.suite != other.suite:
            continue
        held: dict[tuple[int, int], list[int]] = {}
        for row, key in enumerate(_keys(other)):
            held.setdefault(key, []).append(row)
        pairs: list[tuple[int, int]] = []
        for row, key in enumerate(_keys(one)):
            if key in led.get((one.suite, leaders[row]), ()):
                rivals = [r for r in held.get(key, ()) if others[r] != leaders[row]]
                for rival in rivals:
                    place = (one.suite, leaders[row], others[rival], *key)
                    rows[place] = len(rows)
                pairs += [(row, rival) for rival in rivals]
        for begin in range(0, len(pairs), TESTS_AT_ONCE):
            a, b = np.array(pairs[begin : begin + TESTS_AT_ONCE], dtype=np.int64).T
            found.append(
                published_test(
                    Side("", one.suite, one, a, matrix),
                    Side("", one.suite, other, b, others_matrix),
                )
            )
    width = len(found[0].z[0]) if found else 0
    z, p = (
        np.concatenate([getattr(test, name) for test in found] or [np.empty((0, width))])
        for name in ("z", "p")
    )
    return _LeaderTests(rows, z, p)


def _keys(block: Problems) -> Iterator[tuple[int, int]]:
    """Iterate over function and dimension of the problems of a block."""
    return zip(block.function.tolist(), block.dimension.tolist(), strict=True)


def _median_finals(runs: Runs) -> dict[tuple[str, str, int, int], float]:
    """Return the median final value of every algorithm and problem."""
    keys, codes = runs.group_index(("algorithm", "suite", "dimension", "function"))
    order = np.argsort(codes, kind="stable")
    starts = np.searchsorted(codes[order], np.arange(len(keys))).astype(np.int64)
    counts = np.diff(np.append(starts, len(codes)))
    medians = quantile(
        padded(runs.final[order][:, None].copy(), starts, counts), 0.5, method="median"
    )[:, 0]
    return dict(zip(map(tuple, keys.tolist()), medians.tolist(), strict=True))


def _leader(
    ert: Float,
    members: NDArray[np.intp],
    keys: list[tuple[str, str, int, int]],
    finals: dict[tuple[str, str, int, int], float],
) -> int:
    """Return the entry with the smallest ERT; if all are infinite, the best median final value."""
    entries = ert[members]
    if np.isinf(entries).all():
        entries = np.array([finals[keys[m]] for m in members.tolist()])
    return int(members[np.argmin(entries)])


def _star(tests: list[tuple[float, float]], functions: int) -> int:
    """Return the level at which the leader beats all others."""
    if any(z < 0 for z, _ in tests):
        return 0
    p = max(p for _, p in tests) * functions
    if p >= LEVEL:
        return 0
    return int(np.clip(-np.ceil(np.log10(max(p, 1e-300))), 1, 9))
