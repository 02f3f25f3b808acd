"""Functions of CEC 2013 and choices on graphs, by the names of ioh and beside it."""

import numpy as np
import pytest
from tests.peers import need_peer

ioh = need_peer("ioh")

from tests.ioh.peers import both, same  # noqa: E402

import optimeter.ioh as ours  # noqa: E402
from optimeter.exceptions import InvalidValueError  # noqa: E402

pytestmark = pytest.mark.oracle


@pytest.mark.parametrize("number", range(1101, 1111))
def test_functions_of_cec_2013(number):
    a, b = both(number, 3, 7, "CEC2013")
    assert repr(a) == repr(b)
    assert (a.n_optima, a.rho) == (b.n_optima, b.rho)
    assert {type(one).__name__ for one in (a, b)} == {type(a).__name__}
    for one, other in zip(a.optima, b.optima, strict=True):
        np.testing.assert_allclose(one.x, other.x, atol=1e-4)
    rng = np.random.default_rng(number)
    points = rng.uniform(b.bounds.lb - 0.2, b.bounds.ub + 0.2, (40, a.meta_data.n_variables))
    for chosen in (None, a.n_optima - 1):
        if chosen is not None:
            for one in (a, b):
                one.set_optimum(chosen)
        for x in points:
            assert same(a(x), b(x), 1e-14)
            assert same(a.log_info.raw_y, b.log_info.raw_y, 1e-14)
        assert a.optimum.y == pytest.approx(b.optimum.y, rel=1e-15)
    a.set_optimum(0, single_global=False)
    assert a(a.optima[-1].x) == pytest.approx(a.optimum.y, rel=1e-6)


def test_names_of_cec_2013():
    known = ours.ProblemClass.CEC2013.problems
    assert known.items() < ioh.ProblemClass.CEC2013.problems.items()
    a = ours.get_problem("Vincent1107", 1, 1)
    assert isinstance(a, ours.problem.Vincent)
    assert isinstance(a, ours.problem.CEC2013)
    assert ours.problem.CEC2013.create(1102, 1, 1).meta_data.name == "CEC2013EqualMaxima"


@pytest.fixture
def graphs(tmp_path):
    """Return a list of graphs: directed and not, weighted, with costs, limits and variances."""
    rng = np.random.default_rng(1)
    for name, directed in (("a", 0), ("b", 1)):
        edges = rng.integers(1, 13, (40, 2)).tolist()
        lines = [str(directed), *(f"{x} {y}" for x, y in [*edges, [12, 1]])]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    for name, count in (("loads", 41), ("prizes", 12), ("costs", 13), ("spread", 12)):
        numbers = rng.uniform(1, 3, count)
        numbers[-1] *= 4 if name == "costs" else 1
        (tmp_path / name).write_text("\n".join(map(repr, numbers.tolist())) + "\n")
    lines = [
        f"{name}|{weights}|{costs}"
        for name in "ab"
        for weights in ("NULL|NULL", "loads|prizes")
        for costs in ("NULL", "costs", "costs|1.5", "costs|spread")
    ]
    path = tmp_path / "list"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("kind", ["MaxCut", "MaxCoverage"])
def test_choices_on_graphs(graphs, kind):
    first = {"MaxCut": 2000, "MaxCoverage": 2100}[kind]
    for module in (ours, ioh):
        getattr(module.problem, kind).load_instances(module.logger.Path(str(graphs)))
    rng = np.random.default_rng(2)
    for number in range(first, first + 16):
        a, b = both(number, 1, 1, "GRAPH")
        assert repr(a) == repr(b)
        assert repr(a.graph).split()[1:] == repr(b.graph).split()[1:]
        assert a.graph.edges == b.graph.edges
        assert a.graph.adjacency_list == b.graph.adjacency_list
        assert a.graph.constraint_weights == b.graph.constraint_weights
        assert a.graph.meta.constraint_limit == b.graph.meta.constraint_limit
        assert a.graph.meta.n_vertices == b.graph.meta.n_vertices == a.graph.dimension()
        for x in rng.integers(0, 2, (25, 12)):
            assert a(x) == b(x)
            for name in ("raw_y", "y_best", "violations", "penalties"):
                assert getattr(a.log_info, name) == getattr(b.log_info, name)
            assert a.constraints[0].is_feasible(x) == b.constraints[0].is_feasible(x)
        assert repr(a.state) == repr(b.state)
        assert repr(a.constraints) == repr(b.constraints)
    assert next(iter(ours.suite.Submodular([first], [1], [1]))).meta_data.problem_id == first


def test_what_is_not_there(said, refused):
    for number, kind in ((1111, "CEC2013"), (1001, "CEC2022"), (2200, "GRAPH"), (2301, "INTEGER")):
        with refused(InvalidValueError, str(number)[:2]):
            ours.get_problem(number, 1, 2, ours.ProblemClass[kind])
    with refused(InvalidValueError, "CEC2013"):
        ours.problem.CEC2013()
    assert refused.messages == said


def test_small_names(monkeypatch, tmp_path):
    for name in ("LinearRealScale", "LinearIntegerScale"):
        for given in ((0, 10, 3), (1, 21, 6), (0, 7, 2)):
            mine, theirs = (getattr(m.logger.eah, name)(*given).step() for m in (ours, ioh))
            assert mine == theirs
    made = ours.wrap_problem(lambda x: float(x[0]), "first of all")
    assert isinstance(made, ours.problem.RealSingleObjectiveWrappedProblem)
    monkeypatch.setenv("IOH_RESOURCES", str(tmp_path / "static"))
    assert ours.static_directory == str(tmp_path / "static")
    assert ours.package_directory == str(tmp_path)
    with pytest.raises(AttributeError, match="nosuch"):
        ours.nosuch  # noqa: B018 - the access itself is tested
