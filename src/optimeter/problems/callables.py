"""Problems made from a Python function."""

from collections.abc import Callable

from numpy.typing import ArrayLike

from optimeter._core import Problem, _problem_from_callable

__all__ = ["from_callable"]


def from_callable(
    function: Callable[..., object],
    lower: ArrayLike,
    upper: ArrayLike,
    *,
    name: str = "",
    objectives: int = 1,
    constraint: Callable[..., object] | None = None,
    constraints: int = 0,
    integer_variables: int = 0,
    initial_solution: ArrayLike | None = None,
    best_value: ArrayLike | None = None,
    best_parameter: ArrayLike | None = None,
    nadir: ArrayLike | None = None,
    target_precision: float = 1e-8,
    vectorized: bool = False,
    suite: str = "",
    function_number: int = 1,
    instance: int = 1,
    group: str = "",
    id: str | None = None,
) -> Problem:
    """Make a problem from a function; everything that works for a suite's problem works for it.

    Parameters
    ----------
    function
        Called with a float64 array of shape (d,), returns the objective value, or `objectives`
        values. With `vectorized`, called with shape (n, d) and returns (n,) or (n, m) values.
    lower, upper
        The region of interest, one bound a variable; their length is the dimension.
    name
        How the problem is called; by default the function's name.
    objectives
        The number of objectives.
    constraint, constraints
        A function returning the values of that many constraints; feasible is <= 0.
    integer_variables
        How many of the first variables are integers.
    initial_solution
        The first point to try; by default the middle of the region.
    best_value, best_parameter
        The optimum, if known; it gives precision its meaning and can be revealed. With several
        objectives `best_value` is the ideal point.
    nadir
        With several objectives: the nadir point. Together with the ideal point it spans the region
        in which `Problem.indicator` measures the hypervolume.
    target_precision
        The final target is `best_value` plus this.
    vectorized
        Whether `function` and `constraint` take batches.
    suite, function_number, instance, group, id
        Where the problem belongs in a suite of one's own.

    Examples
    --------
    >>> import optimeter as om
    >>> problem = om.Problem.from_callable(
    ...     lambda x: float(x @ x), lower=[-5] * 3, upper=[5] * 3, name="mine", best_value=0
    ... )
    >>> problem([1, 2, 3])
    14.0
    >>> problem.evaluations
    1
    """
    if not name:
        name = str(getattr(function, "__name__", "problem")).strip("<>")
    return _problem_from_callable(
        {
            "function": function,
            "lower": lower,
            "upper": upper,
            "name": name,
            "objectives": objectives,
            "constraint": constraint,
            "constraints": constraints,
            "integer_variables": integer_variables,
            "initial_solution": initial_solution,
            "best_value": best_value,
            "best_parameter": best_parameter,
            "nadir": nadir,
            "target_precision": target_precision,
            "vectorized": vectorized,
            "suite": suite,
            "function_number": function_number,
            "instance": instance,
            "group": group,
            "id": id,
        }
    )
