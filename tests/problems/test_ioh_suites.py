"""IOHprofiler's suites of real numbers, sbox and mabbob, against ioh: by value and by file."""

import csv
import gzip
import pickle

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems import many_affine, many_affine_suite
from tests.peers import need_peer
from tests.points import everywhere
from tests.recorded import VALUES

recorded = pytest.mark.parametrize("folder", VALUES)
WEIGHTS = [0.25, 0.0, 0.5] + [0.0] * 20 + [0.25]


def rows(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def numbers(text):
    return [float(one) for one in text.split()]


@recorded
def test_recorded_values_of_mabbob(folder):
    for row in rows(folder / "mabbob.csv"):
        problem = om.problem("mabbob", 1, int(row["dimension"]), int(row["instance"]))
        assert problem(numbers(row["x"])) == float(row["y"]), row
        assert problem.reveal().f_opt == float(row["optimum_y"])


@recorded
def test_recorded_values_of_given_combinations(folder):
    for row in rows(folder / "mabbob-explicit.csv"):
        instances = [int(one) for one in row["instances"].split()]
        problem = many_affine(numbers(row["weights"]), instances, numbers(row["xopt"]))
        assert problem(numbers(row["x"])) == float(row["y"]), row


@recorded
def test_recorded_values_of_sbox(folder):
    for row in rows(folder / "sbox.csv"):
        key = [int(row[name]) for name in ("function", "dimension", "instance")]
        problem = om.problem("sbox", *key)
        assert problem(numbers(row["x"])) == float(row["y"]), row
        assert problem.reveal().f_opt == float(row["optimum_y"])


def assert_the_same(ours, theirs):
    """All but a few have the same bits: the C library rounds one result in a thousand wrongly."""
    ours, theirs = np.concatenate(ours), np.concatenate(theirs)
    np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=0)
    np.testing.assert_allclose(ours[theirs > 1e-3], theirs[theirs > 1e-3], rtol=1e-11, atol=0)
    assert np.mean(ours == theirs) > 0.9


@pytest.mark.oracle
def test_mabbob_is_that_of_ioh():
    ioh = need_peer("ioh")
    rng = np.random.default_rng(1)
    ours, theirs = [], []
    for dimension in (2, 3, 5, 10, 20):
        for instance in (1, 2, 3, 7, 12, 99, 500, 1000, 12345):
            problem = om.problem("mabbob", 1, dimension, instance)
            oracle = ioh.problem.ManyAffine(instance, dimension)
            best = problem.reveal()
            assert best.x_opt.tolist() == list(oracle.optimum.x)
            assert best.f_opt == oracle.optimum.y
            x = everywhere(rng, best.x_opt)
            ours.append(problem(x))
            theirs.append([oracle(one) for one in x])
    assert_the_same(ours, theirs)


@pytest.mark.oracle
def test_sbox_is_that_of_ioh():
    ioh = need_peer("ioh")
    rng = np.random.default_rng(1)
    ours, theirs = [], []
    for function in range(1, 25):
        for dimension, instance in ((2, 1), (5, 42), (20, 3), (40, 101)):
            problem = om.problem("sbox", function, dimension, instance)
            oracle = ioh.get_problem(function, instance, dimension, ioh.ProblemClass.SBOX)
            best = problem.reveal()
            assert best.f_opt == oracle.optimum.y
            np.testing.assert_allclose(best.x_opt, oracle.optimum.x, rtol=1e-13)
            x = everywhere(rng, best.x_opt)
            ours.append(problem(x) - best.f_opt)
            theirs.append(np.array([oracle(one) for one in x]) - best.f_opt)
    ours, theirs = np.concatenate(ours), np.concatenate(theirs)
    np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-11)
    assert np.isinf(theirs).any()
    assert np.mean(ours == theirs) > 0.99


def test_sbox_is_infinite_outside_and_flat_on_the_central_step():
    problem = om.problem("sbox", 7, 5, 1)
    best = problem.reveal()
    assert problem([6.0, 0, 0, 0, 0]) == np.inf
    assert problem(best.x_opt + 1e-4) == best.f_opt  # COCO's step is tilted
    assert om.problem("bbob-boxed", 7, 5, 1)(best.x_opt + 1e-4) > best.f_opt


def test_points_far_away_and_not_finite():
    problem = om.problem("mabbob", 1, 2, 1)
    values = problem([[1e6, -1e6], [1e300, 1e300], [np.inf, 0], [np.nan, 0]])
    assert np.isfinite(values[:2]).all()
    assert values[2] == np.inf
    assert np.isnan(values[3])
    assert problem.evaluations == 2


def test_a_combination_is_a_problem_like_others():
    problem = many_affine(WEIGHTS, range(1, 25), [1.0, -2.0, 3.0], instance=7)
    best = problem.reveal()
    assert best.x_opt.tolist() == [1.0, -2.0, 3.0]
    assert problem(best.x_opt) == best.f_opt > 0
    assert problem.final_target_hit
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem
    assert again != many_affine(WEIGHTS, range(1, 25), [1.0, -2.0, 3.5], instance=7)
    x = np.random.default_rng(1).uniform(-5, 5, (300, 3))
    assert again(x).tolist() == [problem(one) for one in x]


