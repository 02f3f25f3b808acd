"""Several tables of runs end to end."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from optimeter.data._build import merged_names, merged_sources, trials
from optimeter.data._columns import RAGGED, RUN_DTYPES, named_columns

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = ["joined"]


def joined(tables: "Sequence[Runs]", *, same_source: bool = False) -> dict[str, Any]:
    """Return the fields of the table that holds the runs of all tables, in order.

    Tables of the same source have one numbering of functions already.
    """
    renumbered, function_names = (
        ([p.function for p in tables], _all_names(tables)) if same_source else _numbered(tables)
    )
    algorithms, algorithm_codes = merged_names([(p.algorithms, p.algorithm_codes) for p in tables])
    suites, suite_codes = merged_names([(p.suites, p.suite_codes) for p in tables])
    sources = np.cumsum([0] + [len(part.provenance) for part in tables])
    table: dict[str, Any] = {
        name: np.concatenate([np.zeros(0, dtype), *(getattr(p, name) for p in tables)])
        for name, dtype in RUN_DTYPES.items()
    }
    table["algorithm_codes"], table["suite_codes"] = algorithm_codes, suite_codes
    table["function"] = np.concatenate([np.zeros(0, np.int32), *renumbered])
    table["source_codes"] = np.concatenate(
        [
            np.zeros(0, np.int32),
            *(p.source_codes + start for p, start in zip(tables, sources, strict=False)),
        ]
    )
    table["trial"] = trials(table)
    names, step_extra = merged_sources([(p.reference_names, p.step_extra) for p in tables])
    for offsets, evaluations, values, columns in RAGGED:
        ends = np.cumsum([0] + [len(getattr(p, evaluations)) for p in tables])
        table[offsets] = np.concatenate(
            [[0], *(getattr(p, offsets)[1:] + e for p, e in zip(tables, ends, strict=False))]
        )
        for name, empty in ((evaluations, np.zeros(0, np.int64)), (values, np.zeros(0))):
            if name is not None:
                table[name] = np.concatenate([empty, *(getattr(p, name) for p in tables)])
        found = [dict(getattr(p, columns)) for p in tables]
        if columns == "step_extra":
            found = step_extra
        table[columns] = named_columns(found, list(np.diff(ends)))
    return table | {
        "algorithms": algorithms,
        "suites": suites,
        "extra": named_columns([dict(p.extra) for p in tables], [len(p) for p in tables]),
        "reference_names": names,
        "function_names": function_names,
        "provenance": tuple(entry for p in tables for entry in p.provenance),
        "findings": tuple(entry for p in tables for entry in p.findings),
    }


def _all_names(tables: "Sequence[Runs]") -> tuple[tuple[str, int, str], ...]:
    return tuple(dict.fromkeys(entry for part in tables for entry in part.function_names))


def _numbered(
    tables: "Sequence[Runs]",
) -> tuple[list[NDArray[np.int32]], tuple[tuple[str, int, str], ...]]:
    """Return the functions of each table in one numbering, and the names of the numbers.

    A number with two names is two functions, and a name with two numbers is one, unless a table
    has several functions of that name.
    """
    columns = [part.function for part in tables]
    if not any(part.function_names for part in tables):
        return columns, ()
    named: dict[tuple[str, int], str] = {}
    for place, part in enumerate(tables):
        moved = _moves(part, named, tables)
        if moved:
            column = part.function.copy()
            for (suite, number), new in moved.items():
                code = part.suites.index(suite)
                column[(part.suite_codes == code) & (part.function == number)] = new
            columns[place] = column
    return columns, tuple((*key, name) for key, name in named.items())


def _moves(
    part: "Runs", named: dict[tuple[str, int], str], tables: "Sequence[Runs]"
) -> dict[tuple[str, int], int]:
    """Return the new numbers of functions of a table, and add its names to those known."""
    moved = {}
    for suite, number, name in part.function_names:
        if named.get((suite, number), name) == name:
            there = _only(number, suite, name, part.function_names, named)
            new = number if there is None or (suite, number) in named else there
        else:
            there = _only(number, suite, name, part.function_names, named)
            new = _free(suite, named, tables) if there is None else there
        named[suite, new] = name
        if new != number:
            moved[suite, number] = new
    return moved


def _only(
    number: int,
    suite: str,
    name: str,
    mine: Sequence[tuple[str, int, str]],
    named: dict[tuple[str, int], str],
) -> int | None:
    """Return the number by which other tables know a name, if it is one function everywhere."""
    there = [other for (s, other), n in named.items() if (s, n) == (suite, name)]
    alone = [one for s, one, n in mine if (s, n) == (suite, name)] == [number]
    return there[0] if alone and len(there) == 1 else None


def _free(suite: str, named: dict[tuple[str, int], str], tables: "Sequence[Runs]") -> int:
    """Return a number that no function of the suite has."""
    used = [number for known, number in named if known == suite]
    used += [int(part.function.max()) for part in tables if len(part)]
    return max(used) + 1
