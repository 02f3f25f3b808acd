"""Suites, asked for by COCO's strings."""

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from operator import index

from optimeter._arguments import unknown_name
from optimeter._core import read_coco_suite
from optimeter.coco import messages
from optimeter.coco.exceptions import NoSuchProblemException, NoSuchSuiteException
from optimeter.coco.messages import text
from optimeter.coco.observer import Observer
from optimeter.coco.problem import Problem
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems import Suite as Problems
from optimeter.problems import suite_info, suites

__all__ = ["Suite", "default_observers", "known_suite_names", "sizes"]

_default_observers = {
    name: observer for name in suites() if (observer := suite_info(name).coco_observer)
}

known_suite_names = sorted(
    _default_observers, key=lambda name: name.replace("-biobj-mixint", "-mixint-biobj")
)
"""The names that `Suite` accepts, in COCO's order; programs may append others."""


def default_observers(
    update: Mapping[str, str] | list[tuple[str, str]] | None = None,
) -> dict[str, str]:
    """Return the observer of each suite, by name: one dict, which `update` changes first.

    Examples
    --------
    >>> import optimeter.coco as cocoex
    >>> cocoex.default_observers()["bbob-constrained"]
    'bbob'
    """
    if update:
        _default_observers.update(update)
    return _default_observers


