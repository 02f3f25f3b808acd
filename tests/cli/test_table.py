import csv
import io
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from optimeter.cli import main, table
from optimeter.data.runs import Runs
from optimeter.measures import ECDF_BUDGETS, run_length_targets
from tests.measures.examples import runs_with_positions
from tests.measures.helpers import runs_of

INF = float("inf")
DOCS = Path(__file__).parents[2] / "docs"


@dataclass
class Result:
    exit_code: int
    stdout: str
    stderr: str


@pytest.fixture
def invoke(monkeypatch, capsys):
    """Run the command on two small algorithms."""
    runs = Runs.concatenate(
        [
            runs_of([[5, 9], [7, INF]], [9, 30], algorithm="a_1", suite="bbob", dimension=2),
            runs_of([[50, 90], [70, 80]], [90, 80], algorithm="b", suite="bbob", dimension=2),
        ]
    )
    monkeypatch.setattr(table, "load", lambda *_, **__: runs)

    def run(*arguments: str) -> Result:
        return Result(main(["table", "data", *arguments]), *capsys.readouterr())

    return run


def test_text_names_constant_columns_once(invoke):
    result = invoke("--targets", "1,0.1")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert "suite bbob, function 1, dimension 2" in lines[0]
    assert lines[2].split()[:2] == ["algorithm", "target"]
    assert len(lines) == 3 + 4


def test_csv_keeps_all_digits(invoke):
    rows = list(csv.DictReader(io.StringIO(invoke("--targets", "1", "-f", "csv").stdout)))
    assert [row["ert"] for row in rows] == ["6.0", "60.0"]


def test_json_is_valid_without_infinities(invoke):
    found = invoke("--targets", "1e-3", "--format", "json")
    rows = json.loads(found.stdout, parse_constant=pytest.fail)
    assert rows[0]["ert"] == "inf"


def test_budget_based_targets_are_those_of_the_reference(invoke):
    rows = json.loads(invoke("-m", "ert", "--targets", "budget", "--format", "json").stdout)
    wanted = run_length_targets("best2009-bbob", ECDF_BUDGETS, different=False)
    assert {row["target"] for row in rows} <= set(wanted.for_problems([1], [2])[0].tolist())
    assert len({row["target"] for row in rows}) > 3


def test_some_of_the_instances(invoke, monkeypatch):
    parts = [
        runs_of([[cost]], [cost], algorithm="a", suite="bbob", dimension=2, instance=instance)
        for instance, cost in ((1, 5), (2, 9))
    ]
    monkeypatch.setattr(table, "load", lambda *_, **__: Runs.concatenate(parts))
    found = json.loads(invoke("--targets", "1", "--instances", "2", "-f", "json").stdout)
    assert [row["ert"] for row in found] == [9]


def test_one_of_several_suites(invoke, monkeypatch):
    parts = [
        runs_of([[5, 9]], [9], algorithm="a", suite=suite, dimension=2)
        for suite in ("bbob", "bbob-mixint")
    ]
    monkeypatch.setattr(table, "load", lambda *_, **__: Runs.concatenate(parts))
    found = json.loads(invoke("--targets", "1", "--suite", "bbob-mixint", "-f", "json").stdout)
    assert [row["suite"] for row in found] == ["bbob-mixint"]


def test_several_suites_have_their_own_targets_and_references(invoke, monkeypatch):
    """What a suite is measured by does not depend on what else the data hold."""
    parts = [
        runs_of([[5, 9]], [9], algorithm="a", suite=suite, dimension=dimension)
        for suite, dimension in (("bbob", 2), ("bbob-mixint", 5))
    ]
    monkeypatch.setattr(table, "load", lambda *_, **__: Runs.concatenate(parts))
    for measure in ("ert", "comparison", "ecdf"):
        both = json.loads(invoke("-m", measure, "-f", "json").stdout)
        apart = [
            json.loads(invoke("-m", measure, "-f", "json", "--suite", suite).stdout)
            for suite in ("bbob", "bbob-mixint")
        ]
        assert both == apart[0] + apart[1]
    rows = json.loads(invoke("-m", "comparison", "-f", "json").stdout)
    assert {row["suite"]: row["reference_ert"] for row in rows}["bbob"] is not None
    one = invoke("--targets", "budget", "-f", "json")
    assert {row["suite"] for row in json.loads(one.stdout)} == {"bbob"}
    assert one.stderr.startswith("bbob-mixint ")
    assert {
        row["suite"] for row in json.loads(invoke("--dimensions", "5", "-f", "json").stdout)
    } == {"bbob-mixint"}


