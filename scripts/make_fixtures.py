"""Record the small data sets of tests/data/recorded: every generation of file format, on our problems.

The current formats are written by our recorders and by those of the peers (cocoex, ioh). What older
loggers wrote is written here: the same runs with the headers, columns, names and line ends of their
time.

Usage: make_fixtures.py [FOLDER]
"""

import gzip
import io
import shutil
import sys
import tarfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cocoex
import numpy as np
from numpy.typing import NDArray

import optimeter as om
from optimeter.record import PROVENANCE_FILE

ioh: Any = import_module("ioh")  # its stubs do not name what it has

TARGET = Path(__file__).parents[1] / "tests" / "data" / "recorded"
Point = NDArray[np.float64]
KINDS = {".info", ".json", ".dat", ".tdat", ".mdat", ".rdat", ".adat"}
FOLDERS = {"cocoex/bbob", "optimeter/bbob-biobj", "history/2009-matlab"}  # the others are packed
EVALUATIONS = 40  # of a run where only the format matters


def climb(
    evaluate: Callable[[Point], Any], start: Point, count: int, seed: int
) -> Iterator[tuple[float, Point]]:
    """Yield values and points of a walk that goes on from better points, with shrinking steps."""
    rng = np.random.default_rng(seed)
    best, step = np.inf, 2.0
    for _ in range(count):
        trial = np.clip(start + step * rng.standard_normal(len(start)), -5, 5)
        value = float(np.sum(evaluate(trial)))
        yield value, trial
        if value < best:
            best, start, step = value, trial, step * 1.5
        else:
            step *= 0.9


# ------------------------------------------------------------------------------ current recorders


def pack(folder: Path, target: Path) -> None:
    """Pack a folder into a .tgz that is the same whenever it is made."""
    text = io.BytesIO()
    with tarfile.open(fileobj=text, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in sorted(p for p in folder.rglob("*") if p.suffix in KINDS):
            entry = tarfile.TarInfo(f"{target.stem}/{path.relative_to(folder).as_posix()}")
            entry.size = path.stat().st_size
            archive.addfile(entry, io.BytesIO(path.read_bytes()))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(text.getvalue(), 9, mtime=0))


def experiments(target: Path) -> None:
    """Record three algorithms on bbob and one on bbob-biobj, as many data as measures need."""
    bbob = om.Suite("bbob", dimensions=[2, 5], instances=range(1, 6))
    biobj = om.Suite("bbob-biobj", dimensions=[2, 5], instances=range(1, 4))
    for name, optimizer, suite, budget in (
        ("RS", "random-search", bbob, 60),
        ("CMA", "cma", bbob, 60),
        ("NM", "scipy:Nelder-Mead", bbob, 60),
        ("RS-2", "random-search", biobj, 30),
    ):
        with TemporaryDirectory() as place:
            folder = Path(place, name)
            options: dict[str, Any] = {"number_target_triggers": 5 if suite is bbob else 10}
            om.run(optimizer, suite, budget=budget, folder=folder, algorithm=name, **options)
            for path in folder.rglob("*.*dat"):
                path.write_text(_without_positions(path.read_text()))
            pack(folder, target / "coco" / suite.name / f"{name}.tgz")


def _without_positions(text: str) -> str:
    """Leave the coordinates out, as the logger does from dimension 22 on: they are most of the size."""
    lines = (
        line if line.startswith("%") else " ".join(line.split(" ")[:5])
        for line in text.splitlines()
    )
    return "\n".join(lines) + "\n"


SUITES = {
    "bbob": ([1, 8, 21], [2, 5]),
    "bbob-noisy": ([101, 122], [2]),
    "bbob-constrained": ([1, 8], [2]),
    "bbob-mixint": ([1, 15], [5]),
    "bbob-largescale": ([1], [20]),
    "bbob-biobj": ([1, 20], [2]),
    "bbob-biobj-mixint": ([1], [5]),
}


