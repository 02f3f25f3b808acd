"""Optimizers that are asked for points and told their values, and the loop that drives them.

What they have in common is the names `ask` and `tell`; all else is recognised by its shape:

- `ask()` gives a point, a population (one point a row), a candidate with an attribute `value`
  (nevergrad), a list of candidates, or a trial with `suggest_float` (Optuna).
- `tell(asked, values)` takes what was asked for and the values; `tell(pairs)` takes pairs of both.
- `stop()`, `should_stop()` or `done` say that the optimizer has finished; so does `ask()` with no
  points.
"""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.experiment.classes import call_class, takes_budget
from optimeter.experiment.optimizers._quiet import sign_of
from optimeter.experiment.optimizers.lookup import FileOptimizer
from optimeter.problems import Problem

__all__ = ["asks_and_tells", "call_optimizer", "drive"]

_BUDGET = 10**9
_ENDS = ("stop", "should_stop", "done")
_CONSTRAINTS = ("constraints", "constraint_violation", "constraints_values")


def asks_and_tells(thing: object) -> bool:
    """Whether an object is asked for points and told their values.

    Examples
    --------
    >>> import cma
    >>> asks_and_tells(cma.CMAEvolutionStrategy([0, 0], 1, {"verbose": -9})), asks_and_tells(len)
    (True, False)
    """
    if isinstance(thing, type):
        return False
    return all(callable(getattr(thing, name, None)) for name in ("ask", "tell"))


def call_optimizer(
    optimizer: Callable[..., Any],
    problem: Problem,
    start: NDArray[np.float64],
    rng: np.random.Generator,
    budget: int = _BUDGET,
) -> object:
    """Call an optimizer; if it returns an object with `ask` and `tell`, drive that.

    A class that is made with a budget gets `budget`, the evaluations that are left.
    """
    if isinstance(optimizer, FileOptimizer):
        optimizer = optimizer.load()
    if takes_budget(optimizer):
        call_class(optimizer, problem, min(budget, _BUDGET))
        return None
    returned = optimizer(problem, start, rng)
    if not asks_and_tells(returned):
        return returned
    drive(problem, returned)
    return None


def drive(problem: Problem, optimizer: Any) -> None:
    """Ask for points, evaluate and tell, until the optimizer has finished or `om.Stop` is raised.

    A population is evaluated as one batch. Values are told such that less is better; an Optuna study
    that maximizes gets them as they are. Constraints are told to a `tell` with a parameter
    `constraints`, `constraints_values` or `constraint_violation`; values above 0 violate one.

    Examples
    --------
    >>> import cma
    >>> import optimeter as om
    >>> problem = om.problem("bbob", 1, 2)
    >>> strategy = cma.CMAEvolutionStrategy([0, 0], 1, {"verbose": -9, "maxiter": 3, "seed": 1})
    >>> drive(problem, strategy)
    >>> problem.evaluations
    18
    """
    dialogue = _Dialogue(problem, optimizer)
    while not dialogue.over() and dialogue.step():
        pass


