"""Optional packages, imported when they are needed; one wording where one is missing. Below all rooms."""

import re
from importlib import import_module
from typing import Any

from optimeter.exceptions import MissingPackageError

__all__ = ["missing_package", "package"]


def package(module: str, need: str = "this") -> Any:
    """Import a package, or a part of it, that not everybody has.

    Parameters
    ----------
    module
    need
        What needs it, for the message.

    Raises
    ------
    MissingPackageError
        If it cannot be imported; the message says how to install it.

    Examples
    --------
    >>> package("numpy.linalg").__name__
    'numpy.linalg'
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise missing_package(module, need, error) from error


def missing_package(
    module: str, need: str, error: ImportError | None = None
) -> MissingPackageError:
    """Make the error that says what is missing, for what, and how to install it."""
    name = module.partition(".")[0]
    why = "" if error is None else f", which cannot be imported ({error})"
    return MissingPackageError(
        f"{need} needs the package {name}{why}; install it with: pip install {_wanted(name)}"
    )


def _wanted(name: str) -> str:
    """Return what to install for a package: the extra of ours that brings it, or the package."""
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415 - only for errors

    try:
        requirements = requires("optimeter") or []
    except PackageNotFoundError:  # used from its sources
        requirements = []
    for requirement in requirements:
        extra = re.search(r"extra == ['\"]([\w-]+)['\"]", requirement)
        brought = re.match(r"[\w.-]+", requirement)
        if extra and brought and brought[0] == name and extra[1] not in {"test", "lint", "docs"}:
            return f"'optimeter[{extra[1]}]'"
    return name
