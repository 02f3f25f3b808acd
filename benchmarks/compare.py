"""Compare a whole comparison, from problems of one's own to a profile, with other platforms.

    python benchmarks/compare.py [--peers PYTHON] [--rounds 3] [--json FILE]

Three solvers of scipy on 24 problems, in one process: by Optimeter, by OptiProfiler, optimagic and
benchopt as far as they are installed for PYTHON (by default this one; an environment of their own
is best, since they bring much with them), and by nobody, which is the floor. They take turns; the
medians of wall and processor time of whole processes are printed, imports included, and what lies
above the floor. Other processes on the machine spoil wall times.

The exit status is 1 when a platform is faster than Optimeter in processor time.
"""

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

from clock import Measured, of_process

SCRIPT = Path(__file__).parent / "peers" / "profiles.py"
PEERS = ("optiprofiler", "optimagic", "benchopt")
OURS, FLOOR = "optimeter", "solvers"


def installed(python: str, package: str) -> bool:
    """Say whether a Python has a package."""
    find = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({package!r}) is None)"
    return subprocess.run([python, "-c", find], check=False).returncode == 0


def main() -> int:
    """Measure and print; 1 if somebody is faster."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peers", default=sys.executable, help="Python that has the peers")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="file for the numbers")
    chosen = parser.parse_args()
    contestants = {FLOOR: sys.executable, OURS: sys.executable}
    contestants |= {name: chosen.peers for name in PEERS if installed(chosen.peers, name)}
    times: dict[str, list[Measured]] = {name: [] for name in contestants}
    for _ in range(chosen.rounds):
        for name, python in contestants.items():
            command = [python, str(SCRIPT), name]
            times[name].append(of_process(command, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1"))
    found = {
        name: {
            "wall": statistics.median(one.seconds for one in rounds),
            "processor": statistics.median(one.processor for one in rounds),
        }
        for name, rounds in times.items()
    }
    print(f"{'platform':14} {'wall':>7} {'processor':>10} {'above the solvers':>18}")
    for name, one in found.items():
        above = one["processor"] - found[FLOOR]["processor"]
        shown = "" if name == FLOOR else f"{above:16.2f} s"
        print(f"{name:14} {one['wall']:5.2f} s {one['processor']:8.2f} s {shown:>18}")
    if chosen.json is not None:
        chosen.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    ours = found[OURS]["processor"]
    return int(any(found[name]["processor"] < ours for name in found if name in PEERS))


if __name__ == "__main__":
    sys.exit(main())
