"""How results are shown: one line, aligned text, a small table, whatever they hold."""

import inspect
from enum import Enum
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter._show import ROWS, Shown, ShownRow, cell, html_table, text_table
from optimeter.data.runs import Runs

HOSTILE = "<script>alert('&')</script>\n\"x\""


def many(algorithms: int = 1, problems: int = 40) -> Runs:
    names = np.repeat([f"{k} {HOSTILE}" for k in range(algorithms)], problems)
    size = len(names)
    return Runs.from_arrays(
        function=np.tile(np.arange(problems) + 1, algorithms),
        dimension=2,
        algorithm=names.tolist(),
        offsets=range(size + 1),
        step_evaluations=np.arange(size) + 1,
        step_precision=[0.0] * size,
    )


class Facts(ShownRow):
    def __init__(self, **facts: object) -> None:
        self.facts = facts

    def _row(self) -> dict[str, object]:
        return self.facts


class Rows(Shown):
    def __init__(self, count: int) -> None:
        self.count = count

    def _shown(self, most: int) -> tuple[list[dict[str, object]], int]:
        return [{"i": i, "square": float(i * i)} for i in range(min(most, self.count))], self.count


def test_a_line_says_what_a_result_is() -> None:
    assert repr(Rows(0)) == "<Rows: 0 rows>"
    assert repr(Rows(1)) == "<Rows: 1 row of i, square>"
    assert repr(Rows(10_000)) == "<Rows: 10000 rows of i, square>"
    assert repr(Facts(name="a\nb", ert=float("inf"))) == "<Facts: name a b, ert ∞>"
    long = repr(Facts(**{f"name{i}": i for i in range(100)}))
    assert long.startswith("<Facts: name0 0, name1 1, ")
    assert long.endswith(", …>")
    assert len(long) < 130
    assert len(repr(Facts(name="x" * 1000))) < 130


def test_what_is_false_in_a_line_is_no_empty_place() -> None:
    assert repr(Facts(finished=False)) == "<Facts: finished no>"
    rows = [{"name": "a", "simulated": False}, {"name": "b", "simulated": False}]
    assert text_table(rows).startswith("simulated no\n")


def test_text_and_table_hold_the_first_rows_and_the_count() -> None:
    assert str(Rows(3)).splitlines() == ["i  square", "0       0", "1       1", "2       4"]
    assert str(Rows(ROWS)).count("\n") == ROWS
    assert str(Rows(ROWS + 5)).endswith("\n… 5 more rows")
    assert Rows(ROWS + 5)._repr_html_().count("<tr>") == ROWS + 1
    assert f"<caption>Rows: {ROWS} of {ROWS + 5} rows</caption>" in Rows(ROWS + 5)._repr_html_()
    assert "<caption>Rows</caption>" in Rows(3)._repr_html_()
    assert text_table([]) == "no rows"
    assert html_table([]) == "<table><thead><tr></tr></thead><tbody></tbody></table>"


def test_html_is_escaped() -> None:
    shown = html_table([{"<i>": HOSTILE}], HOSTILE)
    assert "<script>" not in shown
    assert "<i>" not in shown
    assert "&lt;script&gt;" in shown


def test_cells_are_short() -> None:
    values = [0.1 + 0.2, 1e300, -np.inf, 3.0, 10, "a", False]
    assert [cell(v) for v in values] == ["0.3", "1e+300", "-∞", "3", "10", "a", ""]


@pytest.mark.parametrize("algorithms", [1, 30])
def test_runs_are_shown_by_algorithm(algorithms: int) -> None:
    runs = many(algorithms)
    assert len(repr(runs)) < 300
    shown = runs._repr_html_()
    assert "<script>" not in shown
    assert shown.count("<tr>") == 1 + min(algorithms, ROWS)
    assert (f"{ROWS} of 30 rows" in shown) == (algorithms == 30)


