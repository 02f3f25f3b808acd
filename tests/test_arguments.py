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


def test_bad_text_is_named(said, refused):
    for text in ["", "a", "1-", "-3", "1,,2", "1--2", "1.5", "²", "9" * 99]:
        with refused(InvalidValueError, "dimensions", repr(text)):
            integers(text, "dimensions")
    assert refused.messages == said


def test_bad_selections(said, refused):
    for wrong, error, *values in [
        ("5-2", InvalidValueError, "'5-2'"),
        ("1-999999999", InvalidValueError, "100000"),
        ([], InvalidValueError, "functions"),
        ([1, 2.0], InvalidTypeError, "functions", "2.0"),
        (None, InvalidTypeError, "functions", "None"),
        ([3, 0], InvalidValueError, "functions", "1", "0"),
        ("separabel", UnknownNameError, "'separable'"),
        (["separable", "x"], UnknownNameError, "'x'", "functions", "separable"),
    ]:
        with refused(error, *values):
            integers(wrong, "functions", least=1, groups=GROUPS)
    assert refused.messages == said


def test_every_room_reads_selections_alike(said, refused):
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
        with refused(InvalidValueError, "'1-x'"):
            refuse()
    assert refused.messages == said


def test_numbers(said, refused):
    assert integer(np.int32(7), "x", least=7, below=8) == 7
    assert real("1e-8", "x", above=0) == 1e-8
    with refused(InvalidValueError, "x", "8"):
        integer(8, "x", below=8)
    with refused(InvalidTypeError, "x", "'one'"):
        real("one", "x")
    for value in (0, -1, float("inf"), float("nan")):
        with refused(InvalidValueError, "x"):
            real(value, "x", above=0)
    assert refused.messages == said


def test_text_is_no_truth_value(said, refused):
    for value in ["no", "False", "", None, 2, 0.5, [], [True], np.array([True, False])]:
        assert (flag(True, "x"), flag(0, "x"), flag(np.bool_(True), "x")) == (True, False, True)
        with refused(InvalidTypeError):
            flag(value, "x")
        folder, suite = "never made", om.Suite("bbob", functions=1, dimensions=2, instances=1)
        for option in ("restarts", "costs", "retry_failed"):
            with refused(InvalidTypeError, option):
                om.run("random-search", suite, budget=1, folder=folder, **{option: value})
        for option in ("strict", "cache", "orphans", "recommendations"):
            with refused(InvalidTypeError, option):
                om.load(folder, **{option: value})
        assert not Path(folder).exists()
    assert refused.messages == said


def test_what_is_no_path_is_refused_everywhere(tmp_path, said, refused):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=1)
    runs = om.Runs.from_arrays(
        function=1, dimension=2, offsets=[0, 1], step_evaluations=[1], step_precision=[1]
    )
    calls = (
        lambda folder: om.run("random-search", suite, budget=1, folder=folder),
        lambda folder: om.run({"a": "random-search"}, suite, budget=1, folder=folder),
        om.Observer,
        lambda folder: om.report(runs, folder=folder),
        lambda folder: convert(runs, folder, to="csv"),
        lambda folder: om.experiment.merge([folder], into=tmp_path),
        om.experiment.experiment_status,
        lambda folder: om.reports.site(str(tmp_path), folder=folder),
    )
    for wrong in [3, b"x", [], object(), float("nan"), "a\0b"]:
        for call in calls:
            with refused(InvalidTypeError):
                call(wrong)
    assert refused.messages == said


def test_what_is_no_suite_and_no_shard_is_refused(tmp_path, said, refused):
    for wrong in [None, 3, object(), np.array(3.0)]:
        with refused(InvalidTypeError):
            om.run("random-search", wrong, budget=1, folder=tmp_path / "x")
        if wrong is not None:
            with refused(InvalidValueError, "shard"):
                om.run("random-search", "bbob", budget=1, folder=tmp_path / "x", shard=wrong)
    assert refused.messages == said


def test_a_number_of_numpy_is_one(said, refused):
    assert integers(np.array(3), "x") == [3]
    assert reals(np.array(0.5), "x") == [0.5]
    with refused(InvalidTypeError, "3.5"):
        integers(np.array(3.5), "x")
    runs = om.Runs.from_arrays(
        function=1, dimension=2, offsets=[0, 1], step_evaluations=[1], step_precision=[1]
    )
    with refused(UnknownNameError, "3"):
        runs.select(algorithms=3)
    assert refused.messages == said


def test_names(said, refused):
    assert choice("b", ("a", "b"), "x") == "b"
    assert known_name("b", {"a": 1, "b": 2}, "thing") == "b"
    with refused(InvalidValueError, "'a'", "'b'", "'c'"):
        choice("c", ("a", "b"), "x")
    with refused(UnknownNameError, "thing", "3"):
        known_name(3, [], "thing")
    many = str(unknown_name("name7", [f"name{i}" for i in range(70)], "x"))
    assert "70" in many
    assert "name42" not in many
    two = str(unknown_name("name", ["name1", "name2"], "x", suggestions=2))
    assert two.index("'name2'") < two.index("'name1'")
    assert refused.messages | {"many names": many, "two like it": two} == said


def test_numbers_are_read_from_every_form(said, refused) -> None:
    assert reals(0.1, "targets") == [0.1]
    assert reals("10, 0.1,1e-8", "targets") == [10.0, 0.1, 1e-8]
    assert reals(np.array([1.0, 2.0]), "targets") == [1.0, 2.0]
    assert reals([np.inf], "targets") == [np.inf]
    for wrong in ("", "a", [], None, [float("nan")], [[1, 2]]):
        with refused(InvalidValueError, "targets"):
            reals(wrong, "targets")
    with refused(InvalidValueError, "budgets", "-1", "0"):
        reals([1, -1], "budgets", least=0)
    assert refused.messages == said


def test_strings_of_coco_are_answered_with_the_drop_in(said, refused) -> None:
    with refused(InvalidTypeError, "optimeter.coco"):
        om.Suite("bbob", "", "dimensions: 2")
    with refused(InvalidTypeError, "optimeter.coco"):
        om.Observer("bbob", "result_folder: mine")
    with pytest.raises(TypeError) as raised:
        om.Suite("bbob", [2, 3])
    assert "cocoex" not in str(raised.value)
    assert refused.messages == said
