"""How a problem shows itself, in a terminal and in a notebook."""

from collections.abc import Mapping

from optimeter._core import Problem
from optimeter._text import markup

__all__ = ["facts_html", "html", "text"]


def text(problem: Problem) -> str:
    """One line: the id and how far the evaluation has come."""
    parts = [f"{problem.id!r}"]
    if problem.number_of_objectives > 1:
        parts.append(f"objectives={problem.number_of_objectives}")
    if problem.number_of_constraints:
        parts.append(f"constraints={problem.number_of_constraints}")
    if problem.number_of_integer_variables:
        parts.append(f"integer_variables={problem.number_of_integer_variables}")
    if problem.maximize:
        parts.append("maximize")
    parts.append(f"evaluations={problem.evaluations}")
    if problem.evaluations and problem.number_of_objectives == 1:
        parts.append(f"best_value={problem.best_value:.6g}")
    return f"<Problem {', '.join(parts)}>"


def html(problem: Problem) -> str:
    """Show a problem as a small table for notebooks."""
    rows = {
        "suite": problem.suite or "–",
        "function": f"{problem.function} ({problem.group})" if problem.group else problem.function,
        "dimension": problem.dimension,
        "instance": problem.instance,
        "objectives": problem.number_of_objectives,
        "constraints": problem.number_of_constraints,
        "integer variables": problem.number_of_integer_variables,
        "better": "larger" if problem.maximize else "smaller",
        "evaluations": problem.evaluations,
        "best value": f"{problem.best_value:.6g}" if problem.evaluations else "–",
        "final target hit": "yes" if problem.final_target_hit else "no",
    }
    return facts_html(problem.id, rows)


def facts_html(caption: str, facts: Mapping[str, object]) -> str:
    """Show facts by name as a small table."""
    cells = "".join(
        f"<tr><th style='text-align:left'>{markup(key)}</th><td>{markup(value)}</td></tr>"
        for key, value in facts.items()
    )
    return f"<table><caption>{markup(caption)}</caption>{cells}</table>"
