"""Location and spread of samples: the columns shared by runtime and value statistics."""

import numpy as np

from optimeter.measures._table import Float, Int
from optimeter.measures.quantiles import QuantileMethod, quantile

__all__ = ["PERCENTILES", "padded", "summarise"]

PERCENTILES: dict[str, float] = {
    "p02": 0.02,
    "p05": 0.05,
    "p10": 0.10,
    "p25": 0.25,
    "p50": 0.50,
    "p75": 0.75,
    "p90": 0.90,
    "p95": 0.95,
    "p98": 0.98,
}


def padded(values: Float, starts: Int, counts: Int) -> Float:
    """Arrange per-run values (n, k) as (largest count, problems, k), NaN beyond the runs."""
    rows = starts + np.arange(counts.max())[:, None]
    inside = rows < starts + counts
    result = values[np.minimum(rows, len(values) - 1)]
    result[~inside] = np.nan
    return result


def summarise(sample: Float, method: QuantileMethod) -> dict[str, Float]:
    """Summarise along the first axis; NaN is missing, inf where nothing is defined.

    Returns
    -------
    dict of (...) float64
        mean, median, sd (n − 1 in the denominator; inf below two values) and the percentiles.
    """
    present = ~np.isnan(sample)
    count = present.sum(axis=0)
    filled = np.where(present, sample, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = filled.sum(axis=0) / count
        squares = (np.where(present, sample - mean, 0.0) ** 2).sum(axis=0)
        deviation = np.sqrt(squares / (count - 1))
    result = {
        "mean": mean,
        "median": quantile(sample, 0.5, method="median"),
        "sd": np.where(count > 1, deviation, np.inf),
    }
    rows = quantile(sample, np.array(list(PERCENTILES.values())), method=method)
    result |= dict(zip(PERCENTILES, rows, strict=True))
    return {name: np.where(np.isnan(column), np.inf, column) for name, column in result.items()}
