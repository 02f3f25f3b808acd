"""`optimeter table`: print a table of measures."""

import math
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

import optimeter.measures as om
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
    family_of,
)
from optimeter.data.costs import Cost
from optimeter.data.load import load
from optimeter.data.positions import positions_of
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidValueError
from optimeter.measures.choosing import choose_reference, reference_for
from optimeter.measures.profiles import TOLERANCE
from optimeter.measures.scale import on_scale
from optimeter.measures.scope import BUDGET
from optimeter.problems.info import suite_word
from optimeter.reports.analysis.families import chosen_family
from optimeter.reports.export import FORMS

__all__ = ["command"]


Rows = list[dict[str, Any]]
SUCCESS_COLUMNS = ("successes", "runs", "success_rate", "success_low", "success_high")
KEYS = ("algorithm", "suite", "function", "dimension", "instance", "target")


def _rows(
    measure: str,
    runs: Runs,
    targets: str | None,
    choice: dict[str, Any],
    options: dict[str, Any],
) -> Rows:
    """Compute the rows of a measure, of each suite apart: targets and references belong to suites.

    A suite that the measure cannot be computed of is told, unless that is all of them.
    """
    known_name(measure, MEASURES, "measure")
    for name in options:
        if measure not in (known := owners(name)):
            message = f"--{name} belongs to --measure {' or '.join(known)}; got {measure}"
            raise InvalidValueError(message)
    left = runs.select(**choice).suites if len(runs.suites) > 1 else ()
    parts = [runs.select(suites=suite) for suite in left or runs.suites] or [runs]
    rows: Rows = []
    refused: list[str] = []
    for part in parts:
        try:
            rows += _suite_rows(measure, part, targets, choice, dict(options))
        except DataError as error:
            if len(refused) + 1 == len(parts):
                raise
            refused.append(f"{suite_word(part.suites[0])} is left out: {error}")
    for line in refused:
        echo(line, err=True)
    return told(rows)


def _suite_rows(
    measure: str,
    runs: Runs,
    targets: str | None,
    choice: dict[str, Any],
    options: dict[str, Any],
) -> Rows:
    """Compute the rows of a measure of the runs of one suite."""
    if measure in COSTED and "cost" in options:
        runs = runs.costing(options.pop("cost"))
    if measure in PROFILES and targets is None:
        options.setdefault("tolerance", TOLERANCE)
    elif measure not in AS_RECORDED:
        chosen = runs.select(**choice)  # as for a report: nothing else has a say in the scale
        runs, targets = on_scale(chosen if len(chosen) else runs, targets)
    used = _budget_based(runs) if targets == BUDGET else targets
    rows: Rows = MEASURES[measure](runs, used, **choice, **options).to_dicts()
    if measure == "success":
        kept = (*KEYS, *SUCCESS_COLUMNS)
        rows = [{name: row[name] for name in kept} for row in rows]
    return rows


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


def _budget_based(runs: Runs) -> om.Targets:
    """Return the targets that the reference of the suite just fails to reach within small budgets."""
    reference = reference_for(runs, choose_reference("suite", runs))
    if reference is None:
        message = (
            "budget-based targets are those of the reference of a suite; "
            f"{suite_word(runs.suites[0])} has none"
        )
        raise DataError(message)
    return om.run_length_targets(reference, om.ECDF_BUDGETS, different=False)


def _ert(runs: Runs, targets: str | None, *, cost: Cost | None = None, **choice: Any) -> om.Ert:
    """Compute ERT to the targets of the suite's tables."""
    usual = om.suite_targets(om.settings_of(runs), "table")
    return om.ert(runs, targets or usual, cost=cost, **choice)


def _comparison(
    runs: Runs, targets: str | None, *, reference: str = "suite", **choice: Any
) -> om.ErtTable:
    """Compare with the reference of the suite."""
    divisor = reference_for(runs, choose_reference(reference, runs))
    return om.ert_table(runs, targets, reference=divisor, **choice)


