"""The results of one algorithm in one dimension, a row each."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from optimeter.data.runs import Runs
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
    distribution_budgets,
    qualities_by_set,
    run_lengths_by_set,
)
from optimeter.measures.ecdf import WINDOW, EcdfSplit, ecdf
from optimeter.measures.ert import Ert, ErtInterval, Runtimes, ert, ert_interval, runtimes
from optimeter.measures.ert_table import ErtTable, ert_table
from optimeter.measures.fixed_budget import ValueStatistics, budget_grid, value_statistics
from optimeter.measures.loss import LossRatios, loss_ratios
from optimeter.measures.parameters import parameter_names, parameters_at_budgets
from optimeter.measures.registry import COARSE, Unit, UnitResult
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
from optimeter.measures.thinning import Profile, per_decade, thinned

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
    "UNIT_RESULTS",
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


def _profiles(unit: Unit) -> Iterator[Profile]:
    runs, study = unit.runs, unit.study
    for kind, targets in target_sets(study, unit.scope):
        for dimensions, functions in study.sets:
            if not np.isin(runs.dimension, dimensions).any():
                continue
            if not np.isin(runs.function[np.isin(runs.dimension, dimensions)], functions).any():
                continue
            splits, banded = _splits(study, unit.scope, kind)
            if not splits:
                continue
            resamples = min(study.resamples, MANY_RESAMPLES) if study.many else study.resamples
            curves = ecdf(
                runs,
                targets,
                functions=functions,
                dimensions=dimensions,
                by=splits,
                resamples=resamples if banded and unit.scope.bands else 0,
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


def _table(unit: Unit, targets: Targets | None) -> ErtTable:
    study = unit.study
    return ert_table(
        unit.runs, targets, spread=not study.many, reference=study.reference, **unit.sampling
    )


def _sets(unit: Unit) -> dict[str, tuple[int, ...] | None]:
    """Return the sets of functions that distributions over runs are computed of."""
    every: dict[str, tuple[int, ...] | None] = {"all": None, **unit.study.groups}
    return {key: every[key] for key in every if unit.scope.group in (None, key)}


def _thin(
    unit: Unit, found: Mapping[str, Iterable[Any]], *limits: float
) -> dict[str, tuple[Any, ...]]:
    """Return curves by set of functions with few enough steps to draw."""
    return {key: thinned(curves, unit.study, *limits) for key, curves in found.items() if curves}


def _drawn(study: Study) -> tuple[float, float]:
    """Return the limits of axes of values: of gaps, somewhat below the hardest target."""
    if not study.settings.gaps:
        return DRAWN
    positive = [target for target in study.settings.grid.values().tolist() if target > 0]
    return min(positive, default=1.0) / 10.0, DRAWN[1]


def _qualities(unit: Unit) -> dict[str, tuple[Any, ...]]:
    given = unit.scope.budget
    at = distribution_budgets(unit.runs) if given is None else given
    return _thin(unit, qualities_by_set(unit.runs, at, _sets(unit)), *_drawn(unit.study))


def _budget_profiles(unit: Unit) -> dict[str, tuple[Any, ...]]:
    at = budget_grid(unit.runs)
    found = qualities_by_set(unit.runs, at, _sets(unit), over_budgets=True)
    return _thin(unit, found, *_drawn(unit.study))


def _areas(unit: Unit) -> Aocc:
    """Compute the areas over the convergence curves within decades of the budget."""
    longest = float(np.max(unit.runs.evaluations / unit.runs.dimension))
    last = max(1, int(np.floor(np.log10(max(longest, 1.0)) + 1e-9)))
    return aocc(unit.runs, [10.0**k for k in range(1, last + 1)], **unit.sampling)


def _surfaces(unit: Unit) -> AttainmentSurfaces:
    budget = unit.scope.budget
    return attainment_surfaces(unit.seen, budgets=np.inf if budget is None else budget)


def _known(unit: Unit) -> Any:
    """Mark the runs on problems that the reference holds."""
    runs, reference = unit.runs, unit.study.reference
    if reference is None:
        return np.zeros(len(runs), dtype=bool)
    return reference.has(runs.function.astype(np.int64), runs.dimension.astype(np.int64))


def _losses(unit: Unit) -> LossRatios:
    """Compute loss ratios at 2 and at powers of ten, up to the longest run and not beyond."""
    runs, reference = unit.runs, unit.study.reference
    if reference is None:
        return LossRatios.concatenate([])
    longest = float(np.max(runs.evaluations / runs.dimension))
    last = int(np.floor(np.log10(max(longest, 1.0)) + 1e-9))
    budgets = [2.0, *(10.0**k for k in range(1, last + 1))]
    return loss_ratios(runs[_known(unit)], reference, budgets)


# ----------------------------------------------------------------------------------------- the rows

PROFILES = UnitResult("profiles", tuple, lambda unit: tuple(_profiles(unit)))
ERT = UnitResult("ert", Ert, lambda unit: ert(unit.together, unit.study.targets))
ERT_INTERVAL = UnitResult(
    "ert_interval",
    ErtInterval,
    lambda unit: ert_interval(unit.together, unit.study.targets, **unit.sampling),
    lambda unit: unit.scope.bands and not unit.study.many,
)
SCATTER = UnitResult(
    "scatter", Ert, lambda unit: ert(unit.together, suite_targets(unit.study.settings, "scatter"))
)
PLAIN_TABLE = UnitResult(
    "plain_table", ErtTable, lambda unit: _table(unit, unit.study.table_targets)
)
PLAIN_BUDGET_TABLE = UnitResult(
    "plain_budget_table",
    ErtTable,
    lambda unit: _table(unit, unit.study.budget_table_targets),
    lambda unit: unit.study.budget_table_targets is not None,
)
SCALING = UnitResult(
    "scaling",
    Scaling,
    lambda unit: scaling(unit.together, unit.targets("scaling"), spread=False),
)
SCALING_INTERVAL = UnitResult(
    "scaling_interval",
    ErtInterval,
    lambda unit: ert_interval(unit.together, unit.targets("scaling"), **unit.sampling),
    lambda unit: unit.scope.bands,
)
RUN_LENGTHS = UnitResult(
    "run_lengths",
    dict,
    lambda unit: _thin(
        unit, run_lengths_by_set(unit.runs, unit.targets("distribution"), _sets(unit))
    ),
)
QUALITIES = UnitResult("qualities", dict, _qualities)
BUDGET_PROFILES = UnitResult("budget_profiles", dict, _budget_profiles)
VALUES = UnitResult("values", ValueStatistics, lambda unit: value_statistics(unit.seen))
FINE_VALUES = UnitResult(
    "fine_values",
    ValueStatistics,
    lambda unit: value_statistics(unit.seen, budget_grid(unit.seen, FINE)),
    lambda unit: not unit.study.many,
)
RUN_VALUES = UnitResult(
    "run_values",
    RunValues,
    lambda unit: run_values(unit.seen, unit.coarse),
    lambda unit: unit.single,
)
RUNTIME_DENSITIES = UnitResult(
    "runtime_densities",
    SampleDensities,
    lambda unit: runtime_density(unit.runs, unit.targets("scaling")),
    lambda unit: unit.single,
)
VALUE_DENSITIES = UnitResult(
    "value_densities",
    SampleDensities,
    lambda unit: value_density(unit.runs, unit.scope.budget),
    lambda unit: unit.single,
)
RUN_TIMES = UnitResult(
    "run_times",
    Runtimes,
    lambda unit: runtimes(unit.runs, unit.targets("scaling")),
    lambda unit: unit.single,
)
LEVELS = UnitResult(
    "levels",
    AttainmentLevels,
    lambda unit: attainment_levels(unit.seen, unit.coarse, levels=SHARES),
    lambda unit: unit.single,
)
ATTAINED = UnitResult(
    "attained",
    AttainmentEcdf,
    lambda unit: attainment_ecdf(unit.runs, budget_grid(unit.runs, COARSE)),
    lambda unit: unit.single,
)
PARAMETERS = UnitResult(
    "parameters",
    dict,
    lambda unit: {
        name: (parameters_at_budgets(unit.seen, name, unit.coarse),)
        for name in parameter_names(unit.seen)
    },
    lambda unit: unit.single,
)
AREAS = UnitResult("areas", Aocc, _areas, lambda unit: unit.single)
SURFACES = UnitResult(
    "surfaces",
    AttainmentSurfaces,
    _surfaces,
    lambda unit: unit.single and has_fronts(unit.seen, 2),
)
LOSSES = UnitResult("losses", LossRatios, _losses, lambda unit: bool(_known(unit).any()))

UNIT_RESULTS: tuple[UnitResult[Any], ...] = (
    *(PROFILES, ERT, ERT_INTERVAL, SCATTER, PLAIN_TABLE, PLAIN_BUDGET_TABLE),
    *(SCALING, SCALING_INTERVAL, RUN_LENGTHS, QUALITIES, BUDGET_PROFILES),
    *(VALUES, FINE_VALUES, RUN_VALUES, RUNTIME_DENSITIES, VALUE_DENSITIES, RUN_TIMES),
    *(LEVELS, ATTAINED, PARAMETERS, AREAS, SURFACES, LOSSES),
)
