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


def test_data_in_a_list(tables):
    assert om.load(tables, cache=False).algorithms == ("first", "second")
    assert om.load(tables[0], [tables[1]], cache=False).algorithms == ("first", "second")
    with pytest.raises(DataError, match="no data given"):
        om.load([])
    with pytest.raises(InvalidTypeError, match=r"given as paths, .*; got 3"):
        om.load(3)


def test_a_path_with_a_typing_error(tables):
    with pytest.raises(DataError, match=r"No such file .*; did you mean '.*first\.csv'\?"):
        om.load(tables[0].with_name("fisrt.csv"))
    with pytest.raises(DataError, match="No such file or directory$"):
        om.load(tables[0].parent / "nowhere" / "first.csv")


@pytest.mark.parametrize("measure", [om.ecdf, om.ert])
def test_a_path_in_place_of_runs(measure, tables):
    with pytest.raises(InvalidTypeError, match=r"as om\.load gives them; got '.*first\.csv'"):
        measure(str(tables[0]))


def test_options_by_position():
    with pytest.raises(InvalidTypeError, match=r"by name, .*year=2016.*; got 'year: 2016'"):
        om.Suite("bbob", "year: 2016", "")
    with pytest.raises(InvalidTypeError, match=r"by name, .*; got 'result_folder: x'"):
        om.Observer("bbob", "result_folder: x")


def test_a_file_without_the_name_of_a_callable(tmp_path, capsys):
    path = tmp_path / "es.py"
    path.write_text("from math import hypot\ndef walk(p, s, r): ...\nclass Other: ...\n")
    with pytest.raises(UnknownNameError, match=r"es\.py:walk or .*es\.py:Other$"):
        find_optimizer(str(path))
    assert main(["run", str(path), "--budget", "1", "-o", str(tmp_path / "x")]) == 2
    assert "es.py:walk" in capsys.readouterr().err


def test_a_run_that_was_never_observed(tmp_path):
    with om.Observer(tmp_path / "x"):
        om.problem("bbob", 1, 2)([0, 0])
    with pytest.raises(DataError, match=r"call observer\.observe\(problem\) before"):
        om.load(tmp_path / "x")
