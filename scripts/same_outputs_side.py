"""What one side of `same_outputs.py` does: record data once, write everything there is of a case.

It runs in the environment of that side and knows of its code what users know, and four places of its
own: where figures are described before they are drawn (`described`), and the modules of the page's
script that unpack results (`same_outputs_page.mjs`). Who moves these moves them here, too.

Usage: same_outputs_side.py DATA list | record | OUT NODE MARK CASE…
"""

import contextlib
import gzip
import inspect
import io
import json
import os
import re
import shutil
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from importlib import import_module, resources
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import optimeter as om
from optimeter import cli, measures
from optimeter.data import read_fronts
from optimeter.data.fronts import runs_of_fronts

HERE = Path(__file__).resolve().parent
RECORDED = HERE.parent / "tests" / "data" / "recorded"
SIZES = (1, 3, 9)

# ------------------------------------------------------------------------------------------- data

CONTINUOUS = (
    *("random-search", "cma", "scipy:Nelder-Mead", "scipy:BFGS", "scipy:Powell", "scipy:COBYLA"),
    *("scipy:L-BFGS-B", "scipy:differential_evolution", "sobol", "cma-bipop", "cma-ipop"),
    *("scipy:SLSQP", "scipy:CG", "scipy:TNC"),
)
CONSTRAINED = ("random-search", "scipy:COBYLA", "scipy:SLSQP")
FRONTS = ("random-search", "sobol", "grid")
BITS = ("random-search", "ea", "rls", "ea-fast", "umda", "ga-lambda-lambda")


def own_suite(*, maximize: bool = False, instances: Sequence[int] = (1,)) -> om.Suite:
    """Return own problems without a known optimum, whose values go below and above zero."""
    sign = -1.0 if maximize else 1.0

    def bowl(x: Any, shift: float) -> float:
        return sign * (float(((x - shift) ** 2).sum()) - 3)

    def valley(x: Any, shift: float) -> float:
        return sign * (float((np.abs(x - shift) ** np.arange(1, len(x) + 1)).sum()) + 1)

    def waves(x: Any, shift: float) -> float:
        return sign * float((np.abs(x) - 3 * np.cos(4 * (x - shift))).sum())

    problems = [
        om.Problem.from_callable(
            partial(function, shift=0.3 * instance),
            [-4.0] * dimension,
            [5.0] * dimension,
            name=function.__name__,
            maximize=maximize,
            instance=instance,
        )
        for function in (bowl, valley, waves)
        for dimension in (2, 4)
        for instance in instances
    ]
    return om.Suite.from_problems("own-max" if maximize else "own-min", problems)


def suite(name: str, functions: Any, dimensions: Any, instances: Any = (1, 2, 3)) -> Any:
    """Return how a part of a suite is made."""
    return lambda: om.Suite(
        name, functions=functions, dimensions=dimensions, instances=list(instances)
    )


@dataclass(frozen=True)
class Data:
    """What is recorded: a suite, by optimizers with different seeds, so that no two data are alike."""

    suite: Callable[[], Any]
    optimizers: Sequence[str] = CONTINUOUS
    count: int = max(SIZES)
    budget: float = 60
    options: Mapping[str, Any] = field(default_factory=dict)
    names: str = ""

    def algorithms(self) -> Iterator[tuple[str, str, int]]:
        """Iterate over names of algorithms, their optimizers and seeds."""
        for i in range(self.count):
            optimizer = self.optimizers[i % len(self.optimizers)]
            lap = i // len(self.optimizers)
            usual = optimizer.split(":")[-1] + (f"-{lap + 1}" if lap else "")
            yield self.names.format(2**i) if self.names else usual, optimizer, i + 1


