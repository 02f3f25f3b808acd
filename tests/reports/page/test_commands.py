"""The commands of the page draw and print what it shows, whatever it was made with."""

import json
import shlex
from inspect import signature
from pathlib import Path

import numpy as np
import pytest

from optimeter.cli import figure, main
from optimeter.measures import recorded_targets
from optimeter.measures.of_suites import ADVICE, COVERS, DEEP_RANKING
from optimeter.reports import report, report_data
from optimeter.reports.figures.description import Line, Points
from optimeter.reports.figures.kinds import describe_figure
from optimeter.reports.figures.profiles import ecdf
from optimeter.reports.page.command_words import WRITE, option_words
from tests.reports.helpers import embedded, make_runs
from tests.reports.page.test_script import MODULES, node
from tests.reports.reading import text_of

PRINTED = """
import {{ readFileSync }} from "node:fs";
import {{ adviceCommand, command }} from "{modules}/commands.js";
import {{ withoutChoice }} from "{modules}/state.js";
import {{ viewOf }} from "{modules}/view.js";
const overview = JSON.parse(readFileSync("{overview}"));
const view = viewOf(overview, withoutChoice({{}}, {choice}));
const made = {{ figure: command, table: adviceCommand }};
process.stdout.write(made.{kind}(view, "{name}"));
"""


