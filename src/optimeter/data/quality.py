"""How recorded values are judged: direction, what is known of the optimum, what instances are."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import real
from optimeter.exceptions import DataError, InvalidTypeError, InvalidValueError
from optimeter.problems import known_suite
from optimeter.problems.info import suite_word

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = [
    "Optimum",
    "Quality",
    "Scale",
    "check_quality",
    "checked_optimum",
    "problem_codes",
    "quality_of",
    "suite_quality",
    "with_optimum",
]

Scale = Literal["precision", "value", "indicator", "hypervolume"]
"""What the values of runs are: distances to the optimum, values of an optimum that nobody told,
distances to the reference of an indicator, or hypervolumes of which no largest one is known."""

Optimum = float | Mapping[Any, float] | str
"""The best possible value: of all functions, or by function (number, name, or with dimension)."""

TOLERANCE = 1e-9  # by which a value may pass the optimum, relative to it


@dataclass(frozen=True, slots=True)
class Quality:
    """How the values of a suite, or of data without one, are judged.

    Attributes
    ----------
    maximize : bool
        Whether larger values are better. `Runs` hold the negated values then.
    optimum_known : bool
        Whether values are distances to an optimum (or to the reference of an indicator); else they
        are values as such, and targets can only come from the data or from the user.
    objectives : int
        With several, values are an indicator of all points found so far.
    own_instances : bool
        Whether instances are problems of their own, whose runs repeat nothing; else runs on
        different instances repeat one experiment.

    Examples
    --------
    >>> Quality().scale, Quality(optimum_known=False).scale, Quality(objectives=2).scale
    ('precision', 'value', 'indicator')
    >>> print(Quality(maximize=True, optimum_known=False))
    values to be maximised, optimum not known
    """

    maximize: bool = False
    optimum_known: bool = True
    objectives: int = 1
    own_instances: bool = False

    @property
    def scale(self) -> Scale:
        """What the values are."""
        if self.objectives > 1:
            return "indicator" if self.optimum_known else "hypervolume"
        return "precision" if self.optimum_known else "value"

    def __str__(self) -> str:
        words = {
            "precision": "distances to the known optimum",
            "value": f"values to be {'max' if self.maximize else 'min'}imised, optimum not known",
            "indicator": f"indicator of {self.objectives} objectives, reference known",
            "hypervolume": f"hypervolume of {self.objectives} objectives, largest one not known",
        }[self.scale]
        return words + ("; instances are problems of their own" if self.own_instances else "")


def suite_quality(suite: str) -> Quality | None:
    """Return how the data of a known suite are judged; None of a suite that is not known.

    Recorded data of a suite hold distances to the optimum, or to the reference of the indicator.
    """
    info = known_suite(suite)
    if info is None:
        return None
    several = info.number_of_objectives > 1
    return Quality(
        maximize=info.maximize,
        optimum_known=several or info.optimum_known,
        objectives=info.number_of_objectives,
        own_instances=not info.repeated_instances,
    )


def check_quality(runs: "Runs") -> None:
    """Raise if the data of a suite contradict each other in how values are judged."""
    for code in np.unique(runs.suite_codes).tolist():
        quality_of(runs, code)


def quality_of(runs: "Runs", suite: int | None = None) -> Quality:
    """Return how the runs of a suite, given by its code, are judged; None: of all runs.

    Functions of which the optimum is not known decide for all: with one of them in the table,
    targets come from the data.

    Raises
    ------
    DataError
        If the data contradict each other: directions, numbers of objectives or the meaning of
        instances differ, or of one function the values and the distances to the optimum are mixed.
    """
    chosen = np.ones(len(runs), bool) if suite is None else runs.suite_codes == suite
    if not chosen.any():
        return Quality()
    for column, words in (
        ("maximized", "some are to be minimised and some to be maximised"),
        ("objectives", "some have one objective and some have several"),
        ("own_instances", "instances are repetitions in some and problems of their own in others"),
    ):
        values = getattr(runs, column)[chosen]
        if (values != values[0]).any():
            raise _conflict(runs, chosen, column, words)
    known = runs.optimum_known[chosen]
    if known.any() and not known.all():
        keys, codes = runs.group_index(("function", "dimension"))
        total = np.bincount(codes, chosen)
        sure = np.bincount(codes, chosen & runs.optimum_known)
        mixed = (sure > 0) & (sure < total)
        if mixed.any():
            number = int(np.argmax(mixed))
            words = (
                f"of function {keys['function'][number]} some are distances to the optimum and "
                "some are values; load the latter with optimum="
            )
            raise _conflict(runs, chosen & (codes == number), "optimum_known", words)
    first = int(np.argmax(chosen))
    return Quality(
        maximize=bool(runs.maximized[first]),
        optimum_known=bool(known.all()),
        objectives=int(runs.objectives[first]),
        own_instances=bool(runs.own_instances[first]),
    )


def _conflict(runs: "Runs", chosen: NDArray[np.bool_], column: str, words: str) -> DataError:
    values = getattr(runs, column)
    of = [
        ", ".join(
            runs.algorithms[code]
            for code in np.unique(runs.algorithm_codes[chosen & (values == one)]).tolist()
        )
        for one in np.unique(values[chosen])
    ]
    suite = suite_word(runs.suites[int(runs.suite_codes[np.argmax(chosen)])])
    message = f"data of suite {suite!r} contradict each other: {words} ({' against '.join(of)})"
    return DataError(message)


def problem_codes(runs: "Runs") -> NDArray[np.intp]:
    """Return a number for the problem of each run; with instances that are problems of their own."""
    codes = runs.group_index(("suite", "function", "dimension"))[1]
    if not runs.own_instances.any():
        return codes
    instance = np.where(runs.own_instances, runs.instance, 0)
    _, result = np.unique(np.stack([codes, instance]), axis=1, return_inverse=True)
    numbers: NDArray[np.intp] = result.reshape(-1)
    return numbers


# ------------------------------------------------------------------ what users tell


def checked_optimum(optimum: Optimum | None) -> float | dict[Any, float] | None:
    """Return the optimum as a number or by function; text as ``"0"`` or ``"1=3.5,sphere=0"``.

    Examples
    --------
    >>> checked_optimum("1=3.5, sphere=0"), checked_optimum(0)
    ({1: 3.5, 'sphere': 0.0}, 0.0)
    """
    if optimum is None:
        return None
    if isinstance(optimum, str):
        optimum = _optimum_of_text(optimum)
    if isinstance(optimum, Mapping):
        return {key: _finite(value, f"optimum of {key!r}") for key, value in optimum.items()}
    if isinstance(optimum, int | float | np.integer | np.floating) and not isinstance(
        optimum, bool
    ):
        return _finite(optimum, "optimum")
    message = f"optimum must be a number or a mapping from functions to numbers; got {optimum!r}"
    raise InvalidTypeError(message)


def _finite(value: object, what: str) -> float:
    """Return a number that values have a distance to."""
    number = real(value, what)
    if not np.isfinite(number):
        message = f"{what} must be a finite number; got {number:g}"
        raise InvalidValueError(message)
    return number


def _optimum_of_text(text: str) -> float | dict[Any, float]:
    try:
        if "=" not in text:
            return float(text)
        pairs = [part.rpartition("=") for part in text.split(",")]
        named = {name.strip(): float(value) for name, _, value in pairs}
    except ValueError:
        message = f"optimum must be a number, or FUNCTION=NUMBER with commas between; got {text!r}"
        raise InvalidValueError(message) from None
    return {int(name) if name.isdigit() else name: value for name, value in named.items()}


def with_optimum(runs: "Runs", optimum: float | Mapping[Any, float] | None) -> "Runs":
    """Return the runs with values turned into distances to the optimum that a user gave.

    Raises
    ------
    DataError
        If a function is not in the data, its values are distances already, or one is better than
        the optimum.
    """
    if optimum is None:
        return runs
    best = np.full(len(runs), np.nan)
    if isinstance(optimum, Mapping):
        for key, value in optimum.items():
            chosen = _runs_on(runs, key)
            if not chosen.any():
                message = f"optimum of function {key!r}: the data hold no such function"
                raise DataError(message)
            best[chosen] = value
    else:
        best[:] = optimum
    told = ~np.isnan(best)
    if not told.any():
        return runs
    if (runs.objectives[told] > 1).any():
        message = "an optimum can only be given for one objective; these data have several"
        raise DataError(message)
    if runs.optimum_known[told].any():
        row = int(np.flatnonzero(told & runs.optimum_known)[0])
        message = (
            f"optimum of function {runs.function[row]} of suite "
            f"{runs.suites[runs.suite_codes[row]]!r}: its data are distances to the optimum already"
        )
        raise DataError(message)
    # Values of data to be maximised are negated, and so is their optimum.
    shift = np.where(told, np.where(runs.maximized, -best, best), 0.0)
    changes: dict[str, Any] = {"final": runs.final - shift}
    _check_reached(runs, changes["final"], best, told)
    for offsets, values in (("offsets", "step_precision"), ("budget_offsets", "budget_precision")):
        each = np.repeat(shift, np.diff(getattr(runs, offsets)))
        changes[values] = getattr(runs, values) - each
    return replace(
        runs,
        optimum_known=runs.optimum_known | told,
        maximized=runs.maximized & ~told,
        **changes,
    )


def _runs_on(runs: "Runs", key: Any) -> NDArray[np.bool_]:
    """Mark the runs on a function: by number, by name, or by one of them with a dimension."""
    function, dimension = key if isinstance(key, tuple) and len(key) == 2 else (key, None)
    if isinstance(function, str):
        chosen = np.zeros(len(runs), dtype=bool)
        for suite, number, name in runs.function_names:
            if name == function:
                code = runs.suites.index(suite)
                chosen |= (runs.suite_codes == code) & (runs.function == number)
    elif isinstance(function, int | np.integer) and not isinstance(function, bool):
        chosen = runs.function == function
    else:
        message = (
            "optimum is given by the number or the name of a function, or by (function, "
            f"dimension); got {key!r}"
        )
        raise InvalidTypeError(message)
    return chosen if dimension is None else chosen & (runs.dimension == dimension)


def _check_reached(
    runs: "Runs", final: NDArray[np.float64], best: NDArray[np.float64], told: NDArray[np.bool_]
) -> None:
    """Raise if a run has a better value than the optimum."""
    beyond = told & (final < -TOLERANCE * np.maximum(np.abs(np.nan_to_num(best)), 1.0))
    if beyond.any():
        row = int(np.argmin(np.where(beyond, final, np.inf)))
        value = -runs.final[row] if runs.maximized[row] else runs.final[row]
        message = (
            f"optimum {best[row]:g} of function {runs.function[row]} in dimension "
            f"{runs.dimension[row]}: a run of {runs.algorithms[runs.algorithm_codes[row]]} has the "
            f"better value {value:.10g}"
        )
        raise DataError(message)
