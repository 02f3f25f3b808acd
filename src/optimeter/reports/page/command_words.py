"""The options of a report as words of a command line: what is drawn again is of the same data."""

import os
import shlex
from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from typing import Any

from optimeter.reports.analysis.model import ReportData
from optimeter.reports.analysis.sources import prepared
from optimeter.reports.figures.kinds import FigureKind

__all__ = ["data_words", "option_words", "table_words", "takes_targets"]

DATA_WRITTEN = 12  # data sets that commands name
UNNAMED = "DATA…"  # data in memory, or too many to be named

Write = Callable[[str, Any], list[str]]


def _value(option: str, value: Any) -> list[str]:
    return [f"--{option}", str(value)]


def _several(option: str, value: Any) -> list[str]:
    """Write numbers or names with commas between them."""
    many = isinstance(value, Iterable) and not isinstance(value, str)
    return _value(option, ",".join(map(str, value)) if many else value)


def _targets(option: str, value: Any) -> list[str]:
    """Write targets; those that differ from problem to problem have no words."""
    return _value(option, "TARGETS…") if hasattr(value, "label") else _several(option, value)


def _source(option: str, value: Any) -> list[str]:
    """Write the name or the path of data."""
    named = isinstance(value, str | os.PathLike)
    return _value(option, os.fspath(value) if named else UNNAMED)


def _sources(option: str, value: Any) -> list[str]:
    return [word for one in value for word in _source(option, one)]


def _optimum(option: str, value: Any) -> list[str]:
    """Write the best value, or those of single functions."""
    if isinstance(value, Mapping):
        value = ",".join(f"{function}={best}" for function, best in value.items())
    return _value(option, value)


def _switch(yes: str, no: str) -> Write:
    return lambda _, value: [f"--{yes if value else no}"]


WRITE: dict[str, Write] = {
    "dimensions": _several,
    "functions": _several,
    "instances": _several,
    "targets": _targets,
    "reference": _source,
    "background": _sources,
    "sweep": _value,
    "resamples": _value,
    "seed": _value,
    "maximize": _switch("maximize", "minimize"),
    "optimum": _optimum,
    "own_instances": _switch("own-instances", "repeated-instances"),
    "cost": _value,
}
"""How each option of a report that changes its numbers is written."""

OF_FIGURES = ("reference", "background", "sweep", "resamples", "seed")
"""Those that tables do not take: data in the background compete in none."""


def option_words(given: Mapping[str, Any]) -> dict[str, str]:
    """Return the options that were given, each as it stands in a command.

    Examples
    --------
    >>> option_words({"functions": "1-5,8", "instances": [1, 2], "seed": 1, "maximize": True})
    {'functions': '--functions 1-5,8', 'instances': '--instances 1,2', 'maximize': '--maximize'}
    """
    usual = {name: one.default for name, one in signature(prepared).parameters.items()}
    return {
        name: shlex.join(write(name, given[name]))
        for name, write in WRITE.items()
        if name in given and not _is_usual(given[name], usual[name])
    }


def table_words(data: ReportData) -> dict[str, str]:
    """Return those of the options that commands of tables take."""
    words = option_words(data.given)
    return {name: text for name, text in words.items() if name not in OF_FIGURES}


def _is_usual(value: Any, default: Any) -> bool:
    """Say whether an option is as if it was not given."""
    if isinstance(value, str | int | None):
        return bool(value == default)
    return isinstance(value, list | tuple) and not value


def data_words(data: ReportData) -> str:
    """Return the data as commands take them; a word for them where they are too many to write."""
    few = 0 < len(data.sources) <= DATA_WRITTEN
    return shlex.join(data.sources) if few else UNNAMED


def takes_targets(kind: FigureKind) -> bool:
    """Say whether a kind of figures depends on the targets of the report."""
    return "targets" in kind.arguments
