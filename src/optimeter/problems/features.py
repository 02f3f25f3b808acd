"""Features: what makes any problem harder, judged on its true values.

Features of values (noise, rounding, failures) are done by the engine on the way of a value to the
optimizer; what is recorded is the value without them. Features of variables change where a point
lies; what is recorded is the true value there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import Selection, integer, known_name, real
from optimeter._core import Problem, _problem_from_callable
from optimeter.exceptions import InvalidValueError
from optimeter.problems.callables import CallableDescription
from optimeter.problems.keys import Key, Keys
from optimeter.problems.makers import Noise, ProblemMaker, Selected
from optimeter.problems.transformed import product

__all__ = ["FEATURES", "Feature", "FeatureKind", "ModifiedProblems", "feature_of_text"]

Float = NDArray[np.float64]


class FeatureKind(NamedTuple):
    """A kind of feature: what it does, and its one option with the usual value and its range."""

    words: str
    option: str = ""
    usual: float = 0.0
    least: float = 0.0
    most: float = np.inf
    noise: str = ""  # what the engine calls it, if it is one of values


FEATURES: Mapping[str, FeatureKind] = MappingProxyType(
    {
        "noisy": FeatureKind(
            "normal noise on values, level times the larger of 1 and the size of the value",
            "level", 1e-3, noise="noisy",
        ),
        "truncated": FeatureKind(
            "values rounded to some significant digits", "digits", 6, 1, 16, noise="truncated"
        ),
        "failing": FeatureKind(
            "values that are not a number, with some probability",
            "rate", 0.05, 0, 1, noise="failing",
        ),
        "permuted": FeatureKind("variables in another order"),
        "rotated": FeatureKind("variables rotated about the middle of the region"),
        "perturbed-start": FeatureKind(
            "a first point moved by some part of the region's width", "radius", 0.1
        ),
        "quantized": FeatureKind("variables rounded to multiples of a step", "step", 1e-3, 1e-300),
        "unrelaxable": FeatureKind("no value (infinity) where a constraint is violated"),
    }
)  # fmt: skip
"""All kinds of features by name; integer variables are only ever permuted, among themselves."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature with its option, and the seed of what it draws for each problem."""

    name: str
    level: float
    seed: int

    @classmethod
    def of(cls, name: str, options: Mapping[str, object], seed: object) -> "Feature":
        """Check what is given and return the feature."""
        known_name(name, FEATURES, "feature")
        kind = FEATURES[name]
        for option in options:
            if option != kind.option:
                takes = f"takes {kind.option}" if kind.option else "takes no option"
                message = f"feature {name!r} {takes}; got {option}={options[option]!r}"
                raise InvalidValueError(message)
        level = real(options.get(kind.option, kind.usual), kind.option or name)
        whole = name == "truncated" and level != round(level)
        if not kind.least <= level <= kind.most or whole:
            what = "a whole number " if name == "truncated" else ""
            message = (
                f"{kind.option} of feature {name!r} must be {what}from {kind.least:g} to "
                f"{kind.most:g}; got {options[kind.option]!r}"
            )
            raise InvalidValueError(message)
        return cls(name, level, integer(seed, "seed", least=0, below=2**32))

    @property
    def label(self) -> str:
        """How it stands in the name of the suite, such as ``noisy=0.001``."""
        option = f"={self.level:g}" if FEATURES[self.name].option else ""
        return f"{self.name}{option}" + (f"@{self.seed}" if self.seed != 1 else "")

    def applied(self, problem: Problem, suite: str) -> Problem:
        """Return a problem with this feature, as one of a suite of that name."""
        _require_suitable(problem, self)
        rng = np.random.default_rng([self.seed, crc32(problem.id.encode())])
        change = Change.of(self, problem, rng)
        known = problem.reveal()  # of a problem that nobody sees: what is evaluated is another one
        best = None if known.x_opt is None else change.back(np.asarray(known.x_opt))
        if self.name == "quantized":
            best = None  # it need not be a multiple of the step
        kind = FEATURES[self.name]
        constraints = problem.number_of_constraints
        description = CallableDescription(
            function=Objective(problem, change, unrelaxable=self.name == "unrelaxable"),
            constraint=Constraint(problem, change) if constraints else None,
            lower=_tuple(change.ordered(problem.lower_bounds)),
            upper=_tuple(change.ordered(problem.upper_bounds)),
            initial_solution=_tuple(_start(self, problem, change, rng)),
            optimum=() if known.f_opt is None else (float(known.f_opt),),
            best_parameter=() if best is None else _tuple(best),
            nadir=(),
            objectives=1,
            constraints=constraints,
            integer_variables=problem.number_of_integer_variables,
            maximize=False,
            target_precision=problem.target_precision,
            vectorized=True,
            suite=suite,
            function_number=problem.function,
            numbered=True,
            instance=problem.instance,
            group=problem.group,
            name=problem.name,
            id=f"{problem.id}+{self.label}",
            value_noise=kind.noise,
            noise_level=self.level if kind.noise else 0.0,
        )
        return _problem_from_callable(description)


