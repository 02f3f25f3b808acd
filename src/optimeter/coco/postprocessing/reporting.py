"""What stands for ``cocopp.main``: it writes our report."""

import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import optimeter as om
from optimeter.coco.messages import warning
from optimeter.coco.postprocessing import genericsettings
from optimeter.coco.postprocessing.loading import load_all

if TYPE_CHECKING:
    from optimeter.reports import Report

__all__ = ["main"]

_OUTPUT = ("-o", "--output-dir")


def main(argv: str | Sequence[str] | None = None) -> "Report":
    """Write the report on result folders and, if it can be fetched, archived data.

    Parameters
    ----------
    argv
        As for `cocopp.main`: folders and names of archived data, in one text or as a list; by
        default the arguments of the program. ``-o FOLDER`` says where to write, by default what
        ``genericsettings.outputdir`` names, ``ppdata``. Other options and settings are left out,
        with a warning.

    Returns
    -------
    Report
        What was written.
    """
    words = sys.argv[1:] if argv is None else argv
    sources, folder = _read(shlex.split(words) if isinstance(words, str) else list(words))
    if changed := genericsettings.changed():
        warning(f"the report does not depend on genericsettings.{', '.join(changed)}; left out")
    report = om.report(*load_all(sources).values(), folder=folder)
    print(f"Report written to {report.page}", flush=True)
    return report


def _read(words: Sequence[str]) -> tuple[list[str], str]:
    """Return the sources, and the folder."""
    sources: list[str] = []
    folder = genericsettings.outputdir
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
