"""The results that need several algorithms: marks, speed factors, tests, ratings."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from optimeter.data.positions import positions_of
from optimeter.data.runs import Runs
from optimeter.measures import (
    Contributions,
    ErtTable,
    LossRatios,
    PositionsAt,
    RuntimeRatios,
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
    positions_at,
    ratings,
    relative_costs,
    runtime_ratios,
    suite_targets,
)
from optimeter.measures.clusters import clusters_of
from optimeter.measures.complementarity import areas_of_pairs
from optimeter.measures.ecdf import WINDOW
from optimeter.measures.speed import speed_by_set
from optimeter.measures.study import FEW, Study
from optimeter.reports.analysis.model import AlgorithmPart, Comparison, TargetSet
from optimeter.reports.analysis.parts import (
    has_fronts,
    shown_targets,
    target_sets,
    thinned,
)
from optimeter.reports.analysis.scope import Scope

__all__ = ["Maker", "comparison_of", "of_parts", "of_runs"]

Maker = Callable[[], Any]
ALL = "all"  # functions
RATED = 30  # algorithms up to which all play against all


def of_runs(
    runs: Runs,
    study: Study,
    scope: Scope,
    rivals: Sequence[str],
    leading: Sequence[str],
    *,
    measured: Runs,
) -> dict[str, Maker]:
    """Return how everything is made that needs the runs of the algorithms alone, by name.

    Of many rivals, only the leading ones and the pair of the scope are compared pair by pair. What the
    scope leaves out is left out. `measured` are the runs with the values as they were
    loaded.
    """
    wants = scope.wants
    several, few = len(rivals) > 1, len(rivals) <= FEW
    chosen = dict.fromkeys((*leading, *(name for name in scope.pair if name in rivals)))
    compared = runs if few else runs.select(algorithms=list(chosen))
    common = several and _share_problems(compared)
    # What is asked for and how it is made; what takes longest comes first.
    makers: dict[str, tuple[bool, Maker]] = {
        "ratings": (
            several and len(rivals) <= RATED and wants("ratings"),
            lambda: ratings(
                runs, study.table_targets if study.settings.gaps else None, seed=study.seed
            ),
        ),
        "tests": (
            common and wants("tests"),
            lambda: pairwise_tests(compared.pooled(), study.table_targets, family="pair"),
        ),
        "distances": (
            common and wants("distances"),
            lambda: kolmogorov_smirnov(compared.pooled(), study.table_targets),
        ),
        "deep_ranking": (
            common and few and wants("deep_ranking"),
            lambda: deep_ranking(runs.pooled(), study.table_targets),
        ),
        "speeds": (
            common and (wants("speed") or wants("group_speed")),
            lambda: _speeds(compared, study, scope),
        ),
        "leaders": (
            common and few and wants("leaders"),
            lambda: leaders(runs, shown_targets(study, scope, "scaling")),
        ),
        "ratios": (common and wants("ratios"), lambda: _ratios(compared, study)),
        "contributions": (wants("contributions"), lambda: _contributions(runs, study, scope)),
        "costs": (
            wants("costs"),
            lambda: relative_costs(measured.select(algorithms=list(compared.algorithms))),
        ),
        "pair_areas": (  # of many algorithms for a figure alone
            wants("pair_areas")
            and several
            and (few or scope.needs is not None)
            and _share_problems(runs),
            lambda: areas_of_pairs(runs, study.targets, window=WINDOW),
        ),
        "fronts": (
            few and wants("fronts") and has_fronts(measured),
            lambda: front_summary(front_quality(measured, _budgets_of_fronts(measured))),
        ),
        "positions": (
            scope.asks("positions") and bool(len(measured)),
            lambda: _positions(measured.select(algorithms=list(compared.algorithms)), scope),
        ),
    }
    return {name: make for name, (asked, make) in makers.items() if asked}


def _budgets_of_fronts(runs: Runs) -> list[float]:
    """Return the budgets at which fronts are judged, up to the longest run, and the end of the runs."""
    longest = float(np.max(runs.evaluations / runs.dimension))
    return [*np.minimum(budget_grid(runs), longest).tolist(), np.inf]


def of_parts(
    runs: Runs, study: Study, scope: Scope, parts: Mapping[str, AlgorithmPart]
) -> dict[str, Maker]:
    """Return how everything is made that needs results of the single algorithms, by name."""
    wants = scope.wants
    tables = [part.table for part in parts.values()]
    budget_tables = [p.budget_table for p in parts.values() if p.budget_table is not None]
    losses = [part.losses for part in parts.values() if part.losses is not None]
    makers: dict[str, tuple[bool, Maker]] = {
        "table": (
            wants("table"),
            lambda: marked(ErtTable.concatenate(tables), runs, study.table_targets),
        ),
        "budget_table": (
            bool(budget_tables),
            lambda: marked(ErtTable.concatenate(budget_tables), runs, study.budget_table_targets),
        ),
        "clusters": (
            len(parts) > 1 and wants("clusters"),
            lambda: clusters_of(part.ert for part in parts.values()),
        ),
        "loss_summary": (bool(losses), lambda: loss_summary(LossRatios.concatenate(losses))),
    }
    return {name: make for name, (asked, make) in makers.items() if asked}


def comparison_of(made: Mapping[str, Any]) -> Comparison:
    """Return a comparison of what was made of it; the rest is empty."""
    speeds = dict(made.get("speeds", {}))
    others = {name: result for name, result in made.items() if name != "speeds"}
    return Comparison(**others, speed=speeds.pop(ALL, None), group_speed=speeds)


def _positions(runs: Runs, scope: Scope) -> PositionsAt:
    """Read where runs were, at the target or within the budget of the scope."""
    budgets = np.inf if scope.budget is None else scope.budget
    found = positions_of(runs)
    return positions_at(found, scope.target, budgets=budgets, relative=scope.relative)


def _contributions(runs: Runs, study: Study, scope: Scope) -> dict[TargetSet, Contributions]:
    """Count who is best, by set of functions and kind of targets."""
    return {
        kind: contributions(runs, targets, by=scope.splits)
        for kind, targets in target_sets(study, scope)
    }


def _speeds(runs: Runs, study: Study, scope: Scope) -> dict[str, SpeedFactors]:
    """Compute the speed factors on all functions and on every group of them."""
    sets: dict[str, tuple[int, ...] | None] = {}
    if scope.wants("speed"):
        sets[ALL] = None
    if scope.wants("group_speed"):
        sets |= study.groups
    return speed_by_set(runs, study.targets, sets, resamples=study.resamples, seed=study.seed)


def _share_problems(runs: Runs) -> bool:
    own = ["instance"] * bool(runs.own_instances.any())
    keys, _ = runs.group_index(("algorithm", "function", "dimension", *own))
    problems = [key[1:] for key in map(tuple, keys.tolist())]
    return len(set(problems)) < len(problems)


def _ratios(runs: Runs, study: Study) -> RuntimeRatios:
    """Compute the ratios of every pair in both orders."""
    found = runtime_ratios(runs, targets=suite_targets(study.settings, "distribution"))
    both = (one for curve in found for one in (curve, curve.turned()))
    return RuntimeRatios.of(thinned(both, study))
