"""The files of COCO's format, byte for byte, against those of COCO itself."""

from dataclasses import replace

import numpy as np
import pytest
from tests.peers import need_peer

import optimeter as om
from optimeter._core import _problem_from_callable

cocoex = need_peer("cocoex")

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.filterwarnings("ignore"),  # of cocoex
]


def record_both(tmp_path, walk, suite, problems, *, theirs="", length=300, **ours):
    """Feed the same steps to both observers; return both folders."""
    dimensions = sorted({key[1] for key in problems})
    reference_suite = cocoex.Suite(suite, "", "dimensions: " + ",".join(map(str, dimensions)))
    reference = cocoex.Observer(
        suite, f"outer_folder: {tmp_path} result_folder: theirs algorithm_name: alg {theirs}"
    )
    with om.Observer(tmp_path / "ours", algorithm="alg", **ours) as observer:
        for seed, (function, dimension, instance) in enumerate(problems):
            one = reference_suite.get_problem_by_function_dimension_instance(
                function, dimension, instance
            )
            other = om.problem(suite, function, dimension, instance)
            one.observe_with(reference)
            observer.observe(other)
            guide = om.problem(suite, function, dimension, instance)
            for step, point in walk(guide, one.initial_solution, seed, length):
                if step == "evaluate":
                    one(point)
                    other(point)
                elif step == "restart":
                    reference.signal_restart(one)
                    other.signal_restart()
                else:
                    one.recommend(point)
                    other.recommend(point)
            one.free()
    return tmp_path / "theirs", observer.folder


def assert_same(theirs, ours, files):
    expected = {name: text.replace(", settings = ''", "") for name, text in files(theirs).items()}
    actual = files(ours)
    assert sorted(actual) == sorted(expected)
    for name, text in expected.items():
        assert actual[name].splitlines() == text.splitlines(), name
        assert actual[name] == text, name


def grid(functions, dimensions, instances):
    return [(f, d, i) for d in dimensions for f in functions for i in instances]


@pytest.mark.parametrize(
    ("suite", "dimensions"),
    [
        ("bbob", (2, 5, 10)),
        ("bbob-boxed", (3, 20)),
        ("bbob-largescale", (20,)),
        ("bbob-mixint", (5, 10)),
    ],
)
def test_suites(tmp_path, walk, files, suite, dimensions):
    problems = grid((1, 3, 8, 15, 17, 21), dimensions, (1, 2))
    theirs, ours = record_both(
        tmp_path, walk, suite, problems, theirs='algorithm_info: "some words"', info="some words"
    )
    assert_same(theirs, ours, files)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("number_target_triggers: 0", {"number_target_triggers": 0}),
        ("number_target_triggers: 100", {"number_target_triggers": 100}),
        ("log_target_precision: 1e-3", {"log_target_precision": 1e-3}),
        ("lin_target_precision: 0.5", {"lin_target_precision": 0.5}),
        (
            "lin_target_precision: 1e-2 number_target_triggers: 0",
            {"lin_target_precision": 1e-2, "number_target_triggers": 0},
        ),
        ("base_evaluation_triggers: 1-3,7", {"base_evaluation_triggers": [1, 2, 3, 7]}),
        ("number_evaluation_triggers: 5", {"number_evaluation_triggers": 5}),
        ("prefix: other", {"prefix": "other"}),
        ("log_discrete_as_int: 1", {"log_discrete_as_int": True}),
    ],
    ids="abcdefghi",  # cocoex finds its keys also in the name of the test's folder
)
@pytest.mark.parametrize("suite", ["bbob", "bbob-mixint"])
def test_options(tmp_path, walk, files, suite, theirs, ours):
    problems = grid((1, 2, 5), (5,), (1, 2))
    assert_same(*record_both(tmp_path, walk, suite, problems, theirs=theirs, **ours), files)


def test_extra_key_where_given(tmp_path, walk, files):
    problems = grid((1,), (2,), (1,))
    folders = record_both(
        tmp_path, walk, "bbob", problems, theirs="settings: fast", settings="fast"
    )
    assert_same(*folders, files)


def test_problems_revisited_out_of_order(tmp_path, walk, files):
    """A (function, dimension) that is taken up again gets files of its own."""
    problems = [(1, 2, 1), (1, 2, 2), (1, 3, 1), (1, 2, 1), (2, 2, 1), (1, 2, 5), (1, 2, 5)]
    folders = record_both(tmp_path, walk, "bbob", problems, length=60)
    assert_same(*folders, files)
    assert (folders[1] / "data_f1/bbobexp_f1_DIM2-0002.dat").exists()


