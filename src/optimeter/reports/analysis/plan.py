"""What is computed for every algorithm of a suite: sets of functions, targets, reference."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from optimeter.exceptions import DataError
from optimeter.measures import (
    ECDF_BUDGETS,
    Reference,
    SuiteSettings,
    Targets,
    run_length_targets,
)
from optimeter.reports.analysis.judging import Judged
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.references import reference_for
from optimeter.reports.analysis.scope import WHOLE, Scope

__all__ = ["FEATURED", "FEW", "Plan", "make_plan", "plain_label"]

FEW = 12  # algorithms up to which every pair is compared and every curve coloured
FEATURED = 8  # algorithms drawn in colour when there are more
PER_DECADE, PER_DECADE_MANY = 25, 10


@dataclass(frozen=True, slots=True)
class Plan:
    """What is the same for all algorithms of a suite."""

    settings: SuiteSettings
    sets: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # (dimensions, functions) together
    groups: Mapping[str, tuple[int, ...]]
    targets: Targets
    budget_targets: Targets | None
    budget_table_targets: Targets | None
    reference: Reference | None
    resamples: int
    seed: int
    per_decade: int
    many: bool
    target_names: Mapping[float, str]
    scope: Scope = WHOLE


def make_plan(judged: Judged, options: ReportOptions) -> Plan:
    """Decide what is computed of the runs of one suite."""
    runs, settings = judged.runs, judged.settings
    if settings.instances is not None:
        counted = np.isin(runs.instance, (0, *settings.instances))
        runs = runs if counted.all() else runs[counted]
        if not len(runs):
            message = f"no runs on the instances {settings.instances} of suite {settings.name!r}"
            raise DataError(message)
    by_functions: dict[tuple[int, ...], list[int]] = {}
    for d in np.unique(runs.dimension).tolist():
        members = tuple(np.unique(runs.function[runs.dimension == d]).tolist())
        by_functions.setdefault(members, []).append(d)
    present = set(np.unique(runs.function).tolist())
    groups = {
        name: tuple(f for f in members if f in present)
        for name, members in settings.groups.items()
        if present & set(members)
    }
    reference = reference_for(runs, options.reference)
    budget_targets = budget_table_targets = None
    if reference is not None and not settings.gaps and _covers(reference, by_functions):
        budget_targets = run_length_targets(reference, ECDF_BUDGETS, different=False)
        budget_table_targets = run_length_targets(reference)
    many = len(runs.algorithms) > FEW
    return Plan(
        settings=settings,
        sets=tuple((tuple(ds), members) for members, ds in by_functions.items()),
        groups=groups,
        targets=judged.targets,
        budget_targets=budget_targets,
        budget_table_targets=budget_table_targets,
        reference=reference,
        resamples=options.resamples,
        seed=options.seed,
        per_decade=PER_DECADE_MANY if many else PER_DECADE,
        many=many,
        target_names=judged.names,
    )


def plain_label(label: str) -> str:
    """Write exponents without leading zeros, and negative targets with a minus sign."""
    return label.replace("e-0", "e-").replace("e+0", "e").replace(" -", " −")


def _covers(reference: Reference, by_functions: Mapping[tuple[int, ...], list[int]]) -> bool:
    """Say whether the reference holds every problem of the data."""
    for functions, dimensions in by_functions.items():
        for d in dimensions:
            if not reference.has(np.array(functions), np.full(len(functions), d)).all():
                return False
    return True
