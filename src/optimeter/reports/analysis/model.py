"""What a report contains: small results of `measures`, computed once, drawn many times.

The page, the figures, the LaTeX tables and the CSV files are all made from `ReportData`, so their
numbers agree by construction.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar

from optimeter._arguments import ranges
from optimeter._show import Shown
from optimeter.data.findings import Finding
from optimeter.data.rules import UNFINISHED
from optimeter.measures import (
    Advice,
    Aocc,
    AttainmentEcdf,
    AttainmentLevels,
    AttainmentSurfaces,
    Clusters,
    Complementarity,
    Contributions,
    Cover,
    DeepRanking,
    Ert,
    ErtInterval,
    ErtTable,
    FrontSummary,
    KolmogorovSmirnov,
    Leaders,
    LossRatios,
    LossSummary,
    PairTests,
    ParameterStatistics,
    PositionsAt,
    Ratings,
    RelativeCosts,
    RuntimeRatios,
    Runtimes,
    RunValues,
    SampleDensities,
    Scaling,
    SpeedFactors,
    SuiteSettings,
    Table,
    ValueRanges,
    ValueStatistics,
)
from optimeter.measures.complementarity import PairAreas, complementarity_of
from optimeter.measures.of_suites import SPEEDS
from optimeter.measures.scope import FIXED, TargetSet
from optimeter.measures.thinning import Profile
from optimeter.measures.winners import BudgetWinners
from optimeter.measures.words import REACH, SOLVE, Deed, number, percent
from optimeter.problems.info import suite_word
from optimeter.reports.analysis.families import Family
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.styles import Style
from optimeter.reports.results import Results

__all__ = [
    "AlgorithmPart",
    "Comparison",
    "FunctionSet",
    "Region",
    "ReportData",
    "SuiteReport",
]


def _without_rows(kind: type[Table]) -> Any:
    """Return a field that is a table without rows unless one is given."""
    return field(default_factory=lambda: kind.concatenate([]))


@dataclass(frozen=True, slots=True)
class AlgorithmPart:
    """What is read of the results of one algorithm on one suite; what was not asked for is empty.

    `ert_interval` has the rows of `ert`, and is left out when the algorithms are many. So are
    `fine_values`, which are `values` at more budgets, for drawing, and what is about single runs.
    `parameters` are keyed by the names of what was logged; `areas` are those over the convergence
    curves within decades of the budget; `surfaces` need two objectives on record.
    """

    algorithm: str
    suite: str
    profiles: tuple[Profile, ...] = ()
    ert: Ert = _without_rows(Ert)
    ert_interval: ErtInterval | None = None
    scatter: Ert = _without_rows(Ert)
    plain_table: ErtTable = _without_rows(ErtTable)
    plain_budget_table: ErtTable | None = None
    scaling: Scaling = _without_rows(Scaling)
    scaling_interval: ErtInterval = _without_rows(ErtInterval)
    values: ValueStatistics = _without_rows(ValueStatistics)
    fine_values: ValueStatistics = _without_rows(ValueStatistics)
    run_values: RunValues = _without_rows(RunValues)
    runtime_densities: SampleDensities = _without_rows(SampleDensities)
    value_densities: SampleDensities = _without_rows(SampleDensities)
    run_times: Runtimes = _without_rows(Runtimes)
    levels: AttainmentLevels = _without_rows(AttainmentLevels)
    attained: AttainmentEcdf = _without_rows(AttainmentEcdf)
    parameters: Mapping[str, tuple[ParameterStatistics, ...]] = field(default_factory=dict)
    areas: Aocc = _without_rows(Aocc)
    surfaces: AttainmentSurfaces = _without_rows(AttainmentSurfaces)
    losses: LossRatios | None = None

    @classmethod
    def of(cls, results: Results, algorithm: str, suite: str) -> "AlgorithmPart":
        """Read what was made of an algorithm."""
        own = results.parts.get(algorithm, {})
        known = {one.name for one in fields(cls)}
        return cls(algorithm, suite, **{name: own[name] for name in own if name in known})


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results that need several algorithms, and tables marked among them.

    `speed` holds the factors over all functions, `group_speed` those over each group;
    `contributions` are keyed by kind of targets; `positions` are there only if they are asked for.
    """

    table: ErtTable = _without_rows(ErtTable)
    budget_table: ErtTable | None = None
    speed: SpeedFactors | None = None
    group_speed: Mapping[str, SpeedFactors] = field(default_factory=dict)
    tests: PairTests | None = None
    ratios: RuntimeRatios = _without_rows(RuntimeRatios)
    contributions: Mapping[TargetSet, Contributions] = field(default_factory=dict)
    ratings: Ratings | None = None
    loss_summary: LossSummary | None = None
    costs: RelativeCosts | None = None
    leaders: Leaders | None = None
    distances: KolmogorovSmirnov | None = None
    deep_ranking: DeepRanking | None = None
    pair_areas: tuple[PairAreas, ...] = ()
    clusters: Clusters | None = None
    fronts: FrontSummary | None = None
    positions: PositionsAt | None = None

    @classmethod
    def of(cls, results: Results) -> "Comparison":
        """Read what was made of several algorithms."""
        speeds = dict(results.suite.get(SPEEDS.name, {}))
        known = {one.name for one in fields(cls)}
        found = {name: one for name, one in results.suite.items() if name in known}
        return cls(**found, speed=speeds.pop("all", None), group_speed=speeds)

    @property
    def complementarity(self) -> Complementarity | None:
        """What each algorithm adds to the others; None for one, and for many."""
        return complementarity_of(self.pair_areas) if self.pair_areas else None


