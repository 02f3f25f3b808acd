"""Expected runtime, success rate and their intervals."""

from dataclasses import dataclass
from typing import get_args

import numpy as np

from optimeter._arguments import known_name
from optimeter._core.measures import resampled_ratios, target_sums
from optimeter.data.costs import Cost, counted
from optimeter.data.runs import Runs
from optimeter.measures._bootstrap import Bootstrap
from optimeter.measures._problems import (
    Dimensions,
    Functions,
    Problems,
    WeightsOf,
    key_columns,
    problems,
)
from optimeter.measures._table import Bool, Float, Int, RunTable, TargetTable
from optimeter.measures.coded import compact, repeated
from optimeter.measures.targets import TargetsLike

__all__ = ["Ert", "ErtInterval", "Runtimes", "ert", "ert_interval", "runtimes"]


NORMAL = 1.959963984540054  # half the width of a 95 % interval, in standard errors
AT_ONCE = 1 << 20  # numbers of resamples treated at a time


@dataclass(frozen=True, slots=True, repr=False)
class Ert(TargetTable):
    """Expected runtimes, one row per problem and target.

    Attributes
    ----------
    algorithm, suite, function, dimension, target : (r,)
    instance : (r,) int64
        Where instances are problems of their own; 0 where they repeat one problem.
    ert : (r,) float64
        Expected runtime in evaluations, or in the cost that was asked for; inf when no run reached
        the target.
    successes, runs : (r,) int64
        Runs that reached the target, and all runs.
    success_rate : (r,) float64
        Their ratio; with ``weights="instances"`` the mean of the ratios of the instances.
    success_low, success_high : (r,) float64
        95 % interval of the success rate (Wilson).
    average_evaluations : (r,) float64
        Mean evaluations, or cost, of a run until it succeeded or ended.
    sp1 : (r,) float64
        Mean runtime of the successful runs over the success rate.
    """

    ert: Float
    successes: Int
    runs: Int
    success_rate: Float
    success_low: Float
    success_high: Float
    average_evaluations: Float
    sp1: Float


@dataclass(frozen=True, slots=True, repr=False)
class ErtInterval(TargetTable):
    """Expected runtimes with their bootstrap interval, one row per problem and target."""

    ert: Float
    low: Float
    high: Float
    successes: Int
    runs: Int


@dataclass(frozen=True, slots=True, repr=False)
class Runtimes(RunTable):
    """Runtimes of single runs, one row per run and target.

    Attributes
    ----------
    algorithm, suite, function, dimension, instance, trial, target : (r,)
    runtime : (r,) float64
        Evaluations; inf when the run did not reach the target.
    length : (r,) int64
        Evaluations charged to the run when it failed.
    """

    target: Float
    runtime: Float
    length: Int


@dataclass(frozen=True, slots=True)
class ErtMatrix:
    """Fixed-target sums of a block, (p, k) each."""

    ert: Float
    successes: Int
    success_rate: Float
    average_evaluations: Float
    sp1: Float


def ert_matrix(block: Problems) -> ErtMatrix:
    """Return the sums behind the expected runtime for every problem and target of a block."""
    successes, weight, times, spent = target_sums(
        np.ascontiguousarray(block.runtimes), block.lengths, block.weights, block.starts
    )
    total = block.sum(block.weights)[:, None]
    rate = weight / total
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = spent / weight
        # ERT = mean(T | success) + lost evaluations per success; SP1 scales the first part alone.
        sp1 = np.where(successes > 0, times / total / rate**2, np.inf)
    return ErtMatrix(expected, successes.astype(np.int64), rate, spent / total, sp1)


