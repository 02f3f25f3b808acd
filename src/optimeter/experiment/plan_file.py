"""An experiment that is written down: optimizers with their settings, suites, how to run, the report."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from optimeter._arguments import known_name
from optimeter._files import file_error
from optimeter.exceptions import FileError
from optimeter.experiment.keywords import RunKeywords
from optimeter.experiment.options import bracketed
from optimeter.experiment.programs import PREFIX
from optimeter.problems import Suite

__all__ = ["ENTRIES", "OF_SUITE", "Plan", "names_plan", "read_plan"]

OF_SUITE = ("name", "functions", "dimensions", "instances", "year")

_BESIDE = ("executor", "progress", "shard")  # of one call, not of the plan
ENTRIES = ("folder", "budget", *(one for one in RunKeywords.__annotations__ if one not in _BESIDE))
"""What a plan may say of how to run, by the names of `om.run`; what is given beside it goes before."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a file of TOML says."""

    optimizers: Mapping[str, str]
    suites: tuple[Suite, ...]
    arguments: Mapping[str, Any]
    """Further ones of `om.run`."""
    report: bool | Mapping[str, Any]
    """Whether to write a report when all is run, or the options of `om.report`: the command line
    does that."""


def names_plan(text: str) -> bool:
    """Whether this is the name of a plan, and not a command that ends in one."""
    return text.endswith(".toml") and not text.startswith(PREFIX)


def read_plan(path: Path) -> Plan:
    """Read a plan from a file of TOML."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise file_error(path, error, "read") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"{path} is no plan in TOML: {error}"
        raise FileError(message) from error
    _check(content, ("suites", "optimizers", "report", *ENTRIES), path)
    for name, kind in (("suites", list), ("optimizers", dict)):
        if not isinstance(content.get(name), kind):
            form = "tables [[suites]]" if kind is list else "a table [optimizers]"
            message = f"{path} needs {form}; got {content.get(name)!r}"
            raise FileError(message)
    optimizers, suites = content.pop("optimizers").items(), content.pop("suites")
    return Plan(
        {name: _optimizer(name, given, path) for name, given in optimizers},
        tuple(_suite(given, path) for given in suites),
        report=content.pop("report", True),
        arguments=content,
    )


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
