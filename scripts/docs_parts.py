"""Parts of pages that are made from the code and from measured numbers, and files made as a whole.

    docs_parts.py --write    write them into the pages, between ``<!-- from the code: … -->`` and ``<!-- end -->``
    docs_parts.py --check    fail if a page is out of date

The pages are committed with these parts, so that they can be read where they lie.
"""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from inspect import getdoc, isclass, ismodule, isroutine
from pathlib import Path
from typing import Any

from dropin_tables import coco_table, cocopp_table, ioh_table
from plot_stub import stub
from regions import table, with_region

import optimeter as om
from optimeter._arguments import ranges
from optimeter.data.rules import RULES
from optimeter.experiment.optimizers.registry import registry
from optimeter.experiment.options import options_of
from optimeter.problems import suite_info
from optimeter.reports.figures.second_names import SECOND_NAMES
from optimeter.reports.paper.citations import SOFTWARE

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

ROOMS = {
    "problems": "Problems",
    "experiment": "Experiments",
    "record": "Recording",
    "data": "Data",
    "measures": "Measures",
    "reports": "Reports",
    "exceptions": "Exceptions",
    "testing": "Testing",
}
BESIDE = {"data": ("optimeter.data.convert.convert",)}  # in modules of a room
CORE_ROOM = "problems"  # where the public names of the native module belong


def suite_table() -> str:
    """Return the table of all suites."""
    suites = [om.Suite(name) for name in om.suites()]
    return table(
        "suite | what it is | functions: | dimensions | instances | problems:",
        (
            (
                f"`{suite.name}`",
                suite_info(suite.name).title,
                len(suite.functions),
                ", ".join(map(str, suite.dimensions)),
                ranges(suite.instances),
                len(suite),
            )
            for suite in suites
        ),
    )


def short_suite_table() -> str:
    """Return the table of all suites for the README."""
    rows = []
    for name in om.suites():
        info = suite_info(name)
        dimensions = f"{info.dimensions[0]}–{info.dimensions[-1]}"
        rows.append((f"`{name}`", len(info.functions), dimensions, info.title))
    return table("suite | functions: | dimensions | what it is", rows)


def group_table() -> str:
    """Return the groups of the suite bbob."""
    groups = suite_info("bbob").groups
    rows = ((f"`{group.name}`", ranges(group.functions), group.title) for group in groups)
    return table("group | functions | what they are", rows)


def year_table() -> str:
    """Return the instances of the workshop years of the suite bbob."""
    definition = suite_info("bbob")
    by_instances: dict[str, list[int]] = {}
    for year in definition.years:
        by_instances.setdefault(ranges(definition.instances(year)), []).append(year)
    rows = ((", ".join(map(str, years)), text) for text, years in by_instances.items())
    return table("year | instances", rows)


def commands() -> Iterator[str]:
    """Yield the help of every command."""
    from optimeter.cli import COMMANDS  # noqa: PLC0415

    yield from ["```text", help_of(), "```", ""]
    for entry in COMMANDS:
        yield from [f"## optimeter {entry.name}", "", "```text", help_of(entry.name), "```", ""]


def help_of(*command: str) -> str:
    """Return what a command says about itself."""
    done = subprocess.run(
        [sys.executable, "-m", "optimeter", *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "88", "TERMINAL_WIDTH": "88", "NO_COLOR": "1"},
    )
    return done.stdout.strip()


def names() -> str:
    """Return the table of all public names with what they are."""
    rows = []
    for name in om.__all__:
        if not name.startswith("_"):
            text = (getdoc(getattr(om, name)) or "").partition("\n\n")[0].replace("\n", " ")
            link = f"[`om.{name}`](reference/{room_of(name)}.md#{name.lower()})"
            rows.append((link, text.replace("|", "/")))
    return table("name | what it is", rows)


def optimizer_table() -> str:
    """Return the options of the named optimizers with their default values."""
    rows = []
    for name, entry in registry().items():
        everywhere = entry.ours and entry.package in {"", "cma", "scipy"}  # no extra brings it
        options = options_of(entry.load()) if everywhere else None
        if options:
            shown = ", ".join(
                f"`{option}` {format(value, 'g') if isinstance(value, float) else value}"
                for option, value in options.items()
            )
            rows.append((f"`{name}`", shown))
    return table("optimizer | options and their default values", rows)


def second_names() -> str:
    """Return the table of figures and tables with their names on other platforms."""
    names = SECOND_NAMES.values()
    rows = ((one.ours, one.coco or "–", one.ioh or "–") for one in names)
    return table("here | COCO | IOHprofiler", rows)


