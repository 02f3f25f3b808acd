"""The results of a report in the compact form the page's script draws from."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from optimeter.exceptions import DataError
from optimeter.measures import TABLE_BUDGETS, suite_settings
from optimeter.measures.ecdf import WINDOW
from optimeter.measures.multiple_tests import LEVEL
from optimeter.measures.of_parts import AREAS, PROFILES
from optimeter.measures.of_suites import ADVICE, BUDGET_TABLE, FRONTS, LOSS_SUMMARY, TABLE
from optimeter.measures.scope import BUDGET, FIXED
from optimeter.measures.study import FEW
from optimeter.reports.analysis.model import ReportData, SuiteReport
from optimeter.reports.analysis.styles import FEATURED
from optimeter.reports.analysis.words import headline, number
from optimeter.reports.figures.common import CROWD, CROWD_DARK, REFERENCE
from optimeter.reports.figures.distributions import loss
from optimeter.reports.figures.kinds import FIGURES
from optimeter.reports.figures.problems import STATISTICS
from optimeter.reports.figures.second_names import page_captions
from optimeter.reports.figures.surfaces import INDICATORS
from optimeter.reports.figures.winners import MORE, PALE, STRIPES, THIN, winners
from optimeter.reports.page.command_words import (
    data_words,
    option_words,
    table_words,
    takes_targets,
)
from optimeter.reports.page.encoding import coded_figure, coded_series, columns, finite
from optimeter.reports.page.payload_costs import PAIRED, costs_payload, pooled, tolerance_labels
from optimeter.reports.page.payload_curves import (
    choices,
    constraints_payload,
    distribution_choices,
    distributions_payload,
    family_choices,
    parameter_choices,
    problems_payload,
    profiles_payload,
    scaling_payload,
    scaling_targets,
)
from optimeter.reports.page.payload_pairs import (
    compared_payload,
    pairs_payload,
    ratios_payload,
    scatter_payload,
    speed_payload,
    tests_payload,
)
from optimeter.reports.page.payload_tables import (
    advice_payload,
    areas_payload,
    clusters_payload,
    cover_payload,
    done_word,
    fronts_payload,
    loss_payload,
    portfolio_payload,
    quality_payload,
    ranks_payload,
    summary_heads,
    summary_rows,
    table_payload,
)

__all__ = ["chunks", "overview"]


def overview(data: ReportData) -> dict[str, Any]:
    """Return what the page needs at once: names, choices, summaries, words."""
    return {
        "commands": _commands(data),
        "suites": [_suite(suite) for suite in data.suites],
        "table_budgets": [f"{budget:g}·D" for budget in TABLE_BUDGETS],
        "few": FEW,
        "featured": FEATURED,
        "level": LEVEL,
        "statistics": list(STATISTICS),
        "indicators": INDICATORS,
        "cards": {name: kind.card.shows for name, kind in FIGURES.items() if kind.card},
        "look": {
            "reference": REFERENCE,
            "crowd": {"light": CROWD, "dark": CROWD_DARK},
            "more": coded_series(MORE),
            "pale": PALE,
            "thin": THIN,
            "stripes": STRIPES,
        },
        "figures": {
            name: {
                "options": kind.options,
                "captions": {targets: kind.caption_key(targets) for targets in (FIXED, BUDGET)},
                "targeted": takes_targets(kind),
            }
            for name, kind in FIGURES.items()
        },
    }


def _commands(data: ReportData) -> dict[str, Any]:
    """Return what commands say of the data and the options that the report was made with."""
    return {
        "data": data_words(data),
        "figure": option_words(data.given),
        "table": table_words(data),
    }


def chunks(data: ReportData) -> dict[str, Callable[[], Any]]:
    """Return how the results that are loaded on demand are made, by the names the page asks for.

    ``"0-20"`` holds what is said of suite 0 in dimension 20; what is large is apart:
    ``"0-20-profiles"``, ``-functions`` (profiles of single functions), ``-advice``, ``-tables``,
    ``-problems`` and ``-distributions-all`` (for each set of functions). ``"0-scaling"`` is of all
    dimensions, as is ``"0-constraints"`` where there are any; ``"0-costs"`` holds performance and
    data profiles where they are shown.
    Each is made by itself, so that hundreds of algorithms never lie in memory as a whole.
    """
    result: dict[str, Callable[[], Any]] = {}
    for i, suite in enumerate(data.suites):
        result[f"{i}-scaling"] = partial(scaling_payload, suite)
        if family_choices(suite):
            result[f"{i}-constraints"] = partial(constraints_payload, suite)
        if tolerance_labels(suite):
            result[f"{i}-costs"] = partial(costs_payload, suite)
        # What takes longest is made first.
        for dimension in suite.dimensions:
            result[f"{i}-{dimension}-problems"] = partial(problems_payload, suite, dimension)
        for dimension in suite.dimensions:
            here = f"{i}-{dimension}"
            wide = tuple(one.key for one in suite.sets if one.kind != "function")
            single = tuple(one.key for one in suite.of_kind("function"))
            result |= {
                here: partial(_dimension, suite, dimension),
                f"{here}-advice": partial(_advice, suite, dimension),
                f"{here}-tables": partial(_tables, suite, dimension),
                f"{here}-profiles": partial(profiles_payload, suite, dimension, wide),
                f"{here}-functions": partial(profiles_payload, suite, dimension, single),
            }
            for group in distribution_choices(suite, dimension):
                result[f"{here}-distributions-{group}"] = partial(
                    distributions_payload, suite, dimension, group
                )
    return result


def _suite(suite: SuiteReport) -> dict[str, Any]:
    return {
        "name": suite.name,
        "evaluations": suite.evaluations_word,
        "words": {
            "value": suite.value_word,
            "scale": suite.scale_word,
            "done": done_word(suite),
            "does": suite.deed.one,
            "do": suite.deed.many,
            "pairs": suite.deed.pairs,
        },
        "algorithms": [
            {
                "name": name,
                "light": suite.styles[name].colour,
                "dark": suite.styles[name].colour_dark,
                "dash": suite.styles[name].dash,
                "marker": suite.styles[name].marker,
                "featured": name in suite.featured,
                "competes": name not in suite.background,
            }
            for name in suite.algorithms
        ],
        "families": [
            {
                "kind": family.kind,
                "title": family.title,
                "members": [suite.algorithms.index(name) for name in family.members],
            }
            for family in suite.families
        ],
        "dimensions": list(suite.dimensions),
        "dimension": suite.main_dimension,
        "sets": [
            {"key": s.key, "title": s.title, "kind": s.kind, "functions": list(s.functions)}
            for s in suite.sets
        ],
        "held": {str(d): _held(suite, d) for d in suite.dimensions},
        "targets": dict(suite.target_labels),
        "tables": _table_kinds(suite),
        "rank_targets": _rank_targets(suite),
        "reference": suite.reference,
        "advice_budgets": _advice_budgets(suite),
        "window": list(WINDOW),
        "areas": {str(d): _areas(suite, d) for d in suite.dimensions},
        "captions": page_captions(suite),
        "compared": compared_payload(suite),
        "scaling_targets": list(scaling_targets(suite)),
        "constraint_families": family_choices(suite),
        "parameters": parameter_choices(suite),
        "tolerances": list(tolerance_labels(suite)),
        "pooled": pooled(suite),
        "paired": PAIRED,
        "choices": {str(d): distribution_choices(suite, d) for d in suite.dimensions},
    }


def _advice_budgets(suite: SuiteReport) -> list[str]:
    """Return the budgets to choose an algorithm for, as written."""
    return [number(budget) for budget in suite.results[ADVICE].entries("budget")]


def _table_kinds(suite: SuiteReport) -> dict[str, str]:
    """Return the tables to choose from with their titles; those of runtimes are named by targets."""
    areas = len(suite.results[AREAS])
    runtimes = {FIXED: "fixed", BUDGET: "budget-based"}
    return {
        **{key: f"expected runtimes, {runtimes[key]} targets" for key in suite.target_labels},
        "quality": "quality at budgets",
        **({"areas": "areas under profiles and over convergence curves"} if areas else {}),
        **(
            {"fronts": f"final fronts: {', '.join(INDICATORS.values())}"}
            if FRONTS in suite.results
            else {}
        ),
    }


def _rank_targets(suite: SuiteReport) -> str | None:
    """Return the targets of ranks for a command: "" for the usual ones, None for those of the data."""
    settings = suite.settings
    if settings.gaps:
        return None
    usual = settings.comparison_targets == suite_settings(settings.name).comparison_targets
    return "" if usual else ",".join(str(float(target)) for target in settings.comparison_targets)


def _areas(suite: SuiteReport, dimension: int) -> list[float | None]:
    """Return the area under the profile of every algorithm, which orders them."""
    found = {p.algorithm: finite(p.auc, 5) for p in suite.profiles(dimension=dimension)}
    return [found.get(name) for name in suite.algorithms]


def _held(suite: SuiteReport, dimension: int) -> list[int]:
    """Return the functions with data in a dimension: those that profiles of all functions are of."""
    here = suite.results[PROFILES].where(dimension=dimension, group="all")
    return list(here[0].functions) if len(here) else []


def _answers(suite: SuiteReport, dimension: int) -> dict[str, dict[str, Any]]:
    """Return by kind of targets and set of functions what is said of them, and the numbers."""
    result: dict[str, dict[str, Any]] = {}
    for targets, group in choices(suite, dimension, suite.competing):
        result.setdefault(targets, {})[group] = {
            "headline": headline(suite, dimension, group, targets),
            "heads": summary_heads(suite, dimension, group, targets),
            "summary": columns(summary_rows(suite, dimension, group, targets)),
        }
    return result


def _dimension(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    chunk: dict[str, Any] = {
        "answers": _answers(suite, dimension),
        "portfolio": portfolio_payload(suite, dimension),
        "pairs": pairs_payload(suite, dimension),
        "scatter": scatter_payload(suite, dimension),
        "ratios": ratios_payload(suite, dimension),
        "tests": tests_payload(suite, dimension),
        "ranks": ranks_payload(suite, dimension),
        "speed": speed_payload(suite, dimension),
    }
    told = choices(suite, dimension, suite.competing)
    with suppress(DataError):  # one algorithm competes with nobody
        chunk["winners"] = {
            targets: coded_figure(winners(suite, dimension=dimension, targets=targets))
            for targets in dict.fromkeys(targets for targets, _ in told)
        }
    if LOSS_SUMMARY in suite.results:
        whole = suite.showing(featured=suite.competing)
        chunk["loss"] = {
            "figure": coded_figure(loss(whole, dimension=dimension)),
            "rows": loss_payload(suite, dimension),
        }
    return chunk


def _advice(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return what algorithms are chosen by."""
    return {
        "orders": advice_payload(suite, dimension),
        "cover": cover_payload(suite, dimension),
        "clusters": clusters_payload(suite, dimension),
    }


def _tables(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return the tables of single functions by their kinds."""
    tables: dict[str, Any] = {
        FIXED: table_payload(suite, suite.results[TABLE], dimension),
        "quality": quality_payload(suite, dimension),
        "areas": areas_payload(suite, dimension),
        "fronts": fronts_payload(suite, dimension),
    }
    if BUDGET_TABLE in suite.results:
        tables[BUDGET] = table_payload(suite, suite.results[BUDGET_TABLE], dimension)
    return tables
