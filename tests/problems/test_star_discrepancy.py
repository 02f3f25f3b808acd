"""Star discrepancies against ioh, against a slow count, and outside of the domain."""

import csv
import math
import pickle

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidValueError
from optimeter.problems import star_discrepancy, suite_info
from tests.peers import need_peer
from tests.recorded import VALUES

SUITES = {"real": "star-discrepancy", "integer": "star-discrepancy-int"}
FIRST = {"uniform": 30, "halton": 50}


def slowly(points, x):
    """Return the value of a box by the definition."""
    points, x = np.asarray(points), np.asarray(x)
    volume = math.prod(x)
    inside = [(points < x).all(axis=1).mean(), (points <= x).all(axis=1).mean()]
    return max(volume - inside[0], inside[1] - volume)


@pytest.mark.parametrize("folder", VALUES)
def test_recorded_values(folder):
    with (folder / "star-discrepancy.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if not row["kind"].endswith("sobol")]
    for row in rows:
        variables, kind = row["kind"].split("-")
        number = FIRST[kind]
        assert row["n_samples"] == "10"
        problem = om.problem(SUITES[variables], number, int(row["dimension"]), int(row["instance"]))
        assert problem([float(one) for one in row["x"].split()]) == float(row["y"]), row
    assert len(rows) == 16


@pytest.mark.oracle
@pytest.mark.parametrize("number", [30, 32, 39, 50, 52, 59])
def test_values_are_those_of_ioh_everywhere(number):
    ioh = need_peer("ioh")
    rng = np.random.default_rng(number)
    for d in (1, 2, 5, 12):
        for instance in (1, 2, 12345):
            theirs = ioh.get_problem(number, instance, d, ioh.ProblemClass.STAR_REAL)
            on_grid = ioh.get_problem(number, instance, d, ioh.ProblemClass.STAR_INTEGER)
            count = len(theirs.grid)
            x = rng.uniform(0, 1, (8, d))
            x[0], x[1], x[2], x[3, -1], x[4] = 0, 1, theirs.grid[0], 1 + 1e-12, -1e3
            ours = om.problem("star-discrepancy", number, d, instance)
            x = np.vstack([x, np.full((1, d), 1e3)])
            np.testing.assert_array_equal(ours(x), [theirs(row) for row in x])
            z = rng.integers(0, count + 1, (8, d))
            z[0], z[1], z[2], z[3] = 0, count, count + 1, -1
            ours = om.problem("star-discrepancy-int", number, d, instance)
            np.testing.assert_array_equal(ours(z), [on_grid(row) for row in z])


def test_values_are_those_of_the_definition():
    rng = np.random.default_rng(1)
    points = rng.integers(0, 5, (40, 3)) / 4  # many coordinates are equal
    problem = star_discrepancy(points)
    corners = [*rng.uniform(0, 1, (50, 3)), *(rng.integers(0, 5, (50, 3)) / 4)]
    for x in corners:
        assert problem(x) == pytest.approx(slowly(points, x), abs=1e-15)
    on_grid = star_discrepancy(points, on_grid=True)
    for z in rng.integers(0, 41, (50, 3)):
        x = [1.0 if k == 40 else np.sort(points[:, j])[k] for j, k in enumerate(z)]
        assert on_grid(z) == pytest.approx(slowly(points, x), abs=1e-15)


def test_the_maximum_of_one_point_is_known():
    problem = star_discrepancy([[0.25]])
    assert problem([0.25]) == 0.75  # the closed box holds all, a quarter of the volume
    assert problem.best_value == 0.75
    assert problem.maximize


@pytest.mark.parametrize("name", SUITES.values())
def test_outside_of_the_domain(name):
    problem = om.problem(name, 30, 2)
    for x in ([-1, 0], [0, 11], [1e3, 1e3], [-1e3, 0]):
        assert problem(x) == -math.inf
    for x in ([math.inf, 0], [0, -math.inf]):
        assert math.isinf(problem(x))
    assert math.isnan(problem([0, math.nan]))


def test_a_set_of_ones_own_travels():
    problem = star_discrepancy([[0.5, 0.5], [0.1, 0.9]], name="mine")
    assert pickle.loads(pickle.dumps(problem))([0.4, 0.4]) == problem([0.4, 0.4])
    assert problem.name == "mine"


def test_facts():
    info = suite_info("star-discrepancy")
    assert [one.number for one in info.functions] == [*range(30, 40), *range(50, 60)]
    assert not info.optimum_known
    assert not info.repeated_instances
    assert suite_info("star-discrepancy-int").integer_variables


def test_refusals(said, refused):
    with refused(InvalidValueError, "0.5"):
        om.problem("star-discrepancy-int", 30, 2)([0.5, 1])
    with refused(InvalidValueError, "40"):
        om.problem("star-discrepancy", 40, 2)
    with refused(InvalidValueError, "1.5"):
        star_discrepancy([[0.5, 1.5]])
    with refused(InvalidValueError, "(2,)"):
        star_discrepancy([0.5, 0.5])
    assert refused.messages == said