def ert(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    weights: WeightsOf = "runs",
    cost: Cost | None = None,
) -> Ert:
    """Compute the expected runtime to targets: all evaluations spent over the successes.

    With runtimes T_j of the successful runs and lengths B_j of the others,
    ERT = (Σ T_j + Σ B_j) / number of successes: the expected runtime of an algorithm that is
    restarted until it succeeds. Instances that are problems of their own (see `Quality`) have a row
    each; `Runs.pooled` takes them together.

    Parameters
    ----------
    runs : Runs
    targets : float, sequence of float, str or Targets, optional
        Text such as ``"10,0.1,1e-8"`` as well; those of the suite's runtime profile when not given.
    functions : int, iterable of int or str, optional
        Numbers, text such as ``"1-5,8"``, or a group of the suite such as ``"separable"``.
    dimensions : int, iterable of int or str, optional
        Numbers, or text such as ``"2,5"``.
    weights : {"runs", "instances"}
        What weighs the same: every run, or every instance where some were repeated more often.
    cost : {"evaluations", "batches", "seconds"}, optional
        What is counted, see `Runs.costing`; seconds come out as seconds.

    Returns
    -------
    Ert

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2, 3], evaluations=[50, 60],
    ...                         step_evaluations=[1, 10, 1], step_precision=[5, 0.1, 5])
    >>> row = ert(runs, [1]).to_dicts()[0]
    >>> row["ert"], row["successes"], row["runs"]
    (70.0, 1, 2)
    """
    balance = known_name(weights, get_args(WeightsOf), "weights") == "instances"
    runs, unit = counted(runs, cost)
    parts = []
    for block in problems(
        runs, targets, functions=functions, dimensions=dimensions, balance=balance, apart=True
    ):
        matrix = ert_matrix(block)
        low, high = wilson(matrix.success_rate, block.counts[:, None])
        parts.append(
            block.table(
                Ert,
                ert=matrix.ert * unit,
                successes=matrix.successes,
                runs=block.counts[:, None],
                success_rate=matrix.success_rate,
                success_low=low,
                success_high=high,
                average_evaluations=matrix.average_evaluations * unit,
                sp1=matrix.sp1 * unit,
            )
        )
    return Ert.concatenate(parts)


def wilson(
    rate: Float, count: Int | Float | float, z: Float | float = NORMAL
) -> tuple[Float, Float]:
    """Return the Wilson interval of success rates, by default at 95 %.

    Examples
    --------
    >>> low, high = wilson(np.array([0.0, 0.5]), 10)
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.237], [0.278, 0.763])
    """
    z2 = z**2
    middle = (rate + z2 / (2 * count)) / (1 + z2 / count)
    half = np.sqrt(z2 * (rate * (1 - rate) / count + z2 / (4 * count**2))) / (1 + z2 / count)
    return np.maximum(middle - half, 0.0), np.minimum(middle + half, 1.0)


def ert_interval(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 1,
    cost: Cost | None = None,
) -> ErtInterval:
    """Compute bootstrap intervals of the expected runtime: how well it is known.

    The n runs of a problem are drawn n times with replacement and the logarithm of the expected
    runtime is computed anew, in units of its standard error (bootstrap-t); the upper end is inf
    where too many resamples hold no success. The draws depend on the seed, the algorithm and the
    problem alone, so an interval never changes because other data were loaded.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `ert`; the targets default to those of the suite's tables.
    confidence : float
        Between 0 and 1.
    resamples : int
    seed : int
    cost : {"evaluations", "batches", "seconds"}, optional
        What is counted, see `Runs.costing`; seconds come out as seconds.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 1, 2, 3],
    ...                         step_evaluations=[10, 20, 30], step_precision=[0, 0, 0])
    >>> row = ert_interval(runs, [1]).to_dicts()[0]
    >>> row["low"], row["ert"], row["high"]
    (10.0, 20.0, 30.0)
    """
    bootstrap = Bootstrap(resamples, seed, confidence)
    runs, unit = counted(runs, cost)
    parts = []
    for block in problems(
        runs, targets, use="table", functions=functions, dimensions=dimensions, apart=True
    ):
        matrix = ert_matrix(block)
        low, high = interval_matrix(block, bootstrap)
        parts.append(
            block.table(
                ErtInterval,
                ert=matrix.ert * unit,
                low=low * unit,
                high=high * unit,
                successes=matrix.successes,
                runs=block.counts[:, None],
            )
        )
    return ErtInterval.concatenate(parts)


