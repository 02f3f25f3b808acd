"""Observers of the drop-in: section 6.4, rules C11 to C19, and the files against COCO's own."""

from pathlib import Path

import numpy as np
import pytest

from optimeter import coco
from optimeter.exceptions import InvalidTypeError, InvalidValueError

CASES = {
    "bbob": ("bbob", "dimensions: 2,10 function_indices: 1,8,15,21 instance_indices: 1-2"),
    "bbob-noisy": ("bbob-noisy", "dimensions: 3 function_indices: 1,8 instance_indices: 1-2"),
    "bbob-constrained": ("bbob", "dimensions: 2 function_indices: 1,8,47 instance_indices: 1"),
    "bbob-biobj": ("bbob-biobj", "dimensions: 2,10 function_indices: 1,50 instance_indices: 1"),
    "bbob-biobj-ext": ("bbob-biobj-ext", "dimensions: 3 function_indices: 60 instance_indices: 1"),
    "bbob-mixint": ("bbob", "dimensions: 5 function_indices: 1,22 instance_indices: 1-2"),
    "bbob-biobj-mixint": ("bbob-biobj", "dimensions: 5 function_indices: 92 instance_indices: 1"),
    "bbob-largescale": ("bbob-largescale", "dimensions: 20 function_indices: 15"),
    "bbob-boxed": ("bbob-boxed", "dimensions: 2 function_indices: 15 instance_indices: 1-2"),
}
"""Suites with the observer and the part of them that are used."""


def experiment(module, suite, folder):
    """Run a program on a module: restarts, recommendations, constraints, points that are none."""
    name, options = CASES[suite]
    problems = module.Suite(suite, "", options)
    text = f'outer_folder: {folder} result_folder: r algorithm_name: A algorithm_info: "a b"'
    observer = module.Observer(name, text)
    rng = np.random.default_rng(1)
    np.random.seed(5)  # noqa: NPY002
    for problem in problems:
        problem.observe_with(observer)
        point = problem.initial_solution
        for k in range(60):
            if problem.number_of_constraints and k % 2:
                problem.constraint(point)
            problem(point)
            if k % 20 == 7:
                observer.signal_restart(problem)
            if k % 10 == 3 and suite != "bbob-noisy":  # there COCO records them with noise
                problem.recommend(point)
            if k % 7 == 6:
                problem([np.nan] + [0] * (problem.dimension - 1))
            if k < 20:
                point = problem.initial_solution_proposal(1)
            else:
                point = point + 0.1 * rng.normal(size=problem.dimension)
    return Path(observer.result_folder)


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_text().replace(", settings = ''", "")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith("provenance")
    }


def numbers(line):
    try:
        return [float(word) for word in line.split()]
    except ValueError:
        return None


@pytest.mark.oracle
@pytest.mark.parametrize("suite", CASES)
def test_files_are_those_of_coco(cocoex, suite, tmp_path, capfd):
    theirs = files(experiment(cocoex, suite, tmp_path / "theirs"))
    mine = files(experiment(coco, suite, tmp_path / "mine"))
    assert sorted(mine) == sorted(theirs)
    several = suite.startswith("bbob-biobj")  # their files show 16 digits
    for name, text in theirs.items():
        for one, other in zip(mine[name].splitlines(), text.splitlines(), strict=True):
            if several and numbers(one):
                assert numbers(one) == pytest.approx(numbers(other), rel=1e-10), name
            else:
                assert one.rstrip() == other.rstrip(), name


def small():
    return coco.Suite("bbob", "instances: 1-3", "dimensions: 2 function_indices: 1")


def test_attributes_and_messages(tmp_path, monkeypatch, capfd, said):
    monkeypatch.chdir(tmp_path)
    observer = coco.Observer("bbob", "result_folder: mine")
    out = capfd.readouterr().out
    assert "exdata/mine" in out
    assert out == said(name="as COCO says it")
    assert observer.result_folder == "exdata/mine"
    assert (observer.name, observer.options) == (b"bbob", b"result_folder: mine")
    assert observer.state == "initialized"
    coco.log_level("warning")
    assert coco.Observer(b"bbob", b"result_folder: mine").result_folder == "exdata/mine-0001"
    assert coco.Observer("bbob", None).result_folder == "exdata/default"
    assert capfd.readouterr() == ("", "")


