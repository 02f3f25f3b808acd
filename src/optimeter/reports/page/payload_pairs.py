"""What a report says of two algorithms, for the page's script."""

from typing import Any

from optimeter.measures.of_parts import SCATTER
from optimeter.measures.of_suites import DISTANCES, RATIOS, SPEEDS, TESTS
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import pair_sentences
from optimeter.reports.figures.common import FRAME, GUIDE
from optimeter.reports.figures.pairs import ratios, scatter_groups, speed
from optimeter.reports.page.encoding import coded_figure, coded_series, finite

__all__ = [
    "compared_payload",
    "pair_key",
    "pairs_payload",
    "ratios_payload",
    "scatter_payload",
    "speed_payload",
    "tests_payload",
]

TESTED = ("superiority", "p", "better", "distance", "distance_p", "ahead")


def _positions(suite: SuiteReport, *names: str) -> list[int]:
    return [suite.algorithms.index(name) for name in names]


def pair_key(suite: SuiteReport, one: str, other: str) -> str:
    """Return what the page calls two algorithms in this order: positions, ``"2-0"``."""
    return "-".join(map(str, _positions(suite, one, other)))


def compared_payload(suite: SuiteReport) -> dict[str, list[list[int]]]:
    """Return by dimension the pairs that are compared, the faster one first: positions."""
    result: dict[str, list[list[int]]] = {}
    for row in suite.results[SPEEDS].where(group="all").to_dicts():
        pair = _positions(suite, row["faster"], row["slower"])
        result.setdefault(str(row["dimension"]), []).append(pair)
    return result


def pairs_payload(suite: SuiteReport, dimension: int) -> dict[str, dict[str, Any]]:
    """Return by set of functions and pair who is faster, in words, and who solves how much."""
    result: dict[str, dict[str, Any]] = {}
    for group in dict.fromkeys(["all", *suite.results[SPEEDS].group.tolist()]):
        for row, sentence in pair_sentences(suite, group, dimension):
            faster, slower = _positions(suite, row["faster"], row["slower"])
            shares = ("both", "faster_only", "slower_only", "neither")
            result.setdefault(group, {})[f"{min(faster, slower)}-{max(faster, slower)}"] = {
                "faster": faster,
                "slower": slower,
                "sentence": sentence,
                "shares": {name: finite(row[name], 4) for name in shares},
            }
    return result


def scatter_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return what the page describes the scatter figure of any two algorithms with.

    The series, the functions of each, and the expected runtimes by algorithm and function.
    """
    groups = scatter_groups(suite)
    runtimes: list[dict[str, list[float | None]]] = []
    for name in suite.algorithms:
        table = suite.results[SCATTER].where(algorithm=name, dimension=dimension)
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
    found = suite.results[RATIOS].where(dimension=dimension)
    return {
        pair_key(suite, *pair): coded_figure(
            ratios(suite, dimension=dimension, pair=pair, bands=True)
        )
        for pair in found.rows_by("algorithm", "other")
    }


def speed_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return figures of ratios of expected runtimes by pair, in both orders."""
    table = suite.results[SPEEDS].where(group="all")
    compared = table.take(table.both > 0).rows_by("faster", "slower")
    pairs = sorted({pair for both in compared for pair in (both, both[::-1])})
    return {
        pair_key(suite, *pair): coded_figure(speed(suite, dimension=dimension, pair=pair))
        for pair in pairs
    }


def tests_payload(suite: SuiteReport, dimension: int) -> dict[str, Any]:
    """Return, by pair and function, effect sizes, corrected p-values and the better one (1, -1).

    That is of the rank-sum test, and of the larger one of the two distances of Kolmogorov and Smirnov.
    """
    ahead = _distances(suite, dimension)
    cells: dict[tuple[str, str], dict[int, list[tuple[Any, ...]]]] = {}
    targets: dict[tuple[str, str], dict[float, None]] = {}
    rows = suite.results[TESTS].where(dimension=dimension)
    names = ("algorithm", "other", "function", "target", "effect", "p_holm", "z")
    taken = (getattr(rows, name).tolist() for name in names)
    for one, other, function, target, effect, p, z in zip(*taken, strict=True):
        targets.setdefault((one, other), {})[target] = None
        at = function, target
        larger = _larger(ahead[(one, other), *at], ahead[(other, one), *at])
        cell = (round(effect, 3), float(f"{p:.2g}"), (z > 0) - (z < 0), *larger)
        cells.setdefault((one, other), {}).setdefault(function, []).append(cell)
    return {
        pair_key(suite, one, other): {
            "targets": list(dict.fromkeys(map(suite.target_text, targets[one, other]))),
            "functions": {
                f"f{function}": dict(zip(TESTED, map(list, zip(*found, strict=True)), strict=True))
                for function, found in by_function.items()
            },
        }
        for (one, other), by_function in cells.items()
    }


def _distances(
    suite: SuiteReport, dimension: int
) -> dict[tuple[tuple[str, str], int, float], tuple[float, float]]:
    """Return distance and corrected p-value by ordered pair, function and target."""
    rows = suite.results[DISTANCES].where(dimension=dimension)
    pairs = zip(rows.faster.tolist(), rows.slower.tolist(), strict=True)
    keys = zip(pairs, rows.function.tolist(), rows.target.tolist(), strict=True)
    return dict(
        zip(keys, zip(rows.distance.tolist(), rows.p_holm.tolist(), strict=True), strict=True)
    )


def _larger(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float, int]:
    """Return the larger distance with its p-value, and whose it is."""
    distance, p = max(one, other)
    return round(distance, 3), float(f"{p:.2g}"), (one > other) - (one < other)
