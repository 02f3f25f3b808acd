"""What a report contains: small results of `measures`, computed once, drawn many times.

The page, the figures, the LaTeX tables and the CSV files are all made from `ReportData`, so their
numbers agree by construction.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from optimeter._arguments import ranges
from optimeter._show import Shown
from optimeter.data.findings import Finding
from optimeter.data.rules import UNFINISHED
from optimeter.measures import SuiteSettings, ValueRanges
from optimeter.measures.of_parts import PROFILES, SCALING
from optimeter.measures.of_suites import REFERENCE_PROFILES
from optimeter.measures.scope import BUDGET, FIXED, TargetSet
from optimeter.measures.study import Study
from optimeter.measures.thinning import Profile
from optimeter.measures.words import REACH, SOLVE, Deed, number, percent, plain_label
from optimeter.problems.info import suite_word
from optimeter.reports.analysis.families import Family
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.styles import Style
from optimeter.reports.results import Results

__all__ = [
    "FunctionSet",
    "Region",
    "ReportData",
    "SuiteReport",
    "View",
]


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


@dataclass(frozen=True, slots=True)
class View:
    """What of the results figures, sentences and tables show.

    Attributes
    ----------
    algorithms : tuple of str
        In their order.
    featured : tuple of str
        Those drawn in colour: all of them, or those with the largest area when they are many.
    functions : tuple of int
    """

    algorithms: tuple[str, ...]
    featured: tuple[str, ...]
    functions: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class SuiteReport(Shown):
    """What a report shows about one suite: results, what they are of, and how they are told.

    Attributes
    ----------
    study : Study
        What was decided, without the runs.
    results : Results
    view : View
    dimensions : tuple of int
    sets : tuple of FunctionSet
    styles : mapping from algorithm to Style
    regions : tuple of Region
        Where hypervolumes are measured that have no region known beforehand.
    families : tuple of Family
        Algorithms that share a tag or a part of their names.
    cost : str
        What is counted: evaluations, or another cost, in words.
    """

    study: Study
    results: Results
    view: View
    dimensions: tuple[int, ...]
    sets: tuple[FunctionSet, ...]
    styles: Mapping[str, Style]
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

    def showing(self, **choice: tuple[Any, ...]) -> "SuiteReport":
        """Return the same results with another choice of what is shown, by names of `View`."""
        return replace(self, view=replace(self.view, **choice))

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The algorithms, in their order."""
        return self.view.algorithms

    @property
    def featured(self) -> tuple[str, ...]:
        """The algorithms drawn in colour."""
        return self.view.featured

    @property
    def functions(self) -> tuple[int, ...]:
        """The functions that are shown."""
        return self.view.functions

    @property
    def settings(self) -> SuiteSettings:
        """The settings of the suite, with the quality of the data."""
        return self.study.settings

    @property
    def main_dimension(self) -> int:
        """The dimension shown first."""
        return self.study.main_dimension

    @property
    def background(self) -> tuple[str, ...]:
        """Algorithms that are only drawn, behind the others, and compete with nobody."""
        return tuple(name for name in self.algorithms if name in self.study.background)

    @property
    def reference(self) -> str:
        """Name of the reference, '' without one."""
        return "" if self.study.reference is None else self.study.reference.name

    @property
    def reference_made_of(self) -> str:
        """What the reference is made of, in words: runs, or expected runtimes."""
        return "" if self.study.reference is None else self.study.reference.made_of

    @property
    def target_names(self) -> Mapping[float, str]:
        """What targets are called whose numbers are not those that were given."""
        return self.study.names

    @property
    def ranges(self) -> ValueRanges | None:
        """Between which values targets lie that come from the data."""
        return self.study.ranges

    @property
    def values_recorded(self) -> bool:
        """Whether the values against budgets are those on record, while targets are on another scale."""
        return self.study.recorded is not None

    @property
    def target_labels(self) -> dict[TargetSet, str]:
        """The kinds of targets, each in words."""
        kinds = {FIXED: self.study.targets, BUDGET: self.study.budget_targets}
        return {key: plain_label(one.label) for key, one in kinds.items() if one is not None}

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
        where = {"dimension": dimension, "group": group, "targets": targets}
        return list(self.results[PROFILES].where(**where).ordered("algorithm", self.algorithms))

    def reference_profile(
        self, *, dimension: int, group: str = "all", targets: TargetSet = FIXED
    ) -> Profile | None:
        """Return the profile of the reference, if there is one."""
        where = {"dimension": dimension, "group": group, "targets": targets}
        return next(iter(self.results[REFERENCE_PROFILES].where(**where)), None)

    def final_successes(self, dimension: int) -> dict[tuple[str, int], tuple[int, int]]:
        """Return, by algorithm and function, how many runs reached the suite's final target."""
        table = self.results[SCALING].where(dimension=dimension, target=self.settings.final_target)
        keys = zip(table.algorithm.tolist(), table.function.tolist(), strict=True)
        counts = zip(table.successes.tolist(), table.runs.tolist(), strict=True)
        return dict(zip(keys, counts, strict=True))

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
