"""Utilities of the drop-in: section 6.8, rules P12 to P16, and the solver of section 6.7."""

import re

import numpy as np
import pytest

from optimeter import coco
from optimeter.exceptions import InvalidValueError

UTILITIES = coco.utilities
NAMES = ["budget", "batches", "bat", "current_batch", "x"]
BATCH = {"batch": "current_batch/batches"}


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["bud=3"], {"budget": 3}),
        (["budget=1e3", "cur=None"], {"budget": 1000.0, "current_batch": None}),
        (["x=abc"], {"x": "abc"}),
        (["x=[1,2]", "x=[1,2]"], {"x": [1, 2]}),
        (["x="], {"x": ""}),
        (["batch=2/8"], {"current_batch": 2, "batches": 8}),
        ([], {}),
    ],
)
def test_p12_arguments(cocoex, arguments, expected):
    assert UTILITIES.args_to_dict(arguments, NAMES, BATCH) == expected
    assert cocoex.utilities.args_to_dict(arguments, NAMES, BATCH) == expected


def test_p12_wrong_arguments(said, refused):
    for text in (
        "x", "x=1=2", "bat=3", "b=3", "zz=3", "=1", "x=1 x=2", "batch=2", "batch=2/8 batches=3",
    ):  # fmt: skip
        with refused(InvalidValueError):
            UTILITIES.args_to_dict(text.split(), NAMES, BATCH)
    with pytest.raises(ValueError, match="'a'"):  # as Python says it
        UTILITIES.args_to_dict(["batch=2/a"], NAMES, BATCH)
    assert refused.messages == said


def test_p12_prints_and_splits():
    lines = []
    found = UTILITIES.args_to_dict(
        ["foo:2/a", "batch:1/3"], None, BATCH, split=":", print=lines.append
    )
    assert found == {"foo": "2/a", "current_batch": 1, "batches": 3}
    assert lines == ["foo = '2/a'", "batch:", "  current_batch = 1", "  batches = 3"]


def test_settings(tmp_path):
    given = {"a": 1, "_b": 2, "selfish": 3, "c": object(), "d": [1, "x"], 5: 6, "f": np.arange(2)}
    assert UTILITIES.dict_to_eval(given) == {"a": 1, "d": [1, "x"], 5: 6}
    assert UTILITIES.dict_to_eval(given, ()).keys() == {"a", "_b", "selfish", "d", 5}
    place = [str(tmp_path), "setting.txt"]
    UTILITIES.write_setting(given, place)
    assert UTILITIES.read_setting(place) == {"a": 1, "d": [1, "x"], 5: 6}
    with pytest.warns(UserWarning, match="exists already"):
        UTILITIES.write_setting({}, tmp_path / "setting.txt")
    assert UTILITIES.read_setting(place)
    with pytest.warns(UserWarning, match="there is no file"):
        assert UTILITIES.read_setting("nofile") is None
    assert UTILITIES.read_setting("nofile", warn=False) is None


def test_forgiving_import(capsys):
    assert UTILITIES.forgiving_import("json").__name__ == "json"
    assert UTILITIES.forgiving_import("nosuchmodule") is None
    assert capsys.readouterr().out == ""
    assert UTILITIES.forgiving_import("nosuchmodule", 1) is None
    assert "nosuchmodule" in capsys.readouterr().out
    with pytest.raises(ImportError):
        UTILITIES.forgiving_import("nosuchmodule", 2)


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((0,), "0h00:00"), ((59.39,), "0h00:59"), ((2001.77,), "0h33:21"), ((-2,), "-2.0 sec"),
        ((59.39, 1), "59.3 sec"), ((100.5, 1), "0h01:40.5"), ((108005.25, 1), "30h00:05.2"),
        ((0, 1), "0 sec"),
    ],
)  # fmt: skip
def test_time_spans(cocoex, arguments, expected):
    assert UTILITIES.ascetime(*arguments) == expected
    assert cocoex.utilities.ascetime(*arguments) == expected


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("a", "b"), [(0.0, -0.0), (1, 1 + 1e-7), (1, 1.1), (1e-320, 0), (np.nan, 1), (np.inf, np.inf)]
)
def test_about_equal(cocoex, a, b):
    assert UTILITIES.about_equal(a, b) == cocoex.utilities.about_equal(a, b)


