"""From recorded lines to runtimes: when a target counts as reached, and what a run costs."""

import numpy as np

from optimeter.data.runs import Runs
from optimeter.measures import ert, runtimes

INF = np.inf


def one_run(counts, values, **columns):
    return Runs.from_arrays(
        function=1, dimension=1, offsets=[0, len(values)], step_evaluations=counts,
        step_precision=values, **columns,
    )  # fmt: skip


def test_the_runtime_is_the_first_evaluation_with_a_value_at_most_the_target():
    runs = one_run([1, 7, 20], [9.0, 1.0, 0.3])
    assert runtimes(runs, [9, 1, 0.5, 0.1]).runtime.tolist() == [1, 7, 20, INF]


def test_a_best_value_never_gets_worse():
    """The quality after e evaluations is the smallest recorded until then, whatever a column says."""
    runs = one_run([1, 5, 9, 12], [9.0, 2.0, 4.0, 1.0])
    assert runtimes(runs, [3, 1.5]).runtime.tolist() == [5, 12]


def test_a_target_is_met_up_to_rounding():
    """Values that differ from the target by a relative 1e-9 at most count as equal."""
    assert runtimes(one_run([1, 4], [9.0, 0.1 * (1 + 5e-10)]), [0.1]).runtime.tolist() == [4]
    assert runtimes(one_run([1, 4], [9.0, 0.1 * (1 + 5e-9)]), [0.1]).runtime.tolist() == [INF]


def test_a_target_met_at_once_takes_one_evaluation():
    assert runtimes(one_run([1], [0.5]), [1]).runtime.tolist() == [1]


def test_values_at_or_below_the_optimum_meet_every_target():
    assert runtimes(one_run([1, 3], [9.0, -1e-12]), [1e-8, 0]).runtime.tolist() == [3, 3]


def test_nan_is_no_improvement():
    runs = one_run([1, 3, 8], [9.0, np.nan, 0.5])
    assert runtimes(runs, [1]).runtime.tolist() == [8]


def test_off_grid_targets_of_grid_data_are_answered_by_the_next_harder_one():
    """Lines are written when one of five targets per decade is hit: 0.2 lies between 0.251 and 0.158."""
    runs = one_run([1, 10, 30, 50], [9.0, 0.25, 0.158, 0.1], grid=5)
    assert runtimes(runs, [0.251188643150958, 0.2, 0.158489319246111]).runtime.tolist() == [
        10,
        30,
        30,
    ]
    full = one_run([1, 10, 30, 50], [9.0, 0.25, 0.158, 0.1])
    assert runtimes(full, [0.2]).runtime.tolist() == [30]


def test_targets_beyond_the_final_precision_count_as_never_reached():
    runs = one_run([1, 10], [9.0, 1e-12], final_target=1e-8)
    assert runtimes(runs, [1e-8, 1e-10]).runtime.tolist() == [10, INF]


def test_what_follows_the_final_precision_costs_nothing():
    """The length of a run that reached it is its runtime to it; else all evaluations count."""
    runs = one_run([1, 10, 40], [9.0, 1e-8, 1e-12], final_target=1e-8, evaluations=90)
    assert runtimes(runs, [1]).length.tolist() == [10]
    assert runtimes(one_run([1, 10], [9.0, 0.5], evaluations=90), [1]).length.tolist() == [90]


def test_evaluations_of_constraints_are_added():
    """With constraints an evaluation is one of f or of g; recorded counts are their sum."""
    runs = one_run([2, 20], [9.0, 0.5], evaluations=60,
                   extra={"constraint_evaluations": [30]})  # fmt: skip
    assert runtimes(runs, [1]).length.tolist() == [60]


def test_expected_runtimes_grow_with_difficulty():
    """ERT(t') >= ERT(t) for t' < t."""
    rng = np.random.default_rng(3)
    parts = [
        one_run(np.cumsum(rng.integers(1, 9, 12)), np.sort(10 ** rng.uniform(-3, 2, 12))[::-1],
                evaluations=400)
        for _ in range(9)
    ]  # fmt: skip
    values = ert(Runs.concatenate(parts), 10.0 ** np.arange(2, -3, -0.1)).ert
    assert np.all(values[1:] >= values[:-1])
