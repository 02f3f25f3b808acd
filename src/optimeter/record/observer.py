"""Observers: what is evaluated is written down."""

import os
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Never, Self, Unpack
from weakref import finalize

from optimeter._arguments import by_name, path_of
from optimeter._core import (
    CocoOptions,
    IohOptions,
    MemoryOptions,
    NativeMemoryObserver,
    NativeObserver,
    Problem,
)
from optimeter._files import named_errors
from optimeter.exceptions import InvalidValueError
from optimeter.problems.info import require_problem
from optimeter.record.costs import RunCosts
from optimeter.record.memory import MemoryRun
from optimeter.record.options import make_options, plain_options
from optimeter.record.own import OwnProblems
from optimeter.record.provenance import machine_facts, now, write_provenance

if TYPE_CHECKING:
    from optimeter._core import OptionKeywords

__all__ = ["Observer"]


class Observer:
    """Records the evaluations of problems, into a result folder or in memory.

    One observer serves any number of problems, one after the other or several at once, also from
    several threads. A recording ends when its problem goes away, when the problem is observed anew,
    when the observer is closed (at the end of a ``with`` block, also after an exception) and at the
    latest when the interpreter exits. An observer that nobody knows any more, and that records no
    problem any more, is closed. When another problem's first evaluation comes, the files show the
    run before it as finished.

    Parameters
    ----------
    folder
        The result folder. If it exists, a number is added to its name; see `Observer.folder`.
        Not used by the format ``"memory"``.
    algorithm
        The name of the algorithm; by default the name of the folder.
    format
        ``"coco"``, ``"ioh"`` (IOHprofiler) or ``"memory"``.
    costs
        Whether seconds and batches are recorded, too: in ``costs.jsonl``, when the observer is
        closed. Not in memory.
    **options
        The options of the format: :class:`optimeter.record.CocoOptions`,
        :class:`optimeter.record.IohOptions` or :class:`optimeter.record.MemoryOptions`.

    Examples
    --------
    >>> import optimeter as om
    >>> with om.Observer(format="memory") as observer:
    ...     for problem in om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2]):
    ...         observer.observe(problem)
    ...         value = problem([0, 0])
    >>> [(run.problem, run.evaluations.tolist()) for run in observer.runs]
    [('bbob_f001_i01_d02', [1]), ('bbob_f001_i02_d02', [1])]
    """

    def __init__(
        self,
        folder: str | PathLike[str] | None = None,
        *positional: Never,
        algorithm: str | None = None,
        format: Literal["coco", "ioh", "memory"] = "coco",
        costs: bool = False,
        **options: Unpack["OptionKeywords"],
    ) -> None:
        by_name(positional, "om.Observer('results', algorithm='mine', format='coco')")
        if algorithm is None and folder is not None:
            algorithm = path_of(folder).name
        self._begin(folder, make_options(format, algorithm, options), costs=costs)

    @classmethod
    def from_options(
        cls,
        folder: str | PathLike[str] | None,
        options: CocoOptions | IohOptions | MemoryOptions,
    ) -> Self:
        """Make an observer from the options of a format, the algorithm's name among them.

        Examples
        --------
        >>> from optimeter.record import MemoryOptions, Observer
        >>> Observer.from_options(None, MemoryOptions(algorithm="mine")).algorithm
        'mine'
        """
        observer = object.__new__(cls)
        observer._begin(folder, options)
        return observer

    def _begin(
        self,
        folder: str | PathLike[str] | None,
        options: CocoOptions | IohOptions | MemoryOptions,
        *,
        costs: bool = False,
    ) -> None:
        self._options = options
        self._own = OwnProblems()
        self._memory: NativeMemoryObserver | None = None
        self._files: _Files | None = None
        self._closed = False
        if isinstance(self._options, MemoryOptions):
            if costs:
                message = "costs are recorded in a file beside the data; format 'memory' has none"
                raise InvalidValueError(message)
            self._memory = NativeMemoryObserver(self._options)
            return
        if folder is None:
            message = f"format {self._options.format!r} needs a folder; got none"
            raise InvalidValueError(message)
        self._files = _Files(path_of(folder), self._options, costs=costs)
        # When this object goes, or the interpreter ends, whoever forgot to close it.
        self._close_files = finalize(self, self._files.close)

    @property
    def folder(self) -> Path | None:
        """The folder that is written to; None in memory."""
        return None if self._files is None else self._files.native.folder

    @property
    def algorithm(self) -> str:
        """The name of the algorithm."""
        return self._options.algorithm

    @property
    def format(self) -> Literal["coco", "ioh", "memory"]:
        """The format in which runs are recorded."""
        return self._options.format

    @property
    def options(self) -> CocoOptions | IohOptions | MemoryOptions:
        """All options of the format."""
        return self._options

    @property
    def closed(self) -> bool:
        """True when nothing can be observed any more."""
        return self._closed

    @property
    def runs(self) -> tuple[MemoryRun, ...]:
        """The runs in memory, in the order in which they were observed.

        A problem that was never evaluated has none. The arrays are copies; a run that is being
        evaluated by another thread is copied as it is between two evaluations.
        """
        if self._memory is None or not isinstance(self._options, MemoryOptions):
            return ()
        names = tuple(self._options.attributes)
        return tuple(MemoryRun.of(run, names) for run in self._memory.runs())

    def observe(self, problem: Problem) -> None:
        """Record the problem from now on.

        Raises
        ------
        FileError
            If a run before could not be written, and nobody was told since its problem went away.

        Examples
        --------
        >>> import optimeter as om
        >>> observer = om.Observer(format="memory")
        >>> problem = om.problem("bbob", 1, 2)
        >>> observer.observe(problem)
        >>> problem.observed
        True
        """
        require_problem(problem, "an observer observes problems")
        if self._closed:
            message = "the observer is closed; make a new one"
            raise InvalidValueError(message)
        self._own.admit(problem)
        if self._memory is not None:
            self._memory.observe(problem)
        elif self._files is not None:
            self._files.observe(problem, self)

    def close(self) -> None:
        """End all recordings. Repeating it has no effect.

        Raises
        ------
        FileError
            If a run could not be written, now or earlier.
        """
        if self._closed:
            return
        self._closed = True
        if self._memory is not None:
            self._memory.close()
        else:
            self._close_files()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def __repr__(self) -> str:
        where = "in memory" if self._files is None else str(self.folder)
        state = "closed" if self._closed else "open"
        return f"<Observer {self.algorithm!r}, {self.format}, {where}, {state}>"


