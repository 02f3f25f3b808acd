"""Vectorised operations on ragged arrays: flat values and the offsets of their segments."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "TOLERANCE",
    "gather",
    "improvements",
    "last_at_most",
    "last_of_each",
    "owners",
    "thresholds",
]

Float = NDArray[np.float64]
Int = NDArray[np.int64]

TOLERANCE = 1e-9  # relative closeness at which a value counts as having reached a target


def thresholds(targets: Float, grid: NDArray[np.int32]) -> Float:
    """Return the largest values that count as hits.

    Where `grid` (targets per decade) is positive, a target is first replaced by the next harder
    one on the grid; grid targets are integers m (target 10^(m/grid)), so that rounding never moves
    a target by a grid step.

    Parameters
    ----------
    targets : (n, k) float64
    grid : (n, 1) int32

    Returns
    -------
    (n, k) float64
        A value v hits target t if and only if v <= the threshold.
    """
    # Only finite non-zero targets have a logarithm, the others are on every grid.
    with np.errstate(divide="ignore", invalid="ignore"):
        decades = grid * np.log10(np.abs(targets))
        steps = np.where(targets > 0, np.floor(decades + 1e-9), np.ceil(decades - 1e-9))
        snapped = np.copysign(10.0 ** (steps / np.maximum(grid, 1)), targets)
        on_grid = (grid > 0) & np.isfinite(targets) & (targets != 0)
        values = np.where(on_grid, snapped, targets)
        # v > t hits when v - t <= tolerance * max(|v|, |t|), solved for v on either side of zero.
        return np.where(values > 0, values / (1 - TOLERANCE), values * (1 - TOLERANCE))


def owners(offsets: Int) -> NDArray[np.intp]:
    """Return the segment of every position."""
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


def last_of_each(offsets: Int, values: NDArray[Any], missing: float) -> NDArray[Any]:
    """Return the last value of every segment; `missing` of those without any.

    Examples
    --------
    >>> last_of_each(np.array([0, 2, 2, 3]), np.array([5.0, 4.0, 7.0]), np.inf).tolist()
    [4.0, inf, 7.0]
    """
    filled = np.diff(offsets) > 0
    result = np.full(len(filled), missing, dtype=values.dtype)
    result[filled] = values[offsets[1:][filled] - 1]
    return result


def last_at_most(offsets: Int, increasing: Int, limits: Float) -> tuple[Int, NDArray[np.bool_]]:
    """Find in every segment the last position whose value is at most a limit.

    Parameters
    ----------
    offsets : (n + 1,) int64
    increasing : (s,) int64
        Values that increase strictly within a segment.
    limits : (n, k) float64

    Returns
    -------
    positions : (n, k) int64
    found : (n, k) bool
        False where no value of the segment is within the limit; the position is then meaningless.
    """
    low = np.broadcast_to(offsets[:-1, None], limits.shape).copy()
    high = np.broadcast_to(offsets[1:, None], limits.shape).copy()
    start = low.copy()
    longest = int(np.diff(offsets).max(initial=0))
    for _ in range(longest.bit_length()):
        middle = (low + high) >> 1
        open_ = low < high
        inside = increasing[np.minimum(middle, len(increasing) - 1)] <= limits
        low = np.where(open_ & inside, middle + 1, low)
        high = np.where(open_ & ~inside, middle, high)
    return low - 1, low > start


def improvements(offsets: Int, values: Float) -> NDArray[np.bool_]:
    """Mark the positions that are strictly below everything before them in their segment.

    NaN is no improvement; the first other value of a segment always is one, even if infinite.
    """
    if len(values) == 0:
        return np.zeros(0, dtype=bool)
    segment = owners(offsets)
    usable = ~np.isnan(values)
    segment, kept = segment[usable], values[usable]
    # Ranks shifted down by segment make one running minimum serve all segments.
    unique, rank = np.unique(kept, return_inverse=True)
    key = rank - segment * (len(unique) + 1)
    running = np.minimum.accumulate(key)
    better = np.ones(len(key), dtype=bool)
    better[1:] = key[1:] < running[:-1]
    result = np.zeros(len(values), dtype=bool)
    result[np.flatnonzero(usable)[better]] = True
    return result


def gather(offsets: Int, indices: NDArray[np.intp]) -> tuple[Int, NDArray[np.intp]]:
    """Return the offsets and flat positions of the chosen segments, in the order given."""
    lengths = np.diff(offsets)[indices]
    result = np.zeros(len(indices) + 1, dtype=np.int64)
    np.cumsum(lengths, out=result[1:])
    positions = np.arange(result[-1]) + np.repeat(offsets[indices] - result[:-1], lengths)
    return result, positions.astype(np.intp, copy=False)
