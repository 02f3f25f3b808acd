"""The results that need several algorithms, a row each: marks, speed factors, tests, ratings."""

from typing import Any

import numpy as np

from optimeter._parallel import mapped
from optimeter.data.positions import positions_of
from optimeter.measures.advice import Advice, Cover, advice_budgets, advice_of, covers_of
from optimeter.measures.best import Contributions, contributions
from optimeter.measures.clusters import Clusters, clusters_of
from optimeter.measures.complementarity import areas_of_pairs
from optimeter.measures.deep_statistics import DeepRanking, deep_ranking
from optimeter.measures.ecdf import WINDOW
from optimeter.measures.ert import Ert
from optimeter.measures.ert_table import ErtTable, marked
from optimeter.measures.fixed_budget import budget_grid
from optimeter.measures.front_quality import FrontSummary, front_quality, front_summary
from optimeter.measures.kolmogorov_smirnov import KolmogorovSmirnov, kolmogorov_smirnov
from optimeter.measures.leaders import Leaders, leaders
from optimeter.measures.loss import LossRatios, LossSummary, loss_summary
from optimeter.measures.of_parts import (
    ERT,
    LOSSES,
    PLAIN_BUDGET_TABLE,
    PLAIN_TABLE,
    PROFILES,
    has_fronts,
    target_sets,
)
from optimeter.measures.pairs import RuntimeRatios, runtime_ratios
from optimeter.measures.positions import PositionsAt, positions_at
from optimeter.measures.rank_sum import PairTests, pairwise_tests
from optimeter.measures.ratings import Ratings, ratings
from optimeter.measures.registry import Contest, SuiteResult, share_problems, targets_in
from optimeter.measures.relative_costs import RelativeCosts, relative_costs
from optimeter.measures.scope import TargetSet
from optimeter.measures.speed import SpeedFactors, speed_by_set
from optimeter.measures.targets import suite_targets
from optimeter.measures.thinning import Profile, thinned
from optimeter.measures.winners import BudgetWinners, winners_of

__all__ = [
    "ADVICE",
    "BUDGET_TABLE",
    "CLUSTERS",
    "CONTRIBUTIONS",
    "COSTS",
    "COVERS",
    "DEEP_RANKING",
    "DISTANCES",
    "FRONTS",
    "LEADERS",
    "LOSS_SUMMARY",
    "PAIR_AREAS",
    "POSITIONS",
    "RATINGS",
    "RATIOS",
    "SPEEDS",
    "SUITE_RESULTS",
    "TABLE",
    "TESTS",
    "WINNERS",
]

ALL = "all"  # functions
RATED = 30  # algorithms up to which all play against all
WINNER_BUDGETS = 10.0 ** (np.arange(36) / 5)

# -------------------------------------------------------------------------------- how they are made


def _table(contest: Contest) -> ErtTable:
    plain = ErtTable.concatenate(contest.of(PLAIN_TABLE))
    return marked(plain, contest.runs, contest.study.table_targets)


def _budget_table(contest: Contest) -> ErtTable:
    plain = ErtTable.concatenate(contest.of(PLAIN_BUDGET_TABLE))
    return marked(plain, contest.runs, contest.study.budget_table_targets)


def _ratings(contest: Contest) -> Ratings:
    study = contest.study
    targets = study.table_targets if study.settings.gaps else None
    return ratings(contest.runs, targets, seed=study.seed)


def _speeds(contest: Contest) -> dict[str, SpeedFactors]:
    """Compute the speed factors on all functions and on every group of them."""
    study = contest.study
    groups = study.groups if contest.scope.grouped else {}
    sets: dict[str, tuple[int, ...] | None] = {ALL: None, **groups}
    return speed_by_set(
        contest.compared, study.targets, sets, resamples=study.resamples, seed=study.seed
    )


def _leaders(contest: Contest) -> Leaders:
    return leaders(contest.runs, targets_in(contest.study, contest.scope, "scaling"))


def _ratios(contest: Contest) -> RuntimeRatios:
    """Compute the ratios of every pair in both orders."""
    study = contest.study
    found = runtime_ratios(contest.compared, targets=suite_targets(study.settings, "distribution"))
    both = (one for curve in found for one in (curve, curve.turned()))
    return RuntimeRatios.of(thinned(both, study))


def _contributions(contest: Contest) -> dict[TargetSet, Contributions]:
    """Count who is best, by set of functions and kind of targets."""
    return {
        kind: contributions(contest.runs, targets, by=contest.scope.splits)
        for kind, targets in target_sets(contest.study, contest.scope)
    }


def _costs(contest: Contest) -> RelativeCosts:
    return relative_costs(contest.measured.select(algorithms=list(contest.compared.algorithms)))


def _fronts(contest: Contest) -> FrontSummary:
    """Judge fronts at budgets up to the longest run, and at the end of the runs."""
    runs = contest.measured
    longest = float(np.max(runs.evaluations / runs.dimension))
    budgets = [*np.minimum(budget_grid(runs), longest).tolist(), np.inf]
    return front_summary(front_quality(runs, budgets))


def _positions(contest: Contest) -> PositionsAt:
    """Read where runs were, at the target or within the budget of the scope."""
    scope = contest.scope
    budgets = np.inf if scope.budget is None else scope.budget
    found = positions_of(contest.measured.select(algorithms=list(contest.compared.algorithms)))
    return positions_at(found, scope.target, budgets=budgets, relative=scope.relative)


