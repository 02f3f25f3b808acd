"""`optimeter table`: print a table of measures."""

import csv
import io
import json
import math
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, get_args

import typer

import optimeter.measures as om
from optimeter._show import cell, text_table
from optimeter._text import no_formula, printable_lines
from optimeter.cli._echo import echo
from optimeter.cli._quality import Maximize, Optimum, OwnInstances
from optimeter.data.load import load
from optimeter.data.runs import Runs
from optimeter.exceptions import FileError, InvalidValueError
from optimeter.reports.analysis.references import choose_reference, reference_for

__all__ = ["command"]


class Measure(StrEnum):
    """Measures that make a table."""

    ert = "ert"
    interval = "interval"
    success = "success"
    statistics = "statistics"
    restarts = "restarts"
    runtimes = "runtimes"
    values = "values"
    ecdf = "ecdf"
    comparison = "comparison"
    tests = "tests"
    speed = "speed"
    scaling = "scaling"
    ratings = "ratings"
    complementarity = "complementarity"


class Format(StrEnum):
    """Formats of the output."""

    text = "text"
    csv = "csv"
    json = "json"
    latex = "latex"


Rows = list[dict[str, Any]]
SUCCESS_COLUMNS = ("successes", "runs", "success_rate", "success_low", "success_high")
KEYS = ("algorithm", "suite", "function", "dimension", "target")


def _rows(
    measure: Measure,
    runs: Runs,
    targets: str | None,
    choice: dict[str, Any],
    options: dict[str, Any],
) -> Rows:
    """Compute the rows of a measure."""
    for name in options:
        owner = Measure.comparison if name == "reference" else Measure.statistics
        if measure is not owner:
            message = f"--{name} belongs to --measure {owner.value}; got {measure.value}"
            raise InvalidValueError(message)
    if measure is not Measure.values:
        runs, targets = _on_scale(runs, targets)
    makers: dict[Measure, Callable[[], Any]] = {
        Measure.ert: lambda: om.ert(runs, targets or _table_targets(runs), **choice),
        Measure.interval: lambda: om.ert_interval(runs, targets, **choice),
        Measure.success: lambda: om.ert(runs, targets or _table_targets(runs), **choice),
        Measure.statistics: lambda: om.runtime_statistics(runs, targets, **choice, **options),
        Measure.restarts: lambda: om.restart_percentiles(runs, targets, **choice),
        Measure.runtimes: lambda: om.runtimes(runs, targets, **choice),
        Measure.values: lambda: om.value_statistics(runs, targets, **choice),
        Measure.ecdf: lambda: om.ecdf(runs, targets, **choice),
        Measure.comparison: lambda: om.ert_table(
            runs, targets, reference=_reference(runs, **options), **choice
        ),
        Measure.tests: lambda: om.pairwise_tests(runs, targets, **choice),
        Measure.speed: lambda: om.speed_factors(runs, targets, **choice),
        Measure.scaling: lambda: om.scaling(runs, targets, **choice),
        Measure.ratings: lambda: om.ratings(runs, targets, **choice),
        Measure.complementarity: lambda: om.complementarity(runs, targets, **choice),
    }
    rows: Rows = makers[measure]().to_dicts()
    if measure is Measure.success:
        kept = (*KEYS, *SUCCESS_COLUMNS)
        rows = [{name: row[name] for name in kept} for row in rows]
    return rows


def _table_targets(runs: Runs) -> Any:
    """Return the targets of the suite's tables, where the data are of one suite."""
    return om.suite_targets(om.settings_of(runs), "table") if len(runs.suites) == 1 else None


def _on_scale(runs: Runs, targets: str | None) -> tuple[Runs, str | None]:
    """Return data of one suite without a known optimum as gaps, unless targets are given."""
    named = targets in get_args(om.GapScale)
    if (targets is not None and not named) or len(runs.suites) != 1:
        return runs, targets
    if not named and not om.settings_of(runs).gaps:
        return runs, targets
    return om.gaps(runs, targets), None  # type: ignore[arg-type]  # one of the names


