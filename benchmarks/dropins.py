"""Compare the drop-ins with the packages that they stand for, in one run, call by call.

    python benchmarks/dropins.py [--quick] [--json FILE]

Every row makes the same calls with the peer and with ours, which take turns; the least processor
time of each counts. Points are those of f8 in five variables unless the row says otherwise.

The exit status is 1 when a target of the project is missed.
"""

import argparse
import gc
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cocoex
import ioh
import numpy as np

import optimeter as om
import optimeter.coco
import optimeter.ioh
from clock import Work, best, loop

Module = Any

RNG = np.random.default_rng(1)
POINTS = [*RNG.uniform(-5, 5, (1000, 5))]
LISTS = [x.tolist() for x in POINTS]
BITS = [*RNG.integers(0, 2, (1000, 16))]
FORMS: dict[str, list[Any]] = {
    "array": POINTS,
    "list": LISTS,
    "tuple": [tuple(x) for x in LISTS],
    "ints": [[int(v) for v in x] for x in LISTS],
    "float32": [x.astype(np.float32) for x in POINTS],
}

KEPT: list[object] = []
"""What ioh is given and does not keep alive."""


@dataclass(frozen=True)
class Row:
    """What is measured, with the least ratio that is asked for."""

    name: str
    peer: Work
    ours: Work
    target: float
    calls: int = len(POINTS)


def of_ioh(folder: Path) -> list[Row]:
    """Return the rows of ioh."""

    def keep(one: Any) -> Any:
        KEPT.append(one)
        return one

    def problem(module: Module) -> Any:
        return keep(module.get_problem(8, 1, 5, module.ProblemClass.BBOB))

    def always(module: Module) -> list[Any]:
        return [keep(module.logger.trigger.Always())]

    def logged(make: Callable[[Module], Any]) -> Callable[[Module], Work]:
        def build(module: Module) -> Work:
            one = problem(module)
            one.attach_logger(keep(make(module)))
            return loop(one, POINTS)

        return build

    def own(module: Module) -> Any:
        class Sum(module.logger.AbstractLogger):  # type: ignore[misc]
            total = 0.0

            def __call__(self, info: Any) -> None:
                self.total += info.raw_y_best

        return Sum(always(module))

    def read(*names: str) -> Callable[[Module], Work]:
        def build(module: Module) -> Work:
            one = problem(module)

            def work() -> None:
                for x in POINTS:
                    one(x)
                    found = one.state
                    for name in names:
                        found = getattr(found, name)

            return work

        return build

    def wrapped(module: Module) -> Work:
        made = module.wrap_problem(first, "first", module.ProblemClass.REAL, 5, lb=-5, ub=5)
        return loop(keep(made), POINTS)

    def bounded(module: Module) -> Work:
        one = problem(module)
        one.enforce_bounds()
        return loop(one, POINTS)

    def constrained(module: Module) -> Work:
        one = problem(module)
        one.add_constraint(keep(module.RealConstraint(nothing)))
        return loop(one, POINTS)

    def bits(points: list[Any]) -> Callable[[Module], Work]:
        return lambda m: loop(keep(m.get_problem(1, 1, 16, m.ProblemClass.PBO)), points)

    def analyzer(**options: Any) -> Callable[[Module], Any]:
        return lambda m: m.logger.Analyzer(root=str(folder), folder_name=m.__name__, **options)

    def analyzer_of_all(**options: Any) -> Callable[[Module], Any]:
        return lambda m: analyzer(triggers=always(m), **options)(m)

    def columns(module: Module) -> list[Any]:
        return [module.logger.property.RAWY]

    def flat(module: Module) -> Any:
        name = f"{module.__name__}.dat"
        return module.logger.FlatFile(
            always(module), columns(module), filename=name, output_directory=str(folder)
        )

    def form(points: list[Any]) -> Callable[[Module], Work]:
        return lambda m: loop(problem(m), points)

    builders: list[tuple[str, Callable[[Module], Work], float]] = [
        *((f"ioh: {name}", form(points), 3.0) for name, points in FORMS.items()),
        ("ioh: Analyzer", logged(analyzer()), 3.0),
        ("ioh: Analyzer, ALWAYS", logged(analyzer_of_all()), 3.0),
        (
            "ioh: Analyzer, ALWAYS, positions",
            logged(analyzer_of_all(store_positions=True)),
            3.0,
        ),
        ("ioh: Store, ALWAYS", logged(lambda m: m.logger.Store(always(m), columns(m))), 3.0),
        ("ioh: FlatFile, ALWAYS", logged(flat), 3.0),
        ("ioh: own logger, ALWAYS", logged(own), 1.5),
        ("ioh: state.evaluations", read("evaluations"), 1.5),
        ("ioh: state.current_best.y", read("current_best", "y"), 1.5),
        ("ioh: wrapped function", wrapped, 1.5),
        ("ioh: enforce_bounds", bounded, 1.5),
        ("ioh: constraint in Python", constrained, 1.5),
        ("ioh: bits, array", bits(BITS), 1.5),
        ("ioh: bits, list", bits([x.tolist() for x in BITS]), 1.5),
    ]
    return [Row(name, build(ioh), build(optimeter.ioh), target) for name, build, target in builders]


