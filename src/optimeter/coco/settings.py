"""Arguments and settings of experiment programs: read from the command line, kept in files."""

import ast
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Self

from optimeter.exceptions import InvalidValueError

__all__ = [
    "ObserverOptions",
    "about_equal",
    "args_to_dict",
    "dict_to_eval",
    "forgiving_import",
    "read_setting",
    "write_setting",
]

_SMALLEST = 2.2250738585072014e-308  # normal double


def about_equal(a: Any, b: Any, precision: float = 1e-6) -> bool:
    """Say whether two numbers are equal up to a relative precision.

    Examples
    --------
    >>> about_equal(1, 1 + 1e-9), about_equal(1, 1.1)
    (True, False)
    """
    if a == b:
        return True
    difference = abs(a - b)
    if difference < 2 * _SMALLEST:
        return True
    return bool(difference / max(abs(a), abs(b)) < precision)


def _silent(*_: object) -> None:
    """Print nothing."""


def args_to_dict(
    args: Iterable[str],
    known_names: Iterable[str] | None,
    specials: Mapping[str, str] | None = None,
    split: str = "=",
    print: Callable[..., object] = _silent,
) -> dict[str, Any]:
    """Read arguments ``name=value`` of a command line.

    Parameters
    ----------
    args
        Values are Python literals where they can be read as such, else texts.
    known_names
        What names may be; one that begins only one of them stands for it. None accepts all.
    specials
        ``{"batch": "current_batch/batches"}`` lets ``batch=2/8`` set both.
    split
        What stands between name and value.
    print
        Called with a line for each value.

    Examples
    --------
    >>> args_to_dict(["bud=3", "batch=2/8"], ["budget"], {"batch": "current_batch/batches"})
    {'budget': 3, 'current_batch': 2, 'batches': 8}
    """
    known = None if known_names is None else sorted(map(str, known_names))
    found: dict[str, Any] = {}
    for argument in args:
        parts = argument.split(split)
        if len(parts) != 2:
            message = f"an argument must be name{split}value; got {argument!r}"
            raise InvalidValueError(message)
        given, value = parts
        if specials and given == "batch" and given in specials:
            names = specials[given].split("/")
            numbers = value.split("/")
            if len(numbers) != len(names):
                message = f"{given} must be written as {specials[given]}; got {value!r}"
                raise InvalidValueError(message)
            print(f"{given}:")
            for name, number in zip(names, numbers, strict=True):
                _assign(found, name, int(number))
                print(f"  {name} = {int(number)}")
        else:
            name = _full_name(given, known)
            _assign(found, name, _literal(value))
            print(f"{name} = {found[name]!r}")
    return found


def _assign(found: dict[str, Any], name: str, value: Any) -> None:
    if name in found and found[name] != value:
        message = f"{name} is given twice: {found[name]!r} and {value!r}"
        raise InvalidValueError(message)
    found[name] = value


def _full_name(given: str, known: Sequence[str] | None) -> str:
    if known is None:
        return given
    matching = [name for name in known if name.startswith(given)] if given else []
    if len(matching) != 1:
        what = "ambiguous" if matching else "not known"
        message = f"the argument {given!r} is {what}; accepted: {', '.join(matching or known)}"
        raise InvalidValueError(message)
    return matching[0]


def _literal(value: str) -> Any:
    try:
        return ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return value


def dict_to_eval(
    dict_: Mapping[Any, Any], ignore_list: Sequence[str] = ("_", "self")
) -> dict[Any, Any]:
    """Copy what can be written as Python literals.

    Parameters
    ----------
    dict_
    ignore_list
        Beginnings of keys that are left out.
    """
    kept = {}
    for key, value in dict_.items():
        if str(key).startswith(tuple(ignore_list)):
            continue
        try:
            ast.literal_eval(repr(value))
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
        kept[key] = value
    return kept


def _path(filename: str | Path | Sequence[str]) -> Path:
    return Path(filename) if isinstance(filename, str | Path) else Path(*filename)


def write_setting(
    dict_: Mapping[Any, Any],
    filename: str | Path | Sequence[str],
    ignore_list: Sequence[str] | None = None,
) -> None:
    """Write settings to a file that `read_setting` reads; an existing one is left as it is."""
    path = _path(filename)
    kept = dict_to_eval(dict_) if ignore_list is None else dict_to_eval(dict_, ignore_list)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(repr(kept))
    except FileExistsError:
        warnings.warn(f"{path} exists already; the setting was not written", stacklevel=2)


def read_setting(filename: str | Path | Sequence[str], warn: bool = True) -> Any:
    """Read the settings of a file; None, with a warning, if there is none."""
    path = _path(filename)
    if not path.is_file():
        if warn:
            warnings.warn(f"there is no file {path}", stacklevel=2)
        return None
    return ast.literal_eval(path.read_text(encoding="utf-8"))


def forgiving_import(module: str, warn_level: int = 0) -> ModuleType | None:
    """Import a module; None if that fails.

    Parameters
    ----------
    module
    warn_level
        1: print that it failed, 2: raise as well.
    """
    try:
        return import_module(module)
    except ImportError as error:
        if warn_level:
            print(f"cannot import {module}: {error}")
        if warn_level > 1:
            raise
        return None


class ObserverOptions(dict[str, Any]):
    """Options of an observer that are put together bit by bit."""

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(options or {})

    def update(self, *args: Any, **kwargs: Any) -> Self:  # type: ignore[override]
        """Set options; return the object itself."""
        super().update(*args, **kwargs)
        return self

    def update_gracefully(self, options: Mapping[str, Any]) -> Self:
        """Set only those that are not there yet; return the object itself."""
        for key, value in options.items():
            self.setdefault(key, value)
        return self

    @property
    def as_string(self) -> str:
        """The options as `Observer` takes them."""
        text = "  ".join(f"{key}: {value}" for key, value in self.items())
        return text.translate(str.maketrans(",", " ", "'{}"))
