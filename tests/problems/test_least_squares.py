"""The classical sets of least-squares problems: published facts, and every value in NumPy again."""

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidValueError
from tests.problems import least_squares

# The residuals of a function by the name that it has in both sets.
RESIDUALS = {
    "linear, full rank": least_squares.linear_full_rank,
    "linear, rank 1": least_squares.linear_rank_one,
    "linear, rank 1 with zero columns and rows": least_squares.linear_rank_one_zero,
    "Rosenbrock": least_squares.rosenbrock,
    "extended Rosenbrock": least_squares.rosenbrock,
    "Freudenstein and Roth": least_squares.freudenstein_roth,
    "Powell badly scaled": least_squares.powell_badly_scaled,
    "Brown badly scaled": least_squares.brown_badly_scaled,
    "Beale": least_squares.beale,
    "Jennrich and Sampson": least_squares.jennrich_sampson,
    "helical valley": least_squares.helical_valley,
    "Bard": least_squares.bard,
    "Gaussian": least_squares.gaussian,
    "Meyer": least_squares.meyer,
    "Gulf research and development": least_squares.gulf,
    "Box three-dimensional": least_squares.box,
    "Powell singular": least_squares.powell_singular,
    "extended Powell singular": least_squares.powell_singular,
    "Wood": least_squares.wood,
    "Kowalik and Osborne": least_squares.kowalik_osborne,
    "Brown and Dennis": least_squares.brown_dennis,
    "Osborne 1": least_squares.osborne_1,
    "Biggs EXP6": least_squares.biggs,
    "Osborne 2": least_squares.osborne_2,
    "Watson": least_squares.watson,
    "penalty I": least_squares.penalty_1,
    "penalty II": least_squares.penalty_2,
    "variably dimensioned": least_squares.variably_dimensioned,
    "trigonometric": least_squares.trigonometric,
    "Brown almost-linear": least_squares.brown_almost_linear,
    "discrete boundary value": least_squares.discrete_boundary_value,
    "discrete integral equation": least_squares.discrete_integral_equation,
    "Broyden tridiagonal": least_squares.broyden_tridiagonal,
    "Broyden banded": least_squares.broyden_banded,
    "Chebyquad": least_squares.chebyquad,
    "bdqrtic": least_squares.bdqrtic,
    "cube": least_squares.cube,
    "Mancino": least_squares.mancino,
    "heart8ls": least_squares.heart,
}

# The number of residuals in the set of Moré, Garbow and Hillstrom where a function does not fix it.
SIZES = {"Jennrich and Sampson": 10, "Gulf research and development": 99, "Box three-dimensional": 10,
         "Brown and Dennis": 20, "Biggs EXP6": 13, "linear, full rank": 20, "linear, rank 1": 20,
         "linear, rank 1 with zero columns and rows": 20, "Chebyquad": 8}  # fmt: skip

# Smallest values in print, of those that are neither 0 nor a closed form: by name and variables.
PUBLISHED = {
    ("Jennrich and Sampson", 2): 124.362,
    ("Bard", 3): 8.21487e-3,
    ("Gaussian", 3): 1.12793e-8,
    ("Meyer", 3): 87.9458,
    ("Kowalik and Osborne", 4): 3.07505e-4,
    ("Brown and Dennis", 4): 85822.2,
    ("Osborne 1", 5): 5.46489e-5,
    ("Osborne 2", 11): 4.01377e-2,
    ("Watson", 6): 2.28767e-3,
    ("Watson", 9): 1.39976e-6,
    ("Watson", 12): 4.72238e-10,
    ("penalty I", 4): 2.24997e-5,
    ("penalty II", 4): 9.37629e-6,
    ("Chebyquad", 8): 3.51687e-3,
}

# Values at the first point that are known from elsewhere or follow by hand.
STARTS = {
    "Rosenbrock": 24.2,
    "Freudenstein and Roth": 400.5,
    "Powell badly scaled": 1.13526171734838,
    "Brown badly scaled": 999998000003.0,
    "Beale": 14.203125,
    "helical valley": 2500.0,
    "Powell singular": 215.0,
    "Wood": 19192.0,
    "Brown and Dennis": 7926693.33699742,
    "Biggs EXP6": 0.779070075655791,
    "extended Rosenbrock": 5 * 24.2,
    "extended Powell singular": 2 * 215.0,
    "Watson": 30.0,
    "penalty I": 885.062640,
    "Gulf research and development": 12.1107058255695,
    "variably dimensioned": 2198551.16242187,
    "Brown almost-linear": 273.248047828674,
    "Broyden tridiagonal": 21.0,
    "linear, full rank": 50.0,
}


def plain_name(problem):
    """Return the name of the function, without sizes."""
    return problem.name.partition(" (")[0]


def residuals(problem, x):
    """Return the residuals at a point in NumPy."""
    name = plain_name(problem)
    m = problem.name.partition("m = ")[2].partition(",")[0].rstrip(")") or SIZES.get(name, 0)
    with np.errstate(all="ignore"):
        return RESIDUALS[name](x, int(m))


