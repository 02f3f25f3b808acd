"""The functions that pickled problems are made with again."""

import numpy as np
from numpy.typing import NDArray

from optimeter import _core
from optimeter._core import (
    Archive,
    CocoStream,
    EngineFunction,
    Problem,
    _problem_from_callable,
    _problem_of,
    make_problem,
)
from optimeter.problems.callables import CallableDescription

__all__ = [
    "Address",
    "ArchiveState",
    "Elsewhere",
    "NoiseState",
    "Notes",
    "State",
    "archive",
    "engine_function",
    "from_account",
    "from_description",
    "from_suite",
]

NoiseState = tuple[bool, int, int]
"""Whether the numbers are COCO's, and two numbers that say where the stream stands."""

ArchiveState = tuple[NDArray[np.float64], NDArray[np.int64]]
"""Objective vectors, (n, m), and the numbers of their evaluations, (n,)."""

Notes = tuple[int, bool, tuple[tuple[list[float], str], ...], str, float, tuple[float, ...]]
"""How many evaluations failed, whether one did not, point and message of the first, last message; best
value and its point."""

Elsewhere = tuple[int, int, int, tuple[tuple[list[float], str], ...], float, tuple[float, ...]]
"""What other processes did for a run: evaluations, those of them without a value, those of these of
which nobody told one; point and message of the first; best value and its point."""

State = tuple[int, int, float, bool, NoiseState | None, ArchiveState | None]
"""Evaluations, evaluations of constraints, best value, final target hit, noise, archive."""


def from_suite(  # noqa: PLR0917 - called by pickle
    suite: str, function: int, dimension: int, instance: int, state: State, index: int | None = None
) -> Problem:
    """Make a problem of a suite; `index` is its position there, as in the files."""
    noise = state[4]
    stream = CocoStream() if noise is not None and noise[0] else None
    problem = make_problem(suite, function, dimension, instance, stream, index)
    problem._set_state(state)
    return problem


def from_description(description: CallableDescription, state: State) -> Problem:
    """Make a problem from the description that `Problem.from_callable` made."""
    problem = _problem_from_callable(description)
    problem._set_state(state)
    return problem


Address = tuple[str, str, str, int, bool]
"""Where the account of a run is, its key, the machine, the process, and whether it is recorded."""

Identity = tuple[str, int, int, int, int]
"""Suite, function, dimension, instance, and the position in the suite."""

_KEPT = 8
_known: dict[str, Problem] = {}  # of suites; a pool unpickles its problem for each of its tasks


def from_account(
    made_from: CallableDescription | Identity,
    where: Address,
    on_error: tuple[float | None] | None = None,
) -> Problem:
    """Make a problem whose evaluations count for a run, be it of this process or of another one.

    `on_error`, where it is given, says what an evaluation gives whose function fails.
    """
    key = where[1]
    known = _problem_of(key) or _known.get(key)
    if known is not None:
        return known
    if isinstance(made_from, CallableDescription):
        problem = _problem_from_callable(made_from)
        problem._account_to(where)
        if on_error is not None:
            problem._keep_notes(*on_error)
        return problem
    suite, function, dimension, instance, index = made_from
    problem = make_problem(suite, function, dimension, instance, None, index)
    problem._account_to(where)
    while len(_known) >= _KEPT:
        _known.pop(next(iter(_known)), None)
    _known[key] = problem
    return problem


def engine_function(maker: str, parameters: tuple[object, ...]) -> EngineFunction:
    """Make a function of the engine from its parameters."""
    made: EngineFunction = getattr(_core, maker)(*parameters)
    return made


def archive(
    ideal: NDArray[np.float64] | None,
    nadir: NDArray[np.float64] | None,
    reference: float,
    rest: tuple[int, bool],
    points: ArchiveState,
) -> Archive:
    """Make an archive with these points."""
    objectives, extremes = rest
    result = Archive(ideal, nadir, reference=reference, objectives=objectives, extremes=extremes)
    result._restore(*points)
    return result
