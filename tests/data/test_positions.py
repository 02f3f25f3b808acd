"""Recorded points: read as they were written, by us, by `cocoex` and by `ioh`."""

import shutil
import tarfile
import zipfile

import cocoex
import ioh
import numpy as np
import pytest

import optimeter as om
from optimeter.data import Positions, positions_of, read_positions
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.record import Always
from tests.data.test_cuts import files
from tests.recorded import RECORDED

DIGITS = 5e-5  # relative, of COCO's %.4e; IOHprofiler's files have six decimals
DECIMALS = 5.1e-7


def walk(problem, points=50, seed=1):
    """Evaluate points around the best one so far; return them all with their values."""
    rng = np.random.default_rng([seed, problem.instance])
    seen, best = [], (np.inf, np.asarray(problem.initial_solution))
    for step in range(points):
        x = np.clip(best[1] + 3 * 0.93**step * rng.standard_normal(len(best[1])), -5, 5)
        y = problem(x)
        best = min(best, (y, x), key=lambda pair: pair[0])
        seen.append((x, y))
    return seen


def recorded(folder, *, format="coco", dimensions=(2, 5), trials=1, seed=0, **options):
    """Record walks on f1 and f3, instances 1 and 2; return every point by problem and trial."""
    seen = {}
    with om.Observer(folder, format=format, algorithm="walk", **options) as observer:
        for trial in range(trials):
            suite = om.Suite("bbob", functions=[1, 3], dimensions=dimensions, instances=[1, 2])
            for problem in suite:
                observer.observe(problem)
                key = (problem.function, problem.dimension, problem.instance, trial)
                f_opt = problem.reveal().f_opt
                seen[key] = [(x, y - f_opt) for x, y in walk(problem, seed=seed + trial)]
    return seen


def keyed(runs):
    return {(p.function, p.dimension, p.instance, p.trial): p for p in runs}


def lines_of(run, folder, suffix):
    """Return the lines of a run's file, by a reader of a few lines."""
    (path,) = folder.glob(f"data_f{run.function}/*_DIM{run.dimension}.{suffix}")
    blocks = [block.splitlines()[1:] for block in path.read_text().split("% f")[1:]]
    return np.array([list(map(float, line.split())) for line in blocks[run.instance - 1]])


# ------------------------------------------------------------------------------- our recorders


def test_every_point_of_ours_in_the_format_of_ioh(tmp_path):
    folder = tmp_path / "x"
    seen = recorded(folder, format="ioh", positions=True, triggers=[Always()], trials=2)
    found = keyed(read_positions(folder))
    assert set(found) == set(seen)
    for key, run in found.items():
        points, values = (np.array(part) for part in zip(*seen[key], strict=True))
        assert run.evaluations.tolist() == list(range(1, len(points) + 1))
        np.testing.assert_allclose(run.variables, points, rtol=0, atol=DECIMALS)
        np.testing.assert_allclose(run.values, values, rtol=0, atol=1e-9)
        assert (run.algorithm, run.suite, run.findings) == ("walk", "bbob", ())
        assert not run.final_only


def test_every_line_of_ours_in_the_format_of_coco(tmp_path):
    folder = tmp_path / "x"
    seen = recorded(folder)
    found = keyed(read_positions(folder))
    assert set(found) == set(seen)
    for key, run in found.items():
        written = np.vstack([lines_of(run, folder, suffix) for suffix in ("dat", "tdat")])
        assert len(run) == len(np.unique(written[:, [0, *range(5, 5 + run.dimension)]], axis=0))
        assert run.findings == ()
        points, values = (np.array(part) for part in zip(*seen[key], strict=True))
        best = np.nanargmin(run.values)
        assert run.values[best] == pytest.approx(values.min(), rel=1e-8)
        np.testing.assert_allclose(run.variables[best], points[values.argmin()], rtol=DIGITS)
        last = run.evaluations == len(points)  # may be the best point once more
        for count, value, x in zip(
            run.evaluations[~last], run.values[~last], run.variables[~last], strict=True
        ):
            np.testing.assert_allclose(x, points[count - 1], rtol=DIGITS, atol=1e-12)
            assert value == pytest.approx(values[count - 1], abs=2e-7)


def test_only_some_are_read(tmp_path, said, refused):
    recorded(tmp_path / "x", format="ioh", positions=True)
    chosen = read_positions(tmp_path / "x", functions="3", dimensions=5, instances=[2])
    assert list(keyed(chosen)) == [(3, 5, 2, 0)]
    with refused(InvalidValueError, "functions"):
        read_positions(tmp_path / "x", functions="1-")
    assert refused.messages == said


