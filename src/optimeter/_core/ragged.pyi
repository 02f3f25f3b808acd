"""Look-ups in ragged arrays."""

import numpy as np
from numpy.typing import NDArray

def first_at_most(
    offsets: NDArray[np.int64],
    values: NDArray[np.float64],
    keys: NDArray[np.int64],
    limits: NDArray[np.float64],
    rows: NDArray[np.int32],
    result: NDArray[np.float64],
) -> None: ...
def last_at_most(
    offsets: NDArray[np.int64],
    keys: NDArray[np.int64],
    values: NDArray[np.float64],
    limits: NDArray[np.float64],
    rows: NDArray[np.int32],
    result: NDArray[np.float64],
) -> None: ...
