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

from optimeter._core import Guard, Outcome, Status, Verdict
from optimeter._text import failure, printable
from optimeter.exceptions import FileError, Stop
from optimeter.experiment.contract import nonsense
from optimeter.experiment.folder import Writer
from optimeter.experiment.plan import UNLIMITED, Run
from optimeter.experiment.seeds import (
    noise_seed,
    preserved_globals,
    random_start,
    run_seed,
    seed_globals,
)
from optimeter.problems import Problem
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
    with preserved_globals():
        for run in runs:
            if pulse is not None:
                pulse[:] = run.index + 1, 0
            _perform(experiment, run, writer, guard, pulse, expendable=expendable)
            yield writer.take()
        yield writer.flush()


def _perform(
    experiment: Experiment,
    run: Run,
    writer: Writer,
    guard: Guard,
    pulse: Pulse | None,
    *,
    expendable: bool,
) -> None:
    problem = experiment.suite[run.position]
    problem._limit(run.budget, at_target=True)
    recording = Recording(problem, writer.folder, experiment.options, exclusive=True)
    attempt = _Attempt(experiment, run, problem)
    limit = experiment.time_limit

    def begin() -> None:
        if not expendable:
            guard.begin(problem, limit, pulse)
            return
        ended = "its process was ended:"
        guard.begin_expendable(
            problem,
            limit,
            pulse,
            committer=writer.committer,
            recording=recording,
            late=attempt.outcome(Status.TIMEOUT, f"{ended} {_over_time(limit)}"),
            defiant=attempt.outcome(Status.FAILED, f"{ended} went on in spite of Stop"),
        )

    start = time.perf_counter()
    try:
        attempt.drive(begin, guard.end)
    except BaseException:
        recording.abandon()
        raise
    seconds = time.perf_counter() - start
    recording.end()
    writer.submit(attempt.outcome(seconds=round(seconds, 6)), recording)


class _Attempt:
    """One run under way."""

    def __init__(self, experiment: Experiment, run: Run, problem: Problem) -> None:
        self.experiment = experiment
        self.run = run
        self.problem = problem
        self._status = Status.DONE
        self._message = ""
        self._restarts = 0

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
            evaluations=self.problem.evaluations + self.problem.evaluations_constraints,
            target_hit=self.problem.final_target_hit,
            restarts=self._restarts,
            message=self._message if message is None else message,
            seconds=seconds,
        )

    def drive(self, begin: Callable[[], None], end: Callable[[], Verdict]) -> None:
        """Let the optimizer work until budget, target, time limit or failure.

        It works between `begin` and `end` of a guard.
        """
        experiment = self.experiment
        seed = run_seed(experiment.seed, self.run.problem, self.run.trial)
        if self.problem._noisy:
            self.problem.reseed(noise_seed(seed))
        seed_globals(seed)
        rng = np.random.Generator(np.random.PCG64(seed))
        process = os.getpid()
        begin()
        try:
            try:
                self._call(rng)
            finally:
                if os.getpid() != process:
                    _end_fork()
                verdict = end()
        except Stop:
            pass
        except (FileError, KeyboardInterrupt):
            raise  # no fault of the optimizer
        except BaseException as error:
            self._fail(f"raised {failure(error)}")
        if verdict.timed_out and self._status == Status.DONE:
            self._message = _over_time(experiment.time_limit)
            if self.run.budget < UNLIMITED:  # else time is the budget
                self._status = Status.TIMEOUT
        elif verdict.interrupted:
            self._fail("went on in spite of Stop until it was interrupted")

    def _call(self, rng: np.random.Generator) -> None:
        """Call the optimizer, again and again from new starts if restarts are wanted."""
        problem = self.problem
        start = problem.initial_solution
        while True:
            before = problem.evaluations + problem.evaluations_constraints
            returned = self.experiment.optimizer(problem, start, rng)
            self._message = self._message or nonsense(returned, problem.dimension)
            if self._used_up() or not self.experiment.restarts:
                return
            if problem.evaluations + problem.evaluations_constraints == before:
                said = f"; it {self._message}" if self._message else ""
                self._fail(f"returned without a single evaluation{said}")
                return
            problem.signal_restart()
            self._restarts += 1
            start = random_start(problem, rng)

    def _used_up(self) -> bool:
        """Whether the run is over; evaluations of constraints count like the others."""
        used = self.problem.evaluations + self.problem.evaluations_constraints
        stopped = self.problem._refused > 0 or self.problem.final_target_hit
        return stopped or used >= self.run.budget

    def _fail(self, message: str) -> None:
        self._status = Status.FAILED
        self._message = printable(message)[:300]


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


def _over_time(limit: float | None) -> str:
    return "" if limit is None else f"took longer than {limit:g} s"
