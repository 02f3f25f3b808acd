"""Bootstrap bands of runtime profiles: resample the runs of every problem, profile anew."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._core.measures import profile_spreads, solved_targets
from optimeter._show import Shown
from optimeter.measures._bootstrap import Bootstrap
from optimeter.measures._problems import Problems
from optimeter.measures._steps import Steps
from optimeter.measures._table import Float, Int
from optimeter.measures.ert import wilson

__all__ = ["Band", "ResampledProfiles", "interval_at", "resampled_profiles"]

POINTS_PER_DECADE = 20


@dataclass(frozen=True, slots=True, repr=False)
class Band(Shown):
    """A pointwise confidence band of a runtime profile.

    Attributes
    ----------
    confidence : float
    x : (q,) float64
        Evaluations per dimension.
    low, high : (q,) float64
        Ends of the interval of the share solved at x.
    auc : tuple of two floats
        Ends of the interval of the area under the curve.
    solved : tuple of two floats
        Ends of the interval of the share solved at the right end of the grid.
    """

    confidence: float
    x: Float
    low: Float
    high: Float
    auc: tuple[float, float]
    solved: tuple[float, float]

    def at(self, x: ArrayLike) -> tuple[Float, Float]:
        """Return the ends of the interval at x evaluations per dimension."""
        at, grid = np.log10(np.asarray(x, dtype=float)), np.log10(self.x)
        return np.interp(at, grid, self.low), np.interp(at, grid, self.high)

    def thinned(self, every: int) -> "Band":
        """Return the band at every so many points."""
        ends = {name: getattr(self, name)[::every] for name in ("x", "low", "high")}
        return replace(self, **ends)

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        columns = (self.x[:most], self.low[:most], self.high[:most])
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return [dict(zip(("x", "low", "high"), row, strict=True)) for row in rows], len(self.x)


def interval_at(band: Band | None, x: ArrayLike) -> tuple[Float, Float]:
    """Return the ends of the interval at x evaluations per dimension, NaN without a band."""
    unknown = np.full(np.shape(x), np.nan)
    return (unknown, unknown) if band is None else band.at(x)


@dataclass(frozen=True, slots=True)
class ResampledProfiles:
    """Profiles of the single functions of an algorithm under resampled runs.

    Attributes
    ----------
    x : (q,) float64
        Evaluations per dimension.
    function : (f,) int64
    runs : (f,) int64
        Number of runs.
    shares : (f, q, resamples) float64
        Number of targets solved.
    bootstrap : Bootstrap
    """

    x: Float
    function: Int
    runs: Int
    shares: Float
    bootstrap: Bootstrap

    def bands(
        self, sets: Sequence[tuple[tuple[int, ...], int, Steps]], window: tuple[float, float]
    ) -> list[Band]:
        """Return the bands of the profiles over sets of functions, around their curves and areas.

        Parameters
        ----------
        sets : sequence of tuples
            The functions of each set, its (function, target) pairs, and its profile.
        window : tuple of two floats
            Range of log10 x over which areas are taken.
        """
        if not sets:
            return []
        place = {f: i for i, f in enumerate(self.function.tolist())}
        chosen = [sorted(place[f] for f in members if f in place) for members, _, _ in sets]
        logs = np.log10(self.x)
        inside = (logs >= window[0] - 1e-9) & (logs <= window[1] + 1e-9)
        widths = np.where(inside[1:] & inside[:-1], np.diff(logs), 0.0)
        variance, areas = profile_spreads(
            self.shares,
            np.concatenate(chosen),
            np.cumsum([0, *map(len, chosen[:-1])]),
            np.array([pairs for _, pairs, _ in sets], dtype=np.float64),
            widths,
        )
        wide = np.array([self.bootstrap.widening(self.runs[rows]) for rows in chosen])
        low, high = _shares(
            np.array([steps.at(self.x) for _, _, steps in sets]),
            variance,
            wide[:, None],
            self.bootstrap,
            runs=np.array([self.runs[rows].sum() for rows in chosen], dtype=np.float64)[:, None],
            problems=np.array([len(rows) for rows in chosen], dtype=np.float64)[:, None],
            targets=np.array([pairs / len(members) for members, pairs, _ in sets])[:, None],
        )
        least, most = self.bootstrap.ends(
            areas / (window[1] - window[0]),
            around=np.array([steps.area(*window) for _, _, steps in sets]),
            widening=wide,
        )
        areas_of = zip(np.maximum(least, 0.0).tolist(), np.minimum(most, 1.0).tolist(), strict=True)
        solved = zip(low[:, -1].tolist(), high[:, -1].tolist(), strict=True)
        return [
            Band(self.bootstrap.confidence, self.x, *ends)
            for ends in zip(low, high, areas_of, solved, strict=True)
        ]


def _shares(
    share: Float,
    variance: Float,
    widening: Float,
    bootstrap: Bootstrap,
    *,
    runs: Float,
    problems: Float,
    targets: Float,
) -> tuple[Float, Float]:
    """Return the ends of the intervals of shares by the variance of their resamples.

    Wilson's interval with the effective number of runs: the one at which a share of independent runs
    would vary as the resamples do. Unlike the spread of resamples it does not vanish near 0 and 1,
    where all runs may have done the same by chance (Franco et al. 2019, Journal of Survey Statistics
    and Methodology 7). Resamples vary at least as if one run of each problem differed from the others
    by one target: less cannot be told from nothing. The ends grow with the budget, as shares do.
    """
    z = NormalDist().inv_cdf((1 + bootstrap.confidence) / 2) * widening
    seen = runs / problems * targets  # pairs of a run and a target in each problem
    least = np.maximum(variance, 1 / (seen**2 * problems))
    # The mean of n independent numbers in [0, 1] varies at most like a share of n runs.
    effective = np.maximum(np.maximum(share * (1 - share), 0.5 / seen) / least, runs)
    low, high = wilson(share, effective, z)
    low, high = np.minimum(low, share), np.maximum(high, share)
    return np.maximum.accumulate(low, axis=-1), np.minimum.accumulate(high[:, ::-1], -1)[:, ::-1]


def resampled_profiles(
    block: Problems,
    rows: NDArray[np.intp],
    *,
    restarts: bool,
    bootstrap: Bootstrap,
    window: tuple[float, float],
) -> ResampledProfiles:
    """Profile the problems of one algorithm and dimension under resampled runs."""
    first, last = min(0.0, window[0]), max(7.0, window[1])
    x = 10.0 ** np.linspace(first, last, round((last - first) * POINTS_PER_DECADE) + 1)
    use_restarts = restarts and block.settings.uniform_instances
    budgets = x * block.dimension[rows[0]]
    shares = np.zeros((len(rows), len(x), bootstrap.resamples))
    for place, (runs, draws) in enumerate(bootstrap.of_problems(block, rows)):
        times, lengths = np.ascontiguousarray(block.runtimes[runs]), block.lengths[runs]
        weights = draws.T * block.weights[runs][:, None]
        weights /= weights.sum(axis=0)
        shares[place] = solved_targets(
            times, lengths, np.ascontiguousarray(weights), budgets, use_restarts
        )
    return ResampledProfiles(x, block.function[rows], block.counts[rows], shares, bootstrap)
