"""The curves of a report for the page's script."""

from typing import Any

import numpy as np

from optimeter.measures import Steps
from optimeter.reports.analysis.model import AlgorithmPart, Profile, SuiteReport
from optimeter.reports.analysis.words import number, target
from optimeter.reports.page.encoding import (
    coded_interval,
    coded_steps,
    differences,
    finite,
    finite_list,
    log10_of,
    whole_shares,
)

__all__ = [
    "distributions_payload",
    "problem_curves_payload",
    "profiles_payload",
    "ratios_payload",
    "scaling_payload",
    "scatter_payload",
]


def profiles_payload(suite: SuiteReport, dimension: int) -> dict[str, dict[str, Any]]:
    """Return the runtime profiles by kind of targets and set of functions."""
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
        **coded_steps(profile.steps),
        "s": finite(profile.solved, 5),
        "b": log10_of(profile.budget),
    }
    if profile.missing:
        curve["m"] = list(profile.missing)
    if len(profile.band_x):
        curve["lo"] = differences(whole_shares(profile.band_low))
        curve["hi"] = differences(whole_shares(profile.band_high))
    return curve


def problem_curves_payload(part: AlgorithmPart, dimension: int) -> dict[str, Any]:
    """Return, by function, ERT against target and quality against budget."""
    result: dict[str, Any] = {}
    for row in part.ert.select(dimension=dimension).to_dicts():
        entry = result.setdefault(
            f"f{row['function']}", {"t": [], "e": [], "k": [], "n": row["runs"], "q": []}
        )
        entry["t"].append(finite(row["target"], 4))
        entry["e"].append(finite(row["ert"], 4))
        entry["k"].append(row["successes"])
    if part.ert_interval is not None:
        for row in part.ert_interval.select(dimension=dimension).to_dicts():
            entry = result[f"f{row['function']}"]
            entry.setdefault("lo", []).append(finite(row["low"], 3))
            entry.setdefault("hi", []).append(finite(row["high"], 3))
    values = part.values.select(dimension=dimension)
    columns = ("function", "budget", "p25", "median", "p75", "ended")
    for f, budget, p25, median, p75, ended in zip(
        *(getattr(values, name).tolist() for name in columns), strict=True
    ):
        found = result.get(f"f{f}")
        if found is not None:
            found["q"].append([finite(budget, 4), *finite_list((p25, median, p75), 3), ended])
    return result


def distributions_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return, by set of functions, the distributions of run lengths and of quality."""
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
                            **coded_steps(curve.steps),
                            **coded_interval(*curve.interval()),
                            "solved": f"{curve.solved}/{curve.functions}",
                            "longest": log10_of(curve.longest_run),
                        }
                    )
        for field, source in (("quality", part.qualities), ("budgets", part.budget_profiles)):
            for key, found in source.items():
                for quality in found:
                    if quality.dimension == dimension and key in result:
                        result[key][field].append(
                            {
                                "a": i,
                                "b": number(quality.budget, 2),
                                **coded_steps(quality.steps),
                                **coded_interval(*quality.interval()),
                            }
                        )
    return result


def scatter_payload(part: AlgorithmPart, dimension: int) -> dict[str, Any]:
    """Return, by function, the expected runtimes to the targets of scatter plots."""
    table = part.scatter.select(dimension=dimension)
    result: dict[str, Any] = {}
    for f, e in zip(table.function.tolist(), table.ert.tolist(), strict=True):
        result.setdefault(f"f{f}", []).append(finite(e, 3))
    return result


def ratios_payload(suite: SuiteReport, dimension: int) -> list[dict[str, Any]]:
    """Return the distributions of runtime ratios of all pairs."""
    index = {name: i for i, name in enumerate(suite.algorithms)}
    return [
        {
            "a": index[curve.algorithm],
            "o": index[curve.other],
            "t": target(curve.target),
            "solved": [curve.solved, curve.other_solved],
            **coded_steps(Steps(np.maximum(curve.steps.x, 1e-9), curve.steps.y)),
            **coded_interval(*curve.interval()),
        }
        for curve in suite.comparison.ratios
        if curve.dimension == dimension and curve.algorithm in index and curve.other in index
    ]


def scaling_payload(suite: SuiteReport) -> list[dict[str, Any]]:
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
                    *finite_list(
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
