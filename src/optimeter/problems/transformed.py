"""Instances of a problem: its variables shifted, scaled and rotated, its values scaled and shifted."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from math import fsum, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter._arguments import integer, integers
from optimeter._core import EngineFunction, Problem, _problem_from_callable
from optimeter.exceptions import InvalidValueError
from optimeter.problems.callables import CallableDescription, Function, from_callable, vector
from optimeter.problems.info import require_problem

__all__ = ["instances_of", "product", "transformed"]

Array = NDArray[np.float64]


def transformed(
    problem: Problem,
    *,
    shift: ArrayLike | None = None,
    rotation: int | ArrayLike | None = None,
    scale: ArrayLike = 1.0,
    factor: float = 1.0,
    offset: float = 0.0,
    instance: int = 1,
) -> Problem:
    """Make another instance of a problem.

    The value at x is ``factor * f(z) + offset`` with ``z = c + scale * R (x - c - shift)``, where c
    is the optimum if it is known, else the middle of the box. Where the optimum is known, that of
    the instance is, too. The box stays what it is: the function is evaluated outside of it where
    the shift and the rotation lead there.

    Parameters
    ----------
    problem
        A problem of one's own or of a suite, without noise.
    shift
        Where the centre goes: a vector.
    rotation
        R, an orthogonal matrix, or the seed of a random one.
    scale
        A factor, or one a variable, not 0.
    factor, offset
        Of the values; the factor is positive.
    instance
        The number of the instance.

    Examples
    --------
    >>> import optimeter as om
    >>> from optimeter.problems import transformed
    >>> bowl = om.Problem.from_callable(
    ...     lambda x: float(x @ x), [-5] * 2, [5] * 2, name="bowl", optimum=0, best_parameter=[0, 0]
    ... )
    >>> moved = transformed(bowl, shift=[1, -2], rotation=7, offset=100)
    >>> moved([1, -2]), moved.reveal().x_opt.tolist()
    (100.0, [1.0, -2.0])
    """
    require_problem(problem, "instances are made of a problem")
    if problem._noisy:
        message = f"{problem.id} is noisy, and noise cannot be carried over to an instance of it"
        raise InvalidValueError(message)
    d = problem.dimension
    description = _described(problem)
    best = np.array(description.best_parameter)
    with np.errstate(invalid="ignore"):  # a box may have no end
        middle = np.add(description.lower, 0.5 * np.subtract(description.upper, description.lower))
    centre = best if best.size else middle
    origin = centre + (np.zeros(d) if shift is None else vector(shift, "shift", d, finite=True))
    scales = vector(np.broadcast_to(scale, d), "scale", d, finite=True)
    if not scales.all():
        message = f"scale must not be 0; got {scale!r}"
        raise InvalidValueError(message)
    if not 0 < factor < np.inf:
        message = f"factor must be positive; got {factor!r}"
        raise InvalidValueError(message)
    matrix = _rotation(rotation, d)
    moves = shift is not None or matrix is not None or (scales != 1).any()
    if moves and description.integer_variables:
        message = f"{problem.id} has integer variables, which cannot be shifted, scaled or rotated"
        raise InvalidValueError(message)
    if moves and not np.isfinite(centre).all():
        message = f"{problem.id} has neither a known optimum nor a bounded box to be moved by"
        raise InvalidValueError(message)
    variables = _Variables(
        tuple(origin.tolist()),
        tuple(centre.tolist()),
        () if matrix is None else tuple(map(tuple, matrix.tolist())),
        tuple(scales.tolist()),
    )

    def values(numbers: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(float(factor) * number + float(offset) for number in numbers)

    number = integer(instance, "instance", least=0, below=2**31)
    place = variables if moves else None
    return _problem_from_callable(
        replace(
            description,
            function=_Transformed(
                description.function, description.vectorized, place, float(factor), float(offset)
            ),
            constraint=description.constraint
            and _Transformed(description.constraint, description.vectorized, place, 1.0, 0.0),
            vectorized=True,
            optimum=values(description.optimum),
            nadir=values(description.nadir),
            best_parameter=tuple(origin.tolist()) if best.size and moves else tuple(best.tolist()),
            instance=number,
            id=f"{description.name}_i{number}_d{d}",
        )
    )


def instances_of(
    problem: Problem,
    instances: int | Sequence[int],
    *,
    shift: bool = True,
    rotate: bool = True,
    values: bool = True,
    seed: int = 0,
) -> list[Problem]:
    """Make random instances of a problem, as the suites have them.

    Parameters
    ----------
    problem
        As for `transformed`.
    instances
        The numbers of the instances, such as ``range(1, 16)``: each always gives the same one.
    shift
        Whether the centre, which is the optimum where that is known, goes to a random place within
        the inner four fifths of the box.
    rotate
        Whether the variables are rotated.
    values
        Whether a random number between -100 and 100 is added to the values. Only where the optimum is
        known, since else values of different instances could not be compared.
    seed
        Makes another set of instances.

    Examples
    --------
    >>> import optimeter as om
    >>> from optimeter.problems import instances_of
    >>> bowl = om.Problem.from_callable(
    ...     lambda x: float(x @ x), [-5] * 3, [5] * 3, name="bowl", optimum=0, best_parameter=[0] * 3
    ... )
    >>> suite = om.Suite.from_problems("mine", instances_of(bowl, range(1, 16)))
    >>> len(suite), suite.instances == tuple(range(1, 16))
    (15, True)
    """
    require_problem(problem, "instances are made of a problem")
    lower, upper = problem.lower_bounds, problem.upper_bounds
    if shift and not np.isfinite(upper - lower).all():
        message = f"{problem.id} has no bounded box to be shifted in; give shift=False"
        raise InvalidValueError(message)
    description = _described(problem)
    centre = description.best_parameter or tuple((lower + 0.5 * (upper - lower)).tolist())
    made = []
    for number in integers(instances, "instances"):
        stream = np.random.default_rng([integer(seed, "seed", least=0), number])
        place = lower + (0.1 + 0.8 * stream.random(problem.dimension)) * (upper - lower)
        turn = int(stream.integers(2**31))
        raised = round(float(stream.uniform(-100, 100)), 2)
        made.append(
            transformed(
                problem,
                shift=place - centre if shift else None,
                rotation=turn if rotate and problem.dimension > 1 else None,
                offset=raised if values and description.optimum else 0.0,
                instance=number,
            )
        )
    return made


@dataclass(frozen=True, slots=True)
class _Variables:
    """z = image + scale * R (x - origin): at the origin z is the image, without rounding."""

    origin: tuple[float, ...]
    image: tuple[float, ...]
    rotation: tuple[tuple[float, ...], ...]
    scale: tuple[float, ...]

    def __call__(self, x: Array) -> Array:
        moved = x - np.array(self.origin)
        if self.rotation:
            moved = product(moved, np.array(self.rotation))
        changed: Array = np.array(self.image) + np.array(self.scale) * moved
        return changed


@dataclass(frozen=True, slots=True)
class _Transformed:
    """A function of batches with what an instance does to variables and values."""

    function: Function
    vectorized: bool
    variables: _Variables | None
    factor: float
    offset: float

    def __call__(self, x: Array) -> Array:
        z = x if self.variables is None else self.variables(x)
        given = self.function(z) if self.vectorized else [self.function(row) for row in z]
        y = np.asarray(given, dtype=np.float64)
        return y if self.factor == 1.0 and self.offset == 0.0 else self.factor * y + self.offset


@dataclass(frozen=True, slots=True)
class _OfProblem:
    """The values or constraints of a problem, for a function of one's own."""

    problem: Problem
    constraints: bool

    def __call__(self, x: Array) -> Any:
        return self.problem.constraint(x) if self.constraints else self.problem(x)


