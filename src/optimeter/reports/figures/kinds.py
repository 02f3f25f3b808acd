"""All kinds of figures: what each shows, the options it takes, the measures it needs."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from optimeter._arguments import known_name, unknown_name
from optimeter.exceptions import InvalidValueError
from optimeter.measures.ecdf import EcdfSplit
from optimeter.reports.analysis.model import FIXED, SuiteReport
from optimeter.reports.analysis.scope import Scope
from optimeter.reports.figures import distributions, pairs, problems, profiles, scaling
from optimeter.reports.figures.captions import captions
from optimeter.reports.figures.description import Figure
from optimeter.reports.figures.mpl_canvas import Size

__all__ = ["FIGURES", "FigureKind", "describe_figure", "figure_kind"]


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A kind of figure.

    Attributes
    ----------
    describe : callable
        Makes the description from a `SuiteReport` and the options.
    needs : tuple of str
        The results it is made of: fields of `AlgorithmPart` and `Comparison`, and ``winners``.
    options : tuple of str
        The options it takes, of ``dimension``, ``group``, ``function``, ``targets``, ``target``,
        ``budget``, ``pair``, ``bands``, ``algorithm``.
    size : {"one", "two"}
        Usual size.
    caption : str
        Key of the caption.
    about : str
    splits : tuple of {"all", "group", "function"}
        Sets of functions whose profiles are drawn, if not the one given as ``group``.
    everywhere : bool
        Draws all dimensions even if it takes one.
    """

    describe: Callable[..., Figure]
    needs: tuple[str, ...]
    options: tuple[str, ...]
    size: Size
    caption: str
    about: str
    splits: tuple[EcdfSplit, ...] = ()
    everywhere: bool = False

    def scope(self, given: Mapping[str, Any]) -> Scope:
        """Return what has to be computed for a figure with these options."""
        group = given.get("group") or "all"
        single: EcdfSplit = "function" if re.fullmatch(r"f\d+", group) else "group"
        return Scope(
            needs=frozenset(self.needs),
            every_dimension=self.everywhere or "dimension" not in self.options,
            dimension=given.get("dimension"),
            # Budgets of quality end with the longest run on all functions.
            every_function="function" not in self.options or "values" in self.needs,
            function=given.get("function"),
            splits=self.splits or (("all",) if group == "all" else (single,)),
            group=group,
            targets=(given.get("targets") or FIXED,),
            bands=bool(given.get("bands")),
            ranked="pair" in self.options and given.get("pair") is None,
        )


_BY_FUNCTION = ("dimension", "function", "bands")
_BY_GROUP = ("dimension", "group", "bands")
_PROFILE = ("dimension", "targets", "bands")

