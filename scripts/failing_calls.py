"""Let every call of the system fail once, and say what Optimeter makes of it.

    python scripts/failing_calls.py [--only observer,run] [--every 7] [--error EIO]

Each case does its work in a folder of its own, and one call on a file below that folder fails: the
first in one process, the second in the next, until all were made. What is right is an error of
Optimeter that names a file and the reason, or that the failure has no effect at all: the result is that
of undisturbed work. In any case the files of the user are as they were, and the same call, made again,
has the result of undisturbed work.

It needs Linux and a C compiler. The exit code is 1 if anything else happened.
"""

import argparse
import ctypes
import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import optimeter as om
import optimeter._parallel
import optimeter.cli.table
import optimeter.cli.watch
import optimeter.experiment.provenance
from optimeter.cli import main as command_line
from optimeter.data.convert import convert
from optimeter.exceptions import OptimeterError
from optimeter.experiment import merge
from optimeter.reports import site
from optimeter.reports.paper import figures

HERE = Path(__file__).parent
PRECIOUS = "of the user"
# Their content is of the moment, or of this machine alone.
APART = ("provenance.yaml", "page.html", "cache", "home", ".optimeter-files.json")
# What is kept to be quick, and the user's key: without them everything goes its way.
_IN_CACHE = ("cache/", "home/")
_OF_CONTENT = ("write", "fsync", "fdatasync", "syncfs")
Files = dict[str, bytes]


@dataclass(frozen=True)
class Outcome:
    """What became of the work in which one call failed."""

    case: str
    call: str
    kind: str  # told, none (without effect), raw, vague, swallowed, different, lost
    said: str = ""

    @property
    def right(self) -> bool:
        """Whether the user was told, or nothing is different."""
        return self.kind in ("told", "none")


@dataclass(frozen=True)
class Case:
    """Some work in a folder: what is there before, and what is to be there afterwards."""

    prepare: Callable[[Path], object]
    work: Callable[[Path], object]
    again: bool = True  # whether the same call, made again, has the same result


def _suite() -> Any:
    return om.Suite("bbob", functions=[1, 8], dimensions=2, instances=[1, 2])


class _Ending:
    """Runs until an experiment is interrupted."""

    left = -1


def _optimizer(problem: Any, start: Any, rng: Any) -> None:
    _Ending.left -= 1
    if _Ending.left == 0:
        raise KeyboardInterrupt
    done = problem.restored or 0
    while True:
        problem(start + rng.standard_normal(start.size))
        done += 1
        problem.checkpoint(done)


def _observe(place: Path) -> None:
    with om.Observer(place / "out", algorithm="mine") as observer:
        for problem in _suite():
            observer.observe(problem)
            problem(problem.initial_solution)
            problem(problem.initial_solution + 1)


def _run(place: Path, **options: Any) -> None:
    given = {"budget": 10, "folder": place / "out", "seed": 1, "progress": False, **options}
    om.run(_optimizer, _suite(), **given)


def _half(place: Path) -> None:
    """Begin an experiment and break it off."""
    _Ending.left = 3
    with suppress(KeyboardInterrupt):
        _run(place)
    _Ending.left = -1


def _shards(place: Path) -> None:
    for shard in ("1/2", "2/2"):
        _run(place, folder=place / "parts", shard=shard)


def _merge(place: Path) -> None:
    merge(place / "parts", into=place / "out")


def _data(place: Path) -> None:
    for name, seed in (("mine", 1), ("yours", 2)):
        om.run("random-search", _suite(), budget=20, folder=place / "data" / name, seed=seed,
               algorithm=name, progress=False)  # fmt: skip


def _command(*arguments: str) -> Callable[[Path], None]:
    def work(place: Path) -> None:

        said = place.with_name("said.txt")
        before, sys.stderr = sys.stderr, said.open("w", encoding="utf-8")
        try:
            code = command_line([one.replace("PLACE", str(place)) for one in arguments])
        finally:
            sys.stderr.close()
            sys.stderr = before
        text = said.read_text("utf-8")
        said.unlink()
        if code != 0:
            if "Traceback" in text:
                raise RuntimeError(text)
            raise OptimeterError(text)

    return work


def _convert(to: str) -> Callable[[Path], None]:
    def work(place: Path) -> None:
        convert(om.load(place / "data" / "mine"), place / "out", to=to)

    return work


def _report(place: Path, **options: Any) -> None:
    om.report(place / "data", folder=place / "out", resamples=20, **options)


