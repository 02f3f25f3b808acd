"""Step functions: the shape of every empirical distribution."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from optimeter._core.measures import cumulated
from optimeter._show import Shown
from optimeter.exceptions import InvalidValueError
from optimeter.measures._table import Float, Int

__all__ = ["Steps", "steps_of"]


@dataclass(frozen=True, slots=True, repr=False)
class Steps(Shown):
    """A right-continuous, non-decreasing step function.

    Attributes
    ----------
    x : (s,) float64
        Positions of the steps, strictly increasing.
    y : (s,) float64
        Value at and after each step; 0 before the first.

    Examples
    --------
    >>> steps = steps_of([10, 100, 10], [0.25, 0.25, 0.25])
    >>> steps.at([1, 10, 1000]).tolist()
    [0.0, 0.5, 0.75]
    """

    _noun: ClassVar[str] = "step"

    x: Float
    y: Float

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        rows = zip(self.x[:most].tolist(), self.y[:most].tolist(), strict=True)
        return [{"x": x, "y": y} for x, y in rows], len(self)

    def __len__(self) -> int:
        return len(self.x)

    @property
    def limit(self) -> float:
        """The value at the right end."""
        return float(self.y[-1]) if len(self.y) else 0.0

    def at(self, x: ArrayLike) -> Float:
        """Return the values at positions x, steps at x included."""
        positions = np.searchsorted(self.x, np.asarray(x, dtype=np.float64), side="right")
        return np.append(0.0, self.y)[positions]

    def inverse(self, y: ArrayLike) -> Float:
        """Return the smallest x at which the value is at least y; inf if none is."""
        positions = np.searchsorted(self.y, np.asarray(y, dtype=np.float64) - 1e-12, side="left")
        return np.append(self.x, np.inf)[positions]

    def area(self, low: float = 0.0, high: float = 7.0) -> float:
        """Return the mean value over log10 x between `low` and `high`.

        Steps left of the window count from its left end, those right of it not at all.
        """
        if not low < high:
            message = f"the window needs low < high; got {low!r} and {high!r}"
            raise InvalidValueError(message)
        return self.moments(low, high)[0]

    def geometric_mean(self, high: float = 7.0) -> float:
        """Return the geometric mean position of the steps up to 10^high; inf if there is none."""
        return self.moments(high - 1, high)[1]

    def logs(self) -> Float:
        """Return log10 x of the steps."""
        with np.errstate(divide="ignore"):
            return np.log10(self.x)

    def moments(
        self, low: float = 0.0, high: float = 7.0, logs: Float | None = None
    ) -> tuple[float, float]:
        """Return `area` and `geometric_mean` of a window, for little more than one of them.

        Who has asked for `logs` before gives them.
        """
        gains = np.diff(self.y, prepend=0.0)
        logs = self.logs() if logs is None else logs
        inside = self.x <= 10.0**high
        reached = float(gains @ inside)
        area = float(gains @ np.clip(high - logs, 0.0, high - low)) / (high - low)
        if reached <= 0:
            return area, np.inf
        return area, float(10.0 ** ((gains * inside) @ logs / reached))

    def thinned(self, points: int) -> "Steps":
        """Return about `points` of the steps, evenly spread in log10 x, values unchanged there."""
        if len(self.x) <= points:
            return self
        logs = np.log10(np.maximum(self.x, 1e-300))
        cells = np.floor((logs - logs[0]) / max(logs[-1] - logs[0], 1e-300) * (points - 1))
        last = _last_of_each(cells)
        return Steps(self.x[last], self.y[last])

    def clipped(self, low: float, high: float) -> "Steps":
        """Return the function with steps beyond two limits moved to them.

        Examples
        --------
        >>> steps_of([0, 1e-20, 1, 50], [0.1] * 4).clipped(1e-3, 10).x.tolist()
        [0.001, 1.0, 10.0]
        """
        x = np.clip(self.x, low, high)
        last = _last_of_each(x)
        return Steps(x[last], self.y[last])

    def on_grid(
        self, per_decade: int = 25, high: float = 7.0, logs: Float | None = None
    ) -> "Steps":
        """Return at most one step per cell of a logarithmic grid; exact at every grid point.

        Cells end at x = 10^(m / per_decade), from 1 to 10^high; the last step of each cell is
        kept, so that the value at the grid points is that of the full function. Steps beyond
        10^high are dropped. Who has asked for `logs` before gives them.

        Examples
        --------
        >>> steps = steps_of([2, 3, 10, 11], [0.1, 0.2, 0.3, 0.4]).on_grid(1)
        >>> steps.x.tolist(), steps.y.round(1).tolist()
        ([10.0, 11.0], [0.6, 1.0])
        """
        logs = self.logs() if logs is None else logs
        # A step on a grid point belongs to the cell that ends there, whatever the rounding.
        cells = np.maximum(np.ceil(logs * per_decade - 1e-9), 0.0)
        keep = cells <= round(high * per_decade)
        last = _last_of_each(cells[: np.count_nonzero(keep)])  # positions increase
        return Steps(self.x[last], self.y[last])


def _last_of_each(values: Float) -> Int:
    """Return the last place of every run of equal values."""
    last = np.ones(len(values), dtype=bool)
    last[:-1] = values[1:] != values[:-1]
    return np.flatnonzero(last)


def steps_of(values: ArrayLike, masses: ArrayLike) -> Steps:
    """Return the cumulated masses of atoms; infinite atoms are never reached."""
    x = np.ascontiguousarray(values, dtype=np.float64).reshape(-1)
    mass = np.asarray(masses, dtype=np.float64)
    if mass.shape != x.shape:
        mass = np.broadcast_to(mass, x.shape)
    x, total = cumulated(x, np.ascontiguousarray(mass))
    total[np.abs(total - 1) < 1e-12] = 1.0  # all there is, not all but for rounding
    return Steps(x, total)
