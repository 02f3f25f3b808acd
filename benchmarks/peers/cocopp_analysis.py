"""Time cocopp on the work of `analysis.py`; run as a program, in its own process.

Usage: python cocopp_analysis.py DATA…    (prints one JSON document; CPU seconds)
"""

import contextlib
import io
import json
import sys
import time
import warnings

import numpy as np

TARGETS = 10.0 ** (np.arange(10, -41, -1) / 5)
SAMPLES = 90  # simulated runtimes per target, as in its profiles


def main(sources: list[str]) -> None:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        import cocopp

        begin = time.process_time()
        data_sets = cocopp.load(sources)
        loaded = time.process_time()
        for data_set in data_sets:
            data_set.detERT(TARGETS)
        expected = time.process_time()
        curves: dict[tuple[str, int], list[np.ndarray]] = {}
        for data_set in data_sets:
            found = data_set.evals_with_simulated_restarts(TARGETS, samplesize=SAMPLES)
            key = (data_set.algId, data_set.dim)
            curves.setdefault(key, []).append(np.concatenate(found) / data_set.dim)
        for key, parts in curves.items():
            curves[key] = [np.sort(np.concatenate(parts))]
        profiled = time.process_time()
    result = {
        "load": loaded - begin,
        "ert": expected - loaded,
        "ecdf": profiled - expected,
        "data_sets": len(data_sets),
        "curves": len(curves),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1:])