def with_optimeter(target: Path) -> None:
    """Record every suite with our own observer, in both formats."""
    for suite, (functions, dimensions) in SUITES.items():
        for format in ("coco", *(("ioh",) if suite in {"bbob", "bbob-mixint"} else ())):
            folder = target / format / "optimeter" / suite
            chosen = om.Suite(
                suite, functions=functions, dimensions=dimensions, instances=[1, 2, 3]
            )
            with om.Observer(folder, algorithm="walk", format=format) as observer:
                for problem in chosen:
                    observer.observe(problem)
                    list(climb(problem, problem.initial_solution, EVALUATIONS, problem.instance))
            (folder / PROVENANCE_FILE).unlink()


def with_cocoex(target: Path) -> None:
    """Record the same with COCO's own observer."""
    cocoex.log_level("warning")
    for suite, (functions, dimensions) in SUITES.items():
        numbers = {"function_indices": functions, "dimensions": dimensions}
        if suite in {"bbob-noisy"}:
            numbers["function_indices"] = [number - 100 for number in functions]
        chosen = " ".join(f"{key}: {','.join(map(str, value))}" for key, value in numbers.items())
        with TemporaryDirectory() as place, chdir(place):
            observer = cocoex.Observer(suite, "result_folder: x algorithm_name: walk")
            for problem in cocoex.Suite(suite, "instances: 1-2", chosen):
                problem.observe_with(observer)
                list(climb(problem, problem.initial_solution, EVALUATIONS, problem.id_instance))
                problem.free()
            folder = target / "coco" / "cocoex" / suite
            shutil.copytree(Path("exdata", "x"), folder)


class State:
    """What the logger of ioh watches: a parameter of the algorithm, a second objective."""

    sigma = final_sigma = 1.0
    F2 = 0.0


def with_ioh(target: Path) -> None:
    """Record with ioh's own logger: plain, with positions and attributes, with two objectives."""
    kinds = {"HC": [], "RS": [], "positions": ["sigma"], "two-objectives": ["F2"]}
    for number, (name, watched) in enumerate(kinds.items()):
        state = State()
        logger = ioh.logger.Analyzer(
            root=str(target / "ioh"), folder_name=name, algorithm_name=name,
            store_positions=name == "positions",
        )  # fmt: skip
        if watched:
            logger.watch(state, watched)
        if name == "positions":
            logger.add_experiment_attribute("host", "a1")
            logger.add_run_attributes(state, ["final_sigma"])
        for function in (1, 8):
            for instance in (1, 2, 3):
                problem = ioh.get_problem(function, instance, 2)
                problem.attach_logger(logger)
                for value, point in climb(problem, np.zeros(2), 100, 10 * number + instance):
                    state.F2 = float(np.abs(point).sum())
                    state.sigma = state.final_sigma = value / 2
                problem.reset()
                problem.detach_logger()
        logger.close()


# --------------------------------------------------------------------------------- values of ioh


def values_of_ioh(target: Path) -> None:
    """Write values that ioh's problems have at some points: bits, real numbers, combinations."""
    folder = target / "ioh-values"
    folder.mkdir(exist_ok=True)
    rng = np.random.default_rng(1)
    tables = {
        "pbo": _suite_values("PBO", 25, (16, 25), (1, 7, 63, 101), lambda d: rng.integers(0, 2, d)),
        "sbox": _suite_values(
            "SBOX", 24, (2, 5), (1, 42), lambda d: rng.uniform(-5.2, 5.2, d).round(3)
        ),
        "mabbob": _affine_values(rng),
        "mabbob-explicit": _combined_values(rng),
        "star-discrepancy": _discrepancies(),
        "dynamic-bin-val": _dynamic_values(),
        "cec2013": _niching_values(),
    }
    for name, rows in tables.items():
        lines = [",".join(rows[0]), *(",".join(map(_cell, row.values())) for row in rows)]
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")


