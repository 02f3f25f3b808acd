"""The time-complexity experiment."""

import sys

import numpy as np
import pytest

from optimeter.exceptions import ExperimentError, InvalidValueError
from optimeter.experiment import timing


class Clock:
    """Time that passes by a microsecond with each look at it, and when it is told to."""

    now = 0.0

    def perf_counter(self):
        self.now += 1e-6
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(sys.modules[timing.__module__], "time", clock)
    return clock


def test_the_optimizers_own_time_is_told_apart(clock):
    """An optimizer that needs a millisecond for itself, and a function that needs far less."""

    def slow(problem, start, rng):
        for _ in range(2):
            problem(start)
            clock.now += 1e-3

    (row,) = timing(slow, dimensions=[3], seconds=0.05).rows
    assert row.dimension == 3
    assert row.optimizer == pytest.approx(1e-3, rel=0.01)
    assert row.function == pytest.approx(1e-6, rel=0.5)  # the refused evaluation takes time too
    assert row.per_evaluation == pytest.approx(row.seconds / row.evaluations)
    assert row.restarts > 0


def test_batches_are_counted_point_by_point(clock):
    def batched(problem, start, rng):
        problem(rng.uniform(-5, 5, (10_000, problem.dimension)))

    rows = timing(batched, dimensions=[2, 5], seconds=0.5).rows
    assert [row.dimension for row in rows] == [2, 5]
    assert all(row.evaluations >= 10_000 for row in rows)
    assert all(1e-10 * 0.99 <= row.function <= 2.01e-10 for row in rows)


def test_wrong_calls():
    with pytest.raises(InvalidValueError, match="seconds must be a positive number; got 0"):
        timing("random-search", seconds=0)
    with pytest.raises(ExperimentError, match="returned without a single evaluation"):
        timing(lambda problem, start, rng: None, dimensions=[2], seconds=0.1)


def test_global_generators_are_put_back():
    np.random.seed(3)  # noqa: NPY002
    timing(lambda problem, start, rng: problem(start), dimensions=[2], seconds=0.05)
    after = np.random.rand()  # noqa: NPY002
    np.random.seed(3)  # noqa: NPY002
    assert after == np.random.rand()  # noqa: NPY002
