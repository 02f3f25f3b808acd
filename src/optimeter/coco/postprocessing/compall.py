"""What stands for ``cocopp.compall``: figures of several algorithms."""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import optimeter as om
from optimeter.coco.postprocessing.pproc import DataSet, DataSetList
from optimeter.data import Runs

__all__ = ["pprldmany"]


def _data_sets(given: Any) -> list[DataSet]:
    """Return all data sets of a list, or of dictionaries of lists."""
    if isinstance(given, DataSet):
        return [given]
    parts: Iterable[Any] = given.values() if isinstance(given, Mapping) else given
    return [one for part in parts for one in _data_sets(part)]


def _main(
    data: DataSetList | Mapping[Any, Any],
    order: object = None,  # noqa: ARG001 - as in cocopp
    outputdir: str = ".",
    info: str = "default",
    dimension: int | None = None,
    **_: object,
) -> None:
    """Draw the runtime profiles of all functions together, one for each algorithm.

    Writes ``pprldmany_INFO.svg`` and ``.pdf`` into a folder.
    """
    runs = Runs.concatenate([one.runs for one in _data_sets(data)])
    figure = om.plot.ecdf(runs, dimensions=dimension, engine="matplotlib")
    folder = Path(outputdir or ".")
    folder.mkdir(parents=True, exist_ok=True)
    for ending in ("svg", "pdf"):
        figure.savefig(folder / f"pprldmany_{info}.{ending}")


pprldmany = ModuleType(
    f"{__name__}.pprldmany", "Runtime profiles; settings of cocopp are left alone."
)
vars(pprldmany).update(main=_main, plot=_main, beautify=lambda *_, **__: None)
sys.modules[pprldmany.__name__] = pprldmany
