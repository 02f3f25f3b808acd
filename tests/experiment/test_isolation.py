"""Isolated runs: the same data, nothing of the caller within reach, every broken limit a failed run."""

import json
import socket
import sys
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import ExperimentError, FileError, InvalidValueError, UnknownNameError
from optimeter.experiment import Limits, Program, Status
from optimeter.experiment.isolation.isolated_calls import isolation, missing_here
from optimeter.experiment.isolation.unread import resolve_unread

HOSTILE = Path(__file__).with_name("hostile.py")
LIMITS = {"seconds": 60, "processes": 20, "memory": "2G"}


@pytest.fixture
def isolates():
    """Skip where the system does not allow it."""
    if missing_here():
        pytest.skip(f"no isolation here: {missing_here()}")


def one(**options):
    return om.Suite("bbob", functions=[8], dimensions=[2], instances=[3], **options)


def walk(problem, start, rng):
    while True:
        problem(start + rng.standard_normal(start.size) + np.random.rand())  # noqa: NPY002


def both(problem, start, rng):
    f, g = problem.evaluate_all(np.stack([start, start + 1]))
    assert f.shape == (2,)
    assert g.shape == (2, problem.number_of_constraints)
    problem.evaluate_all(start)
    problem.constraint(start)


def data(folder):
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".dat", ".tdat", ".info"})
    assert files
    return {path.relative_to(folder): path.read_bytes() for path in files}


@pytest.mark.system
@pytest.mark.parametrize("how", [True, "weak"])
def test_an_isolated_run_records_what_it_records_here(how, tmp_path, isolates):
    for name, isolated in {"here": False, "there": how}.items():
        result = om.run(walk, one(), budget=100, folder=tmp_path / name, isolated=isolated)
        assert result.failed == 0, result.outcomes
    assert data(tmp_path / "here") == data(tmp_path / "there")


@pytest.mark.system
def test_constraints_and_several_objectives_pass_the_channel(tmp_path, isolates):
    suite = om.Suite("bbob-constrained", functions=[1], dimensions=[2], instances=[1])
    result = om.run(both, suite, budget=20, folder=tmp_path / "x", isolated=True, restarts=False)
    assert result.failed == 0, result.outcomes
    assert result.outcomes[0].evaluations == 8
    suite = om.Suite("bbob-biobj", functions=[1], dimensions=[2], instances=[1])
    result = om.run("random-search", suite, budget=20, folder=tmp_path / "y", isolated=True)
    assert result.outcomes[0].evaluations == 40
    assert not result.failed


CAUGHT = {
    "copies": Status.DONE,
    "memory": Status.DONE,
    "files": Status.DONE,
    "exits": Status.FAILED,
    "forks": Status.FAILED,
    "allocates": Status.FAILED,
    "loops": Status.FAILED,
    "talks": Status.FAILED,
    "overwrites": Status.FAILED,
    "no_time": Status.FAILED,
    "calls_home": Status.DONE,
    "swallows": Status.FAILED,
    "forges": Status.FAILED,
}
ENDLESS = ("loops", "no_time")
SAYS = {
    "exits": "before it returned",
    "forks": "no more processes",
    "allocates": "MemoryError",
    "loops": "longer than 2 s",
    "talks": "error stream",
    "no_time": "longer than 2 s",
    "swallows": "told to stop",
    "forges": "score 1.0",
}


@pytest.mark.system
@pytest.mark.parametrize("candidate", CAUGHT)
def test_hostile_candidates_are_caught(candidate, tmp_path, isolates, monkeypatch):
    monkeypatch.setenv("SECRET", "word")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        result = om.run(
            f"{HOSTILE}:{candidate}",
            one(),
            budget=20,
            folder=tmp_path / "x",
            isolated=True,
            limits={**LIMITS, "seconds": 2} if candidate in ENDLESS else LIMITS,
            restarts=False,
        )
        with pytest.raises(BlockingIOError):
            server.accept()
    (outcome,) = result.outcomes
    assert outcome.status == CAUGHT[candidate], outcome.message
    assert "FOUND" not in outcome.message
    assert SAYS.get(candidate, "") in outcome.message
    assert outcome.evaluations == (40 if outcome.status == Status.DONE else outcome.evaluations)
    assert "hostile" not in sys.modules


@pytest.mark.system
def test_processor_time_is_limited(tmp_path, isolates):
    limits = {"processor": 1, "seconds": 30}
    result = om.run(
        f"{HOSTILE}:loops", one(), budget=20, folder=tmp_path / "x", isolated=True, limits=limits
    )
    assert "1 s of processor time" in result.outcomes[0].message


