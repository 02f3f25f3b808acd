"""The contract of a suite and of its problems."""

import copy
import itertools
import pickle
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from optimeter.exceptions import OptimeterError
from optimeter.problems import Problem
from optimeter.record import Observer
from optimeter.testing.contract import expect

__all__ = ["SuiteContract"]

POINTS = 7
MOST = 40  # problems that are evaluated


class SuiteContract:
    """Tests of a suite; inherit, say which, and let pytest or unittest collect the class.

    Attributes
    ----------
    noisy : bool
        Whether the values are random; then they are compared as far as their number goes.

    Examples
    --------
    >>> import optimeter as om
    >>> from optimeter.testing import SuiteContract
    >>> class TestMine(SuiteContract):
    ...     def suite(self):
    ...         return om.Suite("bbob", functions=[1], dimensions=[2], instances=[1, 2])
    >>> TestMine().test_one_point_and_many_give_the_same_bits()
    """

    noisy = False

    def suite(self) -> Sequence[Problem]:
        """Return the suite: an `om.Suite` or any sequence of problems."""
        raise NotImplementedError

    def test_is_a_sequence_of_new_problems(self) -> None:
        """Every access gives a problem without a past; positions and iteration agree."""
        suite = self.suite()
        names = [problem.id for problem in suite]
        expect(len(names) == len(suite) > 0, f"len is {len(suite)}, iteration gives {len(names)}")
        expect(len(set(names)) == len(names), "two problems have one id")
        for position in (0, len(suite) // 2, len(suite) - 1):
            expect(suite[position].id == names[position], f"position {position} differs")
        used = suite[0]
        used(used.initial_solution)
        expect(suite[0].evaluations == 0, "problems of two accesses share their state")

    def test_facts_fit_together(self) -> None:
        """Bounds, start and numbers of variables, objectives and constraints."""
        for problem in self._some():
            shape = (problem.dimension,)
            for name in ("lower_bounds", "upper_bounds", "initial_solution"):
                value = np.asarray(getattr(problem, name))
                expect(value.shape == shape, f"{problem.id}: {name} has shape {value.shape}")
            expect((problem.lower_bounds <= problem.upper_bounds).all(), f"{problem.id}: empty box")
            expect(problem.number_of_objectives >= 1, f"{problem.id}: no objective")
            integers = problem.number_of_integer_variables
            expect(0 <= integers <= problem.dimension, f"{problem.id}: {integers} integers")
            if problem.number_of_constraints:
                values = problem.constraint(problem.initial_solution)
                expected = (problem.number_of_constraints,)
                expect(values.shape == expected, f"{problem.id}: constraints {values.shape}")

    def test_one_point_and_many_give_the_same_bits(self) -> None:
        """A batch has the values of its points, and counts each of them."""
        for problem in self._some():
            x = points(problem)
            batch = problem(x)
            expect(problem.evaluations == POINTS, f"{problem.id}: a batch counts wrongly")
            singles = np.array([problem(row) for row in x])
            expect(batch.shape == singles.shape, f"{problem.id}: shape {batch.shape}")
            expect(problem.evaluations == 2 * POINTS, f"{problem.id}: single calls count wrongly")
            self._equal(batch, singles, f"{problem.id}: a batch differs from single calls")

    def test_a_problem_travels(self) -> None:
        """Copies and pickles give the same bits, and leave the original alone."""
        for problem in self._some():
            x = points(problem)
            expected = problem(x)
            for other in (copy.copy(problem), pickle.loads(pickle.dumps(problem))):
                before = problem.evaluations
                self._equal(other(x), expected, f"{problem.id}: a copy has other values")
                expect(other.id == problem.id, f"{problem.id}: a copy is called {other.id}")
                expect(problem.evaluations == before, f"{problem.id}: a copy counts for it")

    def test_copies_of_an_observed_problem_are_recorded(self) -> None:
        """They count for the problem that is observed; those of a free one count for themselves."""
        for problem in self._some():
            x = points(problem)
            with Observer(format="memory") as observer:
                observer.observe(problem)
                for other in (copy.copy(problem), pickle.loads(pickle.dumps(problem)), problem):
                    other(x)
                expect(
                    problem.evaluations == observer.runs[0].total_evaluations == 3 * POINTS,
                    f"{problem.id}: evaluations of copies are not recorded",
                )

    def test_threads_share_a_problem(self) -> None:
        """Every thread gets its values; all of them are counted."""
        problem = self.suite()[0]
        x = points(problem)
        expected = problem(x)
        with ThreadPoolExecutor(4) as pool:
            for values in pool.map(problem, [x] * 16):
                self._equal(values, expected, f"{problem.id}: a thread got other values")
        expect(problem.evaluations == 17 * POINTS, f"{problem.id}: evaluations were lost")

    def test_wrong_points_are_refused(self) -> None:
        """A point of a wrong shape raises, and counts nothing."""
        problem = self.suite()[0]
        for shape in ((problem.dimension + 1,), (2, problem.dimension + 1), (0,)):
            try:
                problem(np.zeros(shape))
            except OptimeterError:
                continue
            expect(condition=False, message=f"{problem.id} took a point of shape {shape}")
        expect(problem.evaluations == 0, f"{problem.id}: refused points were counted")

    def _some(self) -> list[Problem]:
        """Return problems spread evenly over the suite."""
        suite = self.suite()
        step = -(-len(suite) // MOST)
        return [suite[i] for i in itertools.islice(range(0, len(suite), step), MOST)]

    def _equal(self, one: NDArray[np.float64], other: NDArray[np.float64], message: str) -> None:
        same = one.shape == other.shape if self.noisy else np.array_equal(one, other)
        expect(same, message)


def points(problem: Problem) -> NDArray[np.float64]:
    """Return some points of the box, integer where the problem wants integers."""
    rng = np.random.default_rng(1)
    lower = np.maximum(problem.lower_bounds, -100.0)
    upper = np.minimum(problem.upper_bounds, 100.0)
    x = rng.uniform(lower, upper, (POINTS, problem.dimension))
    integers = problem.number_of_integer_variables
    x[:, :integers] = np.round(x[:, :integers])
    return x
