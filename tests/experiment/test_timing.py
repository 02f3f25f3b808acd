"""The time-complexity experiment."""

import time

import numpy as np
import pytest

from optimeter.exceptions import ExperimentError, InvalidValueError
from optimeter.experiment import timing


def test_the_optimizers_own_time_is_told_apart():
    """An optimizer that needs a millisecond for itself, and a function that needs far less."""

    def slow(problem, start, rng):
        for _ in range(2):
            problem(start)
            deadline = time.perf_counter() + 1e-3
            while time.perf_counter() < deadline:
                pass

    (row,) = timing(slow, dimensions=[3], seconds=0.2).rows
    assert row.dimension == 3
    assert row.optimizer >= 0.99e-3
    assert row.function < 0.5 * row.optimizer
    assert row.per_evaluation == pytest.approx(row.seconds / row.evaluations)
    assert row.restarts > 0
    assert 0.19 < row.seconds < 5


def test_batches_are_counted_point_by_point():
    def batched(problem, start, rng):
        problem(rng.uniform(-5, 5, (10_000, problem.dimension)))

    rows = timing(batched, dimensions=[2, 5], seconds=0.1).rows
    assert [row.dimension for row in rows] == [2, 5]
    assert all(row.evaluations >= 10_000 and row.per_evaluation < 1e-5 for row in rows)


def test_wrong_calls():
    with pytest.raises(InvalidValueError, match="seconds must be positive; got 0"):
        timing("random-search", seconds=0)
    with pytest.raises(ExperimentError, match="returned without a single evaluation"):
        timing(lambda problem, start, rng: None, dimensions=[2], seconds=0.1)


def test_global_generators_are_put_back():
    np.random.seed(3)  # noqa: NPY002
    timing(lambda problem, start, rng: problem(start), dimensions=[2], seconds=0.05)
    after = np.random.rand()  # noqa: NPY002
    np.random.seed(3)  # noqa: NPY002
    assert after == np.random.rand()  # noqa: NPY002
