"""A loop that somebody else holds: exact in its budget, silent at its end."""

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems import Loop


def test_the_budget_is_exact_and_values_beyond_it_are_nan():
    problem, other = om.problem("bbob", 3, 2), om.problem("bbob", 3, 2)
    points = np.random.default_rng(1).uniform(-5, 5, (7, 2))
    loop = Loop(problem, budget=5)
    first, second = loop(points), loop(points)
    assert not loop
    assert np.array_equal(first, other(points))
    assert np.array_equal(second[:3], first[:3])
    assert np.isnan(second[3:]).all()
    assert np.isnan(loop(points[0]))
    assert (loop.evaluations, problem.evaluations) == (10, 10)
    assert loop.best_value == first.min()
    assert np.array_equal(loop.best_point, points[first.argmin()])


def test_the_final_target_ends_it():
    problem = om.problem("bbob", 1, 2)
    loop = Loop(problem, budget=1000)
    loop(om.problem("bbob", 1, 2).reveal().x_opt)
    assert problem.final_target_hit
    assert not loop


def test_it_counts_from_where_it_begins():
    problem = om.problem("bbob", 1, 2)
    problem(np.ones((5, 2)))
    loop = Loop(problem, budget=2)
    assert loop.left == 4
    loop([0.5, 0.5])
    assert (loop.left, loop.evaluations, problem.evaluations) == (3, 1, 6)


def test_a_problem_that_is_maximized_has_its_largest_value_as_best():
    problem = om.Problem.from_callable(sum, [-1, -1], [1, 1], name="sum", maximize=True)
    loop = Loop(problem, budget=5)
    for point in ([0.0, 0.5], [0.5, 0.5], [0.0, 0.0]):
        loop(point)
    assert (loop.best_value, loop.best_point.tolist()) == (1.0, [0.5, 0.5])


def test_several_objectives():
    problem = om.problem("bbob-biobj", 1, 2)
    loop = Loop(problem, budget=1)
    values = loop(np.zeros((3, 2)))
    assert values.shape == (3, 2)
    assert np.isnan(values[2]).all()
    assert loop([0.0, 0.0]).shape == (2,)


def test_an_observer_records_it(tmp_path):
    problem = om.problem("bbob", 1, 2)
    with om.Observer(tmp_path / "x", algorithm="mine") as observer:
        observer.observe(problem)
        loop = Loop(problem, budget=10)
        while loop:
            loop(np.random.default_rng(loop.left).uniform(-5, 5, (3, 2)))
    assert om.load(tmp_path / "x").evaluations.tolist() == [20]


def test_wrong_budgets_are_refused():
    with pytest.raises(InvalidValueError):
        Loop(om.problem("bbob", 1, 2), budget=0)
    with pytest.raises(InvalidTypeError):
        Loop(om.problem("bbob", 1, 2), budget="many")
