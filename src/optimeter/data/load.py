"""`load`: recorded data of any known format, from folders, archives or a data archive."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from optimeter._arguments import flag, integer
from optimeter._arrow import has_stream, read_stream
from optimeter._files import named_errors
from optimeter._parallel import mapped
from optimeter._store import Store
from optimeter.data._coco_index import IndexEntry, parse_indices
from optimeter.data._ioh_index import (
    json_scenarios,
    numbered,
    orphan_scenarios,
    report_unlisted,
    text_scenarios,
)
from optimeter.data._kinds import kinds_apart
from optimeter.data._options import DEFAULT_OPTIONS, ReadOptions
from optimeter.data._places import Place
from optimeter.data._side import report_archives
from optimeter.data._unfinished import (
    report_failures,
    report_isolation,
    report_open,
    without_data,
    without_ends,
)
from optimeter.data.best import with_best
from optimeter.data.coco import read_coco
from optimeter.data.costs import with_costs
from optimeter.data.detect import file_kind
from optimeter.data.findings import SEVERITIES, Finding
from optimeter.data.fronts import read_fronts, runs_of_fronts
from optimeter.data.hypervolume import with_hypervolume
from optimeter.data.ioh import data_path, read_ioh
from optimeter.data.listed import report_damage
from optimeter.data.quality import Optimum, check_quality, checked_optimum, with_optimum
from optimeter.data.rules import LISTED, UNFINISHED
from optimeter.data.runs import Runs
from optimeter.data.sources import Source, open_source
from optimeter.data.table import read_csv, read_frame, read_parquet
from optimeter.data.unpack import Files
from optimeter.data.value_ranges import with_ranges
from optimeter.exceptions import DataError, InvalidTypeError, InvalidValueError
from optimeter.problems import known_suite
from optimeter.record.files import DESCRIPTION_FILE, PROVENANCE_FILE

__all__ = ["ARCHIVE_PREFIX", "load", "read_files"]

ARCHIVE_PREFIX = "archive:"

PARSED = Store("runs", lambda: (Runs, Finding))
"""Data as they were parsed, by the digest of their bytes."""


def load(
    *sources: Any,
    strict: bool = False,
    cache: bool = True,
    orphans: bool = False,
    recommendations: bool = False,
    maximize: bool | None = None,
    optimum: Optimum | None = None,
    own_instances: bool | None = None,
    max_expanded: int | None = None,
) -> Runs:
    r"""Load recorded data: COCO, IOHprofiler, or plain tables of runs.

    The format is recognised by content. Archives (``.tgz``, ``.tar.gz``, ``.zip`` …, also inside
    one another) are read without being extracted. What deviates from the format is repaired where
    that is possible and listed in ``runs.findings``.

    Parameters
    ----------
    *sources : path, str or table, or lists of them
        Folders, archives, index files, CSV or Parquet files; ``"archive:NAME"`` means a data set of
        the data archive (see `optimeter.archive`), fetched if it is not there yet;
        ``"archive:bbob/2009/*"`` all that fit, of a local copy those that are there.
        ``"NAME=PATH"`` gives the algorithm of a source another name. What `optimeter.run` returns
        stands for its folder. A data frame of polars, pandas, duckdb or another library that speaks
        Arrow holds one row per recorded value, as a CSV file does.
    strict : bool
        Raise at the first finding in a source, whatever its severity.
    cache : bool
        Keep the parsed data in the user's cache folder, and use what is there.
    orphans : bool
        Also load runs that no index lists (left by killed experiments), with instance 0 if unknown.
    recommendations : bool
        Take the steps of COCO runs from the recommendations on record (``.mdat``) instead of the
        evaluated points: runtimes are then those until a point that good was recommended.
    maximize : bool, optional
        Whether larger values are better, for data that do not say so themselves.
    optimum : float, mapping or str, optional
        The best possible value, of all functions or by function (number, name, or (function,
        dimension)): values become distances to it. Without a known optimum, targets come from the
        data; see `Quality`.
    own_instances : bool, optional
        Whether instances are problems of their own instead of repetitions of one, in place of what
        the data say.
    max_expanded : int, optional
        How many bytes the archives of one source may expand to. By default 256 MiB and 50 times
        their own size, at most 4 GiB; what lies beyond is left out with a finding.

    Returns
    -------
    Runs
        The runs of all sources. Algorithms of one name in several sources are one algorithm, unless
        the sources hold the same problems: then the later one is named after its source.

    Raises
    ------
    DataError
        If a source does not exist, cannot be read or holds no data; if the data contradict each
        other or what was given; or under `strict`.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "runs.csv").write_text(
    ...     "algorithm,function,dimension,run,evaluations,value\n"
    ...     "mine,1,2,1,1,8.5\nmine,1,2,1,40,0.5\n")
    >>> runs = load(folder / "runs.csv", cache=False)
    >>> runs.algorithms, runs.runtimes([1.0]).tolist()
    (('mine',), [[40.0]])
    """
    given = list(_flat(sources))
    if not given:
        message = "no data given; accepted are folders, archives, files and 'archive:NAME'"
        raise DataError(message)
    named = [(name, path) for source in given for name, path in _paths_of(source)]
    paths = [path for _, path in named]
    limit = None if max_expanded is None else integer(max_expanded, "max_expanded", least=0)
    options = ReadOptions(
        orphans=flag(orphans, "orphans"),
        recommendations=flag(recommendations, "recommendations"),
        maximize=None if maximize is None else flag(maximize, "maximize"),
        max_expanded=limit,
    )
    apart = None if own_instances is None else flag(own_instances, "own_instances")
    strict, cache = flag(strict, "strict"), flag(cache, "cache")
    best = checked_optimum(optimum)
    read = mapped(
        partial(_load_one, options=options, cache=cache),
        [path for path in paths if isinstance(path, str)],
    )
    loaded = [next(read) if isinstance(path, str) else _load_frame(path, options) for path in paths]
    if strict:
        for _, part in loaded:
            _raise_first(part.findings)
    if not any(len(part) for _, part in loaded):
        message = f"no recorded runs in {paths[0]!r}; {loaded[0][1].findings[0].message}"
        raise DataError(message)
    chosen = [
        (source, part if name is None else _named(part, name))
        for (source, part), (name, _) in zip(loaded, named, strict=True)
        if len(part)
    ]
    _check_names([name for name, _ in named if name is not None], [part for _, part in chosen])
    joined = _joined(chosen)
    without = [finding for _, part in loaded if not len(part) for finding in part.findings]
    joined = replace(joined, findings=(*joined.findings, *without))
    runs = with_hypervolume(with_optimum(joined, best))
    if apart is not None:
        runs = replace(runs, own_instances=np.full(len(runs), apart))
    check_quality(runs)
    return with_ranges(runs)


def _flat(sources: Iterable[object]) -> Iterator[object]:
    """Yield the sources, also those in lists."""
    for source in sources:
        if isinstance(source, list | tuple | set | frozenset | Iterator):
            yield from source
        else:
            yield source


def _paths_of(source: object) -> list[tuple[str | None, Any]]:
    """Return the paths of a source, each with the name that its algorithm is given.

    A table of another library stands for itself.
    """
    if has_stream(source):
        return [(None, source)]
    if not isinstance(source, str | os.PathLike):
        message = f"data are given as paths, 'archive:NAME' or data frames; got {source!r}"
        raise InvalidTypeError(message)
    text = str(os.fspath(source))
    begin, sign, end = text.partition("=")
    name, path = (begin, end) if sign and not Path(text).exists() else (None, text)
    if name is not None and not (name.strip() and path):
        message = f"data with a name are given as NAME=PATH; got {text!r}"
        raise InvalidValueError(message)
    if path.startswith(ARCHIVE_PREFIX):
        from optimeter.data.archive import resolve  # noqa: PLC0415

        return [(name, str(found)) for found in resolve(path.removeprefix(ARCHIVE_PREFIX))]
    return [(name, path)]


def _named(runs: Runs, name: str) -> Runs:
    """Return the runs of one algorithm under another name."""
    if len(runs.algorithms) > 1:
        message = f"{name!r} would name {len(runs.algorithms)} algorithms: {runs.algorithms}"
        raise DataError(message)
    return runs.rename({runs.algorithms[0]: name})


def _check_names(names: Iterable[str], parts: Sequence[Runs]) -> None:
    """Raise if a name that was given stands for two data sets."""
    for name in names:
        if sum(name in part.algorithms for part in parts) > 1:
            message = (
                f"two data sets would be called {name!r}, and their runs could not be told apart; "
                "give each a name of its own, as in NAME=PATH"
            )
            raise DataError(message)


def _load_frame(frame: Any, options: ReadOptions) -> tuple[Source, Runs]:
    """Read a table of another library; equal tables are one source."""
    table = read_stream(frame)
    digest = sha256(repr((table.metadata, *table.columns)).encode())
    for column in table.columns.values():
        for part in column if isinstance(column, tuple) else (column,):
            digest.update(part.tobytes() if isinstance(part, np.ndarray) else repr(part).encode())
    kind = type(frame).__name__
    source = Source(kind, kind, digest.hexdigest(), {}, is_folder=False)
    files = source.files()
    runs = read_frame(table, "", files, name=kind, options=options)
    findings = tuple(replace(entry, file=kind) for entry in files.findings)
    if runs is None or not len(runs):
        left = "".join(f"; left out: column {n!r} of format {f}" for n, f in table.left_out.items())
        message = f"no recorded runs in the {kind}: {findings[0] if findings else 'no rows'}{left}"
        raise DataError(message)
    return source, replace(runs, findings=(*runs.findings, *findings))


def _load_one(path: str, options: ReadOptions, *, cache: bool) -> tuple[Source, Runs]:
    """Load one source; paths in the result are those of this source.

    An experiment whose runs all failed before their first evaluation has none, and a finding.
    """
    with named_errors(Path(path)):
        source = open_source(path, options.side)
        key = source.digest + options.key + ("-index" if source.partial else "")
        runs = PARSED.get(key, Runs) if cache else None
        if runs is None:
            runs = read_files(source.files(options.max_expanded), name=source.name, options=options)
            if cache and len(runs):
                PARSED.put(key, runs)
    if not len(runs) and any(entry.rule == "Q9" for entry in runs.findings):
        runs = _from_archives(path, runs.findings) or runs
    findings = tuple(replace(entry, file=source.place(entry.file)) for entry in runs.findings)
    if not len(runs):
        failed = without_data(Path(path))
        if failed is not None:
            return replace(source, contents={}), replace(runs, findings=(failed, *findings))
        message = f"no recorded runs in {path!r}{_beginnings(Path(path), findings)}"
        if findings:
            worst = max(findings, key=lambda e: (SEVERITIES.index(e.severity), e.rule == "R28"))
            message += f"; the worst of {len(findings)} findings: {worst}"
        raise DataError(message)
    about = {"path": source.path, "sha256": source.digest}
    provenance = tuple({**about, **entry} for entry in runs.provenance)
    # The bytes are not needed any more; hundreds of sources would add up.
    return replace(source, contents={}), replace(runs, findings=findings, provenance=provenance)


def _from_archives(path: str, findings: Sequence[Finding]) -> Runs | None:
    """Return the runs of which only the non-dominated points are on record; None without any.

    Those of known suites have indicator values, which were lost. Of the findings so far, those stay that
    say so of others.
    """
    try:
        fronts = list(read_fronts(path))
    except DataError:
        return None
    if not fronts or any(known_suite(front.suite) for front in fronts):
        return None
    runs = runs_of_fronts(fronts)
    lost = tuple(one for one in findings if one.rule == LISTED)
    return replace(runs, findings=(*runs.findings, *lost))


def _beginnings(folder: Path, findings: Sequence[Finding]) -> str:
    """Say why a folder that Optimeter made holds no runs, unless a finding says it."""
    if (folder / DESCRIPTION_FILE).is_file():
        return "; no run of its experiment is finished, optimeter check tells more"
    told = any(one.rule == UNFINISHED for one in findings)
    if (folder / PROVENANCE_FILE).is_file() and not told:
        return (
            "; an observer made it, but nothing was evaluated while it observed: call "
            "observer.observe(problem) before the first evaluation"
        )
    return ""


def read_files(
    files: Files,
    *,
    name: str,
    options: ReadOptions = DEFAULT_OPTIONS,
    places: list[Place] | None = None,
) -> Runs:
    """Parse the files of one source; file names in the result are relative to it.

    Where each run is on record is added to `places`, if given, in the order of the runs.
    """
    kinds: dict[str, list[str]] = defaultdict(list)
    for path in sorted(files.contents):
        kinds[file_kind(path, files.contents[path])].append(path)
    coco, ioh_text = _split_indices(parse_indices(kinds["index"], files), files)
    scenarios = text_scenarios(ioh_text, options)
    for path in kinds["json"]:
        scenarios += json_scenarios(path, files, options)
    for path in kinds["unknown"]:
        if path.lower().endswith(".info"):
            files.note(path, "R26", "error", "no index of a known format; ignored")
    for scenario in scenarios:
        files.claimed.add(data_path(scenario, files) or "")
    if not files.partial:
        report_unlisted(kinds["data"], files)
    if options.orphans and not files.partial:
        scenarios += orphan_scenarios(kinds["data"], files)
    if coco and options.maximize:
        message = f"{name}: data of COCO hold the smallest value so far and cannot be maximised"
        raise DataError(message)
    scenarios = numbered(scenarios)
    # Without any index only the names of data files tell what they are of.
    lone = options.orphans and bool(kinds["data"]) and not coco and not scenarios
    parts = [
        read_coco(coco, files, name=name, options=options, places=places) if coco or lone else None,
        read_ioh(scenarios, files, name=name, orphans=options.orphans, places=places)
        if scenarios
        else None,
    ]
    for kind, read in (("csv", read_csv), ("parquet", read_parquet)):
        paths = _without_copies(kinds[kind], files)
        parts += [read(path, files, name=name, options=options) for path in paths]
    if kinds["data"] and not coco and not scenarios and not lone:
        message = f"{len(kinds['data'])} data file(s) without any index; orphans=True reads them"
        files.note(kinds["data"][0], "Q9", "error", message)
    found = [part for part in parts if part is not None]
    runs = found[0] if len(found) == 1 else Runs.concatenate(found)
    if places is not None:  # plain tables have none
        places += [Place()] * (len(runs) - len(places))
    if not files.partial:
        report_archives(kinds["side"], runs, files)
        report_failures(kinds["journal"], files)
        runs = with_best(runs, kinds["journal"], kinds["provenance"], files)
        report_open(kinds["provenance"], files)
        report_isolation(kinds["provenance"], files)
        runs = without_ends(runs, kinds["under way"], files)
    report_damage(kinds["list"], kinds["journal"], kinds["provenance"], files)
    runs = with_costs(runs, kinds["costs"], files)
    order = sorted(files.findings, key=lambda entry: (entry.file, entry.line, entry.rule))
    return replace(runs, findings=tuple(runs.findings) + tuple(order))


def _without_copies(paths: list[str], files: Files) -> list[str]:
    """Leave out tables that lie in the source twice, byte for byte."""
    kept: list[str] = []
    for path in paths:
        first = next((one for one in kept if files.contents[one] == files.contents[path]), None)
        if first is None:
            kept.append(path)
        else:
            files.note(path, "Q17", "incomplete", f"same content as {first}; counted once")
    return kept


def _split_indices(
    entries: list[IndexEntry], files: Files
) -> tuple[list[IndexEntry], list[IndexEntry]]:
    """Tell COCO's entries from IOHprofiler's, which have the same form."""
    ioh = [entry for entry in entries if _is_ioh(entry, files)]
    return [entry for entry in entries if entry not in ioh] if ioh else entries, ioh


def _is_ioh(entry: IndexEntry, files: Files) -> bool:
    if entry.double_quotes or "maximization" in entry.keys:
        return True
    if not entry.files:
        return False
    folder = entry.index.rpartition("/")[0]
    path = f"{folder}/{entry.files[0][0]}".lstrip("/")
    return bytes(files.contents.get(path, b"")[:64]).lstrip().startswith(b'"')


def _joined(loaded: Sequence[tuple[Source, Runs]]) -> Runs:
    """Join the runs of all sources; equal content counts once, unlike data never share a name."""
    parts: list[Runs] = []
    seen: dict[tuple[str, tuple[str, ...]], str] = {}
    findings: list[Finding] = []
    for source, runs in loaded:
        content = (source.digest, runs.algorithms)
        if content in seen:
            message = f"same content as {seen[content]}; counted once"
            findings.append(Finding(source.path, 0, "Q17", "note", message))
        else:
            seen[content] = source.path
            parts.append(_distinct(source, runs, parts, findings))
    parts, apart = kinds_apart(parts)
    joined = parts[0] if len(parts) == 1 else Runs.concatenate(parts)
    return replace(joined, findings=(*joined.findings, *findings, *apart))


def _distinct(source: Source, runs: Runs, parts: list[Runs], findings: list[Finding]) -> Runs:
    """Rename algorithms that an earlier source has too, on problems that it has too."""
    names: dict[str, str] = {}
    taken = {name for part in parts for name in part.algorithms}
    for name in set(runs.algorithms) & taken:
        mine = _problems(runs, name)
        if any(mine & _problems(part, name) for part in parts if name in part.algorithms):
            new = f"{name} ({source.name})"
            while new in taken:
                new += "'"
            names[name] = new
            message = f"algorithm {name!r} is in another source too; here it is called {new!r}"
            findings.append(Finding(source.path, 0, "R29", "note", message))
    return runs.rename(names) if names else runs


def _problems(runs: Runs, algorithm: str) -> set[tuple[object, ...]]:
    chosen = runs[runs.algorithm_codes == runs.algorithms.index(algorithm)]
    keys, _ = chosen.group_index(("suite", "function", "dimension", "instance"))
    return set(map(tuple, keys.tolist())) if len(keys) else set(np.zeros(0))


def _raise_first(findings: tuple[Finding, ...]) -> None:
    if findings:
        more = f" (strict; the first of {len(findings)} findings)" if len(findings) > 1 else ""
        message = f"{findings[0]}{more}"
        raise DataError(message)
