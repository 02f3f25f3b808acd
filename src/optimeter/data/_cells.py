"""Columns of plain tables: cells as numbers, counts or codes, whatever they come from."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["CellColumn", "CodedColumn", "Column", "CountColumn", "NumberColumn", "number_of"]

Rows = NDArray[np.intp]


class Column(Protocol):
    """What a reader of tables asks of a column with n cells."""

    def numbers(self) -> NDArray[np.float64]:
        """Return the cells as numbers, NaN where there is none."""
        ...

    def counts(self) -> NDArray[np.int64]:
        """Return whole numbers exactly, also beyond those a float holds; -1 where there is none."""
        ...

    def codes(self) -> NDArray[np.int64]:
        """Return equal numbers for equal cells."""
        ...

    def cells(self, rows: Rows) -> list[Any]:
        """Return the cells of some rows."""
        ...


def number_of(cell: Any) -> float:
    """Return a cell as a number, NaN if it is none."""
    try:
        return float(cell)
    except (TypeError, ValueError):
        return float("nan")


class CellColumn:
    """Cells of any kind, as other libraries give them."""

    def __init__(self, cells: Sequence[Any]) -> None:
        self._cells = cells

    def numbers(self) -> NDArray[np.float64]:
        """Return the cells as numbers."""
        try:
            return np.array(self._cells, dtype=np.float64)
        except (TypeError, ValueError):
            return np.array([number_of(cell) for cell in self._cells], dtype=np.float64)

    def counts(self) -> NDArray[np.int64]:
        """Return the cells as whole numbers."""
        numbers = self.numbers()
        usable = np.isfinite(numbers) & (numbers >= 0) & (numbers < 2**63)
        usable &= numbers == np.floor(numbers)
        result = np.where(usable, numbers, -1).astype(np.int64)
        for position in np.flatnonzero(result >= 2**53).tolist():
            try:
                result[position] = int(self._cells[position])
            except (ValueError, OverflowError):
                continue
        return result

    def codes(self) -> NDArray[np.int64]:
        """Return equal numbers for equal cells."""
        position: dict[Any, int] = {}
        codes = [position.setdefault(cell, len(position)) for cell in self._cells]
        return np.array(codes, dtype=np.int64)

    def cells(self, rows: Rows) -> list[Any]:
        """Return the cells of some rows."""
        return [self._cells[row] for row in rows.tolist()]


class NumberColumn:
    """Numbers."""

    def __init__(self, values: NDArray[np.float64]) -> None:
        self._values = values

    def numbers(self) -> NDArray[np.float64]:
        """Return the numbers."""
        return self._values

    def counts(self) -> NDArray[np.int64]:
        """Return them as whole numbers."""
        return CellColumn(self._values.tolist()).counts()

    def codes(self) -> NDArray[np.int64]:
        """Return equal numbers for equal cells."""
        return np.unique(self._values, return_inverse=True)[1].reshape(-1).astype(np.int64)

    def cells(self, rows: Rows) -> list[Any]:
        """Return the cells of some rows."""
        cells: list[Any] = self._values[rows].tolist()
        return cells


class CountColumn:
    """Whole numbers, -1 for none."""

    def __init__(self, values: NDArray[np.int64]) -> None:
        self._values = values

    def numbers(self) -> NDArray[np.float64]:
        """Return the counts as floats."""
        return np.where(self._values < 0, np.nan, self._values)

    def counts(self) -> NDArray[np.int64]:
        """Return the counts."""
        return self._values

    def codes(self) -> NDArray[np.int64]:
        """Return equal numbers for equal cells."""
        return self._values

    def cells(self, rows: Rows) -> list[Any]:
        """Return the cells of some rows."""
        cells: list[Any] = self._values[rows].tolist()
        return cells


class CodedColumn:
    """Texts, each one kept once."""

    def __init__(self, codes: NDArray[np.int32], texts: Sequence[str]) -> None:
        self._codes = codes
        self._texts = texts

    @cached_property
    def _different(self) -> NDArray[np.float64]:
        return np.array([number_of(text) for text in self._texts] or [np.nan])

    def numbers(self) -> NDArray[np.float64]:
        """Return the texts as numbers."""
        return self._different[self._codes] if len(self._codes) else np.zeros(0)

    def counts(self) -> NDArray[np.int64]:
        """Return the texts as whole numbers."""
        different = CellColumn(self._texts).counts()
        return different[self._codes] if len(self._codes) else np.zeros(0, np.int64)

    def codes(self) -> NDArray[np.int64]:
        """Return equal numbers for equal cells."""
        return self._codes.astype(np.int64)

    def cells(self, rows: Rows) -> list[Any]:
        """Return the cells of some rows."""
        return [self._texts[code] for code in self._codes[rows].tolist()]
