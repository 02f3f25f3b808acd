"""Problems of one's own under one observer: different ones must not be recorded as one."""

from dataclasses import replace
from types import FunctionType

from optimeter._core import Problem
from optimeter.exceptions import InvalidValueError
from optimeter.problems.callables import CallableDescription

__all__ = ["OwnProblems"]


class OwnProblems:
    """The problems made from functions that an observer has seen.

    The engine gives functions of different names different numbers. Problems that share name, id
    and all numbers can only be told apart here, where their functions are known.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str, str, int], CallableDescription] = {}

    def admit(self, problem: Problem) -> None:
        """Raise if the problem would be taken for a different one that was seen before."""
        description = problem._description
        if description is None:
            return
        key = (problem.suite, problem.id, problem.name, problem.function)
        if not _alike(self._seen.setdefault(key, description), description):
            message = (
                f"another problem with the id {problem.id!r} was observed before, and files could "
                "not tell them apart; give each a name, an id or an instance of its own"
            )
            raise InvalidValueError(message)


def _alike(one: CallableDescription, other: CallableDescription) -> bool:
    """Say whether two descriptions are of the same problem, possibly made twice."""
    if not (_same(one.function, other.function) and _same(one.constraint, other.constraint)):
        return False
    return replace(one, function=other.function, constraint=other.constraint) == other


def _same(one: object, other: object) -> bool:
    """Say whether two functions are equal, or came from the same line with the same variables."""
    if one is other or one == other:
        return True
    if not (isinstance(one, FunctionType) and isinstance(other, FunctionType)):
        return False
    return one.__code__ == other.__code__ and all(
        a is b for a, b in zip(_variables(one), _variables(other), strict=True)
    )


def _variables(function: FunctionType) -> tuple[object, ...]:
    cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
    return cells + (function.__defaults__ or ())
