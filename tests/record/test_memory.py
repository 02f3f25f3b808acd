"""Runs in memory."""

import numpy as np

import optimeter as om
from optimeter.record import At, OnImprovement


def test_arrays_of_a_run():
    points = np.random.default_rng(1).uniform(-5, 5, (50, 3))
    with om.Observer(format="memory", attributes=["sigma"]) as observer:
        problem = om.problem("bbob", 8, 3)
        observer.observe(problem)
        values = [problem(points[0])]
        problem.set_attribute("sigma", 0.5)
        values += problem(points[1:30]).tolist()
        problem.signal_restart()
        values += problem(points[30:]).tolist()
        (open_run,) = observer.runs
        assert not open_run.finished
    (run,) = observer.runs
    assert run.finished
    assert (run.suite, run.function, run.dimension, run.instance) == ("bbob", 8, 3, 1)
    assert run.total_evaluations == 50
    np.testing.assert_array_equal(run.evaluations, np.arange(1, 51))
    np.testing.assert_array_equal(run.values, values)
    np.testing.assert_array_equal(run.points, points)
    np.testing.assert_array_equal(run.best, np.minimum.accumulate(values))
    np.testing.assert_array_equal(run.attributes["sigma"], [np.nan] + [0.5] * 49)
    assert run.restarts.tolist() == [30]
    assert run.optimal_value == problem.reveal().f_opt


def test_the_best_of_a_run_that_is_maximised():
    with om.Observer(format="memory") as observer:
        problem = om.Problem.from_callable(lambda x: x[0], [0], [9], maximize=True)
        observer.observe(problem)
        for value in (3, 1, 4, 2):
            problem([value])
    assert observer.runs[0].best.tolist() == [3, 3, 4, 4]


def test_triggers_and_positions():
    with om.Observer(
        format="memory", triggers=[OnImprovement(), At([20])], positions=False
    ) as observer:
        problem = om.problem("bbob", 1, 2)
        observer.observe(problem)
        values = problem(np.random.default_rng(2).uniform(-5, 5, (30, 2)))
    (run,) = observer.runs
    better = values < np.concatenate([[np.inf], np.minimum.accumulate(values)[:-1]])
    expected = np.flatnonzero(better | (np.arange(30) == 19)) + 1
    np.testing.assert_array_equal(run.evaluations, expected)
    assert run.points.shape == (0, 2)


def test_problems_that_go_away_leave_their_runs():
    observer = om.Observer(format="memory")
    for problem in om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2, 3]):
        observer.observe(problem)
        if problem.instance != 2:
            problem([0, 0])
    del problem
    assert [(run.instance, run.finished) for run in observer.runs] == [(1, True), (3, True)]
    assert observer.folder is None


def test_own_problems_are_told_apart_as_in_files():
    with om.Observer(format="memory") as observer:
        for name in ("one", "two", "one"):
            problem = om.Problem.from_callable(len, [-1] * 2, [1] * 2, name=name)
            observer.observe(problem)
            problem([0, 0])
    assert [(run.suite, run.function) for run in observer.runs] == [
        ("own", 1),
        ("own", 2),
        ("own", 1),
    ]
