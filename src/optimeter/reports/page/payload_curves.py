"""The curves of a report for the page's script."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from optimeter.measures.of_parts import (
    PARAMETERS,
    PROFILES,
    QUALITIES,
    RUN_LENGTHS,
    RUN_VALUES,
    SCALING,
    SURFACES,
)
from optimeter.measures.of_suites import FRONTS
from optimeter.measures.scope import TargetSet
from optimeter.measures.study import FEW
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number
from optimeter.reports.figures.attained import parameters
from optimeter.reports.figures.description import Figure, Panel
from optimeter.reports.figures.distributions import budget_ecdf, quality, run_lengths
from optimeter.reports.figures.kinds import FIGURES
from optimeter.reports.figures.problems import STATISTICS, convergence, ert
from optimeter.reports.figures.profiles import ecdf
from optimeter.reports.figures.runs import (
    runtime_density,
    runtime_histogram,
    value_density,
    value_histogram,
)
from optimeter.reports.figures.scaling import families, scaling, scaling_constraints
from optimeter.reports.figures.surfaces import INDICATORS, attainment_surface, front_quality
from optimeter.reports.page.encoding import coded_figure

__all__ = [
    "choices",
    "constraints_payload",
    "distribution_choices",
    "distributions_payload",
    "family_choices",
    "parameter_choices",
    "problems_payload",
    "profiles_payload",
    "scaling_payload",
    "scaling_targets",
]


def choices(
    suite: SuiteReport, dimension: int, algorithms: Sequence[str]
) -> list[tuple[TargetSet, str]]:
    """Return the kinds of targets and sets of functions that some algorithms have profiles for."""
    table = suite.results[PROFILES]
    here = np.flatnonzero(table.dimension == dimension)
    columns = (column[here].tolist() for column in (table.algorithm, table.targets, table.group))
    found: dict[str, list[tuple[TargetSet, str]]] = {}
    for name, targets, group in zip(*columns, strict=True):
        found.setdefault(name, []).append((targets, group))
    return list(dict.fromkeys(key for name in algorithms for key in found.get(name, ())))


def profiles_payload(
    suite: SuiteReport, dimension: int, groups: Container[str]
) -> dict[str, dict[str, Any]]:
    """Return figures of runtime profiles by kind of targets and, among `groups`, set of functions.

    All algorithms are described as featured ones; the reader chooses those in front.
    """
    result: dict[str, dict[str, Any]] = {}
    for targets, group in choices(suite, dimension, suite.algorithms):
        if group not in groups:
            continue
        where: dict[str, Any] = {"dimension": dimension, "group": group, "targets": targets}
        there = {*suite.results[PROFILES].where(**where).algorithm.tolist()}
        names = tuple(name for name in suite.algorithms if name in there)
        shown = suite.showing(algorithms=names, featured=names)
        # Bands of many algorithms are drawn for all functions alone: the page stays small.
        bands = group == "all" or len(suite.algorithms) <= FEW
        result.setdefault(targets, {})[group] = coded_figure(ecdf(shown, bands=bands, **where))
    return result


def problems_payload(suite: SuiteReport, dimension: int) -> dict[str, dict[str, Any]]:
    """Return, by function, figures of quality against budget and of ERT against target."""
    whole = suite.showing(featured=suite.algorithms)
    kinds = (("convergence", convergence), ("ert", ert))
    result = {}
    for function in suite.functions:
        where = {"dimension": dimension, "function": function}
        result[f"f{function}"] = {
            kind: coded_figure(describe(whole, **where, bands=True)) for kind, describe in kinds
        } | _single(whole, **where)
    return result


def _single(suite: SuiteReport, **where: int) -> dict[str, Any]:
    """Return the figures of single runs, which many algorithms do not have."""
    if not len(suite.results[RUN_VALUES].where(**where)):
        return {}
    return {
        **{
            statistic: coded_figure(convergence(suite, **where, statistic=statistic, bands=False))
            for statistic in STATISTICS
            if statistic != "median"
        },
        **_coded({kind: describe(suite, **where) for kind, describe in SINGLE.items()}),
        **_surface(suite, **where),
        **_fronts(suite, **where),
        **_parameters(suite, **where),
    }


SINGLE: dict[str, Callable[..., Figure]] = {
    **{name: kind.describe for name, kind in FIGURES.items() if kind.card is not None},
    "runtime-density": runtime_density,
    "value-density": value_density,
    "runtime-histogram": runtime_histogram,
    "value-histogram": value_histogram,
}


def _surface(suite: SuiteReport, **where: int) -> dict[str, Any]:
    """Return the attainment surfaces of data with two objectives."""
    if not len(suite.results[SURFACES].where(**where)):
        return {}
    return {"attainment-surface": coded_figure(attainment_surface(suite, **where))}


def _fronts(suite: SuiteReport, **where: int) -> dict[str, Any]:
    """Return the figures of fronts over time by indicator, if the objectives are on record."""
    if FRONTS not in suite.results:
        return {}
    figure = front_quality(suite, **where)
    panels = zip(INDICATORS, figure.panels, strict=True)
    figures = {name: replace(figure, panels=(_named(panel),)) for name, panel in panels}
    return {"front-quality": _coded(figures)}


def _named(panel: Panel) -> Panel:
    """Return a panel that stands alone: its axis says what its title does."""
    return replace(panel, y=replace(panel.y, title=f"{panel.title}, {panel.y.title}"))


def _parameters(suite: SuiteReport, **where: Any) -> dict[str, Any]:
    """Return the figures of logged parameters by name, if there are any."""
    names = parameter_choices(suite)
    figures = {name: parameters(suite, **where, parameter=name) for name in names}
    return {"parameters": _coded(figures)} if names else {}


def parameter_choices(suite: SuiteReport) -> list[str]:
    """Return the names of the logged parameters."""
    return list(dict.fromkeys(suite.results[PARAMETERS].parameter.tolist()))


def _coded(figures: Mapping[str, Figure]) -> dict[str, Any]:
    return {name: coded_figure(figure) for name, figure in figures.items()}


def distributions_payload(suite: SuiteReport, dimension: int, group: str) -> dict[str, Any]:
    """Return figures of the distributions of run lengths and of quality over a set of functions.

    Run lengths by target and quality by budget, as written; of a single algorithm also ``"all"``.
    """
    whole = suite.showing(featured=suite.algorithms)
    targets, budgets = _distributed(whole, dimension)[group]
    options: dict[str, Any] = {"dimension": dimension, "group": group, "bands": True}
    lengths = {
        suite.target_text(value): run_lengths(whole, target=value, **options) for value in targets
    }
    qualities = {number(value, 2): quality(whole, budget=value, **options) for value in budgets}
    if len(suite.algorithms) == 1:
        lengths[ALL] = run_lengths(whole, **options)
        qualities[ALL] = quality(whole, **options)
    return {
        "run_lengths": _coded(lengths),
        "qualities": _coded(qualities),
        "budget_profiles": coded_figure(budget_ecdf(whole, **options)),
    }


def distribution_choices(suite: SuiteReport, dimension: int) -> dict[str, dict[str, list[str]]]:
    """Return, by set of functions, the targets and the budgets to choose from, as written."""
    together = _together(suite)
    return {
        key: {
            "run_length_targets": [*together, *map(suite.target_text, targets)],
            "quality_budgets": [*together, *(number(value, 2) for value in budgets)],
        }
        for key, (targets, budgets) in _distributed(suite, dimension).items()
    }


def _distributed(suite: SuiteReport, dimension: int) -> dict[str, tuple[list[float], list[float]]]:
    """Return, by set of functions, the targets from easy to hard and the budgets, infinity last."""
    lengths = suite.results[RUN_LENGTHS].where(dimension=dimension)
    qualities = suite.results[QUALITIES].where(dimension=dimension)
    targets: dict[str, set[float]] = {}
    for key, target in zip(lengths.group.tolist(), lengths.target.tolist(), strict=True):
        targets.setdefault(key, set()).add(target)
    budgets: dict[str, set[float]] = {}
    for key, budget in zip(qualities.group.tolist(), qualities.budget.tolist(), strict=True):
        budgets.setdefault(key, set()).add(budget)
    return {
        key: (sorted(found, reverse=True), sorted(budgets.get(key, ())))
        for key, found in targets.items()
    }


def scaling_payload(suite: SuiteReport) -> dict[str, dict[str, Any]]:
    """Return figures of ERT against dimension by function and target; of one algorithm ``"all"``."""
    whole = suite.showing(featured=suite.algorithms)
    result: dict[str, dict[str, Any]] = {f"f{function}": {} for function in suite.functions}
    for text, target in scaling_targets(suite).items():
        for function in suite.functions:
            bands = target is not None
            figure = scaling(whole, function=function, target=target, bands=bands)
            result[f"f{function}"][text] = coded_figure(figure)
    return result


ALL = "all"  # several targets or budgets in one figure: of one algorithm


def _together(suite: SuiteReport) -> list[str]:
    return [ALL] if len(suite.algorithms) == 1 else []


def scaling_targets(suite: SuiteReport) -> dict[str, float | None]:
    """Return the targets of scaling figures by how they are written, in the order of the tables."""
    targets = dict.fromkeys(suite.results[SCALING].target.tolist())
    return dict.fromkeys(_together(suite)) | {suite.target_text(t): t for t in targets}


def family_choices(suite: SuiteReport) -> dict[str, str]:
    """Return by function the title of those that differ in their constraints alone."""
    return {f"f{f}": title for title, members in families(suite).items() for f in members}


def constraints_payload(suite: SuiteReport) -> dict[str, dict[str, dict[str, Any]]]:
    """Return figures of ERT against the number of constraints by dimension, title and target.

    Of one algorithm there is ``"all"`` in addition.
    """
    targets = scaling_targets(suite)
    result: dict[str, dict[str, dict[str, Any]]] = {}
    for dimension in suite.dimensions:
        for title, members in families(suite).items():
            narrow = suite.showing(featured=suite.algorithms, functions=tuple(members))
            result.setdefault(str(dimension), {})[title] = {
                text: coded_figure(scaling_constraints(narrow, dimension=dimension, target=value))
                for text, value in targets.items()
            }
    return result
