"""`site`: an index page of many data sets and reports, for any web host."""

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from optimeter import __version__
from optimeter._arguments import path_of
from optimeter._files import check_writable, file_error, named_errors, write_atomically
from optimeter._output import refuse_foreign, staged
from optimeter._show import ShownRow
from optimeter.data.data_sets import data_sets_below
from optimeter.data.folders import folder_names
from optimeter.data.load import load
from optimeter.data.overview import NOTHING, DataSetOverview, overview
from optimeter.data.quality import Optimum
from optimeter.data.report_files import MANIFEST
from optimeter.data.runs import Runs
from optimeter.data.unpack import is_hidden
from optimeter.exceptions import DataError, FileError, InvalidValueError
from optimeter.measures import SpeedFactors, settings_of, speed_factors
from optimeter.measures.speed import oriented
from optimeter.measures.words import REACH, SOLVE, speed_sentence
from optimeter.problems.info import suite_word
from optimeter.reports.analysis.words import number, ranges
from optimeter.reports.page.bundling import bundled
from optimeter.reports.page.templates import asset, rendered, safe
from optimeter.reports.results import Advance
from optimeter.reports.writing import report

__all__ = ["Site", "site"]

PAGE = "index.html"


@dataclass(frozen=True, slots=True, repr=False)
class Site(ShownRow):
    """A written site.

    Attributes
    ----------
    folder : Path
    data_sets : tuple of DataSetOverview
        In the order of the index.
    reports : tuple of str
        Folders of the reports, relative to the site.
    left_out : tuple of str
        What could not be read, and why.
    """

    folder: Path
    data_sets: tuple[DataSetOverview, ...]
    reports: tuple[str, ...]
    left_out: tuple[str, ...]

    @property
    def page(self) -> Path:
        """The page to open."""
        return self.folder / PAGE

    def _row(self) -> dict[str, object]:
        return {
            "page": str(self.page),
            "data_sets": len(self.data_sets),
            "reports": len(self.reports),
            "left_out": len(self.left_out),
        }


def site(
    *sources: str | os.PathLike[str],
    folder: str | os.PathLike[str] = "public",
    title: str = "Results",
    reports: bool = True,
    resamples: int = 200,
    maximize: bool | None = None,
    optimum: Optimum | None = None,
    own_instances: bool | None = None,
    force: bool = False,
    progress: Advance | None = None,
) -> Site:
    """Write a site of results: an index of all data sets, who is faster than whom, and reports.

    The site is a folder of files that need no server and no network: put it on any web host, or open
    its ``index.html``.

    Parameters
    ----------
    *sources : path
        Folders in which data sets (folders or archives) and written reports lie, at any depth;
        data sets themselves as well.
    folder : path
        Where to write. What an earlier site has left there is replaced, if nobody changed it; any
        other file in the way is an error.
    title : str
        Of the index.
    reports : bool
        Whether to write a report on each suite; reports that lie among the sources are copied
        in any case.
    resamples : int
        Of the bootstrap intervals.
    maximize, optimum, own_instances : optional
        How values are judged, where the data do not say it: as for `optimeter.load`.
    force : bool
        Also replace files that are not from Optimeter or were changed since; they are kept as
        ``NAME.1.bak``.
    progress : callable, optional
        Called with (what, done, all).

    Raises
    ------
    DataError
        If nothing among the sources can be read; what can not is listed on the page.

    Examples
    --------
    >>> import tempfile
    >>> import optimeter as om
    >>> suite = om.Suite("bbob", functions=[1, 2], dimensions=2, instances=[1, 2, 3])
    >>> with tempfile.TemporaryDirectory() as place:
    ...     for name in ("random-search", "scipy:Nelder-Mead"):
    ...         _ = om.run(name, suite, budget=20, folder=f"{place}/results/{name[:5]}")
    ...     written = site(f"{place}/results", folder=f"{place}/public", reports=False)
    ...     [one.algorithm for one in written.data_sets]
    ['random-search', 'scipy:Nelder-Mead']
    """
    target = path_of(folder)
    check_writable(target)
    refuse_foreign(target, [PAGE], force=force, manifest=MANIFEST)
    with named_errors(target):
        found = _found(sources, target)
        quality = {"maximize": maximize, "optimum": optimum, "own_instances": own_instances}
        runs, left_out = _loaded(found.data, quality)
    sets = tuple(overview(runs))
    matrices = [matrix for name in runs.suites for matrix in _matrices(runs, name, resamples)]
    facts = {"optimeter": __version__, "site": title}
    with staged(target, force=force, manifest=MANIFEST, facts=facts) as stage:
        pages = _copied(found.reports, stage / "reports")
        if reports:
            parts = [runs.select(suites=name) for name in runs.suites]
            names = folder_names(s or "data" for s in runs.suites)
            for part, name in zip(parts, names, strict=True):
                options: dict[str, Any] = {} if progress is None else {"progress": progress}
                place = stage / "reports" / name
                made = report(part, folder=place, resamples=resamples, **options)
                note = "all data sets of this suite"
                pages.append(_Page(f"reports/{name}", made.data.title, note))
        page = _page(title, runs, sets, matrices, pages, left_out)
        write_atomically(stage / PAGE, page.encode(), durable=False)
    return Site(target, sets, tuple(one.folder for one in pages), tuple(left_out))


