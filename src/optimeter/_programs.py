"""Programs written for other modules, run unchanged on ours. Below all rooms."""

import os
import runpy
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

__all__ = ["lead_children", "run_program"]


def lead_children(shims: Path) -> None:
    """Let the processes that this one starts import the packages of a folder before all others.

    Those that multiprocessing spawns get the path of this process, others look at the environment.
    """
    folder = str(shims)
    if folder not in sys.path:
        sys.path.insert(1, folder)  # behind the folder of the program
    known = os.environ.get("PYTHONPATH", "")
    if folder not in known.split(os.pathsep):
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [folder, known]))


def run_program(
    arguments: list[str], usage: str, stand_in: Callable[[], None], options: Sequence[str] = ()
) -> int:
    """Run a program, or with ``-m`` a module, as Python itself would; return the exit status.

    Parameters
    ----------
    arguments
        The program with its own arguments.
    usage
        What ``--help`` says.
    stand_in
        Called before the program: puts our modules in the place of those that it imports.
    options
        What else is accepted before the program, for the message.
    """
    if not arguments or arguments[0] in {"-h", "--help"}:
        print(usage, end="", file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    program, module = Path(arguments[0]), arguments[0] == "-m"
    wrong = ""
    if module and len(arguments) == 1:
        wrong = "the name of a module is missing after -m"
    elif not module and arguments[0].startswith("-"):
        wrong = f"unknown option {program}; accepted: {', '.join((*options, '-m', '--help'))}"
    elif not module and not program.is_file():
        wrong = f"there is no program {program}"
    if wrong:
        print(wrong, file=sys.stderr)  # noqa: T201
        return 2
    before = os.environ.get("PYTHONPATH"), [*sys.path]
    stand_in()
    try:
        _run(arguments, program, module=module)
    finally:
        path, sys.path[:] = before
        if path is None:
            os.environ.pop("PYTHONPATH", None)
        else:
            os.environ["PYTHONPATH"] = path
    return 0


def _run(arguments: list[str], program: Path, *, module: bool) -> None:
    sys.argv = arguments[1:] if module else arguments
    if module:
        sys.path.insert(0, str(Path.cwd()))
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = str(program.resolve().parent)
        runpy.run_path(str(program), run_name="__main__")
