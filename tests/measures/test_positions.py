"""Where runs were: the point that is meant, its deviation from the optimum, and what is refused."""

import ioh
import numpy as np
import pytest

import optimeter as om
from optimeter.data import Positions, read_positions
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures import PositionsAt, Targets, positions_at

COUNTS = np.array([1, 3, 8, 20, 20])
VALUES = np.array([9.0, 4.0, 6.0, 0.5, np.nan])


def run(suite="bbob", function=1, dimension=2, instance=1, trial=0, **options):
    points = np.arange(5.0 * dimension).reshape(5, dimension)
    about = ("a", suite, function, dimension, instance, trial)
    return Positions(*about, COUNTS, options.pop("values", VALUES), points, **options)


@pytest.mark.parametrize(
    ("budget", "count"), [(np.inf, 20), (10, 20), (9.9, 3), (4, 3), (1.5, 3), (1.49, 1), (0.5, 1)]
)
def test_the_best_point_within_a_budget(budget, count):
    table = positions_at([run()], budgets=budget)
    assert table.evaluations.tolist() == [count]
    row = COUNTS.tolist().index(count)
    assert table.x.tolist() == [run().variables[row].tolist()]
    assert table.value.tolist() == [VALUES[row]]


def test_a_run_without_such_a_point_has_no_row_but_counts():
    table = positions_at([run(), run(trial=1, values=np.full(5, 7.0))], 4.0)
    assert (table.trial.tolist(), table.runs.tolist()) == ([0], [2])
    assert len(positions_at([run()], budgets=0.4)) == 0
    assert len(positions_at([run(values=np.full(5, np.nan))])) == 0


def test_the_first_point_that_reaches_a_target():
    table = positions_at([run()], [9, 4, 3.9, 0.5 * (1 - 1e-10), 0.4])
    assert table.evaluations.tolist() == [1, 3, 20, 20]
    assert table.target.tolist()[:3] == [9, 4, 3.9]
    assert positions_at([run()], [0.5], budgets=[5, 10]).budget.tolist() == [10]
    own = Targets("own", np.array([[4.0]]), np.array([1]), np.array([2]))
    assert positions_at([run()], own).evaluations.tolist() == [3]


def test_larger_may_be_better():
    table = positions_at([run(maximized=True)])
    assert (table.evaluations.tolist(), table.target.tolist()) == ([1], [np.inf])
    assert positions_at([run(maximized=True)], 5).evaluations.tolist() == [1]


def test_rows_of_several_dimensions_are_kept_apart():
    table = positions_at([run(), run(dimension=3)])
    assert table.x.shape == (2, 3)
    assert np.isnan(table.x[0]).tolist() == [False, False, True]
    assert list(table.to_dicts()[1])[-3:] == ["x1", "x2", "x3"]
    parts = [table.select(dimension=d) for d in (2, 3)]
    assert PositionsAt.concatenate(parts).to_pandas().shape == (2, 16)
    assert len(PositionsAt.concatenate([])) == 0
    assert table.select(dimension=3).median().tolist() == run(dimension=3).variables[3].tolist()


def test_deviations_are_from_the_optimum_of_the_instance():
    runs = [run(function=8, instance=i) for i in (1, 2)]
    plain, relative = positions_at(runs), positions_at(runs, relative=True)
    for row, instance in enumerate((1, 2)):
        best = om.problem("bbob", 8, 2, instance).reveal().x_opt
        np.testing.assert_array_equal(relative.x[row], plain.x[row] - best)
    assert plain.lower.tolist() == [-5, -5]


@pytest.mark.oracle
def test_data_of_ioh_without_a_suite_are_those_of_its_functions(tmp_path):
    logger = ioh.logger.Analyzer(
        [ioh.logger.trigger.ALWAYS], root=str(tmp_path), folder_name="x", store_positions=True
    )
    problem = ioh.get_problem(8, 3, 5, ioh.ProblemClass.BBOB)
    problem.attach_logger(logger)
    best = np.array(problem.optimum.x)
    for far in (2.0, 1.0, 0.0):
        problem(best + far)
    logger.close()
    table = positions_at(read_positions(tmp_path / "x"), relative=True)
    np.testing.assert_allclose(table.x, [[0.0] * 5], atol=1e-6)
    assert table.upper.tolist() == [5]


def test_deviations_from_an_unknown_optimum_are_refused(said, refused):
    for given, *values in [
        ({"suite": "mine"}, "suite", "'mine'", "2"),
        ({"function": 99}, "function", "99", "1", "'bbob'"),
        ({"instance": 0}, "instance", "0"),
    ]:
        assert len(positions_at([run(**given)])) == 1
        with refused(DataError, *values):
            positions_at([run(**given)], relative=True)
    assert refused.messages == said


def test_what_makes_no_sense_is_refused(said, refused):
    with refused(DataError):
        positions_at([])
    with pytest.raises(InvalidValueError, match="budgets"):
        positions_at([run()], budgets=-1)
    with refused(InvalidValueError):
        positions_at([run()], "easy")
    assert refused.messages == said
