"""Suites: selection, order, slicing, errors."""

import copy
import pickle

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError, UnknownNameError


def test_order_and_length() -> None:
    suite = om.Suite("bbob", dimensions=[5, 2], functions=[3, 1], instances=[4, 2, 2])
    ids = [(p.dimension, p.function, p.instance) for p in suite]
    assert ids == [(d, f, i) for d in (2, 5) for f in (1, 3) for i in (4, 2, 2)]
    assert len(suite) == 12
    assert suite.instances == (4, 2, 2)
    assert len(om.Suite("bbob")) == 2160


def test_indices_are_those_of_the_complete_suite() -> None:
    suite = om.Suite("bbob")
    chosen = suite.filter(functions=3, dimensions=5)
    assert chosen.indices[0] == 750
    assert suite.indices.tolist() == list(range(2160))
    assert om.Suite("bbob", dimensions=[7], functions=1).indices[0] == -1


def test_access() -> None:
    suite = om.Suite("bbob", dimensions=[2, 3], instances=[1, 2])
    assert suite[0].id == "bbob_f001_i01_d02"
    assert suite[-1].id == "bbob_f024_i02_d03"
    assert suite[np.int64(2)].id == "bbob_f002_i01_d02"
    assert suite["bbob_f005_i02_d03"].function == 5
    assert suite.problem(function=7, dimension=3, instance=2).id == "bbob_f007_i02_d03"
    assert suite[10:20:5].ids == (suite[10].id, suite[15].id)
    assert len(suite[:0]) == 0
    assert suite[0] is not suite[0]
    assert suite[3] in suite
    assert "bbob_f001_i01_d02" in suite
    assert "bbob_f001_i09_d02" not in suite
    assert next(reversed(suite)) == suite[-1]


def test_filter() -> None:
    suite = om.Suite("bbob", instances=[1])
    assert suite.filter(functions="separable").functions == (1, 2, 3, 4, 5)
    assert suite.filter(functions=["multi-modal", "moderate"], dimensions=[2]).functions == (
        *range(6, 10),
        *range(15, 20),
    )
    odd = suite.filter(lambda p: p.function % 2 == 1, dimensions=40)
    assert odd.functions == tuple(range(1, 25, 2))
    assert odd.dimensions == (40,)


def test_copies_and_equality() -> None:
    suite = om.Suite("bbob", dimensions=2)[5:30]
    for other in (pickle.loads(pickle.dumps(suite)), copy.deepcopy(suite)):
        assert other == suite
        assert hash(other) == hash(suite)
    assert suite != om.Suite("bbob", dimensions=2)
    assert suite != "bbob"


def test_display() -> None:
    suite = om.Suite("bbob", dimensions=[2, 5], functions=[1, 2, 3, 7])
    text = "<Suite 'bbob': 120 problems, functions 1-3,7, dimensions 2,5, instances 1-5,71-80>"
    assert repr(suite) == text
    assert "<td>120</td>" in suite._repr_html_()


@pytest.mark.parametrize(
    ("options", "error", "parts"),
    [
        ({"functions": 25}, InvalidValueError, ["1 to 24", "function 25"]),
        ({"functions": [0]}, InvalidValueError, ["function 0"]),
        ({"functions": "seperable"}, UnknownNameError, ["seperable", "did you mean 'separable'"]),
        ({"functions": 1.5}, InvalidTypeError, ["functions", "1.5"]),
        ({"functions": []}, InvalidValueError, ["at least one"]),
        ({"dimensions": 1}, InvalidValueError, ["between 2 and", "dimension 1"]),
        ({"dimensions": -3}, InvalidValueError, ["dimension -3"]),
        ({"dimensions": [2, 10**9]}, InvalidValueError, ["dimension 1000000000"]),
        ({"dimensions": "two"}, InvalidValueError, ["dimensions", "'two'"]),
        ({"instances": 0}, InvalidValueError, ["between 1 and", "instance 0"]),
        ({"instances": None, "year": 2008}, InvalidValueError, ["from 2009 on", "2008"]),
        ({"instances": 1, "year": 2009}, InvalidValueError, ["not both"]),
        ({"year": "soon"}, InvalidTypeError, ["year", "'soon'"]),
    ],
)
def test_wrong_selections(options: dict, error: type[Exception], parts: list[str]) -> None:
    with pytest.raises(error) as caught:
        om.Suite("bbob", **options)
    assert all(part in str(caught.value) for part in parts), str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "error", "parts"),
    [
        (("bob", 1, 2), UnknownNameError, ["'bob'", "did you mean 'bbob'", "bbob-largescale"]),
        ((None, 1, 2), InvalidTypeError, ["None"]),
        (("bbob", 25, 2), InvalidValueError, ["function 25"]),
        (("bbob", 1, 1), InvalidValueError, ["dimension 1"]),
        (("bbob", 1, 0), InvalidValueError, ["dimension 0"]),
        (("bbob", 1, 2, 0), InvalidValueError, ["instance 0"]),
        (("bbob", 1, 2, 2**40), InvalidValueError, ["instance 1099511627776"]),
        (("bbob", "1", 2), InvalidTypeError, ["'1'"]),
        (("bbob-mixint", 1, 7), InvalidValueError, ["multiple of 5", "7"]),
    ],
)
def test_wrong_problems(arguments: tuple, error: type[Exception], parts: list[str]) -> None:
    with pytest.raises(error) as caught:
        om.problem(*arguments)
    assert all(part in str(caught.value) for part in parts), str(caught.value)


def test_wrong_access(said, refused) -> None:
    suite = om.Suite("bbob", dimensions=2, instances=1)
    with refused(IndexError, "24"):
        suite[24]
    with refused(UnknownNameError, "'bbob_f001_i01_d02'"):
        suite["bbob_f001_i01_d03"]
    with pytest.raises(InvalidTypeError, match="position"):
        suite[1.5]
    with pytest.raises(InvalidValueError, match="instances 1"):
        suite.problem(function=1, dimension=2, instance=2)
    assert refused.messages == said
