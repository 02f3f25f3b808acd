"""How far an experiment is: a bar in a terminal or a notebook, lines in a log elsewhere."""

import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

from optimeter._core import Outcome
from optimeter._packages import package
from optimeter._text import markup, printable
from optimeter.exceptions import InvalidTypeError
from optimeter.experiment.plan import UNLIMITED, Run

__all__ = [
    "BarProgress",
    "LogProgress",
    "NotebookProgress",
    "Progress",
    "SilentProgress",
    "choose_progress",
]

_LOG_EVERY = 10.0  # seconds
_RENEW_EVERY = 0.5

UnderWay = Callable[[], Mapping[int, int]]


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

    def start(self, algorithm: str, runs: int, missing: Sequence[Run], under_way: UnderWay) -> None:
        """Hear how many runs there are and which are missing.

        `under_way` tells at any time, from any thread, how many evaluations the runs under way have
        made, by index.
        """

    def advance(self, run: Run, outcome: Outcome) -> None:
        """Hear that a run is over."""


class SilentProgress:
    """Shows nothing."""

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *details: object) -> None:
        """End."""

    def start(self, algorithm: str, runs: int, missing: Sequence[Run], under_way: UnderWay) -> None:
        """Ignore it."""

    def advance(self, run: Run, outcome: Outcome) -> None:
        """Ignore it."""


class Pace:
    """Evaluations per second, remaining time and the problem at work, at any moment.

    Runs that hit their target early use less than their budget; the remaining time assumes that
    those to come use as much of theirs as those before. `elapsed` are seconds that are over.
    """

    def __init__(
        self, missing: Sequence[Run], under_way: UnderWay = dict, *, elapsed: float = 0.0
    ) -> None:
        self._begin = time.monotonic() - elapsed
        self._runs = {run.index: run for run in missing}
        self._endless = any(run.budget == UNLIMITED for run in missing)
        self._budget = sum(self._share(run) for run in missing)
        self._under_way = under_way
        self._over: set[int] = set()
        self._allotted = 0
        self._used = 0
        self.problem = ""
        """The one that was last heard of."""

    def _share(self, run: Run) -> int:
        """Part of the whole work that a run is; without budgets all runs are alike."""
        return 1 if self._endless else run.budget

    def add(self, run: Run, outcome: Outcome) -> None:
        """Take a run into account that is over."""
        self._over.add(run.index)
        self._allotted += self._share(run)
        self._used += outcome.evaluations
        self.problem = run.problem

    def now(self) -> tuple[float, float]:
        """Return evaluations per second so far and the seconds to come, inf while unknown."""
        used, allotted = self._used, self._allotted
        for index, evaluations in self._under_way().items():
            run = self._runs.get(index)
            if run is not None and index not in self._over:
                used += evaluations
                allotted += 0 if self._endless else min(evaluations, run.budget)
                self.problem = run.problem
        elapsed = time.monotonic() - self._begin
        remaining = elapsed * (self._budget - allotted) / allotted if allotted else float("inf")
        return used / max(elapsed, 1e-9), remaining

    def __str__(self) -> str:
        rate, remaining = self.now()
        return f"{self.problem}  {quantity(rate)} evaluations/s  {duration(remaining)} remaining"


class RegularProgress(SilentProgress):
    """Counts, and tells it from time to time, from a thread of its own."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def __exit__(self, *details: object) -> None:
        """End the thread."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def start(self, algorithm: str, runs: int, missing: Sequence[Run], under_way: UnderWay) -> None:
        """Begin to tell."""
        self._algorithm, self._runs, self._done = algorithm, runs, runs - len(missing)
        self._pace = Pace(missing, under_way)
        self._begin()
        self._thread = threading.Thread(target=self._go_on, daemon=True)
        self._thread.start()

    def advance(self, run: Run, outcome: Outcome) -> None:
        """Count."""
        self._done += 1
        self._pace.add(run, outcome)

    def _go_on(self) -> None:
        while not self._over.wait(self._seconds):
            self._tell()

    def _begin(self) -> None:
        raise NotImplementedError

    def _tell(self) -> None:
        raise NotImplementedError


