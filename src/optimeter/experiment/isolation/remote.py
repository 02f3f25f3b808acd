"""The problem as an optimizer sees it that is isolated: numbers, and a channel to evaluate."""

import os
from typing import Any, BinaryIO, Never

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter.exceptions import InvalidValueError, Stop

__all__ = ["RemoteProblem"]

_NUMBER = np.dtype("<f8")


class RemoteProblem:
    """A problem that is evaluated by another process, by the protocol of programs.

    It has what optimizers use of `om.Problem`; what names the problem or tells its optimum is not there.
    """

    id = name = "isolated"
    suite = group = ""
    function = instance = 0
    restored = None
    observed = True
    final_target = None
    final_target_hit = False

    def __init__(self, receive: BinaryIO, send: int) -> None:
        self._receive = receive
        self._send = send
        facts: dict[str, list[float]] = {}
        while (words := receive.readline().split()) and words[0] != b"begin":
            facts[words[0].decode()] = [float(word) for word in words[1:]]
        self.dimension = int(facts["dimension"][0])
        self.number_of_objectives = int(facts["objectives"][0])
        self.number_of_constraints = int(facts["constraints"][0])
        self.number_of_integer_variables = int(facts["integers"][0])
        self.maximize = bool(facts["maximize"][0])
        self._lower, self._upper = (np.array(facts[one]) for one in ("lower", "upper"))
        self.start: NDArray[np.float64] = np.array(facts["start"])
        self.evaluations = 0
        self.best_value = np.inf

    @property
    def lower_bounds(self) -> NDArray[np.float64]:
        """The lower bounds of the region of interest."""
        return self._lower.copy()

    @property
    def upper_bounds(self) -> NDArray[np.float64]:
        """The upper bounds of the region of interest."""
        return self._upper.copy()

    @property
    def initial_solution(self) -> NDArray[np.float64]:
        """The start of this run."""
        return self.start.copy()

    @property
    def evaluations_constraints(self) -> int:
        """Evaluations of the constraints: each point is evaluated as a whole."""
        return self.evaluations if self.number_of_constraints else 0

    def __call__(self, x: ArrayLike) -> Any:
        """Evaluate the objectives of a point, or of points, one a row."""
        rows, single = self._evaluate(x)
        values = rows[:, : self.number_of_objectives]
        if self.number_of_objectives == 1:
            return float(values[0, 0]) if single else values[:, 0].copy()
        return values[0] if single else values

    def constraint(self, x: ArrayLike) -> Any:
        """Evaluate the constraints; the objectives are evaluated, too, and count."""
        return self.evaluate_all(x)[1]

    def evaluate_all(self, x: ArrayLike) -> tuple[Any, Any]:
        """Evaluate objectives and constraints."""
        rows, single = self._evaluate(x)
        values: Any = rows[:, : self.number_of_objectives]
        if self.number_of_objectives == 1:
            values = values[:, 0]
        constraints = rows[:, self.number_of_objectives :]
        return (values[0], constraints[0]) if single else (values, constraints)

    def checkpoint(self, state: object) -> bool:  # noqa: ARG002
        """Keep nothing: a run that is isolated has no checkpoints."""
        return False

    def recommend(self, x: ArrayLike) -> None:
        """Do nothing."""

    def signal_restart(self) -> None:
        """Note that a new descent begins."""
        self._tell(b"restart\n")

    def finish(self) -> None:
        """Say that the optimizer has returned."""
        self._tell(b"done\n")

    def __reduce__(self) -> Never:
        message = "the problem of an isolated run stays in its process"
        raise TypeError(message)

    def _evaluate(self, x: ArrayLike) -> tuple[NDArray[np.float64], bool]:
        points = np.asarray(x, dtype=_NUMBER)
        single = points.ndim == 1
        points = np.atleast_2d(points)
        if points.ndim != 2 or points.shape[1] != self.dimension:
            message = (
                f"a point has {self.dimension} coordinates; got an array of shape {np.shape(x)}"
            )
            raise InvalidValueError(message)
        width = self.number_of_objectives + self.number_of_constraints
        if not len(points):
            return np.empty((0, width)), single
        self._tell(b"block %d\n" % len(points) + points.tobytes())
        if not self._receive.readline().startswith(b"block "):
            raise Stop
        content = self._receive.read(8 * len(points) * width)
        if len(content) < 8 * len(points) * width:
            raise Stop
        rows = np.frombuffer(content, _NUMBER).astype(np.float64).reshape(len(points), width)
        self.evaluations += len(points)
        self.best_value = min(self.best_value, float(np.min(rows[:, 0])))
        return rows, single

    def _tell(self, content: bytes) -> None:
        rest = memoryview(content)
        try:
            while rest:
                rest = rest[os.write(self._send, rest) :]
        except BrokenPipeError:
            raise Stop from None