DATA = {
    "bbob": Data(suite("bbob", [1, 3, 8, 12, 15, 21], [2, 3, 5]), count=14),
    "noisy": Data(suite("bbob-noisy", [101, 107, 122, 128], [2, 5])),
    "biobj": Data(suite("bbob-biobj", [1, 11, 20, 46], [2, 3], [1, 2]), FRONTS, budget=30),
    "constrained": Data(
        suite("bbob-constrained", [1, 2, 3, 10, 19], [2, 3]), CONSTRAINED, budget=30
    ),
    "pbo": Data(suite("pbo", [1, 2, 4, 18], [16, 64]), BITS, budget=20),
    "mabbob": Data(suite("mabbob", None, [2, 5], range(1, 7))),
    "own-min": Data(own_suite, options={"trials": 3}, budget=40),
    "own-max": Data(lambda: own_suite(maximize=True), options={"trials": 3}, budget=40),
    "own-instances": Data(lambda: own_suite(instances=(1, 2, 3)), budget=40),
    "fronts": Data(
        suite("bbob-biobj", [1, 20], [2, 3], [1, 2]),
        FRONTS,
        count=3,
        budget=30,
        options={"log_nondominated": "all"},
    ),
    "costs": Data(suite("bbob", [1, 8, 15], [2, 5]), count=3, options={"costs": True}),
    "sweep": Data(suite("bbob", [1, 8, 15], [2, 5]), ["cma"], 5, names="CMA pop={}"),
}


def record(root: Path) -> None:
    """Record all data that are not there yet."""
    for key, data in DATA.items():
        for name, optimizer, seed in data.algorithms():
            folder = root / key / name
            if (folder / "done").exists():
                continue
            shutil.rmtree(folder, ignore_errors=True)
            chosen = f"{optimizer}[popsize={2 + 2 * seed}]" if data.names else optimizer
            options = {"budget": data.budget, "progress": False, **data.options}
            om.run(chosen, data.suite(), folder=folder, algorithm=name, seed=seed, **options)
            (folder / "done").touch()
        print(f"recorded: {key}", flush=True)


# ------------------------------------------------------------------------------------------ cases


@dataclass(frozen=True)
class Case:
    """Data and options of a report; tables and public functions take of these what they know."""

    data: str
    count: int
    options: Mapping[str, Any] = field(default_factory=dict)
    background: int = 0
    forked: bool = False
    further: str = ""

    def loaded(self, root: Path) -> om.Runs:
        """Load what is in front; fronts of data with several objectives, which paths do not give."""
        if self.data == "fronts":
            fronts = [front for path in self.sources(root) for front in read_fronts(path)]
            return runs_of_fronts(fronts)
        quality = ("maximize", "optimum", "own_instances")
        given = {name: self.options[name] for name in quality if name in self.options}
        return om.load(*self.sources(root), **given)

    def sources(self, root: Path) -> list[Path]:
        """Return the folders in front."""
        return self._folders(root)[: self.count] + ([root / self.further] if self.further else [])

    def behind(self, root: Path) -> list[Path]:
        """Return those of the background."""
        return self._folders(root)[self.count : self.count + self.background]

    def _folders(self, root: Path) -> list[Path]:
        if self.data == "recorded":
            return [RECORDED / "ioh" / name for name in ("positions", "HC", "RS")]
        return [root / self.data / name for name, _, _ in DATA[self.data].algorithms()]

    @property
    def whole(self) -> bool:
        """Whether it is looked at from all sides: tables, single figures, public functions."""
        few = self.count in (2, 3, 5) or self.data == "recorded"
        return few and not self.forked


