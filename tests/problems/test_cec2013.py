"""Functions with several global maxima: recorded values, all maxima, and what lies outside."""

import csv
import math

import numpy as np
import pytest

import optimeter as om
from optimeter._core import _niching_facts
from optimeter.exceptions import InvalidValueError
from optimeter.problems import suite_info
from tests.recorded import VALUES

COUNTS = (2, 5, 1, 4, 2, 18, 36, 81, 216, 12)
FUNCTIONS = range(1101, 1111)


@pytest.mark.parametrize("folder", VALUES)
def test_recorded_values(folder):
    with (folder / "cec2013.csv").open() as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        problem = om.problem("cec2013", int(row["id"]), int(row["dimension"]))
        x = [float(one) for one in row["x"].split()]
        assert problem(x) == pytest.approx(float(row["y"]), rel=4e-15, abs=1e-15), row
    assert {int(row["id"]) for row in rows} == {*FUNCTIONS}
    names = {row["name"] for row in rows}
    assert names == {one.ioh_name for one in suite_info("cec2013").functions}


@pytest.mark.parametrize("number", FUNCTIONS)
def test_all_maxima_are_maxima(number):
    published, radius, maxima = _niching_facts(number)
    assert len(maxima) == COUNTS[number - 1101]
    dimension = len(maxima[0])
    problem = om.problem("cec2013", number, dimension)
    best = problem.reveal()
    assert best.f_opt == pytest.approx(published, abs=1e-6)
    assert problem(best.x_opt) == best.f_opt
    lower, upper = problem.lower_bounds, problem.upper_bounds
    rng = np.random.default_rng(number)
    for x in maxima:
        assert (x >= lower).all()
        assert (x <= upper).all()
        assert problem(x) == pytest.approx(best.f_opt, rel=1e-12)
        near = np.clip(x + rng.uniform(-1e-3, 1e-3, (20, dimension)), lower, upper)
        assert (problem(near) <= best.f_opt).all()
    far = [np.linalg.norm(np.subtract(x, y)) for x in maxima for y in maxima if x != y]
    assert min(far, default=math.inf) > radius
    points = rng.uniform(lower, upper, (2000, dimension))
    assert (problem(points) <= best.f_opt).all()


def test_a_maximum_that_no_grid_surpasses():
    """The one that the competition prints with few digits."""
    problem = om.problem("cec2013", 1103, 1)
    grid = np.linspace(0.0796, 0.0798, 2001)[:, None]
    assert problem(grid).max() <= problem.reveal().f_opt
    assert problem.reveal().f_opt > 0.999999828


def test_what_has_no_value():
    for number, x in ((1101, [-0.1]), (1101, [30.1]), (1103, [-0.1]), (1107, [0.0, 1.0])):
        assert math.isnan(om.problem("cec2013", number, len(x))(x))
    assert om.problem("cec2013", 1102, 1)([40.0]) == pytest.approx(0.0, abs=1e-9)


def test_refusals(said, refused):
    with refused(InvalidValueError, "1111"):
        om.problem("cec2013", 1111, 2)
    with refused(InvalidValueError, "3"):
        om.problem("cec2013", 1106, 3)
    with refused(InvalidValueError, "2"):
        om.problem("cec2013", 1101, 1, 2)
    with refused(InvalidValueError, "1100"):
        _niching_facts(1100)
    assert refused.messages == said
