"""Runs a program written for ioh, unchanged: ``python -m optimeter.ioh program.py …``."""

import runpy
import sys
from pathlib import Path

from optimeter import ioh
from optimeter.ioh.logger import property as properties
from optimeter.ioh.logger import trigger

USAGE = """\
usage: python -m optimeter.ioh PROGRAM.py [ARGUMENTS]

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
    if not arguments or arguments[0] in {"-h", "--help"}:
        print(USAGE, end="", file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    program = Path(arguments[0])
    if not program.is_file():
        print(f"there is no program {program}", file=sys.stderr)
        return 2
    sys.modules.update(PARTS)
    sys.argv = arguments
    sys.path[0] = str(program.resolve().parent)
    runpy.run_path(str(program), run_name="__main__")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
