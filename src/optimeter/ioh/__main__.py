"""Runs a program written for ioh, unchanged: ``python -m optimeter.ioh program.py …``."""

import sys

from optimeter._programs import run_program
from optimeter.ioh import stand_in

USAGE = """\
usage: python -m optimeter.ioh PROGRAM.py [ARGUMENTS]
       python -m optimeter.ioh -m MODULE [ARGUMENTS]

Runs a program that was written for ioh: `import ioh` gives Optimeter's module of the same
interface, in the processes that it starts as well.
"""


def main(arguments: list[str]) -> int:
    """Run the program with its arguments; return the exit status."""
    return run_program(arguments, USAGE, stand_in)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
