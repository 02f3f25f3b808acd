"""The distribution of runtimes with simulated restarts, computed instead of sampled.

A restarted run draws recorded runs until one succeeds: its runtime is the sum of the lengths of the
failures drawn plus the runtime of the success. The number of failures is geometric, so with the
failures' lengths B_j and probabilities w_j the sums of failures have the generating measure
Σ_c (Σ_j w_j δ_{B_j})^{*c}. Its support is enumerated level by level (c = 1, 2, …) as long as it is
small; where it is not, the rest is one geometric series on a lattice, solved by Fourier transform.
Either way nothing is random.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimeter.measures._table import Float, summed

__all__ = ["FailureSums", "failure_sums", "restart_quantiles", "restarted"]

TAIL = 1e-9  # probability beyond which restarts are not followed
BINS_PER_OCTAVE = 512  # resolution to which the lattice part is reported


@dataclass(frozen=True, slots=True)
class FailureSums:
    """Sums of at least one failure, weighted by the probability that they occur.

    Attributes
    ----------
    values, masses : (s,) float64
        The enumerated sums.
    head_values, head_masses : (h,) float64
        Sums of the last enumerated number of failures, where the enumeration stopped early;
        empty when it is complete.
    lengths, probabilities : (m,) float64
        The failures themselves, distinct lengths.
    """

    values: Float
    masses: Float
    head_values: Float
    head_masses: Float
    lengths: Float
    probabilities: Float


def failure_sums(lengths: Float, probabilities: Float, points: int) -> FailureSums:
    """Enumerate the sums of failures, at most about `points` of them.

    Parameters
    ----------
    lengths : (m,) float64
        Lengths of the failed runs.
    probabilities : (m,) float64
        Their probabilities, adding up to the failure rate, below 1.
    points : int
        Where to stop enumerating; the first level is always complete.
    """
    distinct, inverse = np.unique(lengths, return_inverse=True)
    weights = summed(inverse, probabilities)
    rate = float(weights.sum())
    depth = max(1, int(np.ceil(np.log(TAIL) / np.log(rate))))
    none = np.empty(0)
    if len(distinct) == 1 and depth <= points:
        number = np.arange(1, depth + 1)
        return FailureSums(
            number * distinct[0], rate ** number.astype(float), none, none, distinct, weights
        )
    return _enumerated(distinct, weights, depth, points)


def _enumerated(lengths: Float, weights: Float, depth: int, points: int) -> FailureSums:
    """Enumerate the multisets of failures, level by level, each one once.

    A multiset of c failures is kept as the sorted list of its lengths, of which only the largest
    index and its multiplicity matter for the next level: appending length j to those that end at
    an index <= j makes every multiset of c + 1 exactly once. Its probability, with the number of
    orders, grows by the factor (c + 1)/(multiplicity of j) · w_j. Levels are sorted by their last
    index, so that "ends at an index <= j" is a prefix.
    """
    size = len(lengths)
    values, masses = lengths, weights
    multiplicity = np.ones(size)
    ends = np.arange(1, size + 1)  # ends[j]: number of multisets that end at an index <= j
    all_values, all_masses, total, level = [values], [masses], size, 1
    while level < depth and total + int(ends.sum()) <= points:
        level += 1
        parts_values, parts_masses, parts_multiplicity = [], [], []
        begin = 0
        for j, end in enumerate(ends.tolist()):
            count = np.ones(end)
            count[begin:] += multiplicity[begin:end]
            parts_values.append(values[:end] + lengths[j])
            parts_masses.append(masses[:end] * (weights[j] * level) / count)
            parts_multiplicity.append(count)
            begin = end
        values, masses = np.concatenate(parts_values), np.concatenate(parts_masses)
        multiplicity = np.concatenate(parts_multiplicity)
        ends = np.cumsum(ends)
        all_values.append(values)
        all_masses.append(masses)
        total += len(values)
    none = np.empty(0)
    head_values, head_masses = (none, none) if level >= depth else (values, masses)
    return FailureSums(
        np.concatenate(all_values),
        np.concatenate(all_masses),
        head_values,
        head_masses,
        lengths,
        weights,
    )


def restarted(
    runtimes: Float, masses: Float, sums: FailureSums, lattice: int = 1 << 13
) -> tuple[Float, Float]:
    """Return the runtimes after at least one failure, as atoms (unsorted).

    Parameters
    ----------
    runtimes, masses : (e,) float64
        Runtimes of the successes and their probabilities (or weights).
    sums : FailureSums
    lattice : int
        Number of lattice points for what was not enumerated.

    Returns
    -------
    values, masses : (a,) float64
    """
    rate = float(sums.probabilities.sum())
    values = (runtimes[:, None] + sums.values).reshape(-1)
    weights = (masses[:, None] * sums.masses).reshape(-1)
    missing = masses.sum() * rate / (1 - rate) - weights.sum()
    if len(sums.head_values):
        # What lies beyond the lattice is negligible; scaling keeps the total exact.
        rest_values, rest_weights = _lattice(runtimes, masses, sums, lattice)
        rest_weights *= missing / rest_weights.sum()
        values = np.concatenate([values, rest_values])
        weights = np.concatenate([weights, rest_weights])
    else:
        weights[-1] += missing
    return values, weights


def _lattice(runtimes: Float, masses: Float, sums: FailureSums, size: int) -> tuple[Float, Float]:
    """Return the atoms with more failures than were enumerated, binned on a logarithmic scale."""
    rate = float(sums.probabilities.sum())
    depth = np.log(TAIL) / np.log(rate)
    mean = float(sums.lengths @ sums.probabilities) / rate
    spread = np.sqrt(float((sums.lengths - mean) ** 2 @ sums.probabilities) / rate)
    extent = depth * mean + 6 * spread * np.sqrt(depth) + runtimes.max() + sums.lengths.max()
    step = (sums.head_values.max() + extent) / size

    def transform(values: Float, weights: Float) -> NDArray[np.complex128]:
        # An atom between two lattice points is shared so that its mean stays.
        place = values / step
        low = np.floor(place).astype(np.intp)
        part = place - low
        grid = summed(low, weights * (1 - part), size + 1) + summed(
            low + 1, weights * part, size + 1
        )
        return np.fft.rfft(grid[:size])

    failures = transform(sums.lengths, sums.probabilities)
    series = transform(sums.head_values, sums.head_masses) * failures / (1 - failures)
    grid = np.fft.irfft(series * transform(runtimes, masses), n=size)
    first = int((sums.head_values.min() + sums.lengths.min() + runtimes.min()) / step)
    grid[:first] = 0.0
    keep = np.flatnonzero(grid > 1e-15 * masses.sum())
    return _binned(keep * step, grid[keep])


def _binned(values: Float, weights: Float) -> tuple[Float, Float]:
    """Move sorted atoms to the centres of bins that split every power of two evenly."""
    octave = 2.0 ** np.floor(np.log2(values))
    width = octave / BINS_PER_OCTAVE
    low = octave + np.floor((values - octave) / width) * width
    starts = np.flatnonzero(np.diff(low, prepend=-np.inf))
    return (low + width / 2)[starts], np.add.reduceat(weights, starts)


def restart_quantiles(
    runtimes: Float, masses: Float, sums: FailureSums, probabilities: Float, lattice: int = 1 << 16
) -> Float:
    """Return the smallest integers y with P(restarted runtime <= y) >= p.

    Parameters
    ----------
    runtimes : (k, c) float64
        Runtimes of k successes to c targets that share their failures.
    masses : (k,) float64
        Probabilities of the successes.
    sums : FailureSums
    probabilities : (q,) float64

    Returns
    -------
    (c, q) float64
    """
    values, weights = sums.values, sums.masses
    if len(sums.head_values):
        rest = _lattice(np.zeros(1), np.ones(1), sums, lattice)
        values, weights = np.concatenate([values, rest[0]]), np.concatenate([weights, rest[1]])
    order = np.argsort(values)
    values = np.concatenate([[0.0], values[order]])
    cumulative = np.concatenate([[0.0, 1.0], 1.0 + np.cumsum(weights[order])])
    # Everything is counted in whole evaluations, so bisection on integers ends on the support.
    shape = (runtimes.shape[1], len(probabilities))
    low = np.zeros(shape)
    high = np.full(shape, np.ceil(runtimes.max() + values[-1]))
    while np.any(high - low > 1):
        middle = np.floor((low + high) / 2)
        rest_times = middle[None] - runtimes[:, :, None]  # (k, c, q)
        reached = cumulative[np.searchsorted(values, rest_times + 1e-6, side="right")]
        enough = np.tensordot(masses, reached, axes=1) >= probabilities - 1e-9
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return high
