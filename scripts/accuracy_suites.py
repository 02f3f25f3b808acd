"""Measure the accuracy of the noisy, bi-objective and constrained suites against COCO.

A part of ``make_accuracy.py``, which writes the figures into docs/accuracy.md.
"""

import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import cocoex
import numpy as np
from numpy.typing import NDArray
from regions import table

import optimeter as om
from optimeter.problems import suite_info

Array = NDArray[np.float64]

INSTANCES = (*range(1, 16), 16, 17, 50, 101, 1001)  # of noisy and constrained problems
BIOBJ_INSTANCES = tuple(range(1, 16))
SEARCHED_INSTANCES = (16, 22, 32)  # slow in COCO, so on a few problems only
SEARCHED_FUNCTIONS = (1, 41, 92)
POINTS = 10  # of each kind
FARTHEST = 100.0
HUGE = (1e8, 1e32, 1e100, 1e200, 1.7e308)
NOT_SO_HUGE = (1e8, 1e16, 1e32, 1e77, 1e100)  # above, COCO's noisy Schaffer functions are NaN
SCHAFFER = range(122, 125)
SMALLEST_CONSTRAINTS = {"constraints": 1.0, "small constraints": 1e-3}
BASES = (
    "Sphere",
    "Ellipsoid, separable",
    "Linear slope",
    "Ellipsoid, rotated",
    "Discus",
    "Bent cigar",
    "Different powers",
    "Rastrigin, separable",
    "Rastrigin, rotated",
)


@dataclass(slots=True)
class Comparison:
    """The largest errors of one suite and what was compared."""

    errors: defaultdict[tuple[int, str], float] = field(default_factory=lambda: defaultdict(float))
    problems: int = 0
    values: int = 0
    extremes: int = 0

    def note(self, function: int, what: str, error: float) -> None:
        """Keep the largest error."""
        self.errors[function, what] = max(self.errors[function, what], error)

    def worst(self, what: str, functions: range | None = None) -> float:
        """Return the largest error of a kind, of some functions or of all."""
        chosen = (f for f, kind in self.errors if kind == what)
        kept = (f for f in chosen if functions is None or f in functions)
        return max((self.errors[f, what] for f in kept), default=0.0)


def relative(ours: Array, theirs: Array, scale: Array) -> float:
    """Return the largest |Δ| / scale; equal values, infinity too, have the error 0."""
    ours, theirs, scale = np.broadcast_arrays(ours, theirs, scale)
    unequal = ~((ours == theirs) | (np.isnan(ours) & np.isnan(theirs)))
    if not unequal.any():
        return 0.0
    error = np.abs(ours[unequal] - theirs[unequal]) / scale[unequal]
    return float(np.where(np.isnan(error), np.inf, error).max())


def require(same: bool, message: str) -> None:
    """Stop with the message unless the two agree."""
    if not same:
        raise SystemExit(message)


@contextmanager
def silence() -> Iterator[None]:
    """Send what cocoex prints to nowhere."""
    sys.stdout.flush()
    before = os.dup(1), os.dup(2)
    with Path(os.devnull).open("w", encoding="utf-8") as sink:
        os.dup2(sink.fileno(), 1)
        os.dup2(sink.fileno(), 2)
        try:
            yield
        finally:
            for number, copy in enumerate(before, start=1):
                os.dup2(copy, number)
                os.close(copy)


def pairs(
    suite: str,
    dimensions: tuple[int, ...],
    instances: tuple[int, ...],
    functions: tuple[int, ...] = (),
    **options: str,
) -> Iterator[tuple[om.Problem, cocoex.Problem]]:
    """Yield each problem beside COCO's, in the order of the suite."""
    text = f"dimensions: {','.join(map(str, dimensions))}"
    if functions:
        text += f" function_indices: {','.join(map(str, functions))}"
    reference = cocoex.Suite(suite, f"instances: {','.join(map(str, instances))}", text)
    ours = om.Suite(
        suite,
        dimensions=dimensions,
        instances=instances,
        functions=functions or None,
        **options,  # type: ignore[arg-type]
    )
    require(len(ours) == len(reference), f"{suite}: {len(ours)} problems, not {len(reference)}")
    for problem, peer in zip(ours, reference, strict=True):
        require(
            (problem.id, problem.name) == (peer.id, peer.name),
            f"{problem.id}, {problem.name} is {peer.id}, {peer.name} for the reference",
        )
        for what in ("lower_bounds", "upper_bounds", "number_of_objectives"):
            require(
                np.array_equal(getattr(problem, what), getattr(peer, what)),
                f"{problem.id}: {what} differ",
            )
        yield problem, peer
        peer.free()