@pytest.mark.parametrize("kind", ["tgz", "zip"])
def test_archives_hold_the_same(tmp_path, kind):
    recorded(tmp_path / "x")
    path = tmp_path / f"x.{kind}"
    if kind == "tgz":
        with tarfile.open(path, "w:gz") as archive:
            archive.add(tmp_path / "x", "x")
    else:
        with zipfile.ZipFile(path, "w") as archive:
            for file in (tmp_path / "x").rglob("*.*"):
                archive.write(file, file.relative_to(tmp_path))
    plain, packed = keyed(read_positions(tmp_path / "x")), keyed(read_positions(path))
    assert set(plain) == set(packed)
    for key, run in plain.items():
        assert np.array_equal(run.variables, packed[key].variables)


# ---------------------------------------------------------------------------------- the peers


@pytest.mark.oracle
def test_the_points_that_ioh_logs(tmp_path):
    seen = {}
    logger = ioh.logger.Analyzer(
        [ioh.logger.trigger.ALWAYS], root=str(tmp_path), folder_name="x", store_positions=True
    )
    for instance in (1, 2):
        problem = ioh.get_problem(3, instance, 4, ioh.ProblemClass.BBOB)
        problem.attach_logger(logger)
        rng = np.random.default_rng(instance)
        points = rng.uniform(-5, 5, (60, 4))
        seen[instance] = points, np.array([problem(x) for x in points]) - problem.optimum.y
        problem.reset()
    logger.close()
    runs = list(read_positions(tmp_path / "x"))
    assert [run.instance for run in runs] == [1, 2]
    for run in runs:
        points, values = seen[run.instance]
        assert run.evaluations.tolist() == list(range(1, 61))
        np.testing.assert_allclose(run.variables, points, rtol=0, atol=DECIMALS)
        np.testing.assert_allclose(run.values, values, rtol=0, atol=1e-9)
        assert (run.suite, run.name, run.optimum_known) == ("unknown_suite", "Rastrigin", True)


@pytest.mark.oracle
def test_without_columns_the_index_of_ioh_has_the_best_point(tmp_path):
    logger = ioh.logger.Analyzer(
        [ioh.logger.trigger.ALWAYS], root=str(tmp_path), folder_name="x", algorithm_name="walk"
    )
    problem = ioh.get_problem(1, 1, 3, ioh.ProblemClass.BBOB)
    problem.attach_logger(logger)
    points = np.random.default_rng(1).uniform(-5, 5, (40, 3))
    values = [problem(x) for x in points]
    logger.close()
    (run,) = read_positions(tmp_path / "x")
    assert run.final_only
    assert run.variables.tolist() == [points[np.argmin(values)].tolist()]  # with all digits
    assert run.evaluations.tolist() == [np.argmin(values) + 1]


@pytest.mark.oracle
@pytest.mark.parametrize("suite", ["bbob", "bbob-constrained", "bbob-mixint"])
def test_the_points_that_cocoex_logs(tmp_path, suite):
    cocoex.log_level("error")
    observer = cocoex.Observer(suite, f"outer_folder: {tmp_path} result_folder: x")
    seen = []
    chosen = cocoex.Suite(suite, "", "dimensions: 5 function_indices: 4 instance_indices: 1-2")
    for problem in chosen:
        problem.observe_with(observer)
        rng = np.random.default_rng(len(seen))
        low, high = np.maximum(problem.lower_bounds, -5), np.minimum(problem.upper_bounds, 5)
        seen.append([rng.uniform(low, high).round() for _ in range(80)])
        for x in seen[-1]:
            problem(x)
        problem.free()
    runs = list(read_positions(tmp_path / "x"))
    assert len(runs) == 2
    for run, points in zip(runs, seen, strict=True):
        assert run.findings == ()
        matches = [
            np.allclose(x, points[count - 1], rtol=DIGITS)
            for count, x in zip(run.evaluations, run.variables, strict=True)
        ]
        assert sum(matches) >= len(run) - 1  # the last line may be the best point again
        assert len(run) > 20
        best = om.load(tmp_path / "x").final[runs.index(run)]
        assert np.nanmin(run.values) == pytest.approx(best, rel=1e-9)
        assert np.isnan(run.values).any() == (suite == "bbob-constrained")


