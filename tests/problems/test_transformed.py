"""Instances of problems of one's own and of suites."""

import pickle

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems import instances_of, transformed, w_model


def bowl(x):
    return float(x @ (np.arange(1, len(x) + 1) * x))


def bowls(x):
    return x**2 @ np.arange(1, x.shape[1] + 1)


def problem(function=bowl, d=3, **options):
    known = {"optimum": 0, "best_parameter": [1.0] * d} if function is moved_bowl else {}
    return om.Problem.from_callable(function, [-5] * d, [5] * d, **(known | options))


def moved_bowl(x):
    return bowl(x - 1.0)


def test_three_lines_make_a_family(tmp_path):
    mine = problem(moved_bowl)
    suite = om.Suite.from_problems("mine", instances_of(mine, range(1, 6)))
    om.run("random-search", suite, budget=30, folder=tmp_path / "data")
    runs = om.load(tmp_path / "data")
    assert sorted(runs.instance.tolist()) == [1, 2, 3, 4, 5]
    assert runs.optimum_known.all()  # judged by the distance to the true optimum
    for one in suite:
        best = one.reveal()
        assert one(best.x_opt) == best.f_opt
        assert one.final_target_hit
        assert (abs(best.x_opt) <= 4).all()
        assert one(best.x_opt + 0.1) > best.f_opt


def test_values_stay_what_they_are_where_the_optimum_is_not_known():
    """Else those of different instances could not be compared."""
    mine, other = problem(), problem(moved_bowl)
    for unknown in instances_of(mine, [1, 2], shift=False, rotate=False):
        assert unknown([1, 2, 3]) == mine([1, 2, 3])
    for known in instances_of(other, [1, 2], shift=False, rotate=False):
        assert known([1, 2, 3]) != other([1, 2, 3])


def test_numbers_make_always_the_same_instance():
    x = np.random.default_rng(1).uniform(-5, 5, (10, 3))
    first, second = (instances_of(problem(moved_bowl), [4, 9])[1] for _ in range(2))
    assert first == second
    assert first(x).tolist() == second(x).tolist() == [first(one) for one in x]
    assert first(x).tolist() == pickle.loads(pickle.dumps(first))(x).tolist()
    assert first(x)[0] != instances_of(problem(moved_bowl), 9, seed=1)[0](x)[0]


def test_the_formula():
    rng = np.random.default_rng(1)
    turn = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    shift, scale, x = np.array([1.0, -2.0, 0.5]), np.array([1.0, 2.0, 0.5]), rng.uniform(-5, 5, 3)
    for function, centre in ((bowl, np.zeros(3)), (moved_bowl, np.ones(3))):
        made = transformed(
            problem(function), shift=shift, rotation=turn, scale=scale, factor=3.0, offset=7.0
        )
        z = centre + scale * (turn @ (x - centre - shift))
        assert made(x) == pytest.approx(3 * function(z) + 7, rel=1e-13)
        best = made.reveal()
        if function is bowl:
            assert best.f_opt is None
        else:
            assert (best.f_opt, best.x_opt.tolist()) == (7.0, [2.0, -1.0, 1.5])


def test_a_random_rotation_is_one():
    images = [transformed(problem(bowl), rotation=5)(row) for row in np.eye(3)]
    assert sum(images) == pytest.approx(6)  # the trace stays
    assert images != [1.0, 2.0, 3.0]


def test_batches_constraints_objectives_and_directions():
    x = np.random.default_rng(1).uniform(-5, 5, (7, 3))
    one, many = problem(bowl), problem(bowls, vectorized=True)
    for change in ({"shift": [1, 2, 3]}, {"rotation": 3}, {"factor": 2.0}):
        np.testing.assert_allclose(transformed(one, **change)(x), transformed(many, **change)(x))
    held = problem(bowl, constraint=lambda z: [z[0] - 1, -z[1]], constraints=2)
    assert transformed(held, shift=[1, 2, 0]).constraint([2.0, 2, 0]).tolist() == [0.0, 0.0]
    two = problem(lambda z: [bowl(z), -z[0]], objectives=2, optimum=[0, -5], nadir=[9, 5])
    assert transformed(two, offset=1.0)([0.0, 0, 0]).tolist() == [1.0, 1.0]
    most = problem(lambda z: -bowl(z), maximize=True, optimum=0, best_parameter=[0, 0, 0])
    made = transformed(most, shift=[1, 1, 1], factor=2.0, offset=5.0)
    assert made.maximize
    assert made([1.0, 1, 1]) == made.reveal().f_opt == 5.0
    assert made.final_target_hit


def test_problems_of_suites():
    sphere = om.problem("bbob", 1, 3)
    best = sphere.reveal()
    made = transformed(sphere, shift=[0.5, 0, -0.5], offset=10.0, instance=8)
    assert made.reveal().x_opt.tolist() == (best.x_opt + [0.5, 0, -0.5]).tolist()
    assert made(made.reveal().x_opt) == best.f_opt + 10
    assert sphere.evaluations == 0
    assert pickle.loads(pickle.dumps(made)) == made
    bits = transformed(w_model(8), factor=2.0)
    assert bits([1] * 8) == bits.reveal().f_opt == 16.0


def test_wrong_changes_are_refused(said, refused):
    for change, error, *values in [
        ({"shift": [1.0]}, InvalidValueError, "shift", "3", "1"),
        ({"shift": ["a", "b", "c"]}, InvalidTypeError, "shift"),
        ({"scale": 0.0}, InvalidValueError, "scale", "0"),
        ({"factor": -1.0}, InvalidValueError, "factor", "-1.0"),
        ({"rotation": np.ones((3, 3))}, InvalidValueError),
        ({"rotation": -1}, InvalidValueError, "rotation", "0"),
    ]:
        with refused(error, *values):
            transformed(problem(bowl), **change)
    assert refused.messages == said


def test_what_cannot_be_changed_is_refused(said, refused):
    with refused(InvalidValueError, "noisy"):
        transformed(om.problem("bbob-noisy", 101, 2))
    with refused(InvalidValueError):
        transformed(problem(bowl, integer_variables=1), shift=[1, 0, 0])
    free = om.Problem.from_callable(bowl, [-np.inf] * 2, [np.inf] * 2)
    with refused(InvalidValueError):
        transformed(free, rotation=1)
    with refused(InvalidValueError):
        instances_of(free, [1])
    with refused(InvalidTypeError):
        transformed(bowl)
    with refused(InvalidTypeError):
        instances_of(bowl, [1])
    assert refused.messages == said
