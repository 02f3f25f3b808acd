"""From a string to an optimizer: a name, ``package.module:callable``, ``file.py:callable``, a command."""

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from optimeter._arguments import unknown_name
from optimeter._text import failure
from optimeter.exceptions import FileError, InvalidTypeError, InvalidValueError, UnknownNameError
from optimeter.experiment.contract import abilities_of, algorithm_name, check_optimizer
from optimeter.experiment.optimizers.registry import find_entry, optimizer_by_name
from optimeter.experiment.options import bracketed, options_of, read_options, with_options
from optimeter.experiment.programs import PREFIX, Program

__all__ = ["FileOptimizer", "find_optimizer", "resolve_optimizer", "written_options"]


def resolve_optimizer(
    optimizer: str | Callable[..., Any], options: Mapping[str, object] | None = None
) -> tuple[Callable[..., Any], str]:
    """Return the optimizer that is meant, with its options, and what the algorithm is called."""
    chosen: Any = {} if options is None else options
    if not isinstance(chosen, Mapping):
        message = f"options must be names with values, such as {{'step': 0.1}}; got {options!r}"
        raise InvalidTypeError(message)
    if isinstance(optimizer, str):
        base, written = _split(optimizer)
        found = _find(base)
        name = algorithm_name(found) if find_entry(base) is None else base
        chosen = {**written, **chosen}
    else:
        found, name = check_optimizer(optimizer), algorithm_name(optimizer)
    if not chosen:
        return found, name
    configured = with_options(found, chosen, name)
    if not isinstance(optimizer, str) and algorithm_name(configured) != name:
        return configured, algorithm_name(configured)
    return configured, name + bracketed(chosen)


def find_optimizer(text: str) -> Callable[..., Any]:
    """Find the optimizer that a string means.

    Parameters
    ----------
    text
        A name, e.g. ``"scipy:Nelder-Mead"``, ``package.module:callable`` or
        ``path/to/file.py:callable``; options may follow, as in ``"cma[popsize=20]"``. Or a command,
        such as ``"program:./solver --dim {dimension}"``.

    Examples
    --------
    >>> from optimeter.experiment import find_optimizer
    >>> find_optimizer("scipy:Nelder-Mead").name
    'scipy:Nelder-Mead'
    >>> find_optimizer("scipy:Nelder-Meat")
    Traceback (most recent call last):
        ...
    optimeter.exceptions.UnknownNameError: unknown optimizer 'scipy:Nelder-Meat'; did you mean ...
    """
    return resolve_optimizer(text)[0]


def written_options(text: str) -> tuple[str, dict[str, list[object]]]:
    """Part an optimizer from its options, each with all its values; a command has none."""
    return (text, {}) if text.startswith(PREFIX) else read_options(text)


def _split(text: str) -> tuple[str, dict[str, object]]:
    """Part an optimizer from its options, of which each has one value."""
    base, options = written_options(text)
    for name, values in options.items():
        if len(values) > 1:
            message = (
                f"an experiment has one value of each option; got {len(values)} values of {name!r} "
                f"in {text!r}; several settings are several optimizers, as in om.run([{text!r}], ...)"
            )
            raise InvalidValueError(message)
    return base, {name: value for name, (value,) in options.items()}


def _find(text: str) -> Callable[..., Any]:
    if text.startswith(PREFIX):
        return Program(text.removeprefix(PREFIX))
    if text.endswith(".py"):
        path = str(Path(text).absolute())
        own = _own_callables(_module_of(path, _digest(_content(path))))
        shown = " or ".join(f"{text}:{name}" for name in own)
        message = f"say which callable of the file is meant: {shown or 'it defines none'}"
        raise UnknownNameError(message)
    place, colon, name = text.rpartition(":")
    if not colon or find_entry(text) is not None:
        return optimizer_by_name(text)
    if place.endswith(".py"):
        path = str(Path(place).absolute())
        return FileOptimizer(path, name, _digest(_content(path)))
    if importlib.util.find_spec(place.partition(".")[0]) is None or place == "scipy":
        return optimizer_by_name(text)  # an error that suggests names
    try:
        module = import_module(place)
    except (Exception, SystemExit) as error:
        message = f"cannot import {place!r} of the optimizer {text!r}: {failure(error)}"
        raise UnknownNameError(message) from error
    return check_optimizer(_attribute(module, name, place))


@dataclass(frozen=True)
class FileOptimizer:
    """A callable of a Python file, which worker processes load anew."""

    path: str
    function: str
    source: str
    """Digest of the file: with another content it is another optimizer."""
    settings: Mapping[str, object] = field(default_factory=dict)
    """Its options, as far as they are given."""

    def __post_init__(self) -> None:
        check_optimizer(self.load())

    @property
    def name(self) -> str:
        """The name of the callable."""
        return self.function + bracketed(self.settings)

    @property
    def options(self) -> Mapping[str, object] | None:
        """The options of the callable; None if it takes any."""
        return options_of(self.load())

    def configured(self, options: Mapping[str, object]) -> "FileOptimizer":
        """Return the callable with these options."""
        return replace(self, settings={**self.settings, **options})

    @property
    def handles(self) -> frozenset[str] | None:
        """What the callable says that it handles."""
        return abilities_of(self.load())

    def load(self) -> Callable[..., Any]:
        """Find the callable; the file is executed once for each process."""
        found = _attribute(_module_of(self.path, self.source), self.function, self.path)
        return with_options(found, self.settings, self.function)

    def __call__(self, *arguments: Any) -> Any:
        """Call it."""
        return self.load()(*arguments)


def _module_of(path: str, source: str) -> ModuleType:
    """Return the module that a file of this digest is."""
    name = "optimeter_file_" + hashlib.sha256(f"{path} {source}".encode()).hexdigest()[:12]
    if name in sys.modules:
        return sys.modules[name]
    content = _content(path)
    if _digest(content) != source:
        message = f"the optimizer's file {path} has changed since the experiment began"
        raise FileError(message)
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = path
    try:
        exec(compile(content, path, "exec"), vars(module))
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception | SystemExit):
            raise
        message = f"cannot load the optimizer's file {path}: {failure(error)}"
        raise FileError(message) from error
    return module


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        message = f"there is no Python file {path}"
        raise FileError(message) from None


def _own_callables(module: ModuleType) -> list[str]:
    """List what a file defines itself and can be called."""
    return [
        name
        for name, value in vars(module).items()
        if callable(value) and name[0] != "_" and value.__module__ == module.__name__
    ]


def _attribute(module: ModuleType, name: str, place: str) -> Any:
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is None:
        public = [key for key, value in vars(module).items() if callable(value) and key[0] != "_"]
        raise unknown_name(name, public, "callable", where=f" of {place}")
    return found
