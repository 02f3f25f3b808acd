"""What stands for COCO's post-processing `cocopp`: its `main` writes our report."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Never

import optimeter as om
from optimeter.coco.messages import warning
from optimeter.exceptions import InvalidValueError, OptimeterError

if TYPE_CHECKING:
    from optimeter.data import Runs
    from optimeter.reports import Report

__all__ = ["main"]

_OUTPUT = ("-o", "--output-dir")


def main(argv: str | Sequence[str] | None = None) -> "Report":
    """Write the report on result folders and, if it can be fetched, archived data.

    Parameters
    ----------
    argv
        As for `cocopp.main`: folders and names of archived data, in one text or as a list; by
        default the arguments of the program. ``-o FOLDER`` says where to write, by default
        ``ppdata``. Other options are left out, with a warning.

    Returns
    -------
    Report
        What was written.
    """
    words = sys.argv[1:] if argv is None else argv
    sources, folder = _read(shlex.split(words) if isinstance(words, str) else list(words))
    loaded = [runs for source in sources for runs in _load(source)]
    if not loaded:
        message = f"there are no data to report on; got {words!r}"
        raise InvalidValueError(message)
    report = om.report(*loaded) if folder is None else om.report(*loaded, folder=folder)
    print(f"Report written to {report.page}", flush=True)
    return report


def _read(words: Sequence[str]) -> tuple[list[str], str | None]:
    """Return the sources, and the folder if one is given."""
    sources: list[str] = []
    folder: str | None = None
    rest = iter(words)
    for word in rest:
        if word in _OUTPUT:
            folder = next(rest, folder)
        elif word.startswith("--output-dir="):
            folder = word.partition("=")[2]
        elif word.startswith("-"):
            warning(f"the report has no option {word!r}; it is left out")
        else:
            sources.append(word)
    return sources, folder


def _load(source: str) -> "list[Runs]":
    """Load one source; nothing, with a warning, if archived data cannot be had."""
    if Path(source).exists():
        return [om.load(source)]
    name = source.rstrip("!*?")
    try:
        return [om.load(f"archive:{name}")]
    except OptimeterError as error:
        warning(f"{source!r} is neither a folder here nor archived data that can be had: {error}")
        return []


def __getattr__(name: str) -> Never:
    if name.startswith("__"):
        raise AttributeError(name)
    message = (
        f"cocopp.{name} is not offered by `python -m optimeter.coco`, whose cocopp has `main` only; "
        "with the option --cocopp the installed cocopp is used"
    )
    raise AttributeError(message)
