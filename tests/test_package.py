"""The package as a whole: its public names, its import, its rooms."""

import ast
import subprocess
import sys
from pathlib import Path

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


def test_rooms_import_only_from_their_left() -> None:
    for position, room in enumerate(ROOMS):
        forbidden = {f"optimeter.{other}" for other in ROOMS[position + 1 :]}
        for path in (SOURCE / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                names = []
                if isinstance(node, ast.ImportFrom) and node.module:
                    names = [node.module]
                elif isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                for name in names:
                    assert ".".join(name.split(".")[:2]) not in forbidden, (path, name)
