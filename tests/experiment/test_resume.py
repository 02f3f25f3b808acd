"""Pulling the plug costs the run in progress, and nothing else."""

import errno
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from tests.experiment import strange

import optimeter as om
from optimeter.exceptions import DifferentExperimentError, FileError, FolderInUseError
from optimeter.experiment import experiment_status

SUITE = om.Suite("bbob", functions=[1, 8, 20], dimensions=[2, 5], instances=[1, 2, 3])


def steady(problem, start, rng):
    """Take a few milliseconds for a run."""
    if problem.evaluations == 0:
        time.sleep(0.004)
    return strange.walk(problem, start, rng)


def experiment(folder, workers=1):
    return om.run(steady, SUITE, budget=60, folder=folder, workers=workers, progress=False)


def killed_after(seconds, folder, workers):
    """Run the experiment in a process of its own and kill that after a while."""
    process = os.fork()
    if process == 0:
        try:
            experiment(folder, workers)
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    return os.WIFSIGNALED(status)


def killed_with_journal(folder):
    """Kill the experiment as soon as a run is noted in its journal; return the journal."""
    process = os.fork()
    if process == 0:
        try:
            experiment(folder)
        finally:
            os._exit(0)
    while not any(path.stat().st_size for path in folder.glob("work/*/journal.jsonl")):
        time.sleep(0.001)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return list(folder.glob("work/*/journal.jsonl"))


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("uninterrupted") / "x"
    begin = time.monotonic()
    experiment(folder)
    return folder, time.monotonic() - begin


def check_kills(count, tmp_path, uninterrupted, contents, seed):
    whole, duration = uninterrupted
    expected = contents(whole)
    moments = random.Random(seed)
    interrupted = 0
    for number in range(count):
        folder = tmp_path / f"x{number}"
        workers = 1 + number % 2
        interrupted += killed_after(moments.uniform(0.0, duration), folder, workers)
        if number % 3 == 0:  # and once more, while it resumes
            killed_after(moments.uniform(0.0, duration / 2), folder, workers)
        result = experiment(folder, workers)
        assert result.complete
        assert contents(folder) == expected
        shutil.rmtree(folder)
    assert interrupted  # how many depends on the load of the machine


@pytest.mark.system
def test_killed_and_resumed(tmp_path, uninterrupted, contents):
    check_kills(6, tmp_path, uninterrupted, contents, seed=1)


@pytest.mark.slow
def test_killed_at_fifty_moments_and_resumed(tmp_path, uninterrupted, contents):
    check_kills(50, tmp_path, uninterrupted, contents, seed=2)


@pytest.mark.system
@pytest.mark.parametrize("function", ["replace", "rename", "unlink", "rmdir", "fsync", "mkdir"])
def test_killed_at_any_change_of_the_folder(function, tmp_path, uninterrupted, contents):
    """Die right before the n-th operation of a kind, for all n: also while finishing."""
    expected = contents(uninterrupted[0])
    for number in (0, 1, 2, 5, 17):
        folder = tmp_path / f"{number}"
        process = os.fork()
        if process == 0:
            _die_at(function, number)
            try:
                experiment(folder)
            finally:
                os._exit(0)
        os.waitpid(process, 0)
        experiment(folder)
        assert contents(folder) == expected


def _die_at(function, number):
    original = getattr(os, function)
    calls = 0

    def wrapper(*args, **kwargs):
        nonlocal calls
        calls += 1
        if calls > number:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*args, **kwargs)

    setattr(os, function, wrapper)


CALLS = ("replace", "rename", "unlink", "rmdir", "fsync", "mkdir", "open", "write", "ftruncate")


@pytest.mark.parametrize("function", CALLS)
def test_every_call_fails_once(function, tmp_path, contents, monkeypatch):
    """The n-th call of a kind fails, for all n; those of the engine: core/tests/test_faults.cpp."""
    suite = om.Suite("bbob-biobj", functions=[1, 2], dimensions=2, instances=1)
    options = {"budget": 20, "progress": False}
    om.run(strange.walk, suite, folder=tmp_path / "whole", **options)
    expected = contents(tmp_path / "whole")
    original = getattr(os, function)
    for number in range(100):
        calls = 0

        def wrapper(*args, number=number, **kwargs):
            nonlocal calls
            calls += 1
            if calls == number + 1:
                raise OSError(errno.ENOSPC, "No space left on device")
            return original(*args, **kwargs)

        folder = tmp_path / str(number)
        with monkeypatch.context() as patch:
            patch.setattr(os, function, wrapper)
            with suppress(FileError):
                om.run(strange.walk, suite, folder=folder, **options)
        om.run(strange.walk, suite, folder=folder, **options)
        assert contents(folder) == expected
        if calls <= number:
            return
    pytest.fail("it never ended")


