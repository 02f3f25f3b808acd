"""Archives of non-dominated points that COCO's bi-objective data may hold (``.adat``)."""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import Selection, functions_of, integers
from optimeter._core import parsers
from optimeter._show import ShownRow
from optimeter.data import _notes
from optimeter.data._coco_index import IndexEntry, parse_indices
from optimeter.data._decode import decode
from optimeter.data._grouping import facts
from optimeter.data._side import archived_problem
from optimeter.data.detect import file_kind
from optimeter.data.findings import Finding
from optimeter.data.hypervolume import objective_values, objectives_recorded, with_hypervolume
from optimeter.data.runs import Runs
from optimeter.data.sources import open_source
from optimeter.exceptions import DataError
from optimeter.problems import function_groups

__all__ = ["Front", "fronts_of", "read_fronts", "runs_of_fronts"]


@dataclass(frozen=True, slots=True, repr=False)
class Front(ShownRow):
    """The points that were not dominated when they were evaluated, of one run.

    Attributes
    ----------
    algorithm, suite : str
    function, dimension, instance : int
    evaluations : (s,) int64
        When each point was evaluated, increasing.
    objectives : (s, 2) float64
        As measured, not normalised.
    variables : (s, d) float64
        The points; (s, 0) where they are not on record.
    budget : int
        Evaluations of the whole run; the last one on record where the file does not tell.
    complete : bool
        Every point that was non-dominated at some time is there, not only those left at the end.
    findings : tuple of Finding
        What the reader noticed in the file.
    """

    algorithm: str
    suite: str
    function: int
    dimension: int
    instance: int
    evaluations: NDArray[np.int64]
    objectives: NDArray[np.float64]
    variables: NDArray[np.float64]
    budget: int
    complete: bool
    findings: tuple[Finding, ...]

    def _row(self) -> dict[str, Any]:
        names = ("algorithm", "suite", "function", "dimension", "instance", "budget", "complete")
        return {**{name: getattr(self, name) for name in names}, "points": len(self)}

    def __len__(self) -> int:
        return len(self.evaluations)

    def at(self, evaluations: int) -> NDArray[np.float64]:
        """Return the non-dominated objective vectors after some evaluations, (k, 2), by the first.

        Of an archive that is not `complete` this is the part of the final front found by then.
        """
        known = ~np.isnan(self.objectives).any(axis=1)
        points = self.objectives[known & (self.evaluations <= evaluations)]
        points = points[np.lexsort((points[:, 1], points[:, 0]))]
        best = np.minimum.accumulate(points[:, 1])
        keep = np.ones(len(points), dtype=bool)
        keep[1:] = points[1:, 1] < best[:-1]
        return points[keep]


