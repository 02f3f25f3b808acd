"""Units and their assembly."""

import random

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import FileError, InvalidValueError
from optimeter.record import (
    Always,
    CocoOptions,
    IohOptions,
    assemble,
    read_unit,
    record_unit,
)

OPTIONS = [CocoOptions(algorithm="a", info="b"), IohOptions(algorithm="a", info="b")]


def suite():
    return om.Suite("bbob", dimensions=[2, 3], functions=[1, 2], instances=[1, 2, 1])


def points(problem):
    return np.random.default_rng(problem.instance).uniform(-5, 5, (100, problem.dimension))


@pytest.mark.parametrize("options", OPTIONS, ids=["coco", "ioh"])
def test_assembly_equals_the_folder_of_an_observer(tmp_path, files, options):
    jobs = list(enumerate(suite()))
    random.Random(1).shuffle(jobs)
    for number, problem in jobs:
        with record_unit(problem, tmp_path / str(number), options):
            problem(points(problem))
    units = [tmp_path / str(number) for number in range(len(jobs))]
    assemble(units[:5], tmp_path / "assembled")  # a part first: it is replaced
    assemble(units, tmp_path / "assembled", sync=True)

    with om.Observer(
        tmp_path / "observed", algorithm="a", info="b", format=options.format
    ) as observer:
        for problem in suite():
            observer.observe(problem)
            problem(points(problem))
    assert files(tmp_path / "assembled") == files(observer.folder)


def test_facts(tmp_path, said, refused):
    problem = om.problem("bbob", 8, 3, 2)
    recording = record_unit(problem, tmp_path / "unit")
    values = problem(points(problem))
    problem.signal_restart()
    problem.reveal()
    assert not (tmp_path / "unit").exists()
    unit = recording.finish()
    assert repr(unit) == repr(read_unit(tmp_path / "unit"))
    assert (unit.suite, unit.problem) == ("bbob", "bbob_f008_i02_d03")
    assert (unit.function, unit.dimension, unit.instance) == (8, 3, 2)
    assert unit.evaluations == 100
    assert unit.best == values.min() - problem.reveal().f_opt
    assert unit.restarts == 1
    assert unit.revealed
    assert not problem.observed
    with refused(InvalidValueError):
        recording.finish()
    assert refused.messages == said


def test_same_run_same_bytes(tmp_path):
    for name in ("one", "two"):
        problem = om.problem("bbob", 1, 2)
        with record_unit(problem, tmp_path / name):
            problem(points(problem))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_run_without_evaluations(tmp_path, files):
    problem = om.problem("bbob", 1, 2)
    assert record_unit(problem, tmp_path / "unit").finish().evaluations == 0
    assemble([tmp_path / "unit"], tmp_path / "folder")
    assert files(tmp_path / "folder") == {}


def test_abandoned_run_leaves_nothing(tmp_path):
    problem = om.problem("bbob", 1, 2)
    recording = record_unit(problem, tmp_path / "unit")
    problem(points(problem))
    recording.abandon()
    assert not problem.observed
    assert list(tmp_path.iterdir()) == []


def test_interrupted_block_is_finished_as_far_as_it_came(tmp_path):
    problem = om.problem("bbob", 1, 2)

    def run():
        with record_unit(problem, tmp_path / "unit"):
            problem([0, 0])
            problem([0, 0, 0])

    with pytest.raises(InvalidValueError):
        run()
    assert read_unit(tmp_path / "unit").evaluations == 1


def test_damaged_units_are_noticed(tmp_path, said, refused):
    problem = om.problem("bbob", 1, 2)
    with record_unit(problem, tmp_path / "unit"):
        problem(points(problem))
    whole = (tmp_path / "unit").read_bytes()
    for damaged in (b"", whole[:100], whole[:-1], whole.replace(b"e-01", b"e-02", 1), b"x" * 500):
        (tmp_path / "bad").write_bytes(damaged)
        with refused(FileError, "bad"):
            read_unit(tmp_path / "bad")
        with refused(FileError, "bad"):
            assemble([tmp_path / "unit", tmp_path / "bad"], tmp_path / "folder")
    assert not list((tmp_path / "folder").glob("*.info"))
    assert refused.messages == said


def test_large_units_spill_to_the_disk_and_come_back(tmp_path, files):
    options = IohOptions(triggers=Always(), positions=True)
    problem = om.problem("bbob", 1, 10)
    x = np.random.default_rng(1).uniform(-5, 5, (30_000, 10))
    with record_unit(problem, tmp_path / "unit", options):
        problem(x)
    assert {path.name for path in tmp_path.iterdir()} == {"unit"}
    assemble([tmp_path / "unit"], tmp_path / "folder")
    (data,) = (text for name, text in files(tmp_path / "folder").items() if name.endswith(".dat"))
    table = np.array([line.split() for line in data.splitlines()[1:]], dtype=float)
    np.testing.assert_array_equal(table[:, 0], np.arange(1, 30_001))
    np.testing.assert_allclose(table[:, 2:], x, atol=5.1e-7)


def test_missing_folder(tmp_path):
    problem = om.problem("bbob", 1, 2)
    recording = record_unit(problem, tmp_path / "file" / "unit")
    (tmp_path / "file").write_text("")
    problem([0, 0])
    with pytest.raises(FileError, match="file/unit"):
        recording.finish()
    problem([0, 0])
