"""Problems on graphs of one's own, from files in IOHprofiler's format: maximum cut and coverage."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from math import inf
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from optimeter._core import EngineFunction, Problem, _on_graph
from optimeter.exceptions import InvalidValueError
from optimeter.problems.callables import from_callable
from optimeter.problems.suite import Suite

__all__ = [
    "Graph",
    "OnGraph",
    "function_on_graph",
    "graph_lists",
    "graph_suite",
    "max_coverage",
    "max_cut",
    "read_graph",
    "read_graphs",
]

Float = NDArray[np.float64]

RESOURCES = "IOH_RESOURCES"
"""The variable of the environment that names the folder with the lists, as for ioh."""


class OnGraph(IntEnum):
    """What a choice of vertices is judged by; the numbers are those of the engine."""

    CUT = 0
    COVERAGE = 1
    COST = 2


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph, and what a choice of its vertices costs.

    Attributes
    ----------
    vertices
        Their number.
    edges
        (n, 2): the vertices of each edge, from 0; in a directed graph it leads from the first to
        the second.
    directed
        Whether the edges have a direction.
    edge_weights, vertex_weights
        A number for each of them.
    costs
        What each vertex costs.
    limit
        What a choice may cost at most.
    variances, chance_factor
        Where costs are random: how many deviations of their sum are added to it.
    name
        What it was read from.
    """

    vertices: int
    edges: NDArray[np.uint32]
    directed: bool
    edge_weights: Float
    vertex_weights: Float
    costs: Float
    limit: float = inf
    variances: Float | None = None
    chance_factor: float = 0.0
    name: str = ""


def read_graph(definition: str, folder: str | os.PathLike[str] = ".") -> Graph:
    r"""Read a graph from the files that a line of a list names.

    Parameters
    ----------
    definition
        ``edges|edge weights|vertex weights|costs|variances``: names of files, ``NULL`` or nothing
        for ones. The file of edges begins with 1 if they have a direction, else 0, followed by a
        line for each edge: its vertices, numbered from 1. The others hold a number for each edge
        or vertex; the last cost is the limit. In place of variances a number may stand: the
        chance factor, with variances of 1.
    folder
        Where the files are.

    Examples
    --------
    >>> import pathlib
    >>> from optimeter.problems import read_graph
    >>> _ = pathlib.Path("triangle").write_text("0\n1 2\n2 3\n1 3\n")
    >>> graph = read_graph("triangle|NULL|NULL|NULL")
    >>> graph.vertices, len(graph.edges), graph.limit
    (3, 3, inf)
    """
    names = [*definition.strip().split("|"), "", "", "", ""][:5]
    root = Path(folder)
    given = [None if one.strip() in {"", "NULL"} else one.strip() for one in names]
    if given[0] is None:
        message = f"a graph has a file of edges; got {definition!r}"
        raise InvalidValueError(message)
    head, table = _edges(root / given[0])
    vertices = int(table.max(initial=0))
    weights = _numbers(root, given[1], len(table), "edges")
    vertex_weights = _numbers(root, given[2], vertices, "vertices")
    priced = _numbers(root, given[3], vertices + 1, "vertices and a limit", default=inf)
    factor, variances = 0.0, None
    if given[4] is not None:
        try:
            factor = float(given[4])
        except ValueError:
            factor, variances = 1.0, _numbers(root, given[4], vertices, "vertices")
    return Graph(
        vertices,
        (table - 1).astype(np.uint32),
        head,
        weights,
        vertex_weights,
        priced[:-1],
        float(priced[-1]),
        variances,
        factor,
        given[0],
    )


def _edges(path: Path) -> tuple[bool, NDArray[np.int64]]:
    """Read whether edges have a direction, and their vertices, from 1."""
    words = path.read_text(encoding="utf-8").split()
    try:
        numbers = np.array(words, dtype=np.int64)
    except ValueError:
        numbers = np.empty(0, np.int64)
    table = numbers[1:]
    if not numbers.size or numbers[0] not in {0, 1} or table.size % 2 or (table < 1).any():
        message = (
            f"{path} must hold 0 or 1 and then a pair of vertices, numbered from 1, for each edge"
        )
        raise InvalidValueError(message)
    return bool(numbers[0]), table.reshape(-1, 2)


def _numbers(root: Path, name: str | None, count: int, what: str, default: float = 1.0) -> Float:
    """Read as many numbers as there should be; without a file ones, and `default` at the end."""
    if name is None:
        ones = np.ones(count)
        ones[-1:] = default
        return ones
    words = (root / name).read_text(encoding="utf-8").split()
    try:
        numbers = np.array(words, dtype=np.float64)
    except ValueError as error:
        message = f"{root / name} must hold numbers: {error}"
        raise InvalidValueError(message) from None
    if len(numbers) != count:
        message = f"{root / name} must hold {count} numbers, for all {what}; got {len(numbers)}"
        raise InvalidValueError(message)
    return numbers


def read_graphs(path: str | os.PathLike[str]) -> tuple[Graph, ...]:
    """Read all graphs of a list, a line each as for `read_graph`; files are named from its folder."""
    file = Path(path)
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(read_graph(line, file.parent) for line in lines if line.strip())


