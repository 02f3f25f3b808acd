"""The drop-in for ioh against ioh itself: values, states, files, programs."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.ioh.peers import both, files
from tests.peers import need_peer

import optimeter.ioh as ours
from optimeter.exceptions import InvalidTypeError, InvalidValueError

ioh = need_peer("ioh")


# Functions whose values COCO and ioh compute to the last bit alike; see docs/coming-from-ioh.
EQUAL = [1, 2, 3, 5, 8, 10, 11, 12, 13, 14, 15, 23, 24]


@pytest.mark.oracle
@pytest.mark.parametrize("fid", EQUAL)
def test_values_states_and_optima_of_bbob(fid):
    mine, theirs = both(fid, 2, 4)
    assert repr(mine) == repr(theirs)
    assert repr(mine.meta_data) == repr(theirs.meta_data)
    assert mine.optimum.y == theirs.optimum.y
    np.testing.assert_allclose(mine.optimum.x, theirs.optimum.x, rtol=1e-12)
    points = np.random.default_rng(fid).uniform(-5, 5, (20, 4))
    for x in points:
        assert mine(x) == pytest.approx(theirs(x), rel=1e-12)
        a, b = mine.state, theirs.state
        assert (a.evaluations, a.has_improved) == (b.evaluations, b.has_improved)
        assert a.current_best.x.tolist() == list(b.current_best.x)
        assert a.current.y == pytest.approx(b.current.y, rel=1e-12)
    assert mine([list(x) for x in points]) == pytest.approx(theirs([list(x) for x in points]))
    assert not mine.state.final_target_found
    mine(mine.optimum.x)
    assert mine.state.final_target_found
    mine.reset()
    assert mine.state.evaluations == 0
    assert mine.state.current_best.y == math.inf


@pytest.mark.oracle
def test_integers(said, refused):
    mine, theirs = both(2, 3, 16, "PBO")
    assert repr(mine) == repr(theirs)
    x = [1, 0] * 8
    assert mine(x) == theirs(x)
    assert mine.state.current_best.x.tolist() == list(theirs.state.current_best.x)
    assert mine.state.current_best_internal.y == theirs.state.current_best_internal.y
    assert mine.optimum.x.tolist() == list(theirs.optimum.x)
    assert (mine.bounds.lb == theirs.bounds.lb).all()
    with refused(InvalidTypeError, "float64"):
        mine(np.ones(16))
    assert refused.messages == said


def test_what_cannot_be_evaluated_is_nan_and_not_counted():
    for problem in both(1, 1, 3):
        assert math.isnan(problem([1.0, 2.0]))
        assert math.isnan(problem([1.0, math.nan, 2.0]))
        assert problem.state.evaluations == 0


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda m: m.get_problem(99), ValueError),
        (lambda m: m.get_problem(1, 1, 1), ValueError),
        (lambda m: m.get_problem("Spere"), ValueError),
        (lambda m: m.get_problem(1, problem_class="REAL"), AttributeError),
        (lambda m: m.get_problem(1, 1.5), TypeError),
        (lambda m: m.get_problem(23, 1, 10, m.ProblemClass.PBO), ValueError),
    ],
)
def test_wrong_calls_raise_as_in_ioh(call, error):
    with pytest.raises(error):
        call(ours)
    with pytest.raises(error):
        call(ioh)


@pytest.mark.oracle
def test_ids_and_names():
    assert ours.get_problem_id("Sphere") == ioh.get_problem_id("Sphere", ioh.ProblemClass.REAL)
    assert ours.get_problem_id("nothing") is None
    assert ours.ProblemClass.PBO.problems == dict(ioh.ProblemClass.PBO.problems)
    assert ours.problem.Sphere(2, 3).meta_data.instance == 2
    assert ours.problem.sbox.Sphere(1, 2)([6.0, 0.0]) == math.inf
    assert ours.problem.BBOB.create("Sphere", 1, 5).meta_data.problem_id == 1


class Walk:
    """A walk with a parameter, by the same points for both."""

    def __init__(self, bits=False):
        self.bits, self.sigma, self.seen = bits, 1.0, 0

    def __call__(self, problem):
        rng = np.random.default_rng(problem.meta_data.n_variables)
        self.seen = 0
        for i in range(60):
            self.sigma = 1.0 / (i + 1)
            self.seen += 1
            if self.bits:
                problem(rng.integers(0, 2, problem.meta_data.n_variables))
            else:
                problem(rng.uniform(-4, 4, problem.meta_data.n_variables) * self.sigma)


def assert_alike(mine: str, theirs: str) -> None:
    """The same text but for the digits of numbers; of the index only what leads to the runs."""
    for a, b in zip(mine.splitlines(), theirs.splitlines(), strict=True):
        if a.lstrip().startswith('{"instance"'):
            assert a.partition('"best"')[0] == b.partition('"best"')[0]
            continue
        assert len(a.split()) == len(b.split())
        for x, y in zip(a.split(), b.split(), strict=True):
            assert x == y or float(x) == pytest.approx(float(y), rel=1e-14, abs=1.1e-10)


def record(module, folder, kind, triggers=None, **options):
    walk = Walk(bits=kind == "PBO")
    if triggers is not None:
        options["triggers"] = triggers(module.logger.trigger)
    logger = module.logger.Analyzer(
        root=str(folder), folder_name="x", algorithm_name="walk", algorithm_info="two", **options
    )
    logger.add_experiment_attribute("host", "a")
    logger.add_run_attributes(walk, ["seen"])
    logger.watch(walk, ["sigma"])
    for fid, dimension in ((1, 16), (2, 16), (1, 25)):
        problem = module.get_problem(fid, 3, dimension, module.ProblemClass[kind])
        problem.attach_logger(logger)
        for _ in range(2):
            walk(problem)
            problem.reset()
    logger.close()
    return files(Path(logger.output_directory))


@pytest.mark.oracle
@pytest.mark.parametrize("kind", ["BBOB", "PBO"])
@pytest.mark.parametrize(
    "triggers",
    [None, lambda t: [t.ON_IMPROVEMENT], lambda t: [t.ALWAYS], lambda t: [t.Each(7), t.At({1, 5})],
     lambda t: [t.Each(4, starting_at=3)]],
    ids=["default", "improvement", "always", "each", "each from"],
)  # fmt: skip
@pytest.mark.parametrize("positions", [False, True])
def test_the_analyzer_writes_the_same_files(tmp_path, kind, triggers, positions):
    mine = record(ours, tmp_path / "a", kind, triggers, store_positions=positions)
    (tmp_path / "b").mkdir()
    theirs = record(ioh, tmp_path / "b", kind, triggers, store_positions=positions)
    assert mine.keys() == theirs.keys()
    for name, text in theirs.items():
        if kind == "BBOB":  # raw values are y - f_opt: the last digits may differ
            assert_alike(mine[name], text)
        elif name.endswith(".dat") or triggers is None:
            assert mine[name] == text, name
        if name.endswith(".json"):  # ioh's best is too bad where the best was not logged
            runs = [json.loads(one)["scenarios"][0]["runs"] for one in (mine[name], text)]
            assert [r["evals"] for r in runs[0]] == [r["evals"] for r in runs[1]]


def test_properties(tmp_path):
    found = []
    for module in (ours, ioh):
        names = ["RAWYBEST", "TRANSFORMEDY", "TRANSFORMEDYBEST", "CURRENTY", "CURRENTBESTY"]
        columns = [getattr(module.logger.property, name) for name in names]
        logger = module.logger.Analyzer(
            root=str(tmp_path), folder_name=module.__name__, additional_properties=columns
        )
        problem = module.get_problem(1, 7, 16, module.ProblemClass.PBO)
        problem.attach_logger(logger)
        Walk(bits=True)(problem)
        problem.reset()
        logger.close()
        found.append(files(Path(logger.output_directory)))
    assert found[0] == found[1]


def test_two_analyzers_with_the_usual_trigger_do_not_disturb_each_other(tmp_path):
    loggers = [
        ours.logger.Analyzer(root=str(tmp_path), folder_name=name) for name in ("one", "two")
    ]
    problems = [ours.get_problem(1, 1, 2) for _ in loggers]
    for problem, logger in zip(problems, loggers, strict=True):
        problem.attach_logger(logger)
    for x in np.random.default_rng(1).uniform(-5, 5, (30, 2)):
        for problem in problems:
            problem(x)
    for logger in loggers:
        logger.close()
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_after_close_nothing_is_written(tmp_path):
    logger = ours.logger.Analyzer(root=str(tmp_path))
    problem = ours.get_problem(1, 1, 2)
    problem.attach_logger(logger)
    problem([1.0, 1.0])
    logger.close()
    before = files(tmp_path)
    problem([0.0, 0.0])
    problem.reset()
    logger.close()
    assert files(tmp_path) == before
    assert not list(tmp_path.glob("*-1"))
    ours.logger.Analyzer(root=str(tmp_path), folder_name="unused").close()
    assert not (tmp_path / "unused").exists()


@pytest.mark.oracle
@pytest.mark.parametrize("how", ["NOT", "HIDDEN", "SOFT", "HARD", "OVERRIDE"])
def test_constraints(how):
    values = []
    for module in (ours, ioh):
        problem = module.get_problem(1, 1, 2)
        constraint = module.RealConstraint(
            lambda x: 2.0 if x[0] > 0 else 0.0, weight=3.0, exponent=2.0,
            enforced=module.ConstraintEnforcement(getattr(module.ConstraintEnforcement, how)),
        )  # fmt: skip
        problem.add_constraint(constraint)
        rows = []
        for x in ([1.0, 0.0], [-1.0, 0.0]):
            y = problem(x)
            rows.append((y, problem.state.has_improved, problem.state.y_unconstrained))
            info = problem.log_info
            rows.append((list(info.violations)[:1], info.y_best))
        values.append(rows)
    assert values[0] == values[1]


@pytest.mark.oracle
@pytest.mark.parametrize("how", ["NOT", "HIDDEN", "SOFT"])
def test_a_constraint_by_itself_penalises_a_value(how):
    values = [
        [
            module.RealConstraint(
                lambda x: max(x[0], 0.0), 3.0, 2.0, getattr(module.ConstraintEnforcement, how)
            )(x, 7.0)
            for x in ([2.0, 0.0], [-1.0, 0.0])
        ]
        for module in (ours, ioh)
    ]
    assert values[0] == values[1]


@pytest.mark.oracle
def test_bounds_can_be_enforced():
    mine, theirs = both(1, 1, 2)
    for problem, module in ((mine, ours), (theirs, ioh)):
        problem.enforce_bounds(2.0, module.ConstraintEnforcement.SOFT, 1.0)
    for x in ([6.0, 0.0], [1.0, 1.0], [-5.5, 7.0]):
        assert mine(x) == pytest.approx(theirs(x), rel=1e-12)


@pytest.mark.oracle
def test_wrapped_functions(said, refused):
    # ioh does not keep what it is given: it crashes or calls another function unless somebody does.
    def square(x):
        return float(np.sum(np.asarray(x) ** 2))

    def shifted(x, instance):
        return [v - instance for v in x]

    def raised(y, instance):
        return y + 10 * instance

    def best(instance, dimension):
        return [instance] * dimension, 10 * instance

    found = []
    for module in (ours, ioh):
        problem = module.wrap_problem(
            square,
            "mine",
            module.ProblemClass.REAL,
            dimension=3,
            instance=2,
            lb=-5,
            ub=5,
            transform_variables=shifted,
            transform_objectives=raised,
            calculate_objective=best,
        )
        values = [problem([0.0, 1.0, 2.0]), problem([2.0, 2.0, 2.0])]
        again = module.get_problem("mine", 1, 2)
        found.append(
            [values, problem.state.optimum_found, problem.optimum.y, again([1.0, 0.0]),
             problem.bounds.lb[0], problem.meta_data.name]
        )  # fmt: skip
    assert found[0] == found[1]
    with refused(InvalidTypeError):
        ours.wrap_problem(lambda x: np.ones(2), "wrong", dimension=2)([0.5, 0.5])
    with refused(InvalidValueError, "2"):
        ours.wrap_problem(
            lambda x: 1.0, "wrong", dimension=2, transform_variables=lambda x, i: [1.0]
        )([0.5, 0.5])
    assert refused.messages == said


def test_a_class_of_ones_own():
    class Sum(ours.problem.RealSingleObjective):
        def __init__(self, n):
            box = ours.RealBounds(n, 0.0, 1.0)
            super().__init__("sum", n, 1, True, box, optimum=ours.RealSolution([0.0] * n, 0.0))

        def evaluate(self, x):
            return sum(x)

    problem = Sum(3)
    assert problem([1.0, 0.5, 0.0]) == 1.5
    assert problem([0.0] * 3) == 0.0
    assert problem.state.optimum_found


@pytest.mark.oracle
def test_loggers_of_ones_own_and_store():
    class Sums(ours.logger.AbstractLogger):
        total = 0.0

        def __call__(self, info):
            self.total += info.raw_y_best

    sums = Sums([ours.logger.trigger.ALWAYS])
    store = ours.logger.Store([ours.logger.trigger.ALWAYS], [ours.logger.property.RAWY])
    theirs = ioh.logger.Store([ioh.logger.trigger.ALWAYS], [ioh.logger.property.RAWY])
    mine, oracle = both(1, 1, 2)
    mine.attach_logger(ours.logger.Combine([sums, store]))
    oracle.attach_logger(theirs)
    for x in ([1.0, 1.0], [0.0, 0.0], [2.0, 2.0]):
        mine(x)
        oracle(x)
    values = [line["raw_y"] for line in store.data()["None"][1][2][1][0].values()]
    expected = [line["raw_y"] for line in theirs.data()["None"][1][2][1][0].values()]
    assert values == pytest.approx(expected, rel=1e-12)
    assert sums.total == pytest.approx(np.minimum.accumulate(values).sum())
    assert store.at("None", 1, 2, 1, 0, 2) == {"raw_y": values[2]}


@pytest.mark.oracle
def test_inverted():
    mine, theirs = both(1, 1, 2)
    mine(np.ones(2))
    for problem in (mine, theirs):
        problem.invert()
    assert mine(np.ones(2)) == mine([1.0, 1.0]) == theirs([1.0, 1.0])
    assert mine.meta_data.optimization_type == ours.OptimizationType.MAX
    assert mine.optimum.y == theirs.optimum.y


PROGRAM = """
import numpy as np
import ioh
from ioh import get_problem, logger, ProblemClass, problem, Experiment
trigger = logger.trigger

