"""Errors that everybody makes once get an answer that helps."""

import pytest

import optimeter as om
from optimeter.cli import main
from optimeter.exceptions import DataError, InvalidTypeError, UnknownNameError
from optimeter.experiment import find_optimizer

TABLE = "algorithm,function,dimension,evaluations,value\n{},1,2,1,5\n"


@pytest.fixture
def tables(tmp_path):
    paths = [tmp_path / "first.csv", tmp_path / "second.csv"]
    for path in paths:
        path.write_text(TABLE.format(path.stem))
    return paths


def test_data_in_a_list(tables, said, refused):
    assert om.load(tables, cache=False).algorithms == ("first", "second")
    assert om.load(tables[0], [tables[1]], cache=False).algorithms == ("first", "second")
    with refused(DataError):
        om.load([])
    with refused(InvalidTypeError, "3"):
        om.load(3)
    assert refused.messages == said


def test_a_path_with_a_typing_error(tables, said, refused):
    with refused(DataError, "first.csv"):
        om.load(tables[0].with_name("fisrt.csv"))
    with refused(DataError):
        om.load(tables[0].parent / "nowhere" / "first.csv")
    assert refused.messages == said


def test_a_path_in_place_of_runs(tables, said, refused):
    for measure in [om.ecdf, om.ert]:
        with refused(InvalidTypeError, "first.csv"):
            measure(str(tables[0]))
    assert refused.messages == said


def test_options_by_position(said, refused):
    with refused(InvalidTypeError, "year=2016", "'year: 2016'"):
        om.Suite("bbob", "year: 2016", "")
    with refused(InvalidTypeError, "'result_folder: x'"):
        om.Observer("bbob", "result_folder: x")
    assert refused.messages == said


def test_a_file_without_the_name_of_a_callable(tmp_path, capsys, said, refused):
    path = tmp_path / "es.py"
    path.write_text("from math import hypot\ndef walk(p, s, r): ...\nclass Other: ...\n")
    with refused(UnknownNameError, "es.py:walk", "es.py:Other"):
        find_optimizer(str(path))
    assert main(["run", str(path), "--budget", "1", "-o", str(tmp_path / "x")]) == 2
    assert "es.py:walk" in capsys.readouterr().err
    assert refused.messages == said


def test_a_run_that_was_never_observed(tmp_path, said, refused):
    with om.Observer(tmp_path / "x"):
        om.problem("bbob", 1, 2)([0, 0])
    with refused(DataError, "observer.observe(problem)"):
        om.load(tmp_path / "x")
    assert refused.messages == said
