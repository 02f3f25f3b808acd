"""`optimeter examples`: list the example programs, or write one."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from optimeter._arguments import unknown_name
from optimeter.cli._common import Json
from optimeter.cli._echo import console
from optimeter.exceptions import DataError

__all__ = ["command"]

_PACKAGE = Path(__file__).parents[1]
# In a wheel they are part of the package, in a checkout they lie at its top.
_FOLDERS = (_PACKAGE / "examples", _PACKAGE.parents[1] / "examples")
_SUMMARY = re.compile(r'^\s*(?:"""|#(?!!)|//!?|/\*+|%|\*)\s*(\w.*?)(?:"""|\*/)?\s*$', re.MULTILINE)
_LANGUAGES = {".py": "Python", ".c": "C", ".cpp": "C++", ".java": "Java", ".m": "Octave",
              ".rs": "Rust", ".sh": "shell", ".yml": "GitHub", ".jl": "Julia", ".R": "R"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Example:
    name: str
    language: str
    summary: str
    text: str


def command(
    name: Annotated[str | None, typer.Argument(help="Print this example.")] = None,
    as_json: Json = False,
) -> None:
    """List the example programs, or print one: ``optimeter examples slurm > job.sh``."""
    examples = {one.name: one for one in _examples()}
    if name is not None:
        typer.echo(_chosen(name, examples).text, nl=False)
    elif as_json:
        listed = [
            {"name": one.name, "language": one.language, "summary": one.summary}
            for one in examples.values()
        ]
        typer.echo(json.dumps({"examples": listed}, indent=2))
    else:
        from rich.table import Table  # noqa: PLC0415 - heavy

        table = Table(box=None, header_style="bold", pad_edge=False)
        for head in ("example", "language", "what it shows"):
            table.add_column(head, overflow="fold")
        for one in examples.values():
            table.add_row(one.name, one.language, one.summary)
        console().print(table)


def _chosen(name: str, examples: dict[str, _Example]) -> _Example:
    """Return an example by its name or by a part of it that fits no other."""
    fitting = [name] if name in examples else [one for one in examples if name.lower() in one]
    if len(fitting) == 1:
        return examples[fitting[0]]
    raise unknown_name(name, fitting or examples, "example")


def _examples() -> Iterator[_Example]:
    folder = next((one for one in _FOLDERS if one.is_dir()), None)
    if folder is None:
        message = f"the examples are not installed: there is no folder {_FOLDERS[0]}"
        raise DataError(message)
    for path in sorted(folder.rglob("*")):
        if path.suffix in _LANGUAGES:
            text = path.read_text(encoding="utf-8")
            found = _SUMMARY.search(text)
            yield _Example(
                path.relative_to(folder).with_suffix("").as_posix(),
                _LANGUAGES[path.suffix],
                "" if found is None else found[1].rstrip("."),
                text,
            )
