"""An experiment that grows: more runs, or longer ones, where a part was made before.

A finished folder has its data in the files of a format, from which runs cannot be taken back; so it
keeps them as units, too, compressed in ``units.zlib``. To grow, all that stays is written beside as
the work of one writer, with its new numbers, and takes the place of the old in one rename.
"""

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from optimeter._core import Outcome, Status, UnitPlace, journal_line, read_pack, write_pack
from optimeter._files import (
    file_error,
    remove_file,
    remove_tree,
    sync_folder,
    write_atomically,
    write_json,
)
from optimeter.experiment.plan import Run, plan_text
from optimeter.experiment.provenance import renumber_seconds
from optimeter.record import COSTS_FILE
from optimeter.record.costs import numbered_costs

__all__ = ["Move", "compressed", "expanded", "grown_away", "moves", "write_growth"]

_GROWN = {"suite", "budget", "trials", "runs", "plan"}
_PIECE = 1 << 20


class Move(NamedTuple):
    """A run that keeps its result, under another number."""

    old: int
    new: int


def grown_away(
    there: Mapping[str, object],
    here: Mapping[str, object],
    old: Sequence[Run],
    new: Sequence[Run],
) -> str | None:
    """Say why one experiment is not another one grown; None if it is."""
    for key in {**there, **here}:
        if key not in _GROWN and there.get(key) != here.get(key):
            return f"{key} differs"
    names = [facts["name"] for facts in (there["suite"], here["suite"])]  # type: ignore[index]
    if names[0] != names[1]:
        return "the suite is another one"
    if there.get("shard") is not None:
        return "a shard cannot grow, since all runs are parted anew"
    wanted = {(run.problem, run.trial): run for run in new}
    for run in old:
        found = wanted.get((run.problem, run.trial))
        if found is None:
            return f"it may grow, but {run.problem}, trial {run.trial}, would be left out"
        if found.budget < run.budget:
            return f"it may grow, but {run.problem} would have fewer evaluations"
    return None


def moves(
    old: Sequence[Run], new: Sequence[Run], outcomes: Mapping[int, Outcome]
) -> tuple[Move, ...]:
    """List the runs that stay.

    With a larger budget these are the runs that hit the final target: they would end there again.
    The others are done again from their beginning, which they repeat to the bit.
    """
    before = {(run.problem, run.trial): run for run in old}
    kept = []
    for run in new:
        known = before.get((run.problem, run.trial))
        outcome = None if known is None else outcomes.get(known.index)
        if known is None or outcome is None:
            continue
        solved = outcome.target_hit and outcome.status == Status.DONE
        if solved or run.budget == known.budget:
            kept.append(Move(known.index, run.index))
    return tuple(kept)


def write_growth(
    place: Path,
    description: Mapping[str, object],
    plan: Sequence[Run],
    results: Mapping[int, tuple[Outcome, UnitPlace | None, str | None]],
    stays: Sequence[Move],
) -> None:
    """Write the grown experiment with what stays of it to a folder, which is there as a whole."""
    beside = place.with_name(f"{place.name}.part")
    remove_tree(beside)
    work = beside / "work" / "grown"
    try:
        work.mkdir(parents=True)
    except OSError as error:
        raise file_error(work, error) from error
    units = [(new, unit) for old, new in stays if (unit := results[old][1]) is not None]
    if units:
        write_pack(work / "0.units", units)
    outcomes = (_numbered(results[old][0], new) for old, new in stays)
    lines = "".join(journal_line(outcome, timed=False) for outcome in outcomes)
    costs = [numbered_costs(new, body) for old, new in stays if (body := results[old][2])]
    if costs:
        write_atomically(work / COSTS_FILE, "".join(costs))
    write_atomically(work / "journal.jsonl", lines)
    write_atomically(beside / "plan.tsv", plan_text(plan))
    write_json(beside / "experiment.yaml", description)
    sync_folder(beside / "work")
    beside.rename(place)
    sync_folder(place.parent)
    renumber_seconds(place.parent, dict(stays))


def _numbered(outcome: Outcome, run: int) -> Outcome:
    """Return the outcome under another number."""
    return Outcome(
        run=run,
        problem=outcome.problem,
        trial=outcome.trial,
        status=outcome.status,
        evaluations=outcome.evaluations,
        target_hit=outcome.target_hit,
        restarts=outcome.restarts,
        message=outcome.message,
    )


def compressed(pack: Path, into: Path) -> None:
    """Compress a pack, and remove it."""
    packer = zlib.compressobj(1)
    with pack.open("rb") as file:
        pieces = [packer.compress(piece) for piece in iter(lambda: file.read(_PIECE), b"")]
    write_atomically(into, b"".join([*pieces, packer.flush()]))
    remove_file(pack)


def expanded(path: Path, into: Path) -> dict[int, UnitPlace]:
    """Expand a compressed pack and return where its units are."""
    unpacker = zlib.decompressobj()
    try:
        with path.open("rb") as file, into.open("wb") as target:
            for piece in iter(lambda: file.read(_PIECE), b""):
                target.write(unpacker.decompress(piece))
            target.write(unpacker.flush())
    except (OSError, zlib.error) as error:
        if isinstance(error, OSError):
            raise file_error(path, error, "read") from error
        into.write_bytes(b"")
    return dict(read_pack(into))
