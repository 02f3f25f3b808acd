"""What users give, as runs and options."""

import os
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any, get_args

from optimeter._arguments import Selection, integer, integers, reals
from optimeter.data.costs import Cost
from optimeter.data.load import load
from optimeter.data.quality import Optimum
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidTypeError, InvalidValueError
from optimeter.measures import GapScale, Targets
from optimeter.measures.choosing import (
    SUITE_REFERENCE,
    ReferenceSource,
    choose_reference,
)
from optimeter.measures.study import GivenTargets
from optimeter.measures.targets import TargetsLike
from optimeter.reports.analysis.families import FamilyLike, chosen_family
from optimeter.reports.analysis.options import ReportOptions, no_targets
from optimeter.reports.analysis.styles import swept

__all__ = ["Source", "loaded", "prepared", "report_targets"]

Source = str | os.PathLike[str] | Runs


def prepared(
    *sources: Source,
    dimensions: Selection | None = None,
    functions: Selection | None = None,
    instances: Selection | None = None,
    targets: TargetsLike | None = None,
    reference: ReferenceSource = SUITE_REFERENCE,
    background: Sequence[Source] = (),
    family: FamilyLike | None = None,
    sweep: str = "",
    title: str = "",
    resamples: int = 200,
    seed: int = 1,
    maximize: bool | None = None,
    optimum: Optimum | None = None,
    own_instances: bool | None = None,
    cost: Cost | None = None,
) -> tuple[Runs, ReportOptions]:
    """Load the data of a report and check its options; arguments as for `report`.

    The reference may be an algorithm that does not belong to the `family`.
    """
    quality = {"maximize": maximize, "optimum": optimum, "own_instances": own_instances}
    runs = loaded([*sources, *background], **quality)
    runs = runs if cost is None else runs.costing(cost)
    behind: tuple[str, ...] = ()
    if background:
        front = set(loaded(sources, **quality).algorithms)
        behind = tuple(name for name in runs.algorithms if name not in front)
    whole, runs = runs, _of_family(runs, family, behind)
    if isinstance(reference, str) and reference in {*whole.algorithms} - {*runs.algorithms}:
        reference = whole.select(algorithms=reference)
    _check_sweep(runs.algorithms, sweep)
    options = ReportOptions(
        dimensions=None if dimensions is None else tuple(integers(dimensions, "dimensions")),
        functions=_kept(functions),
        instances=None if instances is None else tuple(integers(instances, "instances")),
        targets=report_targets(targets, runs),
        reference=choose_reference(reference, runs),
        background=behind,
        sweep=sweep,
        resamples=resamples,
        seed=seed,
        title=title,
    )
    return runs, options


def _of_family(runs: Runs, family: FamilyLike | None, behind: tuple[str, ...]) -> Runs:
    """Return the runs of a group of algorithms, and those of the background, which are of none."""
    if family is None or not behind:
        return chosen_family(runs, family)
    front = runs.select(algorithms=[name for name in runs.algorithms if name not in behind])
    members = chosen_family(front, family).algorithms
    return runs.select(algorithms=[*members, *behind])


def _check_sweep(names: Sequence[str], word: str) -> None:
    """Refuse a word that no numbers follow."""
    if word and len(swept(names, word)) < 2:
        shown = ", ".join(map(repr, names[:5])) + (" …" if len(names) > 5 else "")
        message = (
            "sweep must be a word that a number follows in the names of two algorithms or more, as "
            f"'pop' in 'pop=10' and 'pop=20'; got {word!r}, and the algorithms are {shown}"
        )
        raise InvalidValueError(message)


def _kept(functions: Selection | None) -> tuple[int | str, ...] | None:
    """Return a selection of functions as it was given: its groups depend on the suite."""
    if functions is None or (isinstance(functions, str) and functions == "all"):
        return None
    if isinstance(functions, str) or not isinstance(functions, Iterable):
        functions = (functions,)
    return tuple(one if isinstance(one, str) else integer(one, "functions") for one in functions)


def report_targets(
    targets: TargetsLike | None, runs: Runs, words: Sequence[str] = ()
) -> GivenTargets:
    """Return targets with the easiest first, or the word that says how they lie in the data.

    `words` are further ones that are accepted where the targets come from; a message names them.
    """
    if targets is None or isinstance(targets, Targets):
        return targets
    if isinstance(targets, str) and targets in get_args(GapScale):
        return targets
    try:
        numbers = reals(targets, "targets")
    except InvalidValueError:
        raise no_targets(targets, words) from None
    if not all(map(isfinite, numbers)):
        raise no_targets(targets, words)
    return tuple(sorted(numbers, reverse=not runs.maximized.any()))


def loaded(sources: Sequence[Source], **quality: Any) -> Runs:
    """Load all sources; `Runs` are taken as they are.

    `quality` is what users tell about values, as for `optimeter.load`.
    """
    if not sources:
        message = "no data given; accepted are folders, archives, files, 'archive:NAME' and Runs"
        raise DataError(message)
    tables: list[Runs] = []
    paths: list[str | os.PathLike[str]] = []
    given: Sequence[object] = sources
    for source in given:
        if isinstance(source, Runs):
            if told := [name for name, value in quality.items() if value is not None]:
                message = (
                    f"{told[0]} is for data that are read; give it to load, which made the Runs"
                )
                raise InvalidValueError(message)
            tables.append(source)
        elif not isinstance(source, str | os.PathLike):
            message = f"cannot report on a {type(source).__name__}; give paths or Runs"
            raise InvalidTypeError(message)
        else:
            paths.append(source)
    if paths:
        tables.insert(0, load(*paths, **quality))
    return tables[0] if len(tables) == 1 else Runs.concatenate(tables)
