"""Quantiles under the four definitions in use in the field; a call always names one."""

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from optimeter._arguments import known_name
from optimeter.exceptions import InvalidValueError
from optimeter.measures._table import Float, Int

__all__ = ["QUANTILE_METHODS", "QuantileMethod", "quantile", "weighted_quantile"]

QuantileMethod = Literal["hazen", "linear", "nearest-even", "median"]
QUANTILE_METHODS: tuple[QuantileMethod, ...] = get_args(QuantileMethod)


def quantile(
    values: ArrayLike, probabilities: ArrayLike, *, method: QuantileMethod = "hazen"
) -> Float:
    """Compute quantiles along the first axis; NaN entries are left out, infinities count.

    Parameters
    ----------
    values : (n, ...) array_like
        Sample; every column is treated by itself and may hold another number of NaN.
    probabilities : (q,) array_like or float
        Probabilities in [0, 1].
    method : {"hazen", "linear", "nearest-even", "median"}
        With x sorted, 1-based, and m values that are not NaN:

        - ``hazen`` (R type 5): position p·m + 0.5, interpolated linearly, clamped to the sample;
          next to an infinite neighbour the nearer one is taken (the upper one at distance 0.5);
        - ``linear`` (R type 7): position p·(m − 1) + 1, interpolated linearly;
        - ``nearest-even`` (R type 3): no interpolation, position ⌊mp − ½⌋ or the next one;
        - ``median``: the mean of the two middle values for even m, whatever the probability
          (which has to be 0.5).

    Returns
    -------
    (q, ...) float64, or (...) for a scalar probability
        NaN where a column holds no value.

    Examples
    --------
    >>> quantile([1, 2, 3, 4, 5], [0.1, 0.25, 0.5, 0.9]).tolist()
    [1.0, 1.75, 3.0, 5.0]
    >>> quantile([1, 2, 3, 4, 5], [0.1, 0.25, 0.5, 0.9], method="linear").tolist()
    [1.4, 2.0, 3.0, 4.6]
    >>> quantile([1, 2, 3, 4, 5], [0.1, 0.25, 0.5, 0.9], method="nearest-even").tolist()
    [1.0, 1.0, 2.0, 4.0]
    """
    known_name(method, QUANTILE_METHODS, "quantile method")
    sample = np.sort(np.asarray(values, dtype=np.float64), axis=0)  # NaN last
    wanted = np.asarray(probabilities, dtype=np.float64)
    if not np.all((wanted >= 0) & (wanted <= 1)):
        message = f"probabilities must lie in [0, 1]; got {probabilities!r}"
        raise InvalidValueError(message)
    if method == "median" and np.any(wanted != 0.5):
        message = f"method 'median' answers probability 0.5 only; got {probabilities!r}"
        raise InvalidValueError(message)
    flat = sample.reshape(len(sample), -1)
    count = np.sum(~np.isnan(flat), axis=0)
    result = _quantiles(flat, count, np.atleast_1d(wanted)[:, None], method)
    result = result.reshape(np.atleast_1d(wanted).shape + sample.shape[1:])
    return result[0] if wanted.ndim == 0 else result


def _quantiles(sample: Float, count: Int, p: Float, method: QuantileMethod) -> Float:
    """Return the (q, c) quantiles of sorted columns with `count` leading values each."""
    if len(sample) == 0:
        return np.full((len(p), sample.shape[1]), np.nan)
    if method == "nearest-even":
        position = _snapped(p * count - 0.5)
        below = np.floor(position)
        stays = (position == below) & (below % 2 == 0)
        return _take(sample, count, np.where(stays, below, below + 1) - 1)
    position = p * count - 0.5 if method in ("hazen", "median") else p * (count - 1)
    position = np.clip(_snapped(position), 0, np.maximum(count - 1, 0))
    low = np.floor(position)
    part = position - low
    lower, upper = _take(sample, count, low), _take(sample, count, low + (part > 0))
    with np.errstate(invalid="ignore"):
        mixed = lower + part * (upper - lower)
    nearest = np.where(part >= 0.5, upper, lower)
    return np.where(np.isfinite(lower) & np.isfinite(upper), mixed, nearest)


def _snapped(position: Float) -> Float:
    """Keep products such as 0.1 · 15 − 0.5 on their integer."""
    nearest = np.round(position)
    return np.where(np.abs(position - nearest) < 1e-9, nearest, position)


def _take(sample: Float, count: Int, position: Float) -> Float:
    """Return the entries at 0-based positions, clamped to the values of each column."""
    rows = np.clip(position, 0, np.maximum(count - 1, 0)).astype(np.intp)
    return np.take_along_axis(sample, rows, axis=0)


def weighted_quantile(values: Float, masses: Float, probabilities: Float) -> Float:
    """Invert the distribution function of weighted atoms: the smallest v with F(v) >= p.

    Parameters
    ----------
    values : (n,) float64
        Atoms, sorted.
    masses : (n,) float64
        Their probabilities; what is missing to 1 lies at infinity.
    probabilities : (q,) float64

    Returns
    -------
    (q,) float64
        Infinity where the distribution function stays below p.

    Examples
    --------
    >>> import numpy as np
    >>> atoms, masses = np.array([1.0, 2.0]), np.array([0.5, 0.25])
    >>> weighted_quantile(atoms, masses, np.array([0.5, 0.6, 0.9])).tolist()
    [1.0, 2.0, inf]
    """
    cumulative = np.cumsum(masses)
    rows = np.searchsorted(cumulative, np.asarray(probabilities) - 1e-9, side="left")
    return np.append(values, np.inf)[rows]
