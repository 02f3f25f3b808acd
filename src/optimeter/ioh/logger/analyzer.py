"""The logger whose files IOHanalyzer reads."""

import json
import sys
from collections.abc import Iterable, Mapping
from math import isfinite, isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from optimeter._core import IOH_VERSION
from optimeter._core.ioh import LineLogger
from optimeter._files import write_atomically
from optimeter.exceptions import InvalidValueError
from optimeter.ioh.kinds import OptimizationType
from optimeter.ioh.logger import property as properties
from optimeter.ioh.logger import trigger
from optimeter.ioh.logger.base import Watching, close_at_exit
from optimeter.ioh.logger.property import AbstractProperty
from optimeter.ioh.logger.trigger import Trigger
from optimeter.ioh.values import MetaData

if TYPE_CHECKING:
    from optimeter.ioh.base import SingleObjective

__all__ = ["Analyzer"]


class _Function:
    """What the index file of a function holds."""

    def __init__(self, head: str) -> None:
        self.head = head
        self.scenarios: dict[int, tuple[str, list[str]]] = {}

    def add(self, dimension: int, path: str, run: str) -> None:
        """Enter a run; a dimension that is taken up again moves to the end."""
        _, runs = self.scenarios.pop(dimension, (path, []))
        self.scenarios[dimension] = (path, [*runs, run])

    def text(self) -> str:
        parts = [
            f'\t\t{{"dimension": {dimension},\n\t\t"path": "{path}",\n\t\t"runs": [\n'
            + ",\n".join(f"\t\t\t{run}" for run in runs)
            + "\n\t\t]}"
            for dimension, (path, runs) in self.scenarios.items()
        ]
        return self.head + '\t"scenarios": [\n' + ",\n".join(parts) + "\n\t]\n}\n"


