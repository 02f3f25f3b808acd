"""Puts the shards of an experiment together."""

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from os import PathLike
from pathlib import Path

from optimeter._arguments import items, path_of
from optimeter._files import named_errors
from optimeter._text import printable
from optimeter.exceptions import (
    DifferentExperimentError,
    ExperimentError,
    FileError,
    InvalidValueError,
)
from optimeter.experiment.folder import (
    ExperimentFolder,
    Result,
    compare,
    existing_experiments,
    experiments_in,
)
from optimeter.experiment.lock import holder
from optimeter.experiment.plan import PART, Run, part_digest, planned_runs
from optimeter.experiment.provenance import merge_sessions
from optimeter.experiment.several import ExperimentResults
from optimeter.experiment.summary import ExperimentResult, summarize

__all__ = ["merge"]

_MOST_SHARDS = 20

_log = logging.getLogger("optimeter")


def merge(
    folders: str | PathLike[str] | Iterable[str | PathLike[str]],
    into: str | PathLike[str],
    *,
    partial: bool = False,
) -> ExperimentResult | ExperimentResults:
    """Put the parts of an experiment together as if one process had made it all.

    Where several optimizers were run, in ``folder/NAME/SUITE``, each experiment is put together in
    ``into/NAME/SUITE``.

    Of a run that is there several times one that is done is taken before one that failed. What
    `into` holds of the experiment already counts like a part, and is never replaced by less.

    Parameters
    ----------
    folders
        The folders of the shards, or the folder in which they lie; of several optimizers the folder
        that was given to `om.run`. They are only read.
    into
        The folder of the whole.
    partial
        Whether to make do with what is there: parts that cannot be read are left out, and where
        runs are missing, the folder holds the data of the others. It can be merged into again, and
        `om.run` on it does the rest.

    Returns
    -------
    ExperimentResult
        Of several optimizers a mapping of these by ``"NAME/SUITE"``, the folders.

    Raises
    ------
    DifferentExperimentError
        If the folders are not parts of one experiment; the message says what differs.
    ExperimentError
        If runs are missing; the message says which.

    Examples
    --------
    >>> import tempfile
    >>> import optimeter as om
    >>> from optimeter.experiment import merge
    >>> suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2, 3])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for shard in ("1/2", "2/2"):
    ...         part = om.run("random-search", suite, budget=10, folder=f"{folder}/x", shard=shard)
    ...     whole = merge(f"{folder}/x", into=f"{folder}/all")
    >>> part.runs, whole.runs, whole.complete
    (1, 3, True)
    """
    given = [path_of(folder, "folders").absolute() for folder in items(folders)]
    place = path_of(into, "into").absolute()
    with named_errors(place):
        below = _experiments_below(given)
        if not below:
            return _merge_one(given, place, partial=partial)
        results = {
            name: _merge_one(parts, place / name, partial=partial) for name, parts in below.items()
        }
    return ExperimentResults(place, results)


def _experiments_below(folders: Sequence[Path]) -> dict[str, list[Path]]:
    """Return where the shards of each of several experiments lie; nothing if the folders hold one."""
    if any(experiments_in(folder) for folder in folders):
        return {}
    found: dict[str, list[Path]] = {}
    for folder in folders:
        for place in sorted(folder.glob("*/*")):
            if any(part.path != place for part in experiments_in(place)):
                found.setdefault(place.relative_to(folder).as_posix(), []).append(place)
    return found


