"""Problems inside jax's jit and vmap."""

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidValueError
from tests.problems.gpu.test_bits import same_bits

jax = pytest.importorskip("jax", reason="jax is not installed")


@pytest.fixture(autouse=True)
def double():
    jax.config.update("jax_enable_x64", True)


def points(n, d):
    return np.random.default_rng(1).uniform(-5, 5, (n, d))


@pytest.mark.parametrize(("suite", "function"), [("bbob", 15), ("bbob-biobj", 3)])
def test_the_bits_of_a_batch(suite, function):
    problem = om.problem(suite, function=function, dimension=5)
    expected = problem.__copy__()(points(40, 5))
    f = problem.jax()
    x = jax.numpy.asarray(points(40, 5))
    assert same_bits(np.asarray(jax.jit(f)(x)), expected)
    assert same_bits(np.asarray(jax.jit(jax.vmap(f))(x)), expected)
    nested = jax.vmap(jax.vmap(f))(x.reshape(8, 5, 5))
    assert same_bits(np.asarray(nested).reshape(expected.shape), expected)
    assert same_bits(np.asarray(f(x[3])), expected[3])
    assert problem.evaluations == 3 * 40 + 1


def test_a_loop_inside_jit_counts_each_step():
    problem = om.problem("bbob", function=1, dimension=3)
    f = problem.jax()

    def step(x, _):
        y = f(x)
        return x * 0.5, y

    _, values = jax.jit(lambda x: jax.lax.scan(step, x, None, length=10))(jax.numpy.ones(3))
    jax.block_until_ready(values)
    assert problem.evaluations == 10
    assert same_bits(
        np.asarray(values), problem.__copy__()(np.ones((10, 3)) * 0.5 ** np.arange(10)[:, None])
    )


def test_wrong_points_are_refused():
    f = om.problem("bbob", function=1, dimension=3).jax()
    with pytest.raises(InvalidValueError, match=r"shape \(\.\.\., 3\)"):
        f(jax.numpy.ones(4))
    with pytest.raises(InvalidValueError, match="float64"):
        f(jax.numpy.ones(3, dtype="float32"))
