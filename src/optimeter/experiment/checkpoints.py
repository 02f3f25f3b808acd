"""Checkpoints: the state of a run under way, so that a longer one than a job may take can go on.

An optimizer that calls `problem.checkpoint(state)` has the state stored now and then, together with
everything else that the rest of the run depends on: the recorded evaluations, the counters of the
problem, the random generators. The run goes on from there to the same bytes as if it had never been
broken off. The runs of optimizers without checkpoints begin anew.
"""

import hashlib
import io
import json
import logging
import os
import pickle
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimeter._files import file_error, remove_file, write_atomically
from optimeter._text import printable
from optimeter.exceptions import FileError, InvalidTypeError, InvalidValueError
from optimeter.experiment.plan import Run
from optimeter.experiment.signature import SIGNATURE_SIZE, is_mine, sign
from optimeter.experiment.software import software_facts
from optimeter.problems import Problem
from optimeter.problems.restore import Notes

__all__ = ["CHECKPOINTS", "Checkpoints", "Keeper", "Moment"]

CHECKPOINTS = "checkpoints"
"""The folder that holds them."""

_MAGIC = b"optimeter-checkpoint 2\n"
_HEAD = len(_MAGIC) + SIGNATURE_SIZE
_PROBLEM = "problem"

_log = logging.getLogger("optimeter")


@dataclass(slots=True)
class Moment:
    """Where a run stands: all that it depends on from now on."""

    state: object
    """Of the optimizer, as it gave it."""
    rng: np.random.Generator
    start: NDArray[np.float64]
    """Of the descent under way."""
    before: int
    """Evaluations before that descent."""
    restarts: int
    message: str
    seconds: float
    """Of wall time so far."""
    global_generators: Any
    """Of Python and numpy."""
    recording: bytes
    """The recorded evaluations, with the counters of the problem."""
    notes: Notes | None
    """Of the calls of an own function."""


class Checkpoints:
    """The checkpoints in the folder of an experiment, one for each run at most.

    A file is there complete or not at all. It holds the software that wrote it: with another one
    the run begins anew. It is signed with the key of the user:
    a file from elsewhere is never loaded, since loading it could run any code.
    """

    def __init__(self, folder: Path, optimizer: object) -> None:
        self.folder = folder / CHECKPOINTS
        self._folder_name = str(self.folder)
        self._optimizer = optimizer

    def path(self, run: Run) -> Path:
        """Where the checkpoint of a run is; of one with another budget it is elsewhere."""
        key = f"{run.problem} {run.trial} {run.budget}"
        return self.folder / hashlib.sha256(key.encode()).hexdigest()[:24]

    def among(self, runs: Iterable[Run]) -> list[Run]:
        """Those of the runs that have one."""
        return [run for run in runs if self._any() and self.path(run).exists()]

    def stamp(self, run: Run) -> int | None:
        """Return what changes when a run stores another checkpoint; None if it has none."""
        try:
            return self.path(run).stat().st_mtime_ns if self._any() else None
        except OSError:
            return None

    def write(self, run: Run, moment: Moment, problem: Problem) -> None:
        """Store a moment; afterwards it is on the disk."""
        buffer = io.BytesIO()
        try:
            _Pickler(buffer, problem).dump(moment)
        except Exception as error:
            message = (
                "the state that is given to problem.checkpoint must be picklable; "
                f"{type(error).__name__}: {error}"
            )
            raise InvalidTypeError(message) from error
        data = buffer.getvalue()
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise file_error(self.folder, error) from error
        write_atomically(self.path(run), self._head(data) + data)

    def read(self, run: Run, problem: Problem) -> Moment | None:
        """Read the moment from which a run goes on; None if it begins."""
        if not self._any():
            return None
        path = self.path(run)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise file_error(path, error, "read") from error
        data = content[_HEAD:]
        if content.startswith(_MAGIC) and not is_mine(content[len(_MAGIC) : _HEAD]):
            _begins_anew(run, "was signed by another user, or in another home or container")
            return None
        if content[:_HEAD] != self._head(data):
            _begins_anew(run, "is damaged, or was written by other versions of the software")
            return None
        try:
            moment: Moment = _Unpickler(io.BytesIO(data), problem).load()
        except Exception as error:
            _begins_anew(run, f"cannot be read: {type(error).__name__}: {error}")
            return None
        return moment

    def remove(self, runs: Iterable[Run]) -> None:
        """Forget the checkpoints of runs that are over, or that are to begin anew."""
        for run in self.among(runs):
            remove_file(self.path(run))

    def _any(self) -> bool:
        """Whether there may be some, which is quicker to say than where they are."""
        return os.path.exists(self._folder_name)  # noqa: PTH110 - short runs ask it before each

    _head_size = _HEAD

    def _head(self, data: bytes) -> bytes:
        software = json.dumps(software_facts(self._optimizer), sort_keys=True)
        return _MAGIC + sign(software.encode() + data)


def _begins_anew(run: Run, reason: str) -> None:
    text = "%s, trial %d, begins anew: its checkpoint %s"
    _log.warning(text, run.problem, run.trial, printable(reason))


class Keeper:
    """Stores the states that the optimizer of one run hands over, but not too often.

    Parameters
    ----------
    store
        Writes the moment that belongs to a state.
    every
        Seconds from one to the next.
    restored
        The state from which the optimizer goes on.
    """

    def __init__(
        self, store: Callable[[object], None], every: float, restored: object = None
    ) -> None:
        self._store = store
        self._every = every
        self._due = time.monotonic() + every
        self.restored = restored

    def keep(self, state: object) -> bool:
        """Store a state if it is time; called by `Problem.checkpoint`."""
        if state is None:
            message = "the state that is given to problem.checkpoint must not be None"
            raise InvalidValueError(message)
        if time.monotonic() < self._due:
            return False
        self._store(state)
        self._due = time.monotonic() + self._every
        return True


class _Pickler(pickle.Pickler):
    """Leaves the problem out: the state of an optimizer may hold it."""

    def __init__(self, file: io.BytesIO, problem: Problem) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._problem = problem

    def persistent_id(self, obj: object) -> str | None:
        return _PROBLEM if obj is self._problem else None


class _Unpickler(pickle.Unpickler):
    """Puts the problem of this session in its place."""

    def __init__(self, file: io.BytesIO, problem: Problem) -> None:
        super().__init__(file)
        self._problem = problem

    def persistent_load(self, pid: Any) -> Any:
        if pid != _PROBLEM:
            message = f"a checkpoint refers to {pid!r}"
            raise FileError(message)
        return self._problem
