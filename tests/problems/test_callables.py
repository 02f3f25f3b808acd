"""Problems made from Python functions."""

import ast
import copy
import inspect
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems import callables


def sphere(x: np.ndarray) -> float:
    return float(x @ x)


def two(x: np.ndarray) -> list[float]:
    return [float(x[0]), float((x[1] - 1) ** 2)]


def rows(x: np.ndarray) -> np.ndarray:
    return (x**2).sum(axis=1)


def test_single_objective() -> None:
    problem = om.Problem.from_callable(
        sphere, lower=[-5] * 3, upper=[5] * 3, name="mine", optimum=0, best_parameter=[0] * 3
    )
    assert problem([1, 2, 3]) == 14.0
    np.testing.assert_array_equal(problem(np.eye(3)), [1, 1, 1])
    assert problem.evaluations == 4
    assert problem.best_value == 1.0
    assert problem([1e-5, 0, 0]) <= 1e-8
    assert problem.final_target_hit
    assert problem.reveal().f_opt == 0.0
    assert (problem.id, problem.name, problem.dimension) == ("mine_i1_d3", "mine", 3)


def test_several_objectives_constraints_and_integers() -> None:
    problem = om.Problem.from_callable(
        two,
        lower=[0, 0],
        upper=[3, 9],
        objectives=2,
        constraint=lambda x: [x[0] - 1, x[1], 0.0],
        constraints=3,
        integer_variables=1,
    )
    assert problem.number_of_objectives == 2
    assert problem.number_of_constraints == 3
    assert problem.number_of_integer_variables == 1
    assert problem.initial_solution.tolist() == [2, 4.5]
    assert problem([1, 3]).tolist() == [1, 4]
    assert problem([[1, 3], [2, 1]]).tolist() == [[1, 4], [2, 0]]
    assert problem.constraint([1, 3]).tolist() == [0, 3, 0]
    assert problem.constraint([[1, 3], [2, 1]]).shape == (2, 3)
    assert (problem.evaluations, problem.evaluations_constraints) == (3, 3)
    assert not problem.final_target_hit


def test_vectorized() -> None:
    shapes = []

    def function(x: np.ndarray) -> np.ndarray:
        shapes.append(x.shape)
        return rows(x)

    problem = om.Problem.from_callable(function, [-1] * 2, [1] * 2, vectorized=True)
    x = np.arange(10.0).reshape(5, 2)
    x[2, 0] = np.nan
    values = problem(x)
    assert shapes == [(2, 2), (2, 2)]
    assert np.isnan(values[2])
    assert problem([3, 4]) == 25.0
    assert problem.evaluations == 5


def test_the_callable_cannot_change_the_caller_s_array() -> None:
    def destructive(x: np.ndarray) -> float:
        x[:] = 0
        return 0.0

    problem = om.Problem.from_callable(destructive, [-1] * 2, [1] * 2)
    x = np.ones(2)
    problem(x)
    assert x.tolist() == [1, 1]


def test_exceptions_pass_through_and_count_nothing() -> None:
    for vectorized in [False, True]:

        def broken(x: np.ndarray) -> float:
            message = "no value here"
            raise ZeroDivisionError(message)

        problem = om.Problem.from_callable(broken, [-1], [1], vectorized=vectorized)
        with pytest.raises(ZeroDivisionError, match="no value here"):
            problem([0.5])
        with pytest.raises(ZeroDivisionError):
            problem([[0.5], [0.2]])
        assert problem.evaluations == 0


def test_nonsense_results(said, refused):
    for function, error, *values in [
        (lambda x: "a", InvalidTypeError, "'a'"),
        (lambda x: None, InvalidTypeError),
        (lambda x: [1, 2], InvalidValueError, "1", "2"),
        (lambda x: [], InvalidValueError, "0"),
    ]:
        problem = om.Problem.from_callable(function, [-1], [1], name="odd")
        with refused(error, *values):
            problem([0.5])
        assert problem.evaluations == 0
    assert refused.messages == said


