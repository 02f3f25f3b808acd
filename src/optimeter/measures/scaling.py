"""Scaling with the dimension, and the effect of instances."""

from dataclasses import dataclass

import numpy as np

from optimeter.data.runs import Runs
from optimeter.measures._problems import Dimensions, Functions, problems, segments
from optimeter.measures._table import Float, Int, ProblemTable, TargetTable
from optimeter.measures.ert import ert_matrix
from optimeter.measures.restarts import restart_matrix
from optimeter.measures.targets import TargetsLike

__all__ = ["InstanceEffect", "Scaling", "instance_effect", "scaling"]


@dataclass(frozen=True, slots=True, repr=False)
class Scaling(TargetTable):
    """Expected runtime per dimension, one row per problem and target.

    Attributes
    ----------
    algorithm, suite, function, dimension, instance, target : (r,)
        As in `Ert`.
    ert : (r,) float64
        Evaluations (not divided).
    ert_per_dimension : (r,) float64
    p25, p50, p75 : (r,) float64
        Percentiles of the runtime with restarts, per dimension.
    median_success : (r,) float64
        Median runtime of the successful runs, per dimension; inf without any.
    longest_run : (r,) float64
        Per dimension.
    successes, runs : (r,) int64
    """

    ert: Float
    ert_per_dimension: Float
    p25: Float
    p50: Float
    p75: Float
    median_success: Float
    longest_run: Float
    successes: Int
    runs: Int


def scaling(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
    spread: bool = True,
) -> Scaling:
    """Compute expected runtimes per dimension with the spread of restarted runs.

    Parameters
    ----------
    runs, targets, functions, dimensions
        As for `optimeter.ert`; the targets default to those of the suite's scaling figure.
    spread : bool
        False leaves out the percentiles of restarted runs (inf), which take most of the time.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=[2, 4], offsets=[0, 1, 2],
    ...                         step_evaluations=[20, 80], step_precision=[0, 0])
    >>> scaling(runs, [1]).ert_per_dimension.tolist()
    [10.0, 20.0]
    """
    parts = []
    for block in problems(
        runs, targets, use="scaling", functions=functions, dimensions=dimensions, apart=True
    ):
        matrix = ert_matrix(block)
        size = block.dimension[:, None]
        quartiles = np.full((*block.targets.shape, 3), np.inf)
        if spread:
            quartiles = restart_matrix(block, np.array([0.25, 0.5, 0.75])) / size[:, :, None]
        hits = np.where(np.isfinite(block.runtimes), block.runtimes, np.nan)
        median = block.median(hits)
        longest = np.maximum.reduceat(block.lengths, block.starts) / block.dimension
        parts.append(
            block.table(
                Scaling,
                ert=matrix.ert,
                ert_per_dimension=matrix.ert / size,
                p25=quartiles[:, :, 0],
                p50=quartiles[:, :, 1],
                p75=quartiles[:, :, 2],
                median_success=np.where(np.isnan(median), np.inf, median / size),
                longest_run=longest[:, None],
                successes=matrix.successes,
                runs=block.counts[:, None],
            )
        )
    return Scaling.concatenate(parts)


@dataclass(frozen=True, slots=True, repr=False)
class InstanceEffect(ProblemTable):
    """Variance of runtimes between instances, one row per function, dimension and target.

    Attributes
    ----------
    algorithm, suite, function, dimension, target : (r,)
    share : (r,) float64
        Share of the variance of log10 runtime that lies between instances (0 to 1).
    expected : (r,) float64
        The share expected if instances had no effect at all: (instances − 1)/(successes − 1).
    instances, successes : (r,) int64
        Instances with a success, and successful runs.
    """

    target: Float
    share: Float
    expected: Float
    instances: Int
    successes: Int


def instance_effect(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> InstanceEffect:
    """Measure how much of the variance of runtimes lies between instances.

    It checks whether runs on different instances may count as repetitions of one problem. Only
    problems with repeated instances have a row: at least two instances with a success, more
    successes than instances, and runtimes that differ.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, instance=[1, 1, 2, 2],
    ...     offsets=range(5), step_evaluations=[10, 10, 1000, 1000], step_precision=[0] * 4)
    >>> instance_effect(runs, [1]).share.tolist()
    [1.0]
    """
    parts = []
    for block in problems(runs, targets, use="table", functions=functions, dimensions=dimensions):
        hit = np.isfinite(block.runtimes)
        logs = np.where(hit, np.log10(np.where(hit, block.runtimes, 1.0)), 0.0)
        problem = block.spread(np.arange(len(block)))
        order, starts, _ = segments(problem, block.source.instance[block.order])
        owner = problem[order[starts]]
        first = np.flatnonzero(np.diff(owner, prepend=-1))
        count = np.add.reduceat(hit[order].astype(np.float64), starts, axis=0)
        total = np.add.reduceat(logs[order], starts, axis=0)
        between = np.where(count > 0, total**2 / np.maximum(count, 1), 0.0)
        n = block.sum(hit.astype(np.float64))
        correction = block.sum(logs) ** 2 / np.maximum(n, 1)
        ss_total = block.sum(logs**2) - correction
        ss_between = np.add.reduceat(between, first, axis=0) - correction
        instances = np.add.reduceat((count > 0).astype(np.int64), first, axis=0)
        keep = ((instances > 1) & (n > instances) & (ss_total > 1e-12)).reshape(-1)
        share = np.clip(ss_between / np.where(ss_total > 1e-12, ss_total, 1.0), 0.0, 1.0)
        table = block.table(
            InstanceEffect,
            share=share,
            expected=(instances - 1) / np.maximum(n - 1, 1),
            instances=instances,
            successes=n.astype(np.int64),
        )
        parts.append(table.take(keep))
    return InstanceEffect.concatenate(parts)
