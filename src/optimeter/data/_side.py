"""Files beside the runs of COCO data: restarts, recommendations, archives of points."""

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from optimeter._core import parsers
from optimeter.data._coco_index import DataFile
from optimeter.data.unpack import Files

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = ["archived_problem", "report_archives", "restart_counts"]

# bbob-biobj_f01_i01_d02_nondom_all.adat, in other suites with three digits; of a second run on the
# same problem bbob-biobj_f01_i01_d02_nondom_all-0001.adat
_ARCHIVE = re.compile(
    r"_f0*(\d{1,9})_i0*(\d{1,9})_d0*(\d{1,9})_nondom_(all|final)(?:-\d{4,})?\.adat$"
)
_OWN_ARCHIVE = re.compile(r"_i(\d{1,9})_d(\d{1,9})_nondom_(?:all|final)(?:-\d{4,})?\.adat$")


def restart_counts(data_files: Mapping[str, DataFile], files: Files) -> list[float]:
    """Return the number of restarts on record of every listed run; NaN where nothing tells.

    A file of restarts has one block per run, with a line for each restart (format rule W28).
    """
    present = [data for data in data_files.values() if f"{data.stem}.rdat" in files.contents]
    contents = [files.contents[f"{data.stem}.rdat"] for data in present]
    columns = parsers.parse_coco(contents, [data.kind for data in present])
    lines, ends = columns.lines.tolist(), columns.blocks.cumsum().tolist()
    found = {
        data.stem: lines[end - count : end]
        for data, end, count in zip(present, ends, columns.blocks.tolist(), strict=True)
    }
    result: list[float] = []
    for data in data_files.values():
        counts = found.get(data.stem, [])
        known = len(counts) == len(data.instances)
        result += map(float, counts) if known else [float("nan")] * len(data.instances)
    return result


def archived_problem(path: str) -> tuple[int, int, int] | None:
    """Return function, dimension and instance that the name of an archive of points tells.

    The function is 0 of problems of one's own, whose ids have no number.
    """
    name = PurePosixPath(path).name
    match = _ARCHIVE.search(name)
    if match is None:
        own = _OWN_ARCHIVE.search(name)
        return None if own is None else (0, int(own[2]), int(own[1]))
    function, instance, dimension = map(int, match.groups()[:3])
    return function, dimension, instance


def report_archives(paths: Iterable[str], runs: "Runs", files: Files) -> None:
    """Note archives of non-dominated points whose run has no data of its own."""
    archives = {path: archived_problem(path) for path in paths if path.lower().endswith(".adat")}
    if not archives:
        return
    columns = runs.function.tolist(), runs.dimension.tolist(), runs.instance.tolist()
    present = set(zip(*columns, strict=True))
    present |= {(0, dimension, instance) for _, dimension, instance in present}
    lonely = [path for path, problem in archives.items() if problem not in present]
    if lonely:
        message = (
            f"{len(lonely)} archive(s) of non-dominated points without indicator values (.dat or "
            ".tdat) of their run; optimeter.data.read_fronts reads the points"
        )
        files.note(lonely[0], "Q9", "incomplete", message)
