"""All kinds of figures: what each shows, the options it takes, the measures it needs."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any

from optimeter._arguments import known_name, ranges, unknown_name
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures import suite_targets
from optimeter.measures.ecdf import EcdfSplit
from optimeter.measures.of_parts import (
    ATTAINED,
    BUDGET_PROFILES,
    ERT,
    ERT_INTERVAL,
    FINE_VALUES,
    LEVELS,
    PARAMETERS,
    PROFILES,
    QUALITIES,
    RUN_LENGTHS,
    RUN_TIMES,
    RUN_VALUES,
    RUNTIME_DENSITIES,
    SCALING,
    SCALING_INTERVAL,
    SCATTER,
    SURFACES,
    VALUE_DENSITIES,
    VALUES,
)
from optimeter.measures.of_suites import (
    CLUSTERS,
    COSTS,
    FRONTS,
    LEADERS,
    LOSS_SUMMARY,
    PAIR_AREAS,
    POSITIONS,
    RATIOS,
    REFERENCE_PROFILES,
    REFERENCE_SCALING,
    SPEEDS,
    WINNERS,
)
from optimeter.measures.registry import Result
from optimeter.measures.scope import BUDGET, FIXED, Scope, TargetSet
from optimeter.measures.study import target_on_scale
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import plain_label
from optimeter.reports.figures import (
    attained,
    clusters,
    costs,
    distributions,
    pairs,
    portfolio,
    positions,
    problems,
    profiles,
    runs,
    scaling,
    surfaces,
    winners,
)
from optimeter.reports.figures.captions import caption
from optimeter.reports.figures.description import Figure
from optimeter.reports.figures.mpl_canvas import Size

__all__ = ["FIGURES", "Card", "FigureKind", "describe_figure", "figure_kind", "given_options"]


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the page, among those on a single function.

    Attributes
    ----------
    title : str
        Its heading.
    shows : str
        What is drawn, for those who cannot see it; ``{value}`` is what is drawn against budgets.
    """

    title: str
    shows: str


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A kind of figure.

    Attributes
    ----------
    describe : callable
        Makes the description from a `SuiteReport` and options, which it takes by name.
    needs : tuple of Result
        The results it is made of.
    size : {"one", "two"}
        Usual size.
    caption : str
        Key of the caption.
    splits : tuple of {"all", "group", "function"}
        Sets of functions whose profiles are drawn, if not the one given as ``group``.
    everywhere : bool
        Draws all dimensions even if it takes one.
    nothing : str
        Why there may be nothing to draw; a kind without such words is drawn in any case.
    card : Card, optional
        It has a card on the page, of each function, where the algorithms are few.
    """

    describe: Callable[..., Figure]
    needs: tuple[Result[Any, Any], ...]
    size: Size
    caption: str
    splits: tuple[EcdfSplit, ...] = ()
    everywhere: bool = False
    nothing: str = ""
    card: Card | None = None

    @property
    def options(self) -> tuple[str, ...]:
        """The options it takes, such as ``dimension``, ``group`` or ``bands``."""
        return tuple(signature(self.describe).parameters)[1:]

    @property
    def arguments(self) -> tuple[str, ...]:
        """What users may give: functions, dimensions, targets where they matter, and its options."""
        targets = {"targets", "target"} & {*self.options} or OF_TARGETS & {*self.needs}
        own = (option for option in self.options if option not in CHOICES)
        return ("functions", "dimensions", *(["targets"] if targets else []), *own)

    @property
    def needs_dimension(self) -> bool:
        """Whether it cannot be without a dimension: one that pools them chooses for itself."""
        option = signature(self.describe).parameters.get("dimension")
        return option is not None and option.default is option.empty

    def caption_key(self, targets: TargetSet = FIXED) -> str:
        """Return the key of the caption; targets made for small budgets are explained apart."""
        return "budget_ecdf" if (targets, self.caption) == (BUDGET, "ecdf") else self.caption

    def work(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what `compute_one` is asked for: results and their scope."""
        return {"wanted": self.needs, "scope": self.scope(given)}

    def scope(self, given: Mapping[str, Any]) -> Scope:
        """Return what has to be computed for a figure with these options."""
        group = given.get("group") or "all"
        single: EcdfSplit = "function" if re.fullmatch(r"f\d+", group) else "group"
        return Scope(
            every_dimension=self.everywhere or "dimension" not in self.options,
            dimension=given.get("dimension"),
            # Budgets of quality end with the longest run on all functions.
            every_function="function" not in self.options or bool(OF_BUDGETS & {*self.needs}),
            function=given.get("function"),
            splits=self.splits or (("all",) if group == "all" else (single,)),
            group=group,
            targets=(given.get("targets") or FIXED,),
            bands=bool(given.get("bands")) or WINNERS in self.needs,  # a lead needs its interval
            target=given.get("target"),
            budget=given.get("budget"),
            pair=tuple(given.get("pair") or ()),
            ranked="pair" in self.options and given.get("pair") is None,
            relative=bool(given.get("relative")),
        )


