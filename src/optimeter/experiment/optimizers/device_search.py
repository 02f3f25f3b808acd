"""Random search on a GPU: points are drawn there and never leave it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimeter import _core
from optimeter.exceptions import InvalidValueError
from optimeter.experiment.optimizers.box import Box
from optimeter.problems import Problem

__all__ = ["RandomSearch"]

_FIRST = 1024
"""Points in the first batch."""
_NUMBERS = 1 << 27
"""Coordinates in the largest batch: a gigabyte."""


@dataclass(frozen=True, slots=True)
class RandomSearch:
    """Draw points uniformly from the region of interest, in batches that grow.

    The points differ from those of ``random-search`` on the processor, and do not depend on the
    sizes of the batches.

    Parameters
    ----------
    device
        ``"cuda"`` or ``"cuda:1"``, the GPU of that number.
    """

    device: str = "cuda"

    def __post_init__(self) -> None:
        """Raise if the device is none."""
        self.ordinal  # noqa: B018

    @property
    def name(self) -> str:
        """The name of the optimizer."""
        return f"random-search:{self.device}"

    @property
    def handles(self) -> frozenset[str]:
        """What problems it is for: all that have kernels for GPUs."""
        return frozenset({"single-objective", "multi-objective", "constraints"})

    @property
    def ordinal(self) -> int:
        """The number of the GPU."""
        kind, _, number = self.device.partition(":")
        if kind != "cuda" or not (number or "0").isdecimal():
            message = f"device must be 'cuda' or 'cuda:1', for example; got {self.device!r}"
            raise InvalidValueError(message)
        return int(number or 0)

    def __call__(
        self,
        problem: Problem,
        start: NDArray[np.float64],  # noqa: ARG002
        rng: np.random.Generator,
    ) -> None:
        """Evaluate until the run is over."""
        from optimeter.problems.gpu.evaluate import common_program  # noqa: PLC0415 - rarely used
        from optimeter.problems.gpu.halving import evaluate_in_parts, new_array  # noqa: PLC0415

        box = Box.of(problem)
        d = problem.dimension
        bounds = np.stack([box.lower, box.width, box.upper], axis=1).ravel()
        key = int(rng.integers(0, 2**64, dtype=np.uint64))
        stream = _core.DeviceUniform(
            self.ordinal, common_program(self.ordinal), bounds.tolist(), box.integers, key
        )
        largest = max(1, _NUMBERS // d)
        while True:
            count = min(max(_FIRST, problem.evaluations), largest)
            points = new_array(problem, count, ordinal=self.ordinal)
            fits = points.shape[0]
            stream.fill(points.memory.address, fits, points.stream)
            fits = evaluate_in_parts(problem, points)
            if fits < count:
                largest = fits
            del points  # before there are others
