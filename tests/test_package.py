"""The package as a whole: its public names, its import, its rooms."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import optimeter as om

SOURCE = Path(om.__file__).parent
ROOMS = ["problems", "record", "experiment", "data", "measures", "reports", "cli"]


def test_every_public_name_exists() -> None:
    assert sorted(om.__all__) == dir(om)
    for name in om.__all__:
        assert getattr(om, name) is not None


def test_import_loads_nothing_heavy() -> None:
    code = (
        "import sys, optimeter; optimeter.Suite; optimeter.Problem; "
        "heavy = {'matplotlib', 'scipy', 'pandas', 'polars', 'plotly', 'typer', 'rich', 'jinja2', "
        "'cma', 'socket', 'asyncio', 'multiprocessing'} & set(sys.modules); print(*sorted(heavy))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def imported(path: Path) -> Iterator[str]:
    """Yield the modules of Optimeter that a file imports, also through `optimeter` itself."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("optimeter."))
        elif isinstance(node, ast.ImportFrom) and node.module == "optimeter":
            yield from (om._HOME.get(one.name, f"optimeter.{one.name}") for one in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("optimeter."):
            yield from (f"{node.module}.{one.name}" for one in node.names)


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_import_only_from_their_left(room: str) -> None:
    forbidden = set(ROOMS[ROOMS.index(room) + 1 :])
    for path in (SOURCE / room).rglob("*.py"):
        for name in imported(path):
            assert name.split(".")[1] not in forbidden, (path, name)


def test_what_lies_below_imports_from_no_room() -> None:
    below = [SOURCE / "exceptions.py", *SOURCE.glob("_[a-z]*.py")]
    assert {path.stem for path in below} >= {"exceptions", "_arguments", "_files"}
    for path in below:
        for name in imported(path):
            assert name.split(".")[1] not in ROOMS, (path, name)
