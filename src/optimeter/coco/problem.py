"""Problems as COCO's programs see them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import inf, isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._core import PointCall, detach
from optimeter.coco import messages
from optimeter.coco.exceptions import InvalidProblemException
from optimeter.exceptions import InvalidValueError
from optimeter.problems import Problem as Evaluated
from optimeter.problems import problem as make_problem
from optimeter.problems import suite_info
from optimeter.record import feed

if TYPE_CHECKING:
    from optimeter.coco.observer import Observer

__all__ = ["Problem"]

Floats = NDArray[np.float64]

_FINAL_PRECISION = 1e-8
_FREED = "finalized/invalid problem"


class _Counts(NamedTuple):
    """What happened before a problem was made anew, to be observed from its first evaluation."""

    evaluations: int = 0
    evaluations_constraints: int = 0
    best: float = sys.float_info.max
    hit: bool = False

    def after(self, problem: Evaluated) -> _Counts:
        """Return the counts with those of the problem added."""
        return _Counts(
            self.evaluations + problem.evaluations,
            self.evaluations_constraints + problem.evaluations_constraints,
            min(self.best, _best(problem)),
            self.hit or problem.final_target_hit,
        )


def _best(problem: Evaluated) -> float:
    """Return the best value of the first objective; COCO's huge number before there is one."""
    if problem.number_of_objectives == 1:
        best = problem.best_value
    else:  # the point with the best first objective is never dominated
        found = problem.archive.objectives
        best = float(found[:, 0].min()) if len(found) else inf
    return sys.float_info.max if isinf(best) else best


