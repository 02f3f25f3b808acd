"""What recorded runs mean: expected runtimes, runtime profiles, comparisons, ratings.

Pure functions over `Runs`; each returns a small typed result with ``to_dicts()``.
"""

from optimeter.measures._band import Band
from optimeter.measures._steps import Steps
from optimeter.measures._table import Table
from optimeter.measures.advice import Advice, Cover, advice, cover
from optimeter.measures.attainment import (
    Aocc,
    Attainment,
    AttainmentEcdf,
    AttainmentLevels,
    aocc,
    attainment,
    attainment_ecdf,
    attainment_levels,
)
from optimeter.measures.attainment_surface import (
    AttainmentSurface,
    AttainmentSurfaces,
    SurfaceCurve,
    attainment_surface,
    attainment_surfaces,
)
from optimeter.measures.best import Contributions, best_of, contributions
from optimeter.measures.clusters import Clusters, clusters
from optimeter.measures.complementarity import Complementarity, complementarity, shapley_of_best
from optimeter.measures.deep_statistics import DeepRanking, deep_ranking
from optimeter.measures.density import (
    CumulativeDifference,
    Density,
    Histogram,
    ProbabilityMass,
    cumulative_difference,
    histogram,
    kernel_density,
    probability_mass,
)
from optimeter.measures.distributions import (
    QualityCurve,
    QualityDistribution,
    RunLengthCurve,
    RunLengthDistribution,
    budget_ecdf,
    quality_distribution,
    run_length_distribution,
)
from optimeter.measures.ecdf import Ecdf, EcdfCurve, ecdf
from optimeter.measures.ert import Ert, ErtInterval, Runtimes, ert, ert_interval, runtimes
from optimeter.measures.ert_table import ErtTable, ert_table, marked
from optimeter.measures.fixed_budget import ValueStatistics, budget_grid, value_statistics
from optimeter.measures.front_quality import (
    FrontQuality,
    FrontSummary,
    front_quality,
    front_summary,
)
from optimeter.measures.gaps import GapScale, ValueRanges, gaps, value_ranges
from optimeter.measures.kolmogorov_smirnov import KolmogorovSmirnov, kolmogorov_smirnov
from optimeter.measures.leaders import Leaders, leaders
from optimeter.measures.loss import LossRatios, LossSummary, loss_ratios, loss_summary
from optimeter.measures.multiple_tests import bonferroni, holm
from optimeter.measures.pairs import RatioCurve, RuntimeRatios, runtime_ratios
from optimeter.measures.parameters import (
    ParameterStatistics,
    parameter_names,
    parameters_at_budgets,
    parameters_at_targets,
)
from optimeter.measures.portfolio import portfolio
from optimeter.measures.positions import PositionsAt, positions_at
from optimeter.measures.profiles import (
    LogRatios,
    ProfileCurve,
    Profiles,
    data_profile,
    log_ratios,
    performance_profile,
)
from optimeter.measures.quantiles import QuantileMethod, quantile
from optimeter.measures.rank_sum import PairTests, pairwise_tests
from optimeter.measures.ratings import (
    Ratings,
    WinningFractions,
    glicko2_update,
    ratings,
    winning_fractions,
)
from optimeter.measures.reference_of import ReferenceLike, reference_of
from optimeter.measures.reference_profile import reference_ecdf, reference_scaling
from optimeter.measures.references import REFERENCES, Reference, load_reference
from optimeter.measures.regimes import Regimes, regimes
from optimeter.measures.relative_costs import TOLERANCES, RelativeCosts, relative_costs
from optimeter.measures.restarts import (
    RestartPercentiles,
    restart_distribution,
    restart_percentiles,
)
from optimeter.measures.run_length_targets import ECDF_BUDGETS, TABLE_BUDGETS, run_length_targets
from optimeter.measures.runtime_statistics import RuntimeStatistics, runtime_statistics
from optimeter.measures.scaling import (
    InstanceEffect,
    Scaling,
    instance_effect,
    scaling,
)
from optimeter.measures.single_runs import (
    DensityCurve,
    RunValues,
    SampleDensities,
    common_edges,
    run_values,
    runtime_density,
    value_density,
)
from optimeter.measures.speed import SpeedFactors, speed_factors
from optimeter.measures.suites import SUITES, SuiteSettings, settings_of, suite_settings
from optimeter.measures.targets import Targets, TargetsLike, recorded_targets, suite_targets
from optimeter.measures.verdicts import Verdicts, verdicts
from optimeter.measures.winners import BudgetWinners, budget_winners, winners_of

