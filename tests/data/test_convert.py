"""What is written in a format reads back the same; other readers accept it without a warning."""

import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import cocoex
import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import optimeter as om
from optimeter.cli import main
from optimeter.data.convert import FORMATS, convert, not_carried
from optimeter.exceptions import DataError, FileError, UnknownNameError
from tests.peers import peer_folder
from tests.recorded import RECORDED
from tests.sentences import everywhere

quick = settings(derandomize=True, max_examples=25, deadline=None)

positive = st.floats(1e-14, 1e8)
trajectory = st.lists(st.tuples(st.integers(1, 10**12), positive), min_size=1, max_size=6).map(
    lambda rows: sorted(rows, key=lambda row: row[0])
)
tables = st.lists(
    st.tuples(
        trajectory, trajectory, st.sampled_from(["one", "zwei, drei"]), st.integers(1, 24),
        st.integers(2, 40), st.integers(1, 15), st.booleans(),
    ),
    min_size=1, max_size=6,
)  # fmt: skip


def build(table, *, budgets=True, **columns):
    parts = {}
    for position, prefix, name in ((0, "", "step"), (1, "budget_", "budget")):
        lists = [row[position] for row in table] if budgets or position == 0 else [[]] * len(table)
        parts[f"{prefix}offsets"] = np.cumsum([0] + [len(run) for run in lists])
        parts[f"{name}_evaluations"] = [e for run in lists for e, _ in run]
        parts[f"{name}_precision"] = [v for run in lists for _, v in run]
    return om.Runs.from_arrays(
        algorithm=[row[2] for row in table], function=[row[3] for row in table],
        dimension=[row[4] for row in table], instance=[row[5] for row in table],
        finalized=[row[6] for row in table], suite="bbob", **parts, **columns,
    )  # fmt: skip


def ordered(runs):
    """Sort by what a run is, as the order of files does not matter."""
    names = np.array(runs.algorithms)[runs.algorithm_codes]
    suites = np.array(runs.suites)[runs.suite_codes]
    keys = (runs.trial, runs.instance, runs.dimension, runs.function, suites, names)
    chosen = runs[np.lexsort(keys)]
    parts = {key.algorithm: group for key, group in chosen.groups(("algorithm",))}
    return om.Runs.concatenate([parts[name]._without_unused_names() for name in sorted(parts)])


def there_and_back(runs, to):
    with tempfile.TemporaryDirectory() as scratch:
        return om.load(convert(runs, Path(scratch) / "out", to=to), cache=False)


def index_keys(folder):
    """Return the keys of the one index below a folder."""
    (index,) = folder.rglob("*.info")
    head = index.read_text(encoding="utf-8").partition("\n")[0]
    return dict(re.findall(r"(\w+) = ('[^']*'|[^,]*)", head))


@pytest.mark.contract
@pytest.mark.parametrize("name", om.suites())
def test_a_converted_index_says_what_the_recorded_one_says(tmp_path, name):
    problem = om.Suite(name)[0]
    with om.Observer(tmp_path / "recorded", algorithm="it's 100%20 mine ") as observer:
        observer.observe(problem)
        problem(problem.initial_solution)
    convert(om.load(tmp_path / "recorded"), tmp_path / "converted", to="coco")
    recorded, converted = (index_keys(tmp_path / place) for place in ("recorded", "converted"))
    recorded.pop("folder", None)  # named after the group of the function, which runs do not know
    assert recorded.items() <= converted.items()


@quick
@given(tables)
@pytest.mark.parametrize("to", ["csv", "parquet"])
def test_tables_keep_everything(to, table):
    runs = build(table, extra={"sigma": np.arange(len(table))}, grid=5, final_target=1e-8)
    back = there_and_back(runs, to)
    assert ordered(back).equals(ordered(runs))


