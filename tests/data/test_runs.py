import doctest
import math
from dataclasses import replace

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import optimeter as om
from optimeter.data import runs as runs_module
from optimeter.exceptions import DataError, UnknownNameError

quick = settings(derandomize=True, max_examples=60, deadline=None)

values = st.one_of(st.floats(-10, 1e6), st.sampled_from([0.0, 1e-8, 1e-9, 0.1, math.inf, math.nan]))
trajectory = st.lists(st.tuples(st.integers(1, 50), values), max_size=8).map(
    lambda rows: sorted(rows, key=lambda row: row[0])
)
tables = st.lists(trajectory, min_size=1, max_size=5)


def build(table, budget=None, **columns):
    arguments = {}
    for prefix, part in (("", table), ("budget_", budget)):
        if part is None:
            continue
        arguments[f"{prefix}offsets"] = np.cumsum([0] + [len(run) for run in part])
        name = prefix or "step_"
        arguments[f"{name}evaluations"] = [e for run in part for e, _ in run]
        arguments[f"{name}precision"] = [v for run in part for _, v in run]
    return om.Runs.from_arrays(
        function=np.arange(len(table)) + 1, dimension=2, **arguments, **columns
    )


def slow_runtime(run, target, grid, precision):
    """Rule by rule, one number at a time."""
    if target < precision and not math.isclose(target, precision, rel_tol=1e-9):
        return math.inf
    if grid and math.isfinite(target) and target != 0:
        exponent = grid * math.log10(abs(target))
        if target > 0:
            target = 10 ** (math.floor(exponent + 1e-9) / grid)
        else:
            target = -(10 ** (math.ceil(exponent - 1e-9) / grid))
    for evaluations, value in run:
        if math.isnan(value):
            continue
        close = math.isfinite(value) and abs(value - target) <= 1e-9 * max(abs(value), abs(target))
        if value <= target or close:
            return evaluations
    return math.inf


targets_strategy = st.lists(
    st.one_of(
        st.floats(-10, 1e6), st.sampled_from([1e-8, 0.0, 0.1, 10.0, math.inf]),
        st.integers(-40, 20).map(lambda m: 10 ** (m / 5)),
    ),
    min_size=1,
    max_size=5,
)  # fmt: skip


@quick
@given(tables, targets_strategy, st.sampled_from([0, 5, 10]), st.sampled_from([-math.inf, 1e-8]))
def test_runtimes_follow_the_rules(table, targets, grid, precision):
    runs = build(table, grid=grid, final_target=precision)
    expected = [[slow_runtime(run, t, grid, precision) for t in targets] for run in table]
    np.testing.assert_array_equal(runs.runtimes(targets), np.array(expected))
    per_run = np.broadcast_to(targets, (len(table), len(targets)))
    np.testing.assert_array_equal(runs.runtimes(per_run), np.array(expected))


@quick
@given(tables, tables, st.lists(st.integers(0, 60), min_size=1, max_size=6))
def test_values_are_the_best_of_both_lists_within_the_budget(table, budget, budgets):
    budget = (budget * len(table))[: len(table)]
    runs = build(table, budget)
    for row, (one, other) in enumerate(zip(table, budget, strict=True)):
        for column, limit in enumerate(budgets):
            seen = [v for e, v in one + other if e <= limit and not math.isnan(v)]
            assert runs.values_at(budgets)[row, column] == min(seen, default=math.inf)


@quick
@given(tables)
def test_steps_are_strictly_monotone(table):
    runs = build(table)
    for row in range(len(runs)):
        steps = slice(*runs.offsets[row : row + 2])
        assert np.all(np.diff(runs.step_evaluations[steps]) > 0)
        # Infinity minus infinity never happens: only a first step can be infinite.
        assert np.all(runs.step_precision[steps][1:] < runs.step_precision[steps][:-1])
        assert runs.evaluations[row] == max([e for e, _ in table[row]], default=0)
        usable = [v for _, v in table[row] if not math.isnan(v)]
        assert runs.final[row] == min(usable, default=math.inf)


def test_run_length_ends_at_the_final_precision():
    table = [[(1, 5.0), (30, 1e-9), (90, 1e-12)], [(1, 5.0), (90, 1e-3)]]
    assert build(table, final_target=1e-8, grid=5).run_lengths().tolist() == [30, 90]
    assert build(table).run_lengths().tolist() == [90, 90]
    ended = build(table, final_target=1e-8, evaluations=[100, 200])
    assert ended.run_lengths().tolist() == [30, 200]


def test_grid_targets_survive_rounding():
    table = [[(1, 1e3), (7, 10 ** (-4 / 5))]]
    for target in (10 ** (-4 / 5), 10 ** (-4 / 5) * (1 - 1e-15), 10 ** (-4 / 5) * (1 + 1e-15)):
        assert build(table, grid=5).runtimes([target])[0, 0] == 7