CHOICES = frozenset({"dimension", "function", "group", "targets"})  # see `choose`
# Measured at targets that may be given.
OF_TARGETS = frozenset({PROFILES, ERT, CLUSTERS, SPEEDS, PAIR_AREAS, SCATTER, RATIOS, RUN_LENGTHS})
OF_BUDGETS = frozenset({VALUES, RUN_VALUES, VALUE_DENSITIES, LEVELS, ATTAINED, PARAMETERS})
PROFILED = (PROFILES, REFERENCE_PROFILES)
SCALED = (SCALING, REFERENCE_SCALING)
_UNREACHED = "no run reaches a target"
_UNSOLVED = "no algorithm solves anything"
_GROUPS: tuple[EcdfSplit, ...] = ("all", "group")

FIGURES: dict[str, FigureKind] = {
    "ecdf": FigureKind(profiles.ecdf, PROFILED, "one", "ecdf"),
    "ecdf-groups": FigureKind(profiles.ecdf_groups, PROFILED, "two", "ecdf", _GROUPS),
    "ecdf-functions": FigureKind(profiles.ecdf_functions, PROFILED, "two", "ecdf", ("function",)),
    "ecdf-dimensions": FigureKind(profiles.ecdf_dimensions, PROFILED, "two", "ecdf"),
    "ecdf-algorithm": FigureKind(profiles.ecdf_algorithm, PROFILED, "two", "ecdf", _GROUPS),
    "ecdf-group-functions": FigureKind(
        profiles.ecdf_group_functions,
        PROFILED,
        "two",
        "ecdf_group_functions",
        ("group", "function"),
    ),
    "convergence": FigureKind(problems.convergence, (VALUES, FINE_VALUES), "one", "convergence"),
    "convergence-functions": FigureKind(
        problems.convergence_functions, (VALUES, FINE_VALUES), "two", "convergence"
    ),
    "single-runs": FigureKind(
        runs.single_runs,
        (RUN_VALUES,),
        "one",
        "single_runs",
        card=Card("Single runs", "Best {value} of single runs against budget"),
    ),
    "runtime-density": FigureKind(
        runs.runtime_density,
        (RUNTIME_DENSITIES,),
        "one",
        "runtime_density",
        nothing=_UNREACHED,
    ),
    "value-density": FigureKind(runs.value_density, (VALUE_DENSITIES,), "one", "value_density"),
    "runtime-histogram": FigureKind(
        runs.runtime_histogram,
        (RUNTIME_DENSITIES,),
        "one",
        "runtime_histogram",
        nothing=_UNREACHED,
    ),
    "value-histogram": FigureKind(
        runs.value_histogram, (VALUE_DENSITIES,), "one", "value_histogram"
    ),
    "attainment": FigureKind(
        attained.attainment,
        (LEVELS,),
        "one",
        "attainment",
        card=Card("What shares of the runs attain", "Best {value} that shares of the runs attain"),
    ),
    "attainment-ecdf": FigureKind(
        attained.attainment_ecdf,
        (ATTAINED,),
        "one",
        "attainment_ecdf",
        card=Card("Mean normalised quality", "Mean normalised quality against budget"),
    ),
    "instances": FigureKind(
        runs.instances,
        (RUN_TIMES,),
        "one",
        "instances",
        card=Card("Instance by instance", "Runtimes by instance"),
    ),
    "parameters": FigureKind(attained.parameters, (PARAMETERS,), "one", "parameters"),
    "ert": FigureKind(problems.ert, (ERT, ERT_INTERVAL), "one", "ert", nothing=_UNREACHED),
    "ert-functions": FigureKind(
        problems.ert_functions, (ERT, ERT_INTERVAL), "two", "ert", nothing=_UNREACHED
    ),
    "scaling": FigureKind(scaling.scaling, (*SCALED, SCALING_INTERVAL, LEADERS), "one", "scaling"),
    "scaling-functions": FigureKind(
        scaling.scaling_functions, (*SCALED, LEADERS), "two", "scaling_functions"
    ),
    "scaling-constraints": FigureKind(
        scaling.scaling_constraints, SCALED, "two", "scaling_constraints"
    ),
    "speed": FigureKind(pairs.speed, (SPEEDS,), "one", "speed", everywhere=True),
    "scatter": FigureKind(pairs.scatter, (SCATTER,), "one", "scatter"),
    "scatter-functions": FigureKind(pairs.scatter_functions, (SCATTER,), "two", "scatter"),
    "ratios": FigureKind(pairs.ratios, (RATIOS,), "one", "ratios"),
    "run-lengths": FigureKind(distributions.run_lengths, (RUN_LENGTHS,), "one", "run_lengths"),
    "quality": FigureKind(distributions.quality, (QUALITIES,), "one", "qualities"),
    "run-lengths-quality": FigureKind(
        distributions.run_lengths_quality,
        (RUN_LENGTHS, QUALITIES),
        "two",
        "run_lengths_quality",
    ),
    "budget-ecdf": FigureKind(
        distributions.budget_ecdf, (BUDGET_PROFILES,), "one", "budget_profiles"
    ),
    "loss": FigureKind(distributions.loss, (LOSS_SUMMARY,), "one", "loss"),
    "performance-profile": FigureKind(
        costs.performance_profile, (COSTS,), "one", "performance_profile", everywhere=True
    ),
    "data-profile": FigureKind(
        costs.data_profile, (COSTS,), "one", "data_profile", everywhere=True
    ),
    "log-ratio": FigureKind(costs.log_ratio, (COSTS,), "one", "log_ratio", everywhere=True),
    "attainment-surface": FigureKind(
        surfaces.attainment_surface, (SURFACES,), "one", "attainment_surface"
    ),
    "front-quality": FigureKind(surfaces.front_quality, (FRONTS,), "one", "front_quality"),
    "positions": FigureKind(positions.positions, (POSITIONS,), "one", "positions"),
    "portfolio": FigureKind(
        portfolio.portfolio, (PAIR_AREAS,), "two", "portfolio", nothing=_UNSOLVED
    ),
    "clusters": FigureKind(
        clusters.clusters,
        (CLUSTERS,),
        "two",
        "clusters",
        nothing="no two algorithms solve the same problem",
    ),
    "winners": FigureKind(
        winners.winners, (PROFILES, WINNERS), "two", "winners", _GROUPS, nothing=_UNSOLVED
    ),
}


