"""The further suites give the same bits on every instruction set and with any number of threads."""

import os
import subprocess
import sys

import numpy as np
import pytest

import optimeter as om
from optimeter import _core

DIGEST = """
import hashlib, sys
import numpy as np
import optimeter as om
digest = hashlib.sha256()
for suite, functions, dimensions in (
    ("bbob-noisy", None, [2, 9, 40]),
    ("bbob-biobj-ext", [1, 20, 55, 70, 92], [3, 20]),
    ("bbob-biobj-mixint", [1, 60], [5, 80]),
    ("bbob-constrained", range(1, 55, 4), [2, 11, 40]),
):
    for problem in om.Suite(suite, functions=functions, dimensions=dimensions, instances=[2]):
        rng = np.random.default_rng(problem.function)
        x = rng.uniform(-7, 7, (19, problem.dimension))
        f, g = problem.evaluate_all(x)
        digest.update(f.tobytes() + g.tobytes())
        digest.update(np.array([problem(row) for row in x[:3]]).tobytes())
        digest.update(problem.initial_solution.tobytes())
        if problem.number_of_objectives > 1:
            digest.update(np.float64(problem.indicator).tobytes())
sys.stdout.write(digest.hexdigest())
"""


@pytest.mark.system
def test_instruction_sets_give_the_same_bits():
    digests = {
        isa: subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "OPTIMETER_ISA": isa},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for isa in _core.available_isas()
    }
    assert "baseline" in digests
    assert len(set(digests.values())) == 1, digests
    assert len(next(iter(digests.values()))) == 64


@pytest.mark.parametrize(
    ("suite", "function"), [("bbob-noisy", 108), ("bbob-biobj", 20), ("bbob-constrained", 54)]
)
def test_threads_do_not_change_bits(suite, function):
    x = np.random.default_rng(1).uniform(-5, 5, (20_011, 13))
    before = _core.threads()
    results = []
    try:
        for threads in (1, 2):
            om.set_threads(threads)
            problem = om.problem(suite, function, 13)
            f, g = problem.evaluate_all(x)
            results.append((f, g))
            assert problem.evaluations == len(x)
    finally:
        om.set_threads(before)
    assert np.array_equal(results[0][0], results[1][0])
    assert np.array_equal(results[0][1], results[1][1])
