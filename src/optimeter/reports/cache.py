"""Results kept between reports, keyed by content: unchanged inputs are not computed again."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import Any

import numpy as np

from optimeter._store import Store
from optimeter.data.runs import Runs
from optimeter.measures.coded import Coded, Ragged
from optimeter.measures.of_parts import PART_RESULTS
from optimeter.measures.of_suites import SUITE_RESULTS
from optimeter.measures.registry import Result

__all__ = ["RESULTS", "digest_of"]


def _classes() -> Iterator[type]:
    """Yield the classes a result may hold: tables with their columns."""
    yield from (Coded, Ragged)
    rows: tuple[Result[Any, Any], ...] = (*PART_RESULTS, *SUITE_RESULTS)
    yield from {row.kind for row in rows}


RESULTS = Store("reports", _classes)
"""Results of the parts of a report, by `digest_of` what they were computed from."""


def digest_of(kind: str, runs: Runs, plan: Any) -> str:
    """Return the key of a result: what it is, the runs and settings it depends on."""
    state = blake2b(kind.encode(), digest_size=20)
    state.update(runs.digest().encode())
    _update(state, plan)
    return state.hexdigest()


def _update(state: Any, value: Any) -> None:
    """Feed a settings object to a hash; runs within it count by their results."""
    if isinstance(value, np.ndarray):
        state.update(np.ascontiguousarray(value).tobytes())
    elif isinstance(value, Runs):
        state.update(repr(len(value)).encode())
    elif is_dataclass(value):
        for field in fields(value):
            state.update(field.name.encode())
            _update(state, getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            state.update(repr(key).encode())
            _update(state, entry)
    elif isinstance(value, tuple | list):
        state.update(f"[{len(value)}".encode())
        for entry in value:
            _update(state, entry)
    else:
        state.update(repr(value).encode())
