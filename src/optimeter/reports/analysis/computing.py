"""From runs to `ReportData`: every call of `measures` a report needs, and nothing else."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import Any

import numpy as np

from optimeter import __version__
from optimeter._arguments import known_name, ranges
from optimeter._arrays import Bool
from optimeter._parallel import called, mapped
from optimeter._threads import one_thread
from optimeter.data.costs import cost_word
from optimeter.data.hypervolume import IDEAL, REFERENCE
from optimeter.data.overview import sources
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures import Advice, Cover, Ert, winners_of
from optimeter.measures.advice import advice_budgets, advice_of, covers_of
from optimeter.measures.study import FEW, Study
from optimeter.measures.winners import BudgetWinners
from optimeter.problems.info import suite_word
from optimeter.reports.analysis.comparing import Maker, comparison_of, of_parts, of_runs
from optimeter.reports.analysis.families import families, tags_of
from optimeter.reports.analysis.model import (
    BUDGET,
    FIXED,
    AlgorithmPart,
    FunctionSet,
    Profile,
    Region,
    ReportData,
    SuiteReport,
    TargetSet,
)
from optimeter.reports.analysis.names import group_title, set_title, whole_title
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.parts import (
    algorithm_part,
    reference_profiles,
    scaling_of_reference,
)
from optimeter.reports.analysis.scope import RANKING, WHOLE, Scope
from optimeter.reports.analysis.styles import (
    FEATURED,
    Style,
    assign_styles,
    in_colour,
    sweep_styles,
    swept,
)
from optimeter.reports.analysis.words import listed, page_title, plain_label
from optimeter.reports.cache import RESULTS, digest_of

__all__ = ["Advance", "compute", "compute_one", "suite_report"]

WINNER_BUDGETS = 10.0 ** (np.arange(36) / 5)

Advance = Callable[[str, int, int], None]
"""Called with what is done, how much of it, and of how much, as work advances."""


def _quiet(_what: str, _done: int, _all: int) -> None:
    """Ignore progress."""


def compute(
    runs: Runs, options: ReportOptions | None = None, *, progress: Advance = _quiet
) -> ReportData:
    """Compute everything a report shows.

    Parameters
    ----------
    runs : Runs
    options : ReportOptions, optional
    progress : callable, optional
        Called with (what, done, all) as the work goes on.

    Raises
    ------
    DataError
        If no runs are left.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, suite="bbob", offsets=[0, 2],
    ...                         step_evaluations=[1, 10], step_precision=[50, 1e-9])
    >>> data = compute(runs)
    >>> data.suites[0].profiles(dimension=2)[0].solved
    1.0
    """
    options = options or ReportOptions()
    chosen = _restricted(runs, options)
    suites = []
    for code in np.unique(chosen.suite_codes).tolist():
        part = chosen.select(suites=chosen.suites[code])
        with one_thread():
            suites.append(suite_report(part, options, progress=progress))
    return ReportData(
        title=options.title or page_title([(s.name, s.competing) for s in suites]),
        suites=tuple(suites),
        options=options,
        findings=runs.findings,
        provenance=sources(runs),
        version=__version__,
    )


def compute_one(
    runs: Runs,
    options: ReportOptions | None = None,
    *,
    suite: str | None = None,
    scope: Scope = WHOLE,
    progress: Advance = _quiet,
) -> SuiteReport:
    """Compute what a scope asks for of one suite; data of several need its name.

    Raises
    ------
    DataError
        If no runs are left.
    InvalidValueError
        If the data hold several suites and none is named, or not the one named.
    """
    options = options or ReportOptions()
    chosen = _restricted(runs, options)
    names = [chosen.suites[code] for code in np.unique(chosen.suite_codes).tolist()]
    shown = ", ".join(suite_word(name) for name in names)
    if suite is not None and suite not in names:
        message = f"no data of suite {suite!r}; the data hold {shown}"
        raise InvalidValueError(message)
    if suite is None and len(names) > 1:
        message = f"the data hold several suites: {shown}; name one of them as suite"
        raise InvalidValueError(message)
    part = chosen.select(suites=names[0] if suite is None else suite)
    with one_thread():
        return suite_report(part, options, scope=scope, progress=progress)


def _restricted(runs: Runs, options: ReportOptions) -> Runs:
    """Return the runs a report is about."""
    chosen = runs[~runs.is_reference] if runs.is_reference.any() else runs
    chosen = chosen.select(
        functions=options.functions, dimensions=options.dimensions, instances=options.instances
    )
    for name in options.background:
        known_name(name, runs.algorithms, "background algorithm")
    if not len(chosen):
        raise _no_runs(runs, options)
    front = _competes(chosen, options.background)
    kept = np.isin(chosen.suite_codes, chosen.suite_codes[front])
    if kept.any() and not kept.all():  # a suite with nothing but background data is about nobody
        chosen = chosen[kept]
    return chosen.select()


def _no_runs(runs: Runs, options: ReportOptions) -> DataError:
    """Make the error for a choice that leaves no runs: what was chosen, and what the data hold."""
    names = ("functions", "dimensions", "instances")
    asked = {name: getattr(options, name) for name in names}
    chosen = [
        f"{name} {', '.join(map(str, values))}"
        for name, values in asked.items()
        if values is not None
    ]
    if not len(runs) or not chosen:
        return DataError("no runs to report on")
    held = [f"{name} {ranges(np.unique(getattr(runs, name[:-1])).tolist())}" for name in names]
    return DataError(f"no runs for {listed(chosen)}; the data hold {listed(held)}")


def _competes(runs: Runs, background: tuple[str, ...]) -> Bool:
    """Say of every run whether it competes."""
    behind = [code for code, name in enumerate(runs.algorithms) if name in background]
    return ~np.isin(runs.algorithm_codes, behind)


def _front(runs: Runs, background: tuple[str, ...]) -> Runs:
    """Return the runs that compete."""
    front = _competes(runs, background)
    return runs if front.all() else runs[front].select()


def suite_report(
    runs: Runs, options: ReportOptions, *, scope: Scope = WHOLE, progress: Advance = _quiet
) -> SuiteReport:
    """Compute the results of one suite, or those of a scope; `runs` hold no other suite."""
    study = Study.of(
        runs,
        targets=options.targets,
        reference=options.reference,
        background=options.background,
        resamples=options.resamples,
        seed=options.seed,
    )
    runs, main = study.runs, study.main_dimension
    drawn = scope.restricted(runs, main)
    recorded = None if study.recorded is None else scope.restricted(study.recorded, main)
    tasks = _tasks(drawn, study, scope, recorded)
    names = study.algorithms
    ordered = swept(names, options.sweep) if options.sweep else []
    names = (*ordered, *(name for name in names if name not in ordered))
    front = _front(drawn, options.background)
    measured = _front(scope.restricted(study.loaded, main), options.background)
    rivals = tuple(name for name in names if name not in options.background)
    early: dict[str, Maker] = {}
    if scope == WHOLE and 1 < len(rivals) <= FEW:  # all are featured, whatever their parts say
        early = _comparison_makers(front, study, scope, rivals, rivals, measured=measured)
    parts, made = _parts(tasks, progress, early)
    if scope == WHOLE:
        names = tuple(name for name in names if parts[name].profiles)
    nothing = replace(scope, needs=frozenset())
    for name in names:
        if name not in parts:  # has no runs that are drawn
            parts[name] = algorithm_part(runs.select(algorithms=name), study, nothing)
    ranked = scope.ranked or len(names) > FEW
    if ranked and not scope.ranks(main):
        for name, part in _parts(_tasks(RANKING.restricted(runs, main), study, RANKING))[0].items():
            parts[name] = replace(parts[name], profiles=parts[name].profiles + part.profiles)
    profiles = [p for name in names for p in parts[name].profiles if p.targets == FIXED]
    featured = _featured(names, profiles, main, options)
    competing = {name: parts[name] for name in names if name not in options.background}
    if tuple(competing) != rivals:
        made = {}
    compared = _compared(front, study, scope, competing, featured, measured=measured, made=made)
    sets = _function_sets(study)
    wide = {entry.key for entry in sets if entry.kind != "function"}
    held = tuple(np.unique(drawn.dimension).tolist())
    reference = reference_profiles(study, scope, held), scaling_of_reference(study, scope, held)
    winners = _winners(competing.values(), wide) if scope.wants("winners") else {}
    advice = _advice(competing.values(), front, wide) if scope == WHOLE else {}
    comparison = comparison_of(dict(compared))
    if scope.ranked and not scope.wants("speed"):
        front = _front(RANKING.restricted(runs, main), options.background)
        faster = comparison_of(
            dict(_compared(front, study, RANKING, competing, featured, measured=measured))
        )
        comparison = replace(comparison, speed=faster.speed)
    progress(f"{study.settings.name}: comparison", len(tasks) + 1, len(tasks) + 1)
    styles = _styles(names, featured, options.sweep)
    if scope != WHOLE:  # a page lets the reader choose
        featured = in_colour(names, featured, options.sweep)
    return SuiteReport(
        settings=study.settings,
        algorithms=names,
        dimensions=tuple(np.unique(runs.dimension).tolist()),
        functions=tuple(np.unique(runs.function).tolist()),
        main_dimension=main,
        sets=sets,
        styles=styles,
        featured=featured,
        target_labels={
            FIXED: plain_label(study.targets.label),
            **(
                {}
                if study.budget_targets is None
                else {BUDGET: plain_label(study.budget_targets.label)}
            ),
        },
        reference="" if study.reference is None else study.reference.name,
        reference_made_of="" if study.reference is None else study.reference.made_of,
        parts=parts,
        comparison=comparison,
        reference_profiles=reference[0],
        reference_scaling=reference[1],
        winners=winners,
        advice=advice,
        covers=_covers(competing.values(), front) if scope == WHOLE else (),
        background=tuple(name for name in names if name in options.background),
        target_names=study.names,
        ranges=study.ranges,
        values_recorded=study.recorded is not None,
        regions=_regions(study.loaded),
        families=families(names, tags_of(study.loaded)),
        cost=cost_word(study.loaded),
    )


def _styles(names: tuple[str, ...], featured: tuple[str, ...], sweep: str) -> dict[str, Style]:
    """Return how the algorithms are drawn."""
    if sweep:
        return sweep_styles(names, sweep)
    return assign_styles(featured, (name for name in names if name not in featured))


def _winners(parts: Iterable[AlgorithmPart], sets: set[str]) -> dict[TargetSet, BudgetWinners]:
    """Find who leads on some sets of functions, for each kind of targets."""
    found: dict[TargetSet, list[Profile]] = {}
    for part in parts:
        for profile in part.profiles:
            if profile.group in sets:
                found.setdefault(profile.targets, []).append(profile)
    return {targets: winners_of(members, WINNER_BUDGETS) for targets, members in found.items()}


def _advice(parts: Iterable[AlgorithmPart], runs: Runs, sets: set[str]) -> dict[TargetSet, Advice]:
    """Put the algorithms in order on some sets of functions, for each kind of targets."""
    profiles = [profile for part in parts for profile in part.profiles if profile.group in sets]
    return {
        targets: advice_of([p for p in profiles if p.targets == targets], advice_budgets(runs))
        for targets in dict.fromkeys(profile.targets for profile in profiles)
    }


def _covers(parts: Collection[AlgorithmPart], runs: Runs) -> tuple[Cover, ...]:
    """Find the few algorithms that solve most together, dimension by dimension."""
    if len(parts) < 2:
        return ()
    budgets = advice_budgets(runs).tolist()

    def found(dimension: int) -> Cover:
        table = Ert.concatenate([part.ert.select(dimension=dimension) for part in parts])
        return covers_of(table, budgets)

    dimensions = np.unique(runs.dimension).tolist()
    return tuple(mapped(found, dimensions) if len(parts) > FEW else map(found, dimensions))


@dataclass(frozen=True, slots=True)
class Task:
    """The work on one algorithm in one dimension.

    Attributes
    ----------
    runs, recorded : Runs
        Of all algorithms, as for `algorithm_part`: each task takes its own where it is done, so that
        hundreds of copies never lie in memory together.
    study : Study
    scope : Scope
    algorithm : str
    dimension : int
    size : int
        How much is recorded, which the time grows with.
    """

    runs: Runs
    recorded: Runs | None
    study: Study
    scope: Scope
    algorithm: str
    dimension: int
    size: int

    def own(self, runs: Runs) -> Runs:
        """Return the runs of the task among all."""
        return runs.select(algorithms=self.algorithm, dimensions=self.dimension)


def _tasks(runs: Runs, study: Study, scope: Scope, recorded: Runs | None = None) -> list[Task]:
    """Return the work on single algorithms in single dimensions."""
    keys, codes = runs.group_index(("algorithm", "dimension"))
    sizes = np.bincount(codes, weights=np.diff(runs.offsets), minlength=len(keys))
    return [
        Task(runs, recorded, study, scope, str(key["algorithm"]), int(key["dimension"]), int(size))
        for key, size in zip(keys, sizes.tolist(), strict=True)
    ]


def _parts(
    tasks: list[Task], progress: Advance = _quiet, beside: Mapping[str, Maker] | None = None
) -> tuple[dict[str, AlgorithmPart], dict[str, Any]]:
    """Compute the results of every algorithm, and beside them others that do not need them.

    Few tasks of a figure are not worth other cores.
    """
    small = len(tasks) <= FEW and tasks and tasks[0].scope != WHOLE
    # Of many algorithms no core waits long, and one follows another.
    many = tasks and tasks[0].study.many
    others = {} if beside is None else beside
    makers: list[Maker] = [*(partial(_part, task) for task in tasks), *others.values()]
    sizes = [*(task.size for task in tasks), *(np.inf for _ in others)]  # which are the longest
    results = (make() for make in makers) if small else called(makers, None if many else sizes)
    left = Counter(task.algorithm for task in tasks)
    pieces: dict[str, list[AlgorithmPart]] = {}
    joined: dict[str, AlgorithmPart] = {}
    for count, found in enumerate(islice(results, len(tasks)), start=1):
        part = RESULTS.opened(found) if isinstance(found, bytes) else found
        name = part.algorithm
        pieces.setdefault(name, []).append(part)
        left[name] -= 1
        if not left[name]:  # in place of its pieces: those of hundreds are large
            joined[name] = AlgorithmPart.joined(pieces.pop(name))
        progress(f"{tasks[0].study.settings.name}: {name}", count, len(tasks) + 1)
    return joined, dict(zip(others, results, strict=True))


def _part(task: Task) -> AlgorithmPart | bytes:
    """Compute a part; only those of whole reports are worth keeping, and come as they are kept."""
    runs, study, scope = task.own(task.runs), task.study, task.scope
    recorded = None if task.recorded is None else task.own(task.recorded)
    if scope != WHOLE:
        return algorithm_part(runs, study, scope, recorded)
    beside = "" if recorded is None else recorded.digest()
    return RESULTS.entry(
        digest_of("part", runs, (study.decided(), beside)),
        lambda: algorithm_part(runs, study, scope, recorded),
    )


def _compared(
    runs: Runs,
    study: Study,
    scope: Scope,
    parts: Mapping[str, AlgorithmPart],
    featured: tuple[str, ...],
    *,
    measured: Runs,
    made: Mapping[str, Any] | None = None,
) -> Iterator[tuple[str, Any]]:
    """Begin to compare the algorithms, and return an iterator over the results by name.

    Some of them may have been made before.
    """
    makers = _comparison_makers(
        runs, study, scope, tuple(parts), featured, measured=measured, parts=parts
    )
    found = {} if made is None else made
    left = {name: make for name, make in makers.items() if name not in found}
    heavy = len(parts) > 1 and scope == WHOLE  # a single figure is not worth other cores
    done = called(list(left.values())) if heavy else (make() for make in left.values())
    return chain(found.items(), zip(left, done, strict=True))


def _comparison_makers(
    runs: Runs,
    study: Study,
    scope: Scope,
    rivals: tuple[str, ...],
    featured: tuple[str, ...],
    *,
    measured: Runs,
    parts: Mapping[str, AlgorithmPart] | None = None,
) -> dict[str, Maker]:
    """Return how a comparison is made, or what of it needs no parts; those of reports are kept."""
    makers = of_runs(runs, study, scope, rivals, featured, measured=measured)
    if parts is not None:  # which have the longest of all where the algorithms are many
        makers = {**of_parts(runs, study, scope, parts), **makers}
    if scope != WHOLE:
        return makers
    values = "" if measured is runs else measured.digest()
    key = digest_of("comparison", runs, (study.decided(), featured, values))
    return {
        name: partial(RESULTS.made, f"{key}-{name}", make, object) for name, make in makers.items()
    }


# ------------------------------------------------------------------ what is shown


def _function_sets(study: Study) -> tuple[FunctionSet, ...]:
    runs = study.loaded
    functions = tuple(np.unique(runs.function).tolist())
    suite = study.settings.name
    sets = [FunctionSet("all", whole_title(functions, suite), "all", functions)]
    if len(study.groups) > 1 or (study.groups and next(iter(study.groups.values())) != functions):
        sets += [
            FunctionSet(
                name,
                group_title(name, members, suite, study.settings.groups[name]),
                "group",
                members,
            )
            for name, members in study.groups.items()
        ]
    for f in functions:
        name = runs.function_name(suite, f)
        title = f"f{f} {name}" if name else set_title(f"f{f}", suite)
        sets.append(FunctionSet(f"f{f}", title, "function", (f,)))
    return tuple(sets)


def _regions(runs: Runs) -> tuple[Region, ...]:
    """Return where hypervolumes are measured, by problem."""
    names = [
        name for name in runs.extra if name.startswith((IDEAL.format(""), REFERENCE.format("")))
    ]
    if not names:
        return ()
    keys, codes = runs.group_index(("function", "dimension"))
    first = np.unique(codes, return_index=True)[1]

    def point(pattern: str, row: int) -> tuple[float, ...]:
        count = int(runs.objectives[row])
        return tuple(float(runs.extra[pattern.format(k)][row]) for k in range(1, count + 1))

    return tuple(
        Region(
            int(key["function"]), int(key["dimension"]), point(IDEAL, row), point(REFERENCE, row)
        )
        for key, row in zip(keys, first.tolist(), strict=True)
    )


def _featured(
    names: tuple[str, ...], profiles: list[Profile], main: int, options: ReportOptions
) -> tuple[str, ...]:
    """Return the algorithms drawn in colour."""
    front = [name for name in names if name not in options.background]
    if len(front) <= FEW:
        return tuple(front)
    area = {p.algorithm: p.auc for p in profiles if p.dimension == main and p.group == "all"}
    best = sorted(front, key=lambda name: -area.get(name, 0.0))[:FEATURED]
    return tuple(name for name in front if name in best)
