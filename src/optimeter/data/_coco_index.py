"""Index entries of COCO data: what they list and where their data files are."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from optimeter._core import parsers
from optimeter.data import _notes
from optimeter.data._decode import decode
from optimeter.data.unpack import Files

__all__ = [
    "BlockKind",
    "DataFile",
    "IndexEntry",
    "adopt",
    "collect",
    "identity",
    "parse_indices",
    "unlisted",
]

BlockKind = parsers.BlockKind
NEW_FORMATS = ("bbob-new", "bbob-new2")
FORMER_SUITE_NAMES = {"sbox-cost": "bbob-boxed"}
SUFFIXES = (".dat", ".tdat")


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One data line of an index file, with its header."""

    index: str
    line: int
    keys: dict[str, str]
    comment: str
    double_quotes: bool
    files: list[tuple[str, list[tuple[int, bool, int, float, bytes]]]]

    def get(self, *names: str) -> str | None:
        """Return the value of the first of the keys that is there."""
        return next((self.keys[name] for name in names if name in self.keys), None)

    @property
    def kind(self) -> BlockKind:
        """Which columns those blocks have whose header does not tell."""
        if "indicator" in self.keys:
            return BlockKind.BIOBJECTIVE
        return BlockKind.NEW if self.get("data_format") in NEW_FORMATS else BlockKind.OLD


def parse_indices(paths: Iterable[str], files: Files) -> list[IndexEntry]:
    """Parse text index files, in the order of their paths."""
    entries = []
    for path in sorted(paths):
        found, notes = parsers.parse_index(files.contents[path])
        for _, line, rule, count in notes:
            files.findings.append(_notes.finding(path, line, rule, count))
        for line, keys, comment, double_quotes, named in found:
            entries.append(
                IndexEntry(
                    path,
                    line,
                    {decode(key): unescaped(decode(value)) for key, value in keys.items()},
                    decode(comment),
                    double_quotes,
                    [(decode(name), runs) for name, runs in named],
                )
            )
    return entries


def unescaped(text: str) -> str:
    """Read a text of an index, which `coco_quoted` of the engine wrote.

    Examples
    --------
    >>> unescaped("it%27s"), unescaped("100%"), unescaped("%2520")
    ("it's", '100%', '%20')
    """
    return re.sub("%([0-7][0-9A-F])", lambda match: chr(int(match[1], 16)), text.strip(" \t\r\n"))


@dataclass(slots=True)
class DataFile:
    """A pair of data files with all the runs that index entries list for it, in order."""

    stem: str
    kind: BlockKind
    instances: list[int] = field(default_factory=list)
    finished: list[bool] = field(default_factory=list)
    evaluations: list[int] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)
    owner: int = 0  # an entry that names the file


def identity(entry: IndexEntry, files: Files | None = None) -> tuple[str, int, int] | None:
    """Return suite, function and dimension of an entry; None and a finding if they are missing."""
    function = _integer(entry.get("funcId", "function"))
    dimension = _integer(entry.get("DIM", "dim"))
    if not function or not dimension:
        if files is not None:
            message = "entry without function or dimension; its runs are lost"
            files.note(entry.index, "R10", "error", message, entry.line)
        return None
    suite = entry.get("suite")
    if not suite:
        suite = "bbob-biobj" if "indicator" in entry.keys else "bbob"
        if function > 100 and suite == "bbob":
            suite = "bbob-noisy"
    return FORMER_SUITE_NAMES.get(suite, suite), function, dimension


def _integer(text: str | None) -> int | None:
    try:
        value = int(text or "")
    except ValueError:
        return None
    return value if 0 <= value < 2**31 else None


