"""Made-up runs that every result says something of: what it is shown and tested with."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from optimeter.data.fronts import Front, runs_of_fronts
from optimeter.data.runs import Runs

__all__ = ["example_runs", "runs_with_fronts", "runs_without_optimum"]


def example_runs(
    seed: int = 1, algorithms: tuple[str, ...] = ("a", "b", "c"), problems: int = 4, runs: int = 6
) -> Runs:
    """Make runs of some algorithms that mostly succeed, on functions of bbob in 2-D and 5-D.

    They reach the targets 1, 0.1 and, most of them, 0.01, and log a parameter.

    Examples
    --------
    >>> len(example_runs()), example_runs().algorithms
    (144, ('a', 'b', 'c'))
    """
    rng = np.random.default_rng(seed)
    count = problems * 2 * runs
    parts = []
    for algorithm in algorithms:
        first = rng.integers(3, 60, count)
        second = first + rng.integers(5, 400, count)
        solved = rng.random(count) < 0.6
        third = second + rng.integers(9, 900, count)
        steps = np.column_stack([np.ones(count, dtype=np.int64), first, second, third])
        kept = np.column_stack([np.ones((count, 3), dtype=bool), solved])
        values = np.broadcast_to([1e6, 1.0, 0.1, 0.01], steps.shape)[kept]
        parts.append(
            Runs.from_arrays(
                algorithm=algorithm,
                suite="bbob",
                function=np.tile(np.repeat(np.arange(1, problems + 1), runs), 2),
                dimension=np.repeat([2, 5], problems * runs),
                instance=np.tile(np.repeat([1, 2, 3], runs // 3), problems * 2),
                evaluations=1500 + rng.integers(0, 50, count),
                offsets=np.cumsum([0, *(3 + solved)]),
                step_evaluations=steps[kept],
                step_precision=values,
                step_extra={"sigma": values},
            )
        )
    return Runs.concatenate(parts)


def runs_without_optimum() -> Runs:
    """Make runs whose values are not measured from a known optimum."""
    runs = example_runs()
    return replace(runs, optimum_known=np.zeros(len(runs), dtype=bool))


def runs_with_fronts(suite: str = "bbob-biobj") -> Runs:
    """Make runs with two objectives on record, which approach a line from above."""
    return runs_of_fronts(_fronts(suite))


def _fronts(suite: str) -> Iterator[Front]:
    rng = np.random.default_rng(1)
    counts = np.arange(1, 16)
    none = np.zeros((len(counts), 0))
    for name in "abc":
        for function in (1, 2, 3, 4):
            for dimension in (2, 5):
                for instance in (1, 2):
                    along, above = rng.random((2, len(counts)))
                    above = above * (1 + (name == "b")) / counts
                    objectives = np.column_stack([along + above, 1 - along + above])
                    about = (name, suite, function, dimension, instance)
                    ends = (20 * dimension, True, ())
                    yield Front(*about, counts * dimension, objectives, none, *ends)
