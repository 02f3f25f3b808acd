"""Where the data come from: sessions, machines, versions; the one file with time stamps."""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path

from optimeter.exceptions import FileError
from optimeter.experiment.files import read_json, write_json
from optimeter.experiment.journal import Outcome
from optimeter.record import PROVENANCE_FILE, machine_facts
from optimeter.record.provenance import now

__all__ = ["begin_session", "end_session", "merge_sessions", "read_sessions"]

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
        "packages": _versions(),
        "git": _git_state(),
    }
    _write(folder, experiment, [*read_sessions(folder), session], _seconds(folder))
    return session


def end_session(
    folder: Path, session: dict[str, object], outcomes: Iterable[Outcome], ending: str
) -> None:
    """Note how the session ended, and the wall time of the runs that it made."""
    session.update(finished=now(), ending=ending)
    seconds = _seconds(folder)
    for outcome in outcomes:
        if outcome.seconds == outcome.seconds:
            seconds[str(outcome.run)] = outcome.seconds
    _write(folder, _experiment(folder), [*read_sessions(folder)[:-1], session], seconds)


def merge_sessions(folder: Path, experiment: Mapping[str, object], parts: Sequence[Path]) -> None:
    """Collect the sessions and wall times of the parts of an experiment."""
    sessions = [session for part in parts for session in read_sessions(part)]
    seconds: dict[str, float] = {}
    for part in parts:
        seconds |= _seconds(part)
    merging: dict[str, object] = {"finished": now(), "ending": "merged", "machine": machine_facts()}
    _write(folder, experiment, [*sessions, merging], seconds)


def read_sessions(folder: Path) -> list[dict[str, object]]:
    """Read the sessions so far."""
    sessions = _read(folder).get("sessions", [])
    return list(sessions) if isinstance(sessions, list) else []


def _experiment(folder: Path) -> dict[str, object]:
    experiment = _read(folder).get("experiment", {})
    return dict(experiment) if isinstance(experiment, dict) else {}


def _seconds(folder: Path) -> dict[str, float]:
    seconds = _read(folder).get("seconds", {})
    return dict(seconds) if isinstance(seconds, dict) else {}


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


def _versions() -> dict[str, str]:
    versions = {}
    for package in _PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return versions


def _git_state() -> dict[str, object] | None:
    """Find the commit of the working folder and whether files differ; None outside of git."""
    try:
        commit = _git("rev-parse", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return None
    return {"commit": commit, "changed": bool(changed)}


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], capture_output=True, text=True, timeout=5, check=True
    )
    return done.stdout.strip()
