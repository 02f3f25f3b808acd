"""Two algorithms side by side: ratios of single runtimes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from optimeter.data.runs import Runs
from optimeter.measures._pairs import pairs_of
from optimeter.measures._problems import Dimensions, Functions, Problems
from optimeter.measures._steps import Steps, steps_of
from optimeter.measures._table import Float, Int, Names
from optimeter.measures.coded import Ragged
from optimeter.measures.curves import Curves, ShownCurve
from optimeter.measures.ert import wilson
from optimeter.measures.targets import TargetsLike

__all__ = ["RatioCurve", "RuntimeRatios", "runtime_ratios"]


@dataclass(frozen=True, slots=True, repr=False)
class RatioCurve(ShownCurve):
    """Distribution of runtime ratios of two algorithms over pairs of runs.

    Attributes
    ----------
    algorithm, other, suite : str
    dimension : int
    target : float
        For targets that differ between problems, that of the first problem.
    steps : Steps
        Share of pairs with T(algorithm)/T(other) of at most x. Pairs in which only `other` failed
        sit at 0, those in which only `algorithm` failed at infinity; both failed: left out.
    pairs : int
    effective : float
        Number of independent comparisons the pairs are worth: the smaller number of runs of each
        problem, times the share of its pairs that count.
    solved, other_solved : int
        Functions with at least one success of each.
    """

    algorithm: str
    other: str
    suite: str
    dimension: int
    target: float
    steps: Steps
    pairs: int
    effective: float
    solved: int
    other_solved: int

    def at(self, ratio: ArrayLike) -> Float:
        """Return the share of pairs with a ratio of at most the given one."""
        return self.steps.at(ratio)

    def interval(self) -> tuple[Float, Float]:
        """Return the ends of the pointwise 95 % interval (Wilson) of the share at every step.

        A run is in many pairs, so not the pairs count but `effective`: the variance of a
        two-sample U-statistic with values 0 and 1 is at most that of min(m, n) independent trials
        (Hoeffding 1963, section 5).
        """
        return wilson(self.steps.y, max(self.effective, 1.0))

    def turned(self) -> "RatioCurve":
        """Return the distribution of T(other)/T(algorithm): the same pairs the other way round."""
        with np.errstate(divide="ignore"):
            x = 1.0 / self.steps.x  # pairs in which only `other` failed go to infinity
        gains = np.diff(self.steps.y, prepend=0.0)
        failed = 1.0 - self.steps.limit if self.pairs else 0.0
        if failed:
            x, gains = np.append(x, 0.0), np.append(gains, failed)
        return replace(
            self,
            algorithm=self.other,
            other=self.algorithm,
            steps=steps_of(x, gains),
            solved=self.other_solved,
            other_solved=self.solved,
        )

    def summary(self) -> dict[str, Any]:
        """Return the numbers of the curve."""
        return {
            **self._told("algorithm", "other", "suite", "dimension", "target"),
            "other_failed": float(self.steps.at(0.0)),
            "faster": float(self.steps.at(np.nextafter(1.0, 0.0))),
            "failed": 1.0 - self.steps.limit if self.pairs else 0.0,
            **self._told("pairs", "solved", "other_solved"),
        }


@dataclass(frozen=True, slots=True, repr=False)
class RuntimeRatios(Curves[RatioCurve]):
    """Ratio distributions of two algorithms, by dimension and target."""

    kind: ClassVar[Any] = RatioCurve
    inner: ClassVar[Mapping[str, Any]] = {"steps": Steps}

    algorithm: Names
    other: Names
    suite: Names
    dimension: Int
    target: Float
    steps_x: Ragged
    steps_y: Ragged
    pairs: Int
    effective: Float
    solved: Int
    other_solved: Int


def runtime_ratios(
    runs: Runs,
    algorithm: str | None = None,
    other: str | None = None,
    targets: TargetsLike | None = None,
    *,
    functions: Functions = None,
    dimensions: Dimensions = None,
) -> RuntimeRatios:
    """Compute the distribution of T(algorithm)/T(other) over all pairs of runs of each problem.

    Every problem weighs by its number of pairs. Without names, all pairs of algorithms that share
    problems are compared, each once.

    Examples
    --------
    >>> runs = Runs.from_arrays(
    ...     function=1, dimension=1, algorithm=["a", "a", "b", "b"], offsets=range(5),
    ...     evaluations=[10, 40, 20, 90], step_evaluations=[10, 40, 20, 1],
    ...     step_precision=[0, 0, 0, 9])
    >>> runtime_ratios(runs, "a", "b", [1])[0].at([0, 0.5, 2]).tolist()
    [0.5, 0.75, 1.0]
    """
    curves = []
    for a, b in pairs_of(
        runs,
        targets,
        use="distribution",
        functions=functions,
        dimensions=dimensions,
        first=algorithm,
        second=other,
    ):
        dimension = a.block.dimension[a.rows]
        solved = [np.isfinite(side.matrix.ert[side.rows]) for side in (a, b)]
        for d in np.unique(dimension).tolist():
            rows = np.flatnonzero(dimension == d)
            parts = [
                _ratios(a.block, b.block, i, j)
                for i, j in zip(a.rows[rows].tolist(), b.rows[rows].tolist(), strict=True)
            ]
            smaller = np.minimum(a.block.counts[a.rows[rows]], b.block.counts[b.rows[rows]])
            counted = np.array([np.mean(~np.isnan(part), axis=0) for part in parts])
            effective = smaller @ counted
            for k in range(a.block.targets.shape[1]):
                ratios = np.concatenate([part[:, k] for part in parts])
                ratios = ratios[~np.isnan(ratios)]
                curves.append(
                    RatioCurve(
                        algorithm=a.algorithm,
                        other=b.algorithm,
                        suite=a.suite,
                        dimension=d,
                        target=float(a.block.targets[a.rows[rows[0]], k]),
                        steps=steps_of(ratios, 1 / max(len(ratios), 1)),
                        pairs=len(ratios),
                        effective=float(effective[k]),
                        solved=int(solved[0][rows, k].sum()),
                        other_solved=int(solved[1][rows, k].sum()),
                    )
                )
    return RuntimeRatios.of(curves)


def _ratios(a: Problems, b: Problems, i: int, j: int) -> Float:
    """Return the ratios of all pairs of runs of one problem, (pairs, k); NaN: both failed."""
    one, other = a.runtimes[a.runs_of(i)], b.runtimes[b.runs_of(j)]
    with np.errstate(invalid="ignore"):
        ratios: Float = one[:, None, :] / other[None, :, :]
    return ratios.reshape(-1, one.shape[1])
