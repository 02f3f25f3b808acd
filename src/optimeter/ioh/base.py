"""Problems as ioh's scripts see them."""

from collections.abc import Iterable
from math import inf, nan
from sys import float_info
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._core import TrackedCall
from optimeter.exceptions import InvalidTypeError
from optimeter.ioh.constraints import (
    HARD,
    SOFT,
    Constraint,
    ConstraintSet,
    IntegerBounds,
    RealBounds,
    forbidden_value,
)
from optimeter.ioh.kinds import ConstraintEnforcement, OptimizationType
from optimeter.ioh.values import (
    IntegerSolution,
    IntegerState,
    LogInfo,
    MetaData,
    RealSolution,
    RealState,
    Solution,
    State,
)

if TYPE_CHECKING:
    from optimeter.ioh.logger.base import Logger

__all__ = ["IntegerSingleObjective", "Mixin", "RealSingleObjective", "SingleObjective"]

Point = NDArray[Any]

_SAME = float_info.epsilon
"""Values that differ by less than this are the optimum, as in ioh."""


class SingleObjective(TrackedCall):
    """A problem with one objective: ``problem(x)`` evaluates a point and counts it.

    A point of a wrong length or with a coordinate that is not finite gives NaN and is not counted.
    """

    _solution: ClassVar[type[Solution]] = Solution
    _state: ClassVar[type[State]] = State
    _bounds_class: ClassVar[type[RealBounds] | type[IntegerBounds]] = RealBounds
    _integers: ClassVar[bool] = False

    def __init__(
        self,
        name: str,
        n_variables: int = 5,
        instance: int = 1,
        is_minimization: bool = True,
        bounds: RealBounds | IntegerBounds | None = None,
        constraints: Iterable[Constraint] = (),
        optimum: Solution | None = None,
    ) -> None:
        super().__init__()
        direction = OptimizationType.MIN if is_minimization else OptimizationType.MAX
        self.meta_data = MetaData(0, instance, name, n_variables, direction)
        self.bounds = bounds or self._bounds_class(n_variables, -float_info.max, float_info.max)
        self._sign = 1.0  # -1 after `invert`
        self._raw_y: float | None = None
        self.constraints = ConstraintSet(self._set_direct)
        for one in constraints:
            self.constraints.add(one)
        worst = inf if is_minimization else -inf
        unknown = [nan] * n_variables
        self._optimum = optimum or self._solution(unknown, -worst)
        self._shape = (n_variables,)
        self._maximize = not is_minimization
        self._logger: Logger | None = None
        self._forget(keep_current=False)

    # What a problem is made of; in a class of one's own `evaluate`, and if wanted the others.

    def evaluate(self, x: Point) -> float:
        """Return the raw value at a point of the function's own variables."""
        raise NotImplementedError

    def transform_variables(self, x: Point) -> Any:
        """Return the function's own variables."""
        return x

    def transform_objectives(self, y: float) -> float:
        """Return what a raw value becomes."""
        return y

    # ---- Evaluation ----

    def _call(self, x: ArrayLike) -> float | list[float]:
        """Evaluate a point, or the rows of an array one after the other."""
        point = self._point(x)
        if point.ndim == 2:
            return [self._evaluate(np.ascontiguousarray(row)) for row in point]
        return self._evaluate(point)

    def _point(self, x: ArrayLike) -> Point:
        return np.ascontiguousarray(x, dtype=np.float64)

    def _evaluate(self, point: Point) -> float:
        if point.shape != self._shape or not np.isfinite(point).all():
            return nan
        violated = [one for one in self.constraints.active() if one.compute_violation(point)]
        for one in violated:
            if one.enforced >= HARD:
                y = forbidden_value(one, maximize=self._maximize)
                self._count(point, y, y, y)
                return y
        y = unconstrained = self._sign * self._value(point)
        for one in violated:
            if one.enforced == SOFT:
                y += one.penalty()
        raw = self._raw_y
        self._count(point, y, unconstrained, None if raw is None else self._sign * raw)
        return y

    def _value(self, point: Point) -> float:
        """Return the value before constraints; set `_raw_y`, or leave it None to be computed."""
        self._raw_y = float(self.evaluate(np.asarray(self.transform_variables(point))))
        return float(self.transform_objectives(self._raw_y))

    def _raw_at(self, x: Point) -> float:
        """Return the raw value of a point that was evaluated already."""
        return float(self.evaluate(np.asarray(self.transform_variables(x))))

    def _raw(self) -> float:
        """Return the raw value of the point evaluated last."""
        known = self._known_raw
        if known is not None:
            return known
        return nan if self._x is None else self._sign * self._raw_at(self._x)

    def _best_raw(self) -> float:
        """Return the raw value of the best point."""
        known = self._known_best_raw
        if known is not None:
            return known
        best = self._best_x
        return self._best_y if best is None else self._sign * self._raw_at(best)

    def _seen(self) -> None:
        """Show the last evaluation to the logger."""
        if self._logger is not None:
            self._logger.see(self)

    def _set_direct(self) -> None:
        """Let plain points pass to the engine where nothing stands in between."""

    # ---- What is told ----

    @property
    def state(self) -> State:
        """How far the evaluation has come: a snapshot."""
        best, now = self._best_x, self._x
        distance = abs(self._optimum.y - self._best_y)
        made = self._state(
            evaluations=self._evaluations,
            y_unconstrained=self._y_unconstrained,
            y_unconstrained_best=self._best_unconstrained,
            has_improved=self._improved,
            optimum_found=distance < _SAME,
            final_target_found=distance < self.meta_data.final_target,
        )
        if best is None:
            best = np.full(self._shape, 0 if self._integers else nan)
        made.current_best = self._solution(best, self._best_y)
        made.current_best_internal = self._solution(best, self._best_raw())
        if now is not None:
            made.current = self._solution(now, self._y)
            made.current_internal = self._solution(now, self._raw())
        return made

    @property
    def optimum(self) -> Solution:
        """The best point and value, where they are known."""
        return self._solution(self._optimum.x, self._optimum.y)

    @property
    def log_info(self) -> LogInfo:
        """What a logger gets of the last evaluation."""
        active = self.constraints.active()
        violations = [one.violation() for one in active]
        penalties = [one.penalty() for one in active]
        x = np.array([] if self._x is None else self._x, dtype=self._solution._type)
        return LogInfo(
            evaluations=self._evaluations,
            raw_y=self._raw(),
            raw_y_best=self._best_raw(),
            transformed_y=self._y_unconstrained,
            transformed_y_best=self._best_unconstrained,
            y=self._y,
            y_best=self._best_y,
            x=x,
            violations=[self.constraints.violation(), *violations],
            penalties=[self.constraints.penalty(), *penalties],
            objective=self.optimum,
            has_improved=self._improved,
        )

    @property
    def violation(self) -> float:
        """The sum of violations of the last evaluation."""
        return self.constraints.violation()

    # ---- Changes ----

    def reset(self) -> None:
        """Forget all evaluations; an attached logger begins a new run."""
        if self._logger is not None:
            self._logger.reset()
            self._logger.follow(self)
        self._forget(keep_current=True)

    def attach_logger(self, logger: "Logger") -> None:
        """Let a logger see all evaluations from now on, in place of the present one."""
        if self._logger is not None and self._logger is not logger:
            self._logger.reset()
        self._logger = logger
        self._notifies, self._sees_all = True, logger.wants_all
        logger.attach_problem(self.meta_data)
        logger.follow(self)

    def detach_logger(self) -> None:
        """Let nobody see the evaluations any more."""
        if self._logger is not None:
            self._logger.reset()
        self._logger = None
        self._notifies = self._sees_all = False

    def set_id(self, problem_id: int) -> None:
        """Change the id in the meta data."""
        self._change(problem_id=problem_id)

    def set_instance(self, instance: int) -> None:
        """Change the instance in the meta data; the function stays what it is."""
        self._change(instance=instance)

    def set_name(self, name: str) -> None:
        """Change the name in the meta data."""
        self._change(name=name)

    def set_final_target(self, final_target: float) -> None:
        """Change how close to the optimum the final target is."""
        self._change(final_target=final_target)

    def _change(self, **facts: Any) -> None:
        for name, value in facts.items():
            setattr(self.meta_data, name, value)
        if self._logger is not None:
            self._logger.attach_problem(self.meta_data)
            self._logger.follow(self)
            self._forget(keep_current=True)

    def add_constraint(self, constraint: Constraint) -> None:
        """Add a constraint."""
        self.constraints.add(constraint)

    def remove_constraint(self, constraint: Constraint) -> None:
        """Take a constraint away."""
        self.constraints.remove(constraint)

    def enforce_bounds(
        self,
        weight: float = 1.0,
        how: ConstraintEnforcement = SOFT,
        exponent: float = 1.0,
    ) -> None:
        """Add the box as a constraint; what a function does outside by itself stays."""
        self.bounds.weight = weight
        self.bounds.enforced = ConstraintEnforcement(how)
        self.bounds.exponent = exponent
        self.constraints.add(self.bounds)

    def invert(self) -> None:
        """Turn minimisation into maximisation and back; values change their sign."""
        self._sign = -self._sign
        self._set_direct()
        self._optimum = self._solution(self._optimum.x, -self._optimum.y)
        self._maximize = not self._maximize
        self.meta_data.optimization_type = (
            OptimizationType.MAX if self._maximize else OptimizationType.MIN
        )
        self.reset()

    @classmethod
    def create(cls, key: int | str, instance: int, dimension: int) -> "SingleObjective":
        """Make a problem of this class by its id or name."""
        from optimeter.ioh.registry import create  # noqa: PLC0415 - it needs this module

        return create(cls.__name__, key, instance, dimension)

    def __repr__(self) -> str:
        meta = self.meta_data
        kind = IntegerSingleObjective if self._integers else RealSingleObjective
        return (
            f"<{kind.__name__}Problem {meta.problem_id}. {meta.name} "
            f"(iid={meta.instance} dim={meta.n_variables})>"
        )


# A class may have one native base: for what is mixed into a problem that is a matter of types only.
if TYPE_CHECKING:
    Mixin = SingleObjective
else:
    Mixin = object


class RealSingleObjective(SingleObjective):
    """A problem of real numbers."""

    _solution = RealSolution
    _state = RealState


class IntegerSingleObjective(SingleObjective):
    """A problem of integers."""

    _solution = IntegerSolution
    _state = IntegerState
    _bounds_class = IntegerBounds
    _integers = True

    def _point(self, x: ArrayLike) -> Point:
        point = np.asarray(x)
        if point.dtype.kind == "f" and point.size:
            message = f"{self} takes integers; got numbers of type {point.dtype}"
            raise InvalidTypeError(message)
        return point.astype(np.float64)
