"""What the adapters share: silence, generators, parameters."""

import inspect
import warnings
from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

__all__ = ["plain_parameters", "quiet", "random_argument"]

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
