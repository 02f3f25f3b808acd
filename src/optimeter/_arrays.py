"""Names for the kinds of arrays that all rooms hand to each other. Below all rooms."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["AnyArray", "Bool", "DeviceArray", "Float", "Int", "Names", "Point", "Points"]

Float = NDArray[np.float64]
Int = NDArray[np.int64]
Bool = NDArray[np.bool_]
Names = NDArray[np.object_]

Point = np.ndarray[tuple[int], np.dtype[Any]] | Sequence[float]
"""What a type checker knows to be one point."""

Points = np.ndarray[tuple[int, int], np.dtype[Any]] | Sequence[Point]
"""What a type checker knows to be a batch of points, a row each."""


AnyArray = np.ndarray[tuple[int, int, int], np.dtype[Any]]
"""An array of unknown shape: as the first of overloads, only such arrays fit, which fit anything."""


class DeviceArray(Protocol):
    """An array of another library, possibly in the memory of a GPU: torch, cupy, jax."""

    def __dlpack__(self, *, stream: Any = ...) -> Any:
        """Hand over its memory."""
