"""When a line is written: the triggers of IOHprofiler's format and of runs in memory.

Several triggers in a list mean "any of them". They are asked in order up to the first that fires.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from optimeter._arguments import integer
from optimeter.exceptions import InvalidTypeError

__all__ = [
    "Always",
    "At",
    "During",
    "Each",
    "OnDeltaImprovement",
    "OnImprovement",
    "Trigger",
    "native_triggers",
]


@dataclass(frozen=True, slots=True)
class Always:
    """Every evaluation."""

    def native(self) -> tuple[object, ...]:
        """Return the form that the engine takes."""
        return ("always",)


@dataclass(frozen=True, slots=True)
class OnImprovement:
    """Every evaluation that is better than all before it."""

    def native(self) -> tuple[object, ...]:
        """Return the form that the engine takes."""
        return ("improvement",)


@dataclass(frozen=True, slots=True)
class OnDeltaImprovement:
    """The first evaluation, then each that is better than the last such one by over `delta`."""

    delta: float = 1e-10

    def native(self) -> tuple[object, ...]:
        """Return the form that the engine takes."""
        return ("delta", float(self.delta))


@dataclass(frozen=True, slots=True)
class Each:
    """Each `interval`-th evaluation: those whose number minus `start` is a multiple of it."""

    interval: int
    start: int = 0

    def native(self) -> tuple[object, ...]:
        """Return the form that the engine takes."""
        return ("each", _count(self.interval, "Each.interval"), _count(self.start, "Each.start"))


@dataclass(frozen=True, slots=True)
class At:
    """The evaluations with the given numbers."""

    evaluations: Sequence[int]

    def native(self) -> tuple[object, ...]:
        """Return the form that the engine takes."""
        return ("at", [_count(number, "At.evaluations") for number in self.evaluations])


@dataclass(frozen=True, slots=True)
class During:
    """The evaluations in the given intervals, pairs of first and last number, both included."""

    intervals: Sequence[tuple[int, int]]

    def native(self) -> tuple[object, ...]:
        """Return the form that the engine takes."""
        pairs = [
            (_count(first, "During.intervals"), _count(last, "During.intervals"))
            for first, last in self.intervals
        ]
        return ("during", pairs)


Trigger = Always | OnImprovement | OnDeltaImprovement | Each | At | During
"""Any trigger."""


def native_triggers(triggers: Trigger | Iterable[Trigger]) -> list[tuple[object, ...]]:
    """Return one trigger, or several, in the form that the engine takes."""
    several: list[object] = [triggers] if isinstance(triggers, Trigger) else list(triggers)
    native = []
    for one in several:
        if not isinstance(one, Trigger):
            kinds = ", ".join(kind.__name__ for kind in Trigger.__args__)
            message = f"a trigger must be one of {kinds}; got {one!r}"
            raise InvalidTypeError(message)
        native.append(one.native())
    return native


def _count(value: object, what: str) -> int:
    return integer(value, what, least=0)
