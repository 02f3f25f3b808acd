"""What a result is: a row, which says of what it is computed, how, and whether it can be there."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, Generic, TypeVar

from optimeter.data.runs import Runs
from optimeter.measures._table import Float, Table
from optimeter.measures.example_data import example_runs
from optimeter.measures.fixed_budget import budget_grid
from optimeter.measures.scope import Scope
from optimeter.measures.study import FEW, Study
from optimeter.measures.targets import TargetsLike, TargetUse, suite_targets

__all__ = [
    "COARSE",
    "Columns",
    "Contest",
    "Part",
    "PartResult",
    "Result",
    "SuiteResult",
    "share_problems",
    "targets_in",
    "with_inputs",
]

T = TypeVar("T")
W = TypeVar("W")

COARSE = 8  # budgets a decade of single runs and what is made of them


class Part:
    """One algorithm in one dimension of a study: what most results are computed of.

    Attributes
    ----------
    study : Study
    scope : Scope
    runs : Runs
        Of this algorithm and dimension alone, on the scale of the study.
    seen : Runs
        With their values as recorded, where `runs` have others.
    """

    def __init__(self, study: Study, scope: Scope, runs: Runs, recorded: Runs | None = None):
        self.study, self.scope, self.runs = study, scope, runs
        self.seen = runs if recorded is None else recorded

    @cached_property
    def together(self) -> Runs:
        """The runs with all instances of a function together."""
        return self.runs.pooled()

    @cached_property
    def coarse(self) -> Float:
        """Budgets for single runs."""
        return budget_grid(self.seen, COARSE)

    @property
    def single(self) -> bool:
        """Whether single runs are shown: not on a page with many algorithms."""
        return not self.study.many or not self.scope.whole

    @property
    def sampling(self) -> dict[str, Any]:
        """How runs are resampled."""
        return {"resamples": self.study.resamples, "seed": self.study.seed}

    def targets(self, use: TargetUse) -> TargetsLike:
        """Return the targets for a purpose: that of the scope, or the suite's."""
        return targets_in(self.study, self.scope, use)


class Contest:
    """The algorithms that compete on a suite: what results of several algorithms are computed of.

    Attributes
    ----------
    study : Study
    scope : Scope
    runs : Runs
        Of the algorithms that compete, on the scale of the study.
    measured : Runs
        With the values as they were loaded.
    rivals : tuple of str
        Those that compete.
    leading : tuple of str
        Of many rivals only these, and the pair of the scope, are compared pair by pair.
    made : mapping from name to table
        The results of single algorithms that are there.
    dimensions : tuple of int
        Those with runs, also of algorithms that do not compete.
    sets : collection of str
        Sets of functions of which the leading algorithms are told.
    """

    def __init__(
        self,
        study: Study,
        scope: Scope,
        runs: Runs,
        *,
        measured: Runs,
        rivals: Sequence[str],
        leading: Sequence[str] = (),
        made: Mapping[str, Table] | None = None,
        dimensions: Sequence[int] = (),
        sets: Collection[str] = (),
    ):
        self.study, self.scope, self.runs, self.measured = study, scope, runs, measured
        self.rivals, self.leading = tuple(rivals), tuple(leading)
        self.made, self.sets = {} if made is None else made, sets
        self.dimensions = tuple(dimensions)

    def led_by(self, leading: Sequence[str], **others: Any) -> "Contest":
        """Return the contest with the leading algorithms told, or with other attributes."""
        attributes = {name: getattr(self, name) for name in _CONTEST} | others
        return Contest(**attributes, leading=leading)

    def of(self, result: "PartResult[T]") -> T:
        """Return a result of all rivals that have it, in their order."""
        found: Any = self.made.get(result.name)
        if found is None:
            found = result.kind.concatenate([])
        return found.ordered("algorithm", self.rivals)  # type: ignore[no-any-return]

    @property
    def several(self) -> bool:
        """Whether there are two rivals at least."""
        return len(self.rivals) > 1

    @property
    def few(self) -> bool:
        """Whether all pairs of them are compared."""
        return len(self.rivals) <= FEW

    @cached_property
    def compared(self) -> Runs:
        """The runs of the algorithms that are compared pair by pair."""
        if self.few:
            return self.runs
        chosen = (*self.leading, *(name for name in self.scope.pair if name in self.rivals))
        return self.runs.select(algorithms=list(dict.fromkeys(chosen)))

    @cached_property
    def common(self) -> bool:
        """Whether two of those have runs on a common problem."""
        return self.several and share_problems(self.compared)


