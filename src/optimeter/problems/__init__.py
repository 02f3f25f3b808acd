"""What is optimized: suites of problems and single problems."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from optimeter._core import Archive, Problem, _provide
from optimeter.problems import callables, display, restore
from optimeter.problems.evaluated import Evaluated
from optimeter.problems.features import FEATURES, FeatureKind, feature_of_text
from optimeter.problems.generators import (
    many_affine,
    many_affine_suite,
    star_discrepancy,
    w_model,
)
from optimeter.problems.graphs import (
    Graph,
    graph_suite,
    max_coverage,
    max_cut,
    read_graph,
    read_graphs,
)
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
from optimeter.problems.loop import Loop
from optimeter.problems.optimum import Optimum
from optimeter.problems.suite import Suite, problem
from optimeter.problems.transformed import instances_of, transformed

__all__ = [
    "FEATURES",
    "Archive",
    "Evaluated",
    "FeatureKind",
    "FunctionInfo",
    "Graph",
    "GroupInfo",
    "Loop",
    "Optimum",
    "Problem",
    "Suite",
    "SuiteInfo",
    "feature_of_text",
    "function_groups",
    "graph_suite",
    "instances_of",
    "known_suite",
    "library_names",
    "many_affine",
    "many_affine_suite",
    "max_coverage",
    "max_cut",
    "problem",
    "read_graph",
    "read_graphs",
    "star_discrepancy",
    "suite_info",
    "suites",
    "transformed",
    "w_model",
]


def _later(module: str, name: str) -> Callable[..., Any]:
    """Return a function of `optimeter.problems.gpu` that is imported when it is called: rarely."""

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"optimeter.problems.gpu.{module}"), name)(*arguments)

    return call


# The native classes get from here what is written in Python.
_provide(
    Evaluated=Evaluated,
    Optimum=Optimum,
    from_callable=callables.from_callable,
    failure=callables.failure_text,
    text=display.text,
    html=display.html,
    from_account=restore.from_account,
    from_suite=restore.from_suite,
    from_description=restore.from_description,
    archive=restore.archive,
    engine_function=restore.engine_function,
    on_device=_later("evaluate", "on_device"),
    to_host=_later("arrays", "to_host"),
    jax=_later("jax", "function"),
    jax_problem=_later("jax", "problem_of"),
)