def _earlier_report(place: Path) -> None:
    _data(place)
    _report(place, functions=[1])


def _undrawn(description: Any, forms: Sequence[str], size: Any) -> list[bytes]:
    return [f"{size}: {description.title}".encode() for _ in forms]


def _paper(place: Path) -> None:
    """Write a report with article; its figures are not drawn, which no call of the system is part of."""
    setattr(figures, "file_contents", _undrawn)  # noqa: B010 - it is not theirs to export
    _report(place, functions=[1], paper=True)


def _site(place: Path) -> None:
    written = site(place / "data", folder=place / "out", resamples=20)
    if written.left_out:  # the page and the command tell it
        message = f"{place}: {written.left_out[0]}"
        raise OptimeterError(message)


def _nothing(_: Path) -> None:
    pass


def _both(*steps: Callable[[Path], object]) -> Callable[[Path], None]:
    def work(place: Path) -> None:
        for step in steps:
            step(place)

    return work


CASES = {
    "observer": Case(_nothing, _observe, again=False),
    "run": Case(_nothing, _run),
    "run with checkpoints": Case(_nothing, lambda place: _run(place, checkpoint_every=1e-9)),
    "run, going on": Case(_half, _run),
    "run, finished": Case(_run, _run),
    "run, repaired": Case(
        _both(_run, lambda place: (place / "out" / "bbobexp_f1.info").unlink()), _run
    ),
    "merge": Case(_shards, _merge),
    "convert to coco": Case(_data, _convert("coco")),
    "convert to ioh": Case(_data, _convert("ioh")),
    "convert to csv": Case(_data, _convert("csv")),
    "convert to parquet": Case(_data, _convert("parquet")),
    "report": Case(_data, _report),
    "report, again": Case(_earlier_report, _report),
    "report, paper": Case(_data, _paper),
    "site": Case(_data, _site),
    "table": Case(_data, _command("table", "PLACE/data/mine", "-o", "PLACE/out.txt")),
    "watch": Case(_run, _command("watch", "PLACE/out", "--once", "--page", "PLACE/page.html")),
}


def files_below(place: Path) -> Files:
    """Return what work has left, but for what is of the moment."""
    return {
        path.relative_to(place).as_posix(): path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.is_file() and not set(APART) & set(path.relative_to(place).parts)
    }


