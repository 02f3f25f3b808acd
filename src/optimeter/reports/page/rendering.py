"""The page: one HTML file that draws the report's results without network or server."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from optimeter._parallel import called, paused_collection
from optimeter._text import script_text
from optimeter.data.best import best_of_source
from optimeter.data.findings import SEVERITIES, Finding, Severity
from optimeter.measures.ecdf import WINDOW
from optimeter.measures.of_parts import PLAIN_TABLE, PROFILES, SCALING
from optimeter.measures.of_suites import LOSS_SUMMARY
from optimeter.measures.scope import FIXED
from optimeter.problems import known_suite
from optimeter.reports.analysis.model import ReportData, SuiteReport
from optimeter.reports.analysis.words import headline, listed, number, ranges
from optimeter.reports.figures.captions import gap_words
from optimeter.reports.figures.description import NAMED_BEHIND
from optimeter.reports.figures.draw_svg import profile_svg
from optimeter.reports.figures.kinds import FIGURES
from optimeter.reports.figures.second_names import page_captions
from optimeter.reports.page.bundling import bundled
from optimeter.reports.page.command_words import data_words, table_words
from optimeter.reports.page.encoding import packed
from optimeter.reports.page.payload import chunks, overview
from optimeter.reports.page.payload_costs import tolerance_labels
from optimeter.reports.page.payload_tables import summary_heads, summary_rows
from optimeter.reports.page.plotly_script import plotly_script
from optimeter.reports.page.templates import asset, rendered, safe

__all__ = ["page_files"]

EMBEDDED_LIMIT = 12_000_000  # characters of results inside the page; more go beside it
PROVENANCE_KEYS = ("path", "algorithm", "format", "suite", "comment", "sha256")
FINDINGS_SHOWN = 30
BEST_SHOWN = 60
RANGES_SHOWN = 100

FileMaker = Callable[[], Sequence[tuple[str, bytes]]]


def page_files(
    data: ReportData, *, single_file: bool = True, beside: Sequence[FileMaker] = ()
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the page with their relative names; ``index.html`` is the page.

    Parameters
    ----------
    data : ReportData
    single_file : bool
        Put plotly.js into the page; otherwise beside it. Results too large for one file are put
        beside the page in any case.
    beside : sequence of callables
        Make other files, which follow: no core waits for the page before it begins with them.
    """
    makers = chunks(data)
    done = called([*(partial(_made, make) for make in makers.values()), *beside])
    first = data.suites[0]
    context = {  # made while others make the results
        **_context(data, first),
        "given": " ".join([data_words(data), *table_words(data).values()]),
        "css": safe(asset("report.css")),
        "script": safe(bundled("start.js", lambda name: asset(f"script/{name}"))),
        "overview": safe(_embedded_json(overview(data))),
        "headline_svg": safe(profile_svg(first, first.main_dimension)),
        "tolerances": any(tolerance_labels(suite) for suite in data.suites),
    }
    plotly = plotly_script()
    results: dict[str, str] = {}
    size = 0
    for key, text in zip(makers, done, strict=False):
        results[key] = text
        size += len(text)
        if size > EMBEDDED_LIMIT:  # those of hundreds of algorithms are handed on one by one
            for made in list(results):
                content = f'optimeterChunk("{made}","{results.pop(made)}");\n'
                yield f"data/{made}.js", content.encode()
    inside = size <= EMBEDDED_LIMIT
    page = rendered(
        "page.html",
        **context,
        inline=single_file and inside,
        plotly=safe(plotly if single_file and inside else ""),
        embedded=[(key, safe(text)) for key, text in results.items()],
    )
    yield "index.html", page.encode()
    if not (single_file and inside):
        yield "plotly.min.js", plotly.encode()
    for files in done:
        yield from files


def _made(make: Callable[[], Any]) -> str:
    """Make and pack results that are loaded on demand."""
    with paused_collection():
        return packed(make())


