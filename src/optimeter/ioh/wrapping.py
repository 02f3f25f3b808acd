"""Functions of one's own as problems."""

from collections.abc import Callable, Iterable
from math import inf, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from optimeter._arguments import integer
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.ioh.base import IntegerSingleObjective, Point, RealSingleObjective, SingleObjective
from optimeter.ioh.constraints import Constraint
from optimeter.ioh.kinds import OptimizationType, ProblemClass
from optimeter.ioh.registry import get_problem, register
from optimeter.ioh.values import Solution

__all__ = ["wrap_integer_problem", "wrap_problem", "wrap_real_problem"]

Function = Callable[[Any], float]

_LARGEST = 1.7976931348623157e308


# A class may have one native base: for what is mixed in that is a matter of types only.
if TYPE_CHECKING:
    from optimeter.ioh.base import SingleObjective as _Base
else:
    _Base = object


class _Wrapped(_Base):
    """A function with what an instance does to its variables and values."""

    _function: Function
    _variables: Callable[[Point, int], Iterable[float]] | None
    _objectives: Callable[[float, int], float] | None
    _instance: int

    def evaluate(self, x: Point) -> float:
        given = x.astype(np.int32) if self._integers else x
        y = self._function(given)
        if np.ndim(y):
            message = f"{self.meta_data.name} must return a number; got {y!r}"
            raise InvalidTypeError(message)
        return float(y)

    def transform_variables(self, x: Point) -> Any:
        if self._variables is None:
            return x
        changed = np.array([*self._variables(x.copy(), self._instance)], dtype=np.float64)
        if changed.shape != x.shape:
            message = (
                f"the transformation of variables of {self.meta_data.name} must return "
                f"{len(x)} numbers; got shape {changed.shape}"
            )
            raise InvalidValueError(message)
        return changed

    def transform_objectives(self, y: float) -> float:
        return y if self._objectives is None else float(self._objectives(y, self._instance))


class _WrappedReal(_Wrapped, RealSingleObjective):
    pass


class _WrappedInteger(_Wrapped, IntegerSingleObjective):
    pass


def _wrap(
    kind: type[_Wrapped],
    family: str,
    function: Function,
    name: str,
    optimization_type: object,
    lb: float | None,
    ub: float | None,
    transform_variables: Any,
    transform_objectives: Any,
    calculate_objective: Any,
    constraints: Iterable[Constraint],
) -> None:
    if not isinstance(optimization_type, OptimizationType):  # whatever else would be maximised
        message = (
            f"optimization_type must be OptimizationType.MIN or MAX; got {optimization_type!r}"
        )
        raise InvalidTypeError(message)
    minimise = optimization_type == OptimizationType.MIN
    listed = tuple(constraints)

    def make(instance: int, dimension: int) -> SingleObjective:
        integer(dimension, "dimension", least=0)
        low = -_LARGEST if lb is None else lb
        high = _LARGEST if ub is None else ub
        optimum = kind._solution([nan] * dimension, -inf if minimise else inf)
        if calculate_objective is not None:
            best = calculate_objective(instance, dimension)
            x, y = (best.x, best.y) if isinstance(best, Solution) else best
            optimum = kind._solution(x, float(y))
        box = kind._bounds_class([low] * dimension, [high] * dimension)
        made = kind(name, dimension, instance, minimise, box, listed, optimum)
        made._function = function
        made._variables = transform_variables
        made._objectives = transform_objectives
        made._instance = instance
        made.meta_data.problem_id = number
        return made

    number = register(family, name, make)


def wrap_real_problem(
    function: Function,
    name: str,
    optimization_type: OptimizationType = OptimizationType.MIN,
    lb: float | None = None,
    ub: float | None = None,
    transform_variables: Any = None,
    transform_objectives: Any = None,
    calculate_objective: Any = None,
    constraints: Iterable[Constraint] = (),
) -> None:
    """Register a function of real numbers; `get_problem` then makes problems of it."""
    _wrap(
        _WrappedReal, "RealSingleObjective", function, name, optimization_type, lb, ub,
        transform_variables, transform_objectives, calculate_objective, constraints,
    )  # fmt: skip


def wrap_integer_problem(
    function: Function,
    name: str,
    optimization_type: OptimizationType = OptimizationType.MIN,
    lb: float | None = None,
    ub: float | None = None,
    transform_variables: Any = None,
    transform_objectives: Any = None,
    calculate_objective: Any = None,
    constraints: Iterable[Constraint] = (),
) -> None:
    """Register a function of integers; `get_problem` then makes problems of it."""
    _wrap(
        _WrappedInteger, "IntegerSingleObjective", function, name, optimization_type, lb, ub,
        transform_variables, transform_objectives, calculate_objective, constraints,
    )  # fmt: skip


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
    if problem_class not in {ProblemClass.REAL, ProblemClass.INTEGER}:
        message = f"problem_class of a wrapped function is REAL or INTEGER; got {problem_class!r}"
        raise InvalidValueError(message)
    wrap = wrap_real_problem if problem_class is ProblemClass.REAL else wrap_integer_problem
    chosen = name or function.__name__
    wrap(
        function, chosen, optimization_type, lb, ub,
        transform_variables, transform_objectives, calculate_objective, constraints or (),
    )  # fmt: skip
    return get_problem(chosen, instance, dimension, problem_class)