def test_data_of_2009_have_points_in_all_dimensions():
    (run, *_) = read_positions(RECORDED / "coco" / "history" / "2009-matlab")
    assert run.variables.shape == (len(run), run.dimension)
    assert np.all(np.diff(run.evaluations) >= 0)
    # What was published is what our functions give, up to the digits.
    problem = om.problem("bbob", run.function, run.dimension, run.instance)
    values = problem(run.variables) - problem.reveal().f_opt
    close = np.isclose(values, run.values, rtol=1e-2, atol=1e-3)
    assert close.mean() > 0.9


def test_the_recorded_positions_of_ioh():
    for run in read_positions(RECORDED / "ioh" / "positions"):
        problem = om.problem("bbob", run.function, run.dimension, run.instance)
        values = problem(run.variables) - problem.reveal().f_opt
        np.testing.assert_allclose(values, run.values, rtol=1e-4, atol=1e-3)


def test_a_published_archive_of_coco(shared_data):
    path = shared_data / "coco" / "bbob" / "BFGS-scipy-2019-f1-2D"
    runs = list(read_positions(path))
    assert [run.trial for run in runs] == om.load(path).trial.tolist()
    for run in runs:
        problem = om.problem("bbob", 1, 2, run.instance)
        values = problem(run.variables) - problem.reveal().f_opt
        np.testing.assert_allclose(values, run.values, rtol=1e-2, atol=1e-6)


# ----------------------------------------------------------------------------------- runs loaded


def test_points_of_runs_are_found_again_under_other_names(tmp_path):
    for seed, name in enumerate(("a", "b")):
        recorded(tmp_path / name, format="ioh", positions=True, seed=seed)
    runs = om.load(f"first={tmp_path / 'a'}", tmp_path / "b").select(functions=3, dimensions=2)
    found = list(positions_of(runs))
    assert [(p.algorithm, p.instance) for p in found] == [
        ("first", 1), ("first", 2), ("walk", 1), ("walk", 2),
    ]  # fmt: skip
    alike = list(positions_of(om.load(tmp_path / "a", tmp_path / "b")))
    assert {p.algorithm for p in alike} == {"walk", "walk (b)"}


def test_points_of_one_index(tmp_path):
    recorded(tmp_path / "x")
    (runs,) = (om.load(tmp_path / "x" / "bbobexp_f3.info"),)
    assert {p.function for p in positions_of(runs)} == {3}


def test_values_are_judged_as_those_of_the_runs(tmp_path):
    bowl = om.Problem.from_callable(lambda x: float(x @ x) + 7, [-5, -5], [5, 5], name="bowl")
    with om.Observer(tmp_path / "x", format="ioh", positions=True) as observer:
        observer.observe(bowl)
        bowl([3.0, 0.0]), bowl([1.0, 0.0])
    (plain,) = positions_of(om.load(tmp_path / "x"))
    (told,) = positions_of(om.load(tmp_path / "x", optimum=7))
    assert (plain.values.tolist(), plain.optimum_known) == ([16, 8], False)
    assert (told.values.tolist(), told.optimum_known) == ([9, 1], True)


def test_maximised_values_are_as_measured(tmp_path):
    problem = om.problem("pbo", 1, 16)
    with om.Observer(tmp_path / "x", format="ioh", positions=True) as observer:
        observer.observe(problem)
        problem([0] * 15 + [1]), problem([1] * 16)
    (run,) = read_positions(tmp_path / "x")
    assert run.maximized
    assert run.values.tolist() == [1, 16]


# ------------------------------------------------------------------------------------- what is not


def test_nothing_on_record_says_how_to_record(tmp_path, said, refused):
    recorded(tmp_path / "x", dimensions=[10])
    with refused(DataError, "10"):
        read_positions(tmp_path / "x")
    with refused(DataError):
        list(positions_of(om.load(tmp_path / "x")))
    with refused(DataError, "1", "3", "dimensions", "10"):
        read_positions(tmp_path / "x", dimensions=2)
    assert refused.messages == said


def test_points_of_several_objectives_are_fronts(said, refused):
    with refused(DataError, "read_fronts"):
        read_positions(RECORDED / "coco" / "optimeter" / "bbob-biobj")
    assert refused.messages == said


def test_runs_without_files_have_no_points(said, refused):
    runs = om.Runs.from_arrays(
        function=1, dimension=2, offsets=[0, 1], step_evaluations=[1], step_precision=[1]
    )
    with refused(DataError):
        list(positions_of(runs))
    with refused(DataError):
        list(positions_of(runs[:0]))
    assert refused.messages == said


