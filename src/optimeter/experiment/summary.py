"""What an experiment has come to, in a few numbers."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from optimeter._core import Outcome, Status
from optimeter._failures import kind_of, told_failures
from optimeter._show import ShownRow
from optimeter._text import printable

__all__ = ["ExperimentResult", "summarize"]

_MOST_BEST = 5
_MOST_VARIABLES = 10


@dataclass(frozen=True, slots=True, repr=False)
class ExperimentResult(ShownRow):
    """The result of `om.run`; the data are in the folder."""

    folder: Path
    """Where the data are."""
    algorithm: str
    runs: int
    """How many runs the experiment has."""
    done: int
    failed: int
    """Runs that ended with an error of the optimizer; recorded as far as they came."""
    timed_out: int
    targets_hit: int
    """Runs that reached the final target."""
    evaluations: int
    """Of objectives and constraints, in all runs."""
    resumed: int
    """Runs that were there already."""
    seconds: float
    """Wall time of this session."""
    outcomes: tuple[Outcome, ...]
    """How each run ended, in the order of the plan."""
    best: tuple[Outcome, ...] = ()
    """Of each own function whose optimum is not known: the run with the best value; it has the value
    and the point as ``best_value`` and ``best_x``."""

    @property
    def failed_evaluations(self) -> int:
        """How many evaluations have no value, since the function failed."""
        return sum(outcome.failed_evaluations for outcome in self.outcomes)

    @property
    def missing(self) -> int:
        """Runs that are not over."""
        return self.runs - len(self.outcomes)

    @property
    def complete(self) -> bool:
        """Whether all runs are over."""
        return self.missing == 0

    def __fspath__(self) -> str:
        """Return the folder: where recorded data are taken, a result is, as in ``om.load(result)``."""
        return str(self.folder)

    def _row(self) -> dict[str, Any]:
        return {
            "algorithm": self.algorithm,
            "runs": self.runs,
            "over": len(self.outcomes),
            "targets hit": self.targets_hit,
            "failed": self.failed + self.timed_out,
            "evaluations": self.evaluations,
            "folder": str(self.folder),
        }

    def __str__(self) -> str:
        """Summarize in a few lines."""
        parts = [f"{len(self.outcomes)} of {self.runs} runs over"]
        if self.resumed:
            parts.append(f"{self.resumed} of them there before")
        if len(self.best) < len({outcome.problem for outcome in self.outcomes}):
            parts.append(f"{self.targets_hit} hit the final target")
        lines = [
            f"{printable(self.algorithm)}: {', '.join(parts)}",
            f"{self.evaluations:,} evaluations, {self.seconds:.1f} s",
        ]
        lines += remarks(self.outcomes)
        failed = told_failures(
            (one.problem, one.evaluations, one.failed_evaluations, _reasons(one))
            for one in self.outcomes
        )
        if failed:
            lines.append(failed)
        if self.failed or self.timed_out:
            lines.append("to repeat the failed runs: retry_failed=True, or --retry-failed")
        lines += [_told(one) for one in self.best[:_MOST_BEST]]
        if len(self.best) > _MOST_BEST:
            lines.append(f"and the best of {len(self.best) - _MOST_BEST} more problems")
        lines.append(f"data in {printable(self.folder)}")
        return "\n".join(lines)


def _reasons(outcome: Outcome) -> list[str]:
    return [str(one["message"]) for one in outcome.failures]


def _told(best: Outcome) -> str:
    """Say what was found on a problem."""
    point = ", ".join(f"{one:.6g}" for one in best.best_x[:_MOST_VARIABLES])
    more = ", ..." if len(best.best_x) > _MOST_VARIABLES else ""
    return f"best on {printable(best.problem)}: {best.best_value:.10g} at ({point}{more})"


def best_of(outcomes: Iterable[Outcome], maximized: Collection[str]) -> tuple[Outcome, ...]:
    """Find the best run on each problem whose optimum is not known; on some, more is better."""
    found: dict[str, Outcome] = {}
    for outcome in outcomes:
        sign = -1 if outcome.problem in maximized else 1
        value = outcome.best_value
        if not outcome.best_x:
            continue
        best = found.get(outcome.problem)
        if best is None or sign * value < sign * best.best_value:
            found[outcome.problem] = outcome
    return tuple(found.values())


def remarks(outcomes: Iterable[Outcome]) -> list[str]:
    """List what went wrong or was odd, the most frequent first, each with an example.

    Messages that differ in numbers alone (values, ids of problems) are of one kind.
    """
    counts: Counter[tuple[Status, str]] = Counter()
    examples: dict[tuple[Status, str], Outcome] = {}
    for outcome in outcomes:
        if outcome.message:
            kind = (outcome.status, kind_of(outcome.message))
            counts[kind] += 1
            examples.setdefault(kind, outcome)
    words = {Status.DONE: "odd", Status.FAILED: "failed", Status.TIMEOUT: "late"}
    lines = [
        f"{count} {words[kind[0]]}: {printable(examples[kind].message)} "
        f"(e.g. {printable(examples[kind].problem)})"
        for kind, count in counts.most_common(5)
    ]
    if len(counts) > 5:
        lines.append(f"and {len(counts) - 5} more kinds; `optimeter check` lists all")
    return lines


def summarize(
    folder: Path,
    algorithm: str,
    runs: int,
    outcomes: Iterable[Outcome],
    *,
    resumed: int,
    seconds: float,
    maximized: Collection[str] = (),
) -> ExperimentResult:
    """Count."""
    ordered = tuple(sorted(outcomes, key=lambda outcome: outcome.run))
    status = Counter(outcome.status for outcome in ordered)
    return ExperimentResult(
        folder=folder,
        algorithm=algorithm,
        runs=runs,
        done=status[Status.DONE],
        failed=status[Status.FAILED],
        timed_out=status[Status.TIMEOUT],
        targets_hit=sum(outcome.target_hit for outcome in ordered),
        evaluations=sum(outcome.evaluations for outcome in ordered),
        resumed=resumed,
        seconds=seconds,
        outcomes=ordered,
        best=best_of(ordered, maximized),
    )
