"""The pseudo-Boolean suite against ioh: by value, by optimum and by file."""

import csv
import itertools

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidValueError
from tests.peers import need_peer
from tests.recorded import VALUES

FUNCTIONS = range(1, 26)
# What is wrong in ioh: the optimum of MIS is scaled twice, those of traps with a rest and of boards
# without a solution are not attained, LABS and NK landscapes have none.
WRONG_OPTIMA = {18, 22, 23, 24, 25}


def bits(text: str) -> np.ndarray:
    return np.array([int(one) for one in text.replace(" ", "")], dtype=float)


def theirs(function: int, dimension: int, instance: int = 1):
    ioh = need_peer("ioh")
    return ioh.get_problem(function, instance, dimension, ioh.ProblemClass.PBO)


@pytest.mark.parametrize("folder", VALUES)
def test_recorded_values(folder):
    with (folder / "pbo.csv").open() as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        key = [int(row[name]) for name in ("function", "dimension", "instance")]
        assert om.problem("pbo", *key)(bits(row["x"])) == float(row["y"]), key
    assert len(rows) >= 600


@pytest.mark.oracle
@pytest.mark.parametrize("function", FUNCTIONS)
def test_values_are_those_of_ioh(function):
    rng = np.random.default_rng(function)
    for dimension in (1, 2, 5, 9, 16, 23, 64, 65, 100, 144, 625):
        square = round(dimension**0.5) ** 2 == dimension
        if (function in (20, 21, 23) and not square) or (function == 18 and dimension == 1):
            continue
        for instance in (1, 2, 50, 51, 100, 101, 12345):
            ours = om.problem("pbo", function, dimension, instance)
            oracle = theirs(function, dimension, instance)
            assert ours.maximize
            points = rng.integers(0, 2, (6, dimension))
            points[0], points[1] = 0, 1
            points[2, : dimension - dimension // 3] = 1
            values = np.array([oracle(x) for x in points])
            np.testing.assert_array_equal(ours(points), values)
            np.testing.assert_array_equal([ours(x) for x in points.astype(bool)], values)
            np.testing.assert_array_equal(ours(points.astype(np.uint8)), values)
            assert ours.best_value == values.max()
            assert ours.evaluations == 18


@pytest.mark.oracle
@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_optimum_is_the_best_of_all_points(function):
    for dimension in (2, 3, 4, 6, 7, 9, 11, 12):
        square = round(dimension**0.5) ** 2 == dimension
        if function in (20, 21, 23) and not square:
            continue
        every = np.array(list(itertools.product((0.0, 1.0), repeat=dimension)))
        for instance in (1, 3, 52):
            problem = om.problem("pbo", function, dimension, instance)
            best = problem.reveal()
            assert problem(every).max() == pytest.approx(best.f_opt, rel=1e-14)
            assert problem.final_target_hit
            if best.x_opt is not None:
                assert problem(best.x_opt) == best.f_opt
            if function not in WRONG_OPTIMA:
                assert theirs(function, dimension, instance).optimum.y == best.f_opt


def test_optima_of_large_problems():
    """Values of the literature, and of the spec for NK landscapes."""
    least = {16: 24, 30: 59, 55: 171, 66: 257}
    for n, energy in least.items():
        assert om.problem("pbo", 18, n).reveal().f_opt == n * n / 2 / energy
    assert om.problem("pbo", 18, 67).reveal() == (None, None)
    expected = {16: -0.24853649275542072, 64: -0.33063653102843626, 625: -0.2773657145718886}
    for n, value in expected.items():
        assert om.problem("pbo", 25, n).reveal().f_opt == pytest.approx(value, rel=1e-14)


def test_what_is_no_bit_is_refused(said, refused):
    problem = om.problem("pbo", 1, 4)
    with refused(InvalidValueError, "0", "1", "0.5", "2"):
        problem([0, 1, 0.5, 1])
    assert problem.evaluations == 0
    assert problem([-0.0, 1, 0, 1]) == 2.0
    assert np.isnan(problem([0, 1, np.nan, 1]))
    assert problem.evaluations == 1
    assert refused.messages == said


def test_dimensions_that_a_function_does_not_have(said, refused):
    for function, dimension, *values in [
        (20, 10, "10"),
        (23, 8, "8"),
        (18, 1, "2", "1"),
    ]:
        with refused(InvalidValueError, *values):
            om.problem("pbo", function, dimension)
    assert refused.messages == said


def test_memory_keeps_what_is_seen():
    observer = om.Observer(format="memory")
    problem = om.problem("pbo", 1, 16, 7)
    observer.observe(problem)
    values = [problem(x) for x in np.eye(16)]
    run = observer.runs[0]
    assert run.maximize
    assert run.values.tolist() == values
    assert run.best[-1] == max(values)
    assert run.optimal_value == problem.reveal().f_opt


@pytest.mark.oracle
@pytest.mark.parametrize(("function", "instance"), [(1, 1), (2, 7), (18, 63), (24, 101), (25, 3)])
def test_files_are_those_of_the_analyzer(tmp_path, function, instance):
    ioh = need_peer("ioh")
    points = np.random.default_rng(2).integers(0, 2, (200, 16))
    oracle = theirs(function, 16, instance)
    logger = ioh.logger.Analyzer(
        root=str(tmp_path), folder_name="ioh", algorithm_name="a", algorithm_info="b"
    )
    oracle.attach_logger(logger)
    for x in points:
        oracle(x)
    oracle.reset()
    logger.close()
    problem = om.problem("pbo", function, 16, instance)
    with om.Observer(tmp_path / "ours", format="ioh", algorithm="a", info="b") as observer:
        observer.observe(problem)
        problem(points)
    for path in (tmp_path / "ioh").rglob("*"):
        if path.is_file():
            mine = tmp_path / "ours" / path.relative_to(tmp_path / "ioh")
            expected = path.read_text().replace("unknown_suite", "pbo")
            assert mine.read_text() == expected, path.name