def test_every_measure_of_the_documentation_is_known():
    for page in DOCS.rglob("*.md"):
        named = re.findall(
            r"optimeter table\b[^`\n]*?-m(?:easure)? ([\w-]+)", page.read_text("utf-8")
        )
        assert set(named) <= set(table.MEASURES), page


def test_latex_escapes_names(invoke):
    text = invoke("--targets", "1", "--format", "latex").stdout
    assert r"a\_1 & bbob & 1 & 2 & 1 & 6" in text
    assert text.startswith(r"\begin{tabular}")


@pytest.mark.contract
@pytest.mark.parametrize("measure", table.MEASURES)
def test_every_measure_makes_a_table(invoke, monkeypatch, measure):
    """Of the runs of its example, of two algorithms: some measures are of a pair."""
    row = table.MEASURES[measure]
    runs = row.example() if row.name != "positions" else runs_with_positions()
    runs = runs.select(algorithms=["a", "b"])
    monkeypatch.setattr(table, "load", lambda *_, **__: runs)
    at = "tolerance" if row.name == "log-ratio" else "targets"
    result = invoke("--measure", measure, f"--{at}", "0.5", "--format", "json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)


def test_selections(invoke):
    assert invoke("--dimensions", "2-5", "--functions", "separable").exit_code == 0
    assert invoke("--functions", "1-3,8").exit_code == 0


def test_options_of_statistics(invoke):
    options = ("-m", "statistics", "--targets", "1e-30", "--format", "json")
    (one, _) = json.loads(invoke(*options, "--budget", "3", "--penalty", "2").stdout)
    assert (one["mean"], one["par"], one["budget"]) == (6.0, 12.0, 3.0)  # all fail; dimension 2
    (one, _) = json.loads(invoke(*options, "--sample", "successes").stdout)
    assert (one["mean"], one["sample"]) == ("inf", "successes")


def test_output_file(invoke, tmp_path):
    file = tmp_path / "table.csv"
    result = invoke("--targets", "1", "--format", "csv", "-o", str(file))
    assert "2 rows written" in result.stdout
    assert file.read_text().startswith("algorithm,suite,")
    file.write_text("mine")
    below = file / "table.csv"
    for place in (file, below):
        refused = invoke("--targets", "1", "-o", str(place))
        assert refused.exit_code == 2
        assert str(file) in refused.stderr
    assert file.read_text() == "mine"
    forced = invoke("--targets", "1", "-o", str(file), "--force")
    assert forced.exit_code == 0
    assert file.with_name("table.csv.1.bak").read_text() == "mine"


def test_comparison_takes_the_reference_of_the_suite(invoke):
    rows = json.loads(invoke("-m", "comparison", "--targets", "10", "-f", "json").stdout)
    assert rows[0]["reference_ert"] == 2  # best 2009 on f1 in 2-D
    assert rows[0]["ratio"] == pytest.approx(rows[0]["ert"] / 2)
    assert rows[0]["beats_reference"] is False


WRONG = [
    "-m foo",
    "-f table",
    "--suite bob",
    "--instances 7-9",
    "--dimensions 7",
    "--dimensions x",
    "--functions 7",
    "--functions seperable",
    "--functions 1-999999999",
    "--targets one",
    "--suite bbob-mixint --targets budget",
    "-m statistics --sample some",
    "--budget 3",
    "-m log-ratio --targets 1",
    "-m log-ratio --pair a c",
]


def test_what_is_refused_says_why(invoke, monkeypatch, said):
    parts = [
        runs_of([[5, 9]], [9], algorithm=name, suite=suite, dimension=2, instance=instance)
        for suite in ("bbob", "bbob-mixint")
        for name, instance in (("a", 1), ("b", 2))
    ]
    monkeypatch.setattr(table, "load", lambda *_, **__: Runs.concatenate(parts))
    results = {line: invoke(*line.split()) for line in WRONG}
    assert {line: result.exit_code for line, result in results.items()} == dict.fromkeys(WRONG, 2)
    told = {line: result.stderr for line, result in results.items()}
    told["--targets budget"] = invoke("--targets", "budget").stderr  # one suite is left out
    assert told == said
