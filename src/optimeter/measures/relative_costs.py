"""What it costs to come close to the best value that any algorithm has reached, by problem."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from optimeter._arguments import reals
from optimeter.data.runs import Runs
from optimeter.exceptions import InvalidValueError
from optimeter.measures._problems import Dimensions, Functions, choose
from optimeter.measures._table import Bool, Float, InstanceTable, Int, constant_column
from optimeter.measures.best import ErtCube, ert_cube
from optimeter.measures.gaps import RELATIVE, gaps
from optimeter.problems import known_suite

__all__ = ["TOLERANCES", "RelativeCosts", "pooled_dimensions", "relative_costs"]

TOLERANCES = tuple(float(f"1e-{k}") for k in range(1, RELATIVE + 1))
"""The tolerances τ of relative targets f_best + τ (f_0 − f_best)."""


@dataclass(frozen=True, slots=True, repr=False)
class RelativeCosts(InstanceTable):
    """Evaluations to relative targets, one row per algorithm, problem and tolerance.

    Attributes
    ----------
    algorithm, suite, function, dimension : (r,)
    instance : (r,) int64
        0 where instances are repetitions of one problem.
    tolerance : (r,) float64
        τ of the target f_best + τ (f_0 − f_best).
    evaluations : (r,) float64
        Expected runtime until a point that good was evaluated; inf if none was.
    returned : (r,) float64
        Expected number of evaluations until the algorithm ended, if what it ended with is that good.
    """

    tolerance: Float
    evaluations: Float
    returned: Float

    @property
    def pooled(self) -> bool:
        """Whether each function has one dimension, so that all are looked at together."""
        suite = str(self.suite[0]) if len(self) else ""
        return pooled_dimensions(suite, self.function, self.dimension)

    def costs(
        self, tolerance: float, *, returned: bool = False
    ) -> tuple[tuple[str, ...], Int, Float]:
        """Return algorithms, the dimensions of all problems, (p,), and costs, (a, p).

        Raises
        ------
        InvalidValueError
            For a tolerance that the table does not hold.
        """
        rows = np.isclose(self.tolerance, tolerance, rtol=1e-9, atol=0.0)
        if not rows.any():
            held = ", ".join(f"{t:g}" for t in dict.fromkeys(self.tolerance.tolist()))
            message = f"no costs at tolerance {tolerance!r}; tolerances are {held}"
            raise InvalidValueError(message)
        names = tuple(dict.fromkeys(self.algorithm[rows].tolist()))
        keys = np.stack([self.dimension, self.function, self.instance])[:, rows]
        problems, place = np.unique(keys, axis=1, return_inverse=True)
        costs = np.full((len(names), problems.shape[1]), np.inf)
        codes = np.array([names.index(name) for name in self.algorithm[rows]], dtype=np.intp)
        column = self.returned if returned else self.evaluations
        costs[codes, place.reshape(-1)] = column[rows]
        return names, problems[0], costs


def pooled_dimensions(suite: str, function: Int, dimension: Int) -> bool:
    """Say whether problems of all dimensions are looked at together.

    They are in sets in which each function has one dimension, as derivative-free optimization has
    them; never in a suite whose functions are defined in several.
    """
    pairs = np.unique(np.stack([function, dimension]), axis=1)
    single = len(np.unique(pairs[0])) == pairs.shape[1]
    info = known_suite(suite)
    defined = info is None or info.one_dimension_each
    return defined and single and len(np.unique(pairs[1])) > 1


def relative_costs(
    runs: Runs,
    tolerances: Sequence[float] | float = TOLERANCES,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> RelativeCosts:
    """Compute what each algorithm needs to come as close to the best value as given tolerances.

    A problem is solved to the tolerance τ by f <= f_best + τ (f_0 − f_best), where f_best is the
    best value that any of the algorithms has reached and f_0 the median of the first values, which
    is the value at the starting point where all begin there (Moré and Wild 2009). The optimum need
    not be known. With one run per problem a cost is the number of its evaluations, with several
    their expected number (ERT). Instances that are problems of their own have their own costs.

    Examples
    --------
    >>> runs = Runs.from_arrays(function=1, dimension=2, offsets=[0, 3, 5], algorithm=["a", "b"],
    ...     step_evaluations=[1, 8, 20, 1, 5], step_precision=[101, 11, 1, 101, 2])
    >>> relative_costs(runs, [0.1, 1e-4]).evaluations.tolist()
    [8.0, 20.0, 5.0, inf]
    """
    wanted = tuple(reals(tolerances, "tolerances"))
    if not all(0 < one < 1 for one in wanted):
        message = f"tolerances must lie between 0 and 1; got {list(wanted)}"
        raise InvalidValueError(message)
    order = sorted(set(wanted), reverse=True)
    parts = choose(runs, functions, dimensions)
    return RelativeCosts.concatenate([_of_suite(part, order) for part in parts])


def _of_suite(runs: Runs, tolerances: list[float]) -> RelativeCosts:
    seen = gaps(runs, "relative")
    split, function, instance = _instances_apart(seen)
    evaluated, ended = ert_cube(split, tolerances), ert_cube(_only_ends(split), tolerances)
    algorithms, problems, count = evaluated.ert.shape
    there: Bool = np.repeat(evaluated.trials.reshape(-1) > 0, count)

    def repeated(values: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.tile(np.repeat(values, count), algorithms)[there]

    names = np.repeat(np.array(evaluated.algorithms, dtype=object), problems * count)[there]
    return RelativeCosts(
        algorithm=names,
        suite=constant_column(evaluated.suite, len(names)),
        function=repeated(function[evaluated.function]),
        dimension=repeated(evaluated.dimension),
        instance=repeated(instance[evaluated.function]),
        tolerance=np.tile(np.array(tolerances), algorithms * problems)[there],
        evaluations=_flat(evaluated, there),
        returned=_flat(ended, there),
    )


def _flat(cube: ErtCube, there: Bool) -> Float:
    return cube.ert.reshape(-1)[there]


def _instances_apart(runs: Runs) -> tuple[Runs, Int, Int]:
    """Return runs whose functions are problems, and the function and instance of each of these."""
    instance = np.where(runs.own_instances, runs.instance, 0)
    keys, codes = np.unique(np.stack([runs.function, instance]), axis=1, return_inverse=True)
    function = codes.reshape(-1).astype(runs.function.dtype)
    return replace(runs, function=function), keys[0].astype(np.int64), keys[1].astype(np.int64)


def _only_ends(runs: Runs) -> Runs:
    """Return runs of which only the end is known: how good they were after all evaluations."""
    none = np.zeros(len(runs) + 1, dtype=runs.budget_offsets.dtype)
    return replace(
        runs,
        offsets=np.arange(len(runs) + 1, dtype=runs.offsets.dtype),
        step_evaluations=runs.run_lengths().astype(runs.step_evaluations.dtype),
        step_precision=runs.final.astype(np.float64),
        step_extra={},
        budget_offsets=none,
        budget_evaluations=runs.budget_evaluations[:0],
        budget_precision=runs.budget_precision[:0],
        budget_extra={},
    )
