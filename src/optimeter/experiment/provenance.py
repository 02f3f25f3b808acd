"""Where the data come from: sessions, machines, versions; the one file with time stamps."""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import Any

from optimeter._core import Outcome
from optimeter._files import read_json, write_json
from optimeter.exceptions import FileError
from optimeter.experiment.software import package_versions
from optimeter.experiment.source import SOURCE_TEXT
from optimeter.record import machine_facts
from optimeter.record.files import KEY_OF_LIST, MANIFEST_FILE, PROVENANCE_FILE, WORK_FOLDER
from optimeter.record.provenance import now

__all__ = [
    "begin_session",
    "end_session",
    "merge_sessions",
    "note_list",
    "note_odd_runs",
    "read_sessions",
    "renumber_seconds",
]


def begin_session(
    folder: Path,
    experiment: Mapping[str, object],
    *,
    workers: str,
    source: object = None,
    isolated_by: Sequence[str] = (),
) -> dict[str, object]:
    """Note that somebody begins to work on the experiment.

    With `source`, the digest of the optimizer's source text, if it is not the one of the experiment,
    and with what keeps an isolated optimizer apart on this machine.
    """
    session: dict[str, object] = {
        "started": now(),
        "finished": None,
        "workers": workers,
        "machine": machine_facts(),
        "packages": package_versions(),
        "git": _git_state(),
    }
    there = _read(folder)
    optimizer = experiment.get("optimizer")
    known = optimizer.get("source") if isinstance(optimizer, Mapping) else None
    if source is not None and source != known:
        session["optimizer_source"] = source
    if isolated_by:
        session["isolated_by"] = list(isolated_by)
    there["experiment"] = {key: experiment[key] for key in experiment if key != SOURCE_TEXT}
    there["sessions"].append(session)
    _write(folder, there)
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
    work = folder / WORK_FOLDER
    elsewhere = [facts for name in sorted(writers) if (facts := _content(work / name))]
    if elsewhere:
        session["worker_processes"] = elsewhere
    there = _read(folder)
    there["sessions"][-1:] = [session]
    there["seconds"] |= {str(one.run): one.seconds for one in outcomes if not isnan(one.seconds)}
    _write(folder, there)


def merge_sessions(folder: Path, experiment: Mapping[str, object], parts: Sequence[Path]) -> None:
    """Collect the sessions and wall times of the parts of an experiment, and those known already."""
    whole = _read(folder)
    sessions = whole["sessions"]
    for part in map(_read, parts):
        sessions += [session for session in part["sessions"] if session not in sessions]
        whole["seconds"] |= part["seconds"]
    sessions.append({"finished": now(), "ending": "merged", "machine": machine_facts()})
    whole["experiment"] = dict(experiment)
    _write(folder, whole)


def renumber_seconds(folder: Path, numbers: Mapping[int, int]) -> None:
    """Keep the wall times of the runs that stay in an experiment that grows."""
    there = _read(folder)
    seconds = there["seconds"]
    there["seconds"] = {str(n): seconds[str(k)] for k, n in numbers.items() if str(k) in seconds}
    _write(folder, there)


def note_odd_runs(
    folder: Path, *, revealed: Sequence[str], several_processes: Sequence[str]
) -> None:
    """Note what readers should know of some runs: the problem of each.

    In those that are `revealed` the optimizer looked at the optimum or the final target. Those of
    `several_processes` have their evaluations in the order in which they arrived: their bytes depend
    on timing.
    """
    there = _read(folder)
    there["revealed"] = list(revealed)
    if several_processes:
        there["several_processes"] = list(several_processes)
    else:
        there.pop("several_processes", None)
    _write(folder, there)


def note_list(folder: Path) -> None:
    """Note that a finished folder has a list of its files, as its journal says, too."""
    _write(folder, _read(folder) | {KEY_OF_LIST: MANIFEST_FILE})


def read_sessions(folder: Path) -> list[dict[str, object]]:
    """Read the sessions so far."""
    sessions: list[dict[str, object]] = _read(folder)["sessions"]
    return sessions


def _content(folder: Path) -> dict[str, Any]:
    path = folder / PROVENANCE_FILE
    try:
        return read_json(path) if path.exists() else {}
    except FileError:
        return {}  # facts about facts: not worth ending an experiment for


def _read(folder: Path) -> dict[str, Any]:
    """Read the file; parts that it lacks are empty."""
    content = _content(folder)
    parts: dict[str, Any] = {"experiment": {}, "sessions": [], "seconds": {}}
    kept = {
        key: part for key, part in content.items() if isinstance(part, type(parts.get(key, part)))
    }
    return parts | kept


def _write(folder: Path, content: Mapping[str, Any]) -> None:
    seconds = dict(sorted(content["seconds"].items(), key=lambda item: int(item[0])))
    write_json(folder / PROVENANCE_FILE, {**content, "seconds": seconds})


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