def function_on_graph(graph: Graph, kind: OnGraph, *, limited: bool = True) -> EngineFunction:
    """Return the function of the engine; not limited, costs are left out."""
    return _on_graph(
        int(kind),
        graph.vertices,
        graph.directed,
        graph.edges.ravel().tolist(),
        graph.edge_weights.tolist(),
        graph.vertex_weights.tolist(),
        graph.costs.tolist(),
        graph.limit if limited else inf,
        [] if graph.variances is None else graph.variances.tolist(),
        graph.chance_factor,
    )


def max_cut(
    graph: Graph,
    *,
    suite: str = "",
    function_number: int | None = None,
    name: str = "MaxCut",
) -> Problem:
    """Make the problem to choose vertices such that the edges to the others weigh most.

    The variables are 0 or 1, one for each vertex. Edges of a directed graph count negatively where
    they lead into the choice. A choice beyond the limit of the costs is worth by how much it is,
    negatively, as in IOHprofiler.

    Parameters
    ----------
    graph
        The graph, as `read_graph` reads it or made by hand.
    suite, function_number, name
        As for `Problem.from_callable`.

    Examples
    --------
    >>> import numpy as np
    >>> from optimeter.problems import Graph, max_cut
    >>> path = Graph(3, np.array([[0, 1], [1, 2]]), False, np.ones(2), np.ones(3), np.ones(3))
    >>> max_cut(path)([0, 1, 0])
    2.0
    """
    return _problem(OnGraph.CUT, graph, suite, function_number, name)


def max_coverage(
    graph: Graph,
    *,
    suite: str = "",
    function_number: int | None = None,
    name: str = "MaxCoverage",
) -> Problem:
    """Make the problem to choose vertices that cover most, together with their neighbours.

    What is covered counts by its weight; costs are limited as in `max_cut`.

    Parameters
    ----------
    graph
        The graph, as `read_graph` reads it or made by hand.
    suite, function_number, name
        As for `Problem.from_callable`.

    Examples
    --------
    >>> import numpy as np
    >>> from optimeter.problems import Graph, max_coverage
    >>> edges = np.array([[0, 1], [1, 2]])
    >>> path = Graph(4, edges, False, np.ones(2), np.ones(4), np.ones(4), limit=1)
    >>> problem = max_coverage(path)
    >>> problem([0, 1, 0, 0]), problem([0, 1, 0, 1])
    (3.0, -1.0)
    """
    return _problem(OnGraph.COVERAGE, graph, suite, function_number, name)


def _problem(
    kind: OnGraph, graph: Graph, suite: str, function_number: int | None, name: str
) -> Problem:
    nothing = np.zeros(graph.vertices)
    return from_callable(
        function_on_graph(graph, kind),
        nothing,
        np.ones(graph.vertices),
        name=name,
        integer_variables=graph.vertices,
        initial_solution=nothing,
        maximize=True,
        suite=suite,
        function_number=function_number,
    )


@dataclass(frozen=True, slots=True)
class _Kind:
    """A suite on graphs, as IOHprofiler has it."""

    make: Callable[..., Problem]
    name: str
    first: int
    file: str


_KINDS: Mapping[str, _Kind] = MappingProxyType(
    {
        "max-cut": _Kind(max_cut, "MaxCut", 2000, "example_list_maxcut"),
        "max-coverage": _Kind(max_coverage, "MaxCoverage", 2100, "example_list_maxcoverage"),
    }
)


def graph_lists() -> dict[str, Path]:
    """Return the lists of graphs in the folder that the environment names, by their suites."""
    folder = os.environ.get(RESOURCES)
    if not folder:
        return {}
    paths = {name: Path(folder) / kind.file for name, kind in _KINDS.items()}
    return {name: path for name, path in paths.items() if path.is_file()}


def graph_suite(name: str, path: str | os.PathLike[str] | None = None) -> Suite:
    """Make the suite ``max-cut`` or ``max-coverage`` of a list of graphs.

    Functions are numbered as in IOHprofiler, from 2000 and 2100, and each has as many variables as
    its graph has vertices.

    Parameters
    ----------
    name
        Which of the two.
    path
        The list, see `read_graphs`; by default ``example_list_maxcut`` or
        ``example_list_maxcoverage`` in the folder that the environment variable
        ``IOH_RESOURCES`` names. Then ``om.Suite(name)`` does the same.
    """
    if name not in _KINDS:
        message = f"suites on graphs are {' and '.join(_KINDS)}; got {name!r}"
        raise InvalidValueError(message)
    kind = _KINDS[name]
    file = path or graph_lists().get(name)
    if file is None:
        message = (
            f"suite {name} is made of your files: set the environment variable {RESOURCES} to the "
            f"folder that holds {kind.file}; got {os.environ.get(RESOURCES)!r}"
        )
        raise InvalidValueError(message)
    return Suite.from_problems(
        name,
        [
            kind.make(graph, suite=name, function_number=number, name=f"{kind.name}{number}")
            for number, graph in enumerate(read_graphs(file), start=kind.first)
        ],
    )


cuts = partial(graph_suite, "max-cut")
coverages = partial(graph_suite, "max-coverage")
