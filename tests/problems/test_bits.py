"""Single call, batch, threads and instruction sets give the same bits."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

import optimeter as om
from optimeter import _core

SUITES = [
    ("bbob", [2, 3, 7, 8, 13, 32, 41]),
    ("bbob-boxed", [2, 13]),
    ("bbob-largescale", [20, 50, 80]),
    ("bbob-mixint", [5, 15, 80]),
]

DIGEST = """
import hashlib, sys
import numpy as np
import optimeter as om
digest = hashlib.sha256()
for suite, dimensions in {suites!r}:
    for problem in om.Suite(suite, dimensions=dimensions, instances=[1, 3]):
        rng = np.random.default_rng(problem.function)
        x = rng.uniform(-7, 7, (19, problem.dimension))
        digest.update(problem(x).tobytes())
        digest.update(np.array([problem(row) for row in x[:3]]).tobytes())
sys.stdout.write(digest.hexdigest())
"""


@pytest.mark.parametrize(("suite", "dimensions"), SUITES)
def test_batch_equals_single_calls(suite: str, dimensions: list[int]) -> None:
    for problem in om.Suite(suite, dimensions=dimensions, instances=[1, 71]):
        rng = np.random.default_rng([problem.function, problem.dimension])
        x = rng.uniform(-6, 6, (21, problem.dimension))
        x[5] = problem.reveal().x_opt
        x[11] *= 1e4  # not processed together with its neighbours
        singles = np.array([problem(row) for row in x])
        np.testing.assert_array_equal(problem(x), singles, err_msg=problem.id)
        for n in (1, 7, 8, 9, 16):
            np.testing.assert_array_equal(problem(x[:n]), singles[:n], err_msg=problem.id)


def test_threads_do_not_change_bits() -> None:
    rng = np.random.default_rng(1)
    before = _core.threads()
    try:
        for function in range(1, 25):
            problem = om.problem("bbob", function, 13)
            x = rng.uniform(-5, 5, (20_011, 13))
            om.set_threads(1)
            one = problem(x)
            om.set_threads(2)
            np.testing.assert_array_equal(problem(x), one)
            assert problem.evaluations == 2 * len(x)
    finally:
        om.set_threads(before)


@pytest.mark.system
def test_instruction_sets_give_the_same_bits() -> None:
    digests = {
        isa: subprocess.run(
            [sys.executable, "-c", DIGEST.format(suites=SUITES)],
            env={**os.environ, "OPTIMETER_ISA": isa},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for isa in _core.available_isas()
    }
    assert "baseline" in digests
    assert len(set(digests.values())) == 1, digests
    assert all(len(digest) == hashlib.sha256().digest_size * 2 for digest in digests.values())


@pytest.mark.system
def test_unknown_instruction_set_is_refused() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import optimeter as om; om.problem('bbob', 1, 2)([0, 0])"],
        env={**os.environ, "OPTIMETER_ISA": "mmx"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert "mmx" in run.stderr
    assert "baseline" in run.stderr