def test_the_budget_is_checked_before_the_call() -> None:
    calls = []
    problem = om.Problem.from_callable(lambda x: calls.append(1) or 0.0, [-1], [1])
    problem._limit(2)
    problem([0])
    problem([0])
    with pytest.raises(om.Stop):
        problem([0])
    assert len(calls) == 2


def test_a_problem_may_be_evaluated_within_its_own_evaluation() -> None:
    def nested(x: np.ndarray) -> float:
        return float(problem(x / 2)) + 1 if abs(x[0]) > 0.1 else 0.0

    problem = om.Problem.from_callable(nested, [-1], [1])
    assert problem([1.0]) == 4.0
    assert problem.evaluations == 5


def test_copies() -> None:
    problem = om.Problem.from_callable(sphere, [-5] * 2, [5] * 2, optimum=0.0)
    problem([1, 1])
    for other in (pickle.loads(pickle.dumps(problem)), copy.deepcopy(problem)):
        assert other == problem
        assert other.evaluations == 1
        assert other.best_value == 2.0
        assert other([2, 0]) == 4.0
    assert problem != om.Problem.from_callable(sphere, [-4] * 2, [5] * 2)


def test_equal_descriptions_are_equal_problems() -> None:
    lists = om.Problem.from_callable(
        two, [0, 0], [1, 2], objectives=2, optimum=[0, 0], nadir=[1, 1]
    )
    arrays = om.Problem.from_callable(
        two, np.zeros(2), np.array([1, 2]), objectives=2, optimum=np.zeros(2), nadir=(1.0, 1.0)
    )
    assert lists == arrays
    assert hash(lists) == hash(arrays)
    assert lists != om.Problem.from_callable(two, [0, 0], [1, 2], objectives=2, optimum=[0, 0])


def test_the_stub_has_the_signature_of_the_function() -> None:
    stub = (Path(om.__file__).parent / "_core/__init__.pyi").read_text(encoding="utf-8")
    classes = {node.name: node for node in ast.parse(stub).body if isinstance(node, ast.ClassDef)}
    methods = {node.name: node for node in classes["Problem"].body if hasattr(node, "name")}
    ours = ast.parse(inspect.getsource(callables.from_callable)).body[0]
    assert plain(methods["from_callable"].args) == plain(ours.args)


def plain(arguments: ast.arguments) -> str:
    """Write a signature without the modules of types."""
    text = ast.unparse(arguments).replace("1e-08", "1e-8")
    return re.sub(r"\b[a-z_]+\.", "", text)


def test_wrong_descriptions(said, refused):
    for options, error, *values in [
        ({"lower": [0, 1]}, InvalidValueError, "2", "1"),
        ({"lower": [2]}, InvalidValueError, "lower"),
        ({"lower": [], "upper": []}, InvalidValueError),
        ({"lower": "a"}, InvalidTypeError),
        ({"objectives": 0}, InvalidValueError, "objectives", "0"),
        ({"objectives": 1.5}, InvalidTypeError, "objectives", "1.5"),
        ({"constraints": 2}, InvalidTypeError),
        ({"constraint": sphere}, InvalidValueError),
        ({"integer_variables": 2}, InvalidValueError, "1"),
        ({"initial_solution": [1, 2]}, InvalidValueError, "initial_solution", "1"),
        ({"lower": [[0], [0, 1]]}, InvalidTypeError, "lower"),
        ({"lower": [[0]]}, InvalidValueError, "lower", "1"),
        ({"optimum": [0, 1]}, InvalidValueError, "optimum", "1", "2"),
        ({"nadir": 1}, InvalidValueError, "nadir"),
        ({"instance": -1}, InvalidValueError, "instance", "-1"),
        ({"name": 3}, InvalidTypeError, "name"),
        ({"function": 3}, InvalidTypeError, "function"),
    ]:
        arguments = {"function": sphere, "lower": [0], "upper": [1]} | options
        with refused(error, *values):
            om.Problem.from_callable(**arguments)
    assert refused.messages == said
