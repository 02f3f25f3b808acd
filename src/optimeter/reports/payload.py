"""The results of a report in the compact form the page's script draws from."""

import base64
import json
import math
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from optimeter.measures import ErtTable, LossSummary, Steps
from optimeter.measures._table import Float
from optimeter.reports.captions import captions
from optimeter.reports.model import AlgorithmPart, Profile, ReportData, SuiteReport
from optimeter.reports.words import factor, headline, number, percent, ratio, sentences, target

__all__ = ["chunks", "overview", "packed", "summary_rows"]

LOG_SCALE, SHARE_SCALE = 1000, 10_000  # units of log10 x and of shares in the curves


def packed(value: Any) -> str:
    """Return a value as deflated JSON in base64."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
    return base64.b64encode(zlib.compress(text, 7)).decode()


def overview(data: ReportData) -> dict[str, Any]:
    """Return what the page needs at once: names, choices, summaries, words."""
    return {
        "schema": 1,
        "version": data.version,
        "title": data.title,
        "suites": [_suite(suite) for suite in data.suites],
    }


def chunks(data: ReportData) -> dict[str, Any]:
    """Return the results by suite and dimension, keyed ``"0-20"`` (suite 0, dimension 20)."""
    result: dict[str, Any] = {}
    for i, suite in enumerate(data.suites):
        result[f"{i}-scaling"] = _scaling(suite)
        for dimension in suite.dimensions:
            result[f"{i}-{dimension}"] = _dimension(suite, dimension)
    return result


# ------------------------------------------------------------------ numbers


def _finite(value: float, digits: int = 6) -> float | None:
    """Return a number with some digits; None for anything infinite."""
    return float(f"{value:.{digits}g}") if math.isfinite(value) else None


def _list(values: Iterable[float], digits: int = 4) -> list[float | None]:
    return [_finite(value, digits) for value in values]


def _steps(steps: Steps) -> dict[str, list[int]]:
    """Return a step function as differences of whole numbers."""
    logs = np.round(np.log10(np.maximum(steps.x, 1e-300)) * LOG_SCALE).astype(np.int64)
    return {"x": _differences(logs), "y": _differences(_shares(steps.y))}


def _shares(values: Float) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.round(values * SHARE_SCALE).astype(np.int64)


def _differences(values: np.ndarray[Any, np.dtype[np.int64]]) -> list[int]:
    result: list[int] = np.diff(values, prepend=0).tolist()
    return result


def _log(value: float) -> float | None:
    return round(math.log10(value), 3) if math.isfinite(value) and value > 0 else None


# ------------------------------------------------------------------ overview


def _suite(suite: SuiteReport) -> dict[str, Any]:
    return {
        "name": suite.name,
        "evaluations": suite.evaluations_word,
        "algorithms": [
            {
                "name": name,
                "slot": suite.styles[name].slot,
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
        "winners": _winners(suite),
        "captions": captions(suite),
        "pairs": _pairs(suite),
    }


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
                "auc": _finite(profile.auc, 5),
                "auc_text": f"{profile.auc:.3f}",
                "auc_interval": f"{profile.auc_interval[0]:.3f}–{profile.auc_interval[1]:.3f}",
                "solved": _finite(profile.solved, 5),
                "solved_text": percent(profile.solved),
                "mean": _finite(profile.geometric_mean),
                "mean_text": number(profile.geometric_mean, 2),
                "wins": won.get(name, 0),
                "near": near.get(name, 0),
                "pairs": solved_by_any,
                "budget": _finite(profile.budget),
                "budget_text": number(profile.budget, 2),
                "missing": len(profile.missing),
                "functions": len(profile.functions),
                "rating": _finite(row["rating"], 5) if row else None,
                "rating_text": f"{row['rating']:.0f} ± {2 * row['deviation']:.0f}" if row else "",
            }
        )
    return rows


def _winners(suite: SuiteReport) -> dict[str, dict[str, Any]]:
    index = {name: i for i, name in enumerate(suite.algorithms)}
    result: dict[str, dict[str, Any]] = {}
    for row in suite.winners.to_dicts():
        entry = result.setdefault(f"{row['dimension']}/{row['group']}", {"w": [], "m": []})
        entry["w"].append(index.get(row["winner"], -1))
        entry["m"].append(round(row["margin"], 4))
    return result


def _pairs(suite: SuiteReport) -> dict[str, dict[str, Any]]:
    """Return speed factors by dimension and pair, in words and numbers."""
    table = suite.comparison.speed
    if table is None:
        return {}
    index = {name: i for i, name in enumerate(suite.algorithms)}
    result: dict[str, dict[str, Any]] = {}
    for row, sentence in zip(table.to_dicts(), sentences(table), strict=True):
        one, other = index[row["faster"]], index[row["slower"]]
        key = f"{row['dimension']}/{min(one, other)}-{max(one, other)}"
        result[key] = {
            "faster": one,
            "slower": other,
            "sentence": sentence,
            "factor": factor(row["factor"]),
            "interval": f"{factor(row['low'])}–{factor(row['high'])}",
            "shares": [
                _finite(row[k], 4) for k in ("both", "faster_only", "slower_only", "neither")
            ],
        }
    return result


# ------------------------------------------------------------------ one dimension


def _dimension(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    parts = [suite.parts[name] for name in suite.algorithms]
    chunk: dict[str, Any] = {
        "profiles": _profiles(suite, dimension),
        "ert": _table(suite, suite.comparison.table, dimension),
        "curves": [_problem_curves(part, dimension) for part in parts],
        "distributions": _distributions(suite, dimension),
        "scatter": [_scatter(part, dimension) for part in parts],
        "ratios": _ratios(suite, dimension),
        "tests": _tests(suite, dimension),
    }
    if suite.comparison.budget_table is not None:
        chunk["budget_ert"] = _table(suite, suite.comparison.budget_table, dimension)
    if suite.comparison.loss_summary is not None:
        chunk["loss"] = _loss(suite, suite.comparison.loss_summary, dimension)
    return chunk


def _profiles(suite: SuiteReport, dimension: int) -> dict[str, dict[str, Any]]:
    index = {name: i for i, name in enumerate(suite.algorithms)}
    result: dict[str, dict[str, Any]] = {}
    for part in suite.parts.values():
        for profile in part.profiles:
            if profile.dimension == dimension:
                kind = result.setdefault(profile.targets, {})
                entry = kind.setdefault(
                    profile.group,
                    {"pairs": profile.pairs, "functions": len(profile.functions), "c": []},
                )
                entry["c"].append({"a": index[profile.algorithm], **_curve(profile)})
    for profile in suite.reference_profiles:
        if profile.dimension == dimension and profile.group in result.get(profile.targets, {}):
            entry = result[profile.targets][profile.group]
            if len(profile.functions) == entry["functions"]:
                entry["ref"] = _curve(profile)
    return result


def _curve(profile: Profile) -> dict[str, Any]:
    curve: dict[str, Any] = {
        **_steps(profile.steps),
        "s": _finite(profile.solved, 5),
        "b": _log(profile.budget),
    }
    if profile.missing:
        curve["m"] = list(profile.missing)
    if len(profile.band_x):
        curve["lo"] = _differences(_shares(profile.band_low))
        curve["hi"] = _differences(_shares(profile.band_high))
    return curve


def _table(suite: SuiteReport, table: ErtTable, dimension: int) -> dict[str, Any]:
    """Return the cells of an ERT table by function."""
    chosen = table.select(dimension=dimension)
    index = {name: i for i, name in enumerate(suite.algorithms)}
    result: dict[str, Any] = {}
    for row in chosen.to_dicts():
        if row["algorithm"] not in index:
            continue
        entry = result.setdefault(f"f{row['function']}", {"targets": [], "ref": [], "rows": {}})
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
        _finite(row["ratio"], 5),
        ratio(row["ratio"]),
        number(row["ert"]),
        f"{number(row['low'])}–{number(row['high'])}" if solved else "",
        row["successes"],
        row["runs"],
        marks,
        f"{number(row['p10'])}–{number(row['p90'])}" if math.isfinite(row["p10"]) else "",
        number(row["median_length"], 2),
    ]


def _problem_curves(part: AlgorithmPart, dimension: int) -> dict[str, Any]:
    """Return, by function, ERT against target and quality against budget."""
    result: dict[str, Any] = {}
    for f, t, e, k, n in zip(
        *(
            getattr(part.ert.select(dimension=dimension), name).tolist()
            for name in ("function", "target", "ert", "successes", "runs")
        ),
        strict=True,
    ):
        entry = result.setdefault(f"f{f}", {"t": [], "e": [], "k": [], "n": n, "q": []})
        entry["t"].append(_finite(t, 4))
        entry["e"].append(_finite(e, 4))
        entry["k"].append(k)
    values = part.values.select(dimension=dimension)
    for f, budget, p25, median, p75, ended in zip(
        values.function.tolist(),
        values.budget.tolist(),
        values.p25.tolist(),
        values.median.tolist(),
        values.p75.tolist(),
        values.ended.tolist(),
        strict=True,
    ):
        entry = result.get(f"f{f}")
        if entry is not None:
            entry["q"].append([_finite(budget, 4), *_list((p25, median, p75), 3), ended])
    return result


def _distributions(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for i, name in enumerate(suite.algorithms):
        part = suite.parts[name]
        for key, curves in part.run_lengths.items():
            for curve in curves:
                if curve.dimension == dimension:
                    entry = result.setdefault(key, {"runs": [], "quality": [], "budgets": []})
                    entry["runs"].append(
                        {
                            "a": i,
                            "t": target(curve.target),
                            **_steps(curve.steps),
                            "solved": f"{curve.solved}/{curve.functions}",
                            "longest": _log(curve.longest_run),
                        }
                    )
        for field, source in (("quality", part.qualities), ("budgets", part.budget_profiles)):
            for key, found in source.items():
                for quality in found:
                    if quality.dimension == dimension and key in result:
                        result[key][field].append(
                            {"a": i, "b": number(quality.budget, 2), **_steps(quality.steps)}
                        )
    return result


def _scatter(part: AlgorithmPart, dimension: int) -> dict[str, Any]:
    table = part.scatter.select(dimension=dimension)
    result: dict[str, Any] = {}
    for f, e in zip(table.function.tolist(), table.ert.tolist(), strict=True):
        result.setdefault(f"f{f}", []).append(_finite(e, 3))
    return result


def _ratios(suite: SuiteReport, dimension: int) -> list[dict[str, Any]]:
    index = {name: i for i, name in enumerate(suite.algorithms)}
    return [
        {
            "a": index[curve.algorithm],
            "o": index[curve.other],
            "t": target(curve.target),
            "solved": [curve.solved, curve.other_solved],
            **_steps(Steps(np.maximum(curve.steps.x, 1e-9), curve.steps.y)),
        }
        for curve in suite.comparison.ratios
        if curve.dimension == dimension and curve.algorithm in index and curve.other in index
    ]


def _tests(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return, by pair and function, effect size and corrected p-value for each target."""
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
        cells.append([round(row["effect"], 3), float(f"{row['p_holm']:.2g}")])
    return result


