"""Calling an optimizer in a process of its own: how it is made, limited and told."""

import itertools
import json
import os
import pickle
import shutil
import site
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

import optimeter
from optimeter._core import EngineFunction
from optimeter.exceptions import ExperimentError, InvalidValueError, Stop
from optimeter.experiment.contract import Remark
from optimeter.experiment.isolation import launcher
from optimeter.experiment.isolation.limits import Limits
from optimeter.experiment.isolation.unread import Unread
from optimeter.experiment.pickling import pickle_by_value
from optimeter.experiment.programs import Program
from optimeter.experiment.programs.process import Process
from optimeter.experiment.programs.program import talk
from optimeter.experiment.programs.protocol import greeting
from optimeter.experiment.seeds import global_generators
from optimeter.problems import Problem

__all__ = ["Isolation", "isolation", "missing_here"]

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/fonts")
_STREAM = 1 << 24  # bytes of an error stream
_GRACE = 0.3  # seconds after the time limit of a run, which its guard notices first
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_PROBE_SECONDS = 30
_STREAMS_APART = 1 << 28  # numbers of users that root gives to isolated processes

_SIGNALLED, _PROCESSOR_TIME = 128, 24  # exit codes of the launcher, and SIGXCPU

_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Isolation:
    """How the optimizer of an experiment is kept apart, and within which limits."""

    how: Literal[True, "weak"]
    limits: Limits
    folder: Path
    """Of the experiment, which is out of reach."""
    in_force: tuple[str, ...]
    """What keeps it apart on this machine."""

    @property
    def facts(self) -> dict[str, object]:
        """What of it belongs to the description of an experiment."""
        return {"how": "weak" if self.how == "weak" else "full", **asdict(self.limits)}

    @property
    def _separate(self) -> bool:
        return _SEPARATE in self.in_force

    def call(
        self,
        optimizer: Callable[..., Any],
        problem: Problem,
        start: NDArray[np.float64],
        rng: np.random.Generator,
        budget: int,
        *,
        time_left: float | None = None,
    ) -> Remark | None:
        """Call an optimizer in a process of its own, and evaluate what it asks for.

        With `time_left`, the seconds until the time limit of the run, `Stop` is raised soon afterwards.
        """
        seed = 0
        seconds, limit = self.limits.seconds, None
        if time_left is not None and (seconds is None or time_left + _GRACE < seconds):
            seconds = limit = max(time_left, 0.0) + _GRACE
        with tempfile.TemporaryDirectory(prefix="optimeter-") as base:
            work = Path(base, "work")
            work.mkdir(mode=0o755)
            if isinstance(optimizer, Program):
                seed = int(rng.integers(2**31))
                command, shown = _of_program(optimizer.words(problem, seed))
            else:
                command, shown = _of_python(optimizer, rng, budget, work)
            name = str(getattr(optimizer, "name", None) or "the optimizer")
            with self._started(command, shown, Path(base), name, seconds) as process:
                process.write(greeting(problem, start, seed))
                returns = not isinstance(optimizer, Program)
                try:
                    return talk(process, problem, explain=self._explain, returns=returns)
                except ExperimentError:
                    if process.late and limit is not None:
                        raise Stop from None
                    raise

    @contextmanager
    def _started(
        self,
        command: list[str],
        shown: Iterable[str],
        base: Path,
        name: str,
        seconds: float | None,
    ) -> Iterator[Process]:
        """Start a command in isolation."""
        spec = _spec(command, shown, base, self.limits, separate=self._separate, hide=self.folder)
        with Process(
            [sys.executable, "-I", "-S", launcher.__file__, str(spec)],
            name,
            environment=_environment(base / "work"),
            folder=str(base / "work"),
            seconds=seconds,
            most_errors=_STREAM,
        ) as process:
            yield process

    def _explain(self, code: int) -> str:
        """Say in words how a process ended."""
        if code == launcher.RAISED:
            return "raised an exception"
        if code == _SIGNALLED + _PROCESSOR_TIME:
            return f"was ended after {self.limits.processor} s of processor time"
        if code > _SIGNALLED:
            return f"was ended by signal {code - _SIGNALLED}"
        return f"ended with code {code}"


_SEPARATE = "namespaces of mounts, processes and network"
_ALWAYS = ("a process of its own", "an environment without variables of the caller", "limits")


def isolation(
    how: object, limits: Mapping[str, object] | Limits | None, folder: Path
) -> Isolation | None:
    """Find out how an optimizer can be isolated here; None if that is not wanted.

    Raises
    ------
    ExperimentError
        If `how` is True and something of the caller would be within reach; the message says what
        this system does not allow.
    """
    if how is False:
        if limits is not None:
            message = "limits are those of an isolated optimizer; give isolated=True or 'weak'"
            raise InvalidValueError(message)
        return None
    if how is not True and how != "weak":
        message = f"isolated must be True, False or 'weak'; got {how!r}"
        raise InvalidValueError(message)
    known = Limits.of(limits)
    if sys.platform == "win32":
        message = (
            "an isolated optimizer is talked to over pipes that can be polled; Windows has none"
        )
        raise ExperimentError(message)
    missing = missing_here()
    if missing and how is True:
        message = (
            "isolated=True keeps the optimum, this process and the folder of the experiment out of "
            f"reach of the optimizer, and this system does not allow it: {missing}; isolated='weak' "
            "runs with what there is"
        )
        raise ExperimentError(message)
    in_force = (
        _ALWAYS if missing else (*_ALWAYS, _SEPARATE, "a root and a temporary folder of its own")
    )
    return Isolation("weak" if how == "weak" else True, known, folder, in_force)


