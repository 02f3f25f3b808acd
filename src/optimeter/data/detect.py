"""Recognise what a file is by its content."""

import re
from typing import Literal

from optimeter.data.table import COLUMN_NAMES
from optimeter.data.unpack import DATA_SUFFIXES, SIDE_SUFFIXES, Buffer, suffix_of
from optimeter.record.files import (
    COSTS_FILE,
    JOURNAL_FILE,
    MANIFEST_FILE,
    PROVENANCE_FILE,
    UNDER_WAY_FILE,
)

__all__ = ["FileKind", "file_kind"]

FileKind = Literal[
    "index",
    "json",
    "parquet",
    "csv",
    "data",
    "side",
    "costs",
    "journal",
    "list",
    "provenance",
    "under way",
    "unknown",
]

HEAD = 4096  # bytes looked at

_INDEX_KEYS = b"suite|funcId|DIM|Precision|algId|algorithm|indicator|function|coco_version"
_INDEX = re.compile(rb"\s*(?:[%#][^\r\n]*[\r\n]+\s*)*(?:" + _INDEX_KEYS + rb")[ \t]*=")
_JSON = re.compile(
    rb'\s*\{.*?"(?:version|suite|function_id|function_name|algorithm|scenarios)"', re.S
)
_COUNT = re.compile(rb"eval|budget|nfev", re.I)
_TITLE = re.compile(rb"[^{}\[\]\0]*")
_NAMES: dict[str, FileKind] = {
    COSTS_FILE: "costs",
    JOURNAL_FILE: "journal",
    MANIFEST_FILE: "list",
    PROVENANCE_FILE: "provenance",
    UNDER_WAY_FILE: "under way",
}


def file_kind(path: str, content: Buffer) -> FileKind:
    """Return what a file is, by its first bytes; data files only by their ending."""
    if (named := _kind_by_name(path)) is not None:
        return named
    head = bytes(content[:HEAD]).removeprefix(b"\xef\xbb\xbf")
    if head.startswith(b"PAR1"):
        return "parquet"
    if _INDEX.match(head):
        return "index"
    if _JSON.match(head):
        return "json"
    if _is_table(head):
        return "csv"
    return "unknown"


def _kind_by_name(path: str) -> FileKind | None:
    """Return what a file is whose name tells; None for others."""
    suffix = suffix_of(path)
    if suffix in SIDE_SUFFIXES:
        return "side"
    if suffix in DATA_SUFFIXES:
        return "data"
    return _NAMES.get(path.rpartition("/")[2])


def _is_table(head: bytes) -> bool:
    """Say whether the first line consists of titles, one for evaluations and one for values."""
    line = re.split(rb"[\r\n]", head, maxsplit=1)[0]
    titles = re.split(rb"[,;\t]", line)
    if len(titles) < 2 or not all(_TITLE.fullmatch(title) for title in titles):
        return False
    values = {name.encode() for name in COLUMN_NAMES["value"]}
    names = {title.strip(b" \"'").lower() for title in titles}
    return bool(_COUNT.search(line)) and bool(values & names)
