"""Processes that an optimizer leaves behind are ended with the run or with its worker, and named."""

import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import optimeter as om

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell of them"),
]


def note(process):
    with Path(os.environ["OPTIMETER_TEST_MARK"]).open("a") as file:
        file.write(f"{process}\n")


def leaves_a_program(problem, start, rng):
    problem(start)
    note(os.posix_spawnp("sleep", ["sleep", "1000"], os.environ))


def leaves_a_grandchild(problem, start, rng):
    """Of which nobody here is the parent any more."""
    problem(start)
    note(subprocess.check_output(["sh", "-c", "sleep 1000 > /dev/null & echo $!"], text=True))


def dies_beside_a_program(problem, start, rng):
    leaves_a_program(problem, start, rng)
    os._exit(1)


class KeepsAPool:
    """One pool for all runs of a process, as joblib does it."""

    pool = None

    def __call__(self, problem, start, rng):
        if KeepsAPool.pool is None:
            KeepsAPool.pool = get_context("fork").Pool(1)
        note(KeepsAPool.pool.apply(os.getpid))
        problem(start)


@pytest.fixture
def mark(tmp_path, monkeypatch):
    monkeypatch.setenv("OPTIMETER_TEST_MARK", str(tmp_path / "mark"))
    return tmp_path / "mark"


@pytest.fixture
def two():
    return om.Suite("bbob", functions=[1, 8], dimensions=2, instances=1)


def processes(mark):
    return [int(line) for line in mark.read_text().split()]


def is_there(process):
    """Whether it runs; what has ended and nobody asked for counts as over."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def vanish(mark):
    """Wait until none of the processes is there; a test that hangs has found one."""
    while any(map(is_there, processes(mark))):
        time.sleep(0.01)
    return True


@pytest.mark.parametrize("where", ["here", "worker", "thread", "pool"])
def test_a_program_that_is_left_behind_is_ended_and_named(tmp_path, two, mark, where):
    options = {"budget": 2, "restarts": False, "folder": tmp_path / "x"}
    if where in {"here", "worker"}:
        result = om.run(leaves_a_program, two, workers=1 + (where == "worker"), **options)
    else:
        pool = ThreadPoolExecutor(1) if where == "thread" else ProcessPoolExecutor(1)
        with pool as executor:
            result = om.run(leaves_a_program, two, executor=executor, **options)
    assert result.done == 2
    assert all(one.message.endswith(": sleep") for one in result.outcomes)
    assert len(processes(mark)) == 2
    assert not any(map(is_there, processes(mark)))


def test_processes_without_parents_are_found_in_workers(tmp_path, two, mark):
    result = om.run(
        leaves_a_grandchild, two, budget=2, restarts=False, folder=tmp_path / "x", workers=2
    )
    assert "sleep" in result.outcomes[0].message
    assert not any(map(is_there, processes(mark)))


def test_what_a_dead_worker_left_is_ended(tmp_path, two, mark):
    result = om.run(dies_beside_a_program, two, budget=2, folder=tmp_path / "x", workers=2)
    assert result.failed == 2
    assert len(processes(mark)) == 6
    assert vanish(mark)


def test_a_pool_that_is_kept_serves_all_runs_of_a_worker(tmp_path, two, mark):
    result = om.run(
        KeepsAPool(), two, budget=2, restarts=False, folder=tmp_path / "x", time_limit=60
    )
    assert (result.done, {one.message for one in result.outcomes}) == (2, {""})
    assert len(set(processes(mark))) == 1
    assert vanish(mark)


def test_processes_of_the_caller_are_left_alone(tmp_path, two, mark):
    with subprocess.Popen(["sleep", "1000"]) as own:
        result = om.run(leaves_a_program, two, budget=2, restarts=False, folder=tmp_path / "x")
        assert result.outcomes[0].message
        assert own.poll() is None
        own.kill()
