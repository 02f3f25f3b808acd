"""The native core of Optimeter."""

from collections.abc import Callable
from typing import Any

import numpy
import numpy.typing

from optimeter._core import parsers as parsers
import optimeter.problems.optimum


def _problem_from_callable(arguments: dict[str, object]) -> Problem: ...

class Problem:
    """
    A problem of a suite, or one made from a callable.

    ``problem(x)`` evaluates a point of shape (d,), ``problem(X)`` a batch of shape (n, d); both count.
    """

    def __call__(self, x: numpy.typing.ArrayLike, /) -> Any:
        """Evaluate a point, (d,), giving a float or (m,) values, or a batch, (n, d)."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def suite(self) -> str: ...

    @property
    def function(self) -> int: ...

    @property
    def dimension(self) -> int: ...

    @property
    def instance(self) -> int: ...

    @property
    def group(self) -> str: ...

    @property
    def number_of_objectives(self) -> int: ...

    @property
    def number_of_constraints(self) -> int: ...

    @property
    def number_of_integer_variables(self) -> int: ...

    @property
    def lower_bounds(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def upper_bounds(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def initial_solution(self) -> numpy.typing.NDArray[numpy.float64]:
        """The first point to try, as a new array."""

    @property
    def target_precision(self) -> float:
        """How close to the optimal value the final target is."""

    @property
    def evaluations(self) -> int: ...

    @property
    def evaluations_constraints(self) -> int: ...

    @property
    def best_value(self) -> float:
        """The best objective value so far; inf before the first evaluation."""

    @property
    def final_target_hit(self) -> bool: ...

    @property
    def observed(self) -> bool:
        """True while an observer records this problem."""

    def constraint(self, x: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
        """
        The constraint values of a point, (l,), or of a batch, (n, l); feasible is <= 0.
        """

    def recommend(self, x: numpy.typing.ArrayLike) -> None:
        """Log a recommendation without counting an evaluation."""

    def reveal(self) -> optimeter.problems.optimum.Optimum:
        """
        The optimum as a named tuple (f_opt, x_opt); noted in the recorded data.
        """

    def signal_restart(self) -> None:
        """Tell the observer that a restart follows."""

    def _limit(self, evaluations: int | None, *, at_target: bool = False) -> None:
        """
        Raise Stop beyond this number of evaluations, and, if `at_target`, after the final target.
        """

    def __copy__(self) -> Problem: ...

    def __deepcopy__(self, memo: object) -> Problem: ...

    def __reduce__(self) -> tuple[object, ...]: ...

    def _set_state(self, state: tuple[int, int, float, bool]) -> None: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def _repr_html_(self) -> str: ...

    @staticmethod
    def from_callable(function: Callable[..., object], lower: numpy.typing.ArrayLike, upper: numpy.typing.ArrayLike, **options: object) -> Problem:
        """
        Make a problem from a Python function; see optimeter.problems.callables.
        """

def isa() -> str:
    """
    The instruction set of the kernels: the fastest available one, or the one that the environment variable OPTIMETER_ISA names. It changes the speed, never a result.
    """

def available_isas() -> list[str]:
    """
    The instruction sets that this machine and this build support, from slowest to fastest.
    """

def _vecmath(name: str, isa: str, x: object, y: object | None = None) -> object:
    """
    exp, log, sin, cos or pow of an array by the kernels of an instruction set.
    """

class FunctionInfo:
    """A function of a suite."""

    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def group(self) -> str: ...

class GroupInfo:
    """A group of functions of a suite."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

class SuiteDefinition:
    """What a suite consists of."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def dimensions(self) -> list[int]: ...

    @property
    def functions(self) -> list[FunctionInfo]: ...

    @property
    def groups(self) -> list[GroupInfo]: ...

    @property
    def years(self) -> list[int]: ...

    def instances(self, year: int | None = None) -> list[int]:
        """The instances of a year, or the default ones."""

    def check_dimension(self, dimension: int) -> None:
        """Raise unless problems of this dimension can be made."""

    def id(self, function: int, dimension: int, instance: int) -> str:
        """The id of a problem."""

def suite_names() -> list[str]: ...

def suite_definition(name: str) -> SuiteDefinition: ...

def make_problem(suite: str, function: int, dimension: int, instance: int) -> Problem:
    """Make one problem of a suite."""

def set_threads(count: int) -> None: ...

def threads() -> int: ...
