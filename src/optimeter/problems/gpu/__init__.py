"""Problems on a GPU: points in its memory are evaluated there, with the bits of the processor.

Nothing has to be asked for: ``problem(X)`` with an array of torch, cupy or jax on a GPU gives an
array of the same library there. Kernels are compiled when first needed (`compiler`), with the
function and the dimension as constants (`plan`), and kept on disk.
"""

from optimeter.problems.gpu.arrays import DeviceArray
from optimeter.problems.gpu.evaluate import prepare

__all__ = ["DeviceArray", "prepare"]