def _described(problem: Problem) -> CallableDescription:
    """Return the description of a problem; one of a suite becomes a function of one's own."""
    description = problem._description
    own = description is not None and not isinstance(description.function, EngineFunction)
    if description is not None and own and not problem._accounted:
        return description
    fresh = copy(problem)  # counts for the run of a problem that has one; nobody looks else
    best = fresh.reveal()
    made = from_callable(
        _OfProblem(fresh, constraints=False),
        problem.lower_bounds,
        problem.upper_bounds,
        name=problem.name,
        objectives=problem.number_of_objectives,
        constraint=_OfProblem(fresh, constraints=True) if problem.number_of_constraints else None,
        constraints=problem.number_of_constraints,
        integer_variables=problem.number_of_integer_variables,
        initial_solution=problem.initial_solution,
        optimum=best.f_opt,
        best_parameter=best.x_opt,
        maximize=problem.maximize,
        vectorized=True,
    )
    of_problem = made._description
    assert of_problem is not None
    return of_problem


def product(rows: Array, matrix: Array) -> Array:
    """Return rows, (n, d), times the transposed matrix: the same bits for any n on any machine."""
    result = np.zeros_like(rows)
    for k in range(rows.shape[1]):
        result += rows[:, k, None] * matrix[:, k]
    return result


def _rotation(given: int | ArrayLike | None, d: int) -> Array | None:
    """Return an orthogonal matrix, or None where there is nothing to rotate."""
    if given is None:
        return None
    if np.ndim(given) == 0:
        return _random_rotation(integer(given, "rotation", least=0), d)
    matrix = np.asarray(given, dtype=np.float64)
    if matrix.shape != (d, d) or not np.allclose(matrix @ matrix.T, np.eye(d), atol=1e-9):
        message = (
            f"rotation must be an orthogonal matrix of shape ({d}, {d}), or a seed; got {given!r}"
        )
        raise InvalidValueError(message)
    return matrix


def _random_rotation(seed: int, d: int) -> Array:
    """Orthogonalise random rows, with sums that are rounded once: the same bits everywhere."""
    rows: list[list[float]] = []
    for row in np.random.default_rng([seed, d]).standard_normal((d, d)).tolist():
        for before in rows:
            along = fsum(a * b for a, b in zip(row, before, strict=True))
            row[:] = [a - along * b for a, b in zip(row, before, strict=True)]
        length = sqrt(fsum(a * a for a in row))
        rows.append([a / length for a in row])
    return np.array(rows)
