"""`om.compare`: optimizers on a suite, from the first run to the report."""

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from os import PathLike
from pathlib import Path
from typing import Any, Unpack

from optimeter._arguments import path_of, unknown_name
from optimeter._show import Shown, shown_rows
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.experiment import ExperimentResult, run
from optimeter.experiment.contract import Optimizer, algorithm_name
from optimeter.experiment.optimizers import resolve_optimizer
from optimeter.experiment.options import bracketed, read_options
from optimeter.experiment.plan import Budget
from optimeter.experiment.runner import RunKeywords
from optimeter.problems import Problem, Suite
from optimeter.reports.writing import Report, report

__all__ = ["Comparison", "compare"]

PAGE = "report"


@dataclass(frozen=True, slots=True)
class Cell:
    """One optimizer with one setting, which becomes a data set of its own."""

    name: str
    optimizer: str | Optimizer
    options: Mapping[str, object]

    @property
    def folder(self) -> str:
        """Its name, as a folder can be called on every system."""
        return re.sub(r"[^A-Za-z0-9._+-]+", "-", self.name).strip("-.") or "optimizer"


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Shown):
    """The result of `om.compare`."""

    folder: Path
    results: tuple[ExperimentResult, ...]
    """Of each optimizer, setting and suite, in the order given."""
    report: Report | None
    """The page on all of them; None if none was wanted."""

    @property
    def data(self) -> tuple[Path, ...]:
        """The folders of the data sets, for `om.load`."""
        return tuple(result.folder for result in self.results)

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        return shown_rows(self.results, most)


def compare(
    optimizers: Mapping[str, str | Optimizer] | Sequence[str | Optimizer],
    suite: str | Suite | Sequence[Problem] | Sequence[Suite],
    *,
    budget: Budget | None = None,
    folder: str | PathLike[str],
    report: bool | Mapping[str, Any] = True,
    **experiment: Unpack[RunKeywords],
) -> Comparison:
    """Run optimizers on the same problems, and report on them.

    The same call goes on with what was begun, and does only what is new: other optimizers, other
    settings, more problems.

    Parameters
    ----------
    optimizers
        By name in the data. Several values of an option, as in ``"cma[sigma=0.1,0.3]"``, are as many
        settings; each is a data set of its own, called ``"cma[sigma=0.1]"`` after its name here.
    suite
        As for `om.run`, or several suites.
    budget
        As for `om.run`.
    folder
        Each data set is in ``folder/NAME/SUITE``, the page in ``folder/report``.
    report
        Whether to write the report; or the options of `om.report`. There is none if no run made an
        evaluation; an optimizer without one is a finding on the page.
    **experiment
        Further arguments of `om.run`, such as ``workers``, ``seed`` and ``trials``.

    Examples
    --------
    >>> import tempfile
    >>> import optimeter as om
    >>> suite = om.Suite("bbob", functions=[1, 2], dimensions=2, instances=[1, 2, 3])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = om.compare(
    ...         {"nm": "scipy:Nelder-Mead", "cma": "cma[sigma=0.1,0.3]"}, suite, budget=100,
    ...         folder=folder, report=False)
    >>> [result.algorithm for result in found.results]
    ['nm', 'cma[sigma=0.1]', 'cma[sigma=0.3]']
    """
    accepted = RunKeywords.__annotations__
    for name in experiment.keys() - accepted.keys():
        if name in inspect.signature(run).parameters:
            message = f"{name} belongs to a single experiment (om.run), not to a comparison"
            raise InvalidTypeError(message)
        raise unknown_name(name, accepted, "argument", where=" of a comparison")
    cells = _checked(list(_cells(optimizers)))
    suites = _suites(suite)
    place = path_of(folder).absolute()
    results = tuple(
        run(
            cell.optimizer,
            one,
            budget=budget,
            folder=place / cell.folder / one.name,
            options=cell.options,
            algorithm=cell.name,
            **experiment,
        )
        for cell in cells
        for one in suites
    )
    return Comparison(place, results, _page(place, results, report))


def _page(
    place: Path, results: Sequence[ExperimentResult], wanted: bool | Mapping[str, Any]
) -> Report | None:
    if wanted is False or not any(
        result.evaluations > result.failed_evaluations for result in results
    ):
        return None  # no data: all runs failed
    options = {} if wanted is True else dict(wanted)
    return report(*(result.folder for result in results), folder=place / PAGE, **options)


def _cells(
    optimizers: Mapping[str, str | Optimizer] | Sequence[str | Optimizer],
) -> Iterator[Cell]:
    """Yield every setting of every optimizer."""
    if isinstance(optimizers, str) or callable(optimizers):
        message = f"a comparison takes several optimizers, by name; got {optimizers!r}"
        raise InvalidTypeError(message)
    named = (
        optimizers.items() if isinstance(optimizers, Mapping) else ((None, o) for o in optimizers)
    )
    for name, optimizer in named:
        if not isinstance(optimizer, str):
            yield Cell(name or algorithm_name(optimizer), optimizer, {})
            continue
        base, options = read_options(optimizer)
        grid = {key for key, values in options.items() if len(values) > 1}
        for values in product(*options.values()):
            chosen = dict(zip(options, values, strict=True))
            if name is None:
                yield Cell(resolve_optimizer(base, chosen)[1], base, chosen)
            else:
                varied = {key: value for key, value in chosen.items() if key in grid}
                yield Cell(name + bracketed(varied), base, chosen)


def _checked(cells: Sequence[Cell]) -> Sequence[Cell]:
    """Raise before the first run if one would fail, or if two would have one place."""
    if not cells:
        message = "a comparison needs at least one optimizer; got none"
        raise InvalidValueError(message)
    places = {PAGE: "the report"}
    for cell in cells:
        resolve_optimizer(cell.optimizer, cell.options)
        if cell.folder.lower() in places:
            message = (
                f"{cell.name!r} and {places[cell.folder.lower()]!r} would have one folder, "
                f"{cell.folder}; give each optimizer a name of its own"
            )
            raise InvalidValueError(message)
        places[cell.folder.lower()] = cell.name
    return cells


def _suites(suite: str | Suite | Sequence[Problem] | Sequence[Suite]) -> list[Suite]:
    """Return what is given as suites with names of their own."""
    if isinstance(suite, str):
        return [Suite(suite)]
    if isinstance(suite, Suite):
        return [suite]
    several: list[Any] = [suite] if isinstance(suite, Problem) else list(suite)
    if not several or not all(isinstance(one, Suite) for one in several):
        return [Suite.from_problems("problems", several)]
    names = [one.name for one in several]
    for name in names:
        if names.count(name) > 1:
            message = f"a comparison has each suite once; got {name!r} {names.count(name)} times"
            raise InvalidValueError(message)
    return several
