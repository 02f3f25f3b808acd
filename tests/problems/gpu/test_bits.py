"""The form of the kernels that GPUs run, one lane a vector, gives the bits of the processor's form.

It is compiled by the host's compiler from the very texts that NVRTC gets, with the same constants.
"""

import numpy as np
import pytest

import optimeter as om
from optimeter.problems.gpu import DeviceArray

pytestmark = pytest.mark.system  # a compiler makes each kernel


def points(problem, count=96):
    """Common points, points outside of the box, at and near the optimum, huge and non-finite ones."""
    rng = np.random.default_rng(problem.function + 1000 * problem.dimension)
    x = rng.uniform(-5, 5, (count, problem.dimension))
    x[8:16] *= 1.7
    x[16:20] = np.round(x[16:20])
    x[20:24] *= 1e-9
    x[24] = 0.0
    x[25:29] *= [[3e2], [1e5], [1e30], [1e200]]
    x[29] = 1.7e308
    x[30, 0] = np.inf
    x[31, -1] = -np.inf
    x[32, 1] = np.nan
    x[33, :2] = np.nan, np.inf
    x[34, -1] = 1e9
    best = problem.__copy__().reveal().x_opt
    if best is not None:
        x[40:44] = best
        x[41:44] += rng.normal(0, 1e-7, (3, problem.dimension))
        x[44] = best + np.array([1e4] + [0] * (problem.dimension - 1))
    return x


def same_bits(a, b):
    a, b = np.ascontiguousarray(a, dtype=float), np.ascontiguousarray(b, dtype=float)
    return a.shape == b.shape and bool(
        np.all((a.view(np.int64) == b.view(np.int64)) | (np.isnan(a) & np.isnan(b)))
    )


def check(problem):
    x = points(problem)
    here, there = problem.__copy__(), problem.__copy__()
    on_device = DeviceArray.from_host(x)
    assert same_bits(here(x), there(on_device).to_host()), problem.id
    assert here.evaluations == there.evaluations
    assert same_bits([here.best_value], [there.best_value])
    assert here.final_target_hit == there.final_target_hit
    if problem.number_of_constraints:
        assert same_bits(here.constraint(x), there.constraint(on_device).to_host())
        f, g = here.evaluate_all(x)
        both = there.evaluate_all(on_device)
        assert same_bits(f, both.f.to_host())
        assert same_bits(g, both.g.to_host())
        assert here.evaluations_constraints == there.evaluations_constraints
    if problem.number_of_objectives > 1:
        assert same_bits([here.indicator], [there.indicator])


def problems(suite, functions, dimension):
    return om.Suite(suite, functions=functions, dimensions=[dimension], instances=[3])


@pytest.mark.parametrize("function", range(1, 25))
def test_bbob(fake, function):
    for problem in problems("bbob", [function], 5):
        check(problem)


@pytest.mark.parametrize(
    ("suite", "functions", "dimension"),
    [
        ("bbob", [3, 9, 22], 40),
        ("bbob-boxed", [1, 13, 21], 3),
        ("bbob-mixint", [4, 19, 24], 10),
        ("bbob-mixint", [12], 80),
        ("bbob-biobj", [2, 35], 3),
        ("bbob-biobj-ext", [85], 5),
        ("bbob-biobj-mixint", [17], 5),
        ("bbob-noisy", [101, 113, 130], 5),
        ("bbob-constrained", [1, 14, 45, 54], 5),
    ],
)
def test_further_suites(fake, suite, functions, dimension):
    for problem in problems(suite, functions, dimension):
        check(problem)


@pytest.mark.parametrize("function", [6, 7, 11, 13, 17, 20, 21])
def test_large_scale(fake, function):
    for problem in problems("bbob-largescale", [function], 80):
        check(problem)


@pytest.mark.slow
@pytest.mark.parametrize("dimension", [2, 20])
@pytest.mark.parametrize("function", range(1, 25))
def test_bbob_in_further_dimensions(fake, function, dimension):
    for problem in problems("bbob", [function], dimension):
        check(problem)


@pytest.mark.slow
@pytest.mark.parametrize("function", range(1, 25))
def test_all_functions_of_large_scale(fake, function):
    for problem in problems("bbob-largescale", [function], 90):
        check(problem)


@pytest.mark.slow
@pytest.mark.parametrize("function", range(1, 55, 6))
def test_all_constrained_functions(fake, function):
    for problem in problems("bbob-constrained", [function, function + 5], 4):
        check(problem)
