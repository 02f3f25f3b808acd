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
from pathlib import Path

from optimeter.experiment.files import file_error

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


_KEPT = tuple(field.name for field in fields(Outcome) if field.name != "seconds")


def text(outcome: Outcome, *, timed: bool) -> str:
    """Write an outcome as a line, with the wall time or without."""
    content = {name: getattr(outcome, name) for name in _KEPT}
    if timed and not math.isnan(outcome.seconds):
        content["seconds"] = outcome.seconds
    return json.dumps(content, ensure_ascii=False) + "\n"


def read(path: Path) -> Iterator[Outcome]:
    """Read the complete lines of a journal; what is cut off or damaged is left out."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return
    except OSError as error:
        raise file_error(path, error) from error
    for line in lines:
        outcome = _parse(line)
        if outcome is not None:
            yield outcome


def _parse(line: str) -> Outcome | None:
    try:
        content = json.loads(line)
        values = {name: content[name] for name in _KEPT}
        values["status"] = Status(values["status"])
        return Outcome(**values, seconds=float(content.get("seconds", math.nan)))
    except (ValueError, KeyError, TypeError):
        return None
