"""Optimizers by name, what they handle, and where they come from. Their contract: tests/testing."""

import importlib.metadata
import pickle
import re
import sys
import textwrap
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from tests.peers import need_peer

import optimeter as om
from optimeter._core import UniformStream
from optimeter.exceptions import (
    DifferentExperimentError,
    FileError,
    InvalidTypeError,
    InvalidValueError,
    MissingPackageError,
    UnknownNameError,
    UnsuitableOptimizerError,
)
from optimeter.experiment import find_optimizer, handles, optimizer_names, timing
from optimeter.experiment.contract import ABILITIES, abilities_of
from optimeter.experiment.optimizers.registry import registry


def names_that_handle(*abilities):
    return [
        name
        for name, entry in registry().items()
        if entry.ours and abilities_of(entry.load()) >= set(abilities)
    ]


@pytest.mark.contract
def test_every_optimizer_says_what_it_handles():
    for name, entry in registry().items():
        if entry.ours:
            assert abilities_of(entry.load()), name
    assert set(names_that_handle(*ABILITIES)) == {"random-search", "sobol", "grid"}


@pytest.mark.parametrize(
    ("name", "suite"),
    [
        ("cma", "bbob-biobj"),
        ("scipy:BFGS", "bbob-biobj-mixint"),
        ("optuna:TPE", "bbob-biobj-ext"),
        ("pymoo:NSGA2", "bbob"),
        ("pymoo:SMSEMOA", "bbob-noisy"),
        ("scipy:Nelder-Mead", "bbob-constrained"),
        ("pymoo:NSGA2", "bbob-constrained"),
        ("cma", "pbo"),
        ("umda", "bbob"),
    ],
)
def test_an_optimizer_that_does_not_fit_is_refused_at_once(name, suite, tmp_path, said):
    with pytest.raises(UnsuitableOptimizerError) as caught:
        om.run(name, suite, budget=10, folder=tmp_path / "x")
    message = str(caught.value)
    assert repr(name) in message
    assert repr(suite) in message
    told, _, names = message.rpartition(": ")
    assert told == said
    fitting = names.split(", ")
    assert "random-search" in fitting
    assert name not in fitting
    assert not (tmp_path / "x").exists()


def test_a_mixed_suite_is_checked_as_a_whole(tmp_path, said, refused):
    two = om.Problem.from_callable(lambda x: [x[0], -x[0]], [-1], [1], name="two", objectives=2)
    suite = om.Suite.from_problems("mine", [om.problem("bbob", 1, 2), two])
    with refused(UnsuitableOptimizerError, "'mine'", upto="random-search"):
        om.run("cma", suite, budget=10, folder=tmp_path / "x")
    assert refused.messages == said


def test_callables_declare_what_they_handle(tmp_path, said, refused):
    @handles("multi-objective")
    def walk(problem, start, rng):
        while True:
            problem(rng.uniform(-5, 5, problem.dimension))

    def silent(problem, start, rng):
        walk(problem, start, rng)

    with refused(UnsuitableOptimizerError, "'walk'", "'bbob'", upto="random-search"):
        om.run(walk, "bbob", budget=1, folder=tmp_path / "x")
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=1)
    assert om.run(silent, suite, budget=2, folder=tmp_path / "y").complete
    assert refused.messages == said


@pytest.mark.parametrize(
    ("declared", "error", "value"),
    [
        (["constrained"], InvalidValueError, "constrained"),
        ("constraints", InvalidTypeError, "constraints"),
        (3, InvalidTypeError, 3),
    ],
)
def test_wrong_declarations(declared, error, value, tmp_path, said, refused):
    def optimizer(problem, start, rng):
        problem(start)

    optimizer.handles = declared
    with refused(error, repr(value)):
        om.run(optimizer, "bbob", budget=1, folder=tmp_path / "x")
    with refused(InvalidValueError, "'speed'"):
        handles("speed")(optimizer)
    assert refused.messages == said


def test_files_declare_too(tmp_path, said, refused):
    path = tmp_path / "mine.py"
    path.write_text(
        "from optimeter.experiment import handles\n"
        "@handles('single-objective')\n"
        "def walk(problem, start, rng):\n"
        "    problem(start)\n"
    )
    with refused(UnsuitableOptimizerError, "'walk'", upto="random-search"):
        om.run(f"{path}:walk", "bbob-biobj", budget=1, folder=tmp_path / "x")
    assert refused.messages == said


