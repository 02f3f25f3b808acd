"""How far an experiment is: a bar in a terminal, lines in a log elsewhere."""

import logging
import sys
import time
from types import TracebackType
from typing import Protocol, Self

from optimeter.exceptions import InvalidTypeError
from optimeter.experiment.journal import Outcome
from optimeter.experiment.plan import Run

__all__ = ["BarProgress", "LogProgress", "Progress", "SilentProgress", "choose_progress"]

_LOG_EVERY = 10.0  # seconds


class Progress(Protocol):
    """Hears of every run that is over. A context manager around the experiment."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End."""

    def start(self, algorithm: str, runs: int, done: int, budget: int) -> None:
        """Hear how many runs there are, how many are done, and the evaluations of the others."""

    def advance(self, run: Run, outcome: Outcome) -> None:
        """Hear that a run is over."""


class SilentProgress:
    """Shows nothing."""

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *details: object) -> None:
        """End."""

    def start(self, algorithm: str, runs: int, done: int, budget: int) -> None:
        """Ignore it."""

    def advance(self, run: Run, outcome: Outcome) -> None:
        """Ignore it."""


class Pace:
    """Evaluations per second and remaining time, from the runs that are over.

    Runs that hit their target early use less than their budget; the remaining time assumes that
    those to come use as much of theirs as those before.
    """

    def __init__(self, budget: int) -> None:
        self._begin = time.monotonic()
        self._budget = budget
        self._allotted = 0
        self._used = 0

    def add(self, run: Run, outcome: Outcome) -> None:
        """Take a run into account."""
        self._allotted += run.budget
        self._used += outcome.evaluations

    @property
    def share(self) -> float:
        """The part of the work that is over."""
        return self._allotted / self._budget if self._budget else 1.0

    @property
    def rate(self) -> float:
        """Evaluations per second so far."""
        return self._used / max(time.monotonic() - self._begin, 1e-9)

    @property
    def remaining(self) -> float:
        """Seconds to come; inf before the first run is over."""
        if not self._allotted:
            return float("inf")
        elapsed = time.monotonic() - self._begin
        return elapsed * (self._budget - self._allotted) / self._allotted


class LogProgress(SilentProgress):
    """Writes lines to the log ``optimeter``, at most one in ten seconds."""

    def __init__(self) -> None:
        self._log = logging.getLogger("optimeter")

    def start(self, algorithm: str, runs: int, done: int, budget: int) -> None:
        """Say what begins."""
        self._runs, self._done = runs, done
        self._pace = Pace(budget)
        self._last = time.monotonic()
        self._log.info("%s: %d runs, %d of them there already", algorithm, runs, done)

    def advance(self, run: Run, outcome: Outcome) -> None:
        """Say how far it is, now and then."""
        self._done += 1
        self._pace.add(run, outcome)
        if time.monotonic() - self._last < _LOG_EVERY and self._done < self._runs:
            return
        self._last = time.monotonic()
        self._log.info(
            "%d of %d runs, %s, %s evaluations/s, %s remaining",
            self._done,
            self._runs,
            outcome.problem,
            quantity(self._pace.rate),
            duration(self._pace.remaining),
        )


class BarProgress:
    """Shows a bar in the terminal, with problem, evaluations per second and remaining time."""

    def __init__(self) -> None:
        from rich.console import Console  # noqa: PLC0415 - heavy, and only for terminals
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn  # noqa: PLC0415
        from rich.progress import Progress as Bar  # noqa: PLC0415

        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[problem]}"),
            TextColumn("{task.fields[rate]}"),
            TextColumn("{task.fields[remaining]}"),
            console=Console(stderr=True),
            transient=True,
        )

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *details: object) -> None:
        """Take the bar away."""
        self._bar.stop()

    def start(self, algorithm: str, runs: int, done: int, budget: int) -> None:
        """Show the bar."""
        self._pace = Pace(budget)
        self._task = self._bar.add_task(
            algorithm, total=runs, completed=done, problem="", rate="", remaining=""
        )
        self._bar.start()

    def advance(self, run: Run, outcome: Outcome) -> None:
        """Move the bar."""
        self._pace.add(run, outcome)
        self._bar.update(
            self._task,
            advance=1,
            problem=outcome.problem,
            rate=f"{quantity(self._pace.rate)} evaluations/s",
            remaining=f"{duration(self._pace.remaining)} remaining",
        )


def choose_progress(progress: bool | Progress | None) -> Progress:
    """Make the progress display: a given one, none, or the one that fits the standard error."""
    if progress is False:
        return SilentProgress()
    if progress is None or progress is True:
        return BarProgress() if sys.stderr.isatty() else LogProgress()
    if not hasattr(progress, "advance"):
        message = f"progress must be True, False, None or an object like Progress; got {progress!r}"
        raise InvalidTypeError(message)
    return progress


def duration(seconds: float) -> str:
    """Write a time as 4 s, 3 min 20 s or 5 h 12 min."""
    if seconds == float("inf"):
        return "unknown time"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def quantity(value: float) -> str:
    """Write a large number as 950, 12.3 k or 4.5 M."""
    for unit, factor in (("M", 1e6), ("k", 1e3)):
        if value >= factor:
            return f"{value / factor:.1f} {unit}"
    return f"{value:.0f}"