def rules() -> str:
    """Return the rules of the formats, a section each."""
    return "\n".join(
        f"## {rule.name}\n\n**{rule.title}.** {rule.text}\n" for rule in RULES.values()
    )


def measured() -> dict[str, Any]:
    """Return the measured numbers."""
    return tomllib.loads((DOCS / "measured.toml").read_text(encoding="utf-8"))


def facts() -> str:
    """Return the facts of the README."""
    m = measured()
    accuracy, speed, experiment = m["accuracy"], m["evaluate"], m["experiment"]
    analysis, report = m["analysis"], m["report"]["rows"][-1]
    return f"""\
- **Values** agree with COCO's to {accuracy["largest_error"]} in the worst of {accuracy["cases"]} cases of `bbob` and its
  three siblings, most functions to {accuracy["typical_error"]}; optima, ids and indices are equal.
  [Accuracy](docs/accuracy.md) has the error of every function and of the other suites.
- **Bits** are the same one point at a time and in batches, for any number of threads, on SSE2, AVX2,
  AVX-512 and 64-bit ARM, on Linux and Windows, and [on GPUs](docs/gpu.md), where `problem(X)` takes arrays of torch, cupy
  and jax.
- **Speed**, against the faster of `cocoex` and `ioh`, geometric mean over 24 functions in 6
  dimensions: a recorded `problem(x)` {speed["recorded"]} times (at least {speed["recorded_worst"]} times; from \
{speed["recorded_ns"]} ns), a batch of
  10,000 points {speed["batch"]} times on one thread, making the suite `bbob` with one evaluation of each problem
  {speed["suite"]} times. Importing costs {speed["import_ms"]} ms beside numpy's. [Speed](docs/speed.md) has every cell.
- **Experiments**: random search on `bbob` in 2-D, 5-D and 20-D with 1000·D evaluations, every file
  written and flushed, takes {experiment["single_s"]} s point by point and {experiment["batch_s"]} s in batches on one core
  ({experiment["batch_two_cores_s"]} s on two), {experiment["ratios"]} times faster than the faster peer. Kill it at any moment:
  the same call goes on, and the folder has the same bytes.
- **Analysis**, against `cocopp`: archives load {analysis["loading"]} times faster, expected runtimes {analysis["ert"]} times
  and profiles {analysis["ecdf"]} times; the whole report on {report[0]} data sets is {report[3]} times faster.
"""


def front_page() -> str:
    """Return the claims of the documentation's front page."""
    m = measured()
    return f"""\
**The field's problems, with the field's values.** The functions, instances, identifiers, files and
measures are those of COCO, and data of IOHprofiler are read and written too. [Accuracy](accuracy.md)
says how closely the values agree: to {m["accuracy"]["largest_error"]} in the worst case.

**Fast.** A call costs from {m["evaluate"]["single_ns"]} ns on, a point in a batch from {m["evaluate"]["batch_ns"]} ns on, several \
times less than
elsewhere. See [the numbers](speed.md).
"""


def analysis_speed() -> str:
    """Return the speed of loading."""
    analysis = measured()["analysis"]
    return f"""\
Measured by `benchmarks/analysis.py` beside the peers, in one run on one core of a small machine: an archive is
loaded {analysis["loading"]} times as fast as by cocopp, IOHprofiler data {analysis["loading_ioh"]} times as fast as by \
iohinspector. 300 data
sets of `bbob` are loaded, measured (ERT of all problems and targets) and aggregated (profiles over all functions
and groups) in {analysis["many_s"]} s and {analysis["many_gib"]} GiB.
"""


def measures_speed() -> str:
    """Return the speed of the measures."""
    analysis = measured()["analysis"]
    return f"""\
On three loaded `bbob` data sets with 51 targets, all functions and dimensions, the ERT takes {analysis["ert"]} times less
than with cocopp, and the profiles {analysis["ecdf"]} times less (with exact restarts, where cocopp samples 90); see
`benchmarks/analysis.py`.
"""


def coverage() -> str:
    """Return how often simulated intervals held the truth."""
    found = measured()["coverage"]
    rows = ((name, *(f"{x} %" for x in values)) for name, *values in found["rows"])
    return f"""\
{table("simulated data | ERT: | profile: | area: | ratio of ERTs:", rows)}

Log-normal runtimes, {found["repetitions"]} simulated experiments each (so that ± 1.4 points are chance); \
`scripts/interval_coverage.py` says how.
"""