def _cell(value: Any) -> str:
    """Write a number with all its digits, several with blanks between them."""
    if isinstance(value, str):
        return value
    return " ".join(map(repr, value)) if isinstance(value, list) else repr(value)


def _suite_values(
    suite: str,
    functions: int,
    dimensions: Sequence[int],
    instances: Sequence[int],
    draw: Callable[[int], NDArray[Any]],
) -> list[dict[str, Any]]:
    rows = []
    for function in range(1, functions + 1):
        for dimension in dimensions:
            for instance in instances:
                kind = getattr(ioh.ProblemClass, suite)
                problem = ioh.get_problem(function, instance, dimension, kind)
                for _ in range(3):
                    x = draw(dimension).tolist()
                    key = {"function": function, "dimension": dimension, "instance": instance}
                    rows.append({**key, "x": x, "y": problem(x)})
                    if suite == "SBOX":  # those of some pseudo-Boolean functions are wrong
                        rows[-1]["optimum_y"] = problem.optimum.y
    return rows


def _affine_values(rng: np.random.Generator) -> list[dict[str, Any]]:
    rows = []
    for instance in (1, 2, 17, 1000):
        for dimension in (2, 5):
            problem = ioh.problem.ManyAffine(instance, dimension)
            for _ in range(3):
                x = rng.uniform(-5, 5, dimension).round(3).tolist()
                key = {"instance": instance, "dimension": dimension}
                rows.append({**key, "x": x, "y": problem(x), "optimum_y": problem.optimum.y})
    return rows


def _combined_values(rng: np.random.Generator) -> list[dict[str, Any]]:
    """Return values of given combinations: weights, instances, and where the optimum is."""
    rows = []
    for index in range(4):
        weights = rng.dirichlet([0.3] * 24) * (rng.random(24) < 0.5)
        given = {
            "xopt": rng.uniform(-4, 4, 5).round(6).tolist(),
            "weights": (weights / weights.sum()).tolist(),
            "instances": rng.integers(1, 100, 24).tolist(),
        }
        for dimension in (2, 5):
            parts = given | {"xopt": given["xopt"][:dimension]}
            problem = ioh.problem.ManyAffine(*parts.values(), dimension)
            for _ in range(3):
                x = rng.uniform(-5, 5, dimension).round(3).tolist()
                rows.append(
                    {"index": index, "dimension": dimension, **parts, "x": x, "y": problem(x)}
                )
    return rows


def _discrepancies() -> list[dict[str, Any]]:
    rng = np.random.default_rng(2)
    rows = []
    for kind, first in (("uniform", 30), ("halton", 50)):
        for variables in ("real", "integer"):
            for dimension in (2, 5):
                for instance in (1, 7):
                    problem_class = ioh.ProblemClass[f"STAR_{variables.upper()}"]
                    problem = ioh.get_problem(first, instance, dimension, problem_class)
                    drawn = (
                        rng.uniform(0, 1, dimension).round(3)
                        if variables == "real"
                        else rng.integers(0, 11, dimension)
                    )
                    key = {"kind": f"{variables}-{kind}", "dimension": dimension}
                    place = {"instance": instance, "n_samples": 10, "x": drawn.tolist()}
                    rows.append({**key, **place, "y": problem(drawn.tolist())})
    return rows


def _dynamic_values() -> list[dict[str, Any]]:
    rng = np.random.default_rng(3)
    rows = []
    for kind in ("Uniform", "PowersOfTwo", "Pareto", "Ranking"):
        for dimension in (8, 20):
            for instance in (1, 7):
                make = getattr(ioh.problem, f"DynamicBinVal{kind}")
                problem = make(instance, dimension)
                for time in range(3):
                    x = rng.integers(0, 2, dimension).tolist()
                    key = {"class": f"DynamicBinVal{kind}", "dimension": dimension}
                    place = {"instance": instance, "time_step": time}
                    y = problem(x)
                    values = {"raw_y": problem.log_info.raw_y, "y": y}
                    best = {"optimum_y": float(problem.optimum.y)}
                    rows.append({**key, **place, "x": "".join(map(str, x)), **values, **best})
                    problem.step()
    return rows


