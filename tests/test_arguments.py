"""Arguments: one parser of selections, one wording of errors, the same in every room."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import optimeter as om
from optimeter._arguments import (
    choice,
    flag,
    integer,
    integers,
    known_name,
    ranges,
    real,
    reals,
    unknown_name,
)
from optimeter.data.convert import convert
from optimeter.exceptions import InvalidTypeError, InvalidValueError, UnknownNameError

GROUPS = {"separable": (1, 2), "multi-modal": (7, 8), "f-7": (7,)}


@pytest.mark.parametrize(
    ("given", "numbers"),
    [
        (2, [2]),
        (np.int64(2), [2]),
        ([5, 2, 2], [5, 2, 2]),
        (range(1, 4), [1, 2, 3]),
        (np.array([3, 4]), [3, 4]),
        (iter([1]), [1]),
        ("2", [2]),
        ("2,5", [2, 5]),
        ("1-5,8", [1, 2, 3, 4, 5, 8]),
        ("8, 1 - 2", [8, 1, 2]),
        ("1,1,1", [1, 1, 1]),
        ("3-3", [3]),
        (["1-2", 9, "4"], [1, 2, 9, 4]),
        ("separable", [1, 2]),
        ("9,multi-modal,separable", [9, 7, 8, 1, 2]),
        (["f-7", 1], [7, 1]),
    ],
)
def test_selections(given, numbers):
    assert integers(given, "functions", groups=GROUPS) == numbers


@given(st.lists(st.integers(0, 60), min_size=1))
def test_the_short_form_is_read_back(numbers):
    assert integers(ranges(numbers), "x") == numbers


@given(st.text(alphabet="0123456789-,a ²٣.", max_size=12))
def test_text_is_read_or_refused(text):
    """The slow, obvious reading: every part is digits, or digits, a dash and digits."""
    expected: list[int] | None = []
    for part in text.replace(" ", "").split(","):
        ends = part.split("-")
        good = len(ends) <= 2 and all(end and set(end) <= set("0123456789") for end in ends)
        if not good or not 0 <= int(ends[-1]) - int(ends[0]) < 100_000 - len(expected):
            expected = None
            break
        expected += range(int(ends[0]), int(ends[-1]) + 1)
    if expected is None:
        with pytest.raises(InvalidValueError) as error:
            integers(text, "x")
        assert repr(text) in str(error.value)
    else:
        assert integers(text, "x") == expected


@pytest.mark.parametrize("text", ["", "a", "1-", "-3", "1,,2", "1--2", "1.5", "²", "9" * 99])
def test_bad_text_is_named(text):
    with pytest.raises(InvalidValueError, match="dimensions must be numbers and ranges") as error:
        integers(text, "dimensions")
    assert repr(text) in str(error.value)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("5-2", InvalidValueError, "such as 2-5; got '5-2'"),
        ("1-999999999", InvalidValueError, "at most 100000 numbers"),
        ([], InvalidValueError, "at least one number"),
        ([1, 2.0], InvalidTypeError, "functions must be an integer; got 2.0"),
        (None, InvalidTypeError, "functions must be an integer; got None"),
        ([3, 0], InvalidValueError, "functions must be at least 1; got 0"),
        ("separabel", UnknownNameError, "did you mean 'separable'"),
        (["separable", "x"], UnknownNameError, "unknown group 'x' in functions; accepted: sep"),
    ],
)
def test_bad_selections(given, error, message):
    with pytest.raises(error, match=message):
        integers(given, "functions", least=1, groups=GROUPS)


def test_every_room_reads_selections_alike():
    suite = om.Suite("bbob", functions="1-2,8", dimensions="2-3", instances="1,1")
    assert suite.functions == (1, 2, 8)
    assert suite.dimensions == (2, 3)
    assert suite.instances == (1, 1)
    assert suite.filter(functions="8,1", dimensions="3").functions == (1, 8)
    own = om.Suite.from_problems("own", list(suite)[:4])
    assert own.filter(functions="1-5", dimensions="2").functions == (1, 2)
    runs = om.Runs.from_arrays(
        function=[1, 2, 8],
        dimension=[2, 2, 3],
        offsets=[0, 1, 2, 3],
        step_evaluations=[1, 1, 1],
        step_precision=[1, 1, 1],
        suite="bbob",
    )
    assert runs.select(functions="1-5", dimensions="2").function.tolist() == [1, 2]
    assert om.ert(runs, [1.0], functions="1,8", dimensions="2-3").function.tolist() == [1, 8]
    for refuse in (
        lambda: om.Suite("bbob", functions="1-x"),
        lambda: suite.filter(functions="1-x"),
        lambda: own.filter(functions="1-x"),
        lambda: runs.select(functions="1-x"),
        lambda: om.ert(runs, functions="1-x"),
        lambda: om.report(runs, functions="1-x"),
    ):
        with pytest.raises(InvalidValueError, match=r"must be numbers and ranges .*; got '1-x'"):
            refuse()


def test_numbers():
    assert integer(np.int32(7), "x", least=7, below=8) == 7
    assert real("1e-8", "x", above=0) == 1e-8
    with pytest.raises(InvalidValueError, match="x must be less than 8; got 8"):
        integer(8, "x", below=8)
    with pytest.raises(InvalidTypeError, match="x must be a number; got 'one'"):
        real("one", "x")
    for value in (0, -1, float("inf"), float("nan")):
        with pytest.raises(InvalidValueError, match="x must be a positive number"):
            real(value, "x", above=0)


@pytest.mark.parametrize(
    "value", ["no", "False", "", None, 2, 0.5, [], [True], np.array([True, False])]
)
def test_text_is_no_truth_value(value):
    assert (flag(True, "x"), flag(0, "x"), flag(np.bool_(True), "x")) == (True, False, True)
    with pytest.raises(InvalidTypeError, match="x must be True or False; got"):
        flag(value, "x")
    folder, suite = "never made", om.Suite("bbob", functions=1, dimensions=2, instances=1)
    for option in ("restarts", "costs", "retry_failed"):
        with pytest.raises(InvalidTypeError, match=f"{option} must be True or False"):
            om.run("random-search", suite, budget=1, folder=folder, **{option: value})
    for option in ("strict", "cache", "orphans", "recommendations"):
        with pytest.raises(InvalidTypeError, match=f"{option} must be True or False"):
            om.load(folder, **{option: value})
    assert not Path(folder).exists()


@pytest.mark.parametrize("folder", [3, b"x", [], object(), float("nan"), "a\0b"])
def test_what_is_no_path_is_refused_everywhere(folder, tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=1)
    runs = om.Runs.from_arrays(
        function=1, dimension=2, offsets=[0, 1], step_evaluations=[1], step_precision=[1]
    )
    for call in (
        lambda: om.run("random-search", suite, budget=1, folder=folder),
        lambda: om.compare({"a": "random-search"}, suite, budget=1, folder=folder),
        lambda: om.Observer(folder),
        lambda: om.report(runs, folder=folder),
        lambda: convert(runs, folder, to="csv"),
        lambda: om.experiment.merge([folder], into=tmp_path),
        lambda: om.experiment.experiment_status(folder),
        lambda: om.reports.site(str(tmp_path), folder=folder),
    ):
        with pytest.raises(InvalidTypeError, match="must be a path such as"):
            call()


@pytest.mark.parametrize("wrong", [None, 3, object(), np.array(3.0)])
def test_what_is_no_suite_and_no_shard_is_refused(wrong, tmp_path):
    with pytest.raises(InvalidTypeError, match="a suite is made from problems; got"):
        om.run("random-search", wrong, budget=1, folder=tmp_path / "x")
    if wrong is not None:
        with pytest.raises(InvalidValueError, match="a shard is written i/n"):
            om.run("random-search", "bbob", budget=1, folder=tmp_path / "x", shard=wrong)


def test_a_number_of_numpy_is_one():
    assert integers(np.array(3), "x") == [3]
    assert reals(np.array(0.5), "x") == [0.5]
    with pytest.raises(InvalidTypeError, match=r"x must be an integer; got array\(3.5\)"):
        integers(np.array(3.5), "x")
    runs = om.Runs.from_arrays(
        function=1, dimension=2, offsets=[0, 1], step_evaluations=[1], step_precision=[1]
    )
    with pytest.raises(UnknownNameError, match="unknown algorithm 3"):
        runs.select(algorithms=3)


def test_names():
    assert choice("b", ("a", "b"), "x") == "b"
    assert known_name("b", {"a": 1, "b": 2}, "thing") == "b"
    with pytest.raises(InvalidValueError, match="x must be one of 'a', 'b'; got 'c'"):
        choice("c", ("a", "b"), "x")
    with pytest.raises(UnknownNameError, match="unknown thing 3; accepted: none"):
        known_name(3, [], "thing")
    assert "Accepted: 70 names" in str(unknown_name("name7", [f"name{i}" for i in range(70)], "x"))
    two = unknown_name("name", ["name1", "name2"], "x", suggestions=2)
    assert "did you mean 'name2' or 'name1'?" in str(two)


def test_numbers_are_read_from_every_form() -> None:
    assert reals(0.1, "targets") == [0.1]
    assert reals("10, 0.1,1e-8", "targets") == [10.0, 0.1, 1e-8]
    assert reals(np.array([1.0, 2.0]), "targets") == [1.0, 2.0]
    assert reals([np.inf], "targets") == [np.inf]
    for wrong in ("", "a", [], None, [float("nan")], [[1, 2]]):
        with pytest.raises(InvalidValueError, match="targets must be numbers such as"):
            reals(wrong, "targets")
    with pytest.raises(InvalidValueError, match="budgets must be numbers of at least 0"):
        reals([1, -1], "budgets", least=0)


def test_strings_of_coco_are_answered_with_the_drop_in() -> None:
    with pytest.raises(TypeError, match="import optimeter.coco as cocoex"):
        om.Suite("bbob", "", "dimensions: 2")
    with pytest.raises(TypeError, match="import optimeter.coco as cocoex"):
        om.Observer("bbob", "result_folder: mine")
    with pytest.raises(TypeError) as raised:
        om.Suite("bbob", [2, 3])
    assert "cocoex" not in str(raised.value)
