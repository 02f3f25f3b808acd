"""Ways to make the problems of a suite: by the engine, or as copies of problems that were given."""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import count
from math import inf
from typing import Any, Literal, Protocol, get_args

import numpy as np

from optimeter._arguments import Selection, choice, functions_of, integers, items
from optimeter._core import CocoStream, Problem, SuiteInfo, _problem_from_callable, make_problem
from optimeter.exceptions import AccountError, InvalidValueError
from optimeter.problems.callables import own_suite_name
from optimeter.problems.info import require_problem, suite_info
from optimeter.problems.keys import Key, Keys
from optimeter.problems.selection import dimension_list, function_list, instance_list

__all__ = ["EngineMaker", "GivenProblems", "Noise", "ProblemMaker", "Selected"]

Noise = Literal["independent", "coco"]
"""Where the random numbers of noisy problems come from."""

Selected = Literal["functions", "dimensions", "instances"]
"""What problems are selected by."""


class ProblemMaker(Protocol):
    """How a suite makes its problems. Makers do not change and pickle."""

    def problem(self, key: Key) -> Problem:
        """Make the problem, with fresh counters."""

    def ids(self, keys: Keys) -> list[str]:
        """Return the ids that the problems have, without making them."""

    def noise(self, keys: Keys) -> Noise:
        """Return where these problems take their noise from; COCO's stream if one of them does."""

    def numbers(self, selection: Selection, what: Selected) -> Sequence[int]:
        """Return the numbers that a selection means; raise for what the suite cannot have."""


@dataclass(frozen=True, slots=True)
class EngineMaker:
    """Problems of a suite of the engine; `stream` are the random numbers that they share, if any."""

    suite: str
    stream: CocoStream | None

    @classmethod
    def of(cls, info: SuiteInfo, noise: Noise) -> "EngineMaker":
        """Return the maker of a suite; only a noisy one can draw from COCO's stream."""
        if choice(noise, get_args(Noise), "noise") == "independent":
            return cls(info.name, None)
        if not info.noisy:
            message = f"suite {info.name} has no noise; got noise={noise!r}"
            raise InvalidValueError(message)
        return cls(info.name, CocoStream())

    def problem(self, key: Key) -> Problem:
        """Make the problem, with fresh counters."""
        function, dimension, instance, position = key
        index = None if position < 0 else position
        return make_problem(self.suite, function, dimension, instance, self.stream, index)

    def ids(self, keys: Keys) -> list[str]:
        """Return the ids that the problems have, without making them."""
        columns = (keys.function, keys.dimension, keys.instance)
        return list(map(suite_info(self.suite).id, *(column.tolist() for column in columns)))

    def noise(self, keys: Keys) -> Noise:  # noqa: ARG002 - the same for all
        """Return where the problems take their noise from."""
        return "independent" if self.stream is None else "coco"

    def numbers(self, selection: Selection, what: Selected) -> Sequence[int]:
        """Return the numbers that a selection means; raise for what the suite cannot have."""
        info = suite_info(self.suite)
        if what == "functions":
            return function_list(info, selection)
        if what == "dimensions":
            return dimension_list(info, selection)
        return instance_list(info, selection, None)


@dataclass(frozen=True, slots=True)
class GivenProblems:
    """Problems of one's own, by their positions."""

    problems: tuple[Problem, ...]

    @classmethod
    def adopt(cls, suite: str, problems: Iterable[Problem]) -> "GivenProblems":
        """Take problems into a suite; those without one get its name, those without a number one.

        Different problems must stay different in files, which know them by suite, function,
        dimension and instance.
        """
        members: list[Any] = list(items(problems))
        for problem in members:
            require_problem(problem, "a suite is made from problems")
            if problem._accounted:
                message = (
                    f"{problem.id} is being recorded, or has a budget: its copies count for that "
                    "run, so that no suite can be made from it; make the suite before"
                )
                raise AccountError(message)
        taken = {(one.suite, one.function) for one in members if not _needs_number(one)}
        numbers: dict[tuple[str, str], int] = {}
        # Copies, so that it does not matter what becomes of the problems that were given.
        adopted = tuple(copy(_adopt(problem, suite, numbers, taken)) for problem in members)
        ids: dict[str, Problem] = {}
        places: dict[tuple[str, int, int, int], Problem] = {}
        for problem in adopted:
            if ids.setdefault(problem.id, problem) != problem:
                message = (
                    f"two different problems of the suite have the id {problem.id!r}; "
                    "give them names or instances"
                )
                raise InvalidValueError(message)
            place = (problem.suite, problem.function, problem.dimension, problem.instance)
            if places.setdefault(place, problem) != problem:
                message = (
                    f"{places[place].id!r} and {problem.id!r} are both function {problem.function} "
                    f"of suite {problem.suite!r} in dimension {problem.dimension}, instance "
                    f"{problem.instance}; give them different function numbers or instances"
                )
                raise InvalidValueError(message)
        return cls(adopted)

    def keys(self) -> Keys:
        """Return the keys of all problems, with the instances in ascending order."""
        table = np.empty((5, len(self.problems)), np.int32)
        for row, one in enumerate(self.problems):
            table[:4, row] = one.function, one.dimension, one.instance, row
        table[4] = np.searchsorted(np.unique(table[2]), table[2])
        return Keys(*table)

    def problem(self, key: Key) -> Problem:
        """Make the problem, with fresh counters."""
        fresh = copy(self.problems[key.position])
        fresh._set_state((0, 0, inf, False, None, None))
        return fresh

    def ids(self, keys: Keys) -> list[str]:
        """Return the ids of the problems."""
        return [self.problems[position].id for position in keys.position]

    def noise(self, keys: Keys) -> Noise:
        """Return where these problems take their noise from; COCO's stream if one of them does."""
        coco = any(self.problems[position]._coco_noise for position in keys.position)
        return "coco" if coco else "independent"

    def numbers(self, selection: Selection, what: Selected) -> Sequence[int]:
        """Return the numbers that a selection means; groups are those of the problems."""
        if what != "functions":
            return integers(selection, what)
        groups: dict[str, list[int]] = {}
        for one in self.problems:
            groups.setdefault(one.group, []).append(one.function)
        chosen = functions_of(selection, groups)
        return [one.function for one in self.problems] if chosen is None else chosen


def _needs_number(problem: Problem) -> bool:
    """Say whether it is a problem of one's own whose function nobody numbered yet."""
    description = problem._description
    return description is not None and not description.numbered


def _adopt(
    problem: Problem,
    suite: str,
    numbers: dict[tuple[str, str], int],
    taken: set[tuple[str, int]],
) -> Problem:
    """Return the problem with a suite and a function number: one for each name, from 1."""
    description = problem._description
    if description is None or (problem.suite and description.numbered):
        return problem
    name = problem.suite or own_suite_name(suite)
    number = numbers.get((name, problem.name))
    if number is None:
        number = next(n for n in count(1) if (name, n) not in taken)
        numbers[name, problem.name] = number
        taken.add((name, number))
    return _problem_from_callable(
        replace(description, suite=name, function_number=number, numbered=True)
    )
