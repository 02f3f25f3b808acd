"""What all loggers share: triggers, properties, runs."""

from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING

from optimeter.ioh.logger import trigger
from optimeter.ioh.logger.property import AbstractProperty
from optimeter.ioh.logger.trigger import OnDeltaImprovement, OnImprovement, Trigger
from optimeter.ioh.values import LogInfo, MetaData

if TYPE_CHECKING:
    from optimeter.ioh.base import SingleObjective

__all__ = ["AbstractLogger", "Logger"]

_SHARED = {id(one) for one in vars(trigger).values() if isinstance(one, Trigger)}


class Logger:
    """Sees all evaluations of the problems that it is attached to."""

    def __init__(
        self, triggers: Iterable[Trigger] = (), properties: Iterable[AbstractProperty] = ()
    ) -> None:
        # The triggers of the module have a state as well, which no two loggers may share.
        self.triggers = [copy(one) if id(one) in _SHARED else one for one in triggers]
        self.properties = list(properties)
        self.suite_name = "unknown_suite"
        self.problem: MetaData | None = None

    @property
    def wants_all(self) -> bool:
        """Whether evaluations that improve nothing may be logged, but for the first of a run."""
        return not all(isinstance(one, OnImprovement | OnDeltaImprovement) for one in self.triggers)

    def follow(self, problem: "SingleObjective") -> None:
        """Begin a run of a problem, whose evaluations may not all be seen."""

    def see(self, problem: "SingleObjective") -> None:
        """Look at the last evaluation of a problem, and log it if a trigger fires."""
        for one in self.triggers:
            if one.fires(problem):
                self(problem.log_info)
                return

    def __call__(self, info: LogInfo) -> None:
        """Log an evaluation."""
        raise NotImplementedError

    def call(self, info: LogInfo) -> None:
        """Log an evaluation."""
        self(info)

    def add_trigger(self, trigger: Trigger) -> None:
        """Add a trigger."""
        self.triggers.append(trigger)

    def set_suite(self, name: str) -> None:
        """Say which suite the problems to come belong to."""
        self.suite_name = name

    def attach_problem(self, problem: MetaData) -> None:
        """Begin to log a problem: a new run."""
        self.problem = problem
        self._reset_triggers()

    def reset(self) -> None:
        """End the run; another of the same problem may follow."""
        self._reset_triggers()

    def close(self) -> None:
        """Write what is open."""

    def _reset_triggers(self) -> None:
        for one in self.triggers:
            one.reset()


class AbstractLogger(Logger):
    """Base of loggers of one's own, which define ``__call__(self, log_info)``."""