class _Dialogue:
    """What is known of an optimizer by its shape."""

    def __init__(self, problem: Problem, optimizer: Any) -> None:
        self._problem = problem
        self._optimizer = optimizer
        self._is_study = hasattr(optimizer, "enqueue_trial")
        _check_ask(optimizer)
        told = _parameters(optimizer.tell)
        self._takes_pairs = len(told) == 1
        self._constraints = next((name for name in _CONSTRAINTS if name in told), None)
        if problem.number_of_constraints and self._constraints is None:
            message = (
                f"{problem.id} has constraints, and tell{inspect.signature(optimizer.tell)} has no "
                f"parameter for their values: {' or '.join(_CONSTRAINTS)}"
            )
            raise InvalidTypeError(message)
        # Those that ask for single points may say how many belong together.
        size = "population_size" if self._takes_pairs else "num_workers"
        self._together = 1 if self._is_study else max(int(getattr(optimizer, size, 1) or 1), 1)
        self._sign = sign_of(problem)
        if self._is_study and [one.name for one in optimizer.directions] == ["MAXIMIZE"]:
            self._sign *= -1.0
        self._lower = problem.lower_bounds.tolist()
        self._upper = problem.upper_bounds.tolist()

    def over(self) -> bool:
        """Whether the optimizer says that it has finished."""
        optimizer = self._optimizer
        if self._is_study:  # its stop() is for objectives that it calls itself
            return False
        for name in _ENDS:
            says = getattr(optimizer, name, False)
            if says() if callable(says) else says:
                return True
        asked, allowed = getattr(optimizer, "num_ask", None), getattr(optimizer, "budget", None)
        return isinstance(asked, int) and isinstance(allowed, int) and asked >= allowed

    def step(self) -> bool:
        """Ask, evaluate and tell once; False if there was nothing to evaluate."""
        asked = self._optimizer.ask()
        if asked is None or (isinstance(asked, Sequence | np.ndarray) and not len(asked)):
            return False
        points = self._points(asked)
        if points.ndim > 1:
            self._tell(asked, *self._evaluate(points), several=True)
            return True
        candidates = [asked]
        while len(candidates) < self._together:
            candidates.append(self._optimizer.ask())
        if len(candidates) > 1:
            points = np.stack([self._points(one) for one in candidates])
        values, constraints = self._evaluate(points)
        if self._takes_pairs:
            self._optimizer.tell(list(zip(candidates, np.atleast_1d(values).tolist(), strict=True)))
        elif len(candidates) == 1:
            self._tell(asked, values, constraints)
        else:
            rows = [None] * len(candidates) if constraints is None else constraints
            for candidate, value, row in zip(candidates, values, rows, strict=True):
                self._tell(candidate, value, row)
        return True

    def _points(self, asked: Any) -> NDArray[np.float64]:
        """Return the point, (d,), or the points, (n, d), that were asked for."""
        dimension = self._problem.dimension
        if self._is_study:
            ranges = enumerate(zip(self._lower, self._upper, strict=True))
            return np.array([asked.suggest_float(f"x{i}", *ends) for i, ends in ranges])
        given = getattr(asked, "value", asked)
        if isinstance(given, list) and given and hasattr(given[0], "value"):
            given = [one.value for one in given]
        try:
            points = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError):
            points = np.empty(())
        if points.shape != (dimension,) and (points.ndim != 2 or points.shape[1] != dimension):
            message = (
                f"ask() gives a point of {dimension} numbers, or a population with one point a row; "
                f"got {str(asked)[:200]!r} of type {type(asked).__name__}"
            )
            raise InvalidValueError(message)
        return points

    def _evaluate(self, points: NDArray[np.float64]) -> tuple[Any, NDArray[np.float64] | None]:
        """Return values of which less is better, and the constraints if there are any."""
        if self._problem.number_of_constraints:
            values, constraints = self._problem.evaluate_all(points)
            return self._sign * values, constraints
        return self._sign * self._problem(points), None

    def _tell(
        self,
        asked: Any,
        values: Any,
        constraints: NDArray[np.float64] | None,
        *,
        several: bool = False,
    ) -> None:
        """Tell values in the kind in which the points came: arrays for arrays, else lists."""
        if isinstance(values, np.ndarray) and not (several and isinstance(asked, np.ndarray)):
            values = values.tolist()
        if self._takes_pairs:
            self._optimizer.tell(list(zip(asked, values, strict=True)))
        elif constraints is None or self._constraints is None:
            self._optimizer.tell(asked, values)
        else:
            self._optimizer.tell(asked, values, **{self._constraints: constraints})


def _parameters(method: Callable[..., Any]) -> list[str]:
    """Name the parameters of a method; compiled code that does not tell takes points and values."""
    try:
        return list(inspect.signature(method).parameters)
    except (ValueError, TypeError):
        return ["points", "values"]


def _check_ask(optimizer: Any) -> None:
    """Refuse an `ask` that needs more than we have."""
    try:
        inspect.signature(optimizer.ask).bind()
    except ValueError:  # compiled code does not tell
        return
    except TypeError as error:
        message = (
            f"an optimizer is asked by ask(), without arguments; "
            f"{type(optimizer).__name__}.ask{inspect.signature(optimizer.ask)} cannot be: {error}"
        )
        raise InvalidTypeError(message) from None
