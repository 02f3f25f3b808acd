"""Which problems a suite holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from optimeter._core import SuiteInfo

__all__ = ["Key", "Keys"]

Int = NDArray[np.int32]


class Key(NamedTuple):
    """Which problem of a suite; `position` is that in the complete suite, -1 outside of it."""

    function: int
    dimension: int
    instance: int
    position: int


@dataclass(frozen=True, slots=True, eq=False)
class Keys:
    """The keys of all problems of a suite, in its order: equally long columns.

    Attributes
    ----------
    function, dimension, instance, position
        As in `Key`.
    place
        Where the instance stands in the list of instances; it tells repetitions apart.
    """

    function: Int
    dimension: Int
    instance: Int
    position: Int
    place: Int

    @classmethod
    def published(
        cls,
        info: SuiteInfo,
        functions: Sequence[int],
        dimensions: Sequence[int],
        instances: Sequence[int],
    ) -> Self:
        """Return all combinations that there are, in the order of the field.

        The instance varies fastest. Positions are those in the product, also where a function has a
        dimension of its own and most of the product does not exist.
        """
        every, known = [function.number for function in info.functions], info.dimensions
        columns = np.array([every.index(number) for number in functions])[:, None]
        rows = np.array([known.index(d) if d in known else -1 for d in dimensions])[:, None, None]
        place = np.arange(len(instances))
        table = np.empty((5, len(dimensions), len(functions), len(instances)), np.int32)
        table[0] = np.array(functions)[:, None]
        table[1] = np.array(dimensions)[:, None, None]
        table[2] = instances
        table[3] = (rows * len(every) + columns) * len(instances) + place
        table[3, rows.ravel() < 0] = -1
        table[4] = place
        keys = cls(*table.reshape(5, -1))
        if not info.one_dimension_each:
            return keys
        return keys.take(np.array(list(map(info.has, *keys.columns()[:2])), dtype=bool))

    def take(self, rows: slice | NDArray[np.bool_]) -> Self:
        """Return the keys of some rows."""
        return type(self)(*(column[rows] for column in (*self.columns(), self.place)))

    def columns(self) -> tuple[Int, Int, Int, Int]:
        """Return what makes up a `Key`."""
        return self.function, self.dimension, self.instance, self.position

    def __len__(self) -> int:
        return len(self.function)

    def __getitem__(self, row: int) -> Key:
        return Key._make(column[row].item() for column in self.columns())

    def __iter__(self) -> Iterator[Key]:
        return map(Key._make, zip(*(column.tolist() for column in self.columns()), strict=True))