def _niching_values() -> list[dict[str, Any]]:
    rng = np.random.default_rng(4)
    rows = []
    for function in range(1101, 1111):
        problem = ioh.get_problem(function, 1, 1, ioh.ProblemClass.CEC2013)
        meta, box = problem.meta_data, problem.bounds
        for _ in range(3):
            x = rng.uniform(box.lb, box.ub).round(3).tolist()
            y = problem(x)
            key = {"id": function, "name": meta.name, "dimension": meta.n_variables}
            rows.append({**key, "x": x, "raw_y": problem.log_info.raw_y, "y": y})
    return rows


# -------------------------------------------------------------------------------- historic formats


@dataclass(frozen=True)
class Walk:
    """A run: the problem and, for each evaluation, value and best value, both minus the optimum."""

    function: int
    dimension: int
    instance: int
    f_opt: float
    values: NDArray[np.float64]
    points: NDArray[np.float64]

    @property
    def best(self) -> NDArray[np.float64]:
        """The best value so far."""
        found: NDArray[np.float64] = np.minimum.accumulate(self.values)
        return found

    def hits(self) -> list[int]:
        """Return the evaluations at which one of 5 targets per decade is reached for the first time."""
        level = np.ceil(np.log10(self.best) * 5)
        return [0, *(np.flatnonzero(np.diff(level) < 0) + 1)]

    def moments(self) -> list[int]:
        """Return the evaluations at which a line is written whatever the value, and the last one."""
        counts = {int(10 ** (i / 20)) for i in range(80)} | {
            self.dimension * 10**k for k in range(4)
        }
        return [n - 1 for n in sorted(counts) if n < len(self.values)] + [len(self.values) - 1]


def walks() -> dict[tuple[int, int], list[Walk]]:
    """Make the runs that all historic files hold."""
    found: dict[tuple[int, int], list[Walk]] = {}
    for function in (1, 8):
        for dimension in (2, 3):
            for instance in (1, 2):
                problem = om.problem("bbob", function, dimension, instance)
                f_opt = float(problem.reveal().f_opt)  # type: ignore[arg-type]
                steps = list(climb(problem, problem.initial_solution, EVALUATIONS, instance))
                values = np.array([value for value, _ in steps]) - f_opt
                points = np.array([point for _, point in steps])
                walk = Walk(function, dimension, instance, f_opt, values, points)
                found.setdefault((function, dimension), []).append(walk)
    return found


@dataclass(frozen=True)
class Generation:
    """How a generation of COCO's loggers wrote."""

    header: str
    columns: str
    name: str
    line: str
    end: str = "\n"
    comment: str = "% a walk"
    exponent: int = 2


