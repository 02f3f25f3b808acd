"""`optimeter suites`: list suites, functions, groups, instances."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from optimeter._arguments import ranges
from optimeter.cli._common import Json
from optimeter.cli._echo import console
from optimeter.problems import Suite, suite_info, suites

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["command"]


def command(
    name: Annotated[str | None, typer.Argument(help="Show this suite in detail.")] = None,
    as_json: Json = False,
) -> None:
    """List the suites; of one suite its functions with groups, dimensions, instances.

    Dimensions and instances are the published ones; `om.Suite` accepts others as well.
    """
    if name is None:
        listed = [_summary(each) for each in suites()]
        if as_json:
            typer.echo(json.dumps({"suites": listed}, indent=2))
        else:
            console().print(_overview(listed))
    else:
        details = _details(name)
        if as_json:
            typer.echo(json.dumps(details, indent=2))
        else:
            _print_details(console(), details)


def _summary(name: str) -> dict[str, Any]:
    suite, definition = Suite(name), suite_info(name)
    return {
        "name": name,
        "title": definition.title,
        "functions": len(suite.functions),
        "dimensions": list(suite.dimensions),
        "instances": list(suite.instances),
        "problems": len(suite),
    }


def _details(name: str) -> dict[str, Any]:
    definition = suite_info(name)
    return {
        **_summary(name),
        "functions": [
            {"number": f.number, "name": f.name, "group": f.group} for f in definition.functions
        ],
        "groups": [
            {"name": group.name, "title": group.title, "functions": list(group.functions)}
            for group in definition.groups
        ],
        "years": {str(year): list(definition.instances(year)) for year in definition.years},
    }


def _overview(listed: list[dict[str, Any]]) -> "Table":
    table = _table("suite", "functions", "dimensions", "instances", "problems", "what it is")
    for suite in listed:
        table.add_row(
            suite["name"],
            str(suite["functions"]),
            ",".join(map(str, suite["dimensions"])),
            ranges(suite["instances"]),
            str(suite["problems"]),
            suite["title"],
        )
    return table


def _print_details(console: "Console", suite: dict[str, Any]) -> None:
    console.print(f"{suite['name']}: {suite['title']}", soft_wrap=True)
    console.print(f"dimensions  {','.join(map(str, suite['dimensions']))}", soft_wrap=True)
    console.print(f"instances   {ranges(suite['instances'])}", soft_wrap=True)
    console.print(f"problems    {suite['problems']}", soft_wrap=True)
    console.print()
    functions = _table("f", "function", "group")
    for function in suite["functions"]:
        functions.add_row(str(function["number"]), function["name"], function["group"])
    console.print(functions)
    console.print()
    groups = _table("group", "functions", "what they are")
    for group in suite["groups"]:
        groups.add_row(group["name"], ranges(group["functions"]), group["title"])
    console.print(groups)
    if suite["years"]:
        console.print()
        years = _table("year", "instances")
        for year, instances in suite["years"].items():
            years.add_row(year, ranges(instances))
        console.print(years)


NUMERIC = ("f", "problems", "year")
PROSE = ("what it is", "what they are")


def _table(*headers: str) -> "Table":
    """Make an empty table; where the terminal is narrow, prose is wrapped and nothing is cut."""
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for header in headers:
        table.add_column(
            header,
            justify="right" if header in NUMERIC else "left",
            no_wrap=header not in PROSE,
        )
    return table
