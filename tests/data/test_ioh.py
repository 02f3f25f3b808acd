"""IOHprofiler data: what its logger writes, and the variants and damages of the description."""

import json
import math
import tempfile
from pathlib import Path

import hypothesis.strategies as st
import ioh
import numpy as np
import pytest
from hypothesis import given, settings

import optimeter as om
from optimeter.exceptions import DataError
from tests.recorded import RECORDED

JSON = """{
	"version": "0.3.22", 
	"suite": "unknown_suite", 
	"function_id": 1, 
	"function_name": "Sphere", 
	"maximization": false, 
	"algorithm": {"name": "myalg", "info": "words"},
	"experiment_attributes": [{"host": "a1"}, {"seed": "7"}],
	"run_attributes": ["final_sigma"],
	"attributes": ["evaluations", "raw_y", "sigma"],
	"scenarios": [
		{"dimension": 2,
		"path": "data_f1_Sphere/IOHprofiler_f1_DIM2.dat",
		"runs": [
			{"instance": 1, "evals": 30, "best": {"evals": 14, "y": 1.1795248402112084, "x": [0.5, -2]}, "final_sigma": 0.25},
			{"instance": 2, "evals": 40, "best": {"evals": 40, "y": 2.5, "x": [0.5, -2]}, "final_sigma": 0.5}
		]}
	]
}
"""  # noqa: E501, W291
FIRST = """evaluations raw_y sigma x0 x1
1 32.0699812755 1.0000000000 -0.641652 -3.207016
14 1.1795248402 0.2500000000 0.412269 -2.231088
30 13.1053506720 0.0100000000 4.438913 -2.634785
"""
SECOND = """evaluations raw_y sigma x0 x1
1 9.0000000000 1.0000000000 -0.641652 -3.207016
40 2.5000000000 0.5000000000 0.412269 -2.231088
"""


class IohFolder:
    def __init__(self, root):
        self.root = root
        self.index_name = "IOHprofiler_f1_Sphere.json"
        self.index = JSON
        self.data = FIRST + SECOND
        self.data_name = "data_f1_Sphere/IOHprofiler_f1_DIM2.dat"

    def load(self, **options):
        data = self.root / self.data_name
        data.parent.mkdir(parents=True, exist_ok=True)
        (self.root / self.index_name).write_bytes(self.index.encode())
        data.write_bytes(self.data.encode())
        runs = om.load(self.root, cache=False, **options)
        return runs, {entry.rule for entry in runs.findings}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data").mkdir()
    return IohFolder(tmp_path / "data")


def check_sound(runs):
    assert runs.instance.tolist() == [1, 2]
    assert runs.evaluations.tolist() == [30, 40]
    assert runs.final.tolist() == [1.1795248402, 2.5]
    assert runs.runtimes([9, 2.5, 2]).tolist() == [[14, 14, 14], [1, 40, math.inf]]


def test_sound_folder(folder):
    runs, rules = folder.load(strict=True)
    check_sound(runs)
    assert not rules
    assert runs.algorithms == ("myalg",)
    assert runs.suites == ("unknown_suite",)
    assert runs.grid.tolist() == [0, 0]
    assert runs.extra["final_sigma"].tolist() == [0.25, 0.5]
    assert runs.step_extra["sigma"].tolist() == [1.0, 0.25, 1.0, 0.5]
    assert runs.record_evaluations.tolist() == [1, 14, 30, 1, 40]
    assert runs.records["raw_y"].tolist()[2] == 13.105350672
    assert runs.provenance[0]["experiment:seed"] == "7"
    assert runs.provenance[0]["function_name"] == "Sphere"


def test_r34_blocks_begin_with_a_title_line(folder):
    folder.data = folder.data.replace("\n1 ", "\n2 ")
    runs, _ = folder.load()
    assert runs.runtimes([1000]).tolist() == [[2], [2]]


@pytest.mark.parametrize("orphan_first", [True, False])
def test_r35_blocks_that_the_index_does_not_list(folder, orphan_first):
    orphan = FIRST.replace("1.1795248402", "1.5000000000")
    folder.data = orphan + FIRST + SECOND if orphan_first else FIRST + SECOND + orphan
    runs, rules = folder.load()
    check_sound(runs)
    assert rules == {"R35"}
    assert len(folder.load(orphans=True)[0]) == 3


