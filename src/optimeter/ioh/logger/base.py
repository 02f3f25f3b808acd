"""What all loggers share: triggers, properties, runs."""

import atexit
import sys
from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from optimeter._core import ioh as native
from optimeter.exceptions import OptimeterError
from optimeter.ioh.logger import trigger
from optimeter.ioh.logger.property import AbstractProperty, Property
from optimeter.ioh.logger.trigger import Trigger
from optimeter.ioh.values import LogInfo, MetaData

if TYPE_CHECKING:
    from optimeter.ioh.base import SingleObjective

__all__ = ["AbstractLogger", "Logger", "Watching", "close_at_exit"]

_SHARED = {id(one) for one in vars(trigger).values() if isinstance(one, Trigger)}


# A class may have one native base: for what is mixed into a logger that is a matter of types only.
if TYPE_CHECKING:
    _Mixin = native.Logger
else:
    _Mixin = object


class Logger(_Mixin):
    """Sees the evaluations of the problems that it is attached to."""

    suite_name = "unknown_suite"
    _problem: MetaData | None = None

    def _begin(
        self, triggers: Iterable[Trigger] = (), properties: Iterable[native.Property_] = ()
    ) -> None:
        for one in triggers:
            self.add_trigger(one)
        for column in properties:
            self._add_property(column)

    @property
    def problem(self) -> MetaData:
        """What the problem is that it is attached to."""
        if self._problem is None:
            message = "the logger was not attached to a problem"
            raise RuntimeError(message)
        return self._problem

    def add_trigger(self, trigger: Trigger) -> None:
        """Add a trigger; those of the module have a state as well, which no loggers share."""
        self._add_trigger(copy(trigger) if id(trigger) in _SHARED else trigger)

    def attach_suite(self, suite_name: str) -> None:
        """Say which suite the problems to come belong to."""
        self.suite_name = suite_name

    def attach_problem(self, problem: MetaData) -> None:
        """Begin to log a problem: a new run."""
        self._problem = problem
        self._reset_triggers()

    def reset(self) -> None:
        """End the run; another of the same problem may follow."""
        self._end_of_run()

    def close(self) -> None:
        """Write what is open."""

    # What problems call, whatever a class of one's own makes of `reset`.

    def _end_of_run(self) -> None:
        self._reset_triggers()

    def _follow_problem(self, problem: "SingleObjective") -> None:
        """Begin a run of a problem, whose evaluations may not all be seen."""


class Watching(Logger):
    """A logger with columns."""

    def watch(self, container: Any, attribute: str | Iterable[str] | None = None) -> None:
        """Add a column: a property, or attributes of an object that are read at every line."""
        if attribute is None:
            self._add_property(container)
            return
        for name in [attribute] if isinstance(attribute, str) else attribute:
            self._add_property(Property(container, name))


class AbstractLogger(Watching, native.Logger):
    """Base of loggers of one's own, which define ``__call__(self, log_info)``."""

    def __init__(
        self, triggers: Iterable[Trigger] = (), properties: Iterable[AbstractProperty] = ()
    ) -> None:
        super().__init__()
        self._begin(triggers, properties)

    def __call__(self, log_info: LogInfo) -> None:
        """Log an evaluation."""
        raise NotImplementedError

    def call(self, log_info: LogInfo) -> None:
        """Log an evaluation."""
        self(log_info)


_open: WeakSet[Any] = WeakSet()


def close_at_exit(logger: Any) -> None:
    """Let a logger write what is open at the end of the program, if nobody closes it before."""
    _open.add(logger)


@atexit.register
def _close_all() -> None:
    for logger in list(_open):
        try:
            logger._finish()
        except (OptimeterError, OSError) as error:  # the others are still to be written
            print(f"{logger} cannot write its end: {error}", file=sys.stderr)
