"""Tables keep columns with few different entries small; who reads them sees arrays."""

import pickle

import numpy as np
import pytest

from optimeter import _store, measures
from optimeter.measures import Ert, ert
from optimeter.measures._table import Table
from optimeter.measures.coded import Coded, Ragged, compact, decoded, joined, repeated, tiled
from tests.reports.helpers import make_runs

NAN = np.frombuffer(np.uint64(0x7FF8000000000001).tobytes())  # not the one that numpy makes

COLUMNS = {
    "names": np.array(["b", "a", "b", "b"], dtype=object),
    "one name": np.array(["a"] * 5, dtype=object),
    "numbers": np.array([3, 1, 3, 1]),
    "signs of zero": np.array([0.0, -0.0, 0.0, -0.0, 0.0]),
    "NaN": np.array([np.nan, 1.0, NAN[0], np.nan]),
    "infinite": np.full(4, np.inf),
    "truth values": np.array([True, True, False]),
    "different": np.linspace(0.0, 1.0, 1000),
    "many": np.tile(np.arange(300.0), 3),
    "none": np.empty(0),
    "points": np.ones((3, 2)),
    "not names": np.array([1, 1.0, True, "a"], dtype=object),
}


def same(one, other):
    """Equal to the bit."""
    if one.dtype == object:
        return list(map(repr, one.tolist())) == list(map(repr, other.tolist()))
    return one.dtype == other.dtype and one.tobytes() == other.tobytes()


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS)
def test_columns_are_kept_to_the_bit(column):
    kept = compact(column)
    assert same(decoded(kept), column)
    assert same(decoded(repeated(column, 3)), np.repeat(column, 3, axis=0).reshape(-1)) or (
        column.ndim > 1
    )
    if column.ndim == 1:
        assert same(decoded(tiled(column, 3)), np.tile(column, 3))
        assert same(decoded(joined([kept, compact(column[::-1]), kept])),
                    np.concatenate([column, column[::-1], column]))  # fmt: skip
        for index in (slice(1, None), np.arange(len(column))[::-1], np.ones(len(column), bool)):
            part = kept.take(index) if isinstance(kept, Coded) else kept[index]
            assert same(decoded(part), column[index])


def test_only_columns_with_few_entries_are_coded():
    coded = {name for name, column in COLUMNS.items() if isinstance(compact(column), Coded)}
    assert coded == {"names", "one name", "numbers", "signs of zero", "NaN", "infinite",
                     "truth values", "many"}  # fmt: skip
    assert compact(COLUMNS["many"]).codes.dtype == np.uint16
    assert isinstance(joined([np.zeros(3), np.zeros(2)]), Coded)
    assert not isinstance(joined([np.zeros(3), np.array([-0.0])]), Coded)


def test_parts_of_other_types_are_joined_as_arrays_are():
    whole = joined([compact(np.array([1, 1])), np.empty(0)])
    assert same(decoded(whole), np.concatenate([np.array([1, 1]), np.empty(0)]))
    levels = [compact(np.repeat(np.arange(k, k + 40_000), 3)) for k in (0, 40_000)]
    assert same(joined(levels), np.repeat(np.arange(80_000), 3))  # more than codes can tell apart


@pytest.fixture(scope="module")
def table():
    return ert(make_runs(functions=(1, 2, 3)))


def as_arrays(table):
    return type(table)(**{name: np.array(column) for name, column in table.columns().items()})


def test_a_table_takes_a_fraction_of_its_arrays(table):
    def size(columns):
        return sum(c.levels.nbytes + c.codes.strides[0] * len(c) if isinstance(c, Coded) else c.nbytes
                   for c in columns)  # fmt: skip

    keys = len(("algorithm", "suite", "function", "dimension", "instance", "target"))
    assert size(table.kept()[:keys]) < size(as_arrays(table).kept()[:keys]) / 8


@pytest.mark.parametrize("where", [{"algorithm": "beta"}, {"algorithm": ["alpha", "none"]},
                                   {"dimension": 5, "target": 1.0}, {"function": [1, 3]},
                                   {"instance": 7}])  # fmt: skip
def test_selections_are_those_of_arrays(table, where):
    assert table.select(**where).to_dicts() == as_arrays(table).select(**where).to_dicts()


