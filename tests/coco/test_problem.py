"""Problems of the drop-in: rules P6 to P11 and C15 to C31 as far as Python shows them."""

import copy
import gc
import weakref

import numpy as np
import pytest

import optimeter as om
from optimeter import coco
from optimeter.coco.exceptions import (
    InvalidProblemException,
    NoSuchProblemException,
    NoSuchSuiteException,
)
from optimeter.exceptions import InvalidValueError

HUGE = 1.7976931348623157e308


def first(suite="bbob", options="dimensions: 2", instances="instances: 1"):
    return coco.Suite(suite, instances, options)[0]


@pytest.mark.oracle
def test_p6_values_are_those_of_coco(cocoex):
    rng = np.random.default_rng(3)
    strings = ("bbob", "instances: 1,71", "dimensions: 2,5,20,40")
    for mine, theirs in zip(coco.Suite(*strings), cocoex.Suite(*strings), strict=True):
        for point in rng.uniform(-6, 6, (3, mine.dimension)):
            value = mine(point)
            assert type(value) is np.float64
            assert value == pytest.approx(theirs(point), rel=1e-11), mine.id
            assert mine(list(point)) == mine(tuple(point)) == mine(x=point) == value
        assert mine.evaluations == 12
        assert mine.best_observed_fvalue1 == pytest.approx(theirs.best_observed_fvalue1, rel=1e-11)


@pytest.mark.parametrize(
    "point",
    [
        np.array([1, 2]),
        np.array([1, 2], dtype=np.float32),
        np.arange(1.0, 5.0)[::2] - [0, 1],
        np.asfortranarray([1.0, 2.0]),
        ["1", "2"],
        range(1, 3),
        np.array([1, 2], dtype=object),
    ],
)
def test_p6_any_point(point):
    problem = first()
    assert problem(point) == problem(np.array([1.0, 2.0])) == 90.00369408
    assert problem.evaluations == 2


def test_p6_special_values():
    problem = first()
    assert problem([np.inf, np.nan]) == np.inf
    assert problem([-np.inf, 1]) == np.inf
    assert np.isnan(problem([None, 1]))
    assert np.isnan(problem(np.array([np.nan, 1])))
    assert problem.evaluations == 0
    assert problem.best_observed_fvalue1 == HUGE
    assert not problem.final_target_hit


def test_p6_wrong_points(said, refused):
    for wrong in [
        [1],
        [1, 2, 3],
        [[1, 2]],
        np.ones((1, 2)),
        np.ones((2, 1)),
        3,
        None,
        [],
        "ab",
        "12",
    ]:
        problem = first()
        for use in (problem, problem.recommend):
            with refused((InvalidValueError, ValueError)):
                use(wrong)
        assert problem.evaluations == 0
    assert refused.messages == said


def test_p6_wrong_calls():
    problem = first()
    for wrong in (problem, lambda: problem([1, 2], 3), lambda: problem(y=[1, 2])):
        with pytest.raises(TypeError):
            wrong()


@pytest.mark.oracle
def test_several_objectives(cocoex):
    mine = first("bbob-biobj")
    theirs = cocoex.Suite("bbob-biobj", "instances: 1", "dimensions: 2")[0]
    for point in ([1, 2], np.array([0.0, -3.0]), [4, 4]):
        value = mine(point)
        assert value.shape == (2,)
        assert np.allclose(value, theirs(point), rtol=1e-12)
        assert mine.best_observed_fvalue1 == pytest.approx(theirs.best_observed_fvalue1)
    again = mine([1, 2])
    assert again is not mine([1, 2])
    assert not mine.final_target_hit


@pytest.mark.oracle
def test_constraints(cocoex, said, refused):
    mine = first("bbob-constrained")
    theirs = cocoex.Suite("bbob-constrained", "instances: 1", "dimensions: 2")[0]
    for point in (mine.initial_solution, [1, 2], np.array([np.nan, 0]), [np.inf, 0]):
        one, other = mine.constraint(point), theirs.constraint(point)
        assert np.allclose(one, other, rtol=1e-11, equal_nan=True), point
    assert mine.evaluations_constraints == theirs.evaluations_constraints == 2
    infeasible = next(x for x in ([50, 50], [-50, -50]) if max(mine.constraint(x)) > 0)
    mine(infeasible)
    assert mine.best_observed_fvalue1 == HUGE
    with refused(InvalidValueError, "2"):
        mine.constraint([1])
    unconstrained = first()
    assert unconstrained.constraint("whatever") is None
    assert unconstrained.evaluations_constraints == 0
    assert refused.messages == said


def test_p7_closed_and_context():
    with first() as problem:
        problem([0, 0])
    assert problem.evaluations == 1
    with pytest.raises(InvalidProblemException):
        problem([0, 0])
    with pytest.raises(AttributeError):
        problem.colour = 3
    assert problem != first()
    assert problem == problem  # noqa: PLR0124 - by identity
    with pytest.raises(TypeError):
        copy.copy(problem)


def test_free():
    problem = first("bbob-biobj")
    problem([1, 2])
    problem.free()
    problem.free(force=True)
    assert (problem.id, problem.name, problem.id_function, problem.id_instance) == (None,) * 4
    assert (problem.id_triple, problem.index, problem.suite) == ((None, 2, None), 0, b"bbob-biobj")
    assert (str(problem), repr(problem)) == (
        "finalized/invalid problem",
        "<finalized/invalid problem>",
    )
    assert (problem.evaluations, problem.evaluations_constraints) == (1, 0)
    uses = [
        lambda: problem([1, 2]),
        lambda: problem(np.zeros(2)),
        lambda: problem.recommend([1, 2]),
        lambda: problem.final_target_hit,
        lambda: problem.best_observed_fvalue1,
        lambda: problem.largest_fvalues_of_interest,
        lambda: problem.initial_solution,
        lambda: problem.logger_biobj_feed_solution(1, [1, 2]),
    ]
    for use in uses:
        with pytest.raises(InvalidProblemException):
            use()


