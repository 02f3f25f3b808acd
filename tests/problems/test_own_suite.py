"""Suites of one's own."""

import pickle

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError, UnknownNameError


def bowl(x):
    return float(x @ x)


def valley(x):
    return float(abs(x).sum())


def make(function, dimension, **options):
    return om.Problem.from_callable(
        function, [-5] * dimension, [5] * dimension, optimum=0, **options
    )


@pytest.fixture
def suite():
    problems = [make(function, d, group=g) for d in (2, 3) for function, g in
                ((bowl, "round"), (valley, "sharp"))]  # fmt: skip
    return om.Suite.from_problems("mine", problems)


def test_problems_belong_to_the_suite_and_functions_are_numbered(suite):
    assert suite.name == "mine"
    assert [(p.suite, p.function, p.dimension, p.name) for p in suite] == [
        ("mine", 1, 2, "bowl"),
        ("mine", 2, 2, "valley"),
        ("mine", 1, 3, "bowl"),
        ("mine", 2, 3, "valley"),
    ]
    assert (suite.functions, suite.dimensions, suite.instances) == ((1, 2), (2, 3), (1,))
    assert isinstance(suite, om.Suite)
    assert "4 problems, functions 1-2, dimensions 2-3" in repr(suite)


def test_every_access_gives_a_fresh_problem(suite):
    problem = suite[0]
    problem([0, 0])
    assert problem.final_target_hit
    assert suite[0].evaluations == 0
    assert suite[0].best_value == np.inf
    assert not suite[0].final_target_hit


def test_numbers_of_problems_with_a_suite_are_kept():
    own = make(bowl, 2, suite="mine", function_number=7, instance=3)
    other = om.problem("bbob", 8, 2)
    suite = om.Suite.from_problems("mixed", [own, other])
    assert [(p.suite, p.function, p.instance) for p in suite] == [("mine", 7, 3), ("bbob", 8, 1)]


def test_selection(suite, said, refused):
    assert [p.id for p in suite.filter(functions=2)] == [suite[1].id, suite[3].id]
    assert [p.id for p in suite.filter(functions="round", dimensions=3)] == [suite[2].id]
    assert [p.id for p in suite.filter(lambda p: p.name == "bowl")] == [suite[0].id, suite[2].id]
    assert suite[1:3].ids == (suite[1].id, suite[2].id)
    assert suite.filter(functions=2).indices.tolist() == [1, 3]
    assert suite[suite[3].id] == suite[3]
    assert suite.problem(2, 3, 1) == suite[3]
    assert suite[2] in suite
    assert suite[2] not in suite[:2]
    with refused(UnknownNameError, "'rund'", "functions", "'round'"):
        suite.filter(functions="rund")
    with refused(InvalidValueError, "9"):
        suite.problem(9, 2, 1)
    assert refused.messages == said


def test_pickle_and_equality(suite):
    again = pickle.loads(pickle.dumps(suite))
    assert again == suite
    assert again[3]([1, 2, 3]) == 6.0
    assert suite[:2] != suite
    assert len({suite, again}) == 1


def test_wrong_members(said, refused):
    with refused(InvalidTypeError, "3"):
        om.Suite.from_problems("mine", [3])
    same = [make(bowl, 2, name="x"), make(valley, 2, name="x")]
    with refused(InvalidValueError):
        om.Suite.from_problems("mine", same)
    assert refused.messages == said


@pytest.mark.system
def test_experiment_on_it(suite, tmp_path):
    result = om.run("scipy:BFGS", suite, budget=100, folder=tmp_path / "x", workers=2)
    assert (result.runs, result.failed) == (4, 0)
    assert result.outcomes[0].target_hit
    info = (tmp_path / "x/bbobexp_f1.info").read_text()
    assert "suite = 'mine', funcId = 1, DIM = 2" in info
