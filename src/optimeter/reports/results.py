"""Results of a study: made where they are asked for, each by its row, and kept."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import numpy as np

from optimeter._parallel import called, give_back
from optimeter.data.runs import Runs
from optimeter.measures import Table
from optimeter.measures.of_parts import PART_RESULTS
from optimeter.measures.of_suites import SUITE_RESULTS
from optimeter.measures.registry import (
    Contest,
    Part,
    PartResult,
    Result,
    SuiteResult,
    with_inputs,
)
from optimeter.measures.scope import WHOLE, Scope
from optimeter.measures.study import FEW, Study
from optimeter.reports.cache import RESULTS, digest_of

__all__ = ["Advance", "Executor", "Results", "Wanted"]

T = TypeVar("T")
Maker = Callable[[], Any]
Wanted = Collection[Result[Any, Any]]

Advance = Callable[[str, int, int], None]
"""Called with what is done, how much of it, and of how much, as work advances."""


def quiet(_what: str, _done: int, _all: int) -> None:
    """Ignore progress."""


@dataclass(frozen=True, slots=True)
class Results:
    """What was made: ``results[ERT]`` is one table of all algorithms, in all dimensions.

    Attributes
    ----------
    tables : mapping from name to table
    """

    tables: dict[str, Table] = field(default_factory=dict)

    def __contains__(self, result: Result[Any, Any]) -> bool:
        return result.name in self.tables

    def __getitem__(self, result: Result[Any, T]) -> T:
        """Return a result; without rows if it was not asked for, or there cannot be one."""
        found: Any = self.tables.get(result.name)
        return result.kind.concatenate([]) if found is None else found  # type: ignore[return-value]

    def join(self, rows: Iterable[Result[Any, Any]], pieces: Sequence[dict[str, Any]]) -> None:
        """Put pieces of results together, and behind what there is; the pieces are left empty."""
        for row in rows:
            found = [piece.pop(row.name) for piece in pieces if row.name in piece]
            if found:
                there = [self[row]] if row in self else []
                self.tables[row.name] = row.kind.concatenate([*there, *found])


@dataclass(frozen=True, slots=True)
class Task:
    """The work on one algorithm in one dimension.

    Attributes
    ----------
    runs, recorded : Runs
        Of all algorithms, on the scale of the study and as recorded: each task takes its own where it
        is done, so that hundreds of copies never lie in memory together.
    study : Study
    scope : Scope
    rows : sequence of PartResult
    algorithm : str
    dimension : int
    size : int
        How much is recorded, which the time grows with.
    """

    runs: Runs
    recorded: Runs | None
    study: Study
    scope: Scope
    rows: tuple[PartResult[Any], ...]
    algorithm: str
    dimension: int
    size: int

    def part(self) -> Part:
        """Return what results are computed of."""
        recorded = None if self.recorded is None else self._own(self.recorded)
        return Part(self.study, self.scope, self._own(self.runs), recorded)

    def _own(self, runs: Runs) -> Runs:
        return runs.select(algorithms=self.algorithm, dimensions=self.dimension)


class Executor:
    """Makes the results of a study.

    Rows of one algorithm in one dimension are made together, so that its runs are selected and
    digested once; those of reports have one entry of the cache. Those of several algorithms are made
    beside them if they need none of them, and in any order.
    """

    def __init__(
        self,
        study: Study,
        scope: Scope = WHOLE,
        wanted: Wanted | None = None,
        *,
        progress: Advance = quiet,
    ):
        self.study, self.scope, self.progress = study, scope, progress
        self.part_rows, self.suite_rows = _chosen(wanted)
        self.results = Results()
        self.steps = 1  # of which progress is told

    def makes(self, result: Result[Any, Any]) -> bool:
        """Say whether a result is made, if there can be one."""
        return result in self.part_rows or result in self.suite_rows

    def measure(
        self, runs: Runs, recorded: Runs | None = None, beside: Contest | None = None
    ) -> None:
        """Make the results of all single algorithms, and beside them those that do not need them.

        Few tasks of a figure are not worth other cores.
        """
        tasks, others = self._tasks(runs, recorded), self._apart(beside)
        small = len(tasks) <= FEW and not self.scope.whole
        makers: list[Maker] = [*(partial(_made, task) for task in tasks), *others.values()]
        sizes = [*(task.size for task in tasks), *(np.inf for _ in others)]  # which are the longest
        # Of many algorithms no core waits long, and one follows another.
        made = (
            (make() for make in makers)
            if small
            else called(makers, None if self.study.many else sizes)
        )
        self._join(tasks, made)
        self.results.tables.update(zip(others, made, strict=True))

    def _tasks(self, runs: Runs, recorded: Runs | None) -> list[Task]:
        """Return the work on single algorithms in single dimensions."""
        keys, codes = runs.group_index(("algorithm", "dimension"))
        sizes = np.bincount(codes, weights=np.diff(runs.offsets), minlength=len(keys))
        shared = (runs, recorded, self.study, self.scope, self.part_rows)
        return [
            Task(*shared, str(key["algorithm"]), int(key["dimension"]), int(size))
            for key, size in zip(keys, sizes.tolist(), strict=True)
        ]

    def _join(self, tasks: list[Task], made: Iterator[Any]) -> None:
        """Put the results of all tasks together: those of an algorithm as soon as all are there.

        Small pieces of hundreds of algorithms would take much more memory than what they hold.
        """
        self.steps = len(tasks) + 1
        left = Counter(task.algorithm for task in tasks)
        pieces: dict[str, list[dict[str, Any]]] = {}
        whole: list[dict[str, Any]] = []
        for count, (task, found) in enumerate(zip(tasks, islice(made, len(tasks)), strict=True), 1):
            name = task.algorithm
            piece = RESULTS.opened(found) if isinstance(found, bytes) else found
            pieces.setdefault(name, []).append(piece)
            left[name] -= 1
            if not left[name]:
                own = Results()
                own.join(self.part_rows, pieces.pop(name))
                whole.append(own.tables)
            self.progress(f"{self.study.settings.name}: {name}", count, self.steps)
        for row in self.part_rows:
            self.results.join([row], whole)
            give_back()  # else the next result is put together beside these pieces

    def _apart(self, contest: Contest | None) -> dict[str, Maker]:
        """Return how results of several algorithms are made that need no others."""
        if contest is None:
            return {}
        return self._makers(contest, (row for row in self.suite_rows if not row.inputs))

    def forget_contest(self) -> None:
        """Drop the results of several algorithms."""
        for row in self.suite_rows:
            self.results.tables.pop(row.name, None)

    def compare(self, contest: Contest) -> None:
        """Make the results of several algorithms that are not there yet."""
        rows = [row for row in self.suite_rows if row.name not in self.results.tables]
        left = self._makers(contest, rows)
        heavy = contest.several and self.scope.whole  # a single figure is not worth other cores
        makers = list(left.values())
        made = called(makers) if heavy else (make() for make in makers)
        light = {
            row.name: row.compute(contest) for row in rows if row.light and row.applies(contest)
        }
        self.results.tables.update(zip(left, made, strict=True))
        self.results.tables.update(light)
        self.progress(f"{self.study.settings.name}: comparison", self.steps, self.steps)

    def _makers(self, contest: Contest, rows: Iterable[SuiteResult[Any]]) -> dict[str, Maker]:
        """Return how results of several algorithms are made; those of reports are kept."""
        wanted = [row for row in rows if not row.light and row.applies(contest)]
        if not self.scope.whole:
            return {row.name: partial(row.compute, contest) for row in wanted}
        values = "" if contest.measured is contest.runs else contest.measured.digest()
        facts = (self.study.decided(), contest.rivals, contest.leading, values)
        key = digest_of("comparison", contest.runs, facts)
        found: dict[str, Maker] = {}
        for row in wanted:
            make = partial(row.compute, contest)
            kept = partial(RESULTS.made, f"{key}-{row.name}", make, object)
            found[row.name] = kept if row in SUITE_RESULTS else make
        return found


def _chosen(
    wanted: Wanted | None,
) -> tuple[tuple[PartResult[Any], ...], tuple[SuiteResult[Any], ...]]:
    """Return rows with what they need, in the order of the registry; None: all of a report."""
    if wanted is None:
        return PART_RESULTS, tuple(row for row in SUITE_RESULTS if not row.asked)
    rows = with_inputs(wanted)
    known: tuple[Result[Any, Any], ...] = (*PART_RESULTS, *SUITE_RESULTS)
    ordered = [row for row in known if row in rows] + [row for row in rows if row not in known]
    return (
        tuple(row for row in ordered if isinstance(row, PartResult)),
        tuple(row for row in ordered if isinstance(row, SuiteResult)),
    )


def _made(task: Task) -> Mapping[str, Any] | bytes:
    """Make the results of a task; only those of whole reports are kept, and come as they are kept."""
    part = task.part()
    if not task.scope.whole or not {*task.rows} <= {*PART_RESULTS}:  # what others make is theirs
        return computed(task.rows, part)
    beside = "" if task.recorded is None else part.seen.digest()
    facts = (task.study.decided(), beside, tuple(row.name for row in task.rows))
    return RESULTS.entry(digest_of("part", part.runs, facts), lambda: computed(task.rows, part))


def computed(rows: Iterable[PartResult[Any]], part: Part) -> dict[str, Any]:
    """Compute the results of one algorithm in one dimension by name."""
    return {row.name: row.compute(part) for row in rows if row.applies(part)}
