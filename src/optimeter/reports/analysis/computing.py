"""From runs to `ReportData`: every call of `measures` a report needs, and nothing else."""

import numpy as np

from optimeter import __version__
from optimeter._arguments import known_name, ranges
from optimeter._arrays import Bool
from optimeter._threads import one_thread
from optimeter.data.costs import cost_word
from optimeter.data.hypervolume import IDEAL, REFERENCE
from optimeter.data.overview import sources
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures.of_parts import PROFILES
from optimeter.measures.of_suites import SPEEDS
from optimeter.measures.registry import Contest
from optimeter.measures.scope import FIXED, RANKING, WHOLE, Scope
from optimeter.measures.study import FEW, Study
from optimeter.problems.info import suite_word
from optimeter.reports.analysis.families import families, tags_of
from optimeter.reports.analysis.model import (
    FunctionSet,
    Region,
    ReportData,
    SuiteReport,
    View,
)
from optimeter.reports.analysis.names import group_title, set_title, whole_title
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.styles import (
    FEATURED,
    Style,
    assign_styles,
    in_colour,
    sweep_styles,
    swept,
)
from optimeter.reports.analysis.words import listed, page_title
from optimeter.reports.results import Advance, Executor, Results, Wanted, quiet

__all__ = ["compute", "compute_one", "suite_report"]


def compute(
    runs: Runs, options: ReportOptions | None = None, *, progress: Advance = quiet
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
    wanted: Wanted | None = None,
    scope: Scope = WHOLE,
    progress: Advance = quiet,
) -> SuiteReport:
    """Compute some results of one suite within a scope, or all; data of several need its name.

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
        return suite_report(part, options, wanted=wanted, scope=scope, progress=progress)


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
    runs: Runs,
    options: ReportOptions,
    *,
    wanted: Wanted | None = None,
    scope: Scope = WHOLE,
    progress: Advance = quiet,
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
    sets = _function_sets(study)
    names = study.algorithms
    ordered = swept(names, options.sweep) if options.sweep else []
    names = (*ordered, *(name for name in names if name not in ordered))
    executor = Executor(study, scope, wanted, progress=progress)
    results = executor.results
    contest = Contest(
        study,
        scope,
        _front(drawn, options.background),
        measured=_front(scope.restricted(study.loaded, main), options.background),
        rivals=tuple(name for name in names if name not in options.background),
        made=results.tables,
        dimensions=np.unique(drawn.dimension).tolist(),
        sets={entry.key for entry in sets if entry.kind != "function"},
    )
    # Of few all are featured, whatever their results say.
    early = scope.whole and contest.several and contest.few
    executor.measure(drawn, recorded, contest.led_by(contest.rivals) if early else None)
    if scope.whole and executor.makes(PROFILES):
        profiled = {*results[PROFILES].algorithm.tolist()}
        names = tuple(name for name in names if name in profiled)
    ranked = scope.ranked or len(names) > FEW
    if ranked and not (executor.makes(PROFILES) and scope.ranks(main)):
        ranking = Executor(study, RANKING, [PROFILES])
        ranking.measure(RANKING.restricted(runs, main))
        results.join([PROFILES], [ranking.results.tables])
    featured = _featured(names, results, main, options)
    competing = tuple(name for name in names if name not in options.background)
    if competing != contest.rivals:
        executor.forget_contest()
    contest = contest.led_by(featured, rivals=competing)
    executor.compare(contest)
    if scope.ranked and not executor.makes(SPEEDS):
        front = _front(RANKING.restricted(runs, main), options.background)
        faster = Executor(study, RANKING, [SPEEDS])
        faster.compare(contest.led_by(featured, scope=RANKING, runs=front))
        results.tables.update(faster.results.tables)
    styles = _styles(names, featured, options.sweep)
    if not scope.whole:  # a page lets the reader choose
        featured = in_colour(names, featured, options.sweep)
    return SuiteReport(
        study=study.without_runs(),
        results=results,
        view=View(names, featured, tuple(np.unique(runs.function).tolist())),
        dimensions=tuple(np.unique(runs.dimension).tolist()),
        sets=sets,
        styles=styles,
        regions=_regions(study.loaded),
        families=families(names, tags_of(study.loaded)),
        cost=cost_word(study.loaded),
    )


def _styles(names: tuple[str, ...], featured: tuple[str, ...], sweep: str) -> dict[str, Style]:
    """Return how the algorithms are drawn."""
    if sweep:
        return sweep_styles(names, sweep)
    return assign_styles(featured, (name for name in names if name not in featured))


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
    names: tuple[str, ...], results: Results, main: int, options: ReportOptions
) -> tuple[str, ...]:
    """Return the algorithms drawn in colour."""
    front = [name for name in names if name not in options.background]
    if len(front) <= FEW:
        return tuple(front)
    table = results[PROFILES].where(targets=FIXED, dimension=main, group="all")
    area = dict(zip(table.algorithm.tolist(), table.auc.tolist(), strict=True))
    best = sorted(front, key=lambda name: -area.get(name, 0.0))[:FEATURED]
    return tuple(name for name in front if name in best)
