"""Functions of one's own as problems."""

from collections.abc import Callable, Iterable
from sys import float_info
from typing import Any

import numpy as np

from optimeter._arguments import integer
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.ioh.base import (
    IntegerSingleObjective,
    Mixin,
    Point,
    RealSingleObjective,
    SingleObjective,
)
from optimeter.ioh.constraints import Constraint
from optimeter.ioh.kinds import OptimizationType, ProblemClass
from optimeter.ioh.registry import get_problem, register
from optimeter.ioh.values import Solution

__all__ = [
    "IntegerSingleObjectiveWrappedProblem",
    "RealSingleObjectiveWrappedProblem",
    "wrap_integer_problem",
    "wrap_problem",
    "wrap_real_problem",
]

Function = Callable[[Any], float]


class _Wrapped(Mixin):
    """A function with what an instance does to its variables and values."""

    def _transformed(self, x: Point) -> Point:
        """Return the function's own variables."""
        changed = np.array([*self._variables(x, self.meta_data.instance)], dtype=x.dtype)
        if changed.shape != x.shape:
            message = (
                f"the transformation of variables of {self.meta_data.name} must return "
                f"{len(x)} numbers; got shape {changed.shape}"
            )
            raise InvalidValueError(message)
        return changed


class RealSingleObjectiveWrappedProblem(_Wrapped, RealSingleObjective):
    """A function of real numbers."""


class IntegerSingleObjectiveWrappedProblem(_Wrapped, IntegerSingleObjective):
    """A function of integers."""


_KINDS: dict[ProblemClass, type[_Wrapped]] = {
    ProblemClass.REAL: RealSingleObjectiveWrappedProblem,
    ProblemClass.INTEGER: IntegerSingleObjectiveWrappedProblem,
}


def _wrapping(problem_class: ProblemClass) -> Callable[..., None]:
    """Make the function that registers functions of a kind."""
    kind = _KINDS[problem_class]

    def wrap(
        function: Function,
        name: str,
        optimization_type: object = OptimizationType.MIN,
        lb: float | None = None,
        ub: float | None = None,
        transform_variables: Any = None,
        transform_objectives: Any = None,
        calculate_objective: Any = None,
        constraints: Iterable[Constraint] = (),
    ) -> None:
        """Register a function; `get_problem` then makes problems of it."""
        if not isinstance(optimization_type, OptimizationType):  # whatever else would be maximised
            message = (
                f"optimization_type must be OptimizationType.MIN or MAX; got {optimization_type!r}"
            )
            raise InvalidTypeError(message)
        minimise = optimization_type == OptimizationType.MIN
        listed = tuple(constraints)
        low = -float_info.max if lb is None else lb
        high = float_info.max if ub is None else ub

        def make(instance: int, dimension: int) -> SingleObjective:
            integer(dimension, "dimension", least=0)
            optimum = None
            if calculate_objective is not None:
                best = calculate_objective(instance, dimension)
                x, y = (best.x, best.y) if isinstance(best, Solution) else best
                optimum = kind._solution(x, float(y))
            box = kind._bounds_class(dimension, low, high)
            made = kind(name, dimension, instance, minimise, box, listed, optimum)
            made._set_function(function, transform_variables, transform_objectives, instance)
            made.meta_data.problem_id = number
            return made

        number = register(problem_class.value, name, make)

    wrap.__name__ = wrap.__qualname__ = f"wrap_{problem_class.name.lower()}_problem"
    return wrap


wrap_real_problem = _wrapping(ProblemClass.REAL)
wrap_integer_problem = _wrapping(ProblemClass.INTEGER)


def wrap_problem(
    function: Function,
    name: str | None = None,
    problem_class: ProblemClass = ProblemClass.REAL,
    dimension: int = 5,
    instance: int = 1,
    optimization_type: OptimizationType = OptimizationType.MIN,
    lb: float | None = 0,
    ub: float | None = 1,
    transform_variables: Any = None,
    transform_objectives: Any = None,
    calculate_objective: Any = None,
    constraints: Iterable[Constraint] | None = None,
) -> SingleObjective:
    """Register a function and make a problem of it."""
    if problem_class not in _KINDS:
        message = f"problem_class of a wrapped function is REAL or INTEGER; got {problem_class!r}"
        raise InvalidValueError(message)
    chosen = name or function.__name__
    _wrapping(problem_class)(
        function, chosen, optimization_type, lb, ub,
        transform_variables, transform_objectives, calculate_objective, constraints or (),
    )  # fmt: skip
    return get_problem(chosen, instance, dimension, problem_class)
