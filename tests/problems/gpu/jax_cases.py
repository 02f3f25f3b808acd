"""What `test_jax.py` runs where jax is installed."""

import gc

import jax
import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from tests.problems.gpu.test_bits import same_bits

pytestmark = pytest.mark.system

jax.config.update("jax_enable_x64", True)


def points(n, d):
    return np.random.default_rng(1).uniform(-5, 5, (n, d))


@pytest.mark.parametrize(
    ("suite", "function"), [("bbob", 15), ("bbob-biobj", 3), ("bbob-noisy", 104), ("pbo", 1)]
)
def test_the_bits_of_a_batch(suite, function):
    problem = om.problem(suite, function=function, dimension=5 if suite != "pbo" else 16)
    d = problem.dimension
    x = points(40, d) if suite != "pbo" else np.round(points(40, d) > 0).astype(float)
    reference = problem.__copy__()
    f = problem.jax()
    for program, shape in [
        (jax.jit(f), (40, d)),
        (jax.jit(jax.vmap(f)), (40, d)),
        (jax.vmap(jax.vmap(f)), (8, 5, d)),
        (f, (40, d)),
    ]:
        values = np.asarray(program(jax.numpy.asarray(x.reshape(shape))))
        expected = reference(x)  # of noisy problems the next ones of the stream
        assert same_bits(values.reshape(expected.shape), expected)
    assert same_bits(np.asarray(f(x[3])), np.asarray(reference(x[3])))
    assert problem.evaluations == reference.evaluations == 4 * 40 + 1


def test_a_function_of_ones_own():
    problem = om.Problem.from_callable(lambda x: float(x @ x), lower=[-5] * 3, upper=[5] * 3)
    values = jax.jit(jax.vmap(problem.jax()))(points(10, 3))
    assert np.allclose(np.asarray(values), (points(10, 3) ** 2).sum(axis=1))
    assert problem.evaluations == 10


def test_a_loop_inside_jit_counts_each_step():
    problem = om.problem("bbob", function=1, dimension=3)
    f = problem.jax()

    def step(x, _):
        y = f(x)
        return x * 0.5, y

    _, values = jax.jit(lambda x: jax.lax.scan(step, x, None, length=10))(jax.numpy.ones(3))
    jax.block_until_ready(values)
    assert problem.evaluations == 10
    steps = np.ones((10, 3)) * 0.5 ** np.arange(10)[:, None]
    assert same_bits(np.asarray(values), problem.__copy__()(steps))


def test_a_loop_over_points_counts_each_of_them():
    problem = om.problem("bbob", function=2, dimension=3)
    f = problem.jax()
    loop = jax.jit(lambda xs: jax.lax.scan(lambda total, x: (total + f(x), f(x)), 0.0, xs))
    total, values = loop(points(10, 3))
    expected = problem.__copy__()(points(10, 3))
    assert same_bits(np.asarray(values), expected)
    assert float(total) == pytest.approx(expected.sum())
    assert problem.evaluations == 20


def test_a_result_that_nobody_reads_counts_too():
    problem = om.problem("bbob", function=1, dimension=3)
    f = problem.jax()

    @jax.jit
    def program(x):
        f(x)
        return x + 1

    jax.block_until_ready(program(jax.numpy.ones(3)))
    assert problem.evaluations == 1


def test_no_points():
    problem = om.problem("bbob", function=1, dimension=3)
    assert jax.jit(problem.jax())(jax.numpy.ones((0, 3))).shape == (0,)
    assert problem.evaluations == 0


def test_the_end_of_a_run_and_errors_reach_the_caller(tmp_path):
    seen = []

    def program(problem, start, rng):
        f = jax.jit(problem.jax())
        with pytest.raises(Exception, match="budget"):
            jax.block_until_ready(f(jax.numpy.ones((20, 2))))
        seen.append(problem.evaluations)

    suite = om.Suite("bbob", functions=1, dimensions=2, instances=1)
    om.run(program, suite, budget=5, folder=tmp_path / "out")
    assert seen == [10]  # a budget is a multiple of the dimension

    def broken(x):
        raise ValueError("no value here")

    own = om.Problem.from_callable(broken, lower=[-5, -5], upper=[5, 5])
    with pytest.raises(Exception, match="no value here"):
        jax.block_until_ready(jax.jit(own.jax())(jax.numpy.ones(2)))


def test_a_problem_that_is_gone():
    problem = om.problem("bbob", function=1, dimension=2)
    program = jax.jit(problem.jax()).lower(jax.numpy.ones(2)).compile()
    assert program(jax.numpy.ones(2)) == problem(np.ones(2))
    del problem
    jax.clear_caches()
    gc.collect()
    with pytest.raises(Exception, match="is gone"):
        jax.block_until_ready(program(jax.numpy.ones(2)))


def test_wrong_points_are_refused():
    f = om.problem("bbob", function=1, dimension=3).jax()
    with pytest.raises(InvalidValueError, match=r"shape \(\.\.\., 3\)"):
        f(jax.numpy.ones(4))
    with pytest.raises(InvalidTypeError, match="float64"):
        f(jax.numpy.ones(3, dtype="float32"))
