"""Classes as language models write them for LLaMEA and BLADE are optimizers as they are."""

import numpy as np
import pytest

import optimeter as om
from optimeter.experiment.classes import takes_budget
from optimeter.experiment.isolation.isolated_calls import missing_here

TEXT = """
import numpy as np

class RandomSearch:
    def __init__(self, budget=10000, dim=10, width=1.0):
        self.budget, self.dim, self.width = budget, dim, width

    def __call__(self, func):
        self.f_opt, self.x_opt = np.inf, None
        assert func.meta_data.n_variables == self.dim
        for i in range(self.budget):
            x = self.width * np.random.uniform(func.bounds.lb, func.bounds.ub)
            f = func(x)
            if f < self.f_opt:
                self.f_opt, self.x_opt = f, x
        return self.f_opt, self.x_opt
"""


def same_here(problem, start, rng):
    while True:
        problem(np.random.uniform(problem.lower_bounds, problem.upper_bounds))  # noqa: NPY002


@pytest.fixture
def candidate(tmp_path):
    path = tmp_path / "candidate.py"
    path.write_text(TEXT)
    return f"{path}:RandomSearch"


def suite():
    return om.Suite("bbob", functions=[1, 15], dimensions=[2, 3], instances=[1])


def data(folder):
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".dat", ".tdat"})
    assert files
    return [path.read_bytes() for path in files]


def test_a_class_gets_budget_and_dimension(candidate, tmp_path):
    result = om.run(candidate, suite(), budget=30, folder=tmp_path / "x", restarts=False)
    assert not result.failed, result.outcomes
    assert result.algorithm == "RandomSearch"
    assert [one.evaluations for one in result.outcomes] == [60, 60, 90, 90]
    om.run(same_here, suite(), budget=30, folder=tmp_path / "here", algorithm="RandomSearch")
    assert data(tmp_path / "x") == data(tmp_path / "here")


def test_other_parameters_are_options(candidate, tmp_path):
    result = om.run(f"{candidate}[width=0.5]", suite(), budget=5, folder=tmp_path / "x")
    assert not result.failed
    assert result.algorithm == "RandomSearch[width=0.5]"


@pytest.mark.system
def test_an_isolated_class_records_the_same(candidate, tmp_path):
    if missing_here():
        pytest.skip(missing_here())
    for name, isolated in {"here": False, "there": True}.items():
        result = om.run(
            candidate, suite(), budget=20, folder=tmp_path / name, isolated=isolated, restarts=False
        )
        assert not result.failed, result.outcomes
    assert data(tmp_path / "here") == data(tmp_path / "there")


def test_only_such_classes_take_a_budget():
    class Other:
        def __init__(self, problem, start, rng): ...

        def __call__(self, x): ...

    class NotCalled:
        def __init__(self, budget, dim): ...

    assert not takes_budget(Other)
    assert not takes_budget(lambda budget, dim: None)
    assert takes_budget(type("Both", (NotCalled,), {"__call__": lambda self, func: None}))
