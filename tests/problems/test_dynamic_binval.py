"""Dynamic binary values: recorded values, every string, and ioh's at every step."""

import csv
import itertools

import numpy as np
import pytest

import optimeter as om
import optimeter.ioh as ours
from optimeter._core import _DynamicBinVal
from optimeter.exceptions import InvalidValueError
from tests.peers import need_peer
from tests.recorded import VALUES

FUNCTIONS = (10001, 10002, 10003, 10004)


@pytest.mark.parametrize("folder", VALUES)
def test_recorded_values(folder):
    with (folder / "dynamic-bin-val.csv").open() as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        size, instance = int(row["dimension"]), int(row["instance"])
        problem = getattr(ours.problem, row["class"])(instance, size)
        for _ in range(int(row["time_step"])):
            problem.step()
        x = [int(one) for one in row["x"]]
        assert problem(x) == float(row["y"]), row
        assert problem.log_info.raw_y == float(row["raw_y"])
        assert problem.optimum.y == float(row["optimum_y"])
        if row["time_step"] == "0":
            assert om.problem("dynamic-binval", problem.function, size, instance)(x) == float(
                row["y"]
            )
    assert len(rows) >= 32


@pytest.mark.oracle
@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_step_is_that_of_ioh(function):
    ioh = need_peer("ioh")
    rng = np.random.default_rng(function)
    for instance, size in itertools.product((0, 1, 51, 12345), (1, 7, 65)):
        a, b = (
            m.get_problem(function, instance, size, m.ProblemClass.INTEGER) for m in (ours, ioh)
        )
        assert repr(a) == repr(b)
        for _ in range(4):
            assert a.time_step == b.time_step
            np.testing.assert_allclose(a.weights, b.weights, rtol=1e-15)
            np.testing.assert_array_equal(a.optimum.x, b.optimum.x)
            assert a.optimum.y == pytest.approx(b.optimum.y, rel=1e-15)
            for x in rng.integers(0, 2, (4, size)):
                assert a(x) == pytest.approx(b(x), rel=1e-15)
                assert a.log_info.raw_y == b.log_info.raw_y
                assert a.state.optimum_found == b.state.optimum_found
            if function == 10004:
                rows = rng.integers(0, 2, (9, size)).tolist()
                assert a.get_comparison_ordering() == b.get_comparison_ordering()
                assert a.rank(rows) == b.rank(rows)
                distinct = [list(row) for row in {tuple(row) for row in rows}]
                assert a.rank_indices(distinct) == b.rank_indices(distinct)
                assert a.state.evaluations == b.state.evaluations
            assert a.step() == b.step()
        a.reset(), b.reset()
        assert a.time_step == b.time_step


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_optimum_is_the_best_of_all_strings(function):
    for instance in (1, 7):
        problem = om.problem("dynamic-binval", function, 6, instance)
        values = [problem(x) for x in itertools.product((0, 1), repeat=6)]
        assert problem.maximize
        assert max(values) == problem.reveal().f_opt
        assert problem.final_target_hit


def test_refusals(said, refused):
    with refused(InvalidValueError, "-1"):
        ours.get_problem(10001, -1, 5, ours.ProblemClass.INTEGER)
    with refused(InvalidValueError, "0.5"):
        om.problem("dynamic-binval", 10001, 2)([0.5, 0])
    with refused(InvalidValueError, "4"):
        _DynamicBinVal(4, 2, 1)
    with refused(InvalidValueError, "dimension 0"):
        _DynamicBinVal(0, 0, 1)
    assert refused.messages == said
