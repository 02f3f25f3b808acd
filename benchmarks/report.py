"""The full report beside `python -m cocopp`, on the same data, in one run.

For 1, 3 and 9 data sets it measures wall time and peak memory (of the largest process and of all
together) of

- ``python -m cocopp`` (its default: all figures and tables as SVG and PDF),
- ``optimeter report`` (the page, CSV and JSON tables),
- ``optimeter report --paper`` (also the paper figures as PDF and SVG, and the LaTeX article),

all of them cold: fresh copies of the archives, an empty cache. Where Debian's chromium is there, it
also measures how long a browser takes from opening the page to drawing on demand. Promised are
ratios of at least 30 and 8, at most 1 GiB for a process, and for 3 algorithms a page of at most
8 MB that is interactive in 2 seconds. Ours are run three times, before and after cocopp; the
median counts.

With ``--many 300`` it measures time, memory and size of a page on as many data sets instead, made from
the archives by renaming them and by leaving out a third of the instances. Promised for 300 on two
cores: 120 seconds, 1.5 GiB, interactive in 2 seconds.

    python benchmarks/report.py [--sets 1,3,9] [--many N] [--data FOLDER]
"""

import argparse
import io
import re
import resource
import shutil
import sys
import tarfile
import tempfile
from importlib.util import find_spec
from pathlib import Path

from clock import Measured, of_process

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "coco" / "bbob"
PAGE_RATIO, PAPER_RATIO, MEMORY_MB, PAGE_MB, READY_SECONDS = 30.0, 8.0, 1024, 8.0, 2.0
MANY_SECONDS, MANY_MB = 120.0, 1536


def measured(command: list[str], folder: Path) -> Measured:
    """Run a command in a folder with an empty cache."""
    cache = str(folder / "cache")
    return of_process(command, folder, together=True, OPTIMETER_CACHE=cache, MPLBACKEND="agg")


def memory_words(entry: Measured) -> str:
    """Say what the largest process took, and all of them at the same time."""
    return f"largest process {entry.memory:.0f} MB, all together {entry.together:.0f} MB"