def _loss(suite: SuiteReport, summary: LossSummary, dimension: int) -> dict[str, Any]:
    index = {name: i for i, name in enumerate(suite.algorithms)}
    rows = [
        {
            "a": index[row["algorithm"]],
            "budget": row["budget"],
            "infinite": row["infinite"],
            "functions": row["functions"],
            "mean": _finite(row["geometric_mean"], 4),
            "p": _list((row[k] for k in ("best", "p10", "p25", "median", "p75", "p90")), 4),
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
                    [row["budget"], _finite(row["loss"], 3)]
                )
        single.append(by_function)
    return {"rows": rows, "single": single}


def _scaling(suite: SuiteReport) -> list[dict[str, Any]]:
    """Return, by algorithm and function, one row per dimension and target."""
    result = []
    for name in suite.algorithms:
        part = suite.parts[name]
        entry: dict[str, Any] = {}
        intervals = zip(
            part.scaling_interval.low.tolist(), part.scaling_interval.high.tolist(), strict=True
        )
        for row, (low, high) in zip(part.scaling.to_dicts(), intervals, strict=True):
            size = row["dimension"]
            entry.setdefault(f"f{row['function']}", []).append(
                [
                    row["dimension"],
                    target(row["target"]),
                    *_list(
                        (
                            row["ert_per_dimension"],
                            low / size,
                            high / size,
                            row["median_success"],
                            row["longest_run"],
                        ),
                        3,
                    ),
                    row["successes"],
                    row["runs"],
                ]
            )
        result.append(entry)
    return result
