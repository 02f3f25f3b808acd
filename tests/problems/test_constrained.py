"""bbob-constrained: values, counting, start and optimum against the reference."""

import pickle

import cocoex
import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import Stop

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def pairs(dimensions, instances):
    text = ",".join(map(str, instances))
    reference = cocoex.Suite(
        "bbob-constrained",
        f"instances: {text}",
        f"dimensions: {','.join(map(str, dimensions))}",
    )
    ours = om.Suite("bbob-constrained", dimensions=dimensions, instances=instances)
    return zip(reference, ours, strict=True)


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("dimensions", "instances"),
    [((2, 3, 5), range(1, 16)), ((10,), (1, 2, 7)), ((20, 40), (1, 15)), ((3,), (16, 50, 101))],
)
def test_values_agree(dimensions, instances):
    rng = np.random.default_rng(1)
    for theirs, ours in pairs(dimensions, instances):
        d = ours.dimension
        best = ours.reveal()
        points = np.vstack(
            [
                rng.uniform(-5, 5, (4, d)),
                rng.uniform(-8, 8, (2, d)),
                np.array([[5], [-5], [1e3], [-1e3]]) * np.ones((4, d)),
                best.x_opt + 10.0 ** rng.uniform(-8, 0, (3, 1)) * rng.normal(size=(3, d)),
            ]
        )
        f, g = ours.evaluate_all(points)
        expected_f = np.array([theirs(x) for x in points])
        expected_g = np.array([theirs.constraint(x) for x in points])
        scale = np.maximum(np.abs(expected_f), 1e-3)
        assert np.max(np.abs(f - expected_f) / scale) < 1e-11, ours.id
        scale = np.maximum(np.abs(expected_g), 1e-3)
        assert np.max(np.abs(g - expected_g) / scale) < 1e-9, ours.id


@pytest.mark.oracle
@pytest.mark.parametrize(("dimensions", "instances"), [((2, 3, 5), (1, 2, 15)), ((10, 40), (3,))])
def test_optimum_start_and_layout(dimensions, instances):
    for theirs, ours in pairs(dimensions, instances):
        assert (ours.id, ours.name) == (theirs.id, theirs.name)
        assert ours.number_of_constraints == theirs.number_of_constraints
        start = ours.initial_solution
        assert np.max(np.abs(start - theirs.initial_solution)) < 1e-9
        assert np.all(ours.constraint(start) <= 0)
        assert np.all(np.abs(start) < 5)
        best = ours.reveal()
        values = ours.constraint(best.x_opt)
        assert np.all(values <= 0)
        assert np.sum(values == 0) >= 1
        assert theirs(best.x_opt) == pytest.approx(best.f_opt, rel=1e-12)
        assert np.array_equal(theirs.constraint(best.x_opt) <= 0, values <= 0)
        assert ours(best.x_opt) == best.f_opt
        assert ours.final_target_hit
        assert theirs.final_target_hit


def test_the_optimum_is_optimal_among_feasible_points():
    rng = np.random.default_rng(3)
    for problem in om.Suite("bbob-constrained", dimensions=[2, 5], instances=[4]):
        best = problem.reveal()
        steps = 10.0 ** rng.uniform(-6, 0.7, (400, 1)) * rng.normal(size=(400, problem.dimension))
        f, g = problem.evaluate_all(best.x_opt + steps)
        feasible = np.all(g <= 0, axis=1)
        margin = 1e-9 * (1 + abs(best.f_opt))
        assert np.all(f[feasible] >= best.f_opt - margin), problem.id


def test_check_values():
    problem = om.problem("bbob-constrained", 22, 3, 15)
    assert problem.number_of_constraints == 10
    assert problem.reveal().f_opt == pytest.approx(122.62218697911031, rel=1e-13)
    assert problem(np.zeros(3)) == pytest.approx(856.2185792851391, rel=1e-12)
    assert problem.constraint(np.zeros(3))[:3] == pytest.approx(
        [1585.884267, 921.0449349, 17490.43491], rel=1e-9
    )
    assert problem.initial_solution[:2] == pytest.approx([1.127428647, -4.76541369], rel=1e-8)


def test_sizes():
    for dimension, expected in {
        2: (1, 3, 9, 10, 12, 18),
        3: (1, 3, 9, 10, 13, 22),
        40: (1, 3, 9, 39, 69, 189),
    }.items():
        counts = [
            om.problem("bbob-constrained", f, dimension).number_of_constraints for f in range(7, 13)
        ]
        assert tuple(counts) == expected
    assert len(om.Suite("bbob-constrained")) == 4860


@pytest.mark.parametrize("dimension", [2, 8, 9, 20, 32, 33, 40])
def test_batch_equals_single_calls(dimension):
    points = np.random.default_rng(5).uniform(-6, 6, (37, dimension))
    points[3, 0] = np.inf
    points[5, 1] = np.nan
    points[20] *= 1e4
    for function in range(1, 55, 5):
        problem = om.problem("bbob-constrained", function, dimension, 2)
        single_f = np.array([problem(x) for x in points])
        single_g = np.array([problem.constraint(x) for x in points])
        assert np.array_equal(problem(points), single_f, equal_nan=True)
        assert np.array_equal(problem.constraint(points), single_g, equal_nan=True)
        f, g = problem.evaluate_all(points)
        assert np.array_equal(f, single_f, equal_nan=True)
        assert np.array_equal(g, single_g, equal_nan=True)
        assert np.all(np.isposinf(single_g[3]))
        assert np.all(np.isnan(single_g[5]))
        assert problem.evaluations == problem.evaluations_constraints == 3 * 35


