"""The list of files by which a finished folder is checked, and what has been damaged since."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from optimeter._files import read_bytes, write_atomically
from optimeter._manifest import Listed, listed, listed_file, manifest_text, read_manifest
from optimeter.record.files import (
    JOURNAL_FILE,
    KEPT_FILE,
    MANIFEST_FILE,
    PROVENANCE_FILE,
    names_a_list,
)

__all__ = [
    "damage",
    "is_listed",
    "lacks_list",
    "read_list",
    "some_of",
    "write_list",
]


def write_list(folder: Path, names: Iterable[str]) -> None:
    """List files of a folder as they are now."""
    found = {name: listed_file(folder / name) for name in names}
    files = {name: entry for name, entry in found.items() if entry is not None}
    write_atomically(folder / MANIFEST_FILE, manifest_text(files))


def read_list(folder: Path) -> dict[str, Listed] | None:
    """Read the list of a folder; None if there is none, or a damaged one."""
    try:
        return read_manifest(read_bytes(folder / MANIFEST_FILE))
    except (FileNotFoundError, ValueError):
        return None


def lacks_list(folder: Path) -> bool:
    """Whether a finished folder says that there was a list: its journal, or its provenance."""
    if not (folder / JOURNAL_FILE).exists():
        return False
    told = (folder / JOURNAL_FILE, folder / PROVENANCE_FILE)
    return any(names_a_list(read_bytes(path)) for path in told if path.exists())


def is_listed(files: dict[str, Listed] | None, name: str, text: str) -> bool:
    """Whether a file with this text is one of the list."""
    return files is not None and files.get(name) == listed(text.encode())


def some_of(names: Sequence[str]) -> str:
    """Name one file, or the first of many and how many they are."""
    return names[0] if len(names) == 1 else f"each of {len(names)} files, {names[0]} among them,"


def damage(folder: Path, files: dict[str, Listed]) -> list[str]:
    """Name the files that are missing or not as they were written.

    The compressed units may be missing: who wants to grow no more may delete them.
    """
    found = []
    for name, entry in files.items():
        there = listed_file(folder / name)
        if there != entry and not (there is None and name == KEPT_FILE):
            found.append(name)
    return found
