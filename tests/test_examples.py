"""Every example is executed, in a folder of its own."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
NEEDS = {"dask_cluster.py": "distributed", "gpu_restarts.py": "torch"}
SAYS = {
    "plain_loop.py": "20 problems recorded in exdata/fmin",
    "managed_run.py": "scipy:Nelder-Mead: 50 of 50 runs over",
    "batched_optimizer.py": "DE: 48 of 48 runs over",
    "own_suite.py": "cma: 12 of 12 runs over",
    "repeated_trials.py": "bbob_f001_i01_d03: 5 of 5 trials reached the final target",
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
    package = NEEDS.get(name)
    if package and importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    done = run([sys.executable, "-W", "error", EXAMPLES / name], tmp_path)
    assert SAYS[name] in done.stdout
    assert "failed" not in done.stdout
    assert "Traceback" not in done.stderr
    assert list((tmp_path / "exdata").iterdir())


def test_every_script_is_tested():
    scripts = {path.name for path in EXAMPLES.glob("*.py")}
    assert scripts - set(SAYS) <= {"demo.py"}  # `make demo`


def small_array(tmp_path, **environment):
    small = {"FOLDER": "exdata/x", "DIMENSIONS": "2,3", "FUNCTIONS": "1-2", "BUDGET": "20"}
    return run(["sh", EXAMPLES / "slurm_array.sh"], tmp_path, **small, **environment)


def test_job_array_without_slurm(tmp_path):
    done = small_array(tmp_path)
    assert "scipy:Nelder-Mead: 60 of 60 runs over" in done.stdout
    assert (tmp_path / "exdata/x/bbobexp_f1.info").exists()


def test_job_array_with_slurm(tmp_path):
    """The scheduler is played by a script that notes how it was called."""
    fake = tmp_path / "bin"
    fake.mkdir()
    (fake / "sbatch").write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/submitted\n')
    (fake / "sbatch").chmod(0o755)
    path = os.pathsep.join([str(fake), str(Path(sys.executable).parent), os.environ["PATH"]])
    for task in ("1", "2"):
        small_array(
            tmp_path,
            PATH=path,
            SLURM_ARRAY_TASK_ID=task,
            SLURM_ARRAY_TASK_COUNT="2",
            SLURM_ARRAY_JOB_ID="77",
        )
    submitted = (tmp_path / "submitted").read_text()
    assert "--dependency=afterok:77" in submitted
    wrapped = submitted.split("--wrap=")[1]
    run(["sh", "-c", wrapped], tmp_path)
    assert (tmp_path / "exdata/x/bbobexp_f2.info").exists()
