"""Experiments whose runs are not all there, or not whole: under way, killed, or with runs that failed."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from optimeter._failures import told_failures
from optimeter.data.findings import Finding
from optimeter.data.rules import UNFINISHED
from optimeter.data.runs import Runs
from optimeter.data.unpack import DATA_SUFFIXES, Files, suffix_of
from optimeter.record.files import DESCRIPTION_FILE, JOURNAL_FILE

__all__ = [
    "assembled",
    "objects_in",
    "report_failures",
    "report_isolation",
    "report_open",
    "without_data",
    "without_ends",
]


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
    from optimeter.experiment.plan import planned_runs  # noqa: PLC0415

    experiment = ExperimentFolder(home)
    plan = experiment.plan()
    results = experiment.results(plan)
    experiment.assemble(plan, results, folder)
    description = experiment.description()
    runs = len(plan) if description.get("shard") else planned_runs(description, plan)
    return len(results), runs


def report_failures(paths: Iterable[str], files: Files) -> None:
    """Note how many runs of a finished experiment ended because the optimizer failed."""
    for path in paths:
        ended = [one for one in objects_in(bytes(files.contents[path])) if "run" in one]
        failed = [one for one in ended if one.get("status") == "failed"]
        told = told_failures(map(_calls, ended))
        if told:
            files.note(path, UNFINISHED, "note", told)
        if failed:
            message = (
                f"{len(failed)} of {len(ended)} runs failed and are as long as they came, the first on "
                f"{failed[0].get('problem')}: {failed[0].get('message')}"
            )
            files.note(path, UNFINISHED, "incomplete", message)


def _calls(line: Mapping[str, object]) -> tuple[str, int, int, list[str]]:
    """Return problem, evaluations, failed ones and reasons of a line of a journal."""
    made, failed, told = (line.get(k) for k in ("evaluations", "failed_evaluations", "failures"))
    reasons = [str(one.get("message")) for one in told or () if isinstance(one, dict)]  # type: ignore[attr-defined]
    count = failed if isinstance(failed, int) else 0
    return str(line.get("problem")), made if isinstance(made, int) else count, count, reasons


def without_data(home: Path) -> Finding | None:
    """Say of a finished experiment that none of its runs made an evaluation; None of all others."""
    try:
        name = json.loads((home / DESCRIPTION_FILE).read_bytes())["algorithm"]
        lines = objects_in((home / JOURNAL_FILE).read_bytes())
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    ended = [one for one in lines if "run" in one]
    calls = [_calls(one) for one in ended]
    if (
        not ended
        or any(one.get("status") != "failed" for one in ended)
        or any(made > failed for _, made, failed, _ in calls)
    ):
        return None
    when = (
        ", with no value at all"
        if any(made for _, made, _, _ in calls)
        else " before their first evaluation"
    )
    message = (
        f"algorithm {name!r} has no data: all {len(ended)} runs failed{when}, "
        f"the first on {ended[0].get('problem')}: {ended[0].get('message')}"
    )
    return Finding(str(home), 0, UNFINISHED, "error", message)


def report_open(provenances: Iterable[str], files: Files) -> None:
    """Note observers that were never closed: they are at work, or their process was ended."""
    for path in provenances:
        facts = next(objects_in(bytes(files.contents[path]).replace(b"\n", b" ")), {})
        if "runs" in facts and facts.get("finished", "") is None:
            message = (
                "the observer was not closed: it is at work, or its process was ended, and then the run "
                "under way is lost or not whole"
            )
            files.note(path, UNFINISHED, "incomplete", message)


def report_isolation(provenances: Iterable[str], files: Files) -> None:
    """Note experiments whose optimizer was isolated only as far as a system allowed it."""
    for path in provenances:
        facts = next(objects_in(bytes(files.contents[path]).replace(b"\n", b" ")), {})
        experiment, sessions = facts.get("experiment"), facts.get("sessions")
        if not isinstance(experiment, dict) or not isinstance(sessions, list):
            continue
        isolated = experiment.get("isolated")
        if not isinstance(isolated, dict) or isolated.get("how") != "weak":
            continue
        ways = [one.get("isolated_by") for one in sessions if isinstance(one, dict)]
        least = min((way for way in ways if isinstance(way, list)), key=len, default=[])
        message = f"the optimizer was isolated weakly, by {', '.join(map(str, least)) or 'nothing'}"
        files.note(path, UNFINISHED, "note", message)


def without_ends(runs: Runs, paths: Iterable[str], files: Files) -> Runs:
    """Return the runs with those marked as not finished that were under way when their process ended.

    An observer of several problems writes a run as finished as soon as another begins, and notes that
    it may go on.
    """
    finalized = runs.finalized.copy()
    for path in paths:
        open_runs: dict[str, dict[str, object]] = {}
        for line in objects_in(bytes(files.contents[path])):
            number = str(line.pop("run", None))
            if line:
                open_runs[number] = line
            else:
                open_runs.pop(number, None)
        for facts in open_runs.values():
            rows = np.flatnonzero(finalized & _fitting(runs, facts))
            finalized[rows[-1:]] = False
            what = "ends early" if len(rows) else "is lost"
            message = (
                f"the run on function {facts.get('function')}, dimension {facts.get('dimension')}, "
                f"instance {facts.get('instance')} {what}: it was under way when its process ended or "
                "could not write"
            )
            files.note(path, UNFINISHED, "incomplete", message)
    return replace(runs, finalized=finalized)


def _fitting(runs: Runs, facts: Mapping[str, object]) -> NDArray[np.bool_]:
    """Say which runs are of a problem and as long as it is told."""
    names = ("function", "dimension", "instance", "evaluations")
    fits = np.ones(len(runs), dtype=np.bool_)
    for name in names:
        value = facts.get(name)
        fits &= getattr(runs, name) == (value if isinstance(value, int) else -1)
    return fits


def objects_in(content: bytes) -> Iterator[dict[str, object]]:
    """Yield the objects of a file, one in a line; lines that hold none are left out."""
    for text in content.split(b"\n"):
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(line, dict):
            yield line
