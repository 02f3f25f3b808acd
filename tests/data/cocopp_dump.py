"""Load data with cocopp and store its numbers; run as a program, apart from the tests.

cocopp prints, warns, writes beside the data and keeps global state, so it gets its own process and
its own copy of the data.
"""

import contextlib
import io
import sys
import time
import warnings

import numpy as np


def dump(source: str, target: str) -> None:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        import cocopp

        begin = time.perf_counter()
        data_sets = cocopp.load(source)
        seconds = time.perf_counter() - begin
    rows = {"seconds": np.array(seconds)}
    for number, data_set in enumerate(data_sets):
        rows[f"{number}:id"] = np.array([data_set.funcId, data_set.dim])
        rows[f"{number}:instances"] = np.array(data_set.instancenumbers)
        rows[f"{number}:lengths"] = np.array(data_set.maxevals)
        rows[f"{number}:evals"] = np.array(data_set.evals)
        rows[f"{number}:funvals"] = np.array(data_set.funvals)
    np.savez(target, **rows)


if __name__ == "__main__":
    for source, target in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        dump(source, target)