def test_options_as_a_dict(tmp_path, capfd):
    options = {
        "outer_folder": tmp_path,
        "result_folder": "r",
        "algorithm_name": "two words",
        "base_evaluation_triggers": [1, 2],
        "algorithm_info": '"quoted text"',
    }
    observer = coco.Observer("bbob", options)
    assert b'algorithm_name: "two words" base_evaluation_triggers: 1,2' in observer.options
    problem = small()[0].observe_with(observer)
    problem([0, 0])
    problem.free()
    index = (tmp_path / "r/bbobexp_f1.info").read_text()
    assert "algId = 'two words'" in index
    assert f"coco_version = '{coco.__version__}'" in index
    assert "\n% quoted text\n" in index


@pytest.mark.parametrize("name", ["no_observer", "", "nosuch", "toy"])
def test_c11_observers_without_effect(tmp_path, name, capfd):
    observer = coco.Observer(name, f"outer_folder: {tmp_path}/new")
    assert list(tmp_path.iterdir()) == []
    err = capfd.readouterr().err
    assert bool(err) == (name != "no_observer")
    assert observer.result_folder == ""
    problem = small()[0].observe_with(observer)
    assert (problem.is_observed, problem.observers) == (1, [observer])
    assert problem.name == "BBOB suite problem f1 instance 1 in 2D"
    assert problem([0, 0]) > 0
    observer.signal_restart(problem)
    assert capfd.readouterr().err.count("COCO WARNING") == 3  # folder, observing, restart


def test_inactive_observer_has_its_folder(tmp_path, capfd):
    options = f"outer_folder: {tmp_path} log_nondominated: none compute_indicators: 0"
    observer = coco.Observer("bbob-biobj", options)
    assert [path.name for path in tmp_path.iterdir()] == ["default"]
    assert not observer.active


def test_observers_without_a_problem_or_a_problem_without_observer():
    problem = small()[0]
    assert problem.observe_with(None) is problem
    assert problem.add_observer(0) is problem
    assert problem.observers == []
    for wrong in (3, "x"):
        with pytest.raises(AttributeError):
            problem.observe_with(wrong)


def test_c15_names(tmp_path, capfd):
    observer = coco.Observer("bbob", f"outer_folder: {tmp_path}")
    problem = small()[0]
    assert observer.observe(problem) is observer
    assert problem.id == "bbob_f001_i01_d02"
    assert problem.name == "bbob(BBOB suite problem f1 instance 1 in 2D)"
    assert problem.name in str(problem)
    assert problem.list_of_observers is problem.observers


@pytest.mark.oracle
def test_c16_the_record_begins_with_the_observer(cocoex, tmp_path, capfd):
    folders = []
    for module in (cocoex, coco):
        observer = module.Observer("bbob", f"outer_folder: {tmp_path} result_folder: r")
        folders.append(Path(observer.result_folder))
        suite = module.Suite("bbob", "instances: 1-3", "dimensions: 2 function_indices: 1")
        problem = suite[0]
        problem([1, 2])
        problem([0.25, -1.15])
        best = problem.best_observed_fvalue1
        problem.observe_with(observer)
        problem([3, 3])
        problem([2, 2])
        assert problem.evaluations == 4
        assert problem.best_observed_fvalue1 == best
        problem.free()
    assert problem.evaluations == 4  # in COCO this ends the process
    assert files(folders[1]) == files(folders[0])


