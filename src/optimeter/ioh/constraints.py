"""Constraints that punish, and the box of a problem, which is one of them."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from numpy.typing import NDArray

from optimeter._core import ioh as native
from optimeter._core.ioh import ConstraintSet
from optimeter.exceptions import InvalidValueError
from optimeter.ioh.kinds import ConstraintEnforcement

__all__ = [
    "AbstractIntegerConstraint",
    "AbstractRealConstraint",
    "Constraint",
    "ConstraintSet",
    "IntegerBounds",
    "IntegerConstraint",
    "RealBounds",
    "RealConstraint",
]

NOT = ConstraintEnforcement.NOT
SOFT = ConstraintEnforcement.SOFT


class Constraint(native.Constraint):
    """A violation, a number that is 0 where the constraint holds, and what it does to a value."""

    _type: ClassVar[type] = float

    def __init__(
        self,
        weight: float = 1.0,
        exponent: float = 1.0,
        enforced: ConstraintEnforcement = SOFT,
        name: str = "",
    ) -> None:
        super().__init__()
        self.weight = weight
        self.exponent = exponent
        self.enforced = enforced
        self.name = name
        self._integers = self._type is int
        self._own = type(self).compute_violation is not native.Constraint.compute_violation

    @property
    def enforced(self) -> ConstraintEnforcement:
        """What a violation does to a value."""
        return ConstraintEnforcement(self._enforced)

    @enforced.setter
    def enforced(self, how: ConstraintEnforcement) -> None:
        self._enforced = int(ConstraintEnforcement(how))

    def __repr__(self) -> str:
        return f"<FunctionalConstraint {self.name}>"


class AbstractRealConstraint(Constraint):
    """Base of constraints of one's own, which define `compute_violation` and `violation`."""


class AbstractIntegerConstraint(Constraint):
    """The same on integers."""

    _type = int


# A class may have one native base: for what is mixed in that is a matter of types only.
if TYPE_CHECKING:
    _Mixin = Constraint
else:
    _Mixin = object


class _Functional(_Mixin):
    def __init__(
        self,
        fn: Callable[[Any], float],
        weight: float = 1.0,
        exponent: float = 1.0,
        enforced: ConstraintEnforcement = SOFT,
        name: str = "",
    ) -> None:
        super().__init__(weight, exponent, enforced, name)
        self._function = fn


class RealConstraint(_Functional, AbstractRealConstraint):
    """A constraint on real numbers."""


class IntegerConstraint(_Functional, AbstractIntegerConstraint):
    """A constraint on integers."""


class _Bounds(_Mixin):
    """A box; its violation is the sum of squared distances to it."""

    def __init__(
        self,
        lb: Iterable[float] | int,
        ub: Iterable[float] | float,
        enforced: ConstraintEnforcement | float = NOT,
        fourth: ConstraintEnforcement = NOT,
    ) -> None:
        if isinstance(lb, int):  # size, lower, upper, enforced
            lower, upper = [float(ub)] * lb, [float(enforced)] * lb  # type: ignore[arg-type]
            how = fourth
        else:
            lower, upper = list(lb), list(ub)  # type: ignore[arg-type]
            how = ConstraintEnforcement(int(enforced))
        super().__init__(enforced=how)
        self._lower = [float(one) for one in lower]
        self._upper = [float(one) for one in upper]

    @property
    def lb(self) -> NDArray[Any]:
        """The lower bounds, as a copy."""
        return self._lower_array

    @lb.setter
    def lb(self, values: Iterable[float]) -> None:
        self._lower = self._checked(values)

    @property
    def ub(self) -> NDArray[Any]:
        """The upper bounds, as a copy."""
        return self._upper_array

    @ub.setter
    def ub(self, values: Iterable[float]) -> None:
        self._upper = self._checked(values)

    def _checked(self, values: Iterable[float]) -> list[float]:
        given = [float(one) for one in values]
        if len(given) != len(self._lower):
            message = f"the box has {len(self._lower)} variables; got {len(given)} bounds"
            raise InvalidValueError(message)
        return given

    def __repr__(self) -> str:
        lower, upper = (", ".join(f"{v:g}" for v in side) for side in (self._lower, self._upper))
        return f"<BoxConstraint lb: [[{lower}]] ub: [[{upper}]]>"


class RealBounds(_Bounds, AbstractRealConstraint):
    """A box of real numbers."""


class IntegerBounds(_Bounds, AbstractIntegerConstraint):
    """A box of integers."""
