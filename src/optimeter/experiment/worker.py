"""Doing runs: what happens in a worker, be it a process, a thread or a machine of a cluster."""

import contextlib
import math
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Never

import numpy as np
from numpy.typing import NDArray

from optimeter._core import MOST_FAILURES, Guard, Outcome, Status, Verdict
from optimeter._text import failure, printable
from optimeter.exceptions import FileError, Stop
from optimeter.experiment.checkpoints import Checkpoints, Keeper, Moment
from optimeter.experiment.contract import nonsense
from optimeter.experiment.folder import Writer
from optimeter.experiment.isolation import Isolation
from optimeter.experiment.leftovers import Leftovers
from optimeter.experiment.optimizers.asking import call_optimizer
from optimeter.experiment.plan import UNLIMITED, Run
from optimeter.experiment.seeds import (
    global_generators,
    noise_seed,
    preserved_globals,
    random_start,
    run_seed,
    seed_globals,
    set_global_generators,
)
from optimeter.problems import Problem
from optimeter.problems.callables import LONGEST
from optimeter.record import Recording, RecordOptions

__all__ = ["Experiment", "Pulse", "perform"]


@dataclass(frozen=True, slots=True)
class Experiment:
    """Everything a worker needs to know; it travels to other processes and machines."""

    folder: Path
    optimizer: Callable[..., Any]
    suite: Sequence[Problem]
    options: RecordOptions
    seed: int
    restarts: bool
    time_limit: float | None
    checkpoint_every: float
    """Seconds from one stored state of an optimizer to the next."""
    costs: bool = False
    on_error: float | None = math.nan
    """What the optimizer gets for a value where an own function fails; None: the exception."""
    isolation: Isolation | None = None
    """How the optimizer is kept apart; None: it is called here."""


_LEAST_SECONDS = 1e-3  # for a run whose time was over when it was broken off

Pulse = NDArray[np.uint64]
"""Two numbers: which run is under way, plus one, and how many evaluations it has made by now."""


