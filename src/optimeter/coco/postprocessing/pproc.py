"""What stands for ``cocopp.pproc``: data sets, each of one algorithm, function and dimension.

They have the attributes and methods of cocopp's data sets that programs use most; their numbers are read
from `optimeter.Runs`, which `DataSet.runs` holds.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from math import inf
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from optimeter.data import Runs

__all__ = ["DataSet", "DataSetList"]

Float = NDArray[np.float64]

FINAL_TARGET = 1e-8
STEPS = 5
"""Targets per decade of the rows of `DataSet.evals`."""

COUNTS = 20
"""Evaluation counts per decade of the rows of `DataSet.funvals`."""


class DataSet:
    """The runs of one algorithm on one function in one dimension."""

    precision = FINAL_TARGET

    def __init__(self, runs: Runs) -> None:
        self.runs = runs
        self.algId = runs.algorithms[runs.algorithm_codes[0]]
        self.funcId = int(runs.function[0])
        self.dim = int(runs.dimension[0])
        self.suite_name = runs.suites[runs.suite_codes[0]]
        facts = runs.provenance[runs.source_codes[0]] if runs.provenance else {}
        self.comment = f"% {facts.get('comment', '')}".strip()
        self.logger = facts.get("logger", "bbob")

    @classmethod
    def of(cls, runs: Runs) -> list[Self]:
        """Return the data sets of runs, by algorithm, dimension and function."""
        return [cls(part) for _, part in runs.groups(("algorithm", "dimension", "function"))]

    @property
    def instancenumbers(self) -> list[int]:
        """The instance of each run."""
        return [*map(int, self.runs.instance)]

    @property
    def isFinalized(self) -> list[bool]:
        """Whether each run was closed."""
        return [*map(bool, self.runs.finalized)]

    @property
    def maxevals(self) -> Float:
        """The evaluations of each run, to the final target if it was reached."""
        return self.runs.run_lengths().astype(np.float64)

    @property
    def maxfgevals(self) -> Float:
        """All evaluations of each run."""
        return self.runs.evaluations.astype(np.float64)

    readmaxevals = maxfgevals

    @property
    def max_eval(self) -> float:
        """The largest number of evaluations of a run."""
        return float(self.maxevals.max())

    def mMaxEvals(self) -> float:
        """Return the largest number of evaluations of a run."""
        return self.max_eval

    def nbRuns(self) -> int:
        """Return the number of runs."""
        return len(self.runs)

    nbRuns_raw = property(nbRuns)

    @property
    def finalfunvals(self) -> Float:
        """The best value of each run, minus the optimum."""
        return np.maximum(self.runs.final, 0.0)

    @property
    def readfinalFminusFtarget(self) -> Float:
        """The best value of each run, minus the optimum and the final target."""
        return self.runs.final - FINAL_TARGET

    @cached_property
    def target(self) -> Float:
        """The targets, five per decade, that ended an improvement of a run."""
        better = self.runs.step_precision[self.runs.step_precision < inf]
        exponents = np.ceil(STEPS * np.log10(np.maximum(better, FINAL_TARGET)) - 1e-9)
        return 10.0 ** (np.unique(exponents)[::-1] / STEPS)

    @cached_property
    def evals(self) -> Float:
        """A row for each of `target`: it, and the evaluations of each run; NaN: not reached."""
        return np.column_stack([self.target, self._runtimes(self.target).T])

    @cached_property
    def funvals(self) -> Float:
        """A row for each number of evaluations: it, and the best value of each run so far."""
        decades = np.arange(COUNTS * (1 + int(np.log10(self.runs.evaluations.max())))) / COUNTS
        round_ones = self.dim * np.outer(10 ** np.arange(12), [1, 2, 5]).ravel()
        counts = np.unique(
            [
                *np.floor(10**decades).astype(np.int64),
                *round_ones,
                *self.runs.budget_evaluations,
                *self.runs.evaluations,
            ]
        )
        counts = counts[counts <= self.runs.evaluations.max()]
        values = np.maximum(self.runs.values_at(counts), 0.0)
        return np.column_stack([counts, values.T])

    @property
    def ert(self) -> Float:
        """The expected runtime to each of `target`."""
        return np.array(self.detERT(self.target))

    def _runtimes(self, targets: ArrayLike) -> Float:
        """Return the evaluations of each run to each target, NaN where it was not reached."""
        found = self.runs.runtimes(np.asarray(targets, dtype=np.float64))
        return np.where(np.isfinite(found), found, np.nan)

    def detEvals(self, targets: ArrayLike) -> list[Float]:
        """Return, for each target, the evaluations of each run; NaN: not reached."""
        return [*self._runtimes(targets).T]

    def detSuccesses(self, targets: ArrayLike) -> list[int]:
        """Return how many runs reached each target."""
        return [int(np.isfinite(one).sum()) for one in self.detEvals(targets)]

    def detSuccessRates(self, targets: ArrayLike) -> list[float]:
        """Return which share of runs reached each target."""
        return [count / len(self.runs) for count in self.detSuccesses(targets)]

    def detAverageEvals(self, targets: ArrayLike) -> list[float]:
        """Return the mean of evaluations for each target; a run that failed counts with all of its."""
        spent = self.maxevals
        return [float(np.where(np.isnan(one), spent, one).mean()) for one in self.detEvals(targets)]

    def detERT(self, targets: ArrayLike) -> list[float]:
        """Return the expected runtime to each target."""
        means = self.detAverageEvals(targets)
        counts = self.detSuccesses(targets)
        size = len(self.runs)
        return [
            mean * size / count if count else inf for mean, count in zip(means, counts, strict=True)
        ]

    def generateRLData(self, targets: ArrayLike) -> dict[float, Float]:
        """Return, by target, it and the evaluations of each run."""
        given = np.asarray(targets, dtype=np.float64).tolist()
        return {
            target: np.concatenate([[target], one])
            for target, one in zip(given, self.detEvals(given), strict=True)
        }

    def __getattr__(self, name: str) -> Any:
        """Answer for what is not here."""
        if name.startswith("__"):
            raise AttributeError(name)
        message = (
            f"a data set of `python -m optimeter.coco` has no {name}; its runs, as optimeter.Runs, are "
            "in `runs`, and with the option --cocopp the installed cocopp is used"
        )
        raise AttributeError(message)

    def __repr__(self) -> str:
        return f"DataSet({self.algId} on f{self.funcId} {self.dim}-D)"


class DataSetList(list[DataSet]):
    """Data sets, which can be sorted out."""

    def __init__(self, data_sets: Iterable[DataSet] = ()) -> None:
        super().__init__(data_sets)

    def _by(self, key: Callable[[DataSet], Any]) -> "dict[Any, DataSetList]":
        found: dict[Any, DataSetList] = {}
        for one in self:
            found.setdefault(key(one), DataSetList()).append(one)
        return found

    def by(self, attr_name: str) -> "dict[Any, DataSetList]":
        """Return the data sets by an attribute."""
        return self._by(lambda one: getattr(one, attr_name))

    def dictByAlg(self) -> "dict[tuple[str, str], DataSetList]":
        """Return the data sets by algorithm and comment."""
        return self._by(lambda one: (one.algId, one.comment))

    def dictByAlgName(self) -> "dict[str, DataSetList]":
        """Return the data sets by algorithm."""
        return self.by("algId")

    def dictByDim(self) -> "dict[int, DataSetList]":
        """Return the data sets by dimension."""
        return self.by("dim")

    def dictByFunc(self) -> "dict[int, DataSetList]":
        """Return the data sets by function."""
        return self.by("funcId")

    def dictByDimFunc(self) -> "dict[int, dict[int, DataSetList]]":
        """Return the data sets by dimension and function."""
        return {dimension: some.dictByFunc() for dimension, some in self.dictByDim().items()}

    def filtered(self, condition: Callable[[DataSet], bool]) -> "DataSetList":
        """Return those that a condition holds for."""
        return DataSetList(filter(condition, self))

    def filter(self, condition: Callable[[DataSet], bool]) -> "DataSetList":
        """Keep those that a condition holds for; return the others."""
        others = self.filtered(lambda one: not condition(one))
        self[:] = self.filtered(condition)
        return others

    def remove_if(self, condition: Callable[[DataSet], bool]) -> "DataSetList":
        """Remove those that a condition holds for; return them."""
        return self.filter(lambda one: not condition(one))

    def runs(self) -> Iterator[Runs]:
        """Yield the runs of each."""
        return (one.runs for one in self)

    def info(self) -> None:
        """Print what the data sets are of."""
        print(f"{len(self)} data set(s)")
        if not self:
            return
        functions = sorted(self.dictByFunc())
        print(f"Algorithm(s): {', '.join(self.dictByAlgName())}")
        print(f"{len(functions)} Functions with IDs {_ranges(functions)}")
        dimensions = self.dictByDim()
        print(f"Dimension(s): {', '.join(map(str, sorted(dimensions)))}")
        most = [int(max(one.maxfgevals.max() for one in some)) for some in dimensions.values()]
        print(f"Max evals: {most}")


def _ranges(numbers: list[int]) -> str:
    """Return ascending numbers as text, those that follow each other as ranges."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1][1:] = [number]
        else:
            parts.append([number])
    return ", ".join("-".join(map(str, part)) for part in parts)
