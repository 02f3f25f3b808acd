"""Names survive: what is written under n names is read back under these n names."""

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import optimeter as om
from optimeter.data.convert import convert
from optimeter.data.fronts import read_fronts
from optimeter.exceptions import DataError, FileError


def runs_of(names):
    """Return one run for each pair of an algorithm and a suite."""
    n = len(names)
    return om.Runs.from_arrays(
        algorithm=[algorithm for algorithm, _ in names],
        suite=[suite for _, suite in names],
        function=np.ones(n, int),
        dimension=np.full(n, 2),
        offsets=np.arange(n + 1),
        step_evaluations=np.arange(1, n + 1),
        step_precision=np.arange(1.0, n + 1),
    )


def pairs(runs):
    return {
        (runs.algorithms[a], runs.suites[s], int(evaluations))
        for a, s, evaluations in zip(
            runs.algorithm_codes, runs.suite_codes, runs.evaluations, strict=True
        )
    }


HOSTILE = [("CMA ES", "bbob"), ("CMA_ES", "bbob"), ("CMA/ES", "bbob"), ("CMA-ES", "bbob"),
           ("cma es", "bbob"), ("CMA ES", "bbob="), ("it's", "bbob"), ("it_s", "bbob"),
           ("a, b = 'c'", "bbob"), ("../../evil", "bbob"), ("%27", "x"), ("'", "x"), ("..", "x"),
           ("a\nb", "x"), ("\u2028", "x"), (" a", "x"), ("a ", "x"), ("ä" * 200, "x"),
           ("a, b", "x"), ("100%", "x"), ('"q"', "x"), ("% c", "x")]  # fmt: skip
# NumPy drops trailing zero characters from texts.
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1)


@pytest.mark.parametrize("form", ["coco", "ioh"])
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(names=st.lists(st.tuples(TEXT, TEXT), min_size=2, max_size=6, unique=True))
@example(names=HOSTILE)
def test_names_survive_conversion(tmp_path_factory, form, names):
    home = tmp_path_factory.mktemp("home")
    runs = runs_of(names)
    folder = convert(runs, home / "out", to=form)
    assert sum(path.is_dir() for path in folder.iterdir()) == len(names)
    assert [path.name for path in home.iterdir()] == ["out"]
    assert pairs(om.load(folder, cache=False)) == pairs(runs)


def test_two_data_sets_of_one_given_name_are_refused(tmp_path, said, refused):
    for name in ("x", "y"):
        convert(runs_of([(name, "bbob")]), tmp_path / name, to="coco")
    sources = [f"A={tmp_path / 'x'}", f"A={tmp_path / 'y'}"]
    with refused(DataError, "'A'"):
        om.report(*sources, folder=tmp_path / "r")
    with refused(DataError, "'y'"):
        om.report(f"y={tmp_path / 'x'}", str(tmp_path / "y"), folder=tmp_path / "r")
    assert refused.messages == said


def test_all_trials_of_bi_objective_problems_are_there(tmp_path):
    suite = om.Suite("bbob-biobj", functions=1, dimensions=2, instances=[1, 2])
    om.run("random-search", suite, budget=20, trials=2, folder=tmp_path / "x", progress=False)
    runs = om.load(tmp_path / "x", cache=False)
    assert len(runs) == 4
    assert not runs.findings
    fronts = list(read_fronts(tmp_path / "x"))
    assert sorted(front.instance for front in fronts) == [1, 1, 2, 2]
    assert len({front.objectives.tobytes() for front in fronts}) == 4


@pytest.mark.parametrize("inside", ["", "ppdata"])
def test_a_report_among_its_data_is_no_data(tmp_path, inside):
    home = tmp_path / "d"
    names = [("a", "bbob"), ("b", "bbob")]
    convert(runs_of(names), home, to="csv")
    before = om.load(home, cache=False)
    written = [om.report(home, folder=home / inside, resamples=20) for _ in range(2)]
    contents = [path.read_bytes() for path in sorted((home / inside).rglob("*.csv"))]
    om.report(home, folder=home / inside, resamples=20)
    assert contents == [path.read_bytes() for path in sorted((home / inside).rglob("*.csv"))]
    assert written[0].data.provenance == written[1].data.provenance
    after = om.load(home, cache=False)
    assert (pairs(after), after.findings) == (pairs(before), before.findings)


def test_converting_into_the_data_is_refused(tmp_path, said, refused):
    convert(runs_of([("a", "bbob")]), tmp_path / "d", to="coco")
    runs = om.load(tmp_path / "d", cache=False)
    with refused(FileError):
        convert(runs, tmp_path / "d/copy", to="ioh")
    assert refused.messages == said


def test_tables_that_are_no_runs_and_impossible_functions(tmp_path, said):
    (tmp_path / "runs.csv").write_text("function,evaluations,value\n1,1,5\n0,1,3\n")
    (tmp_path / "summary.csv").write_text("algorithm,budget,value\na,10,5\n")
    runs = om.load(tmp_path, cache=False)
    assert runs.function.tolist() == [1]
    found = {finding.severity: finding.message for finding in runs.findings}
    assert set(found) == {"error", "note"}
    assert found == said
