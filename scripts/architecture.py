"""Print the rooms, modules and imports of the house, and keep their picture in the docs true.

    architecture.py            every module with its first line and what it imports
    architecture.py --write    draw docs/develop/architecture.svg and the tables of architecture.md
    architecture.py --check    fail if these are out of date, or if the one-way rule is broken

The picture is at the level of rooms, their subpackages and the engine's folders, so that it changes
when the architecture does and not with each file.
"""

import ast
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from house import ENGINE, ROOMS, SIDE, House
from regions import with_region

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "develop" / "architecture.md"
PICTURE = PAGE.with_suffix(".svg")
FLOW = ("problem", "experiment", "record", "data", "measure", "report")  # what a user does

WIDTH, HEIGHT, GAP, TOP = 132, 116, 22, 190  # of a room in the picture, and where the row begins


def summary(path: Path) -> str:
    """Return the first line of a module's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0]


def packages(house: House) -> dict[str, list[str]]:
    """Return rooms and sides that exist, each with its subpackages."""
    names = [name for name in (*ROOMS, *SIDE) if (house.package / name / "__init__.py").exists()]
    return {
        name: sorted(path.parent.name for path in (house.package / name).glob("*/__init__.py"))
        for name in names
    }


def below(house: House) -> list[str]:
    """Return what lies below all rooms, the native module first."""
    names = {path.stem for path in house.package.glob("*.py")} - {"__init__", "__main__"}
    return ["_core", *sorted(names)]


def edges(house: House) -> dict[str, set[str]]:
    """Return which rooms, sides and modules below each of them imports."""
    known = {*packages(house), *below(house)}
    found: dict[str, set[str]] = {name: set() for name in known}
    for entry in house.imports:
        room, other = house.place(entry.file), entry.target.split(".")[1]
        if room in known and other in known and room != other:
            found[room].add(other)
    return found


def engine_edges(house: House) -> dict[str, set[str]]:
    """Return which folders of the engine each of them includes."""
    folders = [name for name, _ in ENGINE if (house.root / "core" / "src" / name).is_dir()]
    found: dict[str, set[str]] = {name: set() for name in folders}
    for entry in house.includes:
        place, other = Path(entry.file).parts, entry.target.partition("/")[0]
        if place[1] == "src" and place[2] in found and other in found and other != place[2]:
            found[place[2]].add(other)
    return found


def draw(house: House) -> str:
    """Draw the rooms from left to right, with an arc for each import of one by another."""
    rooms = packages(house)
    known = edges(house)
    flow = [room for room in ROOMS if room in rooms]
    left = {room: 20 + number * (WIDTH + GAP) for number, room in enumerate(flow)}
    width = 20 + len(flow) * (WIDTH + GAP)
    parts = list(_arcs(known, flow, left))
    for room in flow:
        parts += _box((left[room], TOP, WIDTH, HEIGHT), "room", room, rooms[room])
    floor = TOP + HEIGHT + 40
    span = width - GAP - 20
    parts += _box((20, floor, span, 52), "below", "below all rooms", [", ".join(below(house))])
    folders = ", ".join(engine_edges(house))
    parts += _box((20, floor + 72, span, 52), "below", "core: the C++ engine", [folders])
    sides = [side for side in SIDE if side in rooms]
    parts += _box((20, 20, span, 40), "side", "at the side: " + ", ".join(sides), [])
    parts.append(f'<path class="side" marker-end="url(#tip)" d="M{width / 2} 60 V76"/>')
    parts.append(f'<text x="{width / 2}" y="96">{" ▸ ".join(FLOW)}</text>')
    down = [(left[room] + WIDTH / 2, TOP + HEIGHT, floor) for room in flow]
    for x, top, end in [*down, (width / 2, floor + 52, floor + 72)]:
        parts.append(f'<path class="use" marker-end="url(#tip)" d="M{x} {top} V{end}"/>')
    return _SVG.format(width=width, height=floor + 144, parts="\n".join(parts))


def _arcs(known: dict[str, set[str]], flow: list[str], left: dict[str, int]) -> Iterator[str]:
    """Yield the arrows from each room to those on its left that it imports."""
    for room in flow:
        for other in sorted(known[room] & set(flow), key=flow.index):
            apart = flow.index(room) - flow.index(other)
            start, end = left[room] + WIDTH * 0.35, left[other] + WIDTH * 0.65
            rise = TOP - 18 * abs(apart) - 8
            path = f"M{start} {TOP} C{start} {rise} {end} {rise} {end} {TOP}"
            yield f'<path class="use" marker-end="url(#tip)" d="{path}"/>'


def _box(place: tuple[int, int, int, int], kind: str, title: str, lines: list[str]) -> list[str]:
    x, y, width, height = place
    parts = [f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="8"/>']
    middle = x + width / 2
    parts.append(f'<text class="name" x="{middle}" y="{y + 24}">{escape(title)}</text>')
    for number, line in enumerate(lines):
        parts.append(f'<text x="{middle}" y="{y + 42 + 15 * number}">{escape(line)}</text>')
    return parts


_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>Rooms of Optimeter and what they import</title>
<style>
text {{ font: 12px sans-serif; text-anchor: middle; fill: #333; }}
.name {{ font-weight: bold; font-size: 14px; }}
rect {{ stroke: #446; fill: #fff; }}
rect.room {{ fill: #e8eef8; }} rect.below {{ fill: #eee; }} rect.side {{ fill: #fdf3df; }}
path.use, path.side {{ fill: none; stroke: #446; }}
path.side {{ stroke-dasharray: 4 3; }}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"
orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#446"/></marker></defs>
<rect x="0" y="0" width="{width}" height="{height}" style="stroke:none"/>
{parts}
</svg>
"""


