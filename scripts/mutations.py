"""Put small faults into a copy of the code, one at a time, and say which of them the tests find.

Each fault is a line of the table below: a file, a text that occurs in it exactly once, and what it
becomes. The copy is a work tree of git with an environment of its own; yours is not touched. The tests
that the table names run first, then those of the layer, then all of the selection: a fault that survives
takes as long as the whole selection. A test finds a fault if it fails with it, twice, and passes without
it.

Usage: mutations.py [--kind quick|test] [--revision REV] [--place FOLDER] [--near] [--only 1,2] [--check]

``--check`` only says whether every text is still in its place.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
KINDS = {
    "quick": "not slow and not gpu and not system and not oracle and not contract",
    "test": "not slow and not gpu",
}
LONGEST = 1800  # seconds of a run of the tests; a fault that makes one hang is found
HANGS = "a test that hangs"
PASSED, FAILED, INTERRUPTED, NO_TESTS = 0, 1, 2, 5  # exit codes of pytest


class Fault(NamedTuple):
    """A text in a file, what it becomes, and the tests that should notice first."""

    file: str
    old: str
    new: str
    tests: str


_PY, _CORE, _PAGE = "src/optimeter", "core/src", "src/optimeter/reports/page/assets/script"
FAULTS = (
    # ----------------------------------------------------------------------------------- engine
    Fault(
        f"{_CORE}/recorders/triggers.cpp",
        "kLogTriggersPerDecade = 20.0;",
        "kLogTriggersPerDecade = 10.0;",
        "tests/record/test_coco_oracle.py",
    ),
    Fault(
        f"{_CORE}/measures/target_sums.cpp",
        "spent[t] += hit ? time : length;",
        "spent[t] += time + 0.0 * length;",
        "tests/definitions/test_ert.py",
    ),
    Fault(
        f"{_CORE}/archive/hypervolume.cpp",
        "i + 1 < points.size() ? points[i + 1][2]",
        "i + 2 < points.size() ? points[i + 1][2]",
        "tests/problems/test_archive.py",
    ),
    Fault(
        f"{_CORE}/value_noise.cpp",
        "draws_.next() < level_",
        "draws_.next() > level_",
        "tests/problems/test_features.py",
    ),
    # --------------------------------------------------------------------------------- problems
    Fault(
        f"{_PY}/problems/callables.py",
        "np.floor(middle[:integer_variables] + 0.5)",
        "np.floor(middle[:integer_variables])",
        "tests/problems/test_callables.py",
    ),
    Fault(
        f"{_PY}/problems/transformed.py",
        "(0.1 + 0.8 * stream.random(problem.dimension))",
        "(0.1 + 1.8 * stream.random(problem.dimension))",
        "tests/problems/test_transformed.py",
    ),
    Fault(
        f"{_PY}/problems/transformed.py",
        "raised if values and description.optimum else 0.0",
        "raised if values else 0.0",
        "tests/problems/test_transformed.py",
    ),
    # ----------------------------------------------------------------------------------- record
    Fault(
        f"{_PY}/record/memory.py",
        "(np.fmax if self.maximize else np.fmin)",
        "(np.fmin if self.maximize else np.fmin)",
        "tests/record/test_memory.py",
    ),
    Fault(
        f"{_PY}/record/own.py",
        "_same(one.function, other.function) and _same(one.constraint, other.constraint)",
        "_same(one.function, other.function)",
        "tests/record/test_names.py",
    ),
    Fault(
        f"{_PY}/record/units.py",
        "for *_, path in sorted(waiting)",
        "for *_, path in sorted(waiting)[::-1]",
        "tests/record/test_observer.py",
    ),
    # ------------------------------------------------------------------------------- experiment
    Fault(
        f"{_PY}/experiment/growth.py",
        "if solved or run.budget == known.budget:",
        "if run.budget == known.budget:",
        "tests/experiment/test_growth.py",
    ),
    Fault(
        f"{_PY}/experiment/scheduler.py",
        "if self._deaths[suspect.index] < ATTEMPTS:",
        "if self._deaths[suspect.index] <= ATTEMPTS:",
        "tests/experiment/test_scheduler.py",
    ),
    Fault(
        f"{_PY}/experiment/journal.py",
        "offset + len(content) - len(rest)",
        "offset + len(content)",
        "tests/experiment/test_journal.py",
    ),
    Fault(
        f"{_PY}/experiment/optimizers/box.py",
        "width[:count] += 1",
        "width[:count] += 0",
        "tests/experiment/test_optimizers.py",
    ),
    # ------------------------------------------------------------------------------------- data
    Fault(
        f"{_PY}/data/ioh.py",
        "at = block + 1 if block >= 0 else at",
        "at = block if block >= 0 else at",
        "tests/data/test_ioh.py",
    ),
    Fault(
        f"{_PY}/data/ragged.py",
        "better[1:] = key[1:] < running[:-1]",
        "better[1:] = key[1:] <= running[:-1]",
        "tests/data/test_runs.py",
    ),
    Fault(
        f"{_PY}/data/coco.py",
        "finalized & (spent < listed)",
        "finalized & (spent <= listed)",
        "tests/data/test_coco_damage.py",
    ),
    # --------------------------------------------------------------------------------- measures
    Fault(
        f"{_PY}/measures/ert.py",
        "times / total / rate**2",
        "times / total / rate",
        "tests/definitions/test_ert.py",
    ),
    Fault(
        f"{_PY}/measures/multiple_tests.py",
        "np.minimum(np.maximum.accumulate(steps), 1.0)",
        "np.minimum(steps, 1.0)",
        "tests/measures/test_comparisons.py",
    ),
    Fault(
        f"{_PY}/measures/best.py",
        "first & (first.sum(axis=0) > 1)",
        "first & (first.sum(axis=0) > 2)",
        "tests/definitions/test_targets_and_references.py",
    ),
    # ---------------------------------------------------------------------------------- reports
    Fault(
        f"{_PY}/reports/analysis/words.py",
        "(leads.budget < after)",
        "(leads.budget <= after)",
        "tests/reports/analysis",
    ),
    Fault(
        f"{_PY}/reports/figures/scaling.py",
        "reached & (table.successes < table.runs)",
        "reached & (table.successes <= table.runs)",
        "tests/reports/figures",
    ),
    Fault(
        f"{_PY}/reports/figures/arrangement.py",
        '3 if size == "one" else 12',
        '4 if size == "one" else 12',
        "tests/reports/figures",
    ),
    Fault(
        f"{_PAGE}/portfolio.js", "/ (size - place)", "/ size", "tests/reports/page/test_script.py"
    ),
    Fault(
        f"{_PAGE}/axes.js",
        "if (middle - half < end + 6) return [];",
        "if (middle - half < end - 60) return [];",
        "tests/reports/page/test_script.py",
    ),
    # ------------------------------------------------------------------------------ at the side
    Fault(
        f"{_PY}/cli/check.py",
        "not all(entry.complete for",
        "not any(entry.complete for",
        "tests/cli/test_check_and_convert.py",
    ),
    Fault(
        f"{_PY}/cli/compare.py",
        'self.enough and bool(self.row["speed_low"] > factor)',
        'bool(self.row["speed_low"] > factor)',
        "tests/cli/test_compare.py",
    ),
    Fault(
        f"{_PY}/coco/repeating.py",
        "max([1, *counts]) - len(",
        "max([0, *counts]) - len(",
        "tests/coco/test_repeating.py",
    ),
    Fault(
        f"{_PY}/_core/ioh/loggers.cpp",
        "now.evaluations >= starting_at &&",
        "now.evaluations > starting_at &&",
        "tests/ioh",
    ),
    Fault(
        f"{_PY}/_core/ioh/constraints.cpp",
        "violated && c.enforced >= Enforcement::soft",
        "violated && c.enforced > Enforcement::soft",
        "tests/ioh",
    ),
)


def misplaced(tree: Path, faults: Sequence[Fault] = FAULTS) -> list[str]:
    """Return the faults whose text is not in its file exactly once, in words."""
    found = []
    for fault in faults:
        path = tree / fault.file
        count = path.read_text().count(fault.old) if path.is_file() else 0
        if count != 1:
            found.append(f"{fault.file} holds {fault.old!r} {count} times, not once")
    return found


@contextmanager
def put(fault: Fault, tree: Path) -> Iterator[None]:
    """Put a fault into a tree, and take it out again."""
    path = tree / fault.file
    sound = path.read_text()
    path.write_text(sound.replace(fault.old, fault.new))
    try:
        yield
    finally:
        path.write_text(sound)


def build(tree: Path) -> None:
    """Bring the environment of a tree up to date, as `make test` does; that compiles what changed."""
    subprocess.run(["make", "--silent", ".venv/.test"], cwd=tree, check=True)


def places_of(fault: Fault) -> list[str]:
    """Return the tests to run one after the other: the nearest, the layer, all."""
    return list(dict.fromkeys([fault.tests, "/".join(Path(fault.tests).parts[:2]), "tests"]))


def failing_test(tree: Path, marks: str, places: Sequence[str]) -> str | None:
    """Run tests up to the first that fails, and return its name; None if all pass."""
    command = [".venv/bin/python", "-m", "pytest", "-q", "-x", "-rfE", "-p", "no:cacheprovider",
               "--snapshot-warn-unused", "-m", marks, *places]  # fmt: skip
    environment = {**os.environ, "OPTIMETER_CACHE": str(tree / "build/mutations-cache")}
    # Not through a pipe: a process that a test leaves behind would keep it open.
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            command, cwd=tree, env=environment, stdout=output, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        try:
            code = process.wait(LONGEST)
        except subprocess.TimeoutExpired:
            return HANGS
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        output.seek(0)
        said = output.read()
    if code in {PASSED, NO_TESTS}:
        return None
    if code not in {FAILED, INTERRUPTED}:
        message = f"pytest ended with {code}:\n{said[-3000:]}"
        raise SystemExit(message)
    named = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)
    return str(named[0]) if named else "tests"


def finding_test(tree: Path, fault: Fault, marks: str, *, near: bool) -> str | None:
    """Return the test that fails with the fault, twice, and passes without it."""
    unsteady: list[str] = []
    for place in places_of(fault)[: 1 if near else None]:
        while True:
            with put(fault, tree):
                build(tree)
                name = failing_test(tree, marks, [place, *unsteady])
                if name is None:
                    break
                again = name == HANGS or failing_test(tree, marks, [name])
            build(tree)
            if name == HANGS or (again and failing_test(tree, marks, [name]) is None):
                return name
            print(f"   {name} fails without the fault, or not always", flush=True)
            unsteady.append(f"--deselect={name}")
    return None


def worktree(revision: str, place: Path) -> None:
    """Make a work tree of a revision, unless there is one."""
    if not (place / "Makefile").is_file():
        command = ["git", "worktree", "add", "--quiet", "--detach", str(place), revision]
        subprocess.run(command, cwd=ROOT, check=True)


def numbers(text: str) -> list[int]:
    """Read ``1,2,3``."""
    chosen = [int(part) for part in text.split(",")]
    if not all(1 <= number <= len(FAULTS) for number in chosen):
        message = f"faults are numbered from 1 to {len(FAULTS)}; got {text}"
        raise argparse.ArgumentTypeError(message)
    return chosen


def main(arguments: list[str]) -> int:
    """Try the faults and return how many survive."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kind", choices=KINDS, default="test")
    parser.add_argument("--revision", default="HEAD")
    parser.add_argument("--place", type=Path, help="of the work tree; kept for the next time")
    parser.add_argument("--near", action="store_true", help="only the tests that the table names")
    parser.add_argument("--only", type=numbers, default=[*range(1, len(FAULTS) + 1)])
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args(arguments)
    tree = ROOT if given.check else (given.place or Path(tempfile.mkdtemp()) / "tree").absolute()
    if not given.check:
        worktree(given.revision, tree)
    chosen = [(number, FAULTS[number - 1]) for number in given.only]
    if lost := misplaced(tree, [fault for _, fault in chosen]):
        sys.exit("\n".join(lost))
    if given.check:
        return 0
    found = 0
    for number, fault in chosen:
        begin = time.monotonic()
        name = finding_test(tree, fault, KINDS[given.kind], near=given.near)
        found += name is not None
        seconds = time.monotonic() - begin
        said = f"found by {name}" if name else "SURVIVED"
        print(f"{number:2} {fault.file}: {fault.new}: {said} ({seconds:.0f} s)", flush=True)
    print(f"{given.kind}: {found} of {len(chosen)} faults found")
    return len(chosen) - found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
