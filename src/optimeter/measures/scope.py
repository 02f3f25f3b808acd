"""For which dimensions, functions and targets results are computed: all of a report, or one figure."""

from dataclasses import dataclass

from optimeter.data.runs import Runs
from optimeter.measures.ecdf import EcdfSplit

__all__ = ["BUDGET", "FIXED", "RANKING", "WHOLE", "Scope", "TargetSet"]

TargetSet = str  # "fixed" or "budget"

FIXED, BUDGET = "fixed", "budget"


@dataclass(frozen=True, slots=True)
class Scope:
    """A choice among the results of a suite.

    Attributes
    ----------
    whole : bool
        Everything that a report shows, not what one figure draws.
    every_dimension, every_function : bool
        Else only one: the given `dimension` or the main one, the given `function` or the first.
    dimension, function : int, optional
    splits : tuple of {"all", "group", "function"}
        Sets of functions with profiles.
    group : str, optional
        The only set of functions with distributions over runs.
    targets : tuple of {"fixed", "budget"}
        Of profiles.
    bands : bool
        Compute intervals that take resampling.
    target, budget : float, optional
        The only ones of runs and of scaling; those of the suite when not given.
    pair : tuple of str
        Two algorithms that are compared even if they are not among the leading ones of many.
    ranked : bool
        The algorithms are to be ordered by their profiles, even if these are not drawn.
    relative : bool
        Positions are deviations from the optimum.
    grouped : bool
        Algorithms are compared on every group of functions, too.
    """

    whole: bool = False
    every_dimension: bool = True
    dimension: int | None = None
    every_function: bool = True
    function: int | None = None
    splits: tuple[EcdfSplit, ...] = ("all", "group", "function")
    group: str | None = None
    targets: tuple[TargetSet, ...] = (FIXED, BUDGET)
    bands: bool = True
    target: float | None = None
    budget: float | None = None
    pair: tuple[str, ...] = ()
    ranked: bool = False
    relative: bool = False
    grouped: bool = True

    def restricted(self, runs: Runs, main: int) -> Runs:
        """Return the runs the results are made of; `main` is the main dimension."""
        if not self.every_dimension:
            runs = runs.select(dimensions=main if self.dimension is None else self.dimension)
        if not self.every_function and len(runs):
            first = int(runs.function.min())
            runs = runs[runs.function == (first if self.function is None else self.function)]
        return runs

    def ranks(self, main: int) -> bool:
        """Say whether its own profiles are those that algorithms are ordered by."""
        there = self.every_dimension or self.dimension in (None, main)
        return "all" in self.splits and FIXED in self.targets and there


WHOLE = Scope(whole=True)
# What algorithms are ordered by: profiles of all functions in the main dimension, who is faster.
RANKING = Scope(
    every_dimension=False,
    splits=("all",),
    targets=(FIXED,),
    bands=False,
    grouped=False,
)
