"""Runs a program written for ioh, unchanged: ``python -m optimeter.ioh program.py …``."""

import sys

from optimeter import ioh
from optimeter._programs import run_program
from optimeter.ioh.logger import property as properties
from optimeter.ioh.logger import trigger

USAGE = """\
usage: python -m optimeter.ioh PROGRAM.py [ARGUMENTS]
       python -m optimeter.ioh -m MODULE [ARGUMENTS]

Runs a program that was written for ioh: `import ioh` gives Optimeter's module of the same
interface.
"""

PARTS = {
    "ioh": ioh,
    "ioh.problem": ioh.problem,
    "ioh.suite": ioh.suite,
    "ioh.logger": ioh.logger,
    "ioh.logger.trigger": trigger,
    "ioh.logger.property": properties,
    "ioh.iohcpp": ioh,
    "ioh.iohcpp.logger": ioh.logger,
    "ioh.iohcpp.problem": ioh.problem,
}


def main(arguments: list[str]) -> int:
    """Run the program with its arguments; return the exit status."""
    return run_program(arguments, USAGE, lambda: sys.modules.update(PARTS))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
