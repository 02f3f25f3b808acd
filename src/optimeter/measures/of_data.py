"""The results that are asked for by name, of data as they are given, a row each.

They are computed by the public functions, and differ from those of a report in what is decided for
the reader there: targets that are given stay what they are, instances are apart, everyone competes.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from optimeter.data.positions import positions_of
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures.advice import Advice, Cover, advice, cover
from optimeter.measures.choosing import SUITE_REFERENCE, choose_reference, reference_for
from optimeter.measures.clusters import Clusters, clusters
from optimeter.measures.complementarity import Complementarity, complementarity
from optimeter.measures.deep_statistics import DeepRanking, deep_ranking
from optimeter.measures.ecdf import Ecdf, ecdf
from optimeter.measures.ert import Ert, ErtInterval, Runtimes, ert, ert_interval, runtimes
from optimeter.measures.ert_table import ErtTable, ert_table
from optimeter.measures.fixed_budget import ValueStatistics, value_statistics
from optimeter.measures.positions import PositionsAt, positions_at
from optimeter.measures.profiles import (
    TOLERANCE,
    LogRatios,
    Profiles,
    data_profile,
    log_ratios,
    performance_profile,
)
from optimeter.measures.rank_sum import PairTests, pairwise_tests
from optimeter.measures.ratings import Ratings, ratings
from optimeter.measures.references import Reference
from optimeter.measures.regimes import Regimes, regimes
from optimeter.measures.registry import Result
from optimeter.measures.restarts import RestartPercentiles, restart_percentiles
from optimeter.measures.run_length_targets import ECDF_BUDGETS, run_length_targets
from optimeter.measures.runtime_statistics import RuntimeStatistics, runtime_statistics
from optimeter.measures.scaling import Scaling, scaling
from optimeter.measures.scope import BUDGET
from optimeter.measures.speed import SpeedFactors, speed_factors
from optimeter.measures.study import Study
from optimeter.measures.targets import TargetsLike, suite_targets
from optimeter.measures.verdicts import Verdicts, verdicts
from optimeter.problems.info import suite_word

__all__ = ["DATA_RESULTS", "SPEED", "DataResult", "Question", "taking"]

T = TypeVar("T")


@dataclass(frozen=True)
class Question:
    """What is asked of the data of one suite.

    Attributes
    ----------
    loaded : Runs
    given : TargetsLike or None
        Targets, a scale by name, or ``"budget"``: what the reference of the suite just fails to reach.
    choice : mapping
        The `functions` and `dimensions` that count.
    options : mapping
        Of this result, by name: those that were given.
    scaled : bool
        The values are put on the scale of the targets.
    """

    loaded: Runs
    given: TargetsLike | None
    choice: dict[str, Any]
    options: dict[str, Any]
    scaled: bool = True

    @cached_property
    def study(self) -> Study:
        """What is decided on the runs that count: nothing else has a say in the scale."""
        chosen = self.loaded.select(**self.choice)
        return Study.as_given(chosen if len(chosen) else self.loaded, self.given)

    @property
    def runs(self) -> Runs:
        """The runs, on the scale of the targets."""
        return self.study.runs if self.scaled else self.loaded

    @cached_property
    def targets(self) -> TargetsLike | None:
        """The targets on that scale; None for those that are usual."""
        if isinstance(self.given, str) and self.given == BUDGET:
            return self._budget_based()
        return self.study.given if self.scaled else self.given

    def reference(self, source: str) -> Reference | None:
        """Return a reference for the runs."""
        if not len(self.runs):
            return None
        return reference_for(self.runs, choose_reference(source, self.runs))

    def _budget_based(self) -> TargetsLike:
        """Return the targets that the reference just fails to reach within small budgets."""
        reference = self.reference(SUITE_REFERENCE)
        if reference is None:
            message = (
                "budget-based targets are those of the reference of a suite; "
                f"{suite_word(self.runs.suites[0])} has none"
            )
            raise DataError(message)
        return run_length_targets(reference, ECDF_BUDGETS, different=False)


@dataclass(frozen=True, slots=True, eq=False)
class DataResult(Result[Question, T]):
    """A result that is asked for by name.

    Attributes
    ----------
    options : tuple of str
        What can be asked besides.
    shown : tuple of str
        The columns that are shown; all if none is named.
    scaled : bool
        Else it is about values as they were recorded, whatever the scale of targets.
    tolerant : bool
        It judges by a tolerance where no targets are given.
    costed : bool
        It is told in no unit, or in that of its budgets, so that runs may count something else.
    """

    options: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    scaled: bool = True
    tolerant: bool = False
    costed: bool = False

    def takes(self, option: str) -> bool:
        """Say whether it can be asked with an option."""
        return option in self.options or (self.costed and option == "cost")

    def of(
        self,
        runs: Runs,
        targets: TargetsLike | None = None,
        *,
        functions: Any = None,
        dimensions: Any = None,
        **options: Any,
    ) -> T:
        """Compute it of the runs of one suite."""
        if self.costed and "cost" in options:
            runs = runs.costing(options.pop("cost"))
        scaled = self.scaled
        if self.tolerant and targets is None:
            scaled, options = False, {"tolerance": TOLERANCE, **options}
        choice = {"functions": functions, "dimensions": dimensions}
        return self.compute(Question(runs, targets, choice, options, scaled))


def _called(function: Callable[..., T], **more: Any) -> Callable[[Question], T]:
    """Return how a public function answers a question."""
    return lambda asked: function(
        asked.runs, asked.targets, **asked.choice, **asked.options, **more
    )


# -------------------------------------------------------------------------------- how they are made


def _ert(asked: Question) -> Ert:
    """Compute ERT to the targets of the suite's tables."""
    usual = suite_targets(asked.study.settings, "table")
    return ert(asked.runs, asked.targets or usual, **asked.choice, **asked.options)