def figure_kind(name: str) -> FigureKind:
    """Return a kind of figure by name.

    Raises
    ------
    UnknownNameError
        Naming the nearest known name.
    """
    return FIGURES[known_name(name, FIGURES, "figure")]


def given_options(
    name: str, options: Mapping[str, Any], beside: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the options that were given; refuse one that the kind of figure does not take.

    `beside` is what all kinds take, where the options were given.
    """
    kind = figure_kind(name)
    given = {key: value for key, value in options.items() if value is not None}
    strange = [key for key in given if key not in kind.options and given[key] is not False]
    if strange and strange[0] in kind.arguments:
        message = (
            f"figure {name!r} takes {strange[0]} as numbers such as 10,1; got {given[strange[0]]!r}"
        )
        raise InvalidValueError(message)
    if strange:
        accepted = ", ".join((*kind.arguments, *beside))
        message = f"figure {name!r} takes no {strange[0]}; it takes {accepted}"
        raise InvalidValueError(message)
    if "pair" in given:
        given["pair"] = _two(given["pair"])
    return {key: value for key, value in given.items() if key in kind.options}


def _two(pair: object) -> tuple[str, str]:
    """Return a pair of algorithms; refuse what is none."""
    names = tuple(pair) if isinstance(pair, Iterable) and not isinstance(pair, str) else ()
    if len(names) != 2 or names[0] == names[1]:
        message = f"a pair is two different algorithms; got {pair!r}"
        raise InvalidValueError(message)
    return names[0], names[1]


def describe_figure(suite: SuiteReport, name: str, **options: Any) -> Figure:
    """Describe one figure.

    Parameters
    ----------
    suite : SuiteReport
    name : str
        A key of `FIGURES`.
    **options
        What the figure takes; ``dimension`` defaults to the main one, ``function`` to the first.

    Raises
    ------
    UnknownNameError
        For an unknown figure, group, function or algorithm.
    InvalidValueError
        For an option the figure does not take, or a dimension without data.
    DataError
        If the data leave nothing to draw.
    """
    kind, given = figure_kind(name), given_options(name, options)
    _check_options(suite, given)
    if kind.needs_dimension:
        given.setdefault("dimension", suite.main_dimension)
    if "function" in kind.options:
        given.setdefault("function", suite.functions[0])
    if "target" in given and POSITIONS not in kind.needs:  # which are looked up by what is recorded
        given["target"] = target_on_scale(given["target"], suite.target_names)
    told = caption(suite, kind.caption_key(given.get("targets", FIXED)))
    figure = kind.describe(suite, **given)
    if kind.nothing and not figure.shows_something:
        message = f"nothing to draw{_where(given)}: {kind.nothing}"
        raise DataError(message)
    title = ", ".join([figure.title, *_beside_title(suite, kind, figure, given)])
    return replace(figure, title=title, kind=name, caption=told)


def _beside_title(
    suite: SuiteReport, kind: FigureKind, figure: Figure, given: Mapping[str, Any]
) -> Iterator[str]:
    """Yield what every title tells: targets that are not the suite's, and how many algorithms."""
    if "targets" in kind.arguments and "target" not in kind.options:
        targets = given.get("targets", FIXED)
        if targets != FIXED or _own_targets(suite):
            yield suite.target_labels[targets]
    drawn = {series.label for series in figure.series if series.role == "algorithm"}
    some = drawn == {*suite.featured} and len(drawn) < len(suite.competing)
    if some and not any(series.role == "crowd" for series in figure.series):
        yield f"{len(drawn)} of {len(suite.competing)} algorithms"


def _own_targets(suite: SuiteReport) -> bool:
    """Say whether the targets were chosen: they are neither the suite's nor from the data."""
    if suite.settings.gaps:
        return bool(suite.target_names)
    return suite.target_labels[FIXED] != plain_label(suite_targets(suite.settings.name).label)


def _where(given: Mapping[str, Any]) -> str:
    """Say which function and dimension were to be drawn."""
    function = f" on f{given['function']}" if "function" in given else ""
    return function + (f" in dimension {given['dimension']}" if "dimension" in given else "")


def _check_options(suite: SuiteReport, given: dict[str, Any]) -> None:
    """Refuse what the data do not hold."""
    dimension, function, group = (given.get(k) for k in ("dimension", "function", "group"))
    if dimension is not None and dimension not in suite.dimensions:
        held = ranges(suite.dimensions)
        message = f"no data in dimension {dimension}; dimensions are {held}"
        raise InvalidValueError(message)
    if function is not None and function not in suite.functions:
        raise _no_function(suite, function)
    if group is not None and suite.function_set(group) is None:
        if re.fullmatch(r"f\d+", group):
            raise _no_function(suite, group[1:])
        groups = (name for name in suite.settings.groups if suite.function_set(name))
        keys = dict.fromkeys(["all", *groups])
        raise unknown_name(
            group, keys, "function group", also=f", and functions {ranges(suite.functions)}"
        )
    known_name(given.get("targets", "fixed"), suite.target_labels, "targets")


def _no_function(suite: SuiteReport, function: object) -> InvalidValueError:
    """Make the error for a function without data."""
    return InvalidValueError(
        f"no data for function {function}; functions are {ranges(suite.functions)}"
    )
