"""What stands for `load` and `load2` of ``cocopp``."""

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

import optimeter as om
from optimeter.coco.messages import warning
from optimeter.coco.postprocessing.pproc import DataSet, DataSetList
from optimeter.data import Runs
from optimeter.data.archive import SUFFIXES
from optimeter.exceptions import InvalidValueError, OptimeterError

__all__ = ["info", "load", "load2", "load_all"]

Sources = str | Sequence[str]
Condition = Callable[[DataSet], bool]


def _words(sources: Sources) -> list[str]:
    return shlex.split(sources) if isinstance(sources, str) else [*map(str, sources)]


def load_one(source: str) -> Runs | None:
    """Load a folder or file, or archived data; nothing, with a warning, if these cannot be had."""
    if Path(source).exists():
        return om.load(source)
    try:
        return om.load(f"archive:{source.rstrip('!*?')}")
    except OptimeterError as error:
        warning(f"{source!r} is neither a folder here nor archived data that can be had: {error}")
        return None


def load_all(sources: Sources) -> dict[str, Runs]:
    """Load sources by their names; raise where there is nothing at all."""
    loaded = {word: runs for word in _words(sources) if (runs := load_one(word)) is not None}
    if not loaded:
        message = f"there are no data to report on; got {sources!r}"
        raise InvalidValueError(message)
    return loaded


def _data_sets(source: str, runs: Runs) -> list[DataSet]:
    """Return the data sets of a source; one algorithm has the name of its folder, as in cocopp."""
    if len(runs.algorithms) == 1:
        name = Path(source).resolve().name
        for suffix in SUFFIXES:
            name = name.removesuffix(suffix)
        runs = runs.rename({runs.algorithms[0]: name})
    return DataSet.of(runs)


def load(filename: Sources) -> DataSetList:
    """Return the data of a folder, a file or several, a data set for each function and dimension.

    A text is one path, as for `cocopp.load`.
    """
    sources = [filename] if isinstance(filename, str) else filename
    loaded = load_all(sources)
    return DataSetList(one for pair in loaded.items() for one in _data_sets(*pair))


def load2(
    args: Sources,
    keep: Condition | None = None,
    remove: Condition | None = None,
    flat_list: bool | None = None,
) -> DataSetList | dict[int, dict[str, DataSetList]]:
    """Return data sets that are kept and not removed.

    Several algorithms come by dimension and then by source, unless the list is to be flat.
    """

    def wanted(one: DataSet) -> bool:
        return (keep is None or keep(one)) and not (remove is not None and remove(one))

    found = {
        source: DataSetList(filter(wanted, _data_sets(source, runs)))
        for source, runs in load_all(args).items()
    }
    if flat_list or (flat_list is None and len(found) == 1):
        return DataSetList(one for some in found.values() for one in some)
    dimensions = sorted({one.dim for some in found.values() for one in some})
    return {
        dimension: {
            source: chosen
            for source, some in found.items()
            if (chosen := some.filtered(lambda one, d=dimension: one.dim == d))  # type: ignore[misc]
        }
        for dimension in dimensions
    }


def info(data_sets: DataSetList) -> None:
    """Print what the data sets are of."""
    data_sets.info()
