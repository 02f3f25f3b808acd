"""The contract of an optimizer."""

import contextlib
import io
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from optimeter.exceptions import Stop
from optimeter.experiment import ExperimentResult, find_optimizer, run
from optimeter.experiment.contract import abilities_of, check_optimizer
from optimeter.experiment.optimizers.asking import asks_and_tells, drive
from optimeter.problems import Problem, Suite
from optimeter.testing.contract import content, expect

__all__ = ["AskTellContract", "OptimizerContract"]


class OptimizerContract:
    """Tests of an optimizer; inherit, name it, and let pytest or unittest collect the class.

    Attributes
    ----------
    optimizer
        A callable ``optimizer(problem, start, rng)`` or a name that `om.run` knows. (A function
        in a class becomes a method: wrap it in `staticmethod`.)
    budget
        Evaluations of a run, as a multiple of the dimension.

    Examples
    --------
    >>> from optimeter.testing import OptimizerContract
    >>> class TestMine(OptimizerContract):
    ...     optimizer = "random-search"
    >>> TestMine().test_depends_on_the_seed_only()
    """

    optimizer: ClassVar[Any]
    budget: ClassVar[float] = 40

    def suites(self) -> list[Suite]:
        """Return small suites of the kinds that the optimizer says it handles."""
        handled = abilities_of(self._callable())
        if handled is None:
            return [Suite("bbob", functions=[1, 15], dimensions=[2, 3], instances=[1])]
        chosen = []
        if "single-objective" in handled:
            chosen.append(Suite("bbob", functions=[15], dimensions=[3], instances=[1, 2]))
        if "multi-objective" in handled:
            chosen.append(Suite("bbob-biobj", functions=[20], dimensions=[5], instances=[1, 2]))
        if {"single-objective", "constraints"} <= handled:
            kind = {"functions": [51, 54], "dimensions": [3], "instances": [1]}
            chosen.append(Suite("bbob-constrained", **kind))  # type: ignore[arg-type]
        if "bits" in handled:
            chosen.append(Suite("pbo", functions=[18], dimensions=[16], instances=[1, 2]))
        return chosen

    def test_can_be_called(self) -> None:
        """It is a callable, or the name of one."""
        check_optimizer(self._callable())

    def test_says_what_it_handles_in_known_words(self) -> None:
        """Its attribute `handles`, if there is one, has words that `om.run` knows."""
        handled = abilities_of(self._callable())
        expect(handled is None or handled, "handles is empty: no problem would ever fit")
        expect(self.suites(), f"nothing to run it on: it handles only {handled}")

    def test_uses_the_budget_and_stops(self) -> None:
        """Every run uses the budget, not more, and lets `om.Stop` pass.

        Where objective and constraints are wanted at once, the last evaluation may remain unused.
        """
        for suite, folder in self._folders():
            result = self._run(suite, folder)
            for outcome, problem in zip(result.outcomes, suite, strict=True):
                expect(not outcome.message, f"{outcome.problem}: {outcome.message}")
                whole = self.budget * problem.dimension
                least = whole - (1 if problem.number_of_constraints else 0)
                expect(
                    outcome.target_hit or least <= outcome.evaluations <= whole,
                    f"{outcome.problem}: {outcome.evaluations} evaluations of {whole:g}",
                )

    def test_depends_on_the_seed_only(self) -> None:
        """Two experiments with one seed record the same bytes, the second one by two workers."""
        for suite, folder in self._folders():
            self._run(suite, folder / "first")
            self._run(suite, folder / "second", workers=2)
            first, second = content(folder / "first"), content(folder / "second")
            different = sorted(name for name in first if first[name] != second.get(name))
            expect(first.keys() == second.keys(), "two runs with one seed write different files")
            expect(not different, f"two runs with one seed differ in {', '.join(different)}")

    def test_is_quiet(self) -> None:
        """It prints nothing."""
        for suite, folder in self._folders():
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                self._run(suite, folder)
            expect(not printed.getvalue(), f"it printed {printed.getvalue()[:200]!r}")

    def _callable(self) -> Callable[..., Any]:
        found: Callable[..., Any] = (
            find_optimizer(self.optimizer) if isinstance(self.optimizer, str) else self.optimizer
        )
        return found

    def _folders(self) -> Iterator[tuple[Suite, Path]]:
        for suite in self.suites():
            with tempfile.TemporaryDirectory() as folder:
                yield suite, Path(folder, "x")

    def _run(self, suite: Suite, folder: Path, workers: int = 1) -> ExperimentResult:
        folder.parent.mkdir(exist_ok=True)
        result: ExperimentResult = run(
            self.optimizer,
            suite,
            budget=self.budget,
            folder=folder,
            workers=workers,
            seed=1,
            progress=False,
        )
        return result


class AskTellContract(OptimizerContract):
    """Tests of an optimizer that is asked and told; `optimizer` makes it from problem, start, rng.

    Examples
    --------
    >>> import numpy as np
    >>> from optimeter.testing import AskTellContract
    >>> class Walk:
    ...     def __init__(self, problem, start, rng):
    ...         self.point, self.rng = start, rng
    ...     def ask(self):
    ...         return self.point + self.rng.standard_normal(len(self.point))
    ...     def tell(self, point, value):
    ...         self.point = point
    >>> class TestWalk(AskTellContract):
    ...     optimizer = Walk
    >>> TestWalk().test_is_asked_and_told()
    """

    def test_is_asked_and_told(self) -> None:
        """What is made has `ask` and `tell`, is told what it asked for, and does not evaluate itself."""
        for suite in self.suites():
            for problem in suite:
                made = self._make(problem)
                expect(asks_and_tells(made), f"{type(made).__name__} lacks a method ask or tell")
                expect(problem.evaluations == 0, "it evaluates before it is asked")
                problem._limit(int(self.budget * problem.dimension), at_target=True)
                with contextlib.suppress(Stop):
                    drive(problem, made)
                expect(problem.evaluations > 0, f"nothing was asked for on {problem.id}")

    def _make(self, problem: Problem) -> object:
        """Make the optimizer as a run does."""
        return self._callable()(problem, problem.initial_solution, np.random.default_rng(1))
