"""What imports and first calls load, and what they cost beside numpy's own import.

Each statement runs in fresh processes, in turn with ``import numpy``; the least processor time counts.
Modules are those that are loaded beside numpy's.

    python benchmarks/imports.py [ROUNDS]
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HELP = (
    "import sys, runpy; sys.argv = ['optimeter', '--help']\n"
    "try: runpy.run_module('optimeter', run_name='__main__')\n"
    "except SystemExit: pass"
)
SUITE = "suite = om.Suite('bbob', functions=1, dimensions=2, instances=1)"
STATEMENTS = {
    "`import optimeter`": "import optimeter",
    "`om.problem(…)`, and one evaluation": (
        "import optimeter as om; problem = om.problem('bbob', 1, 2); problem([0.0, 0.0])"
    ),
    "`om.run(…)` of one run by a callable": (
        "import optimeter as om, os\n"
        f"{SUITE}\n"
        "om.run(lambda problem, start, rng: problem(start), suite, budget=1, restarts=False,"
        " folder=f'run-{os.getpid()}', progress=False)"
    ),
    "`om.load(…)` of one folder": "import optimeter as om; om.load('data', cache=False)",
    "`optimeter --help`": HELP,
}
TEMPLATE = """
import contextlib, io, sys, time
begin = time.process_time()
import numpy
numpys, there = time.process_time() - begin, len(sys.modules)
begin = time.process_time()
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    exec(sys.argv[1])
print(time.process_time() - begin, len(sys.modules) - there, numpys)
"""


def measured(rounds: int) -> tuple[list[tuple[str, int, float]], float]:
    """Return statement, modules and milliseconds of each, and the milliseconds of numpy's import."""
    least = dict.fromkeys(STATEMENTS, float("inf"))
    modules: dict[str, int] = {}
    numpys = float("inf")
    with tempfile.TemporaryDirectory() as folder:
        data = (
            f"import optimeter as om\n{SUITE}\n"
            "om.run('random-search', suite, budget=10, folder='data', progress=False)"
        )
        subprocess.run([sys.executable, "-c", data], cwd=folder, check=True)
        for _ in range(rounds):
            for name, statement in STATEMENTS.items():
                done = subprocess.run(
                    [sys.executable, "-c", TEMPLATE, statement],
                    cwd=Path(folder),
                    capture_output=True,
                    text=True,
                    check=True,
                )
                seconds, count, first = map(float, done.stdout.split())
                least[name] = min(least[name], seconds)
                modules[name] = int(count)
                numpys = min(numpys, first)
    return [(name, modules[name], 1e3 * least[name]) for name in STATEMENTS], 1e3 * numpys


def main() -> None:
    """Measure and print."""
    rows, numpys = measured(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
    print(f"numpy's own import: {numpys:.0f} ms")
    for name, count, milliseconds in rows:
        print(f"{name:40} {count:5} modules {milliseconds:7.0f} ms")


if __name__ == "__main__":
    main()