class _Files:
    """The result folder of an observer and its provenance."""

    def __init__(self, folder: Path, options: CocoOptions | IohOptions, *, costs: bool) -> None:
        self.native = NativeObserver(folder, options, keep_facts=costs)
        self._costs = RunCosts(options) if costs else None
        self._process = os.getpid()
        self._root = self.native.folder.absolute()
        self._facts: dict[str, object] = {
            "started": now(),
            "finished": None,
            "format": options.format,
            "options": plain_options(options),
            "runs": None,
            "revealed": [],
            "machine": machine_facts(),
        }
        with named_errors(self._root):
            write_provenance(self._root, self._facts)

    def observe(self, problem: Problem, owner: Observer) -> None:
        """Record the problem from now on."""
        self.native.observe(problem, owner)
        if self._costs is not None:
            self._costs.observe(problem)

    def close(self) -> None:
        """End the recordings and note the end; in a forked process nothing is written."""
        with named_errors(self._root):
            try:
                if self._costs is not None:
                    self._costs.end()
                self.native.close()
            finally:
                if os.getpid() == self._process:
                    self._note_end()

    def _note_end(self) -> None:
        ended = self.native.ended()
        self._facts["finished"] = now()
        self._facts["runs"] = ended.count
        self._facts["revealed"] = ended.revealed
        if ended.several_processes:
            self._facts["several_processes"] = ended.several_processes
        if self._root.exists():  # it may have been temporary
            write_provenance(self._root, self._facts)
            if self._costs is not None:
                self._costs.write(self._root, ended.facts)
