"""Corrections of p-values for the number of tests."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter.measures._table import Float, Int, coded

__all__ = ["LEVEL", "Families", "bonferroni", "holm"]

LEVEL = 0.05
"""The level of every test, after correction: below it a difference is significant."""


def bonferroni(p_values: ArrayLike) -> Float:
    """Multiply p-values by their number, at most 1.

    Examples
    --------
    >>> bonferroni([0.01, 0.04, 0.5]).tolist()
    [0.03, 0.12, 1.0]
    """
    p = np.asarray(p_values, dtype=np.float64)
    return np.minimum(p * p.size, 1.0)


def holm(p_values: ArrayLike) -> Float:
    """Adjust p-values by Holm's step-down procedure, at most 1; shape and order are kept.

    Uniformly more powerful than Bonferroni and valid under any dependence.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=np.float64)
    flat = p.reshape(-1)
    order = np.argsort(flat, kind="stable")
    steps = flat[order] * np.arange(len(flat), 0, -1)
    adjusted = np.empty_like(flat)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted.reshape(p.shape)


@dataclass(frozen=True, slots=True)
class Families:
    """Families of tests, which are corrected apart.

    Attributes
    ----------
    members : tuple of (m,) int64
        The rows of each family.
    """

    members: tuple[Int, ...]

    @classmethod
    def of(cls, *columns: NDArray[Any]) -> "Families":
        """Return the families of a table: rows with equal entries in all columns."""
        codes = np.zeros(len(columns[0]), dtype=np.int64)
        for column in columns:
            code = coded(column)[1]
            codes = codes * (int(code.max(initial=0)) + 1) + code
            codes = np.unique(codes, return_inverse=True)[1].reshape(-1)
        order = np.argsort(codes, kind="stable")
        return cls(tuple(np.split(order, np.flatnonzero(np.diff(codes[order])) + 1)))

    def corrected(self, correct: Callable[[Float], Float], p_values: Float) -> Float:
        """Correct p-values within the families.

        Examples
        --------
        >>> names = np.array(["x", "y", "x"], dtype=object)
        >>> Families.of(names).corrected(bonferroni, np.array([0.1, 0.2, 0.3])).tolist()
        [0.2, 0.2, 0.6]
        """
        result = np.empty(len(p_values))
        for members in self.members:
            result[members] = correct(p_values[members])
        return result
