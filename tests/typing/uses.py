"""Good and bad uses of the interface, for a type checker; see `test_types.py`. Never executed.

A comment tells what the checker says of a line: ``# error: …`` or ``# type: …``; it is to say nothing
of the others.
"""

# fmt: off
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, reveal_type

import matplotlib.pyplot as plt
import numpy as np
from distributed import Client
from numpy.typing import NDArray

import optimeter as om

problem = om.problem("bbob", 1, 2)
point, points = np.zeros(2), np.zeros((5, 2))


def evaluating(unknown: NDArray[np.float64], device: Any) -> None:
    reveal_type(problem(point))  # type: float
    reveal_type(problem([0.0, 1.0]))  # type: float
    reveal_type(problem(problem.initial_solution))  # type: float
    reveal_type(problem(points))  # type: ndarray[tuple[Any, ...], dtype[float64]]
    reveal_type(problem([[0, 1], [2, 3]]))  # type: ndarray[tuple[Any, ...], dtype[float64]]
    reveal_type(problem(unknown))  # type: Any
    reveal_type(problem(device))  # type: Any
    problem("bbob")  # error: Argument 1 to "__call__" of "Problem" has incompatible type "str"
    problem()  # error: All overload variants of "__call__" of "Problem" require at least one argument


def walk(problem: om.Problem, start: NDArray[np.float64], rng: np.random.Generator) -> float:
    value: float = problem(start + rng.standard_normal(start.size))
    return value


def untyped(problem, start, rng, step=0.5):  # type: ignore[no-untyped-def]
    problem(start)


def with_option(
    problem: om.Problem, start: NDArray[np.float64], rng: np.random.Generator, *, step: float = 1
) -> None: ...


def blind(problem: om.Problem) -> None: ...


def other(problem: str, start: NDArray[np.float64], rng: np.random.Generator) -> None: ...


@dataclass(frozen=True)
class Walker:
    step: float = 0.5

    def __call__(self, problem: om.Problem, start: Any, rng: np.random.Generator) -> None: ...


def running(executor: Executor, client: Client) -> None:
    suite = om.Suite("bbob", functions="separable", dimensions=[2, 5])
    om.run(walk, suite, budget=10, folder="x")
    om.run(untyped, suite, budget=10, folder="x")
    om.run(with_option, [problem], budget=10, folder="x", options={"step": 2})
    om.run(partial(with_option, step=2), "bbob", budget=10, folder="x")
    om.run(Walker(0.1), suite, budget=lambda problem: 10 * problem.dimension, folder="x")
    om.run("cma", suite, budget=10, folder="x", precision_x=5, workers=2)
    om.run("cma", suite, budget=10, folder="x", executor=executor)
    om.run("cma", suite, budget=10, folder="x", executor=ProcessPoolExecutor(2))
    om.run("cma", suite, budget=10, folder="x", executor=client)
    om.run(blind, suite, budget=10, folder="x")  # error: No overload variant of "run" matches argument types
    om.run(other, suite, budget=10, folder="x")  # error: No overload variant of "run" matches argument types
    om.run(Walker, suite, budget=10, folder="x")  # error: No overload variant of "run" matches argument types
    om.run("cma", suite, budget=10, folder="x", executor=4)  # error: No overload variant of "run" matches
    om.run("cma", suite, budgets=10, folder="x")  # error: No overload variant of "run" matches argument types
    om.run("cma", suite, folder="x", precision_y=5)  # error: No overload variant of "run" matches
    om.run("cma", suite, folder="x", format="csv")  # error: No overload variant of "run" matches
    om.run("cma", suite, budget=10)  # error: No overload variant of "run" matches argument types
    reveal_type(om.run("cma", suite, budget=10, folder="x"))  # type: ExperimentResult
    reveal_type(om.run({"a": walk, "b": "cma"}, suite, budget=10, folder="x", workers=2))  # type: ExperimentResults
    reveal_type(om.run(["cma", walk], [suite], budget=10, folder="x", shard="1/2"))  # type: ExperimentResults
    reveal_type(om.run("plan.toml", workers=2))  # type: ExperimentResults
    om.run(["cma"], suite, folder="x", worker=2)  # error: No overload variant of "run" matches
    om.run({"a": blind}, suite, folder="x")  # error: Dict entry 0 has incompatible type
    om.compare("exdata/a", "exdata/b", targets=[1, 0.1])
    om.compare({"a": walk}, suite, folder="x")  # error: Argument 1 to "compare" has incompatible type
    om.Suite("bbob", function=1)  # error: Unexpected keyword argument "function" for "Suite"


def measuring(runs: om.Runs) -> None:
    om.ecdf(runs, [10, 1], functions="1-5,8", dimensions=range(2, 6))
    om.ert(runs, "10,1", functions=["separable", 8], dimensions=5)
    om.ert(runs, np.array([10.0, 1.0]))
    runs.select(functions="separable", dimensions=[2, 5], algorithms="a")
    runs.select(function=1)  # error: Unexpected keyword argument "function" for "select" of "Runs"
    om.ert(runs, dimension=5)  # error: Unexpected keyword argument "dimension" for "ert"


def drawing(runs: om.Runs) -> None:
    figure, axes = plt.subplots(1, 2)
    reveal_type(om.plot.ecdf(runs, engine="matplotlib"))  # type: Figure
    reveal_type(om.plot.ecdf(runs, dimensions=5, ax=figure.gca()))  # type: Figure
    om.plot.scatter_functions("exdata/my", pair=("a", "b"), ax=axes)
    om.plot.convergence(runs, functions=3, bands=True)
    om.plot.ecfd(runs)  # error: Module has no attribute "ecfd"
    om.plot.ecdf(runs, dimension=5)  # error: No overload variant of "ecdf" matches argument types
    om.plot.loss(runs, pair=("a", "b"))  # error: No overload variant of "loss" matches argument types
    om.plot.ecdf(runs, engine="crayon")  # error: No overload variant of "ecdf" matches argument types
