"""The results of one algorithm in one dimension; they do not depend on the other algorithms."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from optimeter.data.runs import Runs
from optimeter.measures import (
    Aocc,
    LossRatios,
    Reference,
    Scaling,
    Targets,
    TargetsLike,
    aocc,
    attainment_ecdf,
    attainment_levels,
    attainment_surfaces,
    budget_grid,
    ecdf,
    ert,
    ert_interval,
    ert_table,
    loss_ratios,
    parameter_names,
    parameters_at_budgets,
    reference_ecdf,
    reference_scaling,
    run_values,
    runtime_density,
    runtimes,
    scaling,
    suite_targets,
    value_density,
    value_statistics,
)
from optimeter.measures.distributions import (
    distribution_budgets,
    qualities_by_set,
    run_lengths_by_set,
)
from optimeter.measures.ecdf import WINDOW, EcdfSplit
from optimeter.measures.targets import TargetUse
from optimeter.reports.analysis.model import BUDGET, FIXED, AlgorithmPart, Profile, on_scale
from optimeter.reports.analysis.plan import Plan
from optimeter.reports.analysis.scope import WHOLE

__all__ = [
    "algorithm_part",
    "has_fronts",
    "reference_profiles",
    "scaling_of_reference",
    "shown_targets",
    "table_targets",
    "target_sets",
    "thinned",
]

MANY_RESAMPLES = 60
SPLITS: tuple[EcdfSplit, ...] = ("all", "group", "function")
FINE = 25  # budgets a decade at which the quality is drawn
COARSE = 8  # the same for single runs and what is made of them
LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)  # shares of runs whose attainment is drawn
VALUES = (1e-12, 1e12)  # values beyond are drawn here on logarithmic axes


def algorithm_part(runs: Runs, plan: Plan, recorded: Runs | None = None) -> AlgorithmPart:
    """Compute what is shown of one algorithm; `runs` hold no other.

    What the scope of the plan leaves out is empty. `recorded` are the runs with their values as
    recorded, where `runs` have others.
    """
    scope = plan.scope
    seen, together = runs if recorded is None else recorded, runs.pooled()
    single = not plan.many or scope != WHOLE  # a page with many algorithms shows no single runs
    lengths, scaled = shown_targets(plan, "distribution"), shown_targets(plan, "scaling")
    ends = distribution_budgets(runs) if scope.budget is None else scope.budget
    front_budget = np.inf if scope.budget is None else scope.budget
    coarse, sets, limits = budget_grid(seen, COARSE), _distribution_sets(plan), _drawn_values(plan)
    options: dict[str, Any] = {"resamples": plan.resamples, "seed": plan.seed}
    tabled: dict[str, Any] = {"spread": not plan.many, "reference": plan.reference, **options}

    def thin(found: Mapping[str, Iterable[Any]], *limits: float) -> dict[str, tuple[Any, ...]]:
        return {key: thinned(curves, plan, *limits) for key, curves in found.items() if curves}

    # Whether each result can be there, and how it is made.
    makers: dict[str, tuple[bool, Callable[[], Any]]] = {
        "profiles": (True, lambda: tuple(_profiles(runs, plan))),
        "ert": (True, lambda: ert(together, plan.targets)),
        "ert_interval": (
            scope.bands and not plan.many,
            lambda: ert_interval(together, plan.targets, **options),
        ),
        "scatter": (True, lambda: ert(together, suite_targets(plan.settings, "scatter"))),
        "table": (True, lambda: ert_table(runs, table_targets(plan), **tabled)),
        "budget_table": (
            plan.budget_table_targets is not None,
            lambda: ert_table(runs, plan.budget_table_targets, **tabled),
        ),
        "scaling": (True, lambda: scaling(together, scaled, spread=False)),
        "scaling_interval": (scope.bands, lambda: ert_interval(together, scaled, **options)),
        "run_lengths": (True, lambda: thin(run_lengths_by_set(runs, lengths, sets))),
        "qualities": (True, lambda: thin(qualities_by_set(runs, ends, sets), *limits)),
        "budget_profiles": (
            True,
            lambda: thin(
                qualities_by_set(runs, budget_grid(runs), sets, over_budgets=True), *limits
            ),
        ),
        "values": (True, lambda: value_statistics(seen)),
        "fine_values": (not plan.many, lambda: value_statistics(seen, budget_grid(seen, FINE))),
        "run_values": (single, lambda: run_values(seen, coarse)),
        "runtime_densities": (single, lambda: runtime_density(runs, scaled).curves),
        "value_densities": (single, lambda: value_density(runs, scope.budget).curves),
        "run_times": (single, lambda: runtimes(runs, scaled)),
        "levels": (single, lambda: attainment_levels(seen, coarse, levels=LEVELS)),
        "attained": (single, lambda: attainment_ecdf(runs, budget_grid(runs, COARSE))),
        "parameters": (
            single,
            lambda: {
                name: (parameters_at_budgets(seen, name, coarse),) for name in parameter_names(seen)
            },
        ),
        "areas": (single, lambda: _areas(runs, plan)),
        "surfaces": (
            single and has_fronts(seen, 2),
            lambda: attainment_surfaces(seen, budgets=front_budget).curves,
        ),
        "losses": (True, lambda: _losses(runs, plan.reference)),
    }
    made = {n: make() for n, (there, make) in makers.items() if there and scope.wants(n)}
    return AlgorithmPart(runs.algorithms[0], runs.suites[int(runs.suite_codes[0])], **made)


def shown_targets(plan: Plan, use: TargetUse) -> TargetsLike:
    """Return the targets of runs and of scaling: that of the figure asked for, or the suite's."""
    given = plan.scope.target
    if given is None:
        return suite_targets(plan.settings, use)
    return [on_scale(given, plan.target_names)]


