"""Bootstrap bands of runtime profiles: resample the runs of every problem, profile anew."""

from dataclasses import dataclass

import numpy as np

from optimeter.measures._problems import Problems
from optimeter.measures._steps import Steps
from optimeter.measures._table import Float, Int
from optimeter.measures.restarts import mixed_success

__all__ = ["Band", "ResampledProfiles", "resampled_profiles"]

POINTS_PER_DECADE = 20


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
    shares : (f, resamples, q) float64
        Number of targets solved.
    """

    x: Float
    function: Int
    shares: Float

    def band(
        self,
        members: tuple[int, ...],
        pairs: int,
        confidence: float,
        window: tuple[float, float],
        steps: Steps,
    ) -> Band:
        """Return the band of the profile over some functions, centred on its exact curve."""
        total = self.shares[np.isin(self.function, members)].sum(axis=0) / pairs
        edge = (1 - confidence) / 2
        # Resamples lose targets that few runs reached, and the grid smooths steps; both move the
        # mean of the resampled curves, not their spread, so the spread is laid around the curve.
        shift = steps.at(self.x) - total.mean(axis=0)
        low, high = np.quantile(total, (edge, 1 - edge), axis=0, method="nearest") + shift
        logs = np.log10(self.x)
        inside = (logs >= window[0] - 1e-9) & (logs <= window[1] + 1e-9)
        areas = np.trapezoid(total[:, inside], logs[inside], axis=1) / (window[1] - window[0])
        ends = np.quantile(areas, (edge, 1 - edge), method="nearest")
        ends += steps.area(*window) - areas.mean()
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
    shares = np.zeros((len(rows), resamples, len(x)))
    for place, row in enumerate(rows):
        runs = slice(block.starts[row], block.starts[row] + block.counts[row])
        times, lengths = block.runtimes[runs], block.lengths[runs]
        n = int(block.counts[row])
        key = [seed, int(block.function[row]), int(block.dimension[row]), n]
        draws = np.random.default_rng(key).multinomial(n, np.full(n, 1 / n), size=resamples)
        weights = draws * block.weights[runs]
        weights /= weights.sum(axis=1, keepdims=True)
        shares[place] = _profile(
            times, lengths, weights, x * block.dimension[row], use_restarts=use_restarts
        )
    return ResampledProfiles(x, block.function[rows], shares)


def _profile(
    times: Float, lengths: Float, weights: Float, budgets: Float, *, use_restarts: bool
) -> Float:
    """Return the expected number of targets solved, (resamples, q)."""
    # Solved targets per run and budget, from one sorted lookup for each run.
    solved = _solved(times, budgets)
    result = weights @ solved
    if not use_restarts:
        return result
    for columns, hit, failed_lengths, _ in mixed_success(times, lengths, lengths):
        raw = weights[:, hit] @ _solved(times[np.ix_(hit, columns)], budgets)
        result += _renewed(raw, failed_lengths, weights[:, ~hit], budgets) - raw
    return result


def _solved(times: Float, budgets: Float) -> Float:
    """Count, for each run, the targets it reached within each budget: (n, q)."""
    place = np.searchsorted(budgets, times.reshape(-1), side="left")
    rows = np.repeat(np.arange(len(times)), times.shape[1])
    width = len(budgets) + 1
    counts = np.bincount(rows * width + place, minlength=len(times) * width)
    return np.cumsum(counts.reshape(len(times), width)[:, :-1], axis=1).astype(np.float64)


def _renewed(raw: Float, lengths: Float, weights: Float, budgets: Float) -> Float:
    """Solve H(y) = raw(y) + Σ_j w_j H(y − B_j) on the grid of budgets, for all resamples at once.

    Between grid points H is interpolated linearly in log y.
    """
    result = raw.T.copy()  # (q, resamples)
    failures = np.ascontiguousarray(weights.T)  # (m, resamples)
    logs = np.log10(budgets)
    step = logs[1] - logs[0]
    rest = budgets[:, None] - lengths  # (q, m)
    place = np.clip((np.log10(np.maximum(rest, budgets[0])) - logs[0]) / step, 0, len(logs) - 1)
    low = np.floor(place).astype(np.intp)
    part = (place - low) * (rest >= budgets[0])
    for i in range(int(np.searchsorted(budgets, lengths.min())), len(budgets)):
        active = np.flatnonzero(rest[i] >= 0)
        rows, share = low[i, active], part[i, active][:, None]
        own = (rows + 1 == i)[:, None] * share  # the part that refers to this very point
        upper = result[np.minimum(rows + 1, i - 1)] * (share - own)
        known = result[np.minimum(rows, i - 1)] * (1 - share) + upper
        weight = failures[active]
        result[i] += np.einsum("mr,mr->r", weight, known)
        result[i] /= 1 - np.einsum("mr,mr->r", weight, np.broadcast_to(own, weight.shape))
    return result.T
