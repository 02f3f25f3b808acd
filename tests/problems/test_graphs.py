"""Cuts and coverages of graphs against their definitions, and lists of files of all kinds."""

import itertools
import math
import pickle

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import InvalidValueError
from optimeter.problems import Graph, graph_suite, max_coverage, max_cut, read_graph, read_graphs


def drawn(seed, *, directed, **more):
    """Return a random graph of seven vertices, with loops and repeated edges."""
    rng = np.random.default_rng(seed)
    edges = rng.integers(0, 7, (15, 2)).astype(np.uint32)
    return Graph(
        7, edges, directed, rng.uniform(1, 2, 15), rng.uniform(1, 2, 7), np.ones(7), **more
    )


def cut(graph, x):
    """Return the value of a cut by its definition."""
    total = 0.0
    for (a, b), weight in zip(graph.edges, graph.edge_weights, strict=True):
        if graph.directed:
            total += weight * (int(x[a]) - int(x[b]) if x[a] != x[b] else 0)
        else:
            total += weight * (x[a] != x[b])
    return total


def coverage(graph, x):
    """Return the value of a coverage by its definition."""
    covered = {i for i in range(graph.vertices) if x[i]}
    for a, b in graph.edges:
        covered |= {int(b)} if x[a] else set()
        covered |= {int(a)} if x[b] and not graph.directed else set()
    return sum(graph.vertex_weights[i] for i in covered)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize(("make", "slowly"), [(max_cut, cut), (max_coverage, coverage)])
def test_every_choice(make, slowly, directed):
    graph = drawn(1, directed=directed)
    problem = make(graph)
    choices = np.array([*itertools.product((0, 1), repeat=7)])
    expected = [slowly(graph, x) for x in choices]
    np.testing.assert_allclose(problem(choices), expected, rtol=1e-14, atol=1e-14)
    assert problem.maximize
    assert problem.number_of_integer_variables == 7
    assert problem.reveal().f_opt is None


def test_costs_limit_a_choice():
    rng = np.random.default_rng(3)
    costs, variances = rng.uniform(1, 2, (2, 7))
    graph = drawn(2, directed=False)
    limited = Graph(
        7,
        graph.edges,
        False,
        graph.edge_weights,
        graph.vertex_weights,
        costs,
        limit=6.5,
        variances=variances,
        chance_factor=0.7,
    )
    problem, free = max_coverage(limited), max_coverage(graph)
    beyond = 0
    for x in itertools.product((0, 1), repeat=7):
        cost = costs @ x + 0.7 * math.sqrt(variances @ x)
        beyond += cost > 6.5
        assert problem(x) == pytest.approx(6.5 - cost if cost > 6.5 else free(x), rel=1e-13)
    assert 20 < beyond < 100


def test_a_problem_travels():
    problem = max_cut(drawn(1, directed=True), name="mine")
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem
    assert again([1, 0, 1, 0, 1, 0, 1]) == problem([1, 0, 1, 0, 1, 0, 1])


@pytest.fixture
def lists(tmp_path, monkeypatch):
    """Return a folder with a list of each kind, which the environment names."""
    (tmp_path / "edges").write_text("1\n1 2\n2 3\n")
    (tmp_path / "loads").write_text("0.5 1.5")
    (tmp_path / "prizes").write_text("3\n4\n5\n")
    (tmp_path / "costs").write_text("1 2 3 4.5\n")
    (tmp_path / "spread").write_text("1 2 3\n")
    lines = (
        "edges",
        "edges|loads|prizes|NULL",
        "edges|NULL|NULL|costs|2.5",
        "edges|NULL|NULL|costs|spread",
    )
    for name in ("example_list_maxcut", "example_list_maxcoverage"):
        (tmp_path / name).write_text("\n".join(lines) + "\n\n")
    monkeypatch.setenv("IOH_RESOURCES", str(tmp_path))
    return tmp_path


def test_lists_of_graphs(lists):
    plain, weighted, chancy, spread = read_graphs(lists / "example_list_maxcut")
    assert plain.directed
    assert (plain.vertices, plain.limit, plain.name) == (3, math.inf, "edges")
    np.testing.assert_array_equal(plain.edges, [[0, 1], [1, 2]])
    np.testing.assert_array_equal(plain.costs, [1, 1, 1])
    np.testing.assert_array_equal(weighted.edge_weights, [0.5, 1.5])
    np.testing.assert_array_equal(weighted.vertex_weights, [3, 4, 5])
    assert (chancy.limit, chancy.chance_factor, chancy.variances) == (4.5, 2.5, None)
    assert spread.chance_factor == 1.0
    np.testing.assert_array_equal(spread.variances, [1, 2, 3])


def test_suites_of_a_list(lists):
    suite = om.Suite("max-coverage")
    assert suite.functions == (2100, 2101, 2102, 2103)
    assert suite[1].name == "MaxCoverage2101"
    assert suite[1]([1, 0, 0]) == 7
    assert om.Suite("max-cut")[1]([0, 1, 0]) == 1.0
    assert [one.id for one in graph_suite("max-cut", lists / "example_list_maxcut")] == [
        one.id for one in om.Suite("max-cut")
    ]


@pytest.mark.parametrize("form", ["coco", "ioh"])
def test_runs_are_recorded_and_read(lists, form):
    folder = lists / "data"
    om.run("random-search", om.Suite("max-coverage"), budget=5, folder=folder, format=form)
    assert {*om.load(folder).function} == {2100, 2101, 2102, 2103}


def test_refusals(said, refused, lists, monkeypatch):
    for name, text in (
        ("words", "0\n1 two\n"),
        ("odd", "0\n1 2 3\n"),
        ("zero", "0\n0 1\n"),
        ("head", "2\n1 2\n"),
    ):
        (lists / name).write_text(text)
        with refused(InvalidValueError, name):
            read_graph(name, lists)
    with refused(InvalidValueError, "prizes"):
        read_graph("edges|prizes", lists)
    with refused(InvalidValueError, "NULL"):
        read_graph("NULL|loads", lists)
    with refused(InvalidValueError, "matching"):
        graph_suite("matching")
    with refused(InvalidValueError, "0.5"):
        om.Suite("max-cut")[0]([0.5, 0, 0])
    graph = drawn(1, directed=False)
    with refused(InvalidValueError, "3"):
        max_cut(Graph(3, graph.edges, False, graph.edge_weights, np.ones(3), np.ones(3)))
    with refused(InvalidValueError, "5"):
        max_cut(Graph(7, graph.edges, False, graph.edge_weights, np.ones(5), np.ones(7)))
    monkeypatch.delenv("IOH_RESOURCES")
    with refused(InvalidValueError, "None"):
        om.Suite("max-cut")
    assert refused.messages == said
