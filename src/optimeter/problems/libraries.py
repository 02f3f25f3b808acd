"""Libraries of problems: suites of other packages, by name.

A package announces one as an entry point of the group ``optimeter.suites``: a callable without
arguments that returns a `Suite` or problems. Optimeter has some of its own here: adapters for
libraries that are used where they are installed.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from optimeter._arguments import unknown_name
from optimeter._packages import missing_package
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems.info import suites

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from optimeter._core import Problem
    from optimeter.problems.suite import Suite

__all__ = ["GROUP", "library_names", "library_problems"]

GROUP = "optimeter.suites"

_OURS: Mapping[str, str] = MappingProxyType(
    {
        "cutest": "optimeter.problems.cutest_problems:compiled",
        "max-coverage": "optimeter.problems.graphs:coverages",
        "max-cut": "optimeter.problems.graphs:cuts",
        "optunahub-hpolib": "optimeter.problems.optunahub_problems:hpolib",
        "optunahub-zdt": "optimeter.problems.optunahub_problems:zdt",
        "pymoo": "optimeter.problems.pymoo_problems:single_objective",
        "pymoo-constrained": "optimeter.problems.pymoo_problems:constrained",
    }
)


def library_names() -> tuple[str, ...]:
    """Return the names of all suites that are not in the engine: ours, and those of packages.

    Examples
    --------
    >>> "pymoo" in library_names()
    True
    """
    return tuple(dict.fromkeys((*_OURS, *(point.name for point in _announced()))))


def _announced() -> "EntryPoints":
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and rarely used

    return entry_points(group=GROUP)


def library_problems(name: str) -> "Suite | Iterable[Problem]":
    """Return what a library gives: a suite or problems.

    Raises
    ------
    UnknownNameError
        If no suite has that name; the nearest are named.
    MissingPackageError
        If a package that it needs is not installed.
    """
    if name in _OURS:
        module, _, attribute = _OURS[name].partition(":")
        try:
            given: Any = getattr(import_module(module), attribute)()
        except ImportError as error:
            raise missing_package(error.name or module, f"suite {name!r}", error) from error
    else:
        points = [point for point in _announced() if point.name == name]
        if not points:
            raise unknown_name(name, (*suites(), *library_names()), "suite")
        if len(points) > 1:
            packages = " and ".join(str(point.dist and point.dist.name) for point in points)
            message = f"the suite {name!r} is announced twice: by {packages}; uninstall one of them"
            raise InvalidValueError(message)
        given = points[0].load()()
    if not isinstance(given, Iterable):
        message = f"the suite {name!r} must be made of problems; got {given!r}"
        raise InvalidTypeError(message)
    return given
