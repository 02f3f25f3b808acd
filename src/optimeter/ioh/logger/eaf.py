"""The improvements of all runs, from which attainment functions are computed."""

from typing import TYPE_CHECKING, Any, NamedTuple

from optimeter._core import ioh as native
from optimeter.ioh.logger.base import Logger
from optimeter.ioh.logger.trigger import OnImprovement
from optimeter.ioh.values import LogInfo

if TYPE_CHECKING:
    from optimeter.ioh.base import SingleObjective

__all__ = ["EAF", "RunPoint"]


class RunPoint(NamedTuple):
    """An improvement: its value, its evaluation and its run."""

    qual: float
    time: int
    run: int

    def __repr__(self) -> str:
        return f"<RunPoint {self.qual!r} {self.time} {self.run}>"


class EAF(Logger, native.Logger):
    """Keeps the improvements by suite, problem, dimension, instance and run."""

    suite_name = "None"

    def __init__(self) -> None:
        super().__init__()
        self._begin([OnImprovement()])
        self._runs: dict[tuple[str, int, int, int], list[list[RunPoint]]] = {}
        self._points: list[RunPoint] = []

    def __call__(self, log_info: LogInfo) -> None:
        """Log an evaluation."""
        if not self._points:
            self._known().append(self._points)
        number = len(self._known()) - 1
        self._points.append(RunPoint(log_info.y_best, log_info.evaluations, number))

    def call(self, log_info: LogInfo) -> None:
        """Log an evaluation."""
        self(log_info)

    def _known(self) -> list[list[RunPoint]]:
        meta = self.problem
        key = (self.suite_name, meta.problem_id, meta.n_variables, meta.instance)
        return self._runs.setdefault(key, [])

    def _end_of_run(self) -> None:
        super()._end_of_run()
        self._points = []

    def _follow_problem(self, problem: "SingleObjective") -> None:  # noqa: ARG002
        self._points = []

    @property
    def data(self) -> dict[str, Any]:
        """Everything as nested dictionaries, the innermost being lists of points."""
        made: dict[str, Any] = {}
        for (suite, function, dimension, instance), runs in self._runs.items():
            of_function = made.setdefault(suite, {}).setdefault(function, {})
            by_instance = of_function.setdefault(dimension, {})
            by_instance[instance] = {i: [*points] for i, points in enumerate(runs)}
        return made

    def at(
        self, suite: str, problem_id: int, dimension: int, instance: int, run: int
    ) -> list[RunPoint]:
        """Return the points of a run."""
        return [*self._runs[suite, problem_id, dimension, instance][run]]
