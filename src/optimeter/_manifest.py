"""Lists of what was written into a folder, with sizes and checksums. Below all layers."""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from optimeter._files import file_error

__all__ = ["Listed", "listed", "listed_file", "manifest_text", "read_manifest", "set_aside"]

SCHEMA = 2


class Listed(NamedTuple):
    """What a list says of one file."""

    size: int
    sha256: str


def listed(content: bytes | memoryview) -> Listed:
    """Return what a list says of a file with this content.

    Examples
    --------
    >>> listed(b"abc").size, listed(b"abc").sha256[:8]
    (3, 'ba7816bf')
    """
    return Listed(memoryview(content).nbytes, hashlib.sha256(content).hexdigest())


def listed_file(path: Path) -> Listed | None:
    """Return what a list would say of a file as it is now; None if there is none.

    Raises
    ------
    FileError
        If it cannot be read.
    """
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256")
            return Listed(file.tell(), digest.hexdigest())
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        raise file_error(path, error, "read") from error


def manifest_text(files: Mapping[str, Listed], **facts: object) -> str:
    """Write a list: JSON with a line for each file, in the order of names, and a checksum of itself.

    Examples
    --------
    >>> text = manifest_text({"b": listed(b"abc"), "a": listed(b"")}, optimeter="1")
    >>> print(text)  # doctest: +ELLIPSIS
    {
    "schema": 2,
    "optimeter": "1",
    "files": [
    {"name": "a", "size": 0, "sha256": "e3b0c4..."},
    {"name": "b", "size": 3, "sha256": "ba7816..."}
    ],
    "sha256": "..."
    }
    <BLANKLINE>
    >>> read_manifest(text.encode())["b"].size
    3
    """
    head = "".join(f'"{key}": {json.dumps(value)},\n' for key, value in facts.items())
    lines = ",\n".join(
        json.dumps({"name": name, **files[name]._asdict()}) for name in sorted(files)
    )
    own = _checksum(files)
    return f'{{\n"schema": {SCHEMA},\n{head}"files": [\n{lines}\n],\n"sha256": "{own}"\n}}\n'


def read_manifest(content: bytes | memoryview) -> dict[str, Listed]:
    """Read a list.

    Raises
    ------
    ValueError
        If it is none, or damaged.
    """
    try:
        manifest = json.loads(bytes(content))
        files = {
            str(one["name"]): Listed(int(one["size"]), str(one["sha256"]))
            for one in manifest["files"]
        }
        if manifest["sha256"] == _checksum(files):
            return files
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        message = f"no list of files: {error}"
        raise ValueError(message) from error
    message = "the list of files does not have the checksum that it names"
    raise ValueError(message)


def set_aside(path: Path) -> Path | None:
    """Rename a file, if it is there, to ``NAME.1.bak`` or the next number that is free."""
    number = 1
    while os.path.lexists(beside := path.with_name(f"{path.name}.{number}.bak")):
        number += 1
    try:
        path.rename(beside)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise file_error(path, error) from error
    return beside


def _checksum(files: Mapping[str, Listed]) -> str:
    entries = sorted((name, *entry) for name, entry in files.items())
    return hashlib.sha256(json.dumps(entries).encode()).hexdigest()
