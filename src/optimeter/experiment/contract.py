"""What an optimizer is, and how it shows that it is none."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np

from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.experiment.classes import takes_budget
from optimeter.experiment.options import bracketed, changed_options
from optimeter.problems import Problem

__all__ = [
    "ABILITIES",
    "Optimizer",
    "Remark",
    "abilities_of",
    "algorithm_name",
    "check_optimizer",
    "handles",
    "nonsense",
]

ABILITIES: Mapping[str, str] = MappingProxyType(
    {
        "single-objective": "has one objective",
        "multi-objective": "has several objectives",
        "constraints": "has constraints",
        "bits": "has variables of bits",
    }
)
"""What an optimizer may say that it handles, and what a problem is then; ``bits`` are problems whose
variables are 0 or 1, of one objective, in the direction of ``problem.maximize``."""

Function = TypeVar("Function", bound=Callable[..., Any])


@runtime_checkable
class Optimizer(Protocol):
    """A callable that minimizes a problem, or maximizes it where ``problem.maximize`` says so.

    It calls ``problem(x)``, or ``problem(X)`` with a batch, as often as it likes, beginning at or
    near `start`, and takes its randomness from `rng`. When the budget is used up or the final
    target is hit, the next evaluation raises `om.Stop`, which the optimizer lets pass. If it
    returns earlier, it is called again with a new random start. The returned value is of no
    consequence; ``None``, the best point or a result object with an attribute ``x`` are usual. Only an
    object with methods `ask` and `tell` is different: it is asked for points and told their values
    until it has finished. A class that is made with ``budget`` and ``dim`` is called with the function.

    An attribute ``handles``, a collection of words of `ABILITIES`, says which problems it is for;
    `om.run` refuses the others. Without it an optimizer may be run on everything.
    """

    def __call__(
        self,
        problem: Problem,
        start: np.ndarray[tuple[int], np.dtype[np.float64]],
        rng: np.random.Generator,
        /,
    ) -> Any:
        """Minimize `problem`."""


class Remark(str):
    """What an optimizer of ours returns to have it noted in the journal of its run."""

    __slots__ = ()


def check_optimizer(optimizer: object) -> Callable[..., object]:
    """Raise unless the optimizer can be called with a problem, a start and a generator."""
    if not callable(optimizer):
        message = f"an optimizer is a callable (problem, start, rng); got {optimizer!r}"
        raise InvalidTypeError(message)
    if takes_budget(optimizer):
        return optimizer
    try:
        signature = inspect.signature(optimizer)
    except (ValueError, TypeError):  # compiled code does not tell
        return optimizer
    try:
        signature.bind("problem", "start", "rng")
    except TypeError as error:
        message = (
            f"an optimizer is called as optimizer(problem, start, rng); "
            f"{algorithm_name(optimizer)}{signature} cannot be: {error}"
        )
        raise InvalidTypeError(message) from None
    return optimizer


def handles(*abilities: str) -> Callable[[Function], Function]:
    """Decorate an optimizer with what it can handle.

    Parameters
    ----------
    *abilities
        Some of ``"single-objective"``, ``"multi-objective"``, ``"constraints"`` and ``"bits"``.

    Examples
    --------
    >>> from optimeter.experiment import handles
    >>> @handles("single-objective", "multi-objective")
    ... def optimizer(problem, start, rng):
    ...     problem(start)
    >>> sorted(optimizer.handles)
    ['multi-objective', 'single-objective']
    """

    def declare(function: Function) -> Function:
        function.handles = _abilities(abilities)  # type: ignore[attr-defined]
        return function

    return declare


def abilities_of(optimizer: object) -> frozenset[str] | None:
    """Return what an optimizer handles; None if it does not say.

    Examples
    --------
    >>> from optimeter.experiment import find_optimizer
    >>> from optimeter.experiment.contract import abilities_of
    >>> sorted(abilities_of(find_optimizer("scipy:SLSQP")))
    ['constraints', 'single-objective']
    >>> abilities_of(lambda problem, start, rng: None)
    """
    while isinstance(optimizer, partial):
        optimizer = optimizer.func
    declared = getattr(optimizer, "handles", None)
    return None if declared is None else _abilities(declared)


def _abilities(declared: object) -> frozenset[str]:
    if isinstance(declared, str) or not isinstance(declared, Iterable):
        message = f"handles of an optimizer must be a collection of words; got {declared!r}"
        raise InvalidTypeError(message)
    words = frozenset(declared)
    strange = sorted(str(word) for word in words.difference(ABILITIES))
    if strange:
        message = (
            f"an optimizer handles some of {', '.join(map(repr, ABILITIES))}; got {strange[0]!r}"
        )
        raise InvalidValueError(message)
    return words


def algorithm_name(optimizer: object) -> str:
    """Name the algorithm after its optimizer: attribute `name`, or the name of the function.

    What was bound by `functools.partial`, and what differs from the defaults of a dataclass without
    a name, is part of it.

    Examples
    --------
    >>> from functools import partial
    >>> def walk(problem, start, rng, *, step=0.5):
    ...     ...
    >>> algorithm_name(partial(walk, step=0.1))
    'walk[step=0.1]'
    """
    if isinstance(optimizer, partial):
        return algorithm_name(optimizer.func) + bracketed(optimizer.keywords, optimizer.args)
    for attribute in ("name", "__name__"):
        name = getattr(optimizer, attribute, None)
        if isinstance(name, str) and name:
            return name.strip("<>")
    return type(optimizer).__name__ + bracketed(changed_options(optimizer))


def nonsense(returned: object, dimension: int) -> str:
    """Say what is wrong with the value that an optimizer returned; empty if nothing is."""
    if returned is None:
        return ""
    point = getattr(returned, "x", returned)
    if point is None or isinstance(returned, Remark):
        return str(returned or "")
    try:
        array = np.asarray(point, dtype=np.float64)
    except (TypeError, ValueError):
        return f"returned {type(returned).__name__}, which is neither None nor a point"
    if array.shape != (dimension,):
        return f"returned an array of shape {array.shape} instead of ({dimension},)"
    if not np.isfinite(array).all():
        return "returned a point with coordinates that are not finite"
    return ""
