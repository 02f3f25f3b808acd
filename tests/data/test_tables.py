"""Plain tables: columns are found by their names, and cells that make no sense are reported."""

import csv
import io
import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import optimeter as om
from optimeter._core import parsers
from optimeter.data.table import COLUMN_NAMES
from optimeter.exceptions import DataError
from tests.sentences import everywhere


def load(tmp_path, text, name="x.csv"):
    (tmp_path / name).write_text(text)
    return om.load(tmp_path / name, cache=False)


TABLE = """algorithm,suite,function,dimension,instance,run,evaluations,value
a,bbob,1,2,1,1,1,8.5
a,bbob,1,2,1,1,40,0.5
a,bbob,1,2,1,1,50,0.7
a,bbob,1,2,1,2,1,9
b,bbob,1,2,1,1,3,7
"""


def check(runs):
    assert runs.algorithms == ("a", "b")
    assert runs.evaluations.tolist() == [50, 1, 3]
    assert runs.final.tolist() == [0.5, 9, 7]
    assert runs.trial.tolist() == [0, 1, 0]
    assert runs.runtimes([8]).tolist() == [[40], [math.inf], [3]]


def test_table(tmp_path):
    runs = load(tmp_path, TABLE)
    check(runs)
    assert runs.findings == ()


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_delimiters(tmp_path, delimiter):
    check(load(tmp_path, TABLE.replace(",", delimiter), "x.txt"))


def test_rows_in_any_order_and_with_a_byte_order_mark(tmp_path):
    lines = TABLE.splitlines()
    (tmp_path / "x.csv").write_text(
        "\n".join([lines[0], lines[3], lines[1], lines[2], lines[4], lines[5]]), "utf-8-sig"
    )
    check(om.load(tmp_path / "x.csv"))


@pytest.mark.parametrize(
    ("meaning", "name"),
    [(meaning, name) for meaning, names in COLUMN_NAMES.items() for name in names
     if meaning in TABLE.splitlines()[0].split(",")],
)  # fmt: skip
def test_column_names(tmp_path, meaning, name):
    titles = [name if title == meaning else title for title in TABLE.splitlines()[0].split(",")]
    check(load(tmp_path, "\n".join([",".join(titles), *TABLE.splitlines()[1:]])))


def test_only_the_needed_columns(tmp_path):
    runs = load(tmp_path, "evals,y\n1,5\n2,4\n2,6\n", "mine.csv")
    assert runs.algorithms == ("mine",)
    assert runs.step_precision.tolist() == [5, 4]


def test_functions_with_names(tmp_path):
    runs = load(tmp_path, "function,evaluations,value\nsphere,1,5\nackley,1,4\n")
    assert runs.function.tolist() == [2, 1]
    assert runs.function_name("", 1) == "ackley"


@pytest.mark.parametrize("told", ["", "0,"])
def test_without_a_dimension_evaluations_are_divided_by_nothing(tmp_path, told):
    title = told and "dimension,"
    rows = "".join(f"{told}{count},{value}\n" for count, value in ((1, 8), (40, 0.5)))
    runs = load(tmp_path, f"{title}evaluations,value\n{rows}")
    (curve,) = om.ecdf(runs, [1])
    assert curve.at([39, 40]).tolist() == [0, 1]
    assert om.measures.value_statistics(runs, [39, 40]).median.tolist() == [8, 0.5]


def test_final_losses_at_budgets(tmp_path):
    """Every row of such a table is a run of its own."""
    runs = load(
        tmp_path,
        "optimizer_name,dimension,budget,loss,name\nDE,3,10,2.5,sphere\nDE,3,100,0.5,sphere\n",
    )
    assert runs.evaluations.tolist() == [10, 100]
    assert runs.values_at([10, 100]).tolist() == [[2.5, 2.5], [math.inf, 0.5]]


def test_maximization(tmp_path):
    runs = load(tmp_path, "evaluations,value,maximization\n1,5,True\n2,7,True\n3,6,True\n")
    assert runs.step_precision.tolist() == [-5, -7]
    assert runs.maximized.tolist() == [True]


def test_cells_that_make_no_sense(tmp_path):
    runs = load(tmp_path, TABLE + "a,bbob,1,2,1,1,none,3\na,bbob,1,2\na,bbob,1,many,1,7,1,1\n")
    assert [entry.severity for entry in runs.findings] == ["error"] * 3
    (wrong,) = [entry for entry in runs.findings if "number of cells" in entry.message]
    assert wrong.line == TABLE.count("\n") + 2
    assert runs.dimension.tolist() == [2, 2, 2]
    assert any("got 'many' in row 7 below" in entry.message for entry in runs.findings)