def test_selecting_and_grouping(said, refused):
    runs = om.Runs.from_arrays(
        function=[1, 2, 1, 2], dimension=[2, 2, 5, 5], instance=[1, 1, 2, 2],
        algorithm=["a", "a", "b", "b"], suite="bbob",
        offsets=[0, 1, 3, 4, 6], step_evaluations=[1, 1, 2, 1, 1, 5],
        step_precision=[1.0, 2, 1, 3, 9, 4], extra={"sigma": [1.0, 2, 3, 4]},
        step_extra={"temperature": [0.0, 1, 2, 3, 4, 5]},
    )  # fmt: skip
    chosen = runs.select(algorithms="b", functions=range(2, 4))
    assert chosen.algorithms == ("b",)
    assert chosen.step_precision.tolist() == [9, 4]
    assert chosen.extra["sigma"].tolist() == [4]
    assert chosen.step_extra["temperature"].tolist() == [4, 5]
    assert len(runs.select(dimensions=[2, 5], instances=7)) == 0
    assert runs[[3, 0]].step_precision.tolist() == [9, 4, 1]
    assert runs[-1].function.tolist() == [2]
    keys = [tuple(key) for key, _ in runs.groups()]
    assert keys == [("a", "bbob", 1, 2), ("a", "bbob", 2, 2), ("b", "bbob", 1, 5),
                    ("b", "bbob", 2, 5)]  # fmt: skip
    names, codes = runs.group_index(("algorithm",))
    assert names["algorithm"].tolist() == ["a", "b"]
    assert codes.tolist() == [0, 0, 1, 1]
    with refused(UnknownNameError, "'a'"):
        runs.select(algorithms="aa")
    with refused(UnknownNameError, "'functions'", "'function'"):
        runs.group_index(("functions",))
    assert refused.messages == said


def test_joining_renaming_and_trials():
    one = build([[(1, 3.0)]], algorithm="a", extra={"x": [1.0]})
    two = build([[(1, 2.0)]], algorithm="b")
    joined = om.Runs.concatenate([one, two, one])
    assert joined.algorithms == ("a", "b")
    assert joined.trial.tolist() == [0, 0, 1]
    np.testing.assert_array_equal(joined.extra["x"], [1, np.nan, 1])
    merged = joined.rename({"b": "a"})
    assert merged.algorithms == ("a",)
    assert merged.trial.tolist() == [0, 1, 2]
    assert om.Runs.concatenate([joined[:1], joined[1:]]).equals(joined)
    assert len(om.Runs.concatenate([])) == 0


def test_arrays_are_read_only():
    runs = build([[(1, 3.0)]])
    with pytest.raises(ValueError, match="read-only"):
        runs.step_precision[0] = 0
    with pytest.raises(AttributeError):
        runs.function = None


def test_wrong_arrays_are_refused(said, refused):
    for change, value in [
        ({"offsets": [1, 2]}, "starts with 0"),
        ({"offsets": [0, 3]}, "(3,)"),
        ({"step_evaluations": [0, 1]}, "1"),
        ({"step_evaluations": [5, 1]}, "step_evaluations"),
        ({"function": [1, 2]}, "(1,)"),
        ({"step_precision": ["a", "b"]}, "step_precision"),
        ({"algorithm": ["a", "b"]}, "2"),
    ]:
        arguments = {
            "function": 1, "dimension": 2, "offsets": [0, 2], "step_evaluations": [1, 2],
            "step_precision": [2.0, 1.0],
        }  # fmt: skip
        with refused(DataError, value):
            om.Runs.from_arrays(**(arguments | change))
    assert refused.messages == said


def test_columns_that_there_are_not_are_refused(said, refused):
    with refused(UnknownNameError, "'instances'", "'instance'"):
        om.Runs.from_arrays(
            function=1, dimension=2, offsets=[0, 1], step_evaluations=[1], step_precision=[2.0],
            instances=1,
        )  # fmt: skip
    assert refused.messages == said


def test_target_arrays_of_a_wrong_shape_are_refused():
    with pytest.raises(DataError, match=r"shape \(3, 1\)"):
        build([[(1, 3.0)]]).runtimes(np.ones((3, 1)))


@quick
@given(tables)
def test_parquet_keeps_everything(table):
    import tempfile
    from pathlib import Path

    runs = build(table, table, extra={"sigma": np.arange(len(table))})
    with tempfile.TemporaryDirectory() as folder:
        runs.to_parquet(Path(folder) / "runs.parquet")
        assert om.Runs.from_parquet(Path(folder) / "runs.parquet").equals(runs)
        assert om.load(Path(folder) / "runs.parquet").equals(runs)


def test_frames_have_one_row_per_run():
    runs = build([[(1, 3.0), (4, 2.0)], [(1, 1.0)]])
    frame = runs.to_polars()
    assert frame["step_evaluations"].to_list() == [[1, 4], [1]]
    assert runs.to_pandas().shape[0] == 2
    assert "<td>2</td>" in runs._repr_html_()
    assert "2 runs of 1 algorithm" in repr(runs)


def test_examples():
    failed, tried = doctest.testmod(runs_module)
    assert tried > 10
    assert failed == 0


@quick
@given(tables, st.lists(st.integers(1, 3), min_size=5, max_size=5))
def test_groups_are_what_a_mask_selects(table, functions):
    runs = build(table, table, extra={"x": np.arange(len(table))})
    runs = om.Runs.concatenate([runs, runs])
    function = np.array((functions * 4)[: len(runs)], dtype=np.int32)
    runs = replace(runs, function=function)
    for key, group in runs.groups(("function",)):
        assert group.equals(runs[function == key.function])


def test_pickle_and_copy():
    import copy
    import pickle

    runs = build([[(1, 3.0), (4, 2.0)], [(1, 1.0)]], extra={"x": [1.0, 2.0]})
    assert pickle.loads(pickle.dumps(runs)).equals(runs)
    assert copy.deepcopy(runs).equals(runs)
    assert pickle.loads(pickle.dumps(runs)).findings == runs.findings
