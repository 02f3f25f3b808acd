"""A running experiment is followed from outside."""

import os
import signal
import time

import pytest

import optimeter as om
from optimeter.exceptions import FileError
from optimeter.experiment import Cell, Follower

SUITE = om.Suite("bbob", functions=[1, 8], dimensions=[2, 3], instances=[1, 2])


def gated(gate, at):
    """Make an optimizer that waits before its run number `at` until the gate is open; one run fails."""

    def optimizer(problem, start, rng):
        if problem.id == "bbob_f001_i02_d02":
            message = "no <more> ideas"
            raise ValueError(message)
        if problem.id == SUITE[at].id:
            problem(start)
            problem.checkpoint("waiting")
            while not gate.exists():
                time.sleep(0.005)
        for _ in range(10):
            problem(rng.random(problem.dimension))

    return optimizer


class Running:
    """An experiment in a process of its own that waits in the middle."""

    def __init__(self, place, at=5, **settings):
        self.folder, self.gate = place / "x", place / "gate"
        self.process = os.fork()
        if self.process == 0:
            try:
                optimizer = gated(self.gate, at)
                settings = {"budget": 5, "restarts": False, "checkpoint_every": 1e-9} | settings
                om.run(optimizer, SUITE, folder=self.folder, progress=False, **settings)
            finally:
                os._exit(0)

    def wait_for(self, over):
        """Wait until so many runs are over and one waits at the gate; return the situation."""
        while True:
            try:
                situation = Follower(self.folder).look()
            except FileError:  # it has not begun
                situation = None
            if situation and situation.over == over and situation.checkpoints == 1:
                return situation
            assert os.waitpid(self.process, os.WNOHANG) == (0, 0)
            time.sleep(0.005)

    def open(self):
        self.gate.write_text("")
        os.waitpid(self.process, 0)
        self.process = 0

    def end(self):
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)


@pytest.fixture
def running(tmp_path):
    made = []

    def begin(**settings):
        made.append(Running(tmp_path, **settings))
        return made[-1]

    yield begin
    for one in made:
        one.end()


@pytest.mark.system
def test_a_running_experiment(running):
    experiment = running()
    now = experiment.wait_for(over=5)
    follower = Follower(experiment.folder)
    assert follower.look().over == 5
    assert (now.algorithm, now.suite, now.runs, now.failed) == ("optimizer", "bbob", 8, 1)
    assert now.evaluations == sum([10, 0, 10, 10, 10])
    assert now.missing == 3
    assert not now.finished
    assert len(now.workers) == 1
    assert now.rate > 0
    assert 0 < now.remaining < float("inf")
    assert now.cells == (
        Cell("f1", 2, 2, 2, 1, 0),
        Cell("f8", 2, 2, 2, 0, 0),
        Cell("f1", 3, 2, 1, 0, 0),
        Cell("f8", 3, 2, 0, 0, 0),
    )
    problem, message = now.failures[0]
    assert problem == "bbob_f001_i02_d02"
    assert "no <more> ideas" in message
    experiment.open()
    after = follower.look()  # the same follower: the journals it knew are gone
    assert after.finished
    assert (after.over, after.failed, after.workers, after.checkpoints) == (8, 1, (), 0)


@pytest.mark.system
def test_one_that_was_killed_says_that_nobody_is_at_work(running):
    experiment = running()
    experiment.wait_for(over=5)
    experiment.end()
    experiment.process = 0
    now = Follower(experiment.folder).look()
    assert (now.over, now.workers, now.finished) == (5, (), False)
    assert now.rate != now.rate
    assert now.checkpoints == 1


@pytest.mark.system
def test_shards_are_one_experiment(running, tmp_path):
    om.run(
        gated(tmp_path / "none", 1),
        SUITE,
        budget=5,
        restarts=False,
        checkpoint_every=1e-9,
        folder=tmp_path / "x",
        shard="1/2",
        progress=False,
    )
    now = Follower(tmp_path / "x").look()
    assert (now.runs, now.over, now.finished) == (8, 4, False)
    one = Follower(tmp_path / "x/shard-1-of-2").look()
    assert (one.runs, one.over, one.finished) == (4, 4, True)
    experiment = running(shard="2/2")
    now = experiment.wait_for(over=6)
    assert len(now.workers) == 1
    experiment.open()
    now = Follower(tmp_path / "x").look()
    assert (now.over, now.finished) == (8, True)


def test_functions_of_own_problems_have_their_names(tmp_path):
    problems = [
        om.Problem.from_callable(sum, [-1] * d, [1] * d, id=f"wing_i01_d{d:02}") for d in (2, 3)
    ]
    om.run("random-search", problems, budget=10, folder=tmp_path / "x", progress=False)
    assert [(one.function, one.dimension) for one in Follower(tmp_path / "x").look().cells] == [
        ("wing", 2),
        ("wing", 3),
    ]


def test_a_folder_without_an_experiment(tmp_path, said, refused):
    with refused(FileError):
        Follower(tmp_path)
    assert refused.messages == said
