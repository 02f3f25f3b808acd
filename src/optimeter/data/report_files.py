"""Reports lie beside the data they are on, or among them; what a report wrote is no data."""

import json
from collections.abc import Mapping

from optimeter.data.unpack import Buffer

__all__ = ["MANIFEST", "listed_in_manifest", "without_reports"]

MANIFEST = "manifest.json"  # of a report; lists the files that it wrote, relative to its folder


def without_reports(contents: Mapping[str, Buffer]) -> dict[str, Buffer]:
    """Leave out what reports wrote.

    Examples
    --------
    >>> manifest = b'{"schema": 1, "optimeter": "1", "files": ["data/ert.csv"]}'
    >>> list(without_reports({"p/manifest.json": manifest, "p/data/ert.csv": b"", "p/a.csv": b""}))
    ['p/a.csv']
    """
    written: set[str] = set()
    for path, content in contents.items():
        folder, slash, name = path.rpartition("/")
        if name == MANIFEST and (files := listed_in_manifest(content)):
            written |= {path, *(f"{folder}{slash}{file}" for file in files)}
    return {path: content for path, content in contents.items() if path not in written}


def listed_in_manifest(content: Buffer) -> list[str]:
    """Return the files that a report says to have written; none if this is no manifest of one."""
    try:
        manifest = json.loads(bytes(content))
    except (ValueError, RecursionError):
        return []
    if not isinstance(manifest, dict) or not manifest.keys() >= {"schema", "optimeter", "files"}:
        return []
    files = manifest["files"]
    if not isinstance(files, list):
        return []
    # Before schema 2 there were names alone.
    return [str(file.get("name") if isinstance(file, dict) else file) for file in files]
