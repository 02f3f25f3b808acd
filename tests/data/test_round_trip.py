"""What the recorders of COCO, of IOHprofiler and our own write is read back exactly."""

import tempfile
from pathlib import Path

import cocoex
import hypothesis.strategies as st
import ioh
import numpy as np
import pytest
from hypothesis import given, settings

import optimeter as om

quick = settings(derandomize=True, max_examples=12, deadline=None)
# Targets per decade at which the loggers write a line, so that hits are exact there.
TARGETS = 10.0 ** (np.arange(20, -41, -1) / 5)
SUITES = ("bbob", "bbob-boxed", "bbob-mixint", "bbob-largescale")
scripts = st.lists(
    st.tuples(st.integers(0, 10_000), st.integers(1, 80), st.sampled_from([5.0, 0.5, 1e-3, 0.0])),
    min_size=1, max_size=4,
)  # fmt: skip


def first_hits(values, f_opt):
    """Evaluation at which each target is first reached, from the values themselves."""
    precision = np.array(values) - f_opt
    hits = precision[:, None] <= TARGETS * (1 + 1e-9)
    return np.where(hits.any(axis=0), hits.argmax(axis=0) + 1.0, np.inf)


def walk(problem, best, evaluations, spread, rng):
    """Evaluate random points, ever closer to the optimum; return the values."""
    values = []
    for number in range(evaluations):
        scale = spread / (1 + number)
        x = np.clip(best + scale * rng.standard_normal(len(best)), -5, 5)
        values.append(float(problem(x)))
    return values


def assert_read_back(runs, expected):
    """Compare runs with (function, dimension, instance, values, f_opt), in any order."""
    keys = list(zip(runs.function.tolist(), runs.dimension.tolist(), runs.instance.tolist(),
                    runs.evaluations.tolist(), strict=True))  # fmt: skip
    assert sorted(keys) == sorted((f, d, i, len(v)) for f, d, i, v, _ in expected)
    times = runs.runtimes(TARGETS)
    for f, d, i, values, f_opt in expected:
        rows = [n for n, key in enumerate(keys) if key == (f, d, i, len(values))]
        wanted = first_hits(values, f_opt)
        final = min(values) - f_opt
        assert any(
            np.array_equal(times[row], wanted)
            and abs(runs.final[row] - final) <= 1e-9 * abs(final) + 1e-12 * abs(f_opt)
            for row in rows
        )
    assert runs.finalized.all()
    assert not [entry for entry in runs.findings if entry.severity != "note"]


@quick
@given(st.sampled_from(SUITES), scripts, st.integers(0, 2**31))
def test_our_own_recorder_of_coco_files(suite_name, script, seed):
    rng = np.random.default_rng(seed)
    dimension = {"bbob-mixint": 5, "bbob-largescale": 20}.get(suite_name, 3)
    suite = om.Suite(suite_name, dimensions=[dimension], instances=range(1, 4))
    expected = []
    with tempfile.TemporaryDirectory() as scratch:
        with om.Observer(Path(scratch) / "x", algorithm="mine") as observer:
            for index, evaluations, spread in script:
                problem = suite[index % len(suite)]
                optimum = problem.reveal()
                observer.observe(problem)
                values = walk(problem, optimum.x_opt, evaluations, spread, rng)
                expected.append((problem.function, problem.dimension, problem.instance, values,
                                 optimum.f_opt))  # fmt: skip
        runs = om.load(Path(scratch) / "x", cache=False)
    assert_read_back(runs, expected)
    assert runs.suites == (suite_name,)


@pytest.mark.oracle
@quick
@given(st.sampled_from(("bbob", "bbob-mixint", "bbob-largescale")), scripts, st.integers(0, 2**31))
def test_the_recorder_of_coco(suite_name, script, seed):
    rng = np.random.default_rng(seed)
    dimension = {"bbob-mixint": 5, "bbob-largescale": 20}.get(suite_name, 3)
    cocoex.log_level("error")
    expected = []
    with tempfile.TemporaryDirectory() as scratch:
        options = f"dimensions: {dimension} instance_indices: 1-3"
        suite = cocoex.Suite(suite_name, "", options)
        observer = cocoex.Observer(suite_name, f"outer_folder: {scratch} result_folder: x")
        for index, evaluations, spread in script:
            problem = suite.get_problem(index % len(suite))
            problem.observe_with(observer)
            function, d, instance = problem.id_triple
            optimum = om.problem(suite_name, function=function, dimension=d, instance=instance)
            revealed = optimum.reveal()
            values = walk(problem, revealed.x_opt, evaluations, spread, rng)
            expected.append((function, d, instance, values, revealed.f_opt))
            problem.free()
        del observer, problem, suite
        runs = om.load(Path(scratch) / "x", cache=False)
    assert_read_back(runs, expected)


@pytest.mark.parametrize("recorder", ["ioh", "own"])
@quick
@given(script=scripts, seed=st.integers(0, 2**31))
def test_recorders_of_ioh_files(recorder, script, seed):
    """Every improvement by more than the resolution of the text is there, at its evaluation."""
    rng = np.random.default_rng(seed)
    expected = []
    with tempfile.TemporaryDirectory() as scratch:
        if recorder == "ioh":
            logger = ioh.logger.Analyzer(root=scratch, folder_name="x", algorithm_name="a")
        else:
            logger = om.Observer(Path(scratch) / "x", algorithm="a", format="ioh")
        for index, evaluations, spread in script:
            function, instance = index % 24 + 1, index % 3 + 1
            ours = om.problem("bbob", function=function, dimension=3, instance=instance)
            optimum = ours.reveal()
            if recorder == "ioh":
                problem = ioh.get_problem(function, instance, 3)
                problem.attach_logger(logger)
            else:
                problem = ours
                logger.observe(problem)
            values = walk(problem, optimum.x_opt, evaluations, spread, rng)
            expected.append((function, instance, len(values), np.array(values) - optimum.f_opt))
            if recorder == "ioh":
                problem.reset()
                problem.detach_logger()
        logger.close()
        del logger
        runs = om.load(Path(scratch) / "x", cache=False)
    keys = list(zip(runs.function.tolist(), runs.instance.tolist(), runs.evaluations.tolist(),
                    strict=True))  # fmt: skip
    assert sorted(keys) == sorted(row[:3] for row in expected)
    targets = 10.0 ** np.arange(4, -9, -1.0)
    times = runs.runtimes(targets)
    for function, instance, n, precision in expected:
        rows = [number for number, key in enumerate(keys) if key == (function, instance, n)]
        # Rounded to ten decimals a value may fall on either side of a target.
        low = first_hits_of(precision - 2e-10, targets)
        high = first_hits_of(precision + 2e-10, targets)
        assert any(np.all((low <= times[row]) & (times[row] <= high)) for row in rows)


def first_hits_of(precision, targets):
    hits = precision[:, None] <= targets
    return np.where(hits.any(axis=0), hits.argmax(axis=0) + 1.0, np.inf)
