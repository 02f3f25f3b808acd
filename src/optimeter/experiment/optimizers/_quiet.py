"""What the adapters share: silence, direction, generators, parameters."""

import inspect
import warnings
from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

from optimeter.problems import Problem

__all__ = ["plain_parameters", "quiet", "random_argument", "sign_of"]

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


def sign_of(problem: Problem) -> float:
    """Return what the values of a problem are multiplied by to be minimized."""
    return -1.0 if problem.maximize else 1.0


def random_argument(function: Callable[..., Any], rng: np.random.Generator) -> dict[str, Any]:
    """Pass the generator under the name that this version of scipy has for it, if it takes one."""
    names = [one for one in ("rng", "seed") if one in inspect.signature(function).parameters]
    return dict.fromkeys(names[:1], rng)


def plain_parameters(function: Callable[..., Any], *, without: Collection[str]) -> dict[str, Any]:
    """Return the parameters that have a word, a number, a truth value or nothing as a default."""
    return {
        one.name: one.default
        for one in inspect.signature(function).parameters.values()
        if one.name not in without and isinstance(one.default, bool | int | float | str | None)
    }
