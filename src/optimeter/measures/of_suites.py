"""The results that need several algorithms, a row each: marks, ratios of runtimes, tests, ratings."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from optimeter._parallel import mapped
from optimeter.data.positions import positions_of
from optimeter.measures._table import keyed
from optimeter.measures.advice import Cover, TargetAdvice, advice_budgets, advice_of, covers_of
from optimeter.measures.best import TargetContributions, contributions
from optimeter.measures.clusters import Clusters, clusters_of
from optimeter.measures.complementarity import PairAreas, areas_of_pairs, complementarity_of
from optimeter.measures.deep_statistics import DeepRanking, deep_ranking
from optimeter.measures.ecdf import WINDOW
from optimeter.measures.ert_table import ErtTable, marked
from optimeter.measures.example_data import runs_with_fronts, runs_without_optimum
from optimeter.measures.fixed_budget import budget_grid
from optimeter.measures.front_quality import FrontSummary, front_quality, front_summary
from optimeter.measures.gaps import ValueRanges
from optimeter.measures.kolmogorov_smirnov import KolmogorovSmirnov, kolmogorov_smirnov
from optimeter.measures.leaders import Leaders, leaders
from optimeter.measures.loss import LossSummary, loss_summary
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
from optimeter.measures.reference_profile import reference_ecdf, reference_scaling
from optimeter.measures.registry import Columns, Contest, SuiteResult, share_problems, targets_in
from optimeter.measures.relative_costs import RelativeCosts, relative_costs
from optimeter.measures.scaling import Scaling
from optimeter.measures.scope import TargetSet
from optimeter.measures.speed import SetSpeeds, speed_by_set
from optimeter.measures.targets import suite_targets
from optimeter.measures.thinning import Profile, RuntimeProfiles, per_decade, thinned
from optimeter.measures.winners import TargetWinners, winners_of

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
    "RANGES",
    "RATINGS",
    "RATIOS",
    "REFERENCE_PROFILES",
    "REFERENCE_SCALING",
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
    return marked(contest.of(PLAIN_TABLE), contest.runs, contest.study.table_targets)


def _budget_table(contest: Contest) -> ErtTable:
    plain = contest.of(PLAIN_BUDGET_TABLE)
    return marked(plain, contest.runs, contest.study.budget_table_targets)


def _ratings(contest: Contest) -> Ratings:
    study = contest.study
    targets = study.table_targets if study.settings.gaps else None
    return ratings(contest.runs, targets, seed=study.seed)


def _speeds(contest: Contest) -> SetSpeeds:
    """Compute the ratios of expected runtimes on all functions and on every group of them."""
    study = contest.study
    groups = study.groups if contest.scope.grouped else {}
    sets: dict[str, tuple[int, ...] | None] = {ALL: None, **groups}
    found = speed_by_set(
        contest.compared, study.targets, sets, resamples=study.resamples, seed=study.seed
    )
    return keyed(SetSpeeds, found)


def _leaders(contest: Contest) -> Leaders:
    return leaders(contest.runs, targets_in(contest.study, contest.scope, "scaling"))


def _ratios(contest: Contest) -> RuntimeRatios:
    """Compute the ratios of every pair in both orders."""
    study = contest.study
    found = runtime_ratios(contest.compared, targets=suite_targets(study.settings, "distribution"))
    both = (one for curve in found for one in (curve, curve.turned()))
    return RuntimeRatios.of(thinned(both, study))


def _contributions(contest: Contest) -> TargetContributions:
    """Count who is best, by set of functions and kind of targets."""
    found = {
        kind: contributions(contest.runs, targets, by=contest.scope.splits)
        for kind, targets in target_sets(contest.study, contest.scope)
    }
    return keyed(TargetContributions, found)


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
    for profile in contest.of(PROFILES).select(group=contest.sets):
        found.setdefault(profile.targets, []).append(profile)
    return found


def _winners(contest: Contest) -> TargetWinners:
    """Find who leads on some sets of functions, for each kind of targets."""
    told = _told(contest).items()
    return keyed(TargetWinners, {kind: winners_of(found, WINNER_BUDGETS) for kind, found in told})


def _advice(contest: Contest) -> TargetAdvice:
    """Put the algorithms in order on some sets of functions, for each kind of targets."""
    told, budgets = _told(contest).items(), advice_budgets(contest.runs)
    return keyed(TargetAdvice, {kind: advice_of(found, budgets) for kind, found in told})


def _covers(contest: Contest) -> Cover:
    """Find the few algorithms that solve most together, dimension by dimension."""
    budgets, table = advice_budgets(contest.runs).tolist(), contest.of(ERT)

    def found(dimension: int) -> Cover:
        return covers_of(table.select(dimension=dimension), budgets)

    dimensions = np.unique(contest.runs.dimension).tolist()
    parts = map(found, dimensions) if contest.few else mapped(found, dimensions)
    return Cover.concatenate(list(parts))


def _reference_profiles(contest: Contest) -> Iterator[Profile]:
    """Compute the runtime profiles of the reference, where it covers all problems."""
    study, scope = contest.study, contest.scope
    reference = study.reference
    if reference is None:
        return
    for kind, targets in target_sets(study, scope):
        for split, (dimensions, functions) in product(scope.splits, study.sets):
            held = [
                d
                for d in dimensions
                if d in contest.dimensions
                and reference.has(np.array(functions), np.full(len(functions), d)).all()
            ]
            if not held:
                continue
            curves = reference_ecdf(
                reference,
                targets,
                functions=functions,
                dimensions=held,
                by=split,
                window=WINDOW,
            )
            for curve in curves:
                group = ALL if curve.group == "chosen" else curve.group
                yield Profile.of(curve, group, kind, per_decade(study))


def _reference_scaling(contest: Contest) -> Scaling:
    """Compute the expected runtimes of the reference in the dimensions of the data."""
    study = contest.study
    if study.reference is None:
        return Scaling.concatenate([])
    targets = targets_in(study, contest.scope, "scaling")
    return reference_scaling(study.reference, targets, dimensions=contest.dimensions)


# ----------------------------------------------------------------------------------------- the rows

TABLE = SuiteResult(
    "table",
    ErtTable,
    _table,
    inputs=(PLAIN_TABLE,),
    columns=Columns(
        "ert", spread=("p10", "p90"), divided=("reference_ert", "ratio", "beats_reference")
    ),
)
BUDGET_TABLE = SuiteResult(
    "budget_table",
    ErtTable,
    _budget_table,
    lambda contest: len(contest.of(PLAIN_BUDGET_TABLE)) > 0,
    (PLAIN_BUDGET_TABLE,),
    columns=Columns("ert_budget_targets", spread=("p10", "p90")),
)
CLUSTERS = SuiteResult(
    "clusters",
    Clusters,
    lambda contest: clusters_of(contest.of(ERT)),
    lambda contest: contest.several,
    (ERT,),
    columns=Columns("clusters", undefined=("joins", "factor")),
)
LOSS_SUMMARY = SuiteResult(
    "loss_summary",
    LossSummary,
    lambda contest: loss_summary(contest.of(LOSSES)),
    lambda contest: len(contest.of(LOSSES)) > 0,
    (LOSSES,),
    columns=Columns("loss_summary", undefined=("geometric_mean",)),
)
RATINGS = SuiteResult(
    "ratings",
    Ratings,
    _ratings,
    lambda contest: contest.several and len(contest.rivals) <= RATED,
    columns=Columns("ratings"),
)
TESTS = SuiteResult(
    "tests",
    PairTests,
    lambda contest: pairwise_tests(
        contest.compared.pooled(), contest.study.table_targets, family="pair"
    ),
    lambda contest: contest.common,
    columns=Columns("tests"),
)
DISTANCES = SuiteResult(
    "distances",
    KolmogorovSmirnov,
    lambda contest: kolmogorov_smirnov(contest.compared.pooled(), contest.study.table_targets),
    lambda contest: contest.common,
    columns=Columns("kolmogorov_smirnov"),
)
DEEP_RANKING = SuiteResult(
    "deep_ranking",
    DeepRanking,
    lambda contest: deep_ranking(contest.runs.pooled(), contest.study.table_targets),
    lambda contest: contest.common and contest.few,
    columns=Columns("deep_ranking"),
)
SPEEDS = SuiteResult(
    "speeds",
    SetSpeeds,
    _speeds,
    lambda contest: contest.common,
    columns=Columns(
        "speed_factors",
        ("functions", "group"),
        undefined=("factor", "low", "high", "factor_either"),
    ),
)
LEADERS = SuiteResult(
    "leaders",
    Leaders,
    _leaders,
    lambda contest: contest.common and contest.few,
    columns=Columns("fastest"),
)
RATIOS = SuiteResult("ratios", RuntimeRatios, _ratios, lambda contest: contest.common)
CONTRIBUTIONS = SuiteResult(
    "contributions",
    TargetContributions,
    _contributions,
    columns=Columns("contributions", ("targets", "targets"), undefined=("common_runtime",)),
)
COSTS = SuiteResult("costs", RelativeCosts, _costs)
PAIR_AREAS = SuiteResult(  # of many algorithms for a figure alone
    "pair_areas",
    PairAreas,
    lambda contest: areas_of_pairs(contest.runs, contest.study.targets, window=WINDOW),
    lambda contest: (
        contest.several
        and (contest.few or not contest.scope.whole)
        and share_problems(contest.runs)
    ),
    columns=Columns("portfolio", made=complementarity_of),
)
FRONTS = SuiteResult(
    "fronts",
    FrontSummary,
    _fronts,
    lambda contest: contest.few and has_fronts(contest.measured),
    columns=Columns("fronts"),
    example=runs_with_fronts,
)
POSITIONS = SuiteResult(  # which are read from files
    "positions", PositionsAt, _positions, lambda contest: bool(len(contest.measured)), asked=True
)
WINNERS = SuiteResult(
    "winners",
    TargetWinners,
    _winners,
    inputs=(PROFILES,),
    light=True,
    columns=Columns("leaders", ("targets", "targets")),
)
ADVICE = SuiteResult(
    "advice",
    TargetAdvice,
    _advice,
    inputs=(PROFILES,),
    light=True,
    columns=Columns("advice", ("targets", "targets")),
)
COVERS = SuiteResult(
    "covers",
    Cover,
    _covers,
    lambda contest: contest.several,
    (ERT,),
    light=True,
    columns=Columns("cover"),
)
RANGES = SuiteResult(
    "ranges",
    ValueRanges,
    lambda contest: contest.study.ranges,
    lambda contest: contest.study.ranges is not None,
    light=True,
    columns=Columns("value_ranges"),
    example=runs_without_optimum,
)
REFERENCE_PROFILES = SuiteResult(
    "reference_profiles",
    RuntimeProfiles,
    lambda contest: RuntimeProfiles.of(_reference_profiles(contest)),
    lambda contest: contest.study.reference is not None,
    light=True,
)
REFERENCE_SCALING = SuiteResult(
    "reference_scaling",
    Scaling,
    _reference_scaling,
    lambda contest: contest.study.reference is not None,
    light=True,
)

# What takes longest comes first.
SUITE_RESULTS: tuple[SuiteResult[Any], ...] = (
    *(TABLE, BUDGET_TABLE, CLUSTERS, LOSS_SUMMARY, RATINGS, TESTS, DISTANCES, DEEP_RANKING),
    *(SPEEDS, LEADERS, RATIOS, CONTRIBUTIONS, COSTS, PAIR_AREAS, FRONTS, POSITIONS),
    *(WINNERS, ADVICE, COVERS, RANGES, REFERENCE_PROFILES, REFERENCE_SCALING),
)