def _merge_one(folders: Sequence[Path], place: Path, *, partial: bool) -> ExperimentResult:
    begin = time.monotonic()
    parts = _parts(folders)
    if partial:
        parts = _readable(parts)
    description = _common_description(parts)
    runs: dict[int, Run] = {}
    results: dict[int, Result] = {}
    for part in parts:
        here = part.plan()
        runs |= {run.index: run for run in here}
        _add(results, part.results(here))
    home = ExperimentFolder(place)
    if not home.exists() and not partial:
        _require_all(description, runs, results, parts)
    with home.held():
        with suppress(FileError):  # it is new, or damaged
            if _whole(home.description())["plan"] == description["plan"]:
                runs |= {run.index: run for run in home.plan()}
        plan = [runs[index] for index in sorted(runs)]
        if len(plan) < planned_runs(description, plan):
            description[PART] = part_digest(plan)
        home.open(description, plan)
        there = home.results(plan)
        done = all(result.done for result in there.values())
        if not (home.finished and done):
            _add(there, results)
            if not partial:
                _require_all(description, runs, there, parts)
            merge_sessions(place, description, [part.path for part in parts])
            if len(there) == planned_runs(description, plan):
                failed = not all(result.done for result in there.values())
                home.finish(plan, there, keep_units=failed)
            else:
                home.assemble(plan, there)
                home.keep(there)
    return summarize(
        place,
        str(description["algorithm"]),
        planned_runs(description, plan),
        [result.outcome for result in there.values()],
        resumed=0,
        seconds=time.monotonic() - begin,
    )


def _add(results: dict[int, Result], more: Mapping[int, Result]) -> None:
    for index, result in more.items():
        if result.improves(results.get(index)):
            results[index] = result


def _readable(parts: Sequence[ExperimentFolder]) -> list[ExperimentFolder]:
    """Leave out the parts whose description or plan is damaged, unless that is all of them."""
    found = []
    for part in parts:
        try:
            part.plan()
        except FileError as error:
            if len(parts) == 1:
                raise
            _log.warning("left out: %s", printable(error))
        else:
            found.append(part)
    if not found:
        message = f"none of the {len(parts)} parts can be read, e.g. {parts[0].path}"
        raise FileError(message)
    return found


def _parts(folders: Sequence[Path]) -> list[ExperimentFolder]:
    found: list[ExperimentFolder] = []
    for folder in folders:
        found += existing_experiments(folder)
    if not found:
        message = "give at least one folder to merge"
        raise InvalidValueError(message)
    for part in found:
        if part.finished and not part.keeps_units:
            message = (
                f"{part.path} is no shard but a finished experiment; there is nothing to merge"
            )
            raise InvalidValueError(message)
    return found


def _common_description(parts: Sequence[ExperimentFolder]) -> dict[str, object]:
    """Read the description of the whole; refuse to merge what does not belong together."""
    first = _whole(parts[0].description())
    for part in parts[1:]:
        differences = compare(first, _whole(part.description()))
        if differences:
            message = (
                f"{parts[0].path} and {part.path} are not parts of one experiment: "
                f"{'; '.join(differences)}"
            )
            raise DifferentExperimentError(message)
    return first


def _whole(description: Mapping[str, object]) -> dict[str, object]:
    """Describe the experiment of which a folder holds a part."""
    return {key: None if key == "shard" else value
            for key, value in description.items() if key != PART}  # fmt: skip


def _require_all(
    description: Mapping[str, object],
    runs: Mapping[int, Run],
    results: Mapping[int, Result],
    parts: Sequence[ExperimentFolder],
) -> None:
    planned = planned_runs(description, [*runs.values()])
    if len(results) == planned:
        return
    missing = [runs[index] for index in sorted(runs) if index not in results]
    example = f", e.g. {missing[0].problem} trial {missing[0].trial}" if missing else ""
    there = [str(part.description().get("shard")) for part in parts]
    shown = there if len(there) <= _MOST_SHARDS else [*there[:_MOST_SHARDS], "..."]
    message = (
        f"{planned - len(results)} of {planned} runs are missing{example}; the given shards are "
        f"{', '.join(shown)}. With partial=True, or --partial, what is there is merged"
    )
    busy = [who for part in parts if (who := holder(part.path))]
    if busy:
        message += f". Still at work: {'; '.join(busy)}"
    raise ExperimentError(message)
