"""What is optimized: suites of problems and single problems."""

from typing import Any

from optimeter._core import Archive, Problem, _provide
from optimeter.problems import callables, display, restore
from optimeter.problems.evaluated import Evaluated
from optimeter.problems.features import FEATURES, FeatureKind, feature_of_text
from optimeter.problems.generators import many_affine, many_affine_suite, w_model
from optimeter.problems.info import (
    FunctionInfo,
    GroupInfo,
    SuiteInfo,
    function_groups,
    known_suite,
    suite_info,
    suites,
)
from optimeter.problems.libraries import library_names
from optimeter.problems.optimum import Optimum
from optimeter.problems.suite import Suite, problem
from optimeter.problems.transformed import instances_of, transformed

__all__ = [
    "FEATURES",
    "Archive",
    "Evaluated",
    "FeatureKind",
    "FunctionInfo",
    "GroupInfo",
    "Optimum",
    "Problem",
    "Suite",
    "SuiteInfo",
    "feature_of_text",
    "function_groups",
    "instances_of",
    "known_suite",
    "library_names",
    "many_affine",
    "many_affine_suite",
    "problem",
    "suite_info",
    "suites",
    "transformed",
    "w_model",
]


def on_device(problem: Problem, x: Any, what: str) -> Any:
    """Evaluate points that may lie in the memory of a GPU; see `optimeter.problems.gpu`."""
    from optimeter.problems.gpu.evaluate import on_device as evaluate  # noqa: PLC0415 - rarely used

    return evaluate(problem, x, what)


def to_host(x: Any) -> Any:
    """Copy an array out of the memory of a GPU."""
    from optimeter.problems.gpu.arrays import to_host as copied  # noqa: PLC0415 - rarely used

    return copied(x)


def jax(problem: Problem) -> Any:
    """Make a function for jax; see `optimeter.problems.gpu.jax`."""
    from optimeter.problems.gpu.jax import function  # noqa: PLC0415 - rarely used

    return function(problem)


def jax_problem(number: int) -> Problem:
    """Find a problem that a program of jax names; see `optimeter.problems.gpu.jax`."""
    from optimeter.problems.gpu.jax import problem_of  # noqa: PLC0415 - rarely used

    return problem_of(number)


# The native classes get from here what is written in Python.
_provide(
    Evaluated=Evaluated,
    Optimum=Optimum,
    from_callable=callables.from_callable,
    text=display.text,
    html=display.html,
    from_suite=restore.from_suite,
    from_description=restore.from_description,
    archive=restore.archive,
    engine_function=restore.engine_function,
    on_device=on_device,
    to_host=to_host,
    jax=jax,
    jax_problem=jax_problem,
)
