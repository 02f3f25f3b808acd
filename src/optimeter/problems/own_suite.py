"""Suites of one's own, made from a list of problems."""

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace
from math import inf
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import Selection, integers
from optimeter._core import Problem, _problem_from_callable
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems.suite import Noise, Suite

__all__ = ["OwnSuite"]


class OwnSuite(Suite):
    """A suite made from a list of problems, in this order; see `om.Suite.from_problems`."""

    def __init__(self, name: str, problems: Iterable[Problem]) -> None:
        members: list[Any] = list(problems)
        for problem in members:
            if not isinstance(problem, Problem):
                message = f"a suite is made from problems; got {problem!r}"
                raise InvalidTypeError(message)
        self._name = str(name)
        self._problems = tuple(_named(self._name, members))
        self._positions = np.arange(len(members))

    @property
    def noise(self) -> Noise:
        """Where noisy problems take their random numbers from; COCO's stream if one of them does."""
        return "coco" if any(problem._coco_noise for problem in self._kept()) else "independent"

    @property
    def instances(self) -> tuple[int, ...]:
        """The instances that occur, ascending."""
        return tuple(np.unique(self._keys()[2]).tolist())

    @property
    def indices(self) -> NDArray[np.int64]:
        """Position of each problem in the unfiltered suite."""
        return self._positions.astype(np.int64)

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
        functions
            Function numbers or names of groups.
        dimensions, instances
            Numbers.
        """
        dimension, function, instance = self._keys()
        keep = np.ones(len(self), dtype=bool)
        if functions is not None:
            keep &= np.isin(function, integers(functions, "functions", groups=self._groups()))
        if dimensions is not None:
            keep &= np.isin(dimension, integers(dimensions, "dimensions"))
        if instances is not None:
            keep &= np.isin(instance, integers(instances, "instances"))
        if where is not None:
            for row in np.flatnonzero(keep):
                keep[row] = bool(where(self._make(int(row))))
        return self._subset(self._positions[keep])

    def _groups(self) -> dict[str, list[int]]:
        """Return the functions of each group."""
        groups: dict[str, list[int]] = {}
        for one in self._kept():
            groups.setdefault(one.group, []).append(one.function)
        return groups

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Problem):
            return any(self._problems[i] == item for i in self._positions)
        return item in self._id_rows

    def __hash__(self) -> int:
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OwnSuite):
            return NotImplemented
        return self._name == other._name and list(self._kept()) == list(other._kept())

    def _kept(self) -> Iterable[Problem]:
        return (self._problems[i] for i in self._positions)

    def _keys(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Dimension, function and instance of every problem."""
        rows = [(one.dimension, one.function, one.instance) for one in self._kept()]
        table = np.array(rows, dtype=np.int64).reshape(len(rows), 3)
        return table[:, 0], table[:, 1], table[:, 2]

    def _make(self, row: int) -> Problem:
        fresh = copy(self._problems[int(self._positions[row])])
        fresh._set_state((0, 0, inf, False, None, None))
        return fresh

    def _subset(self, positions: NDArray[np.int64]) -> Self:
        other = object.__new__(type(self))
        other._name = self._name
        other._problems = self._problems
        other._positions = positions
        return other

    @property
    def _ids(self) -> list[str]:
        return [one.id for one in self._kept()]


def _named(suite: str, problems: list[Problem]) -> list[Problem]:
    """Give the suite's name to problems without one, and a number to each of their functions."""
    numbers: dict[str, int] = {}
    named = [_adopt(problem, suite, numbers) for problem in problems]
    seen: dict[str, Problem] = {}
    for problem in named:
        if seen.setdefault(problem.id, problem) != problem:
            message = (
                f"two different problems of the suite have the id {problem.id!r}; "
                "give them names or instances"
            )
            raise InvalidValueError(message)
    return named


def _adopt(problem: Problem, suite: str, numbers: dict[str, int]) -> Problem:
    if problem.suite or not suite:
        return problem
    number = numbers.setdefault(problem.name, len(numbers) + 1)
    description: Any = problem.__reduce__()[1]
    return _problem_from_callable(replace(description[0], suite=suite, function_number=number))
