"""Choosing runs of a table, and comparing tables."""

import json
from collections.abc import Iterable
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import Selection, functions_of, integers
from optimeter.data import ragged
from optimeter.data._build import codes_of, same
from optimeter.data._columns import MAPPINGS, RAGGED, RUN_DTYPES, frozen
from optimeter.problems import function_groups

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = ["digest", "equal", "mask", "sliced", "taken"]

# The columns that say what was measured, not where it comes from.
_RESULTS = [name for name in RUN_DTYPES if name != "source_codes"] + [
    name for part in RAGGED for name in part[:3] if name is not None
]


def mask(
    runs: "Runs",
    *,
    algorithms: str | Iterable[str] | None,
    suites: str | Iterable[str] | None,
    functions: Selection | None,
    dimensions: Selection | None,
    instances: Selection | None,
) -> NDArray[np.bool_]:
    """Mark the runs that agree with every selection; None is any."""
    result = np.ones(len(runs), dtype=bool)
    if algorithms is not None:
        codes = codes_of(algorithms, runs.algorithms, "algorithm")
        result &= np.isin(runs.algorithm_codes, codes)
    if suites is not None:
        result &= np.isin(runs.suite_codes, codes_of(suites, runs.suites, "suite"))
    if dimensions is not None:
        result &= np.isin(runs.dimension, integers(dimensions, "dimensions"))
    if instances is not None:
        result &= np.isin(runs.instance, integers(instances, "instances"))
    if functions is not None:
        # A group belongs to a suite: each suite among those left has its own.
        for code in np.unique(runs.suite_codes[result]).tolist():
            numbers = functions_of(functions, function_groups(runs.suites[code]))
            if numbers is not None:
                result &= (runs.suite_codes != code) | np.isin(runs.function, numbers)
    return result


def taken(runs: "Runs", chosen: NDArray[np.intp]) -> dict[str, Any]:
    """Return the columns of the runs at the given positions."""
    table: dict[str, Any] = {name: getattr(runs, name)[chosen] for name in RUN_DTYPES}
    for offsets, evaluations, values, columns in RAGGED:
        table[offsets], positions = ragged.gather(getattr(runs, offsets), chosen)
        for name in filter(None, (evaluations, values)):
            table[name] = getattr(runs, name)[positions]
        table[columns] = {k: v[positions] for k, v in getattr(runs, columns).items()}
    table["extra"] = {k: v[chosen] for k, v in runs.extra.items()}
    return table


def sliced(runs: "Runs", start: int, stop: int) -> "Runs":
    """Return consecutive runs as views of the table."""
    part: Runs = object.__new__(type(runs))
    put = object.__setattr__
    for name in runs.__slots__:
        put(part, name, getattr(runs, name))
    for name in RUN_DTYPES:
        put(part, name, getattr(runs, name)[start:stop])
    for offsets, evaluations, values, columns in RAGGED:
        bounds = getattr(runs, offsets)[start : stop + 1]
        chosen = slice(int(bounds[0]), int(bounds[-1]))
        put(part, offsets, frozen(bounds - bounds[0]))
        put(part, evaluations, getattr(runs, evaluations)[chosen])
        if values is not None:
            put(part, values, getattr(runs, values)[chosen])
        if mapping := getattr(runs, columns):
            put(part, columns, MappingProxyType({k: v[chosen] for k, v in mapping.items()}))
    if runs.extra:
        extra = {name: column[start:stop] for name, column in runs.extra.items()}
        put(part, "extra", MappingProxyType(extra))
    return part


def digest(runs: "Runs") -> str:
    """Return a digest of what the runs show; see `Runs.digest`."""
    state = blake2b(
        json.dumps([runs.algorithms, runs.suites, runs.function_names]).encode(), digest_size=20
    )
    for name in _RESULTS:
        state.update(np.ascontiguousarray(getattr(runs, name)).tobytes())
    return state.hexdigest()


def equal(one: "Runs", other: "Runs") -> bool:
    """Say whether two tables hold the same runs in the same order; see `Runs.equals`."""
    if (one.algorithms, one.suites) != (other.algorithms, other.suites):
        return False
    if not all(same(getattr(one, name), getattr(other, name)) for name in _RESULTS):
        return False
    return all(
        getattr(one, name).keys() == getattr(other, name).keys()
        and all(same(v, getattr(other, name)[k]) for k, v in getattr(one, name).items())
        for name in MAPPINGS
    )
