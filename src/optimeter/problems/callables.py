"""Problems made from a Python function."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._arguments import integer
from optimeter._core import Archive, Problem, _problem_from_callable
from optimeter._text import failure
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems.info import known_suite

__all__ = [
    "LONGEST",
    "CallableDescription",
    "Function",
    "failure_text",
    "from_callable",
    "own_suite_name",
    "vector",
]

LONGEST = 300
"""Characters of a message in a journal."""

Function = Callable[[NDArray[np.float64]], ArrayLike]
"""Takes a point, (d,), or a batch, (n, d), and returns its values."""


@dataclass(frozen=True, slots=True)
class CallableDescription:
    """Everything about a problem made from a function, checked; the engine takes it as it is.

    Two such problems are equal when their descriptions are. Tuples that may be unknown are empty
    then; see `from_callable` for the meaning.
    """

    function: Function
    constraint: Function | None
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    initial_solution: tuple[float, ...]
    optimum: tuple[float, ...]
    best_parameter: tuple[float, ...]
    nadir: tuple[float, ...]
    objectives: int
    constraints: int
    integer_variables: int
    maximize: bool
    target_precision: float
    vectorized: bool
    suite: str
    function_number: int
    numbered: bool  # by the user: a suite keeps the number
    instance: int
    group: str
    name: str
    id: str
    value_noise: str = ""  # what happens to values on their way to the optimizer, and how much
    noise_level: float = 0.0


def from_callable(
    function: Function,
    lower: ArrayLike,
    upper: ArrayLike,
    *,
    name: str = "",
    objectives: int = 1,
    constraint: Function | None = None,
    constraints: int = 0,
    integer_variables: int = 0,
    initial_solution: ArrayLike | None = None,
    optimum: ArrayLike | None = None,
    best_parameter: ArrayLike | None = None,
    nadir: ArrayLike | None = None,
    maximize: bool = False,
    target_precision: float = 1e-8,
    vectorized: bool = False,
    suite: str = "",
    function_number: int | None = None,
    instance: int = 1,
    group: str = "",
    id: str | None = None,
) -> Problem:
    """Make a problem from a function; everything that works for a suite's problem works for it.

    Parameters
    ----------
    function
        Called with a float64 array of shape (d,), returns the objective value, or `objectives`
        values. With `vectorized`, called with shape (n, d) and returns (n,) or (n, m) values.
    lower, upper
        The region of interest, one bound a variable; their length is the dimension.
    name
        How the problem is called; by default the function's name.
    objectives
        The number of objectives.
    constraint, constraints
        A function returning the values of that many constraints; feasible is <= 0.
    integer_variables
        How many of the first variables are integers.
    initial_solution
        The first point to try; by default the middle of the region.
    optimum, best_parameter
        The optimal value and a point that attains it, if known; they give precision its meaning and
        can be revealed. With several objectives `optimum` is the ideal point.
    nadir
        With several objectives: the nadir point. Together with the ideal point it spans the region
        in which `Problem.indicator` measures the hypervolume.
    maximize
        Whether larger values are better; for one objective without constraints.
    target_precision
        The final target is `optimum` plus this, or minus this where values are maximised.
    vectorized
        Whether `function` and `constraint` take batches.
    suite, function_number, instance, group, id
        Where the problem belongs in a suite of one's own, which cannot bear the name of a suite of
        `om.suites`. Without a suite it is recorded as one of the suite ``own``. Functions without a
        number are numbered by their names, by `Suite.from_problems` or by the observer.

    Examples
    --------
    >>> import optimeter as om
    >>> problem = om.Problem.from_callable(
    ...     lambda x: float(x @ x), lower=[-5] * 3, upper=[5] * 3, name="mine", optimum=0
    ... )
    >>> problem([1, 2, 3])
    14.0
    >>> problem.evaluations
    1
    """
    lower, upper = (
        tuple(vector(bounds, what).tolist())
        for bounds, what in ((lower, "lower"), (upper, "upper"))
    )
    dimension = _checked_dimension(lower, upper)
    objectives = _count(objectives, "objectives", least=1)
    constraints = _count(constraints, "constraints")
    integer_variables = _count(integer_variables, "integer_variables")
    if integer_variables > dimension:
        message = (
            f"integer_variables must be at most the dimension {dimension}; got {integer_variables}"
        )
        raise InvalidValueError(message)
    _require_callables(function, constraint, constraints)
    ideal = _some(optimum, "optimum", objectives)
    worst = _some(nadir, "nadir", objectives)
    _check_region(ideal, worst, objectives)
    if maximize and (objectives > 1 or constraints):
        message = (
            "maximize is for one objective without constraints; got "
            f"{objectives} objectives and {constraints} constraints"
        )
        raise InvalidValueError(message)
    instance = _count(instance, "instance")
    name = _text(name, "name") or str(getattr(function, "__name__", "problem")).strip("<>")
    start = _some(initial_solution, "initial_solution", dimension)
    return _problem_from_callable(
        CallableDescription(
            function=function,
            constraint=constraint,
            lower=lower,
            upper=upper,
            initial_solution=start or _middle(lower, upper, integer_variables),
            optimum=ideal,
            best_parameter=_some(best_parameter, "best_parameter", dimension),
            nadir=worst,
            objectives=objectives,
            constraints=constraints,
            integer_variables=integer_variables,
            maximize=bool(maximize),
            target_precision=float(target_precision),
            vectorized=bool(vectorized),
            suite=own_suite_name(suite),
            function_number=1
            if function_number is None
            else _count(function_number, "function_number", least=1),
            numbered=function_number is not None,
            instance=instance,
            group=_text(group, "group"),
            name=name,
            id=f"{name}_i{instance}_d{dimension}" if id is None else _text(id, "id"),
        )
    )


def failure_text(error: BaseException) -> str:
    """Say why an evaluation failed, as the journal has it."""
    return failure(error)[:LONGEST]


def vector(
    values: ArrayLike, what: str, length: int | None = None, *, finite: bool = False
) -> NDArray[np.float64]:
    """Return real numbers given in one dimension: so many, and finite ones, where that is asked for."""
    try:
        array = np.asarray(values)
    except (TypeError, ValueError):  # lists of unequal length
        array = np.empty(0, dtype=object)
    if array.dtype.kind not in "fiub":
        message = f"{what} must hold real numbers; got {values!r}"
        raise InvalidTypeError(message)
    if array.ndim != 1:
        message = f"{what} must be one-dimensional; got shape {array.shape}"
        raise InvalidValueError(message)
    if length is not None and len(array) != length:
        message = f"{what} must hold {length} numbers; got {len(array)}"
        raise InvalidValueError(message)
    if finite and not np.isfinite(array).all():
        message = f"{what} must hold finite numbers; got {values!r}"
        raise InvalidValueError(message)
    return array.astype(np.float64)


def _some(values: ArrayLike | None, what: str, length: int) -> tuple[float, ...]:
    """Return so many numbers, or none where nothing is given."""
    return () if values is None else tuple(vector(np.atleast_1d(values), what, length).tolist())


def _count(value: object, what: str, *, least: int = 0) -> int:
    return integer(value, what, least=least, below=2**31)


def own_suite_name(name: object) -> str:
    """Return the name of a suite of one's own; raise if files could not tell it from another."""
    text = _text(name, "suite")
    if known_suite(text):
        message = (
            f"{text!r} is a suite of Optimeter with problems of its own; choose another name for "
            "yours"
        )
        raise InvalidValueError(message)
    if text != text.strip() or "'" in text or not text.isprintable():
        message = f"a suite is named by printable characters without quotes; got {text!r}"
        raise InvalidValueError(message)
    return text


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        message = f"{what} must be a string; got {value!r}"
        raise InvalidTypeError(message)
    try:
        value.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        message = f"{what} must be text that can be written to a file; got {value!r}"
        raise InvalidValueError(message) from None
    return value


