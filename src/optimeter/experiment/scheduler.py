"""Hands out the runs that are missing, until all are over."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence

from optimeter._core import Outcome, Status
from optimeter.experiment.backends import Backend, Delivery
from optimeter.experiment.plan import Run

__all__ = ["schedule"]

ATTEMPTS = 3
"""How many workers may die in one run before it counts as failed.

A worker that stored a checkpoint of the run since the death before does not count: the run advances,
and its workers are ended from outside.
"""

_TASK_SECONDS = 2.0  # long enough to make handing out cheap, short enough to share the rest
_WAIT_SECONDS = 0.5


def schedule(
    backend: Backend,
    runs: Sequence[Run],
    recover: Callable[[Sequence[Run]], Sequence[Outcome]],
    stamp: Callable[[Run], int | None] = lambda run: None,  # noqa: ARG005
) -> Iterator[Outcome]:
    """Yield the outcome of each run when it is over.

    Parameters
    ----------
    recover
        Finds the outcomes on the disk of those of the given runs that are over.
    stamp
        Tells checkpoints of a run apart; None if there is none.

    Notes
    -----
    A task holds as many runs as take about two seconds: each is committed while the next one is
    under way, and only after the last one somebody waits for the disk. When its worker is lost, the
    runs that are over are recovered from the disk, and the others are handed out again. The first
    of them is the one in which the worker died; after some attempts it is given up.
    """
    return _Schedule(backend, runs, recover, stamp).outcomes()


class _Schedule:
    def __init__(
        self,
        backend: Backend,
        runs: Sequence[Run],
        recover: Callable[[Sequence[Run]], Sequence[Outcome]],
        stamp: Callable[[Run], int | None],
    ) -> None:
        self._backend = backend
        self._recover = recover
        self._stamp = stamp
        self._waiting = deque(runs)
        self._suspects: deque[Run] = deque()  # handed out one by one
        self._active: dict[int, dict[int, Run]] = {}  # runs of each task that are not over
        self._deaths: Counter[int] = Counter()
        self._stamps: dict[int, int] = {}  # of the checkpoint at the last death
        self._tasks = 0
        self._seconds = 0.0
        self._budget = 0  # of the runs that took these seconds

    def outcomes(self) -> Iterator[Outcome]:
        while self._waiting or self._suspects or self._active:
            while len(self._active) < self._backend.capacity and (self._waiting or self._suspects):
                self._submit()
            for delivery in self._backend.wait(_WAIT_SECONDS):
                yield from self._take(delivery)

    def _submit(self) -> None:
        runs = [self._suspects.popleft()] if self._suspects else self._next()
        self._active[self._tasks] = {run.index: run for run in runs}
        self._backend.submit(self._tasks, runs)
        self._tasks += 1

    def _next(self) -> list[Run]:
        """Take runs for about two seconds, and not more than a fair share of what is left."""
        share = 1 + len(self._waiting) // (2 * self._backend.capacity)
        rate = self._seconds / self._budget if self._budget else float("inf")
        runs: list[Run] = []
        expected = 0.0
        while self._waiting and len(runs) < share and expected < _TASK_SECONDS:
            runs.append(self._waiting.popleft())
            expected += runs[-1].budget * rate
        return runs

    def _take(self, delivery: Delivery) -> Iterator[Outcome]:
        missing = self._active[delivery.task]
        outcomes = delivery.outcomes
        if delivery.lost:
            outcomes = (*outcomes, *self._recover(tuple(missing.values())))
        for outcome in outcomes:
            run = missing.pop(outcome.run, None)
            if run is not None:
                if outcome.seconds == outcome.seconds:  # known
                    self._seconds += outcome.seconds
                    self._budget += run.budget
                yield outcome
        if delivery.over:
            del self._active[delivery.task]
        if delivery.lost and missing:
            yield from self._repeat(list(missing.values()))
        elif delivery.returned:
            self._waiting.extendleft(reversed(missing.values()))

    def _repeat(self, runs: list[Run]) -> Iterator[Outcome]:
        suspect = runs[0]
        stamp = self._stamp(suspect)
        if stamp is not None and stamp != self._stamps.get(suspect.index):
            self._stamps[suspect.index] = stamp
            self._deaths[suspect.index] = 0
        else:
            self._deaths[suspect.index] += 1
        if self._deaths[suspect.index] < ATTEMPTS:
            self._suspects.append(suspect)
        else:
            yield Outcome(
                run=suspect.index,
                problem=suspect.problem,
                trial=suspect.trial,
                status=Status.FAILED,
                evaluations=0,
                message=f"its worker process died {ATTEMPTS} times",
            )
        self._waiting.extendleft(reversed(runs[1:]))