def large_dimensions() -> str:
    """Return what problems of large dimension take."""
    rows = (
        (name, d, f"{made} s", f"{memory} MB", f"{each} µs")
        for name, d, made, memory, each in measured()["dimensions"]["rows"]
    )
    return f"""\
Rotated functions of dimension D hold one or two D × D matrices, 16 D² bytes at most, which are made at the
first evaluation in a time of the order D³, during which Ctrl-C is heard. `bbob-largescale` has block rotations:
memory and time grow with D only.

{table("problem | D: | made in: | memory: | one evaluation:", rows)}

One core; `benchmarks/dimensions.py` measures it.
"""


def language_costs() -> str:
    """Return what an evaluation costs from other languages."""
    rows = measured()["languages"]["rows"]
    return f"""\
One evaluation costs so much more than the kernel that computes its value (median over functions and dimensions,
`benchmarks/languages.py`):

{table("language | through | ns above the kernel:", rows)}
"""


def comparison_speed() -> str:
    """Return what one comparison costs on several platforms."""
    found = measured()["compare"]
    rows = ((name, f"{wall} s", f"{processor} s") for name, wall, processor in found["rows"])
    return f"""\
{table("platform | wall: | processor:", rows)}

Three solvers of scipy on 24 problems, to the numbers of the profile, in one process each, imports included
(`benchmarks/compare.py`; {found["versions"]}; the machine was not quiet, so look at the processor times).
"""


def citation() -> str:
    """Return how Optimeter is cited."""
    return f"```bibtex\n{SOFTWARE.entry}\n```"


def script_of_clusters() -> str:
    """Return the job array for SLURM, whole."""
    script = (ROOT / "examples" / "slurm_array.sh").read_text(encoding="utf-8")
    return f"```sh\n{script}```"


def import_costs() -> str:
    """Return what imports and first calls load and cost beside numpy's own import."""
    rows = measured()["imports"]["rows"]
    return table("statement | modules: | ms beside numpy's import:", rows)


def cluster_costs() -> str:
    """Return what a run costs on a cluster."""
    found = measured()["cluster"]
    rows = ((runs, f"{cost} ms") for runs, cost in found["rows"])
    return f"""\
{table("runs: | beside the run itself:", rows)}

Time of a worker from one run to the next, beyond the run: {found["workers"]} workers of dask on a machine of 16 cores, runs
of half a second (`benchmarks/cluster.py`). Workers that come late have their first task within {found["late_s"]} s.
"""


def report_speed() -> str:
    """Return the speed of the report."""
    report = measured()["report"]
    rows = (
        (sets, f"{peer} s", f"{page} s, {ratio} times faster", f"{paper} s, {paper_ratio} times")
        for sets, peer, page, ratio, paper, paper_ratio in report["rows"]
    )
    return f"""\
{table("data sets: | `cocopp`: | page and tables: | with all paper figures:", rows)}

Wall time on two cores, the median of three runs around one of `cocopp`, which uses one core; in
processor time the page is {report["processor_page"]} and the paper figures {report["processor_paper"]} times cheaper. \
No process takes more
than {report["memory_mb"]} MB.

The page of three algorithms is {report["page_mb"]} MB and can be used {report["interactive_s"]} s after it was opened.

Three hundred data sets take {report["many_s"]} s, {report["many_gib"]} GiB in the largest process.
"""


def gpu_speed() -> str:
    """Return the speed on a GPU."""
    gpu = measured()["gpu"]
    heads = " | ".join(["f:", *(f"{d}-D:" for d in (2, 5, 10, 20, 40))])
    rows = []
    for function, *numbers in gpu["rows"]:
        cells = zip(numbers[:5], numbers[5:], strict=True)
        rows.append((function, *(f"{rate} ({share})" for rate, share in cells)))
    return f"""\
Points per second on an {gpu["device"]} and, in brackets, as a share of the floor: {gpu["mean"]} in geometric mean, at
least {gpu["lowest"]}. A call with one point takes {gpu["latency_us"]} µs of the host; {gpu["recorded"]}
(`make test-gpu`).

{table(heads, rows)}

Others on the same GPU, in 40 variables and float64 unless said, without the field's instances; f1 is the sphere, f10 the
rotated ellipsoid:

{table("what | points per second:", gpu["rivals"])}
"""


def room_names(room: str) -> list[str]:
    """Return the public names of a room: its own, and those of `optimeter` that live in it."""
    own = list(import_module(f"optimeter.{room}").__all__)
    here = [name for name in om._HOME if room_of(name) == room and name not in own]
    return [*own, *here]