def median(rounds: list[Measured]) -> Measured:
    """Return the middle one of several runs, by wall time."""
    return sorted(rounds, key=lambda entry: entry.seconds)[len(rounds) // 2]


def interactive(page: Path, rounds: int = 3) -> float | None:
    """Return the best time in seconds until a browser can be used on the page."""
    browser = shutil.which("chromium")
    if browser is None or find_spec("playwright") is None:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        instance = playwright.chromium.launch(executable_path=browser, args=arguments)
        times = []
        for _ in range(rounds):
            visit = instance.new_page(viewport={"width": 1280, "height": 900})
            visit.goto(page.as_uri())
            visit.wait_for_selector("#plot-headline .main-svg")
            times.append(float(visit.evaluate("window.optimeterReady")) / 1000)
            visit.close()
        instance.close()
    return min(times)


def copies(archives: list[Path], count: int, folder: Path) -> list[str]:
    """Copy the archives; beyond those there are, again as other algorithms."""
    names = []
    for i in range(count):
        source = archives[i % len(archives)]
        lap = i // len(archives)
        name = source.name if lap == 0 else f"{source.stem}-copy{lap}{source.suffix}"
        if lap == 0:
            shutil.copy(source, folder / name)
        else:
            renamed(source, folder / name, f"-copy{lap}")
        names.append(name)
    return names


def renamed(source: Path, target: Path, ending: str) -> None:
    """Copy an archive with another name of its algorithm: equal ones would count once."""
    with tarfile.open(source) as given, tarfile.open(target, "w:gz") as written:
        for member in given:
            file = given.extractfile(member)
            if file is None:
                written.addfile(member)
                continue
            content = file.read()
            if member.name.endswith(".info"):
                content = re.sub(rb"(algId = '[^']*)'", rb"\1" + ending.encode() + b"'", content)
                member.size = len(content)
            written.addfile(member, io.BytesIO(content))


def thinned(archives: list[Path], count: int, folder: Path) -> list[str]:
    """Write data sets under other names, each with two thirds of the instances of an archive."""
    import numpy as np

    import optimeter as om
    from optimeter.data.convert import convert

    sources = [om.load(archive, cache=False) for archive in archives]
    names = []
    for i in range(count):
        runs = sources[i % len(sources)]
        instances = np.unique(runs.instance)
        size = max(1, 2 * len(instances) // 3)
        kept = np.random.default_rng(i).choice(instances, size, replace=False)
        name = f"{runs.algorithms[0]}-{i // len(sources):02d}"
        part = runs[np.isin(runs.instance, kept)].rename({runs.algorithms[0]: name})
        convert(part, folder / name, to="coco")
        names.append(name)
    return names


def many(archives: list[Path], count: int) -> bool:
    """Measure the page on many data sets; say whether the promises for 300 hold."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        names = thinned(archives, count, folder)
        command = [sys.executable, "-m", "optimeter", "report", "-o", "out", *names]
        found = measured(command, folder)
        page = folder / "out" / "index.html"
        size = sum(path.stat().st_size for path in (folder / "out").rglob("*") if path.is_file())
        ready = interactive(page)
    shown = "no browser to time it" if ready is None else f"interactive in {ready:.1f} s"
    print(
        f"{count} data sets: {found.seconds:.1f} s, processor {found.processor:.1f} s, "
        f"{memory_words(found)}; {size / 1e6:.0f} MB of files, {shown}"
    )
    return (
        found.seconds <= MANY_SECONDS
        and found.memory <= MANY_MB
        and (ready is None or ready <= READY_SECONDS)
    )


def compare(archives: list[Path], count: int) -> bool:
    """Measure all three on one number of data sets; say whether the promises hold."""
    optimeter = [sys.executable, "-m", "optimeter"]
    if shutil.which("optimeter", path=str(Path(sys.executable).parent)):
        optimeter = [str(Path(sys.executable).parent / "optimeter")]
    commands = {
        "page": [*optimeter, "report", "-o", "out"],
        "paper": [*optimeter, "report", "--paper", "-o", "out"],
        "cocopp": [sys.executable, "-m", "cocopp", "--no-interactive", "-o", "out"],
    }
    rounds: dict[str, list[Measured]] = {name: [] for name in commands}
    page_size, ready = 0.0, None
    # The long run stands between short ones, so that all meet the same load of the machine.
    for name in ("page", "paper", "cocopp", "page", "paper", "page", "paper"):
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            names = copies(archives, count, folder)
            rounds[name].append(measured([*commands[name], *names], folder))
            if name == "page" and ready is None:
                page_size = (folder / "out" / "index.html").stat().st_size / 1e6
                ready = interactive(folder / "out" / "index.html")
    results = {name: median(found) for name, found in rounds.items()}
    peer = results["cocopp"].seconds
    page, paper = (peer / results[name].seconds for name in ("page", "paper"))
    memory = max(results["page"].memory, results["paper"].memory)
    print(f"{count} data set{'s' * (count > 1)}:")
    for name, ratio in (("cocopp", 1.0), ("page", page), ("paper", paper)):
        entry = results[name]
        spent = results["cocopp"].processor / entry.processor
        print(
            f"  {name:8s} {entry.seconds:7.1f} s ({ratio:5.1f}×), "
            f"processor {entry.processor:7.1f} s ({spent:5.1f}×), "
            f"{memory_words(entry)}"
        )
    shown = "no browser to time it" if ready is None else f"interactive in {ready:.1f} s"
    print(f"  page of {page_size:.1f} MB, {shown}", flush=True)
    light = page_size <= PAGE_MB and (ready is None or ready <= READY_SECONDS)
    return (
        page >= PAGE_RATIO and paper >= PAPER_RATIO and memory <= MEMORY_MB and (count > 3 or light)
    )


def main() -> int:
    """Compare on every number of data sets; 1 if a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", default="1,3,9", help="numbers of data sets")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of COCO archives (.tgz)")
    parser.add_argument("--many", type=int, default=0, help="only this many data sets, page alone")
    arguments = parser.parse_args()
    archives = sorted(arguments.data.glob("*.tgz"))
    if not archives:
        print(f"no COCO archives in {arguments.data}; give a folder with --data")
        return 0
    if arguments.many:
        held = many(archives, arguments.many)
        print("the promises hold" if held else "a promise is broken")
        return 0 if held else 1
    kept = [compare(archives, int(count)) for count in arguments.sets.split(",")]
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"largest process of all: {children:.0f} MB")
    print("the promises hold" if all(kept) else "a promise is broken")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