def collect(entries: list[IndexEntry], files: Files) -> dict[str, DataFile]:
    """Gather, for every data file, the runs listed for it in all entries."""
    data_files: dict[str, DataFile] = {}
    for number, entry in enumerate(entries):
        for path, runs in entry.files:
            stem = _resolve(entry, path, files)
            if not runs:
                files.note(entry.index, "R11", "note", f"no runs listed for {path}", entry.line)
            if stem is None:
                if runs:
                    message = f"data file {path} is missing; {len(runs)} run(s) lost"
                    files.note(entry.index, "R8", "error", message, entry.line)
                continue
            data = data_files.setdefault(stem, DataFile(stem, entry.kind, owner=number))
            for instance, finished, evaluations, _, _ in runs:
                data.instances.append(instance)
                data.finished.append(finished)
                data.evaluations.append(evaluations)
                data.entries.append(number)
            if open_runs := [run[0] for run in runs if not run[1]]:
                shown = ", ".join(map(str, open_runs[:10])) + (" …" if len(open_runs) > 10 else "")
                message = f"unfinished run(s) of {path}: instance {shown}"
                files.note(entry.index, "Q7", "incomplete", message, entry.line)
    return _without_copies(data_files, entries, files)


def _without_copies(
    data_files: dict[str, DataFile], entries: list[IndexEntry], files: Files
) -> dict[str, DataFile]:
    """Leave out data files that lie in the source twice, byte for byte, listed alike."""
    kept: dict[str, DataFile] = {}
    alike: dict[object, list[str]] = {}
    for stem, data in data_files.items():
        owner = entries[data.owner]
        listed = (
            data.instances,
            data.evaluations,
            identity(owner),
            owner.get("algId", "algorithm"),
        )
        pair = [files.contents.get(stem + suffix, b"") for suffix in SUFFIXES]
        others = alike.setdefault(str((listed, *map(len, pair))), [])
        first = next((o for o in others if all(
            files.contents.get(o + suffix, b"") == content
            for suffix, content in zip(SUFFIXES, pair, strict=True))), None)  # fmt: skip
        if first is None:
            others.append(stem)
            kept[stem] = data
        else:
            files.claimed |= {stem + suffix for suffix in SUFFIXES}
            message = f"{len(data.instances)} run(s), the same as in {first}.*; counted once"
            files.note(f"{stem}.dat", "Q17", "incomplete", message)
    return kept


def _resolve(entry: IndexEntry, path: str, files: Files) -> str | None:
    """Return the path of a data file without its ending; None if there is no such file."""
    folder = entry.index.rpartition("/")[0]
    bases = [path]
    if "folder" in entry.keys:
        bases.append(f"{entry.keys['folder']}/{path}")
    bases.append(path.rpartition("/")[2])
    for base in bases:
        place, slash, name = normalised(f"{folder}/{base}").rpartition("/")
        stem = f"{place}{slash}{name.rpartition('.')[0] or name}"
        if f"{stem}.dat" in files.contents or f"{stem}.tdat" in files.contents:
            return stem
    return None


def normalised(path: str) -> str:
    """Resolve `.` and `..`; what leads out of the source becomes a name that is not there."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return "../"
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


_NAME = re.compile(r"_f0*(\d+)_.*?(?:DIM|d)0*(\d+)")


def unlisted(data_files: Iterable[str], files: Files) -> list[str]:
    """Return the paths, without endings, of data files that no index lists."""
    if files.partial:
        return []
    stems = {
        path[: path.rindex(".")]
        for path in files.contents
        if path.endswith(SUFFIXES) and path not in files.claimed
    }
    return sorted(stems - set(data_files))


def adopt(stem: str, entries: list[IndexEntry]) -> IndexEntry | None:
    """Invent an entry for an unlisted data file, from its name and from a listed neighbour.

    Without a neighbour, suite and algorithm are unknown.
    """
    match = _NAME.search(PurePosixPath(stem).name)
    if not match:
        return None
    if not entries:
        keys = {"funcId": match[1], "DIM": match[2]}
        if "biobj" in stem:
            keys["indicator"] = "hyp"
        return IndexEntry(f"{stem}.dat", 0, keys, "", double_quotes=False, files=[])
    neighbour = max(entries, key=lambda entry: _shared(entry.index, stem))
    keys = dict(neighbour.keys)
    for names, value in zip((("funcId", "function"), ("DIM", "dim")), match.groups(), strict=True):
        keys |= {name: value for name in names if name in keys}
    return IndexEntry(
        neighbour.index, neighbour.line, keys, neighbour.comment, neighbour.double_quotes, []
    )


def _shared(one: str, other: str) -> int:
    """Count the leading folders two paths share."""
    count = 0
    for a, b in zip(one.split("/"), other.split("/"), strict=False):
        if a != b:
            break
        count += 1
    return count
