"""`optimeter timing`: the time-complexity experiment."""

import json
from typing import Annotated

import typer

from optimeter.cli._common import Dimensions, Json
from optimeter.experiment import Timing
from optimeter.experiment import timing as measure

__all__ = ["command"]


def command(
    optimizer: Annotated[str, typer.Argument(help="As for `optimeter run`.")],
    *,
    dimensions: Dimensions = None,
    seconds: Annotated[float, typer.Option(help="Processor time in each dimension.")] = 30.0,
    suite: Annotated[str, typer.Option(help="Name of the suite.")] = "bbob",
    function: Annotated[int, typer.Option(help="Number of the function.")] = 8,
    instance: Annotated[int, typer.Option(help="Number of the instance.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of the optimizer's generator.")] = 1,
    as_json: Json = False,
) -> None:
    """Measure the processor time of one evaluation in each dimension.

    The optimizer runs with restarts on the Rosenbrock function. Its own time is shown apart from
    the function's, with processor, language, versions, compiler and its flags.
    """
    result = measure(
        optimizer,
        dimensions=dimensions,
        seconds=seconds,
        suite=suite,
        function=function,
        instance=instance,
        seed=seed,
    )
    if as_json:
        content = {
            "algorithm": result.algorithm,
            "problem": {"suite": suite, "function": function, "instance": instance},
            "rows": result.to_dicts(),
            "setup": dict(result.setup),
        }
        typer.echo(json.dumps(content, indent=2))
    else:
        typer.echo(_text(result, suite, function))


def _text(result: Timing, suite: str, function: int) -> str:
    header = f"{'dimension':>9}{'evaluations':>13}{'total':>12}{'optimizer':>12}{'function':>12}"
    lines = [
        f"{result.algorithm} on {suite} f{function}, seconds of processor time per evaluation",
        header,
    ]
    lines += [
        f"{row.dimension:>9}{row.evaluations:>13,}{row.per_evaluation:>12.2e}"
        f"{row.optimizer:>12.2e}{row.function:>12.2e}"
        for row in result.rows
    ]
    lines += [f"{name}: {value}" for name, value in result.setup.items()]
    return "\n".join(lines)
