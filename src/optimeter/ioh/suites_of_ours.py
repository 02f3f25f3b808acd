"""The problems of ioh that the engine evaluates: those of BBOB, SBOX and PBO."""

from math import inf
from typing import Any, ClassVar

import numpy as np

from optimeter.exceptions import InvalidValueError
from optimeter.ioh.base import IntegerSingleObjective, Mixin, Point, RealSingleObjective
from optimeter.problems import Problem, suite_info
from optimeter.problems import problem as make_problem

__all__ = ["BBOB", "PBO", "SBOX", "OfEngine", "OfSuite", "classes"]


class OfEngine(Mixin):
    """A problem that the engine evaluates."""

    def _start(self, engine: Problem, name: str, problem_id: int, instance: int) -> None:
        """Begin with a problem of the engine."""
        self._engine = engine
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
        self._set_direct()

    def _value(self, point: Point) -> float:
        self._raw_y = None
        value: float = self._engine(point)
        return value

    def _raw_at(self, x: Point) -> float:
        return self._engine._raw(x)

    def _set_direct(self) -> None:
        free = self._sign > 0 and not self._integers and not len(self.constraints)
        self._direct = self._engine if free else None


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
        engine = make_problem(self.suite, self.function, n_variables, instance)
        self._start(engine, self.function_name, self.function, instance)


class BBOB(OfSuite, RealSingleObjective):
    """The 24 noiseless functions, with COCO's values."""

    suite = "bbob"


class SBOX(OfSuite, RealSingleObjective):
    """The same with a hard box."""

    suite = "sbox"


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