class Suite:
    """A suite of problems, of which one is open at a time while it is iterated.

    Parameters
    ----------
    suite_name
        One of `known_suite_names`.
    suite_instance
        Such as ``"year: 2016"`` or ``"instances: 1-5,71"``; empty or None for the default ones.
    suite_options
        What to keep: ``"dimensions: 2,5 function_indices: 1-5 instance_indices: 1"``.

    Examples
    --------
    >>> import optimeter.coco as cocoex
    >>> suite = cocoex.Suite("bbob", "instances: 1-3", "dimensions: 2,5 function_indices: 1,8")
    >>> len(suite), suite.dimensions
    (12, [2, 5])
    >>> [problem.id for problem in suite][:2]
    ['bbob_f001_i01_d02', 'bbob_f001_i02_d02']
    """

    def __init__(
        self,
        suite_name: str,
        suite_instance: str | bytes | None,
        suite_options: str | bytes | None,
    ) -> None:
        if suite_name not in known_suite_names:
            raise unknown_name(suite_name, known_suite_names, "suite")
        instance = text(suite_instance, "suite_instance")
        options = text(suite_options, "suite_options")
        self._name, self._instance, self._options = suite_name, instance, options
        read = read_coco_suite(suite_name, instance, options)
        for sentence in read.warnings:
            messages.warning(sentence)
        if read.refusal:
            messages.warning(read.refusal)
            raise NoSuchSuiteException(self.name, read.refusal)
        facts = suite_info(suite_name)
        # COCO begins its stream of noise anew with each suite, and so does this.
        noise = {"noise": "coco"} if facts.noisy else {}
        self._problems = Problems(suite_name, instances=read.instances, **noise)  # type: ignore[arg-type]
        self._indices = list(read.indices)
        self._objectives = facts.number_of_objectives
        self._current: Problem | None = None
        self._index: int | None = None
        self._freed = False

    @property
    def name(self) -> bytes:
        """The name."""
        return self._name.encode()

    @property
    def instance(self) -> bytes:
        """The string of instances, as given."""
        return self._instance.encode()

    @property
    def options(self) -> bytes:
        """The string of options, as given."""
        return self._options.encode()

    @property
    def current_problem(self) -> Problem | None:
        """The problem that `next_problem` gave last; None before the first and at the end."""
        return self._current

    @property
    def current_index(self) -> int | None:
        """Its position in the filtered suite; None before the first."""
        return self._index

    @property
    def indices(self) -> list[int]:
        """Position of each problem in the complete suite."""
        return list(self._indices)

    @property
    def problem_names(self) -> list[str]:
        """The names of the problems."""
        return [self._problems[row].name for row in self._indices]

    @property
    def dimensions(self) -> list[int]:
        """The dimensions that occur, ascending."""
        info = suite_info(self._name)
        per_dimension = len(self._problems) // len(info.dimensions)
        return sorted({info.dimensions[row // per_dimension] for row in self._indices})

    @property
    def number_of_objectives(self) -> list[int]:
        """The numbers of objectives that occur."""
        return [self._objectives]

    @cached_property
    def _ids(self) -> list[str]:
        every = self._problems.ids
        return [every[row] for row in self._indices]

    def ids(
        self, *id_snippets: str, get_problem: bool = False, verbose: bool = False
    ) -> list[str] | Problem:
        """Return the ids that contain all of the snippets.

        Parameters
        ----------
        *id_snippets
        get_problem
            Return the problem of the first of them instead.
        verbose
            Print them with their positions, too.
        """
        rows = [
            row
            for row, name in enumerate(self._ids)
            if all(snippet in name for snippet in id_snippets)
        ]
        if verbose:
            for row in rows:
                print(f"  id={self._ids[row]}, index={row}")
        if not get_problem:
            return [self._ids[row] for row in rows]
        if not rows:
            message = f"no id of this suite contains all of {', '.join(map(repr, id_snippets))}"
            raise IndexError(message)
        return self.get_problem(rows[0])

    def find_problem_ids(self, *args: object, **kwargs: object) -> list[str]:
        """Raise: use `ids`, as in COCO."""
        message = "find_problem_ids is not there any more; use ids"
        raise NotImplementedError(message)

    def next_problem(self, observer: Observer | None = None) -> Problem | None:
        """Free the current problem and return the next one; None at the end, until `reset`."""
        self._open()
        self._free_current()
        self._index = 0 if self._index is None else self._index + 1
        if self._index < len(self):
            self._current = self._make(self._index, observer)
        return self._current

    def reset(self) -> None:
        """Free the current problem and begin anew."""
        self._free_current()
        self._index = None

    def get_problem(self, id: object, observer: Observer | None = None) -> Problem:
        """Return the problem with an id or at a position; the iteration is not touched."""
        self._open()
        return self._make(self._position(id), observer)

    def __getitem__(self, key: object) -> Problem:
        return self.get_problem(key)

    def get_problem_by_function_dimension_instance(
        self, function: int, dimension: int, instance: int, observer: Observer | None = None
    ) -> Problem:
        """Return the first problem with these numbers."""
        self._open()
        numbers = sizes(function, dimension, instance)
        info = suite_info(self._name)
        known = any(one.number == numbers[0] for one in info.functions)
        wanted = info.id(*numbers) if known and numbers[1] in info.dimensions else ""
        if wanted not in self._ids:
            asked = "function: {}, dimension: {}, instance: {}".format(*numbers)
            raise NoSuchProblemException(self.name, asked)
        return self._make(self._ids.index(wanted), observer)

    def free(self) -> None:
        """Free the current problem; no further ones are given."""
        self._free_current()
        self._freed = True

    def _open(self) -> None:
        if self._freed:
            message = f"this suite {self._name!r} was freed; make a new one"
            raise InvalidValueError(message)

    def _free_current(self) -> None:
        if self._current is not None:
            self._current.free()
            self._current = None

    def _make(self, position: int, observer: Observer | None) -> Problem:
        row = self._indices[position]
        problem = Problem(partial(self._problems.__getitem__, row), row, self.name)
        return problem.observe_with(observer)

    def _position(self, id: object) -> int:
        if isinstance(id, str):
            if id not in self._ids:
                message = f"this suite {self._name!r} has no problem with the id {id!r}"
                raise InvalidValueError(message)
            return self._ids.index(id)
        try:
            position = index(id)  # type: ignore[arg-type]
        except TypeError:
            if isinstance(id, float) and id.is_integer():
                raise NoSuchProblemException(self.name, id) from None
            message = f"a problem is asked for by its id or position; got {id!r}"
            raise InvalidValueError(message) from None
        if not -len(self) <= position < len(self):
            raise NoSuchProblemException(self.name, id)
        return position % len(self)

    @property
    def info(self) -> str:
        """What the suite is, in one line."""
        dimensions = self.dimensions
        return (
            f'Suite("{self.name!r}", "{self.instance!r}", "{self.options!r}") with '
            f"{len(self)} problem{'' if len(self) == 1 else 's'} in "
            f"dimension{'' if len(dimensions) == 1 else 's'} {dimensions[0]}={dimensions[-1]}"
        )

    def __len__(self) -> int:
        return len(self._indices)

    def __iter__(self) -> Iterator[Problem]:
        self._open()
        self.reset()
        while (problem := self.next_problem()) is not None:
            yield problem

    def __str__(self) -> str:
        return self.info

    def __repr__(self) -> str:
        return f"Suite({self.name!r}, {self.instance!r}, {self.options!r})"


def sizes(function: object, dimension: object, instance: object) -> tuple[int, int, int]:
    """Return the numbers of a problem as C takes them: whole ones of any kind, none below 0."""
    found = []
    for what, number in (("function", function), ("dimension", dimension), ("instance", instance)):
        try:
            value = None if isinstance(number, str | bytes) else int(number)  # type: ignore[call-overload]
        except (TypeError, ValueError):
            value = None
        if value is None:
            message = f"{what} must be an integer; got {number!r}"
            raise InvalidTypeError(message)
        if value < 0:
            message = f"{what} must be at least 0; got {number!r}"
            raise OverflowError(message)
        found.append(value)
    return found[0], found[1], found[2]