def _log_ratio(
    runs: Runs,
    targets: str | None,
    *,
    pair: tuple[str, str] | None = None,
    tolerance: float = TOLERANCE,
    returned: bool = False,
    **choice: Any,
) -> om.LogRatios:
    """Compare two algorithms: those given, or the only two in the data."""
    if targets is not None:
        message = f"log-ratio takes a --tolerance, no targets; got {targets!r}"
        raise InvalidValueError(message)
    if pair is None and len(runs.algorithms) != 2:
        message = f"log-ratio compares two algorithms, --pair A B; the data hold {runs.algorithms}"
        raise InvalidValueError(message)
    one, other = pair or runs.algorithms
    return om.log_ratios(runs, one, other, tolerance=tolerance, returned=returned, **choice)


def _deep_ranking(runs: Runs, targets: str | None, **choice: Any) -> om.DeepRanking:
    """Rank by samples of runs, as the report does: an instance of its own has too few for a test."""
    return om.deep_ranking(runs.pooled(), targets, **choice)


def _advice(
    runs: Runs, targets: str | None, *, budget: float | None = None, **choice: Any
) -> om.Advice:
    """Order the algorithms at one budget, or at powers of ten."""
    budgets = None if budget is None else [budget]
    return om.advice(runs, targets, budgets=budgets, by=("all", "group"), **choice)


def _cover(runs: Runs, targets: str | None, *, budget: float = 1000.0, **choice: Any) -> om.Cover:
    """Find the algorithms that solve most together."""
    return om.cover(runs, targets, budget=budget, **choice)


def _positions(
    runs: Runs,
    targets: str | None,
    *,
    functions: Any,
    dimensions: Any,
    budget: float = math.inf,
    relative: bool = False,
) -> om.PositionsAt:
    """Read where the runs were: at the best point within a budget, or when a target was reached."""
    chosen = runs.select(functions=functions, dimensions=dimensions)
    if not len(chosen):
        message = f"no runs for functions {functions!r} and dimensions {dimensions!r}"
        raise DataError(message)
    return om.positions_at(positions_of(chosen), targets, budgets=budget, relative=relative)


MEASURES: dict[str, Callable[..., Any]] = {
    "ert": _ert,
    "interval": om.ert_interval,
    "success": _ert,
    "statistics": om.runtime_statistics,
    "restarts": om.restart_percentiles,
    "runtimes": om.runtimes,
    "values": om.value_statistics,
    "ecdf": om.ecdf,
    "comparison": _comparison,
    "tests": om.pairwise_tests,
    "verdicts": om.verdicts,
    "regimes": om.regimes,
    "speed": om.speed_factors,
    "scaling": om.scaling,
    "ratings": om.ratings,
    "deep-ranking": _deep_ranking,
    "complementarity": om.complementarity,
    "clusters": om.clusters,
    "advice": _advice,
    "cover": _cover,
    "performance-profile": om.performance_profile,
    "data-profile": om.data_profile,
    "log-ratio": _log_ratio,
    "positions": _positions,
}
AS_RECORDED = ("values", "positions")
"""Measures of values as they are, whatever the scale of targets."""

PROFILES = ("performance-profile", "data-profile", "log-ratio")
"""Measures that judge by a tolerance where no targets are given."""

COSTED = (
    *("tests", "speed", "ratings", "deep-ranking", "complementarity", "clusters"),
    *("performance-profile", "log-ratio", "advice", "cover"),
)
"""Measures that are told in no unit, or in that of their budgets: runs may count something else."""


def owners(option: str) -> list[str]:
    """Return the measures that take an option."""
    taking = [name for name, made in MEASURES.items() if option in signature(made).parameters]
    return [*taking, *COSTED] if option == "cost" else taking


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
    rows = _rows(measure, runs, wanted, choice, given)
    text = printable_lines(write(rows))
    if output is None:
        echo(text)
    else:
        write_owned(output, f"{text}\n", force=force)
        echo(f"{len(rows)} rows written to {output}")