def test_timing_refuses_as_well():
    with pytest.raises(UnsuitableOptimizerError, match="'bbob'"):
        timing("pymoo:NSGA2", seconds=0.1)
    row = timing("cma", suite="bbob-constrained", function=1, dimensions=[2], seconds=0.2).rows[0]
    assert row.function > 0


GOALS = {
    "random-search": (1000, 10.0),
    "sobol": (1000, 10.0),
    "grid": (1000, 10.0),
    "scipy:differential_evolution": (3000, 1e-8),
    "nevergrad:NGOpt": (20, 20.0),
    "nevergrad:DE": (100, 5.0),
    "nevergrad:PSO": (100, 5.0),
    "optuna:TPE": (20, 20.0),
    "optuna:Random": (100, 10.0),
    "optuna:QMC": (100, 10.0),
    "pymoo:GA": (1000, 1e-2),
    "pymoo:DE": (1000, 1e-2),
}
"""Budgets and precisions of those that are slow, or not meant to come close."""


OURS = {name for name, entry in registry().items() if entry.ours and not entry.device}
SLOW = ("nevergrad:NGOpt", "nevergrad:CMA", "scipy:shgo", "optuna:TPE")


@pytest.mark.contract
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one, marks=pytest.mark.slow if one in SLOW else ())
        for one in names_that_handle("single-objective")
        if one != "random-search:cuda"
    ],
)
def test_every_optimizer_solves_the_sphere(name, tmp_path):
    need_peer(registry()[name].package or "scipy")
    budget, precision = GOALS.get(name, (1000, 1e-8))
    suite = om.Suite("bbob", functions=[1], dimensions=[2, 5], instances=[1])
    om.run(name, suite, budget=budget, folder=tmp_path / "x")
    assert (om.load(tmp_path / "x").final <= precision).all()


@pytest.mark.contract
@pytest.mark.parametrize("name", [one for one in optimizer_names() if one.startswith("scipy:")])
def test_the_scale_of_the_region_does_not_matter(name, tmp_path):
    """Steps and tolerances fit, however wide the region is, also if its sides differ."""
    lower, upper = np.array([-1e-4, -3.0, 2e4]), np.array([2e-4, 5.0, 9e4])

    def sphere(x):
        return float(100 * ((((x - lower) / (upper - lower)) - 0.3) ** 2).sum())

    problem = om.Problem.from_callable(sphere, lower, upper, name="sphere", optimum=0.0)
    result = om.run(name, [problem], budget=1500, folder=tmp_path / "x")
    assert result.targets_hit == 1
    assert result.outcomes[0].restarts == 0


def test_the_first_step_is_a_part_of_the_region():
    """scipy's own first simplex has a size of 0.00025 at the origin."""
    for name, step in [("scipy:Nelder-Mead", 1.0), ("scipy:Nelder-Mead[step=0.3]", 3.0)]:
        seen = []
        problem = om.Problem.from_callable(
            lambda x, seen=seen: seen.append(x.copy()) or float(x @ x), [-5] * 3, [5] * 3
        )
        problem._limit(4)
        with pytest.raises(om.Stop):
            find_optimizer(name)(problem, np.array([0.0, 4.5, -2.0]), None)
        signs = np.diag([1.0, -1.0, 1.0])  # towards the middle
        np.testing.assert_allclose(np.array(seen[1:]) - seen[0], step * signs)


@pytest.mark.contract
@pytest.mark.parametrize(
    "name", ["ea", "ea-fast", "rls", "ga-lambda-lambda", "umda", "nevergrad:DiscreteOnePlusOne"]
)
def test_solves_easy_problems_of_bits(name, tmp_path):
    suite = om.Suite("pbo", functions=[1, 3], dimensions=[16], instances=[1, 2, 51])
    result = om.run(name, suite, budget=200, folder=tmp_path / "x", format="ioh")
    assert result.targets_hit == 6


