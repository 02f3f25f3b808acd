"""`optimeter table`: print a table of measures."""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from optimeter._arguments import known_name, ranges
from optimeter._output import refuse_foreign_file, write_owned
from optimeter._show import told
from optimeter._text import printable_lines
from optimeter.cli._common import (
    Data,
    Dimensions,
    Force,
    Functions,
    Instances,
    Maximize,
    Optimum,
    OwnInstances,
)
from optimeter.cli._echo import echo, tell_errors
from optimeter.cli._measuring import (
    CostOption,
    FamilyOption,
    OneSuite,
    Pair,
    Relative,
    Returned,
    Tolerance,
    by_suite,
    family_of,
)
from optimeter.data.load import load
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures.of_data import DATA_RESULTS, DataResult, taking
from optimeter.problems.info import suite_word
from optimeter.reports.analysis.families import chosen_family
from optimeter.reports.export import FORMS

__all__ = ["command"]


Rows = list[dict[str, Any]]
MEASURES = {row.name: row for row in DATA_RESULTS}


def _rows(
    measure: DataResult[Any],
    runs: Runs,
    targets: str | None,
    choice: dict[str, Any],
    options: dict[str, Any],
) -> Rows:
    """Compute the rows of a result, of each suite apart: targets and references belong to suites.

    A suite that it cannot be computed of is told, unless that is all of them.
    """
    for name in options:
        if not measure.takes(name):
            known = " or ".join(row.name for row in taking(name))
            message = f"--{name} belongs to --measure {known}; got {measure.name}"
            raise InvalidValueError(message)
    parts = by_suite(runs, choice)
    rows: Rows = []
    refused: list[str] = []
    for part in parts:
        try:
            rows += measure.of(part, targets, **choice, **options).to_dicts()
        except DataError as error:
            if len(refused) + 1 == len(parts):
                raise
            refused.append(f"{suite_word(part.suites[0])} is left out: {error}")
    for line in refused:
        echo(line, err=True)
    if measure.shown:
        rows = [{name: row[name] for name in measure.shown} for row in rows]
    return told(rows)


def _part(runs: Runs, suite: str | None, instances: str | None) -> Runs:
    """Return the runs of a suite and of instances; refuse what leaves none."""
    chosen = runs if suite is None else runs.select(suites=suite)
    if instances is None:
        return chosen
    chosen = chosen.select(instances=instances)
    if not len(chosen):
        held = ranges(np.unique(runs.instance).tolist())
        message = f"no runs on instances {instances}; the data hold {held}"
        raise DataError(message)
    return chosen


def command(
    data: Data,
    *,
    measure: Annotated[
        str, typer.Option("--measure", "-m", help=f"What to compute: {', '.join(MEASURES)}.")
    ] = "ert",
    targets: Annotated[
        str | None,
        typer.Option(
            help="Targets such as 10,0.1,1e-8 (budgets per dimension for the measure 'values'), or "
            "budget: what the suite's reference just fails to reach within small budgets; those of "
            "the suite when not given or, without a known optimum, gaps between recorded values: "
            "linear, log or relative.",
        ),
    ] = None,
    suite: OneSuite = None,
    dimensions: Dimensions = None,
    functions: Functions = None,
    instances: Instances = None,
    budget: Annotated[
        float | None,
        typer.Option(
            help="For statistics: evaluations per dimension that count; else whole runs. For advice "
            "and cover: the budget; else powers of ten, and 1000. For positions: within which the best "
            "point is looked for.",
        ),
    ] = None,
    penalty: Annotated[
        float | None, typer.Option(help="For statistics: a failed run counts so many times (10).")
    ] = None,
    sample: Annotated[
        str | None,
        typer.Option(help="For statistics: all runs, failed ones with their budget, or successes."),
    ] = None,
    reference: Annotated[
        str | None,
        typer.Option(
            help="For comparison: what to divide by, as for the report; else the suite's."
        ),
    ] = None,
    tolerance: Tolerance = None,
    returned: Returned = False,
    relative: Relative = False,
    pair: Pair = None,
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
    family: FamilyOption = None,
    cost: CostOption = None,
    form: Annotated[
        str, typer.Option("--format", "-f", help=f"How to write it: {', '.join(FORMS)}.")
    ] = "text",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file instead of the screen.")
    ] = None,
    force: Force = False,
) -> None:
    """Print a table of results.

    One row per algorithm, problem and target; what was never reached is infinite.
    """
    write = FORMS[known_name(form, FORMS, "format")]
    if output is not None:
        refuse_foreign_file(output, force=force)
    choice = {"functions": functions, "dimensions": dimensions}
    options = {
        "budget": budget,
        "penalty": penalty,
        "sample": sample,
        "reference": reference,
        "tolerance": tolerance,
        "returned": returned or None,
        "relative": relative or None,
        "pair": pair,
        "cost": cost,
    }
    given = {name: value for name, value in options.items() if value is not None}
    wanted = None if targets == "suite" else targets
    runs = load(*data, maximize=maximize, optimum=optimum, own_instances=own_instances)
    tell_errors(runs)
    runs = chosen_family(_part(runs, suite, instances), family_of(family))
    rows = _rows(MEASURES[known_name(measure, MEASURES, "measure")], runs, wanted, choice, given)
    text = printable_lines(write(rows))
    if output is None:
        echo(text)
    else:
        write_owned(output, f"{text}\n", force=force)
        echo(f"{len(rows)} rows written to {output}")
