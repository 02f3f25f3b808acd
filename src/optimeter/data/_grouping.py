"""Groups of runs that agree in some columns."""

from collections import namedtuple
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import known_name
from optimeter.data._columns import RUN_DTYPES
from optimeter.data._selection import sliced

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = ["DEFAULT_GROUPS", "facts", "group_index", "groups"]

DEFAULT_GROUPS = ("algorithm", "suite", "function", "dimension")
KEY_COLUMNS = (*DEFAULT_GROUPS, "instance", "trial")


def group_index(runs: "Runs", by: Sequence[str]) -> tuple[NDArray[np.void], NDArray[np.intp]]:
    """Assign a number to every group of runs; see `Runs.group_index`."""
    for name in by:
        known_name(name, KEY_COLUMNS, "column", where=" to group by")
    columns = [_key_column(runs, name)[0] for name in by]
    table = np.stack(columns, axis=1).astype(np.int64) if by else np.zeros((len(runs), 0), int)
    unique, codes = np.unique(table, axis=0, return_inverse=True)
    keys = np.zeros(len(unique), dtype=[(name, _key_column(runs, name)[1]) for name in by])
    for position, name in enumerate(by):
        values = unique[:, position]
        labels = {"algorithm": runs.algorithms, "suite": runs.suites}.get(name)
        keys[name] = values if labels is None else np.array(labels or ("",), dtype=object)[values]
    return keys, codes.reshape(-1)


def facts(runs: "Runs", row: int) -> dict[str, Any]:
    """Return what a run is of: its algorithm, suite, function, dimension, instance and trial."""
    names = {
        "algorithm": runs.algorithms[int(runs.algorithm_codes[row])],
        "suite": runs.suites[int(runs.suite_codes[row])],
    }
    return names | {name: int(getattr(runs, name)[row]) for name in KEY_COLUMNS[2:]}


def groups(runs: "Runs", by: Sequence[str]) -> Iterator[tuple[Any, "Runs"]]:
    """Yield ``(key, runs)`` for every group; see `Runs.groups`."""
    keys, codes = group_index(runs, by)
    key_type = namedtuple("GroupKey", tuple(by))  # type: ignore[misc]
    order = np.argsort(codes, kind="stable")
    bounds = np.searchsorted(codes[order], np.arange(len(keys) + 1)).tolist()
    # Sorted once, every group is a slice: a view that copies nothing.
    table = runs if np.array_equal(order, np.arange(len(runs))) else runs[order]
    for position, key in enumerate(keys.tolist()):
        yield key_type(*key), sliced(table, bounds[position], bounds[position + 1])


def _key_column(runs: "Runs", name: str) -> tuple[NDArray[Any], Any]:
    if name in ("algorithm", "suite"):
        return getattr(runs, f"{name}_codes"), object  # text of numpy loses NUL at its end
    return getattr(runs, name), RUN_DTYPES[name]
