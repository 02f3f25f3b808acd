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
<<<<<<< HEAD
    shares = np.zeros((len(rows), len(x), resamples))
=======
    budgets = x * block.dimension[rows[0]]
    shares = np.zeros((len(rows), resamples, len(x)))
    classes: list[_FailureClass] = []
>>>>>>> main
    for place, row in enumerate(rows):
        runs = slice(block.starts[row], block.starts[row] + block.counts[row])
        times, lengths = block.runtimes[runs], block.lengths[runs]
        n = int(block.counts[row])
        key = [seed, int(block.function[row]), int(block.dimension[row]), n]
        draws = np.random.default_rng(key).multinomial(n, np.full(n, 1 / n), size=resamples)
<<<<<<< HEAD
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
=======
        weights = draws * block.weights[runs]
        weights /= weights.sum(axis=1, keepdims=True)
        # Solved targets per run and budget, from one sorted lookup for each run.
        shares[place] = weights @ _solved(times, budgets)
        if use_restarts:
            classes += _failure_classes(place, times, lengths, weights, budgets)
    if classes:
        _add_restarts(shares, classes, budgets)
    return ResampledProfiles(x, block.function[rows], shares)


@dataclass(frozen=True, slots=True)
class _FailureClass:
    """Targets of one problem that the same runs failed to reach.

    Attributes
    ----------
    place : int
        The problem.
    raw : (resamples, q) float64
        Targets of the class solved without restarts.
    lengths : (m,) float64
        Lengths of the failed runs; nearly equal ones are one.
    weights : (resamples, m) float64
        Probability of drawing a failed run of each length.
    """

    place: int
    raw: Float
    lengths: Float
    weights: Float


def _failure_classes(
    place: int, times: Float, lengths: Float, weights: Float, budgets: Float
) -> list[_FailureClass]:
    result = []
    for columns, hit, failed_lengths, _ in mixed_success(times, lengths, lengths):
        raw = weights[:, hit] @ _solved(times[np.ix_(hit, columns)], budgets)
        # Lengths closer than a quarter of the grid's step make no difference on the grid.
        cells = np.floor(np.log10(failed_lengths) * 4 * POINTS_PER_DECADE)
        names, codes = np.unique(cells, return_inverse=True)
        member = (codes[:, None] == np.arange(len(names))).astype(np.float64)  # (failed, m)
        merged = 10.0 ** (np.log10(failed_lengths) @ member / member.sum(axis=0))
        result.append(_FailureClass(place, raw, merged, weights[:, ~hit] @ member))
>>>>>>> main
    return result


def _solved(times: Float, budgets: Float) -> Float:
    """Count, for each run, the targets it reached within each budget: (n, q)."""
    place = np.searchsorted(budgets, times.reshape(-1), side="left")
    rows = np.repeat(np.arange(len(times)), times.shape[1])
    width = len(budgets) + 1
    counts = np.bincount(rows * width + place, minlength=len(times) * width)
    return np.cumsum(counts.reshape(len(times), width)[:, :-1], axis=1).astype(np.float64)
<<<<<<< HEAD
=======


def _add_restarts(shares: Float, classes: list[_FailureClass], budgets: Float) -> None:
    """Add what restarts solve beyond the raw runs; classes of one size are treated at once."""
    for size in sorted({len(entry.lengths) for entry in classes}):
        members = [entry for entry in classes if len(entry.lengths) == size]
        raw = np.stack([entry.raw.T for entry in members], axis=1)  # (q, classes, resamples)
        lengths = np.stack([entry.lengths for entry in members])
        weights = np.stack([entry.weights.T for entry in members])  # (classes, m, resamples)
        gains = _renewed(raw, lengths, weights, budgets) - raw
        for position, entry in enumerate(members):
            shares[entry.place] += gains[:, position].T


def _renewed(raw: Float, lengths: Float, weights: Float, budgets: Float) -> Float:
    """Solve H(y) = raw(y) + Σ_j w_j H(y − B_j) on the grid of budgets, for all resamples at once.

    Between grid points H is interpolated linearly in log y.

    Parameters
    ----------
    raw : (q, c, resamples) float64
    lengths : (c, m) float64
    weights : (c, m, resamples) float64
    budgets : (q,) float64
    """
    result = raw.copy()
    logs = np.log10(budgets)
    rest = budgets[:, None, None] - lengths  # (q, c, m)
    place = (np.log10(np.maximum(rest, budgets[0])) - logs[0]) / (logs[1] - logs[0])
    place = np.clip(place, 0, len(logs) - 1)
    low = np.floor(place).astype(np.intp)
    part = (place - low) * (rest >= budgets[0])
    active = (rest >= 0).astype(np.float64)
    classes = np.arange(raw.shape[1])[:, None]
    for i in range(max(1, int(np.searchsorted(budgets, lengths.min()))), len(budgets)):
        own = part[i] * (low[i] + 1 == i)  # the part that refers to this very point
        below = result[np.minimum(low[i], i - 1), classes]  # (c, m, resamples)
        above = result[np.minimum(low[i] + 1, i - 1), classes]
        known = below * (active[i] * (1 - part[i]))[:, :, None]
        known += above * (active[i] * (part[i] - own))[:, :, None]
        result[i] += (weights * known).sum(axis=1)
        if own.any():
            result[i] /= 1 - (weights * (active[i] * own)[:, :, None]).sum(axis=1)
    return result
>>>>>>> main
