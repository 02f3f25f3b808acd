"""The settings of a report, in one frozen object."""

from dataclasses import dataclass
from typing import get_args

from optimeter._arguments import known_name
from optimeter.exceptions import InvalidValueError
from optimeter.measures import GapScale, Targets
from optimeter.reports.analysis.references import SUITE_REFERENCE, ChosenReference

__all__ = ["GivenTargets", "ReportOptions"]

GivenTargets = tuple[float, ...] | Targets | str | None
"""Targets of a report: numbers, easiest first; a list per problem; or how those that come from the
data lie between the recorded values, by name."""


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What a report is about, beside the data.

    Attributes
    ----------
    dimensions, functions, instances : tuple of int, optional
        Restrict the data to these; None: all. Among the functions may be groups of the suite.
    targets : tuple of float, Targets or {"linear", "log", "relative"}, optional
        Own targets of the runtime profiles; None: those of the suite, or from the data where the
        optimum is not known, where a word says how they lie between the recorded values.
    reference : str or tuple of Reference
        ``"suite"``: the published reference of the suite, if it has one; ``"best"``: the best of
        the data themselves; ``"none"``; the name of a reference of `optimeter.measures` or of an
        algorithm of the data; or references, one for each suite.
    background : tuple of str
        Algorithms drawn light, behind the others.
    sweep : str
        A word that a number follows in names of algorithms: these are ordered and coloured by it.
    resamples : int
        Bootstrap resamples behind bands and intervals.
    seed : int
    title : str
        Of the page; made from the data when empty.

    Examples
    --------
    >>> ReportOptions(dimensions=(5, 20)).resamples
    200
    """

    dimensions: tuple[int, ...] | None = None
    functions: tuple[int | str, ...] | None = None
    instances: tuple[int, ...] | None = None
    targets: GivenTargets = None
    reference: ChosenReference = SUITE_REFERENCE
    background: tuple[str, ...] = ()
    sweep: str = ""
    resamples: int = 200
    seed: int = 1
    title: str = ""

    def __post_init__(self) -> None:
        if self.resamples < 20:
            message = f"resamples must be at least 20; got {self.resamples}"
            raise InvalidValueError(message)
        if isinstance(self.targets, str):
            known_name(self.targets, get_args(GapScale), "scale of targets")
        elif self.targets is not None and not len(self.targets):
            message = f"targets must be numbers, easiest first; got {self.targets}"
            raise InvalidValueError(message)
