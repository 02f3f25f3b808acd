"""Lists of numbers as JSON."""

import numpy as np
from numpy.typing import NDArray

def rounded(values: NDArray[np.float64], ends: NDArray[np.int64], digits: int) -> list[bytes]: ...
def differences(values: NDArray[np.int64], ends: NDArray[np.int64]) -> list[bytes]: ...
