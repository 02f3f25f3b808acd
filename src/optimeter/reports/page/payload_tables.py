"""The tables of a report for the page's script: numbers to sort by, and their words."""

import math
from collections.abc import Mapping
from itertools import groupby
from typing import Any

import numpy as np

from optimeter._arrays import Int
from optimeter.measures import ErtTable
from optimeter.measures.best import TargetContributions
from optimeter.measures.clusters import ALIKE
from optimeter.measures.of_parts import AREAS, ERT, PROFILES, VALUES
from optimeter.measures.of_suites import (
    ADVICE,
    CLUSTERS,
    CONTRIBUTIONS,
    COVERS,
    DEEP_RANKING,
    FRONTS,
    LOSS_SUMMARY,
    PAIR_AREAS,
    RATINGS,
)
from optimeter.measures.scope import FIXED, TargetSet
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import between, dispersion, number, percent, ratio, share
from optimeter.reports.figures import clusters, portfolio
from optimeter.reports.figures.common import FRAME
from optimeter.reports.page.encoding import (
    Numbers,
    coded_series,
    columns,
    finite,
)

__all__ = [
    "advice_payload",
    "areas_payload",
    "clusters_payload",
    "cover_payload",
    "done_word",
    "fronts_payload",
    "loss_payload",
    "portfolio_payload",
    "quality_payload",
    "ranks_payload",
    "summary_heads",
    "summary_rows",
    "table_payload",
]

ADVICE_SCALE = 10**6
PRECISE = 12  # digits of numbers that are compared: those that differ here differ there
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
NEVER, NO_DATA = "-", "."  # of a pair: not within any budget
FRONT_COLUMNS = ("hypervolume", "igd_plus", "epsilon", "points")
LOSSES = ("geometric_mean", "best", "p10", "p25", "median", "p75", "p90")


def summary_rows(
    suite: SuiteReport, dimension: int, group: str = "all", targets: TargetSet = FIXED
) -> list[dict[str, Any]]:
    """Return the numbers of every algorithm that competes, for one choice of problems."""
    wins = _wins(suite, dimension, group, targets)
    counted = {row["algorithm"]: row for row in wins.to_dicts()}
    rated = _ratings(suite, dimension, group, targets)
    rows = []
    for profile in suite.profiles(dimension=dimension, group=group, targets=targets):
        name = profile.algorithm
        if name in suite.background:
            continue
        row, counts = rated.get(name), counted[name]
        rows.append(
            {
                "algorithm": suite.algorithms.index(name),
                "auc": finite(profile.auc, PRECISE),
                "auc_low": finite(profile.auc_interval[0], PRECISE),
                "auc_high": finite(profile.auc_interval[1], PRECISE),
                "auc_text": share(profile.auc),
                "auc_interval": between(profile.auc_interval),
                "recorded": finite(profile.recorded, PRECISE),
                "recorded_text": percent(profile.recorded),
                "solved_text": percent(profile.solved),
                "mean_text": number(counts["common_runtime"], 2) if counts["common"] else "–",
                "best_text": f"{counts['wins']} of {counts['pairs']}"
                + (f", {counts['ties']} tied" if counts["ties"] else ""),
                "near_text": str(counts["near"]),
                "budget_text": number(profile.budget, 2) if math.isfinite(profile.budget) else "–",
                "note": f" ({len(profile.missing)} of {len(profile.functions)} functions missing)"
                if profile.missing
                else "",
                "rating_text": f"{row['rating']:.0f} ± {2 * row['deviation']:.0f}" if row else "",
            }
        )
    return rows


def summary_heads(
    suite: SuiteReport, dimension: int, group: str = "all", targets: TargetSet = FIXED
) -> dict[str, str]:
    """Return the heads of the table of `summary_rows`, with the field that stands below each."""
    several = len(suite.competing) > 1
    wins = _wins(suite, dimension, group, targets)
    common = f"all succeed ({max(wins.common.tolist(), default=0)})"
    restarts = "simulated restarts" if suite.settings.uniform_instances else "longer runs"
    heads = {
        "Area under the profile": "auc_text",
        "95 % interval": "auc_interval",
        f"{done_word(suite)} within runs": "recorded_text",
        f"With {restarts}": "solved_text",
        "Median failed run / D": "budget_text",
        f"Mean runtime / D where {common if several else 'it succeeds'}": "mean_text",
    }
    if several:
        heads |= {"Best on": "best_text", "Within 2× of best": "near_text"}
    if _ratings(suite, dimension, group, targets):
        heads["Rating"] = "rating_text"
    return heads


def _ratings(
    suite: SuiteReport, dimension: int, group: str, targets: TargetSet
) -> dict[str, Mapping[str, Any]]:
    """Return the ratings by algorithm: they are of all functions and fixed targets."""
    if (group, targets) != ("all", FIXED):
        return {}
    table = suite.results[RATINGS].where(dimension=dimension)
    return {row["algorithm"]: row for row in table.to_dicts()}


