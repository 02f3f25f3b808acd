"""What recording costs in memory and time."""

import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import optimeter as om


def peak():
    """Peak resident memory in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.parametrize(
    "batches", [100, pytest.param(10_000, marks=pytest.mark.slow)], ids=["1e6", "1e8"]
)
@pytest.mark.parametrize("format", ["coco", "ioh"])
def test_memory_is_flat(tmp_path, format, batches):
    """10^8 evaluations take no more memory than 10^5."""
    points = np.random.default_rng(1).uniform(-5, 5, (10_000, 2))
    with om.Observer(tmp_path / "x", format=format) as observer:
        problem = om.problem("bbob", 1, 2)
        observer.observe(problem)
        for _ in range(10):
            problem(points)
        before = peak()
        for _ in range(batches - 10):
            problem(points)
        assert peak() - before < 4
    assert problem.evaluations == 10_000 * batches


@pytest.mark.slow
def test_recording_costs_at_most_a_tenth(tmp_path):
    """The benchmark fails when the geometric mean over functions and dimensions is above 1.1."""
    script = Path(__file__).parents[2] / "benchmarks/recording.py"
    done = subprocess.run(
        [sys.executable, str(script), "5000"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr
