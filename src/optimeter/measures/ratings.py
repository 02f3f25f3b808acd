"""Ratings of algorithms that play games against each other: Glicko-2, winning fractions."""

from dataclasses import dataclass

import numpy as np

from optimeter._arguments import integer
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.measures._pairs import samples_by_problem, sides
from optimeter.measures._problems import Dimensions, Functions
from optimeter.measures._table import Float, Int, Names, Table
from optimeter.measures.best import ert_cube
from optimeter.measures.targets import TargetsLike

__all__ = ["Ratings", "WinningFractions", "glicko2_update", "ratings", "winning_fractions"]

START_RATING, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
SCALE = 173.7178
TAU = 1.2
# A period has many games. After a step that went too far they surprise so much that the
# volatility, which is made for a handful, would grow with every step and the ratings diverge.
LARGEST_VOLATILITY = 2 * START_VOLATILITY
SURE = 14.0  # log odds beyond which a game tells no more (1 in a million)


@dataclass(frozen=True, slots=True, repr=False)
class Ratings(Table):
    """Glicko-2 ratings, one row per suite, dimension and algorithm, best first.

    Attributes
    ----------
    algorithm, suite, dimension : (r,)
    rating, deviation, volatility : (r,) float64
        The rating is known to about ± 2 deviations.
    wins, draws, losses : (r,) int64
    """

    algorithm: Names
    suite: Names
    dimension: Int
    rating: Float
    deviation: Float
    volatility: Float
    wins: Int
    draws: Int
    losses: Int


def glicko2_update(
    rating: Float, deviation: Float, volatility: Float, games: Float, score: Float
) -> tuple[Float, Float, Float]:
    """Update ratings after one rating period (Glickman, "Example of the Glicko-2 system").

    Parameters
    ----------
    rating, deviation, volatility : (m,) float64
    games : (m, m) float64
        Number of games between players, diagonal 0.
    score : (m, m) float64
        Points of the row player in them: 1 for a win, ½ for a draw.

    Returns
    -------
    rating, deviation, volatility : (m,) float64

    Examples
    --------
    >>> start = np.full(2, 1500.0), np.full(2, 350.0), np.full(2, 0.06)
    >>> games, score = np.array([[0, 1], [1, 0]]), np.array([[0, 1], [0, 0]])
    >>> rating, deviation, _ = glicko2_update(*start, games, score)
    >>> rating.round(1).tolist(), deviation.round(1).tolist()
    ([1662.3, 1337.7], [290.3, 290.3])
    """
    mu, phi = (rating - START_RATING) / SCALE, deviation / SCALE
    weight = 1 / np.sqrt(1 + 3 * phi**2 / np.pi**2)
    # A player that always wins would rise without end; no game counts as decided beforehand.
    expected = 1 / (1 + np.exp(np.clip(-weight * (mu[:, None] - mu), -SURE, SURE)))
    information = (games * weight**2 * expected * (1 - expected)).sum(axis=1)
    surprise = (weight * (score - games * expected)).sum(axis=1)
    played = information > 0
    variance = 1 / np.where(played, information, 1.0)
    sigma = np.where(
        played, _new_volatility(phi, variance, variance * surprise, volatility), volatility
    )
    before = np.sqrt(phi**2 + sigma**2)
    after = np.where(played, 1 / np.sqrt(1 / before**2 + 1 / variance), before)
    new_rating = START_RATING + SCALE * (mu + np.where(played, after**2 * surprise, 0.0))
    return new_rating, np.minimum(SCALE * after, START_DEVIATION), sigma


def _new_volatility(phi: Float, variance: Float, delta: Float, sigma: Float) -> Float:
    """Solve for the volatility by the Illinois method, for all players at once."""
    centre = np.log(sigma**2)

    def f(x: Float) -> Float:
        power = np.exp(x)
        spread = phi**2 + variance + power
        return power * (delta**2 - spread) / (2 * spread**2) - (x - centre) / TAU**2

    gap = delta**2 - phi**2 - variance
    high = np.where(gap > 0, np.log(np.maximum(gap, 1e-300)), centre - TAU)
    for _ in range(200):
        far = (gap <= 0) & (f(high) < 0)
        if not far.any():
            break
        high = np.where(far, high - TAU, high)
    low, f_low, f_high = centre.copy(), f(centre), f(high)
    for _ in range(100):
        if np.all(np.abs(high - low) < 1e-6):
            break
        slope = np.where(f_high == f_low, 1.0, f_high - f_low)
        new = low + (low - high) * f_low / slope
        f_new = f(new)
        crossed = f_new * f_high <= 0
        low, f_low = np.where(crossed, high, low), np.where(crossed, f_high, f_low / 2)
        high, f_high = new, f_new
    return np.exp(low / 2)


def ratings(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    rounds: int = 25,
    seed: int = 1,
) -> Ratings:
    """Rate algorithms by games between single runs.

    In every round, for each function and each pair of algorithms, one target and one run of each
    algorithm are drawn, on one instance drawn before where instances are problems of their own; the
    smaller runtime wins, two failures or equal runtimes are a draw. One round is one rating period.
    Dimensions are rated apart.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`; the targets default to those of the suite's tables.
    rounds, seed : int

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 1, 2], algorithm=["a", "b"],
    ...                         step_evaluations=[10, 20], step_precision=[0, 0])
    >>> table = ratings(runs, [1], rounds=1)
    >>> table.algorithm.tolist(), table.rating.round(1).tolist(), table.wins.tolist()
    (['a', 'b'], [1662.3, 1337.7], [1, 0])
    """
    if len(runs.algorithms) < 2:
        message = f"ratings need at least two algorithms; got {list(runs.algorithms)}"
        raise DataError(message)
    rounds, seed = integer(rounds, "rounds", least=1), integer(seed, "seed", least=0)
    parts = []
    members = sides(runs, targets, functions=functions, dimensions=dimensions)
    for suite, blocks in members.items():
        for d in sorted({int(d) for _, block, _ in blocks for d in block.dimension}):
            found = samples_by_problem(blocks, d)
            samples = {name: sample for name, sample in found.items() if sample}
            if len(samples) > 1:
                generator = np.random.default_rng([seed, d])
                parts.append(_tournament(samples, suite, d, rounds, generator))
    return Ratings.concatenate(parts)