def interval_matrix(block: Problems, bootstrap: Bootstrap) -> tuple[Float, Float]:
    """Return the lower and upper ends, (p, k) each, of the intervals of a block."""
    low, high = np.empty(block.targets.shape), np.empty(block.targets.shape)
    hit = np.isfinite(block.runtimes)
    cost = np.where(hit, block.runtimes, block.lengths[:, None])
    width = max(1, AT_ONCE // (bootstrap.resamples * block.targets.shape[1]))
    for count in np.unique(block.counts).tolist():  # problems with as many runs together
        same = np.flatnonzero(block.counts == count)
        for begin in range(0, len(same), width):
            rows = same[begin : begin + width]
            members = block.starts[rows][:, None] + np.arange(count)
            draws = np.stack([found for _, found in bootstrap.of_problems(block, rows)])
            ends = _interval(cost[members], hit[members], block.weights[members], draws, bootstrap)
            low[rows], high[rows] = ends
    return low, high


def _interval(
    cost: Float, hit: Bool, weights: Float, draws: Float, bootstrap: Bootstrap
) -> tuple[Float, Float]:
    """Return the ends, (p, k) each, of the intervals of sum(cost) / sum(hit), both (p, n, k).

    `weights` are (p, n), `draws` (p, r, n).

    The bootstrap-t interval of the logarithm: the ratio of resamples is studentized by the error
    that the delta method gives in each of them, which corrects for few runs and for skewness (Efron
    and Tibshirani 1993, section 12.5). It is bounded by twice what the recorded costs and the interval
    of the success rate allow, and its ends are those of the percentile interval where it does not
    exist, or where more resamples than lie beyond an end have no success at all.
    """
    spent, success = weights[:, :, None] * cost, weights[:, :, None] * hit
    runs = cost.shape[1]
    low, high = np.full((2, len(cost), cost.shape[2]), np.inf)
    reached = hit.any(axis=1)  # an expected runtime that is infinite stays so in all resamples
    ratio, error = resampled_ratios(spent, success, draws)
    own = resampled_ratios(spent, success, np.ones((len(cost), 1, runs)))
    estimate, own_error = (found[:, 0] for found in own)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        same = ratio == estimate[:, None]
        deviation = np.where(same, 0.0, np.log(ratio / estimate[:, None]) / error)
        deviation[np.isnan(deviation)] = np.inf
        first, last = bootstrap.ends(deviation)
        lower, upper = estimate * np.exp(-last * own_error), estimate * np.exp(-first * own_error)
        rate = wilson(hit.mean(axis=1)[reached], runs)[0]
        failure = np.where(hit, 0.0, cost).max(axis=1)[reached]
        shortest = np.where(hit, cost, np.inf).min(axis=1)[reached]
        longest = np.where(hit, cost, 0.0).max(axis=1)[reached]
        least, most = bootstrap.ends(ratio)
        # Resamples of runs that are nearly equal have next to no error: deviations without bound.
        upper = np.minimum(upper, np.maximum(2 * (longest + (1 / rate - 1) * failure), most))
    lower = np.where(np.isfinite(last) & np.isfinite(lower), np.maximum(lower, shortest), least)
    upper = np.where(np.isfinite(first) & np.isfinite(most), upper, most)
    low[reached], high[reached] = np.minimum(lower, estimate), np.maximum(upper, estimate)
    return low, high


def runtimes(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> Runtimes:
    """List the runtime of every run to every target.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2],
    ...                         step_evaluations=[1, 10], step_precision=[5, 0.1])
    >>> runtimes(runs, [1, 1e-3]).runtime.tolist()
    [10.0, inf]
    """
    parts = []
    for block in problems(runs, targets, use="table", functions=functions, dimensions=dimensions):
        columns = block.targets.shape[1]
        parts.append(
            Runtimes(
                **key_columns(block.source, block.order, columns),
                instance=repeated(block.source.instance[block.order], columns),
                trial=repeated(block.source.trial[block.order].astype(np.int64), columns),
                target=compact(block.spread(block.targets).reshape(-1)),
                runtime=block.runtimes.reshape(-1),
                length=repeated(block.lengths.astype(np.int64), columns),
            )
        )
    return Runtimes.concatenate(parts)
