"""Suites: ordered, lazy collections of problems."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, Self, get_args, overload

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import Selection, choice, integer, ranges, unknown_name
from optimeter._core import (
    CocoStream,
    Problem,
    SuiteInfo,
    make_problem,
)
from optimeter.exceptions import InvalidValueError
from optimeter.problems.info import suite_info
from optimeter.problems.selection import (
    dimension_list,
    function_list,
    instance_list,
)

__all__ = ["Noise", "Suite", "problem"]

Noise = Literal["independent", "coco"]
"""Where the random numbers of noisy problems come from."""

_NOISES: tuple[str, ...] = get_args(Noise)


def _stream(definition: SuiteInfo, noise: object) -> CocoStream | None:
    """Return the random numbers that problems share, None when each has its own."""
    if choice(noise, _NOISES, "noise") == "independent":
        return None
    if not definition.noisy:
        message = f"suite {definition.name} has no noise; got noise={noise!r}"
        raise InvalidValueError(message)
    return CocoStream()


def problem(
    suite: str,
    function: int,
    dimension: int,
    instance: int = 1,
    *,
    noise: Noise = "independent",
) -> Problem:
    """Make one problem of a suite, of any possible dimension and instance.

    Parameters
    ----------
    suite
        The name of the suite; `om.suites` lists them.
    function, dimension, instance
        Which problem. The dimension (at least 2) and the instance (at least 1) need not be among
        the published ones.
    noise
        Where a noisy problem takes its random numbers from: ``"independent"``, a stream of its own,
        which `Problem.reseed` restarts, or ``"coco"``, the numbers of a new COCO suite.

    Examples
    --------
    >>> import optimeter as om
    >>> om.problem("bbob", function=8, dimension=20, instance=1).id
    'bbob_f008_i01_d20'
    >>> om.problem("bbob", function=1, dimension=7)([0] * 7) > 79.48
    True
    """
    definition = suite_info(suite)
    (number,) = function_list(definition, integer(function, "function"))
    dimension = integer(dimension, "dimension")
    definition.check_dimension(dimension)
    (instance,) = instance_list(definition, integer(instance, "instance"), None)
    return make_problem(suite, number, dimension, instance, _stream(definition, noise))


class Suite(Sequence[Problem]):
    """An ordered collection of problems that are made when asked for.

    The order is that of the field: dimension, then function, then instance, which varies fastest.
    Every access makes a new problem with fresh counters.

    Parameters
    ----------
    name
        The name of the suite; `om.suites` lists them.
    functions
        Numbers or names of groups, such as ``[1, 2, 8]``, ``"1-5,8"`` or ``"separable"``; by
        default all.
    dimensions
        Written alike; by default the published ones; others are possible.
    instances
        Written alike; in this order, repetitions kept; by default the suite's own.
    year
        The instances of that year's benchmarking workshop, instead of `instances`.
    noise
        Where noisy problems take their random numbers from: ``"independent"``, each from a stream
        of its own, or ``"coco"``: all of them from one, in the order of the evaluations, which gives
        the values of COCO. COCO starts its stream again with every suite, and so does this.

    Examples
    --------
    >>> import optimeter as om
    >>> suite = om.Suite("bbob", dimensions=[2, 5], functions=range(1, 25), instances=range(1, 16))
    >>> len(suite)
    720
    >>> suite[0].id, suite[-1].id
    ('bbob_f001_i01_d02', 'bbob_f024_i15_d05')
    >>> suite["bbob_f008_i03_d05"].dimension
    5
    >>> len(suite.filter(functions="separable", dimensions=2))
    75
    """

    def __init__(
        self,
        name: str,
        *,
        functions: Selection | None = None,
        dimensions: Selection | None = None,
        instances: Selection | None = None,
        year: int | None = None,
        noise: Noise = "independent",
    ) -> None:
        definition = suite_info(name)
        self._stream = _stream(definition, noise)
        self._name = definition.name
        self._functions = function_list(definition, functions)
        self._dimensions = dimension_list(definition, dimensions)
        self._instances = instance_list(definition, instances, year)
        size = len(self._functions) * len(self._dimensions) * len(self._instances)
        self._positions = np.arange(size)

    @staticmethod
    def from_problems(name: str, problems: "Iterable[Problem]") -> "Suite":
        """Make a suite of one's own from a list of problems.

        Parameters
        ----------
        name
            How the suite is called.
        problems
            Its problems, in this order. Those that belong to no suite yet become part of this one,
            and their functions are numbered by name, from 1.

        Examples
        --------
        >>> import optimeter as om
        >>> def bowl(x):
        ...     return float(x @ x)
        >>> def valley(x):
        ...     return float(abs(x).sum())
        >>> suite = om.Suite.from_problems(
        ...     "mine",
        ...     [
        ...         om.Problem.from_callable(function, lower=[-5] * d, upper=[5] * d, optimum=0)
        ...         for d in (2, 3)
        ...         for function in (bowl, valley)
        ...     ],
        ... )
        >>> [(problem.function, problem.dimension, problem.name) for problem in suite]
        [(1, 2, 'bowl'), (2, 2, 'valley'), (1, 3, 'bowl'), (2, 3, 'valley')]
        """
        from optimeter.problems.own_suite import OwnSuite  # noqa: PLC0415 - it is a Suite

        return OwnSuite(name, problems)

    @property
    def name(self) -> str:
        """The name of the suite."""
        return self._name

    @property
    def noise(self) -> Noise:
        """Where noisy problems take their random numbers from."""
        return "independent" if self._stream is None else "coco"

    @property
    def functions(self) -> tuple[int, ...]:
        """The functions that occur, ascending."""
        return tuple(sorted(set(self._keys()[1].tolist())))

    @property
    def dimensions(self) -> tuple[int, ...]:
        """The dimensions that occur, ascending."""
        return tuple(sorted(set(self._keys()[0].tolist())))

    @property
    def instances(self) -> tuple[int, ...]:
        """The instances that occur, in the order of the suite, repetitions kept."""
        used = set((self._positions % len(self._instances)).tolist())
        return tuple(self._instances[i] for i in sorted(used))

    @property
    def indices(self) -> NDArray[np.int64]:
        """Position of each problem in the complete suite with these instances.

        A filtered suite keeps the indices of the complete one, as COCO does. Problems of a
        dimension that is not published have the index -1.
        """
        first = np.array([-1 if index is None else index for index in self._first_indices])
        rest, instance = np.divmod(self._positions, len(self._instances))
        return np.where(first[rest] < 0, -1, first[rest] + instance).astype(np.int64)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the problems, in order."""
        return tuple(self._ids)

    def problem(self, function: int, dimension: int, instance: int) -> Problem:
        """Find the first problem of this function, dimension and instance in the suite."""
        dimensions, functions, instances = self._keys()
        found = np.flatnonzero(
            (dimensions == dimension) & (functions == function) & (instances == instance)
        )
        if not found.size:
            message = (
                f"this suite {self._name} has no problem with function {function}, dimension "
                f"{dimension}, instance {instance}; it has functions {ranges(self.functions)}, "
                f"dimensions {ranges(self.dimensions)}, instances {ranges(self.instances)}"
            )
            raise InvalidValueError(message)
        return self._make(int(found[0]))

    def filter(
        self,
        where: Callable[[Problem], bool] | None = None,
        *,
        functions: Selection | None = None,
        dimensions: Selection | None = None,
        instances: Selection | None = None,
    ) -> Self:
        """Keep the problems that match all conditions.

        Parameters
        ----------
        where
            Called with each problem that matches the other conditions.
        functions, dimensions, instances
            As in the constructor.
        """
        definition = suite_info(self._name)
        dimension, function, instance = self._keys()
        keep = np.ones(len(self), dtype=bool)
        if functions is not None:
            keep &= np.isin(function, function_list(definition, functions))
        if dimensions is not None:
            keep &= np.isin(dimension, dimension_list(definition, dimensions))
        if instances is not None:
            keep &= np.isin(instance, instance_list(definition, instances, None))
        if where is not None:
            for row in np.flatnonzero(keep):
                keep[row] = bool(where(self._make(int(row))))
        return self._subset(self._positions[keep])

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[Problem]:
        for row in range(len(self)):
            yield self._make(row)

    @overload
    def __getitem__(self, key: int | str) -> Problem: ...

    @overload
    def __getitem__(self, key: slice) -> Self: ...

    def __getitem__(self, key: int | str | slice) -> Problem | Self:
        if isinstance(key, slice):
            return self._subset(self._positions[key])
        if isinstance(key, str):
            return self._make(self._row_of(key))
        row = integer(key, "a suite is indexed by position, id or slice; the position")
        if not -len(self) <= row < len(self):
            message = f"position {row} is outside of this suite of {len(self)} problems"
            raise IndexError(message)
        return self._make(row % len(self))

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Problem):
            return item.suite == self._name and item.id in self._id_rows
        return item in self._id_rows

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Suite):
            return NotImplemented
        return self._name == other._name and self._ids == other._ids

    def __hash__(self) -> int:
        return hash((self._name, len(self)))

    def __repr__(self) -> str:
        return (
            f"<Suite {self._name!r}: {len(self)} problems, functions {ranges(self.functions)}, "
            f"dimensions {ranges(self.dimensions)}, instances {ranges(self.instances)}>"
        )

    def _repr_html_(self) -> str:
        from html import escape  # noqa: PLC0415 - slow, and only for notebooks

        rows = {
            "problems": str(len(self)),
            "functions": ranges(self.functions),
            "dimensions": ranges(self.dimensions),
            "instances": ranges(self.instances),
        }
        cells = "".join(
            f"<tr><th style='text-align:left'>{key}</th><td>{escape(value)}</td></tr>"
            for key, value in rows.items()
        )
        return f"<table><caption>suite {escape(self._name)}</caption>{cells}</table>"

    def _keys(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Dimension, function and instance of every problem."""
        rest, instance = np.divmod(self._positions, len(self._instances))
        dimension, function = np.divmod(rest, len(self._functions))
        return (
            np.array(self._dimensions)[dimension],
            np.array(self._functions)[function],
            np.array(self._instances)[instance],
        )

    def _make(self, row: int) -> Problem:
        position = int(self._positions[row])
        rest, instance = divmod(position, len(self._instances))
        dimension, function = divmod(rest, len(self._functions))
        first = self._first_indices[rest]
        return make_problem(
            self._name,
            self._functions[function],
            self._dimensions[dimension],
            self._instances[instance],
            self._stream,
            None if first is None else first + instance,
        )

    @cached_property
    def _first_indices(self) -> list[int | None]:
        """For each dimension and function the index of its first instance; None if not published."""
        definition = suite_info(self._name)
        published = list(definition.dimensions)
        numbers = [f.number for f in definition.functions]
        columns = [numbers.index(function) for function in self._functions]
        count = len(self._instances)
        return [
            (published.index(d) * len(numbers) + column) * count if d in published else None
            for d in self._dimensions
            for column in columns
        ]

    def _subset(self, positions: NDArray[np.int64]) -> Self:
        other = object.__new__(type(self))
        other._name = self._name
        other._stream = self._stream
        other._functions = self._functions
        other._dimensions = self._dimensions
        other._instances = self._instances
        other._positions = positions
        return other

    @cached_property
    def _ids(self) -> list[str]:
        definition = suite_info(self._name)
        keys = zip(*(key.tolist() for key in self._keys()), strict=True)
        return [definition.id(function, d, instance) for d, function, instance in keys]

    @cached_property
    def _id_rows(self) -> dict[str, int]:
        rows: dict[str, int] = {}
        for row, name in enumerate(self._ids):
            rows.setdefault(name, row)
        return rows

    def _row_of(self, id: str) -> int:
        if id not in self._id_rows:
            raise unknown_name(id, self._id_rows, "problem", where=f" of this suite {self._name}")
        return self._id_rows[id]
