"""What each algorithm adds to the others: marginal and Shapley contributions."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from optimeter._arguments import interval
from optimeter._core.measures import restart_areas
from optimeter.data.runs import Runs
from optimeter.measures._problems import Dimensions, Functions, Problems, problems
from optimeter.measures._table import Float, Int, Names, Table
from optimeter.measures.coded import Ragged
from optimeter.measures.curves import Curves, ShownCurve
from optimeter.measures.ecdf import ATOMS, LATTICE
from optimeter.measures.targets import TargetsLike

__all__ = [
    "AlgorithmAreas",
    "Complementarity",
    "PairAreas",
    "areas_of_pairs",
    "complementarity",
    "complementarity_of",
    "shapley_of_best",
]


@dataclass(frozen=True, slots=True, repr=False)
class Complementarity(Table):
    """Contributions to the virtual best, one row per suite, dimension and algorithm.

    Attributes
    ----------
    algorithm, suite, dimension : (r,)
    own : (r,) float64
        Area under the algorithm's own runtime profile.
    marginal : (r,) float64
        What the virtual best of all loses without the algorithm.
    shapley : (r,) float64
        Its mean contribution over all orders of adding the algorithms; they sum up to `portfolio`.
    share : (r,) float64
        shapley / portfolio.
    portfolio : (r,) float64
        Area under the profile of the virtual best of all algorithms.
    """

    algorithm: Names
    suite: Names
    dimension: Int
    own: Float
    marginal: Float
    shapley: Float
    share: Float
    portfolio: Float


@dataclass(frozen=True, slots=True, repr=False)
class AlgorithmAreas(ShownCurve):
    """How well an algorithm does on each (function, target) pair of a dimension.

    Attributes
    ----------
    algorithm, suite : str
    dimension : int
    functions : tuple of int
        In the order of the pairs; each has as many.
    areas : (k,) float64
        Area under the runtime distribution; 0 without data.
    """

    algorithm: str
    suite: str
    dimension: int
    functions: tuple[int, ...]
    areas: Float

    def summary(self) -> dict[str, Any]:
        """Return the numbers a reader would take from the curve."""
        own = {"area": float(self.areas.mean())}
        return self._told("algorithm", "suite", "dimension") | own


@dataclass(frozen=True, slots=True, repr=False)
class PairAreas(Curves[AlgorithmAreas]):
    """How well algorithms do on each (function, target) pair, dimension by dimension."""

    kind: ClassVar[Any] = AlgorithmAreas

    algorithm: Names
    suite: Names
    dimension: Int
    functions: Ragged
    areas: Ragged


def shapley_of_best(scores: Float) -> Float:
    """Return the Shapley values of the game in which a set is worth its best member.

    With scores sorted upwards, s_1 <= … <= s_m, the increment s_k − s_{k−1} is shared equally by
    the m − k + 1 players that reach s_k: exact for any number of players.

    Parameters
    ----------
    scores : (m, ...) float64
        Non-negative scores of the players, for any number of games.

    Examples
    --------
    >>> scores = np.array([[1.0, 0.2], [0.4, 0.6]])  # worth 0.6 and 0.5 alone, 0.8 together
    >>> shapley_of_best(scores).mean(axis=1).round(3).tolist()
    [0.45, 0.35]
    """
    order = np.argsort(scores, axis=0, kind="stable")
    ranked = np.take_along_axis(scores, order, axis=0)
    sharing = np.arange(len(scores), 0, -1).reshape(-1, *(1,) * (scores.ndim - 1))
    gains = np.cumsum(np.diff(ranked, axis=0, prepend=0.0) / sharing, axis=0)
    result = np.empty_like(gains)
    np.put_along_axis(result, order, gains, axis=0)
    return result


def complementarity(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    window: tuple[float, float] = (0.0, 7.0),
) -> Complementarity:
    """Compute what each algorithm adds to a portfolio of all.

    The virtual best of a set takes, for every (function, target) pair, the algorithm of the set
    with the largest area under its runtime distribution (restarts included); its worth is the mean
    area over all pairs. Failed runs lower the area; nothing is sampled.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ecdf`.
    window : tuple of two floats
        Range of log10 evaluations per dimension over which areas are taken.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=[1, 2, 1, 2], dimension=1, offsets=[0, 1, 2, 3, 4],
    ...     algorithm=["a", "a", "b", "b"],
    ...     step_evaluations=[1, 10, 10, 1], step_precision=[0, 0, 0, 0])
    >>> rows = complementarity(runs, [1], window=(0, 1)).to_dicts()
    >>> [(row["own"], row["shapley"], row["portfolio"]) for row in rows]
    [(0.5, 0.5, 1.0), (0.5, 0.5, 1.0)]
    """
    chosen = areas_of_pairs(
        runs, targets, functions=functions, dimensions=dimensions, window=window
    )
    return complementarity_of(chosen)


def complementarity_of(found: PairAreas) -> Complementarity:
    """Compute what each algorithm adds, given how well it does on each pair."""
    places = found.rows_by("suite", "dimension").values()
    return Complementarity.concatenate([_rows(found.take(np.array(rows))) for rows in places])


def areas_of_pairs(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    window: tuple[float, float] = (0.0, 7.0),
) -> PairAreas:
    """Compute how well each algorithm does on each pair, as for `complementarity`."""
    found: dict[tuple[str, int], dict[str, dict[int, Float]]] = {}
    for block in problems(runs, targets, functions=functions, dimensions=dimensions):
        scores = pair_areas(block, window)
        names = block.algorithm_names()
        for row in range(len(block)):
            key = (block.suite, int(block.dimension[row]))
            by_function = found.setdefault(key, {}).setdefault(names[row], {})
            by_function[int(block.function[row])] = scores[row]
    rows = []
    for (suite, d), by_algorithm in found.items():
        numbers = sorted({f for scored in by_algorithm.values() for f in scored})
        width = len(next(iter(next(iter(by_algorithm.values())).values())))
        missing = np.zeros(width)
        for name, scored in by_algorithm.items():
            areas = np.concatenate([scored.get(f, missing) for f in numbers])
            rows.append(AlgorithmAreas(name, suite, d, tuple(numbers), areas))
    return PairAreas.of(rows)


def _rows(found: PairAreas) -> Complementarity:
    """Return the contributions in one dimension."""
    cube, size = found.areas.flat.reshape(len(found), -1), len(found)
    best = cube.max(axis=0)
    second = np.sort(cube, axis=0)[-2] if size > 1 else np.zeros(cube.shape[1])
    leader = np.argmax(cube, axis=0)
    lost = np.array([np.where(leader == a, best - second, 0.0).mean() for a in range(size)])
    shapley = shapley_of_best(cube).mean(axis=1)
    total = float(best.mean())
    return Complementarity(
        algorithm=found.algorithm,
        suite=found.suite,
        dimension=found.dimension,
        own=cube.mean(axis=1),
        marginal=lost,
        shapley=shapley,
        share=shapley / total if total > 0 else np.zeros(size),
        portfolio=np.full(size, total),
    )


def pair_areas(block: Problems, window: tuple[float, float]) -> Float:
    """Return the area under the runtime distribution of every problem and target, (p, k)."""
    low, high = interval(window, "window")
    result = np.empty((len(block), block.targets.shape[1]))
    for row in range(len(block)):
        runs = block.runs_of(row)
        times, unit, share = (
            block.runtimes[runs],
            float(block.dimension[row]),
            block.shares_of(runs),
        )
        if block.settings.uniform_instances:
            result[row] = restart_areas(
                times, block.lengths[runs], share, low, high, unit, ATOMS, LATTICE
            )
        else:
            logs = np.log10(np.minimum(times, unit * 10.0**high) / unit)
            result[row] = share @ ((high - np.maximum(logs, low)) / (high - low))
    return result
