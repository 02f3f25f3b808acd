"""The tables of a report for the page's script: numbers to sort by, and their words."""

import math
from collections.abc import Mapping
from typing import Any

from optimeter.measures import ErtTable, LossSummary
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number, percent, ratio, share, target
from optimeter.reports.page.encoding import finite, finite_list

__all__ = ["loss_payload", "summary_rows", "table_payload", "tests_payload"]


def summary_rows(suite: SuiteReport, dimension: int) -> list[dict[str, Any]]:
    """Return the numbers of every algorithm in one dimension, over all functions."""
    wins = suite.comparison.contributions.select(dimension=dimension)
    won = dict(zip(wins.algorithm.tolist(), wins.wins.tolist(), strict=True))
    near = dict(zip(wins.algorithm.tolist(), wins.near.tolist(), strict=True))
    solved_by_any = int(wins.pairs[0]) if len(wins) else 0
    rated = {}
    if suite.comparison.ratings is not None:
        table = suite.comparison.ratings.select(dimension=dimension)
        rated = {row["algorithm"]: row for row in table.to_dicts()}
    rows = []
    for profile in suite.profiles(dimension=dimension):
        name = profile.algorithm
        row = rated.get(name)
        rows.append(
            {
                "a": suite.algorithms.index(name),
                "auc": finite(profile.auc, 5),
                "auc_text": share(profile.auc),
                "auc_interval": "–".join(share(end) for end in profile.auc_interval),
                "solved": finite(profile.solved, 5),
                "solved_text": percent(profile.solved),
                "mean": finite(profile.geometric_mean),
                "mean_text": number(profile.geometric_mean, 2),
                "wins": won.get(name, 0),
                "near": near.get(name, 0),
                "pairs": solved_by_any,
                "budget": finite(profile.budget),
                "budget_text": number(profile.budget, 2),
                "missing": len(profile.missing),
                "functions": len(profile.functions),
                "rating": finite(row["rating"], 5) if row else None,
                "rating_text": f"{row['rating']:.0f} ± {2 * row['deviation']:.0f}" if row else "",
            }
        )
    return rows


def table_payload(suite: SuiteReport, table: ErtTable, dimension: int) -> dict[str, Any]:
    """Return the cells of an ERT table by function."""
    chosen = table.select(dimension=dimension)
    index = {name: i for i, name in enumerate(suite.algorithms)}
    final = suite.final_successes(dimension)
    result: dict[str, Any] = {}
    for row in chosen.to_dicts():
        if row["algorithm"] not in index:
            continue
        name, function = row["algorithm"], row["function"]
        entry = result.setdefault(
            f"f{function}", {"targets": [], "ref": [], "rows": {}, "final": {}}
        )
        entry["final"][str(index[name])] = final.get((name, function), (0, row["runs"]))
        cells = entry["rows"].setdefault(str(index[row["algorithm"]]), [])
        if len(entry["targets"]) == len(cells):
            entry["targets"].append(target(row["target"]))
            entry["ref"].append(ratio(row["reference_ert"], 1e5) if suite.reference else "")
        cells.append(_cell(row))
    return result


def _cell(row: Mapping[str, Any]) -> list[Any]:
    """Return [sort key, text, ERT, interval, successes, runs, marks, spread, median length]."""
    solved = math.isfinite(row["ert"])
    marks = (
        (1 if row["best"] else 0)
        | (2 if row["beats_reference"] else 0)
        | (int(row["star"]) << 2 if solved else 0)
    )
    return [
        finite(row["ratio"], 5),
        ratio(row["ratio"]),
        number(row["ert"]),
        f"{number(row['low'])}–{number(row['high'])}" if solved else "",
        row["successes"],
        row["runs"],
        marks,
        f"{number(row['p10'])}–{number(row['p90'])}" if math.isfinite(row["p10"]) else "",
        number(row["median_length"], 2),
    ]


def tests_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return, by pair and function, effect size, corrected p-value and the better one (1, -1)."""
    if suite.comparison.tests is None:
        return {}
    index = {name: i for i, name in enumerate(suite.algorithms)}
    result: dict[str, Any] = {}
    for row in suite.comparison.tests.select(dimension=dimension).to_dicts():
        a, b = index[row["algorithm"]], index[row["other"]]
        entry = result.setdefault(f"{a}-{b}", {"targets": [], "f": {}})
        cells = entry["f"].setdefault(f"f{row['function']}", [])
        if len(entry["targets"]) == len(cells):
            entry["targets"].append(target(row["target"]))
        better = (row["z"] > 0) - (row["z"] < 0)
        cells.append([round(row["superiority"], 3), float(f"{row['p_holm']:.2g}"), better])
    return result


def loss_payload(suite: SuiteReport, summary: LossSummary, dimension: int) -> dict[str, Any]:
    """Return the loss ratios: summaries over functions, and single functions."""
    index = {name: i for i, name in enumerate(suite.algorithms)}
    rows = [
        {
            "a": index[row["algorithm"]],
            "budget": row["budget"],
            "infinite": row["infinite"],
            "functions": row["functions"],
            "mean": finite(row["geometric_mean"], 4),
            "p": finite_list((row[k] for k in ("best", "p10", "p25", "median", "p75", "p90")), 4),
            "text": [
                ratio(row[k])
                for k in ("geometric_mean", "best", "p10", "p25", "median", "p75", "p90")
            ],
        }
        for row in summary.select(dimension=dimension).to_dicts()
        if row["algorithm"] in index
    ]
    single = []
    for name in suite.algorithms:
        losses = suite.parts[name].losses
        by_function: dict[str, list[list[float | None]]] = {}
        if losses is not None:
            for row in losses.select(dimension=dimension).to_dicts():
                by_function.setdefault(f"f{row['function']}", []).append(
                    [row["budget"], finite(row["loss"], 3)]
                )
        single.append(by_function)
    return {"rows": rows, "single": single}