class RandomSearch:
    def __init__(self, n):
        self.n = n
        self.f_opt = np.inf
    def __call__(self, func):
        rng = np.random.default_rng(func.meta_data.problem_id)
        self.f_opt = np.inf
        for i in range(self.n):
            x = rng.uniform(func.bounds.lb, func.bounds.ub)
            f = func(x)
            if f < self.f_opt:
                self.f_opt = f
            if func.state.optimum_found:
                break
        return self.f_opt

f = get_problem("Sphere", 1, 2, problem_class=ProblemClass.BBOB)
l = logger.Analyzer(root="data", folder_name="run", algorithm_name="random",
                    triggers=[trigger.ON_IMPROVEMENT])
f.attach_logger(l)
algorithm = RandomSearch(50)
for run in range(3):
    algorithm(f)
    f.reset()
l.close()
exp = Experiment(RandomSearch(20), fids=[1, 8], iids=[1, 2], dims=[2], reps=2, zip_output=False,
                 output_directory="data", folder_name="exp", logged_attributes=["f_opt"])
exp()
suite = ioh.suite.BBOB([1, 2], [1], [2, 3])
always = trigger.Always()
l = logger.Analyzer(root="data", folder_name="suite", triggers=[always])
suite.attach_logger(l)
for p in suite:
    RandomSearch(10)(p)
