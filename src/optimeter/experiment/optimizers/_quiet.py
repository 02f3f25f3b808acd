"""What the adapters share: silence, optional packages, generators."""

import inspect
import warnings
from collections.abc import Callable, Collection
from functools import wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

import numpy as np

from optimeter.exceptions import MissingPackageError

__all__ = ["plain_parameters", "quiet", "random_argument", "require"]

P = ParamSpec("P")
T = TypeVar("T")


def quiet(function: Callable[P, T]) -> Callable[P, T]:
    """Ignore warnings, of the interpreter and of numpy, while the function is executed."""

    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return function(*args, **kwargs)

    return wrapper


def require(module: str, *, extra: str) -> Any:
    """Import an optional package; its absence is an error that says what to install."""
    try:
        return import_module(module)
    except ImportError as error:
        message = (
            f"this optimizer needs the package {module.partition('.')[0]}, which cannot be "
            f"imported ({error}); install it with: pip install 'optimeter[{extra}]'"
        )
        raise MissingPackageError(message) from error


def random_argument(function: Callable[..., Any], rng: np.random.Generator) -> dict[str, Any]:
    """Pass the generator under the name that this version of scipy has for it."""
    name = "rng" if "rng" in inspect.signature(function).parameters else "seed"
    return {name: rng}


def plain_parameters(function: Callable[..., Any], *, without: Collection[str]) -> dict[str, Any]:
    """Return the parameters that have a word, a number, a truth value or nothing as a default."""
    return {
        one.name: one.default
        for one in inspect.signature(function).parameters.values()
        if one.name not in without and isinstance(one.default, bool | int | float | str | None)
    }
