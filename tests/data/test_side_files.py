"""Files beside the runs: restarts, recommendations, archives of non-dominated points."""

import shutil
import tarfile
import zipfile

import cocoex
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optimeter as om
from optimeter.data import read_fronts
from optimeter.data.fronts import Front
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures import attainment_surface

# ------------------------------------------------------------------------------------- restarts


def lines(*counts):
    return "".join(f"{count} 0 +1.0e+00 +8.0e+01 +8.0e+01\n" for count in counts)


def test_number_of_restarts(folder):
    restarts = folder.HEADER + lines(50, 90, 120) + folder.HEADER
    folder.others["data_f3/bbobexp_f3_DIM2.rdat"] = restarts.encode()
    runs = om.load(folder.write())
    assert runs.extra["restarts"].tolist() == [3, 0]
    assert not runs.findings


def test_files_of_restarts_that_do_not_fit_tell_nothing(folder):
    folder.others["data_f3/bbobexp_f3_DIM2.rdat"] = (folder.HEADER + lines(50)).encode()
    runs = om.load(folder.write())
    assert "restarts" not in runs.extra
    assert not runs.findings


def test_restarts_of_our_own_recorder(tmp_path):
    problem = om.problem("bbob", function=1, dimension=2, instance=1)
    with om.Observer(tmp_path / "x", algorithm="mine") as observer:
        observer.observe(problem)
        for number in range(30):
            if number in (10, 20):
                problem.signal_restart()
            problem(np.full(2, number / 10))
    assert om.load(tmp_path / "x").extra["restarts"].tolist() == [2]


# ------------------------------------------------------------------------------ recommendations


def test_recommendations_take_the_place_of_evaluations(folder):
    advice = folder.HEADER + lines(150) + folder.HEADER
    folder.others["data_f3/bbobexp_f3_DIM2.mdat"] = advice.encode()
    root = folder.write()
    evaluated, recommended = om.load(root), om.load(root, recommendations=True)
    assert evaluated.runtimes([1.0])[:, 0].tolist() == [15, 300]
    assert recommended.runtimes([1.0])[:, 0].tolist() == [150, np.inf]
    assert recommended.values_at([200]).tolist() == [[1.0], [np.inf]]
    assert recommended.final.tolist() == [1.0, np.inf]
    # What a failed run cost does not change, and the cache tells the two apart.
    assert recommended.evaluations.tolist() == evaluated.evaluations.tolist() == [200, 300]
    assert om.load(root).equals(evaluated)


def test_no_recommendations_on_record(folder):
    runs = om.load(folder.write(), recommendations=True)
    assert [entry.rule for entry in runs.findings] == ["A11"]
    assert np.isinf(runs.final).all()


def test_recommendations_of_our_own_recorder(tmp_path):
    problem = om.problem("bbob", function=1, dimension=2, instance=1)
    best = problem.reveal().x_opt
    with om.Observer(tmp_path / "x", algorithm="mine") as observer:
        observer.observe(problem)
        problem(best + 1)
        problem(best)
        problem.recommend(best + 0.5)
        problem(best + 1)
        problem.recommend(best)
    runs = om.load(tmp_path / "x", recommendations=True)
    assert runs.runtimes([1.0, 1e-8]).tolist() == [[2, 3]]
    assert om.load(tmp_path / "x").runtimes([1e-8]).tolist() == [[2]]


# ------------------------------------------------------------------------- non-dominated points


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Two runs of COCO's own bi-objective logger, and every objective vector they saw."""
    scratch = tmp_path_factory.mktemp("fronts")
    cocoex.log_level("error")
    suite = cocoex.Suite(
        "bbob-biobj", "", "dimensions: 2 instance_indices: 1-2 function_indices: 3"
    )
    observer = cocoex.Observer("bbob-biobj", f"outer_folder: {scratch} result_folder: x "
                               "algorithm_name: walk")  # fmt: skip
    rng = np.random.default_rng(1)
    seen = []
    for problem in suite:
        problem.observe_with(observer)
        seen.append([problem(rng.uniform(-5, 5, 2)) for _ in range(40)])
        problem.free()
    return scratch / "x", np.array(seen)


def nondominated(points):
    return sorted(
        p for p in map(tuple, points)
        if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in map(tuple, points))
    )  # fmt: skip


@pytest.mark.oracle
def test_points_of_the_logger(recorded):
    folder, seen = recorded
    fronts = list(read_fronts(folder))
    assert [(f.algorithm, f.suite, f.function, f.dimension, f.instance) for f in fronts] == [
        ("walk", "bbob-biobj", 3, 2, 1), ("walk", "bbob-biobj", 3, 2, 2)
    ]  # fmt: skip
    for front, values in zip(fronts, seen, strict=True):
        assert (front.budget, front.complete, front.findings) == (40, True, ())
        np.testing.assert_allclose(front.objectives, values[front.evaluations - 1], rtol=1e-14)
        assert front.variables.shape == (len(front), 2)
        for budget in (1, 7, 40):
            np.testing.assert_allclose(front.at(budget), nondominated(values[:budget]), rtol=1e-14)
    assert [f.instance for f in read_fronts(folder, instances=2)] == [2]
    assert not om.load(folder).findings