def test_bounds_are_shared_and_proposals_use_them():
    problem = first()
    assert problem.lower_bounds is problem.lower_bounds
    problem.lower_bounds[:] = problem.upper_bounds[:] = 3
    assert problem.initial_solution_proposal(1).tolist() == [3, 3]
    assert problem.initial_solution is not problem.initial_solution


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("suite", "options"),
    [
        ("bbob", "dimensions: 2"),
        ("bbob-constrained", "dimensions: 3"),
        ("bbob-mixint", "dimensions: 5"),
        ("bbob-biobj-mixint", "dimensions: 5"),
    ],
)
def test_p8_proposals_are_those_of_coco(cocoex, suite, options):
    drawn = []
    for module in (cocoex, coco):
        problem = module.Suite(suite, "instances: 1", options)[0]
        np.random.seed(7)  # noqa: NPY002
        drawn.append([problem.initial_solution_proposal(n) for n in (None, None, 0, 0.5, 3, None)])
    assert np.allclose(*drawn, rtol=1e-13)
    with pytest.raises(TypeError):
        problem.initial_solution_proposal("1")


def test_p9_problems_go_away():
    problem = first()
    reference = weakref.ref(problem)
    del problem
    gc.collect()
    assert reference() is None


@pytest.mark.oracle
def test_best_parameter_file(cocoex, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "._bbob_problem_best_parameter.txt"
    problem = first()
    assert problem._best_parameter() is None
    assert not file.exists()
    problem._best_parameter("print")
    mine = file.read_text()
    cocoex.Suite("bbob", "instances: 1", "dimensions: 2")[0]._best_parameter("print")
    theirs = file.read_text()
    assert mine.split() == theirs.split()
    assert mine[-1] == theirs[-1] == " "


def test_values_minus_the_final_target():
    """The method of COCO reads an attribute that there is not."""
    problem = coco.Suite("bbob", "instances: 3", "dimensions: 3 function_indices: 8")[0]
    best = om.problem("bbob", 8, 3, 3).reveal()
    assert problem._f0(best.x_opt) == pytest.approx(-1e-8, rel=1e-3)
    assert problem._f0([1, 2, 3]) == problem([1, 2, 3]) - (best.f_opt + 1e-8)
    assert problem.evaluations == 3
    with pytest.raises(InvalidValueError, match="f01"):
        coco.Suite("bbob-biobj", "instances: 1", "dimensions: 2")[0]._f0([0, 0])


@pytest.mark.oracle
def test_p10_bare_problems(cocoex, said, refused):
    mine, theirs = coco.BareProblem("bbob", 8, 13, 3), cocoex.BareProblem("bbob", 8, 13, 3)
    points = np.random.default_rng(1).uniform(-5, 5, (4, 13))
    for name in ("suite_name", "id", "function", "dimension", "instance", "is_tainted"):
        assert getattr(mine, name) == getattr(theirs, name)
    assert (str(mine), repr(mine)) == (str(theirs), repr(theirs))
    assert type(mine(points[0])) is type(mine(list(points[0]))) is float
    assert mine(points[0]) == pytest.approx(theirs(points[0]), rel=1e-12)
    assert np.allclose(mine(points), theirs(points), rtol=1e-12)
    assert np.allclose(mine(points.tolist()), mine(points), rtol=0)
    assert mine(points[None]) is None
    assert mine.best_value() == pytest.approx(theirs.best_value())
    assert not mine.is_tainted
    assert np.allclose(mine.best_parameter(), theirs.best_parameter())
    assert mine.is_tainted
    assert mine(mine.best_parameter()) == mine.best_value()
    assert mine(tuple(points[0])) == mine(points[0])  # AttributeError in COCO
    with pytest.raises(AttributeError):
        mine(3)
    for wrong in (
        points.T.copy(),
        np.asfortranarray(points),
        points.astype(int),
        [1.0],
        np.array(1),
    ):
        with refused(InvalidValueError):
            mine(wrong)
    assert refused.messages == said


@pytest.mark.oracle
def test_p10_bare_problems_of_instance_0(cocoex):
    point = np.array([0.1, 6.0, -1000.0])
    for function in range(1, 25):
        mine, theirs = (module.BareProblem("bbob", function, 3, 0) for module in (coco, cocoex))
        assert (mine.id, repr(mine), mine.instance) == (theirs.id, repr(theirs), 0)
        assert mine.suite_name == theirs.suite_name
        assert mine(point / 100) == pytest.approx(theirs(point / 100), rel=1e-11)
        assert mine.best_value() == theirs.best_value()
        assert np.allclose(mine.best_parameter(), theirs.best_parameter(), rtol=1e-12)


@pytest.mark.oracle
def test_numbers_of_ids(cocoex):
    options = "dimensions: 10 function_indices: 24 instance_indices: 7"
    mine, theirs = (module.Suite("bbob", "", options)[0] for module in (coco, cocoex))
    for field in ("f", "i", "d", "_f"):
        assert mine._parse_id(field) == theirs._parse_id(field)
    with pytest.raises(ValueError, match="bbob"):
        mine._parse_id("x")


def test_p11_bare_problems_that_are_not():
    with pytest.raises(NoSuchSuiteException):
        coco.BareProblem("bbob-noisy", 1, 2, 1)
    with pytest.raises(NoSuchProblemException):
        coco.BareProblem("bbob", 25, 2, 1)
    with pytest.raises(OverflowError):
        coco.BareProblem("bbob", -1, 2, 1)