def test_c13_two_observers_record_both(tmp_path, capfd):
    one = coco.Observer("bbob", f"outer_folder: {tmp_path} result_folder: one")
    two = coco.Observer("bbob", f"outer_folder: {tmp_path} result_folder: two")
    single = coco.Observer("bbob", f"outer_folder: {tmp_path} result_folder: single")
    for observers in ((one, two), (single,)):
        for problem in small():
            for observer in observers:
                problem.observe_with(observer)
            assert problem.is_observed == len(observers)
            for k in range(30):
                problem(np.array([k / 10, -k / 20]))
                if k == 10:
                    observers[0].signal_restart(problem)
            assert problem.evaluations == 30
    expected = files(Path(single.result_folder))
    assert files(Path(one.result_folder)) == expected
    changed = {
        name for name, text in files(Path(two.result_folder)).items() if text != expected[name]
    }
    assert changed == {"data_f1/bbobexp_f1_DIM2.rdat"}  # the restart was told to the first only


def test_c13_wrong_number_of_objectives(tmp_path, capfd, said, refused):
    observer = coco.Observer("bbob-biobj", f"outer_folder: {tmp_path}")
    problem = small()[0]
    with refused(InvalidValueError):
        problem.observe_with(observer)
    assert problem.observers == []
    problem([0, 0])
    other = coco.Observer("bbob", f"outer_folder: {tmp_path}")
    pair = coco.Suite("bbob-biobj", "", "dimensions: 2")[0].observe_with(other)
    assert "is for one objective" in capfd.readouterr().err
    pair([0, 0])
    assert refused.messages == said


def test_several_problems_at_once(tmp_path, capfd):
    observer = coco.Observer("bbob", f"outer_folder: {tmp_path} result_folder: r")
    suite = small()
    problems = [suite.get_problem(k, observer) for k in range(3)]
    for k in range(20):
        for problem in problems:
            problem([k / 10, k / 10])
    for problem in problems:
        problem.free()
    index = (tmp_path / "r/bbobexp_f1.info").read_text()
    assert [part.split("|")[0] for part in index.split(", ")[-3:]] == ["1:20", "2:20", "3:20"]


def test_c19_restart_needs_an_observed_problem(tmp_path, capfd, said, refused):
    observer = coco.Observer("bbob", f"outer_folder: {tmp_path}")
    problem = small()[0]
    problem([0, 0])
    assert observer.signal_restart(problem) is None
    for wrong in (None, 3, coco.noiser.Noisifier().noisify(problem)):
        with refused(InvalidTypeError):
            observer.signal_restart(wrong)
    assert refused.messages == said


def test_c22_recommendation_without_observer_warns(capfd):
    small()[0].recommend([0, 0])
    assert "has no effect" in capfd.readouterr().err


def test_free_ends_the_recording(tmp_path, capfd):
    observer = coco.Observer("bbob", f"outer_folder: {tmp_path} result_folder: r")
    problem = small()[0].observe_with(observer)
    problem([0, 0])
    observer.free()
    observer.free()
    assert observer.state == "deactivated"
    problem([1, 1])
    assert (tmp_path / "r/bbobexp_f1.info").read_text().rstrip().endswith("1:1|1.4e+00")


def test_c43_feeding(tmp_path, capfd, said, refused):
    observer = coco.Observer("bbob-biobj", f"outer_folder: {tmp_path} log_nondominated: read")
    problem = coco.Suite("bbob-biobj", "", "dimensions: 2")[0].observe_with(observer)
    assert problem.logger_biobj_feed_solution(3, [400.0, -200.0])
    assert not problem.logger_biobj_feed_solution(5, [500.0, -100.0])
    assert problem.evaluations == 0
    with refused(InvalidValueError):
        problem.logger_biobj_feed_solution(5, [0.0, 0.0])
    with refused(InvalidValueError, "2"):
        problem.logger_biobj_feed_solution(6, [0.0])
    assert refused.messages == said


def test_log_level(capfd):
    assert coco.log_level() == "info"
    assert coco.log_level(b"warning") == "info"
    assert coco.log_level("") == "warning"
    assert coco.log_level("nosuch") == "warning"
    assert "unknown level 'nosuch'" in capfd.readouterr().err
    assert coco.log_level("info") == "warning"
    with pytest.raises(TypeError):
        coco.log_level(3)