V0 = (
    "% function evaluation | noise-free fitness - Fopt ({f_opt:.12e}) | best noise-free fitness - "
    "Fopt | measured fitness | best measured fitness | x1 | x2..."
)
V2 = (
    "% f evaluations | g evaluations | best noise-free fitness - Fopt ({f_opt:.12e}) | noise-free "
    "fitness - Fopt | measured fitness | best measured fitness | x1 | x2..."
)
V3 = (
    "% f evaluations | g evaluations | best noise-free fitness - Fopt ({f_opt:.12e}) + sum g_i+ | "
    "measured fitness | best measured fitness or single-digit g-values | x1 | x2..."
)
OLD = "funcId = {f}, DIM = {d}, Precision = 1.000e-08, algId = 'walk'"
FIVE = "{e} {v:+.9e} {b:+.9e} {mv:+.9e} {mb:+.9e}"
GENERATIONS = {
    "2009-matlab": Generation(
        OLD.replace("e-08", "e-008"), V0, "data_f{f}\\bbobexp_f{f}_DIM{d}.dat", FIVE, "\r\n",
        exponent=3,
    ),
    "2010-c": Generation(OLD, V0, "data_f{f}/bbobexp_f{f}_DIM{d}.dat", FIVE),
    "2017": Generation(
        f"suite = 'bbob', {OLD}, coco_version = '2.1.1'", V0,
        "data_f{f}/bbobexp_f{f}_DIM{d}_i1.dat", FIVE, comment="%",
    ),
    "2018": Generation(
        f"suite = 'bbob', {OLD}, coco_version = '2.2.1', logger = 'bbob', data_format = 'bbob-new'",
        V2, "data_f{f}/bbobexp_f{f}_DIM{d}_i1.dat",
        "{e} 0 {b:+.9e} {v:+.9e} {mv:+.9e} {mb:+.9e}", comment="%",
    ),
    "2023": Generation(
        f"suite = 'bbob', {OLD}, coco_version = '2.6.3', logger = 'bbob', data_format = 'bbob-new2'",
        V3, "data_f{f}/bbobexp_f{f}_DIM{d}_i1.dat", "{e} 0 {b:+.9e} {mv:+.9e} {mb:+.9e}",
        comment="%",
    ),
    "2025": Generation(
        f"suite = 'bbob', {OLD}, coco_version = '2.7.3', logger = 'bbob', data_format = 'bbob-new2', "
        "settings = ''", V3, "data_f{f}/bbobexp_f{f}_DIM{d}.dat",
        "{e} 0 {b:+.9e} {mv:+.9e} {mb:+.9e}",
    ),
}  # fmt: skip


def coco_history(target: Path) -> None:
    """Write the runs as each generation of COCO's loggers did."""
    for name, generation in GENERATIONS.items():
        folder = target / "coco" / "history" / name
        indices: dict[int, list[str]] = {}
        for (f, d), group in walks().items():
            path = generation.name.format(f=f, d=d)
            stem = folder / path.replace("\\", "/").removesuffix(".dat")
            stem.parent.mkdir(parents=True, exist_ok=True)
            for suffix, choose in ((".dat", Walk.hits), (".tdat", Walk.moments)):
                text = "".join(_block(generation, walk, choose(walk)) for walk in group)
                _write(stem.with_name(stem.name + suffix), text, generation)
            heads = "".join(generation.columns.format(f_opt=w.f_opt) + "\n" for w in group)
            _write(stem.with_name(stem.name + ".rdat"), heads, generation)
            ends = ", ".join(f"{w.instance}:{len(w.values)}|{w.best[-1]:.1e}" for w in group)
            head = generation.header.format(f=f, d=d)
            indices.setdefault(f, []).extend((head, generation.comment, f"{path}, {ends}"))
        for f, lines in indices.items():
            _write(folder / f"bbobexp_f{f}.info", "\n".join(lines), generation)


def _block(generation: Generation, walk: Walk, rows: Sequence[int]) -> str:
    lines = [generation.columns.format(f_opt=walk.f_opt)]
    for row in rows:
        v, b = walk.values[row], walk.best[row]
        numbers = {"e": row + 1, "v": v, "b": b, "mv": v + walk.f_opt, "mb": b + walk.f_opt}
        x = " ".join(f"{value:+.4e}" for value in walk.points[row])
        lines.append(f"{generation.line.format(**numbers)} {x}")
    return "\n".join(lines) + "\n"


def _write(path: Path, text: str, generation: Generation) -> None:
    if generation.exponent == 3:  # as C libraries on Windows do
        text = text.replace("e+0", "e+00").replace("e-0", "e-00").replace("e-008'", "e-08'")
        text = text.replace("e-0008", "e-008")
    path.write_bytes(text.replace("\n", generation.end).encode())


QUOTED = '"function evaluation" "current f(x)" "best-so-far f(x)" "current af(x)+b" "best af(x)+b"'


