"""The results of one algorithm in one dimension, a row each."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from optimeter.data.runs import Runs
from optimeter.measures._table import keyed
from optimeter.measures.attainment import (
    Aocc,
    AttainmentEcdf,
    AttainmentLevels,
    aocc,
    attainment_ecdf,
    attainment_levels,
)
from optimeter.measures.attainment_surface import AttainmentSurfaces, attainment_surfaces
from optimeter.measures.distributions import (
    QualityDistribution,
    RunLengthDistribution,
    distribution_budgets,
    qualities_by_set,
    run_lengths_by_set,
)
from optimeter.measures.ecdf import WINDOW, EcdfSplit, ecdf
from optimeter.measures.ert import Ert, ErtInterval, Runtimes, ert, ert_interval, runtimes
from optimeter.measures.ert_table import ErtTable, ert_table
from optimeter.measures.example_data import runs_with_fronts
from optimeter.measures.fixed_budget import (
    PERCENTILES,
    ValueStatistics,
    budget_grid,
    value_statistics,
)
from optimeter.measures.loss import LossRatios, loss_ratios
from optimeter.measures.parameters import (
    LoggedParameters,
    parameter_names,
    parameters_at_budgets,
)
from optimeter.measures.registry import COARSE, Columns, Part, PartResult
from optimeter.measures.scaling import Scaling, scaling
from optimeter.measures.scope import BUDGET, FIXED, Scope, TargetSet
from optimeter.measures.single_runs import (
    RunValues,
    SampleDensities,
    run_values,
    runtime_density,
    value_density,
)
from optimeter.measures.study import Study
from optimeter.measures.targets import Targets, suite_targets
from optimeter.measures.thinning import (
    Profile,
    RuntimeProfiles,
    numbers_of_profiles,
    per_decade,
    thinned,
)

__all__ = [
    "AREAS",
    "ATTAINED",
    "BUDGET_PROFILES",
    "ERT",
    "ERT_INTERVAL",
    "FINE_VALUES",
    "LEVELS",
    "LOSSES",
    "PARAMETERS",
    "PART_RESULTS",
    "PLAIN_BUDGET_TABLE",
    "PLAIN_TABLE",
    "PROFILES",
    "QUALITIES",
    "RUNTIME_DENSITIES",
    "RUN_LENGTHS",
    "RUN_TIMES",
    "RUN_VALUES",
    "SCALING",
    "SCALING_INTERVAL",
    "SCATTER",
    "SURFACES",
    "VALUES",
    "VALUE_DENSITIES",
    "has_fronts",
    "target_sets",
]

MANY_RESAMPLES = 60
SPLITS: tuple[EcdfSplit, ...] = ("all", "group", "function")
FINE = 25  # budgets a decade at which the quality is drawn
SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)  # of runs whose attainment is drawn
DRAWN = (1e-12, 1e12)  # values beyond are drawn here on logarithmic axes


def has_fronts(runs: Runs, objectives: int | None = None) -> bool:
    """Say whether all runs have several objectives on record, or the given number of them."""
    several = runs.objectives > 1 if objectives is None else runs.objectives == objectives
    recorded = np.diff(runs.record_offsets) > 0
    return bool(len(runs) and (several & recorded & ~runs.optimum_known).all())


def target_sets(study: Study, scope: Scope) -> Iterator[tuple[TargetSet, Targets]]:
    """Iterate over the kinds of targets that profiles are computed for."""
    for kind, targets in ((FIXED, study.targets), (BUDGET, study.budget_targets)):
        if targets is not None and kind in scope.targets:
            yield kind, targets


# -------------------------------------------------------------------------------- how they are made


def _profiles(part: Part) -> Iterator[Profile]:
    runs, study = part.runs, part.study
    for kind, targets in target_sets(study, part.scope):
        for dimensions, functions in study.sets:
            if not np.isin(runs.dimension, dimensions).any():
                continue
            if not np.isin(runs.function[np.isin(runs.dimension, dimensions)], functions).any():
                continue
            splits, banded = _splits(study, part.scope, kind)
            if not splits:
                continue
            resamples = min(study.resamples, MANY_RESAMPLES) if study.many else study.resamples
            curves = ecdf(
                runs,
                targets,
                functions=functions,
                dimensions=dimensions,
                by=splits,
                resamples=resamples if banded and part.scope.bands else 0,
                banded=banded,
                seed=study.seed,
                window=WINDOW,
            )
            for curve in curves:
                group = "all" if curve.group == "chosen" else curve.group
                yield Profile.of(curve, group, kind, per_decade(study))


def _splits(study: Study, scope: Scope, kind: str) -> tuple[list[EcdfSplit], list[EcdfSplit]]:
    """Return the sets of functions that are profiled, and those with a band.

    Of many algorithms, single functions have no bands, nor have budget-based targets: the page
    stays small and is made in reasonable time.
    """
    profiled = SPLITS[:1] if study.many and kind == BUDGET else SPLITS
    banded = SPLITS if not study.many else SPLITS[:2] if kind == FIXED else ()
    chosen = [split for split in profiled if split in scope.splits]
    return chosen, [split for split in chosen if split in banded]


def _table(part: Part, targets: Targets | None) -> ErtTable:
    study = part.study
    return ert_table(
        part.runs, targets, spread=not study.many, reference=study.reference, **part.sampling
    )


def _sets(part: Part) -> dict[str, tuple[int, ...] | None]:
    """Return the sets of functions that distributions over runs are computed of."""
    every: dict[str, tuple[int, ...] | None] = {"all": None, **part.study.groups}
    return {key: every[key] for key in every if part.scope.group in (None, key)}


def _run_lengths(part: Part) -> RunLengthDistribution:
    found = run_lengths_by_set(part.runs, part.targets("distribution"), _sets(part))
    return RunLengthDistribution.of(thinned(found, part.study))


def _drawn(study: Study) -> tuple[float, float]:
    """Return the limits of axes of values: of gaps, somewhat below the hardest target."""
    if not study.settings.gaps:
        return DRAWN
    positive = [target for target in study.settings.grid.values().tolist() if target > 0]
    return min(positive, default=1.0) / 10.0, DRAWN[1]


def _qualities(part: Part) -> QualityDistribution:
    given = part.scope.budget
    at = distribution_budgets(part.runs) if given is None else given
    found = qualities_by_set(part.runs, at, _sets(part))
    return QualityDistribution.of(thinned(found, part.study, *_drawn(part.study)))


def _budget_profiles(part: Part) -> QualityDistribution:
    at = budget_grid(part.runs)
    found = qualities_by_set(part.runs, at, _sets(part), over_budgets=True)
    return QualityDistribution.of(thinned(found, part.study, *_drawn(part.study)))


def _areas(part: Part) -> Aocc:
    """Compute the areas over the convergence curves within decades of the budget."""
    longest = float(np.max(part.runs.evaluations / part.runs.dimension))
    last = max(1, int(np.floor(np.log10(max(longest, 1.0)) + 1e-9)))
    return aocc(part.runs, [10.0**k for k in range(1, last + 1)], **part.sampling)


def _surfaces(part: Part) -> AttainmentSurfaces:
    budget = part.scope.budget
    return attainment_surfaces(part.seen, budgets=np.inf if budget is None else budget)


def _known(part: Part) -> Any:
    """Mark the runs on problems that the reference holds."""
    runs, reference = part.runs, part.study.reference
    if reference is None:
        return np.zeros(len(runs), dtype=bool)
    return reference.has(runs.function.astype(np.int64), runs.dimension.astype(np.int64))


def _losses(part: Part) -> LossRatios:
    """Compute loss ratios at 2 and at powers of ten, up to the longest run and not beyond."""
    runs, reference = part.runs, part.study.reference
    if reference is None:
        return LossRatios.concatenate([])
    longest = float(np.max(runs.evaluations / runs.dimension))
    last = int(np.floor(np.log10(max(longest, 1.0)) + 1e-9))
    budgets = [2.0, *(10.0**k for k in range(1, last + 1))]
    return loss_ratios(runs[_known(part)], reference, budgets)


# ----------------------------------------------------------------------------------------- the rows

PROFILES = PartResult(
    "profiles",
    RuntimeProfiles,
    lambda part: RuntimeProfiles.of(_profiles(part)),
    columns=Columns("profiles", undefined=("budget", "geometric_mean"), made=numbers_of_profiles),
)
ERT_INTERVAL = PartResult(
    "ert_interval",
    ErtInterval,
    lambda part: ert_interval(part.together, part.study.targets, **part.sampling),
    lambda part: part.scope.bands and not part.study.many,
)
ERT = PartResult(
    "ert",
    Ert,
    lambda part: ert(part.together, part.study.targets),
    columns=Columns("ert_all_targets", ends=ERT_INTERVAL),
)
SCATTER = PartResult(
    "scatter", Ert, lambda part: ert(part.together, suite_targets(part.study.settings, "scatter"))
)
PLAIN_TABLE = PartResult(
    "plain_table", ErtTable, lambda part: _table(part, part.study.table_targets)
)
PLAIN_BUDGET_TABLE = PartResult(
    "plain_budget_table",
    ErtTable,
    lambda part: _table(part, part.study.budget_table_targets),
    lambda part: part.study.budget_table_targets is not None,
)
SCALING = PartResult(
    "scaling",
    Scaling,
    lambda part: scaling(part.together, part.targets("scaling"), spread=False),
    columns=Columns("scaling", undefined=("median_success",), spread=("p25", "p50", "p75")),
)
SCALING_INTERVAL = PartResult(
    "scaling_interval",
    ErtInterval,
    lambda part: ert_interval(part.together, part.targets("scaling"), **part.sampling),
    lambda part: part.scope.bands,
)
RUN_LENGTHS = PartResult("run_lengths", RunLengthDistribution, _run_lengths)
QUALITIES = PartResult("qualities", QualityDistribution, _qualities)
BUDGET_PROFILES = PartResult("budget_profiles", QualityDistribution, _budget_profiles)
VALUES = PartResult(
    "values",
    ValueStatistics,
    lambda part: value_statistics(part.seen),
    columns=Columns("values", undefined=("mean", "median", "geometric_mean", "sd", *PERCENTILES)),
)
FINE_VALUES = PartResult(
    "fine_values",
    ValueStatistics,
    lambda part: value_statistics(part.seen, budget_grid(part.seen, FINE)),
    lambda part: not part.study.many,
)
RUN_VALUES = PartResult(
    "run_values",
    RunValues,
    lambda part: run_values(part.seen, part.coarse),
    lambda part: part.single,
)
RUNTIME_DENSITIES = PartResult(
    "runtime_densities",
    SampleDensities,
    lambda part: runtime_density(part.runs, part.targets("scaling")),
    lambda part: part.single,
)
VALUE_DENSITIES = PartResult(
    "value_densities",
    SampleDensities,
    lambda part: value_density(part.runs, part.scope.budget),
    lambda part: part.single,
)
RUN_TIMES = PartResult(
    "run_times",
    Runtimes,
    lambda part: runtimes(part.runs, part.targets("scaling")),
    lambda part: part.single,
)
LEVELS = PartResult(
    "levels",
    AttainmentLevels,
    lambda part: attainment_levels(part.seen, part.coarse, levels=SHARES),
    lambda part: part.single,
)
ATTAINED = PartResult(
    "attained",
    AttainmentEcdf,
    lambda part: attainment_ecdf(part.runs, budget_grid(part.runs, COARSE)),
    lambda part: part.single,
)
PARAMETERS = PartResult(
    "parameters",
    LoggedParameters,
    lambda part: keyed(
        LoggedParameters,
        {
            name: parameters_at_budgets(part.seen, name, part.coarse)
            for name in parameter_names(part.seen)
        },
    ),
    lambda part: part.single,
)
AREAS = PartResult(
    "areas", Aocc, _areas, lambda part: part.single, columns=Columns("aocc", empty=True)
)
SURFACES = PartResult(
    "surfaces",
    AttainmentSurfaces,
    _surfaces,
    lambda part: part.single and has_fronts(part.seen, 2),
    example=lambda: runs_with_fronts("own"),  # whose instances repeat a problem
)
LOSSES = PartResult(
    "losses",
    LossRatios,
    _losses,
    lambda part: bool(_known(part).any()),
    columns=Columns("loss", undefined=("target",)),
)

PART_RESULTS: tuple[PartResult[Any], ...] = (
    *(PROFILES, ERT, ERT_INTERVAL, SCATTER, PLAIN_TABLE, PLAIN_BUDGET_TABLE),
    *(SCALING, SCALING_INTERVAL, RUN_LENGTHS, QUALITIES, BUDGET_PROFILES),
    *(VALUES, FINE_VALUES, RUN_VALUES, RUNTIME_DENSITIES, VALUE_DENSITIES, RUN_TIMES),
    *(LEVELS, ATTAINED, PARAMETERS, AREAS, SURFACES, LOSSES),
)
