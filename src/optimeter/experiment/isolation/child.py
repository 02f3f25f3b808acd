"""What a process does that is isolated: one run of an optimizer, with the problem elsewhere.

Executed as a module, with the path of a payload that its parent wrote.
"""

import contextlib
import os
import pickle
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Never

from optimeter._text import failure
from optimeter.exceptions import Stop
from optimeter.experiment.isolation.launcher import RAISED
from optimeter.experiment.isolation.remote import RemoteProblem
from optimeter.experiment.optimizers.asking import call_optimizer
from optimeter.experiment.options import with_options
from optimeter.experiment.seeds import set_global_generators

__all__ = ["main"]


def main() -> Never:
    """Do the run; the exit code says whether the optimizer returned or was stopped."""
    receive, send = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)  # what the optimizer prints goes to the journal
    problem: Any = RemoteProblem(receive, send)
    payload = pickle.loads(Path(sys.argv[1]).read_bytes())
    sys.path[:0] = payload["paths"]
    code = 0
    try:
        optimizer = _load(payload)
        set_global_generators(payload["generators"])
        start, budget = problem.initial_solution, payload["budget"]
        call_optimizer(optimizer, problem, start, payload["rng"], budget)
        problem.finish()
    except Stop:
        pass
    except BaseException as error:
        code = RAISED
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        sys.stderr.write(f"\n{failure(error)}\n")
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(code)  # at once: what the optimizer left behind has no more say


def _load(payload: dict[str, Any]) -> Any:
    """Make the optimizer, from the text of its file or from a pickle."""
    if "source" not in payload:
        return pickle.loads(payload["optimizer"])
    module = ModuleType("optimizer")
    module.__file__ = payload["path"]
    sys.modules["optimizer"] = module
    exec(compile(payload["source"], payload["path"], "exec"), vars(module))
    found: Any = module
    for part in payload["function"].split("."):
        found = getattr(found, part)
    return with_options(found, payload["settings"], payload["function"])


if __name__ == "__main__":
    main()
