"""Runs of no named suite that are judged in different ways, told apart."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from optimeter.data._build import coded
from optimeter.data.findings import Finding
from optimeter.data.runs import Runs

__all__ = ["kinds_apart"]

UNNAMED = ("", "unknown_suite")  # as IOHprofiler calls what has no suite


def kinds_apart(parts: Sequence[Runs]) -> tuple[list[Runs], list[Finding]]:
    """Return tables whose unnamed suites are several by kind, where kinds are mixed.

    Problems without a suite need not belong together: those with one objective and with several,
    those whose instances are repetitions and problems. What is neither special keeps the name.
    """
    kinds = {words for part in parts for words in _kinds(part)[_unnamed(part)].tolist()}
    if len(kinds) < 2:
        return list(parts), []
    message = "runs of no named suite are judged in different ways; here they are the suite {!r}"
    found = [Finding("", 0, "R41", "note", message.format(words)) for words in sorted(kinds - {""})]
    return [_renamed(part) for part in parts], found


def _unnamed(runs: Runs) -> NDArray[np.bool_]:
    codes = [code for code, name in enumerate(runs.suites) if name in UNNAMED]
    return np.isin(runs.suite_codes, codes)


def _kinds(runs: Runs) -> NDArray[np.object_]:
    """Return in words what is special in how each run is judged."""
    pairs, codes = np.unique(
        np.stack([runs.objectives, runs.own_instances]), axis=1, return_inverse=True
    )
    words = [
        ", ".join([f"{several} objectives"] * (several > 1) + ["instances of their own"] * own)
        for several, own in pairs.T.astype(int).tolist()
    ]
    return np.array([*words, ""], dtype=object)[codes.reshape(-1)]


def _renamed(runs: Runs) -> Runs:
    before = np.array(runs.suites, dtype=object)[runs.suite_codes]
    kinds = _kinds(runs)
    after = np.where(_unnamed(runs) & (kinds != ""), kinds, before)
    suites, codes = coded(after.tolist(), len(runs))
    became = set(zip(before.tolist(), runs.function.tolist(), after.tolist(), strict=True))
    names = [
        (new, function, called)
        for name, function, called in runs.function_names
        for old, number, new in sorted(became)
        if (old, number) == (name, function)
    ]
    return replace(runs, suites=suites, suite_codes=codes, function_names=tuple(names))
