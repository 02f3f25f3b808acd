"""What a figure is drawn of: functions, dimensions and targets, given as everywhere else.

A kind of figure draws one function, one set of functions, or all there are; so does it with
dimensions and targets. What it takes as such is an option of it, anything else restricts the data.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from optimeter._arguments import Selection, functions_of, integers
from optimeter.data.runs import Runs
from optimeter.exceptions import InvalidValueError
from optimeter.measures.scope import BUDGET, FIXED
from optimeter.measures.targets import TargetsLike
from optimeter.problems import function_groups
from optimeter.reports.analysis.options import ReportOptions
from optimeter.reports.analysis.sources import report_targets
from optimeter.reports.figures.kinds import figure_kind, given_options

__all__ = ["choose"]


def choose(
    name: str,
    runs: Runs,
    settings: ReportOptions,
    *,
    suite: str | None = None,
    functions: Selection | None = None,
    dimensions: Selection | None = None,
    targets: TargetsLike | None = None,
    target: float | None = None,
) -> tuple[ReportOptions, dict[str, Any]]:
    """Return what restricts the data, and the options of the kind of figure.

    Of a kind that draws one target, a single one of `targets` is that, unless the `target` is given.

    Raises
    ------
    InvalidValueError
        If the kind draws one function or dimension, and several are given.
    """
    kind = figure_kind(name)
    options: dict[str, Any] = {}
    if functions is not None:
        groups = function_groups(suite or (runs.suites[0] if runs.suites else ""))
        numbers = functions_of(functions, groups)
        if "function" in kind.options:
            held = [n for n in numbers or () if n in runs.function] or numbers
            options["function"] = _one(name, "function", held, functions)
        elif "group" in kind.options and (single := _set_of(functions, groups)):
            options["group"] = single
        else:
            settings = replace(settings, functions=numbers)
    if dimensions is not None:
        sizes = tuple(dict.fromkeys(integers(dimensions, "dimensions")))
        pools = kind.everywhere if kind.needs_dimension else len(sizes) > 1
        if pools or "dimension" not in kind.options:
            settings = replace(settings, dimensions=sizes)
        else:
            options["dimension"] = _one(name, "dimension", sizes, dimensions)
    if isinstance(targets, str) and targets in (FIXED, BUDGET):
        given_options(name, {"targets": targets})
        options["targets"] = targets
    elif targets is not None:
        given_options(name, {"targets": targets} if "targets" not in kind.arguments else {})
        words = (FIXED, BUDGET) if "targets" in kind.options else ()
        own = report_targets(targets, runs, words)
        if "target" in kind.options and target is None and isinstance(own, tuple) and len(own) == 1:
            options["target"] = own[0]
        else:
            settings = replace(settings, targets=own)
    return settings, options


def _one(name: str, what: str, numbers: Sequence[int] | None, given: object) -> int:
    """Return the only number; refuse several."""
    if numbers is None or len(numbers) != 1:
        message = f"figure {name!r} draws one {what}; got {given!r}"
        raise InvalidValueError(message)
    return numbers[0]


def _set_of(functions: Selection, groups: Iterable[str]) -> str:
    """Return the key of the set of functions that is given: a group or a single one; else none."""
    several = list(functions) if isinstance(functions, Iterable) else [functions]
    one = functions if isinstance(functions, str) else several[0] if len(several) == 1 else ""
    if isinstance(one, str) and (one == "all" or one in groups):
        return one
    return f"f{int(one)}" if str(one).strip().isdecimal() else ""