def test_the_result_of_an_experiment_is_a_line(tmp_path) -> None:
    suite = om.Suite("bbob", dimensions=2, functions=range(1, 25), instances=1)
    result = om.run("random-search", suite, budget=2, folder=tmp_path / "data", seed=1)
    assert repr(result).startswith("<ExperimentResult: algorithm random-search, runs 24, over 24")
    assert len(repr(result)) < 150
    assert "<td>24</td>" in result._repr_html_()
    status = om.experiment.experiment_status(tmp_path / "data")
    assert len(repr(status)) < 150
    assert "<td>24</td>" in status._repr_html_()


# Public classes that are no results: what is given, what is implemented, names and facts.
GIVEN = {
    "experiment": {"Follower", "Limits", "Optimizer", "Program"},
    "record": {
        "Always", "At", "CocoOptions", "During", "Each", "IohOptions", "MemoryOptions", "Observer",
        "OnDeltaImprovement", "OnImprovement", "Recording", "Unit", "UnitPlace", "UnitRecording",
    },
    "data": {"Finding"},
    "measures": set(),
    "problems": {
        "Archive", "Evaluated", "FeatureKind", "FunctionInfo", "Graph", "GroupInfo", "Loop", "Optimum",
        "SuiteInfo",
    },
    "reports": {"ReportOptions"},
}  # fmt: skip
RECORDS = {"Cell", "Run", "Outcome"}  # rows of a plan and of a journal, in tuples of thousands


def results() -> list[type]:
    """All public classes of results."""
    found = []
    for room, given in GIVEN.items():
        module = import_module(f"optimeter.{room}")
        found += [
            kind
            for name in module.__all__
            if inspect.isclass(kind := getattr(module, name))
            and not issubclass(kind, BaseException | Enum)
            and name not in given | RECORDS
        ]
    return found


@pytest.mark.parametrize("kind", results(), ids=lambda kind: kind.__name__)
def test_every_class_of_results_shows_itself(kind: type) -> None:
    assert hasattr(kind, "_repr_html_")
    assert kind.__repr__ is not object.__repr__
    if hasattr(kind, "__dataclass_params__"):
        assert not kind.__dataclass_params__.repr, "a dataclass would write all its fields"


def test_results_are_short_lines_and_tables_or_figures(tmp_path: Path) -> None:
    suite = om.Suite("bbob", functions=[1, 2], dimensions=[2, 5], instances=[1, 2])
    result = om.run("random-search", suite, budget=20, folder=tmp_path / "data")
    runs, observer = om.load(result), om.Observer(format="memory")
    problem = suite[0]
    observer.observe(problem)
    problem(problem.initial_solution)
    written = om.report(result, folder=tmp_path / "page", resamples=20)
    timing = om.experiment.timing("random-search", dimensions=2, seconds=0.01)
    several = om.run(["random-search"], suite, budget=2, folder=tmp_path / "both")
    report = written.data.suites[0]
    shown = [result, om.experiment.experiment_status(tmp_path / "data"), runs, suite, problem]
    shown += [
        *observer.runs,
        written,
        written.data,
        report,
        report.profiles(dimension=2)[0],
        timing,
    ]
    shown += [om.experiment.Follower(tmp_path / "data").look()]
    shown += [next(iter(om.data.read_positions(tmp_path / "data")))]
    shown += [om.reports.site(tmp_path / "data", folder=tmp_path / "site", reports=False)]
    shown += [timing.rows[0], several, report.settings, om.ert(runs), om.ecdf(runs)]
    for one in shown:
        line, html = repr(one), one._repr_html_()
        assert len(line) < 300, line
        assert "\n" not in line
        assert "<table" in html or "<svg" in html
    tried = {type(one) for one in shown}
    others = {kind for kind in results() if not kind.__module__.startswith("optimeter.measures")}
    assert {kind.__name__ for kind in others - tried} <= {"Front"}  # of bi-objective data