@dataclass(frozen=True, slots=True)
class FunctionSet:
    """A named set of functions a reader can choose.

    Attributes
    ----------
    key, title : str
    kind : {"all", "group", "function"}
    functions : tuple of int
    """

    key: str
    title: str
    kind: str
    functions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """Where the hypervolume of one problem is measured: between two points, one number an objective."""

    function: int
    dimension: int
    ideal: tuple[float, ...]
    reference: tuple[float, ...]


@dataclass(frozen=True, slots=True, repr=False)
class SuiteReport(Shown):
    """Everything a report shows about one suite.

    Attributes
    ----------
    settings : SuiteSettings
    algorithms : tuple of str
    dimensions, functions : tuple of int
    main_dimension : int
        The one shown first.
    sets : tuple of FunctionSet
    styles : mapping from algorithm to Style
    featured : tuple of str
        Algorithms drawn in colour: all of them, or those with the largest area when they are many.
    target_labels : mapping from target set to words
    reference : str
        Name of the reference, '' without one.
    reference_made_of : str
        What it is made of, in words: runs, or expected runtimes.
    results : Results
        What was made.
    parts : mapping from algorithm to AlgorithmPart
        Those of single algorithms.
    comparison : Comparison
        Those of several.
    reference_profiles : tuple of Profile
    reference_scaling : Scaling or None
        Expected runtimes of the reference against the dimension.
    winners : mapping from target set to BudgetWinners
        By dimension and set of functions.
    advice : mapping from target set to Advice
        Which algorithm to take, by dimension, set of functions and budget.
    covers : tuple of Cover
        The few that solve most together, by budget.
    background : tuple of str
        Algorithms that are only drawn, behind the others, and compete with nobody.
    target_names : mapping from target to words
        What targets are called whose numbers are not those that were given.
    ranges : ValueRanges or None
        Between which values targets lie that come from the data.
    regions : tuple of Region
        Where hypervolumes are measured that have no region known beforehand.
    values_recorded : bool
        Whether the values against budgets are those on record, while targets are on another scale.
    families : tuple of Family
        Algorithms that share a tag or a part of their names.
    cost : str
        What is counted: evaluations, or another cost, in words.
    """

    settings: SuiteSettings
    algorithms: tuple[str, ...]
    dimensions: tuple[int, ...]
    functions: tuple[int, ...]
    main_dimension: int
    sets: tuple[FunctionSet, ...]
    styles: Mapping[str, Style]
    featured: tuple[str, ...]
    target_labels: Mapping[TargetSet, str]
    reference: str
    reference_made_of: str
    results: Results
    parts: Mapping[str, AlgorithmPart]
    comparison: Comparison
    reference_profiles: tuple[Profile, ...]
    winners: Mapping[TargetSet, BudgetWinners]
    reference_scaling: Scaling | None = None
    advice: Mapping[TargetSet, Advice] = field(default_factory=dict)
    covers: tuple[Cover, ...] = ()
    background: tuple[str, ...] = ()
    target_names: Mapping[float, str] = field(default_factory=dict)
    ranges: ValueRanges | None = None
    values_recorded: bool = False
    regions: tuple[Region, ...] = ()
    families: tuple[Family, ...] = ()
    cost: str = "evaluations"

    _noun: ClassVar[str] = "algorithm"

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        d = self.main_dimension
        found = {profile.algorithm: profile for profile in self.profiles(dimension=d)}
        none = math.nan
        rows = [
            {
                "suite": self.name,
                "dimension": d,
                "algorithm": name,
                "solved within runs": found[name].recorded if name in found else none,
                "area": found[name].auc if name in found else none,
            }
            for name in self.algorithms[:most]
        ]
        return rows, len(self.algorithms)

    @property
    def name(self) -> str:
        """Name of the suite; data of unknown origin have none."""
        return suite_word(self.settings.name)

    @property
    def competing(self) -> tuple[str, ...]:
        """The algorithms that sentences and tables are about."""
        return tuple(name for name in self.algorithms if name not in self.background)

    @property
    def table_dimensions(self) -> tuple[int, ...]:
        """The dimensions of the suite's tables that are in the data; the main one if none is."""
        shown = (d for d in self.settings.table_dimensions if d in self.dimensions)
        return tuple(shown) or (self.main_dimension,)

    @property
    def evaluations_word(self) -> str:
        """What is counted."""
        if self.cost != "evaluations":
            return self.cost
        return "evaluations of f and g" if self.settings.constrained else "evaluations"

    @property
    def deed(self) -> Deed:
        """What algorithms do with targets: those of an unknown optimum are reached, not solved."""
        return REACH if self.settings.gaps else SOLVE

    def target_text(self, value: float) -> str:
        """Write a target."""
        return self.target_names.get(value) or number(value)

    @property
    def target_word(self) -> str:
        """What a target is: a precision, a gap, or a value that was given."""
        if not self.settings.gaps:
            return "precision"
        return "value" if self.target_names else "gap"

    @property
    def value_word(self) -> str:
        """What is drawn against budgets."""
        if not self.settings.gaps:
            return "precision"
        if not self.values_recorded:
            return self.scale_word
        if self.settings.quality.optimum_known:
            return "precision"
        return "1 − hypervolume" if self.settings.quality.objectives > 1 else "value"

    @property
    def scale_word(self) -> str:
        """What targets and distributions of quality are measured in."""
        if not self.settings.gaps:
            return "precision"
        return "share of targets left" if self.target_names else "gap"

    def profiles(
        self, *, dimension: int, group: str = "all", targets: TargetSet = FIXED
    ) -> list[Profile]:
        """Return the profiles of a figure, in the order of the algorithms."""
        return [
            profile
            for name in self.algorithms
            for profile in self.parts[name].profiles
            if (profile.dimension, profile.group, profile.targets) == (dimension, group, targets)
        ]

    def reference_profile(
        self, *, dimension: int, group: str = "all", targets: TargetSet = FIXED
    ) -> Profile | None:
        """Return the profile of the reference, if there is one."""
        for profile in self.reference_profiles:
            if (profile.dimension, profile.group, profile.targets) == (dimension, group, targets):
                return profile
        return None

    def final_successes(self, dimension: int) -> dict[tuple[str, int], tuple[int, int]]:
        """Return, by algorithm and function, how many runs reached the suite's final target."""
        result = {}
        for name, part in self.parts.items():
            table = part.scaling.select(dimension=dimension, target=self.settings.final_target)
            for function, k, n in zip(
                table.function.tolist(), table.successes.tolist(), table.runs.tolist(), strict=True
            ):
                result[name, function] = (k, n)
        return result

    def function_set(self, key: str) -> FunctionSet | None:
        """Return the set of functions of a name; None if there is no such set.

        A group that holds all functions of the data is not among the sets, but has a name.
        """
        if set(self.functions) <= set(self.settings.groups.get(key, ())):
            return replace(self.sets[0], key=key, kind="group")
        return next((entry for entry in self.sets if entry.key == key), None)

    def of_kind(self, kind: str) -> Iterator[FunctionSet]:
        """Iterate over the sets of one kind."""
        return (entry for entry in self.sets if entry.kind == kind)