def first(x: Any) -> float:
    """Return the first variable."""
    return float(x[0])


def nothing(_: Any) -> float:
    """Return no violation."""
    return 0.0


def scoring(module: Module, budget: int) -> Work:
    """Return a scoring loop as of BLADE: the area over the curve of ten combinations."""

    class Area(module.logger.AbstractLogger):  # type: ignore[misc]
        def __init__(self, triggers: list[Any], most: int) -> None:
            super().__init__(triggers)
            self.most, self.total = most, 0.0

        def __call__(self, info: Any) -> None:
            if info.evaluations > self.most:
                return
            value = np.clip(np.log10(info.raw_y_best), -8, 2)
            self.total += (value + 8) / 10

        def reset(self, _: object) -> None:
            super().reset()

    trigger = module.logger.trigger.Always()
    problems = [module.problem.ManyAffine(k, d) for d in (2, 5) for k in range(1, 11)]
    points = [
        RNG.uniform(-5, 5, (budget * p.meta_data.n_variables, p.meta_data.n_variables))
        for p in problems
    ]

    def work() -> None:
        for problem, rows in zip(problems, points, strict=True):
            logger = Area([trigger], len(rows))
            problem.attach_logger(logger)
            for x in rows:
                problem(x)
            problem.detach_logger()
            problem.reset()

    return work


def scoring_at_once(budget: int) -> Work:
    """Return the same scores as of `scoring`, each problem in one call."""
    problems = [om.problem("mabbob", 1, d, k) for d in (2, 5) for k in range(1, 11)]
    points = [RNG.uniform(-5, 5, (budget * p.dimension, p.dimension)) for p in problems]

    def work() -> None:
        for problem, rows in zip(problems, points, strict=True):
            best = np.minimum.accumulate(problem(rows))
            ((np.clip(np.log10(best), -8, 2) + 8) / 10).sum()

    return work


def of_coco() -> list[Row]:
    """Return the rows of COCO, and those of `om.problem` against the faster of both peers."""

    def one(module: Module, suite: str) -> Any:
        return module.Suite(suite, "", "dimensions:5 function_indices:8 instance_indices:1")[0]

    rows = []
    for name, points in FORMS.items():
        pair = [loop(one(module, "bbob"), points) for module in (cocoex, optimeter.coco)]
        rows.append(Row(f"coco: {name}", pair[0], pair[1], 3.0))
    for name, suite in (("noisy", "bbob-noisy"), ("two objectives", "bbob-biobj")):
        pair = [loop(one(module, suite), POINTS) for module in (cocoex, optimeter.coco)]
        rows.append(Row(f"coco: {name}", pair[0], pair[1], 1.5))
    bare = [
        loop(module.BareProblem("bbob", 8, 5, 1), POINTS) for module in (cocoex, optimeter.coco)
    ]
    rows.append(Row("coco: BareProblem", bare[0], bare[1], 3.0))
    pair = [
        loop(one(module, "bbob-constrained").constraint, POINTS)
        for module in (cocoex, optimeter.coco)
    ]
    rows.append(Row("coco: constraint", pair[0], pair[1], 3.0))
    native = om.problem("bbob", 8, 5, 1)
    peer = ioh.get_problem(8, 1, 5, ioh.ProblemClass.BBOB)
    for name, points in FORMS.items():  # ioh is the faster peer, and fastest with lists
        rows.append(
            Row(f"om.problem: {name}, ioh: list", loop(peer, LISTS), loop(native, points), 3.0)
        )
    return rows


def measured(folder: Path, *, quick: bool) -> dict[str, dict[str, float]]:
    """Measure all rows and print them; return times and ratios by the name of the row."""
    budget = 20 if quick else 2000
    rows = [*of_ioh(folder), *of_coco()]
    calls = budget * 10 * (2 + 5)
    score = [scoring(module, budget) for module in (ioh, optimeter.ioh)]
    rows.append(Row("ioh: BLADE's scoring loop", score[0], score[1], 2.5, calls))
    rows.append(Row("om.problem: the same at once", score[0], scoring_at_once(budget), 5.0, calls))
    print(f"{'':34} {'peer':>8} {'ours':>8} {'ratio':>7} {'asked':>6}")
    found = {}
    for row in rows:
        rounds = 1 if quick else 5 if row.calls > len(POINTS) else 15
        times = best({"peer": row.peer, "ours": row.ours}, rounds, row.calls)
        ratio = times["peer"] / times["ours"]
        found[row.name] = {**times, "ratio": ratio, "asked": row.target}
        mark = "" if ratio >= row.target else "  missed"
        print(
            f"{row.name:34} {times['peer'] * 1e9:6.0f}ns {times['ours'] * 1e9:6.0f}ns "
            f"{ratio:7.2f} {row.target:6.1f}{mark}"
        )
    KEPT.clear()
    return found


def main() -> int:
    """Measure, print, and judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly, in some seconds")
    parser.add_argument("--json", type=Path, help="file for the numbers")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measured(Path(folder), quick=chosen.quick)
        gc.collect()  # loggers write their ends into the folder
    if chosen.json is not None:
        chosen.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return int(any(one["ratio"] < one["asked"] for one in found.values()))


if __name__ == "__main__":
    sys.exit(main())
