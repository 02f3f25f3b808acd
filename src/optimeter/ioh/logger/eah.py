"""Histograms of attainment: which errors runs had reached by which evaluations."""

from math import expm1, floor, inf, isfinite, log1p
from typing import TYPE_CHECKING, Any, ClassVar

from optimeter._core import ioh as native
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.ioh.logger.base import Logger
from optimeter.ioh.logger.trigger import OnImprovement
from optimeter.ioh.values import LogInfo

if TYPE_CHECKING:
    from optimeter.ioh.base import SingleObjective

__all__ = [
    "EAH",
    "IntegerScale",
    "LinearIntegerScale",
    "LinearRealScale",
    "Log2IntegerScale",
    "Log2RealScale",
    "Log10IntegerScale",
    "Log10RealScale",
    "RealScale",
]


class _Scale:
    """A range of numbers in buckets; each holds its lower end, and the last one the upper as well."""

    _kind: ClassVar[str]
    _number: ClassVar[type] = float

    def __init__(self, min: float, max: float, size: int) -> None:
        if not min < max or size < 1:
            message = f"a scale goes up and has buckets; got min {min}, max {max} and size {size}"
            raise InvalidValueError(message)
        self.min, self.max, self.size = self._number(min), self._number(max), int(size)

    @property
    def length(self) -> float:
        """How far the ends are apart."""
        return self._number(self.max - self.min)  # type: ignore[no-any-return]

    def holds(self, value: float) -> bool:
        """Whether a number is in the range."""
        return bool(self.min <= value <= self.max)

    def index(self, value: float) -> int:
        """Return the bucket that a number is in."""
        if not self.holds(value):
            message = f"{self} holds numbers from {self.min} to {self.max}; got {value}"
            raise InvalidValueError(message)
        return min(self.size - 1, floor(self._share(value - self.min) * self.size))

    def bounds(self, bucket: int) -> tuple[float, float]:
        """Return the ends of a bucket."""
        if not 0 <= bucket < self.size:
            message = f"{self} has buckets from 0 to {self.size - 1}; got {bucket}"
            raise InvalidValueError(message)
        low, high = (self.min + self._distance(k / self.size) for k in (bucket, bucket + 1))
        return low, high

    def _share(self, distance: float) -> float:
        raise NotImplementedError

    def _distance(self, share: float) -> float:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{self._kind} (({self.min:g}, {self.max:g}), {self.size})>"


class RealScale(_Scale):
    """A range of real numbers."""

    _kind = "RealScale"


class IntegerScale(_Scale):
    """A range of integers."""

    _kind = "IntegerScale"
    _number = int


class _Linear(_Scale):
    """Buckets of one width."""

    def step(self) -> float:
        """Return the width."""
        width: float = self._number(self.length / self.size)
        return width

    def _share(self, distance: float) -> float:
        return distance / self.length

    def _distance(self, share: float) -> float:
        return self.length * share


class _Logarithmic(_Scale):
    """Buckets that grow: 1 and the distance to the lower end by equal factors, whatever the base."""

    def _share(self, distance: float) -> float:
        return log1p(distance) / log1p(self.length)

    def _distance(self, share: float) -> float:
        return expm1(log1p(self.length) * share)


class LinearRealScale(_Linear, RealScale):
    """Real numbers in buckets of one width."""


class Log2RealScale(_Logarithmic, RealScale):
    """Real numbers in growing buckets."""


class Log10RealScale(_Logarithmic, RealScale):
    """Real numbers in growing buckets."""


class LinearIntegerScale(_Linear, IntegerScale):
    """Integers in buckets of one width."""


class Log2IntegerScale(_Logarithmic, IntegerScale):
    """Integers in growing buckets."""


class Log10IntegerScale(_Logarithmic, IntegerScale):
    """Integers in growing buckets."""


Cells = list[list[bool]]


class EAH(Logger, native.Logger):
    """Tells of each run which errors it had reached by which number of evaluations.

    ``EAH(error_min, error_max, error_buckets, evals_min, evals_max, evals_buckets)`` or
    ``EAH(error_scale, eval_scale)``. An error is the distance to the optimum, or the value itself
    where no optimum is known; errors and evaluations outside the scales are left out.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__()
        if len(given) == 6:
            given = Log10RealScale(*given[:3]), Log10IntegerScale(*given[3:])
        if not (
            len(given) == 2
            and isinstance(given[0], RealScale)
            and isinstance(given[1], IntegerScale)
        ):
            message = (
                "EAH takes error_min, error_max, error_buckets, evals_min, evals_max and "
                f"evals_buckets, or a scale of errors and one of evaluations; got {given}"
            )
            raise InvalidTypeError(message)
        self.error_range, self.eval_range = given
        self._begin([OnImprovement()])
        self._runs: dict[tuple[int, int, int], list[Cells]] = {}
        self._cells: Cells | None = None
        self._optimum = inf

    def __call__(self, log_info: LogInfo) -> None:
        """Log an evaluation."""
        if self._cells is None:
            columns = self.eval_range.size
            self._cells = [[False] * columns for _ in range(self.error_range.size)]
            meta = self.problem
            key = (meta.problem_id, meta.n_variables, meta.instance)
            self._runs.setdefault(key, []).append(self._cells)
        best = log_info.y_best
        error = abs(best - self._optimum) if isfinite(self._optimum) else best
        if not self.error_range.holds(error) or not self.eval_range.holds(log_info.evaluations):
            return
        first = self.eval_range.index(log_info.evaluations)
        for row in self._cells[self.error_range.index(error) :]:
            row[first:] = [True] * (len(row) - first)

    def call(self, log_info: LogInfo) -> None:
        """Log an evaluation."""
        self(log_info)

    def _end_of_run(self) -> None:
        super()._end_of_run()
        self._cells = None

    def _follow_problem(self, problem: "SingleObjective") -> None:
        self._cells = None
        self._optimum = problem.optimum.y

    @property
    def data(self) -> dict[int, dict[int, dict[int, dict[int, Cells]]]]:
        """All histograms by problem, dimension, instance and run (from 1).

        Each is a list by errors of lists by evaluations.
        """
        made: dict[int, dict[int, dict[int, dict[int, Cells]]]] = {}
        for (function, dimension, instance), runs in self._runs.items():
            by_instance = made.setdefault(function, {}).setdefault(dimension, {})
            by_instance[instance] = {i: _copy(cells) for i, cells in enumerate(runs, 1)}
        return made

    def at(self, problem_id: int, dimension: int, instance: int, run: int) -> Cells:
        """Return the histogram of a run."""
        return _copy(self._runs[problem_id, dimension, instance][run - 1])

    @property
    def size(self) -> tuple[int, int, int, int]:
        """The largest numbers of problems, dimensions, instances and runs."""
        by_problem: dict[int, set[int]] = {}
        by_dimension: dict[tuple[int, int], set[int]] = {}
        for function, dimension, instance in self._runs:
            by_problem.setdefault(function, set()).add(dimension)
            by_dimension.setdefault((function, dimension), set()).add(instance)
        return (
            len(by_problem),
            max(map(len, by_problem.values()), default=0),
            max(map(len, by_dimension.values()), default=0),
            max(map(len, self._runs.values()), default=0),
        )

    def __repr__(self) -> str:
        return f"<EAH {self.size}>"


def _copy(cells: Cells) -> Cells:
    return [[*row] for row in cells]