def test_counting():
    problem = om.problem("bbob-constrained", 4, 2)
    problem([0, 0])
    problem.constraint([[0, 0], [1, 1], [np.nan, 0]])
    assert (problem.evaluations, problem.evaluations_constraints) == (1, 2)
    f, g = problem.evaluate_all([0, 0])
    assert isinstance(f, float)
    assert g.shape == (10,)
    assert (problem.evaluations, problem.evaluations_constraints) == (2, 3)
    plain = om.problem("bbob", 1, 2)
    f, g = plain.evaluate_all([[0, 0], [1, 1]])
    assert f.shape == (2,)
    assert g.shape == (2, 0)
    assert (plain.evaluations, plain.evaluations_constraints) == (2, 0)


def test_only_feasible_points_improve_the_best_value():
    problem = om.problem("bbob-constrained", 1, 2)
    points = np.random.default_rng(1).uniform(-5, 5, (200, 2))
    f, g = problem.evaluate_all(points)
    feasible = np.all(g <= 0, axis=1)
    assert 0 < feasible.sum() < 200
    assert f.min() < f[feasible].min()
    assert problem.best_value == f[feasible].min()
    single = om.problem("bbob-constrained", 1, 2)
    batch = om.problem("bbob-constrained", 1, 2)
    batch(points)
    for x in points:
        single(x)
    assert single.best_value == batch.best_value == problem.best_value


def test_the_budget_counts_both_kinds():
    problem = om.problem("bbob-constrained", 1, 2)
    problem._limit(5)
    problem.evaluate_all([[0, 0], [1, 1]])
    problem([0, 0])
    for call in (problem, problem.constraint, problem.evaluate_all):
        with pytest.raises(Stop):
            call([0, 0])
    assert (problem.evaluations, problem.evaluations_constraints) == (3, 2)
    problem._limit(8)
    with pytest.raises(Stop):
        problem.constraint(np.zeros((4, 2)))
    assert problem.evaluations_constraints == 5
    problem._limit(9)
    with pytest.raises(Stop):
        problem.evaluate_all([0, 0])  # would need two
    assert (problem.evaluations, problem.evaluations_constraints) == (3, 5)


@pytest.mark.parametrize("x", [[0, 0, 0], [[0, 0, 0]], 1.0, "ab", [[[0, 0]]]])
def test_wrong_points(x):
    problem = om.problem("bbob-constrained", 1, 2)
    for call in (problem.constraint, problem.evaluate_all):
        with pytest.raises((ValueError, TypeError), match="bbob-constrained_f001_i01_d02"):
            call(x)


def test_pickling():
    problem = om.problem("bbob-constrained", 7, 3)
    problem.evaluate_all(np.zeros((4, 3)))
    other = pickle.loads(pickle.dumps(problem))
    assert other.evaluations_constraints == 4
    assert other.best_value == problem.best_value


def test_constraints_of_a_callable_are_checked_as_well():
    calls = []

    def constraint(x):
        calls.append(x)
        return [x[0] - 1]

    problem = om.Problem.from_callable(
        lambda x: float(-x[0]), [-5], [5], constraint=constraint, constraints=1, optimum=-1
    )
    problem([2.0])
    assert problem.best_value == np.inf
    problem([[0.5], [3.0], [1.0]])
    assert problem.best_value == -1
    assert problem.final_target_hit
    assert problem.evaluations_constraints == 0
    assert calls


@pytest.mark.oracle
def test_recorded_lines(tmp_path):
    """All functions in one dimension, calls of both kinds mixed; byte for byte as COCO."""
    rng = np.random.default_rng(2)
    reference = cocoex.Observer(
        "bbob-constrained", f"outer_folder: {tmp_path} result_folder: theirs algorithm_name: alg"
    )
    with om.Observer(tmp_path / "ours", algorithm="alg") as observer:
        for theirs, ours in pairs((3,), (1, 2)):
            theirs.observe_with(reference)
            observer.observe(ours)
            x = ours.initial_solution
            goal = ours.reveal().x_opt
            for k in range(150):
                point = goal + (x - goal) * 0.9**k * rng.uniform(0, 1.3, 3)
                theirs(point)
                ours(point)
                for _ in range(rng.integers(0, 3)):
                    theirs.constraint(point)
                    ours.constraint(point)
            theirs.free()
    for path in sorted((tmp_path / "theirs").rglob("*.*")):
        if path.is_file():
            text = (observer.folder / path.relative_to(tmp_path / "theirs")).read_text()
            expected = path.read_text().replace(", settings = ''", "")
            assert_same_lines(text.splitlines(), expected.splitlines(), path.name)


def assert_same_lines(ours, theirs, name):
    """Equal but for the last bits of the objective, which show in small differences from f_opt."""
    assert len(ours) == len(theirs), name
    for our_line, their_line in zip(ours, theirs, strict=True):
        if our_line == their_line or our_line.startswith(("%", "suite", "data")):
            assert our_line == their_line, name
            continue
        one, other = our_line.split(), their_line.split()
        assert one[:2] == other[:2], name
        bits = 1e-13 * abs(float(other[3]))
        assert float(one[2]) == pytest.approx(float(other[2]), rel=2e-9, abs=bits), name
        assert float(one[3]) == pytest.approx(float(other[3]), rel=2e-9), name
        if "." in other[4]:  # the closing line has the best value here, all others digits
            assert float(one[4]) == pytest.approx(float(other[4]), rel=2e-9), name
        else:
            assert one[4] == other[4], name
        assert one[5:] == other[5:], name