OWN = (1e2, 1.0, 0.1, 1e-3)
CASES = {
    **{
        f"{key}-{count}": Case(key, count)
        for key in (
            *("bbob", "noisy", "biobj", "constrained", "pbo", "mabbob"),
            *("own-min", "own-max"),
        )
        for count in SIZES
    },
    **{
        f"own-instances-{count}": Case("own-instances", count, {"own_instances": True})
        for count in SIZES
    },
    "instances-repeated": Case("own-instances", 3, {"own_instances": False}),
    "many": Case("bbob", 14),
    "background": Case("bbob", 3, background=2),
    "background-own": Case("own-min", 2, background=2),
    "sweep": Case("sweep", 5, {"sweep": "pop"}),
    "batches": Case("costs", 3, {"cost": "batches"}),
    "seconds": Case("costs", 3, {"cost": "seconds"}),
    "targets": Case("bbob", 3, {"targets": OWN}),
    "targets-own": Case("own-min", 3, {"targets": (10.0, 1.0, -1.0, -2.5)}),
    "targets-own-max": Case("own-max", 3, {"targets": (-10.0, -1.0, 1.0, 2.5)}),
    "targets-optimum": Case("own-min", 3, {"optimum": -20.0}),
    "relative": Case("bbob", 3, {"targets": "relative"}),
    "relative-9": Case("bbob", 9, {"targets": "relative"}),
    "relative-own": Case("own-instances", 3, {"targets": "relative"}),
    "linear": Case("own-min", 3, {"targets": "linear"}),
    "log": Case("own-min", 3, {"targets": "log", "functions": "2"}),
    "reference-best": Case("bbob", 3, {"reference": "best"}),
    "reference-one": Case("bbob", 3, {"reference": "cma"}),
    "reference-none": Case("noisy", 3, {"reference": "none"}),
    "selection": Case(
        "bbob", 3, {"functions": "1,8,15", "dimensions": "2,5", "instances": "1-2", "seed": 7}
    ),
    "selection-own": Case("own-min", 3, {"functions": "1,3", "dimensions": "4"}),
    "selection-relative": Case(
        "bbob", 3, {"targets": "relative", "functions": "1-8", "instances": "1-2"}
    ),
    "two-suites": Case("bbob", 2, further="biobj/random-search"),
    "fronts": Case("fronts", 3),
    "recorded": Case("recorded", 3),
    "parameters": Case("recorded", 1),
    "forked": Case("bbob", 2, forked=True),
}

# -------------------------------------------------------------------------------------- describing


def token(value: Any) -> str:
    """Return a single value with everything that can differ: all bits of a number, its kind."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return float(value).hex()
    return "None" if value is None else ""


SCALARS = (str, bool, int, float, np.generic, type(None))
NO_RESULT = ("curves",)  # of a set of curves: it is what iterating gives


def values(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield all that is public of a value, by paths: `.name` of an attribute, `{key}`, `[place]`."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, SCALARS):
        yield path, token(value)
    elif isinstance(value, os.PathLike):
        yield path, token(os.fspath(value))
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield from values(entry, f"{path}{{{key}}}")
        yield f"{path} keys", " ".join(token(str(key)) for key in value)
    elif isinstance(value, np.ndarray) and value.dtype != object:
        shape = "×".join(map(str, value.shape))
        yield path, f"{shape}: {' '.join(map(token, value.reshape(-1).tolist()))}"
    elif isinstance(value, (list, tuple, range, np.ndarray)):
        if all(isinstance(entry, SCALARS) for entry in value):
            yield path, f"{len(value)}: {' '.join(map(token, value))}"
        else:
            yield f"{path} length", str(len(value))
            for i, entry in enumerate(value):
                yield from values(entry, f"{path}[{i}]")
    elif isinstance(value, (set, frozenset)):
        yield path, " ".join(sorted(token(str(entry)) for entry in value))
    elif not callable(value) or isinstance(value, om.Runs):
        yield from attributes(value, path)


def attributes(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield what is public of an object: attributes, rows, curves, how it is printed."""
    kind = type(value)
    for name in dir(value):
        if name.startswith("_") or name in NO_RESULT or callable(getattr(kind, name, None)):
            continue
        found = refused(getattr, value, name)
        if not callable(found):
            yield from values(found, f"{path}.{name}")
    for method in ("to_dicts", "summary"):
        if hasattr(value, method) and not inspect.ismodule(value):
            found = refused(getattr(value, method))
            rows = found if isinstance(found, list) else [found]
            if rows and all(isinstance(row, dict) for row in rows):
                yield f"{path}.{method}() length", str(len(rows))
                for name in rows[0]:
                    yield (
                        f"{path}.{method}().{name}",
                        " ".join(token(row.get(name)) for row in rows),
                    )
            else:
                yield from values(found, f"{path}.{method}()")
    if callable(getattr(value, "at", None)) and list(inspect.signature(value.at).parameters)[
        :1
    ] == ["x"]:
        yield from values(refused(value.at, [0.5, 1.0, 7.0, 1e3, 1e9]), f"{path}.at()")
    if hasattr(kind, "__iter__") and hasattr(kind, "__len__") and hasattr(value, "to_dicts"):
        yield f"{path} length", str(len(value))
        for i, entry in enumerate(value):
            yield from values(entry, f"{path}[{i}]")
    if hasattr(value, "to_dicts") and not isinstance(value, om.Runs):
        yield f"{path} printed", token(str(value))


