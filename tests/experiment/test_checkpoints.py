"""A run that is broken off goes on from its checkpoint, to the bytes of one that never was."""

import logging
import os
import pickle
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from tests.peers import need_peer
from tests.sentences import everywhere

import optimeter as om
from optimeter.exceptions import FileError, InvalidValueError
from optimeter.experiment import Status, signature
from optimeter.experiment.checkpoints import Checkpoints
from optimeter.experiment.folder import ExperimentFolder

OFTEN = 1e-9  # seconds: every call is stored
SUITE = om.Suite("bbob", functions=[1, 8], dimensions=[2, 5], instances=[1])


def walk(problem, start, rng, *, plug=None, at=150, end=signal.SIGKILL):
    """Walk with a state of its own; where `plug` is a file that is not there, end the process once."""
    state = problem.restored or {"point": start, "step": 1.0, "rng": rng, "problem": problem}
    assert state["rng"] is rng
    assert state["problem"] is problem
    if plug is not None and problem.restored is not None:
        plug.with_suffix(".resumed").write_text(str(problem.evaluations))
    while state["step"] > 1e-3:
        trial = state["point"] + state["step"] * rng.standard_normal(problem.dimension)
        if problem(trial) < problem(state["point"]):
            state["point"] = trial
        else:
            state["step"] *= 0.97
        if problem.evaluations % 50:
            continue
        problem.checkpoint(state)
        if plug is not None and problem.evaluations >= at and not plug.exists():
            plug.write_text(str(problem.evaluations))
            if end is KeyboardInterrupt:
                raise KeyboardInterrupt
            os.kill(os.getpid(), end)


def experiment(folder, optimizer=walk, suite=SUITE, **settings):
    settings = {"budget": 100, "seed": 3, "algorithm": "walk", "progress": False} | settings
    return om.run(optimizer, suite, folder=folder, checkpoint_every=OFTEN, **settings)


def data_of(folder):
    """The data: what describes the optimizer differs, since a plug is an argument of it."""
    left_out = ("provenance.yaml", "experiment.yaml", "manifest.yaml")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in left_out
    }


def in_a_process(call):
    """Make a call in a process of its own; return the signal that ended it."""
    process = os.fork()
    if process == 0:
        try:
            call()
        finally:
            os._exit(0)
    _, status = os.waitpid(process, 0)
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


@pytest.mark.system
@pytest.mark.parametrize(
    ("settings", "suite"),
    [
        ({}, SUITE),
        ({"format": "ioh", "restarts": False}, SUITE),
        ({"trials": 2}, om.Suite("bbob-noisy", functions=103, dimensions=2, instances=1)),
    ],
)
def test_a_killed_run_goes_on_from_its_checkpoint(settings, suite, tmp_path):
    experiment(tmp_path / "whole", suite=suite, **settings)
    plug = tmp_path / "plug"
    go = partial(experiment, tmp_path / "x", partial(walk, plug=plug), suite, **settings)
    assert in_a_process(go) == signal.SIGKILL
    assert len(list((tmp_path / "x/checkpoints").iterdir())) == 1
    assert go().complete
    assert plug.with_suffix(".resumed").read_text() == plug.read_text()
    assert data_of(tmp_path / "x") == data_of(tmp_path / "whole")


@pytest.mark.system
def test_a_run_whose_worker_dies_goes_on_in_another(tmp_path):
    experiment(tmp_path / "whole")
    plug = tmp_path / "plug"
    assert experiment(tmp_path / "x", partial(walk, plug=plug), workers=2).done == len(SUITE)
    assert plug.with_suffix(".resumed").read_text() == plug.read_text()
    assert data_of(tmp_path / "x") == data_of(tmp_path / "whole")


@pytest.mark.system
def test_also_on_an_executor(tmp_path):
    experiment(tmp_path / "whole")
    plug = tmp_path / "plug"
    with ProcessPoolExecutor(1) as pool:
        result = experiment(tmp_path / "x", partial(walk, plug=plug), executor=pool)
    assert result.done == len(SUITE)
    assert plug.with_suffix(".resumed").read_text() == plug.read_text()
    assert data_of(tmp_path / "x") == data_of(tmp_path / "whole")