def tables(house: House) -> dict[str, str]:
    """Return the generated parts of the page, by their names."""
    known = edges(house)
    rows = ["| part | what it is | imports |", "| --- | --- | --- |"]
    order = [*below(house), *packages(house)]
    for name in order:
        uses = ", ".join(f"`{other}`" for other in order if other in known[name])
        path = house.package / name / "__init__.py"
        path = path if path.exists() else house.package / f"{name}.py"
        about = summary(path) if path.exists() else "The binding of the engine to Python."
        rows.append(f"| `{name}` | {about} | {uses} |")
        rows += [
            f"| `{name}.{inner}` | {summary(path.parent / inner / '__init__.py')} | |"
            for inner in packages(house).get(name, [])
        ]
    folders = ["| folder of `core/src` | includes |", "| --- | --- |"]
    for name, others in engine_edges(house).items():
        folders.append(f"| `{name}` | {', '.join(f'`{other}`' for other in sorted(others))} |")
    return {"rooms": "\n".join(rows), "engine": "\n".join(folders)}


def page(house: House) -> str:
    """Return the page with its generated parts made anew."""
    text = PAGE.read_text(encoding="utf-8")
    for name, table in tables(house).items():
        text = with_region(text, name, table)
    return text


def listing(house: House) -> Iterator[str]:
    """Yield every module with its first line and the modules of other rooms that it imports."""
    modules = house.modules()
    for name, path in modules.items():
        file = path.relative_to(house.root).as_posix()
        yield f"{name}: {summary(path)}"
        targets = {entry.target for entry in house.imports if entry.file == file}
        homes = {max((m for m in modules if f"{t}.".startswith(f"{m}.")), key=len) for t in targets}
        yield from (f"    {home}" for home in sorted(homes - {name, "optimeter"}))


def main(arguments: list[str]) -> int:
    """Do what the one argument says."""
    house = House(ROOT)
    if not arguments:
        print("\n".join(listing(house)))
        return 0
    wanted = {PAGE: page(house), PICTURE: draw(house)}
    if arguments == ["--write"]:
        for path, text in wanted.items():
            path.write_text(text, encoding="utf-8")
        return 0
    if arguments != ["--check"]:
        print(__doc__, file=sys.stderr)
        return 2
    faults = house.violations()
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            faults.append(f"{path.relative_to(ROOT)} is out of date: run make architecture")
    print("\n".join(faults) or "the picture of the house is true", file=sys.stderr)
    return min(1, len(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