def _comparison(asked: Question) -> ErtTable:
    divisor = asked.reference(asked.options.get("reference", SUITE_REFERENCE))
    return ert_table(asked.runs, asked.targets, reference=divisor, **asked.choice)


def _deep_ranking(asked: Question) -> DeepRanking:
    """Rank by samples of runs: an instance of its own has too few for a test."""
    return deep_ranking(asked.runs.pooled(), asked.targets, **asked.choice)


def _log_ratio(asked: Question) -> LogRatios:
    """Compare two algorithms: those given, or the only two in the data."""
    options, names = dict(asked.options), asked.runs.algorithms
    if asked.targets is not None:
        message = f"log-ratio takes a --tolerance, no targets; got {asked.targets!r}"
        raise InvalidValueError(message)
    pair = options.pop("pair", None)
    if pair is None and len(names) != 2:
        message = f"log-ratio compares two algorithms, --pair A B; the data hold {names}"
        raise InvalidValueError(message)
    one, other = pair or names
    return log_ratios(asked.runs, one, other, **asked.choice, **options)


def _advice(asked: Question) -> Advice:
    """Order the algorithms at one budget, or at powers of ten."""
    budgets = [budget] if (budget := asked.options.get("budget")) is not None else None
    return advice(asked.runs, asked.targets, budgets=budgets, by=("all", "group"), **asked.choice)


def _cover(asked: Question) -> Cover:
    """Find the algorithms that solve most together."""
    budget = asked.options.get("budget", 1000.0)
    return cover(asked.runs, asked.targets, budget=budget, **asked.choice)


def _positions(asked: Question) -> PositionsAt:
    """Read where the runs were: at the best point within a budget, or when a target was reached."""
    chosen = asked.runs.select(**asked.choice)
    if not len(chosen):
        choice = asked.choice
        message = (
            f"no runs for functions {choice['functions']!r} and dimensions {choice['dimensions']!r}"
        )
        raise DataError(message)
    options = dict(asked.options)
    budgets = options.pop("budget", math.inf)
    return positions_at(positions_of(chosen), asked.targets, budgets=budgets, **options)


# ----------------------------------------------------------------------------------------- the rows

SUCCESS = ("successes", "runs", "success_rate", "success_low", "success_high")
KEYS = ("algorithm", "suite", "function", "dimension", "instance", "target")
SPEED = DataResult("speed", SpeedFactors, _called(speed_factors), costed=True)

DATA_RESULTS: tuple[DataResult[Any], ...] = (
    DataResult("ert", Ert, _ert, options=("cost",)),
    DataResult("interval", ErtInterval, _called(ert_interval), options=("cost",)),
    DataResult("success", Ert, _ert, options=("cost",), shown=(*KEYS, *SUCCESS)),
    DataResult(
        "statistics",
        RuntimeStatistics,
        _called(runtime_statistics),
        options=("budget", "penalty", "sample"),
    ),
    DataResult("restarts", RestartPercentiles, _called(restart_percentiles)),
    DataResult("runtimes", Runtimes, _called(runtimes)),
    DataResult("values", ValueStatistics, _called(value_statistics), scaled=False),
    DataResult("ecdf", Ecdf, _called(ecdf), options=("cost",)),
    DataResult("comparison", ErtTable, _comparison, options=("reference",)),
    DataResult("tests", PairTests, _called(pairwise_tests), costed=True),
    DataResult("verdicts", Verdicts, _called(verdicts), options=("cost",)),
    DataResult("regimes", Regimes, _called(regimes), options=("cost",)),
    SPEED,
    DataResult("scaling", Scaling, _called(scaling)),
    DataResult("ratings", Ratings, _called(ratings), costed=True),
    DataResult("deep-ranking", DeepRanking, _deep_ranking, costed=True),
    DataResult("complementarity", Complementarity, _called(complementarity), costed=True),
    DataResult("clusters", Clusters, _called(clusters), costed=True),
    DataResult("advice", Advice, _advice, options=("budget",), costed=True),
    DataResult("cover", Cover, _cover, options=("budget",), costed=True),
    DataResult(
        "performance-profile",
        Profiles,
        _called(performance_profile),
        options=("tolerance", "returned"),
        tolerant=True,
        costed=True,
    ),
    DataResult(
        "data-profile",
        Profiles,
        _called(data_profile),
        options=("tolerance", "returned"),
        tolerant=True,
    ),
    DataResult(
        "log-ratio",
        LogRatios,
        _log_ratio,
        options=("pair", "tolerance", "returned"),
        tolerant=True,
        costed=True,
    ),
    DataResult("positions", PositionsAt, _positions, options=("budget", "relative"), scaled=False),
)


def taking(option: str) -> list[DataResult[Any]]:
    """Return the results that can be asked with an option.

    Of costs, those that are told in them come first, and those at budgets of their own last.

    Examples
    --------
    >>> [row.name for row in taking("budget")]
    ['statistics', 'advice', 'cover', 'positions']
    """
    own = [row for row in DATA_RESULTS if option in row.options]
    others = [row for row in DATA_RESULTS if row not in own and row.takes(option)]
    return [*own, *sorted(others, key=lambda row: "budget" in row.options)]
