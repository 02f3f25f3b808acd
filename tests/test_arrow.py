"""Tables for other libraries and from them: what one wrote, the other reads."""

import gc
import itertools

import numpy as np
import pytest

import optimeter as om
from optimeter._arrow import Lists, export_stream, read_stream
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, InvalidTypeError
from tests.peers import need_peer

COLUMNS = {
    "whole": np.array([3, -1, 2**62, 0]),
    "small": np.array([3, 2, 1, 0], dtype=np.int8)[::-1],
    "real": np.array([1.5, np.nan, -np.inf, 0.0]),
    "half": np.array([1, 2, 3, 4], dtype=np.float32),
    "flag": [True, False, True, True],
    "text": np.array(["x", "", None, "a text that is too long for a view, with ä"], dtype=object),
    "lists": Lists(np.array([0, 2, 2, 3, 5]), np.arange(5.0)),
}


class Table:
    """What any library hands over."""

    def __init__(self, columns, metadata=None):
        self.columns, self.metadata = columns, metadata

    def __arrow_c_stream__(self, requested_schema=None):
        return export_stream(self.columns, self.metadata)


def plain(table):
    return {
        name: [part.tolist() for part in column]
        if isinstance(column, Lists)
        else np.asarray(column).tolist()
        for name, column in table.items()
    }


def same(one, other):
    return repr(one) == repr(other)  # NaN too


def test_what_is_handed_over_is_read_again():
    table = read_stream(Table(COLUMNS, {"key": "värde", "empty": ""}))
    assert table.metadata == {"key": "värde", "empty": ""}
    assert not table.left_out
    assert same(plain(table.columns), plain(COLUMNS))


def test_a_table_without_rows_or_columns():
    assert read_stream(Table({})).columns == {}
    empty = read_stream(Table({"a": np.zeros(0), "b": []}))
    assert [len(column) for column in empty.columns.values()] == [0, 0]


def test_what_cannot_be_exchanged_is_named():
    with pytest.raises(InvalidTypeError, match=r"'when'.*datetime64"):
        export_stream({"when": np.array(["2020-01-01"], dtype="datetime64[D]")})


def test_a_stream_is_read_once():
    class Once:
        capsule = export_stream({"a": np.arange(3)})

        def __arrow_c_stream__(self, requested_schema=None):
            return self.capsule

    pyarrow = need_peer("pyarrow")
    pyarrow.table(once := Once())
    with pytest.raises(DataError, match="already"):
        read_stream(once)


@pytest.mark.oracle
@pytest.mark.parametrize("name", ["polars", "pyarrow"])
def test_libraries_take_and_give_tables(name):
    library = need_peer(name)
    frame = library.DataFrame(Table(COLUMNS)) if name == "polars" else library.table(Table(COLUMNS))
    gc.collect()  # the buffers live on with the frame
    assert same(plain(read_stream(frame).columns), plain(COLUMNS))
    for first, length in itertools.product(range(4), range(3)):
        part = frame.slice(first, length)
        expected = {
            column: values[first : first + length]
            for column, values in plain(read_stream(frame).columns).items()
            if column != "lists"
        }
        found = read_stream(part)
        assert same({n: v for n, v in plain(found.columns).items() if n != "lists"}, expected)
        lists = COLUMNS["lists"]
        bounds = lists.offsets[first : first + length + 1]
        assert np.diff(found.columns["lists"].offsets).tolist() == np.diff(bounds).tolist()
        wanted = lists.values[bounds[0] : bounds[-1]]
        assert found.columns["lists"].values.tolist() == wanted.tolist()


@pytest.mark.oracle
def test_batches_gaps_and_categories():
    polars = need_peer("polars")
    frame = polars.DataFrame({"n": [1, None, 3], "t": ["a", "b", None], "c": ["u", None, "u"]})
    frame = frame.with_columns(polars.col("c").cast(polars.Categorical))
    table = read_stream(polars.concat([frame, frame], rechunk=False))
    assert same(table.columns["n"].tolist(), [1.0, float("nan"), 3.0] * 2)
    assert table.columns["t"] == ["a", "b", None] * 2
    assert table.columns["c"] == ["u", None, "u"] * 2


RUNS = Runs.from_arrays(
    algorithm=["a", "b"], suite="bbob", function=1, dimension=2, instance=[1, 2],
    offsets=[0, 2, 3], evaluations=[50, 60], step_evaluations=[1, 10, 1],
    step_precision=[5, 0.1, 5])  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("name", ["polars", "pandas", "duckdb", "narwhals", "pyarrow"])
def test_one_line_hands_results_and_runs_to_a_library(name):
    library = need_peer(name)
    take = {
        "polars": lambda table: library.DataFrame(table)["ert"].to_list(),
        "pandas": lambda table: library.DataFrame.from_arrow(table)["ert"].tolist(),
        "duckdb": lambda found: [r[0] for r in library.sql("select ert from found").fetchall()],
        "narwhals": lambda table: library.from_arrow(table, backend="polars")["ert"].to_list(),
        "pyarrow": lambda table: library.table(table)["ert"].to_pylist(),
    }[name]
    assert take(om.ert(RUNS, [1.0])) == [10.0, float("inf")]
    read = {
        "polars": lambda runs: library.DataFrame(runs)["algorithm"].to_list(),
        "pandas": lambda runs: library.DataFrame.from_arrow(runs)["algorithm"].tolist(),
        "duckdb": lambda runs: [r[0] for r in library.sql("select algorithm from runs").fetchall()],
        "narwhals": lambda runs: library.from_arrow(runs, backend="polars")["algorithm"].to_list(),
        "pyarrow": lambda runs: library.table(runs)["algorithm"].to_pylist(),
    }[name]
    assert read(RUNS) == ["a", "b"]


LONG = {
    "algorithm": ["a", "a", "b"],
    "function": [1, 1, 1],
    "dimension": [2, 2, 2],
    "run": [1, 1, 1],
    "evaluations": [1, 40, 7],
    "value": [8.5, 0.5, 2.0],
}


@pytest.mark.oracle
@pytest.mark.parametrize("name", ["polars", "pandas", "duckdb", "pyarrow"])
def test_a_frame_from_elsewhere_becomes_runs(name, tmp_path):
    library = need_peer(name)
    frame = {
        "polars": lambda: library.DataFrame(LONG),
        "pandas": lambda: library.DataFrame(LONG),
        "duckdb": lambda: library.sql(
            f"select unnest({LONG['algorithm']}) as algorithm, 1 as function, 2 as dimension,"
            f" unnest({LONG['evaluations']}) as evaluations, unnest({LONG['value']}) as value"
        ),
        "pyarrow": lambda: library.table(LONG),
    }[name]()
    runs = om.load(frame)
    assert runs.algorithms == ("a", "b")
    assert runs.runtimes([1.0]).tolist() == [[40.0], [float("inf")]]
    assert om.load(frame, optimum=0.5).runtimes([0.0]).tolist()[0] == [40.0]


def test_runs_go_through_a_frame_unchanged():
    pyarrow = need_peer("pyarrow")
    assert om.load(pyarrow.table(RUNS)).equals(RUNS)


def test_a_frame_without_runs_says_what_is_missing():
    polars = need_peer("polars")
    when = polars.Series("evaluations", [1]).cast(polars.Datetime)
    with pytest.raises(DataError, match=r"'evaluations' of format tsu"):
        om.load(polars.DataFrame({"value": [1.0], "evaluations": when}))