l.close()
print(sorted(problem.PBO.create(1, 1, 8).state.current_best.x))
"""


@pytest.mark.oracle
def test_programs_run_unchanged(tmp_path):
    found = []
    for name, command in (("theirs", []), ("ours", ["-m", "optimeter.ioh"])):
        place = tmp_path / name
        (place / "data").mkdir(parents=True)
        (place / "program.py").write_text(PROGRAM)
        ran = subprocess.run(
            [sys.executable, *command, "program.py"], cwd=place, capture_output=True, text=True,
            check=False, env={**os.environ, "PYTHONHASHSEED": "0"},
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        found.append((ran.stdout, files(place / "data")))
    assert found[0][0] == found[1][0]
    # ioh loses an index file where two of its loggers share a trigger.
    assert found[0][1].keys() <= found[1][1].keys()
    for name, text in found[0][1].items():
        if name.endswith(".json"):
            theirs, mine = json.loads(text), json.loads(found[1][1][name])
            for one in (theirs, mine):
                one["algorithm"].pop("name")  # the text of an object has its address
                for scenario in one["scenarios"]:
                    scenario["runs"].sort(key=lambda run: (run["instance"], run["best"]["evals"]))
                    for run in scenario["runs"]:
                        for where in (run, run["best"]):
                            where.update(
                                {k: round(v, 9) for k, v in where.items() if k in "y f_opt"}
                            )
            assert mine == theirs, name
        elif not name.startswith("exp"):  # the order of runs there is that of a folder's listing
            assert_alike(found[1][1][name], text)


def test_the_command_line(capsys):
    from optimeter.ioh.__main__ import main

    assert main([]) == 2
    assert main(["--help"]) == 0
    assert main(["nothing.py"]) == 2
    assert "there is no program nothing.py" in capsys.readouterr().err
    assert main(["--nothing"]) == 2
    assert "unknown option --nothing; accepted: -m, --help" in capsys.readouterr().err


@pytest.mark.system
def test_a_module_is_run(tmp_path):
    (tmp_path / "small.py").write_text("import ioh, sys\nprint(ioh.__name__, sys.argv[1])\n")
    command = [sys.executable, "-m", "optimeter.ioh", "-m", "small", "a"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["optimeter.ioh", "a"]


@pytest.mark.oracle
@pytest.mark.parametrize("instance", [1, 2, 30])
def test_many_affine_combinations(tmp_path, instance):
    found = []
    for module in (ours, ioh):
        by_number = module.problem.ManyAffine(instance, n_variables=3)
        given = module.problem.ManyAffine(
            xopt=[1.0, 2.0, -3.0], weights=by_number.weights, instances=[instance + 1] * 24,
            n_variables=3,
        )  # fmt: skip
        given.set_id(100)
        given.set_instance(7)
        always = module.logger.trigger.Always()
        logger = module.logger.Analyzer(root=str(tmp_path), folder_name=module.__name__,
                                        triggers=[always])  # fmt: skip
        rows = []
        for problem in (by_number, given):
            problem.attach_logger(logger)
            rows += [problem(x) for x in np.random.default_rng(1).uniform(-5, 5, (20, 3))]
            problem.reset()
            rows += [repr(problem), problem.optimum.y, list(problem.optimum.x), problem.weights]
            rows += [problem.instances, problem.scale_factors, problem.bounds.lb.tolist()]
        logger.close()
        found.append((rows, files(Path(logger.output_directory))))
    for a, b in zip(found[0][0], found[1][0], strict=True):
        assert a == (pytest.approx(b, rel=1e-12) if isinstance(b, float) else b)
    for name, text in found[1][1].items():
        assert_alike(found[0][1][name], text)
    assert "IOHprofiler_f100_ManyAffine.json" in found[0][1]


def test_wrong_combinations_raise(said, refused):
    with refused(InvalidTypeError, "n_variables"):
        ours.problem.ManyAffine(1)
    with refused(InvalidTypeError, "1.5"):
        ours.problem.ManyAffine([0.0, 0.0], [1.0] * 24, [1.5] * 24, 2)
    with refused(InvalidValueError, "3", "2"):
        ours.problem.ManyAffine([0.0, 0.0], [1.0] * 24, [1] * 24, 3)
    assert refused.messages == said


@pytest.mark.oracle
@pytest.mark.parametrize("name", ["WModelOneMax", "WModelLeadingOnes"])
def test_the_w_model(name):
    for instance in (1, 7, 51):
        mine, theirs = (
            getattr(module.problem, name)(instance, 16, neutrality_mu=2, ruggedness_gamma=1)
            for module in (ours, ioh)
        )
        assert repr(mine) == repr(theirs)
        for x in np.random.default_rng(1).integers(0, 2, (10, 16)):
            assert mine(x) == theirs(x)
        mine(mine.optimum.x)
        assert mine.state.optimum_found  # of ioh's the value is not attained


@pytest.mark.oracle
@pytest.mark.parametrize("fid", [1, 6, 7, 19, 20, 21])
def test_sbox_has_the_values_of_ioh(fid):
    mine, theirs = both(fid, 3, 5, "SBOX")
    assert mine.optimum.y == theirs.optimum.y
    for x in np.random.default_rng(fid).uniform(-5.2, 5.2, (20, 5)):
        assert mine(x) == pytest.approx(theirs(x), rel=1e-14)


@pytest.mark.oracle
def test_arguments_of_a_wrapped_function_in_wrong_places(said, refused):
    """A bound in the place of the direction would turn it, as whatever is not MIN."""
    for wrong in (-5, 1, None, "MIN"):
        with pytest.raises(TypeError):
            ioh.wrap_problem(sum, "s", ioh.ProblemClass.REAL, 2, 0, wrong, 5)
        with refused(InvalidTypeError, "optimization_type"):
            ours.wrap_problem(sum, "s", ours.ProblemClass.REAL, 2, 0, wrong, 5)
    with refused(InvalidValueError, "dimension", "0", "-2"):
        ours.wrap_problem(sum, "s", dimension=-2)
    assert refused.messages == said
