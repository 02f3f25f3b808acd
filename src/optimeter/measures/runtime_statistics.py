"""Statistics of runtimes beside the expected runtime: means, quantiles, penalised averages."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from optimeter._arguments import choice, real
from optimeter.data.runs import Runs
from optimeter.measures._problems import Dimensions, Functions, Problems, problems
from optimeter.measures._summary import padded, summarise
from optimeter.measures._table import Float, Int, Names, TargetTable
from optimeter.measures.ert import ert_matrix
from optimeter.measures.quantiles import QuantileMethod
from optimeter.measures.targets import TargetsLike

__all__ = ["RuntimeStatistics", "runtime_statistics"]

RuntimeSample = Literal["all", "successes"]


@dataclass(frozen=True, slots=True, repr=False)
class RuntimeStatistics(TargetTable):
    """Statistics of runtimes, one row per problem and target.

    Attributes
    ----------
    algorithm, suite, function, dimension, instance, target : (r,)
        As in `Ert`.
    budget : (r,) float64
        B in evaluations per dimension, within which a run has to reach the target; inf where B is
        each run's own length.
    successes, runs : (r,) int64
    success_rate, ert : (r,) float64
    par : (r,) float64
        Penalised average runtime: failed runs count k times B.
    sample : (r,)
        What the following columns describe: ``"all"`` runs, or ``"successes"`` only.
    mean, median, sd, p02, …, p98 : (r,) float64
        Of min{T, B}; inf where undefined.
    """

    budget: Float
    successes: Int
    runs: Int
    success_rate: Float
    ert: Float
    par: Float
    sample: Names
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
    budget: float | None = None,
    sample: RuntimeSample = "all",
    penalty: float = 10.0,
    method: QuantileMethod = "hazen",
) -> RuntimeStatistics:
    """Compute mean, median, deviation, quantiles and the penalised average of runtimes.

    Mean, median, deviation and quantiles are those of min{T, B} over all r runs, as the mean
    1/r Σ min{T_i, B} of IOHprofiler: a run that missed the target counts with the budget it had.
    Read them beside the success rate; where runs failed they are lower bounds of what reaching the
    target takes, which the expected runtime ERT = Σ min{T_i, B} / successes estimates.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`; the targets default to those of the suite's tables.
    budget : float, optional
        B in evaluations per dimension, the same for all runs; a target reached later is missed.
        Each run's own length when not given.
    sample : {"all", "successes"}
        ``"successes"`` describes only the runs that reached the target.
    penalty : float
        The k of PAR-k, which counts a failed run as k·B.
    method : {"hazen", "linear", "nearest-even"}
        Definition of the quantiles; IOHanalyzer uses ``"nearest-even"`` for runtimes.

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=1, dimension=2, offsets=[0, 1, 2, 3], evaluations=[40, 30, 30],
    ...     step_evaluations=[10, 20, 1], step_precision=[0, 0, 9])
    >>> row = runtime_statistics(runs, [1], penalty=1).to_dicts()[0]
    >>> row["mean"], row["par"], row["ert"]
    (20.0, 20.0, 30.0)
    >>> runtime_statistics(runs, [1], sample="successes").mean.tolist()
    [15.0]
    """
    choice(sample, get_args(RuntimeSample), "sample")
    penalty = real(penalty, "penalty", above=0)
    if budget is not None:
        budget = real(budget, "budget", above=0)
    parts = []
    blocks = problems(
        runs, targets, use="table", functions=functions, dimensions=dimensions, apart=True
    )
    for block in blocks if budget is None else (_within(b, budget) for b in blocks):
        matrix = ert_matrix(block)
        hit = np.isfinite(block.runtimes)
        cap = block.lengths[:, None]
        penalised = block.weights[:, None] * np.where(hit, block.runtimes, penalty * cap)
        par = block.sum(penalised) / block.sum(block.weights)[:, None]
        counted = np.where(hit, block.runtimes, cap if sample == "all" else np.nan)
        parts.append(
            block.table(
                RuntimeStatistics,
                budget=np.array(np.inf if budget is None else float(budget)),
                successes=matrix.successes,
                runs=block.counts[:, None],
                success_rate=matrix.success_rate,
                ert=matrix.ert,
                par=par,
                sample=np.array(sample, dtype=object),
                **summarise(padded(counted, block.starts, block.counts), method),
            )
        )
    return RuntimeStatistics.concatenate(parts)


def _within(block: Problems, budget: float) -> Problems:
    """Return the problems as if every run had had the same budget."""
    limits = budget * block.spread(block.dimension).astype(np.float64)
    reached = np.where(block.runtimes <= limits[:, None], block.runtimes, np.inf)
    return replace(block, runtimes=reached, lengths=limits)
