"""Several optimizers, or a plan of them: each setting on each suite is an experiment of its own."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import product
from os import PathLike
from pathlib import Path
from typing import Any

from optimeter._arguments import path_of
from optimeter._show import Shown, shown_rows
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.experiment.contract import Optimizer, algorithm_name
from optimeter.experiment.isolation import Resolve, resolver
from optimeter.experiment.optimizers.lookup import written_options
from optimeter.experiment.options import bracketed
from optimeter.experiment.plan_file import Plan, names_plan, read_plan
from optimeter.experiment.summary import ExperimentResult
from optimeter.problems import Problem, Suite

__all__ = ["PAGE", "ExperimentResults", "Optimizers", "Suites", "one_or_several"]

PAGE = "report"
"""The folder beside those of the optimizers in which the command line writes the report of a plan."""

Optimizers = Mapping[str, str | Optimizer] | Sequence[str | Optimizer]
Suites = str | Suite | Sequence[Problem] | Sequence[Suite]

_OF_ONE = ("options", "algorithm")


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ExperimentResults(Shown, Mapping[str, ExperimentResult]):
    """The results of several optimizers by their names; with several suites by ``"name/suite"``."""

    folder: Path
    """Below which the data sets are."""
    results: Mapping[str, ExperimentResult]

    _noun = "experiment"

    def __getitem__(self, name: str) -> ExperimentResult:
        return self.results[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    @property
    def complete(self) -> bool:
        """Whether all runs of all of them are over."""
        return all(result.complete for result in self.results.values())

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        return shown_rows(list(self.results.values()), most)


@dataclass(frozen=True, slots=True)
class _Cell:
    """One optimizer with one setting, which becomes a data set of its own."""

    name: str
    optimizer: str | Optimizer
    options: Mapping[str, object]

    @property
    def folder(self) -> str:
        """Its name, as a folder can be called on every system."""
        return re.sub(r"[^A-Za-z0-9._+-]+", "-", self.name).strip("-.") or "optimizer"


def one_or_several(run_one: Callable[..., ExperimentResult]) -> Callable[..., Any]:
    """Let a function that runs one optimizer also take several of them, or a plan.

    Of a plan only what is not given beside it counts: that is why the arguments are looked at here,
    where those that are given can be told from those that are not.
    """
    signature = inspect.signature(run_one)

    @wraps(run_one)
    def run(*positional: Any, **named: Any) -> ExperimentResult | ExperimentResults:
        first: Any = positional[0] if positional else named.get("optimizer")
        plan = _plan_of(first)
        if plan is None and not _is_several(first):
            return run_one(*positional, **named)
        given = signature.bind_partial(*positional, **named).arguments
        given |= given.pop("recording", {})
        del given["optimizer"]
        if plan is None:
            cells = _cells(first, resolver(given.get("isolated", False)))
            return _run_all(run_one, cells, **given)
        if "suite" in given:
            message = f"a plan names its suites itself; got suite={given['suite']!r} beside it"
            raise InvalidTypeError(message)
        given = {**plan.arguments, **given, "suite": plan.suites}
        cells = _cells(plan.optimizers, resolver(given.get("isolated", False)))
        return _run_all(run_one, cells, **given)

    return run


def _plan_of(first: object) -> Plan | None:
    if isinstance(first, Plan):
        return first
    if isinstance(first, PathLike) or (isinstance(first, str) and names_plan(first)):
        return read_plan(path_of(first, "optimizer"))
    return None


def _is_several(first: object) -> bool:
    one = isinstance(first, str | bytes) or callable(first)
    return not one and isinstance(first, Mapping | Sequence)


def _run_all(
    run_one: Callable[..., ExperimentResult],
    cells: Iterator[_Cell],
    *,
    suite: Suites | None = None,
    folder: str | PathLike[str] | None = None,
    **arguments: Any,
) -> ExperimentResults:
    for name in _OF_ONE:
        if name in arguments:
            message = (
                f"{name} belongs to one optimizer; of several, a mapping gives the names and "
                "brackets the options, as in {'large': 'cma[popsize=50]'}"
            )
            raise InvalidTypeError(message)
    resolve = resolver(arguments.get("isolated", False))
    chosen, suites = _checked(list(cells), resolve), _suites(needed(suite, "suite"))
    place = path_of(needed(folder, "folder")).absolute()
    results = {}
    for cell in chosen:
        for one in suites:
            key = cell.name if len(suites) == 1 else f"{cell.name}/{one.name}"
            results[key] = run_one(
                cell.optimizer,
                one,
                folder=place / cell.folder / one.name,
                options=cell.options,
                algorithm=cell.name,
                **arguments,
            )
    return ExperimentResults(place, results)


def needed(value: Any, what: str) -> Any:
    """Return what an experiment cannot do without."""
    if value is None:
        example = {"suite": "'bbob' or om.Suite('bbob', dimensions=[2, 5])"}.get(what, "'exdata/x'")
        message = f"an experiment needs a {what}, such as {example}; got none"
        raise InvalidTypeError(message)
    return value


def _cells(optimizers: Optimizers, resolve: Resolve) -> Iterator[_Cell]:
    """Yield every setting of every optimizer."""
    named = (
        optimizers.items() if isinstance(optimizers, Mapping) else ((None, o) for o in optimizers)
    )
    for name, optimizer in named:
        if not isinstance(optimizer, str):
            yield _Cell(name or algorithm_name(optimizer), optimizer, {})
            continue
        base, options = written_options(optimizer)
        grid = {key for key, values in options.items() if len(values) > 1}
        for values in product(*options.values()):
            chosen = dict(zip(options, values, strict=True))
            if name is None:
                yield _Cell(resolve(base, chosen)[1], base, chosen)
            else:
                varied = {key: value for key, value in chosen.items() if key in grid}
                yield _Cell(name + bracketed(varied), base, chosen)


def _checked(cells: Sequence[_Cell], resolve: Resolve) -> Sequence[_Cell]:
    """Raise before the first run if one would fail, or if two would have one place."""
    if not cells:
        message = "an experiment needs at least one optimizer; got none"
        raise InvalidValueError(message)
    places = {PAGE: "the report"}
    for cell in cells:
        resolve(cell.optimizer, cell.options)
        if cell.folder.lower() in places:
            message = (
                f"{cell.name!r} and {places[cell.folder.lower()]!r} would have one folder, "
                f"{cell.folder}; give each optimizer a name of its own"
            )
            raise InvalidValueError(message)
        places[cell.folder.lower()] = cell.name
    return cells


def _suites(suite: Suites) -> list[Suite]:
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
            message = f"each suite is given once; got {name!r} {names.count(name)} times"
            raise InvalidValueError(message)
    return several
