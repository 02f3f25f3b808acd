"""The line protocol of programs: what they are told, what they may say, and the answers.

It is documented for those who write programs in docs/any-optimizer.md.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._text import printable
from optimeter.exceptions import InvalidValueError, Stop
from optimeter.experiment.programs.process import Process
from optimeter.problems import Problem

__all__ = ["VERSION", "converse", "greeting"]

VERSION = 1
"""Of the protocol. History: 1, the first."""

_LARGEST = 1 << 30  # bytes of a batch
_QUOTED = 120  # characters of a bad line
_NUMBER = np.dtype("<f8")


def greeting(problem: Problem, start: NDArray[np.float64], seed: int) -> bytes:
    """Return the lines that a program is told first.

    Examples
    --------
    >>> import numpy as np
    >>> import optimeter as om
    >>> print(greeting(om.problem("bbob", 1, 2), np.zeros(2), 7).decode())
    optimeter 1
    dimension 2
    objectives 1
    constraints 0
    integers 0
    maximize 0
    seed 7
    lower -5.0 -5.0
    upper 5.0 5.0
    start 0.0 0.0
    begin
    <BLANKLINE>
    """
    facts: dict[str, object] = {
        "optimeter": VERSION,
        "dimension": problem.dimension,
        "objectives": problem.number_of_objectives,
        "constraints": problem.number_of_constraints,
        "integers": problem.number_of_integer_variables,
        "maximize": int(problem.maximize),
        "seed": seed,
        "lower": _written(problem.lower_bounds),
        "upper": _written(problem.upper_bounds),
        "start": _written(start),
    }
    return "".join(f"{key} {fact}\n" for key, fact in facts.items()).encode() + b"begin\n"


def converse(process: Process, problem: Problem) -> Stop | None:
    """Answer what a program says until it has finished, or until `Stop` ends the run, and return that."""
    conversation = _Conversation(process, problem)
    dimension, line, write = problem.dimension, process.line, process.write
    evaluate = conversation.evaluate if problem.number_of_constraints else problem
    try:
        while (said := line()) is not None:
            try:
                numbers = list(map(float, said.split()))
            except ValueError:
                numbers = []
            if len(numbers) == dimension:
                value = evaluate(numbers)
                text = repr(value) if isinstance(value, float) else _written(value)
                write(f"{text}\n".encode())
            elif not conversation.obey(said):
                break
    except Stop as stop:
        return stop
    return None


class _Conversation:
    """What can be said about one problem, and the answers."""

    def __init__(self, process: Process, problem: Problem) -> None:
        self._process = process
        self._problem = problem
        self._width = problem.number_of_objectives + problem.number_of_constraints
        largest = _LARGEST // (_NUMBER.itemsize * max(problem.dimension, self._width))
        self._largest = largest

    def obey(self, said: bytes) -> bool:
        """Do what is said; False if the program has finished."""
        match said.split():
            case [b"done"]:
                self._process.finished = True
                return False
            case [b"restart"]:
                self._problem.signal_restart()
                return True
            case [b"batch", size] if size.isdigit():
                return self._answer_batch(self._read_lines(self._count(said, size)), said=None)
            case [b"block", size] if size.isdigit():
                return self._answer_batch(self._read_block(self._count(said, size)), said=said)
        accepted = f"{self._problem.dimension} numbers, 'batch N', 'block N', 'restart' or 'done'"
        raise _refusal(self._process, said, f"accepted: {accepted}")

    def _answer_batch(self, points: NDArray[np.float64] | None, *, said: bytes | None) -> bool:
        """Evaluate a batch and answer in lines, or after a line in bytes; False if it was cut off."""
        if points is None:
            return False
        rows = np.asarray(self.evaluate(points), _NUMBER).reshape(len(points), self._width)
        if said is None:
            self._process.write("".join(f"{_written(row)}\n" for row in rows).encode())
        else:
            self._process.write(said + b"\n" + rows.tobytes())
        return True

    def evaluate(self, points: Any) -> Any:
        """Return objectives and constraints of a point or a batch."""
        if not self._problem.number_of_constraints:
            return self._problem(points)
        values, constraints = self._problem.evaluate_all(points)
        if np.ndim(values) < np.ndim(constraints):
            values = np.expand_dims(values, -1)
        return np.concatenate([values, constraints], axis=-1)

    def _count(self, said: bytes, size: bytes) -> int:
        """Return the number of points of a batch."""
        count = int(size)
        if not 0 < count <= self._largest:
            raise _refusal(self._process, said, f"a batch has 1 to {self._largest} points")
        return count

    def _read_lines(self, count: int) -> NDArray[np.float64] | None:
        """Read points, one a line."""
        points = np.empty((count, self._problem.dimension))
        for row in range(count):
            said = self._process.line()
            if said is None:
                return None
            try:
                points[row] = [float(word) for word in said.split()]
            except ValueError:
                accepted = f"accepted in a batch: {self._problem.dimension} numbers"
                raise _refusal(self._process, said, accepted) from None
        return points

    def _read_block(self, count: int) -> NDArray[np.float64] | None:
        """Read points as doubles, little-endian, one point after the other."""
        dimension = self._problem.dimension
        block = self._process.block(_NUMBER.itemsize * count * dimension)
        if block is None:
            return None
        return (
            np.frombuffer(block, _NUMBER).astype(np.float64, copy=False).reshape(count, dimension)
        )


def _written(numbers: object) -> str:
    """Write numbers such that they are read as the same."""
    return " ".join(map(repr, np.atleast_1d(np.asarray(numbers, dtype=np.float64)).tolist()))


def _refusal(process: Process, said: bytes, why: str) -> InvalidValueError:
    quoted = printable(said[:_QUOTED].decode(errors="replace"))
    more = " …" if len(said) > _QUOTED else ""
    return InvalidValueError(f"{process.name} wrote '{quoted}{more}'; {why}")