def test_very_short_and_unused_runs(tmp_path, files):
    reference_suite = cocoex.Suite("bbob", "instances: 1-4", "dimensions: 2 function_indices: 1-2")
    reference = cocoex.Observer("bbob", f"outer_folder: {tmp_path} result_folder: theirs")
    suite = om.Suite("bbob", functions=[1, 2], dimensions=2, instances=range(1, 5))
    with om.Observer(tmp_path / "ours", algorithm="ALG") as observer:
        for number, (one, other) in enumerate(zip(reference_suite, suite, strict=True)):
            one.observe_with(reference)
            observer.observe(other)
            for k in range(number % 4):
                one(np.full(2, k / 3))
                other(np.full(2, k / 3))
            one.free()
    assert_same(tmp_path / "theirs", observer.folder, files)


def test_batches_give_the_same_files_as_single_points(tmp_path, files):
    points = np.random.default_rng(1).uniform(-5, 5, (5000, 3))
    for name, size in (("single", 1), ("batch", 5000), ("uneven", 777)):
        with om.Observer(tmp_path / name, algorithm="alg") as observer:
            for problem in om.Suite("bbob", functions=[1, 21], dimensions=3, instances=[1, 2]):
                observer.observe(problem)
                for begin in range(0, len(points), size):
                    problem(points[begin : begin + size])
    assert files(tmp_path / "batch") == files(tmp_path / "single")
    assert files(tmp_path / "uneven") == files(tmp_path / "single")


@pytest.mark.parametrize("function", [1, 8, 27, 54])
def test_constraints(tmp_path, walk, files, function):
    """Objective and constraints are COCO's; only f_opt has fewer digits, from the header."""
    reference_suite = cocoex.Suite("bbob-constrained", "", "dimensions: 2,10")
    reference = cocoex.Observer(
        "bbob-constrained", f"outer_folder: {tmp_path} result_folder: theirs algorithm_name: alg"
    )
    runs = []
    for dimension in (2, 10):

        def get(d=dimension):
            return reference_suite.get_problem_by_function_dimension_instance(function, d, 1)

        one = get()
        one.observe_with(reference)
        steps = []
        guide = get()
        rng = np.random.default_rng(function)
        for k, (step, point) in enumerate(walk(guide, one.initial_solution, function, 150)):
            if step == "evaluate":
                one(point)
                steps.append(point)
                if rng.random() < 0.6:
                    one.constraint(point)
                    steps.append("constraint")
            elif k == 20:
                one.constraint(one.initial_solution)
                steps.append("constraint")
        one.free()
        runs.append((dimension, get(), steps))

    expected = files(tmp_path / "theirs")
    with om.Observer(tmp_path / "ours", algorithm="alg") as observer:
        for dimension, source, steps in runs:
            name = f"data_f{function}/bbobexp_f{function}_DIM{dimension}.dat"
            header = expected[name].splitlines()[0]
            problem = om.Problem.from_callable(
                source,
                source.lower_bounds,
                source.upper_bounds,
                constraint=source.constraint,
                constraints=source.number_of_constraints,
                optimum=float(header.split("(")[1].split(")")[0]),
                function_number=function,
            )
            # A suite of the engine is not for problems of one's own; here they are the same ones.
            description = problem.__reduce__()[1][0]
            problem = _problem_from_callable(replace(description, suite="bbob-constrained"))
            observer.observe(problem)
            point = source.initial_solution
            for step in steps:
                if isinstance(step, str):
                    problem.constraint(point)
                else:
                    problem(step)
                    point = step
    actual = files(observer.folder)
    assert sorted(actual) == sorted(expected)
    for name, text in expected.items():
        lines = text.replace(", settings = ''", "").splitlines()
        assert len(actual[name].splitlines()) == len(lines)
        for line, reference_line in zip(actual[name].splitlines(), lines, strict=True):
            words, reference_words = line.split(" "), reference_line.split(" ")
            if line.startswith("%") or name.endswith(".info"):
                assert line == reference_line
                continue
            assert words[:2] + words[3:] == reference_words[:2] + reference_words[3:]
            assert float(words[2]) == pytest.approx(float(reference_words[2]), rel=1e-9, abs=1e-9)