class Problem(PointCall):
    """A problem of a suite: ``problem(x)`` evaluates a point and counts it.

    The value is a ``numpy.float64``, or an array with several objectives. A point is anything that
    numpy turns into an array of numbers of the right length. With an infinite coordinate the value
    is infinite, with one that is not a number it is none, and such a call does not count.

    Problems come from a suite. They are freed by the suite's iteration, by `free`, at the end of a
    ``with`` block or when nobody uses them any more; their record is then complete.
    """

    __slots__ = (
        "_before",
        "_evaluated",
        "_fed",
        "_id",
        "_index",
        "_lower",
        "_make",
        "_name",
        "_objectives",
        "_observed_by",
        "_observers",
        "_proposals",
        "_sizes",
        "_suite",
        "_upper",
    )

    def __init__(self, make: Callable[[], Evaluated], index: int, suite: bytes) -> None:
        super().__init__()
        problem = make()
        self._make = make
        self._index = index
        self._suite = suite
        self._id = problem.id
        self._name = problem.name
        self._objectives = problem.number_of_objectives
        self._sizes = (
            problem.dimension,
            problem.number_of_constraints,
            problem.number_of_integer_variables,
        )
        self._lower = problem.lower_bounds
        self._upper = problem.upper_bounds
        self._proposals = 0
        self._before = _Counts()
        self._fed = False
        self._observers: list[Observer] = []
        # One problem of ours for each observer that records, all evaluated at the same points;
        # the first of them counts.
        self._evaluated: list[Evaluated] = [problem]
        self._observed_by: list[Observer] = []
        self.direct = problem

    def _call(self, x: ArrayLike) -> np.float64 | Floats:
        """Evaluate what is no plain point, or with several observers."""
        first, *others = self._alive()
        point = self._point(x)
        value = first(point)
        for other in others:
            other(point)
        return np.float64(value) if isinstance(value, float) else value

    def _alive(self) -> list[Evaluated]:
        if not self._evaluated:
            raise InvalidProblemException
        return self._evaluated

    def _point(self, x: ArrayLike) -> Floats:
        point = np.asarray(x, dtype=float)
        if point.shape != (self.dimension,):
            message = (
                f"problem {self._id} takes a point with {self.dimension} coordinates; "
                f"got shape {point.shape}"
            )
            raise InvalidValueError(message)
        return np.ascontiguousarray(point)

    def _constraint(self, x: ArrayLike) -> Floats | None:
        """Evaluate the constraints of what is no plain point, or with several observers."""
        if not self.number_of_constraints:
            return None
        first, *others = self._alive()
        point = self._point(x)
        for other in others:
            other.constraint(point)
        return first.constraint(point)

    def __reduce__(self) -> tuple[object, ...]:
        """Let other processes evaluate for the observers; others than observed problems stay here."""
        if not self._observed_by:
            message = (
                f"problem {self._id} cannot be copied or pickled, as in COCO, unless it is observed: "
                "then evaluations count for the observer, wherever they are made"
            )
            raise TypeError(message)
        return _again, (tuple(self._alive()), self._index, self._suite, tuple(self._before))

    def recommend(self, arx: ArrayLike) -> None:
        """Record a point as the present recommendation, without counting an evaluation."""
        problems = self._alive()
        point = self._point(arx)
        if not self._observed_by:
            messages.warning(
                f"a recommendation on {self._id}, which is not observed, has no effect"
            )
            return
        for problem in problems:
            problem.recommend(point)

    def logger_biobj_feed_solution(self, evaluation: int, y: ArrayLike) -> bool:
        """Enter objectives that were evaluated elsewhere; tell whether the archive changed.

        For problems that are observed with ``log_nondominated: read``.
        """
        problems = self._alive()
        objectives = np.asarray(y, dtype=float)
        if objectives.shape != (self.number_of_objectives,):
            message = (
                f"problem {self._id} has {self.number_of_objectives} objectives; "
                f"got shape {objectives.shape}"
            )
            raise InvalidValueError(message)
        self._fed = True
        changed = [feed(problem, [evaluation], [objectives])[0] for problem in problems]
        return bool(changed[0])

    def observe_with(self, observer: Observer | None) -> Self:
        """Let an observer record this problem from now on, beside others that do already.

        The counters go on; the record begins with the next evaluation as its first.
        """
        if not observer:
            return self
        active = observer.active
        problems = self._alive()
        if active and observer not in self._observed_by:
            self._record(observer, problems)
        elif not active:
            messages.warning(f"{self._id} is observed by an observer that records nothing")
        self._observers.append(observer)
        return self

    add_observer = observe_with

    def _record(self, observer: Observer, problems: list[Evaluated]) -> None:
        first = problems[0]
        if self._observed_by:  # further ones watch a problem of their own
            shadow = self._make()
            if suite_info(first.suite).noisy:  # the record is not; COCO's stream must not move
                shadow = make_problem(first.suite, first.function, first.dimension, first.instance)
            observer._record(shadow)
            problems.append(shadow)
            self.direct = None
        else:
            fresh = self._make() if self._used(first) else first
            observer._record(fresh)
            if fresh is not first:
                self._before = self._before.after(first)
                problems[0] = fresh
                self.direct = fresh
        self._observed_by.append(observer)
        self._name = f"{observer.name.decode()}({self._name})"

    @staticmethod
    def _used(problem: Evaluated) -> bool:
        return bool(problem.evaluations or problem.evaluations_constraints)

    def _restarted(self, observer: Observer) -> None:
        for problem, watching in zip(self._alive(), self._observed_by, strict=False):
            if watching is observer:
                problem.signal_restart()

    @property
    def observers(self) -> list[Observer]:
        """The observers of this problem."""
        return self._observers

    list_of_observers = observers  # the older name

    @property
    def is_observed(self) -> int:
        """The number of observers."""
        return len(self._observers)

    def free(self, force: bool = False) -> None:  # noqa: ARG002 - as in COCO
        """Complete the record; afterwards the problem cannot be evaluated any more."""
        if self._evaluated:
            self._before = self._before.after(self._evaluated[0])
            self.direct = None
            problems, self._evaluated = self._evaluated, []
            for problem in problems:
                detach(problem)

    @property
    def evaluations(self) -> int:
        """How often the objectives were evaluated."""
        if self._fed or not self._evaluated:
            return self._before.evaluations
        return self._before.evaluations + self._evaluated[0].evaluations

    @property
    def evaluations_constraints(self) -> int:
        """How often the constraints were evaluated."""
        if not self._evaluated:
            return self._before.evaluations_constraints
        return self._before.evaluations_constraints + self._evaluated[0].evaluations_constraints

    @property
    def final_target_hit(self) -> bool:
        """Whether the final target was reached; with several objectives never."""
        return self._before.hit or self._alive()[0].final_target_hit

    @property
    def best_observed_fvalue1(self) -> float:
        """The best value so far of the first objective, of feasible points; huge at first."""
        return min(self._before.best, _best(self._alive()[0]))

    @property
    def largest_fvalues_of_interest(self) -> Floats | None:
        """The nadir point; None with one objective."""
        first = self._alive()[0]
        return None if self.number_of_objectives == 1 else first.archive.nadir

    @property
    def id(self) -> str | None:
        """The identifier; None after `free`."""
        return self._id if self._evaluated else None

    @property
    def name(self) -> str | None:
        """The name in words, within that of each observer; None after `free`."""
        return self._name if self._evaluated else None

    @property
    def suite(self) -> bytes:
        """The name of the suite."""
        return self._suite

    @property
    def index(self) -> int:
        """Position in the complete suite, whatever was filtered."""
        return self._index

    @property
    def dimension(self) -> int:
        """The number of variables."""
        return self._sizes[0]

    number_of_variables = dimension

    @property
    def number_of_objectives(self) -> int:
        """The number of objectives."""
        return self._objectives

    @property
    def number_of_constraints(self) -> int:
        """The number of constraints."""
        return self._sizes[1]

    @property
    def number_of_integer_variables(self) -> int:
        """How many of the variables, the first ones, are integers."""
        return self._sizes[2]

    @property
    def id_function(self) -> int | None:
        """The number of the function; None after `free`."""
        return self._evaluated[0].function if self._evaluated else None

    @property
    def id_instance(self) -> int | None:
        """The number of the instance; None after `free`."""
        return self._evaluated[0].instance if self._evaluated else None

    def _f0(self, x: ArrayLike) -> Any:
        """Evaluate a point; return the value minus that of the final target.

        Raises
        ------
        InvalidValueError
            If there are several objectives. (COCO's own method fails always: it reads an attribute that
            there is not.)
        """
        best = self._make().reveal().f_opt
        if not isinstance(best, float):
            message = f"{self._id} has no final target of one value"
            raise InvalidValueError(message)
        return self(x) - (best + _FINAL_PRECISION)

    def _parse_id(self, field: str) -> int:
        """Return the number behind a field of the id: ``f``, ``i`` or ``d``."""
        return int(str(self.id).rpartition(f"_{field.removeprefix('_')}")[2].partition("_")[0])

    @property
    def id_triple(self) -> tuple[int | None, int, int | None]:
        """Function, dimension and instance."""
        return self.id_function, self.dimension, self.id_instance

    @property
    def lower_bounds(self) -> Floats:
        """The lower bounds of the region of interest: always the same array."""
        return self._lower

    @property
    def upper_bounds(self) -> Floats:
        """The upper bounds of the region of interest: always the same array."""
        return self._upper

    @property
    def initial_solution(self) -> Floats:
        """The first point to try, as a new array."""
        return self._alive()[0].initial_solution

    def initial_solution_proposal(self, restart_number: float | None = None) -> Floats:
        """Propose a point to start from: the initial solution at first, then random ones.

        Parameters
        ----------
        restart_number
            0 for the initial solution; by default how often it was called so.

        Notes
        -----
        Random numbers come from numpy's global generator, in COCO's order: the same seed gives
        the same points.
        """
        number = restart_number
        if number is None:
            number = self._proposals
            self._proposals += 1
        if number <= 0:
            return self.initial_solution
        lower, upper = self._lower, self._upper
        drawn = np.random.rand(self.dimension) + np.random.rand(self.dimension)  # noqa: NPY002
        if self.number_of_constraints:
            point = self.initial_solution + drawn - 1
        else:
            point = lower + drawn * (upper - lower) / 2
        for i in range(self.number_of_integer_variables):
            point[i] = np.random.randint(lower[i], upper[i] + 1)  # noqa: NPY002
        return np.asarray(point)

    def _best_parameter(self, what: str | None = None) -> None:
        """Write the optimal point to a hidden file, if `what` is ``"print"``."""
        self._alive()
        if what != "print":
            return
        optimum = self._make().reveal().x_opt
        if optimum is None:
            message = f"the optimal points of {self._id} are not known one by one"
            raise InvalidValueError(message)
        line = "".join(f" {x:.16f} " for x in optimum)
        Path("._bbob_problem_best_parameter.txt").write_text(line, encoding="ascii")

    @property
    def info(self) -> str:
        """What the problem is, in one line."""
        if self.id is None:
            return _FREED
        kinds = {1: "single-objective", 2: "bi-objective"}
        kind = kinds.get(self.number_of_objectives, f"{self.number_of_objectives}-objective")
        parts = []
        if self.number_of_constraints:
            parts.append(_several(self.number_of_constraints, "constraint"))
        if self.number_of_integer_variables:
            parts.append(_several(self.number_of_integer_variables, "integer variable"))
        extra = f" with {' and '.join(parts)}" if parts else ""
        return (
            f"{self.id}: a {self.dimension}-dimensional {kind} problem{extra} "
            f'(problem {self.index} of suite "{self.suite!r}" with name "{self.name}")'
        )

    def __str__(self) -> str:
        return self.info

    def __repr__(self) -> str:
        if self.id is None:
            return f"<{_FREED}>"
        return f"<cocoex.interface.Problem(), id={self.id!r}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.free()


def _again(
    problems: tuple[Evaluated, ...], index: int, suite: bytes, before: tuple[int, int, float, bool]
) -> Problem:
    """Make a problem that evaluates for the observers of the one that was pickled."""
    first, *others = problems
    made = Problem(lambda: first, index, suite)
    made._before = _Counts(*before)
    made._evaluated += others
    if others:
        made.direct = None
    return made


def _several(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