def read_fronts(
    source: str | os.PathLike[str],
    *,
    functions: Selection | None = None,
    dimensions: Selection | None = None,
    instances: Selection | None = None,
) -> Iterator[Front]:
    r"""Read the archives of non-dominated points of bi-objective data, one run after the other.

    Archives can be large; each is parsed when it is asked for, and none of them by `load`.

    Parameters
    ----------
    source : path
        A folder or an archive, as for `load`.
    functions, dimensions, instances : int, str or iterable, optional
        Read only these, as for `Runs.select`.

    Yields
    ------
    Front
        In the order of the paths.

    Raises
    ------
    DataError
        If the source cannot be read or holds no such archive.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "bbob-biobj_f01_i03_d02_nondom_all.adat").write_text(
    ...     "% instance = 3, name = a__b\n% function evaluation | 2 objectives | 2 variables\n"
    ...     "1\t5\t4\t0\t0\n2\t3\t6\t1\t0\n9\t2\t3\t1\t1\n% evaluations = 40\n")
    >>> front, = read_fronts(folder)
    >>> front.instance, front.budget, front.variables.shape
    (3, 40, (3, 2))
    >>> front.at(2).tolist(), front.at(40).tolist()
    ([[3.0, 6.0], [5.0, 4.0]], [[2.0, 3.0]])
    """
    opened = open_source(source, frozenset({".adat"}))
    files = opened.files()
    sizes = None if dimensions is None else integers(dimensions, "dimensions")
    numbers = None if instances is None else integers(instances, "instances")
    archives = {
        path: problem
        for path, content in files.contents.items()
        if (problem := _told_problem(path, content) or archived_problem(path))
    }
    own = sorted({_stem(path) for path, (number, _, _) in archives.items() if not number})
    for path, (number, size, trial) in archives.items():
        if not number:  # a problem of one's own: numbered by name
            archives[path] = own.index(_stem(path)) + 1, size, trial
    if not archives:
        message = f"no archives of non-dominated points (.adat) in {str(source)!r}"
        raise DataError(message)
    indices = [p for p, content in files.contents.items() if file_kind(p, content) == "index"]
    entries = parse_indices(indices, files)

    def fronts() -> Iterator[Front]:
        for path, problem in sorted(archives.items()):
            entry = _index_of(path, entries)
            known = functions_of(functions, function_groups(_suite_of(path, entry)))
            wanted = (known, sizes, numbers)
            if all(w is None or p in w for w, p in zip(wanted, problem, strict=True)):
                for block in re.split(rb"(?m)^(?=% instance)", bytes(files.contents[path])):
                    if front := _front(block, path, problem, entry, opened.name):
                        yield front

    return fronts()


def _stem(path: str) -> str:
    """Return the name of the problem that an archive is of."""
    return re.split(r"_i\d+_d\d+_nondom", path.rpartition("/")[2])[0]


def fronts_of(runs: Runs) -> Iterator[Front]:
    """Return the fronts of runs with two objectives on record, as IOHprofiler's data have them.

    Raises
    ------
    DataError
        If a run has another number of objectives, or its objectives are not on record.
    """
    if not ((runs.objectives == 2) & objectives_recorded(runs)).all():
        message = "fronts need two objectives on record for every run"
        raise DataError(message)
    for row in range(len(runs)):
        chosen = slice(*runs.record_offsets[row : row + 2])
        about = facts(runs, row)
        del about["trial"]
        yield Front(
            **about,
            evaluations=runs.record_evaluations[chosen],
            objectives=objective_values(runs, row),
            variables=np.zeros((chosen.stop - chosen.start, 0)),
            budget=int(runs.evaluations[row]),
            complete=True,
            findings=(),
        )


def _told_problem(path: str, content: bytes | memoryview) -> tuple[int, int, int] | None:
    """Return function, dimension and instance that an archive of an own problem tells itself."""
    told = _TOLD.match(bytes(content[:200])) if path.lower().endswith(".adat") else None
    if told is None:
        return None
    instance, function, dimension = map(int, told.groups())
    return function, dimension, instance


def runs_of_fronts(fronts: Iterable[Front]) -> Runs:
    """Return runs that are judged by the hypervolume of their points, region made from the data.

    For problems without a region of their own, of which only the non-dominated points are on record.

    Examples
    --------
    >>> front = Front("a", "own", 1, 2, 1, np.array([1, 4]), np.array([[2.0, 3.0], [1.0, 1.0]]),
    ...               np.zeros((2, 0)), 9, True, ())
    >>> runs = runs_of_fronts([front])
    >>> print(runs.quality())
    hypervolume of 2 objectives, largest one not known
    >>> runs.evaluations.tolist(), runs.step_evaluations.tolist()
    ([9], [1, 4])
    """
    found = [front for front in fronts if len(front)]
    offsets = np.cumsum([0, *(len(front) for front in found)])
    evaluations = np.concatenate([front.evaluations for front in found])
    objectives = np.concatenate([front.objectives for front in found])
    runs = Runs.from_arrays(
        algorithm=[front.algorithm for front in found],
        suite=[front.suite for front in found],
        function=[front.function for front in found],
        dimension=[front.dimension for front in found],
        instance=[front.instance for front in found],
        evaluations=[max(front.budget, int(front.evaluations[-1])) for front in found],
        offsets=offsets,
        step_evaluations=evaluations,
        step_precision=objectives[:, 0],
        optimum_known=False,
        objectives=objectives.shape[1],
        provenance=[{"format": "coco"}],
        findings=[finding for front in found for finding in front.findings],
    )
    records = {f"f{k + 1}": objectives[:, k] for k in range(objectives.shape[1])}
    table = replace(runs, record_offsets=offsets, record_evaluations=evaluations, records=records)
    return with_hypervolume(table)