__all__ = [
    "ECDF_BUDGETS",
    "REFERENCES",
    "SUITES",
    "TABLE_BUDGETS",
    "TOLERANCES",
    "Advice",
    "Aocc",
    "Attainment",
    "AttainmentEcdf",
    "AttainmentLevels",
    "AttainmentSurface",
    "AttainmentSurfaces",
    "Band",
    "BudgetWinners",
    "Clusters",
    "Complementarity",
    "Contributions",
    "Cover",
    "CumulativeDifference",
    "DeepRanking",
    "Density",
    "DensityCurve",
    "Ecdf",
    "EcdfCurve",
    "Ert",
    "ErtInterval",
    "ErtTable",
    "FrontQuality",
    "FrontSummary",
    "GapScale",
    "Histogram",
    "InstanceEffect",
    "KolmogorovSmirnov",
    "Leaders",
    "LogRatios",
    "LossRatios",
    "LossSummary",
    "PairTests",
    "ParameterStatistics",
    "PositionsAt",
    "ProbabilityMass",
    "ProfileCurve",
    "Profiles",
    "QualityCurve",
    "QualityDistribution",
    "QuantileMethod",
    "Ratings",
    "RatioCurve",
    "Reference",
    "ReferenceLike",
    "Regimes",
    "RelativeCosts",
    "RestartPercentiles",
    "RunLengthCurve",
    "RunLengthDistribution",
    "RunValues",
    "RuntimeRatios",
    "RuntimeStatistics",
    "Runtimes",
    "SampleDensities",
    "Scaling",
    "SpeedFactors",
    "Steps",
    "SuiteSettings",
    "SurfaceCurve",
    "Table",
    "Targets",
    "TargetsLike",
    "ValueRanges",
    "ValueStatistics",
    "Verdicts",
    "WinningFractions",
    "advice",
    "aocc",
    "attainment",
    "attainment_ecdf",
    "attainment_levels",
    "attainment_surface",
    "attainment_surfaces",
    "best_of",
    "bonferroni",
    "budget_ecdf",
    "budget_grid",
    "budget_winners",
    "clusters",
    "common_edges",
    "complementarity",
    "contributions",
    "cover",
    "cumulative_difference",
    "data_profile",
    "deep_ranking",
    "ecdf",
    "ert",
    "ert_interval",
    "ert_table",
    "front_quality",
    "front_summary",
    "gaps",
    "glicko2_update",
    "histogram",
    "holm",
    "instance_effect",
    "kernel_density",
    "kolmogorov_smirnov",
    "leaders",
    "load_reference",
    "log_ratios",
    "loss_ratios",
    "loss_summary",
    "marked",
    "pairwise_tests",
    "parameter_names",
    "parameters_at_budgets",
    "parameters_at_targets",
    "performance_profile",
    "portfolio",
    "positions_at",
    "probability_mass",
    "quality_distribution",
    "quantile",
    "ratings",
    "recorded_targets",
    "reference_ecdf",
    "reference_of",
    "reference_scaling",
    "regimes",
    "relative_costs",
    "restart_distribution",
    "restart_percentiles",
    "run_length_distribution",
    "run_length_targets",
    "run_values",
    "runtime_density",
    "runtime_ratios",
    "runtime_statistics",
    "runtimes",
    "scaling",
    "settings_of",
    "shapley_of_best",
    "speed_factors",
    "suite_settings",
    "suite_targets",
    "value_density",
    "value_ranges",
    "value_statistics",
    "verdicts",
    "winners_of",
    "winning_fractions",
]
