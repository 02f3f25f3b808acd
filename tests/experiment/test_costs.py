"""Seconds and batches of runs: recorded beside the data, and counted in place of evaluations."""

import json
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter.data.costs import batches_at
from optimeter.exceptions import DataError, DifferentExperimentError, InvalidValueError
from optimeter.experiment import merge
from optimeter.measures import ert_interval, speed_factors

SUITE = om.Suite("bbob", functions=[1, 8], dimensions=2, instances=[1, 2, 3])


def population(problem, start, rng):
    """Evaluate one point, then ten at a time."""
    problem(start)
    while not problem.final_target_hit:
        problem(start + rng.standard_normal((10, start.size)))


def one_by_one(problem, start, rng):
    while True:
        problem(start + rng.standard_normal(start.size))


def _bytes(folder: Path) -> dict[str, bytes]:
    """The data of a result folder, without costs and facts about the making."""
    apart = {"costs.jsonl", "provenance.yaml", "experiment.yaml", "manifest.yaml"}
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in apart
    }


def _batches(folder: Path) -> list[dict]:
    lines = [json.loads(line) for line in (folder / "costs.jsonl").read_text().splitlines()]
    return [
        {k: v for k, v in line.items() if k not in ("seconds", "evaluations")} for line in lines
    ]


@pytest.mark.parametrize("form", ["coco", "ioh"])
def test_data_keep_their_bytes_and_batches_are_counted(tmp_path, form):
    for name, costs in (("plain", False), ("costs", True)):
        om.run(
            population,
            SUITE,
            budget=50,
            folder=tmp_path / name,
            costs=costs,
            format=form,
            trials=2,
            algorithm="a",
        )
    assert _bytes(tmp_path / "plain") == _bytes(tmp_path / "costs")
    assert not (tmp_path / "plain" / "costs.jsonl").exists()
    runs = om.load(tmp_path / "costs", cache=False)
    batches = runs.costing("batches")
    # One point, then ten at a time.
    expected = 1 + np.ceil((runs.step_evaluations - 1) / 10)
    np.testing.assert_array_equal(runs.step_extra["batches"], expected)
    assert set(batches.evaluations.tolist()) == {1 + 10}
    for start, end in zip(batches.offsets[:-1], batches.offsets[1:], strict=True):
        assert (np.diff(batches.step_evaluations[start:end]) > 0).all()
    np.testing.assert_array_equal(batches.final, runs.final)


def test_measures_of_costs(tmp_path):
    om.run(population, SUITE, budget=50, folder=tmp_path / "a", costs=True, restarts=False)
    om.run(one_by_one, SUITE, budget=50, folder=tmp_path / "b", costs=True, restarts=False)
    runs = om.load(tmp_path / "a", tmp_path / "b", cache=False)
    target = [30.0]
    one, other = (
        om.ert(runs.select(algorithms=name), target, cost="batches").ert
        for name in ("population", "one_by_one")
    )
    alone = om.ert(runs.select(algorithms="one_by_one"), target).ert
    np.testing.assert_array_equal(other, alone)  # calls of one point are batches of one
    assert (one <= other).all()
    seconds = om.ert(runs, target, cost="seconds")
    counts = om.ert(runs.costing("seconds"), target)
    np.testing.assert_allclose(seconds.ert * 1e6, counts.ert)
    interval = ert_interval(runs, target, cost="seconds", resamples=50)
    np.testing.assert_allclose(interval.ert, seconds.ert)
    curve = om.ecdf(runs, target, cost="seconds", resamples=50)[0]
    plain = om.ecdf(runs.costing("seconds"), target, resamples=50)[0]
    np.testing.assert_allclose(curve.x * 1e6, plain.x)
    np.testing.assert_allclose(curve.summary()["auc"], plain.summary()["auc"])
    assert curve.window == (-6.0, 1.0)
    assert len(speed_factors(runs.costing("batches"), target))


def test_seconds_are_those_of_the_run(tmp_path):
    def slow(problem, start, rng):
        for _ in range(3):
            time.sleep(0.02)
            problem(start)

    suite = om.Suite("bbob", functions=1, dimensions=2, instances=1)
    om.run(slow, suite, budget=100, folder=tmp_path / "slow", costs=True, restarts=False)
    runs = om.load(tmp_path / "slow", cache=False)
    assert runs.extra["seconds"][0] >= 0.06
    assert 0.02 <= runs.step_extra["seconds"][0] < runs.extra["seconds"][0]


@pytest.mark.system
def test_interrupted_sharded_and_grown_experiments_have_the_same_batches(tmp_path):
    whole = {"suite": SUITE, "budget": 50, "costs": True, "restarts": False}
    om.run(population, folder=tmp_path / "whole", **whole)
    for shard in ("1/2", "2/2"):
        om.run(population, folder=tmp_path / "parts", shard=shard, **whole)
    merge(tmp_path / "parts", into=tmp_path / "merged")
    small = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 3])
    om.run(population, folder=tmp_path / "grown", **{**whole, "suite": small})
    om.run(population, folder=tmp_path / "grown", **whole)
    om.run(population, folder=tmp_path / "workers", workers=2, **whole)

    def killed(problem, start, rng):
        if problem.function == 8 and problem.instance == 2:
            raise KeyboardInterrupt
        return population(problem, start, rng)

    expected = _batches(tmp_path / "whole")
    assert [line["run"] for line in expected] == list(range(6))
    for name in ("merged", "grown", "workers"):
        assert _batches(tmp_path / name) == expected, name
        assert _bytes(tmp_path / name) == _bytes(tmp_path / "whole"), name
    with pytest.raises(KeyboardInterrupt):
        om.run(killed, folder=tmp_path / "killed", **whole)
    runs = om.load(tmp_path / "killed", cache=False)
    assert len(runs.costing("batches")) == 4


