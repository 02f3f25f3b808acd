"""Names for the kinds of arrays that all rooms hand to each other. Below all rooms."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["Bool", "Float", "Int", "Names"]

Float = NDArray[np.float64]
Int = NDArray[np.int64]
Bool = NDArray[np.bool_]
Names = NDArray[np.object_]
