"""The time-complexity experiment."""

import platform
import sys
import time

import numpy as np
import pytest

from optimeter.exceptions import ExperimentError, InvalidValueError
from optimeter.experiment import timing
from optimeter.problems import suite_info


class Clock:
    """Time that passes by a microsecond with each look at it, and when it is told to."""

    now = 0.0

    def process_time(self):
        self.now += 1e-6
        return self.now

    perf_counter = process_time


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
    assert row.function == pytest.approx(0, abs=1e-12)  # but for the looks at the clock, which cost
    assert row.per_evaluation == pytest.approx(row.seconds / row.evaluations)
    assert row.restarts > 0


def test_batches_are_counted_point_by_point(clock):
    def batched(problem, start, rng):
        problem(rng.uniform(-5, 5, (10_000, problem.dimension)))
        clock.now += 0.02

    rows = timing(batched, dimensions=[2, 5], seconds=0.5).rows
    assert [row.dimension for row in rows] == [2, 5]
    assert all(row.evaluations >= 10_000 for row in rows)
    assert all(row.evaluations % 10_000 == 0 for row in rows)
    assert all(row.per_evaluation == pytest.approx(0.02 / 10_000, rel=0.1) for row in rows)


def test_processor_time_is_measured_not_waiting():
    """An optimizer that sleeps spends wall time only, and is measured until its processor time is up."""

    def sleepy(problem, start, rng):
        time.sleep(0.003)
        problem(rng.uniform(-5, 5, (50_000, problem.dimension)))

    (row,) = timing(sleepy, dimensions=[5], seconds=0.1).rows
    assert 0.09 < row.seconds < 1
    assert row.wall > row.seconds


def test_the_setup_is_part_of_the_result():
    result = timing("scipy:Nelder-Mead", dimensions=[2], seconds=0.05)
    assert result.setup["language"] == f"CPython {platform.python_version()}"
    assert result.setup["numpy"] == np.__version__
    assert "scipy" in result.setup
    assert "-O" in result.setup["compiler flags"]
    for name in ("processor", "system", "compiler", "instructions", "optimeter"):
        assert result.setup[name]


def test_wrong_calls(said, refused):
    with refused(InvalidValueError, "seconds", "0"):
        timing("random-search", seconds=0)
    with refused(ExperimentError):
        timing(lambda problem, start, rng: None, dimensions=[2], seconds=0.1)
    assert refused.messages == said


def test_global_generators_are_put_back():
    np.random.seed(3)  # noqa: NPY002
    timing(lambda problem, start, rng: problem(start), dimensions=[2], seconds=0.05)
    after = np.random.rand()  # noqa: NPY002
    np.random.seed(3)  # noqa: NPY002
    assert after == np.random.rand()  # noqa: NPY002


def test_dimensions_are_those_of_the_suite():
    rows = timing("random-search", suite="bbob-mixint", function=1, seconds=0.05).rows
    assert tuple(row.dimension for row in rows) == suite_info("bbob-mixint").dimensions
