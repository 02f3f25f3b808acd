"""Problems of CUTEst as a suite, where pycutest is installed: those that it has compiled."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._core import Problem
from optimeter.exceptions import InvalidValueError
from optimeter.problems.callables import from_callable

__all__ = ["compiled"]

Float = NDArray[np.float64]
INFINITE = 1e20  # what CUTEst writes for no bound
Parameters = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The objective of a problem of CUTEst, or its constraints; found by name in every process."""

    name: str
    parameters: Parameters
    constraints: bool

    def __call__(self, x: Float) -> Float:
        """Return the value at a point, or constraints that are to be at most 0."""
        problem = _imported(self.name, self.parameters)
        if not self.constraints:
            return np.asarray(problem.obj(x), dtype=np.float64)
        values = np.asarray(problem.cons(x), dtype=np.float64)
        low, high = np.asarray(problem.cl), np.asarray(problem.cu)
        below, above = low > -INFINITE, high < INFINITE
        return np.concatenate([(low - values)[below], (values - high)[above]])


def compiled() -> list[Problem]:
    """Return the problems that pycutest has in its cache and that have no equations.

    Where a variable is not bounded, the region of interest lies around the start.
    """
    import pycutest  # noqa: PLC0415 - it looks for CUTEst when it is imported

    known = sorted((name, _sorted(given)) for name, given in pycutest.all_cached_problems())
    numbers = {name: k for k, name in enumerate(dict.fromkeys(name for name, _ in known), start=1)}
    problems = []
    for name, parameters in known:
        made = _imported(name, parameters)
        if made.m == 0 or not np.any(made.is_eq_cons):
            problems.append(_problem(name, parameters, made, number=numbers[name]))
    if not problems:
        message = (
            "pycutest has compiled no problem without equations yet; "
            "pycutest.import_problem('ROSENBR') compiles one, which is then in this suite"
        )
        raise InvalidValueError(message)
    return problems


@cache
def _imported(name: str, parameters: Parameters) -> Any:
    import pycutest  # noqa: PLC0415

    return pycutest.import_problem(name, sifParams=dict(parameters) or None)


def _sorted(parameters: Mapping[str, float] | None) -> Parameters:
    return tuple(sorted((parameters or {}).items()))


def _problem(name: str, parameters: Parameters, made: Any, *, number: int) -> Problem:
    start = np.asarray(made.x0, dtype=np.float64)
    width = np.maximum(10.0, 2.0 * np.abs(start))
    low, high = (np.asarray(bound, dtype=np.float64) for bound in (made.bl, made.bu))
    words = ", ".join(f"{key} = {value}" for key, value in parameters)
    constraints = Evaluated(name, parameters, constraints=True) if made.m else None
    return from_callable(
        Evaluated(name, parameters, constraints=False),
        np.where(low > -INFINITE, low, start - width),
        np.where(high < INFINITE, high, start + width),
        name=f"{name} ({words})" if words else name,
        constraint=constraints,
        constraints=0 if constraints is None else len(constraints(start)),
        initial_solution=start,
        suite="cutest",
        function_number=number,
    )