@pytest.mark.parametrize("name", ["algorithm", "suite", "function", "dimension", "target"])
def test_parts_are_those_of_arrays(table, name):
    parts, plain = table.split(name), as_arrays(table).split(name)
    assert list(parts) == list(plain)
    assert [one.to_dicts() for one in parts.values()] == [o.to_dicts() for o in plain.values()]
    assert table.rows_by(name, "dimension") == as_arrays(table).rows_by(name, "dimension")
    whole = Ert.concatenate(list(parts.values()))
    assert whole.to_dicts() == Ert.concatenate(list(plain.values())).to_dicts()


def test_tables_are_sent_and_stored_as_they_are_kept(table):
    entry = _store._encoded(table)
    assert len(entry) < len(_store._encoded(as_arrays(table)))
    classes = {"Ert": Ert, "Coded": Coded}
    back = _store._decoded(entry, entry.index(b"\n") + 1, classes, copied=True)
    for found in (back, pickle.loads(pickle.dumps(table))):
        assert list(map(type, found.kept())) == list(map(type, table.kept()))
        assert found.to_dicts() == table.to_dicts()


def test_other_columns_take_the_place_of_some(table):
    other = table.replaced(ert=np.zeros(len(table)))
    assert not other.ert.any()
    assert other.kept()[0] is table.kept()[0]
    assert isinstance(other, Table)


def test_columns_made_when_asked_are_not_changed(table):
    with pytest.raises(ValueError, match="read-only"):
        table.function[0] = 7


RAGGED = [np.array([3.0, -0.0]), np.empty(0), np.array([np.nan]), np.arange(4.0)]


@pytest.mark.parametrize(
    "index", [slice(1, 3), np.array([3, 0, 1]), np.array([True, False, False, True]), slice(0)]
)
def test_ragged_columns_are_parts_end_to_end(index):
    column = Ragged.of(RAGGED)
    wanted = [RAGGED[i] for i in np.arange(4)[index]]
    assert [one.tobytes() for one in column.take(index)] == [one.tobytes() for one in wanted]
    twice = joined([column.take(index), column])
    assert [one.tobytes() for one in twice] == [one.tobytes() for one in [*wanted, *RAGGED]]


CURVES = {
    "profiles": lambda runs: measures.ecdf(runs, [1.0, 1e-8], by=["all", "function"], resamples=9),
    "bands of some": lambda runs: measures.ecdf(
        runs, [1.0], by=["all", "function"], resamples=9, banded=["all"]
    ),
    "run lengths": lambda runs: measures.run_length_distribution(runs, [1.0, 1e-8]),
    "qualities": lambda runs: measures.quality_distribution(runs, [1.0, 9.0]),
    "data profiles": lambda runs: measures.data_profile(runs, [1.0, 1e-8]),
    "densities": lambda runs: measures.runtime_density(runs, [1.0, 1e-8]),
    "ratios": lambda runs: measures.runtime_ratios(runs, targets=[1.0, 1e-8]),
}


@pytest.mark.parametrize("made", CURVES.values(), ids=CURVES)
def test_curves_read_as_the_objects_they_were_made_of(made):
    found = made(make_runs(functions=(1, 2)))
    given = found.curves
    again = type(found).of(given)
    assert list(map(repr, again)) == list(map(repr, given))
    assert again.to_dicts() == [curve.summary() for curve in given]
    assert [type(value) for value in given[0].summary().values()] == [
        type(value) for value in found[0].summary().values()
    ]
    joined_again = type(found).concatenate([found[:1], found[1:1], found[1:]])
    assert joined_again.to_dicts() == found.to_dicts()
    assert found.select(dimension=5).to_dicts() == [c.summary() for c in given if c.dimension == 5]
    assert found[-1].summary() == given[-1].summary()
    assert len(pickle.dumps(given[0])) < len(pickle.dumps(found)) / 2  # not the whole table with it
    back = pickle.loads(pickle.dumps(found))
    assert back.to_dicts() == found.to_dicts()
    none = type(found).of([])
    assert (len(none), none.curves, none.to_dicts()) == (0, (), [])
    assert type(found).concatenate([none, found]).to_dicts() == found.to_dicts()
