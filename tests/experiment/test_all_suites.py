"""Resumed, killed, in shards: the same bytes on every suite, and on suites of one's own."""

import os
import signal
import sys

import numpy as np
import pytest

import optimeter as om
from optimeter.experiment import merge

pytestmark = [pytest.mark.contract, pytest.mark.system]  # forks

FORKS = pytest.mark.skipif(sys.platform == "win32", reason="kills a forked process")
BUDGET = 12


def sphere(x):
    return float(x @ x)


def two_spheres(x):
    return sphere(x), sphere(x - 1)


def own(name, function, **options):
    problems = [
        om.Problem.from_callable(
            function, [-5] * 2, [5] * 2, name=f"{name}{number}", instance=instance, **options
        )
        for number in (1, 2)
        for instance in (1, 2)
    ]
    return om.Suite.from_problems(f"own-{name}", problems)


OWN = {
    "own": lambda: own("plain", sphere, optimum=0.0),
    "own-objectives": lambda: own(
        "front", two_spheres, objectives=2, optimum=[0.0, 0.0], nadir=[2.0, 2.0]
    ),
    "own-constraints": lambda: own("bounded", sphere, constraint=sphere, constraints=1),
}


def small(name):
    """Four problems of the smallest dimension: two functions if they have instances."""
    if name in OWN:
        return OWN[name]()
    whole = om.Suite(name)
    if len(whole.instances) == 1:
        return whole[:4]
    functions = whole.functions[:: max(len(whole.functions) - 1, 1)]
    return om.Suite(
        name,
        functions=functions,
        dimensions=min(whole.dimensions),
        instances=whole.instances[: 4 // len(functions)],
    )


def walk(problem, start, rng):
    """Keep to the bounds and the integers; look at the constraints, too."""
    while True:
        x = np.clip(
            start + rng.standard_normal(start.size), problem.lower_bounds, problem.upper_bounds
        )
        x[: problem.number_of_integer_variables] = np.round(
            x[: problem.number_of_integer_variables]
        )
        if problem.number_of_constraints:
            problem.constraint(x)
        problem(x)


class Walk:
    """An optimizer that does something else in the middle of a run, the one of that number."""

    def __init__(self, number=None, how=None):
        self._left = number
        self._how = how

    def __call__(self, problem, start, rng):
        if self._left == 0:
            problem(start)
            self._how()
        if self._left is not None:
            self._left -= 1
        walk(problem, start, rng)


def interrupt():
    raise KeyboardInterrupt


def die():
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture(params=[*om.suites(), *OWN], scope="module")
def chosen(request):
    return small(request.param)


@pytest.fixture(scope="module")
def whole(chosen, tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "x"
    run(chosen, folder)
    return folder


def run(suite, folder, optimizer=None, **options):
    return om.run(
        optimizer or Walk(), suite, folder=folder, budget=BUDGET, seed=1, trials=2, **options
    )


def test_an_interrupted_experiment_is_resumed(chosen, whole, tmp_path, contents):
    for number in (0, 3):
        folder = tmp_path / str(number)
        with pytest.raises(KeyboardInterrupt):
            run(chosen, folder, Walk(number, interrupt))
        result = run(chosen, folder)
        assert (result.complete, result.resumed) == (True, number)
        assert contents(folder) == contents(whole)


@FORKS
def test_a_killed_experiment_is_resumed(chosen, whole, tmp_path, contents):
    for number in (1, 5):
        folder = tmp_path / str(number)
        process = os.fork()
        if process == 0:
            try:
                run(chosen, folder, Walk(number, die))
            finally:
                os._exit(0)
        assert os.WIFSIGNALED(os.waitpid(process, 0)[1])
        assert run(chosen, folder).complete
        assert contents(folder) == contents(whole)


def test_shards_are_merged(chosen, whole, tmp_path, contents):
    for shard in ("2/2", "1/2"):
        run(chosen, tmp_path / "x", shard=shard)
    resumed = run(chosen, tmp_path / "x", shard="1/2")
    assert resumed.resumed == resumed.runs
    assert merge(tmp_path / "x", into=tmp_path / "merged").complete
    assert contents(tmp_path / "merged") == contents(whole)


def test_what_was_recorded_is_what_was_done(chosen, whole):
    """As many runs as planned, each with its evaluations."""
    result = run(chosen, whole)
    assert result.resumed == result.runs == 2 * len(chosen)
    runs = om.load(whole, cache=False)
    assert len(runs) == result.runs
    assert not [finding for finding in runs.findings if finding.severity == "error"]


@FORKS
@pytest.mark.slow
def test_killed_in_every_run(chosen, whole, tmp_path, contents):
    """One experiment, killed again and again: every process does one run more."""
    folder = tmp_path / "x"
    for _ in range(2 * len(chosen)):
        process = os.fork()
        if process == 0:
            try:
                run(chosen, folder, Walk(1, die))
            finally:
                os._exit(0)
        os.waitpid(process, 0)
    assert run(chosen, folder).complete
    assert contents(folder) == contents(whole)
