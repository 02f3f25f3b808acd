"""Problems on the user's graphs by the names of ``ioh.problem``."""

import os
from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import ClassVar

from optimeter.exceptions import InvalidValueError
from optimeter.ioh.base import IntegerSingleObjective
from optimeter.ioh.constraints import Constraint, IntegerBounds
from optimeter.ioh.kinds import ConstraintEnforcement
from optimeter.problems import Graph as GraphData
from optimeter.problems import read_graph
from optimeter.problems.graphs import OnGraph, function_on_graph

__all__ = [
    "NO_MAX_INFLUENCE",
    "NO_PACK_WHILE_TRAVEL",
    "Graph",
    "GraphConstraint",
    "GraphMeta",
    "GraphProblem",
    "MaxCoverage",
    "MaxCut",
    "load_graph_problems",
    "makers",
    "static_directory",
]

NO_MAX_INFLUENCE = (
    "there is no MaxInfluence (2200 to 2299): ioh draws its values from the system's random "
    "numbers, so that nobody gets them again"
)
NO_PACK_WHILE_TRAVEL = (
    "there is no PackWhileTravel (2300 to 2399): ioh leaves out the renting rate that it is "
    "defined with"
)

Makers = dict[str, tuple[int, Callable[[int, int], "GraphProblem"]]]


class GraphMeta:
    """Where the parts of a graph were read from, and what it is like."""

    def __init__(self, definition: str, data: Callable[[], GraphData]) -> None:
        names = [*definition.strip().split("|"), "", "", "", ""][:5]
        self.edge_file, self.edge_weights, self.vertex_weights = names[:3]
        self.constraint_weights, self.constraint_variances = names[3:]
        self.is_edge = False
        self._data = data

    @property
    def digraph(self) -> bool:
        """Whether edges have a direction."""
        return self._data().directed

    @property
    def n_vertices(self) -> int:
        """The number of vertices."""
        return self._data().vertices

    @property
    def constraint_limit(self) -> float:
        """What a choice may cost at most."""
        return self._data().limit


class Graph:
    """A graph that is read when it is needed."""

    def __init__(self, definition: str, folder: Path) -> None:
        self._definition, self._folder = definition, folder
        self.meta = GraphMeta(definition, lambda: self.data)

    @cached_property
    def data(self) -> GraphData:
        """What was read."""
        return read_graph(self._definition, self._folder)

    @property
    def loaded(self) -> bool:
        """Whether it was read."""
        return "data" in vars(self)

    def dimension(self) -> int:
        """Return the number of vertices."""
        return self.data.vertices

    @property
    def edges(self) -> list[tuple[int, int, float]]:
        """The edges with their weights; vertices are numbered from 0."""
        ends, weights = self.data.edges.tolist(), self.data.edge_weights.tolist()
        return [(a, b, weight) for (a, b), weight in zip(ends, weights, strict=True)]

    @property
    def adjacency_list(self) -> list[list[tuple[int, float]]]:
        """The neighbours of each vertex, with the weights of the edges."""
        lists: list[list[tuple[int, float]]] = [[] for _ in range(self.dimension())]
        for a, b, weight in self.edges:
            lists[a].append((b, weight))
            if not self.data.directed:
                lists[b].append((a, weight))
        return lists

    @property
    def edge_weights(self) -> list[float]:
        """A weight for each edge."""
        return [*map(float, self.data.edge_weights)]

    @property
    def vertex_weights(self) -> list[float]:
        """A weight for each vertex."""
        return [*map(float, self.data.vertex_weights)]

    @property
    def constraint_weights(self) -> list[float]:
        """What each vertex costs."""
        return [*map(float, self.data.costs)]

    @property
    def constraint_variances(self) -> list[float]:
        """The variances of the costs."""
        given = self.data.variances
        return [1.0] * self.dimension() if given is None else given.tolist()

    def __repr__(self) -> str:
        meta = self.meta
        return (
            f"<GraphInstance {meta.edge_file} {meta.edge_weights} {meta.vertex_weights} "
            f"{meta.constraint_weights} {meta.constraint_variances}>"
        )


class GraphConstraint(Constraint):
    """The costs of a choice, which it violates beyond their limit."""

    _type = int

    def __init__(self, graph: Graph) -> None:
        super().__init__(enforced=ConstraintEnforcement.HARD)
        self._set_cost(function_on_graph(graph.data, OnGraph.COST), graph.data.limit)

    def __repr__(self) -> str:
        return f"<GraphConstraint {repr(self.violation()).removesuffix('.0')}>"


class GraphProblem(IntegerSingleObjective):
    """A choice of vertices, which is limited by what they cost."""

    _kind: ClassVar[OnGraph]
    _first: ClassVar[int]
    _list: ClassVar[str]

    def __init__(self, number: int, instance: int, graph: Graph) -> None:
        if type(self) is GraphProblem:
            message = "GraphProblem is a kind of problems; use `create` or ioh.get_problem"
            raise InvalidValueError(message)
        size = graph.dimension()
        name = f"{type(self).__name__}{number}"
        super().__init__(name, size, instance, False, IntegerBounds(size, 0, 1))
        self.meta_data.problem_id = number
        self.graph = graph
        self._set_engine(function_on_graph(graph.data, self._kind, limited=False), 0.0)
        self.add_constraint(GraphConstraint(graph))

    @classmethod
    def load_instances(cls, path: str | os.PathLike[str] | None = None) -> None:
        """Take the graphs of a list in the place of those with the same numbers.

        The list is ioh's own unless another is named.
        """
        file = static_directory() / cls._list if path is None else Path(path)
        lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        before = {} if path is None else cls._makers()
        _loaded[cls] = before | {
            f"{cls.__name__}{number}": (number, partial(_make, cls, number, line, file.parent))
            for number, line in enumerate(lines, start=cls._first)
        }

    @classmethod
    def _makers(cls) -> Makers:
        """Return what makes the problems; ioh's own list is loaded first, if it is there."""
        if cls not in _loaded:
            try:
                cls.load_instances()
            except (OSError, InvalidValueError):
                return {}
        return _loaded[cls]


class MaxCut(GraphProblem):
    """The weight of the edges between a choice of vertices and the others."""

    _kind, _first, _list = OnGraph.CUT, 2000, "example_list_maxcut"


class MaxCoverage(GraphProblem):
    """The weight of a choice of vertices and their neighbours."""

    _kind, _first, _list = OnGraph.COVERAGE, 2100, "example_list_maxcoverage"


_loaded: dict[type[GraphProblem], Makers] = {}
_read = lru_cache(maxsize=64)(Graph)


def _make(
    kind: type[GraphProblem], number: int, line: str, folder: Path, _instance: int, _dimension: int
) -> GraphProblem:
    return kind(number, 1, _read(line, folder))


def static_directory() -> Path:
    """Return the folder of ioh's files: the one of the environment, or of an installed ioh."""
    if given := os.environ.get("IOH_RESOURCES"):
        return Path(given)
    try:
        return Path(str(distribution("ioh").locate_file("ioh"))) / "static"
    except PackageNotFoundError:
        message = (
            "problems on graphs are made of files: set the environment variable IOH_RESOURCES to "
            "the folder that holds example_list_maxcut and example_list_maxcoverage"
        )
        raise InvalidValueError(message) from None


def load_graph_problems() -> None:
    """Load ioh's own lists of graphs."""
    for kind in (MaxCut, MaxCoverage):
        kind.load_instances()


def makers() -> Makers:
    """Return what makes the problems on graphs, by their names."""
    return MaxCut._makers() | MaxCoverage._makers()