def refused(call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """Return what is returned, or the words of an error."""
    try:
        return call(*arguments, **options)
    except Exception as error:
        return f"raises {type(error).__name__}: {error}"


def write_values(path: Path, value: Any) -> None:
    """Write all that is public of a value, a path on each line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{place} = {text}\n" for place, text in values(value, ""))
    path.write_text("".join(lines), "utf-8")


# ------------------------------------------------------------------------------------------ report


@contextlib.contextmanager
def described(folder: Path, names: Sequence[str]) -> Iterator[None]:
    """Keep the descriptions of figures in place of drawing them; each is named by the last name."""
    kept: Counter[str] = Counter()

    def keep(figure: Any) -> None:
        name = names[-1] if names else "paper"
        kept[name] += 1
        write_values(folder / f"{name}-{kept[name]:03d}.values", figure)

    def files(figure: Any, forms: Sequence[str], size: Any) -> list[bytes]:
        keep(figure)
        write_values(folder / f"paper-{kept['paper']:03d}-size.values", size)
        return [b"not drawn" for _ in forms]

    paper = import_module("optimeter.reports.paper.figures")
    plotly = import_module("optimeter.reports.figures.draw_plotly")
    with mock.patch.object(paper, "file_contents", files), mock.patch.object(plotly, "draw", keep):
        yield


def write_report(case: Case, root: Path, out: Path, node: str) -> dict[str, int]:
    """Write the report with its paper, what its page says and what its page draws."""
    background = case.behind(root)
    given = {**case.options, **({"background": background} if background else {})}
    sources = [case.loaded(root)] if case.data == "fronts" else case.sources(root)
    report = om.report(*sources, folder=out / "report", paper=True, **given)
    for path in sorted((out / "report").rglob("*.csv.gz")):
        path.with_suffix("").write_bytes(gzip.decompress(path.read_bytes()))
        path.unlink()
    if not case.forked:
        for drawn in (out / "report" / "fig").glob("*"):
            drawn.unlink()
    manifest = next((out / "report").glob("*.json"))
    content = json.loads(manifest.read_text("utf-8"))
    content |= dict.fromkeys(("optimeter", "numpy", "python"), "VERSION")
    manifest.write_text(json.dumps(content, indent=1), "utf-8")
    for path in (out / "report").rglob("*.tex"):
        path.write_text(masked(path.read_text("utf-8"), out), "utf-8")
    page = report.page.read_text("utf-8")
    (out / "page").mkdir()
    lines = [masked(line, out) for line in said(page)]
    (out / "page" / "text.txt").write_text("\n".join(lines) + "\n", "utf-8")
    figures = re.findall(
        r"<svg.*?</svg>", re.sub(r"<script.*?</script>", "", page, flags=re.S), re.S
    )
    (out / "page" / "drawn.svg").write_text("\n".join(figures), "utf-8")
    (out / "page" / "notebook.html").write_text(masked(report._repr_html_(), out), "utf-8")
    script = Path(str(resources.files("optimeter.reports.page"))) / "assets" / "script"
    command = [node, "--no-warnings", str(HERE / "same_outputs_page.mjs")]
    done = subprocess.run(
        [*command, script, report.page, out / "page" / "payload.values"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    for path in [report.page, *(out / "report").rglob("*.js")]:  # compared as what they say
        path.unlink()
    return {"sentences": len(lines), "figures": int(done.stdout)}


def masked(text: str, out: Path) -> str:
    """Return a text without the version of Optimeter and the folder that was written to."""
    return re.sub(r"Optimeter \d[\w.+]*\w", "Optimeter VERSION", text).replace(str(out), "OUT")


class _Reader(HTMLParser):
    """Collects the texts of a page, and those of labels and titles."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.unseen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "style", "svg"}:
            self.unseen.append(tag)
        told = (text for name, text in attrs if name in {"aria-label", "title", "alt"})
        self.lines += [text for text in told if text and not self.unseen]

    def handle_endtag(self, tag: str) -> None:
        if self.unseen and self.unseen[-1] == tag:
            self.unseen.pop()

    def handle_data(self, data: str) -> None:
        if not self.unseen and data.strip():
            self.lines.append(" ".join(data.split()))


def said(page: str) -> list[str]:
    """Return the texts of a page, one for each element that holds some."""
    reader = _Reader()
    reader.feed(page)
    return reader.lines


# ------------------------------------------------------------------- figures, tables and functions


def write_figures(case: Case, runs: om.Runs, out: Path, names: list[str]) -> None:
    """Describe every kind of figure."""
    known = {name: case.options[name] for name in ("reference", "sweep") if name in case.options}
    for name in sorted(om.plot.__all__):
        kind = getattr(om.plot, name)
        options = dict(known)
        if "targets" in case.options and "targets" in inspect.signature(kind).parameters:
            options["targets"] = case.options["targets"]
        names.append(name)
        answer = refused(kind, runs, **options)
        if answer is not None:  # nothing to draw, say: that is said, too
            write_values(out / "figures" / f"{name}.values", answer)


def table_options(case: Case) -> list[str]:
    """Return what the command line knows of the options of a case."""
    words: list[str] = []
    for name, value in case.options.items():
        if name in ("functions", "dimensions", "instances", "targets", "optimum"):
            text = value if isinstance(value, str) else None
            numbers = value if isinstance(value, tuple) else (value,)
            words += [f"--{name}", text or ",".join(f"{number:g}" for number in numbers)]
        elif name == "own_instances":
            words.append("--own-instances" if value else "--repeated-instances")
    return words


MEASURES = (
    *("ert", "interval", "success", "statistics", "restarts", "runtimes", "values", "ecdf"),
    *("comparison", "tests", "speed", "scaling", "ratings", "deep-ranking", "complementarity"),
    *("clusters", "advice", "cover", "performance-profile", "data-profile", "log-ratio"),
    *("positions", "verdicts", "regimes"),
)


def write_tables(case: Case, root: Path, out: Path) -> None:
    """Write the tables of all measures as CSV and JSON, and what `check` and `compare` say."""
    sources = [str(path) for path in case.sources(root)]
    words = table_options(case)
    plain = without(words, "--targets")
    for measure in MEASURES:
        given = plain if measure == "values" else words
        if cost := case.options.get("cost"):
            given = (
                [*given, "--cost", str(cost)] if measure not in ("values", "positions") else given
            )
        if measure == "log-ratio" and len(sources) > 2:
            names = om.load(*case.sources(root)).algorithms
            given = [*given, "--pair", *names[:2]]
        for form in ("csv", "json"):
            command = ["table", *sources, "-m", measure, *given, "-f", form]
            printed(command, out / "tables" / f"{measure}.{form}", out)
    printed(["table", *sources, *words, "-f", "text"], out / "tables" / "ert.txt", out)
    printed(["table", *sources, *words, "-f", "latex"], out / "tables" / "ert.tex", out)
    printed(["check", "--json", *sources], out / "tables" / "check.json", out)
    printed(["check", "--all", *sources], out / "tables" / "check.txt", out)
    known = without(without(words, "--instances"), "--optimum")
    printed(["compare", *sources[:2], *known], out / "tables" / "compare.md", out)


def without(words: list[str], option: str) -> list[str]:
    """Return a command without an option and its value."""
    if option not in words:
        return words
    place = words.index(option)
    return words[:place] + words[place + 2 :]


def printed(command: list[str], path: Path, out: Path) -> None:
    """Write what a command prints, and how it ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    screen, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(screen), contextlib.redirect_stderr(errors):
        code = cli.main(command)
    said = errors.getvalue()
    text = f"{screen.getvalue()}{said and f'errors: {said}'}ends with {code}\n"
    path.write_text(masked(text, out), "utf-8")


def functions() -> dict[str, Callable[..., Any]]:
    """Return how every public function of `optimeter.measures` is called on runs."""
    found = {name: getattr(measures, name) for name in measures.__all__}
    own = {name: one for name, one in found.items() if inspect.isfunction(one)}
    usual = {
        name: one
        for name, one in own.items()
        if next(iter(inspect.signature(one).parameters)) == "runs"
    }
    return {
        **dict.fromkeys(own, uncalled),
        **usual,
        **{k: v for k, v in SPECIAL.items() if k in own},
    }


def uncalled(*_: Any, **__: Any) -> str:
    """Stand for a function that is called with other things than runs, and not listed here."""
    return "not called"


def pair(runs: om.Runs) -> tuple[str, str]:
    """Return two algorithms."""
    first, second, *_ = runs.algorithms
    return first, second


def sample(runs: om.Runs) -> Any:
    """Return the best values of the runs, some of them as if never reached."""
    found = runs.runtimes([float(np.median(runs.step_precision))])[:, 0]
    return np.asarray(found)


def reference(runs: om.Runs) -> Any:
    """Return the best of the data as a reference."""
    return measures.best_of(runs)


def parameter(runs: om.Runs) -> str:
    """Return a logged parameter."""
    return measures.parameter_names(runs)[0]


GAMES = np.ones((2, 2)) - np.eye(2)
PLAYERS = np.full(2, 1500.0), np.full(2, 350.0), np.full(2, 0.06)
SPECIAL: dict[str, Callable[..., Any]] = {
    "aocc": lambda runs, **o: measures.aocc(runs, budgets=[10, 50], **o),
    "bonferroni": lambda _: measures.bonferroni([0.01, 0.02, 0.7]),
    "common_edges": lambda runs: measures.common_edges(measures.runtime_density(runs).curves),
    "cover": lambda runs, **o: measures.cover(runs, budget=40, **o),
    "cumulative_difference": lambda runs: measures.cumulative_difference(
        *np.array_split(sample(runs), 2)
    ),
    "front_summary": lambda runs: measures.front_summary(measures.front_quality(runs)),
    "glicko2_update": lambda _: measures.glicko2_update(*PLAYERS, GAMES, GAMES / 3),
    "histogram": lambda runs: measures.histogram(sample(runs)),
    "holm": lambda _: measures.holm([0.01, 0.02, 0.7]),
    "kernel_density": lambda runs: measures.kernel_density(sample(runs)),
    "load_reference": lambda _: measures.load_reference("best2009-bbob"),
    "log_ratios": lambda runs, **o: measures.log_ratios(runs, *pair(runs), **o),
    "loss_ratios": lambda runs: measures.loss_ratios(runs, reference(runs)),
    "loss_summary": lambda runs: measures.loss_summary(measures.loss_ratios(runs, reference(runs))),
    "marked": lambda runs, **o: measures.marked(measures.ert_table(runs, **o), runs, **o),
    "parameters_at_budgets": lambda runs: measures.parameters_at_budgets(
        runs, parameter=parameter(runs)
    ),
    "parameters_at_targets": lambda runs: measures.parameters_at_targets(
        runs, parameter=parameter(runs)
    ),
    "probability_mass": lambda runs: measures.probability_mass(sample(runs)),
    "quantile": lambda runs: measures.quantile(sample(runs), [0.1, 0.5, 0.9]),
    "reference_ecdf": lambda runs: measures.reference_ecdf(
        reference(runs), dimensions=int(runs.dimension.max())
    ),
    "reference_of": measures.reference_of,
    "reference_scaling": lambda runs: measures.reference_scaling(
        reference(runs), dimensions=int(runs.dimension.max())
    ),
    "restart_distribution": lambda runs: measures.restart_distribution(
        sample(runs)[:6], runs.evaluations[:6]
    ),
    "run_length_targets": lambda runs: measures.run_length_targets(reference(runs)),
    "runtime_ratios": lambda runs, **o: measures.runtime_ratios(runs, *pair(runs), **o),
    "shapley_of_best": lambda _: measures.shapley_of_best(np.array([[1.0, 0.2], [0.4, 0.6]])),
    "suite_settings": lambda runs: measures.suite_settings(runs.suites[0]),
    "suite_targets": lambda runs: measures.suite_targets(runs.suites[0]),
    "winners_of": lambda runs, **o: measures.winners_of(
        measures.ecdf(runs, **o), np.array([1.0, 10.0, 100.0])
    ),
}
POSITIONS = {
    "positions_at": lambda runs: measures.positions_at(_data("positions", "positions_of")(runs)),
    "attainment_surface": lambda runs: measures.attainment_surface(
        _data("fronts", "fronts_of")(runs)
    ),
}


def _data(module: str, name: str) -> Any:
    return getattr(import_module(f"optimeter.data.{module}"), name)


def write_functions(case: Case, runs: om.Runs, out: Path) -> None:
    """Write what every public function says of the runs."""
    (out / "functions").mkdir()
    targets = case.options.get("targets")
    for name, call in (functions() | POSITIONS).items():
        own: Any = getattr(measures, name)
        options = {}
        if targets is not None and "targets" in inspect.signature(own).parameters:
            takes = inspect.signature(call).parameters.values()
            if call is own or any(one.kind is one.VAR_KEYWORD for one in takes):
                options["targets"] = targets
        answer = refused(call, runs, **options)
        write_values(out / "functions" / f"{name}.values", answer)


# -------------------------------------------------------------------------------------- everything


def write_case(case: Case, root: Path, out: Path, node: str) -> None:
    """Write everything there is of a case."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    os.environ["OPTIMETER_CACHE"] = str(out / "cache")
    names: list[str] = []
    drawing = contextlib.nullcontext(names) if case.forked else described(out / "figures", names)
    with drawing:
        counts = write_report(case, root, out, node)
        if case.whole:
            runs = case.loaded(root)
            if cost := case.options.get("cost"):
                runs = runs.costing(cost)
            chosen = {
                n: case.options[n]
                for n in ("functions", "dimensions", "instances")
                if n in case.options
            }
            runs = runs.select(**chosen)
            write_figures(case, runs, out, names)
            write_tables(case, root, out)
            write_functions(case, runs, out)
    shutil.rmtree(out / "cache", ignore_errors=True)
    (out / "counts.json").write_text(json.dumps(counts), "utf-8")


def main() -> None:
    """Do what the command line asks for."""
    root, task, *rest = sys.argv[1:]
    if task == "list":
        print(json.dumps({"cases": list(CASES), "file": om.__file__, "version": om.__version__}))
    elif task == "record":
        os.environ["OPTIMETER_CACHE"] = "off"
        record(Path(root))
    else:
        node, made, *cases = rest
        cores = os.sched_getaffinity
        for name in cases:
            case = CASES[name]
            # As if there were one core: what is done in workers cannot be kept here.
            os.sched_getaffinity = cores if case.forked else lambda _: {0}
            out = Path(task) / name
            try:
                write_case(case, Path(root), out, node)
            except Exception:
                (out / "error.txt").write_text(masked(traceback.format_exc(), out), "utf-8")
            else:
                (out / "made-by").write_text(made, "utf-8")


if __name__ == "__main__":
    main()