def _told(contest: Contest) -> dict[TargetSet, list[Profile]]:
    """Return the profiles of the sets of functions that are told of, by kind of targets."""
    found: dict[TargetSet, list[Profile]] = {}
    for profiles in contest.of(PROFILES):
        for profile in profiles:
            if profile.group in contest.sets:
                found.setdefault(profile.targets, []).append(profile)
    return found


def _winners(contest: Contest) -> dict[TargetSet, BudgetWinners]:
    """Find who leads on some sets of functions, for each kind of targets."""
    told = _told(contest)
    return {targets: winners_of(members, WINNER_BUDGETS) for targets, members in told.items()}


def _advice(contest: Contest) -> dict[TargetSet, Advice]:
    """Put the algorithms in order on some sets of functions, for each kind of targets."""
    told = _told(contest)
    return {
        targets: advice_of(members, advice_budgets(contest.runs))
        for targets, members in told.items()
    }


def _covers(contest: Contest) -> tuple[Cover, ...]:
    """Find the few algorithms that solve most together, dimension by dimension."""
    budgets, tables = advice_budgets(contest.runs).tolist(), contest.of(ERT)

    def found(dimension: int) -> Cover:
        here = Ert.concatenate([table.select(dimension=dimension) for table in tables])
        return covers_of(here, budgets)

    dimensions = np.unique(contest.runs.dimension).tolist()
    return tuple(map(found, dimensions) if contest.few else mapped(found, dimensions))


# ----------------------------------------------------------------------------------------- the rows

TABLE = SuiteResult("table", ErtTable, _table, inputs=(PLAIN_TABLE,))
BUDGET_TABLE = SuiteResult(
    "budget_table",
    ErtTable,
    _budget_table,
    lambda contest: bool(contest.of(PLAIN_BUDGET_TABLE)),
    (PLAIN_BUDGET_TABLE,),
)
CLUSTERS = SuiteResult(
    "clusters",
    Clusters,
    lambda contest: clusters_of(contest.of(ERT)),
    lambda contest: contest.several,
    (ERT,),
)
LOSS_SUMMARY = SuiteResult(
    "loss_summary",
    LossSummary,
    lambda contest: loss_summary(LossRatios.concatenate(contest.of(LOSSES))),
    lambda contest: bool(contest.of(LOSSES)),
    (LOSSES,),
)
RATINGS = SuiteResult(
    "ratings",
    Ratings,
    _ratings,
    lambda contest: contest.several and len(contest.rivals) <= RATED,
)
TESTS = SuiteResult(
    "tests",
    PairTests,
    lambda contest: pairwise_tests(
        contest.compared.pooled(), contest.study.table_targets, family="pair"
    ),
    lambda contest: contest.common,
)
DISTANCES = SuiteResult(
    "distances",
    KolmogorovSmirnov,
    lambda contest: kolmogorov_smirnov(contest.compared.pooled(), contest.study.table_targets),
    lambda contest: contest.common,
)
DEEP_RANKING = SuiteResult(
    "deep_ranking",
    DeepRanking,
    lambda contest: deep_ranking(contest.runs.pooled(), contest.study.table_targets),
    lambda contest: contest.common and contest.few,
)
SPEEDS = SuiteResult("speeds", dict, _speeds, lambda contest: contest.common)
LEADERS = SuiteResult("leaders", Leaders, _leaders, lambda contest: contest.common and contest.few)
RATIOS = SuiteResult("ratios", RuntimeRatios, _ratios, lambda contest: contest.common)
CONTRIBUTIONS = SuiteResult("contributions", dict, _contributions)
COSTS = SuiteResult("costs", RelativeCosts, _costs)
PAIR_AREAS = SuiteResult(  # of many algorithms for a figure alone
    "pair_areas",
    tuple,
    lambda contest: areas_of_pairs(contest.runs, contest.study.targets, window=WINDOW),
    lambda contest: (
        contest.several
        and (contest.few or not contest.scope.whole)
        and share_problems(contest.runs)
    ),
)
FRONTS = SuiteResult(
    "fronts", FrontSummary, _fronts, lambda contest: contest.few and has_fronts(contest.measured)
)
POSITIONS = SuiteResult(  # which are read from files
    "positions", PositionsAt, _positions, lambda contest: bool(len(contest.measured)), asked=True
)
WINNERS = SuiteResult("winners", dict, _winners, inputs=(PROFILES,), light=True)
ADVICE = SuiteResult("advice", dict, _advice, inputs=(PROFILES,), light=True)
COVERS = SuiteResult("covers", tuple, _covers, lambda contest: contest.several, (ERT,), light=True)

# What takes longest comes first.
SUITE_RESULTS: tuple[SuiteResult[Any], ...] = (
    *(TABLE, BUDGET_TABLE, CLUSTERS, LOSS_SUMMARY, RATINGS, TESTS, DISTANCES, DEEP_RANKING),
    *(SPEEDS, LEADERS, RATIOS, CONTRIBUTIONS, COSTS, PAIR_AREAS, FRONTS, POSITIONS),
    *(WINNERS, ADVICE, COVERS),
)