def test_costs_belong_to_the_experiment(tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=1)
    om.run(population, suite, budget=5, folder=tmp_path, restarts=False)
    with pytest.raises(DifferentExperimentError, match="costs"):
        om.run(population, suite, budget=5, folder=tmp_path, restarts=False, costs=True)


def test_an_observer_records_costs(tmp_path):
    with om.Observer(tmp_path / "seen", costs=True) as observer:
        for shift in range(2):
            for problem in SUITE:
                observer.observe(problem)
                problem(np.zeros((7, 2)) + shift + np.arange(7)[:, None])
                problem(problem.initial_solution)
        observer.observe(om.problem("bbob", 3, 2))  # never evaluated
    runs = om.load(tmp_path / "seen", cache=False)
    assert len(runs) == 12
    assert runs.extra["batches"].tolist() == [2.0] * 12
    with pytest.raises(InvalidValueError, match="memory"):
        om.Observer(format="memory", costs=True)


def test_problems_of_ones_own_with_constraints(tmp_path):
    problems = [
        om.Problem.from_callable(
            lambda x: float(np.sum(np.square(x))),
            [-5, -5],
            [5, 5],
            name=name,
            constraint=lambda x: [1 - x[0]],
            constraints=1,
        )
        for name in ("first", "second")
    ]
    suite = om.Suite.from_problems("mine", problems)
    om.run(population, suite, budget=100, folder=tmp_path / "own", costs=True, restarts=False)
    runs = om.load(tmp_path / "own", cache=False)
    assert not np.isnan(runs.extra["batches"]).any()
    np.testing.assert_array_equal(
        runs.step_extra["batches"], 1 + np.ceil((runs.step_evaluations - 1) / 10)
    )


def test_missing_costs_are_named(tmp_path, said, refused):
    om.run(population, SUITE, budget=5, folder=tmp_path / "bare", restarts=False)
    runs = om.load(tmp_path / "bare", cache=False)
    with refused(DataError, "seconds", "'population'", "--costs"):
        om.ecdf(runs, cost="seconds")
    with pytest.raises(om.OptimeterError, match="'batches'"):
        om.ert(runs, cost="batch")
    assert refused.messages == said


def test_damaged_lines_are_findings(tmp_path, said, refused):
    om.run(population, SUITE, budget=5, folder=tmp_path / "cut", restarts=False, costs=True)
    path = tmp_path / "cut" / "costs.jsonl"
    path.write_text(path.read_text()[:-20])
    runs = om.load(tmp_path / "cut", cache=False)
    assert any("costs" in finding.file for finding in runs.findings)
    with refused(DataError, "1"):
        runs.costing("batches")
    path.write_text("[" * 100_000)
    (finding,) = om.load(tmp_path / "cut", cache=False).findings
    assert refused.messages | {"finding": finding.message.partition("RecursionError")[0]} == said


def test_batches_against_counting_one_by_one():
    rng = np.random.default_rng(1)
    calls, seen, evaluations = [], [], 0
    for number in range(1, 60):
        size = int(rng.choice([1, 1, 2, 5]))
        if size > 1:
            calls.append((evaluations, size, 1))
        seen += [number] * size
        evaluations += size
    found = batches_at(np.array(calls), np.arange(1, evaluations + 1))
    assert found.tolist() == seen


def test_report_counts_the_cost(tmp_path):
    for name, optimizer in (("a", population), ("b", one_by_one)):
        om.run(optimizer, SUITE, budget=50, folder=tmp_path / name, costs=True, restarts=False)
    written = om.report(
        tmp_path / "a", tmp_path / "b", folder=tmp_path / "page", cost="batches", resamples=20
    )
    assert written.data.suites[0].evaluations_word == "batches"
    assert written.data.suites[0].reference == ""
    assert "batches / dimension" in written.page.read_text()


def test_a_run_that_goes_on_from_its_checkpoint_keeps_its_costs(tmp_path):
    suite = om.Suite("bbob", functions=8, dimensions=2, instances=1)
    broken = []

    def stored(problem, start, rng, *, breaks=False):
        state = problem.restored or {"rng": rng, "left": 8}
        while state["left"]:
            problem(start + rng.standard_normal((5, 2)))
            state["left"] -= 1
            problem.checkpoint(state)
            if breaks and state["left"] == 4 and not broken:
                broken.append(problem.evaluations)
                time.sleep(0.05)
                raise KeyboardInterrupt

    options = {"budget": 50, "costs": True, "restarts": False, "checkpoint_every": 1e-9}
    options |= {"algorithm": "stored", "progress": False}
    om.run(partial(stored, breaks=False), suite, folder=tmp_path / "whole", **options)
    breaking = partial(stored, breaks=True)
    with pytest.raises(KeyboardInterrupt):
        om.run(breaking, suite, folder=tmp_path / "broken", **options)
    om.run(breaking, suite, folder=tmp_path / "broken", **options)
    assert broken == [20]
    (line,) = _batches(tmp_path / "whole")
    assert line["batches"] == [[0, 5, 8]]
    assert _batches(tmp_path / "broken") == [line]
    seconds = om.load(tmp_path / "broken", cache=False).extra["seconds"]
    assert (seconds > 0).all()
