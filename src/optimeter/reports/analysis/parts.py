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
from optimeter.measures.study import Study
from optimeter.measures.targets import TargetUse
from optimeter.reports.analysis.model import BUDGET, FIXED, AlgorithmPart, Profile, on_scale
from optimeter.reports.analysis.scope import WHOLE, Scope

__all__ = [
    "algorithm_part",
    "has_fronts",
    "reference_profiles",
    "scaling_of_reference",
    "shown_targets",
    "target_sets",
    "thinned",
]

MANY_RESAMPLES = 60
PER_DECADE, PER_DECADE_MANY = 25, 10
SPLITS: tuple[EcdfSplit, ...] = ("all", "group", "function")
FINE = 25  # budgets a decade at which the quality is drawn
COARSE = 8  # the same for single runs and what is made of them
LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)  # shares of runs whose attainment is drawn
VALUES = (1e-12, 1e12)  # values beyond are drawn here on logarithmic axes


def algorithm_part(
    runs: Runs, study: Study, scope: Scope, recorded: Runs | None = None
) -> AlgorithmPart:
    """Compute what is shown of one algorithm; `runs` hold no other.

    What the scope leaves out is empty. `recorded` are the runs with their values as
    recorded, where `runs` have others.
    """
    seen, together = runs if recorded is None else recorded, runs.pooled()
    single = not study.many or scope != WHOLE  # a page with many algorithms shows no single runs
    lengths, scaled = (
        shown_targets(study, scope, "distribution"),
        shown_targets(study, scope, "scaling"),
    )
    ends = distribution_budgets(runs) if scope.budget is None else scope.budget
    front_budget = np.inf if scope.budget is None else scope.budget
    coarse, sets, limits = (
        budget_grid(seen, COARSE),
        _distribution_sets(study, scope),
        _drawn_values(study),
    )
    options: dict[str, Any] = {"resamples": study.resamples, "seed": study.seed}
    tabled: dict[str, Any] = {"spread": not study.many, "reference": study.reference, **options}

    def thin(found: Mapping[str, Iterable[Any]], *limits: float) -> dict[str, tuple[Any, ...]]:
        return {key: thinned(curves, study, *limits) for key, curves in found.items() if curves}

    # Whether each result can be there, and how it is made.
    makers: dict[str, tuple[bool, Callable[[], Any]]] = {
        "profiles": (True, lambda: tuple(_profiles(runs, study, scope))),
        "ert": (True, lambda: ert(together, study.targets)),
        "ert_interval": (
            scope.bands and not study.many,
            lambda: ert_interval(together, study.targets, **options),
        ),
        "scatter": (True, lambda: ert(together, suite_targets(study.settings, "scatter"))),
        "table": (True, lambda: ert_table(runs, study.table_targets, **tabled)),
        "budget_table": (
            study.budget_table_targets is not None,
            lambda: ert_table(runs, study.budget_table_targets, **tabled),
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
        "fine_values": (not study.many, lambda: value_statistics(seen, budget_grid(seen, FINE))),
        "run_values": (single, lambda: run_values(seen, coarse)),
        "runtime_densities": (single, lambda: runtime_density(runs, scaled)),
        "value_densities": (single, lambda: value_density(runs, scope.budget)),
        "run_times": (single, lambda: runtimes(runs, scaled)),
        "levels": (single, lambda: attainment_levels(seen, coarse, levels=LEVELS)),
        "attained": (single, lambda: attainment_ecdf(runs, budget_grid(runs, COARSE))),
        "parameters": (
            single,
            lambda: {
                name: (parameters_at_budgets(seen, name, coarse),) for name in parameter_names(seen)
            },
        ),
        "areas": (single, lambda: _areas(runs, study)),
        "surfaces": (
            single and has_fronts(seen, 2),
            lambda: attainment_surfaces(seen, budgets=front_budget),
        ),
        "losses": (True, lambda: _losses(runs, study.reference)),
    }
    made = {n: make() for n, (there, make) in makers.items() if there and scope.wants(n)}
    return AlgorithmPart(runs.algorithms[0], runs.suites[int(runs.suite_codes[0])], **made)


def shown_targets(study: Study, scope: Scope, use: TargetUse) -> TargetsLike:
    """Return the targets of runs and of scaling: that of the figure asked for, or the suite's."""
    given = scope.target
    if given is None:
        return suite_targets(study.settings, use)
    return [on_scale(given, study.names)]


def has_fronts(runs: Runs, objectives: int | None = None) -> bool:
    """Say whether all runs have several objectives on record, or the given number of them."""
    several = runs.objectives > 1 if objectives is None else runs.objectives == objectives
    recorded = np.diff(runs.record_offsets) > 0
    return bool(len(runs) and (several & recorded & ~runs.optimum_known).all())


def _areas(runs: Runs, study: Study) -> Aocc:
    """Compute the areas over the convergence curves within decades of the budget."""
    longest = float(np.max(runs.evaluations / runs.dimension))
    last = max(1, int(np.floor(np.log10(max(longest, 1.0)) + 1e-9)))
    budgets = [10.0**k for k in range(1, last + 1)]
    return aocc(runs, budgets, resamples=study.resamples, seed=study.seed)


def _drawn_values(study: Study) -> tuple[float, float]:
    """Return the limits of axes of values: of gaps, somewhat below the hardest target."""
    if not study.settings.gaps:
        return VALUES
    positive = [target for target in study.settings.grid.values().tolist() if target > 0]
    return min(positive, default=1.0) / 10.0, VALUES[1]


def _distribution_sets(study: Study, scope: Scope) -> dict[str, tuple[int, ...] | None]:
    """Return the sets of functions that distributions over runs are computed of."""
    every: dict[str, tuple[int, ...] | None] = {"all": None, **study.groups}
    return {key: every[key] for key in every if scope.group in (None, key)}


def _profiles(runs: Runs, study: Study, scope: Scope) -> Iterable[Profile]:
    for kind, targets in target_sets(study, scope):
        for dimensions, functions in study.sets:
            if not np.isin(runs.dimension, dimensions).any():
                continue
            if not np.isin(runs.function[np.isin(runs.dimension, dimensions)], functions).any():
                continue
            splits, banded = _splits(study, scope, kind)
            if not splits:
                continue
            resamples = min(study.resamples, MANY_RESAMPLES) if study.many else study.resamples
            curves = ecdf(
                runs,
                targets,
                functions=functions,
                dimensions=dimensions,
                by=splits,
                resamples=resamples if banded and scope.bands else 0,
                banded=banded,
                seed=study.seed,
                window=WINDOW,
            )
            for curve in curves:
                group = "all" if curve.group == "chosen" else curve.group
                yield Profile.of(curve, group, kind, _per_decade(study))


def _per_decade(study: Study) -> int:
    """Return at how many budgets a decade profiles are drawn."""
    return PER_DECADE_MANY if study.many else PER_DECADE


def target_sets(study: Study, scope: Scope) -> Iterator[tuple[str, Targets]]:
    """Iterate over the kinds of targets that profiles are computed for."""
    for kind, targets in ((FIXED, study.targets), (BUDGET, study.budget_targets)):
        if targets is not None and kind in scope.targets:
            yield kind, targets


def _splits(study: Study, scope: Scope, kind: str) -> tuple[list[EcdfSplit], list[EcdfSplit]]:
    """Return the sets of functions that are profiled, and those with a band.

    Of many algorithms, single functions have no bands, nor have budget-based targets: the page
    stays small and is made in reasonable time.
    """
    profiled = SPLITS[:1] if study.many and kind == BUDGET else SPLITS
    banded = SPLITS if not study.many else SPLITS[:2] if kind == FIXED else ()
    chosen = [split for split in profiled if split in scope.splits]
    return chosen, [split for split in chosen if split in banded]


def thinned(
    curves: Iterable[Any], study: Study, low: float = 1e-9, high: float = 1e12
) -> tuple[Any, ...]:
    """Return curves with few enough steps to draw, between two limits."""
    points = 60 if study.many else 150
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


def reference_profiles(
    study: Study, scope: Scope, dimensions: tuple[int, ...]
) -> tuple[Profile, ...]:
    """Compute the runtime profiles of the reference, where it covers all problems."""
    if study.reference is None or not scope.wants("profiles"):
        return ()
    profiles = []
    for kind, targets in target_sets(study, scope):
        for split in scope.splits:
            for ds, functions in study.sets:
                held = [
                    d
                    for d in ds
                    if d in dimensions
                    and study.reference.has(np.array(functions), np.full(len(functions), d)).all()
                ]
                if not held:
                    continue
                curves = reference_ecdf(
                    study.reference,
                    targets,
                    functions=functions,
                    dimensions=held,
                    by=split,
                    window=WINDOW,
                )
                for curve in curves:
                    group = "all" if curve.group == "chosen" else curve.group
                    profiles.append(Profile.of(curve, group, kind, _per_decade(study)))
    return tuple(profiles)


def scaling_of_reference(study: Study, scope: Scope, dimensions: tuple[int, ...]) -> Scaling | None:
    """Compute the expected runtimes of the reference in the dimensions of the data."""
    if study.reference is None or not scope.wants("scaling"):
        return None
    return reference_scaling(
        study.reference, shown_targets(study, scope, "scaling"), dimensions=dimensions
    )
