"""What users give, as runs and options."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from optimeter._arguments import Selection, integers
from optimeter.data.load import load
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidTypeError
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.references import (
    SUITE_REFERENCE,
    ReferenceSource,
    choose_reference,
)

__all__ = ["Source", "loaded", "prepared"]

Source = str | os.PathLike[str] | Runs


def prepared(
    *sources: Source,
    dimensions: Selection | None = None,
    functions: Selection | None = None,
    instances: Selection | None = None,
    targets: Iterable[float] | None = None,
    reference: ReferenceSource = SUITE_REFERENCE,
    background: Sequence[Source] = (),
    title: str = "",
    resamples: int = 200,
    seed: int = 1,
) -> tuple[Runs, ReportOptions]:
    """Load the data of a report and check its options; arguments as for `report`."""
    runs = loaded([*sources, *background])
    behind: tuple[str, ...] = ()
    if background:
        front = set(loaded(sources).algorithms)
        behind = tuple(name for name in runs.algorithms if name not in front)
    options = ReportOptions(
        dimensions=None if dimensions is None else tuple(integers(dimensions, "dimensions")),
        functions=None if functions is None else tuple(integers(functions, "functions")),
        instances=None if instances is None else tuple(integers(instances, "instances")),
        targets=None if targets is None else tuple(float(t) for t in targets),
        reference=choose_reference(reference, runs),
        background=behind,
        resamples=resamples,
        seed=seed,
        title=title,
    )
    return runs, options


def loaded(sources: Sequence[Source]) -> Runs:
    """Load all sources; `Runs` are taken as they are."""
    if not sources:
        message = "no data given; accepted are folders, archives, files, 'archive:NAME' and Runs"
        raise DataError(message)
    tables: list[Runs] = []
    names: list[str] = []
    paths: list[str] = []
    given: Sequence[object] = sources
    for source in given:
        if isinstance(source, Runs):
            tables.append(source)
        elif not isinstance(source, str | os.PathLike):
            message = f"cannot report on a {type(source).__name__}; give paths or Runs"
            raise InvalidTypeError(message)
        else:
            text = os.fspath(source)
            name, sign, path = text.partition("=")
            if sign and not Path(text).exists():
                tables.append(_renamed(load(path), name))
                names.append(name)
            else:
                paths.append(text)
    if paths:
        tables.insert(0, load(*paths))
    for name in names:
        if sum(name in table.algorithms for table in tables) > 1:
            message = (
                f"two data sets would be called {name!r}, and their runs could not be told apart; "
                "give each a name of its own, as in NAME=PATH"
            )
            raise DataError(message)
    return tables[0] if len(tables) == 1 else Runs.concatenate(tables)


def _renamed(runs: Runs, name: str) -> Runs:
    if len(runs.algorithms) > 1:
        message = f"{name!r} would name {len(runs.algorithms)} algorithms: {runs.algorithms}"
        raise DataError(message)
    return runs.rename({runs.algorithms[0]: name})
