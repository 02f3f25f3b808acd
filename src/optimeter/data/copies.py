"""Runs that repeat another run step by step: they are no further evidence."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = ["originals"]

STEPS = 10
"""Shorter runs, and longer ones of whole numbers alone, may well agree by chance."""


def originals(runs: "Runs") -> NDArray[np.int64]:
    """Return, for each run, the first run that it is a copy of; its own place where it is none.

    Runs of one algorithm on one problem are copies where every step agrees. They need at least ten
    steps, some of them with values that are no whole numbers; fewer will do where all problems of
    their trials agree and have ten steps together.

    Examples
    --------
    >>> from optimeter.data.runs import Runs
    >>> same = {"step_evaluations": [*range(1, 12)] * 2, "step_precision": [*np.linspace(9, 0, 11)] * 2}
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 11, 22], **same)
    >>> originals(runs).tolist()
    [0, 0]
    """
    problem = _codes(
        runs.algorithm_codes, runs.suite_codes, runs.function, runs.dimension, runs.instance
    )
    found = np.arange(len(runs), dtype=np.int64)
    digest = np.array([hash(text) for text in _steps(runs)], dtype=np.int64)
    equal = _codes(problem, digest)
    order = np.lexsort((found, equal))
    fresh = np.diff(equal[order], prepend=-1) != 0
    first = order[np.maximum.accumulate(np.where(fresh, np.arange(len(order)), 0))]
    found[order] = first
    doubtful = (found != np.arange(len(runs))) & ~_telling(runs)
    if doubtful.any():
        chance = np.flatnonzero(doubtful & ~_whole_trials(runs, found))
        found[chance] = chance
    return found


def _codes(*columns: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return numbers that are equal where all columns are."""
    codes = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        own = np.unique(column, return_inverse=True)[1].reshape(-1)
        codes = codes * (int(own.max(initial=0)) + 1) + own
        codes = np.unique(codes, return_inverse=True)[1].reshape(-1).astype(np.int64)
    return codes


def _steps(runs: "Runs") -> Iterator[bytes]:
    """Yield what is on record of each run."""
    bounds = runs.offsets.tolist()
    for run, (begin, end) in enumerate(pairwise(bounds)):
        yield (
            runs.evaluations[run : run + 1].tobytes()
            + runs.step_evaluations[begin:end].tobytes()
            + runs.step_precision[begin:end].tobytes()
        )


def _telling(runs: "Runs") -> NDArray[np.bool_]:
    """Tell which runs are too long and too fine to agree by chance."""
    fine = np.append(0, np.cumsum(runs.step_precision != np.rint(runs.step_precision)))
    steps = np.diff(runs.offsets)
    return (steps >= STEPS) & (np.diff(fine[runs.offsets]) > 0)


def _whole_trials(runs: "Runs", first: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell which runs belong to a trial that agrees with another one on all its problems."""
    trial = _codes(runs.algorithm_codes, runs.suite_codes, runs.trial)
    other = trial[first]
    steps = np.diff(runs.offsets)
    result = np.zeros(len(runs), dtype=bool)
    for code in np.unique(trial[other != trial]):
        own = trial == code
        one = bool((other[own] == other[own][0]).all()) and other[own][0] != code
        result[own] = one and steps[own].sum() >= STEPS
    return result
