"""Observers: folders, beginnings and ends of recordings, several problems at once."""

import gc
import json
import os
import random
import subprocess
import sys
import threading

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import FileError, InvalidTypeError, InvalidValueError, UnknownNameError
from optimeter.record import PROVENANCE_FILE, recover
from optimeter.record.files import UNDER_WAY_FILE

FORMATS = ["coco", "ioh"]


def problems():
    return list(om.Suite("bbob", dimensions=[2, 3], functions=[1, 2], instances=[1, 2, 3]))


def points(problem, n=60):
    return np.random.default_rng(problem.function).uniform(-5, 5, (n, problem.dimension))


@pytest.fixture
def sequential(tmp_path, files):
    """The files of runs that are made one after the other in suite order."""

    def record(format, n=60):
        with om.Observer(tmp_path / "sequential", algorithm="a", format=format) as observer:
            for problem in problems():
                observer.observe(problem)
                for point in points(problem, n):
                    problem(point)
        return files(observer.folder)

    return record


def test_folder_gets_a_number_when_it_exists(tmp_path):
    names = [om.Observer(tmp_path / "deep" / "name").folder.name for _ in range(3)]
    assert names == ["name", "name-0001", "name-0002"]
    names = [om.Observer(tmp_path / "ioh", format="ioh").folder.name for _ in range(3)]
    assert names == ["ioh", "ioh-1", "ioh-2"]


