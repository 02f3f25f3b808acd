"""The reference of a study: from what users give to the one of each suite."""

import os
from pathlib import Path

from optimeter._arguments import unknown_name
from optimeter.data.costs import cost_of
from optimeter.data.load import ARCHIVE_PREFIX, load
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidTypeError
from optimeter.measures.best import best_of
from optimeter.measures.reference_of import reference_of
from optimeter.measures.references import REFERENCES, Reference
from optimeter.measures.suites import settings_of, suite_settings
from optimeter.problems.info import suite_word

__all__ = [
    "BEST_REFERENCE",
    "NO_REFERENCE",
    "SUITE_REFERENCE",
    "ChosenReference",
    "ReferenceSource",
    "choose_reference",
    "reference_for",
]

SUITE_REFERENCE = "suite"
BEST_REFERENCE = "best"
NO_REFERENCE = "none"

ReferenceSource = Reference | Runs | str | os.PathLike[str]
"""What users give as a reference: see `optimeter.report`."""

ChosenReference = str | tuple[Reference, ...]
"""A word or name that the data answer, or references, one for each suite."""


def choose_reference(given: ReferenceSource, runs: Runs) -> ChosenReference:
    """Check what is given as the reference of these runs; read it if it is other data.

    Raises
    ------
    InvalidTypeError
        If it is none of what is accepted.
    UnknownNameError
        If it is a name that means nothing.
    DataError
        If it is of other suites than the runs.
    """
    source: object = given
    if not isinstance(source, Reference | Runs | str | os.PathLike):
        words = "a word such as 'best', an algorithm, data or Runs"
        message = f"reference must be {words}; got {source!r}"
        raise InvalidTypeError(message)
    names = (SUITE_REFERENCE, BEST_REFERENCE, NO_REFERENCE, *REFERENCES)
    if isinstance(given, str) and given in (*names, *runs.algorithms):
        return given
    found = (given,) if isinstance(given, Reference) else _from_data(given, names)
    if not {one.suite for one in found} & set(runs.suites):
        held = ", ".join(suite_word(one.suite) for one in found)
        message = f"the reference is of suite {held}; the data hold {', '.join(runs.suites)}"
        raise DataError(message)
    return found


def _from_data(
    given: Runs | str | os.PathLike[str], names: tuple[str, ...]
) -> tuple[Reference, ...]:
    """Return the best of other data, for each of their suites."""
    title = ""
    if not isinstance(given, Runs):
        text = os.fspath(given)
        named, sign, rest = text.partition("=")
        if sign and not Path(text).exists():
            title, text = named, rest
        if not text.startswith(ARCHIVE_PREFIX) and not Path(text).exists():
            more = "; or an algorithm of the data, or DATA such as a folder or archive:NAME"
            raise unknown_name(text, names, "reference", also=more)
        given = load(text)
    parts = (given.select(suites=suite) for suite in given.suites)
    return tuple(reference_of(part, name=title) for part in parts if len(part))


def reference_for(runs: Runs, chosen: ChosenReference) -> Reference | None:
    """Return the reference of runs of one suite; None without one."""
    suite = runs.suites[int(runs.suite_codes[0])]
    if isinstance(chosen, tuple):
        if cost_of(runs) != "evaluations":
            message = (
                f"a reference from other data counts evaluations, the data count {cost_of(runs)}; "
                "load the data together and name the algorithm, or choose 'best'"
            )
            raise DataError(message)
        found = next((one for one in chosen if one.suite == suite), None)
        if found is not None and settings_of(runs).gaps:
            message = (
                f"a reference from other data needs a known optimum, which suite {suite!r} lacks; "
                "load the data together and name the algorithm, or choose 'best'"
            )
            raise DataError(message)
        return found
    if chosen == NO_REFERENCE:
        return None
    if chosen == BEST_REFERENCE:
        return best_of(runs)
    if chosen == SUITE_REFERENCE or chosen in REFERENCES:
        return _published(runs, chosen)
    return reference_of(runs.select(algorithms=chosen)) if chosen in runs.algorithms else None


def _published(runs: Runs, chosen: str) -> Reference | None:
    """Return a published reference if it fits the runs: it knows an optimum, and evaluations."""
    suite = runs.suites[int(runs.suite_codes[0])]
    name = suite_settings(suite).reference if chosen == SUITE_REFERENCE else chosen
    if name is None or settings_of(runs).gaps or cost_of(runs) != "evaluations":
        return None
    reference = reference_of(name)
    return reference if reference.suite == suite else None
