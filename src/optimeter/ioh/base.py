"""Problems as ioh's scripts see them."""

from collections.abc import Iterable
from math import inf, nan
from sys import float_info
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._core.ioh import ConstraintSet, Tracked
from optimeter.exceptions import InvalidTypeError
from optimeter.ioh.constraints import SOFT, Constraint, IntegerBounds, RealBounds
from optimeter.ioh.kinds import ConstraintEnforcement, OptimizationType
from optimeter.ioh.values import IntegerSolution, MetaData, RealSolution, Solution

if TYPE_CHECKING:
    from optimeter.ioh.logger.base import Logger

__all__ = ["IntegerSingleObjective", "Mixin", "RealSingleObjective", "SingleObjective"]

Point = NDArray[Any]


class _Problems:
    """The problems of a class, by their ids: ``ioh.problem.BBOB.problems``."""

    def __get__(self, _: object, owner: "type[SingleObjective]") -> dict[int, str]:
        from optimeter.ioh.registry import kind_of, problems  # noqa: PLC0415 - it needs this module

        return problems(kind_of(owner))


class SingleObjective(Tracked):
    """A problem with one objective: ``problem(x)`` evaluates a point and counts it.

    A point of a wrong length or with a coordinate that is not finite gives NaN and is not counted.
    """

    _solution: ClassVar[type[RealSolution] | type[IntegerSolution]] = RealSolution
    _bounds_class: ClassVar[type[RealBounds] | type[IntegerBounds]] = RealBounds
    _of_integers: ClassVar[bool] = False
    problems = _Problems()

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
        nowhere = 0 if self._of_integers else nan
        unknown = self._solution([nowhere] * n_variables, -inf if is_minimization else inf)
        self._integers = self._of_integers
        self._bounds = bounds or self._bounds_class(n_variables, -float_info.max, float_info.max)
        meta = MetaData(0, instance, name, n_variables, direction)
        self._set_up(meta, ConstraintSet(), optimum or unknown)
        for one in constraints:
            self.constraints.add(one)

    @property
    def bounds(self) -> RealBounds | IntegerBounds:
        """The box, which is a constraint once it is enforced."""
        return self._bounds

    # What a problem is made of; in a class of one's own `evaluate`, and if wanted the others.

    def evaluate(self, x: Any) -> float:
        """Return the raw value at a point of the function's own variables."""
        raise NotImplementedError

    def transform_variables(self, x: Any) -> Any:
        """Return the function's own variables."""
        return x

    def transform_objectives(self, y: float) -> float:
        """Return what a raw value becomes."""
        return y

    # ---- Evaluation; points in the usual forms are evaluated at once ----

    def _call(self, x: Any) -> float | list[float]:
        """Evaluate a point in another form, or several one after the other."""
        if isinstance(x, str | bytes) or not hasattr(x, "__len__"):
            message = f"{self} takes a point or a list of points; got {x!r}"
            raise InvalidTypeError(message)
        if len(x) and np.ndim(x[0]) == 1:
            return [self._one(row) for row in x]
        return self._one(x)

    def _one(self, x: ArrayLike) -> float:
        point = self._point(x)
        if point.ndim != 1:
            message = f"{self} takes a point or a list of points; got shape {point.shape}"
            raise InvalidTypeError(message)
        return self._evaluate(point) if len(point) == self.meta_data.n_variables else nan

    def _point(self, x: ArrayLike) -> Point:
        try:
            return np.ascontiguousarray(x, dtype=np.float64)
        except (TypeError, ValueError):
            message = f"{self} takes real numbers; got {x!r}"
            raise InvalidTypeError(message) from None

    @property
    def violation(self) -> float:
        """The sum of violations of the last evaluation."""
        return self.constraints.violation()

    def __reduce__(self) -> NoReturn:
        """Refuse copies, as ioh does: their evaluations would be no part of the state or the log."""
        message = (
            f"{self} cannot be copied or pickled, as in ioh; evaluate it in this process and its "
            "threads, or observe a problem of om.problem, which counts in all processes"
        )
        raise TypeError(message)

    # ---- Changes ----

    def reset(self) -> None:
        """Forget all evaluations; an attached logger begins a new run."""
        logger = self._logger
        if logger is not None:
            logger._end_of_run()
            logger._follow_problem(self)
        self._forget()

    def attach_logger(self, logger: "Logger") -> None:
        """Let a logger see all evaluations from now on, in place of the present one."""
        before = self._logger
        if before is not None and before is not logger:
            before._end_of_run()
        self._set_logger(logger)
        logger.attach_problem(self.meta_data)
        logger._follow_problem(self)

    def detach_logger(self) -> None:
        """Let nobody see the evaluations any more."""
        logger = self._logger
        if logger is not None:
            logger._end_of_run()
        self._set_logger(None)

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
        logger = self._logger
        if logger is not None:
            logger._end_of_run()
        for name, value in facts.items():
            setattr(self.meta_data, name, value)
        if logger is not None:
            logger.attach_problem(self.meta_data)
            logger._follow_problem(self)
            self._forget()

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
        """Add the box as a constraint, in place of what it was, as in ioh.

        Where the box is a constraint of the function (f4, f16, f17, f18 and f23 of BBOB, and all of
        SBOX), its penalty is replaced.
        """
        self.bounds.weight = weight
        self.bounds.enforced = how
        self.bounds.exponent = exponent
        self.constraints.add(self.bounds)

    def invert(self) -> None:
        """Turn minimisation into maximisation and back; values change their sign."""
        self._inverted = not self._inverted
        meta = self.meta_data
        maximise = meta.optimization_type == OptimizationType.MIN
        meta.optimization_type = OptimizationType.MAX if maximise else OptimizationType.MIN
        best = self.optimum
        self._set_up(meta, self.constraints, self._solution(best.x, -best.y))
        self.reset()

    @classmethod
    def create(cls, key: int | str, instance: int, dimension: int) -> "SingleObjective":
        """Make a problem of this class by its id or name."""
        from optimeter.ioh.registry import create, kind_of  # noqa: PLC0415 - it needs this module

        return create(kind_of(cls), key, instance, dimension)

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


class IntegerSingleObjective(SingleObjective):
    """A problem of integers."""

    _solution = IntegerSolution
    _bounds_class = IntegerBounds
    _of_integers = True

    def _point(self, x: ArrayLike) -> Point:
        point = np.asarray(x)
        if point.dtype.kind not in "iub" and point.size:
            message = f"{self} takes integers; got numbers of type {point.dtype}"
            raise InvalidTypeError(message)
        return point.astype(np.float64)