def test_r35_runs_that_look_alike_have_a_block_each(folder):
    folder.index = folder.index.replace(
        '"evals": 40, "best": {"evals": 40, "y": 2.5,',
        '"evals": 30, "best": {"evals": 14, "y": 1.1795248402112084,',
    )
    twin = FIRST.replace("13.1053506720", "12.0000000000")
    folder.data = FIRST + twin + SECOND
    runs, rules = folder.load()
    assert rules == {"R35"}
    assert runs.records["raw_y"].tolist()[2::3] == [13.105350672, 12.0]
    assert folder.load(orphans=True)[0].final.tolist() == [1.1795248402, 1.1795248402, 2.5]


def test_r36_end_of_run(folder):
    folder.index = folder.index.replace('"evals": 30', '"evals": 0').replace(
        '"evals": 40, "best"', '"evals": 55, "best"'
    )
    runs, _ = folder.load()
    assert runs.evaluations.tolist() == [30, 55]


def test_r38_cells_without_a_number(folder):
    folder.data = folder.data.replace("0.2500000000", "None").replace("32.0699812755", "None")
    runs, rules = folder.load()
    assert rules == {"R38"}
    assert runs.runtimes([1000])[0, 0] == 14
    assert math.isnan(runs.step_extra["sigma"][0])


def test_r39_titles_and_values_of_different_number(folder):
    folder.data = folder.data.replace("sigma x0 x1", "sigma x0 x1 too many titles")
    check_sound(folder.load()[0])
    folder.data = (FIRST + SECOND).replace(" sigma x0 x1", "")
    check_sound(folder.load()[0])


def test_r40_invalid_json_is_repaired(folder):
    folder.index = folder.index.replace('"words"', '"a "quoted" word"').replace("0.25}", "nan}")
    runs, rules = folder.load()
    check_sound(runs)
    assert rules == {"R40"}
    assert runs.provenance[0]["comment"] == 'a "quoted" word'
    assert math.isnan(runs.extra["final_sigma"][0])


def test_r40_hopeless_json(folder):
    folder.index = folder.index[:300]
    with pytest.raises(DataError, match="R40"):
        folder.load()
    runs, _ = folder.load(orphans=True)
    assert runs.evaluations.tolist() == [30, 40]
    assert runs.algorithms == ("data",)
    assert not runs.finalized.any()


def test_r41_attributes_are_never_evaluated(folder):
    folder.index = folder.index.replace('"7"', "\"__import__('os').abort()\"")
    runs, _ = folder.load()
    assert runs.provenance[0]["experiment:seed"].startswith("__import__")


def test_r42_instance_zero_and_repeated_instances(folder):
    folder.index = folder.index.replace('"instance": 1', '"instance": 0').replace(
        '"instance": 2', '"instance": 0'
    )
    runs, _ = folder.load()
    assert runs.instance.tolist() == [0, 0]
    assert runs.trial.tolist() == [0, 1]


def test_maximization_is_negated(folder):
    folder.index = folder.index.replace('"maximization": false', '"maximization": true')
    runs, _ = folder.load()
    assert runs.maximized.all()
    assert runs.final.tolist() == [-32.0699812755, -9.0]
    assert runs.runtimes([-32]).tolist() == [[1], [math.inf]]


@pytest.mark.parametrize(
    ("suite", "maximized"), [("SBOX", False), ("PBO", True), ("BBOB", False), ("mine", True)]
)
def test_a_known_suite_tells_the_direction_that_an_index_does_not(folder, suite, maximized):
    folder.index = folder.index.replace('"maximization": false, ', "")
    folder.index = folder.index.replace("unknown_suite", suite)
    assert folder.load()[0].maximized.tolist() == [maximized] * 2


def test_missing_data_file(folder):
    folder.index = folder.index.replace("DIM2.dat", "DIM9.dat").replace(
        "data_f1_Sphere/", "elsewhere/"
    )
    with pytest.raises(DataError, match="R8"):
        folder.load()


def test_last_row_cut_off(folder):
    whole = folder.data
    for kept in range(1, 30):
        folder.data = whole[: whole.rindex("40 2.5")] + "40 2.5000000000 0.5000000000"[:kept]
        runs, rules = folder.load()
        assert "R6" in rules or kept >= len("40 2.5000000000 0.5000000000")
        assert runs.instance.tolist() == [1, 2]


TEXT_INDEX = (
    'suite = "BBOB", funcId = 1, funcName = "Sphere", DIM = 2, maximization = "F", algId = "old", '
    'algInfo = "info", dynamicAttribute = "a|b"\n%\n'
    "data_f1_Sphere/IOHprofiler_f1_DIM2.dat, 1:14|1.17952;3;10, 2:40|2.5;4;11\n"
)


