"""The package as a whole: its public names, its import, its rooms."""

import importlib
import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import optimeter as om

ROOT = Path(__file__).parents[1]


def load_house():
    spec = importlib.util.spec_from_file_location("house", ROOT / "scripts" / "house.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["house"] = module
    spec.loader.exec_module(module)
    return module


house = load_house()


def test_every_public_name_exists() -> None:
    assert sorted(om.__all__) == dir(om)
    for name in om.__all__:
        assert getattr(om, name) is not None


@pytest.mark.system
def test_import_loads_nothing_heavy() -> None:
    code = (
        "import sys, optimeter; optimeter.Suite; optimeter.Problem; "
        "heavy = {'matplotlib', 'scipy', 'pandas', 'polars', 'plotly', 'typer', 'rich', 'jinja2', "
        "'cma', 'socket', 'asyncio', 'multiprocessing'} & set(sys.modules); print(*sorted(heavy))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def test_the_one_way_rule() -> None:
    """Rooms import from their left, never what is private to others; includes likewise."""
    assert house.House(ROOT).violations() == []


def test_every_package_has_its_place() -> None:
    places = {*house.ROOMS, *house.SIDE, "_core"}
    folders = {path.parent.name for path in (ROOT / "src/optimeter").glob("*/__init__.py*")}
    assert folders <= places
    engine = {name for name, _ in house.ENGINE}
    assert {path.name for path in (ROOT / "core/src").iterdir() if path.is_dir()} <= engine


def test_no_folder_of_the_engine_may_include_what_it_does_not() -> None:
    assert house.House(ROOT).permissions_without_use() == []


# What must be found, wherever it stands: file, content, and a part of the complaint.
BROKEN = {
    "to the right": ("data/a.py", "import optimeter.reports.plot", "reports is on the right of data"),
    "in a function": (
        "data/a.py", "def f():\n    from optimeter.measures import ert", "on the right of data",
    ),
    "for types": (
        "record/a.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from optimeter.data import Runs",
        "data is on the right of record",
    ),
    "through the package": ("data/a.py", "from optimeter import report", "reports is on the right"),
    "through an alias": (
        "problems/a.py", "def f():\n    import optimeter as om\n    om.load('x')", "data is on the right",
    ),
    "through a chain": (
        "data/a.py", "import optimeter\noptimeter.reports.page.write()", "reports is on the right",
    ),
    "by name": (
        "data/a.py", "from importlib import import_module\nimport_module('optimeter.reports')",
        "reports is on the right",
    ),
    "private module": ("reports/a.py", "from optimeter.data._columns import X", "private to data"),
    "private name": ("reports/a.py", "from optimeter.data.runs import _x", "private to data"),
    "private package": ("reports/a.py", "from optimeter.data import _columns", "private to data"),
    "private by a module": (
        "reports/a.py", "from optimeter.data import runs\nruns._x()", "private to data",
    ),
    "private of a class": (
        "reports/a.py", "from optimeter.data.runs import Runs as R\nR._x()", "private to data",
    ),
    "to the right within a room": (
        "reports/analysis/a.py",
        "from optimeter.reports.figures.kinds import FIGURES",
        "figures is on the right of analysis",
    ),
    "private by the side": ("cli/a.py", "from optimeter.data import _x", "private to data"),
    "to the side": ("data/a.py", "from optimeter.testing import x", "testing stands at the side"),
    "from below": ("_files.py", "from optimeter.data import Runs", "_files lies below all rooms"),
    "below to the side": ("exceptions.py", "import optimeter.cli", "cli stands at the side"),
    "native": ("_core/a.cpp", 'import_("optimeter.data.runs")', "_core lies below all rooms"),
    "Python in the engine": ("core/src/simd/a.cpp", "#include <Python.h>", "nothing of Python"),
    "binding in the engine": (
        "core/include/optimeter/a.hpp", "# include <nanobind/nanobind.h>", "nothing of Python",
    ),
    "simd": ("core/src/simd/a.cpp", '#include "bbob/x.hpp"', "simd may include no other folder"),
    "by the back door": ("core/src/simd/a.cpp", '#include "../bbob/x.hpp"', "named by its folder"),
    "private header": (
        "core/include/optimeter/a.hpp", '#include "suites/x.hpp"', "public headers only",
    ),
    "unknown folder": ("core/src/odd/a.cpp", "#include <vector>", "core/src/odd is not in the order"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_breaches_are_found(name: str, tmp_path: Path) -> None:
    file, text, complaint = BROKEN[name]
    package = tmp_path / "src/optimeter"
    path = tmp_path / file if file.startswith("core/") else package / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").write_text((ROOT / "src/optimeter/__init__.py").read_text())
    found = house.House(tmp_path).violations()
    assert found
    assert all(complaint in entry for entry in found), found


def test_what_is_allowed(tmp_path: Path) -> None:
    package = tmp_path / "src/optimeter"
    (package / "measures").mkdir(parents=True)
    (package / "__init__.py").write_text("_HOME = {'load': 'optimeter.data'}")
    (package / "measures/a.py").write_text(
        "import optimeter as om\nfrom optimeter import __version__, load\n"
        "from optimeter._core import _steps\nfrom optimeter._files import write\n"
        "from optimeter.measures import _table\nfrom optimeter.data import Runs\nom.load()\n"
    )
    assert house.House(tmp_path).violations() == []


def test_the_engine_writes_and_reads_numbers_without_streams() -> None:
    """Streams follow the locale and the C++ library of the process; one of them never ended a loop."""
    root = Path(__file__).parents[1]
    sources = [
        path
        for folder in ("core/src", "core/include", "src/optimeter/_core")
        for path in (root / folder).rglob("*.[ch]pp")
    ]
    assert sources
    banned = ("<sstream>", "<iostream>", "<fstream>", "<iomanip>", "<istream>", "<ostream>")
    assert [path.name for path in sources if any(name in path.read_text() for name in banned)] == []


@pytest.mark.system
def test_every_exception_to_the_lint_of_the_engine_says_why() -> None:
    """clang-tidy looks at the engine and its binding: elsewhere a NOLINT would mean nothing."""
    files = subprocess.run(
        ["git", "ls-files", "core", "src", "bindings"],
        capture_output=True, text=True, check=True, cwd=ROOT,
    ).stdout.split()  # fmt: skip
    mute = [
        f"{name}: {line.strip()}"
        for name in files
        if name.endswith((".cpp", ".hpp", ".h", ".c"))
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines()
        if re.search(r"NOLINT(?!END)", line)
        and (name.startswith("bindings") or not re.search(r"NOLINT\w*(\([\w,-]+\))?: \w", line))
    ]
    assert mute == []


def test_every_group_of_exceptions_in_clang_tidy_has_a_reason() -> None:
    lines = (ROOT / ".clang-tidy").read_text(encoding="utf-8").splitlines()
    checks = lines[lines.index("Checks:") + 1 :]
    reason = ""
    for line in checks:
        if line.strip().startswith("#"):
            reason = line
        elif line.strip().startswith("- -"):
            assert reason or "#" in line, line
        elif not line.startswith(" "):
            break


def test_names_have_one_spelling() -> None:
    """No two names of arguments, attributes and columns differ in their spelling alone."""
    rooms = [importlib.import_module(f"optimeter.{room}") for room in house.ROOMS]
    public = [getattr(room, name) for room in rooms for name in room.__all__]
    names: set[str] = set()
    for member in public:
        names.update(name for name in dir(member) if not name.startswith("_"))
        owned = [getattr(member, name, None) for name in dir(member) if name[0] != "_"]
        for one in (member, *owned):
            try:
                names.update(inspect.signature(one).parameters)
            except (TypeError, ValueError):
                continue
    assert {"maximize", "dimensions"} <= names
    spelled: dict[str, set[str]] = {}
    for name in names:
        plain = re.sub(r"i[sz](?=e|ed|es|ing|ation)", "iz", name).replace("our", "or")
        spelled.setdefault(plain, set()).add(name)
    assert [found for found in spelled.values() if len(found) > 1] == []