@cache
def missing_here() -> str:
    """Say what this system does not allow; empty if everything works."""
    if sys.platform != "linux":
        return "it has no namespaces, which are Linux's"
    with tempfile.TemporaryDirectory(prefix="optimeter-") as base:
        Path(base, "work").mkdir()
        command = [sys.executable, "-I", "-S", "-c", "pass"]
        spec = _spec(command, (), Path(base), Limits(), separate=True, hide=Path(base, "nothing"))
        tried = subprocess.run(
            [sys.executable, "-I", "-S", launcher.__file__, str(spec)],
            capture_output=True,
            text=True,
            timeout=_PROBE_SECONDS,
            check=False,
            env=_environment(Path(base, "work")),
        )
    if not tried.returncode:
        return ""
    last = tried.stderr.strip().rpartition("\n")[2]
    return last.partition(launcher.FAILED)[2] or last or f"code {tried.returncode}"


def _spec(
    command: list[str],
    shown: Iterable[str],
    base: Path,
    limits: Limits,
    *,
    separate: bool,
    hide: Path,
) -> Path:
    """Write down what the launcher is to do."""
    root = base / "root"
    root.mkdir()
    visible = _visible([*shown, str(base / "work")])
    hidden = [one for one in (str(hide), str(hide.resolve())) if _is_below(one, visible)]
    spec = {
        "command": command,
        "environment": _environment(Path("/tmp") if separate else base / "work"),
        "separate": separate,
        "root": str(root),
        "folder": str(base / "work"),
        "read_only": visible,
        "hidden": sorted(set(hidden)),
        "limits": limits.resources(),
        "file_size": limits.file_size,
        "number": (os.getpid() * 64 + next(_numbers)) % _STREAMS_APART,
    }
    path = base / "spec.json"
    path.write_text(json.dumps(spec), encoding="utf-8")
    return path


def _visible(shown: Iterable[str]) -> list[str]:
    """List what must be there for Python and for the optimizer: no two, one in the other."""
    package = Path(optimeter.__file__).parent
    module = Path(sys.modules[EngineFunction.__module__].__file__ or package)
    wanted = [*_SYSTEM, *_SYSTEM_FILES, sys.base_prefix, sys.prefix, str(package), str(module)]
    wanted += [one for one in site.getsitepackages() if Path(one).is_dir()]
    found: list[str] = []
    for one in [*wanted, *map(os.path.realpath, wanted[len(_SYSTEM) :]), *shown]:
        if os.path.lexists(one) and not _is_below(one, found):
            found.append(one)
    return found


def _is_below(path: str, folders: Iterable[str]) -> bool:
    return any(path == one or path.startswith(one.rstrip("/") + "/") for one in folders)


def _environment(home: Path) -> dict[str, str]:
    """Return the variables of an isolated process; none is the caller's."""
    places = {"HOME": str(home), "TMPDIR": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin"}
    return {**places, "LANG": "C.UTF-8", **dict.fromkeys(_ONE_THREAD, "1")}


def _of_program(words: list[str]) -> tuple[list[str], list[str]]:
    """Return the command of a program, and what must be there for it."""
    found = shutil.which(words[0])
    if found is None:
        message = f"cannot start {words[0]!r}: there is no such program"
        raise ExperimentError(message)
    place = Path(found).absolute()
    home = place.resolve().parent
    files = [word for word in words[1:] if Path(word).is_file()]
    homes = [str(home.parent)] if home.name == "bin" else [str(place.resolve())]
    return [str(place), *words[1:]], [str(place), *homes, *files]


def _of_python(
    optimizer: Callable[..., Any], rng: np.random.Generator, budget: int, work: Path
) -> tuple[list[str], list[str]]:
    """Return the command that runs an optimizer of Python, and what must be there for it."""
    payload: dict[str, Any] = {"rng": rng, "generators": global_generators(), "paths": []}
    payload["budget"] = budget
    shown: list[str] = []
    if isinstance(optimizer, Unread):
        payload |= {
            "source": optimizer.text,
            "path": optimizer.path,
            "function": optimizer.function,
            "settings": dict(optimizer.settings),
        }
    else:
        payload["optimizer"] = pickle_by_value(
            optimizer, "an isolated optimizer must be picklable to be sent to its process"
        )
        payload["paths"], shown = _home_of(optimizer)
    path = work / "payload"
    path.write_bytes(pickle.dumps(payload))
    path.chmod(0o644)
    jumped = getattr(rng.bit_generator, "jumped", None)
    if jumped is not None:  # what the optimizer draws there is not drawn again here
        rng.bit_generator.state = jumped().state
    module = "optimeter.experiment.isolation.child"
    return [sys.executable, "-I", "-B", "-m", module, str(path)], shown


def _home_of(optimizer: object) -> tuple[list[str], list[str]]:
    """Return where Python finds the module of an optimizer, and the files of its package."""
    while isinstance(optimizer, partial):
        optimizer = optimizer.func
    defined = optimizer if hasattr(optimizer, "__qualname__") else type(optimizer)
    top = str(getattr(defined, "__module__", "")).partition(".")[0]
    file = getattr(sys.modules.get(top), "__file__", None)
    if top in {"", "__main__", "builtins"} or file is None:
        return [], []
    place = Path(file).absolute()
    package = place.parent if place.name == "__init__.py" else place
    return [str(package.parent)], [str(package)]
