"""Problems outside of suites, without counters."""

import numpy as np
from numpy.typing import NDArray

from optimeter._core import PointCall, _bbob_function
from optimeter.coco.exceptions import NoSuchProblemException, NoSuchSuiteException
from optimeter.coco.suite import sizes
from optimeter.exceptions import InvalidValueError
from optimeter.problems import Problem as Evaluated
from optimeter.problems import problem, suite_info

__all__ = ["BareProblem"]

Floats = NDArray[np.float64]

_SUITE = "bbob"


class BareProblem(PointCall):
    """A problem of suite ``bbob`` in any dimension and instance; evaluations are not counted.

    Examples
    --------
    >>> from optimeter.coco import BareProblem
    >>> bare = BareProblem("bbob", 1, 13, 1)
    >>> bare, bare.id, bare([0] * 13) > bare.best_value()
    (BareProblem('bbob', 1, 13, 1), 'bbob_f001_i01_d13', True)
    """

    __slots__ = ("_evaluated", "_tainted")

    def __init__(self, suite_name: str, function: int, dimension: int, instance: int) -> None:
        if suite_name != _SUITE:
            raise NoSuchSuiteException(suite_name, f"bare problems are of suite {_SUITE!r}")
        super().__init__()
        function, dimension, instance = sizes(function, dimension, instance)
        if not any(one.number == function for one in suite_info(_SUITE).functions):
            raise NoSuchProblemException(suite_name, function)
        self._tainted = False
        self._evaluated: Evaluated = (
            problem(suite_name, function, dimension, instance)
            if instance
            else _instance_zero(function, dimension)
        )
        self._floats = True
        self.direct = self._evaluated

    @property
    def suite_name(self) -> str:
        """The name of the suite."""
        return _SUITE

    @property
    def id(self) -> str:
        """The identifier."""
        return self._evaluated.id

    @property
    def function(self) -> int:
        """The number of the function."""
        return self._evaluated.function

    @property
    def dimension(self) -> int:
        """The number of variables."""
        return self._evaluated.dimension

    @property
    def instance(self) -> int:
        """The number of the instance."""
        return self._evaluated.instance

    @property
    def is_tainted(self) -> bool:
        """Whether the optimal point was asked for."""
        return self._tainted

    def best_value(self) -> float:
        """Return the optimal value."""
        return float(np.asarray(self._evaluated.reveal().f_opt))

    def best_parameter(self) -> Floats:
        """Return the optimal point; the problem is tainted afterwards."""
        self._tainted = True
        return np.array(self._evaluated.reveal().x_opt)

    def _call(self, x: object) -> float | Floats | None:
        """Evaluate several points, (n, D), giving n values, or what is no plain point."""
        if not isinstance(x, list | np.ndarray):
            message = f"a bare problem takes a list or an array; got {type(x).__name__}"
            raise AttributeError(message)  # COCO's kind of error for it
        points = np.asarray(x, dtype=float)
        if points.ndim > 2:
            return None
        if points.ndim == 2 and isinstance(x, np.ndarray) and not _plain(x):
            message = "several points must be a C-contiguous array of float64, or nested lists"
            raise InvalidValueError(message)
        if not points.ndim or points.shape[-1] != self.dimension:
            message = (
                f"{self.id} takes points with {self.dimension} coordinates; "
                f"got shape {points.shape}"
            )
            raise InvalidValueError(message)
        values: float | Floats = self._evaluated(points)
        return values

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        numbers = f"{self.function}, {self.dimension}, {self.instance}"
        return f"BareProblem({self.suite_name!r}, {numbers})"


def _instance_zero(function: int, dimension: int) -> Evaluated:
    """Make the instance that no suite lists."""
    box = np.full(dimension, 5.0)
    return Evaluated.from_callable(
        _bbob_function(function, dimension, 0),
        -box,
        box,
        function_number=function,
        instance=0,
        id=suite_info(_SUITE).id(function, dimension, 0),
    )


def _plain(x: NDArray[np.generic]) -> bool:
    return x.dtype == np.float64 and x.flags.c_contiguous