def test_wrong_parameters_are_refused(said, refused):
    for change, error, *values in [
        ({"weights": [1.0]}, InvalidValueError, "weights", "24", "1"),
        ({"weights": [-1.0] * 24}, InvalidValueError, "0", "-1"),
        ({"weights": [0.0] * 24}, InvalidValueError),
        ({"weights": ["a"] * 24}, InvalidTypeError, "weights"),
        ({"instances": [0] * 24}, InvalidValueError, "instances", "1", "0"),
        ({"instances": [1.5] * 24}, InvalidValueError, "1.5"),
        ({"x_opt": [1.0]}, InvalidValueError, "2", "1"),
        ({"x_opt": [1.0, np.nan]}, InvalidValueError, "x_opt"),
        ({"scale_factors": [0.0] * 24}, InvalidValueError, "0"),
    ]:
        given = {"weights": WEIGHTS, "instances": [1] * 24, "x_opt": [0.0, 0.0]} | change
        with refused(error, *values):
            many_affine(**given)
    assert refused.messages == said


def write(path, table):
    lines = [",".join(["", *map(str, range(len(table[0])))])]
    lines += [",".join(map(repr, [row, *map(float, line)])) for row, line in enumerate(table)]
    data = "\n".join(lines) + "\n"
    path.write_bytes(gzip.compress(data.encode()) if path.suffix == ".gz" else data.encode())
    return path


def test_a_set_of_combinations_from_files(tmp_path, said, refused):
    weights = np.random.default_rng(1).dirichlet([1] * 24, 3)
    instances = np.arange(72).reshape(3, 24) + 1
    optima = np.random.default_rng(2).uniform(-4, 4, (3, 5))
    suite = many_affine_suite(
        "set",
        write(tmp_path / "weights.csv", weights),
        str(write(tmp_path / "iids.csv.gz", instances)),
        write(tmp_path / "opt_locs.csv", optima),
        dimensions=[2, 5],
    )
    assert [(p.suite, p.function, p.dimension, p.instance) for p in suite] == [
        ("set", 1, d, k) for d in (2, 5) for k in range(3)
    ]
    assert suite[4] == many_affine_suite("set", weights, instances, optima, rows=1)[1]
    assert suite[4].reveal().x_opt.tolist() == optima[1].tolist()
    for change, *values in (
        ({"dimensions": 6}, "5", "2", "6"),
        ({"rows": [3]}, "0", "2", "3"),
        ({"weights": weights[:2]}, "3", "24", "2"),
    ):
        given = {"weights": weights, "instances": instances, "optima": optima} | change
        with refused(InvalidValueError, *values):
            many_affine_suite("set", **given)
    assert refused.messages == said


def test_a_recorded_set_of_combinations(tmp_path):
    table = [row for row in rows(VALUES[0] / "mabbob-explicit.csv") if row["dimension"] == "5"]
    files = [
        write(tmp_path / f"{name}.csv", [numbers(row[name]) for row in table[::3]])
        for name in ("weights", "instances", "xopt")
    ]
    suite = many_affine_suite("set", *files, dimensions=5)
    for row in table:
        problem = suite.problem(1, 5, int(row["index"]))
        assert problem(numbers(row["x"])) == float(row["y"])


def test_the_sets_of_the_competitions(shared_data):
    values = shared_data / "ioh-values"
    for year in (2024, 2025):
        files = [values / "mabbob-competition" / f"{year}-{what}.csv.gz" for what in
                 ("weights", "iids", "opt_locs")]  # fmt: skip
        suite = many_affine_suite(f"mabbob-{year}", *files, dimensions=2, rows=[0, 1, 500])
        assert suite.instances == (0, 1, 500)
        for row in rows(values / "mabbob-explicit.csv"):
            if row["set"] == str(year) and row["dimension"] == "2":
                problem = suite.problem(1, 2, int(row["index"]))
                assert problem(numbers(row["x"])) == float(row["y"])


@pytest.mark.parametrize("format", ["coco", "ioh"])
def test_instances_are_problems_of_their_own_from_run_to_measures(tmp_path, format):
    suite = om.Suite("mabbob", dimensions=2, instances=[1, 2, 3])
    om.run("random-search", suite, budget=40, folder=tmp_path / "data", format=format)
    runs = om.load(tmp_path / "data")
    assert runs.suites == ("mabbob",)
    assert runs.own_instances.all()
    assert runs.quality().scale == "precision"
    assert sorted(runs.instance.tolist()) == [1, 2, 3]
    # Nothing is solved at the first evaluation.
    assert (runs.final > 1e-6).all()
    table = om.ert(runs, [1e-6, 1e-8])
    assert np.isinf(table.ert).all()
