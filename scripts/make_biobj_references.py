"""Make core/data/bbob-biobj-references.bin: the hypervolumes to be reached in bbob-biobj.

The values are those that the reference implementation (package coco-experiment, module cocoex)
writes into the header of its data files. It is made to write the headers of all problems of
bbob-biobj-ext, without a single evaluation; values that differ from 1 are kept.

The file: 8 bytes "OMBIREF" and the format version; a little-endian uint32 with the number of
entries; then, for function 1 to 55, instance 1 to 10 and dimension 2, 3, 5, 10, 20, 40, each the
value as little-endian float64; last the CRC-32 of everything before. Run with --check to compare
the file with the reference implementation instead of writing it.
"""

import argparse
import os
import re
import struct
import sys
import tempfile
import zlib
from pathlib import Path

FUNCTIONS = range(1, 56)
INSTANCES = range(1, 11)
DIMENSIONS = (2, 3, 5, 10, 20, 40)
TARGET = Path(__file__).parents[1] / "core" / "data" / "bbob-biobj-references.bin"
MAGIC = b"OMBIREF\x01"

Key = tuple[int, int, int]
"""Function, instance, dimension."""


def write_headers(folder: Path) -> None:
    """Let the reference implementation write the headers of all problems."""
    import cocoex  # noqa: PLC0415

    os.chdir(folder)
    observer = cocoex.Observer(
        "bbob-biobj-ext", "result_folder: references log_nondominated: none precision_f: 17"
    )
    for problem in cocoex.Suite("bbob-biobj-ext", "", ""):
        problem.observe_with(observer)
        problem.free()


def read_headers(folder: Path) -> dict[Key, float]:
    """Collect the values from the headers, rounded to the 15 decimals that they have."""
    values: dict[Key, float] = {}
    pattern = re.compile(r"instance = (\d+), reference value = (\S+)")
    for path in sorted(folder.rglob("*_hyp.tdat")):
        name = re.search(r"_f(\d+)_d(\d+)_hyp", path.name)
        if name is None:
            message = f"unexpected file {path.name}"
            raise ValueError(message)
        function, dimension = int(name[1]), int(name[2])
        for match in pattern.finditer(path.read_text()):
            values[function, int(match[1]), dimension] = round(float(match[2]), 15)
    return values


def pack(values: dict[Key, float]) -> bytes:
    """Return the bytes of the file; everything outside of its range must be 1."""
    keys = [(f, k, d) for f in FUNCTIONS for k in INSTANCES for d in DIMENSIONS]
    others = {key: value for key, value in values.items() if key not in set(keys) and value != 1}
    if others or len(values) != 92 * 15 * 6:
        message = f"{len(values)} values, of which these do not fit the file: {others}"
        raise ValueError(message)
    body = (
        MAGIC
        + struct.pack("<I", len(keys))
        + b"".join(struct.pack("<d", values[key]) for key in keys)
    )
    return body + struct.pack("<I", zlib.crc32(body))


def main() -> int:
    """Write or check the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write_headers(Path(folder))
        data = pack(read_headers(Path(folder)))
    if arguments.check:
        same = TARGET.read_bytes() == data
        print(f"{TARGET.name} is {'up to date' if same else 'different'}")
        return 0 if same else 1
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(data)
    print(f"wrote {TARGET} with {len(data)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