@dataclass(frozen=True, slots=True, repr=False)
class ReportData(Shown):
    """Everything a report shows.

    Attributes
    ----------
    title : str
    suites : tuple of SuiteReport
    options : ReportOptions
    findings : tuple of Finding
        What the readers noticed in the data.
    provenance : tuple of mappings
        One per source.
    version : str
        Of Optimeter.
    sources : tuple of str
        The data as they were given; empty where some were runs in memory.
    given : mapping
        The options as they were given to `report_data`, by name.
    """

    title: str
    suites: tuple[SuiteReport, ...]
    options: ReportOptions
    findings: tuple[Finding, ...]
    provenance: tuple[Mapping[str, str], ...]
    version: str
    sources: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)

    _noun: ClassVar[str] = "suite"

    def _shown(self, most: int) -> tuple[list[dict[str, Any]], int]:
        rows = [
            {
                "suite": suite.name,
                "algorithms": len(suite.algorithms),
                "functions": ranges(suite.functions),
                "dimensions": ranges(suite.dimensions),
                "reference": suite.reference,
            }
            for suite in self.suites[:most]
        ]
        return rows, len(self.suites)

    @property
    def changes(self) -> tuple[str, ...]:
        """Sentences on what a feature of a suite changes, where both are in the data."""
        named = {suite.settings.name: suite for suite in self.suites}
        found = []
        for name, suite in named.items():
            base, plus, _ = name.rpartition("+")
            plain = named.get(base) if plus else None  # a suite may have no name
            if plain is None or suite.main_dimension not in plain.dimensions:
                continue
            if suite.settings.gaps or plain.settings.gaps:
                found.append(
                    f"{name} and {plain.name} are not compared: the targets of each come from its "
                    "own data."
                )
                continue
            d = suite.main_dimension
            before = {profile.algorithm: profile for profile in plain.profiles(dimension=d)}
            found += [
                _change(profile, before[profile.algorithm], suite, plain)
                for profile in suite.profiles(dimension=d)
                if profile.algorithm in before
            ]
        return tuple(found)

    @property
    def unfinished(self) -> tuple[str, ...]:
        """Sentences on experiments with runs that are not in the data, or that failed."""
        return tuple(
            f"{Path(entry.file).parent.name}: {entry.message}."
            for entry in self.findings
            if entry.rule == UNFINISHED
        )


def _change(harder: Profile, plain: Profile, suite: SuiteReport, before: SuiteReport) -> str:
    """Say what a feature changes: on the same functions, within the shorter of the runs."""
    names = f"{harder.algorithm} on {suite.name} and {before.name} in dimension {harder.dimension}"
    if (harder.functions, harder.missing) != (plain.functions, plain.missing):
        return f"{names} is not compared: the functions are not the same."
    budget = min(harder.budget, plain.budget)
    shares = [
        float(one.at(budget)) if math.isfinite(budget) else one.recorded for one in (harder, plain)
    ]
    within = f" within {number(budget)}·D {suite.evaluations_word}" if math.isfinite(budget) else ""
    return (
        f"{harder.algorithm} {suite.deed.one} {percent(shares[0])} of the {suite.deed.pairs} on "
        f"{suite.name} in dimension {harder.dimension}{within}, {percent(shares[1])} on "
        f"{before.name}."
    )
