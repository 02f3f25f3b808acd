"""The common base of results that are several curves."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

import numpy as np

from optimeter._arguments import known_name
from optimeter._show import Shown, ShownRow
from optimeter.measures._frames import Framed

__all__ = ["CurveSet", "ShownCurve"]


class ShownCurve(ShownRow):
    """Mixin of single curves: they are shown by their numbers."""

    __slots__ = ()

    def summary(self) -> dict[str, Any]:
        """Return the numbers a reader would take from the curve."""
        raise NotImplementedError

    def _row(self) -> dict[str, Any]:
        return self.summary()

    def _told(self, *names: str) -> dict[str, Any]:
        """Return attributes by name."""
        return {name: getattr(self, name) for name in names}


C = TypeVar("C", bound=ShownCurve)


@dataclass(frozen=True, slots=True, repr=False)
class CurveSet(Framed, Shown, Generic[C]):
    """Several curves of one kind, in a fixed order.

    Attributes
    ----------
    curves : tuple of curves
    """

    _noun: ClassVar[str] = "curve"

    curves: tuple[C, ...]

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        return [curve.summary() for curve in self.curves[:most]], len(self.curves)

    def __len__(self) -> int:
        return len(self.curves)

    def __iter__(self) -> Iterator[C]:
        return iter(self.curves)

    @overload
    def __getitem__(self, key: int) -> C: ...
    @overload
    def __getitem__(self, key: slice) -> Self: ...
    def __getitem__(self, key: int | slice) -> "C | Self":
        return self.curves[key] if isinstance(key, int) else type(self)(self.curves[key])

    def select(self, **where: Any) -> Self:
        """Return the curves whose attributes equal the given values (floats to 1e-9)."""
        for curve in self.curves[:1]:
            known = [field.name for field in fields(curve)]  # type: ignore[arg-type]
            for name in where:
                known_name(name, known, "attribute of a curve")
        return type(self)(
            tuple(
                curve
                for curve in self.curves
                if all(_equal(getattr(curve, name), value) for name, value in where.items())
            )
        )

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the summary of each curve."""
        return [curve.summary() for curve in self.curves]

    def columns(self) -> dict[str, list[Any]]:
        """Return the numbers of all summaries by name."""
        rows = self.to_dicts()
        return {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, int | float):
        return bool(np.isclose(one, other, rtol=1e-9, atol=0.0))
    return bool(one == other)