def test_other_data_in_the_place_of_those_loaded_are_noticed(tmp_path, said, refused):
    recorded(tmp_path / "x", format="ioh", positions=True)
    runs = om.load(tmp_path / "x")
    shutil.rmtree(tmp_path / "x")
    with om.Observer(tmp_path / "x", format="ioh", positions=True) as observer:
        for problem in om.Suite("bbob", functions=[1, 3], dimensions=[2, 5], instances=[1, 2]):
            observer.observe(problem)
            for _ in range(50):
                problem(np.ones(problem.dimension))
    with refused(DataError):
        list(positions_of(runs))
    shutil.rmtree(tmp_path / "x")
    with refused(DataError):
        list(positions_of(runs))
    assert refused.messages == said


def test_runs_by_another_cost_are_refused(tmp_path, said, refused):
    recorded(tmp_path / "x", format="ioh", positions=True, costs=True)
    with refused(DataError, "batches"):
        list(positions_of(om.load(tmp_path / "x").costing("batches")))
    assert refused.messages == said


# ----------------------------------------------------------------------------------------- damage


def same(one: list[Positions], other: list[Positions]) -> bool:
    return len(one) == len(other) and all(
        np.array_equal(a.evaluations, b.evaluations)
        and np.array_equal(a.values, b.values, equal_nan=True)
        and np.array_equal(a.variables, b.variables)
        for a, b in zip(one, other, strict=True)
    )


@pytest.mark.parametrize(("format", "ending"), [("coco", "dat"), ("coco", "tdat"), ("ioh", "dat")])
def test_cut_anywhere_the_points_are_equal_or_it_is_told(tmp_path, format, ending):
    """The last of several runs is cut at every byte, those before at some."""
    folder = tmp_path / "x"
    options = {"positions": True} if format == "ioh" else {}
    with om.Observer(folder, format=format, **options) as observer:
        for problem in om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2]):
            observer.observe(problem)
            walk(problem, 12)
    whole = list(read_positions(folder))
    assert all(run.findings == () for run in whole)
    paths = list(folder.rglob(f"*.{ending}"))
    assert paths
    for path in paths:
        content = path.read_bytes()
        last = content.rfind(b"\n", 0, len(content) * 3 // 4)
        for size in [*range(0, last, 37), *range(last, len(content))]:
            path.write_bytes(content[:size])
            try:
                runs = list(read_positions(folder))
            except DataError:
                continue
            told = any(f.severity != "note" for run in runs for f in run.findings)
            assert told or same(runs, whole), (path.name, size)
        path.write_bytes(content)
    assert same(list(read_positions(folder)), whole)


@pytest.mark.parametrize(("source", "file"), files())
def test_data_of_the_peers_cut_at_lines(source, file, tmp_path):
    root = tmp_path / "data"
    shutil.copytree(RECORDED / source, root)
    whole = list(read_positions(root))
    known = {finding for run in whole for finding in run.findings}
    lines = (root / file).read_bytes().splitlines(keepends=True)
    for count in range(0, len(lines), -(-len(lines) // 8)):
        (root / file).write_bytes(b"".join(lines[:count]))
        runs = list(read_positions(root))
        news = {finding for run in runs for finding in run.findings} - known
        assert any(f.severity != "note" for f in news) or same(runs, whole), count


def test_a_line_without_all_variables_is_lost_and_told(tmp_path):
    recorded(tmp_path / "x", format="ioh", positions=True)
    (path,) = (tmp_path / "x").glob("data_f1_*/*DIM2.dat")
    first, second, *rest = path.read_text().splitlines(keepends=True)
    whole = next(read_positions(tmp_path / "x", functions=1, dimensions=2))
    path.write_text("".join([first, second.rpartition(" ")[0] + "\n", *rest]))
    run = next(read_positions(tmp_path / "x", functions=1, dimensions=2))
    assert len(run) == len(whole) - 1
    assert "A1" in {finding.rule for finding in run.findings}


def test_a_dimension_that_no_line_has_room_for(tmp_path):
    recorded(tmp_path / "x", format="ioh", positions=True)
    for path in (tmp_path / "x").glob("*.json"):
        path.write_text(path.read_text().replace('"dimension": 2', '"dimension": 2000000000'))
    assert {run.dimension for run in read_positions(tmp_path / "x")} == {5}


def test_decimal_commas_and_line_ends_of_old_data(folder):
    usual = list(read_positions(folder.write()))
    folder.dat = folder.dat.replace("\n", "\r")
    header, rest = folder.tdat.split("\n", 1)
    rows = [line if line.startswith("%") else line.replace(".", ",") for line in rest.splitlines()]
    folder.tdat = "\r\n".join([header, *rows, ""])
    odd = list(read_positions(folder.write()))
    assert same(usual, odd)
    assert usual[0].variables[-1].tolist() == [0.41227, -2.2311]
