"""Observers of many runs: nothing grows faster than the runs, and memory stays flat."""

import json
from pathlib import Path

import numpy as np
import pytest

import optimeter as om

SUITE = om.Suite("bbob", functions=1, dimensions=[2, 3, 5], instances=[1, 2])


def record(folder, order, format="ioh", look=None):
    """Record a run of two evaluations on each of the problems, in this order."""
    with om.Observer(folder, format=format) as observer:
        for index in order:
            problem = SUITE[index]
            observer.observe(problem)
            problem(np.zeros((2, problem.dimension)))
            del problem
            if look is not None:
                look(observer.folder)
    return observer.folder


def index_of(folder):
    (path,) = folder.glob("*.json")
    return json.loads(path.read_text("utf-8"))


def scenarios(folder):
    return [(one["dimension"], [run["instance"] for run in one["runs"]])
            for one in index_of(folder)["scenarios"]]  # fmt: skip


def test_the_index_is_complete_after_every_run_and_ends_in_the_order_of_last_runs(tmp_path):
    order = np.random.Generator(np.random.PCG64(1)).integers(0, len(SUITE), 60).tolist()
    seen = []

    def look(folder):
        seen.append(sum(len(runs) for _, runs in scenarios(folder)))

    folder = record(tmp_path / "mixed", order, look=look)
    assert seen == list(range(1, 61))
    expected: dict[int, list[int]] = {}
    for index in order:
        dimension = SUITE[index].dimension
        expected[dimension] = [*expected.pop(dimension, []), SUITE[index].instance]
    assert scenarios(folder) == list(expected.items())
    (text,) = (path.read_text("utf-8") for path in folder.glob("*.json"))
    assert "  " not in text  # no room is left in it


def test_runs_that_go_on_leave_the_room_of_the_index_as_it_was(tmp_path):
    """Runs of two problems that take turns are taken out of the files and put back in order."""
    with om.Observer(tmp_path / "turns", format="ioh") as observer:
        for _ in range(4):
            first, second = SUITE[4], SUITE[0]
            for problem in (first, second):
                observer.observe(problem)
            for _ in range(3):
                first(np.zeros(5))
                second(np.zeros(2))
            del problem, first, second
            assert sum(len(runs) for _, runs in scenarios(observer.folder)) % 2 == 0
    assert scenarios(observer.folder) == [(2, [1] * 4), (5, [1] * 4)]


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="needs what Linux counts")
def test_bytes_written_are_linear_in_the_runs_where_dimensions_take_turns(tmp_path):
    def written(runs):
        before = count()
        record(tmp_path / str(runs), [0, 2, 4] * (runs // 3))
        return count() - before

    def count():
        lines = Path("/proc/self/io").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("wchar"))

    few, many = written(30), written(240)
    assert many < 1.5 * 8 * few


def test_files_of_data_sets_that_come_again_are_numbered_without_gaps(tmp_path):
    folder = record(tmp_path / "sets", [0, 2] * 12, "coco")
    names = {path.name for path in folder.glob("*/*DIM2*.dat")}
    numbers = ["", *(f"-{number:04}" for number in range(1, 12))]
    assert names == {f"bbobexp_f1_DIM2{number}.dat" for number in numbers}


def test_an_observer_tells_of_its_runs_without_keeping_them(tmp_path):
    with om.Observer(tmp_path / "told") as observer:
        for problem in SUITE:
            observer.observe(problem)
            problem(np.zeros(problem.dimension))
            if problem.instance == 2:
                problem.reveal()
    told = (observer.folder / "provenance.yaml").read_text("utf-8")
    facts = json.loads(told)
    assert facts["runs"] == 6
    assert len(facts["revealed"]) == 3
