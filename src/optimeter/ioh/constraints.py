"""Constraints that punish, and the box of a problem, which is one of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from optimeter.exceptions import InvalidValueError
from optimeter.ioh.kinds import ConstraintEnforcement

__all__ = [
    "Constraint",
    "ConstraintSet",
    "IntegerBounds",
    "IntegerConstraint",
    "RealBounds",
    "RealConstraint",
]

NOT = ConstraintEnforcement.NOT
SOFT = ConstraintEnforcement.SOFT
HARD = ConstraintEnforcement.HARD
OVERRIDE = ConstraintEnforcement.OVERRIDE


class Constraint:
    """A violation, a number that is 0 where the constraint holds, and what it does to a value."""

    def __init__(
        self,
        fn: Callable[[Any], float],
        weight: float = 1.0,
        exponent: float = 1.0,
        enforced: ConstraintEnforcement = SOFT,
        name: str = "",
    ) -> None:
        self._function = fn
        self.weight = weight
        self.exponent = exponent
        self.enforced = ConstraintEnforcement(enforced)
        self.name = name
        self._violation = 0.0

    def compute_violation(self, x: Sequence[float] | NDArray[Any]) -> bool:
        """Compute the violation at a point; True if there is one."""
        self._violation = float(self._function(x))
        return self._violation != 0.0

    def is_feasible(self, x: Sequence[float] | NDArray[Any]) -> bool:
        """Whether the constraint holds at a point."""
        return not self.compute_violation(x)

    def violation(self) -> float:
        """Return the violation that was computed last."""
        return self._violation

    def penalty(self) -> float:
        """Return weight times violation to the power of the exponent."""
        return float(self.weight * self._violation**self.exponent) if self._violation else 0.0

    def penalize(self, y: float) -> float:
        """Return the value with the penalty."""
        return y + self.penalty()

    def __call__(self, x: Sequence[float] | NDArray[Any], y: float) -> float:
        """Return the value at a point with what the constraint does to it."""
        violated = self.compute_violation(x)
        return self.penalize(y) if violated and self.enforced >= SOFT else y

    def __repr__(self) -> str:
        return f"<Constraint {self.name}>"


class RealConstraint(Constraint):
    """A constraint on real numbers."""


class IntegerConstraint(Constraint):
    """A constraint on integers."""


class _Bounds(Constraint):
    """A box; its violation is the sum of squared distances to it."""

    _type: ClassVar[type] = float

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
        super().__init__(self._excess, enforced=how)
        self._lower = np.array(lower, dtype=float)
        self._upper = np.array(upper, dtype=float)

    def _excess(self, x: Sequence[float] | NDArray[Any]) -> float:
        point = np.asarray(x, dtype=float)
        beyond = np.maximum(self._lower - point, 0.0) + np.maximum(point - self._upper, 0.0)
        return float(beyond @ beyond)

    @property
    def lb(self) -> np.ndarray:
        """The lower bounds, as a copy."""
        return self._lower.astype(self._type)

    @lb.setter
    def lb(self, values: Iterable[float]) -> None:
        self._lower = self._checked(values)

    @property
    def ub(self) -> np.ndarray:
        """The upper bounds, as a copy."""
        return self._upper.astype(self._type)

    @ub.setter
    def ub(self, values: Iterable[float]) -> None:
        self._upper = self._checked(values)

    def _checked(self, values: Iterable[float]) -> np.ndarray:
        given = np.array(list(values), dtype=float)
        if given.shape != self._lower.shape:
            message = f"the box has {len(self._lower)} variables; got {len(given)} bounds"
            raise InvalidValueError(message)
        return given

    def __repr__(self) -> str:
        lower, upper = (", ".join(f"{v:g}" for v in side) for side in (self._lower, self._upper))
        return f"<BoxConstraint lb: [[{lower}]] ub: [[{upper}]]>"


class RealBounds(_Bounds):
    """A box of real numbers."""


class IntegerBounds(_Bounds):
    """A box of integers."""

    _type = int


class ConstraintSet:
    """The constraints of a problem, each once."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self._all: list[Constraint] = []
        self._changed = changed

    def add(self, constraint: Constraint) -> None:
        """Add a constraint, unless it is there."""
        if not any(one is constraint for one in self._all):
            self._all.append(constraint)
            self._changed()

    def remove(self, constraint: Constraint) -> None:
        """Take a constraint away."""
        self._all = [one for one in self._all if one is not constraint]
        self._changed()

    def n(self) -> int:
        """Return their number."""
        return len(self._all)

    def active(self) -> list[Constraint]:
        """Return those that are enforced in some way."""
        return [one for one in self._all if one.enforced != NOT]

    def violation(self) -> float:
        """Return the sum of all violations that were computed last."""
        return sum(one.violation() for one in self.active())

    def penalty(self) -> float:
        """Return the sum of the penalties that count."""
        return sum(one.penalty() for one in self.active() if one.enforced >= SOFT)

    def __getitem__(self, index: int) -> Constraint:
        return self._all[index]

    def __iter__(self) -> Iterator[Constraint]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        return f"<ConstraintSet: {' '.join(map(repr, self._all))}>"


def forbidden_value(violated: Constraint, *, maximize: bool) -> float:
    """Return the value of a point at which a constraint forbids to evaluate the function."""
    if violated.enforced == HARD:
        return violated.penalty()
    return violated.penalize(-inf if maximize else inf)
