"""The contract of an optimizer, checked for every one that has a name."""

import importlib.metadata
import importlib.util
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter._core import UniformStream
from optimeter.exceptions import (
    FileError,
    InvalidValueError,
    MissingPackageError,
    UnknownNameError,
)
from optimeter.experiment import find_optimizer, optimizer_names
from optimeter.experiment.optimizers.registry import registry


def require_package(name):
    package = registry()[name].package
    if package and importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed")


@pytest.mark.parametrize("name", optimizer_names())
def test_contract(name, tmp_path):
    """Uses the whole budget, stops when stopped, says nothing, depends on the seed only."""
    require_package(name)
    suite = om.Suite("bbob", functions=[15], dimensions=[3], instances=[1, 2])
    results = []
    for folder, seed in (("a", 1), ("b", 1)):
        result = om.run(name, suite, budget=40, folder=tmp_path / folder, seed=seed)
        assert result.algorithm == name
        assert [outcome.message for outcome in result.outcomes] == ["", ""]
        assert [outcome.evaluations for outcome in result.outcomes] == [120, 120]
        results.append((tmp_path / folder / "data_f15/bbobexp_f15_DIM3.tdat").read_bytes())
    assert results[0] == results[1]


@pytest.mark.parametrize("name", ["cma", "scipy:L-BFGS-B", "scipy:Nelder-Mead"])
def test_solves_an_easy_problem(name, tmp_path):
    suite = om.Suite("bbob", functions=[1], dimensions=[5], instances=[1, 2])
    result = om.run(name, suite, budget=1000, folder=tmp_path / "x")
    assert result.targets_hit == 2


def test_random_search_stays_in_the_box_and_knows_integers():
    seen = []

    def watched(x):
        seen.append(np.array(x))
        return 0.0

    problem = om.Problem.from_callable(
        watched, lower=[-2, 0, -5, 1], upper=[3, 1, 5, 1.5], integer_variables=2, best_value=-1
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


def test_unknown_names_suggest_the_nearest():
    with pytest.raises(UnknownNameError, match=r"unknown optimizer 'rondom-search'.*random-search"):
        find_optimizer("rondom-search")
    with pytest.raises(UnknownNameError, match="did you mean 'scipy:Nelder-Mead'"):
        find_optimizer("scipy:NelderMead")


def test_callable_of_a_module():
    assert find_optimizer("math:hypot") is __import__("math").hypot
    with pytest.raises(UnknownNameError, match=r"math has no 'nothing'; it has .*hypot"):
        find_optimizer("math:nothing")
    with pytest.raises(UnknownNameError, match=r"cannot import 'math\.nothing'"):
        find_optimizer("math.nothing:x")


def test_callable_of_a_file(tmp_path):
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
    with pytest.raises(UnknownNameError, match="has no 'run'; it has walk"):
        find_optimizer(f"{path}:run")
    with pytest.raises(FileError, match=r"there is no Python file .*other\.py"):
        find_optimizer(f"{tmp_path}/other.py:walk")


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


def test_duplicates_are_refused(monkeypatch):
    announce(monkeypatch, random_search="math:hypot")
    with pytest.raises(InvalidValueError, match="'random-search' is announced twice: by optimeter"):
        optimizer_names()


def test_missing_package_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "nevergrad", None)
    problem = om.problem("bbob", 1, 2)
    with pytest.raises(MissingPackageError, match=r"pip install 'optimeter\[nevergrad\]'"):
        find_optimizer("nevergrad:NGOpt")(
            problem, problem.initial_solution, np.random.default_rng(1)
        )
