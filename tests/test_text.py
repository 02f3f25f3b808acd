"""Foreign text."""

import csv
import gzip
import io
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import optimeter as om
from optimeter._core import number_lists
from optimeter._text import no_formula, printable, printable_lines, text_of_cell
from optimeter.data.convert import convert
from optimeter.exceptions import DataError
from optimeter.reports.export import as_csv, to_csv_and_json, to_packed_csv

ANY = st.text(st.characters(codec=None), max_size=20)


@given(ANY)
def test_what_is_printable_can_be_shown_and_written(text):
    shown = printable(text)
    assert shown.isprintable()
    assert shown.encode().decode() == shown
    assert printable(shown) == shown
    assert printable_lines(f"{shown}\n{shown}") == f"{shown}\n{shown}"


@given(st.one_of(ANY, st.sampled_from(["=1", "'=1", "''=1", "-x", "'x", "@", "+", "'", "\t=1"])))
def test_no_cell_is_a_formula_and_every_text_comes_back(text):
    cell = str(no_formula(text))
    assert cell[:1] not in ("=", "+", "-", "@", "\t", "\r")
    assert text_of_cell(cell) == text


def test_tables_of_results_hold_no_formulas():
    rows = [{"algorithm": '=cmd|" /C calc"!A0', "ert": -1.5}]
    written, _ = to_csv_and_json([{k: [v] for k, v in rows[0].items()}])
    for text in (as_csv(rows), written.decode()):
        (row,) = csv.DictReader(io.StringIO(text))
        assert row == {"algorithm": "'" + rows[0]["algorithm"], "ert": "-1.5"}
    coloured, _ = to_csv_and_json([{"algorithm": ["\x1b[31m"], "x": np.zeros(1)}])
    assert coloured == b"algorithm,x\n\\u001b[31m,0.0\n"


def test_tables_of_results_are_those_of_the_standard_writers():
    columns = {
        'a "name", b': ["x,y", 'say "so"', "", "two lines", "x,y", "ä", "x,y", "x,y"],
        "number": np.array([0.1, -0.0, 0.0, np.inf, -np.inf, np.nan, 1e300, 1 / 3]),
        "often": np.array([0.5, 2.0] * 4),
        "count": np.arange(8),
        "flag": np.arange(8) % 3 == 0,
        "perhaps": [None, 1.5] * 4,
    }
    parts = [columns, {name: column[:3] for name, column in columns.items()}]
    joined = {name: [*list(column), *list(column)[:3]] for name, column in columns.items()}
    joined["number"][5] = None  # what is no number is an empty cell
    content = io.StringIO()
    writer = csv.writer(content, lineterminator="\n")
    writer.writerows([joined, *zip(*joined.values(), strict=True)])
    as_csv, as_json = to_csv_and_json(parts)
    assert as_csv.decode() == content.getvalue()
    assert gzip.decompress(to_packed_csv(parts)) == as_csv
    found = json.loads(as_json)
    finite = [
        value if value is not None and np.isfinite(value) else None for value in joined["number"]
    ]
    assert found.pop("number") == finite
    assert found == json.loads(
        json.dumps(
            {n: np.array(c, dtype=object).tolist() for n, c in joined.items() if n != "number"},
            default=lambda one: one.item(),
        )
    )


def test_names_that_are_formulas_come_back_from_csv(tmp_path):
    names = ["=1+1", "'=1+1", "@x", "-x", "'x'"]
    runs = om.Runs.from_arrays(
        algorithm=names,
        suite=["s"] * 5,
        function=[1] * 5,
        dimension=[2] * 5,
        instance=[1] * 5,
        evaluations=[10] * 5,
        offsets=np.arange(6),
        step_evaluations=np.full(5, 3),
        step_precision=np.full(5, 0.5),
    )
    convert(runs, tmp_path / "x", to="csv")
    text = "".join(path.read_text() for path in tmp_path.rglob("*.csv"))
    assert not any(line[0] in "=+-@" for line in text.splitlines())
    assert sorted(om.load(tmp_path, cache=False).algorithms) == sorted(names)


def test_numbers_of_tables_are_written_as_python_writes_them():
    random = np.random.default_rng(1)
    values = np.concatenate(
        [
            random.integers(-(2**63), 2**63, 2000).view(np.float64),
            np.round(random.normal(0, 1e4, 500), 2),
            10.0 ** np.arange(-30, 30),
            [0.0, -0.0, 1e15, 1e16, 9007199254740993.0, 5e-324, 1.7976931348623157e308],
        ]
    )
    lines = to_csv_and_json([{"x": values}])[0].decode().split("\n")
    known = ["" if math.isnan(value) else str(value) for value in values.tolist()]
    assert lines == ["x", *known, ""]


def test_the_engine_writes_no_table_that_does_not_fit():
    codes = np.array([0, 1], dtype=np.int32)
    assert number_lists.csv([(codes, [b"a", b"b"]), np.ones(2)], 2) == b"a,1.0\nb,1.0\n"
    with pytest.raises(DataError, match="code"):
        number_lists.csv([(codes, [b"a"])], 2)
    with pytest.raises(DataError, match="rows"):
        number_lists.csv([np.ones(2), np.ones(3)], 2)
