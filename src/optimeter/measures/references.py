"""Reference algorithms: the best expected runtime known for every problem and target."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from types import MappingProxyType
from typing import Any

import numpy as np

from optimeter._arguments import known_name
from optimeter._show import ShownRow
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.measures._table import Float, Int
from optimeter.measures.targets import find_problems

__all__ = ["REFERENCES", "Reference", "load_reference"]

REFERENCES = ("best2009-bbob", "best2009-bbob-noisy", "best2016-bbob-biobj")


@dataclass(frozen=True, slots=True, repr=False)
class Reference(ShownRow):
    """Expected runtimes of an artificial algorithm that is the best one for each target.

    Attributes
    ----------
    name, suite : str
    algorithms : tuple of str
        The algorithms it was chosen from.
    function, dimension : (p,) int64
        Problems.
    targets : (k,) float64
        From the easiest to the hardest.
    ert : (p, k) float64
        Best expected runtime; inf where no algorithm reached the target.
    winner : (p, k) int64
        Index of the best algorithm; where none reached the target, the one with the best median
        final value; −1 where that is unknown.
    successes, trials : (p, k) int64
        Successful and all runs of the winner.
    provenance : mapping of str to str
    runs : Runs or None
        The runs of the algorithms, where they are at hand.
    """

    name: str
    suite: str
    algorithms: tuple[str, ...]
    function: Int
    dimension: Int
    targets: Float
    ert: Float
    winner: Int
    successes: Int
    trials: Int
    provenance: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    runs: Runs | None = None

    @property
    def made_of(self) -> str:
        """What its profile is made of, in words."""
        if self.runs is None:
            return "rounded expected runtimes, not single runs"
        if len(self.algorithms) == 1:
            return "its own runs"
        return f"the runs of the best of {len(self.algorithms)} algorithms for each target"

    def _row(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "suite": self.suite,
            "algorithms": len(self.algorithms),
            "problems": len(self.function),
            "targets": len(self.targets),
        }

    def rows(self, function: Int, dimension: Int) -> Int:
        """Return the row of each problem.

        Raises
        ------
        DataError
            If the reference does not hold one of them.
        """
        wanted, sizes = np.atleast_1d(function), np.atleast_1d(dimension)
        found_rows, found = find_problems(self.function, self.dimension, wanted, sizes)
        if not np.all(found):
            first = int(np.argmin(found))
            message = (
                f"reference {self.name!r} holds no function {wanted[first]} "
                f"in dimension {sizes[first]}"
            )
            raise DataError(message)
        return found_rows.astype(np.int64)

    def has(self, function: Int, dimension: Int) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Say for each problem whether the reference holds it."""
        return find_problems(self.function, self.dimension, function, dimension)[1]

    def columns(self, targets: Float) -> Int:
        """Return the column of the easiest stored target not easier than each given one.

        The number of stored targets stands for targets harder than all of them.
        """
        limits = targets + 1e-9 * np.abs(targets)
        return np.searchsorted(-self.targets, -limits, side="left").astype(np.int64)

    def ert_at(self, function: Int, dimension: Int, targets: Float) -> Float:
        """Return the expected runtimes of problems, (w,), to targets, (k,) or (w, k).

        Targets between two stored ones are answered by the harder one; inf beyond the hardest.
        """
        rows = self.rows(function, dimension)
        columns = np.broadcast_to(self.columns(targets), (len(rows), targets.shape[-1]))
        extended = np.column_stack([self.ert, np.full(len(self.ert), np.inf)])
        result: Float = extended[rows[:, None], columns]
        return result

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one dictionary per problem and target that any algorithm reached."""
        names = (*self.algorithms, "")
        rows, columns = np.nonzero(np.isfinite(self.ert))
        picked = (
            self.function[rows],
            self.dimension[rows],
            self.targets[columns],
            *(part[rows, columns] for part in (self.ert, self.winner, self.successes, self.trials)),
        )
        keys = ("function", "dimension", "target", "ert", "algorithm", "successes", "runs")
        result = [
            dict(zip(keys, row, strict=True))
            for row in zip(*(column.tolist() for column in picked), strict=True)
        ]
        for row in result:
            row["algorithm"] = names[row["algorithm"]]
        return result


def load_reference(name: str) -> Reference:
    """Return a reference algorithm that comes with the package.

    Parameters
    ----------
    name : str
        ``"best2009-bbob"``, ``"best2009-bbob-noisy"`` or ``"best2016-bbob-biobj"``. They hold
        expected runtimes rounded to integers, as published; not the runs behind them.

    Examples
    --------
    >>> reference = load_reference("best2009-bbob")
    >>> f6 = np.array([6]), np.array([5])
    >>> reference.ert_at(*f6, np.array([10, 1, 0.1])).tolist()
    [[114.0, 214.0, 281.0]]
    """
    known_name(name, REFERENCES, "reference")
    package = resources.files("optimeter.measures")
    content = (package / "reference_data" / f"{name}.npz").read_bytes()
    with np.load(io.BytesIO(content)) as table:
        header = json.loads(bytes(table["header"]).decode())
        return Reference(
            name=name,
            suite=header["suite"],
            algorithms=tuple(header["algorithms"]),
            function=table["function"].astype(np.int64),
            dimension=table["dimension"].astype(np.int64),
            targets=10.0 ** (table["exponent"].astype(np.float64) / header["per_decade"]),
            ert=np.where(table["ert"] < 0, np.inf, table["ert"]).astype(np.float64),
            winner=table["winner"].astype(np.int64),
            successes=table["successes"].astype(np.int64),
            trials=table["trials"].astype(np.int64),
            provenance=MappingProxyType(header["provenance"]),
        )