def perform(
    experiment: Experiment,
    runs: Iterable[Run],
    writer: Writer,
    *,
    expendable: bool,
    pulse: Pulse | None = None,
) -> Generator[tuple[Outcome, ...], None, None]:
    """Do runs, one after the other; each is on the disk when its outcome is yielded.

    After every run those are yielded that were committed meanwhile, in the end the rest.

    Whatever the optimizer does, its run ends and the next one begins. Only trouble with the disk
    (`FileError`) and interrupts pass; a run that they break off leaves nothing.

    Parameters
    ----------
    expendable
        Whether this process may be ended when nothing else helps against an optimizer.
    pulse
        Tells of the run under way.
    """
    guard = Guard()
    checkpoints = Checkpoints(experiment.folder, experiment.optimizer)
    stored: dict[int, Run] = {}  # runs that have a checkpoint as long as they are not committed

    def forget(committed: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
        over = (stored.pop(outcome.run, None) for outcome in committed)
        checkpoints.remove(run for run in over if run is not None)
        return committed

    with preserved_globals():
        for run in runs:
            if pulse is not None:
                pulse[:] = run.index + 1, 0
            attempt = _Attempt(experiment, run, checkpoints)
            attempt.perform(writer, guard, pulse, expendable=expendable)
            if attempt.stored:
                stored[run.index] = run
            yield forget(writer.take())
        yield forget(writer.flush())


class _Attempt:
    """One run under way."""

    def __init__(self, experiment: Experiment, run: Run, checkpoints: Checkpoints) -> None:
        self.experiment = experiment
        self.run = run
        self.problem = experiment.suite[run.position]
        self.stored = False
        """Whether there is a checkpoint."""
        self._checkpoints = checkpoints
        self._status = Status.DONE
        self._message = ""
        self._restarts = 0
        self._clock = time.perf_counter()  # when the run began

    def perform(
        self, writer: Writer, guard: Guard, pulse: Pulse | None, *, expendable: bool
    ) -> None:
        """Do the run, from its beginning or from its checkpoint, and hand it to the writer."""
        problem = self.problem
        problem._limit(self.run.budget, at_target=True)
        problem._keep_notes(self.experiment.on_error)  # the recorder leaves out what fails
        recording = Recording(
            problem,
            writer.folder,
            self.experiment.options,
            exclusive=True,
            costs=self.experiment.costs,
        )
        leftovers = Leftovers(expendable=expendable)
        left = ""
        try:
            moment = self._checkpoints.read(self.run, problem)
            if moment is not None:
                problem._keep_notes(self.experiment.on_error, moment.notes)
            descent = self._begin() if moment is None else self._go_on(recording, moment)
            keeper = self._keeper(recording, descent, moment)
            problem._keep_with(keeper)
            self._watch(guard, pulse, writer, recording, expendable=expendable)
            self._drive(descent, keeper, guard.end)
        except BaseException:
            recording.abandon()
            raise
        finally:
            problem._keep_with(None)
            problem._end_run()  # for whatever the optimizer left behind
            left = leftovers.end()
        lost = problem._elsewhere[2]
        if lost:
            self._add(
                f"{lost} evaluations failed: no process told a value before it or the run ended"
            )
        for told in (_halved(problem), left):
            if told:
                self._add(told)
        seconds = round(self._seconds(), 6)
        recording.end()
        writer.submit(self.outcome(seconds=seconds), recording)

    def _begin(self) -> "_Descent":
        """Begin the run: everything random follows from its seed."""
        seed = run_seed(self.experiment.seed, self.run.problem, self.run.trial)
        if self.problem._noisy:
            self.problem.reseed(noise_seed(seed))
        seed_globals(seed)
        rng = np.random.Generator(np.random.PCG64(seed))
        return _Descent(rng, self.problem.initial_solution)

    def _go_on(self, recording: Recording, moment: Moment) -> "_Descent":
        """Put the run back to where its checkpoint was made."""
        recording.restore(moment.recording)
        set_global_generators(moment.global_generators)
        self.stored = True
        self._restarts = moment.restarts
        self._message = moment.message
        self._clock -= moment.seconds
        return _Descent(moment.rng, moment.start, moment.before)

    def _keeper(self, recording: Recording, descent: "_Descent", restored: Moment | None) -> Keeper:
        def store(state: object) -> None:
            moment = Moment(
                state=state,
                rng=descent.rng,
                start=descent.start,
                before=descent.before,
                restarts=self._restarts,
                message=self._message,
                seconds=self._seconds(),
                global_generators=global_generators(),
                recording=recording.state(),
                notes=self.problem._notes,
            )
            self._checkpoints.write(self.run, moment, self.problem)
            self.stored = True

        every = self.experiment.checkpoint_every
        return Keeper(store, every, None if restored is None else restored.state)

    def _watch(
        self,
        guard: Guard,
        pulse: Pulse | None,
        writer: Writer,
        recording: Recording,
        *,
        expendable: bool,
    ) -> None:
        """Let the guard begin; what a run took before its checkpoint counts."""
        limit = self.experiment.time_limit
        left = None if limit is None else max(limit - self._seconds(), _LEAST_SECONDS)
        if not expendable:
            guard.begin(self.problem, left, pulse)
            return
        ended = "its process was ended:"
        guard.begin_expendable(
            self.problem,
            left,
            pulse,
            committer=writer.committer,
            recording=recording,
            late=self.outcome(Status.TIMEOUT, f"{ended} {_over_time(limit)}"),
            defiant=self.outcome(Status.FAILED, f"{ended} went on in spite of Stop"),
        )

    def outcome(
        self,
        status: Status | None = None,
        message: str | None = None,
        *,
        seconds: float = math.nan,
    ) -> Outcome:
        """Say how the run ended."""
        return Outcome(
            run=self.run.index,
            problem=self.run.problem,
            trial=self.run.trial,
            status=self._status if status is None else status,
            evaluations=self._used(),
            target_hit=self.problem.final_target_hit,
            restarts=self._restarts,
            message=self._message if message is None else message,
            seconds=seconds,
            **self._noted(),
        )

    def _noted(self) -> dict[str, Any]:
        """Say what failed, and the best value where no precision tells how good it is."""
        notes = self.problem._notes
        _, failed, _, first, best_there, x_there = self.problem._elsewhere
        if notes is not None:
            failed += notes[0]
            first = (*notes[2], *first)[:MOST_FAILURES]
        noted: dict[str, Any] = {}
        if failed:
            noted["failed_evaluations"] = failed
            noted["failures"] = [{"x": point, "message": text} for point, text in first]
        if notes is None or self.problem._optimum_known:
            return noted
        reached = self.problem.best_value  # else a point beyond the budget
        for best, x in (notes[4:], (best_there, x_there)):
            if math.isfinite(best) and best == reached:
                return noted | {"best_value": best, "best_x": x}
        return noted

    def _drive(self, descent: "_Descent", keeper: Keeper, end: Callable[[], Verdict]) -> None:
        """Let the optimizer work until budget, target, time limit or failure.

        A guard watches it until its `end` is called.
        """
        try:
            try:
                self._call(descent, keeper)
            finally:
                verdict = end()
        except Stop as stop:
            self._note("; ".join(getattr(stop, "__notes__", ())))
        except (FileError, KeyboardInterrupt):
            raise  # no fault of the optimizer
        except BaseException as error:
            self._fail(self._blame(failure(error)))
        self._check_values()
        if verdict.timed_out and self._status == Status.DONE:
            self._message = _over_time(self.experiment.time_limit)
            if self.run.budget < UNLIMITED:  # else time is the budget
                self._status = Status.TIMEOUT
        elif verdict.interrupted:
            self._fail("went on in spite of Stop until it was interrupted")
        if not self._used() and self._status == Status.DONE:
            self._fail(_without_evaluation(self._message))

    def _blame(self, raised: str) -> str:
        """Say who raised what: the function, or the optimizer."""
        notes = self.problem._notes
        whose = "the function " if notes is not None and notes[3] == raised[:LONGEST] else ""
        return f"{whose}raised {raised}"

    def _check_values(self) -> None:
        """Call a run failed in which no evaluation has a value."""
        notes = self.problem._notes
        made, failed, _, first, *_ = self.problem._elsewhere
        if notes is None or notes[1] or made > failed or not notes[0] + failed or not self._used():
            return
        if self._status == Status.FAILED and self.experiment.on_error is None:
            return  # the exception was asked for
        failed += notes[0]
        last = notes[3] or (first[-1][1] if first else "")
        last = f", the last one: {last}" if last else ""
        self._fail(f"each of its {failed} evaluations failed{last}")

    def _call(self, descent: "_Descent", keeper: Keeper) -> None:
        """Call the optimizer, again and again from new starts if restarts are wanted."""
        problem = self.problem
        process = os.getpid()
        while True:
            try:
                returned = self._call_once(descent)
            finally:
                if os.getpid() != process:  # before it restarts, and forks again
                    _end_fork()
            self._note(nonsense(returned, problem.dimension))
            if self._used_up() or not self.experiment.restarts:
                return
            if self._used() == descent.before:
                if descent.before:
                    said = f"; it {self._message}" if self._message else ""
                    self._fail(f"restarted and returned without a single evaluation{said}")
                return
            problem.signal_restart()
            self._restarts += 1
            keeper.restored = None
            descent.start = random_start(problem, descent.rng)
            descent.before = self._used()

    def _call_once(self, descent: "_Descent") -> object:
        """Call the optimizer here, or where it is isolated."""
        optimizer, isolation = self.experiment.optimizer, self.experiment.isolation
        budget = self.run.budget - self._used()
        if isolation is None:
            return call_optimizer(optimizer, self.problem, descent.start, descent.rng, budget)
        limit = self.experiment.time_limit
        left = None if limit is None else limit - self._seconds()
        return isolation.call(
            optimizer, self.problem, descent.start, descent.rng, budget, time_left=left
        )

    def _seconds(self) -> float:
        """Return the wall time so far, with what was before a checkpoint."""
        return time.perf_counter() - self._clock

    def _used(self) -> int:
        """Return the evaluations so far; those of constraints count like the others."""
        return self.problem.evaluations + self.problem.evaluations_constraints

    def _used_up(self) -> bool:
        """Whether the run is over."""
        stopped = self.problem._refused > 0 or self.problem.final_target_hit
        return stopped or self._used() >= self.run.budget

    def _note(self, message: str) -> None:
        """Note something of a run that goes on, unless something was noted before."""
        self._message = self._message or printable(message)[:LONGEST]

    def _add(self, message: str) -> None:
        """Tell something more of the run."""
        self._message = f"{self._message}; {message}" if self._message else message

    def _fail(self, message: str) -> None:
        self._status = Status.FAILED
        self._message = printable(message)[:LONGEST]


@dataclass(slots=True)
class _Descent:
    """What the optimizer is called with."""

    rng: np.random.Generator
    start: NDArray[np.float64]
    before: int = 0
    """Evaluations before."""


def _end_fork() -> Never:
    """End a process that the optimizer forked and that came back from it, as such processes do.

    It is a copy of the worker, down to the connection and the files: it must not go on in its place.
    """
    error = sys.exception()
    code = 0 if error is None or isinstance(error, Stop) else 1
    if isinstance(error, SystemExit):
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(code & 0xFF)


def _halved(problem: Problem) -> str:
    """Say whether a GPU had too little memory for a batch; most runs know nothing of GPUs."""
    halving = sys.modules.get("optimeter.problems.gpu.halving")
    return "" if halving is None else str(halving.told_halved(problem))


def _without_evaluation(said: str) -> str:
    """Tell what may have happened in a run without an evaluation."""
    return (
        f"made no evaluation{f'; it {said}' if said else ''}; did it evaluate another problem than the "
        "one it was called with, or only on another machine or after it returned, or not wait for "
        "what it started?"
    )


def _over_time(limit: float | None) -> str:
    return "" if limit is None else f"took longer than {limit:g} s"