@pytest.mark.oracle
@pytest.mark.parametrize("kind", ["tgz", "zip"])
def test_points_in_archives(recorded, tmp_path, kind):
    folder, _ = recorded
    if kind == "tgz":
        with tarfile.open(tmp_path / "x.tgz", "w:gz") as archive:
            archive.add(folder, "x")
    else:
        with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
            for path in folder.rglob("*.*"):
                archive.write(path, path.relative_to(folder))
    fronts = list(read_fronts(tmp_path / f"x.{kind}"))
    assert [len(front) for front in fronts] == [len(front) for front in read_fronts(folder)]
    assert fronts[0].algorithm == "walk"


def test_points_without_the_other_files_are_mentioned(recorded, tmp_path, said, refused):
    folder, _ = recorded
    alone = tmp_path / "alone"
    shutil.copytree(folder / "archive", alone)
    with refused(DataError, "2"):
        om.load(alone)
    assert [front.suite for front in read_fronts(alone)] == ["bbob-biobj", "bbob-biobj"]
    both = shutil.copytree(folder, tmp_path / "both")
    archive = next((both / "archive").glob("*_i02_*"))
    archive.rename(archive.with_name(archive.name.replace("_i02_", "_i09_")))
    (finding,) = om.load(both).findings
    assert (finding.severity, finding.rule) == ("incomplete", "Q9")
    assert "_i09_" in finding.file
    assert refused.messages == said


def test_broken_archives_of_points(tmp_path, said, refused):
    path = tmp_path / "bbob-biobj_f01_i01_d02_nondom_final.adat"
    path.write_text("% instance = 1, name = a\n% function evaluation | 2 objectives \n"
                    "1\t5\t4\nx y\n3\t4\tnan\n9\t2\t3\n12\t1")  # fmt: skip
    (front,) = read_fronts(tmp_path)
    assert front.evaluations.tolist()[0] == 1
    assert not front.complete
    assert front.findings
    assert front.variables.shape[1] == 0
    path.write_bytes(b"\xff\0\n%%%")
    assert list(read_fronts(tmp_path)) == []
    path.unlink()
    with refused(DataError):
        read_fronts(tmp_path)
    assert refused.messages == said


def front_of(points):
    points = np.array(points, dtype=float).reshape(-1, 2)
    n = len(points)
    return Front("a", "s", 1, 2, 1, np.arange(1, n + 1), points, np.zeros((n, 0)), n, True, ())


point = st.tuples(st.integers(0, 6), st.integers(0, 6))


@settings(derandomize=True, max_examples=80, deadline=None)
@given(st.lists(st.lists(point, min_size=1, max_size=6), min_size=1, max_size=5))
def test_attainment_surface_against_its_definition(sets):
    levels = np.arange(1, len(sets) + 1) / len(sets)
    surface = attainment_surface(map(front_of, sets), levels)
    for count, level in enumerate(levels, 1):
        rows = surface.select(level=level)
        assert np.all(rows.runs == count)
        for x in range(7):
            for y in range(7):
                attained = sum(any(a <= x and b <= y for a, b in points) for points in sets)
                below = np.any((rows.first <= x) & (rows.second <= y))
                assert below == (attained >= count)


def test_attainment_surface_refuses_nonsense(said, refused):
    with refused(DataError):
        attainment_surface([])
    with refused(InvalidValueError, "0", "1", "1.5"):
        attainment_surface([front_of([(1, 1)])], [1.5])
    assert refused.messages == said


def test_fronts_of_own_problems(tmp_path):
    """Their archives are not named by function and dimension, but tell them."""

    def function(x):
        return float(x @ x), float((x - 1) @ (x - 1))

    with om.Observer(tmp_path / "x") as observer:
        for name in ("one", "f, dimension = 9"):
            for instance in (1, 2):
                problem = om.Problem.from_callable(
                    function, [-5] * 2, [5] * 2, objectives=2, name=name, instance=instance
                )
                observer.observe(problem)
                problem([[0.0, 0.0], [1.0, 1.0], [0.5, 0.5]])
    fronts = list(read_fronts(tmp_path / "x"))
    facts = sorted((front.function, front.dimension, front.instance) for front in fronts)
    assert facts == [(1, 2, 1), (1, 2, 2), (2, 2, 1), (2, 2, 2)]
    assert all(front.budget == len(front) == 3 for front in fronts)
