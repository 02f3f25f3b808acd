"""Make the tables of reference algorithms that come with the package.

Usage: python scripts/make_reference.py [FOLDER]

FOLDER holds the archives ``best2009-bbob.tar.gz`` and so on; by default the folder ``refalgs`` of
the installed package ``cocopp``. A reference archive has one file per function and dimension with
lines ``evaluations target target algorithm successes trials``: the rounded best expected runtime,
the target, and whose it is. Targets that share a rounded runtime are one line, the hardest.
"""

import hashlib
import importlib.metadata
import importlib.util
import json
import re
import sys
import tarfile
from pathlib import Path

import numpy as np

NAMES = ("best2009-bbob", "best2009-bbob-noisy", "best2016-bbob-biobj")
PER_DECADE = 5
HARDEST = -8 * PER_DECADE
OUTPUT = Path(__file__).parent.parent / "src" / "optimeter" / "measures" / "reference_data"

Line = tuple[int, int, str, int, int]  # evaluations, exponent, algorithm, successes, trials


def default_folder() -> Path:
    """Return the folder of reference archives of the installed cocopp."""
    found = importlib.util.find_spec("cocopp")
    if found is None or found.origin is None:
        message = "cocopp is not installed; give the folder that holds the archives"
        raise SystemExit(message)
    return Path(found.origin).parent / "refalgs"


def parse(text: str) -> list[Line]:
    """Return the lines of one problem, easiest target first."""
    lines: list[Line] = []
    for line in text.splitlines():
        if not line or line.startswith("%"):
            continue
        evaluations, target, _, algorithm, successes, trials = line.split()
        exponent = np.log10(float(target)) * PER_DECADE
        if abs(exponent - round(exponent)) > 1e-6:
            message = f"target {target} is not on the grid of {PER_DECADE} per decade"
            raise ValueError(message)
        name = re.sub(r"\.(tgz|tar\.gz|zip)$", "", algorithm)
        lines.append((int(evaluations), round(exponent), name, int(successes), int(trials)))
    return sorted(lines, key=lambda entry: -entry[1])


def convert(archive: Path) -> dict[str, np.ndarray]:
    """Return the arrays of one reference table."""
    problems: dict[tuple[int, int], list[Line]] = {}
    comment, suite = "", ""
    with tarfile.open(archive) as content:
        for member in content.getmembers():
            file = content.extractfile(member)
            if file is None:
                continue
            text = file.read().decode()
            if match := re.search(r"_f(\d+)_d(\d+)\.dat$", member.name):
                problems[int(match[1]), int(match[2])] = parse(text)
            elif member.name.endswith(".info"):
                comment = next(line for line in text.splitlines() if line.startswith("%"))[2:]
                suite = re.search(r"suite = '([^']+)'", text)[1]  # type: ignore[index]
    keys = sorted(problems)
    algorithms = sorted({line[2] for lines in problems.values() for line in lines})
    code = {algorithm: number for number, algorithm in enumerate(algorithms)}
    easiest = max(lines[0][1] for lines in problems.values())
    exponents = np.arange(easiest, HARDEST - 1, -1)
    shape = (len(keys), len(exponents))
    ert = np.full(shape, -1, dtype=np.int64)
    winner = np.full(shape, -1, dtype=np.int16)
    successes, trials = np.zeros(shape, dtype=np.int16), np.zeros(shape, dtype=np.int16)
    for row, key in enumerate(keys):
        for column, exponent in enumerate(exponents):
            # A line answers its target and the easier ones down to the line before.
            line = next((entry for entry in problems[key] if entry[1] <= exponent), None)
            if line is not None:
                ert[row, column] = line[0]
                winner[row, column] = code[line[2]]
                successes[row, column], trials[row, column] = line[3], line[4]
    header = {
        "suite": suite,
        "per_decade": PER_DECADE,
        "algorithms": algorithms,
        "provenance": {
            "source": f"refalgs/{archive.name} of cocopp {importlib.metadata.version('cocopp')}",
            "sha256": hashlib.sha256(archive.read_bytes()).hexdigest(),
            "comment": comment,
            "runtimes": "expected runtimes rounded to integers",
        },
    }
    return {
        "header": np.frombuffer(json.dumps(header).encode(), dtype=np.uint8),
        "function": np.array([f for f, _ in keys], dtype=np.int16),
        "dimension": np.array([d for _, d in keys], dtype=np.int16),
        "exponent": exponents.astype(np.int16),
        "ert": ert,
        "winner": winner,
        "successes": successes,
        "trials": trials,
    }


def main() -> None:
    """Convert all archives and say what was written."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else default_folder()
    OUTPUT.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        table = convert(folder / f"{name}.tar.gz")
        path = OUTPUT / f"{name}.npz"
        np.savez_compressed(path, **table)  # type: ignore[arg-type]
        print(f"{path.name}: {table['ert'].shape} targets, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