def _embedded_json(value: Any) -> str:
    """Return JSON for a script element."""
    return script_text(
        json.dumps(value, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    )


# ------------------------------------------------------------------ what is written, not drawn


def _context(data: ReportData, first: SuiteReport) -> dict[str, Any]:
    listed = _findings(data)
    provenance = [_shown_provenance(entry) for entry in data.provenance]
    keys = [key for key in PROVENANCE_KEYS if any(entry.get(key) for entry in provenance)]
    rows = [
        {**row, "name": first.algorithms[row["algorithm"]]}
        for row in summary_rows(first, first.main_dimension)
    ]
    return {
        "title": data.title,
        "version": data.version,
        "suites": [_suite_context(suite) for suite in data.suites],
        "cards": {name: kind.card.title for name, kind in FIGURES.items() if kind.card},
        "compared": any(len(suite.competing) > 1 for suite in data.suites),
        "reference": any(LOSS_SUMMARY in suite.results for suite in data.suites),
        "fixed_targets": any(not suite.settings.gaps for suite in data.suites),
        "counted": first.cost,
        "restarts": any(suite.settings.uniform_instances for suite in data.suites),
        "warnings": _warnings(data),
        "best": _best(data),
        "headline": headline(first, first.main_dimension),
        "captions": page_captions(first),
        "dimension": first.main_dimension,
        "summary": sorted(rows, key=lambda row: -(row["auc"] or 0.0)),
        "summary_heads": summary_heads(first, first.main_dimension),
        "findings": listed[:FINDINGS_SHOWN],
        "findings_said": _findings_said(len(data.findings), len(listed)),
        "provenance": provenance,
        "provenance_keys": keys,
        "window": [f"{edge:g}" for edge in WINDOW],
        "resamples": data.options.resamples,
        "seed": data.options.seed,
    }


def _findings(data: ReportData) -> list[dict[str, Any]]:
    """Return the kinds of findings, the grave ones first, each with its number and an example."""
    kinds: dict[tuple[Severity, str], list[Finding]] = {}
    for entry in data.findings:
        kinds.setdefault((entry.severity, re.sub(r"\d+", "…", entry.message)), []).append(entry)
    order = sorted(kinds, key=lambda kind: (-SEVERITIES.index(kind[0]), -len(kinds[kind])))
    result = []
    for kind in order:
        first = kinds[kind][0]
        source, inside, member = first.file.partition("!/")
        place = f"{Path(source).name}{inside}{member}"
        result.append(
            {
                "severity": kind[0],
                "count": len(kinds[kind]),
                "message": first.message if len(kinds[kind]) == 1 else kind[1],
                "place": f"{place}:{first.line}" if first.line else place,
            }
        )
    return result


def _findings_said(total: int, kinds: int) -> str:
    shown = f"; the gravest {FINDINGS_SHOWN} are listed" if kinds > FINDINGS_SHOWN else ""
    return (
        f"{_several(total, 'finding')} while reading the data, of {_several(kinds, 'kind')}{shown}."
    )


def _several(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _best(data: ReportData) -> list[dict[str, str]]:
    """List the best value and point that each algorithm found, where nobody knows the optimum."""
    found = [one for entry in data.provenance for one in best_of_source(entry)]
    order = {name: place for place, name in enumerate(dict.fromkeys(one.problem for one in found))}
    found.sort(key=lambda one: (order[one.problem], -one.value if one.maximized else one.value))
    return [
        {
            "problem": one.problem,
            "algorithm": one.algorithm,
            "value": f"{one.value:.10g}",
            "point": ", ".join(f"{number:.6g}" for number in one.point),
        }
        for one in found[:BEST_SHOWN]
    ]


def _shown_provenance(entry: Any) -> dict[str, str]:
    shown = {key: str(entry.get(key, "")) for key in PROVENANCE_KEYS}
    shown["path"] = Path(shown["path"]).name or shown["path"]
    shown["sha256"] = shown["sha256"][:16]
    return shown


def _suite_context(suite: SuiteReport) -> dict[str, Any]:
    words = (
        f"{_several(len(suite.competing), 'algorithm')} on {suite.name}{_behind(suite.background)}"
    )
    return {
        "name": suite.name,
        "subtitle": f"{words}: {_several(len(suite.functions), 'function')}, "
        f"dimension{'s' * (len(suite.dimensions) > 1)} {ranges(suite.dimensions)}",
        "functions": len(suite.functions),
        "dimensions": suite.dimensions,
        "completeness": [_completeness(suite, name) for name in suite.algorithms],
        "targets": suite.target_labels["fixed"],
        "quality": str(suite.settings.quality),
        "gaps": gap_words(suite).strip(),
        **_ranges(suite),
    }


def _behind(names: Sequence[str]) -> str:
    """Name the algorithms in the background, or count them."""
    if not names:
        return ""
    few = len(names) <= NAMED_BEHIND
    return f", with {listed(names) if few else f'{len(names)} others'} in the background"


def _ranges(suite: SuiteReport) -> dict[str, Any]:
    """Return between which values targets lie, and where hypervolumes are measured, in words."""
    titles = {s.functions[0]: s.title for s in suite.sets if s.kind == "function"}
    rows = [] if suite.ranges is None else suite.ranges.to_dicts()
    shown = [
        {
            "function": titles.get(row["function"], f"f{row['function']}"),
            "dimension": row["dimension"],
            "instance": row["instance"] or "",
            "poor": number(row["poor"], 6),
            "best": number(row["best"], 6),
            "algorithm": row["algorithm"],
            "evaluations": row["evaluations"],
        }
        for row in rows[:RANGES_SHOWN]
    ]
    return {
        "ranges": shown,
        "ranges_left_out": len(rows) - len(shown),
        "instances_apart": suite.settings.quality.own_instances,
        "range_word": _range_word(suite),
        "regions": [
            {
                "problem": f"{titles.get(one.function, one.function)}, D = {one.dimension}",
                "ideal": ", ".join(number(v, 4) for v in one.ideal),
                "reference": ", ".join(number(v, 4) for v in one.reference),
            }
            for one in suite.regions
        ],
    }


def _range_word(suite: SuiteReport) -> str:
    """Return what the ends of ranges are."""
    scale = suite.settings.quality.scale
    return scale if scale in ("precision", "value", "indicator") else "1 − hypervolume"


def _completeness(suite: SuiteReport, name: str) -> dict[str, Any]:
    """Say how much data an algorithm has in each dimension."""
    table = suite.results[SCALING].where(algorithm=name)
    target = table.target[0] if len(table) else 0.0
    cells = []
    for dimension in suite.dimensions:
        rows = table.select(dimension=dimension, target=target)
        if not len(rows):
            cells.append({"text": "–", "state": "none"})
            continue
        runs = sorted(set(rows.runs.tolist()))
        few = f"{runs[0]}" if len(runs) == 1 else f"{runs[0]}–{runs[-1]}"
        text = f"{len(rows)} · {few} · {number(float(rows.longest_run.max()), 2)}"
        full = len(rows) == _functions_in(suite, dimension)
        cells.append({"text": text, "state": "full" if full else "part"})
    return {"name": name, "cells": cells}


def _functions_in(suite: SuiteReport, dimension: int) -> int:
    """Return how many functions there are: all, unless each of a set may have its own."""
    known = known_suite(suite.settings.name)
    if known and not known.one_dimension_each:
        return len(suite.functions)
    return len(suite.results[SCALING].where(dimension=dimension).entries("function"))


def _warnings(data: ReportData) -> list[str]:
    """Return what a reader must know before believing a figure."""
    notes = [*data.unfinished, *data.changes]
    for suite in data.suites:
        gaps: dict[str, list[str]] = {}  # what is missing, and who lacks it
        for name in suite.algorithms:
            profiles = suite.results[PROFILES].where(algorithm=name)
            absent = [d for d in suite.dimensions if d not in profiles.dimension]
            if absent:
                gap = f"no data in dimension {ranges(absent)} of {suite.name}"
                gaps.setdefault(gap, []).append(name)
            for profile in profiles.where(group="all", targets=FIXED):
                if profile.missing:
                    gap = (
                        f"no data for f{ranges(profile.missing)} in dimension {profile.dimension} "
                        f"of {suite.name}, which count as unsolved"
                    )
                    gaps.setdefault(gap, []).append(name)
        notes += [f"{_some(names)} {gap}." for gap, names in gaps.items()]
        notes += _judged(suite)
        if suite.results[PLAIN_TABLE].entries("runs") == [1]:
            notes.append(
                f"There is one run per problem of {suite.name}: intervals say nothing about chance."
            )
    errors = sum(entry.severity == "error" for entry in data.findings)
    if errors:
        notes.append(f"{_several(errors, 'error')} in the data files; see the data section.")
    if len(data.suites) > 1:
        names = ", ".join(suite.name for suite in data.suites)
        notes.append(f"The data are of different suites ({names}); they are shown apart.")
    return notes if len(notes) <= 12 else [*notes[:12], f"… and {len(notes) - 12} more."]


def _judged(suite: SuiteReport) -> list[str]:
    """Say how values are judged where that is not by the distance to the optimum."""
    notes = []
    quality = suite.settings.quality
    if suite.settings.gaps and quality.objectives > 1:
        notes.append(
            f"Each problem of {suite.name} has {quality.objectives} objectives: runs are judged by "
            "the hypervolume of all points found so far, in a region made from the data."
        )
    if suite.settings.gaps and not suite.target_names:
        known = quality.optimum_known
        notes.append(
            f"{'Targets' if known else 'The optimum'} of {suite.name} "
            f"{'' if known else 'is not known: targets '}lie between recorded values, which "
            "the data section lists, and change with the algorithms that are compared."
        )
    if quality.own_instances and known_suite(suite.settings.name) is None:
        notes.append(
            f"Instances of {suite.name} are problems of their own: no restarts are simulated, and "
            "an ERT is what was spent on all of them, for each run that succeeded."
        )
    return notes


def _some(names: list[str]) -> str:
    """Name up to three algorithms, count the others, and say that they have."""
    if len(names) == 1:
        return f"{names[0]} has"
    shown = names if len(names) <= 3 else [*names[:2], f"{len(names) - 2} others"]
    return f"{listed(shown)} have"
