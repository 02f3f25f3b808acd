"""Simulated restarts: percentiles of the runtime of a restarted algorithm, without sampling."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from optimeter._arguments import reals
from optimeter._core.measures import restart_atoms, restart_quantiles
from optimeter.data.runs import Runs
from optimeter.measures._problems import Dimensions, Functions, Problems, problems
from optimeter.measures._table import Float, Int, ProblemTable, summed
from optimeter.measures.quantiles import weighted_quantile
from optimeter.measures.targets import TargetsLike

__all__ = [
    "RestartPercentiles",
    "restart_distribution",
    "restart_matrix",
    "restart_percentiles",
]

POINTS = 100_000  # support points enumerated before recursion takes over
LATTICE = 1 << 16  # budgets below which the recursion is exact


@dataclass(frozen=True, slots=True, repr=False)
class RestartPercentiles(ProblemTable):
    """Percentiles of the restarted runtime, one row per problem, target and probability.

    Attributes
    ----------
    algorithm, suite, function, dimension, target : (r,)
    probability : (r,) float64
    runtime : (r,) float64
        Smallest runtime reached with at least this probability; inf when no run succeeded.
    """

    target: Float
    probability: Float
    runtime: Float


def restart_distribution(
    runtimes: Sequence[float] | Float, lengths: Sequence[float] | Float
) -> tuple[Float, Float]:
    """Return the distribution of the runtime with restarts of one set of runs.

    Parameters
    ----------
    runtimes : (n,)
        Runtime of each run to the target; inf where it was not reached.
    lengths : (n,)
        Length of each run; used where the run failed.

    Returns
    -------
    values, masses : (s,) float64
        Support, sorted, and probabilities; empty when no run succeeded. Exact as long as the
        support has at most 100 000 points, and below 65 536 evaluations; otherwise rounded up by
        at most 1 in 32 768.

    Examples
    --------
    >>> inf = float("inf")
    >>> values, masses = restart_distribution([10, inf], [10, 60])
    >>> values[:3].tolist(), masses[:3].tolist()
    ([10.0, 70.0, 130.0], [0.5, 0.25, 0.125])
    """
    times = np.asarray(runtimes, dtype=np.float64)
    return _distribution(
        times, np.asarray(lengths, dtype=np.float64), np.full(len(times), 1 / len(times))
    )


def _distribution(runtimes: Float, lengths: Float, weights: Float) -> tuple[Float, Float]:
    column = np.ascontiguousarray(runtimes[:, None])
    return _merged(*restart_atoms(column, lengths, weights, POINTS, LATTICE))


def _merged(values: Float, masses: Float) -> tuple[Float, Float]:
    """Sort atoms and join those with one value."""
    distinct, inverse = np.unique(values, return_inverse=True)
    return distinct, summed(inverse, masses, len(distinct))


def restart_matrix(block: Problems, probabilities: Float) -> Float:
    """Return the (p, k, q) restart percentiles of the problems of a block."""
    result = np.full((*block.targets.shape, len(probabilities)), np.inf)
    uniform = block.settings.uniform_instances
    for i in range(len(block)):
        rows = block.runs_of(i)
        times, lengths, weights = block.runtimes[rows], block.lengths[rows], block.shares_of(rows)
        if not uniform:
            result[i] = _within_instances(
                times, lengths, weights, block.source.instance[block.order][rows], probabilities
            )
            continue
        result[i] = restart_quantiles(times, lengths, weights, probabilities, POINTS, LATTICE)
    return result


def _certain(times: Float, weights: Float, probabilities: Float) -> Float:
    """Return the (k, q) percentiles without restarts; failures at infinity."""
    order = np.argsort(times, axis=0, kind="stable")
    cumulative = np.cumsum(weights[order], axis=0)
    position = (cumulative[:, :, None] < probabilities - 1e-9).sum(axis=0)
    sorted_times = np.take_along_axis(times, order, axis=0)
    return np.take_along_axis(sorted_times, np.minimum(position, len(times) - 1).T, axis=0).T


def _within_instances(
    times: Float, lengths: Float, weights: Float, instance: Int, probabilities: Float
) -> Float:
    """Return the (k, q) percentiles where restarts stay on their instance."""
    result = _certain(times, weights, probabilities)
    names, codes = np.unique(instance, return_inverse=True)
    if len(names) == len(instance):
        return result  # one run each: nothing to restart with
    for column in np.flatnonzero(np.isfinite(times).any(axis=0) & ~np.isfinite(times).all(axis=0)):
        parts = []
        for code in range(len(names)):
            members = codes == code
            share = weights[members].sum()
            values, masses = _distribution(
                times[members, column], lengths[members], weights[members] / share
            )
            parts.append((values, masses * share))
        atoms, masses = _merged(*(np.concatenate(part) for part in zip(*parts, strict=True)))
        result[column] = weighted_quantile(atoms, masses, probabilities)
    return result


def restart_percentiles(
    runs: Runs,
    targets: TargetsLike | None = None,
    *,
    probabilities: Sequence[float] = (0.1, 0.25, 0.5, 0.75, 0.9),
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> RestartPercentiles:
    """Compute percentiles of the runtime with restarts from its exact distribution.

    They show the spread of a *single* restarted run, not how well the expected runtime is known
    (see `ert_interval` for that).

    Parameters
    ----------
    runs : Runs
    targets : sequence of float or Targets, optional
        Those of the suite's tables when not given.
    probabilities : sequence of float
    functions : str, int or iterable of int, optional
        A group of the suite, or function numbers.
    dimensions : int or iterable of int, optional

    Returns
    -------
    RestartPercentiles

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 2, 3], evaluations=[50, 60],
    ...                         step_evaluations=[1, 10, 1], step_precision=[5, 0.1, 5])
    >>> restart_percentiles(runs, [1], probabilities=[0.5, 0.9]).runtime.tolist()
    [10.0, 190.0]
    """
    wanted = np.array(reals(probabilities, "probabilities", least=0, most=1))
    parts = []
    for block in problems(runs, targets, use="table", functions=functions, dimensions=dimensions):
        matrix = restart_matrix(block, wanted)
        columns = matrix.shape[1] * len(wanted)
        parts.append(
            RestartPercentiles(
                **block.keys(columns),
                target=np.repeat(block.targets.reshape(-1), len(wanted)),
                probability=np.tile(wanted, len(block) * matrix.shape[1]),
                runtime=matrix.reshape(-1),
            )
        )
    return RestartPercentiles.concatenate(parts)
