"""What COCO itself records when its example programs run: the same points, fed to `cocoex`.

The programs in C and Rust draw their points from a generator of COCO, written here once more, slowly.
"""

import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

LONG, SHORT, FIRST = 607, 273, 12


def uniforms(seed: int) -> Iterator[float]:
    """Numbers of COCO's generator: lagged Fibonacci on doubles."""
    state = []
    word = seed
    for i in range(LONG):
        state.append(word / (2**32 - 1))
        word = (1812433253 * (word ^ (word >> 30)) + i + 1) % 2**32
    yield from state[FIRST:]
    while True:
        for i in range(LONG):
            total = state[i] + state[(i + LONG - SHORT) % LONG if i < SHORT else i - SHORT]
            state[i] = total - 1.0 if total >= 1.0 else total
        yield from state


def java_uniforms(seed: int) -> Iterator[float]:
    """Numbers of java.util.Random: its documentation says how they are made."""
    state = (seed ^ 0x5DEECE66D) % 2**48

    def bits(number: int) -> int:
        nonlocal state
        state = (state * 0x5DEECE66D + 0xB) % 2**48
        return state >> (48 - number)

    while True:
        yield ((bits(26) << 27) + bits(27)) * 2.0**-53


GENERATORS = {"coco": "uniforms(0xDEADBEEF)", "java": "java_uniforms(0xDEADBEEF - 2**32)"}
"""The generators of the programs, with their seeds."""


def random_search(
    folder: Path,
    *,
    options: str,
    per_dimension: int,
    generator: str = "coco",
    start: bool = True,
    extra: bool = False,
    restarts: bool = True,
) -> Path:
    """Run the random search of the examples with `cocoex`; return the result folder.

    The programs differ in whether they begin with the initial solution (`start`), whether that comes on
    top of the budget (`extra`) and whether they signal restarts.
    """
    script = f"""
        import cocoex
        from coco_programs import java_uniforms, uniforms
        numbers = {GENERATORS[generator]}
        cocoex.log_level("error")
        suite = cocoex.Suite("bbob", "", "")
        observer = cocoex.Observer("bbob", {options!r})
        for problem in suite:
            problem.observe_with(observer)
            lower, upper = problem.lower_bounds.tolist(), problem.upper_bounds.tolist()
            budget = {per_dimension} * problem.dimension
            while problem.evaluations < budget and not problem.final_target_hit:
                if {restarts}:
                    observer.signal_restart(problem)
                left = budget - problem.evaluations + {int(extra)}
                if {start}:
                    problem(problem.initial_solution)
                for _ in range(left - {int(start)}):
                    problem([a + next(numbers) * (b - a) for a, b in zip(lower, upper)])
        print(observer.result_folder)
    """
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(script)],
        cwd=folder,
        env={"PYTHONPATH": str(Path(__file__).parent), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.split()[-1]


def files(folder: Path) -> dict[str, list[str]]:
    """Return all files with their lines; what COCO adds without being asked (`settings`) is left out."""
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        .replace(", settings = ''", "")
        .splitlines()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "provenance.yaml"
    }


def _same_line(ours: str, theirs: str) -> bool:
    """Whether two lines are equal but for the last digit of numbers, as the rules allow."""
    for one, other in zip(ours.split(), theirs.split(), strict=True):
        if one == other:
            continue
        if "." not in one or "e" not in one:
            return False
        digits = len(one.split("e")[0].split(".")[1])
        unit = 10.0 ** (int(other.split("e")[1]) - digits)
        if abs(float(one) - float(other)) > 1.01 * unit:
            return False
    return True


def assert_same_files(ours: Path, theirs: Path) -> int:
    """Check that two result folders hold the same lines; return their number.

    Both platforms round differently in the last bit of some functions: one line in a thousand may
    differ in the last digit of a number.
    """
    expected = files(theirs)
    actual = files(ours)
    assert sorted(actual) == sorted(expected)
    different = 0
    for name, lines in expected.items():
        assert len(actual[name]) == len(lines), name
        for one, other in zip(actual[name], lines, strict=True):
            different += one != other
            assert one == other or _same_line(one, other), (name, one, other)
    total = sum(map(len, actual.values()))
    assert different <= total / 1000
    return total


def assert_cocopp_reads(folder: Path, tmp_path: Path, data_sets: int) -> None:
    """Check that `cocopp` reads a folder without any warning."""
    script = f"""
        import warnings
        import cocopp
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            data = cocopp.load({str(folder)!r})
        seen = [str(w.message) for w in caught if "cocopp" in str(w.filename)]
        assert not seen, seen
        assert len(data) == {data_sets}, len(data)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "warning" not in done.stdout.lower(), done.stdout  # those on stderr are of the import
