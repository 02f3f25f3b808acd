"""Who is fastest of all on a problem, and whether that is more than luck."""

from dataclasses import dataclass, replace

import numpy as np

from optimeter.data.runs import Runs
from optimeter.measures._pairs import common, sides
from optimeter.measures._problems import Dimensions, Functions, Problems
from optimeter.measures._table import Float, Int, ProblemTable
from optimeter.measures.ert import ErtMatrix
from optimeter.measures.multiple_tests import Families, bonferroni
from optimeter.measures.rank_sum import runtime_test
from optimeter.measures.targets import TargetsLike

__all__ = ["Leaders", "leaders"]

Member = tuple[str, Problems, ErtMatrix]
Problem = tuple[int, int]  # function, dimension


@dataclass(frozen=True, slots=True, repr=False)
class Leaders(ProblemTable):
    """The algorithm with the smallest expected runtime, one row per problem and target reached.

    Attributes
    ----------
    algorithm, suite, function, dimension, target : (r,)
    ert : (r,) float64
    p : (r,) float64
        The largest p-value of its rank-sum tests against the others; 1 where one of them ranks as
        high, and without others.
    p_bonferroni : (r,) float64
        `p` times the number of dimensions in which the function and target has a leader.
    """

    target: Float
    ert: Float
    p: Float
    p_bonferroni: Float


def leaders(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> Leaders:
    """Find the fastest algorithm of every problem and target, and test it against all others.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`; the targets default to those of the suite's scaling figures. Tests
        are those of `pairwise_tests`.

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=1, dimension=2, algorithm=["a"] * 4 + ["b"] * 4, offsets=range(9),
    ...     step_evaluations=[10, 12, 14, 16, 50, 60, 70, 80], step_precision=[0] * 8)
    >>> row = leaders(runs, [1]).to_dicts()[0]
    >>> row["algorithm"], row["ert"], round(row["p"], 4)
    ('a', 13.0, 0.0286)
    """
    parts = []
    by_suite = sides(
        runs, targets, use="scaling", functions=functions, dimensions=dimensions, apart=False
    )
    for suite, members in by_suite.items():
        fastest = _fastest(members)
        p = _tested(suite, members, fastest)
        for problem, (who, ert, at) in fastest.items():
            reached = np.isfinite(ert)
            size = int(reached.sum())
            parts.append(
                Leaders(
                    algorithm=np.array([members[i][0] for i in who[reached]], dtype=object),
                    suite=np.full(size, suite, dtype=object),
                    function=np.full(size, problem[0], dtype=np.int64),
                    dimension=np.full(size, problem[1], dtype=np.int64),
                    target=at[reached],
                    ert=ert[reached],
                    p=p[problem][reached],
                    p_bonferroni=np.ones(size),
                )
            )
    table = Leaders.concatenate(parts)
    if not len(table):
        return table
    families = Families.of(table.suite, table.function, table.target)
    corrected = families.corrected(bonferroni, table.p)
    return replace(table, p_bonferroni=corrected)


def _fastest(members: list[Member]) -> dict[Problem, tuple[Int, Float, Float]]:
    """Return by problem, for each target, who is fastest (its position), how fast, and the target."""
    result: dict[Problem, tuple[Int, Float, Float]] = {}
    for place, (_, block, matrix) in enumerate(members):
        keys = zip(block.function.tolist(), block.dimension.tolist(), strict=True)
        for row, key in enumerate(keys):
            mine = np.full(matrix.ert.shape[1], place), matrix.ert[row], block.targets[row]
            if key not in result:
                result[key] = mine
                continue
            who, ert, at = result[key]
            better = matrix.ert[row] < ert
            result[key] = np.where(better, place, who), np.where(better, matrix.ert[row], ert), at
    return result


def _tested(
    suite: str, members: list[Member], fastest: dict[Problem, tuple[Int, Float, Float]]
) -> dict[Problem, Float]:
    """Return by problem, for each target, the largest p-value of the fastest against the others."""
    p = {key: np.zeros(len(who)) for key, (who, _, _) in fastest.items()}
    tested = {key: np.zeros(len(who), dtype=bool) for key, (who, _, _) in fastest.items()}
    for place, one in enumerate(members):
        led = {key for key, (who, _, _) in fastest.items() if (who == place).any()}
        for other in members:
            sided = None if other is one or not led else common(suite, one, other, led)
            if sided is None:
                continue
            a, b = sided
            test = runtime_test(a, b)
            keys = zip(a.block.function[a.rows], a.block.dimension[a.rows], strict=True)
            for row, (f, d) in enumerate(keys):
                key = (int(f), int(d))
                against = np.where(test.z[row] > 0, test.p[row], 1.0)
                mine = fastest[key][0] == place
                p[key] = np.where(mine, np.maximum(p[key], against), p[key])
                tested[key] |= mine
    return {key: np.where(tested[key], values, 1.0) for key, values in p.items()}