def reference(room: str) -> str:
    """Return the page that documents every public name of a room."""
    module = import_module(f"optimeter.{room}")
    lines = [
        "<!-- Made from the code by scripts/docs_parts.py (make docs-parts). -->",
        f"# {ROOMS[room]}",
        "",
        f"All of `optimeter.{room}`. {(getdoc(module) or '').partition(chr(10) * 2)[0]}",
        "",
    ]
    for name in room_names(room):
        lines += [f"## {name}", "", "```{eval-rst}", *directive(room, name), "```", ""]
    for path in BESIDE.get(room, ()):
        name = path.rpartition(".")[2]
        lines += [f"## {name}", "", "```{eval-rst}", f".. autofunction:: {path}", "```", ""]
    return "\n".join(lines[:-1]) + "\n"


def room_of(name: str) -> str:
    """Return the room in which a public name lives."""
    home = om._HOME[name].split(".")[1]
    return CORE_ROOM if home == "_core" else home


def directive(room: str, name: str) -> list[str]:
    """Return the directive that documents a public name, by the shortest way to it."""
    module = import_module(f"optimeter.{room}")
    value = getattr(om, name) if name in om._HOME else getattr(module, name)
    path = f"optimeter.{name}" if name in om._HOME else f"optimeter.{room}.{name}"
    if isclass(value):
        kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
        options = ["   :members:"]
        if name == "Problem":  # it is a function, documented as such below
            options.append("   :exclude-members: from_callable")
            options += ["", ".. autofunction:: optimeter.problems.callables.from_callable"]
        return [f".. {kind}:: {path}", *options]
    if isinstance(value, dict):
        return [
            f".. py:data:: {path}",
            "",
            f"   By name: {', '.join(f'`{key}`' for key in value)}.",
        ]
    if ismodule(value):
        return [f".. automodule:: {value.__name__}", "   :members:"]
    return [f".. {'autofunction' if isroutine(value) else 'autodata'}:: {path}"]


PARTS: dict[Path, dict[str, Callable[[], str]]] = {
    ROOT / "README.md": {"suites": short_suite_table, "facts": facts, "cite": citation},
    DOCS / "index.md": {"claims": front_page, "cite": citation},
    DOCS / "suites.md": {
        "suites": suite_table,
        "large": large_dimensions,
        "groups": group_table,
        "years": year_table,
    },
    DOCS / "coming-from-coco.md": {"cocoex": coco_table, "cocopp": cocopp_table},
    DOCS / "coming-from-iohprofiler.md": {"ioh": ioh_table},
    DOCS / "commands.md": {"commands": lambda: "\n".join(commands())},
    DOCS / "api.md": {"names": names},
    DOCS / "data.md": {"speed": analysis_speed},
    DOCS / "develop" / "glossary.md": {"second names": second_names},
    DOCS / "experiments.md": {"optimizers": optimizer_table},
    DOCS / "clusters.md": {"script": script_of_clusters, "cluster": cluster_costs},
    DOCS / "measures.md": {"coverage": coverage, "speed": measures_speed},
    DOCS / "report.md": {"speed": report_speed},
    DOCS / "gpu.md": {"gpu": gpu_speed},
    DOCS / "speed.md": {"imports": import_costs, "gpu": gpu_speed},
    DOCS / "languages" / "c.md": {"costs": language_costs},
    DOCS / "own-problems.md": {"speed": comparison_speed},
    DOCS / "formats" / "rules.md": {"rules": rules},
}
FILES: dict[Path, Callable[[], str]] = {
    **{DOCS / "reference" / f"{room}.md": partial(reference, room) for room in ROOMS},
    ROOT / "src" / "optimeter" / "reports" / "figures" / "plot.pyi": stub,
}


def pages() -> Iterator[tuple[Path, str, str]]:
    """Yield every file with what it holds and what it should."""
    for path, parts in PARTS.items():
        old = text = path.read_text(encoding="utf-8")
        for name, make in parts.items():
            text = with_region(text, name, make())
        yield path, old, text
    for path, whole in FILES.items():
        yield path, path.read_text(encoding="utf-8") if path.exists() else "", whole()


def main() -> None:
    """Write the parts, or say which page is out of date."""
    stale = []
    for path, old, text in pages():
        if text != old:
            stale.append(str(path.relative_to(ROOT)))
            if "--write" in sys.argv:
                path.write_text(text, encoding="utf-8")
    if stale and "--write" not in sys.argv:
        sys.exit(f"out of date: {', '.join(stale)}; make docs-parts writes them anew")


if __name__ == "__main__":
    main()
