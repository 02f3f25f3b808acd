"""Suites that are not in the engine: adapters for libraries, and what packages announce."""

import sys
from importlib import metadata
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import (
    InvalidTypeError,
    InvalidValueError,
    MissingPackageError,
    UnknownNameError,
)
from optimeter.problems import library_names
from tests.peers import need_peer


@pytest.mark.oracle
def test_problems_of_pymoo():
    need_peer("pymoo")
    suite = om.Suite("pymoo", functions="1-3", dimensions=5)
    assert [problem.name for problem in suite] == ["ackley", "griewank", "rastrigin"]
    for problem in suite:
        assert problem(np.zeros((2, 5))) == pytest.approx(0, abs=1e-12)
    (g8,) = om.Suite("pymoo-constrained", functions=6)
    x = np.array([1.2279713, 4.2453733])  # its published solution
    assert g8(x) == pytest.approx(-0.095825, abs=1e-6)
    assert (g8.constraint(x) <= 0).all()


class Compiled:
    """A problem as pycutest gives it: n variables, the first one bounded, and a double constraint."""

    def __init__(self, n, equations):
        self.n, self.m = n, 2
        self.x0 = np.full(n, 3.0)
        self.bl, self.bu = np.full(n, -1e20), np.full(n, 1e20)
        self.bl[0], self.bu[0] = -1.0, 4.0
        self.cl, self.cu = np.array([0.0, -1e20]), np.array([9.0, 5.0])
        self.is_eq_cons = np.array([equations, False])

    def obj(self, x):
        return float(np.sum(x**2))

    def cons(self, x):
        return np.array([x[0], x[-1]])


@pytest.fixture
def pycutest(monkeypatch):
    """Pretend that pycutest is installed and has compiled three problems."""
    module = ModuleType("pycutest")
    module.cached = [("TWO", {"N": 2}), ("ONE", None), ("EQUAL", {})]
    module.all_cached_problems = lambda: module.cached
    module.import_problem = lambda name, sifParams: Compiled(
        (sifParams or {"N": 4})["N"], name == "EQUAL"
    )
    monkeypatch.setitem(sys.modules, "pycutest", module)
    monkeypatch.delitem(sys.modules, "optimeter.problems.cutest_problems", raising=False)
    yield module
    sys.modules.pop("optimeter.problems.cutest_problems", None)


def test_problems_of_cutest(pycutest, tmp_path):
    suite = om.Suite("cutest")
    assert [(p.name, p.dimension) for p in suite] == [("ONE", 4), ("TWO (N = 2)", 2)]
    problem = suite[0]
    assert problem.lower_bounds.tolist() == [-1, -7, -7, -7]
    assert problem.upper_bounds.tolist() == [4, 13, 13, 13]
    assert problem(problem.initial_solution) == 36
    # 0 <= x_1 <= 9 and x_n <= 5, each as something that is to be at most 0
    assert problem.constraint([1, 0, 0, 7]).tolist() == [-1, -8, 2]
    om.run("random-search", suite, budget=3, folder=tmp_path / "cutest")
    assert len(om.load(tmp_path / "cutest")) == 2
    pycutest.cached = []
    with pytest.raises(InvalidValueError, match="import_problem"):
        om.Suite("cutest")


class Hub:
    """A problem as OptunaHub documents them: all kinds of variables, one of them counted in steps."""

    def __init__(self, dataset_id=0, seed=None, function_id=0):
        self.number = dataset_id + function_id

    @property
    def search_space(self):
        from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

        return {
            "rate": FloatDistribution(1e-3, 10.0, log=True),
            "kind": CategoricalDistribution(["relu", "tanh"]),
            "width": IntDistribution(16, 64, step=16),
            "part": FloatDistribution(0.0, 1.0, step=0.25),
        }

    @property
    def directions(self):
        from optuna.study import StudyDirection

        return [StudyDirection.MAXIMIZE]

    def evaluate(self, params):
        assert isinstance(params["width"], int)
        kind = {"relu": 0.0, "tanh": 1000.0}[params["kind"]]
        return [kind + params["width"] + params["rate"] + params["part"] + 0.001 * self.number]


