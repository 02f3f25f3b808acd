"""The folder of an experiment: what lies where, and which results in it are good.

    experiment.yaml       what the experiment is: the same for every session, worker and machine
    plan.tsv              its runs; in a shard those of the shard
    provenance.yaml       when, where and with which versions it was made
    costs.jsonl           its seconds and batches, where they are recorded
    journal.jsonl         how each run ended, in the order of the plan; only when all are over
    manifest.yaml         sizes and checksums of the data and of all these but provenance and costs
    work/WRITER/          packs of units and journal of one writer, as long as runs are missing
    work/payload-…        the experiment on its way to the workers of an executor
    checkpoints/          states of runs under way, of optimizers that store them
    units                 a pack, where units are still needed: in shards and after failed runs
    units.zlib            else the same, compressed, with the journal: to grow, and to restore files
    growing/              a grown experiment that is about to take the place of this one
    …                     the data, in the format of COCO or IOHprofiler

What others than experiments look for is named in `optimeter.record.files`.
"""

import errno
import logging
import os
import platform
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from optimeter._core import (
    Committer,
    Outcome,
    Status,
    journal_line,
    read_pack,
    renumber_pack,
    write_pack,
)
from optimeter._files import (
    file_error,
    json_text,
    read_json,
    remove_file,
    remove_tree,
    sync_folder,
    sync_tree,
    write_atomically,
)
from optimeter._manifest import Listed, listed, listed_file, set_aside
from optimeter.exceptions import DifferentExperimentError, ExperimentError, FileError
from optimeter.experiment import journal
from optimeter.experiment.checkpoints import CHECKPOINTS
from optimeter.experiment.growth import compressed, expanded, grown_away, moves
from optimeter.experiment.lock import LOCK, FolderLock
from optimeter.experiment.mending import (
    damage,
    is_listed,
    lacks_list,
    read_list,
    some_of,
    write_list,
)
from optimeter.experiment.plan import (
    PART,
    SHARDS,
    Run,
    parse_plan,
    part_digest,
    plan_digest,
    plan_text,
)
from optimeter.experiment.provenance import note_list, note_odd_runs, renumber_seconds
from optimeter.experiment.source import SOURCE_TEXT, changed_lines, with_known_source
from optimeter.record import Recording, UnitPlace, assemble, read_unit
from optimeter.record.costs import cost_body, numbered_costs
from optimeter.record.files import (
    COSTS_FILE,
    DESCRIPTION_FILE,
    JOURNAL_FILE,
    KEPT_FILE,
    MANIFEST_FILE,
    NAMES_THE_LIST,
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
GROWING = "growing"
MENDING = "mending.part"

_log = logging.getLogger("optimeter")


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
            known = self.exists() or read_list(self.path) is not None
            names = [] if known else sorted(path.name for path in self.path.iterdir())
            strange = [name for name in names if not name.startswith(ours)]
            if strange:
                message = (
                    f"{self.path} is not empty and holds no experiment of Optimeter (there is "
                    f"{strange[0]!r}); choose another folder"
                )
                raise DifferentExperimentError(message)
            yield lock

    def open(
        self,
        description: Mapping[str, object],
        plan: Sequence[Run],
        index_of: Callable[[Run], int] | None = None,
        *,
        accept_source: bool = False,
    ) -> None:
        """Begin the experiment here, or go on with the one that was begun, which may grow.

        In a finished folder, files that were damaged are restored. `index_of` tells the position of
        a run's problem in its complete suite, where files name it: it changes when the suite grows.
        With `accept_source` the code of the optimizer may have changed.
        """
        description = self._with_known_source(description, accept=accept_source)
        self._describe(description, plan)
        self._take_over()
        there = self.description()
        differences = compare(there, description)
        if not [one for one in differences if not one.startswith(f"{PART} ")]:
            self._restore_plan(description, plan)
            self._mend()
            return
        reason = grown_away(there, description, self.plan(), plan)
        if reason is not None:
            # The plan follows from the rest, and its digests tell nobody anything.
            digests = ("plan ", f"{PART} ")
            telling = [one for one in differences if not one.startswith(digests)] or differences
            if there.get("format") != description.get("format"):  # then all its options differ
                telling = [one for one in telling if not one.startswith("options ")]
            if there.get("optimizer") != description.get("optimizer"):
                telling = _with_source_in_words(telling, there, description)
            message = (
                f"{self.path} holds a different experiment: {'; '.join(telling)}. {reason}. "
                "Choose another folder or delete this one"
            )
            raise DifferentExperimentError(message)
        self._mend()
        self._grow(description, plan, index_of)

    def _with_known_source(
        self, description: Mapping[str, object], *, accept: bool
    ) -> dict[str, object]:
        """Return a description with the source that is known here, if it is the same code."""
        try:
            there = self.description()
        except FileError:  # it is new, or damaged
            return dict(description)
        return with_known_source(there, description, accept=accept)

    def _restore_plan(self, description: Mapping[str, object], plan: Sequence[Run]) -> None:
        """Write the plan of the experiment as it must be, if it is not: the description knows it.

        A folder merged from some of the shards learns of other runs.
        """
        if self.description().get(PART) != description.get(PART):
            write_atomically(self.path / PLAN_FILE, plan_text(plan))
            write_atomically(self.path / DESCRIPTION_FILE, json_text(description))
            return
        try:
            self.plan()
        except FileError as error:
            if error.errno not in (None, errno.ENOENT):  # it may be whole, but cannot be read now
                raise
            set_aside(self.path / PLAN_FILE)
            write_atomically(self.path / PLAN_FILE, plan_text(plan))
            self._tell_restored([PLAN_FILE])

    def _describe(self, description: Mapping[str, object], plan: Sequence[Run]) -> None:
        """Write what the experiment is, where nothing says it, or where that was damaged."""
        texts = {PLAN_FILE: plan_text(plan), DESCRIPTION_FILE: json_text(description)}
        files = read_list(self.path)
        if files is None:
            missing = self._other_texts(texts, description) if self.exists() else texts
        elif all(is_listed(files, name, text) for name, text in texts.items()):
            missing = {name: texts[name] for name in damage(self.path, files) if name in texts}
            self._tell_restored(missing)
        else:
            missing = {}
        for name, text in missing.items():
            if self.finished:
                set_aside(self.path / name)
            write_atomically(self.path / name, text)

    def _other_texts(
        self, texts: Mapping[str, str], description: Mapping[str, object]
    ) -> dict[str, str]:
        """Find what has other bytes in a finished folder whose list is gone.

        It means the same: where it does not, it is told as another experiment.
        """
        if not lacks_list(self.path) or compare(self.description(), description):
            return {}
        other = {name: text for name, text in texts.items()
                 if listed_file(self.path / name) != listed(text.encode())}  # fmt: skip
        self._tell_restored(other)
        return other

    def _mend(self) -> None:
        """Restore what is missing or has changed in a finished folder, from its units.

        A file that has changed is kept beside. What cannot be restored is told, here and by whoever
        reads the data.
        """
        files = read_list(self.path)
        if files is None and not lacks_list(self.path):
            return  # not finished, or finished before there were lists
        if self.keeps_units and self.writers():
            return  # failed runs are being repeated: then the folder is finished anew
        damaged = [MANIFEST_FILE] if files is None else damage(self.path, files)
        if not damaged:
            return
        if UNITS in damaged:
            set_aside(self.path / UNITS)
        try:
            restored = [] if KEPT_FILE in damaged else self._restore(files)
        except FileError:
            raise
        except OSError as error:
            raise file_error(self.path / MENDING, error) from error
        finally:
            remove_tree(self.path / MENDING)
        self._tell_restored(restored)
        lost = [name for name in damaged if name not in restored]
        if lost:
            _log.warning(
                "%s: %s was removed or changed and cannot be restored", self.path, some_of(lost)
            )

    def _restore(self, files: Mapping[str, Listed] | None) -> list[str]:
        """Put damaged files together anew, and keep those that are as they were; name them.

        Without a list all data are made anew, and then listed.
        """
        scratch = self.path / MENDING
        remove_tree(scratch)
        scratch.mkdir()
        kept: dict[int, UnitPlace] = {}
        restored = []
        if not self.keeps_units and (self.path / KEPT_FILE).exists():
            kept, lines = expanded(self.path / KEPT_FILE, scratch / UNITS)
            if lines:
                write_atomically(scratch / JOURNAL_FILE, lines)
                restored += self._take_back(scratch, [JOURNAL_FILE], files)
        plan = self.plan()
        results = self.results(plan)
        if not self.keeps_units:
            results = {index: one._replace(unit=kept.get(index)) for index, one in results.items()}
            results = {run.index: results[run.index] for run in plan
                       if run.index in results and _intact(run, results[run.index])}  # fmt: skip
        if len(results) < len(plan):
            return restored  # what is missing will be done again
        target = scratch / "data"
        names = self.assemble(plan, results, target)
        restored += self._take_back(target, names, files)
        if files is None:
            self._list(names, keep_units=self.keeps_units)
            restored.append(MANIFEST_FILE)
        return restored

    def _take_back(
        self, source: Path, names: Iterable[str], files: Mapping[str, Listed] | None
    ) -> list[str]:
        """Put fresh files, if they are what was listed, in the place of others; name these."""
        taken = []
        for name in names:
            fresh = listed_file(source / name)
            if fresh == listed_file(self.path / name) or (files and fresh != files.get(name)):
                continue
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
            set_aside(self.path / name)
            (source / name).replace(self.path / name)
            taken.append(name)
        return taken

    def _list(self, data: Iterable[str], *, keep_units: bool) -> None:
        """List the files of the finished folder: the given data, and what belongs to every one."""
        units = UNITS if keep_units else KEPT_FILE
        write_list(self.path, [*data, DESCRIPTION_FILE, PLAN_FILE, JOURNAL_FILE, units])

    def _tell_restored(self, names: Iterable[str]) -> None:
        names = list(names)
        if names:
            _log.warning(
                "%s: %s had been removed or changed and was restored", self.path, some_of(names)
            )

    def _grow(
        self,
        description: Mapping[str, object],
        plan: Sequence[Run],
        index_of: Callable[[Run], int] | None,
    ) -> None:
        """Turn what is over into a part of the grown experiment, which is there as a whole."""
        before = self.plan()
        wanted = {run.index: run for run in plan}
        results = self._with_kept_units(self.results(before))
        stays = moves(before, plan, {index: one.outcome for index, one in results.items()})
        grown = ExperimentFolder(self.path / f"{GROWING}.part")
        remove_tree(grown.path)
        grown.keep(
            {new: results[old].numbered(new) for old, new in stays.items()},
            {} if index_of is None else {new: index_of(wanted[new]) for new in stays.values()},
        )
        grown.open(description, plan)
        grown.path.rename(self.path / GROWING)
        sync_folder(self.path)
        renumber_seconds(self.path, stays)
        self._take_over()

    def _with_kept_units(self, results: Mapping[int, Result]) -> dict[int, Result]:
        """Find the units of a finished experiment in their compressed pack."""
        if not self.finished or self.keeps_units:
            return dict(results)
        kept = self.path / KEPT_FILE
        files = read_list(self.path) or {}
        if not kept.exists() or files.get(KEPT_FILE) not in (None, listed_file(kept)):
            message = (
                f"{self.path} cannot grow: {KEPT_FILE} is missing or was changed, so that its runs "
                "cannot be put together with others; choose another folder"
            )
            raise DifferentExperimentError(message)
        units, _ = expanded(kept, self.path / f"{UNITS}.part")
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
            for name in (MANIFEST_FILE, JOURNAL_FILE, UNITS, KEPT_FILE, COSTS_FILE):
                remove_file(self.path / name)
            remove_tree(self.path / WORK_FOLDER)
            (growing / WORK_FOLDER).rename(self.path / WORK_FOLDER)
        for name in (PLAN_FILE, DESCRIPTION_FILE):
            if (growing / name).exists():
                (growing / name).replace(self.path / name)
        remove_tree(growing)
        sync_folder(self.path)

    def plan(self) -> tuple[Run, ...]:
        """Read the runs that belong here: all, those of the shard, or of the shards merged."""
        path = self.path / PLAN_FILE
        try:
            plan = parse_plan(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise file_error(path, error, "read") from error
        except ValueError as error:
            message = f"{path} is damaged: {error}"
            raise FileError(message) from error
        description = self.description()
        part = description.get(PART)
        named = description.get("plan") if part is None else part
        if named != (plan_digest(plan) if part is None else part_digest(plan)):
            message = f"{path} is damaged: it is not the plan that {DESCRIPTION_FILE} names"
            raise FileError(message)
        return plan

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
    ) -> list[str]:
        """Write the data of the runs that are over, in the order of the plan: here, or elsewhere.

        Returns the names of the files of data.
        """
        ordered = [results[run.index] for run in plan if run.index in results]
        there = [one.unit for one in ordered if one.unit is not None]
        if not there:
            return []
        names = assemble(there, target or self.path)
        _write_costs(target or self.path, ordered)
        if target is None:
            units = [read_unit(one) for one in there]
            note_odd_runs(
                self.path,
                revealed=[one.problem for one in units if one.revealed],
                several_processes=[one.problem for one in units if one.several_processes],
            )
            sync_tree(self.path)
        return names

    def finish(
        self, plan: Sequence[Run], results: Mapping[int, Result], *, keep_units: bool
    ) -> None:
        """Finish the experiment, of which all results are there: write its data and its journal.

        Units that are not kept as they are are compressed meanwhile: from them it grows. After a crash
        at any point in here, everything that is needed to do it again is there.
        """
        if self.finished and not self.keeps_units:
            if any(one.unit is not None for one in results.values()):
                self.require_units(results)
            self.clear(keep_units=False)  # it was only not tidied up
            return
        remove_file(self.path / MANIFEST_FILE)
        units = _units_of(results)
        lines = _journal_text(results) + NAMES_THE_LIST
        note_list(self.path)
        with ThreadPoolExecutor(1) as beside:
            compressing = beside.submit(self._compress, [] if keep_units else units, lines)
            names = self.assemble(plan, results)
            compressing.result()
        if keep_units:
            write_pack(self.path / UNITS, units)
        write_atomically(self.path / JOURNAL_FILE, lines)
        self._list(names, keep_units=keep_units)
        self.clear(keep_units=keep_units)

    def require_units(self, results: Mapping[int, Result]) -> None:
        """Raise if runs that are over could not be put together with others."""
        alone = [
            one.outcome for one in results.values() if not one.unit and one.outcome.evaluations
        ]
        if alone:
            message = (
                f"{self.path} was finished, and the units of its runs have been removed or changed "
                f"since, e.g. that of {alone[0].problem}: no other runs can be put together with them; "
                "choose another folder"
            )
            raise ExperimentError(message)

    def _compress(self, units: Sequence[tuple[int, UnitPlace]], lines: str) -> None:
        """Store units compressed; without a journal of the experiment the file counts for nothing."""
        if units:  # else they are kept as they are
            pack = self.path / f"{UNITS}.part"
            write_pack(pack, units)
            compressed(pack, lines, self.path / KEPT_FILE)

    def keep(
        self, results: Mapping[int, Result], indices: Mapping[int, int] = MappingProxyType({})
    ) -> None:
        """Keep results of an experiment that is not complete, in place of what is in ``work``.

        Problems of the runs named in `indices` have these positions in their suite from now on.
        """
        before = self.writers()
        writer = self.writer()
        pack = writer.folder / "000001.units"
        write_pack(pack, _units_of(results))
        if indices:
            renumber_pack(pack, dict(indices))
        _write_costs(writer.folder, (results[index] for index in sorted(results)))
        write_atomically(writer.folder / JOURNAL_FILE, _journal_text(results))
        sync_folder(writer.folder.parent)
        for name in before:
            remove_tree(writer.folder.with_name(name))

    def clear(self, *, keep_units: bool) -> None:
        """Remove what only an unfinished experiment needs."""
        names = [WORK_FOLDER, f"{GROWING}.part", MENDING]
        if not keep_units:  # else runs whose workers died may be repeated, and then go on
            names.append(CHECKPOINTS)
        for name in names:
            remove_tree(self.path / name)
        with suppress(OSError):  # if nothing is left in it
            (self.path / CHECKPOINTS).rmdir()
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
        if key == SOURCE_TEXT:
            continue  # the digest tells whether it differs
        if isinstance(old, dict) and isinstance(new, dict):
            found += [f"{key} {text}" for text in compare(old, new)]
        elif old != new:
            found.append(f"{key} is {old!r} there and {new!r} here")
    return found


def _with_source_in_words(
    differences: Sequence[str], there: Mapping[str, object], here: Mapping[str, object]
) -> list[str]:
    """Say in words that the code of the optimizer was changed, in place of its digests."""
    told = [one for one in differences if not one.startswith("optimizer source ")]
    if len(told) == len(differences):
        return told
    old, new = there.get(SOURCE_TEXT), here.get(SOURCE_TEXT)
    where = f" ({changed_lines(old, new)})" if isinstance(old, str) and isinstance(new, str) else ""
    return [
        *told,
        f"the source of the optimizer was changed since it began{where}; accept_changed_source=True "
        "(--accept-changed-source) goes on with it as it is now, and the provenance notes that",
    ]


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


def _journal_text(results: Mapping[int, Result]) -> str:
    """Return the journal of results, in the order of their runs."""
    outcomes = (results[index].outcome for index in sorted(results))
    return "".join(journal_line(outcome, timed=False) for outcome in outcomes)
