"""Small recorded data for tests of reports: fast, deterministic, with successes and failures."""

import atexit
import dataclasses
import json
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

import optimeter as om
from optimeter.data.fronts import Front, runs_of_fronts
from optimeter.data.runs import Runs
from optimeter.measures.of_parts import SURFACES
from optimeter.measures.of_suites import FRONTS
from optimeter.reports.export import file_makers
from optimeter.reports.figures.kinds import FIGURES

# Kinds of figures of data with several objectives, with constraints, and of all data.
OF_FRONTS = frozenset(name for name, kind in FIGURES.items() if {SURFACES, FRONTS} & {*kind.needs})
OF_CONSTRAINTS = frozenset({"scaling-constraints"})
OF_POSITIONS = frozenset({"positions"})  # of data in files
OF_ALL = tuple(name for name in FIGURES if name not in OF_FRONTS | OF_CONSTRAINTS | OF_POSITIONS)

HOSTILE = (
    "<script>alert('name')</script>",
    '"quoted" & $x_1$ 50% #1 ~^\\input{/etc/passwd}',
    "../../evil/path {braces} %{x} </script><img src=x onerror=alert(2)>",
)


def embedded(page):
    """Return the overview embedded in a page."""
    return json.loads(re.search(r'id="overview">(.*?)</script>', page, re.DOTALL).group(1))


def make_runs(
    algorithms=("alpha", "beta"),
    *,
    functions=range(1, 7),
    dimensions=(2, 5),
    runs=5,
    suite="bbob",
    solved=0.8,
    seed=1,
):
    """Return runs whose precision falls by powers of ten; harder functions fail more often."""
    rng = np.random.default_rng(seed)
    offsets, evaluations, values, ends = [0], [], [], []
    keys = {"algorithm": [], "function": [], "dimension": [], "instance": []}
    for a, name in enumerate(algorithms):
        for f in functions:
            for d in dimensions:
                for i in range(runs):
                    depth = (
                        11 if rng.random() < solved - 0.04 * (f % 12) else int(rng.integers(2, 8))
                    )
                    steps = np.cumsum(rng.integers(2, 12, size=depth) * d * (1 + a) * f) - d
                    evaluations += np.maximum(steps, 1).tolist()
                    values += (10.0 ** (2.0 - np.arange(depth)) * 0.99).tolist()
                    offsets.append(len(values))
                    ends.append(int(steps[-1]) + 10 * d)
                    for key, value in zip(keys, (name, f, d, i + 1), strict=True):
                        keys[key].append(value)
    return Runs.from_arrays(
        **keys,
        suite=suite,
        offsets=offsets,
        step_evaluations=evaluations,
        step_precision=values,
        step_extra={"sigma": np.sqrt(values)},
        evaluations=ends,
        final_target=1e-8,
    )


def plain(value, digits=12):
    """Return a description in values that can be compared: numbers rounded, NaN as None."""
    if dataclasses.is_dataclass(value):
        members = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
        return {"class": type(value).__name__, **{k: plain(v) for k, v in members.items()}}
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, tuple | list):
        return [plain(entry) for entry in value]
    if isinstance(value, float):
        return float(f"{value:.{digits}g}") if np.isfinite(value) else None
    return value


def make_fronts(algorithms=("alpha", "beta"), *, functions=(1, 2), dimensions=(2, 5), runs=5):
    """Return runs with two objectives on record, which approach a line from above."""
    rng = np.random.default_rng(1)
    points = np.arange(1, 31)

    def objectives(a):
        along = rng.random(len(points))
        above = (1 + a) * rng.random(len(points)) / points
        return np.column_stack([along + above, 1 - along + above])

    return runs_of_fronts(
        Front(name, "own", f, d, i, points * d, objectives(a), np.zeros((30, 0)), 40 * d, True, ())
        for a, name in enumerate(algorithms)
        for f in functions
        for d in dimensions
        for i in range(1, runs + 1)
    )


def runs_for(kind, runs):
    """Return runs that a kind of figure can show: those given, unless it needs others."""
    if kind in OF_CONSTRAINTS:
        return make_runs(functions=[1, 2, 6, 7], suite="bbob-constrained")
    if kind in OF_POSITIONS:
        return make_positions()
    return make_fronts() if kind in OF_FRONTS else runs