def _reference(runs: Runs, reference: str = "suite") -> om.Reference | None:
    """Return the reference of the data, where they are of one suite."""
    chosen = choose_reference(reference, runs)
    return reference_for(runs, chosen) if len(runs.suites) == 1 else None


def command(
    data: Annotated[list[str], typer.Argument(help="Folders, archives, files or archive:NAME.")],
    *,
    measure: Annotated[
        Measure, typer.Option("--measure", "-m", help="What to compute.")
    ] = Measure.ert,
    targets: Annotated[
        str | None,
        typer.Option(
            help="Targets such as 10,0.1,1e-8 (budgets per dimension for the measure 'values'); "
            "those of the suite when not given or, without a known optimum, gaps between recorded "
            "values: linear, log or relative.",
            show_default=False,
        ),
    ] = None,
    dimensions: Annotated[
        str | None, typer.Option(help="Such as 2,5 or 2-40.", show_default=False)
    ] = None,
    functions: Annotated[
        str | None,
        typer.Option(help="Such as 1-5,8 or a group like separable.", show_default=False),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(
            help="For statistics: evaluations per dimension that count; else whole runs.",
            show_default=False,
        ),
    ] = None,
    penalty: Annotated[
        float | None,
        typer.Option(
            help="For statistics: a failed run counts so many times (10).", show_default=False
        ),
    ] = None,
    sample: Annotated[
        str | None,
        typer.Option(
            help="For statistics: all runs, failed ones with their budget, or successes.",
            show_default=False,
        ),
    ] = None,
    reference: Annotated[
        str | None,
        typer.Option(
            help="For comparison: what to divide by, as for the report; else the suite's.",
            show_default=False,
        ),
    ] = None,
    maximize: Maximize = None,
    optimum: Optimum = None,
    own_instances: OwnInstances = None,
    form: Annotated[Format, typer.Option("--format", "-f", help="How to write it.")] = Format.text,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A file instead of the screen.", show_default=False),
    ] = None,
) -> None:
    """Print a table of results.

    One row per algorithm, problem and target; what was never reached is infinite.
    """
    choice = {
        "functions": functions,
        "dimensions": dimensions,
    }
    options = {"budget": budget, "penalty": penalty, "sample": sample, "reference": reference}
    given = {name: value for name, value in options.items() if value is not None}
    wanted = None if targets == "suite" else targets
    runs = load(*data, maximize=maximize, optimum=optimum, own_instances=own_instances)
    rows = _rows(measure, runs, wanted, choice, given)
    text = printable_lines(WRITERS[form](rows))
    if output is None:
        echo(text)
    else:
        try:
            output.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            message = f"cannot write {str(output)!r}: {error.strerror or error}"
            raise FileError(message) from error
        echo(f"{len(rows)} rows written to {output}")


def as_csv(rows: Rows) -> str:
    """Write comma-separated values with all digits."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: no_formula(value) for name, value in row.items()} for row in rows)
    return buffer.getvalue().rstrip("\n")


def as_json(rows: Rows) -> str:
    """Write one JSON document; infinite numbers, which JSON lacks, are the string "inf"."""
    plain = [
        {
            name: str(value) if isinstance(value, float) and not math.isfinite(value) else value
            for name, value in row.items()
        }
        for row in rows
    ]
    return json.dumps(plain, indent=1, ensure_ascii=False)


SPECIAL = {"&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "$": r"\$", "∞": r"$\infty$"}


def _latex(value: Any) -> str:
    text = cell(value)
    return "".join(SPECIAL.get(character, character) for character in text)


def as_latex(rows: Rows) -> str:
    """Write a `booktabs` table."""
    names = list(rows[0]) if rows else []
    columns = "".join("l" if rows and isinstance(rows[0][name], str) else "r" for name in names)
    body = [" & ".join(_latex(row[name]) for name in names) + r" \\" for row in rows]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            " & ".join(_latex(name) for name in names) + r" \\",
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


WRITERS: dict[Format, Callable[[Rows], str]] = {
    Format.text: text_table,
    Format.csv: as_csv,
    Format.json: as_json,
    Format.latex: as_latex,
}