def feature_of_text(text: str) -> tuple[str, dict[str, float]]:
    """Read a feature as it is written on a command line: a name, or NAME=NUMBER.

    Examples
    --------
    >>> feature_of_text("truncated=6")
    ('truncated', {'digits': 6.0})
    """
    name, sign, number = text.partition("=")
    known_name(name, FEATURES, "feature")
    if not sign:
        return name, {}
    option = FEATURES[name].option
    if not option:
        message = f"feature {name!r} takes no number; got {text!r}"
        raise InvalidValueError(message)
    try:
        return name, {option: float(number)}
    except ValueError:
        message = f"a feature is written NAME or NAME=NUMBER; got {text!r}"
        raise InvalidValueError(message) from None


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """Where a point of the changed problem lies in the true one.

    x = middle + R (z − middle) with z in the order `order`, rounded to multiples of `step`; of the
    parts that a feature does not have there is none.
    """

    order: NDArray[np.intp] | None = None
    rotation: Float | None = None
    middle: Float | None = None
    step: float = 0.0
    integers: int = 0

    @classmethod
    def of(cls, feature: Feature, problem: Problem, rng: "np.random.Generator") -> "Change":
        """Draw the change that a feature makes to a problem."""
        integers = problem.number_of_integer_variables
        size = problem.dimension - integers
        if feature.name == "permuted":
            parts = [rng.permutation(integers), integers + rng.permutation(size)]
            return cls(order=np.concatenate(parts).astype(np.intp))
        if feature.name == "rotated":
            middle = 0.5 * (problem.lower_bounds + problem.upper_bounds)[integers:]
            middle = np.where(np.isfinite(middle), middle, 0.0)
            return cls(rotation=_rotation(size, rng), middle=middle, integers=integers)
        if feature.name == "quantized":
            return cls(step=feature.level, integers=integers)
        return cls()

    def __call__(self, z: Float) -> Float:
        """Return the true points of some points, (n, d)."""
        if self.order is not None:
            x = np.empty_like(z)
            x[:, self.order] = z
            return x
        first = self.integers
        if self.rotation is not None and self.middle is not None:
            turned = self.middle + product(z[:, first:] - self.middle, self.rotation)
            return np.concatenate([z[:, :first], turned], axis=1)
        if self.step:
            rounded = self.step * np.round(z[:, first:] / self.step)
            return np.concatenate([z[:, :first], rounded], axis=1)
        return z

    def back(self, x: Float) -> Float:
        """Return the point of the changed problem that lies at a true point, (d,)."""
        if self.rotation is not None and self.middle is not None:
            first = self.integers
            away = (x[first:] - self.middle)[None]
            return np.concatenate([x[:first], self.middle + product(away, self.rotation.T)[0]])
        return self.ordered(x)

    def ordered(self, values: Float) -> Float:
        """Return values of the true variables for the changed ones."""
        return values if self.order is None else values[self.order]


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """The true values at the points of a changed problem."""

    problem: Problem
    change: Change
    unrelaxable: bool

    def __call__(self, z: Float) -> Float:
        """Return the values of points, (n, d)."""
        x = self.change(z)
        values = np.array(self.problem(x), dtype=np.float64)
        if self.unrelaxable:
            values[(np.asarray(self.problem.constraint(x)) > 0).any(axis=1)] = np.inf
        return values


@dataclass(frozen=True, slots=True, eq=False)
class Constraint:
    """The constraints at the points of a changed problem."""

    problem: Problem
    change: Change

    def __call__(self, z: Float) -> Float:
        """Return the constraint values of points, (n, d)."""
        return np.asarray(self.problem.constraint(self.change(z)), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class ModifiedProblems:
    """Problems of another suite with a feature."""

    base: ProblemMaker
    suite: str
    feature: Feature

    def problem(self, key: Key) -> Problem:
        """Make the problem, with fresh counters."""
        return self.feature.applied(self.base.problem(key), self.suite)

    def ids(self, keys: Keys) -> list[str]:
        """Return the ids of the problems."""
        return [f"{id}+{self.feature.label}" for id in self.base.ids(keys)]

    def noise(self, keys: Keys) -> Noise:  # noqa: ARG002 - the same for all
        """Return where these problems take their noise from: each from a stream of its own."""
        return "independent"

    def numbers(self, selection: Selection, what: Selected) -> Sequence[int]:
        """Return the numbers that a selection means."""
        return self.base.numbers(selection, what)


def _rotation(size: int, rng: "np.random.Generator") -> Float:
    """Return a random rotation or reflection (Gram and Schmidt), summed up in a fixed order."""
    matrix = rng.standard_normal((size, size))
    for i in range(size):
        matrix[i] /= np.sqrt(np.cumsum(matrix[i] * matrix[i])[-1])
        along = np.cumsum(matrix[i + 1 :] * matrix[i], axis=1)[:, -1:]
        matrix[i + 1 :] -= along * matrix[i]
    return matrix


def _tuple(values: Float) -> tuple[float, ...]:
    return tuple(np.asarray(values, dtype=np.float64).tolist())


def _start(feature: Feature, problem: Problem, change: Change, rng: "np.random.Generator") -> Float:
    """Return the first point; a perturbed one lies in the region still."""
    start = change.back(np.asarray(problem.initial_solution, dtype=np.float64))
    if feature.name != "perturbed-start":
        return start
    first = problem.number_of_integer_variables
    low, high = problem.lower_bounds, problem.upper_bounds
    width = np.where(np.isfinite(high - low), high - low, np.maximum(1.0, np.abs(start)))
    moved = start + feature.level * width * rng.uniform(-1.0, 1.0, len(start))
    moved[:first] = start[:first]
    return np.clip(moved, low, high)


def _require_suitable(problem: Problem, feature: Feature) -> None:
    free = not problem.number_of_constraints
    for unsuitable, words in (
        (problem.number_of_objectives > 1, "has several objectives"),
        (problem.maximize, "is to be maximised"),
        (problem._noisy, "has noise already; a feature of values comes last"),
        (feature.name == "unrelaxable" and free, "has no constraints"),
    ):
        if unsuitable:
            message = f"feature {feature.name!r} cannot be added: {problem.id} {words}"
            raise InvalidValueError(message)