def _wins(
    suite: SuiteReport, dimension: int, group: str, targets: TargetSet
) -> TargetContributions:
    """Return who is best on how many problems."""
    return suite.results[CONTRIBUTIONS].where(targets=targets, dimension=dimension, group=group)


def done_word(suite: SuiteReport) -> str:
    """Return what is done with targets, as the head of a column."""
    return "Reached" if suite.settings.gaps else "Solved"


def advice_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return, by kind of targets, set of functions and budget, the algorithms from the best to the worst.

    All of them, so that a reader can choose among some; shares are in units of `ADVICE_SCALE`.
    Beyond the runs they rest on simulated restarts where there are any.
    """
    restarts = suite.settings.uniform_instances
    index = {name: i for i, name in enumerate(suite.algorithms)}
    result: dict[str, Any] = {}
    table = suite.results[ADVICE].where(dimension=dimension)
    for targets in dict.fromkeys(table.targets.tolist()):
        for group, here in table.where(targets=targets).split("group").items():
            for budget, rows in here.split("budget").items():
                result.setdefault(targets, {}).setdefault(group, {})[number(budget)] = {
                    "algorithm": [index[name] for name in rows.algorithm.tolist()],
                    **{
                        name: np.round(getattr(rows, name) * ADVICE_SCALE).astype(int).tolist()
                        for name in ("share", "low", "high")
                    },
                    "simulated": (rows.simulated & restarts).astype(int).tolist(),
                }
    return result


def cover_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return which pairs each algorithm solves within which budgets: any of them can be chosen.

    One letter a (function, target) pair: the first budget that its expected runtime lies within, as
    a digit, else `NEVER`, or `NO_DATA`. Algorithms are in the order that decides between equals;
    `functions` are those of the pairs, with the number of pairs that follow each other.
    """
    budgets = suite.results[COVERS].entries("budget")
    index = {name: i for i, name in enumerate(suite.algorithms)}
    places: dict[tuple[int, float], int] = {}
    found: list[tuple[str, list[int], Int]] = []
    for name in sorted(suite.competing):
        table = suite.results[ERT].where(algorithm=name, dimension=dimension)
        pairs = zip(table.function.tolist(), table.target.tolist(), strict=True)
        own = [places.setdefault(pair, len(places)) for pair in pairs]
        first = np.searchsorted(np.array(budgets) * dimension, table.ert)
        if own:
            found.append((name, own, first))
    letters = np.array([*DIGITS[: len(budgets)], NEVER])
    solved = []
    for _, own, first in found:
        word = np.full(len(places), NO_DATA)
        word[own] = letters[first]
        solved.append("".join(word.tolist()))
    return {
        "budgets": [number(budget) for budget in budgets],
        "algorithms": [index[name] for name, _, _ in found],
        "functions": [
            [function, len(list(same))]
            for function, same in groupby(function for function, _ in places)
        ],
        "solved": solved,
    }


def clusters_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return the tree of similar algorithms, which the page can cut, and what it is drawn with."""
    index = {name: i for i, name in enumerate(suite.algorithms)}
    table = suite.results[CLUSTERS].where(dimension=dimension)
    if not len(table):
        return {}
    return {
        "alike": ALIKE,
        "algorithms": [index[name] for name in table.algorithm.tolist()],
        "joins": Numbers(table.joins, 8),
        "rows": clusters.ROWS,
        "ticks": list(clusters.TICKS),
        "labels": [number(tick) for tick in clusters.TICKS],
        "title": clusters.FACTORS,
        "series": [coded_series(series) for series in (clusters.NEAR, clusters.FAR, FRAME)],
        "named": clusters.NAMED,
        "note": clusters.NOTE,
        "thick": clusters.THICK,
    }


def portfolio_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return how well each algorithm does on each pair: what it adds to some others follows."""
    index = {name: i for i, name in enumerate(suite.algorithms)}
    found = suite.results[PAIR_AREAS].where(dimension=dimension)
    if not len(found):
        return {}
    return {
        "algorithms": [index[name] for name in found.algorithm.tolist()],
        "functions": list(found[0].functions),
        "areas": [Numbers(own, "share") for own in found.areas],
        "title": portfolio.TITLE,
        "note": portfolio.NOTE,
        "pale": portfolio.PALE,
    }


def table_payload(suite: SuiteReport, table: ErtTable, dimension: int) -> dict[str, Any]:
    """Return, by function, the targets, the reference and the rows of an ERT table."""
    index = {name: i for i, name in enumerate(suite.algorithms)}
    cells: dict[int, dict[str, list[dict[str, Any]]]] = {}
    for row in table.where(dimension=dimension).to_dicts():
        if row["algorithm"] in index:
            cells.setdefault(row["function"], {}).setdefault(row["algorithm"], []).append(row)
    final = suite.final_successes(dimension)
    result: dict[str, Any] = {}
    for function, by_name in cells.items():
        longest = max(by_name.values(), key=len)
        rows = []
        for name, found in by_name.items():
            successes, runs = final.get((name, function), (0, found[0]["runs"]))
            rows.append(
                {
                    "algorithm": index[name],
                    "cells": columns(_cell(row) for row in found),
                    "final": {"successes": successes, "runs": runs},
                }
            )
        result[f"f{function}"] = {
            "targets": [suite.target_text(row["target"]) for row in longest],
            "reference": [
                ratio(row["reference_ert"], 1e5) if suite.reference else "" for row in longest
            ],
            "rows": rows,
        }
    return result


