"""The folder of an experiment: what lies where, and which results in it are good.

    experiment.yaml       what the experiment is: the same for every session, worker and machine
    plan.tsv              its runs
    provenance.yaml       when, where and with which versions it was made
    costs.jsonl           its seconds and batches, where they are recorded
    journal.jsonl         how each run ended, in the order of the plan; only when all are over
    work/WRITER/          packs of units and journal of one writer, as long as runs are missing
    work/payload-…        the experiment on its way to the workers of an executor
    checkpoints/          states of runs under way, of optimizers that store them
    units                 a pack, where units are still needed: in shards and after failed runs
    units.zlib            else the same, compressed, for an experiment that grows
    growing/              a grown experiment that is about to take the place of this one
    …                     the data, in the format of COCO or IOHprofiler

What others than experiments look for is named in `optimeter.record.files`.
"""

import os
import platform
from collections import deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from optimeter._core import Committer, Outcome, Status, journal_line, read_pack, write_pack
from optimeter._files import (
    file_error,
    read_json,
    remove_file,
    remove_tree,
    sync_folder,
    sync_tree,
    write_atomically,
    write_json,
)
from optimeter.exceptions import DifferentExperimentError, FileError
from optimeter.experiment import journal
from optimeter.experiment.checkpoints import CHECKPOINTS
from optimeter.experiment.growth import compressed, expanded, grown_away, moves
from optimeter.experiment.lock import LOCK, FolderLock
from optimeter.experiment.plan import SHARDS, Run, parse_plan, parse_shard, plan_text
from optimeter.experiment.provenance import note_revealed, renumber_seconds
from optimeter.record import Recording, UnitPlace, assemble, read_unit
from optimeter.record.costs import cost_body, numbered_costs
from optimeter.record.files import (
    COSTS_FILE,
    DESCRIPTION_FILE,
    JOURNAL_FILE,
    PLAN_FILE,
    WORK_FOLDER,
)

__all__ = [
    "ExperimentFolder",
    "Result",
    "Writer",
    "compare",
    "existing_experiments",
    "experiments_in",
]

UNITS = "units"
KEPT = "units.zlib"
GROWING = "growing"


class Result(NamedTuple):
    """A run that is over, with its unit; None where the unit has become part of the data."""

    outcome: Outcome
    unit: UnitPlace | None
    costs: str | None = None  # of the line in the file of costs, all but the number of the run

    @property
    def done(self) -> bool:
        """Whether it is neither failed nor ended by the time limit."""
        return self.outcome.status == Status.DONE

    def improves(self, other: "Result | None") -> bool:
        """Whether it is to take the place of another: what is done is never replaced."""
        return other is None or (self.done and not other.done)

    def numbered(self, run: int) -> "Result":
        """Return it under another number."""
        return self._replace(outcome=journal.numbered(self.outcome, run))