@quick
@given(tables)
def test_coco_keeps_runs_exactly(table):
    runs = ordered(build(table, grid=5, final_target=1e-8))
    back = ordered(there_and_back(runs, "coco"))
    for name in ("function", "dimension", "instance", "trial", "evaluations", "final", "finalized",
                 "offsets", "step_evaluations", "step_precision"):  # fmt: skip
        np.testing.assert_array_equal(getattr(back, name), getattr(runs, name))
    # Budget lists that equal the steps are kept once; the answers are the same.
    budgets = np.unique(runs.budget_evaluations)
    np.testing.assert_array_equal(back.values_at(budgets), runs.values_at(budgets))


@quick
@given(tables, st.booleans())
def test_ioh_keeps_runs_exactly(table, maximized):
    runs = build(table, budgets=False, extra={"sigma": np.arange(len(table))}, maximized=maximized)
    runs = ordered(runs)
    back = ordered(there_and_back(runs, "ioh"))
    for name in ("function", "dimension", "instance", "evaluations", "final", "maximized",
                 "offsets", "step_evaluations", "step_precision"):  # fmt: skip
        np.testing.assert_array_equal(getattr(back, name), getattr(runs, name))
    np.testing.assert_array_equal(back.extra["sigma"], runs.extra["sigma"])


RECORDED_DATA = [
    "coco/bbob/CMA.tgz",
    "coco/history/2009-matlab",
    "coco/cocoex/bbob-constrained.tgz",
    "coco/bbob-biobj/RS-2.tgz",
]
REAL = [
    "coco/bbob/R-SHADE-10e2_Tanabe.tgz",
    "coco/bbob/DIRECT_posik_noiseless.tgz",
    "coco/bbob-biobj/MAT-DIRECT_Al-Dujaili_bbob-biobj.tgz",
]


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("name", RECORDED_DATA)
def test_recorded_data(name, to):
    check_recorded(om.load(RECORDED / name), to)


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("name", REAL)
def test_real_data(name, to, shared_data):
    check_recorded(om.load(shared_data / name), to)


def check_recorded(runs, to):
    runs = runs.select(dimensions=[2, 10])
    back = there_and_back(runs, to)
    assert ordered(back).equals(ordered(runs))
    assert not_carried(runs, to) == []


def test_constrained_data_and_finer_budgets_survive_ioh(tmp_path):
    """COCO to IOHprofiler and back: evaluations of constraints, and runtimes on the grid only."""
    rng = np.random.default_rng(1)
    suite = om.Suite("bbob-constrained", functions=[2, 7], dimensions=[2], instances=[1, 2])
    with om.Observer(tmp_path / "data", algorithm="walk") as observer:
        for problem in suite:
            observer.observe(problem)
            for x in rng.uniform(-5, 5, (60, 2)):
                problem.constraint(x)
                problem(x)
    runs = om.load(tmp_path / "data")
    assert runs.extra["constraint_evaluations"].min() > 0
    as_ioh = om.load(convert(runs, tmp_path / "ioh", to="ioh"))
    again = om.load(convert(as_ioh, tmp_path / "coco", to="coco"))
    assert ordered(as_ioh).equals(ordered(runs))
    assert ordered(again).equals(ordered(runs))
    lines = "".join(p.read_text() for p in (tmp_path / "ioh").rglob("*.dat"))
    assert "None" not in lines


def test_a_budget_line_below_a_target_is_no_earlier_runtime():
    # The target 1 is first on record at 10; a line at the budget 8 already holds 0.9.
    runs = om.Runs.from_arrays(
        function=1, dimension=2, suite="bbob", grid=5, final_target=1e-8, offsets=[0, 2],
        step_evaluations=[1, 10], step_precision=[50, 0.5], budget_offsets=[0, 3],
        budget_evaluations=[1, 8, 20], budget_precision=[50, 0.9, 0.5],
    )  # fmt: skip
    assert runs.runtimes([1.0]).tolist() == [[10]]
    assert there_and_back(there_and_back(runs, "ioh"), "coco").runtimes([1.0]).tolist() == [[10]]