def ioh_history(target: Path) -> None:
    """Write the runs as ioh did before its present index: two kinds of text, and the first JSON."""
    for name in ("text-2018", "text-2021", "json-2021"):
        folder = target / "ioh" / "history" / name
        for function in (1, 8):
            title = {1: "Sphere", 8: "Rosenbrock"}[function]
            data = f"data_f{function}" + ("" if name == "text-2018" else f"_{title}")
            (folder / data).mkdir(parents=True)
            scenarios = []
            for dimension in (2, 3):
                group = walks()[function, dimension]
                file = f"{data}/IOHprofiler_f{function}_DIM{dimension}.dat"
                text = "".join(_ioh_block(walk) for walk in group)
                (folder / file).write_text(text)
                scenarios.append((dimension, file, group))
            index = {"text-2018": _ioh_text, "text-2021": _ioh_text_3, "json-2021": _ioh_json}[name]
            suffix = "json" if name.startswith("json") else "info"
            place = (
                folder
                / f"IOHprofiler_f{function}{'' if data.count('_') < 2 else '_' + title}.{suffix}"
            )
            place.write_bytes(index(function, title, scenarios).encode())


def _ioh_block(walk: Walk) -> str:
    rows = [0, *(np.flatnonzero(np.diff(walk.best) < 0) + 1)]
    lines = [f"{r + 1} " + " ".join([f"{walk.best[r]:.10f}"] * 4) for r in rows]
    return "\n".join([QUOTED, *lines]) + "\n"


Scenarios = list[tuple[int, str, list[Walk]]]


def _ioh_text(function: int, _: str, scenarios: Scenarios) -> str:
    lines = []
    for dimension, file, group in scenarios:
        ends = ", ".join(f"{w.instance}:{len(w.values)}|{w.best[-1]:.5e}" for w in group)
        head = f"suite = 'bbob', funcId = {function}, DIM = {dimension}, algId = 'walk'"
        lines += [head + ", maximization = 'F'", "%", f"{file}, {ends}"]
    return "\r\n".join(lines)


def _ioh_text_3(function: int, title: str, scenarios: Scenarios) -> str:
    lines = []
    for dimension, file, group in scenarios:
        ends = ", ".join(f"{w.instance}:{w.best.argmin() + 1}|{w.best[-1]:g}" for w in group)
        lines += [
            f'suite = "BBOB", funcId = {function}, funcName = "{title}", DIM = {dimension}, '
            'maximization = "F", algId = "walk", algInfo = "words"',
            "%",
            f"{file}, {ends}",
        ]
    return "\n".join(lines)


def _ioh_json(function: int, title: str, scenarios: Scenarios) -> str:
    parts = []
    for dimension, file, group in scenarios:
        runs = ", ".join(
            f'{{"instance": {w.instance}, "evals": {len(w.values)}, "best": '
            f'{{"evals": {w.best.argmin() + 1}, "y": {w.best[-1]:.10f}}}}}'
            for w in group
        )
        parts.append(f'{{"dimension": {dimension}, "path": "{file}", "runs": [{runs}]}}')
    return (
        f'{{"suite": "BBOB", "function_id": {function}, "function_name": "{title}", '
        f'"maximization": false, "algorithm": {{"name": "walk", "info": ""}}, '
        f'"scenarios": [{", ".join(parts)}]}}'
    )


def main(arguments: list[str]) -> None:
    """Record everything anew."""
    target = Path(arguments[0]) if arguments else TARGET
    for part in ("coco", "ioh", "ioh-values"):
        shutil.rmtree(target / part, ignore_errors=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the peers
        for record in (
            experiments,
            with_optimeter,
            with_cocoex,
            with_ioh,
            values_of_ioh,
            coco_history,
            ioh_history,
        ):
            record(target)
    for folder in sorted((target / "coco").glob("[cho]*/*/")):
        if "/".join(folder.parts[-2:]) not in FOLDERS:
            pack(folder, folder.with_suffix(".tgz"))
            shutil.rmtree(folder)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(f"{target}: {size / 1000:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