class Analyzer(Watching, LineLogger):
    """Writes one folder: an index file for each function, a data file for each dimension."""

    _COLUMNS: ClassVar[tuple[AbstractProperty, ...]] = (properties.RAWY,)
    _INDEX: ClassVar[str] = "IOHprofiler_{stem}.json"
    _FUNCTION: ClassVar[type[Any]] = _Function

    def __init__(
        self,
        triggers: Iterable[Trigger] = (trigger.ON_DELTA_IMPROVEMENT,),
        additional_properties: Iterable[AbstractProperty] = (),
        root: str | Path | None = None,
        folder_name: str = "ioh_data",
        algorithm_name: str = "algorithm_name",
        algorithm_info: str = "algorithm_info",
        store_positions: bool = False,
    ) -> None:
        columns = [*self._COLUMNS, *additional_properties]
        super().__init__()
        self._begin(triggers, columns)
        self._counts = self._keeps_best = True
        self._algorithm = {"name": algorithm_name, "info": algorithm_info}
        self._positions = store_positions
        self._folder = _new_folder(Path(root) if root is not None else Path.cwd(), folder_name)
        self._experiment: dict[str, str] = {}
        self._run_values: dict[str, Any] = {}
        self._functions: dict[str, _Function] = {}
        self._attached = False
        close_at_exit(self)

    @property
    def output_directory(self) -> str:
        """The folder."""
        return str(self._folder)

    # ---- What is written besides the values ----

    def add_experiment_attribute(self, name: str, value: str) -> None:
        """Add a fact of the experiment."""
        self._experiment[name] = str(value)

    def set_experiment_attributes(self, attributes: Mapping[str, str]) -> None:
        """Replace all facts of the experiment."""
        self._experiment = {name: str(value) for name, value in attributes.items()}

    def add_run_attribute(self, name: Any, value: Any) -> None:
        """Add a number to every run: ``(name, number)``, or ``(object, attribute)``."""
        if isinstance(name, str):
            self._run_values[name] = float(value)
        else:
            float(getattr(name, value))  # it must exist and be a number
            self._run_values[value] = (name, value)

    def add_run_attributes(self, container: Any, attributes: Iterable[str]) -> None:
        """Add attributes of an object to every run."""
        for name in [attributes] if isinstance(attributes, str) else attributes:
            self.add_run_attribute(container, name)

    def set_run_attribute(self, name: str, value: float) -> None:
        """Set a number of the run."""
        if name not in self._run_values:
            message = f"the run attribute {name!r} was not added; known: {list(self._run_values)}"
            raise IndexError(message)
        self._run_values[name] = float(value)

    def set_run_attributes(self, attributes: Mapping[str, float]) -> None:
        """Set numbers of the run."""
        for name, value in attributes.items():
            self.set_run_attribute(name, value)

    def watch(self, container: Any, attribute: str | Iterable[str] | None = None) -> None:
        """Add a column: a property, or attributes of an object that are read at every line."""
        if self._attached:
            message = "columns are added before the first problem is attached"
            raise InvalidValueError(message)
        super().watch(container, attribute)

    # ---- Runs ----

    def attach_problem(self, problem: MetaData) -> None:
        self._end_run()
        self._attached = True
        super().attach_problem(problem)
        self._dimension = problem.n_variables
        self._stem = f"f{problem.problem_id}_{problem.name}"
        self._path = (
            f"data_{self._stem}/IOHprofiler_f{problem.problem_id}_DIM{problem.n_variables}.dat"
        )
        self._instance = problem.instance
        if self._stem not in self._functions:
            self._functions[self._stem] = self._FUNCTION(self._head(problem))

    def _end_of_run(self) -> None:
        self._end_run()
        super()._end_of_run()

    def close(self) -> None:
        """End the run, and remove the folder if nothing was ever attached."""
        self._finish()
        if not self._attached and self._folder.is_dir() and not any(self._folder.iterdir()):
            self._folder.rmdir()

    def _finish(self) -> None:
        if not self._closed:
            self._end_run()
            self._closed = True

    def __del__(self) -> None:
        if hasattr(self, "_attached"):
            self._finish()

    def _follow_problem(self, problem: "SingleObjective") -> None:
        if not self._closed:
            self._seen = problem

    def _take_up(self, problem: MetaData) -> None:
        """Begin a run of another problem than the one that was attached last."""
        self.attach_problem(problem)

    def _open(self) -> None:
        """Open the file of the run; called before its first line."""
        target = self._folder / self._path
        target.parent.mkdir(parents=True, exist_ok=True)
        self._file = target.open("ab")
        names = self._names()
        if self._positions:
            names += [f"x{i}" for i in range(self._dimension)]
        self._append(" ".join(names) + "\n")

    def _names(self) -> list[str]:
        """Return the titles of the columns."""
        return ["evaluations", *(one.name for one in self.properties)]

    def _end_run(self) -> None:
        evaluations = 0 if self._seen is None else self._seen._evaluations
        if evaluations:
            if self._logged != evaluations:
                self._write_last()
            self._write_index(evaluations)
        if self._file is not None:
            self._flush()
            self._file.close()
            self._file = None
        self._begin_run()

    def _write_index(self, evaluations: int) -> None:
        worst = sys.float_info.max
        if self.problem.optimization_type == OptimizationType.MAX:
            worst = -worst
        number, y, x = self._best or (1, worst, self._first)
        if isinf(y):
            y = worst
        function = self._functions[self._stem]
        function.add(self._dimension, self._path, self._entry(evaluations, number, y, x))
        index = self._folder / self._INDEX.format(stem=self._stem)
        write_atomically(index, function.text())

    def _entry(self, evaluations: int, number: int, y: float, x: list[float]) -> str:
        """Return what the index says of a run."""
        run = (
            f'{{"instance": {self._instance}, "evals": {evaluations}, '
            f'"best": {{"evals": {number}, "y": {_number(y)}, '
            f'"x": [{", ".join(_number(one) for one in x)}]}}'
        )
        for name in sorted(self._run_values):
            run += f", {json.dumps(name)}: {_number(self._run_value(name))}"
        return run + "}"

    def _run_value(self, name: str) -> float:
        """Return a number of the run, read from its object where it has one."""
        value = self._run_values[name]
        return float(getattr(*value)) if isinstance(value, tuple) else float(value)

    def _head(self, problem: MetaData) -> str:
        def text(value: Any) -> str:
            return json.dumps(value, ensure_ascii=False)

        maximize = problem.optimization_type == OptimizationType.MAX
        lines = [
            f'\t"version": {text(IOH_VERSION)}, ',
            f'\t"suite": {text(self.suite_name)}, ',
            f'\t"function_id": {problem.problem_id}, ',
            f'\t"function_name": {text(problem.name)}, ',
            f'\t"maximization": {text(maximize)}, ',
            f'\t"algorithm": {text(self._algorithm)},',
        ]
        if self._experiment:
            listed = ", ".join(
                text({name: self._experiment[name]}) for name in sorted(self._experiment)
            )
            lines.append(f'\t"experiment_attributes": [{listed}],')
        if self._run_values:
            lines.append(f'\t"run_attributes": {text(sorted(self._run_values))},')
        lines.append(f'\t"attributes": {text(self._names())},')
        return "{\n" + "\n".join(lines) + "\n"


def _number(value: float) -> str:
    """Return the shortest decimal, integral numbers without a point; null if there is none."""
    if not isfinite(value):
        return "null"
    text = repr(float(value))
    return text.removesuffix(".0")


def _new_folder(root: Path, name: str) -> Path:
    """Make a folder that did not exist, with a number behind its name if need be."""
    root.mkdir(parents=True, exist_ok=True)
    number = 0
    while True:
        folder = root / (f"{name}-{number}" if number else name)
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            number += 1
        else:
            return folder