def test_text_index_with_double_quotes(folder):
    folder.index_name, folder.index = "IOHprofiler_f1_Sphere.info", TEXT_INDEX
    runs, rules = folder.load(strict=True)
    check_sound(runs)
    assert not rules
    assert runs.suites == ("bbob",)
    assert runs.extra["b"].tolist() == [10, 11]


OLD_DATA = (
    '"function evaluation"  "current f(x)" "best-so-far f(x)" "current af(x)+b" "best af(x)+b" '
    '"No parameters"\r\n1  +2.00000e+000  +2.00000e+000 +2.0e+000 +2.0e+000\r\n'
    "7  +9.00000e+000  +9.00000e+000 +9.0e+000 +9.0e+000\r\n"
)


def test_oldest_text_index(folder):
    folder.index_name = "IOHprofiler_f2.info"
    folder.index = (
        "suite = 'PBO', funcId = 2, DIM = 16, algId = 'x'\r\n%\r\n"
        "data_f2/IOHprofiler_f2_DIM16.dat, 1:16000|9.00000e+000\r\n"
    )
    folder.data_name, folder.data = "data_f2/IOHprofiler_f2_DIM16.dat", OLD_DATA
    runs, _ = folder.load()
    assert runs.evaluations.tolist() == [16000]
    assert runs.maximized.tolist() == [True]
    assert runs.final.tolist() == [-9.0]


@pytest.mark.parametrize("suffix", ["tdat", "cdat"])
def test_other_trigger_files_stand_in(folder, suffix):
    folder.data_name = folder.data_name.replace(".dat", f".{suffix}")
    check_sound(folder.load()[0])


def test_multi_objective():
    folder = RECORDED / "ioh/two-objectives"
    runs = om.load(folder)
    assert list(runs.records) == ["raw_y", "F2"]
    assert len(runs.record_evaluations) == runs.record_offsets[-1] > 0
    files = sorted(folder.rglob("*.dat"))
    rows = np.vstack([np.loadtxt(file, comments="e", usecols=(0, 1, 2)) for file in files])
    np.testing.assert_array_equal(runs.record_evaluations, rows[:, 0])
    np.testing.assert_array_equal(runs.records["F2"], rows[:, 2])


problems = st.tuples(st.integers(1, 24), st.integers(2, 5), st.integers(1, 5))
scripts = st.lists(
    st.tuples(problems, st.integers(1, 30), st.integers(0, 2**31)), min_size=1, max_size=4
)


@pytest.mark.oracle
@settings(derandomize=True, max_examples=15, deadline=None)
@given(scripts, st.booleans())
def test_what_the_logger_writes(script, positions):
    """Drive ioh's logger with random points and compare with the values it returned."""
    with tempfile.TemporaryDirectory() as root:
        logger = ioh.logger.Analyzer(
            root=root, folder_name="x", algorithm_name="random", store_positions=positions
        )
        expected = []
        for (function, dimension, instance), evaluations, seed in script:
            problem = ioh.get_problem(function, instance, dimension)
            problem.attach_logger(logger)
            rng = np.random.default_rng(seed)
            for _ in range(evaluations):
                problem(rng.uniform(-5, 5, dimension))
            best = problem.state.current_best_internal.y
            expected.append((function, dimension, instance, evaluations, best))
            problem.reset()
            problem.detach_logger()
        logger.close()
        del logger
        runs = om.load(Path(root) / "x", cache=False)
    found = sorted(
        zip(runs.function.tolist(), runs.dimension.tolist(), runs.instance.tolist(),
            runs.evaluations.tolist(), runs.final.tolist(), strict=True)
    )  # fmt: skip
    assert [row[:4] for row in found] == [row[:4] for row in sorted(expected)]
    np.testing.assert_allclose(
        sorted(row[4] for row in found), sorted(row[4] for row in expected), rtol=0, atol=1.1e-10
    )


@pytest.mark.oracle
def test_everything_iohinspector_loads():
    """The same rows, by a reader of another hand."""
    import subprocess
    import sys

    script = (
        "import sys, warnings; warnings.simplefilter('ignore')\n"
        "import iohinspector as i\n"
        "m = i.DataManager(); m.add_folder(sys.argv[1])\n"
        "d = m.load(monotonic=True, include_meta_data=True)\n"
        "print(json.dumps(d.group_by('data_id','function_id').agg(f=__import__('polars').col('raw_y').min())"
        ".sort('data_id')['f'].to_list()))"
    )
    result = subprocess.run(
        [sys.executable, "-c", f"import json\n{script}", str(RECORDED / "ioh/HC")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    theirs = json.loads(result.stdout.splitlines()[-1])
    runs = om.load(RECORDED / "ioh/HC")
    assert sorted(theirs) == sorted(runs.final.tolist())
