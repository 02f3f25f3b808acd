"""Results leave by one writer, whichever the form."""

import csv
import io
import json
import math

import pytest

import optimeter as om
from optimeter.measures.of_parts import ERT, PART_RESULTS
from optimeter.measures.of_suites import SUITE_RESULTS
from optimeter.reports import report_data
from optimeter.reports.export import FORMS, file_makers, report_tables
from tests.reports.helpers import make_runs

ROWS = [
    {"algorithm": "a|b_c", "function": 1, "ert": 12.5, "solved": True},
    {"algorithm": "=1<2", "function": 2, "ert": math.inf, "solved": False},
    {"algorithm": "d", "function": 2, "ert": math.nan, "solved": False},
]


@pytest.mark.parametrize(("form", "never", "unknown"), [
    ("text", "∞", "–"), ("html", "<td>∞</td>", "<td>–</td>"), ("markdown", "| ∞ |", "| – |"),
    ("latex", r"& $\infty$ &", "& -- &"), ("csv", ",inf,", ",nan,"),
    ("json", '"ert": "inf"', '"ert": "nan"'),
])  # fmt: skip
def test_what_is_no_number_is_written_by_one_rule(form, never, unknown):
    text = FORMS[form](ROWS)
    assert text.count(never) == text.count(unknown) == 1
    assert "12.5" in text


def test_every_form_is_there_and_writes_no_rows():
    assert {form: bool(write([])) for form, write in FORMS.items()} == {
        **dict.fromkeys(FORMS, True),
        "csv": False,
    }


def test_rows_come_back_from_what_programs_read():
    (first, second, _) = csv.DictReader(io.StringIO(FORMS["csv"](ROWS)))
    assert first == {name: str(value) for name, value in ROWS[0].items()}
    assert second["algorithm"] == "'=1<2"
    assert json.loads(FORMS["json"](ROWS))[0] == ROWS[0]


def test_columns_of_markdown_are_apart_whatever_a_name_holds():
    head, marks, line, *_ = FORMS["markdown"](ROWS).splitlines()
    assert head == "| algorithm | function | ert | solved |"
    assert marks == "| --- | ---: | ---: | ---: |"
    assert line == "| a\\|b_c | 1 | 12.5 | yes |"


@pytest.fixture(scope="module")
def data():
    runs = make_runs(["a", "b", "c"], functions=[1, 8], dimensions=[2, 5], runs=3)
    return report_data(runs, resamples=20)


def test_files_of_results_have_different_names():
    rows = (*PART_RESULTS, *SUITE_RESULTS)
    names = [row.columns.file for row in rows if row.columns]
    assert len({*names}) == len(names) > 20


def test_a_file_holds_a_result_as_it_is(data):
    (table,) = (table for name, table in report_tables(data) if name == ERT.columns.file)
    files = dict(file for make in file_makers(data) for file in make())
    assert sum(len(part.table) for part in table) == len(data.suites[0].results[ERT])
    rows = list(csv.DictReader(io.StringIO(files["ert_all_targets.csv"].decode())))
    columns = json.loads(files["ert_all_targets.json"])
    own = om.ert(make_runs(["a", "b", "c"], functions=[1, 8], dimensions=[2, 5], runs=3))
    assert [float(row["ert"]) for row in rows] == own.ert.tolist()
    assert columns["algorithm"] == own.algorithm.tolist()
    assert columns["ert"] == [x if math.isfinite(x) else None for x in own.ert.tolist()]
    assert "inf" in {row["high"] for row in rows}


def test_what_is_written_in_blocks_is_the_same(data, monkeypatch):
    whole = dict(file for make in file_makers(data) for file in make())
    monkeypatch.setattr("optimeter.reports.export.BLOCK", 7)
    assert dict(file for make in file_makers(data) for file in make()) == whole
    assert len(whole) > 30
