"""What `Problem.evaluate_all` returns."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Evaluated"]


class Evaluated(NamedTuple):
    """Objectives and constraints of a point, or of a batch.

    `f` is a float, or (m,) with m objectives; of a batch (n,) or (n, m). `g` has shape (l,) or
    (n, l) with l constraints, possibly none; feasible is ``g <= 0``.
    """

    f: float | NDArray[np.float64]
    g: NDArray[np.float64]
