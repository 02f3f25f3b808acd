"""The class Problem: inputs, counters, copies, display."""

import copy
import pickle
import threading

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError, OptimeterError


@pytest.fixture
def problem() -> om.Problem:
    return om.problem("bbob", function=8, dimension=3, instance=2)


class Array:
    """Not an array, but turns into one."""

    def __array__(self, dtype=None, copy=None):
        return np.array([1.0, 2.0, 3.0], dtype=dtype)


@pytest.mark.parametrize(
    "x",
    [
        [1, 2, 3],
        (1.0, 2.0, 3.0),
        np.array([1, 2, 3], dtype=np.int8),
        np.array([1, 2, 3], dtype=np.uint64),
        np.array([1, 2, 3], dtype=np.float16),
        np.array([1, 2, 3], dtype=np.float32),
        np.array([1, 2, 3], dtype=np.longdouble),
        np.array([1, 2, 3], dtype=">f8"),
        np.array([1, 9, 2, 9, 3, 9], dtype=float)[::2],
        np.array([3, 2, 1], dtype=float)[::-1],
        np.frombuffer(b"\0" + np.array([1.0, 2.0, 3.0]).tobytes(), dtype="u1")[1:].view("f8"),
        Array(),
    ],
)
def test_a_point_in_any_form(problem: om.Problem, x: object) -> None:
    value = problem(x)
    assert isinstance(value, float)
    assert value == problem(np.array([1.0, 2.0, 3.0]))
    assert problem.evaluations == 2


def test_a_batch_in_any_layout(problem: om.Problem) -> None:
    x = np.arange(24.0).reshape(8, 3)
    values = problem(x)
    assert values.shape == (8,)
    assert values.dtype == np.float64
    for other in (np.asfortranarray(x), x.astype("f4"), x.tolist(), np.repeat(x, 2, 1)[:, ::2]):
        np.testing.assert_array_equal(problem(other), values)
    assert problem.evaluations == 40
    np.testing.assert_array_equal(x, np.arange(24.0).reshape(8, 3))


@pytest.mark.parametrize("dimension", [3, 60])  # with more variables than the stack holds
def test_every_form_of_a_point_has_the_same_value(dimension: int) -> None:
    problem = om.problem("bbob", 8, dimension, 2)
    x = np.arange(float(dimension)) - 1
    expected = problem(x)
    forms = [
        x.tolist(), tuple(x), [*x], [int(v) for v in x], [np.float32(v) for v in x],
        [np.int64(v) for v in x], [np.int16(v) for v in x], range(-1, dimension - 1),
        np.repeat(x, 2)[::2], x[::-1].copy()[::-1], x.astype(">f8"),
        *(x.astype(kind) for kind in ("f4", "f2", "i8", "i4", "i2", "i1", "g")),
    ]  # fmt: skip
    for form in forms:
        assert problem(form) == expected
    assert problem.evaluations == 1 + len(forms)
    bits = np.arange(dimension) % 2 == 0
    assert problem(bits) == problem(bits.tolist()) == problem(bits * 1.0)
    long = [2**60 + 1] * dimension
    assert problem(long) == problem(np.array(long))


@pytest.mark.parametrize(
    ("x", "error", "parts"),
    [
        ([10**30] * 3, InvalidTypeError, ["real numbers", "object"]),
        ([1.0, 2.0], InvalidValueError, ["(3,)", "(n, 3)", "got shape (2,)", "bbob_f008_i02_d03"]),
        (np.zeros((2, 4)), InvalidValueError, ["got shape (2, 4)"]),
        (np.zeros((1, 1, 3)), InvalidValueError, ["got shape (1, 1, 3)"]),
        (5.0, InvalidValueError, ["got shape ()"]),
        ([], InvalidValueError, ["got shape (0,)"]),
        ("abc", InvalidTypeError, ["real numbers", "str"]),
        (None, InvalidTypeError, ["real numbers", "NoneType"]),
        ([1, "a", 3], InvalidTypeError, ["real numbers", "list"]),
        ([1, None, 3], InvalidTypeError, ["real numbers"]),
        ([1j, 0, 0], InvalidTypeError, ["complex128"]),
        ([[1, 2, 3], [1, 2]], InvalidTypeError, ["list"]),
        ({}, InvalidTypeError, ["dict"]),
        (object(), InvalidTypeError, ["object"]),
    ],
)
def test_wrong_points_are_refused(
    problem: om.Problem, x: object, error: type[OptimeterError], parts: list[str]
) -> None:
    with pytest.raises(error) as caught:
        problem(x)
    assert all(part in str(caught.value) for part in parts), str(caught.value)
    assert problem.evaluations == 0


def test_wrong_calls_are_refused(problem: om.Problem, said, refused) -> None:
    with refused(InvalidTypeError):
        problem()
    with refused(InvalidTypeError):
        problem([1, 2, 3], 4)
    with refused(InvalidTypeError):
        problem(x=[1, 2, 3])
    with refused(InvalidTypeError):
        om.Problem.__new__(om.Problem)([1, 2, 3])
    with pytest.raises(TypeError):
        om.Problem()
    with pytest.raises(TypeError):
        om.Problem.id.fget(object())
    assert refused.messages == said


def test_a_batch_without_rows(problem: om.Problem) -> None:
    assert problem(np.zeros((0, 3))).shape == (0,)
    assert problem.evaluations == 0


def test_non_finite_points_are_not_counted(problem: om.Problem) -> None:
    assert np.isnan(problem([np.nan, 0, 0]))
    assert problem([np.inf, np.nan, 0]) == np.inf
    assert problem.evaluations == 0
    assert problem.best_value == np.inf
    values = problem([[0, 0, 0], [np.nan, 0, 0], [1, 1, 1]])
    assert np.isnan(values[1])
    assert problem.evaluations == 2
    assert problem.best_value == min(values[0], values[2])


