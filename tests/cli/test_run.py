"""The commands run, merge and timing."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from optimeter.cli import main
from optimeter.experiment import experiment_status
from tests.sentences import everywhere

SMALL = ["--budget", "10", "--functions", "1-2", "--dimensions", "2,3", "--instances", "1-3"]


@pytest.mark.system
def test_run_then_again(tmp_path, capsys):
    command = ["run", "random-search", *SMALL, "-o", str(tmp_path / "x"), "-j", "2"]
    assert main(command) == 0
    out, err = capsys.readouterr()
    assert "random-search: 12 of 12 runs over" in out
    assert f"data in {tmp_path / 'x'}" in out
    assert "12 runs, 0 of them there already" in err
    assert main(command) == 0
    assert "12 of them there before" in capsys.readouterr().out


def test_wrong_calls_name_the_value(tmp_path, capsys, said):
    folder, told = ["-o", str(tmp_path / "x")], {}
    for line, value in {
        "rondom --budget 1": "'rondom'",
        "cma --budget 1 --functions 99": "99",
        "cma --budget 1 --suite bob": "'bbob'",
        "cma bbob": "--suite bbob",
        "cma de": "'de'",
        "cma --budget 1 --dimensions x": "'x'",
        "cma --budget 1 --shard 3": "'3'",
    }.items():
        assert main(["run", *line.split(), *folder]) == 2
        error = capsys.readouterr().err
        assert value in error
        told[line] = error
    for line in ("rondom --budget 1", "cma --budget 1 --suite bob", "cma de"):
        told[line] = told[line].split(";")[0]  # the rest depends on what is installed
    assert told == said


def test_several_optimizers_become_a_data_set_each(tmp_path, capsys):
    command = ["run", "sobol", "cma[sigma=0.1,0.3]", *SMALL]
    assert main([*command, "-o", str(tmp_path / "x")]) == 0
    out = capsys.readouterr().out
    folders = ["sobol", "cma-sigma-0.1", "cma-sigma-0.3"]
    assert [str(tmp_path / "x" / one / "bbob") in out for one in folders] == [True] * 3
    for shard in ("1/2", "2/2"):
        assert main([*command, "-o", str(tmp_path / "parts"), "--shard", shard]) == 0
    assert main(["merge", str(tmp_path / "parts"), "-o", str(tmp_path / "merged")]) == 0
    assert capsys.readouterr().out.count("12 of 12 runs over") == 3
    assert main([*command, "-o", str(tmp_path / "merged")]) == 0
    assert capsys.readouterr().out.count("12 of them there before") == 3


def test_failed_runs_give_an_exit_code(tmp_path, capsys, said):
    path = tmp_path / "bad.py"
    path.write_text(
        "def bad(problem, start, rng):\n    problem(start)\n    raise ValueError('oh')\n"
    )
    assert main(["run", f"{path}:bad", *SMALL, "-o", str(tmp_path / "x")]) == 3
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "ValueError: oh" in line]
    assert "12" in line
    assert "bad.py, line 3" in line
    assert line == said


def test_a_failed_folder_says_how_to_repeat(tmp_path, capsys):
    path = tmp_path / "bad.py"
    path.write_text(
        "def bad(problem, start, rng):\n    problem(start)\n    raise ValueError('\\x1b[2J\\udc80')\n"
    )
    assert main(["run", f"{path}:bad", *SMALL, "-o", str(tmp_path / "x")]) == 3
    out = capsys.readouterr().out
    assert "--retry-failed" in out
    assert r"ValueError: \u001b[2J\udc80 (bad.py, line 3)" in out
    assert main(["check", str(tmp_path / "x")]) == 1
    assert "--retry-failed" in capsys.readouterr().out


def test_a_syntax_error_is_one_line(tmp_path, capsys):
    path = tmp_path / "bad.py"
    path.write_text("def bad(:\n")
    assert main(["run", f"{path}:bad", *SMALL, "-o", str(tmp_path / "x")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_shards_and_merge(tmp_path, capsys):
    common = ["run", "sobol", *SMALL, "-o", str(tmp_path / "x")]
    for shard in ("1/2", "2/2"):
        assert main([*common, "--shard", shard]) == 0
    assert main(["merge", str(tmp_path / "x"), "-o", str(tmp_path / "all")]) == 0
    assert "sobol: 12 of 12 runs over" in capsys.readouterr().out
    assert (tmp_path / "all/bbobexp_f1.info").exists()


def test_timing(capsys, said):
    arguments = ["timing", "random-search", "--dimensions", "2,5", "--seconds", "0.02"]
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("random-search on bbob f8")
    assert lines[0] == said
    assert [line.split()[0] for line in lines[2:4]] == ["2", "5"]
    assert any(line.startswith("compiler flags: ") for line in lines[4:])
    assert main([*arguments, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["setup"]["processor"]
    rows = document["rows"]
    for row in rows:
        assert row["per_evaluation"] == pytest.approx(row["function"] + row["optimizer"])
        assert 0 < row["function"] < row["per_evaluation"] < 1e-4


@pytest.mark.system
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupt_says_how_to_resume(number, workers, tmp_path, said):
    path = tmp_path / "slow.py"
    path.write_text(
        "import time\n"
        "def slow(problem, start, rng):\n"
        "    while True:\n"
        "        problem(start)\n"
        "        time.sleep(0.05)\n"
    )
    command = [sys.executable, "-m", "optimeter", "run", f"{path}:slow", *SMALL]
    command += ["-o", str(tmp_path / "x"), "-j", workers]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 30
        while not list(tmp_path.glob("x/work/*/journal.jsonl")) and time.monotonic() < deadline:
            time.sleep(0.01)
        os.kill(process.pid, number)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert everywhere(err.splitlines()[-1], tmp_path) == said(name="interrupted")
    status = experiment_status(tmp_path / "x")
    assert status.done
    assert status.missing
    assert list((tmp_path / "x").glob("*.info"))


@pytest.mark.system
def test_an_optimizer_cannot_answer_for_the_command(tmp_path):
    """It ends its process with code 0; with one worker the command was over without a word."""
    path = tmp_path / "leaving.py"
    path.write_text(
        "import os\n"
        "def leaving(problem, start, rng):\n"
        "    problem(start)\n"
        "    if problem.instance == 2:\n"
        "        os._exit(0)\n"
        "    while True:\n"
        "        problem(rng.random(start.size))\n"
    )
    command = [sys.executable, "-m", "optimeter", "run", f"{path}:leaving", "--budget", "5"]
    command += ["--functions", "1", "--dimensions", "2", "--instances", "1-3"]
    done = subprocess.run(
        [*command, "-o", str(tmp_path / "x")], check=False, capture_output=True, text=True
    )
    assert done.returncode == 3
    assert "3 of 3 runs over" in done.stdout
    assert "worker process died 3 times" in done.stdout


@pytest.mark.system
def test_exit_codes_are_those_of_the_docs(tmp_path, capsys):
    """Runs that are missing are no success, a part of a suite that is complete is one."""
    folder = tmp_path / "parts"
    for part in ("1/3", "2/3"):
        assert main(["run", "random-search", *SMALL, "-o", str(folder), "--shard", part]) == 0
    whole = str(tmp_path / "x")
    assert main(["merge", str(folder), "-o", whole]) == 2
    assert main(["merge", str(folder), "-o", whole, "--partial"]) == 1
    assert main(["check", whole]) == 1
    assert main(["watch", whole, "--once"]) == 1
    assert main(["run", "random-search", *SMALL, "-o", whole]) == 0
    assert main(["check", whole]) == 0
    assert main(["watch", whole, "--once"]) == 0
    assert main(["check", str(tmp_path / "none")]) == 2
    assert main(["merge", str(folder), "-o", whole, "--partial"]) == 0
    capsys.readouterr()