class Injection:
    """Does the work of cases in processes in which one call fails."""

    def __init__(self, scratch: Path, error: int) -> None:
        self._scratch = scratch
        self._error = error
        self._native = ctypes.CDLL(os.environ["LD_PRELOAD"])
        self._native.failing_what.restype = ctypes.c_char_p
        self._native.failing_count.restype = ctypes.c_long

    def outcomes(self, name: str, every: int, first: int = 0) -> Iterator[Outcome]:
        """Yield what becomes of the work when its first call fails, its second, and so on."""
        case = CASES[name]
        template = self._scratch / "template"
        self._in_child(lambda: self._prepare(case, template))
        place = self._scratch / "place"
        shutil.copytree(template, place)
        calls = self._in_child(lambda: self._disturbed(case, place, -1))["calls"]
        wanted = files_below(place)
        shutil.rmtree(place)
        for number in range(first, calls, every):
            shutil.copytree(template, place)
            found = self._in_child(partial(self._disturbed, case, place, number))
            if "call" not in found:
                said = found.get("said", "the process died")
                yield Outcome(name, f"call {number}", "lost", said)
            else:
                yield self._judged(name, case, place, wanted, found)
            shutil.rmtree(place)
        shutil.rmtree(template)

    def _prepare(self, case: Case, place: Path) -> dict[str, Any]:
        place.mkdir()
        (place / PRECIOUS).write_text("precious")
        case.prepare(place)
        return {}

    def _disturbed(self, case: Case, place: Path, number: int) -> dict[str, Any]:
        """Do the work with a failing call, and tell how it ended."""
        os.environ["OPTIMETER_CACHE"] = str(place / "cache")
        os.environ["XDG_DATA_HOME"] = str(place / "home")
        self._native.failing_arm(str(place).encode(), ctypes.c_long(number), self._error)
        kind, said = "none", ""
        try:
            case.work(place)
        except OptimeterError as error:
            said = str(error).replace("\n", " ")
            kind = "told" if str(place) in said else "vague"
        except BaseException:
            kind, said = "raw", traceback.format_exc()
        self._native.failing_disarm()
        call = self._native.failing_what().decode()
        return {"calls": self._native.failing_count(), "kind": kind,
                "call": call.replace(f"{place}/", ""), "said": said}  # fmt: skip

    def _judged(
        self, name: str, case: Case, place: Path, wanted: Files, found: dict[str, Any]
    ) -> Outcome:
        kind, said, call = found["kind"], found["said"], found["call"]
        there = files_below(place)
        what, _, path = call.partition(" ")
        if not call:  # it was not reached this time
            kind, call = "none", "-"
        elif there.get(PRECIOUS) != b"precious":
            kind = "lost"
        elif (
            kind == "none"
            and there != wanted
            and not (
                case.again and wanted.items() <= there.items()  # the next call removes the others
            )
        ):
            kind, said = "different", _difference(wanted, there)
        elif kind == "none" and what in _OF_CONTENT and not path.startswith(_IN_CACHE):
            kind = "swallowed"
        elif case.again and (kind != "none" or there != wanted):
            again = self._in_child(lambda: self._disturbed(case, place, -1))
            there = files_below(place)
            if again.get("kind") != "none":
                kind, said = "lost", f"again: {again.get('said')}; first: {said}"
            elif there != wanted:
                kind, said = "lost", f"again: {_difference(wanted, there)}; first: {said}"
        return Outcome(name, call, kind, said)

    @staticmethod
    def _in_child(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Do something in a process that begins as this one is; an empty answer says that it died."""
        ours, theirs = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(ours)
                quiet = os.open(os.devnull, os.O_WRONLY)
                os.dup2(quiet, 1)
                os.dup2(quiet, 2)
                with os.fdopen(theirs, "w") as file:
                    json.dump(work(), file)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)
        os.close(theirs)
        with os.fdopen(ours) as file:
            text = file.read()
        os.waitpid(child, 0)
        return json.loads(text) if text else {}


def _difference(wanted: Files, there: Files) -> str:
    names = sorted(name for name in wanted.keys() | there.keys()
                   if wanted.get(name) != there.get(name))  # fmt: skip
    return f"{len(names)} files are different, e.g. {names[0]}" if names else ""


def compile_native(folder: Path) -> Path:
    """Compile what lets calls fail."""
    library = folder / "failing_calls.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-w", "-D_LARGEFILE64_SOURCE", "-o", str(library)]
    subprocess.run([*command, str(HERE / "failing_calls.c"), "-ldl"], check=True)
    return library


def main() -> int:
    """Try the cases, and print what was told and what was not."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default=",".join(CASES), help="names of cases, separated by ,")
    parser.add_argument("--every", type=int, default=1, help="let every n-th call fail")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--error", default="EIO")
    parser.add_argument("--json", type=Path, help="write the outcomes there as well")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="failing-", dir=_memory()) as scratch:
        if "LD_PRELOAD" not in os.environ:
            library = compile_native(Path(scratch))
            environment = {**os.environ, "LD_PRELOAD": str(library)}
            return subprocess.run(
                [sys.executable, *sys.argv], env=environment, check=False
            ).returncode
        _load()
        injection = Injection(Path(scratch), getattr(errno, options.error))
        outcomes = []
        for name in options.only.split(";") if ";" in options.only else _names(options.only):
            found = list(injection.outcomes(name, options.every, options.first))
            outcomes += found
            kinds = Counter(one.kind for one in found)
            counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
            print(f"{name}: {len(found)} calls, {counts}", flush=True)
            for one in found:
                if not one.right:
                    print(f"   {one.kind}: {one.call}: {one.said.strip()[-1200:]}", flush=True)
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in outcomes], indent=1))
    print(f"{len(outcomes)} failing calls: {dict(Counter(one.kind for one in outcomes))}")
    return int(not all(one.right for one in outcomes))


def _memory() -> str | None:
    """Return a folder in memory, where flushing costs nothing, if there is one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _names(text: str) -> list[str]:
    """Return the cases of which a name or its beginning was given."""
    if text == ",".join(CASES):
        return list(CASES)
    return [name for name in CASES if any(name.startswith(one) for one in text.split(","))]


def _load() -> None:
    """Let all be done in one process, and once what takes long at first."""
    optimeter._parallel.available_cores = lambda: 1
    optimeter.experiment.provenance._git_state = lambda: None
    om.suites()


if __name__ == "__main__":
    sys.exit(main())
