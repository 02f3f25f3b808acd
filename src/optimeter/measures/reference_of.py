"""Anything that can be a reference: one that is there, the name of a published one, or runs."""

import numpy as np

from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidTypeError
from optimeter.measures.best import best_of
from optimeter.measures.references import Reference, load_reference

__all__ = ["ReferenceLike", "reference_of"]

ReferenceLike = Reference | Runs | str
"""A reference, the name of a published one, or runs: those of one algorithm, or the best of them."""


def reference_of(reference: ReferenceLike, *, name: str = "") -> Reference:
    """Return what is given as a reference.

    Parameters
    ----------
    reference : Reference, Runs or str
        Runs of one suite become their `best_of`: with one algorithm that algorithm itself, with
        several the best one for each problem and target. A string is the name of a reference that
        comes with the package.
    name : str, optional
        Of a reference made from runs; else the algorithm's name, or ``"best of 3"``.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, suite="bbob", algorithm="mine",
    ...     offsets=[0, 2], step_evaluations=[1, 30], step_precision=[50, 1e-9])
    >>> reference = reference_of(runs)
    >>> reference.name, reference.made_of
    ('mine', 'its own runs')
    """
    given: object = reference
    if isinstance(given, Reference):
        return given
    if isinstance(given, str):
        return load_reference(given)
    if not isinstance(given, Runs):
        message = (
            "a reference is a Reference, Runs, or the name of a published one; got "
            f"{type(given).__name__}"
        )
        raise InvalidTypeError(message)
    if len(np.unique(given.suite_codes)) > 1:
        message = f"a reference is of one suite; the runs hold {given.suites}"
        raise DataError(message)
    single = given.algorithms[0] if len(given.algorithms) == 1 else ""
    return best_of(given, name=name or single)
