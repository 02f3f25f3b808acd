"""Suites of the drop-in: rules P1 to P5 and the table of section 6.2."""

import numpy as np
import pytest

import optimeter as om
from optimeter import coco
from optimeter.coco.exceptions import NoSuchProblemException, NoSuchSuiteException
from optimeter.exceptions import InvalidTypeError, InvalidValueError, UnknownNameError

SMALL = ("bbob", "", "dimensions: 2,5 function_indices: 1,3 instance_indices: 1-2")

SELECTIONS = [
    ("", ""),
    (None, None),
    ("year: 2016", "dimensions: 2"),
    ("instances: 3,1,1", "dimensions: 2,3 function_indices: 1,24"),
    ("instances: 3,1,1", "instance_indices: 2-3 dimension_indices: 2"),
    ("instances: 0-2", "function_indices: 20-30"),
    ("instances: 1,2,5-3,4", "dimensions: 2,7"),
    ("garbage", "dimensions: 50"),
    ("instances: 7", "dimensions: 5,50,10"),
    ("year: 2009 instances: 7", "function_indices: 1 2"),
    ("", "function_indices: 2; instance_indices: 1"),
    ("", "function_indices: 1 dimensions: 2 dimension_indices: 3"),
    ("", "year: 2009"),
]


@pytest.mark.oracle
@pytest.mark.parametrize(("instances", "options"), SELECTIONS)
def test_selections_are_those_of_coco(cocoex, instances, options, capfd):
    theirs = cocoex.Suite("bbob", instances, options)
    mine = coco.Suite("bbob", instances, options)
    assert len(mine) == len(theirs)
    assert mine.indices == theirs.indices
    assert mine.ids() == theirs.ids()
    assert mine.problem_names == theirs.problem_names
    assert str(mine) == str(theirs)
    assert repr(mine) == repr(theirs)
    for name in ("dimensions", "number_of_objectives", "name", "instance", "options", "info"):
        assert getattr(mine, name) == getattr(theirs, name)


@pytest.mark.oracle
@pytest.mark.parametrize("name", coco.known_suite_names)
def test_every_suite(cocoex, name):
    options = "function_indices: 1,7 instance_indices: 2"
    theirs, mine = cocoex.Suite(name, "", options), coco.Suite(name, "", options)
    assert (str(mine), mine.ids(), mine.indices) == (str(theirs), theirs.ids(), theirs.indices)
    for one, other in zip(mine, theirs, strict=True):
        assert str(one) == str(other)
        assert repr(one) == repr(other)
        assert one.id_triple == other.id_triple
        assert np.array_equal(one.lower_bounds, other.lower_bounds)
        assert np.array_equal(one.upper_bounds, other.upper_bounds)
        assert np.allclose(one.initial_solution, other.initial_solution, rtol=1e-13)
        if one.number_of_objectives > 1:
            nadir = other.largest_fvalues_of_interest
            assert np.allclose(one.largest_fvalues_of_interest, nadir, rtol=1e-12)


@pytest.mark.oracle
def test_the_order_of_names_is_that_of_coco(cocoex):
    assert coco.known_suite_names == cocoex.known_suite_names


def test_names_are_suites_of_ours():
    assert set(coco.known_suite_names) <= set(om.suites())
    assert coco.known_suites is coco.known_suite_names
    assert set(coco.default_observers()) == set(coco.known_suite_names)


def test_default_observers_can_be_changed():
    try:
        assert coco.default_observers({"mine": "bbob"})["mine"] == "bbob"
        assert coco.default_observers([("mine", "toy")]) is coco.default_observers()
        assert coco.default_observers()["mine"] == "toy"
    finally:
        del coco.default_observers()["mine"]


def test_p3_what_cannot_be_had(said, refused):
    with refused(UnknownNameError, "'nosuch'"):
        coco.Suite("nosuch", "", "")
    with refused(UnknownNameError, "b'bbob'"):
        coco.Suite(b"bbob", "", "")
    for options in ("dimensions: 7", "dimensions: 2-5"):
        with pytest.raises(NoSuchSuiteException) as raised:
            coco.Suite("bbob", "", options)
        assert raised.value.suite == b"bbob"
        assert repr(raised.value) == "NoSuchSuiteException(b'bbob')"
    for instances in ("year: 2008", "instances: 1-1000"):
        with pytest.raises(ValueError, match="2008|999|1000"):
            coco.Suite("bbob", instances, "")
    with refused(InvalidTypeError, "suite_instance", "3"):
        coco.Suite("bbob", 3, "")
    assert refused.messages == said


def test_p1_warnings_come_once(capfd):
    coco.Suite("bbob", "foo: 3", "")
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("COCO WARNING: ") == 1
    assert "foo" in err
    coco.log_level("error")
    coco.Suite("bbob", "foo: 3", "")
    assert capfd.readouterr() == ("", "")