def _tournament(
    given: dict[str, dict[tuple[int, int], Float]],
    suite: str,
    dimension: int,
    rounds: int,
    generator: np.random.Generator,
) -> Ratings:
    """Play all rounds; every algorithm's runtimes are given by problem, (runs, targets)."""
    names, samples = list(given), list(given.values())
    size = len(names)
    on: dict[int, list[tuple[int, int]]] = {}
    for problem in sorted({problem for sample in samples for problem in sample}):
        on.setdefault(problem[0], []).append(problem)
    state = (
        np.full(size, START_RATING),
        np.full(size, START_DEVIATION),
        np.full(size, START_VOLATILITY),
    )
    tally = np.zeros((3, size), dtype=np.int64)
    away = ~np.eye(size, dtype=bool)
    upper = np.triu(np.ones((size, size), dtype=bool))
    tables = {number: _Table.of(number, samples) for choices in on.values() for number in choices}
    for _ in range(rounds):
        games, score = np.zeros((size, size)), np.zeros((size, size))
        for choices in on.values():
            number = choices[generator.integers(len(choices))] if len(choices) > 1 else choices[0]
            table = tables[number]
            # drawn[i, j]: the run of i in its game against j
            drawn = generator.integers(table.counts[:, None], size=(len(table.counts), size))
            target = generator.integers(table.times.shape[1], size=(size, size))
            target = np.where(upper, target, target.T)[table.place]  # the same for both players
            times = table.times[table.starts[:, None] + drawn[:, table.present], target]
            won, even = times < times.T, times == times.T
            games[table.place] += 1.0
            score[table.place] += won + 0.5 * even
            wins, draws = won.sum(axis=1), even.sum(axis=1) - 1  # not against themselves
            tally[:, table.present] += wins, draws, len(table.present) - 1 - wins - draws
        rating, deviation, volatility = glicko2_update(*state, games * away, score * away)
        state = rating, deviation, np.minimum(volatility, LARGEST_VOLATILITY)
    order = np.argsort(-state[0], kind="stable")
    return Ratings(
        algorithm=np.array(names, dtype=object)[order],
        suite=np.full(size, suite, dtype=object),
        dimension=np.full(size, dimension, dtype=np.int64),
        rating=state[0][order],
        deviation=state[1][order],
        volatility=state[2][order],
        wins=tally[0][order],
        draws=tally[1][order],
        losses=tally[2][order],
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """Who plays on a problem.

    Attributes
    ----------
    present : (a,) int64
        Algorithms that have runs on it.
    place : tuple of arrays
        Where their games stand in matrices of all algorithms.
    counts : (a,) int64
        Number of their runs.
    starts : (a,) int64
        Where these begin in `times`.
    times : (n, k) float64
        Runtimes of all runs to all targets.
    """

    present: Int
    place: tuple[Int, ...]
    counts: Int
    starts: Int
    times: Float

    @classmethod
    def of(cls, problem: tuple[int, int], samples: list[dict[tuple[int, int], Float]]) -> "_Table":
        """Gather the runs of a problem."""
        present = np.flatnonzero([problem in sample for sample in samples])
        runs = [samples[i][problem] for i in present]
        counts = np.array([len(times) for times in runs])
        starts = np.cumsum(counts) - counts
        return cls(present, np.ix_(present, present), counts, starts, np.concatenate(runs))


@dataclass(frozen=True, slots=True, repr=False)
class WinningFractions(Table):
    """How often one algorithm beats another, one row per dimension and ordered pair.

    Attributes
    ----------
    algorithm, other : (r,)
    dimension : (r,) int64
    fraction : (r,) float64
        Share of (function, target) pairs with the smaller expected runtime, ties one half.
    pairs : (r,) int64
    """

    algorithm: Names
    other: Names
    dimension: Int
    fraction: Float
    pairs: Int


def winning_fractions(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> WinningFractions:
    """Compute the share of (function, target) pairs on which each algorithm beats each other one.

    Algorithms are compared by expected runtime; where both are infinite it is a tie.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 2, 4], algorithm=["a", "b"],
    ...     step_evaluations=[20, 30, 5, 90], step_precision=[1, 0.01, 1, 0.01])
    >>> winning_fractions(runs, [1, 0.01, 1e-4]).fraction.tolist()
    [0.5, 0.5]
    """
    cube = ert_cube(runs, targets, functions=functions, dimensions=dimensions)
    names = np.array(cube.algorithms, dtype=object)
    parts = []
    for d in np.unique(cube.dimension):
        ert = cube.ert[:, cube.dimension == d].reshape(len(names), -1)
        points = np.array([((row < ert) + 0.5 * (row == ert)).mean(axis=1) for row in ert])
        one, other = np.nonzero(~np.eye(len(names), dtype=bool))
        parts.append(
            WinningFractions(
                algorithm=names[one],
                other=names[other],
                dimension=np.full(len(one), d, dtype=np.int64),
                fraction=points[one, other],
                pairs=np.full(len(one), ert.shape[1], dtype=np.int64),
            )
        )
    return WinningFractions.concatenate(parts)
