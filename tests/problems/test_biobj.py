"""The bi-objective suites: values, layout, instances, indicator, reference values."""

import pickle
import runpy
import struct
import zlib
from copy import copy
from pathlib import Path

import cocoex
import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

ROOT = Path(__file__).parents[2]


def pairs(suite, dimensions, instances):
    reference = cocoex.Suite(
        suite,
        "instances: " + ",".join(map(str, instances)),
        "dimensions: " + ",".join(map(str, dimensions)),
    )
    ours = om.Suite(suite, dimensions=dimensions, instances=instances)
    return zip(reference, ours, strict=True)


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("suite", "dimensions", "instances"),
    [
        ("bbob-biobj", (2, 3), range(1, 16)),
        ("bbob-biobj-ext", (5, 10), (1, 9, 15)),
        ("bbob-biobj-ext", (20, 40), (2,)),
        ("bbob-biobj-mixint", (5, 10), (1, 8)),
        ("bbob-biobj-mixint", (20, 40, 80), (15,)),
    ],
)
def test_values_and_layout_agree(suite, dimensions, instances):
    rng = np.random.default_rng(1)
    for theirs, ours in pairs(suite, dimensions, instances):
        assert (ours.id, ours.name) == (theirs.id, theirs.name)
        assert np.array_equal(ours.lower_bounds, theirs.lower_bounds)
        assert np.array_equal(ours.upper_bounds, theirs.upper_bounds)
        assert np.array_equal(ours.initial_solution, theirs.initial_solution)
        assert ours.number_of_objectives == 2
        nadir = ours.archive.nadir
        assert nadir == pytest.approx(theirs.largest_fvalues_of_interest, rel=1e-11)
        points = rng.uniform(ours.lower_bounds, ours.upper_bounds, (3, ours.dimension))
        points[0, ours.number_of_integer_variables :] /= 20
        far = np.array([[1e3], [-1e3]]) * np.ones((2, ours.dimension))
        points = np.vstack([points, ours.lower_bounds, ours.upper_bounds, far])
        expected = np.array([theirs(x) for x in points])
        actual = ours(points)
        # Where a value is near 0 while the functions are not, digits are lost.
        scale = np.maximum(np.abs(expected), 1e-3 * (nadir - ours.archive.ideal))
        # Sines of huge numbers depend on digits that no double has.
        allowed = np.where(np.abs(expected) > 1e20, 0.1, 2e-11)
        assert np.all(np.abs(actual - expected) / scale < allowed), ours.id


def test_objectives_are_those_of_two_bbob_problems():
    x = np.random.default_rng(2).uniform(-5, 5, (20, 5))
    problem = om.problem("bbob-biobj-ext", 70, 5, 9)
    assert problem.name == "bbob_f010_i19_d05__bbob_f011_i21_d05"
    first, second = om.problem("bbob", 10, 5, 19), om.problem("bbob", 11, 5, 21)
    assert np.array_equal(problem(x), np.column_stack([first(x), second(x)]))
    best = problem.reveal()
    assert np.array_equal(best.f_opt, [first.reveal().f_opt, second.reveal().f_opt])
    assert best.x_opt is None
    nadir = [first(second.reveal().x_opt), second(first.reveal().x_opt)]
    assert np.array_equal(problem.archive.nadir, nadir)


def test_sizes_groups_and_years(said, refused):
    assert len(om.Suite("bbob-biobj")) == 4950
    assert len(om.Suite("bbob-biobj-ext")) == len(om.Suite("bbob-biobj-mixint")) == 8280
    assert len(om.Suite("bbob-biobj", year=2016)) == 3300
    assert om.Suite("bbob-biobj", functions="separable_separable").functions == (1, 2, 11)
    ext = om.Suite("bbob-biobj-ext", functions="weakly-structured_weakly-structured")
    assert ext.functions == (53, 54, 55, *range(84, 93))
    with refused(InvalidValueError, "5"):
        om.problem("bbob-biobj-mixint", 1, 7)
    assert refused.messages == said


@pytest.mark.parametrize(
    ("instance", "distance"), [(16, 1), (22, 2), (24, 2), (32, 3), (37, 2), (85, 4), (116, 4)]
)
def test_instances_that_are_searched(instance, distance):
    first = 2 * instance + 1
    expected = f"bbob_f001_i{first:02d}_d02__bbob_f006_i{first + distance:02d}_d02"
    assert om.problem("bbob-biobj", 3, 2, instance).name == expected


def test_instances_of_the_mixed_integer_suite():
    """It has other dimensions, so another second instance may fit."""
    assert om.problem("bbob-biobj-mixint", 1, 5, 22).name.endswith("i46_d05")
    assert om.problem("bbob-biobj-mixint", 1, 5, 37).name.endswith("i77_d05")


