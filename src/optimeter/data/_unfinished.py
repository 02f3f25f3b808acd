"""Experiments whose runs are not all there, or not whole: under way, killed, or with runs that failed."""

import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from optimeter.data.findings import Finding
from optimeter.data.rules import UNFINISHED
from optimeter.data.unpack import DATA_SUFFIXES, Files, suffix_of
from optimeter.record.files import DESCRIPTION_FILE, JOURNAL_FILE

__all__ = ["assembled", "report_failures"]


def assembled(root: Path, paths: Collection[str]) -> Iterator[tuple[str, Path, Finding]]:
    """Yield each unfinished experiment below a folder with its data, put together elsewhere.

    `paths` are the files of the folder. What is yielded are the path of the experiment below it, a
    folder that holds its data until the next is asked for, and how many of its runs they are. One
    without a run that is over is told only where data lie that would be taken for its own.
    """
    for path in sorted(paths):
        place = PurePosixPath(path)
        if place.name == DESCRIPTION_FILE and str(place.with_name(JOURNAL_FILE)) not in paths:
            with TemporaryDirectory() as folder:
                over, runs = _assemble(root / place.parent, Path(folder))
                if over or _any_data(place.parent, paths):
                    message = f"the experiment is not finished: {over} of {runs} runs"
                    finding = Finding(path, 0, UNFINISHED, "incomplete", message)
                    yield str(place.parent), Path(folder), finding


def _any_data(home: PurePosixPath, paths: Collection[str]) -> bool:
    """Say whether data lie in the folder of an experiment."""
    inside = (path for path in paths if PurePosixPath(path).is_relative_to(home))
    return any(suffix_of(path) in DATA_SUFFIXES for path in inside)


def _assemble(home: Path, folder: Path) -> tuple[int, int]:
    """Write the data of the runs that are over; return their number and that of all runs."""
    # Reading data that are finished needs nothing of the room that makes them.
    from optimeter.experiment.folder import ExperimentFolder  # noqa: PLC0415

    experiment = ExperimentFolder(home)
    plan = experiment.plan()
    results = experiment.results(plan)
    experiment.assemble(plan, results, folder)
    return len(results), len(plan)


def report_failures(paths: Iterable[str], files: Files) -> None:
    """Note how many runs of a finished experiment ended because the optimizer failed."""
    for path in paths:
        ended = [one for one in _ends(bytes(files.contents[path])) if "run" in one]
        failed = [one for one in ended if one.get("status") == "failed"]
        if failed:
            message = (
                f"{len(failed)} of {len(ended)} runs failed and are as long as they came, the first on "
                f"{failed[0].get('problem')}: {failed[0].get('message')}"
            )
            files.note(path, UNFINISHED, "incomplete", message)


def _ends(journal: bytes) -> Iterator[dict[str, object]]:
    """Yield what a journal says of each run; lines that say nothing are left out."""
    for text in journal.split(b"\n"):
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(line, dict):
            yield line