class TwoObjectives(Hub):
    @property
    def directions(self):
        from optuna.study import StudyDirection

        return [StudyDirection.MAXIMIZE, StudyDirection.MINIMIZE]

    def evaluate(self, params):
        return params["rate"], params["part"]

    def evaluate_constraints(self, params):
        return [params["rate"] - 5.0]


@pytest.fixture
def optunahub(monkeypatch):
    """Pretend that optunahub is installed and has the packages hpolib and zdt."""
    need_peer("optuna")
    packages = {"benchmarks/hpolib": Hub, "benchmarks/zdt": TwoObjectives}
    module = ModuleType("optunahub")
    module.load_module = lambda package: SimpleNamespace(Problem=packages[package])
    monkeypatch.setitem(sys.modules, "optunahub", module)
    monkeypatch.delitem(sys.modules, "optimeter.problems.optunahub_problems", raising=False)
    yield
    sys.modules.pop("optimeter.problems.optunahub_problems", None)


@pytest.mark.usefixtures("optunahub")
def test_problems_of_optunahub(tmp_path):
    suite = om.Suite("optunahub-hpolib")
    assert [problem.name for problem in suite] == [f"hpolib {k}" for k in (1, 2, 3, 4)]
    problem = suite[1]
    assert problem.maximize
    assert problem.number_of_integer_variables == 2  # kind and width, before rate and part
    assert problem.upper_bounds == pytest.approx([1, 3, np.log(10), 1])
    assert problem([1, 2, 0.0, 0.3]) == pytest.approx(1000 + 48 + 1 + 0.25 + 0.001)
    assert problem([0, 9, 99.0, 0.3]) == pytest.approx(64 + 10 + 0.25 + 0.001)  # the ends of ranges
    om.run("random-search", suite, budget=3, folder=tmp_path / "hub")
    assert len(om.load(tmp_path / "hub")) == 4
    two = om.Suite("optunahub-zdt")[0]
    assert (two.number_of_objectives, two.number_of_constraints) == (2, 1)
    values, limits = two.evaluate_all([0, 0, np.log(2.0), 0.5])
    assert values == pytest.approx([-2.0, 0.5])  # what is maximised is negated
    assert limits == pytest.approx([-3.0])


def test_what_a_suite_needs_is_named(monkeypatch, said, refused):
    monkeypatch.setitem(sys.modules, "pycutest", None)  # not installed
    with refused(MissingPackageError, "'cutest'", "pip install pycutest"):
        om.Suite("cutest")
    monkeypatch.setitem(sys.modules, "optunahub", None)
    with refused(MissingPackageError, "'optunahub-zdt'", "optunahub"):
        om.Suite("optunahub-zdt")
    assert refused.messages == said


def announced(monkeypatch, **suites):
    """Pretend that a package announces these suites."""
    points = [
        metadata.EntryPoint(name, f"tests.problems.test_libraries:{target}", "optimeter.suites")
        for name, target in suites.items()
    ]
    module = "optimeter.problems.libraries"
    monkeypatch.setattr(f"{module}._announced", lambda: points)


def bowls():
    return [
        om.Problem.from_callable(np.sum, [-1] * d, [1] * d, name="bowl", vectorized=False)
        for d in (2, 3)
    ]


def a_suite():
    return om.Suite.from_problems("theirs", bowls())


def nothing():
    return 3


def test_suites_of_other_packages(monkeypatch, tmp_path, said, refused):
    announced(monkeypatch, mine="bowls", theirs="a_suite", wrong="nothing")
    assert "mine" in library_names()
    assert [problem.suite for problem in om.Suite("mine")] == ["mine"] * 2
    assert len(om.Suite("theirs", dimensions=3)) == 1
    om.run("random-search", "mine", budget=3, folder=tmp_path / "x", progress=False)
    assert om.load(tmp_path / "x").suites == ("mine",)
    with refused(InvalidTypeError, "3"):
        om.Suite("wrong")
    with refused(InvalidValueError, "year"):
        om.Suite("mine", year=2009)
    with refused(UnknownNameError, upto="pymoo"):
        om.Suite("pymo")
    assert refused.messages == said
