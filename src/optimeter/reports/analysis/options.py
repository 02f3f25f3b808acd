"""The settings of a report, in one frozen object."""

from dataclasses import dataclass

from optimeter.exceptions import InvalidValueError
from optimeter.reports.analysis.references import SUITE_REFERENCE, ChosenReference

__all__ = ["ReportOptions"]


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What a report is about, beside the data.

    Attributes
    ----------
    dimensions, functions, instances : tuple of int, optional
        Restrict the data to these; None: all.
    targets : tuple of float, optional
        Own targets of the runtime profiles; None: those of the suite.
    reference : str or tuple of Reference
        ``"suite"``: the published reference of the suite, if it has one; ``"best"``: the best of
        the data themselves; ``"none"``; the name of a reference of `optimeter.measures` or of an
        algorithm of the data; or references, one for each suite.
    background : tuple of str
        Algorithms drawn light, behind the others.
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
    functions: tuple[int, ...] | None = None
    instances: tuple[int, ...] | None = None
    targets: tuple[float, ...] | None = None
    reference: ChosenReference = SUITE_REFERENCE
    background: tuple[str, ...] = ()
    resamples: int = 200
    seed: int = 1
    title: str = ""

    def __post_init__(self) -> None:
        if self.resamples < 20:
            message = f"resamples must be at least 20; got {self.resamples}"
            raise InvalidValueError(message)
        if self.targets is not None and (
            not self.targets or list(self.targets) != sorted(self.targets, reverse=True)
        ):
            message = f"targets must be decreasing numbers, easiest first; got {self.targets}"
            raise InvalidValueError(message)
