"""Suites: problems in order, with one logger for all."""

from collections.abc import Iterator, Sequence

from optimeter.ioh.base import SingleObjective
from optimeter.ioh.kinds import ProblemClass
from optimeter.ioh.logger.base import Logger
from optimeter.ioh.registry import create

__all__ = [
    "BBOB",
    "PBO",
    "SBOX",
    "Integer",
    "IntegerBase",
    "IntegerStarDiscrepancy",
    "Real",
    "RealBase",
    "RealStarDiscrepancy",
    "Submodular",
]


class _Suite:
    """Problems of some functions, then dimensions, then instances, which vary fastest."""

    _class: ProblemClass
    _dimension = 5

    def __init__(
        self,
        problem_ids: Sequence[int | str] = (),
        instances: Sequence[int] = (1,),
        dimensions: Sequence[int] | None = None,
    ) -> None:
        known = self._class.problems
        numbers: dict[int | str, int] = {name: number for number, name in known.items()}
        numbers |= {number: number for number in known}
        wanted = [numbers.get(one, -1) for one in problem_ids] if len(problem_ids) else [*known]
        self.problem_ids = [one for one in wanted if one in known]
        self.instances = list(instances)
        self.dimensions = list(dimensions or [self._dimension])
        self.name = type(self).__name__
        self._logger: Logger | None = None
        self._problems = [
            create(self._class.value, function, instance, dimension)
            for function in self.problem_ids
            for dimension in self.dimensions
            for instance in self.instances
        ]

    def attach_logger(self, logger: Logger) -> None:
        """Let a logger see each problem, from the moment that the iteration reaches it."""
        self._logger = logger
        logger.attach_suite(self.name)

    def detach_logger(self) -> None:
        """Let nobody see the problems any more."""
        for problem in self._problems:
            problem.detach_logger()
        self._logger = None

    def reset(self) -> None:
        """Forget all evaluations."""
        for problem in self._problems:
            problem.reset()

    def __iter__(self) -> Iterator[SingleObjective]:
        for problem in self._problems:
            if self._logger is not None:
                problem.attach_logger(self._logger)
            yield problem

    def __len__(self) -> int:
        return len(self._problems)


class RealBase(_Suite):
    """Suites of real numbers."""

    _class = ProblemClass.REAL


class IntegerBase(_Suite):
    """Suites of integers."""

    _class = ProblemClass.INTEGER


class Real(RealBase):
    """All problems of real numbers."""


class Integer(IntegerBase):
    """All problems of integers."""


class BBOB(RealBase):
    """The 24 noiseless functions."""

    _class = ProblemClass.BBOB


class SBOX(RealBase):
    """The same with a hard box."""

    _class = ProblemClass.SBOX


class PBO(IntegerBase):
    """The 25 pseudo-Boolean functions."""

    _class = ProblemClass.PBO
    _dimension = 16


class RealStarDiscrepancy(RealBase):
    """Star discrepancies of real variables."""

    _class = ProblemClass.STAR_REAL


class IntegerStarDiscrepancy(IntegerBase):
    """Star discrepancies on the grid of the points."""

    _class = ProblemClass.STAR_INTEGER


class Submodular(IntegerBase):
    """Choices of vertices of the user's graphs."""

    _class = ProblemClass.GRAPH
