"""Runs a program written for COCO, unchanged: ``python -m optimeter.coco program.py …``."""

import runpy
import sys
from pathlib import Path

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
    if own:
        arguments = arguments[1:]
    if not arguments or arguments[0] in {"-h", "--help"}:
        print(USAGE, end="", file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    if arguments[0] == "-m":
        if len(arguments) == 1:
            print("the name of a module is missing after -m", file=sys.stderr)
            return 2
        stand_in(cocopp=not own)
        sys.argv = arguments[1:]
        sys.path.insert(0, str(Path.cwd()))
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return 0
    if arguments[0].startswith("-"):
        print(f"unknown option {arguments[0]}; accepted: --cocopp, -m, --help", file=sys.stderr)
        return 2
    program = Path(arguments[0])
    if not program.is_file():
        print(f"there is no program {program}", file=sys.stderr)
        return 2
    stand_in(cocopp=not own)
    sys.argv = arguments
    sys.path[0] = str(program.resolve().parent)
    runpy.run_path(str(program), run_name="__main__")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
