"""A logger that keeps what it sees, and one that hands it to others."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from optimeter._core.ioh import CombinedLogger, StoredRun, StoreLogger
from optimeter.ioh.logger.base import Logger, Watching
from optimeter.ioh.logger.property import AbstractProperty
from optimeter.ioh.logger.trigger import Trigger
from optimeter.ioh.values import LogInfo, MetaData

if TYPE_CHECKING:
    from optimeter.ioh.base import SingleObjective

__all__ = ["Combine", "Store"]


class Store(Watching, StoreLogger):
    """Keeps lines by suite, problem, dimension, instance, run and number of the line."""

    suite_name = "None"

    def __init__(self, triggers: Iterable[Trigger], properties: Iterable[AbstractProperty]) -> None:
        super().__init__()
        self._begin(triggers, properties)
        self._data: dict[str, dict[int, dict[int, dict[int, list[StoredRun]]]]] = {}
        self._runs: list[StoredRun] = []

    def attach_problem(self, problem: MetaData) -> None:
        super().attach_problem(problem)
        self._runs = (
            self._data.setdefault(self.suite_name, {})
            .setdefault(problem.problem_id, {})
            .setdefault(problem.n_variables, {})
            .setdefault(problem.instance, [])
        )
        self._new_run()

    def _new_run(self) -> None:
        if not self._runs or len(self._runs[-1]):
            self._runs.append(StoredRun())
        self._follow(self._runs[-1])

    def _end_of_run(self) -> None:
        super()._end_of_run()
        self._new_run()

    def data(self) -> dict[str, Any]:
        """Return everything as nested dictionaries, the innermost being a line."""
        return {
            suite: {
                number: {
                    dimension: {
                        instance: {i: run.lines() for i, run in enumerate(runs) if len(run)}
                        for instance, runs in instances.items()
                    }
                    for dimension, instances in dimensions.items()
                }
                for number, dimensions in problems.items()
            }
            for suite, problems in self._data.items()
        }

    def at(
        self, suite: str, problem_id: int, dimension: int, instance: int, run: int, line: int
    ) -> dict[str, float | None]:
        """Return one line."""
        return self._data[suite][problem_id][dimension][instance][run].line(line)

    def __repr__(self) -> str:
        return f"<Store (suites: ({','.join(self._data)}),)>"


class Combine(Logger, CombinedLogger):
    """Hands everything to several loggers."""

    def __init__(self, loggers: Iterable[Any] | Any) -> None:
        super().__init__()
        for one in loggers if isinstance(loggers, Iterable) else [loggers]:
            self.append(one)

    def append(self, logger: Any) -> None:
        """Add a logger."""
        self._add_member(logger)

    def add_trigger(self, trigger: Trigger) -> None:
        for one in self._members:
            one.add_trigger(trigger)

    def attach_suite(self, suite_name: str) -> None:
        for one in self._members:
            one.attach_suite(suite_name)

    def attach_problem(self, problem: MetaData) -> None:
        self._problem = problem
        for one in self._members:
            one.attach_problem(problem)

    def _end_of_run(self) -> None:
        for one in self._members:
            one._end_of_run()

    def _follow_problem(self, problem: "SingleObjective") -> None:
        for one in self._members:
            one._follow_problem(problem)

    def call(self, log_info: LogInfo) -> None:
        """Let all of them log an evaluation."""
        for one in self._members:
            one.call(log_info)

    def close(self) -> None:
        for one in self._members:
            one.close()