def test_change_of_the_working_folder(tmp_path, files, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    with om.Observer("deep/name") as observer:
        for problem in problems():
            observer.observe(problem)
            problem([0] * problem.dimension)
            monkeypatch.chdir(tmp_path / "elsewhere")
    assert observer.folder.as_posix() == "deep/name"
    assert len(files(tmp_path / "deep/name")) == 2 + 2 * 2 * 4
    assert not list((tmp_path / "elsewhere").iterdir())


def test_algorithm_is_the_folder_by_default(tmp_path):
    assert om.Observer(tmp_path / "mine").algorithm == "mine"
    assert om.Observer(tmp_path / "mine").algorithm == "mine"


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("order", ["forward", "backward", "shuffled"])
def test_interleaved_runs_come_out_in_suite_order(tmp_path, files, sequential, format, order):
    observed = problems()
    if order == "backward":
        observed.reverse()
    elif order == "shuffled":
        random.Random(1).shuffle(observed)
    with om.Observer(tmp_path / "x", algorithm="a", format=format) as observer:
        for problem in observed:
            observer.observe(problem)
        for k in range(60):
            for problem in observed:
                problem(points(problem)[k])
    assert files(observer.folder) == sequential(format)
    assert not (observer.folder / ".runs").exists()


@pytest.mark.parametrize("format", FORMATS)
def test_threads(tmp_path, files, sequential, format):
    """Threads that observe and evaluate in any order leave the files of suite order."""
    todo = problems()
    random.Random(2).shuffle(todo)
    barrier = threading.Barrier(4)
    first = iter(range(4))
    lock = threading.Lock()

    with om.Observer(tmp_path / "x", algorithm="a", format=format) as observer:
        keep = []

        def work():
            while True:
                with lock:
                    if not todo:
                        return
                    problem = todo.pop()
                    keep.append(problem)  # so that all are under way until the end
                observer.observe(problem)
                if next(first, None) is not None:
                    barrier.wait()
                for point in points(problem, 2000):
                    problem(point)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert files(observer.folder) == sequential(format, 2000)


@pytest.mark.parametrize("format", FORMATS)
def test_kept_problems_in_a_plain_loop(tmp_path, files, sequential, format):
    """Problems that are still referenced do not change anything."""
    kept = problems()
    with om.Observer(tmp_path / "x", algorithm="a", format=format) as observer:
        for problem in kept:
            observer.observe(problem)
            for point in points(problem):
                problem(point)
    assert files(observer.folder) == sequential(format)


@pytest.mark.parametrize("format", FORMATS)
def test_a_run_is_written_as_finished_when_the_next_begins(tmp_path, files, format):
    kept = problems()
    observer = om.Observer(tmp_path / "x", algorithm="a", format=format)
    for problem in kept[:3]:
        observer.observe(problem)
        problem(points(problem))
    content = files(observer.folder)
    if format == "coco":
        last_line = content["bbobexp_f1.info"].splitlines()[-1]
        assert last_line.count(":60|") == 2
    else:
        assert len(json.loads(content["IOHprofiler_f1_Sphere.json"])["scenarios"][0]["runs"]) == 2
    observer.close()


def test_two_of_many_go_on(tmp_path, files):
    """Runs that go on after others began are complete, and those between them stay as they are."""
    one, two, three = problems()[:3]
    with om.Observer(tmp_path / "x", algorithm="a") as observer:
        for problem in (one, two, three):
            observer.observe(problem)
            problem(points(problem)[:30])
        del two
        gc.collect()
        one(points(one)[30:])
        three(points(three)[30:])
    index = files(observer.folder)["bbobexp_f1.info"].splitlines()[-1]
    assert [run.split("|")[0] for run in index.split(", ")[1:]] == ["1:60", "2:30", "3:60"]


@pytest.mark.parametrize("format", FORMATS)
def test_one_of_many_goes_on(tmp_path, files, sequential, format):
    """Runs that were over when another one went on are written as they ended."""
    observed = problems()
    with om.Observer(tmp_path / "x", algorithm="a", format=format) as observer:
        for problem in observed:
            observer.observe(problem)
            problem(points(problem)[: 30 if problem is observed[4] else 60])
        observed[4](points(observed[4])[30:])
    assert files(observer.folder) == sequential(format)


def test_observing_anew_starts_a_new_run(tmp_path, files):
    problem = om.problem("bbob", 1, 2)
    with om.Observer(tmp_path / "x", algorithm="a") as observer:
        observer.observe(problem)
        problem([0, 0])
        observer.observe(problem)
        problem([0, 0])
    # The problem goes on counting; COCO's files show its own number of evaluations.
    assert "1:1|1.4e+00, 1:2|1.4e+00" in files(observer.folder)["bbobexp_f1.info"]


def test_exception_ends_the_recording_cleanly(tmp_path, files):
    problem = om.problem("bbob", 1, 2)
    observer = om.Observer(tmp_path / "x", algorithm="a")

    def loop():
        with observer:
            observer.observe(problem)
            problem(points(problem))
            problem([0, 0, 0])

    with pytest.raises(InvalidValueError, match=r"\(3,\)"):
        loop()
    assert "1:60|" in files(observer.folder)["bbobexp_f1.info"]
    assert not problem.observed
    problem([0, 0])
    with pytest.raises(InvalidValueError, match="closed"):
        observer.observe(problem)


def run_script(script, tmp_path):
    return subprocess.run(
        [sys.executable, "-c", "import numpy as np, optimeter as om\n" + script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.system
@pytest.mark.parametrize("end", ["", "raise SystemExit(3)", "raise ValueError", "del observer"])
def test_interpreter_exit_ends_the_recording(tmp_path, files, end):
    script = f"""
observer = om.Observer("x", algorithm="a")
problem = om.problem("bbob", 1, 2)
observer.observe(problem)
problem(np.random.default_rng(1).uniform(-5, 5, (60, 2)))
{end}
"""
    run_script(script, tmp_path)
    assert "1:60|" in files(tmp_path / "x")["bbobexp_f1.info"]


@pytest.mark.system
@pytest.mark.parametrize("format", FORMATS)
def test_kill_loses_only_the_run_in_progress(tmp_path, files, format):
    script = f"""
import os, signal, time
observer = om.Observer("x", algorithm="a", format={format!r})
kept = list(om.Suite("bbob", dimensions=2, functions=[1, 2], instances=[1, 2, 3]))
for number, problem in enumerate(kept):
    observer.observe(problem)
    for k, point in enumerate(np.random.default_rng(1).uniform(-5, 5, (300, 2))):
        problem(point)
        if number == 4 and k == 150:
            time.sleep(1.1)  # longer than lines wait to be written
        if number == 4 and k == 250:
            os.kill(os.getpid(), signal.SIGKILL)
"""
    assert run_script(script, tmp_path).returncode == -9
    content = files(tmp_path / "x")
    if format == "coco":
        assert content["bbobexp_f1.info"].count(":300|") == 3
        last = content["bbobexp_f2.info"].splitlines()[-1]
        assert ", 1:300|" in last
        assert last.endswith(", 2")
        tdat = content["data_f2/bbobexp_f2_DIM2.tdat"]
        assert tdat.endswith("\n")
        assert int(tdat.splitlines()[-1].split()[0]) > 150
    else:
        first = json.loads(content["IOHprofiler_f1_Sphere.json"])["scenarios"][0]["runs"]
        second = json.loads(content["IOHprofiler_f2_Ellipsoid.json"])["scenarios"][0]["runs"]
        assert [run["instance"] for run in first + second] == [1, 2, 3, 1]


@pytest.mark.system
@pytest.mark.parametrize("format", FORMATS)
def test_runs_that_were_apart_are_recovered_after_a_kill(
    tmp_path, files, sequential, format, said, refused
):
    script = f"""
import os, signal
observer = om.Observer("x", algorithm="a", format={format!r})
kept = list(om.Suite("bbob", dimensions=[2, 3], functions=[1, 2], instances=[1, 2, 3]))
last = om.problem("bbob", 24, 2)
for problem in [last, *kept]:
    observer.observe(problem)
    problem(np.random.default_rng(problem.function).uniform(-5, 5, (30, problem.dimension)))
for problem in [last, *kept]:
    points = np.random.default_rng(problem.function).uniform(-5, 5, (60, problem.dimension))
    problem(points[30:])
del kept, problem
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert run_script(script, tmp_path).returncode == -9
    shown = [name for name in files(tmp_path / "x") if not name.startswith(".runs")]
    assert shown == [UNDER_WAY_FILE]
    recovered = recover(tmp_path / "x")
    assert recovered == tmp_path / "x-recovered"
    assert files(recovered) == sequential(format)
    with refused(FileError):
        recover(tmp_path / "x")
    assert recover(recovered) is None
    assert refused.messages == said


@pytest.mark.system
def test_forked_process_leaves_the_files_alone(tmp_path, files):
    script = """
import os, sys
observer = om.Observer("x", algorithm="a")
problem = om.problem("bbob", 1, 2)
observer.observe(problem)
problem(np.zeros((10, 2)))
child = os.fork()
if child == 0:
    other = om.problem("bbob", 1, 2, 2)
    observer.observe(other)
    try:
        other([0, 0])
    except om.OptimeterError as error:
        print(error)
    sys.exit(0)
os.waitpid(child, 0)
"""
    result = run_script(script, tmp_path)
    assert "belongs to process" in result.stdout
    assert files(tmp_path / "x")["bbobexp_f1.info"].endswith(", 1:10|1.4e+00")


def test_unwritable_folder(tmp_path, said, refused):
    (tmp_path / "file").write_text("")
    with refused(FileError, "file"):
        om.Observer(tmp_path / "file" / "x")
    assert refused.messages == said


def limited_disk():
    """A file-size limit stands in for a full disk; it needs no rights."""
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


@pytest.mark.system
def test_full_disk_is_a_clear_error_and_leaves_finished_runs_intact(tmp_path, files):
    script = """
suite = list(om.Suite("bbob", dimensions=2, functions=[1], instances=range(1, 40)))
observer = om.Observer("x", algorithm="a")
try:
    for problem in suite:
        observer.observe(problem)
        for point in np.random.default_rng(1).uniform(-5, 5, (300, 2)):
            problem(point)
except OSError as error:
    print(type(error).__name__, error)
print("value", problem([0, 0]))
try:
    observer.close()
except om.OptimeterError as error:
    print("close:", error)
"""
    result = subprocess.run(
        [sys.executable, "-c", "import numpy as np, optimeter as om\n" + script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limited_disk,
        timeout=60,
    )
    assert "FileError cannot write" in result.stdout, result.stderr
    assert "x/data_f1/bbobexp_f1_DIM2" in result.stdout
    assert "File too large" in result.stdout
    assert "value 80.88" not in result.stderr
    assert "close: cannot write" in result.stdout
    content = files(tmp_path / "x")
    runs = content["bbobexp_f1.info"].splitlines()[-1].split(", ")[1:]
    assert runs
    assert all(":300|" in run for run in runs)
    for extension in ("dat", "tdat", "rdat", "mdat"):
        blocks = content[f"data_f1/bbobexp_f1_DIM2.{extension}"].count("%")
        assert blocks == len(runs)


def test_provenance_is_the_only_file_with_time_and_machine(tmp_path, files):
    folders = []
    for name in ("one", "two"):
        with om.Observer(tmp_path / name, algorithm="a", info="words") as observer:
            problem = om.problem("bbob", 1, 2)
            observer.observe(problem)
            problem([0, 0])
            assert problem.final_target is not None  # as telling as `reveal`
        folders.append(observer.folder)
    assert files(folders[0]) == files(folders[1])
    facts = json.loads((folders[0] / PROVENANCE_FILE).read_text())
    assert facts["runs"] == 1
    assert facts["revealed"] == ["bbob_f001_i01_d02"]
    assert facts["started"] <= facts["finished"]
    assert facts["options"]["info"] == "words"
    assert facts["machine"]["process"] == os.getpid()


def test_problem_without_evaluations_leaves_nothing(tmp_path, files):
    with om.Observer(tmp_path / "x", algorithm="a") as observer:
        problem = om.problem("bbob", 1, 2)
        observer.observe(problem)
        problem.recommend([0, 0])
        problem.signal_restart()
    assert files(observer.folder) == {}


def test_wrong_options(tmp_path, said, refused):
    for options, error, *values in [
        ({"format": "csv"}, UnknownNameError, "format", "'csv'"),
        ({"number_target_trigers": 3}, UnknownNameError, "'number_target_triggers'"),
        ({"positions": True}, UnknownNameError, "'positions'", "'coco'"),
        ({"number_target_triggers": -1}, InvalidValueError, "0", "-1"),
        ({"number_target_triggers": 1.5}, InvalidTypeError, "1.5"),
        ({"log_target_precision": 0}, InvalidValueError, "0"),
        ({"lin_target_precision": "x"}, InvalidTypeError, "'x'"),
        ({"number_evaluation_triggers": 3}, InvalidValueError, "4", "3"),
        ({"base_evaluation_triggers": [0]}, InvalidValueError, "1", "0"),
        ({"precision_x": 33}, InvalidValueError, "1", "32", "33"),
        ({"log_nondominated": "some"}, InvalidValueError, "'none'", "'read'", "'some'"),
        ({"prefix": "a/b"}, InvalidValueError, "'a/b'"),
        ({"info": 3}, InvalidTypeError, "info", "3"),
        ({"format": "ioh", "triggers": "always"}, InvalidTypeError),
        ({"format": "ioh", "triggers": []}, InvalidValueError),
        ({"format": "ioh", "attributes": ["a b"]}, InvalidValueError, "'a b'"),
        ({"format": "ioh", "attributes": ["raw_y"]}, InvalidValueError),
        ({"format": "ioh", "attributes": "sigma"}, InvalidTypeError, "'sigma'"),
    ]:
        with refused(error, *values):
            om.Observer(tmp_path / "x", **options)
        assert not (tmp_path / "x").exists()
    assert refused.messages == said


def test_wrong_uses(tmp_path, said, refused):
    with refused(InvalidValueError):
        om.Observer()
    observer = om.Observer(tmp_path / "x", format="ioh", attributes=["sigma"])
    with refused(InvalidTypeError, "3"):
        observer.observe(3)
    problem = om.problem("bbob", 1, 2)
    problem.set_attribute("anything", 1.0)  # not observed: no effect
    observer.observe(problem)
    with refused(InvalidValueError, "beta", '"sigma"'):
        problem.set_attribute("beta", 1.0)
    assert refused.messages == said


def test_quotes_and_line_ends_in_names(tmp_path, files):
    with om.Observer(tmp_path / "x", algorithm="it's\nme", info="two\nlines") as observer:
        problem = om.problem("bbob", 1, 2)
        observer.observe(problem)
        problem([0, 0])
    lines = files(observer.folder)["bbobexp_f1.info"].splitlines()
    assert len(lines) == 3
    assert "algId = 'it%27s%0Ame'" in lines[0]
    assert om.load(observer.folder).algorithms == ("it's\nme",)
    assert lines[1] == "% two lines"
