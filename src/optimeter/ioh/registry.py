"""All problems by kind, id and name, wrapped functions among them."""

from collections.abc import Callable

from optimeter._arguments import unknown_name
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.ioh.base import SingleObjective
from optimeter.ioh.kinds import ProblemClass
from optimeter.ioh.suites_of_ours import BBOB, PBO, SBOX, OfSuite, classes

__all__ = ["FUNCTIONS", "create", "get_problem", "get_problem_id", "problems", "register"]

Make = Callable[[int, int], SingleObjective]

FUNCTIONS: dict[str, dict[str, type[OfSuite]]] = {
    kind.__name__: classes(kind) for kind in (BBOB, SBOX, PBO)
}
"""The classes of the functions, by kind and name."""

_WITH = {"RealSingleObjective": "BBOB", "IntegerSingleObjective": "PBO"}
_FIRST_FREE = {"RealSingleObjective": 1121, "IntegerSingleObjective": 10005}
_wrapped: dict[str, dict[str, tuple[int, Make]]] = {name: {} for name in _WITH}


def register(kind: str, name: str, make: Make) -> int:
    """Add or replace a function of one's own; return its id, which a name keeps."""
    known = _wrapped[kind]
    number = known[name][0] if name in known else _FIRST_FREE[kind] + len(known)
    known[name] = (number, make)
    return number


def _makers(kind: str) -> dict[str, tuple[int, Make]]:
    own = FUNCTIONS.get(_WITH.get(kind, kind), {})
    return {name: (one.function, one) for name, one in own.items()} | _wrapped.get(kind, {})


def problems(kind: str) -> dict[int, str]:
    """Return the names of the problems of a kind, by the name of its class, by their ids."""
    return {number: name for name, (number, _) in sorted(_makers(kind).items(), key=_by_id)}


def kind_of(one: type[SingleObjective]) -> str:
    """Return the kind that a class is or is of."""
    kinds = {*FUNCTIONS, *_WITH}
    return next((base.__name__ for base in one.__mro__ if base.__name__ in kinds), one.__name__)


def _by_id(item: tuple[str, tuple[int, Make]]) -> int:
    return item[1][0]


def create(kind: str, key: int | str, instance: int, dimension: int) -> SingleObjective:
    """Make a problem of a kind by its id or name."""
    makers = _makers(kind)
    if not makers:
        message = f"{kind} has no problems by id or name"
        raise InvalidValueError(message)
    if isinstance(instance, bool) or not hasattr(instance, "__index__"):
        message = f"an instance is an integer; got {instance!r}"
        raise InvalidTypeError(message)
    if isinstance(key, str):
        if key not in makers:
            raise unknown_name(key, makers, f"problem of {kind}")
        return makers[key][1](int(instance), int(dimension))
    for number, make in makers.values():
        if number == key:
            return make(int(instance), int(dimension))
    numbers = sorted(number for number, _ in makers.values())
    message = f"{kind} has problems from {numbers[0]} to {numbers[-1]}; got {key!r}"
    raise InvalidValueError(message)


def get_problem(
    fid: int | str,
    instance: int = 1,
    dimension: int = 5,
    problem_class: ProblemClass = ProblemClass.REAL,
    *,
    problem_type: ProblemClass | None = None,
) -> SingleObjective:
    """Make a problem by its id or name; `problem_type` is the keyword of old scripts."""
    kind: object = problem_type or problem_class
    if not isinstance(kind, ProblemClass):
        message = f"problem_class must be one of ioh.ProblemClass; got {kind!r}"
        raise AttributeError(message)
    return create(kind.value, fid, instance, dimension)


def get_problem_id(
    problem_name: str, problem_class: ProblemClass = ProblemClass.REAL
) -> int | None:
    """Return the id of a problem, None if there is no such name."""
    found = _makers(problem_class.value).get(problem_name)
    return None if found is None else found[0]