@pytest.mark.parametrize(
    ("title", "cell"),
    [
        ("function", str(2**32 + 1)),
        ("function", "1.5"),
        ("dimension", "-1"),
        ("dimension", "nan"),
        ("instance", "0.5"),
        ("evaluations", "2.6"),
        ("evaluations", "-3"),
        ("evaluations", "nan"),
        ("value", "much"),
        ("value", "3,5"),
    ],
)
def test_numbers_that_do_not_fit_are_refused_with_their_place(tmp_path, title, cell, said):
    lines = TABLE.splitlines()
    cells = lines[2].split(",")
    cells[lines[0].split(",").index(title)] = f'"{cell}"'
    runs = load(tmp_path, "\n".join([*lines[:2], ",".join(cells), *lines[3:]]))
    (finding,) = runs.findings
    assert (finding.rule, finding.severity) == ("A1", "error")
    assert title in finding.message
    assert f"{cell!r} " in finding.message
    assert finding.message == said
    assert runs.function.tolist() == [1, 1, 1]
    assert runs.dimension.tolist() == [2, 2, 2]
    assert runs.final.tolist() == [0.7, 9, 7]


def test_decimal_commas(tmp_path):
    text = TABLE.replace(",", ";").replace("8.5", "8,5").replace("0.5", "5,0e-1")
    runs = load(tmp_path, text.replace("0.7", "0,7"))
    check(runs)
    assert [entry.rule for entry in runs.findings] == ["R19"]


def test_columns_of_one_name_are_refused(tmp_path, said, refused):
    with refused(DataError, "'value'"):
        load(tmp_path, "evaluations,value,Value\n1,2,3\n")
    load(tmp_path, "evaluations,value,note,note\n1,2,3,4\n")  # nobody reads these
    assert refused.messages == said


def test_arrays_are_taken_as_they_are_or_not_at_all(said, refused):
    for name, value, *told in [
        ("function", 2**32 + 1, "2147483647", "4294967297", "0"),
        ("function", 2.5, "2.5", "0"),
        ("dimension", -1, "-1", "0"),
        ("evaluations", [10, 2.6], "2.6", "1"),
        ("instance", [1, math.nan], "nan", "1"),
        ("instance", 2**70, "instance"),
        ("function", np.ma.array([1, 2], mask=[0, 1]), "1"),
        ("function", np.ma.masked, "function"),
        ("step_evaluations", [1, 2.5], "2.5", "1"),
    ]:
        columns = {"function": 1, "dimension": 2, "step_evaluations": [1, 2], name: value}
        with refused(DataError, name, *told):
            om.Runs.from_arrays(offsets=[0, 1, 2], step_precision=[1, 2], **columns)
    assert refused.messages == said


def test_nan_inf_and_huge_numbers(tmp_path):
    text = "evaluations,value\n1,nan\n2,inf\n9007199254740993,1e-300\n1e400,3\n-4,1\n"
    runs = load(tmp_path, text)
    assert runs.evaluations.tolist() == [9007199254740993]
    assert runs.step_evaluations.tolist() == [2, 9007199254740993]


def test_no_table_of_runs(tmp_path, said, refused):
    for text in ["evaluations,colour\n1,red\n", "evaluations,value\n", "budget,value\nx,y\n"]:
        with refused(DataError):
            load(tmp_path, text)
    assert refused.messages == said


def test_other_parquet_files(tmp_path, said):
    import polars

    frame = polars.read_csv(TABLE.encode())
    frame.write_parquet(tmp_path / "x.parquet")
    check(om.load(tmp_path / "x.parquet"))
    (tmp_path / "y.parquet").write_bytes((tmp_path / "x.parquet").read_bytes()[:300])
    with pytest.raises(DataError) as found:
        om.load(tmp_path / "y.parquet")
    told, reason, _ = everywhere(str(found.value), tmp_path).partition("Could not open Parquet")
    assert reason  # as its library words it
    assert told == said


def test_cells_in_quotes(tmp_path):
    text = (
        '"algorithm";"evals";"note";"y"\r\n"a ""b""; c";1;"x\ny";8\r\n"a ""b""; c";"4";;"2"\r\n'
        "d;7;z;1\r\n"
    )
    runs = load(tmp_path, text)
    assert runs.algorithms == ('a "b"; c', "d")
    assert runs.step_evaluations.tolist() == [1, 4, 7]
    assert runs.step_precision.tolist() == [8, 2, 1]
    assert not runs.findings


def test_counts_beyond_what_floats_hold(tmp_path):
    runs = load(tmp_path, "evaluations,value\n1,5\n9007199254740993,1\n1e18,0.5\n")
    assert runs.step_evaluations.tolist() == [1, 9007199254740993, 10**18]


@settings(derandomize=True, max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1),
            st.integers(1, 2**62),
            st.floats(allow_nan=False),
        ),
        min_size=1, max_size=8,
    ),
    st.sampled_from(",;\t"),
)  # fmt: skip
def test_cells_are_those_of_the_csv_module(rows, delimiter):
    """Whatever Python's own writer quotes and escapes is read back."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator="\n")
    writer.writerow(["algorithm", "evaluations", "value"])
    writer.writerows((name, count, repr(value)) for name, count, value in rows)
    content = buffer.getvalue().encode()
    cell = parsers.CellKind
    columns, notes = parsers.parse_csv(content, delimiter, [cell.TEXT, cell.COUNT, cell.NUMBER])
    texts = [text.decode() for text in columns[0][3]]
    assert [texts[code] for code in columns[0][2]] == [name for name, _, _ in rows]
    assert columns[1][1].tolist() == [count for _, count, _ in rows]
    assert columns[2][0].tolist() == [value for _, _, value in rows]
    assert notes == []
