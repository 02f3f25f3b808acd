"""The benchmark of growth: its exponents, and that it measures what it is asked for."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "growth.py"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what is written")


@pytest.fixture(scope="module")
def growth():
    spec = importlib.util.spec_from_file_location("growth", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["growth"] = module  # its dataclasses look for it
    spec.loader.exec_module(module)
    return module


@LINUX
@pytest.mark.parametrize("exponent", [0.5, 1.0, 2.0])
def test_the_exponent_lies_in_its_interval(growth, exponent):
    sizes = np.repeat([500, 2700, 15000], 3)
    noise = np.exp(np.random.Generator(np.random.PCG64(1)).normal(0, 0.05, sizes.size))
    found, low, high = growth.slope(sizes, 1e-5 * sizes**exponent * noise)
    assert low < exponent < high
    assert low < found < high
    assert (low > growth.LIMIT) == (exponent > 1.5)


@LINUX
def test_what_does_not_grow_has_exponent_0(growth):
    assert growth.slope([1, 2, 4], [1.5, 1.5, 1.5]) == (0, 0, 0)


@LINUX
@pytest.mark.slow
def test_a_verb_is_measured():
    command = [sys.executable, SCRIPT, "observe", "--runs", "100", "--factor", "4"]
    command += ["--sizes", "2", "--repeats", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split(" | ")[0] for line in done.stdout.splitlines()[2:]] == ["| observe"]