@pytest.fixture(params=["mgh", "more-wild"])
def suite(request):
    return om.Suite(request.param)


def test_the_sets_have_the_published_problems():
    mgh, wild = om.Suite("mgh"), om.Suite("more-wild")
    assert (len(mgh), mgh.functions) == (35, tuple(range(1, 36)))
    assert (len(wild), wild.functions) == (53, tuple(range(1, 54)))
    assert len({plain_name(problem) for problem in wild}) == 22
    assert wild.dimensions == tuple(range(2, 13))
    near, far = (p.name for p in wild.filter(functions=[7, 8]))
    assert near == "Rosenbrock (n = 2, m = 2)"
    assert far.startswith(near[:-1])
    assert far != near
    assert wild.problem(8, 2, 1).initial_solution.tolist() == [-12.0, 10.0]
    assert {plain_name(p) for p in (*mgh, *wild)} == set(RESIDUALS)


def test_values_are_those_of_the_definitions(suite):
    rng = np.random.default_rng(1)
    for problem in suite:
        start = problem.initial_solution
        x = np.concatenate(
            [
                [start, problem.reveal().x_opt],
                start
                + rng.standard_normal((5, problem.dimension)) * np.maximum(abs(start), 1) / 10,
                rng.uniform(-3, 3, (5, problem.dimension)),
            ]
        )
        for row, value in zip(x, problem(x), strict=True):
            with np.errstate(all="ignore"):
                expected = float(np.sum(residuals(problem, row) ** 2))
            expected = expected if np.isfinite(expected) else np.inf
            assert value == pytest.approx(expected, rel=1e-9, abs=1e-18), problem.id


def test_values_at_the_first_points():
    for problem in om.Suite("mgh"):
        if problem.name in STARTS:
            value = problem(problem.initial_solution)
            assert value == pytest.approx(STARTS[problem.name], rel=1e-8), problem.name
    first = {p.function: p(p.initial_solution) for p in om.Suite("more-wild")}
    assert first[1] == pytest.approx(72)
    assert first[7] == pytest.approx(24.2)
    assert first[11] == pytest.approx(215)


def test_smallest_values_are_the_published_ones(suite):
    for problem in suite:
        known = problem.reveal().f_opt
        name, m = plain_name(problem), len(residuals(problem, problem.initial_solution))
        if problem.group == "zero-residual":
            assert known == 0
            assert problem(problem.reveal().x_opt) < 1e-20
        elif name == "linear, full rank":
            assert known == pytest.approx(m - problem.dimension)
        elif name == "linear, rank 1":
            assert known == pytest.approx(m * (m - 1) / (2 * (2 * m + 1)))
        elif name == "linear, rank 1 with zero columns and rows":
            assert known == pytest.approx((m * m + 3 * m - 6) / (2 * (2 * m - 3)))
        elif (name, problem.dimension) in PUBLISHED:
            assert known == pytest.approx(PUBLISHED[name, problem.dimension], rel=1e-5)
        else:
            assert name in ("Chebyquad", "bdqrtic"), problem.name
    wild = om.Suite("more-wild")
    assert wild.problem(33, 10, 1).reveal().f_opt < 6.50395e-3  # of Chebyquad: below that in print


def test_no_descent_leads_below_the_smallest_value(suite):
    """From the minimizer, and from near it."""
    from scipy.optimize import least_squares as solve

    rng = np.random.default_rng(2)
    for problem in suite:
        best = problem.reveal()
        for spread in (0.0, 1e-3):
            x = best.x_opt + spread * rng.standard_normal(problem.dimension)
            with np.errstate(all="ignore"):
                found = solve(lambda x, p=problem: residuals(p, x), x, max_nfev=50).x
            lower = best.f_opt - 1e-9 * max(best.f_opt, 1e-9)
            assert problem(found) >= lower, problem.name
            assert problem(found) == pytest.approx(best.f_opt, rel=1e-3, abs=1e-9), problem.name


def test_the_region_holds_start_and_minimizer(suite):
    for problem in suite:
        for x in (problem.initial_solution, problem.reveal().x_opt):
            assert (problem.lower_bounds < x).all(), problem.name
            assert (x < problem.upper_bounds).all(), problem.name


def test_a_function_has_one_dimension(said, refused):
    with refused(InvalidValueError, "function", "1", "mgh", "dimension", "2"):
        om.problem("mgh", function=1, dimension=3)
    with refused(InvalidValueError, "1", "instance", "2"):
        om.problem("mgh", function=1, dimension=2, instance=2)
    assert len(om.Suite("mgh", functions=1, dimensions=3)) == 0
    assert om.Suite("mgh", dimensions=[2, 3]).functions == tuple(range(1, 13))
    assert refused.messages == said


def test_values_that_are_too_large_are_infinite():
    problem = om.problem("mgh", function=6, dimension=2)
    assert problem([1e4, 1e4]) == np.inf
    assert problem([np.inf, 0.0]) == np.inf
    assert np.isnan(problem([np.nan, 0.0]))