def test_random_search_stays_in_the_box_and_knows_integers():
    seen = []

    def watched(x):
        seen.append(np.array(x))
        return 0.0

    problem = om.Problem.from_callable(
        watched, lower=[-2, 0, -5, 1], upper=[3, 1, 5, 1.5], integer_variables=2, optimum=-1
    )
    problem._limit(3000)
    with pytest.raises(om.Stop):
        find_optimizer("random-search")(problem, problem.initial_solution, np.random.default_rng(1))
    points = np.array(seen)
    assert (points >= problem.lower_bounds).all()
    assert (points <= problem.upper_bounds).all()
    assert set(points[:, 0]) == {-2, -1, 0, 1, 2, 3}
    assert set(points[:, 1]) == {0, 1}
    counts = np.unique(points[:, 0], return_counts=True)[1]
    assert counts.min() > 0.8 * counts.mean()


def test_random_search_does_not_depend_on_its_batches():
    """The points are the stream of the generator, whatever the size of the batches."""
    seen = []
    problem = om.Problem.from_callable(
        lambda x: seen.append(x.copy()) or 1.0, lower=[-5] * 2, upper=[5] * 2
    )
    problem._limit(1000)
    with pytest.raises(om.Stop):
        find_optimizer("random-search")(problem, None, np.random.default_rng(3))
    expected = np.empty((1000, 2))
    words = np.random.default_rng(3).integers(0, 2**64, 32, dtype=np.uint64)
    UniformStream(words).fill(expected, -5.0, 10.0)
    np.testing.assert_array_equal(np.array(seen)[:1000], expected)


def test_grid_evaluates_all_corners_first():
    seen = []
    problem = om.Problem.from_callable(
        lambda x: seen.append(tuple(x)) or 1.0, lower=[0] * 3, upper=[1] * 3
    )
    problem._limit(8 + 27)
    with pytest.raises(om.Stop):
        find_optimizer("grid")(problem, None, None)
    assert len(set(seen[:8])) == 8
    assert set(seen[:8]) == {(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)}
    assert {x for point in seen[8:35] for x in point} == {0, 0.5, 1}
    assert len(set(seen[8:35])) == 27


@pytest.mark.contract
@pytest.mark.parametrize(
    "name",
    [
        name
        for name in dict.fromkeys(
            [*names_that_handle("single-objective"), *names_that_handle("bits")]
        )
        if name in OURS
    ],
)
def test_a_problem_to_be_maximised_is_searched_like_its_negative(name):
    need_peer(registry()[name].package or "scipy")
    optimizer = find_optimizer(name)
    bits = "bits" in abilities_of(optimizer)

    def valley(x):
        return 100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2 + float(abs(x[2:] - 0.5).sum())

    def points(*, maximize):
        seen = []
        problem = om.Problem.from_callable(
            lambda x: seen.append(x.tolist()) or (-valley(x) if maximize else valley(x)),
            lower=[0] * 8 if bits else [-3, -3],
            upper=[1] * 8 if bits else [3, 3],
            integer_variables=8 if bits else 0,
            initial_solution=[0] * 8 if bits else [-1, 2],
            maximize=maximize,
        )
        problem._limit(80)
        np.random.seed(1)  # noqa: NPY002 - some packages use it
        with suppress(om.Stop):
            optimizer(problem, problem.initial_solution, np.random.default_rng(1))
        return seen

    assert points(maximize=True) == points(maximize=False)


def test_unknown_names_suggest_the_nearest(said, refused):
    with refused(UnknownNameError, "'rondom-search'", upto="random-search"):
        find_optimizer("rondom-search")
    with refused(UnknownNameError, upto="scipy:Nelder-Mead"):
        find_optimizer("scipy:NelderMead")
    assert refused.messages == said


def test_callable_of_a_module(said, refused):
    assert find_optimizer("math:hypot") is __import__("math").hypot
    with refused(UnknownNameError, "'nothing'", "hypot", upto="math"):
        find_optimizer("math:nothing")
    with refused(UnknownNameError, "'math.nothing'", upto="ModuleNotFoundError"):
        find_optimizer("math.nothing:x")
    assert refused.messages == said


@pytest.mark.system
def test_callable_of_a_file(tmp_path, said, refused):
    path = Path(tmp_path, "mine.py")
    path.write_text(
        textwrap.dedent("""
            def walk(problem, start, rng):
                while True:
                    problem(start + rng.standard_normal(start.size))
        """)
    )
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2, 3])
    result = om.run(f"{path}:walk", suite, budget=10, folder=tmp_path / "x", workers=2)
    assert result.algorithm == "walk"
    assert result.evaluations == 60
    with refused(UnknownNameError, "'run'", "walk"):
        find_optimizer(f"{path}:run")
    with refused(FileError, "other.py"):
        find_optimizer(f"{tmp_path}/other.py:walk")
    assert refused.messages == said


