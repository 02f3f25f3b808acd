"""Finished folders are held to the list of their files: what is missing, what has changed."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath

from optimeter._manifest import Listed, listed, read_manifest
from optimeter.data.findings import Finding, Severity
from optimeter.data.rules import LISTED
from optimeter.data.unpack import SIDE_SUFFIXES, Files
from optimeter.record.files import (
    JOURNAL_FILE,
    KEPT_FILE,
    MANIFEST_FILE,
    PROVENANCE_FILE,
    names_a_list,
)

__all__ = ["compare_folders", "report_damage"]

_SHOWN = 3
_TELLING = (MANIFEST_FILE, JOURNAL_FILE, PROVENANCE_FILE)


def report_damage(
    lists: Iterable[str], journals: Iterable[str], provenances: Collection[str], files: Files
) -> None:
    """Note what differs from the lists that lie among the files, and lists that are missing.

    That there was one is said by the journal of a finished folder, and by the provenance beside it.

    What a file holds is compared where it was read; of others the size, as far as that is known.
    """
    for path in lists:
        try:
            entries = read_manifest(files.contents[path])
        except ValueError as error:
            files.note(path, LISTED, "incomplete", f"{error}; what it lists cannot be compared")
        else:
            _compare(path, entries, files)
    for path in journals:
        home = path.removesuffix(JOURNAL_FILE)
        missing = home + MANIFEST_FILE
        told = [path, *({home + PROVENANCE_FILE} & set(provenances))]
        if missing not in files.contents and any(names_a_list(files.contents[one]) for one in told):
            message = "the list of what the experiment wrote is missing; nothing can be compared"
            files.note(missing, LISTED, "incomplete", message)


def compare_folders(root: Path) -> Iterator[Finding]:
    """Compare all listed files below a folder with what is there, also those that no reader needs."""
    for home in sorted({path.parent for path in root.rglob("*") if path.name in _TELLING}):
        names = {*_TELLING}
        with suppress(OSError, ValueError):  # what is wrong with it is told below
            names |= set(read_manifest((home / MANIFEST_FILE).read_bytes()))
        there = sorted(name for name in names if _is_inside(name) and (home / name).is_file())
        files = Files({name: (home / name).read_bytes() for name in there}, side=SIDE_SUFFIXES)
        lists, journals, provenances = ({name} & files.contents.keys() for name in _TELLING)
        report_damage(lists, journals, provenances, files)
        yield from (replace(one, file=str(home / one.file)) for one in files.findings)


def _is_inside(name: str) -> bool:
    """Say whether a name in a list is that of a file below its folder."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts


def _compare(path: str, entries: dict[str, Listed], files: Files) -> None:
    home = path.removesuffix(MANIFEST_FILE)
    missing: list[str] = []
    changed: list[str] = []
    line_ends: list[str] = []
    for name, entry in entries.items():
        place = home + name
        if place not in files.contents:
            if name != KEPT_FILE:  # who wants to grow no more may delete it
                missing.append(place)
        elif _differs(place, entry, files):
            (line_ends if _only_line_ends(place, entry, files) else changed).append(place)
    if not files.partial:
        _note(files, missing, "incomplete", "missing that the experiment wrote")
    _note(files, changed, "error", "not as the experiment wrote them")
    _note(files, line_ends, "note", "with other line ends than the experiment wrote")


def _note(files: Files, places: list[str], severity: Severity, what: str) -> None:
    if places:
        shown = ", ".join(places[:_SHOWN]) + (", …" if len(places) > _SHOWN else "")
        count = f"{len(places)} file{'' if len(places) == 1 else 's'}"
        files.note(places[0], LISTED, severity, f"{count} {what}: {shown}")


def _differs(place: str, entry: Listed, files: Files) -> bool:
    known = files.known.get(place)
    if known is None:
        return not files.leaves_out(place) and listed(files.contents[place]) != entry
    return known != (entry if known.sha256 else entry._replace(sha256=""))


def _only_line_ends(place: str, entry: Listed, files: Files) -> bool:
    """Say whether a file differs by its line ends alone, as after a checkout on another system."""
    return listed(bytes(files.contents[place]).replace(b"\r\n", b"\n")) == entry
