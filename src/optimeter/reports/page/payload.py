"""The results of a report in the compact form the page's script draws from."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from optimeter.exceptions import DataError
from optimeter.measures import TABLE_BUDGETS
from optimeter.reports.analysis.model import ReportData, SuiteReport
from optimeter.reports.analysis.words import headline
from optimeter.reports.figures.captions import captions
from optimeter.reports.figures.distributions import loss_figure
from optimeter.reports.figures.kinds import FIGURES
from optimeter.reports.figures.winners import winners
from optimeter.reports.page.encoding import coded_figure, finite
from optimeter.reports.page.payload_curves import (
    distribution_choices,
    distributions_payload,
    problems_payload,
    profiles_payload,
    ratios_payload,
    scaling_payload,
    scaling_targets,
    scatter_payload,
    speed_payload,
)
from optimeter.reports.page.payload_tables import (
    loss_payload,
    quality_payload,
    summary_rows,
    table_payload,
    tests_payload,
)

__all__ = ["chunks", "overview"]


def overview(data: ReportData) -> dict[str, Any]:
    """Return what the page needs at once: names, choices, summaries, words."""
    return {
        "schema": 2,
        "version": data.version,
        "title": data.title,
        "suites": [_suite(suite) for suite in data.suites],
        "table_budgets": [f"{budget:g}·D" for budget in TABLE_BUDGETS],
        "figures": {name: kind.options for name, kind in FIGURES.items()},
    }


def chunks(data: ReportData) -> dict[str, Any]:
    """Return the results by suite and dimension, keyed ``"0-20"`` (suite 0, dimension 20)."""
    result: dict[str, Any] = {}
    for i, suite in enumerate(data.suites):
        result[f"{i}-scaling"] = scaling_payload(suite)
        for dimension in suite.dimensions:
            result[f"{i}-{dimension}"] = _dimension(suite, dimension)
    return result


def _suite(suite: SuiteReport) -> dict[str, Any]:
    return {
        "name": suite.name,
        "evaluations": suite.evaluations_word,
        "words": {
            "value": suite.value_word,
            "scale": suite.scale_word,
            "done": "Reached" if suite.settings.gaps else "Solved",
        },
        "algorithms": [
            {
                "name": name,
                "light": suite.styles[name].colour,
                "dark": suite.styles[name].colour_dark,
                "dash": suite.styles[name].dash,
                "marker": suite.styles[name].marker,
                "featured": name in suite.featured,
            }
            for name in suite.algorithms
        ],
        "dimensions": list(suite.dimensions),
        "dimension": suite.main_dimension,
        "sets": [
            {"key": s.key, "title": s.title, "kind": s.kind, "functions": list(s.functions)}
            for s in suite.sets
        ],
        "targets": dict(suite.target_labels),
        "reference": suite.reference,
        "window": list(next(iter(suite.parts.values())).profiles[0].window),
        "headlines": {str(d): headline(suite, d) for d in suite.dimensions},
        "summary": {str(d): summary_rows(suite, d) for d in suite.dimensions},
        "captions": captions(suite),
        "pairs": _pairs(suite),
        "scaling_targets": scaling_targets(suite),
        "choices": {str(d): distribution_choices(suite, d) for d in suite.dimensions},
    }


def _pairs(suite: SuiteReport) -> dict[str, dict[str, Any]]:
    """Return by dimension and pair who is faster, in words, and who solves how much."""
    table = suite.comparison.speed
    if table is None:
        return {}
    index = {name: i for i, name in enumerate(suite.algorithms)}
    result: dict[str, dict[str, Any]] = {}
    texts = table.sentences(deed=suite.deed)
    for row, sentence in zip(table.to_dicts(), texts, strict=True):
        first, second = sorted((index[row["faster"]], index[row["slower"]]))
        result[f"{row['dimension']}/{first}-{second}"] = {
            "faster": index[row["faster"]],
            "slower": index[row["slower"]],
            "sentence": sentence,
            "shares": {
                k: finite(row[k], 4) for k in ("both", "faster_only", "slower_only", "neither")
            },
        }
    return result


def _dimension(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    chunk: dict[str, Any] = {
        "profiles": profiles_payload(suite, dimension),
        "ert": table_payload(suite, suite.comparison.table, dimension),
        "quality": quality_payload(suite, dimension),
        "problems": problems_payload(suite, dimension),
        "distributions": distributions_payload(suite, dimension),
        "scatter": scatter_payload(suite, dimension),
        "ratios": ratios_payload(suite, dimension),
        "tests": tests_payload(suite, dimension),
        "speed": speed_payload(suite, dimension),
    }
    with suppress(DataError):  # one algorithm competes with nobody
        chunk["winners"] = coded_figure(winners(suite, dimension=dimension))
    if suite.comparison.budget_table is not None:
        chunk["budget_ert"] = table_payload(suite, suite.comparison.budget_table, dimension)
    if suite.comparison.loss_summary is not None:
        whole = replace(suite, featured=suite.algorithms)
        figure = loss_figure(whole, dimension, boxed=True, counted=True)
        chunk["loss"] = {
            "figure": coded_figure(figure),
            "rows": loss_payload(suite, suite.comparison.loss_summary, dimension),
        }
    return chunk
