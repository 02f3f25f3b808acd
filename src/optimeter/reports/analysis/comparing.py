"""The results that need several algorithms: marks, speed factors, tests, ratings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from optimeter._parallel import mapped
from optimeter.data.runs import Runs
from optimeter.measures import (
    Contributions,
    ErtTable,
    LossRatios,
    SpeedFactors,
    budget_grid,
    contributions,
    deep_ranking,
    front_quality,
    front_summary,
    kolmogorov_smirnov,
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
from optimeter.measures.clusters import clusters_of
from optimeter.measures.complementarity import areas_of_pairs
from optimeter.reports.analysis.model import AlgorithmPart, Comparison, TargetSet
from optimeter.reports.analysis.parts import (
    WINDOW,
    has_fronts,
    shown_targets,
    table_targets,
    target_sets,
    thinned,
)
from optimeter.reports.analysis.plan import FEW, Plan
from optimeter.reports.analysis.scope import WHOLE

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

    Of many algorithms, only the leading ones and the pair of the scope are compared pair by pair.
    What the scope of the plan leaves out is empty. `measured` are the runs with the values as they
    were loaded.
    """
    wants = plan.scope.wants
    tables = [part.table for part in parts.values()]
    budget_tables = [p.budget_table for p in parts.values() if p.budget_table is not None]
    losses = [part.losses for part in parts.values() if part.losses is not None]
    several = len(parts) > 1
    chosen = dict.fromkeys((*leading, *(name for name in plan.scope.pair if name in parts)))
    compared = runs if len(parts) <= FEW else runs.select(algorithms=list(chosen))
    common = several and _share_problems(compared)
    rated = several and len(parts) <= RATED
    # What is asked for and how it is made; what takes longest comes first.
    makers: dict[str, tuple[bool, Callable[[], Any]]] = {
        "ratings": (
            rated and wants("ratings"),
            lambda: ratings(
                runs, table_targets(plan) if plan.settings.gaps else None, seed=plan.seed
            ),
        ),
        "tests": (
            common and wants("tests"),
            lambda: pairwise_tests(compared.pooled(), table_targets(plan), family="pair"),
        ),
        "distances": (
            common and wants("distances"),
            lambda: kolmogorov_smirnov(compared.pooled(), table_targets(plan)),
        ),
        "deep_ranking": (
            common and len(parts) <= FEW and wants("deep_ranking"),
            lambda: deep_ranking(runs.pooled(), table_targets(plan)),
        ),
        "speed": (common and wants("speed"), lambda: _speed(compared, plan)),
        "table": (
            wants("table"),
            lambda: marked(ErtTable.concatenate(tables), runs, table_targets(plan)),
        ),
        "budget_table": (
            bool(budget_tables),
            lambda: marked(ErtTable.concatenate(budget_tables), runs, plan.budget_table_targets),
        ),
        "group_speed": (common and wants("group_speed"), lambda: _group_speed(compared, plan)),
        "leaders": (
            common and len(parts) <= FEW and wants("leaders"),
            lambda: leaders(runs, shown_targets(plan, "scaling")),
        ),
        "ratios": (common and wants("ratios"), lambda: _ratios(compared, plan)),
        "contributions": (wants("contributions"), lambda: _contributions(runs, plan)),
        "loss_summary": (bool(losses), lambda: loss_summary(LossRatios.concatenate(losses))),
        "costs": (
            wants("costs"),
            lambda: relative_costs(measured.select(algorithms=list(compared.algorithms))),
        ),
        "pair_areas": (
            common and len(parts) <= FEW and wants("pair_areas"),
            lambda: areas_of_pairs(runs, plan.targets, window=WINDOW),
        ),
        "clusters": (
            several and wants("clusters"),
            lambda: clusters_of(part.ert for part in parts.values()),
        ),
        "fronts": (
            len(parts) <= FEW and wants("fronts") and has_fronts(measured),
            lambda: front_summary(front_quality(measured, [*budget_grid(measured), np.inf])),
        ),
    }
    wanted = {name: make for name, (asked, make) in makers.items() if asked}
    heavy = several and plan.scope == WHOLE  # a single figure is not worth other cores
    made = (mapped if heavy else map)(_called, list(wanted.values()))
    return replace(NOTHING, **dict(zip(wanted, made, strict=True)))


NOTHING = Comparison(
    table=ErtTable.concatenate([]),
    budget_table=None,
    speed=None,
    group_speed={},
    tests=None,
    ratios=(),
    contributions={},
    ratings=None,
    loss_summary=None,
    costs=None,
    leaders=None,
    distances=None,
    deep_ranking=None,
    pair_areas=(),
    clusters=None,
    fronts=None,
)


def _called(make: Callable[[], Any]) -> Any:
    return make()


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
    found = runtime_ratios(runs, targets=suite_targets(plan.settings, "distribution"))
    return thinned([one for curve in found for one in (curve, curve.turned())], plan)