WALK = """
def walk(problem, start, rng):
    while True:
        problem(start + step(rng, start.size))

def step(rng, size):
    return 0.1 * rng.standard_normal(size)
"""


def test_an_edited_file_is_another_optimizer_and_a_moved_one_is_not(tmp_path, said, refused):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    path = Path(tmp_path, "mine.py")
    path.write_text(WALK)
    before = find_optimizer(f"{path}:walk")
    folder = tmp_path / "x"
    assert om.run(f"{path}:walk", suite, budget=10, folder=folder).resumed == 0
    assert om.run(f"{path.rename(tmp_path / 'new.py')}:walk", suite, budget=10, folder=folder)
    path.write_text(WALK.replace("0.1", "0.2"))
    with refused(DifferentExperimentError):
        om.run(f"{path}:walk", suite, budget=10, folder=folder)
    first = {}
    for name, optimizer in (("before", before), ("after", find_optimizer(f"{path}:walk"))):
        problem = om.problem("bbob", 1, 2)
        problem._limit(1)
        with pytest.raises(om.Stop):
            optimizer(problem, np.zeros(2), np.random.default_rng(1))
        first[name] = problem.best_value
    assert first["before"] != first["after"]  # each is what it was when it was found
    assert refused.messages == said


def test_a_worker_that_finds_another_file_says_so(tmp_path, monkeypatch, said, refused):
    path = Path(tmp_path, "mine.py")
    path.write_text(WALK)
    sent = pickle.dumps(find_optimizer(f"{path}:walk"))
    for name in [name for name in sys.modules if name.startswith("optimeter_file_")]:
        monkeypatch.delitem(sys.modules, name)
    assert pickle.loads(sent).load()
    for name in [name for name in sys.modules if name.startswith("optimeter_file_")]:
        monkeypatch.delitem(sys.modules, name)
    path.write_text(WALK.replace("0.1", "0.2"))
    with refused(FileError, "mine.py"):
        pickle.loads(sent).load()
    assert refused.messages == said


def announce(monkeypatch, **points):
    class Point:
        dist = None

        def __init__(self, name, value):
            self.name, self.value = name, value

    found = [Point(name.replace("_", "-"), value) for name, value in points.items()]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: found)


def test_entry_points_extend_the_registry(monkeypatch):
    announce(monkeypatch, theirs="math:hypot")
    assert "theirs" in optimizer_names()
    assert find_optimizer("theirs") is __import__("math").hypot


def test_entry_points_declare_what_they_handle(monkeypatch, tmp_path, said, refused):
    (tmp_path / "their_package.py").write_text(
        "from optimeter.experiment import handles\n"
        "@handles('multi-objective')\n"
        "def search(problem, start, rng):\n"
        "    while True:\n"
        "        problem(rng.uniform(-5, 5, (10, problem.dimension)))\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    announce(monkeypatch, theirs="their_package:search")
    with refused(UnsuitableOptimizerError, "'theirs'", "'bbob'", upto="random-search"):
        om.run("theirs", "bbob", budget=10, folder=tmp_path / "x")
    suite = om.Suite("bbob-biobj", functions=1, dimensions=2, instances=1)
    assert om.run("theirs", suite, budget=10, folder=tmp_path / "x").complete
    assert refused.messages == said


def test_duplicates_are_refused(monkeypatch, said, refused):
    announce(monkeypatch, random_search="math:hypot")
    with refused(InvalidValueError, "'random-search'"):
        optimizer_names()
    assert refused.messages == said


def test_missing_package_says_what_to_install(monkeypatch, said, refused):
    monkeypatch.setitem(sys.modules, "nevergrad", None)
    with refused(MissingPackageError, "'optimeter[nevergrad]'"):
        find_optimizer("nevergrad:NGOpt")
    assert refused.messages == said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(:\n", r"SyntaxError: .*\(bad\.py, line 1\)"),
        ("import no_such_package\n", r"No module named 'no_such_package' \(bad\.py, line 1\)"),
        ("raise SystemExit(3)\n", r"SystemExit: 3"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_one_error(text, reason, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(text)
    with pytest.raises(FileError, match=f"{re.escape(str(path))}.*{reason}"):  # as Python says it
        find_optimizer(f"{path}:f")