FIGURES: dict[str, FigureKind] = {
    "ecdf": FigureKind(
        profiles.ecdf,
        ("profiles",),
        ("dimension", "group", "targets", "bands"),
        "one",
        "ecdf",
        "runtime profiles of a set of functions",
    ),
    "ecdf-groups": FigureKind(
        profiles.ecdf_groups,
        ("profiles",),
        _PROFILE,
        "two",
        "ecdf",
        "runtime profiles by group of functions",
        ("all", "group"),
    ),
    "ecdf-functions": FigureKind(
        profiles.ecdf_functions,
        ("profiles",),
        _PROFILE,
        "two",
        "ecdf",
        "runtime profiles of every function",
        ("function",),
    ),
    "ecdf-dimensions": FigureKind(
        profiles.ecdf_dimensions,
        ("profiles",),
        ("group", "targets", "bands"),
        "two",
        "ecdf",
        "runtime profiles in every dimension",
    ),
    "ecdf-algorithm": FigureKind(
        profiles.ecdf_algorithm,
        ("profiles",),
        ("algorithm", "targets"),
        "two",
        "ecdf",
        "one algorithm, a curve per dimension",
        ("all", "group"),
    ),
    "convergence": FigureKind(
        problems.convergence,
        ("values",),
        _BY_FUNCTION,
        "one",
        "convergence",
        "quality against budget",
    ),
    "convergence-functions": FigureKind(
        problems.convergence_functions,
        ("values",),
        ("dimension", "bands"),
        "two",
        "convergence",
        "quality against budget on every function",
    ),
    "ert": FigureKind(
        problems.ert,
        ("ert", "ert_interval"),
        _BY_FUNCTION,
        "one",
        "ert",
        "expected runtime against target",
    ),
    "ert-functions": FigureKind(
        problems.ert_functions,
        ("ert", "ert_interval"),
        ("dimension", "bands"),
        "two",
        "ert",
        "expected runtime against target on every function",
    ),
    "scaling": FigureKind(
        scaling.scaling,
        ("scaling", "scaling_interval"),
        ("function", "target", "bands"),
        "one",
        "scaling",
        "scaling on one function",
    ),
    "scaling-functions": FigureKind(
        scaling.scaling_functions,
        ("scaling",),
        ("target",),
        "two",
        "scaling",
        "scaling on every function",
    ),
    "speed": FigureKind(
        pairs.speed,
        ("speed", "group_speed"),
        ("dimension", "pair"),
        "one",
        "speed",
        "how many times faster, by dimension and group",
        everywhere=True,
    ),
    "scatter": FigureKind(
        pairs.scatter,
        ("scatter",),
        ("dimension", "pair"),
        "one",
        "scatter",
        "expected runtimes of two algorithms",
    ),
    "scatter-functions": FigureKind(
        pairs.scatter_functions,
        ("scatter",),
        ("pair",),
        "two",
        "scatter",
        "the same, a panel per function",
    ),
    "ratios": FigureKind(
        pairs.ratios,
        ("ratios",),
        ("dimension", "pair", "bands"),
        "one",
        "ratios",
        "runtime ratios of two algorithms",
    ),
    "run-lengths": FigureKind(
        distributions.run_lengths,
        ("run_lengths",),
        (*_BY_GROUP, "target"),
        "one",
        "run_lengths",
        "run-length distributions",
    ),
    "quality": FigureKind(
        distributions.quality,
        ("qualities",),
        (*_BY_GROUP, "budget"),
        "one",
        "qualities",
        "distribution of the quality at a budget",
    ),
    "budget-ecdf": FigureKind(
        distributions.budget_ecdf,
        ("budget_profiles",),
        _BY_GROUP,
        "one",
        "budget_profiles",
        "ECDF over budgets",
    ),
    "loss": FigureKind(
        distributions.loss,
        ("losses", "loss_summary"),
        ("dimension",),
        "one",
        "loss",
        "loss ratios against the reference",
    ),
    "winners": FigureKind(
        distributions.winners,
        ("profiles", "winners"),
        ("dimension",),
        "two",
        "winners",
        "who leads at which budget",
        ("all", "group"),
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
    """
    kind = figure_kind(name)
    given = {key: value for key, value in options.items() if value is not None}
    strange = [key for key in given if key not in kind.options and given[key] is not False]
    if strange:
        message = f"figure {name!r} takes no {strange[0]}; it takes {', '.join(kind.options)}"
        raise InvalidValueError(message)
    given = {key: value for key, value in given.items() if key in kind.options}
    _check_options(suite, given)
    if "dimension" in kind.options:
        given.setdefault("dimension", suite.main_dimension)
    if "function" in kind.options:
        given.setdefault("function", suite.functions[0])
    budget = kind.caption == "ecdf" and given.get("targets") == "budget"
    caption = captions(suite)["budget_ecdf" if budget else kind.caption]
    return replace(kind.describe(suite, **given), kind=name, caption=caption)


def _check_options(suite: SuiteReport, given: dict[str, Any]) -> None:
    """Refuse what the data do not hold."""
    dimension, function, group = (given.get(k) for k in ("dimension", "function", "group"))
    if dimension is not None and dimension not in suite.dimensions:
        message = f"no data in dimension {dimension}; dimensions are {list(suite.dimensions)}"
        raise InvalidValueError(message)
    if function is not None and function not in suite.functions:
        message = f"no data for function {function}; functions are {list(suite.functions)}"
        raise InvalidValueError(message)
    if group is not None and suite.function_set(group) is None:
        keys = [entry.key for entry in suite.sets if entry.kind != "function"]
        raise unknown_name(group, keys, "function group")
    known_name(given.get("targets", "fixed"), suite.target_labels, "targets")
