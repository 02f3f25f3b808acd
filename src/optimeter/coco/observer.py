"""Observers, asked for by COCO's strings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from optimeter._core import PointCall, read_coco_observer
from optimeter.coco import messages
from optimeter.coco.messages import text
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.record import Observer as Recording

if TYPE_CHECKING:
    from optimeter.coco.problem import Problem
    from optimeter.problems import Problem as Evaluated

__all__ = ["Observer"]


class Observer:
    """Records what is evaluated, in COCO's format.

    Parameters
    ----------
    name
        ``"bbob"`` and the like; each suite's name is one. ``"no_observer"``: nothing is recorded.
    options
        ``"result_folder: my-folder algorithm_name: my-algorithm"``, or the same as a dict.

    Attributes
    ----------
    name, options : bytes
        As given; a dict as the string that was made of it.
    result_folder : str
        Where the data are; empty where nothing is recorded.
    state : str
        ``"initialized"``, or ``"deactivated"`` after `free`.
    """

    def __init__(
        self, name: str | bytes, options: str | bytes | Mapping[str, object] | None
    ) -> None:
        string = _joined(options) if isinstance(options, Mapping) else text(options, "options")
        self.name = text(name, "the name of an observer").encode()
        self.options = string.encode()
        self.state = "initialized"
        read = read_coco_observer(self.name.decode(), string)
        for sentence in read.warnings:
            messages.warning(sentence)
        self._kind = read.kind
        self._recording: Recording | None = None
        self._folder = ""
        if read.kind in {"one objective", "several objectives"}:
            self._recording = Recording.from_options(read.folder, read.options)
            self._folder = str(self._recording.folder)
        elif read.makes_folder:
            Path(read.folder).mkdir(parents=True, exist_ok=True)
        if read.makes_folder:
            messages.info(f"Results will be output to folder {self._folder or read.folder}")

    @property
    def active(self) -> bool:
        """True while problems that it observes are recorded."""
        return self._recording is not None

    @property
    def result_folder(self) -> str:
        """Where the data are; empty, with a warning, where nothing is recorded."""
        if not self._folder:
            messages.warning("an observer that records nothing has no result folder")
        return self._folder

    def observe(self, problem: Problem) -> Observer:
        """Record the problem from now on."""
        problem.observe_with(self)
        return self

    def signal_restart(self, problem: Problem) -> None:
        """Say that the optimizer restarts on the problem."""
        _check_problem(problem)
        if not self.active:
            messages.warning("a restart is signalled to an observer that records nothing")
            return
        problem._restarted(self)

    def free(self) -> None:
        """End all recordings; repeating it has no effect."""
        self.state = "deactivated"
        recording, self._recording = self._recording, None
        if recording is not None:
            recording.close()

    def _record(self, problem: Evaluated) -> None:
        """Record a problem of ours; to be called while the observer is active."""
        if self._recording is None:
            return
        if self._kind == "several objectives" and problem.number_of_objectives == 1:
            message = (
                f"observer {self.name.decode()!r} records several objectives; "
                f"problem {problem.id} has one"
            )
            raise InvalidValueError(message)
        if self._kind == "one objective" and problem.number_of_objectives > 1:
            messages.warning(
                f"observer {self.name.decode()!r} is for one objective; "
                f"{problem.id} is recorded with all of its objectives"
            )
        self._recording.observe(problem)


def _check_problem(problem: object) -> None:
    """Raise unless it is a problem of a suite, which can tell its observers of a restart."""
    if not isinstance(problem, PointCall):
        message = f"a restart is signalled for a problem; got {type(problem).__name__}"
        raise InvalidTypeError(message)


def _joined(options: Mapping[str, object]) -> str:
    """Write a dict as COCO's string; texts with blanks in quotes."""
    return " ".join(f"{key}: {_value(value)}" for key, value in options.items())


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        value = ",".join(map(str, value))
    written = str(value)
    quoted = written.startswith('"') and written.endswith('"')
    blank = not written or any(character.isspace() for character in written)
    return f'"{written}"' if blank and not quoted else written