def points(problem: om.Problem, near: Array | None, rng: np.random.Generator) -> Array:
    """Return points in the box of radius 5, outside of it and near a place."""
    shape = (POINTS, problem.dimension)
    integers = problem.number_of_integer_variables
    kinds = [rng.uniform(-5, 5, shape)]
    kinds.append(rng.uniform(-1, 1, shape) * rng.uniform(5, FARTHEST, (POINTS, 1)))
    if near is not None:
        kinds.append(near + rng.standard_normal(shape) * 10.0 ** rng.uniform(-9, 0, (POINTS, 1)))
    x = np.concatenate(kinds)
    low, high = problem.lower_bounds[:integers], problem.upper_bounds[:integers]
    x[:, :integers] = rng.integers(low.astype(int), high.astype(int) + 1, (len(x), integers))
    return x


def compare_extremes(
    problem: om.Problem, peer: cocoex.Problem, rng: np.random.Generator, scales: Sequence[float]
) -> int:
    """Compare what becomes of huge coordinates, infinities and NaN: a number, infinity or NaN.

    Returns how many points were compared.
    """
    x = np.array([rng.uniform(-1, 1, problem.dimension) * scale for scale in scales])
    special = np.repeat(x[:1] / scales[0], 4, axis=0)
    special[[0, 1, 2], rng.integers(problem.dimension, size=3)] = np.inf, -np.inf, np.nan
    special[3, :2] = np.inf, np.nan
    rows = np.concatenate([x, special])
    for row in rows:
        ours, theirs = np.atleast_1d(problem(row)), np.atleast_1d(peer(row))
        same = np.array_equal(np.isnan(ours), np.isnan(theirs)) and np.array_equal(
            np.isfinite(ours), np.isfinite(theirs)
        )
        require(same, f"{problem.id} of {row.tolist()} is {ours}, of the reference {theirs}")
    require(
        problem.evaluations == peer.evaluations,
        f"{problem.id} counts {problem.evaluations}, the reference {peer.evaluations}",
    )
    return len(rows)


def noisy(*, quick: bool) -> Comparison:
    """Compare bbob-noisy with COCO's stream of random numbers, from its beginning to its end."""
    result = Comparison()
    dimensions = om.Suite("bbob-noisy").dimensions
    chosen = pairs(
        "bbob-noisy",
        dimensions[:2] if quick else dimensions,
        INSTANCES[:2] if quick else INSTANCES,
        noise="coco",
    )
    for problem, peer in chosen:
        rng = np.random.default_rng([1, problem.function, problem.dimension, problem.instance])
        f_opt, x_opt = problem.reveal()
        x = points(problem, x_opt, rng)
        ours, theirs = problem(x), np.array([peer(row) for row in x])
        scale = np.maximum(np.abs(theirs), theirs - np.asarray(f_opt))
        result.note(problem.function, "value", relative(ours, theirs, scale))
        require(
            np.array_equal(problem.initial_solution, peer.initial_solution),
            f"{problem.id}: the initial solution differs",
        )
        scales = NOT_SO_HUGE if problem.function in SCHAFFER else HUGE
        result.extremes += compare_extremes(problem, peer, rng, scales)
        result.problems += 1
        result.values += len(x)
    return result


def biobj(suite: str, *, quick: bool) -> Comparison:
    """Compare a bi-objective suite: objectives, nadir, ideal and the indicator of all points."""
    result = Comparison()
    dimensions = om.Suite(suite).dimensions[: 2 if quick else None]
    instances = BIOBJ_INSTANCES[: 2 if quick else None]
    for dimension in dimensions:
        _biobj_part(result, suite, (dimension,), instances)
    if suite == "bbob-biobj-mixint":  # COCO cannot do the largest ones there
        searched = tuple(d for d in dimensions if d <= 40)
    else:
        searched = om.Suite(suite).dimensions
    if not quick:  # all dimensions at once, since COCO's search depends on the selection
        _biobj_part(result, suite, searched, SEARCHED_INSTANCES, SEARCHED_FUNCTIONS)
    return result


