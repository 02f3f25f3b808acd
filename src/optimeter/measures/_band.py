"""Bootstrap bands of runtime profiles: resample the runs of every problem, profile anew."""

from dataclasses import dataclass

import numpy as np

from optimeter._core.measures import renewed
from optimeter.measures._problems import Problems
from optimeter.measures._steps import Steps
from optimeter.measures._table import Float, Int
from optimeter.measures.restarts import mixed_success

__all__ = ["Band", "ResampledProfiles", "resampled_profiles"]

POINTS_PER_DECADE = 20
CHUNK = 128  # resamples treated at a time: they fit the processor's cache


@dataclass(frozen=True, slots=True)
class Band:
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


@dataclass(frozen=True, slots=True)
class ResampledProfiles:
    """Profiles of the single functions of an algorithm under resampled runs.

    Attributes
    ----------
    x : (q,) float64
        Evaluations per dimension.
    function : (f,) int64
    shares : (f, q, resamples) float64
        Number of targets solved.
    """

    x: Float
    function: Int
    shares: Float

    def band(  # noqa: PLR0917
        self,
        members: tuple[int, ...],
        pairs: int,
        confidence: float,
        window: tuple[float, float],
        steps: Steps,
        area: float,
    ) -> Band:
        """Return the band of the profile over some functions, centred on its curve and area."""
        total = self.shares[np.isin(self.function, members)].sum(axis=0) / pairs
        edge = (1 - confidence) / 2
        # Resamples lose targets that few runs reached, and the grid smooths steps; both move the
        # mean of the resampled curves, not their spread, so the spread is laid around the curve.
        shift = steps.at(self.x) - total.mean(axis=1)
        low, high = np.quantile(total, (edge, 1 - edge), axis=1, method="nearest") + shift
        logs = np.log10(self.x)
        inside = (logs >= window[0] - 1e-9) & (logs <= window[1] + 1e-9)
        areas = np.trapezoid(total[inside].T, logs[inside], axis=1) / (window[1] - window[0])
        ends = np.quantile(areas, (edge, 1 - edge), method="nearest")
        ends += area - areas.mean()
        return Band(
            confidence,
            self.x,
            np.clip(low, 0.0, 1.0),
            np.clip(high, 0.0, 1.0),
            (float(ends[0]), float(ends[1])),
            (float(np.clip(low[-1], 0, 1)), float(np.clip(high[-1], 0, 1))),
        )


def resampled_profiles(
    block: Problems,
    rows: Int,
    *,
    restarts: bool,
    resamples: int,
    seed: int,
    window: tuple[float, float],
) -> ResampledProfiles:
    """Profile the problems of one algorithm and dimension under resampled runs.

    The draws of a problem depend on the seed, its function, dimension and number of runs only.
    """
    first, last = min(0.0, window[0]), max(7.0, window[1])
    x = 10.0 ** np.linspace(first, last, round((last - first) * POINTS_PER_DECADE) + 1)
    use_restarts = restarts and block.settings.uniform_instances
    shares = np.zeros((len(rows), len(x), resamples))
    for place, row in enumerate(rows):
        runs = slice(block.starts[row], block.starts[row] + block.counts[row])
        times, lengths = block.runtimes[runs], block.lengths[runs]
        n = int(block.counts[row])
        key = [seed, int(block.function[row]), int(block.dimension[row]), n]
        draws = np.random.default_rng(key).multinomial(n, np.full(n, 1 / n), size=resamples)
        weights = draws.T * block.weights[runs][:, None]
        weights /= weights.sum(axis=0)
        budgets = x * block.dimension[row]
        for begin in range(0, resamples, CHUNK):
            part = slice(begin, begin + CHUNK)
            shares[place, :, part] = _profile(
                times, lengths, weights[:, part], budgets, use_restarts=use_restarts
            )
    return ResampledProfiles(x, block.function[rows], shares)


def _profile(
    times: Float, lengths: Float, weights: Float, budgets: Float, *, use_restarts: bool
) -> Float:
    """Return the expected number of targets solved, (q, resamples)."""
    result: Float = _solved(times, budgets).T @ weights
    if not use_restarts:
        return result
    for columns, hit, failed_lengths, _ in mixed_success(times, lengths, lengths):
        raw = _solved(times[np.ix_(hit, columns)], budgets).T @ weights[hit]
        failed = np.ascontiguousarray(weights[~hit])
        result += renewed(np.ascontiguousarray(raw), budgets, failed_lengths, failed) - raw
    return result


def _solved(times: Float, budgets: Float) -> Float:
    """Count, for each run, the targets it reached within each budget: (n, q)."""
    place = np.searchsorted(budgets, times.reshape(-1), side="left")
    rows = np.repeat(np.arange(len(times)), times.shape[1])
    width = len(budgets) + 1
    counts = np.bincount(rows * width + place, minlength=len(times) * width)
    return np.cumsum(counts.reshape(len(times), width)[:, :-1], axis=1).astype(np.float64)
