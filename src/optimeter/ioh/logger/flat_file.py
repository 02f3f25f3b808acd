"""One table for all problems."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO

from optimeter.ioh.logger.base import Logger
from optimeter.ioh.logger.property import AbstractProperty
from optimeter.ioh.logger.trigger import Trigger
from optimeter.ioh.values import LogInfo, MetaData

__all__ = ["FlatFile"]

COMMON = (
    "suite_name", "problem_name", "problem_id", "problem_instance", "optimization_type",
    "dimension", "run",
)  # fmt: skip


class FlatFile(Logger):
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
        super().__init__(triggers, properties)
        self.filename = filename
        self.output_directory = str(output_directory)
        self._separator, self._comment = separator, comment
        self._no_value, self._end = no_value, end_of_line
        self._repeat, self._positions = repeat_header, store_positions
        self._titles = tuple(common_header_titles)
        self._file: IO[str] | None = None
        self._run = -1
        self._header_due = True

    def attach_problem(self, problem: MetaData) -> None:
        super().attach_problem(problem)
        self._run = 0
        self._header_due = self._header_due or self._repeat

    def reset(self) -> None:
        super().reset()
        self._run += 1
        self._header_due = self._header_due or self._repeat

    def __call__(self, info: LogInfo) -> None:
        if self._file is None:
            Path(self.output_directory).mkdir(parents=True, exist_ok=True)
            self._file = (Path(self.output_directory) / self.filename).open(
                "w", encoding="utf-8", newline=""
            )
        if self._header_due:
            titles = [*self._titles, *(one.name for one in self.properties)]
            if self._positions:
                titles += [f"x{i}" for i in range(len(info.x))]
            self._file.write(self._comment + self._separator.join(titles) + self._end)
            self._header_due = False
        assert self.problem is not None
        facts = {
            "suite_name": self.suite_name,
            "problem_name": self.problem.name,
            "problem_id": self.problem.problem_id,
            "problem_instance": self.problem.instance,
            "optimization_type": self.problem.optimization_type.name,
            "dimension": self.problem.n_variables,
            "run": self._run,
        }
        cells = [str(facts[title]) for title in self._titles]
        cells += [one.call_to_string(info, self._no_value) for one in self.properties]
        if self._positions:
            cells += [f"{value:.6f}" for value in info.x]
        self._file.write(self._separator.join(cells) + self._end)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
