"""The settings of a report, in one frozen object."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from optimeter._arguments import nearest
from optimeter.exceptions import InvalidValueError, UnknownNameError
from optimeter.measures import GapScale
from optimeter.measures.choosing import SUITE_REFERENCE, ChosenReference
from optimeter.measures.study import GivenTargets

__all__ = ["ReportOptions", "no_targets"]


def no_targets(given: object, words: Sequence[str] = ()) -> InvalidValueError:
    """Make the error for what is no targets; `words` are accepted beside those of scales."""
    accepted = (*words, *get_args(GapScale))
    shown = ", ".join(map(repr, accepted))
    message = f"targets must be numbers such as 10,0.1,1e-8 or one of {shown}; got {given!r}"
    if not isinstance(given, str):
        return InvalidValueError(message)
    near = nearest(given, accepted)
    return UnknownNameError(message + (f"; did you mean {near[0]!r}?" if near else ""))


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What a report is about, beside the data.

    Attributes
    ----------
    dimensions, functions, instances : tuple of int, optional
        Restrict the data to these; None: all. Among the functions may be groups of the suite.
    targets : tuple of float, Targets or {"linear", "log", "relative"}, optional
        Own targets of profiles and tables; None: those of the suite, or from the data where the
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
        word = isinstance(self.targets, str)
        if self.targets in ("", ()) or (word and self.targets not in get_args(GapScale)):
            raise no_targets(self.targets)
