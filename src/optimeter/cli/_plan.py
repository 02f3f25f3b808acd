"""A comparison that is written down: suites, optimizers with their settings, how to run, the report."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from optimeter._arguments import known_name
from optimeter._files import file_error
from optimeter.exceptions import FileError
from optimeter.experiment.options import bracketed
from optimeter.experiment.runner import RunKeywords
from optimeter.problems import Suite

__all__ = ["ARGUMENTS", "OF_SUITE", "read_plan"]

_OBJECTS = ("executor", "progress")  # no file and no command line can name them
ARGUMENTS = (
    "folder",
    "budget",
    *(name for name in RunKeywords.__annotations__ if name not in _OBJECTS),
)
"""What a plan may say besides, by the names of `om.run`; the command line goes before it."""

OF_SUITE = ("name", "functions", "dimensions", "instances", "year")


def read_plan(path: Path) -> dict[str, Any]:
    """Read the arguments of `om.compare` from a file of TOML."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise file_error(path, error, "read") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"{path} is no plan in TOML: {error}"
        raise FileError(message) from error
    _check(content, ("suites", "optimizers", "report", *ARGUMENTS), path)
    for name, kind in (("suites", list), ("optimizers", dict)):
        if not isinstance(content.get(name), kind):
            form = "tables [[suites]]" if kind is list else "a table [optimizers]"
            message = f"{path} needs {form}; got {content.get(name)!r}"
            raise FileError(message)
    optimizers, suites = content.pop("optimizers").items(), content.pop("suites")
    return {
        **content,
        "optimizers": {name: _optimizer(name, given, path) for name, given in optimizers},
        "suite": [_suite(given, path) for given in suites],
    }


def _optimizer(name: str, given: object, path: Path) -> str:
    """Return an optimizer with its settings, as it is written on the command line."""
    if isinstance(given, str):
        return given
    if not isinstance(given, Mapping) or not isinstance(given.get("optimizer"), str):
        message = f"{path}: {name} needs the entry optimizer, such as 'cma'; got {given!r}"
        raise FileError(message)
    parts = []
    for option, value in given.items():
        if option != "optimizer":
            values = value if isinstance(value, list) else [value]
            texts = [bracketed({option: one})[1:-1] for one in values]
            parts += [texts[0], *(text.partition("=")[2] for text in texts[1:])]
    return str(given["optimizer"]) + (f"[{','.join(parts)}]" if parts else "")


def _suite(given: object, path: Path) -> Suite:
    if not isinstance(given, Mapping) or not isinstance(given.get("name"), str):
        message = f"{path}: a suite needs a name, such as name = 'bbob'; got {given!r}"
        raise FileError(message)
    _check(given, OF_SUITE, path)
    return Suite(**given)


def _check(given: Mapping[str, Any], known: tuple[str, ...], path: Path) -> None:
    for name in given:
        known_name(name, known, "entry", where=f" in {path}")
