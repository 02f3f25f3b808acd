"""From runs to `ReportData`: every call of `measures` a report needs, and nothing else."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from optimeter import __version__
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, UnknownNameError
from optimeter.measures import (
    ErtTable,
    LossRatios,
    PairTests,
    Reference,
    SuiteSettings,
    Targets,
    budget_ecdf,
    contributions,
    ecdf,
    ert,
    ert_interval,
    ert_table,
    holm,
    loss_ratios,
    loss_summary,
    marked,
    pairwise_tests,
    quality_distribution,
    ratings,
    reference_ecdf,
    run_length_distribution,
    runtime_ratios,
    scaling,
    speed_factors,
    suite_targets,
    value_statistics,
    winners_of,
)
from optimeter.measures.ecdf import EcdfSplit
from optimeter.reports.cache import cached, digest_of
from optimeter.reports.model import (
    BUDGET,
    FIXED,
    AlgorithmPart,
    Comparison,
    FunctionSet,
    Profile,
    ReportData,
    SuiteReport,
)
from optimeter.reports.options import (
    ReportOptions,
)
from optimeter.reports.parallel import mapped
from optimeter.reports.plan import FEW, Plan, make_plan, plain_label
from optimeter.reports.styles import assign_styles
from optimeter.reports.words import page_title, set_title

__all__ = ["compute", "suite_report"]

FEATURED = 8
RATED = 30
MANY_RESAMPLES = 60
WINDOW = (0.0, 7.0)
SPLITS: tuple[EcdfSplit, ...] = ("all", "group", "function")
VALUES = (1e-12, 1e12)  # values beyond are drawn here on logarithmic axes
WINNER_BUDGETS = 10.0 ** (np.arange(36) / 5)

Progress = Callable[[str, int, int], None]


def _quiet(_what: str, _done: int, _all: int) -> None:
    """Ignore progress."""


def compute(
    runs: Runs, options: ReportOptions | None = None, *, progress: Progress = _quiet
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
        part = chosen.select(suite=chosen.suites[code])
        suites.append(suite_report(part, options, progress=progress))
    return ReportData(
        title=options.title or page_title([(s.name, s.algorithms) for s in suites]),
        suites=tuple(suites),
        options=options,
        findings=runs.findings,
        provenance=runs.provenance,
        version=__version__,
    )


def _restricted(runs: Runs, options: ReportOptions) -> Runs:
    """Return the runs a report is about."""
    chosen = runs[~runs.is_reference] if runs.is_reference.any() else runs
    for name, values in (
        ("function", options.functions),
        ("dimension", options.dimensions),
        ("instance", options.instances),
    ):
        if values is not None:
            chosen = chosen[np.isin(getattr(chosen, name), values)]
    unknown = [name for name in options.background if name not in runs.algorithms]
    if unknown:
        message = (
            f"unknown background algorithm {unknown[0]!r}; known: {', '.join(runs.algorithms)}"
        )
        raise UnknownNameError(message)
    if not len(chosen):
        held = {
            name: np.unique(getattr(runs, name)).tolist()
            for name in ("function", "dimension", "instance")
        }
        message = (
            "no runs to report on"
            if not len(runs)
            else f"no runs for functions {options.functions}, dimensions {options.dimensions} and "
            f"instances {options.instances}; the data hold functions {held['function']}, "
            f"dimensions {held['dimension']} and instances {held['instance']}"
        )
        raise DataError(message)
    return chosen.select()


def suite_report(runs: Runs, options: ReportOptions, *, progress: Progress = _quiet) -> SuiteReport:
    """Compute the results of one suite; `runs` hold no other."""
    plan = make_plan(runs, options)
    tasks = [
        (runs.select(algorithm=key["algorithm"], dimension=int(key["dimension"])), plan)
        for key in runs.group_index(("algorithm", "dimension"))[0]
    ]
    pieces: dict[str, list[AlgorithmPart]] = {}
    for done, part in enumerate(mapped(_cached_part, tasks), start=1):
        pieces.setdefault(part.algorithm, []).append(part)
        progress(f"{plan.settings.name}: {part.algorithm}", done, len(tasks) + 1)
    parts = {name: AlgorithmPart.joined(members) for name, members in pieces.items()}
    names = tuple(name for name in runs.algorithms if parts[name].profiles)
    comparison = cached(
        digest_of("comparison", runs, plan), lambda: _comparison(runs, plan, parts), Comparison
    )
    progress(f"{plan.settings.name}: comparison", len(tasks) + 1, len(tasks) + 1)
    dimensions = tuple(np.unique(runs.dimension).tolist())
    profiles = [p for name in names for p in parts[name].profiles if p.targets == FIXED]
    main = _main_dimension(runs, plan.settings)
    featured = _featured(names, profiles, main, options)
    # Those drawn in colour come first, so that no two of them look the same.
    behind = assign_styles(name for name in names if name not in featured)
    styles = {**assign_styles(featured), **behind}
    return SuiteReport(
        settings=plan.settings,
        algorithms=names,
        dimensions=dimensions,
        functions=tuple(np.unique(runs.function).tolist()),
        main_dimension=main,
        sets=_function_sets(runs, plan),
        styles=styles,
        featured=featured,
        target_labels={
            FIXED: plain_label(plan.targets.label),
            **(
                {}
                if plan.budget_targets is None
                else {BUDGET: plain_label(plan.budget_targets.label)}
            ),
        },
        reference="" if plan.reference is None else plan.reference.name,
        parts=parts,
        comparison=comparison,
        reference_profiles=_reference_profiles(plan, dimensions),
        winners=winners_of(
            (p for p in profiles if not p.group.startswith("f") or not p.group[1:].isdigit()),
            WINNER_BUDGETS,
        ),
    )


# ------------------------------------------------------------------ what is shown


def _function_sets(runs: Runs, plan: Plan) -> tuple[FunctionSet, ...]:
    functions = tuple(np.unique(runs.function).tolist())
    suite = plan.settings.name
    sets = [FunctionSet("all", "all functions", "all", functions)]
    if len(plan.groups) > 1 or (plan.groups and next(iter(plan.groups.values())) != functions):
        sets += [
            FunctionSet(name, set_title(name, suite), "group", members)
            for name, members in plan.groups.items()
        ]
    sets += [FunctionSet(f"f{f}", set_title(f"f{f}", suite), "function", (f,)) for f in functions]
    return tuple(sets)


def _main_dimension(runs: Runs, settings: SuiteSettings) -> int:
    """Return the dimension shown first: the largest one of the suite's tables all data hold."""
    dimensions = np.unique(runs.dimension)
    held = [len(np.unique(runs.algorithm_codes[runs.dimension == d])) for d in dimensions]
    full = [int(d) for d, n in zip(dimensions, held, strict=True) if n == max(held)]
    usual = [d for d in full if d in settings.table_dimensions]
    return usual[-1] if usual else full[len(full) // 2]


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


# ------------------------------------------------------------------ one algorithm


def _cached_part(task: tuple[Runs, Plan]) -> AlgorithmPart:
    runs, plan = task
    return cached(digest_of("part", runs, plan), lambda: _part(runs, plan), AlgorithmPart)


def _part(runs: Runs, plan: Plan) -> AlgorithmPart:
    name, suite = runs.algorithms[0], runs.suites[int(runs.suite_codes[0])]
    groups = {"all": None, **plan.groups}
    options: dict[str, Any] = {"resamples": plan.resamples, "seed": plan.seed}
    table = ert_table(
        runs, _table_targets(plan), reference=plan.reference, spread=not plan.many, **options
    )
    budget_table = None
    if plan.budget_table_targets is not None:
        budget_table = ert_table(
            runs, plan.budget_table_targets, reference=plan.reference, spread=False, **options
        )
    run_lengths, qualities, budget_profiles = {}, {}, {}
    for key, members in groups.items():
        if members is not None and not np.isin(runs.function, members).any():
            continue
        chosen = {"functions": members}
        run_lengths[key] = _thinned(run_length_distribution(runs, **chosen), plan)
        qualities[key] = _thinned(quality_distribution(runs, **chosen), plan, *VALUES)
        budget_profiles[key] = _thinned(budget_ecdf(runs, **chosen), plan, *VALUES)
    return AlgorithmPart(
        algorithm=name,
        suite=suite,
        profiles=tuple(_profiles(runs, plan)),
        ert=ert(runs, plan.targets),
        scatter=ert(runs, suite_targets(plan.settings.name, "scatter")),
        table=table,
        budget_table=budget_table,
        scaling=scaling(runs, spread=False),
        scaling_interval=ert_interval(
            runs, suite_targets(plan.settings.name, "scaling"), **options
        ),
        run_lengths=run_lengths,
        qualities=qualities,
        budget_profiles=budget_profiles,
        values=value_statistics(runs),
        losses=None if plan.reference is None else _losses(runs, plan.reference),
    )


def _table_targets(plan: Plan) -> Targets:
    return suite_targets(plan.settings.name, "comparison")


def _profiles(runs: Runs, plan: Plan) -> Iterable[Profile]:
    kinds = [(FIXED, plan.targets)]
    if plan.budget_targets is not None:
        kinds.append((BUDGET, plan.budget_targets))
    for kind, targets in kinds:
        for dimensions, functions in plan.sets:
            if not np.isin(runs.dimension, dimensions).any():
                continue
            if not np.isin(runs.function[np.isin(runs.dimension, dimensions)], functions).any():
                continue
            for splits, resamples in _splits(plan, kind):
                curves = ecdf(
                    runs,
                    targets,
                    dimension=dimensions,
                    functions=functions,
                    by=splits,
                    resamples=resamples,
                    seed=plan.seed,
                    window=WINDOW,
                )
                for curve in curves:
                    group = "all" if curve.group == "chosen" else curve.group
                    yield Profile.of(curve, group, kind, plan.per_decade)


def _splits(plan: Plan, kind: str) -> list[tuple[tuple[EcdfSplit, ...], int]]:
    """Return the sets of functions profiled together, and the resamples of their bands.

    Of many algorithms, single functions have no bands, and none for budget-based targets: the page
    stays small and is made in reasonable time.
    """
    if not plan.many:
        return [(SPLITS, plan.resamples)]
    if kind == BUDGET:
        return [(SPLITS[:1], 0)]
    return [(SPLITS[:1], min(plan.resamples, MANY_RESAMPLES)), (SPLITS[1:], 0)]


def _thinned(
    curves: Iterable[Any], plan: Plan, low: float = 1e-9, high: float = 1e12
) -> tuple[Any, ...]:
    """Return curves with few enough steps to draw, between two limits."""
    points = 60 if plan.many else 150
    return tuple(
        replace(curve, steps=curve.steps.clipped(low, high).thinned(points)) for curve in curves
    )


def _losses(runs: Runs, reference: Reference) -> LossRatios | None:
    held = reference.has(runs.function.astype(np.int64), runs.dimension.astype(np.int64))
    return loss_ratios(runs[held], reference) if held.any() else None


# ------------------------------------------------------------------ all algorithms


def _comparison(runs: Runs, plan: Plan, parts: Mapping[str, AlgorithmPart]) -> Comparison:
    tables = [part.table for part in parts.values()]
    budget_tables = [p.budget_table for p in parts.values() if p.budget_table is not None]
    losses = [part.losses for part in parts.values() if part.losses is not None]
    several = len(parts) > 1
    compared = runs if len(parts) <= FEW else _leading(runs, parts)
    common = several and _share_problems(compared)
    return Comparison(
        table=marked(ErtTable.concatenate(tables), runs, _table_targets(plan)),
        budget_table=marked(ErtTable.concatenate(budget_tables), runs, plan.budget_table_targets)
        if budget_tables
        else None,
        speed=speed_factors(compared, plan.targets, resamples=plan.resamples, seed=plan.seed)
        if common
        else None,
        tests=_tests(compared, plan) if common else None,
        ratios=_ratios(compared, plan) if common else (),
        contributions=contributions(runs, plan.targets),
        ratings=ratings(runs, seed=plan.seed) if several and len(parts) <= RATED else None,
        loss_summary=loss_summary(LossRatios.concatenate(losses)) if losses else None,
    )


def _tests(runs: Runs, plan: Plan) -> PairTests:
    """Test all pairs; p-values are corrected within the table of a pair and a dimension."""
    table = pairwise_tests(runs, _table_targets(plan))
    corrected = table.p_exact.copy()
    names = (table.algorithm.tolist(), table.other.tolist(), table.dimension.tolist())
    keys = list(zip(*names, strict=True))
    codes = {key: i for i, key in enumerate(dict.fromkeys(keys))}
    members = np.array([codes[key] for key in keys])
    for code in codes.values():
        chosen = members == code
        corrected[chosen] = holm(table.p_exact[chosen])
    return replace(table, p_holm=corrected)


def _leading(runs: Runs, parts: Mapping[str, AlgorithmPart]) -> Runs:
    """Return the runs of the algorithms with the largest mean area, for pairwise comparisons."""
    area = {
        name: float(np.mean([p.auc for p in part.profiles if p.group == "all"] or [0.0]))
        for name, part in parts.items()
    }
    best = sorted(area, key=lambda name: -area[name])[:FEATURED]
    return runs.select(algorithm=[name for name in runs.algorithms if name in best])


def _share_problems(runs: Runs) -> bool:
    keys, _ = runs.group_index(("algorithm", "function", "dimension"))
    problems = list(zip(keys["function"].tolist(), keys["dimension"].tolist(), strict=True))
    return len(set(problems)) < len(problems)


def _ratios(runs: Runs, plan: Plan) -> tuple[Any, ...]:
    curves: list[Any] = []
    names = runs.algorithms
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            if _share_problems(runs.select(algorithm=[one, other])):
                curves += _thinned(runtime_ratios(runs, one, other), plan)
    return tuple(curves)


def _reference_profiles(plan: Plan, dimensions: tuple[int, ...]) -> tuple[Profile, ...]:
    if plan.reference is None:
        return ()
    profiles = []
    kinds = [(FIXED, plan.targets)]
    if plan.budget_targets is not None:
        kinds.append((BUDGET, plan.budget_targets))
    for kind, targets in kinds:
        for split in SPLITS:
            for ds, functions in plan.sets:
                held = [
                    d
                    for d in ds
                    if d in dimensions
                    and plan.reference.has(np.array(functions), np.full(len(functions), d)).all()
                ]
                if not held:
                    continue
                curves = reference_ecdf(
                    plan.reference,
                    targets,
                    dimension=held,
                    functions=functions,
                    by=split,
                    window=WINDOW,
                )
                for curve in curves:
                    group = "all" if curve.group == "chosen" else curve.group
                    profiles.append(Profile.of(curve, group, kind, plan.per_decade))
    return tuple(profiles)
