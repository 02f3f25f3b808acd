"""The problems of ioh that the engine evaluates: those of BBOB, SBOX and PBO."""

from math import inf
from typing import Any, ClassVar

import numpy as np

from optimeter._core import _function_in_parts, _ising_torus
from optimeter.exceptions import InvalidValueError
from optimeter.ioh.base import IntegerSingleObjective, Mixin, RealSingleObjective
from optimeter.ioh.constraints import RealBounds
from optimeter.ioh.values import RealSolution
from optimeter.problems import Problem, suite_info
from optimeter.problems import problem as make_problem

__all__ = ["BBOB", "PBO", "SBOX", "OfEngine", "OfSuite", "classes"]


class OfEngine(Mixin):
    """A problem that the engine evaluates."""

    def _start(self, engine: Problem, name: str, problem_id: int, instance: int) -> None:
        """Begin with a problem of the engine."""
        best = engine.reveal()
        worst = -inf if engine.maximize else inf
        point = np.zeros(engine.dimension) if best.x_opt is None else best.x_opt
        value = -worst if best.f_opt is None else best.f_opt
        super().__init__(
            name,
            engine.dimension,
            instance,
            not engine.maximize,
            self._bounds_class(engine.lower_bounds.tolist(), engine.upper_bounds.tolist()),
            optimum=self._solution(point, float(value)),
        )
        self.meta_data.problem_id = problem_id
        self._set_engine(engine, 0.0)


class OfSuite(OfEngine):
    """A problem of a suite. Which function it is stands in the class."""

    suite: ClassVar[str]
    function: ClassVar[int] = 0
    function_name: ClassVar[str]

    def __init__(self, instance: int = 1, n_variables: int = 5) -> None:
        if not self.function:
            message = (
                f"{type(self).__name__} is a kind of problems; use its function classes, "
                "`create` or ioh.get_problem"
            )
            raise InvalidValueError(message)
        self._begin(instance, n_variables)

    def _begin(self, instance: int, n_variables: int) -> None:
        """Begin with a function of the suite; all instances below 1 are the first."""
        first = max(instance, 1)
        if self.function_name == "IsingTorus" and n_variables > 0:  # of any number of bits
            engine = Problem.from_callable(
                _ising_torus(n_variables, first),
                np.zeros(n_variables),
                np.ones(n_variables),
                integer_variables=n_variables,
                maximize=True,
            )
        else:
            engine = make_problem(self.suite, self.function, n_variables, first)
        self._start(engine, self.function_name, self.function, instance)


class _InParts(OfSuite, RealSingleObjective):
    """A function to which the optimal value and the penalty at the boundary are added here.

    Raw values are those of the function itself, and the penalty is a constraint, as in ioh.
    """

    boxed: ClassVar[bool]

    def _begin(self, instance: int, n_variables: int) -> None:
        function, best, point, penalty = _function_in_parts(
            self.boxed, self.function, n_variables, instance
        )
        box = RealBounds(n_variables, -5.0, 5.0)
        RealSingleObjective.__init__(
            self, self.function_name, n_variables, instance, bounds=box,
            optimum=RealSolution(point, best),
        )  # fmt: skip
        self.meta_data.problem_id = self.function
        self._set_engine(function, best)
        weight = inf if self.boxed else penalty
        if weight:
            self.enforce_bounds(weight)


class BBOB(_InParts):
    """The 24 noiseless functions."""

    suite = "bbob"
    boxed = False


class SBOX(_InParts):
    """The same with a hard box."""

    suite = "sbox"
    boxed = True


class PBO(OfSuite, IntegerSingleObjective):
    """The 25 pseudo-Boolean functions."""

    suite = "pbo"

    def __init__(self, instance: int = 1, n_variables: int = 16) -> None:
        super().__init__(instance, n_variables)


def classes(kind: type[OfSuite]) -> dict[str, type[OfSuite]]:
    """Make a class for each function of a suite, by its name."""
    made: dict[str, type[OfSuite]] = {}
    for row in suite_info(kind.suite).functions:
        name = row.ioh_name or row.name
        facts: dict[str, Any] = {
            "function": row.number,
            "function_name": name,
            "__module__": "ioh.problem",
            "__doc__": f"Function {row.number} of {kind.__name__}.",
        }
        made[name] = type(name, (kind,), facts)
    return made
