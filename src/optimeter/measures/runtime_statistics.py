"""Statistics of runtimes beside the expected runtime: means, quantiles, penalised averages."""

from dataclasses import dataclass

import numpy as np

from optimeter.data.runs import Runs
from optimeter.measures._problems import Dimensions, Functions, problems
from optimeter.measures._summary import padded, summarise
from optimeter.measures._table import Float, Int, Names, Table
from optimeter.measures.ert import ert_matrix
from optimeter.measures.quantiles import QuantileMethod
from optimeter.measures.targets import TargetsLike

__all__ = ["RuntimeStatistics", "runtime_statistics"]


@dataclass(frozen=True, slots=True, repr=False)
class RuntimeStatistics(Table):
    """Statistics of runtimes, one row per problem and target.

    Attributes
    ----------
    algorithm, suite, function, dimension, target : (r,)
    successes, runs : (r,) int64
    success_rate, ert : (r,) float64
    par : (r,) float64
        Penalised average runtime: failed runs count k times their length.
    mean, median, sd, p02, …, p98 : (r,) float64
        Of the runs that reached the target; inf where undefined.
    """

    algorithm: Names
    suite: Names
    function: Int
    dimension: Int
    target: Float
    successes: Int
    runs: Int
    success_rate: Float
    ert: Float
    par: Float
    mean: Float
    median: Float
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


def runtime_statistics(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    penalty: float = 10.0,
    method: QuantileMethod = "hazen",
) -> RuntimeStatistics:
    """Compute mean, median, deviation, quantiles and the penalised average of runtimes.

    Mean, median, deviation and quantiles describe the *successful* runs only; read them beside the
    success rate. The penalised average (PAR-k) and the expected runtime take failures into account.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`; the targets default to those of the suite's tables.
    penalty : float
        The k of PAR-k.
    method : {"hazen", "linear", "nearest-even"}
        Definition of the quantiles; IOHanalyzer uses ``"nearest-even"`` for runtimes.

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=1, dimension=2, offsets=[0, 1, 2, 3], evaluations=[40, 30, 30],
    ...     step_evaluations=[10, 20, 1], step_precision=[0, 0, 9])
    >>> row = runtime_statistics(runs, [1], penalty=1).to_dicts()[0]
    >>> row["mean"], row["par"], row["ert"]
    (15.0, 20.0, 30.0)
    """
    parts = []
    for block in problems(runs, targets, use="table", functions=functions, dimensions=dimensions):
        matrix = ert_matrix(block)
        hit = np.isfinite(block.runtimes)
        weights = block.weights[:, None]
        penalised = np.where(hit, block.runtimes, penalty * block.lengths[:, None])
        par = block.sum(weights * penalised) / block.sum(block.weights)[:, None]
        sample = padded(np.where(hit, block.runtimes, np.nan), block.starts, block.counts)
        columns = {
            "successes": matrix.successes,
            "runs": np.broadcast_to(block.counts[:, None], matrix.ert.shape),
            "success_rate": matrix.success_rate,
            "ert": matrix.ert,
            "par": par,
            **summarise(sample, method),
        }
        parts.append(
            RuntimeStatistics(
                **block.keys(block.targets.shape[1]),
                target=block.targets.reshape(-1),
                **{name: column.reshape(-1) for name, column in columns.items()},
            )
        )
    return RuntimeStatistics.concatenate(parts)
