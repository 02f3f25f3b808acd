"""Parts of the documentation that are made from the package itself, so that they stay true."""

import os
import subprocess
import sys
from collections.abc import Iterator
from inspect import isclass
from pathlib import Path

import optimeter as om
from optimeter._arguments import ranges
from optimeter.problems import suite_info

FOLDER = "_generated"

ROOMS = {
    "problems": "Problems",
    "experiment": "Experiments",
    "record": "Recording",
    "data": "Data",
    "measures": "Measures",
    "reports": "Reports",
    "exceptions": "Exceptions",
}
CORE_ROOM = "problems"  # where the public names of the native module belong


def write(folder: Path) -> None:
    """Write all generated parts below the folder of the documentation."""
    target = folder / FOLDER
    target.mkdir(exist_ok=True)
    parts = {
        "suites.inc.md": suite_table(),
        "groups.inc.md": group_table(),
        "years.inc.md": year_table(),
        "commands.inc.md": "\n".join(commands()),
        "api.inc.md": "\n".join(interface()),
    }
    for name, text in parts.items():
        path = target / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def suite_table() -> str:
    """Return the table of all suites."""
    rows = [
        "| suite | what it is | functions | dimensions | instances | problems |",
        "| --- | --- | ---: | --- | --- | ---: |",
    ]
    for name in om.suites():
        suite = om.Suite(name)
        dimensions = ", ".join(map(str, suite.dimensions))
        rows.append(
            f"| `{name}` | {suite_info(name).title} | {len(suite.functions)} "
            f"| {dimensions} | {ranges(suite.instances)} | {len(suite)} |"
        )
    return "\n".join(rows) + "\n"


def group_table() -> str:
    """Return the groups of the suite bbob."""
    rows = ["| group | functions | what they are |", "| --- | --- | --- |"]
    rows += [
        f"| `{group.name}` | {ranges(group.functions)} | {group.title} |"
        for group in suite_info("bbob").groups
    ]
    return "\n".join(rows) + "\n"


def year_table() -> str:
    """Return the instances of the workshop years of the suite bbob."""
    definition = suite_info("bbob")
    rows = ["| year | instances |", "| --- | --- |"]
    by_instances: dict[str, list[int]] = {}
    for year in definition.years:
        by_instances.setdefault(ranges(definition.instances(year)), []).append(year)
    rows += [f"| {', '.join(map(str, ys))} | {text} |" for text, ys in by_instances.items()]
    return "\n".join(rows) + "\n"


def commands() -> Iterator[str]:
    """Yield the help of every command."""
    from optimeter.cli import COMMANDS  # noqa: PLC0415

    yield from ["```text", help_of(), "```", ""]
    for entry in COMMANDS:
        yield from [f"## optimeter {entry.name}", "", "```text", help_of(entry.name), "```", ""]


def help_of(*command: str) -> str:
    """Return what a command says about itself."""
    done = subprocess.run(
        [sys.executable, "-m", "optimeter", *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "88", "TERMINAL_WIDTH": "88", "NO_COLOR": "1"},
    )
    return done.stdout.strip()


def interface() -> Iterator[str]:
    """Yield the directives that document every public name, by room."""
    names = [name for name in om.__all__ if not name.startswith("_")]
    for room, title in ROOMS.items():
        members = [name for name in names if room_of(name) == room]
        yield from [f"## {title}", ""]
        for name in members:
            yield from ["```{eval-rst}", *directive(name), "```", ""]


def room_of(name: str) -> str:
    """Return the room in which a public name lives."""
    home = om._HOME[name].split(".")[1]
    return CORE_ROOM if home == "_core" else home


def directive(name: str) -> list[str]:
    """Return the directive that documents a public name."""
    value = getattr(om, name)
    if isclass(value):
        kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
        options = ["   :members:"]
        if name == "Problem":
            options.append("   :exclude-members: from_callable")
        return [f".. {kind}:: optimeter.{name}", *options]
    if callable(value):
        return [f".. autofunction:: optimeter.{name}"]
    return [f".. automodule:: {om._HOME[name]}.{name}", "   :members:"]
