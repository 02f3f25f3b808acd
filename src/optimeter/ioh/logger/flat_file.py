"""One table for all problems."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from optimeter._core.ioh import LineLogger
from optimeter.ioh.logger.base import Watching, close_at_exit
from optimeter.ioh.logger.property import AbstractProperty
from optimeter.ioh.logger.trigger import Trigger
from optimeter.ioh.values import MetaData

if TYPE_CHECKING:
    from optimeter.ioh.base import SingleObjective

__all__ = ["FlatFile"]

COMMON = (
    "suite_name", "problem_name", "problem_id", "problem_instance", "optimization_type",
    "dimension", "run",
)  # fmt: skip


class FlatFile(Watching, LineLogger):
    """Writes a line for each logged evaluation, with the problem and the run in front."""

    def __init__(
        self,
        triggers: Iterable[Trigger],
        properties: Iterable[AbstractProperty],
        filename: str = "IOH.dat",
        output_directory: str | Path = "./",
        separator: str = "\t",
        comment: str = "#",
        no_value: str = "None",
        end_of_line: str = "\n",
        repeat_header: bool = False,
        store_positions: bool = False,
        common_header_titles: Sequence[str] = COMMON,
    ) -> None:
        super().__init__()
        self._begin(triggers, properties)
        self.filename = filename
        self.output_directory = str(Path(output_directory).absolute())
        self._separator, self._comment = separator, comment
        self._none, self._end = no_value, end_of_line
        self._repeat, self._positions = repeat_header, store_positions
        self._titles = tuple(common_header_titles)
        self._run = -1
        self._header_due = True
        close_at_exit(self)

    def attach_problem(self, problem: MetaData) -> None:
        super().attach_problem(problem)
        self._run = 0
        self._begin_lines()

    def _end_of_run(self) -> None:
        super()._end_of_run()
        self._run += 1
        if self._problem is not None:
            self._begin_lines()

    def _begin_lines(self) -> None:
        """Make what stands in front of the lines of this run."""
        problem = self.problem
        facts = {
            "suite_name": self.suite_name,
            "problem_name": problem.name,
            "problem_id": problem.problem_id,
            "problem_instance": problem.instance,
            "optimization_type": problem.optimization_type.name.lower(),
            "dimension": problem.n_variables,
            "run": self._run,
        }
        self._prefix = self._separator.join(str(facts[title]) for title in self._titles)
        if self._repeat and self._file is not None:
            self._append(self._header())

    def _header(self) -> str:
        titles = [*self._titles, *(one.name for one in self.properties)]
        if self._positions:
            titles += [f"x{i}" for i in range(self.problem.n_variables)]
        return self._comment + self._separator.join(titles) + self._end

    def _open(self) -> None:
        """Open the file; called before the first line."""
        Path(self.output_directory).mkdir(parents=True, exist_ok=True)
        self._file = (Path(self.output_directory) / self.filename).open("wb")
        self._append(self._header())

    def close(self) -> None:
        self._finish()

    def _finish(self) -> None:
        if self._file is not None:
            self._flush()
            self._file.close()
            self._file = None

    def _follow_problem(self, problem: "SingleObjective") -> None:  # noqa: ARG002
        if self._file is not None:
            self._flush()

    def __del__(self) -> None:
        self._finish()

    def __repr__(self) -> str:
        return f"<FlatFile {Path(self.output_directory) / self.filename}>"