# ------------------------------------------------------------------------------------ finding


@dataclass(frozen=True, slots=True)
class _Found:
    data: list[Path]
    reports: list[Path]


def _found(sources: Sequence[str | os.PathLike[str]], target: Path) -> _Found:
    """Find data sets and reports below the sources; the site itself is none of them."""
    if not sources:
        message = "no results given; accepted are folders and archives"
        raise InvalidValueError(message)
    found = _Found([], [])
    own = target.resolve()
    for source in sources:
        root = Path(source)
        if not root.exists():
            message = f"there is no {str(root)!r}; accepted are folders and archives"
            raise DataError(message)
        if root.is_file():
            found.data.append(root)
            continue
        reports = list(_reports_below(root, own))
        found.reports.extend(reports)
        found.data.extend(data_sets_below(root, apart_from=[own, *reports]))
    if not found.data:
        message = f"no data sets in {', '.join(repr(str(source)) for source in sources)}"
        raise DataError(message)
    return found


def _reports_below(folder: Path, own: Path) -> Iterator[Path]:
    """Yield the folders of written reports in the order of their names."""
    for place, folders, files in os.walk(folder):
        here = Path(place)
        is_report = {MANIFEST, PAGE} <= set(files) and "site" not in _facts(here)
        if is_report:
            yield here
        ends = is_report or here.resolve() == own
        folders[:] = [] if ends else sorted(name for name in folders if not is_hidden(name))


def _loaded(paths: Iterable[Path], quality: dict[str, Any]) -> tuple[Runs, list[str]]:
    """Load the data sets that can be read, and say why others cannot."""
    good, left_out = [], []
    for path in paths:
        try:
            load(path, **quality)
        except DataError as error:
            # The page may be seen by all: it names no folders of this machine.
            reason = str(error).replace(str(path), path.name)
            left_out.append(f"{path.name}: {reason}")
        else:
            good.append(path)
    if not good:
        message = f"none of the data sets can be read, e.g. {left_out[0]}"
        raise DataError(message)
    return load(*good, **quality), left_out


@dataclass(frozen=True, slots=True)
class _Page:
    folder: str
    title: str
    note: str


def _copied(folders: Sequence[Path], place: Path) -> list[_Page]:
    """Copy reports to the site."""
    pages = []
    for folder, name in zip(folders, folder_names(p.name for p in folders), strict=True):
        try:
            shutil.copytree(folder, place / f"copied-{name}")
        except shutil.Error as error:  # one for each file
            source, _, reason = error.args[0][0]
            message = f"cannot copy {source}: {reason}"
            raise FileError(message) from error
        except OSError as error:
            raise file_error(folder, error, "copy") from error
        title = str(_facts(folder).get("title", folder.name))
        pages.append(_Page(f"reports/copied-{name}", title, f"from {folder.name}"))
    return pages


def _facts(folder: Path) -> dict[str, Any]:
    """Return what the manifest of a report or site says."""
    try:
        facts = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return facts if isinstance(facts, dict) else {}


# ------------------------------------------------------------------------- all against all


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    kind: str
    told: str