class LogProgress(RegularProgress):
    """Writes lines to the log ``optimeter``, one in ten seconds."""

    def __init__(self) -> None:
        import logging  # noqa: PLC0415 - slow, and only where there is no terminal

        super().__init__(_LOG_EVERY)
        self._log = logging.getLogger("optimeter")

    def _begin(self) -> None:
        done = self._done
        self._log.info("%s: %d runs, %d of them there already", self._algorithm, self._runs, done)

    def _tell(self) -> None:
        self._log.info("%d of %d runs  %s", self._done, self._runs, self._pace)


class NotebookProgress(RegularProgress):
    """Shows a bar in a notebook, below the cell; it stays there, full or as far as it came."""

    def __init__(self) -> None:
        super().__init__(_RENEW_EVERY)
        self._shown: Any = None

    def __exit__(self, *details: object) -> None:
        """Show how it ended."""
        super().__exit__(*details)
        if self._shown is not None:
            self._tell()

    def _begin(self) -> None:
        from IPython.display import display  # noqa: PLC0415 - there in a notebook

        self._shown = display(self._state(), display_id=True)

    def _tell(self) -> None:
        self._shown.update(self._state())

    def _state(self) -> "BarState":
        pace = "" if self._done == self._runs else str(self._pace)
        return BarState(self._algorithm, self._done, self._runs, pace)


class BarState(NamedTuple):
    """A bar at one moment, as a notebook or a plain text shows it."""

    algorithm: str
    done: int
    runs: int
    pace: str

    def __repr__(self) -> str:
        return f"{printable(self.algorithm)}: {self.done} of {self.runs} runs  {self.pace}".rstrip()

    def _repr_html_(self) -> str:

        bar = f'<progress value="{self.done}" max="{max(self.runs, 1)}"></progress>'
        return f'<div style="font-variant-numeric:tabular-nums">{bar} {markup(repr(self))}</div>'


class BarProgress(SilentProgress):
    """Shows a bar in the terminal, with problem, evaluations per second and remaining time."""

    def __init__(self) -> None:
        package("rich", "a progress bar")
        from rich.console import Console  # noqa: PLC0415 - heavy, and only for terminals
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn  # noqa: PLC0415
        from rich.progress import Progress as Bar  # noqa: PLC0415

        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[pace]}"),
            console=Console(stderr=True),
            transient=True,
        )

    def __exit__(self, *details: object) -> None:
        """Take the bar away."""
        self._bar.stop()

    def start(self, algorithm: str, runs: int, missing: Sequence[Run], under_way: UnderWay) -> None:
        """Show the bar; it asks for the pace whenever it is drawn."""
        self._pace = Pace(missing, under_way)
        self._task = self._bar.add_task(
            algorithm, total=runs, completed=runs - len(missing), pace=self._pace
        )
        self._bar.start()

    def advance(self, run: Run, outcome: Outcome) -> None:
        """Move the bar."""
        self._pace.add(run, outcome)
        self._bar.update(self._task, advance=1)


def choose_progress(progress: bool | Progress | None) -> Progress:
    """Make the progress display: a given one, none, or the one that fits the place."""
    if progress is False:
        return SilentProgress()
    if progress is None or progress is True:
        if in_notebook():
            return NotebookProgress()
        shown = sys.stderr.isatty() and (progress is True or find_spec("rich") is not None)
        return BarProgress() if shown else LogProgress()
    if not hasattr(progress, "advance"):
        message = f"progress must be True, False, None or an object like Progress; got {progress!r}"
        raise InvalidTypeError(message)
    return progress


def in_notebook() -> bool:
    """Say whether this process is the kernel of a notebook; nothing is imported for it."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


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