def make_values(**columns):
    """Return runs of two algorithms on two functions whose optimum is not known."""
    return Runs.from_arrays(
        algorithm=["a", "a", "b", "b"],
        suite="own",
        function=[1, 2, 1, 2],
        dimension=2,
        offsets=[0, 2, 4, 6, 8],
        step_evaluations=[1, 9, 1, 12, 1, 20, 1, 30],
        step_precision=[20, 3, 20, 5, 20, 3, 20, 4],
        optimum_known=False,
        **columns,
    )


def make_failures(algorithms=("a", "b"), **columns):
    """Return single runs that reach no target of bbob."""
    count = len(algorithms)
    return Runs.from_arrays(
        algorithm=algorithms,
        suite="bbob",
        function=1,
        offsets=range(count + 1),
        step_evaluations=[1] * count,
        step_precision=[1e6] * count,
        **columns,
    )


# Data of a report of each kind: all that such a report says is written down.
TYPICAL = {
    "one algorithm": lambda: [make_runs(["alpha"], functions=[1, 3])],
    "three algorithms": lambda: [make_runs(("alpha", "beta", "gamma"), functions=[1, 2, 6])],
    "noisy": lambda: [make_runs(functions=[101, 110], dimensions=[5], suite="bbob-noisy")],
    "two objectives": lambda: [make_runs(functions=[1, 55], dimensions=[5], suite="bbob-biobj")],
    "fronts on record": lambda: [make_fronts(dimensions=[2])],
    "constrained": lambda: [
        make_runs(functions=[1, 2, 7], dimensions=[5], suite="bbob-constrained")
    ],
    "own problem": lambda: [
        make_values(maximized=True, function_names=[("own", 1, "profit"), ("own", 2, "yield")])
    ],
}

# Data that few think of.
ODD = {
    "different suites": lambda: [
        make_runs(("a",), functions=[1], dimensions=[2]),
        make_runs(("a", "b"), functions=[1], dimensions=[2], suite="bbob-biobj"),
    ],
    "nothing in common": lambda: [
        make_runs(("a",), functions=[1], dimensions=[2]),
        make_runs(("b",), functions=[2], dimensions=[5]),
    ],
    "one run": lambda: [make_runs(functions=[1], dimensions=[2], runs=1)],
    "all failed": lambda: [make_failures(dimension=2, evaluations=50)],
    "one failed": lambda: [
        make_runs(["a"], functions=[1], dimensions=[2]),
        make_failures(["b"], dimension=2, evaluations=50),
    ],
    "all solved": lambda: [make_runs(functions=[1], dimensions=[2], solved=2.0)],
    "tiny budget": lambda: [make_failures(["a"], dimension=40)],
    "a function missing": lambda: [
        make_runs(("full",), functions=[1, 2], dimensions=[2], solved=2.0),
        make_runs(("half",), functions=[1], dimensions=[2], solved=2.0),
    ],
    "a dimension missing": lambda: [
        make_runs(("full",), functions=[1], dimensions=[2, 5]),
        make_runs([f"a{i}" for i in range(5)], functions=[1], dimensions=[2]),
    ],
    "hostile names": lambda: [make_runs(HOSTILE, functions=[1, 2], dimensions=[2])],
}
DATA = TYPICAL | ODD


@cache
def make_positions(algorithms=("alpha", "beta"), **options):
    """Return recorded runs of searches around the optimum, whose files hold the points."""
    root = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    return om.load(
        [write_positions(root / name, a, **options) for a, name in enumerate(algorithms)]
    )


def write_positions(folder, seed=0, *, dimension=5, instances=4, format="ioh", suite="bbob"):
    """Record a search with shrinking steps on function 1; return the folder."""
    more = {"positions": True} if format == "ioh" else {}
    with om.Observer(folder, format=format, algorithm=folder.name, **more) as observer:
        for problem in om.Suite(
            suite, functions=1, dimensions=dimension, instances=range(1, instances + 1)
        ):
            best, rng = problem.reveal().x_opt, np.random.default_rng([seed, problem.instance])
            observer.observe(problem)
            for step in range(40):
                spread = 3.0 * 0.8**step * (1 + seed)
                problem(np.clip(best + spread * rng.standard_normal(dimension), -5, 5))
    return observer.folder


def data_files(data):
    """Return the files of numbers of a report, by name."""
    return dict(file for make in file_makers(data) for file in make())
