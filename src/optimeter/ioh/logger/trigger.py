"""When a logger writes a line."""

from collections.abc import Collection
from math import isnan
from typing import TYPE_CHECKING

from optimeter.exceptions import InvalidTypeError

if TYPE_CHECKING:
    from optimeter.ioh.base import SingleObjective

__all__ = [
    "ALWAYS",
    "ON_DELTA_IMPROVEMENT",
    "ON_IMPROVEMENT",
    "ON_VIOLATION",
    "Always",
    "At",
    "During",
    "Each",
    "OnDeltaImprovement",
    "OnImprovement",
    "OnViolation",
    "Trigger",
]


class Trigger:
    """Says at which evaluations something is written."""

    def fires(self, problem: "SingleObjective") -> bool:
        """Whether the last evaluation of the problem is one of them."""
        raise NotImplementedError

    def reset(self) -> None:
        """Begin a new run."""

    def __call__(self, problem: "SingleObjective") -> bool:
        return self.fires(problem)


class Always(Trigger):
    """At every evaluation."""

    def fires(self, problem: "SingleObjective") -> bool:  # noqa: ARG002
        return True


class OnImprovement(Trigger):
    """At every better value."""

    def fires(self, problem: "SingleObjective") -> bool:
        return problem._improved


class OnDeltaImprovement(Trigger):
    """At the first evaluation, then at values better by more than `delta` than the last logged."""

    def __init__(self, delta: float = 1e-10) -> None:
        self.delta = delta
        self._last: float | None = None

    def fires(self, problem: "SingleObjective") -> bool:
        y, last = problem._y, self._last
        if last is not None and not isnan(last):
            gain = y - last if problem._maximize else last - y
            if not gain > self.delta:
                return False
        self._last = y
        return True

    def reset(self) -> None:
        self._last = None


class OnViolation(Trigger):
    """At points that violate a constraint; `violations` counts them."""

    def __init__(self) -> None:
        self.violations = 0

    def fires(self, problem: "SingleObjective") -> bool:
        if problem.violation == 0.0:
            return False
        self.violations += 1
        return True

    def reset(self) -> None:
        self.violations = 0


class Each(Trigger):
    """At every so-manieth evaluation, from one on."""

    def __init__(self, interval: int, starting_at: int = 0) -> None:
        self.interval = interval
        self.starting_at = starting_at

    def fires(self, problem: "SingleObjective") -> bool:
        past = problem._evaluations - self.starting_at
        return past >= 0 and past % self.interval == 0


class At(Trigger):
    """At the evaluations of a set."""

    def __init__(self, time_points: Collection[int]) -> None:
        if not isinstance(time_points, set | frozenset):
            message = f"At takes a set of evaluations, as in At({{1, 10}}); got {time_points!r}"
            raise InvalidTypeError(message)
        self.time_points = time_points

    def fires(self, problem: "SingleObjective") -> bool:
        return problem._evaluations in self.time_points


class During(Trigger):
    """At the evaluations of ranges, both ends included."""

    def __init__(self, time_ranges: Collection[tuple[int, int]]) -> None:
        if not isinstance(time_ranges, set | frozenset):
            message = f"During takes a set of pairs, as in During({{(1, 5)}}); got {time_ranges!r}"
            raise InvalidTypeError(message)
        self.time_ranges = time_ranges

    def fires(self, problem: "SingleObjective") -> bool:
        now = problem._evaluations
        return any(first <= now <= last for first, last in self.time_ranges)


ALWAYS = Always()
ON_IMPROVEMENT = OnImprovement()
ON_DELTA_IMPROVEMENT = OnDeltaImprovement()
ON_VIOLATION = OnViolation()