def _checked_dimension(lower: tuple[float, ...], upper: tuple[float, ...]) -> int:
    if not lower:
        message = "lower must hold at least one bound; got none"
        raise InvalidValueError(message)
    if len(lower) != len(upper):
        message = (
            f"lower and upper must be of equal length; got {len(lower)} and {len(upper)} bounds"
        )
        raise InvalidValueError(message)
    for position, (low, high) in enumerate(zip(lower, upper, strict=True)):
        if not low < high:
            message = f"lower must be below upper; got {low} and {high} at position {position}"
            raise InvalidValueError(message)
    return len(lower)


def _require_callables(function: object, constraint: object, constraints: int) -> None:
    for value, what in ((function, "function"), (constraint, "constraint")):
        if not callable(value) and (what == "function" or constraints > 0):
            message = f"{what} must be callable; got {value!r}"
            raise InvalidTypeError(message)
    if constraint is not None and constraints == 0:
        message = "constraints must say how many values constraint(x) returns; got 0"
        raise InvalidValueError(message)


def _check_region(optimum: tuple[float, ...], nadir: tuple[float, ...], objectives: int) -> None:
    if not nadir:
        return
    if objectives < 2 or not optimum:
        message = "nadir is for several objectives and needs optimum, the ideal point"
        raise InvalidValueError(message)
    Archive(optimum, nadir)  # raises unless they span a region


def _middle(
    lower: tuple[float, ...], upper: tuple[float, ...], integer_variables: int
) -> tuple[float, ...]:
    with np.errstate(invalid="ignore"):
        middle = np.add(lower, 0.5 * np.subtract(upper, lower))
    middle[~np.isfinite(middle)] = 0.0
    middle[:integer_variables] = np.floor(middle[:integer_variables] + 0.5)
    return tuple(middle.tolist())
