"""Choosing runs of a table, and comparing tables."""

import json
from collections.abc import Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import integers
from optimeter.data import ragged
from optimeter.data._build import codes_of, same
from optimeter.data._columns import MAPPINGS, RAGGED, RUN_DTYPES, frozen

if TYPE_CHECKING:
    from optimeter.data.runs import Runs

__all__ = ["digest", "equal", "mask", "sliced", "taken"]

# The columns that say what was measured, not where it comes from.
_RESULTS = [name for name in RUN_DTYPES if name != "source_codes"] + [
    name for part in RAGGED for name in part[:3] if name is not None
]


def mask(runs: "Runs", wanted: Mapping[str, Any]) -> NDArray[np.bool_]:
    """Mark the runs that agree with every given value (one, several, or None for any)."""
    result = np.ones(len(runs), dtype=bool)
    for column, accepted in wanted.items():
        if accepted is None:
            continue
        if column in ("algorithm", "suite"):
            names = runs.algorithms if column == "algorithm" else runs.suites
            codes = runs.algorithm_codes if column == "algorithm" else runs.suite_codes
            result &= np.isin(codes, codes_of(accepted, names, column))
        else:
            result &= np.isin(getattr(runs, column), integers(accepted, column))
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
