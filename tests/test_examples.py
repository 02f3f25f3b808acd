"""Every example is executed, in a folder of its own."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.peers import need_peer

pytestmark = pytest.mark.system

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
SAYS = {
    "plain_loop.py": "20 problems recorded in exdata/fmin",
    "managed_run.py": "scipy:Nelder-Mead: 50 of 50 runs over",
    "batched_optimizer.py": "DE: 48 of 48 runs over",
    "own_suite.py": "cma: 12 of 12 runs over",
    "repeated_trials.py": "bbob_f001_i01_d03: 5 of 5 trials reached the final target",
    "long_runs.py": "evolution: 6 of 6 runs over",
    "ioh_format.py": "shrinking_steps: 12 of 12 runs over",
    "gpu_restarts.py": "ES x restarts: 12 of 12 runs over",
    "dask_cluster.py": "scipy:Powell: 50 of 50 runs over",
}


def run(command, folder, **environment):
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.mark.parametrize("name", SAYS)
def test_example(name, tmp_path):
    if name == "dask_cluster.py":
        need_peer("distributed")
    if name == "gpu_restarts.py":
        need_peer("torch")
    done = run([sys.executable, "-W", "error", EXAMPLES / name], tmp_path)
    assert SAYS[name] in done.stdout
    assert "failed" not in done.stdout
    assert "Traceback" not in done.stderr
    assert list((tmp_path / "exdata").iterdir())


def test_every_script_is_tested():
    scripts = {path.name for path in EXAMPLES.glob("*.py")}
    assert scripts - set(SAYS) <= {"demo.py"}  # `make demo`


def test_the_page_on_clusters_explains_every_part_of_the_script():
    script = (EXAMPLES / "slurm_array.sh").read_text(encoding="utf-8")
    page = (EXAMPLES.parent / "docs" / "clusters.md").read_text(encoding="utf-8")
    assert script in page
    explained = page.partition(script)[2]
    functions = re.findall(r"^(\w+)\(\) \{", script, re.MULTILINE)
    options = re.findall(r"^#SBATCH (--(?:array|signal|requeue|open-mode))", script, re.MULTILINE)
    assert len(functions) == 5
    assert [part for part in functions if f"`{part}`" not in explained] == []
    assert [part for part in options if part not in explained] == []


SMALL = {
    "PARTS": "3",
    "FOLDER": "exdata/x",
    "DIMENSIONS": "2,3",
    "FUNCTIONS": "1-2",
    "BUDGET": "20",
}


def small_array(tmp_path, *arguments, **environment):
    command = ["sh", EXAMPLES / "slurm_array.sh", *arguments]
    return run(command, tmp_path, **{**SMALL, **environment})


def test_job_array_without_slurm(tmp_path):
    done = small_array(tmp_path)
    assert "scipy:Nelder-Mead: 60 of 60 runs over" in done.stdout
    assert (tmp_path / "exdata/x/bbobexp_f1.info").exists()


@pytest.fixture
def slurm(tmp_path):
    """The scheduler, played by scripts that note how they were called."""
    fake = tmp_path / "bin"
    fake.mkdir()
    for name in ("sbatch", "scontrol"):
        (fake / name).write_text(f'#!/bin/sh\necho {name} "$@" >> {tmp_path}/calls\necho 77\n')
        (fake / name).chmod(0o755)
    path = os.pathsep.join([str(fake), str(Path(sys.executable).parent), os.environ["PATH"]])
    return {"PATH": path, "SLURM_ARRAY_JOB_ID": "77"}


def test_job_array_with_slurm(tmp_path, slurm):
    """The number of parts does not follow the array; what is on scratch comes back; one merge."""
    small_array(tmp_path, "submit", "2,3", PATH=slurm["PATH"])
    array, merge = (tmp_path / "calls").read_text().splitlines()
    assert "--array=2,3" in array
    assert "--dependency=afterok:77" in merge
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    for task in ("1", "2", "3"):
        where = {"SCRATCH": str(scratch)} if task == "2" else {}
        small_array(
            tmp_path, SLURM_ARRAY_TASK_ID=task, SLURM_ARRAY_TASK_COUNT="2", **slurm, **where
        )
    shards = sorted(path.name for path in (tmp_path / "exdata/x-parts").iterdir())
    assert shards == ["shard-1-of-3", "shard-2-of-3", "shard-3-of-3"]
    assert not list(scratch.iterdir())
    small_array(tmp_path, "merge")
    assert (tmp_path / "exdata/x/bbobexp_f2.info").exists()


def array_job(tmp_path, slurm, task, optimeter):
    """Begin a job of the array in which optimeter is this script."""
    (tmp_path / "bin/optimeter").write_text(f"#!/bin/sh\n{optimeter}\n")
    (tmp_path / "bin/optimeter").chmod(0o755)
    environment = {**os.environ, **SMALL, **slurm, "SLURM_ARRAY_TASK_ID": task}
    return subprocess.Popen(
        ["sh", EXAMPLES / "slurm_array.sh"], cwd=tmp_path, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.parametrize("finished", ["", "work/a/journal.jsonl", "checkpoints/a"])
def test_job_array_at_the_end_of_its_time(tmp_path, slurm, finished):
    """The signal reaches the program; a job goes on later unless that would be for ever."""
    shard = tmp_path / "exdata/x-parts/shard-1-of-3"
    (shard / "work/a").mkdir(parents=True)
    (shard / "checkpoints").mkdir()
    stop = f"echo more >> {shard}/{finished}; " * bool(finished) + "exit 130"
    job = array_job(
        tmp_path,
        slurm,
        "1",
        f"trap '{stop}' TERM\ntouch {tmp_path}/ready\nsleep 30 >/dev/null 2>&1 & wait",
    )
    while not (tmp_path / "ready").exists():
        assert job.poll() is None
        time.sleep(0.02)
    job.terminate()
    _, error = job.communicate(timeout=25)
    if finished:
        assert job.returncode == 0, error
        assert (tmp_path / "calls").read_text() == "scontrol requeue 77_1\n"
    else:
        assert job.returncode == 130
        assert "not a single run ended" in error
        assert not (tmp_path / "calls").exists()


@pytest.mark.parametrize(("task", "ends", "code"), [("1", 3, 0), ("1", 2, 2), ("4", 0, 2)])
def test_exit_codes_of_the_job_array(tmp_path, slurm, task, ends, code):
    """Failed runs that are recorded do not keep the merge from being made."""
    job = array_job(tmp_path, slurm, task, f"exit {ends}")
    _, error = job.communicate(timeout=25)
    assert job.returncode == code, error
    assert ("there is no part 4 of PARTS=3" in error) == (task == "4")