def test_what_a_format_has_no_place_for_is_told(tmp_path, capsys, said):
    runs = om.Runs.from_arrays(
        function=1, dimension=2, suite="PBO", offsets=[0, 1], step_evaluations=[3],
        step_precision=[-12], maximized=True, step_extra={"sigma": [2.0]},
    )  # fmt: skip
    told = not_carried(runs, "coco")
    assert len(told) == 4
    assert any("sigma" in line for line in told)
    assert not_carried(runs, "ioh") == not_carried(runs, "parquet") == []
    convert(runs, tmp_path / "ioh", to="ioh")
    options = ["convert", str(tmp_path / "ioh"), "--to", "coco", "-o", str(tmp_path / "coco")]
    assert main(options) == 0
    shown = capsys.readouterr().out
    assert any(line in shown for line in told)
    assert {"not carried": told, "shown": everywhere(shown, tmp_path)} == said


def test_reference_algorithms_are_no_runs_of_ioh(tmp_path, said, refused):
    runs = build([([(1, 2.0)], [(1, 2.0)], "a", 1, 2, 1, True)], is_reference=True)
    with refused(DataError):
        convert(runs, tmp_path / "out", to="ioh")
    assert list(tmp_path.iterdir()) == []
    assert refused.messages == said


@pytest.mark.oracle
@pytest.mark.parametrize("to", ["coco", "csv", "parquet"])
def test_reference_algorithms(to):
    place = peer_folder("cocopp") / "refalgs"
    for name in ("best2009-bbob.tar.gz", "best2016-bbob-biobj.tar.gz"):
        runs = om.load(place / name)
        back = there_and_back(runs, to)
        named = [np.array(r.reference_names)[r.step_extra["source"].astype(int)]
                 for r in (ordered(runs), ordered(back))]  # fmt: skip
        np.testing.assert_array_equal(*named)
        np.testing.assert_array_equal(
            ordered(back).runtimes(10.0 ** np.arange(2, -8, -0.2)),
            ordered(runs).runtimes(10.0 ** np.arange(2, -8, -0.2)),
        )


@pytest.mark.oracle
def test_cocopp_reads_what_is_written(tmp_path):
    """Without a warning but that there are less than 15 instances, and with the same numbers."""
    runs = om.load(RECORDED / "coco/bbob/CMA.tgz").select(dimensions=5)
    folder = convert(runs, tmp_path / "out", to="coco")
    script = (
        "import sys, warnings, json, io, contextlib\n"
        "with warnings.catch_warnings():\n"
        "    warnings.simplefilter('ignore'); import cocopp\n"
        "with warnings.catch_warnings(record=True) as seen, "
        "contextlib.redirect_stdout(io.StringIO()):\n"
        "    warnings.simplefilter('always'); d = cocopp.load(sys.argv[1])\n"
        "print(json.dumps([[str(w.message) for w in seen], "
        "{f'{s.funcId}': s.detERT([1e-1])[0] for s in d}]))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        capture_output=True, text=True, check=True, env=os.environ | {"HOME": str(tmp_path)},
    )  # fmt: skip
    import json

    seen, ert = json.loads(result.stdout.splitlines()[-1].replace("Infinity", "1e999"))
    few = ("less than 15 instances", "was not consistent")  # the second one sums up the first
    assert [line for line in seen if not any(part in line for part in few)] == []
    assert len(ert) == 24
    for function, theirs in ert.items():
        part = runs.select(functions=int(function))
        runtimes, lengths = part.runtimes([0.1])[:, 0], part.run_lengths()
        hit = np.isfinite(runtimes)
        mine = np.where(hit, runtimes, lengths).sum() / hit.sum() if hit.any() else math.inf
        assert mine == theirs


@pytest.mark.oracle
def test_iohinspector_reads_what_is_written(tmp_path):
    runs = om.load(RECORDED / "coco/bbob/CMA.tgz").select(dimensions=5, functions=[1, 2])
    folder = convert(runs, tmp_path / "out", to="ioh")
    script = (
        "import sys, warnings; warnings.simplefilter('ignore')\n"
        "import iohinspector as i, polars\n"
        "m = i.DataManager(); m.add_folder(sys.argv[1])\n"
        "d = m.load(monotonic=True, include_meta_data=True)\n"
        "print(sorted(d.group_by('data_id').agg(f=polars.col('raw_y').min())['f'].to_list()))"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=True
    )
    theirs = [float(x) for x in result.stdout.splitlines()[-1].strip("[]").split(",")]
    np.testing.assert_allclose(theirs, sorted(runs.final.tolist()), rtol=1e-12)


