"""The plan of an experiment: its runs, in the order of the suite."""

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from optimeter._arguments import items, real
from optimeter.exceptions import InvalidValueError
from optimeter.problems import Problem

__all__ = [
    "PART",
    "SHARDS",
    "UNLIMITED",
    "Budget",
    "Run",
    "Shard",
    "make_plan",
    "parse_plan",
    "parse_shard",
    "part_digest",
    "plan_digest",
    "plan_text",
    "planned_runs",
]

Budget = float | Callable[[Problem], float]
"""A multiple of the dimension, or a function that gives the evaluations for a problem; inf: as many
as the optimizer or a time limit allows."""

UNLIMITED = 2**63 - 1
"""The evaluations of a run without a budget."""


SHARDS = "shard-*-of-*"
"""The pattern of `Shard.folder`."""

PART = "part"
"""The key of a description for the digest of those runs that a folder knows, if these are not all."""

_BETWEEN_TRIALS = 7919  # turns; a prime number, so that no part gets the first runs of all trials


@dataclass(frozen=True, slots=True)
class Run:
    """One run: a problem, a trial and the evaluations it may use."""

    index: int
    """Position in the plan of the whole experiment."""
    position: int
    """Position of the problem in the suite."""
    problem: str
    """Id of the problem."""
    dimension: int
    trial: int
    """Counts the runs on this problem, from 1."""
    budget: int
    instance: int = 1


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `number` (from 1) of `count` parts of an experiment."""

    number: int
    count: int

    def select(self, plan: Sequence[Run]) -> tuple[Run, ...]:
        """Take the runs of this part; all parts have about the same work.

        Instance by instance, runs are dealt to the parts in turn, each time from another function
        on, so that no part gets the hardest ones. A run stays in its part when the experiment
        grows by instances behind those that there are, by trials, or in budget.
        """
        cells: dict[tuple[int, int], list[Run]] = {}
        for run in plan:
            cells.setdefault((run.trial, run.instance), []).append(run)
        chosen = []
        dealt: dict[int, tuple[int, int]] = {}
        for (trial, _), runs in cells.items():
            turn, rank = dealt.get(trial, (_BETWEEN_TRIALS * (trial - 1), trial - 1))
            first = rank % len(runs)
            order = runs[first:] + runs[:first]
            chosen += order[(self.number - 1 - turn) % self.count :: self.count]
            dealt[trial] = turn + len(runs), rank + 1
        return tuple(sorted(chosen, key=lambda run: run.index))

    @property
    def folder(self) -> str:
        """The name of the subfolder that holds this part."""
        return f"shard-{self.number}-of-{self.count}"


def parse_shard(shard: str | Sequence[int] | None) -> Shard | None:
    """Read ``"2/8"`` or ``(2, 8)``."""
    if shard is None:
        return None
    try:
        number, count = map(int, shard.split("/") if isinstance(shard, str) else items(shard))
    except (TypeError, ValueError):
        message = f"a shard is written i/n, e.g. 2/8; got {shard!r}"
        raise InvalidValueError(message) from None
    if not 1 <= number <= count:
        message = f"shard i/n needs 1 <= i <= n; got {shard!r}"
        raise InvalidValueError(message)
    return Shard(number, count)


def make_plan(suite: Iterable[Problem], budget: Budget, trials: int) -> tuple[Run, ...]:
    """List all runs: for each problem of the suite its trials, one after the other."""
    runs: list[Run] = []
    seen: dict[str, int] = {}
    for position, problem in enumerate(suite):
        evaluations = _evaluations(budget, problem)
        id, dimension, instance = problem.id, problem.dimension, problem.instance
        for _ in range(trials):
            trial = seen[id] = seen.get(id, 0) + 1
            runs.append(Run(len(runs), position, id, dimension, trial, evaluations, instance))
    if not runs:
        message = "the suite has no problems"
        raise InvalidValueError(message)
    return tuple(runs)


def plan_digest(plan: Sequence[Run]) -> str:
    """Digest of all runs with their budgets: equal for equal plans."""
    digest = hashlib.sha256()
    for run in plan:
        digest.update(f"{run.problem} {run.trial} {run.budget}\n".encode())
    return digest.hexdigest()


def part_digest(plan: Sequence[Run]) -> str:
    """Digest of the table of some runs of a plan."""
    return hashlib.sha256(plan_text(plan).encode()).hexdigest()


def planned_runs(description: Mapping[str, object], plan: Sequence[Run]) -> int:
    """How many runs the whole experiment has, of which a folder may know some only."""
    runs = description.get("runs")
    return runs if isinstance(runs, int) else len(plan)


def plan_text(plan: Sequence[Run]) -> str:
    """Write a plan as a table with tabs."""
    names = [field.name for field in fields(Run)]
    rows = ["\t".join(str(getattr(run, name)) for name in names) for run in plan]
    return "\n".join(["\t".join(names), *rows]) + "\n"


def parse_plan(text: str) -> tuple[Run, ...]:
    """Read what `plan_text` wrote; raises ValueError for anything else."""
    header, *rows = text.removesuffix("\n").split("\n")
    if header.split("\t") != [field.name for field in fields(Run)]:
        message = f"not the table of a plan; its first line is {header[:80]!r}"
        raise ValueError(message)
    kinds: list[Any] = [field.type for field in fields(Run)]
    return tuple(
        Run(*(kind(cell) for kind, cell in zip(kinds, row.split("\t"), strict=True)))
        for row in rows
    )


def _evaluations(budget: Budget, problem: Problem) -> int:
    what = "the budget, a multiple of the dimension,"
    if callable(budget):
        what = f"the number of evaluations that the budget gives for {problem.id}"
        value = budget(problem)
    else:
        value = budget
    evaluations = real(value, what)
    if not callable(budget):
        evaluations *= problem.dimension
    if evaluations == math.inf:
        return UNLIMITED
    if math.isnan(evaluations) or evaluations < 1 or evaluations >= UNLIMITED:
        message = f"{what} must give at least one evaluation, and fewer than 2^63; got {value!r}"
        raise InvalidValueError(message)
    return math.floor(evaluations)
