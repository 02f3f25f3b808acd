"""What optimeter.ioh is made of."""

from collections.abc import Sequence, Set
from typing import Any

import numpy.typing


class Solution:
    """A point and its value."""

    @property
    def y(self) -> float:
        """The value."""

    @y.setter
    def y(self, arg: float, /) -> None: ...

    @property
    def x(self) -> numpy.typing.NDArray[Any]:
        """The point."""

    def __repr__(self) -> str: ...

class RealSolution(Solution):
    def __init__(self, x: numpy.typing.ArrayLike = (), y: float = ...) -> None: ...

    @property
    def x(self) -> numpy.typing.NDArray[Any]:
        """The point."""

    @x.setter
    def x(self, x: numpy.typing.ArrayLike) -> None: ...

class IntegerSolution(Solution):
    def __init__(self, x: numpy.typing.ArrayLike = (), y: float = ...) -> None: ...

    @property
    def x(self) -> numpy.typing.NDArray[Any]:
        """The point."""

    @x.setter
    def x(self, x: numpy.typing.ArrayLike) -> None: ...

class State:
    """How far the evaluation of a problem has come: a snapshot."""

    @property
    def evaluations(self) -> int: ...

    @property
    def y_unconstrained(self) -> float: ...

    @property
    def y_unconstrained_best(self) -> float: ...

    @property
    def has_improved(self) -> bool: ...

    @property
    def optimum_found(self) -> bool: ...

    @property
    def final_target_found(self) -> bool: ...

    def __repr__(self) -> str: ...

class RealState(State):
    def __init__(self) -> None: ...

    @property
    def current_best(self) -> object: ...

    @property
    def current(self) -> object: ...

    @property
    def current_best_internal(self) -> object: ...

    @property
    def current_internal(self) -> object: ...

class IntegerState(State):
    def __init__(self) -> None: ...

    @property
    def current_best(self) -> object: ...

    @property
    def current(self) -> object: ...

    @property
    def current_best_internal(self) -> object: ...

    @property
    def current_internal(self) -> object: ...

class MetaData:
    """What a problem is."""

    def __init__(self, problem_id: int, instance: int, name: str, n_variables: int, optimization_type: object, final_target: float = 1e-08) -> None: ...

    @property
    def problem_id(self) -> int: ...

    @problem_id.setter
    def problem_id(self, arg: int, /) -> None: ...

    @property
    def instance(self) -> int: ...

    @instance.setter
    def instance(self, arg: int, /) -> None: ...

    @property
    def name(self) -> str: ...

    @name.setter
    def name(self, arg: str, /) -> None: ...

    @property
    def n_variables(self) -> int: ...

    @n_variables.setter
    def n_variables(self, arg: int, /) -> None: ...

    @property
    def optimization_type(self) -> Any: ...

    @optimization_type.setter
    def optimization_type(self, arg: object, /) -> None: ...

    @property
    def final_target(self) -> float: ...

    @final_target.setter
    def final_target(self, arg: float, /) -> None: ...

    def __repr__(self) -> str: ...

class LogInfo:
    """One evaluation, as a logger gets it."""

    def __init__(self, evaluations: int, raw_y: float, raw_y_best: float, transformed_y: float, transformed_y_best: float, y: float, y_best: float, x: Sequence[float], violations: Sequence[float], penalties: Sequence[float], objective: object, has_improved: bool = False) -> None: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def raw_y(self) -> float: ...

    @property
    def raw_y_best(self) -> float: ...

    @property
    def transformed_y(self) -> float: ...

    @property
    def transformed_y_best(self) -> float: ...

    @property
    def y(self) -> float: ...

    @property
    def y_best(self) -> float: ...

    @property
    def x(self) -> list[float]: ...

    @property
    def violations(self) -> list[float]: ...

    @property
    def penalties(self) -> list[float]: ...

    @property
    def objective(self) -> object: ...

    @property
    def has_improved(self) -> bool: ...

