"""`optimeter check`: say what is in recorded data, what is missing or broken."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from optimeter._arguments import ranges
from optimeter._text import printable
from optimeter.cli._common import Data, Json
from optimeter.cli._echo import console
from optimeter.data.findings import SEVERITIES, Finding
from optimeter.data.listed import compare_folders
from optimeter.data.load import load
from optimeter.data.overview import DataSetOverview, overview
from optimeter.data.quality import Quality
from optimeter.data.rules import LISTED, rule
from optimeter.data.unpack import MEMBER
from optimeter.exceptions import OptimeterError
from optimeter.experiment.folder import experiments_in
from optimeter.experiment.status import ExperimentStatus, experiment_status

__all__ = ["Checked", "check", "command"]

FINE, FINDINGS, UNREADABLE = 0, 1, 2  # exit codes
BAD_SEVERITIES = ("incomplete", "error")


@dataclass(slots=True)
class Checked:
    """What was found in all sources; each section of the output shows one part of it."""

    data_sets: list[tuple[str, DataSetOverview]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unreadable: list[tuple[str, str]] = field(default_factory=list)
    experiments: list[ExperimentStatus] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """What the command tells its caller."""
        if self.unreadable:
            return UNREADABLE
        bad = any(entry.severity in BAD_SEVERITIES for entry in self.findings)
        gaps = not all(entry.complete for _, entry in self.data_sets)
        open_ = any(entry.missing or entry.unknown or entry.failed for entry in self.experiments)
        return FINDINGS if bad or gaps or open_ else FINE


def check(sources: list[str]) -> Checked:
    """Look at every source; one that cannot be read does not keep the others from being seen."""
    result = Checked()
    for source in sources:
        found: list[ExperimentStatus] = []
        for place in experiments_in(Path(source)):
            try:
                found.append(experiment_status(place.path))
            except OptimeterError as error:
                result.unreadable.append((str(place.path), str(error)))
        result.experiments += found
        try:
            runs = load(source)
        except OptimeterError as error:
            # Before an experiment is finished, its runs are kept apart; all of them may have failed.
            made = (
                one.evaluations - one.failed_evaluations
                for status in found
                for one in (*status.done, *status.failed)
            )
            if all(status.finished for status in found) and (not found or any(made)):
                result.unreadable.append((source, str(error)))
        else:
            entries = overview(runs)
            if found:
                lacking: Counter[str] = Counter()
                for status in found:
                    lacking[status.algorithm] += (
                        len(status.failed) + len(status.missing) + status.unknown
                    )
                entries = [_as_planned(entry, lacking[entry.algorithm]) for entry in entries]
            result.data_sets += [(source, entry) for entry in entries]
            result.findings += _with_all_compared(source, runs.findings)
    return result


def _with_all_compared(source: str, findings: Sequence[Finding]) -> list[Finding]:
    """Compare the files that loading had no need to read, too, with what experiments listed."""
    root = Path(source)
    if not root.is_dir():
        return list(findings)
    others = [one for one in findings if one.rule != LISTED or MEMBER in one.file]
    return [*others, *compare_folders(root)]


def _as_planned(entry: DataSetOverview, lacking: int) -> DataSetOverview:
    """Count runs that failed or are to come as unfinished: the plan knows which are missing."""
    return replace(entry, unfinished=max(entry.unfinished, lacking), missing=(), short=())


def command(
    data: Data,
    as_json: Json = False,
    every: Annotated[bool, typer.Option("--all", help="Print every single finding.")] = False,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="DATA are names of rules, such as R6: say what they mean."),
    ] = False,
) -> None:
    """Say what is in the data, what is missing or broken.

    Ends with code 0 if all is fine, 1 if data are incomplete or lost, 2 if a source is unreadable.
    """
    if explain:
        for name in data:
            entry = rule(name)
            typer.echo(f"{entry.name}: {entry.title}. {entry.text}")
        return
    result = check(data)
    if as_json:
        typer.echo(json.dumps(_document(result), indent=2))
    else:
        screen = console()
        if result.data_sets:
            screen.print(_table(result))
        for section in (
            _experiments(result, every=every),
            _judged(result),
            _gaps(result),
            _findings(result, every=every),
            _unreadable(result),
        ):
            for line in section:
                screen.print(printable(line), soft_wrap=True)
        screen.print(_summary(result), soft_wrap=True)
    if result.exit_code:
        raise typer.Exit(result.exit_code)


def _document(result: Checked) -> dict[str, Any]:
    return {
        "data_sets": [
            {"source": source, "complete": entry.complete, **asdict(entry)}
            for source, entry in result.data_sets
        ],
        "findings": [asdict(entry) for entry in result.findings],
        "unreadable": [{"source": s, "reason": reason} for s, reason in result.unreadable],
        "experiments": [
            {
                "folder": str(status.folder),
                "algorithm": status.algorithm,
                "finished": status.finished,
                "done": len(status.done),
                "failed": [{**one.to_dict(), "status": str(one.status)} for one in status.failed],
                "missing": [
                    {"run": run.index, "problem": run.problem, "trial": run.trial}
                    for run in status.missing
                ],
                "unknown": status.unknown,
                "holder": status.holder,
            }
            for status in result.experiments
        ],
    }


def _table(result: Checked) -> Any:
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=box.SIMPLE)
    for title in ("algorithm", "suite", "functions", "dimensions", "instances", "runs", "per problem",
                  "complete", "evaluations / D"):  # fmt: skip
        table.add_column(title, overflow="fold")
    for _, entry in result.data_sets:
        least, most = entry.budget
        table.add_row(
            printable(entry.algorithm),
            printable(entry.suite),
            str(len(entry.functions)),
            " ".join(map(str, entry.dimensions)),
            _ranges(entry.instances),
            str(entry.runs),
            _span(*map(str, entry.runs_per_problem)),
            "yes" if entry.complete else "no",
            _span(f"{least:.4g}", f"{most:.4g}"),
        )
    return table


def _span(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _ranges(numbers: Sequence[int]) -> str:
    """Write numbers as selections are given, such as ``1-5,8``; of many parts the first."""
    shown = ranges(numbers).split(",")
    return ",".join(shown if len(shown) <= 6 else [*shown[:5], "…"])


def _experiments(result: Checked, *, every: bool) -> Iterator[str]:
    for status in result.experiments:
        counts = (
            f"{len(status.done)} done, {len(status.failed)} failed, "
            f"{len(status.missing) + status.unknown} missing"
        )
        working = f"; {status.holder}" if status.holder else ""
        yield f"{status.folder}: experiment of {status.algorithm}, {status.runs} runs: {counts}{working}"
        names = [
            f"failed: {run.problem}, trial {run.trial}: {run.message}" for run in status.failed
        ]
        names += [f"missing: {run.problem}, trial {run.trial}" for run in status.missing]
        if status.unknown:
            names.append(f"missing: {status.unknown} runs of shards that were not merged")
        limit = len(names) if every else 5
        yield from (f"  {name}" for name in names[:limit])
        if len(names) > limit:
            yield f"  and {len(names) - limit} more; --all lists them"
        if status.failed:
            yield "  the same call with --retry-failed (retry_failed=True) repeats the failed runs"


def _judged(result: Checked) -> Iterator[str]:
    """Say how values are judged, where that is not by the distance to a known optimum."""
    for _, entry in result.data_sets:
        if entry.quality != str(Quality()):
            yield f"{entry.algorithm}, {entry.suite}: {entry.quality}"


def _gaps(result: Checked) -> Iterator[str]:
    for _, entry in result.data_sets:
        name = f"{entry.algorithm}, {entry.suite}"
        for what, pairs in (("no run", entry.missing), ("fewer runs", entry.short)):
            if pairs:
                shown = ", ".join(f"f{f} in {d}-D" for f, d in pairs[:5])
                more = f" and {len(pairs) - 5} more" if len(pairs) > 5 else ""
                yield f"{name}: {what}: {shown}{more}"
        if entry.unfinished:
            yield f"{name}: {entry.unfinished} unfinished runs"
        if entry.absent_dimensions:
            yield f"{name}: not run in dimensions {', '.join(map(str, entry.absent_dimensions))}"


def _findings(result: Checked, *, every: bool) -> Iterator[str]:
    """Yield the findings, worst first; unless all are wanted, one line for each archive and rule."""
    order = sorted(result.findings, key=lambda entry: -SEVERITIES.index(entry.severity))
    if every:
        yield from map(str, order)
        return
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    for entry in order:
        archive, inside, _ = entry.file.partition(MEMBER)
        groups.setdefault((entry.severity, entry.rule, archive * bool(inside)), []).append(entry)
    for members in groups.values():
        more = f" (and {len(members) - 1} more such findings)" if len(members) > 1 else ""
        yield f"{members[0]}{more}"
    if order:
        yield f"what a rule means: optimeter check --explain {order[0].rule}"


def _unreadable(result: Checked) -> Iterator[str]:
    for source, reason in result.unreadable:
        yield f"unreadable: {source}: {reason}"


def _summary(result: Checked) -> str:
    counts = [(name, sum(e.severity == name for e in result.findings)) for name in SEVERITIES]
    found = ", ".join(f"{count} {name}" for name, count in counts if count)
    count = len(result.data_sets)
    return f"{count} data set{'' if count == 1 else 's'}; findings: {found or 'none'}"