@pytest.mark.system
def test_a_run_that_hangs_ends_at_its_time_limit(tmp_path, isolates, monkeypatch):
    """It is late, not failed, and leaves nothing behind."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (outcome,) = om.run(
        f"{HOSTILE}:loops", one(), budget=20, folder=tmp_path / "x", isolated=True, time_limit=2
    ).outcomes
    assert outcome.status == Status.TIMEOUT
    assert not list((tmp_path / "temporary").iterdir())


@pytest.mark.system
def test_programs_are_isolated(tmp_path, isolates):
    script = tmp_path / "solver.py"
    script.write_text(
        "import os, sys\n"
        "while sys.stdin.readline().strip() != 'begin': pass\n"
        f"assert not os.path.exists({str(tmp_path / 'x')!r})\n"
        "while True:\n"
        "    print('0.5 0.25', flush=True)\n"
        "    if sys.stdin.readline() == 'stop\\n': break\n"
    )
    program = Program([sys.executable, str(script)])
    result = om.run(program, one(), budget=20, folder=tmp_path / "x", isolated=True)
    assert result.failed == 0, result.outcomes
    assert result.outcomes[0].evaluations == 40


@pytest.mark.system
def test_the_provenance_says_how_a_run_was_isolated(tmp_path, isolates):
    om.run(walk, one(), budget=5, folder=tmp_path / "x", isolated="weak", limits=LIMITS)
    found = json.loads((tmp_path / "x" / "provenance.yaml").read_text())
    assert found["experiment"]["isolated"]["how"] == "weak"
    assert found["experiment"]["isolated"]["processes"] == 20
    assert len(found["sessions"][0]["isolated_by"]) == 5
    (finding,) = om.load(tmp_path / "x").findings
    assert finding.severity == "note"
    assert all(one in finding.message for one in found["sessions"][0]["isolated_by"])
    om.run(walk, one(), budget=5, folder=tmp_path / "y", isolated=True)
    assert not om.load(tmp_path / "y").findings


@pytest.mark.system
def test_a_folder_within_what_the_optimizer_needs_is_hidden(tmp_path, isolates, monkeypatch):
    package = tmp_path / "my_search"
    package.mkdir()
    (package / "__init__.py").write_text(
        "import os\n"
        "def search(problem, start, rng):\n"
        "    here = os.path.dirname(__file__)\n"
        "    assert os.listdir(here + '/data') == []\n"
        "    problem(start)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    search = "my_search:search"
    result = om.run(search, one(), budget=1, folder=package / "data", isolated=True, restarts=False)
    assert result.failed == 0, result.outcomes


@pytest.mark.system
def test_without_namespaces_the_limits_hold(tmp_path, monkeypatch, isolates):
    place = "optimeter.experiment.isolation.isolated_calls.missing_here"
    monkeypatch.setattr(place, lambda: "namespaces")
    options = {"budget": 20, "isolated": "weak", "limits": {"memory": "1G"}, "restarts": False}
    result = om.run(f"{HOSTILE}:allocates", one(), folder=tmp_path / "x", **options)
    assert "MemoryError" in result.outcomes[0].message
    assert om.run(walk, one(), folder=tmp_path / "y", **options).failed == 0


@pytest.mark.system
def test_several_files_are_not_executed_either(tmp_path, isolates):
    results = om.run(
        [f"{HOSTILE}:copies", f"{HOSTILE}:memory"],
        one(),
        budget=5,
        folder=tmp_path,
        isolated=True,
    )
    assert list(results) == ["copies", "memory"]
    assert not any(str(HOSTILE) == getattr(one, "__file__", "") for one in sys.modules.values())


def test_what_is_missing_is_named(tmp_path, monkeypatch, said, refused):
    monkeypatch.setattr(
        "optimeter.experiment.isolation.isolated_calls.missing_here",
        lambda: "namespaces: not permitted",
    )
    with refused(ExperimentError, "namespaces: not permitted"):
        om.run(walk, one(), budget=5, folder=tmp_path / "x", isolated=True)
    assert not (tmp_path / "x").exists()
    weak = isolation("weak", None, tmp_path)
    assert len(weak.in_force) == 3
    with refused(InvalidValueError, "'very'"):
        om.run(walk, one(), budget=5, folder=tmp_path / "x", isolated="very")
    with refused(InvalidValueError):
        om.run(walk, one(), budget=5, folder=tmp_path / "x", limits={"memory": "1G"})
    with refused(UnknownNameError, "'patience'"):
        Limits.of({"patience": 3})
    with refused(InvalidValueError, "'much'"):
        Limits.of({"memory": "much"})
    with refused(InvalidValueError, "'2K'"):
        Limits.of({"processes": "2K"})
    assert refused.messages == said


def test_limits_are_read():
    limits = Limits.of({"memory": "1.5G", "file_size": 10, "seconds": "2.5", "processor": None})
    assert limits.memory == 3 * 2**29
    assert (limits.file_size, limits.seconds, limits.processor) == (10, 2.5, None)
    assert Limits.of(limits) is limits


def test_files_are_read_and_not_executed(tmp_path, said, refused):
    path = tmp_path / "candidate.py"
    path.write_text("raise SystemExit\ndef search(problem, start, rng): ...\nother = search\n")
    found, name = resolve_unread(f"{path}:search[step=0.5]", {"size": 3})
    assert name == "search[step=0.5,size=3]"
    assert resolve_unread(f"{path}:other")[1] == "other"
    with refused(UnknownNameError, "'find'"):
        resolve_unread(f"{path}:find")
    path.write_text("def search(:\n")
    with refused(FileError, "candidate.py"):
        resolve_unread(f"{path}:search")
    with refused(FileError, "missing.py"):
        resolve_unread(f"{tmp_path}/missing.py:search")
    with refused(FileError, "search"):
        found(None, None, None)
    assert refused.messages == said