class Constraint:
    """
    A violation, a number that is 0 where the constraint holds, and what it does to a value.
    """

    def __init__(self) -> None: ...

    @property
    def _function(self) -> Any: ...

    @_function.setter
    def _function(self, arg: object, /) -> None: ...

    def _set_cost(self, cost: Any, limit: float) -> None: ...

    @property
    def _lower(self) -> list[float]: ...

    @_lower.setter
    def _lower(self, arg: Sequence[float], /) -> None: ...

    @property
    def _upper(self) -> list[float]: ...

    @_upper.setter
    def _upper(self, arg: Sequence[float], /) -> None: ...

    @property
    def _lower_array(self) -> numpy.typing.NDArray[Any]: ...

    @property
    def _upper_array(self) -> numpy.typing.NDArray[Any]: ...

    @property
    def _integers(self) -> bool: ...

    @_integers.setter
    def _integers(self, arg: bool, /) -> None: ...

    @property
    def _own(self) -> bool: ...

    @_own.setter
    def _own(self, arg: bool, /) -> None: ...

    @property
    def weight(self) -> float: ...

    @weight.setter
    def weight(self, arg: float, /) -> None: ...

    @property
    def exponent(self) -> float: ...

    @exponent.setter
    def exponent(self, arg: float, /) -> None: ...

    @property
    def name(self) -> str: ...

    @name.setter
    def name(self, arg: str, /) -> None: ...

    @property
    def _enforced(self) -> int: ...

    @_enforced.setter
    def _enforced(self, arg: int, /) -> None: ...

    def compute_violation(self, x: numpy.typing.ArrayLike) -> bool:
        """Compute the violation at a point; True if there is one."""

    def is_feasible(self, x: numpy.typing.ArrayLike) -> bool:
        """Whether the constraint holds at a point."""

    def violation(self) -> float:
        """Return the violation that was computed last."""

    def penalty(self) -> float:
        """Return weight times violation to the power of the exponent."""

    def penalize(self, y: float) -> float:
        """Return the value with the penalty."""

    def __call__(self, x: numpy.typing.ArrayLike, y: float) -> float:
        """Return the value at a point with what the constraint does to it."""

class ConstraintSet:
    """The constraints of a problem, each once."""

    def __init__(self) -> None: ...

    def add(self, constraint: Constraint) -> None:
        """Add a constraint, unless it is there."""

    def remove(self, constraint: Constraint) -> None:
        """Take a constraint away."""

    def n(self) -> int:
        """Their number."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> Constraint: ...

    def violation(self) -> float:
        """Return the sum of all violations that were computed last."""

    def penalty(self) -> float:
        """Return the sum of the penalties that count."""

    def __repr__(self) -> str: ...

class Trigger:
    """Says at which evaluations something is written."""

    def __call__(self, log_info: LogInfo, meta_data: MetaData) -> bool:
        """Whether the evaluation is one of them."""

    def reset(self) -> None:
        """Begin a new run."""

class Always(Trigger):
    """At every evaluation."""

    def __init__(self) -> None: ...

    def __reduce__(self) -> tuple[object, ...]: ...

class OnImprovement(Trigger):
    """At every better value."""

    def __init__(self) -> None: ...

    def __reduce__(self) -> tuple[object, ...]: ...

class OnViolation(Trigger):
    """At points that violate a constraint; `violations` counts them."""

    def __init__(self) -> None: ...

    def __reduce__(self) -> tuple[object, ...]: ...

    @property
    def violations(self) -> int: ...

class OnDeltaImprovement(Trigger):
    """
    At the first evaluation, then at values better by more than `delta` than the last logged.
    """

    def __init__(self, delta: float = 1e-10, best_so_far: float = ...) -> None: ...

    @property
    def delta(self) -> float: ...

    @delta.setter
    def delta(self, arg: float, /) -> None: ...

    @property
    def best_so_far(self) -> float: ...

    def __reduce__(self) -> tuple[object, ...]: ...

class Each(Trigger):
    """At every so-manieth evaluation, from one on."""

    def __init__(self, interval: int, starting_at: int = 0) -> None: ...

    @property
    def interval(self) -> int: ...

    @property
    def starting_at(self) -> int: ...

    def __reduce__(self) -> tuple[object, ...]: ...

class At(Trigger):
    """At the evaluations of a set."""

    def __init__(self, time_points: Set[int]) -> None: ...

    @property
    def time_points(self) -> set[int]: ...

    def __reduce__(self) -> tuple[object, ...]: ...

class During(Trigger):
    """At the evaluations of ranges, both ends included."""

    def __init__(self, time_ranges: Set[tuple[int, int]]) -> None: ...

    @property
    def time_ranges(self) -> set[tuple[int, int]]: ...

    def __reduce__(self) -> tuple[object, ...]: ...

class Property_:
    """A column: its name, its value and how that is written."""

    def __init__(self, name: str, format: str = '{:.10f}') -> None: ...

    @property
    def name(self) -> str: ...

    @name.setter
    def name(self, arg: str, /) -> None: ...

    @property
    def format(self) -> str: ...

    @format.setter
    def format(self, arg: str, /) -> None: ...

    def _set_source(self, source: int) -> None: ...

    def _set_attribute(self, container: object, attribute: object) -> None: ...

    @property
    def _container(self) -> Any: ...

    def _value(self, log_info: LogInfo) -> float | None: ...

    def _text(self, value: float | None, none: str) -> str: ...

class Logger:
    """Sees the evaluations of the problems that it is attached to."""

    def __init__(self) -> None: ...

    def _add_trigger(self, trigger: object) -> None: ...

    def _add_property(self, property: object) -> None: ...

    @property
    def triggers(self) -> list[Trigger]: ...

    @property
    def properties(self) -> list[Property_]: ...

    @property
    def _closed(self) -> bool: ...

    @_closed.setter
    def _closed(self, arg: bool, /) -> None: ...

    def _reset_triggers(self) -> None: ...

class LineLogger(Logger):
    """Writes lines of text."""

    def __init__(self) -> None: ...

    @property
    def _file(self) -> Any: ...

    @_file.setter
    def _file(self, file: object | None) -> None: ...

    @property
    def _prefix(self) -> str: ...

    @_prefix.setter
    def _prefix(self, arg: str, /) -> None: ...

    @property
    def _separator(self) -> str: ...

    @_separator.setter
    def _separator(self, arg: str, /) -> None: ...

    @property
    def _end(self) -> str: ...

    @_end.setter
    def _end(self, arg: str, /) -> None: ...

    @property
    def _none(self) -> str: ...

    @_none.setter
    def _none(self, arg: str, /) -> None: ...

    @property
    def _counts(self) -> bool: ...

    @_counts.setter
    def _counts(self, arg: bool, /) -> None: ...

    @property
    def _positions(self) -> bool: ...

    @_positions.setter
    def _positions(self, arg: bool, /) -> None: ...

    @property
    def _keeps_best(self) -> bool: ...

    @_keeps_best.setter
    def _keeps_best(self, arg: bool, /) -> None: ...

    @property
    def _logged(self) -> int: ...

    @property
    def _seen(self) -> Any: ...

    @_seen.setter
    def _seen(self, arg: object, /) -> None: ...

    @property
    def _best(self) -> tuple[int, float, list[float]] | None:
        """
        The best evaluation of those that were logged, of all where none of them was better.
        """

    @property
    def _first(self) -> list[float]: ...

    def _begin_run(self) -> None: ...

    def _append(self, text: str) -> None: ...

    def _flush(self) -> None: ...

    def _write_last(self) -> None:
        """Write a line of the last evaluation."""

class StoredRun:
    """The lines of a run."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    def lines(self) -> dict[int, dict[str, float | None]]: ...

    def line(self, index: int) -> dict[str, float | None]: ...

