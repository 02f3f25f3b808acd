"""What an experiment has come to, in a few numbers."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from optimeter._core import Outcome, Status
from optimeter._show import ShownRow
from optimeter._text import printable

__all__ = ["ExperimentResult", "summarize"]

_NUMBER = re.compile(r"[-+]?[0-9][0-9.]*(?:e[-+]?[0-9]+)?")


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
        parts.append(f"{self.targets_hit} hit the final target")
        lines = [
            f"{printable(self.algorithm)}: {', '.join(parts)}",
            f"{self.evaluations:,} evaluations, {self.seconds:.1f} s",
        ]
        lines += remarks(self.outcomes)
        if self.failed or self.timed_out:
            lines.append("to repeat the failed runs: retry_failed=True, or --retry-failed")
        lines.append(f"data in {printable(self.folder)}")
        return "\n".join(lines)


def remarks(outcomes: Iterable[Outcome]) -> list[str]:
    """List what went wrong or was odd, the most frequent first, each with an example.

    Messages that differ in numbers alone (values, ids of problems) are of one kind.
    """
    counts: Counter[tuple[Status, str]] = Counter()
    examples: dict[tuple[Status, str], Outcome] = {}
    for outcome in outcomes:
        if outcome.message:
            kind = (outcome.status, _NUMBER.sub("0", outcome.message))
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
    )
