"""Shapes of samples: histogram, kernel density, probability mass, difference of distributions."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from optimeter._arguments import choice
from optimeter._show import Shown
from optimeter.exceptions import DataError
from optimeter.measures._bootstrap import Bootstrap
from optimeter.measures._table import Float, Int, Table

__all__ = [
    "CumulativeDifference",
    "Density",
    "Histogram",
    "ProbabilityMass",
    "cumulative_difference",
    "histogram",
    "kernel_density",
    "probability_mass",
]


@dataclass(frozen=True, slots=True, repr=False)
class Histogram(Shown):
    """Counts between edges; `missing` values were infinite (failed runs)."""

    edges: Float
    counts: Int
    missing: int

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        return self.to_dicts()[:most], len(self.counts)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one dictionary per bin."""
        rows = zip(
            self.edges[:-1].tolist(), self.edges[1:].tolist(), self.counts.tolist(), strict=True
        )
        return [{"low": low, "high": high, "count": count} for low, high, count in rows]


@dataclass(frozen=True, slots=True, repr=False)
class Density(Shown):
    """A kernel density; it integrates to the share of finite values."""

    x: Float
    y: Float
    bandwidth: float
    missing: int

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        return self.to_dicts()[:most], len(self.x)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one dictionary per point."""
        rows = zip(self.x.tolist(), self.y.tolist(), strict=True)
        return [{"x": x, "density": y} for x, y in rows]


@dataclass(frozen=True, slots=True, repr=False)
class ProbabilityMass(Table):
    """The distinct values of a sample and the share of each; infinite ones (failed runs) too."""

    value: Float
    share: Float


@dataclass(frozen=True, slots=True, repr=False)
class CumulativeDifference(Table):
    """Difference of two distribution functions, with a bootstrap band.

    Attributes
    ----------
    x : (s,) float64
        Values of both samples.
    difference, low, high : (s,) float64
        F_a − F_b and its band; positive where a is ahead.
    """

    x: Float
    difference: Float
    low: Float
    high: Float


def _sample(values: ArrayLike, least: int) -> tuple[Float, int]:
    array = np.asarray(values, dtype=np.float64).reshape(-1)
    finite = array[np.isfinite(array)]
    if len(finite) < least:
        message = f"at least {least} finite values are needed; got {len(finite)}"
        raise DataError(message)
    return finite, len(array) - len(finite)


def histogram(values: ArrayLike, *, edges: ArrayLike | None = None) -> Histogram:
    """Count values in bins of the Freedman–Diaconis width 2·IQR·n^(−1/3).

    Parameters
    ----------
    values : array_like
        Sample; infinite values are counted as missing.
    edges : array_like, optional
        Bins to use instead, for instance those of another algorithm.

    Examples
    --------
    >>> result = histogram([1, 2, 2, 3, 3, 3, 4, 4, 5, float("inf")])
    >>> result.counts.tolist(), result.missing
    ([3, 3, 3], 1)
    """
    sample, missing = _sample(values, 1)
    bounds = np.histogram_bin_edges(sample, "fd") if edges is None else np.asarray(edges, float)
    counts, used = np.histogram(sample, bounds)
    return Histogram(used.astype(np.float64), counts.astype(np.int64), missing)


def kernel_density(values: ArrayLike, *, points: int = 256, scale: str = "linear") -> Density:
    """Estimate a density with Gaussian kernels.

    The bandwidth is 0.9 · min(sd, IQR/1.34) · n^(−1/5).

    Parameters
    ----------
    values : array_like
        Sample, at least two finite values; infinite ones are counted as missing.
    points : int
        Number of points at which the density is given.
    scale : {"linear", "log"}
        Estimate the density of the values, or that of their log10 (x stays the value).

    Examples
    --------
    >>> density = kernel_density([1.0, 2.0, 3.0, 4.0, 5.0])
    >>> round(density.bandwidth, 4), round(float(np.trapezoid(density.y, density.x)), 2)
    (0.9736, 1.0)
    """
    choice(scale, ("linear", "log"), "scale")
    sample, missing = _sample(values, 2)
    n = len(sample)
    if scale == "log":
        if sample.min() <= 0:
            message = f"a logarithmic density needs positive values; the smallest is {sample.min()}"
            raise DataError(message)
        sample = np.log10(sample)
    # The linear quantile, at once: pages show thousands of densities.
    quartiles = np.interp([0.25 * (n - 1), 0.75 * (n - 1)], np.arange(n), np.sort(sample))
    deviation = float(sample.std(ddof=1))
    spread = min(deviation, float(quartiles[1] - quartiles[0]) / 1.34)
    spread = spread or deviation or abs(float(sample[0])) or 1.0
    bandwidth = 0.9 * spread * n ** (-0.2)
    x = np.linspace(sample.min() - 3 * bandwidth, sample.max() + 3 * bandwidth, points)
    kernels = np.exp(-0.5 * ((x[:, None] - sample) / bandwidth) ** 2)
    y = kernels.sum(axis=1) / (bandwidth * np.sqrt(2 * np.pi) * (n + missing))
    return Density(10.0**x if scale == "log" else x, y, bandwidth, missing)


def probability_mass(values: ArrayLike) -> ProbabilityMass:
    """Return the distinct values of a sample and the share of each; inf is a value as well.

    Examples
    --------
    >>> mass = probability_mass([10, 20, 10, float("inf")])
    >>> mass.value.tolist(), mass.share.tolist()
    ([10.0, 20.0, inf], [0.5, 0.25, 0.25])
    """
    distinct, counts = np.unique(np.asarray(values, dtype=np.float64), return_counts=True)
    return ProbabilityMass(distinct, counts / counts.sum())


def cumulative_difference(
    a: ArrayLike,
    b: ArrayLike,
    *,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 1,
) -> CumulativeDifference:
    """Compare two samples by the difference of their distribution functions.

    Infinite values (failed runs) take part. Both samples are resampled for the pointwise band.

    Examples
    --------
    >>> result = cumulative_difference([10, 12, 14], [11, 30, float("inf")])
    >>> result.x.tolist(), result.difference.round(3).tolist()
    ([10.0, 11.0, 12.0, 14.0, 30.0], [0.333, 0.0, 0.333, 0.667, 0.333])
    """
    one, other = (np.asarray(v, dtype=np.float64).reshape(-1) for v in (a, b))
    bootstrap = Bootstrap(resamples, seed, confidence)
    if len(one) == 0 or len(other) == 0:
        message = f"two non-empty samples are needed; got {len(one)} and {len(other)} values"
        raise DataError(message)
    pooled = np.unique(np.concatenate([one, other]))
    x = pooled[np.isfinite(pooled)]
    reached = one[:, None] <= x, other[:, None] <= x
    curves = [
        hits.T @ bootstrap.counts(len(hits), place).T / len(hits)
        for place, hits in enumerate(reached)
    ]
    low, high = bootstrap.ends(curves[0] - curves[1])
    return CumulativeDifference(x, reached[0].mean(axis=0) - reached[1].mean(axis=0), low, high)