def _cell(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return one cell: the ratio to sort by, its words, and what pointing at it tells."""
    solved = math.isfinite(row["ert"])
    return {
        "ratio": finite(row["ratio"], 5),
        "text": ratio(row["ratio"]),
        "ert": number(row["ert"]),
        "interval": f"{number(row['low'])}–{number(row['high'])}" if solved else "",
        "successes": row["successes"],
        "runs": row["runs"],
        "best": row["best"],
        "beats_reference": row["beats_reference"],
        "star": int(row["star"]) if solved else 0,
        "spread": f"{number(row['p10'])}–{number(row['p90'])}" if math.isfinite(row["p10"]) else "",
        "dispersion": "–".join(dispersion(row)),
        "median_length": number(row["median_length"], 2),
    }


def areas_payload(suite: SuiteReport, dimension: int) -> dict[str, list[dict[str, Any]]]:
    """Return, by function, the areas under the profile and over the convergence curves."""
    result: dict[str, list[dict[str, Any]]] = {}
    for i, name in enumerate(suite.algorithms):
        by_function: dict[int, list[dict[str, Any]]] = {}
        for row in suite.results[AREAS].where(algorithm=name, dimension=dimension).to_dicts():
            cell = {"budget": row["budget"], "aocc": finite(row["aocc"], 4)}
            interval = {"interval": f"{share(row['low'])}–{share(row['high'])}"}
            by_function.setdefault(row["function"], []).append({**cell, **interval})
        for function, rows in by_function.items():
            here = {"dimension": dimension, "group": f"f{function}", "targets": FIXED}
            (profile,) = suite.results[PROFILES].where(algorithm=name, **here)
            entry = {
                "algorithm": i,
                "profile": finite(profile.auc, 4),
                "interval": between(profile.auc_interval),
                "cells": columns(rows),
            }
            result.setdefault(f"f{function}", []).append(entry)
    return result


def fronts_payload(suite: SuiteReport, dimension: int) -> dict[str, list[dict[str, Any]]]:
    """Return, by function, the indicators of the final fronts of every algorithm."""
    index = {name: i for i, name in enumerate(suite.algorithms)}
    result: dict[str, list[dict[str, Any]]] = {}
    for row in suite.results[FRONTS].where(dimension=dimension, budget=math.inf).to_dicts():
        cells = {name: finite(row[name], 4) for name in FRONT_COLUMNS}
        entry = {"algorithm": index[row["algorithm"]], "runs": row["runs"], **cells}
        result.setdefault(f"f{row['function']}", []).append(entry)
    return result


def quality_payload(suite: SuiteReport, dimension: int) -> dict[str, list[dict[str, Any]]]:
    """Return, by function, the quality of every algorithm at budgets of powers of ten."""
    result: dict[str, list[dict[str, Any]]] = {}
    for i, name in enumerate(suite.algorithms):
        table = suite.results[VALUES].where(algorithm=name, dimension=dimension)
        whole = np.isclose(np.log10(table.budget) % 1, 0, atol=1e-6)
        table = table.take(whole & (table.budget > 0.5))
        for function, rows in table.split("function").items():
            cells = {
                "budget": Numbers(rows.budget, 6),
                **{q: Numbers(getattr(rows, q), 3) for q in ("p25", "median", "p75")},
                "ended": rows.ended.tolist(),
                "runs": rows.runs.tolist(),
            }
            entry = {"algorithm": i, "cells": cells}
            result.setdefault(f"f{function}", []).append(entry)
    return result


def ranks_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return the mean ranks of all algorithms by deep statistical comparison, the best one first."""
    table = suite.results[DEEP_RANKING].where(dimension=dimension)
    if not len(table):
        return {}
    index = {name: i for i, name in enumerate(suite.algorithms)}
    rows = sorted(table.to_dicts(), key=lambda row: row["rank"])
    return {
        "problems": rows[0]["problems"],
        "omnibus": float(f"{rows[0]['omnibus_p']:.2g}"),
        "rows": columns(
            {
                "algorithm": index[row["algorithm"]],
                "rank": round(row["rank"], 2),
                "p": float(f"{row['p_holm']:.2g}"),
            }
            for row in rows
        ),
    }


def loss_payload(suite: SuiteReport, dimension: int) -> list[dict[str, Any]]:
    """Return the loss ratios over functions in words."""
    index = {name: i for i, name in enumerate(suite.algorithms)}
    return [
        {
            "algorithm": index[row["algorithm"]],
            "budget": row["budget"],
            "infinite": row["infinite"],
            "functions": row["functions"],
            "text": {name: ratio(row[name]) for name in LOSSES},
        }
        for row in suite.results[LOSS_SUMMARY].where(dimension=dimension).to_dicts()
        if row["algorithm"] in index
    ]