class StoreLogger(Logger):
    """Keeps lines in memory."""

    def __init__(self) -> None: ...

    def _follow(self, run: object) -> None: ...

class CombinedLogger(Logger):
    """Hands everything to several loggers."""

    def __init__(self) -> None: ...

    def _add_member(self, logger: object) -> None: ...

    @property
    def _members(self) -> list[Any]: ...

class Tracked:
    """
    A callable that evaluates points by the rules of IOHprofiler and keeps the last and the best.

    What is no plain point goes to the method `_call` of the class that derives from it.
    """

    def __call__(self, x: Any) -> Any:
        """Evaluate a point at once where that is possible, else by the method `_call`."""

    def __init__(self) -> None: ...

    def _set_up(self, meta_data: object, constraints: object, optimum: object) -> None: ...

    def _set_engine(self, function: Any, offset: float) -> None: ...

    def _set_raw(self, function: Any) -> None: ...

    def _set_optimum(self, optimum: Solution) -> None: ...

    def _set_function(self, function: object, transform_variables: object, transform_objectives: object, instance: object) -> None: ...

    def _set_logger(self, logger: object | None) -> None: ...

    @property
    def _integers(self) -> bool: ...

    @_integers.setter
    def _integers(self, arg: bool, /) -> None: ...

    @property
    def _inverted(self) -> bool: ...

    @_inverted.setter
    def _inverted(self, arg: bool, /) -> None: ...

    @property
    def _evaluations(self) -> int: ...

    @property
    def _logger(self) -> Any: ...

    @property
    def _variables(self) -> Any: ...

    def _evaluate(self, x: numpy.typing.ArrayLike) -> float:
        """Evaluate a point with the right number of variables."""

    def _forget(self) -> None:
        """Forget all evaluations."""

    @property
    def meta_data(self) -> MetaData:
        """What the problem is."""

    @property
    def constraints(self) -> ConstraintSet:
        """The constraints."""

    @property
    def state(self) -> State:
        """How far the evaluation has come: a snapshot."""

    @property
    def optimum(self) -> Solution:
        """The best point and value, where they are known."""

    @property
    def log_info(self) -> LogInfo:
        """What a logger gets of the last evaluation."""
