"""The results that need several algorithms: marks, speed factors, tests, ratings."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from optimeter.data.runs import Runs
from optimeter.measures import (
    Contributions,
    ErtTable,
    LossRatios,
    SpeedFactors,
    contributions,
    leaders,
    loss_summary,
    marked,
    pairwise_tests,
    ratings,
    relative_costs,
    runtime_ratios,
    speed_factors,
    suite_targets,
)
from optimeter.reports.analysis.model import AlgorithmPart, Comparison, TargetSet
from optimeter.reports.analysis.parts import table_targets, target_sets, thinned
from optimeter.reports.analysis.plan import FEW, Plan

__all__ = ["compare"]

RATED = 30  # algorithms up to which all play against all


def compare(
    runs: Runs,
    plan: Plan,
    parts: Mapping[str, AlgorithmPart],
    leading: Sequence[str],
    measured: Runs,
) -> Comparison:
    """Compute what is shown of several algorithms together.

    Of many algorithms, only the leading ones are compared pair by pair. What the scope of the plan
    leaves out is empty. `measured` are the runs with the values as they were loaded.
    """
    wants = plan.scope.wants
    tables = [part.table for part in parts.values()]
    budget_tables = [p.budget_table for p in parts.values() if p.budget_table is not None]
    losses = [part.losses for part in parts.values() if part.losses is not None]
    several = len(parts) > 1
    compared = runs if len(parts) <= FEW else runs.select(algorithms=list(leading))
    common = several and _share_problems(compared)
    return Comparison(
        table=marked(ErtTable.concatenate(tables), runs, table_targets(plan))
        if wants("table")
        else ErtTable.concatenate([]),
        budget_table=marked(ErtTable.concatenate(budget_tables), runs, plan.budget_table_targets)
        if budget_tables
        else None,
        speed=_speed(compared, plan) if common and wants("speed") else None,
        group_speed=_group_speed(compared, plan) if common and wants("group_speed") else {},
        tests=pairwise_tests(compared.pooled(), table_targets(plan), family="pair")
        if common and wants("tests")
        else None,
        ratios=_ratios(compared, plan) if common and wants("ratios") else (),
        contributions=_contributions(runs, plan) if wants("contributions") else {},
        ratings=ratings(runs, table_targets(plan) if plan.settings.gaps else None, seed=plan.seed)
        if several and len(parts) <= RATED and wants("ratings")
        else None,
        loss_summary=loss_summary(LossRatios.concatenate(losses)) if losses else None,
        costs=relative_costs(measured.select(algorithms=list(compared.algorithms)))
        if wants("costs")
        else None,
        leaders=leaders(runs, suite_targets(plan.settings, "scaling"))
        if common and len(parts) <= FEW and wants("leaders")
        else None,
    )


def _contributions(runs: Runs, plan: Plan) -> dict[TargetSet, Contributions]:
    """Count who is best, by set of functions and kind of targets."""
    return {
        kind: contributions(runs, targets, by=plan.scope.splits)
        for kind, targets in target_sets(plan)
    }


def _speed(runs: Runs, plan: Plan) -> SpeedFactors:
    return speed_factors(runs, plan.targets, resamples=plan.resamples, seed=plan.seed)


def _group_speed(runs: Runs, plan: Plan) -> dict[str, SpeedFactors]:
    """Compute the speed factors on every group of functions."""
    found = {}
    for name, members in plan.groups.items():
        chosen = runs[np.isin(runs.function, members)]
        if len(chosen) and _share_problems(chosen):
            found[name] = _speed(chosen, plan)
    return found


def _share_problems(runs: Runs) -> bool:
    own = ["instance"] * bool(runs.own_instances.any())
    keys, _ = runs.group_index(("algorithm", "function", "dimension", *own))
    problems = [key[1:] for key in map(tuple, keys.tolist())]
    return len(set(problems)) < len(problems)


def _ratios(runs: Runs, plan: Plan) -> tuple[Any, ...]:
    """Compute the ratios of every pair in both orders."""
    curves: list[Any] = []
    targets = suite_targets(plan.settings, "distribution")
    names = runs.algorithms
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            if _share_problems(runs.select(algorithms=[one, other])):
                found = runtime_ratios(runs, one, other, targets)
                curves += thinned([*found, *(curve.turned() for curve in found)], plan)
    return tuple(curves)