def _biobj_part(
    result: Comparison,
    suite: str,
    dimensions: tuple[int, ...],
    instances: tuple[int, ...],
    functions: tuple[int, ...] = (),
) -> None:
    indicators: dict[tuple[int, int, int], float] = {}
    with TemporaryDirectory() as folder, chdir(folder), silence():
        observer = cocoex.Observer(
            suite, "result_folder: theirs log_nondominated: none precision_f: 17"
        )
        for problem, peer in pairs(suite, dimensions, instances, functions):
            peer.observe_with(observer)
            _compare_biobj(result, problem, peer)
            key = problem.function, problem.dimension, problem.instance
            indicators[key] = problem.indicator
        for key, theirs in recorded_indicators(Path("exdata/theirs")):
            error = abs(indicators.pop(key) - theirs) / max(1.0, abs(theirs))
            result.note(key[0], "indicator", error)
    require(not indicators, f"{suite}: no indicator recorded for {indicators}")


def _compare_biobj(result: Comparison, problem: om.Problem, peer: cocoex.Problem) -> None:
    rng = np.random.default_rng([2, problem.function, problem.dimension, problem.instance])
    ideal = np.asarray(problem.archive.ideal)
    nadir = np.asarray(problem.archive.nadir)
    theirs = np.asarray(peer.largest_fvalues_of_interest)
    scale = np.maximum(np.abs(theirs), nadir - ideal)
    result.note(problem.function, "nadir", relative(nadir, theirs, scale))
    require(
        np.array_equal(problem.initial_solution, peer.initial_solution),
        f"{problem.id}: the initial solution differs",
    )
    x = points(problem, problem.initial_solution, rng)
    ours, theirs = problem(x), np.array([peer(row) for row in x])
    scale = np.maximum(np.abs(theirs), theirs - ideal)
    result.note(problem.function, "value", relative(ours, theirs, scale))
    result.problems += 1
    result.values += 2 * len(x)
    for row in np.array([[np.inf, np.nan], [np.nan, 0.0], [-np.inf, 0.0]]):
        bad = np.concatenate([row, np.zeros(problem.dimension - 2)])
        require(
            np.array_equal(problem(bad), np.asarray(peer(bad)), equal_nan=True),
            f"{problem.id} of {bad.tolist()} differs",
        )
        result.extremes += 1
    require(problem.evaluations == peer.evaluations, f"{problem.id}: the counts differ")


def recorded_indicators(folder: Path) -> Iterator[tuple[tuple[int, int, int], float]]:
    """Yield (function, dimension, instance) and the last indicator value of each run."""
    for path in folder.rglob("*_hyp.tdat"):
        function, dimension = (
            int(part[1:]) for part in path.name.removesuffix("_hyp.tdat").split("_")[-2:]
        )
        instance, value = 0, np.nan
        for line in path.read_text(encoding="ascii").splitlines():
            if line.startswith("% instance"):
                instance = int(line.split(",")[0].split("=")[1])
            elif line == "%" and instance:
                yield (function, dimension, instance), value
            elif not line.startswith("%"):
                value = float(line.split("\t")[1])
        yield (function, dimension, instance), value


def constrained(*, quick: bool) -> Comparison:
    """Compare bbob-constrained: objective, constraints, optimum, initial solution."""
    result = Comparison()
    dimensions = om.Suite("bbob-constrained").dimensions
    chosen = pairs(
        "bbob-constrained",
        dimensions[:2] if quick else dimensions,
        INSTANCES[:2] if quick else INSTANCES,
    )
    for problem, peer in chosen:
        _compare_constrained(result, problem, peer)
    return result