def _index_of(path: str, entries: list[IndexEntry]) -> IndexEntry | None:
    """Return an entry of the index that lies nearest above a file."""
    places = [(entry.index.rpartition("/")[0], entry) for entry in entries]
    above = [(len(folder), entry) for folder, entry in places if path.startswith(folder)]
    return max(above, key=lambda pair: pair[0])[1] if above else None


_HEADER = re.compile(rb"% *instance *= *(\d{1,18})")
_TOLD = re.compile(
    rb"% *instance *= *(\d{1,18}), *function *= *(\d{1,9}), *dimension *= *(\d{1,9}), "
)
_FOOTER = re.compile(rb"% *evaluations *= *(\d{1,18})")


def _suite_of(path: str, entry: IndexEntry | None) -> str:
    """Return the suite that the index names, else the one in the name of the archive."""
    told = entry.keys.get("suite") if entry else None
    return told or path.rpartition("/")[2].partition("_")[0]


def _front(
    block: bytes, path: str, problem: tuple[int, int, int], entry: IndexEntry | None, name: str
) -> Front | None:
    """Parse the points of one run; None if there are none."""
    lines = [line for line in re.split(rb"[\r\n]+", block) if line.strip()]
    rows = [line for line in lines if line.lstrip()[:1].isdigit()]
    if not rows:
        return None
    data, notes = _table(rows)
    if lost := len(lines) - len(rows) - sum(line.lstrip()[:1] == b"%" for line in lines):
        notes.append((0, "A1", lost))
    columns = {decode(title): values for title, values in data.columns}
    further = [columns[title] for title in _titles(rows) if title in columns]
    if not further:
        return None
    evaluations = data.evaluations
    header, footer = _HEADER.search(block), _FOOTER.search(block)
    function, dimension, instance = problem
    keys = entry.keys if entry else {}
    last = int(evaluations[-1]) if len(evaluations) else 0
    return Front(
        algorithm=keys.get("algorithm") or name,
        suite=_suite_of(path, entry),
        function=function,
        dimension=dimension,
        instance=int(header[1]) if header else instance,
        evaluations=evaluations,
        objectives=np.stack([data.value, further[0]], axis=1),
        variables=np.stack(further[1:], axis=1) if further[1:] else np.zeros((len(evaluations), 0)),
        budget=max(int(footer[1]), last) if footer else last,
        complete="_nondom_final" not in path.rpartition("/")[2],
        findings=tuple(_notes.finding(path, line, rule, count) for line, rule, count in notes),
    )


def _titles(rows: list[bytes]) -> list[str]:
    """Name the columns after the first objective, by number."""
    return [f"c{number}" for number in range(max(len(rows[0].split()) - 2, 0))]


def _table(rows: list[bytes]) -> tuple[parsers.IohBlocks, list[tuple[int, str, int]]]:
    """Parse lines of numbers: evaluation, first objective, further columns."""
    titles = " ".join(["evaluations", "raw_y", *_titles(rows)])
    (data,) = parsers.parse_ioh([b"\n".join([titles.encode(), *rows, b""])], [False])
    return data, [(line, rule, count) for _, line, rule, count in data.notes]
