"""A logger that keeps what it sees, and one that hands it to others."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from optimeter.ioh.logger.base import Logger
from optimeter.ioh.logger.property import AbstractProperty
from optimeter.ioh.logger.trigger import Trigger
from optimeter.ioh.values import LogInfo, MetaData

if TYPE_CHECKING:
    from optimeter.ioh.base import SingleObjective

__all__ = ["Combine", "Store"]


class Store(Logger):
    """Keeps lines by suite, problem, dimension, instance, run and number of the line."""

    def __init__(self, triggers: Iterable[Trigger], properties: Iterable[AbstractProperty]) -> None:
        super().__init__(triggers, properties)
        self.suite_name = "None"
        self._data: dict[str, Any] = {}
        self._lines: list[dict[str, float | None]] = []
        self._runs: list[Any] = []

    def attach_problem(self, problem: MetaData) -> None:
        super().attach_problem(problem)
        by_instance = (
            self._data.setdefault(self.suite_name, {})
            .setdefault(problem.problem_id, {})
            .setdefault(problem.n_variables, {})
        )
        self._runs = by_instance.setdefault(problem.instance, [])
        self._new_run()

    def _new_run(self) -> None:
        if not self._runs or self._runs[-1]:
            self._runs.append([])
        self._lines = self._runs[-1]

    def reset(self) -> None:
        super().reset()
        self._new_run()

    def __call__(self, info: LogInfo) -> None:
        self._lines.append({one.name: one.value(info) for one in self.properties})

    def data(self) -> dict[str, Any]:
        """Return everything as nested dictionaries, the innermost being a line."""

        def listed(level: Any) -> Any:
            if isinstance(level, list):
                return {i: listed(one) for i, one in enumerate(level) if one}
            if (
                isinstance(level, dict)
                and level
                and all(isinstance(one, dict | list) for one in level.values())
            ):
                return {key: listed(one) for key, one in level.items()}
            return level

        found: dict[str, Any] = listed(self._data)
        return found

    def at(
        self, suite: str, problem_id: int, dimension: int, instance: int, run: int, line: int
    ) -> dict[str, float | None]:
        """Return one line."""
        found: dict[str, float | None] = self.data()[suite][problem_id][dimension][instance][run][
            line
        ]
        return found


class Combine(Logger):
    """Hands everything to several loggers."""

    def __init__(self, loggers: Iterable[Logger]) -> None:
        super().__init__()
        self._loggers = list(loggers)

    def append(self, logger: Logger) -> None:
        """Add a logger."""
        self._loggers.append(logger)

    @property
    def wants_all(self) -> bool:
        """Whether one of them does."""
        return any(one.wants_all for one in self._loggers)

    def follow(self, problem: "SingleObjective") -> None:
        for one in self._loggers:
            one.follow(problem)

    def see(self, problem: "SingleObjective") -> None:
        for one in self._loggers:
            one.see(problem)

    def set_suite(self, name: str) -> None:
        for one in self._loggers:
            one.set_suite(name)

    def attach_problem(self, problem: MetaData) -> None:
        for one in self._loggers:
            one.attach_problem(problem)

    def reset(self) -> None:
        for one in self._loggers:
            one.reset()

    def close(self) -> None:
        for one in self._loggers:
            one.close()
