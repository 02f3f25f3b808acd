"""The facts of the suites, as the engine has them."""

from optimeter import _core
from optimeter._arguments import known_name
from optimeter._core import FunctionInfo, GroupInfo, Problem, SuiteInfo
from optimeter.exceptions import InvalidTypeError

__all__ = [
    "FunctionInfo",
    "GroupInfo",
    "SuiteInfo",
    "function_groups",
    "known_suite",
    "require_problem",
    "suite_info",
    "suite_word",
    "suites",
]


def suites() -> tuple[str, ...]:
    """Return the names of all suites.

    Examples
    --------
    >>> import optimeter as om
    >>> "bbob" in om.suites()
    True
    """
    return tuple(_core.suite_names())


def suite_info(name: str) -> SuiteInfo:
    """Return the facts of a suite: functions, groups, dimensions, instances, what its problems are.

    Examples
    --------
    >>> suite_info("bbob-biobj").number_of_objectives
    2
    """
    return _core.suite_info(_known(name))


def _known(name: object) -> str:
    if not isinstance(name, str):
        message = f"the name of a suite must be a string; got {name!r}"
        raise InvalidTypeError(message)
    return known_name(name, suites(), "suite")


def known_suite(name: str) -> SuiteInfo | None:
    """Return the facts of a suite; None of one that is not known, as data may name any."""
    return _core.suite_info(name) if name in suites() else None


def suite_word(name: str) -> str:
    """Return what a suite is called, also where data name none."""
    return name or "unnamed suite"


def function_groups(name: str) -> dict[str, tuple[int, ...]]:
    """Return the functions of each group and subgroup of a suite, none of one that is not known.

    Data may write the name in capitals; a suite with a feature (``"bbob+noise"``) has the groups of
    the suite without it.

    Examples
    --------
    >>> function_groups("bbob")["separable"], function_groups("mine")
    ((1, 2, 3, 4, 5), {})
    """
    info = known_suite(name) or known_suite(name.lower()) or known_suite(name.partition("+")[0])
    if info is None:
        return {}
    return {group.name: tuple(group.functions) for group in (*info.groups, *info.subgroups)}


def require_problem(given: object, what: str) -> None:
    """Raise unless a problem is given; `what` says what is done with problems."""
    if not isinstance(given, Problem):
        message = f"{what}; got {given!r}"
        raise InvalidTypeError(message)
