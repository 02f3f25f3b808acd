"""The profiles of derivative-free optimization for the page's script, for all tolerances."""

from collections.abc import Callable
from contextlib import suppress
from itertools import permutations
from typing import Any

from optimeter.exceptions import DataError
from optimeter.measures.of_suites import COSTS
from optimeter.problems import known_suite
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number
from optimeter.reports.figures.costs import data_profile, log_ratio, performance_profile
from optimeter.reports.figures.description import Figure
from optimeter.reports.page.encoding import coded_figure
from optimeter.reports.page.payload_pairs import pair_key

__all__ = ["PAIRED", "costs_payload", "pooled", "tolerance_labels"]

PAIRED = 6  # algorithms of which each two are compared

KINDS: dict[str, Callable[..., Figure]] = {
    "performance-profile": performance_profile,
    "data-profile": data_profile,
}


def tolerance_labels(suite: SuiteReport) -> dict[str, float]:
    """Return the tolerances to choose from, as written; none where the profiles say little.

    They say more than runtime profiles on sets with one dimension per function and on others of
    one's own, and with relative targets.
    """
    costs = suite.results[COSTS]
    relative = suite.settings.gaps and suite.settings.quality.optimum_known
    known = known_suite(suite.settings.name)
    usual = known is not None and not known.one_dimension_each
    if not len(costs) or len(suite.algorithms) < 2 or (usual and not relative):
        return {}
    return {number(one): one for one in dict.fromkeys(costs.tolerance.tolist())}


def pooled(suite: SuiteReport) -> bool:
    """Say whether the problems of all dimensions are in one profile."""
    costs = suite.results[COSTS]
    return len(costs) > 0 and costs.pooled


def costs_payload(suite: SuiteReport) -> dict[str, dict[str, Any]]:
    """Return the figures by dimension, ``"all"`` where dimensions are pooled, and tolerance.

    Each has the two profiles, and log-ratios by pair: positions of the algorithms, in both orders.
    """
    whole = suite.showing(featured=suite.competing)
    dimensions = {"all": None} if pooled(suite) else {str(d): d for d in suite.dimensions}
    return {
        key: {
            label: _figures(whole, dimension=dimension, tolerance=tolerance)
            for label, tolerance in tolerance_labels(suite).items()
        }
        for key, dimension in dimensions.items()
    }


def _figures(suite: SuiteReport, **where: Any) -> dict[str, Any]:
    figures = {kind: describe(suite, **where) for kind, describe in KINDS.items()}
    result: dict[str, Any] = {"about": next(iter(figures.values())).title}
    result |= {kind: coded_figure(figure) for kind, figure in figures.items()}
    result["log-ratio"] = {}
    for pair in permutations(suite.competing[:PAIRED], 2):
        with suppress(DataError):  # neither solves a problem
            figure = log_ratio(suite, pair=pair, **where)
            result["log-ratio"][pair_key(suite, *pair)] = coded_figure(figure)
    return result
