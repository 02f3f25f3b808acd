"""Two algorithms on the problems they share, runs arranged for vectorised comparison."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.measures._problems import (
    Dimensions,
    Functions,
    OnScale,
    Problems,
    Rows,
    choose,
    long_columns,
)
from optimeter.measures._summary import padded
from optimeter.measures._table import Bool, Float, Int
from optimeter.measures.coded import compact
from optimeter.measures.ert import ErtMatrix, ert_matrix
from optimeter.measures.targets import TargetsLike, TargetUse, find_problems

__all__ = ["Side", "common", "exceedance", "pairs_of", "samples_by_problem", "sides"]


@dataclass(frozen=True, slots=True)
class Side:
    """One algorithm of a comparison, on problems in a common order.

    Attributes
    ----------
    algorithm, suite : str
    block : Problems
        The algorithm's problems; `rows` are those of the comparison.
    rows : (p,) int64
    matrix : ErtMatrix
        Of all problems of the block.
    """

    algorithm: str
    suite: str
    block: Problems
    rows: Int
    matrix: ErtMatrix

    @property
    def counts(self) -> Int:
        """Number of runs of each problem."""
        return self.block.counts[self.rows]

    def table(self, kind: type[Rows], **columns: NDArray[Any]) -> Rows:
        """Return a table with a row per problem and target, given columns of (p, k) or (p, 1)."""
        targets = self.block.targets[self.rows]
        keys = {
            "suite": np.array(self.suite, dtype=object),
            **{
                name: getattr(self.block, name)[self.rows][:, None]
                for name in ("function", "dimension", "instance")
            },
        }
        flat = long_columns(keys | columns, targets.shape)
        flat["target"] = compact(targets.reshape(-1))
        return kind(**flat)

    def spread(self, values: Float) -> Float:
        """Arrange per-run values (n, k) of the block as (largest count, p, k), NaN beyond."""
        return padded(values, self.block.starts[self.rows], self.counts)


def sides(
    runs: Runs,
    targets: TargetsLike | None,
    *,
    use: TargetUse = "table",
    functions: Functions = None,
    dimensions: Dimensions = None,
    apart: bool = True,
    algorithms: Collection[str] | None = None,
) -> dict[str, list[tuple[str, Problems, ErtMatrix]]]:
    """Return, by suite, each algorithm's problems with their expected runtimes.

    Algorithms without any such problem are left out. All are on the scale of all runs, also where
    only some `algorithms` are wanted.
    """
    result: dict[str, list[tuple[str, Problems, ErtMatrix]]] = {}
    for part in choose(runs, functions, dimensions):
        wanted = part.algorithms if algorithms is None else algorithms
        for block in OnScale.of(part, targets, use).problems(apart=apart, algorithms=wanted):
            name = block.algorithms[int(block.algorithm_codes[0])]
            result.setdefault(block.suite, []).append((name, block, ert_matrix(block)))
    return result


def samples_by_problem(
    members: Sequence[tuple[str, Problems, ErtMatrix]], dimension: int
) -> dict[str, dict[tuple[int, int], Float]]:
    """Return, by algorithm, its runtimes on each function and instance in a dimension."""
    return {
        name: {
            (int(block.function[row]), int(block.instance[row])): block.runtimes[block.runs_of(row)]
            for row in np.flatnonzero(block.dimension == dimension).tolist()
        }
        for name, block, _ in members
    }


def pairs_of(
    runs: Runs,
    targets: TargetsLike | None,
    *,
    use: TargetUse = "table",
    functions: Functions = None,
    dimensions: Dimensions = None,
    first: str | None = None,
    second: str | None = None,
) -> Iterator[tuple[Side, Side]]:
    """Yield the two sides of every pair of algorithms that share problems.

    Parameters
    ----------
    first, second : str, optional
        Compare these two only.

    Raises
    ------
    DataError
        If there are no two algorithms with a common problem.
    """
    names = runs.algorithms
    if first is not None and second is not None:
        names = runs.select(algorithms=[first, second]).algorithms
    found = False
    by_suite = sides(
        runs, targets, use=use, functions=functions, dimensions=dimensions, algorithms=names
    )
    for suite, members in by_suite.items():
        for one, other in combinations(members, 2):
            pair = (other, one) if first is not None and one[0] != first else (one, other)
            sided = common(suite, *pair)
            if sided is not None:
                found = True
                yield sided
    if not found:
        message = f"no two algorithms with common problems among {list(names)}"
        raise DataError(message)


def common(
    suite: str,
    one: tuple[str, Problems, ErtMatrix],
    other: tuple[str, Problems, ErtMatrix],
    wanted: Collection[tuple[int, int]] | None = None,
) -> tuple[Side, Side] | None:
    """Return the two sides on the problems both have; None if there is none.

    Parameters
    ----------
    wanted : collection of (function, dimension), optional
        Compare on these problems only.
    """
    a, b = one[1], other[1]
    width = 1 + int(max(a.instance.max(), b.instance.max()))
    rows, shared = find_problems(
        b.function * width + b.instance, b.dimension, a.function * width + a.instance, a.dimension
    )
    if wanted is not None:
        keys = zip(a.function.tolist(), a.dimension.tolist(), strict=True)
        shared &= np.fromiter((key in wanted for key in keys), dtype=bool, count=len(shared))
    if not shared.any():
        return None
    mine = np.flatnonzero(shared).astype(np.int64)
    return (
        Side(one[0], suite, a, mine, one[2]),
        Side(other[0], suite, b, rows[shared].astype(np.int64), other[2]),
    )


def exceedance(a: Float, b: Float) -> Float:
    """Count pairs with a > b, ties as one half, along the first axes; NaN is absent.

    Parameters
    ----------
    a : (n, ...) float64
    b : (m, ...) float64

    Returns
    -------
    (...) float64
    """
    result = np.zeros(a.shape[1:])
    for row in a:  # a few runs; every step treats all problems and targets
        above: Bool = row > b
        result += above.sum(axis=0) + 0.5 * (row == b).sum(axis=0)
    return result