def _compare_constrained(result: Comparison, problem: om.Problem, peer: cocoex.Problem) -> None:
    function = problem.function
    rng = np.random.default_rng([3, function, problem.dimension, problem.instance])
    require(
        problem.number_of_constraints == peer.number_of_constraints,
        f"{problem.id}: the numbers of constraints differ",
    )
    f_opt, x_opt = problem.reveal()
    assert isinstance(f_opt, float)
    assert x_opt is not None
    start = problem.initial_solution
    result.note(function, "start", float(np.abs(start - peer.initial_solution).max()))
    require(
        bool((np.asarray(peer.constraint(start)) <= 0).all()), f"{problem.id}: infeasible start"
    )
    result.note(function, "optimum", abs(f_opt - peer(x_opt)) / abs(f_opt))
    require(
        np.array_equal(problem.constraint(x_opt) <= 0, np.asarray(peer.constraint(x_opt)) <= 0),
        f"{problem.id}: the optimum is not feasible for both",
    )
    require(problem(x_opt) == f_opt, f"{problem.id}: the optimum has another value")
    x = points(problem, x_opt, rng)
    f, g = problem.evaluate_all(x)
    theirs = np.array([peer(row) for row in x])
    scale = np.maximum(np.abs(theirs), theirs - f_opt)
    result.note(function, "value", relative(np.asarray(f), theirs, scale))
    rows = np.array([peer.constraint(row) for row in x])
    for what, smallest in SMALLEST_CONSTRAINTS.items():
        scale = np.maximum(np.abs(rows), smallest)
        result.note(function, what, relative(g, rows, scale))
    result.problems += 1
    result.values += len(x) + g.size
    result.extremes += compare_extremes(problem, peer, rng, HUGE)


def number(error: float) -> str:
    """Write an error with two digits, and 0 for equal bits."""
    return "0" if error == 0 else f"{error:.1e}".replace("e-0", "e-")


def noisy_table(result: Comparison) -> str:
    """Write the errors of the noisy suite in triples: one row for each base function."""
    names = {f.number: f.name for f in suite_info("bbob-noisy").functions}
    rows = []
    for first in range(101, 131, 3):
        cells = [number(result.worst("value", range(f, f + 1))) for f in range(first, first + 3)]
        base = names[first].rpartition(" Gauss")[0] or names[first]
        rows.append([f"{first}–{first + 2}", base, *cells])
    return table("f: | function | Gaussian: | uniform: | Cauchy:", rows)


def biobj_table(ext: Comparison, mixint: Comparison) -> str:
    """Write the errors of the bi-objective suites, one row for each group of functions."""
    definition = suite_info("bbob-biobj-ext")
    rows = []
    for group in definition.groups:
        numbers = [f.number for f in definition.functions if f.group == group.name]
        cells = [str(len(numbers)), group.name.replace("_", ", ")]
        cells += [
            number(max(result.errors[f, what] for f in numbers))
            for result in (ext, mixint)
            for what in ("value", "nadir", "indicator")
        ]
        rows.append(cells)
    kinds = ("objectives", "nadir", "indicator")
    heads = ["functions:", "group", *(f"{k}:" for k in kinds), *(f"{k}, mixint:" for k in kinds)]
    return table(" | ".join(heads), rows)


def constrained_table(result: Comparison) -> str:
    """Write the errors of the constrained suite, one row for each objective."""
    rows = []
    for base, name in enumerate(BASES):
        functions = range(6 * base + 1, 6 * base + 7)
        cells = [
            number(result.worst(what, functions))
            for what in ("value", "constraints", "optimum", "start")
        ]
        rows.append([f"{functions[0]}–{functions[-1]}", name, *cells])
    return table(
        "f: | objective | objective values: | constraints: | optimal value: | initial solution:",
        rows,
    )


def others(*, quick: bool) -> dict[str, str]:
    """Measure all of them; return what the page says about it, by the name of its place."""
    results: dict[str, Comparison] = {"bbob-noisy": noisy(quick=quick)}
    for suite in ("bbob-biobj-ext", "bbob-biobj-mixint"):
        results[suite] = biobj(suite, quick=quick)
    results["bbob-constrained"] = constrained(quick=quick)
    counts = []
    for suite, result in results.items():
        counts.append((suite, f"{result.problems:,}", f"{result.values:,}"))
        print(f"{suite}: {result.values} values", file=sys.stderr, flush=True)
    return {
        "noisy": noisy_table(results["bbob-noisy"]),
        "biobj": biobj_table(results["bbob-biobj-ext"], results["bbob-biobj-mixint"]),
        "constrained": constrained_table(results["bbob-constrained"]),
        "small_constraints": number(results["bbob-constrained"].worst("small constraints")),
        "other_counts": table("suite | problems: | values:", counts),
        "other_extremes": f"{sum(result.extremes for result in results.values()):,}",
    }
