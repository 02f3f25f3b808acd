"""The curves of a report for the page's script."""

from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from optimeter.measures import RatioCurve, SpeedFactors
from optimeter.reports.analysis.model import AlgorithmPart, Profile, SuiteReport
from optimeter.reports.analysis.plan import FEW
from optimeter.reports.analysis.words import number
from optimeter.reports.figures.attained import attainment, attainment_ecdf, parameters
from optimeter.reports.figures.common import FRAME, GUIDE
from optimeter.reports.figures.description import Figure, Panel
from optimeter.reports.figures.distributions import budget_ecdf, quality, run_lengths
from optimeter.reports.figures.pairs import ratios, scatter_groups, speed
from optimeter.reports.figures.problems import STATISTICS, convergence, ert
from optimeter.reports.figures.profiles import ecdf
from optimeter.reports.figures.runs import (
    instances,
    runtime_density,
    runtime_histogram,
    single_runs,
    value_density,
    value_histogram,
)
from optimeter.reports.figures.scaling import families, scaling, scaling_constraints
from optimeter.reports.figures.surfaces import INDICATORS, attainment_surface, front_quality
from optimeter.reports.page.encoding import coded_figure, coded_series, finite

__all__ = [
    "constraints_payload",
    "distribution_choices",
    "distributions_payload",
    "family_choices",
    "parameter_choices",
    "problems_payload",
    "profiles_payload",
    "ratios_payload",
    "scaling_payload",
    "scaling_targets",
    "scatter_payload",
    "speed_payload",
]


def profiles_payload(
    suite: SuiteReport, dimension: int, groups: Container[str]
) -> dict[str, dict[str, Any]]:
    """Return figures of runtime profiles by kind of targets and, among `groups`, set of functions.

    All algorithms are described as featured ones; the reader chooses those in front.
    """
    profiles: dict[tuple[str, str], dict[str, Profile]] = {}
    for part in suite.parts.values():
        for profile in part.profiles:
            if profile.dimension == dimension and profile.group in groups:
                here = profiles.setdefault((profile.targets, profile.group), {})
                here[profile.algorithm] = profile
    references = {
        (p.targets, p.group): p for p in suite.reference_profiles if p.dimension == dimension
    }
    result: dict[str, dict[str, Any]] = {}
    for (targets, group), found in profiles.items():
        functions = next(iter(found.values())).functions
        reference = references.get((targets, group))
        same = reference is not None and len(reference.functions) == len(functions)
        names = tuple(name for name in suite.algorithms if name in found)
        narrow = replace(  # only what is drawn: hundreds of algorithms are looked through once
            suite,
            algorithms=names,
            featured=names,
            parts={name: replace(suite.parts[name], profiles=(found[name],)) for name in names},
            reference_profiles=(reference,) if reference and same else (),
        )
        # Bands of many algorithms are drawn for all functions alone: the page stays small.
        bands = group == "all" or len(suite.algorithms) <= FEW
        figure = ecdf(narrow, dimension=dimension, group=group, targets=targets, bands=bands)
        result.setdefault(targets, {})[group] = coded_figure(replace(figure, kind="ecdf"))
    return result


def problems_payload(suite: SuiteReport, dimension: int) -> dict[str, dict[str, Any]]:
    """Return, by function, figures of quality against budget and of ERT against target."""
    here = {name: _narrowed(part, "dimension")(dimension) for name, part in suite.parts.items()}
    narrow = {name: _narrowed(part, "function") for name, part in here.items()}
    kinds = (("convergence", convergence), ("ert", ert))
    result = {}
    for function in suite.functions:
        parts = {name: of_function(function) for name, of_function in narrow.items()}
        shown = replace(suite, featured=suite.algorithms, parts=parts)
        where = {"dimension": dimension, "function": function}
        result[f"f{function}"] = {
            kind: coded_figure(describe(shown, **where, bands=True)) for kind, describe in kinds
        } | _single(shown, **where)
    return result