def test_indicator_step_by_step():
    problem = om.problem("bbob-biobj", 1, 2, 1)
    assert problem.indicator == np.inf
    assert problem.archive.reference == 0.833332923849452
    points = [(50, 50), (0, 0), (2, -1), (-1, -1), (-1, -2), (-2, -2), (1, 1)]
    expected = [
        235.5783163389168,
        0.5910890219930732,
        0.5910890219930732,
        0.3004305076931606,
        0.2466995421871461,
        0.1657109542647754,
        0.1657109542647754,
    ]
    sizes = [1, 1, 1, 2, 3, 4, 5]
    for x, value, size in zip(points, expected, sizes, strict=True):
        problem(x)
        assert problem.indicator == pytest.approx(value, rel=1e-14)
        assert len(problem.archive) == size
    archive = problem.archive
    assert archive.evaluations.tolist() == [2, 4, 5, 6, 7]
    assert np.array_equal(archive.objectives, problem(np.array(points))[[1, 3, 4, 5, 6]])
    assert not problem.final_target_hit


def test_batch_equals_single_calls():
    rng = np.random.default_rng(3)
    for suite, dimension in (
        ("bbob-biobj-ext", 5),
        ("bbob-biobj-ext", 11),
        ("bbob-biobj-mixint", 5),
    ):
        for function in (1, 20, 57, 92):
            single, batch = (om.problem(suite, function, dimension) for _ in range(2))
            x = rng.uniform(-6, 6, (300, dimension))
            x[5, 0] = np.inf
            x[9, 1] = np.nan
            values = np.array([single(row) for row in x])
            assert np.array_equal(batch(x), values, equal_nan=True)
            assert np.all(np.isposinf(values[5]))
            assert single.evaluations == batch.evaluations == 298
            assert single.indicator == batch.indicator
            assert np.array_equal(single.archive.evaluations, batch.archive.evaluations)


def test_copies_keep_the_archive():
    problem = om.problem("bbob-biobj", 20, 3)
    problem(np.random.default_rng(1).uniform(-5, 5, (200, 3)))
    for other in (copy(problem), pickle.loads(pickle.dumps(problem))):
        assert other.indicator == pytest.approx(problem.indicator, rel=1e-14)
        assert np.array_equal(other.archive.objectives, problem.archive.objectives)
        before = len(problem.archive)
        other(other.initial_solution + 0.01)
        assert len(problem.archive) == before


def test_single_objective_problems_have_no_archive(said, refused):
    problem = om.problem("bbob", 1, 2)
    with refused(InvalidValueError):
        problem.archive  # noqa: B018
    with refused(InvalidValueError):
        problem.indicator  # noqa: B018
    assert refused.messages == said


def test_wrong_points(said, refused):
    problem = om.problem("bbob-biobj", 1, 2)
    with pytest.raises(ValueError, match="shape"):
        problem([1, 2, 3])
    with refused(InvalidTypeError):
        problem(["a", "b"])
    assert refused.messages == said


@pytest.mark.oracle
def test_reference_values_are_those_of_the_reference(tmp_path):
    """The headers that COCO writes, for a sample."""
    reference = cocoex.Observer(
        "bbob-biobj",
        f"outer_folder: {tmp_path} result_folder: theirs log_nondominated: none precision_f: 17",
    )
    suite = cocoex.Suite("bbob-biobj", "", "function_indices: 1,7,33,55 dimensions: 2,40")
    expected = {}
    for problem in suite:
        problem.observe_with(reference)
        problem.free()
    for path in (tmp_path / "theirs").rglob("*.tdat"):
        parts = path.name.split("_")
        function, dimension = int(parts[1][1:]), int(parts[2][1:])
        for line in path.read_text().splitlines():
            if "reference value" in line:
                head, value = line.split(", reference value = ")
                expected[function, dimension, int(head.split()[-1])] = float(value)
    assert len(expected) == 4 * 2 * 15
    for (function, dimension, instance), value in expected.items():
        archive = om.problem("bbob-biobj", function, dimension, instance).archive
        assert archive.reference == pytest.approx(value, abs=1e-15)


def test_the_reference_file_is_what_its_script_describes():
    script = runpy.run_path(str(ROOT / "scripts" / "make_biobj_references.py"))
    data = script["TARGET"].read_bytes()
    assert data[:8] == script["MAGIC"]
    (count,) = struct.unpack_from("<I", data, 8)
    assert count == 3300
    assert struct.unpack_from("<I", data, len(data) - 4)[0] == zlib.crc32(data[:-4])
    values = np.frombuffer(data, "<f8", count, 12).reshape(55, 10, 6)
    for function, instance, column, dimension in ((1, 1, 0, 2), (55, 10, 5, 40), (20, 3, 2, 5)):
        problem = om.problem("bbob-biobj", function, dimension, instance)
        assert values[function - 1, instance - 1, column] == problem.archive.reference
    assert om.problem("bbob-biobj", 1, 2, 11).archive.reference == 1
    assert om.problem("bbob-biobj-ext", 56, 2, 1).archive.reference == 1
    assert om.problem("bbob-biobj", 1, 7, 1).archive.reference == 1


@pytest.mark.slow
def test_the_reference_file_is_up_to_date(tmp_path, monkeypatch):
    script = runpy.run_path(str(ROOT / "scripts" / "make_biobj_references.py"))
    monkeypatch.chdir(tmp_path)
    script["write_headers"](tmp_path)
    assert script["pack"](script["read_headers"](tmp_path)) == script["TARGET"].read_bytes()
