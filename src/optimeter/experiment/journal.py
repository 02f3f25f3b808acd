"""The journal: one line for each run that is over, with how it ended.

While an experiment runs, every writer (a worker process, say) has a folder of its own for its units
and its journal, so that no two processes ever write to the same file. A line is written after
the unit it speaks of is complete. A line that was cut off, or whose unit is missing or damaged,
does not count: that run is done again.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import StrEnum
from json.encoder import encode_basestring
from operator import itemgetter
from pathlib import Path

from optimeter._files import file_error

__all__ = ["JOURNAL", "Outcome", "Status", "read", "text"]

JOURNAL = "journal.jsonl"


class Status(StrEnum):
    """How a run ended."""

    DONE = "done"
    FAILED = "failed"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one run ended."""

    run: int
    """Index in the plan."""
    problem: str
    trial: int
    status: Status
    evaluations: int
    """As the budget counts them: of the objectives and of the constraints."""
    target_hit: bool = False
    restarts: int = 0
    message: str = ""
    """Why the run failed, or what was odd about it."""
    seconds: float = math.nan
    """Wall time; known while the experiment runs, kept in the provenance."""


_decode = json.JSONDecoder().decode
_values = itemgetter(*(field.name for field in fields(Outcome)))


def text(outcome: Outcome, *, timed: bool) -> str:
    """Write an outcome as a line of JSON, with the wall time or without.

    There is a line for every run, twice; the encoder of Python would take several times as long.
    """
    seconds = outcome.seconds
    end = f', "seconds": {seconds!r}' if timed and not math.isnan(seconds) else ""
    return (
        f'{{"run": {outcome.run}, "problem": {encode_basestring(outcome.problem)}, '
        f'"trial": {outcome.trial}, "status": "{outcome.status}", '
        f'"evaluations": {outcome.evaluations}, '
        f'"target_hit": {"true" if outcome.target_hit else "false"}, '
        f'"restarts": {outcome.restarts}, "message": {encode_basestring(outcome.message)}{end}}}\n'
    )


def read(path: Path) -> Iterator[Outcome]:
    """Read the complete lines of a journal; what is cut off or damaged is left out."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return
    except OSError as error:
        raise file_error(path, error, "read") from error
    for line in lines:
        outcome = _parse(line)
        if outcome is not None:
            yield outcome


def _parse(line: str) -> Outcome | None:
    try:
        content = _decode(line)
        content["status"] = Status(content["status"])
        content["seconds"] = float(content.get("seconds", math.nan))
        return Outcome(*_values(content))
    except (ValueError, KeyError, TypeError):
        return None