def _single(suite: SuiteReport, **where: int) -> dict[str, Any]:
    """Return the figures of single runs, which many algorithms do not have."""
    if not any(len(part.run_values.select(**where)) for part in suite.parts.values()):
        return {}
    return {
        **{
            statistic: coded_figure(convergence(suite, **where, statistic=statistic, bands=False))
            for statistic in STATISTICS
            if statistic != "median"
        },
        **_coded_by_kind({kind: describe(suite, **where) for kind, describe in SINGLE.items()}),
        **_surface(suite, **where),
        **_fronts(suite, **where),
        **_parameters(suite, **where),
    }


SINGLE: dict[str, Callable[..., Figure]] = {
    "single-runs": single_runs,
    "runtime-density": runtime_density,
    "value-density": value_density,
    "runtime-histogram": runtime_histogram,
    "value-histogram": value_histogram,
    "attainment": attainment,
    "attainment-ecdf": attainment_ecdf,
    "instances": instances,
}


def _surface(suite: SuiteReport, **where: int) -> dict[str, Any]:
    """Return the attainment surfaces of data with two objectives."""
    if not any(part.surfaces for part in suite.parts.values()):
        return {}
    return {"attainment-surface": coded_figure(attainment_surface(suite, **where))}


def _fronts(suite: SuiteReport, **where: int) -> dict[str, Any]:
    """Return the figures of fronts over time by indicator, if the objectives are on record."""
    if suite.comparison.fronts is None:
        return {}
    figure = front_quality(suite, **where)
    panels = zip(INDICATORS, figure.panels, strict=True)
    figures = {name: replace(figure, panels=(_named(panel),)) for name, panel in panels}
    return {"front-quality": _coded_figures(figures, "front-quality")}


def _named(panel: Panel) -> Panel:
    """Return a panel that stands alone: its axis says what its title does."""
    return replace(panel, y=replace(panel.y, title=f"{panel.title}, {panel.y.title}"))


def _parameters(suite: SuiteReport, **where: Any) -> dict[str, Any]:
    """Return the figures of logged parameters by name, if there are any."""
    names = parameter_choices(suite)
    figures = {name: parameters(suite, **where, parameter=name) for name in names}
    return {"parameters": _coded_figures(figures, "parameters")} if names else {}


def parameter_choices(suite: SuiteReport) -> list[str]:
    """Return the names of the logged parameters."""
    return list(dict.fromkeys(name for part in suite.parts.values() for name in part.parameters))


def _coded_by_kind(figures: Mapping[str, Figure]) -> dict[str, Any]:
    return {kind: coded_figure(replace(figure, kind=kind)) for kind, figure in figures.items()}


def _narrowed(
    part: AlgorithmPart, column: Literal["dimension", "function"]
) -> Callable[[int], AlgorithmPart]:
    """Return how the part of one dimension or function is had: each table is searched once.

    It holds what the figures of single functions need, and as much as before of the rest.
    """
    tables = {name: getattr(part, name).split(column) for name in PROBLEM_TABLES}
    if part.ert_interval is not None:
        tables["ert_interval"] = part.ert_interval.split(column)
    curves: dict[str, dict[int, list[Any]]] = {name: {} for name in PROBLEM_CURVES}
    for name, found in curves.items():
        for curve in getattr(part, name):
            found.setdefault(getattr(curve, column), []).append(curve)

    def narrowed(value: int) -> AlgorithmPart:
        chosen: dict[str, Any] = {
            name: found[value] if value in found else getattr(part, name).take(NO_ROWS)
            for name, found in tables.items()
            if found  # else it is empty, and stays so
        }
        chosen |= {name: tuple(found.get(value, ())) for name, found in curves.items()}
        return replace(part, **chosen)

    return narrowed


PROBLEM_TABLES = (
    "values",
    "fine_values",
    "ert",
    "run_values",
    "run_times",
    "levels",
    "attained",
)
PROBLEM_CURVES = ("runtime_densities", "value_densities", "surfaces")
NO_ROWS = np.empty(0, dtype=np.int64)


