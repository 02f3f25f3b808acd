"""Optimizers that fork helpers: the data are those of the optimizer alone."""

import os
import sys
import time
from pathlib import Path

import pytest
from tests.experiment import strange

import optimeter as om
from optimeter.record import record_unit

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(sys.platform != "linux", reason="forks"),
]


@pytest.fixture
def suite():
    return om.Suite("bbob", functions=[1, 20], dimensions=2, instances=[1, 2, 3])


@pytest.fixture
def reference(tmp_path, suite, contents):
    """The bytes of an optimizer that does the same without helpers."""

    def make(optimizer, **options):
        om.run(strange.walk, suite, folder=tmp_path / "plain", budget=40, seed=1, **options)
        result = om.run(optimizer, suite, folder=tmp_path / "forked", budget=40, seed=1, **options)
        assert result.complete
        assert not result.failed
        plain, forked = contents(tmp_path / "plain"), contents(tmp_path / "forked")
        for files in (plain, forked):
            del files["experiment.yaml"], files["manifest.yaml"]  # they name the optimizer
        return plain, forked

    return make


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    "optimizer",
    [strange.forks_and_exits, strange.forks_and_returns, strange.forks_and_fails],
    ids=lambda one: one.__name__,
)
def test_helpers_leave_no_trace(reference, optimizer, workers, capfd):
    plain, forked = reference(optimizer, workers=workers, algorithm="a")
    assert forked == plain


def test_a_worker_is_missed_though_its_helper_lives(reference, tmp_path, monkeypatch):
    mark = tmp_path / "mark"
    monkeypatch.setenv("OPTIMETER_TEST_MARK", str(mark))
    plain, forked = reference(strange.forks_and_dies_once, workers=2, algorithm="a")
    assert forked == plain
    state = Path(f"/proc/{mark.read_text()}/stat")  # the helper ends with its worker
    while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z":
        time.sleep(0.01)


def test_helpers_that_come_back_are_not_restarted(tmp_path, suite):
    """Each would fork again with every restart: as many as two to the power of the restarts."""
    calls = tmp_path / "calls"

    def optimizer(problem, start, rng):
        with calls.open("a") as file:
            file.write(f"{os.getpid()}\n")
        strange.forks_and_returns(problem, start, rng)

    om.run(optimizer, suite, folder=tmp_path / "x", budget=40, seed=1, restarts=True)
    processes = calls.read_text().split()
    assert len(processes) > len(suite)
    assert set(processes) == {str(os.getpid())}


def observes(folder):
    def optimizer(problem, start, rng):
        with om.Observer(folder) as observer:
            observer.observe(problem)
            problem(start)

    return optimizer


def test_an_optimizer_cannot_take_its_problem_away_from_the_experiment(tmp_path, suite):
    """It would record the run in its own folder, and the experiment nothing."""
    result = om.run(observes(tmp_path / "own"), suite, folder=tmp_path / "x", budget=10, seed=1)
    assert result.failed == len(suite)
    assert "its copies included" in result.outcomes[0].message
    problem = suite[0]
    with om.Observer(tmp_path / "free") as observer:
        observer.observe(problem)
    assert not problem.observed


def test_a_unit_that_is_recorded_may_be_observed_anew(tmp_path):
    problem = om.problem("bbob", 1, 2)
    unit = record_unit(problem, tmp_path / "unit")
    problem([0.0, 0.0])
    with om.Observer(format="memory") as observer:
        observer.observe(problem)
        problem([0.0, 0.0])
    assert unit.finish().evaluations == 1