_CONTEST = ("study", "scope", "runs", "measured", "rivals", "made", "dimensions", "sets")


def targets_in(study: Study, scope: Scope, use: TargetUse) -> TargetsLike:
    """Return the targets of runs and of scaling: that of the scope, or the suite's."""
    if scope.target is None:
        return suite_targets(study.settings, use)
    return [study.on_scale(scope.target)]


def share_problems(runs: Runs) -> bool:
    """Say whether two algorithms have runs on a common problem."""
    own = ["instance"] * bool(runs.own_instances.any())
    keys, _ = runs.group_index(("algorithm", "function", "dimension", *own))
    problems = [key[1:] for key in map(tuple, keys.tolist())]
    return len(set(problems)) < len(problems)


@dataclass(frozen=True, slots=True)
class Columns:
    """How a result is written as columns, in a file of its own.

    Attributes
    ----------
    file : str
        The name of the file, which was there before the results had one name each.
    first : pair of str, optional
        The column in front of all: its name in the file, and in the table.
    undefined : collection of str
        Columns in which infinity says that there was nothing to compute.
    spread : tuple of str
        Percentiles of runtimes, left out where they were not computed.
    divided : tuple of str
        What compares with a reference, left out where there is none.
    ends : PartResult, optional
        Another result, whose interval stands beside the rows; left out unless all have it.
    empty : bool
        There is a file even if nobody has the result.
    made : callable, optional
        Makes the table that is written, or its columns by name, of a result that says more.
    """

    file: str
    first: tuple[str, str] | None = None
    undefined: Collection[str] = ()
    spread: tuple[str, ...] = ()
    divided: tuple[str, ...] = ()
    ends: "PartResult[Any] | None" = None
    empty: bool = False
    made: Callable[[Any], Any] | None = None

    def of(self, table: Table) -> dict[str, Any]:
        """Return the columns of a table in their order; some may be coded."""
        found = table if self.made is None else self.made(table)
        if isinstance(found, Table):
            found = dict(zip(found.column_names(), found.kept(), strict=True))
        if self.first is None:
            return dict(found)
        name, own = self.first
        return {name: found[own], **{key: found[key] for key in found if key != own}}


def _always(_work: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Result(Generic[W, T]):
    """A result: a row of the registry.

    Attributes
    ----------
    name : str
        The one that it has everywhere.
    kind : type of table
        Of what is computed. Of single algorithms it has a column `algorithm`.
    compute : callable
        Computes it of a `Part` or of a `Contest`.
    applies : callable
        Says whether there is such a result.
    inputs : tuple of Result
        What of the single algorithms it is made of.
    columns : Columns, optional
        How it is written into a file of a report; else it is not.
    example : callable
        Makes runs that there is such a result of.
    """

    name: str
    kind: type[Table]
    compute: Callable[[W], T]
    applies: Callable[[W], bool] = _always
    inputs: "tuple[PartResult[Any], ...]" = ()
    columns: Columns | None = field(default=None, kw_only=True)
    example: Callable[[], Runs] = field(default=example_runs, kw_only=True)


@dataclass(frozen=True, slots=True, eq=False)
class PartResult(Result[Part, T]):
    """A result of one algorithm in one dimension, which does not depend on the other algorithms."""


@dataclass(frozen=True, slots=True, eq=False)
class SuiteResult(Result[Contest, T]):
    """A result of several algorithms.

    Attributes
    ----------
    asked : bool
        Only made if it is asked for by name: a report leaves it alone.
    light : bool
        Takes so little time that it is not worth another process, or a place in the cache.
    """

    asked: bool = False
    light: bool = False


def with_inputs(wanted: Collection[Result[Any, Any]]) -> tuple[Result[Any, Any], ...]:
    """Return some results with what they are made of, each once."""
    inputs = chain.from_iterable(result.inputs for result in wanted)
    return tuple(dict.fromkeys(chain(wanted, inputs)))