@dataclass(frozen=True, slots=True)
class _Matrix:
    """Who is faster than whom in one dimension: rows against columns, the best rows first."""

    suite: str
    dimension: int
    algorithms: tuple[str, ...]
    rows: tuple[tuple[_Cell, ...], ...]


def _matrices(runs: Runs, suite: str, resamples: int) -> Iterator[_Matrix]:
    part = runs.select(suites=suite)
    if len(part.algorithms) < 2:
        return
    deed = REACH if settings_of(part).gaps else SOLVE
    factors = speed_factors(part, resamples=resamples)
    for dimension in np.unique(factors.dimension).tolist():
        cells = _cells(factors, dimension, deed)
        names = list(dict.fromkeys(name for pair in cells for name in pair))
        balance = {
            name: sum(
                (c.kind == "better") - (c.kind == "worse")
                for (a, _), c in cells.items()
                if a == name
            )
            for name in names
        }
        ordered = tuple(sorted(names, key=lambda name: (-balance[name], name)))
        same = _Cell("", "same", "")
        rows = tuple(tuple(cells.get((a, b), same) for b in ordered) for a in ordered)
        yield _Matrix(suite_word(suite), dimension, ordered, rows)


def _cells(factors: SpeedFactors, dimension: int, deed: Any) -> dict[tuple[str, str], _Cell]:
    """Return what the matrix of a dimension says of each ordered pair."""
    cells = {}
    for row in factors.to_dicts():
        if row["dimension"] != dimension:
            continue
        told = speed_sentence(row, deed=deed)
        for first, second in ((row["faster"], row["slower"]), (row["slower"], row["faster"])):
            factor, low, high = oriented(row, first)
            if not row["both"]:
                alone = row["faster_only"] if first == row["faster"] else row["slower_only"]
                other = row["slower_only"] if first == row["faster"] else row["faster_only"]
                kind = "better" if alone > other else "worse" if other > alone else "unsure"
                text = "alone" if kind == "better" else "–"
            else:
                kind = "better" if low > 1 else "worse" if high < 1 else "unsure"
                text = f"{number(factor)}×" if factor >= 1 else f"1/{number(1 / factor)}"
            cells[first, second] = _Cell(text, kind, told)
    return cells


# ------------------------------------------------------------------------------------ the page


def _page(  # noqa: PLR0917
    title: str,
    runs: Runs,
    sets: Sequence[DataSetOverview],
    matrices: Sequence[_Matrix],
    pages: Sequence[_Page],
    left_out: Sequence[str],
) -> str:
    return rendered(
        "site.html",
        title=title,
        version=__version__,
        css=safe(asset("report.css")),
        script=safe(bundled("site.js", lambda name: asset(f"script/{name}"))),
        sets=[_row(runs, one) for one in sets],
        matrices=matrices,
        suites=list(dict.fromkeys(matrix.suite for matrix in matrices)),
        pages=pages,
        left_out=left_out,
    )


def _row(runs: Runs, one: DataSetOverview) -> dict[str, Any]:
    """Return what the index tells of a data set."""
    part = runs.select(algorithms=one.algorithm, suites=one.suite)
    sources = {int(code) for code in part.source_codes}
    entries = [dict(runs.provenance[code]) for code in sorted(sources)] if runs.provenance else []
    low, high = one.budget
    return {
        "algorithm": one.algorithm,
        "suite": suite_word(one.suite),
        "functions": ranges(one.functions),
        "dimensions": ranges(one.dimensions),
        "runs": one.runs,
        "budget": number(high) if low == high else f"{number(low)} – {number(high)}",
        "most": high,
        "state": _state(one),
        "format": ", ".join(dict.fromkeys(entry.get("format", "") for entry in entries)),
        "place": ", ".join(dict.fromkeys(Path(entry.get("path", "")).name for entry in entries)),
        "comment": next((text for e in entries if (text := e.get("comment")) not in NOTHING), ""),
    }


def _state(one: DataSetOverview) -> str:
    """Say whether runs are missing."""
    if one.complete:
        return "complete"
    if one.unfinished:
        return f"{one.unfinished} unfinished"
    return "part of the suite" if one.missing else "fewer runs on some functions"
