"""The functions that pickled problems are made with again."""

from optimeter._core import Problem, _problem_from_callable, make_problem

__all__ = ["State", "from_description", "from_suite"]

State = tuple[int, int, float, bool]
"""Evaluations, evaluations of constraints, best value, whether the final target was hit."""


def from_suite(suite: str, function: int, dimension: int, instance: int, state: State) -> Problem:
    """Make a problem of a suite."""
    problem = make_problem(suite, function, dimension, instance)
    problem._set_state(state)
    return problem


def from_description(arguments: dict[str, object], state: State) -> Problem:
    """Make a problem from the arguments of `Problem.from_callable`."""
    problem = _problem_from_callable(arguments)
    problem._set_state(state)
    return problem