def write_data(path, names, seed=1):
    """Write values of runs as a table: two functions and three instances more than are asked for."""
    rng = np.random.default_rng(seed)
    rows = ["algorithm,suite,function,dimension,instance,evaluations,value"]
    for name in names:
        for function, dimension, instance in np.ndindex(4, 2, 6):
            spent = np.cumsum(rng.integers(1, 40, size=12))
            values = 100.0 * 0.5 ** np.cumsum(rng.uniform(0, 2, size=12))
            rows += [
                f"{name},mine,{function + 1},{dimension + 2},{instance + 1},{e},{-v}"
                for e, v in zip(spent.tolist(), values.tolist(), strict=True)
            ]
    path.write_text("\n".join(rows) + "\n")
    return str(path)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A report with all options, as they are given to a command, and its results."""
    folder = tmp_path_factory.mktemp("my data")
    sources = [
        write_data(folder / "a.csv", ["a"]),
        f"My algo={write_data(folder / 'b.csv', ['b'], 2)}",
    ]
    options = {
        "dimensions": "2",
        "functions": "1-2,4",
        "instances": "1-3",
        "targets": "10,1,1e-2",
        "reference": "best",
        "background": [write_data(folder / "c.csv", ["c"], 3)],
        "resamples": 100,
        "seed": 3,
        "maximize": True,
        "optimum": "0",
        "own_instances": True,
    }
    written = report(*sources, folder=folder / "out", **options)
    overview = folder / "overview.json"
    overview.write_text(json.dumps(embedded(written.page.read_text(encoding="utf-8"))))
    return written.data.suites[0], overview


def printed(overview, kind, name, **choice):
    """Return the words of a command as the page writes it."""
    script = PRINTED.format(
        modules=Path(str(MODULES)).as_posix(),
        overview=overview.as_posix(),
        choice=json.dumps(choice),
        kind=kind,
        name=name,
    )
    found = node("--input-type=module", "--eval", script)
    assert found.returncode == 0, found.stderr
    return shlex.split(found.stdout)[1:]


@pytest.mark.system
@pytest.mark.parametrize(
    ("name", "choice", "group"),
    [("ecdf", {}, "all"), ("ecdf", {"set": "f2"}, "f2"), ("ecdf-dimensions", {}, "all")],
)
def test_a_printed_command_draws_the_same_data(made, monkeypatch, name, choice, group):
    suite, overview = made
    drawn = []
    monkeypatch.setattr(
        figure, "write_figure", lambda _, results, *__, **___: drawn.append(results)
    )
    words = printed(overview, "figure", name, **choice)
    assert len({word for word in words if word.startswith("--")}) == sum(
        word.startswith("--") for word in words
    )
    assert main(words) == 0
    (found,) = drawn
    for what in ("algorithms", "background", "reference", "target_labels"):
        assert getattr(found, what) == getattr(suite, what)
    for mine, other in zip(
        found.profiles(dimension=2, group=group),
        suite.profiles(dimension=2, group=group),
        strict=True,
    ):
        assert (mine.pairs, mine.auc) == (other.pairs, other.auc)
        assert name != "ecdf" or mine.auc_interval == other.auc_interval


@pytest.mark.system
def test_algorithms_that_are_hidden_are_not_drawn_but_the_background_is(made, monkeypatch):
    suite, overview = made
    drawn = []
    monkeypatch.setattr(
        figure, "write_figure", lambda _, results, *__, **___: drawn.append(results)
    )
    shown = [suite.algorithms.index("My algo")]
    assert main(printed(overview, "figure", "ecdf", shown=shown)) == 0
    assert {*drawn[0].algorithms} == {"My algo", "c"}
    assert drawn[0].background == ("c",)


def test_the_background_is_named_and_counted_apart(made, said):
    suite, overview = made
    page = (overview.parent / "out" / "index.html").read_text(encoding="utf-8")
    (line,) = [one for one in text_of(page).splitlines() if one.startswith("2 algorithms ")]
    assert " c " in line
    assert line == said
    assert [series.label for series, _ in ecdf(suite, dimension=2).legend()][-1] == "c, in grey"


@pytest.mark.system
@pytest.mark.parametrize("targets", ["relative", "-10,-1,-0.1"])
def test_a_command_of_one_target_keeps_those_of_the_report(tmp_path, monkeypatch, targets):
    sources = [write_data(tmp_path / f"{name}.csv", [name], seed=ord(name)) for name in "ab"]
    written = report(
        *sources, folder=tmp_path, targets=targets, maximize=True, resamples=20, dimensions="2,3"
    )
    overview = tmp_path / "overview.json"
    overview.write_text(json.dumps(embedded(written.page.read_text(encoding="utf-8"))))
    drawn = []
    monkeypatch.setattr(
        figure, "write_figure", lambda _, *given, **options: drawn.append((given, options))
    )
    (suite,) = written.data.suites
    for kind in ("run-lengths", "scaling", "runtime-density", "instances"):
        assert main(printed(overview, "figure", kind)) == 0
        (found, name), options = drawn.pop()
        options.pop("size")
        here, there = (describe_figure(one, name, **options) for one in (found, suite))
        assert here.title == there.title
        curves = [mark for mark in here.marks() if isinstance(mark, Line | Points)]
        others = [mark for mark in there.marks() if isinstance(mark, Line | Points)]
        assert any(np.size(mark.x) for mark in curves)
        for mark, other in zip(curves, others, strict=True):
            np.testing.assert_array_equal(mark.x, other.x)
            np.testing.assert_array_equal(mark.y, other.y)


@pytest.mark.system
@pytest.mark.parametrize("name", ["advice", "cover", "ranks"])
def test_a_printed_command_prints_the_same_numbers(made, capsys, name):
    suite, overview = made
    assert main([*printed(overview, "table", name), "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    budget = json.loads(overview.read_text())["suites"][0]["advice_budgets"]
    budget = 100.0 if "100" in budget else float(budget[-1])
    if name == "ranks":
        expected = {r["algorithm"]: r["rank"] for r in suite.results[DEEP_RANKING].to_dicts()}
        assert {row["algorithm"]: row["rank"] for row in rows} == expected
    else:
        fixed = suite.results[ADVICE].where(targets="fixed")
        table = fixed if name == "advice" else suite.results[COVERS]
        expected = [
            (row["algorithm"], pytest.approx(row["share"]))
            for row in table.to_dicts()
            if row["budget"] == budget and row.get("group", "all") == "all"
        ]
        assert expected
        assert [(row["algorithm"], row["share"]) for row in rows] == expected


def test_every_option_that_changes_numbers_is_written():
    own = {"sources", "progress", "title"}
    assert {*WRITE} == {*signature(report_data).parameters} - own


def test_options_given_in_python_are_written_for_a_shell():
    runs = make_runs(functions=(1,), dimensions=(2,), runs=1)
    told = option_words(
        {
            "functions": ["separable", 7],
            "dimensions": (2, 5),
            "targets": recorded_targets(runs),
            "reference": runs,
            "background": [Path("my data"), runs],
            "sweep": "pop size",
            "optimum": {1: 3.5, "sphere": 0},
            "maximize": False,
            "own_instances": False,
            "cost": "seconds",
        }
    )
    assert list(told.values()) == [
        "--dimensions 2,5",
        "--functions separable,7",
        "--targets 'TARGETS…'",
        "--reference 'DATA…'",
        "--background 'my data' --background 'DATA…'",
        "--sweep 'pop size'",
        "--minimize",
        "--optimum 1=3.5,sphere=0",
        "--repeated-instances",
        "--cost seconds",
    ]
    assert option_words({"reference": "suite", "resamples": 200, "background": ()}) == {}
