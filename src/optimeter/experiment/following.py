"""A running experiment seen from outside: how far it is, how fast, and what fails."""

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from optimeter._arguments import path_of
from optimeter._core import Outcome, Status
from optimeter._show import Shown
from optimeter._text import printable
from optimeter.experiment import journal
from optimeter.experiment.checkpoints import CHECKPOINTS
from optimeter.experiment.folder import ExperimentFolder, existing_experiments
from optimeter.experiment.lock import holder
from optimeter.experiment.plan import Run, planned_runs
from optimeter.experiment.progress import Pace
from optimeter.experiment.provenance import read_sessions

__all__ = ["Cell", "Follower", "Situation"]

_ID = re.compile(r".*_f0*(?P<function>\d+)_i\d+_d\d+")
_PLACES = re.compile(r"_[id]\d+(?=_|$)")


class Cell(NamedTuple):
    """The runs on one function in one dimension."""

    function: str
    dimension: int
    runs: int
    over: int
    failed: int
    """Of those that are over: by an error or the time limit."""
    hit: int
    """Of those that are over: with the final target."""


@dataclass(frozen=True, slots=True, repr=False)
class Situation(Shown):
    """How far an experiment is at a moment."""

    folder: Path
    algorithm: str
    suite: str
    runs: int
    over: int
    failed: int
    hit: int
    evaluations: int
    """Of the runs that are over."""
    rate: float
    """Evaluations per second of those that are at work now; nan if nobody is."""
    remaining: float
    """Seconds to come, if the other runs use as much of their budgets; nan if nobody is at work."""
    workers: tuple[str, ...]
    """Who is at work."""
    checkpoints: int
    """Runs under way that can go on from a stored state."""
    finished: bool
    """Whether the data are complete."""
    cells: tuple[Cell, ...]
    failures: tuple[tuple[str, str], ...]
    """Problem and message of failed runs, the last ones first."""

    _noun: ClassVar[str] = "cell"

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        return [cell._asdict() for cell in self.cells[:most]], len(self.cells)

    @property
    def missing(self) -> int:
        """Runs that are not over."""
        return self.runs - self.over


class Follower:
    """Follows an experiment, made here or by other processes, in one folder or in shards.

    Only what was added to the journals is read at each look; nothing in the folder is changed.

    Parameters
    ----------
    folder
        The folder that was given to `om.run`; that of an experiment in shards, or one of them.

    Raises
    ------
    FileError
        If there is no experiment.

    Examples
    --------
    >>> import tempfile
    >>> import optimeter as om
    >>> suite = om.Suite("bbob", functions=[1, 2], dimensions=2, instances=[1, 2, 3])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = om.run("random-search", suite, budget=10, folder=folder)
    ...     now = Follower(folder).look()
    >>> now.runs, now.over, now.finished, now.cells[0]
    (6, 6, True, Cell(function='f1', dimension=2, runs=3, over=3, failed=0, hit=0))
    """

    def __init__(self, folder: str | PathLike[str]) -> None:
        self._folder = path_of(folder)
        self._journals: dict[Path, _Journal] = {}
        existing_experiments(self._folder)

    def look(self) -> Situation:
        """Say how far the experiment is now."""
        parts = existing_experiments(self._folder)
        plan = self._plan(parts)
        known = {run.index for run in plan}
        working = [part for part in parts if holder(part.path)]
        began = min((_began(part) for part in working), default=float("nan"))
        outcomes: dict[int, Outcome] = {}
        fresh: set[int] = set()  # of the session at work
        for path in (path for part in parts for path in part.journals()):
            entry = self._journals.setdefault(path, _Journal(path))
            entry.read_on()
            for outcome in entry.outcomes:
                before = outcomes.get(outcome.run)
                if outcome.run not in known or (before and before.status == Status.DONE):
                    continue
                outcomes[outcome.run] = outcome
                if entry.changed >= began and outcome.seconds == outcome.seconds:
                    fresh.add(outcome.run)
        description = parts[0].description()
        runs = len(plan)
        if parts[0].path != self._folder:  # there may be shards that have not begun
            runs = max(runs, planned_runs(description, plan))
        finished = all(part.finished for part in parts) and len(outcomes) == runs
        rate = remaining = float("nan")
        if working:
            session = [run for run in plan if run.index in fresh or run.index not in outcomes]
            pace = Pace(session, elapsed=time.time() - began)
            for run in session:
                if run.index in fresh:
                    pace.add(run, outcomes[run.index])
            rate, remaining = pace.now()
        failed = [one for one in outcomes.values() if one.status != Status.DONE]
        suite = description.get("suite")
        return Situation(
            folder=self._folder,
            algorithm=str(description.get("algorithm", "")),
            suite=str(suite.get("name", "")) if isinstance(suite, Mapping) else "",
            runs=runs,
            over=len(outcomes),
            failed=len(failed),
            hit=sum(one.target_hit for one in outcomes.values()),
            evaluations=sum(one.evaluations for one in outcomes.values()),
            rate=rate,
            remaining=remaining,
            workers=tuple(holder(part.path) for part in working),
            checkpoints=sum(_count(part.path / CHECKPOINTS) for part in parts),
            finished=finished,
            cells=_cells(plan, outcomes),
            failures=tuple((one.problem, printable(one.message)) for one in reversed(failed)),
        )

    def _plan(self, parts: Sequence[ExperimentFolder]) -> tuple[Run, ...]:
        """All runs that are known: where shards lie together, those of all that have begun."""
        runs = {run.index: run for part in parts for run in part.plan()}
        return tuple(runs[index] for index in sorted(runs))


@dataclass(slots=True)
class _Journal:
    """What was read of one journal."""

    path: Path
    outcomes: list[Outcome] = field(default_factory=list)
    changed: float = 0.0
    _read: int = 0

    def read_on(self) -> None:
        """Read what was added; a journal that is another one now is read from its beginning."""
        try:
            facts = self.path.stat()
        except OSError:  # the experiment was finished meanwhile
            self.outcomes, self._read = [], 0
            return
        if facts.st_size < self._read:
            self.outcomes, self._read = [], 0
        self.changed = facts.st_mtime
        fresh, self._read = journal.read_on(self.path, self._read)
        self.outcomes += fresh


def _began(part: ExperimentFolder) -> float:
    """When the session at work began, in seconds since the epoch; now if it does not say."""
    sessions = read_sessions(part.path)
    try:
        return datetime.fromisoformat(str(sessions[-1]["started"])).timestamp()
    except (IndexError, KeyError, ValueError):
        return datetime.now(UTC).timestamp()


def _count(folder: Path) -> int:
    return sum(1 for path in folder.glob("*") if not path.name.endswith(".part"))


def _cells(plan: Iterable[Run], outcomes: Mapping[int, Outcome]) -> tuple[Cell, ...]:
    """Count by function and dimension, in the order of the plan."""
    cells: dict[tuple[str, int], list[int]] = {}
    for run in plan:
        counts = cells.setdefault((_function(run.problem), run.dimension), [0, 0, 0, 0])
        counts[0] += 1
        outcome = outcomes.get(run.index)
        if outcome is not None:
            counts[1] += 1
            counts[2] += outcome.status != Status.DONE
            counts[3] += outcome.target_hit
    return tuple(Cell(*key, *counts) for key, counts in cells.items())


def _function(problem: str) -> str:
    """Name the function of a problem: f1 in suites, else its id without instance and dimension."""
    match = _ID.fullmatch(problem)
    return f"f{match['function']}" if match else _PLACES.sub("", problem) or problem
