"""The results of one algorithm in one dimension; they do not depend on the other algorithms."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from optimeter.data.runs import Runs
from optimeter.measures import (
    LossRatios,
    Reference,
    Targets,
    budget_ecdf,
    ecdf,
    ert,
    ert_interval,
    ert_table,
    loss_ratios,
    quality_distribution,
    reference_ecdf,
    run_length_distribution,
    scaling,
    suite_targets,
    value_statistics,
)
from optimeter.measures.ecdf import EcdfSplit
from optimeter.reports.analysis.model import BUDGET, FIXED, AlgorithmPart, Profile
from optimeter.reports.analysis.plan import Plan

__all__ = ["algorithm_part", "reference_profiles", "table_targets", "thinned"]

MANY_RESAMPLES = 60
WINDOW = (0.0, 7.0)
SPLITS: tuple[EcdfSplit, ...] = ("all", "group", "function")
VALUES = (1e-12, 1e12)  # values beyond are drawn here on logarithmic axes


def algorithm_part(runs: Runs, plan: Plan) -> AlgorithmPart:
    """Compute everything a report shows of one algorithm; `runs` hold no other."""
    name, suite = runs.algorithms[0], runs.suites[int(runs.suite_codes[0])]
    groups = {"all": None, **plan.groups}
    options: dict[str, Any] = {"resamples": plan.resamples, "seed": plan.seed}
    table = ert_table(
        runs, table_targets(plan), reference=plan.reference, spread=not plan.many, **options
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
        run_lengths[key] = thinned(run_length_distribution(runs, **chosen), plan)
        qualities[key] = thinned(quality_distribution(runs, **chosen), plan, *VALUES)
        budget_profiles[key] = thinned(budget_ecdf(runs, **chosen), plan, *VALUES)
    return AlgorithmPart(
        algorithm=name,
        suite=suite,
        profiles=tuple(_profiles(runs, plan)),
        ert=ert(runs, plan.targets),
        ert_interval=None if plan.many else ert_interval(runs, plan.targets, **options),
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


def table_targets(plan: Plan) -> Targets:
    """Return the targets in the columns of the ERT tables."""
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
                    functions=functions,
                    dimensions=dimensions,
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


def thinned(
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


def reference_profiles(plan: Plan, dimensions: tuple[int, ...]) -> tuple[Profile, ...]:
    """Compute the runtime profiles of the reference, where it covers all problems."""
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
                    functions=functions,
                    dimensions=held,
                    by=split,
                    window=WINDOW,
                )
                for curve in curves:
                    group = "all" if curve.group == "chosen" else curve.group
                    profiles.append(Profile.of(curve, group, kind, plan.per_decade))
    return tuple(profiles)