@pytest.mark.oracle
def test_observer_options(cocoex):
    for module in (coco, cocoex):
        options = module.utilities.ObserverOptions({"a": "b", "k": [1, 2], "q": '"x y"'})
        assert options.update({"z": 1}) is options
        assert options.update_gracefully({"a": 9, "n": 3}) is options
        assert options == {"a": "b", "k": [1, 2], "q": '"x y"', "z": 1, "n": 3}
        assert options.as_string.split() == (
            ["a:", "b", "k:", "[1", "2]", "q:", '"x', 'y"', "z:", "1", "n:", "3"]
        )  # commas are blanks


@pytest.mark.oracle
def test_p13_same_function(cocoex):
    ids = [f"bbob_f{f:03}_i{i:02}_d02" for f in (1, 2, 2) for i in (1, 2)]
    mine, theirs = UTILITIES.SameFunction(), cocoex.utilities.SameFunction()
    assert [mine(one) for one in ids] == [theirs(one) for one in ids] == [0, 1, 0, 1, 2, 3]
    assert (mine.count, mine.filter(ids[0])) == (theirs.count, theirs.filter(ids[0]))


def without_time(text):
    text = re.sub(r"[0-9]+h[0-9]+:[0-9]+", "TIME", text)
    return re.sub(r"[0-9.]+e-[0-9]+", "SECONDS", text)


def shown(capfd, run):
    run()
    return without_time(capfd.readouterr().out)


@pytest.mark.oracle
def test_p14_small_print(cocoex, capfd):
    def run(module):
        suite = module.Suite("bbob", "instances: 1-12", "dimensions: 2,5 function_indices: 1-11")
        show = module.utilities.MiniPrint()
        for problem in suite:
            show(problem, restarted=problem.id_instance % 3 == 0)
        show(suite[3])
        show(suite[40], final=True, final_message=True)
        show(suite[41], final=True, final_message="the end")
        assert re.fullmatch(r"[0-9]{1,2}h[0-9]{2}:[0-9]{2}", show.stime)

    lines = shown(capfd, lambda: run(coco))
    assert lines.startswith("2D TIME\n f1..:..:..:..: f2..")
    theirs = shown(capfd, lambda: run(cocoex))
    assert lines.rstrip() == theirs.rstrip()


def test_p14_targets_are_marked(capfd):
    problem = coco.Suite("bbob", "", "dimensions: 2")[0]
    problem([0.2528, -1.1568])
    assert problem.final_target_hit
    UTILITIES.MiniPrint()(problem, restarted=True)
    assert capfd.readouterr().out.endswith(" f1|")


@pytest.mark.oracle
def test_p15_short_info(cocoex, capfd):
    def run(module):
        info = module.utilities.ShortInfo()
        suite = module.Suite("bbob", "instances: 1-3", "dimensions: 2,3 function_indices: 1-3")
        for problem in suite:
            info.print(problem, end="", flush=True)
            problem([0] * problem.dimension)
            info.add_evals(problem.evaluations, 2)
        module.utilities.print_flush(info.function_done(), info.dimension_done())
        info.print_timings()
        assert list(info.evals_by_dimension) == [2, 3]
        assert (info.f_current, info.d_current, info.runs_function) == ("f003", 3, 0)

    mine = shown(capfd, lambda: run(coco)).split()
    assert mine == shown(capfd, lambda: run(cocoex)).split()


