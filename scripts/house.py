"""The house as its code tells it: rooms, their imports, the engine's folders, and the one-way rule.

Read by `architecture.py`, which draws it, and by the tests, which hold the code to it.
"""

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

__all__ = ["ENGINE", "PARTS", "ROOMS", "SIDE", "House", "Import"]

ROOMS = ("problems", "record", "experiment", "data", "measures", "reports")
"""From left to right: a room imports from its left and from what lies below all rooms."""

PARTS = {"reports": ("analysis", "figures", "paper", "page")}
"""The packages within a room, in the same order: each imports those on its left."""

SIDE = ("cli", "coco", "ioh", "testing")
"""At the side: these use the rooms; no room knows them."""

ENGINE = (
    ("platform", ()),
    ("account", ("platform",)),
    ("simd", ()),
    ("device", ()),
    ("mathematics", ("simd",)),
    ("bbob", ("simd", "device", "mathematics")),
    ("pbo", ("mathematics",)),
    ("discrepancy", ()),
    ("cec2013", ("mathematics",)),
    ("graphs", ()),
    ("least_squares", ("mathematics",)),
    ("suites", ("bbob", "pbo", "cec2013", "least_squares")),
    ("archive", ()),
    ("parsers", ()),
    ("recorders", ("platform", "mathematics")),
    ("coco", ()),
    ("measures", ("simd", "mathematics")),
)
"""The folders of core/src, each with those whose private headers it may include."""

_FOREIGN = re.compile(r"^(Python\.h|nanobind/|numpy/|pybind11/)")
_INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
_NAMED = re.compile(r'"(optimeter\.[a-z_.]+)"')


class Import(NamedTuple):
    """One import, include or attribute of the package, wherever in the file it stands."""

    file: str
    line: int
    target: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.target}"


class House:
    """The sources below a folder that has `src/optimeter` and `core`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.package = root / "src" / "optimeter"

    @cached_property
    def home(self) -> dict[str, str]:
        """Where each public name of the package itself lives, from its table."""
        tree = ast.parse((self.package / "__init__.py").read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_HOME":
                table: dict[str, str] = ast.literal_eval(node.value)
                return {name: f"{module}.{name}" for name, module in table.items()}
        return {}

    def modules(self) -> dict[str, Path]:
        """All Python modules: dotted name and file."""
        found = {}
        for path in sorted(self.package.rglob("*.py")):
            parts = path.relative_to(self.package.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
        return found

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """Every import of the package by itself, names of `optimeter` resolved to their homes."""
        found: list[Import] = []
        for path in self.modules().values():
            if path == self.package / "__init__.py":
                continue  # the page of names, which points everywhere by design
            file = path.relative_to(self.root).as_posix()
            for line, target in _imports(ast.parse(path.read_text(encoding="utf-8"))):
                head, _, name = target.partition(".")
                first = name.partition(".")[0]
                if head == "optimeter" and name:
                    found.append(Import(file, line, self.home.get(first, target)))
        for path in sorted((self.package / "_core").glob("*.?pp")):
            found += self._matches(path, _NAMED)
        return tuple(found)

    @cached_property
    def includes(self) -> tuple[Import, ...]:
        """Every include of the engine, without its tests."""
        found: list[Import] = []
        for path in sorted((self.root / "core").rglob("*")):
            if path.suffix in {".cpp", ".hpp", ".h"}:
                found += self._matches(path, _INCLUDE)
        return tuple(entry for entry in found if not entry.file.startswith("core/tests/"))

    def _matches(self, path: Path, pattern: re.Pattern[str]) -> Iterator[Import]:
        text = path.read_text(encoding="utf-8")
        file = path.relative_to(self.root).as_posix()
        for match in pattern.finditer(text):
            yield Import(file, 1 + text.count("\n", 0, match.start()), match[1])

    def place(self, file: str) -> str:
        """Which room, side or module below a file of the package belongs to."""
        return Path(file).relative_to("src/optimeter").parts[0].removesuffix(".py")

    def violations(self) -> list[str]:
        """Say what breaks the one-way rule, one sentence each."""
        every = ((entry, self._wrong(entry)) for entry in (*self.imports, *self.includes))
        return [f"{entry}: {why}" for entry, why in every if why]

    def _wrong(self, entry: Import) -> str:
        engine = entry.file.startswith("core/")
        return self._wrong_include(entry) if engine else self._wrong_import(entry)

    def _wrong_import(self, entry: Import) -> str:
        room = self.place(entry.file)
        other, *inner = entry.target.split(".")[1:]
        if room in {other, "__main__"}:
            return self._wrong_within(room, entry.file, inner)
        if other in SIDE and room not in SIDE:
            return f"{other} stands at the side; {room} must not know it"
        if other in ROOMS and room not in (*ROOMS, *SIDE):
            return f"{room} lies below all rooms and imports none of them"
        if other in ROOMS and room in ROOMS and ROOMS.index(other) > ROOMS.index(room):
            return f"{other} is on the right of {room}"
        if other in (*ROOMS, *SIDE) and any(_is_private(part) for part in inner):
            return f"private to {other}"
        return ""

    def _wrong_within(self, room: str, file: str, inner: list[str]) -> str:
        """Say what is wrong with an import of a room by itself."""
        order = PARTS.get(room, ())
        part = Path(file).relative_to("src/optimeter").parts[1:2]
        if not part or part[0] not in order or not inner or inner[0] not in order:
            return ""
        if order.index(inner[0]) > order.index(part[0]):
            return f"{inner[0]} is on the right of {part[0]}"
        return ""

    def permissions_without_use(self) -> list[str]:
        """Say which folders of the engine may include others and do not."""
        used = {
            (Path(entry.file).parts[2], entry.target.partition("/")[0])
            for entry in self.includes
            if entry.file.startswith("core/src/")
        }
        return [
            f"{folder} includes nothing of {other}"
            for folder, others in ENGINE
            for other in others
            if (folder, other) not in used
        ]

    def _wrong_include(self, entry: Import) -> str:
        if _FOREIGN.match(entry.target):
            return "the engine knows nothing of Python"
        if entry.target.startswith("."):
            return "a header is named by its folder, from the root of the sources"
        folder, _, rest = entry.target.partition("/")
        place = Path(entry.file).relative_to("core").parts
        allowed = dict(ENGINE)
        inside = place[0] == "src" and len(place) > 2
        if inside and place[1] not in allowed:
            return f"core/src/{place[1]} is not in the order of folders (scripts/house.py)"
        if rest and folder in allowed:  # no header of a library, of the system or a public one
            if place[0] == "include":
                return "a public header includes public headers only"
            if inside and folder not in {place[1], *allowed[place[1]]}:
                return f"{place[1]} may include {', '.join(allowed[place[1]]) or 'no other folder'}"
        return ""


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of everything imported, at any depth of the code."""
    aliases: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
                if alias.asname:
                    aliases[alias.asname] = alias.name
                else:
                    aliases[alias.name.partition(".")[0]] = alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
            aliases |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            name = _dotted(node)
            head, _, rest = name.partition(".")
            target = aliases.get(head, "")
            if target == "optimeter":
                yield node.lineno, f"optimeter.{rest}"
            elif target.startswith("optimeter.") and _is_private(rest.partition(".")[0]):
                yield node.lineno, f"{target}.{rest}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield from (
                (node.lineno, str(a.value)) for a in node.args if isinstance(a, ast.Constant)
            )


def _dotted(node: ast.expr) -> str:
    """Write a chain of attributes of a name as text; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        inner = _dotted(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    return ""
