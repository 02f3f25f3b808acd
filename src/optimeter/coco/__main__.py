"""Runs a program written for COCO, unchanged: ``python -m optimeter.coco program.py …``."""

import sys
from functools import partial

from optimeter._programs import run_program
from optimeter.coco.standing import stand_in

USAGE = """\
usage: python -m optimeter.coco [--cocopp] PROGRAM.py [ARGUMENTS]
       python -m optimeter.coco [--cocopp] -m MODULE [ARGUMENTS]

Runs a program that was written for COCO: `import cocoex` gives Optimeter's module of the same
interface, and `cocopp.main(...)` writes Optimeter's report. With --cocopp the installed cocopp
is left in place.
"""


def main(arguments: list[str]) -> int:
    """Run the program with its arguments; return the exit status."""
    own = arguments[:1] == ["--cocopp"]
    return run_program(
        arguments[own:], USAGE, partial(stand_in, cocopp=not own), options=["--cocopp"]
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
