"""What `Problem.reveal` tells."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Optimum"]


class Optimum(NamedTuple):
    """The optimal value of a problem and a point where it is attained.

    Either is None where it is not known. With several objectives `f_opt` is the ideal point.
    """

    f_opt: float | NDArray[np.float64] | None
    x_opt: NDArray[np.float64] | None
