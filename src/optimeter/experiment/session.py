"""One go at an experiment: what is missing is done, and what is complete is finished."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence

from optimeter._core import Outcome
from optimeter._files import named_errors
from optimeter._text import printable
from optimeter.exceptions import ExperimentError, FileError
from optimeter.experiment.backends import Backend
from optimeter.experiment.checkpoints import Checkpoints
from optimeter.experiment.folder import ExperimentFolder, Result
from optimeter.experiment.identity import optimizer_facts
from optimeter.experiment.plan import Run
from optimeter.experiment.progress import Progress
from optimeter.experiment.provenance import begin_session, end_session
from optimeter.experiment.scheduler import schedule
from optimeter.experiment.summary import ExperimentResult, summarize
from optimeter.experiment.worker import Experiment

__all__ = ["Session"]

_log = logging.getLogger("optimeter")


class Session:
    """One go at an experiment, from what is there to what can be reached."""

    def __init__(
        self,
        home: ExperimentFolder,
        experiment: Experiment,
        plan: Sequence[Run],
        display: Progress,
        *,
        sharded: bool,
    ) -> None:
        self._home = home
        self._experiment = experiment
        self._plan = plan
        self._display = display
        self._sharded = sharded
        self._checkpoints = Checkpoints(home.path, experiment.optimizer)
        self._fresh: list[Outcome] = []

    def run(
        self, backend: Callable[[], Backend], workers: str, *, retry_failed: bool
    ) -> ExperimentResult:
        """Do what is missing, then finish the folder.

        `workers` says for the provenance who does the work.
        """
        begin = time.monotonic()
        try:
            with named_errors(self._home.path):
                results, resumed = self._results(backend, workers, retry_failed=retry_failed)
        except BaseException as error:
            self._leave(error)
            raise
        return summarize(
            self._home.path,
            self._experiment.options.algorithm,
            len(self._plan),
            [result.outcome for result in results.values()],
            resumed=resumed,
            seconds=time.monotonic() - begin,
            maximized=self._maximized(results),
        )

    def _maximized(self, results: Mapping[int, Result]) -> set[str]:
        """Name the own problems of which larger values are better."""
        valued = {index for index, one in results.items() if one.outcome.best_x}
        suite = self._experiment.suite
        return {
            run.problem
            for run in self._plan
            if run.index in valued and suite[run.position].maximize
        }

    def _results(
        self, backend: Callable[[], Backend], workers: str, *, retry_failed: bool
    ) -> tuple[dict[int, Result], int]:
        """Return all results, and how many of them were there before."""
        before = self._home.writers()
        found = self._home.results(self._plan)
        results = {index: one for index, one in found.items() if one.done or not retry_failed}
        missing = [run for run in self._plan if run.index not in results]
        # A run whose workers died goes on; one that the optimizer or the time ended begins anew.
        self._checkpoints.remove(
            run for run in missing if run.index in found and found[run.index].unit is not None
        )
        resumed = len(results)
        if missing:
            self._home.require_units(results)
        if missing and before:
            _log.info("goes on: %s", self._fate(missing))
        if missing or before or not self._home.finished:
            self._work(backend, workers, missing, before)
            results |= self._home.results(missing, trusted=self._home.writers() - before)
            results |= self._note_the_lost(results)
            self._finish(results)
        else:
            self._home.clear(keep_units=self._keep_units(results))
        return results, resumed

    def _work(
        self,
        backend: Callable[[], Backend],
        workers: str,
        missing: list[Run],
        before: frozenset[str],
    ) -> None:
        """Do the missing runs; whatever happens, note how the session ended."""
        ending = "complete"
        source = optimizer_facts(self._experiment.optimizer).get("source")
        isolation = self._experiment.isolation
        session = begin_session(
            self._home.path,
            self._home.description(),
            workers=workers,
            source=source,
            isolated_by=() if isolation is None else isolation.in_force,
        )
        try:
            if missing:
                self._do(backend(), missing)
        except BaseException as error:
            ending = f"broken off: {type(error).__name__} {printable(error)}".rstrip()
            raise
        finally:
            try:
                fresh = self._home.writers() - before
                end_session(self._home.path, session, self._fresh, fresh, ending)
            except FileError:
                if ending == "complete":
                    raise

    def _leave(self, error: BaseException) -> None:
        """Say how to go on; after an interrupt show the data so far."""
        when = "when the disk works again" if isinstance(error, FileError) else "with the rest"
        error.add_note(f"finished runs are kept; the same call goes on {when}")
        over = {outcome.run for outcome in self._fresh}
        error.add_note(self._fate([run for run in self._plan if run.index not in over]))
        if isinstance(error, KeyboardInterrupt) and not self._home.finished:
            self._home.assemble(self._plan, self._home.results(self._plan))

    def _fate(self, runs: Sequence[Run]) -> str:
        """Say what becomes of those of the runs that were under way."""
        stored = len(self._checkpoints.among(runs))
        if stored:
            return f"runs with a checkpoint go on from there ({stored}), others begin anew"
        return "runs that were under way begin anew: the optimizer stored no checkpoint"

    def _do(self, backend: Backend, missing: list[Run]) -> None:
        runs = {run.index: run for run in missing}
        name = self._experiment.options.algorithm
        self._display.start(name, len(self._plan), missing, backend.under_way)
        abandon = True
        try:
            for outcome in schedule(backend, missing, self._home.outcomes, self._checkpoints.stamp):
                self._fresh.append(outcome)
                self._display.advance(runs[outcome.run], outcome)
            abandon = False
        finally:
            backend.close(abandon=abandon)

    def _note_the_lost(self, results: Mapping[int, Result]) -> dict[int, Result]:
        """Write down the runs whose workers died: no worker could."""
        lost = [one for one in self._fresh if one.run not in results and not one.evaluations]
        if lost:
            writer = self._home.writer()
            for outcome in lost:
                writer.submit(outcome, None)
            writer.flush()
        return {outcome.run: Result(outcome, None) for outcome in lost}

    def _keep_units(self, results: Mapping[int, Result]) -> bool:
        """Shards are merged later; failed runs may be repeated later."""
        return self._sharded or not all(result.done for result in results.values())

    def _finish(self, results: Mapping[int, Result]) -> None:
        missing = [run.problem for run in self._plan if run.index not in results]
        if missing:
            message = (
                f"{len(missing)} runs are over, but their files in {self._home.path} are missing "
                f"or damaged, e.g. of {missing[0]}; the same call does them again"
            )
            raise ExperimentError(message)
        self._checkpoints.remove(run for run in self._plan if results[run.index].unit is not None)
        self._home.finish(self._plan, results, keep_units=self._keep_units(results))
