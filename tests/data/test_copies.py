"""Runs that repeat others step by step."""

import numpy as np

from optimeter.data.copies import originals
from optimeter.data.runs import Runs

WALK = np.linspace(9, 0, 12)


def runs_of(values, *, function=1, **columns) -> Runs:
    """Make runs that improve at every evaluation to these values."""
    return Runs.from_arrays(
        function=function,
        dimension=2,
        offsets=np.cumsum([0, *map(len, values)]),
        step_evaluations=np.concatenate([np.arange(1, len(one) + 1) for one in values]),
        step_precision=np.concatenate(values),
        **columns,
    )


def test_equal_runs_of_one_problem_are_copies_of_the_first() -> None:
    runs = runs_of([WALK, WALK + 0.5, WALK, WALK])
    assert originals(runs).tolist() == [0, 1, 0, 0]


def test_a_longer_run_is_no_copy() -> None:
    runs = runs_of([WALK, WALK], evaluations=[20, 21])
    assert originals(runs).tolist() == [0, 1]


def test_other_problems_and_algorithms_are_no_copies() -> None:
    columns = {"instance": [1, 1, 2, 1], "algorithm": ["a", "b", "a", "a"]}
    assert originals(runs_of([WALK] * 4, function=[1, 1, 1, 2], **columns)).tolist() == [0, 1, 2, 3]


def test_few_steps_and_whole_numbers_may_agree_by_chance() -> None:
    short, whole = WALK[:4], np.arange(12.0)[::-1]
    assert originals(runs_of([short, short])).tolist() == [0, 1]
    # a second trial that differs somewhere is another run
    runs = runs_of([whole, WALK, whole, WALK + 0.5], function=[1, 2, 1, 2])
    assert originals(runs).tolist() == [0, 1, 2, 3]


def test_trials_that_agree_on_all_problems_are_copies() -> None:
    values = [np.arange(4.0 + f)[::-1] for f in range(4)]
    functions = [1, 2, 3, 4]
    runs = runs_of(values * 2, function=functions * 2)
    assert originals(runs).tolist() == [0, 1, 2, 3, 0, 1, 2, 3]


def test_there_may_be_no_runs() -> None:
    runs = runs_of([WALK])
    assert originals(runs[np.zeros(1, dtype=bool)]).tolist() == []
