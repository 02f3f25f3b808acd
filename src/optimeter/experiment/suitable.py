"""Whether an optimizer can handle the problems of a suite."""

from collections.abc import Callable, Iterable
from typing import Any

from optimeter.exceptions import UnsuitableOptimizerError
from optimeter.experiment.contract import ABILITIES, abilities_of
from optimeter.experiment.optimizers.registry import registry
from optimeter.problems import Problem

__all__ = ["check_suitable", "suitable_names"]


def suitable_names(needs: Iterable[str]) -> list[str]:
    """List the named optimizers that declare all of these abilities.

    Examples
    --------
    >>> "scipy:COBYLA" in suitable_names(["single-objective", "constraints"])
    True
    """
    wanted = frozenset(needs)
    return [
        name
        for name, entry in registry().items()
        if entry.ours and not entry.device and wanted <= (abilities_of(entry.load()) or frozenset())
    ]


def check_suitable(
    optimizer: Callable[..., Any], name: str, suite: str, problems: Iterable[Problem]
) -> None:
    """Raise if the optimizer says that it cannot handle one of the problems.

    Raises
    ------
    UnsuitableOptimizerError
        It names the suite, a problem, what is missing and optimizers that fit.
    """
    declared = abilities_of(optimizer)
    if declared is None:
        return
    for problem in problems:
        needs = _needs(problem)
        lacking = [word for word in needs if word not in declared]
        if lacking:
            message = (
                f"the optimizer {name!r} does not fit the suite {suite!r}: the problem {problem.id} "
                f"{' and '.join(ABILITIES[word] for word in lacking)}, which it does not handle. "
                "Optimizers that fit: "
                f"{', '.join(suitable_names(needs))}, and callables of your own"
            )
            raise UnsuitableOptimizerError(message)


def _needs(problem: Problem) -> list[str]:
    if _is_of_bits(problem):
        return ["bits"]
    needs = ["single-objective" if problem.number_of_objectives == 1 else "multi-objective"]
    if problem.number_of_constraints:
        needs.append("constraints")
    return needs


def _is_of_bits(problem: Problem) -> bool:
    return (
        problem.number_of_integer_variables == problem.dimension
        and problem.number_of_objectives == 1
        and not problem.lower_bounds.any()
        and bool((problem.upper_bounds == 1.0).all())
    )