@pytest.mark.oracle
def test_p16_non_anytime(cocoex, tmp_path, capfd):
    traces = []
    for module in (coco, cocoex):
        suite = module.Suite("bbob", "instances: 1-5", "dimensions: 2,3 function_indices: 1-2")
        observer = module.Observer("bbob", f"outer_folder: {tmp_path} result_folder: r")
        capfd.readouterr()
        trace = []
        for index in range(len(suite)):
            with module.utilities.ProblemNonAnytime(suite, observer, index) as problem:
                if index < 9:
                    problem.print_progress()
                np.random.seed(index)  # noqa: NPY002
                for budget in (3, 5, 9):
                    for _ in range(budget):
                        problem(problem.random_solution)
                    problem.delivered(problem.random_solution)
                    counts = (problem.p_observed.evaluations, problem.p_unobserved.evaluations)
                    trace.append((*counts, problem.evaluations, problem.best_observed_fvalue1))
                assert not problem.final_target_hit
                names = ("id", "index", "dimension", "name", "info", "number_of_constraints")
                trace += [str(getattr(problem, name)) for name in names]
        traces.append((trace, capfd.readouterr().out))
    assert traces[0][1] == traces[1][1]
    for mine, theirs in zip(traces[0][0], traces[1][0], strict=True):
        assert mine == (theirs if isinstance(theirs, str) else pytest.approx(theirs))


def test_p16_counter_beyond_the_record(tmp_path, capfd, said, refused):
    suite = coco.Suite("bbob", "", "dimensions: 2")
    observer = coco.Observer("bbob", f"outer_folder: {tmp_path}")
    problem = UTILITIES.ProblemNonAnytime(suite, observer, 0)
    problem.evaluations = 9
    with refused(InvalidValueError, "0", "9"):
        problem([0, 0])
    assert refused.messages == said


@pytest.mark.oracle
@pytest.mark.parametrize("suite", ["bbob", "bbob-constrained", "bbob-biobj"])
def test_random_search_evaluates_what_coco_does(cocoex, suite):
    seen = {}
    for module in (coco, cocoex):
        problem = module.Suite(suite, "instances: 1", "dimensions: 3 function_indices: 1")[0]
        np.random.seed(3)  # noqa: NPY002
        best = module.solvers.random_search(problem, [-5] * 3, [5] * 3, 12.5)
        seen[module] = (problem.evaluations, problem.evaluations_constraints)
        if module is coco and suite == "bbob":
            assert problem(best) == problem.best_observed_fvalue1
        if module is coco and suite == "bbob-biobj":
            assert best is None
    assert seen[coco] == seen[cocoex]


def test_random_search_returns_the_best_feasible_point():
    problem = coco.Suite("bbob-constrained", "instances: 1", "dimensions: 2")[0]
    np.random.seed(3)  # noqa: NPY002
    best = coco.solvers.random_search(problem, [-5] * 2, [5] * 2, 400)
    assert problem(best) == problem.best_observed_fvalue1
    assert max(problem.constraint(best)) <= 0
    assert coco.solvers.random_search.__module__ == "cocoex.solvers"


def test_print_flush(capsys):
    UTILITIES.print_flush("a", 1)
    assert capsys.readouterr().out == "a 1"


@pytest.fixture
def published(tmp_path, monkeypatch):
    """Return a folder in the place of the one that COCO publishes its examples in."""
    folder = tmp_path / "published"
    folder.mkdir()
    for name in coco.download_example.file_names:
        (folder / name).write_text(name)
    monkeypatch.setattr(coco.download_example, "remote_folder", f"{folder.as_uri()}/")
    monkeypatch.chdir(tmp_path)
    return folder


def test_examples_are_copied(published, tmp_path):
    coco.download_example.main()
    copied = tmp_path / coco.download_example.default_local_folder
    assert {path.name: path.read_text() for path in copied.iterdir()} == {
        path.name: path.read_text() for path in published.iterdir()
    }
    with pytest.raises(InvalidValueError, match="cocoex-example"):
        coco.download_example.main()


def test_examples_are_all_there_or_none(published, tmp_path):
    (published / coco.download_example.file_names[-1]).unlink()
    with pytest.raises(OSError, match="sweep"):
        coco.download_example.main("mine")
    assert not (tmp_path / "mine").exists()
