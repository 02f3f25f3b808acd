"""A program as an optimizer: any executable that speaks the line protocol."""

import hashlib
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

import numpy as np
from numpy.typing import NDArray

from optimeter.exceptions import ExperimentError, InvalidValueError
from optimeter.experiment.contract import Remark
from optimeter.experiment.programs.process import Process
from optimeter.experiment.programs.protocol import converse, greeting
from optimeter.problems import Problem

__all__ = ["PREFIX", "Program", "talk"]

PREFIX = "program:"
"""What an optimizer begins with that is a command."""

_PATIENCE = 0.8  # seconds after `stop`; the guard of a run loses patience after one second
_INTERPRETERS = r"(python|octave|octave-cli|julia|Rscript|R|sh|bash|perl|ruby|node|java)[\d.]*"
_PLACES = ("dimension", "objectives", "constraints", "seed")


@dataclass(frozen=True, slots=True)
class Program:
    """A command that is started for each run, and again for each restart.

    It is told the problem on its standard input, writes points to its standard output and reads
    their values. In the command, ``{dimension}``, ``{objectives}``, ``{constraints}`` and ``{seed}``
    stand for those numbers of the run.

    Parameters
    ----------
    command
        The program and its arguments, as a shell parts them.

    Examples
    --------
    >>> from optimeter.experiment import Program
    >>> Program("./solver --dim {dimension}").name
    'solver'
    """

    command: str | Sequence[str]
    digests: tuple[str, ...] = field(default=(), init=False)
    """Of the files that the command names: with another content it is another optimizer."""
    _words: tuple[str, ...] = field(default=(), init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Part the command, and find its files."""
        given = self.command
        try:
            words = shlex.split(given) if isinstance(given, str) else [str(word) for word in given]
        except ValueError as error:
            message = f"a command is parted as a shell does it; got {given!r}: {error}"
            raise InvalidValueError(message) from None
        if not words:
            message = "a program needs a command, such as 'program:./solver --dim {dimension}'"
            raise InvalidValueError(message)
        for word in words:
            _check_places(word)
        digests = []
        for position, word in enumerate(words):
            path = Path(word)
            if path.is_file():
                digests.append(hashlib.sha256(path.read_bytes()).hexdigest()[:16])
                words[position] = str(path.absolute())
        written = given if isinstance(given, str) else shlex.join(given)
        object.__setattr__(self, "command", written)
        object.__setattr__(self, "digests", tuple(digests))
        object.__setattr__(self, "_words", tuple(words))

    @property
    def name(self) -> str:
        """The name of the program, or of the script that an interpreter is given."""
        first, *others = self._words
        scripts = [word for word in others if Path(word).is_file()]
        is_interpreter = re.fullmatch(_INTERPRETERS, Path(first).name) is not None
        return Path(scripts[0] if is_interpreter and scripts else first).stem

    def __call__(
        self, problem: Problem, start: NDArray[np.float64], rng: np.random.Generator
    ) -> Remark | None:
        """Run the program until it ends or is stopped."""
        seed = int(rng.integers(2**31))
        with Process(self.words(problem, seed), self.name) as process:
            process.write(greeting(problem, start, seed))
            return talk(process, problem)

    def words(self, problem: Problem, seed: int) -> list[str]:
        """Return the command for a problem, with the numbers of the run in their places."""
        numbers = (problem.dimension, problem.number_of_objectives, problem.number_of_constraints)
        values = dict(zip(_PLACES, (*numbers, seed), strict=True))
        return [word.format_map(values) for word in self._words]


def ended_with(code: int) -> str:
    """Say in words how a process ended."""
    return f"ended with code {code}" if code > 0 else f"ended with signal {-code}"


def talk(
    process: Process,
    problem: Problem,
    *,
    explain: Callable[[int], str] = ended_with,
    returns: bool = False,
) -> Remark | None:
    """Answer a process until it has finished or is stopped, and see to its end.

    Returns what it wrote to its error stream; that is a note of `Stop` where that ends the run.

    Parameters
    ----------
    explain
        Says in words what an exit code means.
    returns
        Whether it must say that it has finished; else it may just end.
    """
    stop = converse(process, problem)
    if stop is not None:
        process.write(b"stop\n")
    code = process.finish(_PATIENCE)
    said = f"wrote to its error stream: {process.said}" if process.said else ""
    reason = process.broken
    if not reason and stop is None and code:
        reason = explain(code)
    elif not reason and stop is None and returns and not process.finished:
        reason = "ended its process before it returned"
    elif not reason and stop is not None and code is None:
        reason = "went on after it was told to stop, and was ended"
    if reason:
        last = process.said.rpartition("\n")[2]  # first, as messages are cut off
        rest = f"; it {said}" if said and process.said != last else ""
        message = f"{process.name} {reason}{last and f': {last}'}{rest}"
        raise ExperimentError(message)
    if stop is None:
        return Remark(said) if said else None
    if said:
        stop.add_note(said)
    raise stop


def _check_places(word: str) -> None:
    """Refuse places for anything but the numbers of a run."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(word) if name is not None]
    except ValueError as error:
        names = [str(error)]
    for name in names:
        if name not in _PLACES:
            known = ", ".join(f"{{{one}}}" for one in _PLACES)
            message = (
                f"a command may hold {known}, and double braces for braces of its own; got {word!r}"
            )
            raise InvalidValueError(message)