@pytest.mark.oracle
def test_p5_noise_begins_anew(cocoex):
    strings = ("bbob-noisy", "instances: 1", "dimensions: 2")
    for _ in range(2):
        theirs, mine = cocoex.Suite(*strings), coco.Suite(*strings)
        for one, other in zip(mine, theirs, strict=True):
            point = np.array([0.5, -1.0])
            values = [[problem(point) for _ in range(3)] for problem in (one, other)]
            assert np.allclose(*values, rtol=1e-10), one.id


def test_iteration():
    suite = coco.Suite(*SMALL)
    assert suite.current_problem is None
    assert suite.current_index is None
    first = suite.next_problem()
    assert suite.current_problem is first
    second = suite.next_problem()
    assert (repr(first), second.id, suite.current_index) == (
        "<finalized/invalid problem>",
        "bbob_f001_i02_d02",
        1,
    )
    assert [problem.id for problem in suite] == suite.ids()
    assert suite.current_problem is None
    assert suite.next_problem() is None
    assert suite.next_problem() is None
    assert suite.current_index == 10  # it goes on growing
    suite.reset()
    assert suite.next_problem().id == suite.ids()[0]
    assert {str(problem) for problem in list(suite)} == {"finalized/invalid problem"}


def test_problems_by_key(said, refused):
    suite = coco.Suite(*SMALL)
    ids = suite.ids()
    for key, position in ((0, 0), (-1, 7), (True, 1), (np.int64(2), 2), (ids[5], 5)):
        assert suite[key].id == ids[position]
        assert suite.get_problem(key).index == suite.indices[position]
    for key in (8, -9, 1.0):
        with pytest.raises(NoSuchProblemException) as raised:
            suite[key]
        assert (raised.value.suite, raised.value.function_id) == (b"bbob", key)
    for key in ("x", 1.5, None, b"x", [1]):
        with refused(InvalidValueError):
            suite[key]
    assert suite.current_problem is None
    assert refused.messages == said


def test_problems_by_numbers():
    suite = coco.Suite(*SMALL)
    find = suite.get_problem_by_function_dimension_instance
    assert find(3, 5, 2).id == "bbob_f003_i02_d05"
    assert find(1.0, 2, 1).id == "bbob_f001_i01_d02"
    for numbers in ((1, 2, 9), (1, 3, 1), (99, 2, 1), (1, 7, 1), (1, 2, 0)):
        with pytest.raises(NoSuchProblemException):
            find(*numbers)
    with pytest.raises(OverflowError):
        find(-1, 2, 1)
    with pytest.raises(TypeError):
        find("a", 2, 1)


def test_ids(capsys):
    suite = coco.Suite(*SMALL)
    assert suite.ids("f001", "d02", verbose=True) == ["bbob_f001_i01_d02", "bbob_f001_i02_d02"]
    assert capsys.readouterr().out == (
        "  id=bbob_f001_i01_d02, index=0\n  id=bbob_f001_i02_d02, index=1\n"
    )
    assert suite.ids("i02", get_problem=True).id == "bbob_f001_i02_d02"
    with pytest.raises(IndexError):
        suite.ids("f024", get_problem=True)
    with pytest.raises(NotImplementedError):
        suite.find_problem_ids()


def test_free(said, refused):
    suite = coco.Suite(*SMALL)
    taken, current = suite[0], suite.next_problem()
    suite.free()
    suite.free()
    assert len(suite) == len(suite.ids()) == 8
    assert str(current) == "finalized/invalid problem"
    assert taken([0, 0]) > 0
    for use in (suite.next_problem, lambda: suite[0], lambda: next(iter(suite))):
        with refused(InvalidValueError):
            use()
    assert refused.messages == said


@pytest.mark.oracle
def test_module_has_what_coco_has(cocoex):
    missing = {name for name in dir(cocoex) if not name.startswith("_")} - set(dir(coco))
    assert missing == set()
    assert set(cocoex.__all__) <= set(coco.__all__)
    assert coco.__version__ == cocoex.__version__
    for part in ("utilities", "solvers", "exceptions", "interface", "bare_problem", "noiser"):
        theirs, mine = getattr(cocoex, part), getattr(coco, part)
        public = {
            name
            for name, value in vars(theirs).items()
            if not name.startswith("_") and getattr(value, "__module__", "").startswith("cocoex")
        }
        assert public <= set(dir(mine)), part
    suite = cocoex.Suite("bbob", "instances: 1", "dimensions: 2")
    mine = coco.Suite("bbob", "instances: 1", "dimensions: 2")
    for one, other in ((suite, mine), (suite[0], mine[0])):
        members = {name for name in dir(one) if not name.startswith("_")}
        assert members <= set(dir(other))
    assert isinstance(mine[0], coco.Problem)
    assert isinstance(mine[0], coco.interface.Problem)
