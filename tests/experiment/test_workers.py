"""Several workers: nothing that an optimizer does ends the experiment.

That they give the bytes of one worker: tests/testing/test_executors.py.
"""

import os

import pytest
from tests.experiment import strange

import optimeter as om
from optimeter.exceptions import ExperimentError
from optimeter.experiment import Status, processes

pytestmark = pytest.mark.system


def threads_of_blas(problem, start, rng):
    """Fail unless linear algebra is restricted to one thread."""
    from threadpoolctl import threadpool_info

    problem(start)
    numbers = [library["num_threads"] for library in threadpool_info()]
    assert numbers
    assert set(numbers) == {1}
    assert os.environ["OMP_NUM_THREADS"] == "1"


def test_spawned_processes_give_the_same_bytes(tmp_path, suite, contents, monkeypatch):
    """As on systems other than Linux."""
    om.run(strange.walk, suite, folder=tmp_path / "one", budget=50)
    monkeypatch.setattr(processes, "START_METHOD", "spawn")
    om.run(strange.walk, suite, folder=tmp_path / "many", workers=2, budget=50)
    assert contents(tmp_path / "one") == contents(tmp_path / "many")


def test_spawned_processes_need_what_can_be_pickled(tmp_path, suite, monkeypatch, said, refused):
    monkeypatch.setattr(processes, "START_METHOD", "spawn")
    with refused(ExperimentError, upto="Error"):
        om.run(lambda p, x, rng: p(x), suite, folder=tmp_path / "x", workers=2, budget=50)
    assert refused.messages == said


def test_a_lambda_can_be_run_by_processes(tmp_path, suite):
    result = om.run(lambda p, x, rng: p(x), suite, folder=tmp_path / "x", budget=3, workers=2)
    assert result.done == result.runs


def test_blas_has_one_thread(tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    result = om.run(
        threads_of_blas, suite, budget=1, folder=tmp_path / "x", workers=2, restarts=False
    )
    assert [one.message for one in result.outcomes] == ["", ""]


@pytest.mark.parametrize(
    ("optimizer", "evaluations"),
    [
        (strange.spins, 1),
        (strange.sleeps, 2),
        (strange.hangs_holding_the_interpreter, 5),
    ],
)
def test_hanging_runs_end_at_the_time_limit(optimizer, evaluations, tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2, 3])
    result = om.run(
        strange.only_some(optimizer), suite, budget=50, folder=tmp_path / "x", time_limit=0.5
    )
    assert [one.status for one in result.outcomes] == [Status.DONE, Status.TIMEOUT, Status.DONE]
    assert "took longer than 0.5 s" in result.outcomes[1].message
    assert result.outcomes[1].evaluations == evaluations
    assert f"2:{evaluations}|" in (tmp_path / "x/bbobexp_f1.info").read_text()
    assert result.timed_out == 1


def test_swallowed_stop_out_of_reach_costs_the_process(tmp_path, said):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2, 3])
    optimizer = strange.only_some(strange.swallows_stop_in_a_thread)
    result = om.run(optimizer, suite, budget=50, folder=tmp_path / "x", workers=2)
    assert [one.status for one in result.outcomes] == [Status.DONE, Status.FAILED, Status.DONE]
    assert result.outcomes[1].message == said
    assert result.outcomes[1].evaluations == 100
    assert "2:100|" in (tmp_path / "x/bbobexp_f1.info").read_text()


def test_slow_runs_end_at_the_time_limit(tmp_path):
    def slow(problem, start, rng):
        import time

        while True:
            problem(start)
            time.sleep(0.01)

    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    result = om.run(slow, suite, budget=1e6, folder=tmp_path / "x", time_limit=0.3, workers=2)
    assert result.timed_out == 2
    assert all(0 < one.evaluations < 2e6 and one.seconds > 0.25 for one in result.outcomes)


def test_the_time_limit_holds_for_users_of_generators(tmp_path):
    """They give the interpreter lock away and take it back so soon that no thread gets it."""

    def drawing(problem, start, rng):
        import time

        while True:
            problem(start)
            end = time.perf_counter() + 2e-3
            while time.perf_counter() < end:
                pass
            rng.random(3)

    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1])
    result = om.run(drawing, suite, budget=1e6, folder=tmp_path / "x", time_limit=0.3)
    assert [one.status for one in result.outcomes] == [Status.TIMEOUT]
    assert result.outcomes[0].message == "took longer than 0.3 s"
    assert result.outcomes[0].seconds > 0.25


def test_a_worker_that_dies_is_replaced_and_its_run_repeated(tmp_path, contents, monkeypatch):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=range(1, 8))
    monkeypatch.setenv("OPTIMETER_TEST_MARK", str(tmp_path / "mark"))
    result = om.run(strange.dies_once, suite, budget=50, folder=tmp_path / "a", workers=2)
    assert (tmp_path / "mark").exists()
    assert result.done == 7
    om.run(strange.dies_once, suite, budget=50, folder=tmp_path / "b")
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_a_run_that_kills_every_worker_is_given_up(tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=range(1, 6))
    optimizer = strange.only_some(strange.dies)
    result = om.run(optimizer, suite, budget=50, folder=tmp_path / "x", workers=2)
    assert (result.done, result.failed) == (4, 1)
    assert result.outcomes[1].message == "its worker process died 3 times"
    again = om.run(optimizer, suite, budget=50, folder=tmp_path / "x", workers=2)
    assert again.resumed == 5


def test_failed_runs_can_be_repeated(tmp_path, contents, monkeypatch):
    suite = om.Suite("bbob", functions=[1, 2], dimensions=2, instances=range(1, 4))
    monkeypatch.setattr(strange, "MARK", "fail")
    result = om.run(moody, suite, budget=50, folder=tmp_path / "x")
    assert (result.done, result.failed) == (4, 2)
    result = om.run(moody, suite, budget=50, folder=tmp_path / "x")
    assert (result.resumed, result.failed) == (6, 2)
    monkeypatch.setattr(strange, "MARK", "")
    result = om.run(moody, suite, budget=50, folder=tmp_path / "x", retry_failed=True)
    assert (result.resumed, result.done, result.failed) == (4, 6, 0)
    om.run(moody, suite, budget=50, folder=tmp_path / "y")
    assert contents(tmp_path / "x") == contents(tmp_path / "y")


def test_repeated_runs_survive_an_interruption(tmp_path, contents, monkeypatch):
    suite = om.Suite("bbob", functions=[1, 2], dimensions=2, instances=range(1, 4))
    om.run(moody, suite, budget=50, folder=tmp_path / "x")
    monkeypatch.setattr(strange, "MARK", "interrupt")
    with pytest.raises(KeyboardInterrupt):
        om.run(moody, suite, budget=50, folder=tmp_path / "x", retry_failed=True)
    monkeypatch.setattr(strange, "MARK", "")
    result = om.run(moody, suite, budget=50, folder=tmp_path / "x")
    assert (result.resumed, result.done, result.failed) == (6, 5, 1)
    result = om.run(moody, suite, budget=50, folder=tmp_path / "x", retry_failed=True)
    assert (result.resumed, result.done, result.failed) == (5, 6, 0)
    om.run(moody, suite, budget=50, folder=tmp_path / "y")
    assert contents(tmp_path / "x") == contents(tmp_path / "y")


def moody(problem, start, rng):
    if problem.instance == 2 and strange.MARK == "fail":
        strange.raises(problem, start, rng)
    if problem.id == "bbob_f002_i02_d02" and strange.MARK == "interrupt":
        raise KeyboardInterrupt
    strange.walk(problem, start, rng)
