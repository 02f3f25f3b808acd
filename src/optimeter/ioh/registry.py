"""All problems by kind, id and name, wrapped functions among them."""

from collections.abc import Callable

from optimeter._arguments import unknown_name
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.ioh import graph, niching
from optimeter.ioh.base import SingleObjective
from optimeter.ioh.dynamic_bin_val import KINDS
from optimeter.ioh.kinds import ProblemClass
from optimeter.ioh.star_discrepancy import (
    NO_SOBOL,
    IntegerStarDiscrepancy,
    RealStarDiscrepancy,
    makers,
)
from optimeter.ioh.suites_of_ours import BBOB, PBO, SBOX, OfSuite, classes

__all__ = ["FUNCTIONS", "create", "get_problem", "get_problem_id", "problems", "register"]

Make = Callable[[int, int], SingleObjective]

FUNCTIONS: dict[str, dict[str, type[OfSuite]]] = {
    kind.__name__: classes(kind) for kind in (BBOB, SBOX, PBO)
}
"""The classes of the functions, by kind and name."""

_Makers = dict[str, tuple[int, Make]]

_READY: dict[str, _Makers] = {
    **{
        kind: {name: (one.function, one) for name, one in own.items()}
        for kind, own in FUNCTIONS.items()
    },
    **{kind.__name__: makers(kind) for kind in (RealStarDiscrepancy, IntegerStarDiscrepancy)},
    "DynamicBinVal": {kind.__name__: (kind.function, kind) for kind in KINDS},
    "CEC2013": niching.makers(),
    "CEC2022": {},
}
"""What makes the problems of a kind, by their names, with their ids."""

_PARTS = {
    "RealSingleObjective": ("BBOB", "RealStarDiscrepancy", "CEC2013"),
    "IntegerSingleObjective": ("PBO", "IntegerStarDiscrepancy", "DynamicBinVal", "GraphProblem"),
}
"""The kinds that a kind has the problems of."""

_ABSENT = (
    (range(40, 50), NO_SOBOL),
    (range(1001, 1013), niching.NO_CEC2022),
    (range(1111, 1121), niching.NO_COMPOSITIONS),
    (range(2200, 2300), graph.NO_MAX_INFLUENCE),
    (range(2300, 2400), graph.NO_PACK_WHILE_TRAVEL),
)
"""Ids that ioh has, and why they are not here."""

_FIRST_FREE = {"RealSingleObjective": 1121, "IntegerSingleObjective": 10005}
_wrapped: dict[str, _Makers] = {name: {} for name in _PARTS}


def register(kind: str, name: str, make: Make) -> int:
    """Add or replace a function of one's own; return its id, which a name keeps."""
    known = _wrapped[kind]
    number = known[name][0] if name in known else _FIRST_FREE[kind] + len(known)
    known[name] = (number, make)
    return number


def _makers(kind: str) -> _Makers:
    found: _Makers = {}
    for part in _PARTS.get(kind, (kind,)):
        found |= graph.makers() if part == "GraphProblem" else _READY.get(part, {})
    return found | _wrapped.get(kind, {})


def problems(kind: str) -> dict[int, str]:
    """Return the names of the problems of a kind, by the name of its class, by their ids."""
    return {number: name for name, (number, _) in sorted(_makers(kind).items(), key=_by_id)}


def kind_of(one: type[SingleObjective]) -> str:
    """Return the kind that a class is or is of."""
    kinds = {*_READY, *_PARTS, "GraphProblem"}
    return next((base.__name__ for base in one.__mro__ if base.__name__ in kinds), one.__name__)


def _by_id(item: tuple[str, tuple[int, Make]]) -> int:
    return item[1][0]


def create(kind: str, key: int | str, instance: int, dimension: int) -> SingleObjective:
    """Make a problem of a kind by its id or name."""
    known = _makers(kind)
    for ids, why in _ABSENT:
        if key in ids and kind not in FUNCTIONS and not any(n == key for n, _ in known.values()):
            raise InvalidValueError(why)
    if not known:
        message = f"{kind} has no problems by id or name"
        raise InvalidValueError(message)
    if isinstance(instance, bool) or not hasattr(instance, "__index__"):
        message = f"an instance is an integer; got {instance!r}"
        raise InvalidTypeError(message)
    if isinstance(key, str):
        if key not in known:
            raise unknown_name(key, known, f"problem of {kind}")
        return known[key][1](int(instance), int(dimension))
    for number, make in known.values():
        if number == key:
            return make(int(instance), int(dimension))
    numbers = sorted(number for number, _ in known.values())
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
