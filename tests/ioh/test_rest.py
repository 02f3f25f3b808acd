"""What programs use of ioh besides problems and the usual loggers."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from tests.peers import need_peer

import optimeter.ioh as ours
from optimeter.exceptions import InvalidValueError

ioh = need_peer("ioh")

from tests.ioh.peers import files  # noqa: E402

pytestmark = pytest.mark.oracle


def walk(problem):
    for i in range(6):
        problem([3 - i * 0.5] * problem.meta_data.n_variables)
    problem.reset()


def test_problems_of_classes():
    for name in ("BBOB", "SBOX", "PBO"):
        mine, theirs = (getattr(module.problem, name).problems for module in (ours, ioh))
        assert mine == dict(theirs)
        assert ours.problem.Sphere.problems == ours.problem.BBOB.problems
    assert ours.problem.RealSingleObjective.problems[1] == "Sphere"
    assert isinstance(ours.problem.BBOB.create("Sphere", 1, 2), ours.problem.Sphere)


@pytest.mark.parametrize(
    "path",
    ["problem.Sphere", "logger.property.RAWY", "logger.trigger.ALWAYS", "RealConstraintSet",
     "AbstractRealConstraint", "suite.BBOB", "problem.sbox.Sphere", "IntegerBounds", "HARD"],
)  # fmt: skip
def test_the_native_module(path):
    for module in (ours, ioh):
        found = module.iohcpp
        for step in path.split("."):
            found = getattr(found, step)


def test_the_old_analyzer(tmp_path):
    class Algorithm:
        sigma = 1.5

    found = []
    for module in (ours, ioh):
        place = tmp_path / module.__name__
        place.mkdir()
        algorithm = Algorithm()
        logger = module.logger.old.Analyzer(
            root=str(place), folder_name="o", store_positions=True, algorithm_name="a"
        )
        logger.add_experiment_attribute("k", "v")
        logger.add_run_attribute(algorithm, "sigma")
        logger.watch(algorithm, ["sigma"])
        for fid, dimension in ((1, 2), (1, 3), (2, 2)):
            problem = module.get_problem(fid, 1, dimension)
            problem.attach_logger(logger)
            for _ in range(2):
                walk(problem)
                algorithm.sigma += 1
        logger.close()
        found.append(files(place))
    assert found[0].keys() == found[1].keys()
    for name, text in found[1].items():
        mine, theirs = (one.splitlines() for one in (found[0][name], text))
        assert len(mine) == len(theirs)
        for a, b in zip(mine, theirs, strict=True):
            if a != b:
                assert [*map(float, a.split())] == pytest.approx([*map(float, b.split())])


def test_an_experiment_with_the_old_logger_and_nested_folders(tmp_path):
    found = []
    for module in (ours, ioh):
        place = tmp_path / module.__name__
        place.mkdir()
        module.Experiment(
            walk, [1, 2], [1], [2, 3], reps=2, output_directory=str(place), old_logger=True,
            zip_output=False, algorithm_name="w",
        )()  # fmt: skip
        found.append(files(place))
    assert found[0].keys() == found[1].keys()
    for name, text in found[1].items():
        if name.endswith(".info"):
            assert sorted(found[0][name].splitlines()) == sorted(text.splitlines())
    ours.Experiment(
        walk, [1], [1], [2], output_directory=str(tmp_path), folder_name="./a/b", zip_output=False
    )()
    assert (tmp_path / "a" / "b" / "IOHprofiler_f1_Sphere.json").is_file()
    nested = ours.logger.Analyzer(root=str(tmp_path), folder_name="./c/d")
    assert Path(nested.output_directory).is_dir()


def test_attainment_of_improvements():
    found = []
    for module in (ours, ioh):
        logger = module.logger.EAF()
        problem = module.get_problem(1, 1, 2)
        problem.attach_logger(logger)
        walk(problem)
        walk(problem)
        found.append(logger.data)
    mine, theirs = (json.loads(json.dumps(one, default=repr)) for one in found)
    points = [
        [repr(one) for one in runs[1][2][1][0]] for runs in (found[0]["None"], found[1]["None"])
    ]
    assert points[0] == points[1]
    assert mine.keys() == theirs.keys()
    assert [*found[0]["None"][1][2][1]] == [*found[1]["None"][1][2][1]]


def test_a_w_model_of_ones_own():
    for module in (ours, ioh):

        class Ones(module.problem.AbstractWModel):
            def __init__(self, instance, dimension):
                super().__init__(100, instance, dimension, "ones")

            def wmodel_evaluate(self, x):
                return x.count(1)

        assert Ones(1, 10)([1] * 9 + [0]) == 9
    assert isinstance(ours.problem.WModelOneMax(1, 8), ours.problem.AbstractWModel)
    with pytest.raises(InvalidValueError):
        ours.problem.AbstractWModel(100, 2, 10, "ones")


def test_triggers_and_properties_are_called_with_what_was_logged():
    for module in (ours, ioh):
        solution = module.RealSolution([0.0, 1.0], 0.0)
        info = module.LogInfo(22, math.inf, 1, 1, 2, 3, 4, [0, 1], [0, 1], [0, 1], solution)
        meta = module.get_problem(1, 1, 2).meta_data
        triggers = module.logger.trigger
        fired = [
            one(info, meta)
            for one in (triggers.Always(), triggers.At({22}), triggers.At({1}), triggers.Each(10, 2),
                        triggers.During({(10, 25)}), triggers.OnImprovement())
        ]  # fmt: skip
        assert fired == [True, True, False, True, True, False]
        properties = module.logger.property
        assert properties.RAWY(info) is None
        assert properties.CURRENTY.call_to_string(info, "x") == "3.0000000000"

        class Ten(properties.AbstractProperty):
            def __call__(self, _):
                return 10.0

        assert float(Ten("ten").call_to_string(info, "x")) == 10
        always = triggers.Always()  # ioh does not keep it
        store = module.logger.Store([always], [])
        store.watch(properties.RAWY)
        problem = module.get_problem(1, 1, 2)
        problem.attach_logger(store)
        problem([0.0, 0.0])
        assert [*store.at("None", 1, 2, 1, 0, 0)] == ["raw_y"]


def test_a_reset_of_ones_own_is_never_called():
    class Mine(ours.logger.AbstractLogger):
        seen = 0

        def __call__(self, info):
            self.seen += 1

        def reset(self, function):
            raise AssertionError(function)

    logger = Mine([ours.logger.trigger.ALWAYS])
    problem = ours.get_problem(1, 1, 2)
    problem.attach_logger(logger)
    walk(problem)
    problem([0.0, 0.0])
    problem.detach_logger()
    assert logger.seen == 7
    assert logger.problem.name == "Sphere"


def test_names_in_suites_and_parts_of_combinations():
    assert ours.suite.BBOB(["Sphere", 3, "Nothing"], [1], [2]).problem_ids == [1, 3]
    mine, theirs = (module.problem.ManyAffine(1, 2) for module in (ours, ioh))
    assert [repr(one) for one in mine.sub_problems] == [repr(one) for one in theirs.sub_problems]
    assert mine.function_values == list(theirs.function_values)


def test_what_is_not_closed_is_written_at_the_end(tmp_path):
    import subprocess
    import sys

    program = (
        "import optimeter.ioh as ioh\n"
        f"logger = ioh.logger.Analyzer(root={str(tmp_path)!r})\n"
        "problem = ioh.get_problem(1, 1, 2)\n"
        "problem.attach_logger(logger)\n"
        "print(problem([1.0, 2.0]))\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    [index] = (tmp_path / "ioh_data").glob("*.json")
    assert json.loads(index.read_text())["scenarios"][0]["runs"][0]["evals"] == 1


def test_constraints_of_a_class_of_ones_own():
    class Far(ours.iohcpp.AbstractRealConstraint):
        excess = 0.0

        def compute_violation(self, x):
            self.excess = max(float(np.abs(x).max()) - 1.0, 0.0)
            return self.excess > 0

        def violation(self):
            return self.excess

    problem = ours.get_problem(1, 1, 2)
    free = problem([3.0, 0.0])
    problem.add_constraint(Far(10.0))
    assert problem([3.0, 0.0]) == free + 20.0
    assert problem.constraints.violation() == 2.0