class Writer:
    """The part of the folder that one process writes to, and no other.

    A finished run is committed: its unit is written to a pack, flushed to the disk, renamed and
    noted in the journal, which is flushed, too. This happens while the next run is under way, so
    that nobody waits for the disk; `take` and `flush` tell which runs are safe. Pulling the plug
    costs the run in progress, and those that ended within the last hundredths of a second.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.committer = Committer(folder)  # its thread starts with the first run
        self._waiting: deque[Outcome] = deque()
        self._taken = 0

    def submit(self, outcome: Outcome, recording: Recording | None) -> None:
        """Hand over a run that is over."""
        self.committer.submit(outcome, recording)
        self._waiting.append(outcome)

    def take(self) -> tuple[Outcome, ...]:
        """Take the runs that have been committed since the last call."""
        return self._take(self.committer.committed())

    def flush(self) -> tuple[Outcome, ...]:
        """Wait until all runs are committed and take them."""
        return self._take(self.committer.flush())

    def close(self) -> None:
        """Commit what is waiting and end the thread; nothing can be submitted any more."""
        del self.committer

    def _take(self, committed: int) -> tuple[Outcome, ...]:
        fresh, self._taken = committed - self._taken, committed
        if not fresh:
            return ()
        return tuple(self._waiting.popleft() for _ in range(fresh))


class ExperimentFolder:
    """Access to the folder of an experiment."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def finished(self) -> bool:
        """Whether all runs are over and the data are complete."""
        return (self.path / JOURNAL_FILE).exists()

    @property
    def keeps_units(self) -> bool:
        """Whether the units are still there after the end."""
        return (self.path / UNITS).exists()

    def exists(self) -> bool:
        """Whether the folder holds an experiment."""
        return (self.path / DESCRIPTION_FILE).exists()

    @contextmanager
    def held(self) -> Iterator[FolderLock]:
        """Make the folder and hold it; refuse one that is full of something else."""
        ours = (DESCRIPTION_FILE, PLAN_FILE, LOCK, ".")
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise file_error(self.path, error) from error
        with FolderLock(self.path) as lock:
            names = [] if self.exists() else sorted(path.name for path in self.path.iterdir())
            strange = [name for name in names if not name.startswith(ours)]
            if strange:
                message = (
                    f"{self.path} is not empty and holds no experiment of Optimeter (there is "
                    f"{strange[0]!r}); choose another folder"
                )
                raise DifferentExperimentError(message)
            yield lock

    def open(self, description: Mapping[str, object], plan: Sequence[Run]) -> None:
        """Begin the experiment here, or go on with the one that was begun, which may grow."""
        if not self.exists():
            write_atomically(self.path / PLAN_FILE, plan_text(plan))
            write_json(self.path / DESCRIPTION_FILE, description)
            return
        self._take_over()
        there = self.description()
        differences = compare(there, description)
        if not differences:
            return
        reason = grown_away(there, description, self.whole_plan(), plan)
        if reason is not None:
            # The plan follows from the rest, and its digest tells nobody anything.
            telling = [one for one in differences if not one.startswith("plan ")] or differences
            message = (
                f"{self.path} holds a different experiment: {'; '.join(telling)}. {reason}. "
                "Choose another folder or delete this one"
            )
            raise DifferentExperimentError(message)
        self._grow(description, plan)

    def _grow(self, description: Mapping[str, object], plan: Sequence[Run]) -> None:
        """Turn what is over into a part of the grown experiment, which is there as a whole."""
        before = self.whole_plan()
        results = self._with_kept_units(self.results(before))
        stays = moves(before, plan, {index: one.outcome for index, one in results.items()})
        grown = ExperimentFolder(self.path / f"{GROWING}.part")
        remove_tree(grown.path)
        grown.keep({new: results[old].numbered(new) for old, new in stays.items()})
        grown.open(description, plan)
        grown.path.rename(self.path / GROWING)
        sync_folder(self.path)
        renumber_seconds(self.path, stays)
        self._take_over()

    def _with_kept_units(self, results: Mapping[int, Result]) -> dict[int, Result]:
        """Find the units of a finished experiment in their compressed pack."""
        if not self.finished or self.keeps_units:
            return dict(results)
        kept = self.path / KEPT
        if not kept.exists():
            message = (
                f"{self.path} cannot grow: it was finished without {KEPT}, so that its runs cannot be "
                "put together with others; choose another folder"
            )
            raise DifferentExperimentError(message)
        units = expanded(kept, self.path / f"{UNITS}.part")
        return {
            index: one._replace(unit=units[index])
            for index, one in results.items()
            if index in units
        }

    def _take_over(self) -> None:
        """Let a grown experiment take the place of this one; what was broken off goes on."""
        growing = self.path / GROWING
        if not growing.exists():
            return
        if (growing / WORK_FOLDER).exists():
            for name in (JOURNAL_FILE, UNITS, KEPT, COSTS_FILE):
                remove_file(self.path / name)
            remove_tree(self.path / WORK_FOLDER)
            (growing / WORK_FOLDER).rename(self.path / WORK_FOLDER)
        for name in (PLAN_FILE, DESCRIPTION_FILE):
            if (growing / name).exists():
                (growing / name).replace(self.path / name)
        remove_tree(growing)
        sync_folder(self.path)

    def whole_plan(self) -> tuple[Run, ...]:
        """Read all runs of the experiment, also those of other shards."""
        path = self.path / PLAN_FILE
        try:
            return parse_plan(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise file_error(path, error, "read") from error
        except ValueError as error:
            message = f"{path} is damaged: {error}"
            raise FileError(message) from error

    def plan(self) -> tuple[Run, ...]:
        """Read the runs that belong here: all, or those of the shard."""
        plan = self.whole_plan()
        shard = self.description().get("shard")
        part = parse_shard(shard) if isinstance(shard, str) else None
        return plan if part is None else part.select(plan)

    def description(self) -> dict[str, object]:
        """Read what the experiment is."""
        return read_json(self.path / DESCRIPTION_FILE)

    def writer(self) -> Writer:
        """Make the folder of a new writer."""
        name = f"{platform.node() or 'host'}-{os.getpid()}-{os.urandom(4).hex()}"
        folder = self.path / WORK_FOLDER / name
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise file_error(folder, error) from error
        return Writer(folder)

    def writers(self) -> frozenset[str]:
        """Names of the writers so far."""
        return frozenset(path.name for path in (self.path / WORK_FOLDER).glob("*"))

    def journals(self) -> list[Path]:
        """Where the journals are, or will be: that of the finished experiment, and the writers'."""
        at_work = self.path.glob(f"{WORK_FOLDER}/*/{JOURNAL_FILE}")
        return [self.path / JOURNAL_FILE, *sorted(at_work)]

    def results(
        self, plan: Iterable[Run], *, trusted: Container[str] = frozenset()
    ) -> dict[int, Result]:
        """Find the good results of these runs: those in the journals with intact units.

        A result that is done goes before one that failed, so that repeating failed runs helps.
        Units of `trusted` writers need only be there.
        """
        wanted = {run.index: run for run in plan}
        results: dict[int, Result] = {}
        for path in self.journals():
            home = path.parent
            complete = home == self.path and not self.keeps_units  # the data are all there is
            packs = [self.path / UNITS] if home == self.path else sorted(home.glob("*.units"))
            units, costs = _units_in(packs), _costs_in(home)
            for outcome in journal.read(path):
                index = outcome.run
                result = Result(outcome, units.get(index), costs.get(index))
                if index not in wanted or not result.improves(results.get(index)):
                    continue
                trust = complete or (result.unit is not None and home.name in trusted)
                if trust or _intact(wanted[index], result):
                    results[index] = result
        return results

    def outcomes(self, plan: Iterable[Run]) -> list[Outcome]:
        """Find how those of these runs ended that are over."""
        return [result.outcome for result in self.results(plan).values()]

    def assemble(
        self, plan: Sequence[Run], results: Mapping[int, Result], target: Path | None = None
    ) -> None:
        """Write the data of the runs that are over, in the order of the plan: here, or elsewhere."""
        ordered = [results[run.index] for run in plan if run.index in results]
        there = [one.unit for one in ordered if one.unit is not None]
        if not there:
            return
        assemble(there, target or self.path)
        _write_costs(target or self.path, ordered)
        if target is None:
            note_revealed(self.path, [one.problem for one in map(read_unit, there) if one.revealed])
            sync_tree(self.path)

    def finish(
        self, plan: Sequence[Run], results: Mapping[int, Result], *, keep_units: bool
    ) -> None:
        """Finish the experiment, of which all results are there: write its data and its journal.

        Units that are not kept as they are are compressed meanwhile: from them it grows. After a crash
        at any point in here, everything that is needed to do it again is there.
        """
        units = _units_of(results)
        with ThreadPoolExecutor(1) as beside:
            compressing = beside.submit(self._compress, [] if keep_units else units)
            self.assemble(plan, results)
            compressing.result()
        if keep_units:
            write_pack(self.path / UNITS, units)
        _write_journal(self.path, results)
        self.clear(keep_units=keep_units)

    def _compress(self, units: Sequence[tuple[int, UnitPlace]]) -> None:
        """Store units compressed; without a journal of the experiment the file counts for nothing."""
        if units:  # else they are there already, or kept as they are
            pack = self.path / f"{UNITS}.part"
            write_pack(pack, units)
            compressed(pack, self.path / KEPT)

    def keep(self, results: Mapping[int, Result]) -> None:
        """Keep results of an experiment that is not complete, in place of what is in ``work``."""
        before = self.writers()
        writer = self.writer()
        write_pack(writer.folder / "000001.units", _units_of(results))
        _write_costs(writer.folder, (results[index] for index in sorted(results)))
        _write_journal(writer.folder, results)
        sync_folder(writer.folder.parent)
        for name in before:
            remove_tree(writer.folder.with_name(name))

    def clear(self, *, keep_units: bool) -> None:
        """Remove what only an unfinished experiment needs."""
        for name in (WORK_FOLDER, CHECKPOINTS, f"{GROWING}.part"):
            remove_tree(self.path / name)
        if not keep_units:
            remove_file(self.path / UNITS)
        for part in self.path.glob("*.part"):
            remove_file(part)
        sync_folder(self.path)


def experiments_in(folder: Path) -> list[ExperimentFolder]:
    """Find the experiment in a folder, or the shards that lie in it."""
    here = ExperimentFolder(folder)
    if here.exists():
        return [here]
    shards = (ExperimentFolder(path) for path in sorted(folder.glob(SHARDS)))
    return [shard for shard in shards if shard.exists()]


def existing_experiments(folder: Path) -> list[ExperimentFolder]:
    """Find the experiment in a folder, or its shards; raise if there is none."""
    found = experiments_in(folder)
    if not found:
        message = (
            f"{folder} holds no experiment of Optimeter: there is no {DESCRIPTION_FILE} in it, nor "
            "shards of one"
        )
        raise FileError(message)
    return found


def compare(there: Mapping[str, object], here: Mapping[str, object]) -> list[str]:
    """List what differs between two descriptions, the telling keys first."""
    found = []
    for key in {**there, **here}:
        old, new = there.get(key), here.get(key)
        if isinstance(old, dict) and isinstance(new, dict):
            found += [f"{key} {text}" for text in compare(old, new)]
        elif old != new:
            found.append(f"{key} is {old!r} there and {new!r} here")
    return found


def _intact(run: Run, result: Result) -> bool:
    outcome = result.outcome
    if outcome.problem != run.problem or outcome.trial != run.trial:
        return False
    if result.unit is None:  # a run whose worker died again and again has nothing to show
        return outcome.status == Status.FAILED and not outcome.evaluations
    try:
        facts = read_unit(result.unit)
    except FileError:
        return False
    evaluations = facts.evaluations + facts.evaluations_constraints
    agrees = evaluations == outcome.evaluations or not result.done
    return facts.problem == run.problem and agrees


def _units_in(packs: Iterable[Path]) -> dict[int, UnitPlace]:
    """Find the units of some packs; a damaged pack has none."""
    found: dict[int, UnitPlace] = {}
    for pack in packs:
        with suppress(FileError):
            found.update(read_pack(pack))
    return found


def _costs_in(folder: Path) -> dict[int, str]:
    """Read the costs of runs; a line that was cut off tells nothing, and the last of a run counts."""
    try:
        text = (folder / COSTS_FILE).read_text(encoding="utf-8")
    except OSError:
        return {}
    return dict(cost_body(line) for line in text.splitlines() if line.endswith("}"))


def _write_costs(folder: Path, results: Iterable[Result]) -> None:
    """Write the costs of runs where they were recorded."""
    lines = [numbered_costs(one.outcome.run, one.costs) for one in results if one.costs]
    if lines:
        write_atomically(folder / COSTS_FILE, "".join(lines))


def _units_of(results: Mapping[int, Result]) -> list[tuple[int, UnitPlace]]:
    """List the units of results, in the order of their runs."""
    return [(run, one.unit) for run, one in sorted(results.items()) if one.unit is not None]


def _write_journal(folder: Path, results: Mapping[int, Result]) -> None:
    """Write the journal of results, in the order of their runs."""
    outcomes = (results[index].outcome for index in sorted(results))
    lines = "".join(journal_line(outcome, timed=False) for outcome in outcomes)
    write_atomically(folder / JOURNAL_FILE, lines)