@pytest.mark.system
def test_workers_do_not_outlive_their_parent(tmp_path):
    killed_after(0.15, tmp_path / "x", workers=2)
    deadline = time.monotonic() + 10
    while _processes_in(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert _processes_in(tmp_path) == []


def _processes_in(folder):
    """Processes with an open file below the folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            target = path.readlink()
        except OSError:
            continue
        if str(target).startswith(str(folder)):
            found.append(path.parts[2])
    return found


def cut_off(pack):
    pack.write_bytes(pack.read_bytes()[:-7])


def spoilt(pack):
    content = bytearray(pack.read_bytes())
    content[len(content) // 3] ^= 1
    pack.write_bytes(content)


@pytest.mark.system
@pytest.mark.parametrize("damage", [cut_off, spoilt, Path.unlink])
def test_damaged_units_are_made_again(damage, tmp_path, uninterrupted, contents):
    folder = tmp_path / "x"
    (journal,) = killed_with_journal(folder)
    damage(min(journal.parent.glob("*.units")))
    with journal.open("a") as file:
        file.write('{"run": 17, "problem": "bbo')
    experiment(folder)
    assert contents(folder) == contents(uninterrupted[0])


def test_status_lists_done_failed_and_missing(tmp_path, said, refused):
    def optimizer(problem, start, rng):
        if problem.instance == 2:
            strange.raises(problem, start, rng)
        if problem.id == "bbob_f020_i03_d05":
            raise KeyboardInterrupt
        strange.walk(problem, start, rng)

    with pytest.raises(KeyboardInterrupt):
        om.run(optimizer, SUITE, budget=20, folder=tmp_path / "x")
    status = experiment_status(tmp_path / "x")
    assert (len(status.done), len(status.failed), len(status.missing)) == (11, 6, 1)
    assert status.runs == 18
    assert status.missing[0].problem == "bbob_f020_i03_d05"
    assert status.failed[0].message.startswith("raised ValueError")
    assert not status.finished
    assert status.holder == ""
    with refused(FileError):
        experiment_status(tmp_path)
    assert refused.messages == said


def test_a_different_experiment_is_refused(tmp_path, said, refused):
    folder = tmp_path / "x"
    good = {"budget": 10, "folder": folder, "seed": 1}
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    om.run(strange.walk, suite, **good)
    for change, *values in [
        ({"seed": 2}, "seed", "1", "2"),
        ({"budget": 5}, "budget", "10.0", "5.0"),
        ({"restarts": False}, "restarts", "True", "False"),
        ({"algorithm": "other"}, "algorithm", "'walk'", "'other'"),
        ({"format": "ioh"}, "format", "'coco'", "'ioh'"),
        ({"time_limit": 3}, "time_limit", "None", "3.0"),
    ]:
        with refused(DifferentExperimentError, *values):
            om.run(strange.walk, suite, **{**good, **change})
    with refused(DifferentExperimentError, "instances", "'1,2'"):
        om.run(strange.walk, om.Suite("bbob", functions=1, dimensions=2, instances=[1]), **good)
    with pytest.raises(DifferentExperimentError, match="source"):
        om.run(strange.raises, suite, **good, algorithm="walk")
    assert om.run(strange.walk, suite, **good).resumed == 2
    assert refused.messages == said


def test_a_folder_with_other_files_is_refused(tmp_path, said, refused):
    (tmp_path / "thesis.tex").write_text("")
    with refused(DifferentExperimentError, "'thesis.tex'"):
        experiment(tmp_path)
    assert refused.messages == said


@pytest.mark.system
def test_two_processes_on_one_folder(tmp_path):
    """One works, the other says who holds the folder; when the first is dead, the second may."""
    script = (
        "import optimeter as om, time\n"
        "def slow(problem, start, rng):\n"
        "    print('begun', flush=True)\n"
        "    time.sleep(60)\n"
        "suite = om.Suite('bbob', functions=1, dimensions=2, instances=[1])\n"
        f"om.run(slow, suite, budget=10, folder={str(tmp_path / 'x')!r})\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "begun\n"
        with pytest.raises(FolderInUseError, match=str(process.pid)):
            om.run(strange.walk, SUITE, budget=10, folder=tmp_path / "x")
        assert str(process.pid) in experiment_status(tmp_path / "x").holder
        process.kill()
        process.wait()
    assert experiment_status(tmp_path / "x").holder == ""
    with pytest.raises(DifferentExperimentError):
        om.run(strange.walk, SUITE, budget=10, folder=tmp_path / "x")


@pytest.mark.system
def test_many_processes_at_once_are_not_two(tmp_path, contents, uninterrupted):
    """All start at the same moment; in the end the experiment is complete and whole."""
    processes = []
    for _ in range(6):
        process = os.fork()
        if process == 0:
            code = 1
            try:
                while True:
                    try:
                        experiment(tmp_path / "x")
                        code = 0
                        break
                    except FolderInUseError:
                        time.sleep(0.01)
            finally:
                os._exit(code)
        processes.append(process)
    assert [os.waitpid(process, 0)[1] for process in processes] == [0] * 6
    assert contents(tmp_path / "x") == contents(uninterrupted[0])


@pytest.fixture
def small_disk(tmp_path):
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("may not mount a file system here")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


@pytest.mark.system
def test_disk_full_at_any_point(small_disk, contents, uninterrupted):
    """Also while the data are put together or the folder is finished."""
    expected = contents(uninterrupted[0])
    full = 0
    for kilobytes in range(80, 400, 40):
        subprocess.run(["mount", "-o", f"remount,size={kilobytes}k", small_disk], check=True)
        problems = []
        try:
            experiment(small_disk / "x")
        except FileError as error:
            problems = [str(error), *error.__notes__]
        if problems:
            full += 1
            assert "No space left on device" in problems[0]
            assert len(problems) > 1  # what is kept, and how to go on
            subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
            experiment(small_disk / "x")
        assert contents(small_disk / "x") == expected
        shutil.rmtree(small_disk / "x")
    assert full >= 3


@pytest.mark.system
@pytest.mark.parametrize("workers", [1, 2])
def test_full_disk(workers, small_disk, contents, uninterrupted):
    folder = small_disk / "x"
    with pytest.raises(FileError, match="No space left on device") as caught:
        experiment(folder, workers)
    assert caught.value.__notes__
    status = experiment_status(folder)
    assert 0 < len(status.done) < 18
    subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
    result = experiment(folder, workers)
    assert result.resumed == len(status.done)
    assert contents(folder) == contents(uninterrupted[0])


def test_where_there_are_no_locks_the_file_is_named(tmp_path, suite, monkeypatch, said, refused):
    """Nothing is known of a process on another machine."""

    def no_locks(handle, *, wait):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("optimeter.experiment.lock.lock", no_locks)
    file = tmp_path / "x/experiment.lock"
    file.parent.mkdir()
    file.write_text('{"host": "elsewhere", "pid": 7, "since": "then", "command": "optimeter run"}')
    with refused(om.exceptions.FolderInUseError, file):
        om.run(strange.walk, suite, budget=50, folder=tmp_path / "x")
    file.unlink()
    assert om.run(strange.walk, suite, budget=50, folder=tmp_path / "x").complete
    assert refused.messages == said


@pytest.mark.system
def test_what_an_optimizer_forked_does_not_hold_the_folder(tmp_path, monkeypatch):
    """The experiment is dead, a helper that it forked lives on and has inherited the lock."""
    monkeypatch.setattr("optimeter.experiment.lock._PATIENCE", 0.2)
    helper_file = tmp_path / "helper"

    def forking(problem, start, rng):
        if not helper_file.exists():
            helper = os.fork()
            if helper == 0:
                time.sleep(60)
                os._exit(0)
            helper_file.write_text(str(helper))
            os.kill(os.getpid(), signal.SIGKILL)
        strange.walk(problem, start, rng)

    def go():
        return om.run(forking, SUITE[:2], budget=10, folder=tmp_path / "x", progress=False)

    process = os.fork()
    if process == 0:
        go()
        os._exit(0)
    os.waitpid(process, 0)
    try:
        assert go().complete
    finally:
        os.kill(int(helper_file.read_text()), signal.SIGKILL)