suites = st.sampled_from(
    [("bbob", "2,5"), ("bbob-biobj", "2,3"), ("bbob-constrained", "2"), ("bbob-mixint", "5"),
     ("bbob-noisy", "2,3"), ("bbob-largescale", "20")]
)  # fmt: skip


@pytest.mark.oracle
@settings(derandomize=True, max_examples=12, deadline=None)
@given(suites, st.lists(st.tuples(st.integers(0, 200), st.integers(1, 60)), min_size=1, max_size=4),
       st.integers(0, 2**31))  # fmt: skip
def test_what_cocoex_writes(chosen, script, seed):
    """Drive COCO's own logger with random points and compare with the values it returned."""
    rng = np.random.default_rng(seed)
    suite_name, dimensions = chosen
    with tempfile.TemporaryDirectory() as scratch:
        cocoex.log_level("error")
        suite = cocoex.Suite(suite_name, "", f"dimensions: {dimensions} instance_indices: 1-3")
        observer = cocoex.Observer(suite_name, f"outer_folder: {scratch} result_folder: x")
        expected = []
        for index, evaluations in script:
            problem = suite.get_problem(index * 7 % len(suite))
            problem.observe_with(observer)
            for _ in range(evaluations):
                x = rng.uniform(problem.lower_bounds, problem.upper_bounds)
                problem(x)
                if problem.number_of_constraints:
                    problem.constraint(x)
            # The logger forgets constraint evaluations after the last one of the objective.
            constraints = max(evaluations - 1, 0) if problem.number_of_constraints else 0
            function, dimension, instance = problem.id_triple
            expected.append((function, dimension, instance, evaluations + constraints))
            problem.free()
        del observer, problem, suite
        runs = om.load(Path(scratch) / "x", cache=False)
    found = zip(runs.function.tolist(), runs.dimension.tolist(), runs.instance.tolist(),
                runs.evaluations.tolist(), strict=True)  # fmt: skip
    assert sorted(found) == sorted(expected)
    assert runs.suites == (suite_name,)
    assert runs.finalized.all()
    assert not [entry for entry in runs.findings if entry.severity in ("error", "repair")]


def test_new_folder_only(tmp_path, said, refused):
    runs = build([([(1, 2.0)], [(1, 2.0)], "a", 1, 2, 1, True)])
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "precious").write_text("data")
    with refused(FileError):
        convert(runs, tmp_path / "full", to="coco")
    assert (tmp_path / "full" / "precious").read_text() == "data"
    with refused(UnknownNameError, "'xml'"):
        convert(runs, tmp_path / "new", to="xml")
    assert not (tmp_path / "new").exists()
    assert refused.messages == said


def test_nothing_is_left_when_writing_fails(tmp_path, monkeypatch, said, refused):
    def fail(runs, folder):
        (folder / "part").write_text("x")
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(FORMATS, "coco", fail)
    runs = build([([(1, 2.0)], [(1, 2.0)], "a", 1, 2, 1, True)])
    with refused(FileError):
        convert(runs, tmp_path / "new", to="coco")
    assert list(tmp_path.iterdir()) == []
    assert refused.messages == said


def test_an_indicator_of_a_suite_of_ones_own_stays_one(tmp_path):
    runs = om.Runs.from_arrays(
        function=1, dimension=2, suite="pairs", objectives=2, grid=10, offsets=[0, 2],
        step_evaluations=[1, 30], step_precision=[0.5, 1e-6])  # fmt: skip
    again = om.load(convert(runs, tmp_path / "coco", to="coco"), cache=False)
    assert str(again.quality()) == str(runs.quality())
    assert again.runtimes([1e-1, 1e-5]).tolist() == [[30, 30]]