@pytest.mark.contract
@pytest.mark.parametrize(
    ("name", "constraint"),
    [
        ("random-search", None),
        ("cma", None),
        ("cma", lambda x: [x[0] - 1.0]),
        ("cma-ipop", None),
        ("cma-bipop", None),
    ],
)
def test_named_optimizers_store_their_state(name, constraint, tmp_path):
    need_peer("cma")
    budget, plug_at = 600, 250
    calls = [0]

    def waves(x):
        calls[-1] += 1
        if len(calls) == 2 and calls[-1] == plug_at:
            raise KeyboardInterrupt
        return float(np.sum(np.abs(x) ** 1.5 + np.sin(20 * x) ** 2))

    problem = om.Problem.from_callable(
        waves,
        [-5, -5],
        [5, 5],
        id="waves",
        constraint=constraint,
        constraints=int(constraint is not None),
    )
    go = partial(experiment, optimizer=name, suite=[problem], budget=budget / 2)
    go(tmp_path / "whole")
    calls.append(0)
    with pytest.raises(KeyboardInterrupt) as broken:
        go(tmp_path / "x")
    assert "go on from there (1)" in broken.value.__notes__[-1]
    calls.append(0)
    go(tmp_path / "x")
    assert data_of(tmp_path / "x") == data_of(tmp_path / "whole")
    assert 0 < calls[2] < calls[0] - plug_at / 2  # it went on from its last batch or so


def test_optimizers_without_checkpoints_are_told(tmp_path, caplog, said):
    def forgetful(problem, start, rng):
        if problem.evaluations == 0 and not (tmp_path / "plug").exists():
            (tmp_path / "plug").write_text("")
            problem(start)
            raise KeyboardInterrupt
        for _ in range(20):
            problem(rng.random(problem.dimension))

    with pytest.raises(KeyboardInterrupt) as broken:
        experiment(tmp_path / "x", forgetful)
    told = {"note": everywhere(broken.value.__notes__[-1], tmp_path)}
    with caplog.at_level(logging.INFO, "optimeter"):
        assert experiment(tmp_path / "x", forgetful).complete
    told["log"] = [everywhere(line, tmp_path) for line in caplog.messages]
    assert told == said


def broken_off(tmp_path, **settings):
    """An experiment with a checkpoint; what goes on with it, and the checkpoint's file."""
    go = partial(
        experiment,
        tmp_path / "x",
        partial(walk, plug=tmp_path / "plug", end=KeyboardInterrupt),
        **settings,
    )
    with pytest.raises(KeyboardInterrupt):
        go()
    [path] = (tmp_path / "x/checkpoints").iterdir()
    return go, path


def test_a_damaged_checkpoint_does_not_count(tmp_path, caplog, said):
    experiment(tmp_path / "whole")
    go, path = broken_off(tmp_path)
    path.write_bytes(path.read_bytes()[:-1])
    with caplog.at_level(logging.WARNING, "optimeter"):
        assert go().complete
    assert [everywhere(line, tmp_path) for line in caplog.messages] == said
    assert not (tmp_path / "plug.resumed").exists()
    assert data_of(tmp_path / "x") == data_of(tmp_path / "whole")


@pytest.mark.system
def test_the_time_before_a_checkpoint_counts(tmp_path):
    suite = om.Suite("bbob", functions=8, dimensions=5, instances=1)
    session = tmp_path / "session"

    def endless(problem, start, rng):
        problem(start)
        problem.checkpoint("begun")
        if problem.restored is None:
            os.kill(int(session.read_text()), signal.SIGKILL)
        while True:
            problem(rng.random(problem.dimension))

    def go():
        session.write_text(str(os.getpid()))
        return experiment(tmp_path / "x", endless, suite, budget=1e9, time_limit=1e5)

    assert in_a_process(go) == signal.SIGKILL
    [run] = ExperimentFolder(tmp_path / "x").plan()
    checkpoints = Checkpoints(tmp_path / "x", endless)
    moment = checkpoints.read(run, suite[0])
    checkpoints.write(run, replace(moment, seconds=1e6), suite[0])
    [outcome] = go().outcomes
    assert outcome.status == Status.TIMEOUT
    assert outcome.evaluations >= 1


def test_states_that_cannot_be_stored_fail_the_run(tmp_path):
    def local(problem, start, rng):
        problem(start)
        problem.checkpoint(lambda: None)

    def nothing(problem, start, rng):
        problem(start)
        problem.checkpoint(None)

    result = experiment(tmp_path / "x", local)
    assert result.failed == len(SUITE)
    assert "must be picklable" in result.outcomes[0].message
    result = experiment(tmp_path / "y", nothing)
    assert "must not be None" in result.outcomes[0].message