def has_fronts(runs: Runs, objectives: int | None = None) -> bool:
    """Say whether all runs have several objectives on record, or the given number of them."""
    several = runs.objectives > 1 if objectives is None else runs.objectives == objectives
    recorded = np.diff(runs.record_offsets) > 0
    return bool(len(runs) and (several & recorded & ~runs.optimum_known).all())


def _areas(runs: Runs, plan: Plan) -> Aocc:
    """Compute the areas over the convergence curves within decades of the budget."""
    longest = float(np.max(runs.evaluations / runs.dimension))
    last = max(1, int(np.floor(np.log10(max(longest, 1.0)) + 1e-9)))
    budgets = [10.0**k for k in range(1, last + 1)]
    return aocc(runs, budgets, resamples=plan.resamples, seed=plan.seed)


def _drawn_values(plan: Plan) -> tuple[float, float]:
    """Return the limits of axes of values: of gaps, somewhat below the hardest target."""
    if not plan.settings.gaps:
        return VALUES
    positive = [target for target in plan.settings.grid.values().tolist() if target > 0]
    return min(positive, default=1.0) / 10.0, VALUES[1]


def _distribution_sets(plan: Plan) -> dict[str, tuple[int, ...] | None]:
    """Return the sets of functions that distributions over runs are computed of."""
    every: dict[str, tuple[int, ...] | None] = {"all": None, **plan.groups}
    return {key: every[key] for key in every if plan.scope.group in (None, key)}


def table_targets(plan: Plan) -> Targets:
    """Return the targets in the columns of the ERT tables."""
    return suite_targets(plan.settings, "comparison")


def _profiles(runs: Runs, plan: Plan) -> Iterable[Profile]:
    for kind, targets in target_sets(plan):
        for dimensions, functions in plan.sets:
            if not np.isin(runs.dimension, dimensions).any():
                continue
            if not np.isin(runs.function[np.isin(runs.dimension, dimensions)], functions).any():
                continue
            splits, banded = _splits(plan, kind)
            if not splits:
                continue
            resamples = min(plan.resamples, MANY_RESAMPLES) if plan.many else plan.resamples
            curves = ecdf(
                runs,
                targets,
                functions=functions,
                dimensions=dimensions,
                by=splits,
                resamples=resamples if banded and plan.scope.bands else 0,
                banded=banded,
                seed=plan.seed,
                window=WINDOW,
            )
            for curve in curves:
                group = "all" if curve.group == "chosen" else curve.group
                yield Profile.of(curve, group, kind, plan.per_decade)


def target_sets(plan: Plan) -> Iterator[tuple[str, Targets]]:
    """Iterate over the kinds of targets that profiles are computed for."""
    for kind, targets in ((FIXED, plan.targets), (BUDGET, plan.budget_targets)):
        if targets is not None and kind in plan.scope.targets:
            yield kind, targets


def _splits(plan: Plan, kind: str) -> tuple[list[EcdfSplit], list[EcdfSplit]]:
    """Return the sets of functions that are profiled, and those with a band.

    Of many algorithms, single functions have no bands, nor have budget-based targets: the page
    stays small and is made in reasonable time.
    """
    profiled = SPLITS[:1] if plan.many and kind == BUDGET else SPLITS
    banded = SPLITS if not plan.many else SPLITS[:2] if kind == FIXED else ()
    chosen = [split for split in profiled if split in plan.scope.splits]
    return chosen, [split for split in chosen if split in banded]


def thinned(
    curves: Iterable[Any], plan: Plan, low: float = 1e-9, high: float = 1e12
) -> tuple[Any, ...]:
    """Return curves with few enough steps to draw, between two limits."""
    points = 60 if plan.many else 150
    return tuple(
        replace(curve, steps=curve.steps.clipped(low, high).thinned(points)) for curve in curves
    )


def _losses(runs: Runs, reference: Reference | None) -> LossRatios | None:
    """Compute loss ratios at 2 and at powers of ten, up to the longest run and not beyond."""
    if reference is None:
        return None
    held = reference.has(runs.function.astype(np.int64), runs.dimension.astype(np.int64))
    if not held.any():
        return None
    longest = float(np.max(runs.evaluations / runs.dimension))
    last = int(np.floor(np.log10(max(longest, 1.0)) + 1e-9))
    return loss_ratios(runs[held], reference, [2.0, *(10.0**k for k in range(1, last + 1))])


def reference_profiles(plan: Plan, dimensions: tuple[int, ...]) -> tuple[Profile, ...]:
    """Compute the runtime profiles of the reference, where it covers all problems."""
    if plan.reference is None or not plan.scope.wants("profiles"):
        return ()
    profiles = []
    for kind, targets in target_sets(plan):
        for split in plan.scope.splits:
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
                    functions=functions,
                    dimensions=held,
                    by=split,
                    window=WINDOW,
                )
                for curve in curves:
                    group = "all" if curve.group == "chosen" else curve.group
                    profiles.append(Profile.of(curve, group, kind, plan.per_decade))
    return tuple(profiles)


def scaling_of_reference(plan: Plan, dimensions: tuple[int, ...]) -> Scaling | None:
    """Compute the expected runtimes of the reference in the dimensions of the data."""
    if plan.reference is None or not plan.scope.wants("scaling"):
        return None
    return reference_scaling(plan.reference, shown_targets(plan, "scaling"), dimensions=dimensions)
