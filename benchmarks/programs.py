"""What it costs to evaluate for a program in C, beside bare pipes between the two processes.

The client `examples/c/program.c` evaluates point by point and in blocks. The measure is a program in C
that sends every line back that it gets, in the same run, in turn with the evaluations. Wall time
counts, since both sides wait for each other; the best of several rounds. Where the system allows it,
all processes share one processor: else it is chance who has to wait for another one to wake up.

    python benchmarks/programs.py [EVALUATIONS]
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

import optimeter as om
from optimeter.experiment import Program

DIMENSION = 2
BATCH = 10_000
ROUNDS = 5
LEAST_SHARE = 0.40  # of the round trips of bare pipes
LEAST_POINTS = 1e6  # a second, in blocks
CLIENT = Path(__file__).resolve().parents[1] / "examples" / "c" / "program.c"
ECHO = """
#include <stdio.h>
static char line[4096];
int main(void) {
  while (fgets(line, sizeof line, stdin)) { fputs(line, stdout); fflush(stdout); }
}
"""


def compiled(source: Path) -> str:
    """Compile a program and return its path."""
    program = source.with_suffix("")
    subprocess.run(["cc", "-O2", str(source), "-o", str(program)], check=True)
    return str(program)


def bare(echo: str, trips: int) -> float:
    """Hand a line of one point back and forth; return round trips a second."""
    line = b" ".join([b"-1.2345678901234567"] * DIMENSION) + b"\n"
    process = subprocess.Popen([echo], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        there, back = process.stdin.fileno(), process.stdout.fileno()
        begin = time.perf_counter()
        for _ in range(trips):
            os.write(there, line)
            os.read(back, 4096)
        return trips / (time.perf_counter() - begin)


def evaluations(command: str, count: int) -> float:
    """Let a program evaluate; return evaluations a second."""
    problem = om.problem("bbob", 8, DIMENSION)
    program = Program(command)
    with om.Observer(format="memory") as observer:
        observer.observe(problem)
        problem._limit(count)
        begin = time.perf_counter()
        with suppress(om.Stop):
            program(problem, problem.initial_solution, np.random.default_rng(1))
        seconds = time.perf_counter() - begin
    assert problem.evaluations == count
    return count / seconds


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("evaluations", nargs="?", type=int, default=20_000, help="of each round")
    count = parser.parse_args().evaluations
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    trips, singles, rows = 0.0, 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        places = {"echo": ECHO, "client": CLIENT.read_text(encoding="utf-8")}
        for name, text in places.items():
            Path(folder, f"{name}.c").write_text(text, encoding="utf-8")
        echo, client = (compiled(Path(folder, f"{name}.c")) for name in places)
        for _ in range(ROUNDS):
            trips = max(trips, bare(echo, count))
            singles = max(singles, evaluations(client, count))
            rows = max(rows, evaluations(f"{client} {BATCH}", 100 * count))
    print(f"bare pipes      {trips:12,.0f} round trips a second")
    print(f"point by point  {singles:12,.0f} evaluations a second, {singles / trips:.2f} of it")
    print(f"in blocks       {rows:12,.0f} points a second")
    return int(singles < LEAST_SHARE * trips or rows < LEAST_POINTS)


if __name__ == "__main__":
    sys.exit(main())