@pytest.mark.system
def test_a_run_that_is_retried_begins_anew(tmp_path):
    plug = tmp_path / "plug"

    def fails_once(problem, start, rng):
        assert problem.restored is None
        problem(start)
        problem.checkpoint("begun")
        with suppress(FileExistsError):  # of two workers at once only one is the first
            plug.touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
        for _ in range(5):
            problem(rng.random(problem.dimension))

    go = partial(experiment, tmp_path / "x", fails_once, restarts=False, workers=2)
    assert go().failed == 1
    assert go(retry_failed=True).done == len(SUITE)


def test_what_is_stored_too_often_is_left_out(tmp_path):
    stored = []

    def keen(problem, start, rng):
        for _ in range(50):
            problem(rng.random(problem.dimension))
            stored.append(problem.checkpoint("state"))

    om.run(keen, SUITE, folder=tmp_path / "x", budget=20, progress=False, restarts=False)
    assert stored
    assert not any(stored)
    with pytest.raises(InvalidValueError, match="checkpoint_every"):
        om.run(keen, SUITE, folder=tmp_path / "y", budget=20, checkpoint_every=0)


@pytest.mark.system
def test_a_run_that_advances_survives_any_number_of_kills(tmp_path):
    """Workers are killed at every checkpoint, as on machines that are taken away."""
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=1)

    def stepping(problem, start, rng):
        made = problem.restored or 0
        while True:
            problem(rng.random(problem.dimension))
            made += 1
            if problem.checkpoint(made) and made < 8 and stepping.killed:
                os.kill(os.getpid(), signal.SIGKILL)

    go = partial(om.run, stepping, suite, budget=5, progress=False, checkpoint_every=1e-9)
    stepping.killed = False
    go(folder=tmp_path / "whole")
    stepping.killed = True
    result = go(folder=tmp_path / "x", workers=2)
    assert (result.done, result.failed, result.evaluations) == (1, 0, 10)
    assert data_of(tmp_path / "x") == data_of(tmp_path / "whole")


@pytest.mark.system
def test_a_run_that_was_given_up_goes_on_when_it_is_retried(tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=1)

    def stuck(problem, start, rng):
        if problem.restored is None:
            problem(start)
            problem.checkpoint("begun")
        if not stuck.mended:
            os.kill(os.getpid(), signal.SIGKILL)
        assert problem.evaluations == 1
        for _ in range(5):
            problem(rng.random(problem.dimension))

    go = partial(
        om.run, stuck, suite, budget=3, folder=tmp_path, progress=False, workers=2,
        checkpoint_every=1e-9, restarts=False,
    )  # fmt: skip
    stuck.mended = False
    assert go().failed == 1
    assert len(list((tmp_path / "checkpoints").iterdir())) == 1
    stuck.mended = True
    assert go(retry_failed=True).done == 1
    assert not (tmp_path / "checkpoints").exists()


class Attack:
    """What runs code when it is unpickled."""

    def __init__(self, trace):
        self.trace = trace

    def __reduce__(self):
        return Path.touch, (self.trace,)


@pytest.mark.parametrize("way", ["plain", "their key", "our head"])
def test_a_planted_checkpoint_runs_no_code(tmp_path, monkeypatch, caplog, way):
    """A folder from somebody else: nothing in it is executed."""
    experiment(tmp_path / "whole")
    go, path = broken_off(tmp_path)
    trace = tmp_path / "executed"
    attack = pickle.dumps(Attack(trace))
    mine = path.read_bytes()
    checkpoints = Checkpoints(tmp_path / "x", walk)
    if way == "plain":
        path.write_bytes(attack)
    elif way == "our head":
        path.write_bytes(mine[: checkpoints._head_size] + attack)
    else:
        with monkeypatch.context() as patch:
            patch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
            path.write_bytes(checkpoints._head(attack) + attack)
    with caplog.at_level(logging.WARNING, "optimeter"):
        assert go().complete
    assert not trace.exists()
    assert any("begins anew" in line for line in caplog.messages)
    assert ("signed by another user" in caplog.text) == (way == "their key")
    assert data_of(tmp_path / "x") == data_of(tmp_path / "whole")


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_a_key_that_others_may_read_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    signature.sign(b"x")
    file = signature.key_file()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)
    signature._key.cache_clear()
    with pytest.raises(FileError, match="signs checkpoints"):
        signature.sign(b"x")
    file.chmod(0o600)
    file.write_bytes(b"short")
    with pytest.raises(FileError, match="is no key"):
        signature.sign(b"x")