def test_counters_and_best_value(problem: om.Problem) -> None:
    x = np.random.default_rng(0).uniform(-5, 5, (100, 3))
    values = [problem(row) for row in x]
    assert problem.evaluations == 100
    assert problem.best_value == min(values)
    assert not problem.final_target_hit
    problem(problem.reveal().x_opt)
    assert problem.final_target_hit


def test_outside_of_the_box_counts() -> None:
    problem = om.problem("bbob-boxed", 1, 2)
    assert problem([6, 0]) == np.inf
    assert problem([5, -5]) < np.inf
    assert problem.evaluations == 2


def test_integer_variables() -> None:
    problem = om.problem("bbob-mixint", 1, 5)
    assert problem.number_of_integer_variables == 4
    assert problem.upper_bounds.tolist() == [1, 3, 7, 15, 5]
    x = problem.initial_solution
    assert x.tolist() == [1, 2, 4, 8, 0]
    assert problem(x) == problem(x + [0.4, -0.4, 0.1, -0.5, 0])
    assert problem(x) == problem(x + [100, 0, 0, 0, 0])  # clipped


def test_arrays_are_fresh(problem: om.Problem) -> None:
    problem.initial_solution[:] = 7
    problem.lower_bounds[:] = 7
    assert problem.initial_solution.tolist() == [0, 0, 0]
    assert problem.lower_bounds.tolist() == [-5, -5, -5]


def test_limit_is_hard(problem: om.Problem, said, refused) -> None:
    problem._limit(10)
    problem(np.zeros((4, 3)))
    with refused(om.Stop, "10"):
        problem(np.zeros((7, 3)))
    assert problem.evaluations == 10
    with pytest.raises(om.Stop):
        problem([0, 0, 0])
    assert problem.evaluations == 10
    problem._limit(None)
    problem([0, 0, 0])
    assert problem.evaluations == 11
    assert refused.messages == said


def test_limit_at_the_target(problem: om.Problem, said, refused) -> None:
    best = problem.reveal().x_opt
    problem._limit(1000, at_target=True)
    x = np.zeros((9, 3))
    x[3] = best
    with refused(om.Stop):
        problem(x)
    assert problem.evaluations == 4
    with refused(om.Stop, "4"):
        problem([0, 0, 0])
    assert refused.messages == said


@pytest.mark.parametrize("suite", ["bbob", "bbob-boxed", "bbob-largescale", "bbob-mixint"])
def test_copies(suite: str) -> None:
    problem = om.problem(suite, 6, 20)
    value = problem(problem.initial_solution)
    for other in (pickle.loads(pickle.dumps(problem)), copy.copy(problem), copy.deepcopy(problem)):
        assert other == problem
        assert hash(other) == hash(problem)
        assert other.evaluations == 1
        assert other.best_value == value
        assert other(problem.initial_solution) == value
        assert (other.evaluations, problem.evaluations) == (2, 1)


def test_equality(problem: om.Problem) -> None:
    assert problem == om.problem("bbob", 8, 3, 2)
    assert problem != om.problem("bbob", 8, 3, 3)
    assert problem != om.problem("bbob-boxed", 8, 3, 2)
    assert problem != "bbob_f008_i02_d03"
    assert problem is not None
    assert (problem == None) is False  # noqa: E711


def test_display(problem: om.Problem) -> None:
    assert repr(problem) == "<Problem 'bbob_f008_i02_d03', evaluations=0>"
    problem([0, 0, 0])
    assert "evaluations=1" in repr(problem)
    assert "best_value=" in repr(problem)
    assert "<td>3</td>" in problem._repr_html_()
    odd = om.Problem.from_callable(lambda x: 0.0, [0], [1], name="<b>&")
    assert "<b>" not in odd._repr_html_()


def test_a_call_may_come_with_no_named_arguments(problem: om.Problem) -> None:
    """As pools of threads call: ``f(*args, **kwargs)``."""
    nothing: dict[str, int] = {}
    assert problem(*([0, 0, 0],), **nothing) == problem([0, 0, 0])


def test_threads_share_a_problem(problem: om.Problem) -> None:
    x = np.random.default_rng(0).uniform(-5, 5, (2000, 3))
    expected = problem(x)
    results: list[np.ndarray] = []

    def batches() -> None:
        results.extend(problem(x) for _ in range(20))

    def singles() -> None:
        results.append(np.array([problem(row) for row in x]))

    workers = [threading.Thread(target=t) for t in (batches, singles, batches, singles)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert problem.evaluations == 2000 * (1 + 40 + 2)
    assert problem.best_value == expected.min()
    assert all(np.array_equal(result, expected) for result in results)


def test_no_constraints(problem: om.Problem, said, refused) -> None:
    with refused(InvalidValueError):
        problem.constraint([0, 0, 0])
    assert refused.messages == said


@pytest.mark.parametrize("dimension", [7, 41, 64, 100])
def test_unpublished_dimensions(dimension: int) -> None:
    for function in range(1, 25):
        problem = om.problem("bbob", function, dimension)
        f_opt, x_opt = problem.reveal()
        assert abs(problem(x_opt) - f_opt) < 1e-9


def test_dimension_1000_in_large_scale_form() -> None:
    problem = om.problem("bbob-largescale", 10, 1000)
    f_opt, x_opt = problem.reveal()
    assert abs(problem(x_opt) - f_opt) < 1e-9
    x = np.random.default_rng(0).uniform(-5, 5, (3, 1000))
    np.testing.assert_array_equal(problem(x), [problem(row) for row in x])
