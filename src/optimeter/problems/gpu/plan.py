"""How a kernel is compiled and launched: what is a constant of it, and what fits the GPU best.

Whatever is chosen here, the bits of the values are the same.
"""

from dataclasses import dataclass

from optimeter._core import DeviceKernel

__all__ = ["COMMON", "WARP", "Plan", "plan"]

WARP = 32
COMMON = "device/common.cu"
"""The source of the kernels that all problems share."""

_UNROLLED = 10
"""Up to this dimension loops over the variables are unrolled, and vectors are kept in registers."""
_TILED = 64
"""Up to this dimension points pass through shared memory."""
_STAGED = 4096
"""Doubles of tables that are kept in shared memory, at most."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Choices for one kernel.

    Attributes
    ----------
    threads
        Of a block.
    blocks
        That a processor runs at a time, at least: it limits the registers of a thread.
    tile
        Whether points are read in order, through shared memory, or each by its thread.
    vectors
        Of the two vectors of a point, how many are kept in shared memory.
    staged
        Doubles of the tables that are kept in shared memory.
    unroll
        Variables at a time in loops over them.
    rows, columns
        Of a matrix that are multiplied at a time.
    peaks
        That are compared at a time.
    calls
        Whether mathematical functions are called rather than copied to where they are used.
    """

    threads: int = 128
    blocks: int = 4
    tile: bool = False
    vectors: int = 0
    staged: int = 0
    unroll: int = 8
    rows: int = 10
    columns: int = 4
    peaks: int = 8
    calls: bool = False

    def shared_bytes(self, dimension: int) -> int:
        """Return the bytes of shared memory that a block needs."""
        row = dimension | 1 if self.tile else 0
        vector = (dimension + 7) // 8 * 8 + 2 | 1
        return 8 * (self.staged + self.threads * (row + self.vectors * vector))

    def defines(self, kernel: DeviceKernel) -> dict[str, object]:
        """Return the constants that a kernel is compiled with."""
        return {
            "FAMILY": kernel.family,
            "FUNCTION": kernel.index,
            "DIMENSION": kernel.dimension,
            "BLOCK": kernel.block,
            "INTEGERS": kernel.integers,
            "BOXED": int(kernel.boxed),
            "THREADS": self.threads,
            "BLOCKS": self.blocks,
            "TILE": int(self.tile),
            "VECTORS": self.vectors,
            "STAGED": self.staged,
            "UNROLL": self.unroll,
            "ROWS": self.rows,
            "COLUMNS": self.columns,
            "PEAKS": self.peaks,
            "CALLS": int(self.calls),
        }


def plan(kernel: DeviceKernel) -> Plan:
    """Choose for a kernel."""
    d = kernel.dimension
    whole = [end for end in kernel.ends if end <= _STAGED]
    unrolled = d <= _UNROLLED or not (kernel.rotated or d > 40)
    return Plan(
        tile=_UNROLLED < d <= _TILED,
        staged=max(whole, default=0),
        unroll=d if unrolled else 8,
        rows=min(d, 10),
        columns=d if d <= _UNROLLED else 4,
    )
