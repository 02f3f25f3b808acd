"""Instances: equal weights where they were repeated unequally."""

import numpy as np

from optimeter.measures._table import Float, Int

__all__ = ["instance_weights"]


def instance_weights(instance: Int, starts: Int, counts: Int) -> Float:
    """Return weights of runs under which every instance of a problem weighs the same.

    A run on an instance with c runs weighs m/c, m being the largest number of runs on any instance
    of the problem; so all weights are 1 where instances were repeated equally often.

    Parameters
    ----------
    instance : (n,) int
        Instances of runs sorted by problem; 0 (unknown) is an instance like any other.
    starts, counts : (p,) int
        The runs of each problem.

    Returns
    -------
    (n,) float64

    Examples
    --------
    >>> instance_weights(np.array([1, 1, 2, 3, 4]), np.array([0]), np.array([5])).tolist()
    [1.0, 1.0, 2.0, 2.0, 2.0]
    """
    n = len(instance)
    result = np.ones(n)
    if n == 0:
        return result
    problem = np.repeat(np.arange(len(starts)), counts)
    order = np.lexsort((instance, problem))
    fresh = np.ones(n, dtype=bool)
    fresh[1:] = (np.diff(instance[order]) != 0) | (np.diff(problem[order]) != 0)
    group = np.cumsum(fresh) - 1
    size = np.bincount(group)  # runs per (problem, instance)
    owner = problem[order][fresh]
    largest = np.maximum.reduceat(size, np.flatnonzero(np.diff(owner, prepend=-1)))
    result[order] = (largest[owner] / size)[group]
    return result
