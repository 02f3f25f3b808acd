"""Tails of distributions that tests need, from the standard library.

Those of SciPy take longer to import than all tests of a report.
"""

import math

import numpy as np

from optimeter.measures._table import Float

__all__ = ["chi_squared", "kolmogorov", "two_sided"]


def two_sided(z: Float) -> Float:
    """Return the two-sided p-value of standard normal z.

    Examples
    --------
    >>> two_sided(np.array([0.0, -1.959964])).round(6).tolist()
    [1.0, 0.05]
    """
    scaled = (np.abs(z) / np.sqrt(2)).reshape(-1).tolist()
    return np.fromiter(map(math.erfc, scaled), np.float64, len(scaled)).reshape(np.shape(z))


def kolmogorov(x: Float) -> Float:
    """Return the probability that Kolmogorov's statistic exceeds x >= 0.

    Two series of the same function: each converges within a few terms where it is used.

    Examples
    --------
    >>> kolmogorov(np.array([0.0, 1.3581])).round(5).tolist()
    [1.0, 0.05]
    """
    k = np.arange(1, 6)
    squares = np.square(np.maximum(x, 0.1))[..., None]  # below, it is 1 to all digits
    near = np.exp(-((2 * k - 1) ** 2) * np.pi**2 / (8 * squares)).sum(axis=-1)
    far = ((-1.0) ** (k - 1) * np.exp(-2 * k**2 * squares)).sum(axis=-1)
    root = np.sqrt(squares[..., 0])
    tail: Float = np.where(root < 1.0, 1 - np.sqrt(2 * np.pi) / root * near, 2 * far)
    return tail


def chi_squared(degrees: int, x: float) -> float:
    """Return the probability that chi-squared with some degrees of freedom exceeds x.

    Examples
    --------
    >>> round(chi_squared(1, 3.841459), 6), round(chi_squared(4, 9.487729), 6)
    (0.05, 0.05)
    """
    half = x / 2
    if half <= 0:
        return 1.0
    odd = degrees % 2
    total = math.erfc(math.sqrt(half)) if odd else 0.0
    for j in range(degrees // 2):  # Poisson probabilities, of halves where the degrees are odd
        power = j + odd / 2
        total += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
    return min(total, 1.0)
