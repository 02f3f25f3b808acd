"""The journal: one line for each run that is over, with how it ended.

While an experiment runs, every writer (a worker process, say) has a folder of its own for its units
and its journal, so that no two processes ever write to the same file. A line is written after
the unit it speaks of is complete. A line that was cut off, or whose unit is missing or damaged,
does not count: that run is done again.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from optimeter._core import Outcome, journal_line
from optimeter._files import file_error

__all__ = ["numbered", "read", "read_on"]

_decode = json.JSONDecoder().decode


def read(path: Path) -> Iterator[Outcome]:
    """Read the complete lines of a journal; what is cut off or damaged is left out.

    A line ends with a line feed and nothing else: names may hold any other character.
    """
    return iter(read_on(path)[0])


def read_on(path: Path, offset: int = 0) -> tuple[list[Outcome], int]:
    """Read the complete lines behind an offset; return the offset behind them as well."""
    try:
        with path.open("rb") as file:
            file.seek(offset)
            *lines, rest = (content := file.read()).split(b"\n")
    except FileNotFoundError:
        return [], offset
    except OSError as error:
        raise file_error(path, error, "read") from error
    outcomes = []
    for line in lines:
        try:
            outcomes.append(Outcome(**_decode(line.decode())))
        except (ValueError, TypeError, RecursionError):
            continue
    return outcomes, offset + len(content) - len(rest)


def numbered(outcome: Outcome, run: int) -> Outcome:
    """Return the outcome under another number, without its wall time."""
    return Outcome(**{**_decode(journal_line(outcome, timed=False)), "run": run})
