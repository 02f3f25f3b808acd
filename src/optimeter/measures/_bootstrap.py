"""Resampling of runs: one engine and one rule for the draws behind every interval and band."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import integer, real
from optimeter.data.runs import Runs
from optimeter.measures._problems import Problems
from optimeter.measures._table import Float, Int

__all__ = ["Bootstrap"]

KEPT, KEPT_SIZE = 128, 60_000  # problems whose draws are kept, and numbers of each at most


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How runs are resampled: n runs are drawn n times with replacement.

    The draws of a problem depend on the seed and on what is resampled alone: suite, algorithm,
    function, dimension and number of runs. So a result never changes with the order of the data or
    with other data loaded, all measures of a problem see the same resamples, and two algorithms
    are resampled independently of each other.

    Attributes
    ----------
    resamples : int
    seed : int
    confidence : float
        Level of the intervals, between 0 and 1.

    Raises
    ------
    InvalidValueError
        If one of them is out of range.
    """

    resamples: int = 1000
    seed: int = 1
    confidence: float = 0.95

    def __post_init__(self) -> None:
        checked = {
            "resamples": integer(self.resamples, "resamples", least=1),
            "seed": integer(self.seed, "seed", least=0),
            "confidence": real(self.confidence, "confidence", above=0, below=1),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def counts(self, n: int, *key: str | int) -> Float:
        """Return how often each of n runs is drawn, (resamples, n), for what the key names."""
        make = _drawn if self.resamples * n <= KEPT_SIZE else _drawn.__wrapped__
        return make(self.resamples, n, self.seed, crc32(repr(key).encode())).astype(np.float64)

    def of_problems(
        self, block: Problems, rows: NDArray[np.integer] | None = None
    ) -> Iterator[tuple[slice, Float]]:
        """Yield, for problems of a block, the slice of their runs and the counts of these."""
        runs = block.source
        for row in range(len(block)) if rows is None else rows.tolist():
            start, n = int(block.starts[row]), int(block.counts[row])
            key: tuple[str | int, ...] = _key(runs, int(block.order[start]))
            if block.instance[row]:
                key = (*key, int(block.instance[row]))
            yield slice(start, start + n), self.counts(n, *key)

    def of_means(self, runs: Runs, values: Float, starts: Int, counts: Int) -> tuple[Float, Float]:
        """Return the intervals of the means of values of runs, (n, k), which are sorted by problem."""
        low, high = np.empty((2, len(starts), values.shape[1]))
        for row, (start, n) in enumerate(zip(starts.tolist(), counts.tolist(), strict=True)):
            means = self.counts(n, *_key(runs, start)) @ values[start : start + n] / n
            low[row], high[row] = self.ends(means.T)
        return low, high

    def widening(self, counts: Int) -> float:
        """Return by how much the spread of resamples is too narrow, for strata of so many runs.

        Resamples of n runs vary by (n - 1)/n of the variance, and their quantiles are normal where
        those of the t distribution belong (Hesterberg 2015, The American Statistician 69).
        """
        # In order, so that the one of the algorithms does not matter.
        return _widening(self.confidence, tuple(sorted(counts.tolist())))

    def ends(
        self,
        samples: Float,
        around: Float | float | None = None,
        widening: Float | float = 1.0,
    ) -> tuple[Float, Float]:
        """Return the ends of the percentile interval along the last axis.

        Ranks, not interpolation: resamples may be infinite.

        Parameters
        ----------
        around : float or array, optional
            Lay the spread of the resamples about their median around this estimate instead. What
            a resample cannot contain (targets that few runs reached) moves all resamples to one
            side of the estimate, but hardly changes their spread; the interval then contains the
            estimate by construction.
        widening : float or array
            Factor of the spread around the estimate.
        """
        size = samples.shape[-1]
        first = int((1 - self.confidence) / 2 * (size - 1) + 1e-9)
        ranks = [first, (size - 1) // 2, size // 2, size - 1 - first]
        low, *middle, high = np.moveaxis(np.partition(samples, ranks)[..., ranks], -1, 0)
        if around is None:
            return low, high
        median = (middle[0] + middle[1]) / 2
        return around + widening * (low - median), around + widening * (high - median)


@lru_cache(maxsize=KEPT)
def _widening(confidence: float, counts: tuple[int, ...]) -> float:
    several = np.array([count for count in counts if count > 1], dtype=np.int64)
    degrees = float(np.sum(several - 1))
    if degrees < 1:
        return 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    # The first terms of the expansion of the quantile of t in 1/degrees.
    t = z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
    return float(np.sqrt(np.mean(several / (several - 1))) * t / z)


@lru_cache(maxsize=KEPT)
def _drawn(resamples: int, n: int, seed: int, key: int) -> NDArray[np.uint32]:
    """Return how often each run is drawn; several measures of a problem ask for the same."""
    generator = np.random.default_rng([seed, key, n])
    # Indices counted row by row: several times faster than as many multinomial draws.
    cells = generator.integers(n, size=(resamples, n))
    cells += np.arange(0, resamples * n, n)[:, None]
    counts = np.bincount(cells.reshape(-1), minlength=resamples * n)
    return counts.reshape(resamples, n).astype(np.uint32)


def _key(runs: Runs, run: int) -> tuple[str, str, int, int]:
    """Return what is resampled: suite, algorithm, function and dimension of a run."""
    return (
        runs.suites[int(runs.suite_codes[run])],
        runs.algorithms[int(runs.algorithm_codes[run])],
        int(runs.function[run]),
        int(runs.dimension[run]),
    )
