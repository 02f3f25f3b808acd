"""An experiment that grows: more runs, or longer ones, where a part was made before.

A finished folder has its data in the files of a format, from which runs cannot be taken back; so it
keeps them as units, too, compressed in ``units.zlib``, and behind them its journal: from these, files
that were damaged are restored. To grow, all that stays is written beside as the work of one writer, with
its new numbers, and takes the place of the old in one rename.
"""

import io
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from optimeter._core import Outcome, Status, UnitPlace, read_pack
from optimeter._files import file_error, remove_file, write_atomically
from optimeter.exceptions import FileError
from optimeter.experiment.plan import PART, Run
from optimeter.experiment.source import SOURCE_TEXT

__all__ = ["compressed", "expanded", "grown_away", "moves"]

_GROWN = {"suite", "budget", "trials", "runs", "plan", PART}
_PIECE = 1 << 20


def grown_away(
    there: Mapping[str, object],
    here: Mapping[str, object],
    old: Sequence[Run],
    new: Sequence[Run],
) -> str | None:
    """Say why one experiment is not another one grown; None if it is."""
    for key in {**there, **here}:
        if key not in {*_GROWN, SOURCE_TEXT} and there.get(key) != here.get(key):
            return "Only its suite, budget and trials may grow"
    names = [facts["name"] for facts in (there["suite"], here["suite"])]  # type: ignore[index]
    if names[0] != names[1]:
        return "The suite is another one"
    shard = "" if here.get("shard") is None else " of this shard"
    wanted = {(run.problem, run.trial): run for run in new}
    for run in old:
        found = wanted.get((run.problem, run.trial))
        if found is None:
            more = "; shards grow by instances behind theirs, trials and budget" if shard else ""
            return (
                f"It may grow, but {run.problem}, trial {run.trial}{shard}, would be left out{more}"
            )
        if found.budget < run.budget:
            return f"It may grow, but {run.problem} would have fewer evaluations"
    return None


def moves(
    old: Sequence[Run], new: Sequence[Run], outcomes: Mapping[int, Outcome]
) -> dict[int, int]:
    """Return the runs that keep their results, with their new numbers by the old ones.

    With a larger budget these are the runs that hit the final target: they would end there again.
    The others are done again from their beginning, which they repeat to the bit.
    """
    before = {(run.problem, run.trial): run for run in old}
    kept = {}
    for run in new:
        known = before.get((run.problem, run.trial))
        outcome = None if known is None else outcomes.get(known.index)
        if known is None or outcome is None:
            continue
        solved = outcome.target_hit and outcome.status == Status.DONE
        if solved or run.budget == known.budget:
            kept[known.index] = run.index
    return kept


def compressed(pack: Path, journal: str, into: Path) -> None:
    """Compress a pack and the journal of its runs; remove the pack."""
    packer = zlib.compressobj(1)
    with pack.open("rb") as file:
        pieces = [packer.compress(piece) for piece in iter(lambda: file.read(_PIECE), b"")]
    write_atomically(into, b"".join([*pieces, packer.flush(), zlib.compress(journal.encode(), 1)]))
    remove_file(pack)


def expanded(path: Path, into: Path) -> tuple[dict[int, UnitPlace], bytes]:
    """Expand a compressed pack; return where its units are, and the journal of its runs.

    Of a damaged one nothing is returned. Earlier ones have no journal.
    """
    unpacker = zlib.decompressobj()
    try:
        with path.open("rb") as file, into.open("wb", buffering=0) as target:
            for piece in iter(lambda: file.read(_PIECE), b""):
                _write(target, unpacker.decompress(piece), into)
        journal = zlib.decompress(unpacker.unused_data) if unpacker.unused_data else b""
        return dict(read_pack(into)), journal
    except zlib.error:
        return {}, b""
    except FileError as error:
        if error.errno is not None:  # of the disk
            raise
        return {}, b""
    except OSError as error:
        raise file_error(path, error, "read") from error


def _write(file: io.FileIO, content: bytes, path: Path) -> None:
    """Write all of some content; what fails is named as what it is."""
    try:
        while content:
            content = content[file.write(content) or 0 :]
    except OSError as error:
        raise file_error(path, error) from error
