"""Regimes: who solves most at which budget, among those that ran so long."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import integer, real
from optimeter._packages import package
from optimeter.data.costs import Cost, counted
from optimeter.data.runs import Runs
from optimeter.measures._problems import Dimensions, Functions, OnScale, choose
from optimeter.measures._table import Bool, Float, Int, Names, Table
from optimeter.measures.targets import TargetsLike
from optimeter.measures.units import APART, Sample, averages, samples, shared, student
from optimeter.measures.words import listed, number, percent

__all__ = ["Regimes", "regimes"]

PER_DECADE = 8  # budgets at which shares are compared
DRAWS = 1000


@dataclass(frozen=True, slots=True, repr=False)
class Regimes(Table):
    """Who solves most, one row per dimension, stretch of budgets and algorithm that may lead.

    Attributes
    ----------
    suite, dimension : (r,)
    low, high : (r,) float64
        The stretch: evaluations per dimension.
    algorithm : (r,)
        One that no other surely beats here; the highest share first.
    share : (r,) float64
        Share of targets that it solves at the end of the stretch.
    alone : (r,) bool
        Whether it surely solves more than every other one throughout.
    compared : (r,) int64
        How many algorithms ran so long.
    """

    suite: Names
    dimension: Int
    low: Float
    high: Float
    algorithm: Names
    share: Float
    alone: Bool
    compared: Int

    def sentences(self) -> list[str]:
        r"""Return one sentence per stretch.

        Examples
        --------
        >>> runs = Runs.from_arrays(
        ...     function=1, dimension=2, algorithm=["A"] * 9 + ["B"] * 9, evaluations=200,
        ...     instance=[*range(9)] * 2, offsets=range(19), step_precision=[0] * 18,
        ...     step_evaluations=[10, 12, 9, 11, 10] + [14] * 4 + [90, 120, 110, 95, 150] + [200] * 4)
        >>> print(*regimes(runs, [1]).sentences(), sep="\n")
        In 2-D from 4.5·D to 5.97·D A and B cannot be told apart (44 % at most).
        In 2-D from 7.91·D to 56.9·D A solves most (100 %).
        In 2-D from 75.4·D to 100·D A and B cannot be told apart (100 % at most).
        """
        keyed = groupby(
            self.to_dicts(), key=lambda row: (row["suite"], row["dimension"], row["low"])
        )
        return [_sentence(list(rows)) for _, rows in keyed]


KINDS: dict[str, type] = {
    "suite": object,
    "dimension": np.int64,
    "low": float,
    "high": float,
    "algorithm": object,
    "share": float,
    "alone": bool,
    "compared": np.int64,
}


class _Pair(NamedTuple):
    """Two algorithms: where in the list they stand, and their units with the residuals of each."""

    first: int
    second: int
    difference: Float  # by budget
    spread: Float  # standard error by budget
    freedom: float
    least: float  # a variance below which none is taken to be
    parts: tuple[tuple[Int, Float], ...]  # units and their residuals, (units, budgets)


def regimes(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    confidence: float = 0.95,
    seed: int = 1,
    cost: Cost | None = None,
) -> Regimes:
    """Say who solves most at which budgets, step by step among those that ran so long.

    Up to the budget that all algorithms ran, all are compared; beyond it those that ran longer, and so
    on. There are no simulated restarts. Who leads alone does so surely for all budgets, pairs of
    algorithms and dimensions of a suite at once: the band of the differences is simultaneous (a
    multiplier bootstrap over units, see `verdicts`), and its level is shared by the dimensions.
    Stretches in which nobody solves anything have no row.

    Parameters
    ----------
    runs, targets, functions, dimensions, confidence, cost
        As for `verdicts`.
    seed : int
        Of the bootstrap.

    Returns
    -------
    Regimes

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=1, dimension=2, algorithm=["A"] * 9 + ["B"] * 9, evaluations=200,
    ...     instance=[*range(9)] * 2, offsets=range(19), step_precision=[0] * 18,
    ...     step_evaluations=[10, 12, 9, 11, 10] + [14] * 4 + [90, 120, 110, 95, 150] + [200] * 4)
    >>> found = regimes(runs, [1])
    >>> [(row["algorithm"], round(row["low"], 1)) for row in found.to_dicts() if row["alone"]]
    [('A', 7.9)]
    """
    confidence = real(confidence, "confidence", above=0, below=1)
    rng = np.random.default_rng(integer(seed, "seed", least=0))
    counting, unit = counted(runs, cost)
    rows: list[dict[str, Any]] = []
    for part in choose(counting, functions, dimensions):
        scaled = OnScale.of(part, targets, "ecdf")
        by_dimension: dict[int, list[Sample]] = {}
        for block in scaled.problems(apart=True):
            for sample in samples(block):
                by_dimension.setdefault(sample.dimension, []).append(sample)
        level = (1 - confidence) / len(by_dimension)
        apart = scaled.settings.quality.own_instances
        for d in sorted(by_dimension):
            members = _complete(by_dimension[d])
            rows += _of_dimension(members, level, rng, apart=apart, unit=unit)
    return Regimes(
        **{name: np.array([row[name] for row in rows], dtype=kind) for name, kind in KINDS.items()}
    )


def _complete(members: Sequence[Sample]) -> list[Sample]:
    """Return the algorithms that ran the most functions: shares of others are of other targets."""
    counts = [len(np.unique(one.function)) for one in members]
    return [one for one, count in zip(members, counts, strict=True) if count == max(counts)]


def _of_dimension(
    members: Sequence[Sample], level: float, rng: np.random.Generator, *, apart: bool, unit: float
) -> Iterator[dict[str, Any]]:
    """Yield the rows of one dimension."""
    reach = np.array([one.reach for one in members])
    longest = max(one.longest for one in members)
    begin = min(float(one.times.min()) for one in members)
    if not np.isfinite(begin):
        return
    grid = _budgets(begin, np.unique(np.minimum(reach, longest)))
    held = reach[:, None] >= grid  # (algorithms, budgets)
    curves = [_curve(one, grid) for one in members]
    shares = np.stack(
        [
            averages(one, curve, np.unique(one.function), _units(one)).mean(axis=0)
            for one, curve in zip(members, curves, strict=True)
        ]
    )
    beats = _beats(members, curves, held, level, rng, apart=apart)
    leads = held & ~beats.any(axis=0) & (shares > 0).any(axis=0)
    changes = np.concatenate([leads, held]).T
    fresh = np.append(True, (changes[1:] != changes[:-1]).any(axis=1))
    starts = np.flatnonzero(fresh).tolist()
    for first, end in zip(starts, [*starts[1:], len(grid)], strict=True):
        order = np.argsort(-shares[:, end - 1], kind="stable").tolist()
        leading: list[int] = [one for one in order if leads[one, first]]
        others = int(held[:, first].sum()) - 1
        for one in leading:
            beaten = beats[one, :, first:end].all(axis=1) & held[:, first]
            yield {
                "suite": members[one].suite,
                "dimension": members[one].dimension,
                "low": grid[first] * unit,
                "high": grid[end - 1] * unit,
                "algorithm": members[one].algorithm,
                "share": float(shares[one, end - 1]),
                "alone": 0 < others == int(beaten.sum()),
                "compared": others + 1,
            }


def _beats(
    members: Sequence[Sample],
    curves: Sequence[Float],
    held: NDArray[np.bool_],
    level: float,
    rng: np.random.Generator,
    *,
    apart: bool,
) -> NDArray[np.bool_]:
    """Tell who surely solves more than whom at which budget, (algorithms, algorithms, budgets)."""
    pairs = [
        pair
        for i, j in combinations(range(len(members)), 2)
        if (pair := _pair(i, j, members, curves, apart=apart)) is not None
    ]
    most = _critical(pairs, held, level, rng)
    beats = np.zeros((len(members), *held.shape), dtype=bool)
    for pair in pairs:
        sure = _scores(pair.difference / pair.spread, pair.freedom) > most
        sure &= held[pair.first] & held[pair.second]
        beats[pair.first, pair.second] = sure & (pair.difference > 0)
        beats[pair.second, pair.first] = sure & (pair.difference < 0)
    return beats


def _budgets(begin: float, ends: Float) -> Float:
    """Return the budgets that are looked at: log-spaced, and the ends of all regimes."""
    high = float(ends[-1])
    count = 2 + int(PER_DECADE * max(np.log10(high / begin), 0))
    return np.unique(np.append(np.geomspace(begin, high, count), ends[ends >= begin]))


def _curve(sample: Sample, grid: Float) -> Float:
    """Return the share of targets that each run solved within each budget, (runs, budgets)."""
    ordered = np.sort(sample.times, axis=1)
    solved = np.stack([np.searchsorted(row, grid, side="right") for row in ordered])
    shares: Float = solved / ordered.shape[1]
    return shares


def _units(sample: Sample) -> Int:
    units: Int = np.unique(sample.unit[sample.unit >= 0])
    return units


def _pair(
    first: int, second: int, members: Sequence[Sample], curves: Sequence[Float], *, apart: bool
) -> _Pair | None:
    """Return the difference of two algorithms; None where they have too little in common to tell."""
    units = shared(members[first], members[second], apart=apart)
    if units.number < APART:  # also in pairs: the largest of many differences asks for more
        return None
    sides = [
        averages(members[at], curves[at], units.functions, names)
        for at, names in ((first, units.first), (second, units.second))
    ]
    difference = sides[0].mean(axis=0) - sides[1].mean(axis=0)
    varying = [sides[0] - sides[1]] if units.paired else sides
    drawn = [units.first] if units.paired else [units.first, units.second]
    finest = 1 / (len(units.functions) * members[first].times.shape[1])
    parts, variances, weights, least = [], [], [], 0.0
    for names, values in zip(drawn, varying, strict=True):
        n = len(values)
        rest = (values - values.mean(axis=0)) / np.sqrt(n * (n - 1))
        parts.append((names, rest))
        least += finest**2 / n**2
        variance = np.maximum((rest**2).sum(axis=0), finest**2 / n**2)
        variances.append(variance)
        weights.append(variance**2 / (n - 1))
    total = np.sum(variances, axis=0)
    freedom = float(np.median(total**2 / np.sum(weights, axis=0)))
    return _Pair(first, second, difference, np.sqrt(total), freedom, least, tuple(parts))


def _scores(ratios: Float, freedom: float) -> Float:
    """Return how sure differences are, as quantiles of the normal distribution."""
    tail = student().logsf(np.abs(ratios), freedom)
    scores: Float = package("scipy.stats", "a lead").norm.isf(np.exp(np.maximum(tail, -700)))
    return scores


def _critical(
    pairs: Sequence[_Pair], held: NDArray[np.bool_], level: float, rng: np.random.Generator
) -> float:
    """Return the score that the largest of all differences exceeds by chance with probability `level`.

    Samples without any difference, and otherwise like those of each pair, are drawn and scored as these
    are: with few units the spread varies as much as the difference.
    """
    largest = np.zeros(DRAWS)
    kept: dict[bytes, Float] = {}  # pairs with the same units are drawn alike
    for pair in pairs:
        looked = held[pair.first] & held[pair.second]
        if not looked.any():
            continue
        mean = variance = np.zeros((DRAWS, int(looked.sum())))
        for place, (names, rest) in enumerate(pair.parts):
            n = len(names)
            key = names.tobytes() + bytes([place])
            if key not in kept:
                kept[key] = rng.standard_normal((DRAWS, n, n))
            drawn = np.sqrt(n) * kept[key] @ rest[:, looked]
            mean = mean + drawn.mean(axis=1) * (1 - 2 * place)
            variance = variance + drawn.var(axis=1, ddof=1) / n
        ratios = np.abs(mean) / np.sqrt(np.maximum(variance, pair.least))
        largest = np.maximum(largest, _scores(ratios.max(axis=1), pair.freedom))
    return float(np.quantile(largest, 1 - level)) if len(pairs) else np.inf


def _sentence(rows: list[dict[str, Any]]) -> str:
    """Say who leads on a stretch."""
    first = rows[0]
    where = f"In {first['dimension']}-D from {number(first['low'])}·D to {number(first['high'])}·D"
    if first["compared"] == 1:
        return f"{where} only {first['algorithm']} ran: it solves {percent(first['share'])}."
    if first["alone"]:
        return f"{where} {first['algorithm']} solves most ({percent(first['share'])})."
    names = [row["algorithm"] for row in rows]
    said = listed(names) if len(names) <= 3 else f"{listed(names[:3])} and {len(names) - 3} more"
    return f"{where} {said} cannot be told apart ({percent(first['share'])} at most)."
