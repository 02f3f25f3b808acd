"""Try an installed Optimeter: import it, run an experiment, check its data, write a report.

Used on wheels, in an environment that holds nothing but the wheel and what it depends on. With
``alone`` it holds numpy and the wheel: then the experiment is run and read, and the report says what
it needs.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np  # first, so that its own import does not count

start = time.perf_counter()
import optimeter as om  # noqa: E402

om.Suite("bbob")
print(f"import beside numpy's: {1e3 * (time.perf_counter() - start):.0f} ms")


def search(problem: om.Problem, _start: np.ndarray, rng: np.random.Generator) -> None:
    """Sample the region until the budget ends."""
    while True:
        problem(rng.uniform(-5, 5, (10, problem.dimension)))


with tempfile.TemporaryDirectory() as folder:
    data, page = Path(folder) / "data", Path(folder) / "report"
    suite = om.Suite("bbob", functions=[1, 8, 20], dimensions=[2, 5], instances=[1, 2])
    print(om.run(search, suite, budget=200, folder=data, progress=False))
    if not len(om.ert(om.load(data), targets=[1.0])):
        sys.exit("no expected runtimes")
    if "alone" in sys.argv:
        try:
            om.report(data, folder=page)
        except om.OptimeterError as error:
            print(f"optimeter {om.__version__} runs experiments with numpy alone. {error}")
            sys.exit()
        sys.exit("a report was written without its packages")
    written = om.report(data, folder=page)
    if not (page / "index.html").stat().st_size > 1e5:
        sys.exit(f"no page was written: {written}")
    subprocess.run([sys.executable, "-m", "optimeter", "check", str(data)], check=False)
print(f"optimeter {om.__version__} works")
