"""Benchmark problems of OptunaHub as suites, where optunahub is installed.

A problem there has a `search_space` of named distributions, `directions`, and `evaluate` of a dictionary.
Here it has numbers: those that count come first, as numbers of a step or of a category from 0; others
lie in the range of their distribution, or of its logarithm. Packages are loaded by name, and
downloaded by optunahub where they are not there yet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.study import StudyDirection

from optimeter._core import Problem
from optimeter.exceptions import InvalidValueError
from optimeter.problems.callables import from_callable

__all__ = ["hpolib", "zdt"]

Float = NDArray[np.float64]
Arguments = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The objectives of a problem, or its constraints; it is made anew in every process."""

    package: str
    arguments: Arguments
    what: str

    def __call__(self, x: Float) -> Float:
        """Return the values at a point, to be minimised unless there is one objective only."""
        made = _made(self.package, self.arguments)
        values = getattr(made, self.what)(_parameters(made.search_space, x))
        result = np.atleast_1d(np.asarray(values, dtype=np.float64))
        return result * _signs(made) if self.what == "evaluate" else result


def hpolib() -> list[Problem]:
    """Return the four tabulated neural networks of HPOLib, with the training of seed 0."""
    return [_problem("hpolib", {"dataset_id": k, "seed": 0}, k + 1) for k in range(4)]


def zdt() -> list[Problem]:
    """Return the six problems of Zitzler, Deb and Thiele, with two objectives."""
    return [_problem("zdt", {"function_id": k}, k) for k in range(1, 7)]


@cache
def _made(package: str, arguments: Arguments) -> Any:
    import optunahub  # noqa: PLC0415 - it downloads the package if need be

    return optunahub.load_module(f"benchmarks/{package}").Problem(**dict(arguments))


def _problem(package: str, arguments: Mapping[str, int], number: int) -> Problem:
    given = tuple(arguments.items())
    made = _made(package, given)
    ranges = [_range(one) for one in _ordered(made.search_space).values()]
    lower, upper, counted = zip(*ranges, strict=True)
    constraints = hasattr(made, "evaluate_constraints")
    middle = np.round((np.array(lower) + np.array(upper)) / 2)
    count = (
        len(made.evaluate_constraints(_parameters(made.search_space, middle))) if constraints else 0
    )
    return from_callable(
        Evaluated(package, given, "evaluate"),
        lower,
        upper,
        name=f"{package} {number}",
        objectives=len(made.directions),
        constraint=Evaluated(package, given, "evaluate_constraints") if constraints else None,
        constraints=count,
        integer_variables=sum(counted),
        maximize=_maximised(made) and not constraints,
        suite=f"optunahub-{package}",
        function_number=number,
    )


def _maximised(made: Any) -> bool:
    """Say whether it has one objective, which is to be maximised."""
    return list(made.directions) == [StudyDirection.MAXIMIZE]


def _signs(made: Any) -> Float:
    """Return what the objectives are multiplied by: one that is maximised alone stays as it is."""
    if _maximised(made) and not hasattr(made, "evaluate_constraints"):
        return np.ones(1)
    return np.array([-1.0 if one == StudyDirection.MAXIMIZE else 1.0 for one in made.directions])


def _counted(distribution: object) -> bool:
    return isinstance(distribution, (IntDistribution, CategoricalDistribution))


def _ordered(space: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the variables in the order that they have here: those that count first."""
    return MappingProxyType(dict(sorted(space.items(), key=lambda entry: not _counted(entry[1]))))


def _range(distribution: Any) -> tuple[float, float, bool]:
    """Return the bounds of a variable, and whether it counts."""
    if isinstance(distribution, CategoricalDistribution):
        return 0.0, len(distribution.choices) - 1.0, True
    if isinstance(distribution, IntDistribution):
        return 0.0, float((distribution.high - distribution.low) // distribution.step), True
    if isinstance(distribution, FloatDistribution):
        ends = distribution.low, distribution.high
        low, high = np.log(ends) if distribution.log else ends
        return float(low), float(high), False
    message = f"a variable must be a float, an integer or a category; got {distribution!r}"
    raise InvalidValueError(message)


def _parameters(space: Mapping[str, Any], x: Float) -> dict[str, Any]:
    """Return what a point stands for; beyond the ends of a range its ends are taken."""
    return {
        name: _parameter(distribution, float(value))
        for (name, distribution), value in zip(_ordered(space).items(), x, strict=True)
    }


def _parameter(distribution: Any, value: float) -> Any:
    low, high, counted = _range(distribution)
    inside = min(max(value, low), high)
    if counted:
        place = round(inside)
        if isinstance(distribution, CategoricalDistribution):
            return distribution.choices[place]
        return distribution.low + place * distribution.step
    if distribution.log:
        return min(max(float(np.exp(inside)), distribution.low), distribution.high)
    if distribution.step is not None:
        return (
            distribution.low
            + round((inside - distribution.low) / distribution.step) * distribution.step
        )
    return inside
