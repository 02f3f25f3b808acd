"""How a kernel is compiled and launched: what is a constant of it, and what fits the GPU best.

Whatever is chosen here, the bits of the values are the same.
"""

from dataclasses import dataclass, replace
from typing import Any

from optimeter._core import DeviceKernel

__all__ = ["COMMON", "Plan", "plan"]

COMMON = "device/common.cu"
"""The source of the kernels that all problems share."""

_UNROLLED = 10
"""Up to this dimension everything is unrolled, and vectors are kept in registers."""
_MIDDLE = 24
"""Up to this dimension registers still suffice for most functions."""
_TILED = 64
"""Up to this dimension points pass through shared memory."""
_STAGED = 4096
"""Doubles of tables that are kept in shared memory, at most."""

# What was measured to be faster than the common choice on an H200, by number of the bbob function.
_SHARED_CALLS = {"vectors": 1, "tile": False, "blocks": 3, "rows": 10, "unroll": 8, "calls": True}
_SHARED = {"vectors": 2, "tile": False, "blocks": 2, "rows": 10}
_FASTER_MIDDLE: dict[int, dict[str, Any]] = {
    2: {"blocks": 3},
    15: _SHARED_CALLS,
    16: {"unroll": 8, "rows": 10, "calls": True},
    17: _SHARED_CALLS,
    18: _SHARED_CALLS,
    19: {"unroll": 8, "rows": 10, "blocks": 5},
    21: {"unroll": 8, "rows": 10},
    23: {"unroll": 4, "rows": 10},
}
_FASTER: dict[int, dict[str, Any]] = {
    1: {"blocks": 3},
    2: {"blocks": 2},
    3: {"vectors": 1, "tile": False, "unroll": 2},
    4: {"vectors": 1, "blocks": 2, "unroll": 8},
    5: {"blocks": 2},
    8: {"blocks": 3},
    12: {"vectors": 1, "tile": False, "blocks": 3},
    15: _SHARED,
    17: _SHARED,
    18: _SHARED,
    21: {"blocks": 3, "rows": 10},
    23: {"rows": 10},
}


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
    staged = max((end for end in kernel.ends if end <= _STAGED), default=0)
    if d <= _UNROLLED:
        blocks = 8 if d <= _UNROLLED // 2 else 6
        return Plan(blocks=blocks, staged=staged, unroll=d, rows=d, columns=d)
    if d <= _MIDDLE:
        chosen, faster = Plan(tile=True, staged=staged, unroll=d, rows=d), _FASTER_MIDDLE
    elif d <= _TILED:
        unroll = 8 if kernel.rotated else d
        chosen, faster = Plan(tile=True, staged=staged, unroll=unroll, rows=20), _FASTER
    else:
        return Plan(staged=staged)
    if kernel.family != "Bbob":
        return replace(chosen, unroll=8, rows=10)
    return replace(chosen, **faster.get(kernel.index + 1, {}))
