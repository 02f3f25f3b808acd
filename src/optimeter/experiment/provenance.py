"""Where the data come from: sessions, machines, versions; the one file with time stamps."""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

from optimeter._core import Outcome
from optimeter._files import read_json, write_json
from optimeter.exceptions import FileError
from optimeter.record import PROVENANCE_FILE, machine_facts
from optimeter.record.provenance import now

__all__ = [
    "begin_session",
    "end_session",
    "merge_sessions",
    "note_revealed",
    "package_versions",
    "read_sessions",
    "renumber_seconds",
]

Part = TypeVar("Part", bound=dict[str, Any] | list[Any])

_PACKAGES = ("scipy", "cma", "nevergrad", "optuna", "pymoo", "distributed")


def begin_session(
    folder: Path, experiment: Mapping[str, object], *, workers: str
) -> dict[str, object]:
    """Note that somebody begins to work on the experiment."""
    session: dict[str, object] = {
        "started": now(),
        "finished": None,
        "workers": workers,
        "machine": machine_facts(),
        "packages": package_versions(),
        "git": _git_state(),
    }
    there = _read(folder)
    sessions = _part(there, "sessions", list[dict[str, object]]())
    seconds = _part(there, "seconds", dict[str, float]())
    _write(folder, experiment, [*sessions, session], seconds)
    return session


def end_session(
    folder: Path,
    session: dict[str, object],
    outcomes: Iterable[Outcome],
    writers: Iterable[str],
    ending: str,
) -> None:
    """Note how the session ended, its workers elsewhere, and the wall time of its runs."""
    session.update(finished=now(), ending=ending)
    elsewhere = [facts for name in sorted(writers) if (facts := _read(folder / "work" / name))]
    if elsewhere:
        session["worker_processes"] = elsewhere
    there = _read(folder)
    seconds = _part(there, "seconds", dict[str, float]())
    for outcome in outcomes:
        if outcome.seconds == outcome.seconds:
            seconds[str(outcome.run)] = outcome.seconds
    sessions = _part(there, "sessions", list[dict[str, object]]())
    experiment = _part(there, "experiment", dict[str, object]())
    _write(folder, experiment, [*sessions[:-1], session], seconds)


def merge_sessions(folder: Path, experiment: Mapping[str, object], parts: Sequence[Path]) -> None:
    """Collect the sessions and wall times of the parts of an experiment, and those known already."""
    sessions: list[dict[str, object]] = []
    seconds: dict[str, float] = {}
    for part in (folder, *parts):
        sessions += [session for session in read_sessions(part) if session not in sessions]
        seconds |= _part(_read(part), "seconds", dict[str, float]())
    merging: dict[str, object] = {"finished": now(), "ending": "merged", "machine": machine_facts()}
    _write(folder, experiment, [*sessions, merging], seconds)


def renumber_seconds(folder: Path, numbers: Mapping[int, int]) -> None:
    """Keep the wall times of the runs that stay in an experiment that grows."""
    there = _read(folder)
    seconds = _part(there, "seconds", dict[str, float]())
    kept = {str(new): seconds[str(old)] for old, new in numbers.items() if str(old) in seconds}
    write_json(folder / PROVENANCE_FILE, there | {"seconds": kept})


def note_revealed(folder: Path, problems: Sequence[str]) -> None:
    """Note the problems, one for each run, whose optimum or final target the optimizer looked at."""
    write_json(folder / PROVENANCE_FILE, _read(folder) | {"revealed": list(problems)})


def read_sessions(folder: Path) -> list[dict[str, object]]:
    """Read the sessions so far."""
    return _part(_read(folder), "sessions", list[dict[str, object]]())


def _part(content: Mapping[str, object], key: str, nothing: Part) -> Part:
    """Take a part of the file's content, or nothing where it has none of this kind."""
    part = content.get(key)
    return part if isinstance(part, type(nothing)) else nothing


def _read(folder: Path) -> dict[str, object]:
    path = folder / PROVENANCE_FILE
    try:
        return read_json(path) if path.exists() else {}
    except FileError:
        return {}  # facts about facts: not worth ending an experiment for


def _write(
    folder: Path,
    experiment: Mapping[str, object],
    sessions: list[dict[str, object]],
    seconds: dict[str, float],
) -> None:
    ordered = dict(sorted(seconds.items(), key=lambda item: int(item[0])))
    content = {"experiment": dict(experiment), "sessions": sessions, "seconds": ordered}
    write_json(folder / PROVENANCE_FILE, content)


def package_versions() -> dict[str, str]:
    """Return the versions of the packages that optimizers come from, as far as they are installed."""
    versions = {}
    for package in _PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return versions


def _git_state() -> dict[str, object] | None:
    """Find the commit of the working folder and whether files differ; None outside of git."""
    command = ["git", "status", "--porcelain=v2", "--branch", "--untracked-files=no"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    lines = done.stdout.splitlines()
    commits = [line.split()[-1] for line in lines if line.startswith("# branch.oid ")]
    if not commits or commits[0] == "(initial)":
        return None
    return {"commit": commits[0], "changed": not all(line.startswith("#") for line in lines)}