def distributions_payload(suite: SuiteReport, dimension: int, group: str) -> dict[str, Any]:
    """Return figures of the distributions of run lengths and of quality over a set of functions.

    Run lengths by target and quality by budget, as written; of a single algorithm also ``"all"``.
    """
    parts = {name: _distributions_of(part, dimension, group) for name, part in suite.parts.items()}
    whole = replace(suite, featured=suite.algorithms, parts=parts)
    targets, budgets = _distributed(whole, dimension)[group]
    options: dict[str, Any] = {"dimension": dimension, "group": group, "bands": True}
    lengths = {
        suite.target_text(value): run_lengths(whole, target=value, **options) for value in targets
    }
    qualities = {number(value, 2): quality(whole, budget=value, **options) for value in budgets}
    if len(suite.algorithms) == 1:
        lengths["all"] = run_lengths(whole, **options)
        qualities["all"] = quality(whole, **options)
    over = replace(budget_ecdf(whole, **options), kind="budget-ecdf")
    return {
        "run_lengths": _coded_figures(lengths, "run-lengths"),
        "qualities": _coded_figures(qualities, "quality"),
        "budget_profiles": coded_figure(over),
    }


def _distributions_of(part: AlgorithmPart, dimension: int, group: str) -> AlgorithmPart:
    """Return the distributions of one figure: hundreds of algorithms are looked through once."""

    def here(curves: Mapping[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
        return {group: tuple(c for c in curves.get(group, ()) if c.dimension == dimension)}

    return replace(
        part,
        run_lengths=here(part.run_lengths),
        qualities=here(part.qualities),
        budget_profiles=here(part.budget_profiles),
    )


def _coded_figures(figures: Mapping[str, Figure], kind: str) -> dict[str, Any]:
    return {name: coded_figure(replace(figure, kind=kind)) for name, figure in figures.items()}


def distribution_choices(suite: SuiteReport, dimension: int) -> dict[str, dict[str, list[str]]]:
    """Return, by set of functions, the targets and the budgets to choose from, as written."""
    return {
        key: {
            "run_length_targets": [suite.target_text(value) for value in targets],
            "quality_budgets": [number(value, 2) for value in budgets],
        }
        for key, (targets, budgets) in _distributed(suite, dimension).items()
    }


def _distributed(suite: SuiteReport, dimension: int) -> dict[str, tuple[list[float], list[float]]]:
    """Return, by set of functions, the targets from easy to hard and the budgets, infinity last."""
    targets: dict[str, set[float]] = {}
    budgets: dict[str, set[float]] = {}
    for part in suite.parts.values():
        for key, lengths in part.run_lengths.items():
            here = (curve.target for curve in lengths if curve.dimension == dimension)
            targets.setdefault(key, set()).update(here)
        for key, qualities in part.qualities.items():
            here = (curve.budget for curve in qualities if curve.dimension == dimension)
            budgets.setdefault(key, set()).update(here)
    return {
        key: (sorted(found, reverse=True), sorted(budgets.get(key, ())))
        for key, found in targets.items()
        if found
    }


def scatter_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return what the page describes the scatter figure of any two algorithms with.

    The series, the functions of each, and the expected runtimes by algorithm and function.
    """
    groups = scatter_groups(suite)
    runtimes: list[dict[str, list[float | None]]] = []
    for name in suite.algorithms:
        table = suite.parts[name].scatter.select(dimension=dimension)
        found: dict[str, list[float | None]] = {}
        for f, e in zip(table.function.tolist(), table.ert.tolist(), strict=True):
            found.setdefault(f"f{f}", []).append(finite(e, 3))
        runtimes.append(found)
    return {
        "series": [coded_series(entry) for entry in (*groups, GUIDE, FRAME)],
        "functions": {entry.key: list(functions) for entry, functions in groups.items()},
        "ert": runtimes,
    }


def ratios_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return figures of the distributions of runtime ratios by pair, as `speed_payload`."""
    index = {name: i for i, name in enumerate(suite.algorithms)}
    pairs: dict[tuple[str, str], list[RatioCurve]] = {}
    for curve in suite.comparison.ratios:
        if curve.dimension == dimension and curve.algorithm in index and curve.other in index:
            pairs.setdefault((curve.algorithm, curve.other), []).append(curve)
    result = {}
    for pair, curves in pairs.items():
        narrow = replace(suite, comparison=replace(suite.comparison, ratios=tuple(curves)))
        figure = ratios(narrow, dimension=dimension, pair=pair, bands=True)
        result[f"{index[pair[0]]}-{index[pair[1]]}"] = coded_figure(figure)
    return result


def speed_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return figures of speed factors by pair, in both orders: positions, ``"2-0"``."""
    table = suite.comparison.speed
    if table is None:
        return {}
    index = {name: i for i, name in enumerate(suite.algorithms)}
    overall = _by_pair(table.take(table.both > 0))
    groups = {
        key: _by_pair(found.select(dimension=dimension))
        for key, found in suite.comparison.group_speed.items()
    }
    result = {}
    for pair in sorted({pair for both in overall for pair in (both, both[::-1])}):
        both = (min(pair), max(pair))
        narrow = replace(
            suite.comparison,
            speed=overall[both],
            group_speed={key: found[both] for key, found in groups.items() if both in found},
        )
        figure = speed(replace(suite, comparison=narrow), dimension=dimension, pair=pair)
        result[f"{index[pair[0]]}-{index[pair[1]]}"] = coded_figure(figure)
    return result


def _by_pair(table: SpeedFactors) -> dict[tuple[str, str], SpeedFactors]:
    """Return the rows of every pair of algorithms, named in alphabetical order."""
    rows: dict[tuple[str, str], list[int]] = {}
    pairs = zip(table.faster.tolist(), table.slower.tolist(), strict=True)
    for row, (one, other) in enumerate(pairs):
        rows.setdefault((min(one, other), max(one, other)), []).append(row)
    return {pair: table.take(np.array(found)) for pair, found in rows.items()}


SCALING_TABLES = ("scaling", "scaling_interval")


def scaling_payload(suite: SuiteReport) -> dict[str, dict[str, Any]]:
    """Return figures of ERT against dimension by function and target; of one algorithm ``"all"``."""
    whole = replace(suite, featured=suite.algorithms)
    targets = _scaling_targets(suite)
    result: dict[str, dict[str, Any]] = {f"f{function}": {} for function in suite.functions}
    for text, target in targets.items():
        # Each table is searched once: there are hundreds of algorithms.
        tables = {
            name: {k: getattr(part, k).select(target=target) for k in SCALING_TABLES}
            for name, part in suite.parts.items()
        }
        split = {
            name: {kind: table.split("function") for kind, table in found.items()}
            for name, found in tables.items()
        }
        for function in suite.functions:
            parts = {}
            for name, part in suite.parts.items():
                here = {
                    kind: found[function] if function in found else tables[name][kind].take(NO_ROWS)
                    for kind, found in split[name].items()
                }
                parts[name] = replace(part, **here)
            narrow = replace(whole, parts=parts)
            figure = scaling(narrow, function=function, target=target, bands=True)
            result[f"f{function}"][text] = coded_figure(figure)
    if len(suite.algorithms) == 1:  # all targets in one figure
        for function in suite.functions:
            result[f"f{function}"]["all"] = coded_figure(scaling(whole, function=function))
    return result


def scaling_targets(suite: SuiteReport) -> list[str]:
    """Return the targets of scaling figures as written, in the order of the tables."""
    return list(_scaling_targets(suite))


def _scaling_targets(suite: SuiteReport) -> dict[str, float]:
    parts = suite.parts.values()
    targets = dict.fromkeys(t for part in parts for t in part.scaling.target.tolist())
    return {suite.target_text(target): target for target in targets}


def family_choices(suite: SuiteReport) -> dict[str, str]:
    """Return by function the title of those that differ in their constraints alone."""
    return {f"f{f}": title for title, members in families(suite).items() for f in members}


def constraints_payload(suite: SuiteReport) -> dict[str, dict[str, dict[str, Any]]]:
    """Return figures of ERT against the number of constraints by dimension, title and target.

    Of one algorithm there is ``"all"`` in addition.
    """
    targets: dict[str, float | None] = {**_scaling_targets(suite)}
    if len(suite.algorithms) == 1:
        targets["all"] = None
    result: dict[str, dict[str, dict[str, Any]]] = {}
    for dimension in suite.dimensions:
        for title, members in families(suite).items():
            narrow = replace(suite, featured=suite.algorithms, functions=tuple(members))
            result.setdefault(str(dimension), {})[title] = {
                text: coded_figure(scaling_constraints(narrow, dimension=dimension, target=value))
                for text, value in targets.items()
            }
    return result
