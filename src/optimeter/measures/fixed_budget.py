"""Quality at a budget: statistics of the best value, and its distribution over budgets."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import Numbers, integer, reals
from optimeter.data.runs import Runs
from optimeter.measures._problems import Dimensions, Functions, grouped, key_columns
from optimeter.measures._summary import PERCENTILES, padded, summarise
from optimeter.measures._table import Bool, Float, Int, ProblemTable
from optimeter.measures.coded import repeated, tiled
from optimeter.measures.quantiles import QuantileMethod

__all__ = ["PERCENTILES", "ValueStatistics", "budget_grid", "value_statistics"]

Budgets = Numbers | NDArray[np.floating]


ROUNDING = 1e-8  # by which the value at a known optimum may be missed


@dataclass(frozen=True, slots=True, repr=False)
class ValueStatistics(ProblemTable):
    """Statistics of the best value at budgets, one row per problem and budget.

    Attributes
    ----------
    algorithm, suite, function, dimension : (r,)
    budget : (r,) float64
        Evaluations per dimension.
    evaluations : (r,) float64
    runs, ended : (r,) int64
        All runs, and those that ended before the budget (their last value counts).
    mean, median, geometric_mean, sd, p02, …, p98 : (r,) float64
        Infinitely bad before the first record of a run. The geometric mean is 0 if a value is 0,
        and NaN if one is negative; precisions below 0, by rounding of a known optimum, count as 0.
    """

    budget: Float
    evaluations: Float
    runs: Int
    ended: Int
    mean: Float
    median: Float
    geometric_mean: Float
    sd: Float
    p02: Float
    p05: Float
    p10: Float
    p25: Float
    p50: Float
    p75: Float
    p90: Float
    p95: Float
    p98: Float


def budget_grid(runs: Runs, per_decade: int = 5) -> Float:
    """Return budgets per dimension on a fixed grid, up to the longest run.

    The grid is 10^(m / per_decade) from 1 on; adding data can only make it longer.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 1], evaluations=200,
    ...                         step_evaluations=[1], step_precision=[1])
    >>> budget_grid(runs, 1).tolist()
    [1.0, 10.0, 100.0]
    """
    steps = integer(per_decade, "per_decade", least=1)
    longest = float(np.max(runs.evaluations / runs.dimension, initial=1.0))
    last = int(np.ceil(np.log10(max(longest, 1.0)) * steps - 1e-9))
    return 10.0 ** (np.arange(last + 1) / steps)


def checked_budgets(budgets: Budgets | None, runs: Runs) -> Float:
    """Return the budgets as an array; the default grid for None."""
    if budgets is None:
        return budget_grid(runs)
    return np.array(reals(budgets, "budgets (evaluations per dimension)", least=0))


def values_by_problem(
    runs: Runs, budgets: Float, functions: Functions, dimensions: Dimensions
) -> Iterator[tuple[Runs, Int, Int, Float]]:
    """Yield runs sorted by problem, starts, counts and best values at budgets·D, (n, k)."""
    for part, starts, counts in grouped(runs, functions=functions, dimensions=dimensions):
        evaluations = np.maximum(budgets * part.dimension[:, None], 0.0)
        yield part, starts, counts, part.values_at(evaluations)


def value_statistics(
    runs: Runs,
    budgets: Budgets | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    method: QuantileMethod = "hazen",
) -> ValueStatistics:
    """Compute mean, median, deviation and quantiles of the best value at budgets.

    Against the budget, the mean or the median is the *expected target value*.

    Parameters
    ----------
    runs : Runs
    budgets : float or sequence of float, optional
        Evaluations per dimension; five per decade up to the longest run when not given.
    functions, dimensions
        As for `optimeter.ert`.
    method : {"hazen", "linear", "nearest-even"}
        Definition of the quantiles; IOHanalyzer uses ``"linear"`` for values.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=1, offsets=[0, 1, 2, 3, 4],
    ...                         step_evaluations=[1, 1, 1, 1], step_precision=[1, 10, 100, 1000])
    >>> row = value_statistics(runs, [1], method="linear").to_dicts()[0]
    >>> row["mean"], row["median"], round(row["geometric_mean"], 1), row["p25"]
    (277.75, 55.0, 31.6, 7.75)
    """
    wanted = checked_budgets(budgets, runs)
    parts = []
    for part, starts, counts, reached in values_by_problem(runs, wanted, functions, dimensions):
        values = -reached if part.maximized[0] else reached  # in the direction of the data
        sample = padded(values, starts, counts)
        precision = part.optimum_known[starts] & (part.objectives[starts] == 1)
        evaluations = wanted * part.dimension[starts][:, None]
        ended = part.evaluations[:, None] < np.repeat(evaluations, counts, axis=0)
        columns = {
            "evaluations": evaluations,
            "ended": np.add.reduceat(ended.astype(np.int64), starts, axis=0),
            "geometric_mean": _geometric_mean(sample, precision[:, None]),
            **summarise(sample, method),
        }
        parts.append(
            ValueStatistics(
                **key_columns(part, starts, len(wanted)),
                budget=tiled(wanted, len(starts)),
                runs=repeated(counts, len(wanted)),
                **{name: column.reshape(-1) for name, column in columns.items()},
            )
        )
    return ValueStatistics.concatenate(parts)


def _geometric_mean(sample: Float, precision: Bool) -> Float:
    """Return exp(mean ln v) along the first axis; 0 if a value is 0, NaN if one is negative.

    Where values are precisions, those below 0 by rounding are 0.
    """
    present = ~np.isnan(sample)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(np.where(present, sample, 1.0))
        mean = np.exp(np.where(present, logs, 0.0).sum(axis=0) / present.sum(axis=0))
    negative = (present & (sample < np.where(precision, -ROUNDING, 0.0))).any(axis=0)
    zero = (present & (sample <= 0)).any(axis=0)
    return np.where(negative, np.nan, np.where(zero, 0.0, mean))
