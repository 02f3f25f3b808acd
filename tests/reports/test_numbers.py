"""The numbers on page, in LaTeX and in CSV are those of measures."""

import csv
import dataclasses
import io
import json
import math
import re

import numpy as np
import pytest

import optimeter as om
from optimeter import measures
from optimeter._core import number_lists
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError
from optimeter.reports import report_data
from optimeter.reports.analysis.words import ratio
from optimeter.reports.page import encoding, payload
from optimeter.reports.paper.latex import ert_table_latex
from tests.reports.helpers import data_files, make_fronts, make_runs


@pytest.fixture(scope="module")
def suite(data):
    return data.suites[0]


@pytest.fixture(scope="module")
def csv_tables(data):
    return {
        name.removesuffix(".csv"): list(csv.DictReader(io.StringIO(content.decode())))
        for name, content in data_files(data).items()
        if name.endswith(".csv")
    }


def test_profiles_equal_measures(runs, suite):
    grid = 10.0 ** (np.arange(0, 176) / 25)
    for by in ("all", "group", "function"):
        for curve in measures.ecdf(runs, by=by):
            found = [
                p
                for p in suite.profiles(dimension=curve.dimension, group=curve.group)
                if p.algorithm == curve.algorithm
            ]
            assert len(found) == 1
            profile = found[0]
            assert profile.pairs == curve.pairs
            assert profile.solved == pytest.approx(curve.solved, abs=1e-12)
            assert profile.auc == pytest.approx(curve.auc(), abs=1e-12)
            assert profile.geometric_mean == pytest.approx(curve.geometric_mean(), rel=1e-12)
            assert profile.budget == curve.budget
            np.testing.assert_allclose(profile.at(grid), curve.at(grid), atol=1e-12)


def test_profiles_on_the_page_equal_measures(runs, data):
    chunk = json.loads(encoding.written(payload.chunks(data)["0-5-profiles"]()))
    for curve in measures.ecdf(runs, dimensions=5, by="group"):
        marks = chunk["fixed"][curve.group]["marks"]
        lines = [
            (np.cumsum(mark["x"]), np.cumsum(mark["y"]))
            for mark in marks
            if mark["series"] == f"algorithm/{curve.algorithm}" and mark["mark"] == "line"
        ]
        logs, shares = (np.concatenate(parts) for parts in zip(*lines, strict=True))
        rises = np.diff(shares, prepend=0) > 0  # not where a line begins to be dashed or ends
        x = 10.0 ** (logs[rises] / encoding.LOG_SCALE)
        y = shares[rises] / encoding.SHARE_SCALE
        # x is rounded to a thousandth of a decade, y to a hundredth of a percent
        assert np.all(y <= curve.at(x * 10.0**0.0006) + 1e-4)
        assert np.all(y >= curve.at(x * 10.0**-0.0006) - 1e-4)
        assert y[-1] == pytest.approx(float(curve.steps.limit), abs=1e-4)


def test_ert_table_equals_measures_everywhere(runs, data, csv_tables):
    suite = data.suites[0]
    reference = measures.load_reference("best2009-bbob")
    table = measures.ert_table(runs, reference=reference, resamples=data.options.resamples)
    chunk = payload.chunks(data)["0-5-tables"]()["fixed"]
    rows = {
        (r["algorithm"], int(r["function"]), int(r["dimension"]), float(r["target"])): r
        for r in csv_tables["ert"]
    }
    latex = ert_table_latex(suite, 5)
    assert len(rows) == len(table)
    for row in table.to_dicts():
        key = (row["algorithm"], row["function"], row["dimension"], row["target"])
        written = rows[key]
        for name in ("ert", "ratio", "low", "high", "reference_ert"):
            assert float(written[name]) == row[name], (key, name)
        assert int(written["star"]) == row["star"]
        if row["dimension"] == 5:
            entry = chunk[f"f{row['function']}"]
            a = suite.algorithms.index(row["algorithm"])
            cells = next(r["cells"] for r in entry["rows"] if r["algorithm"] == a)
            column = [float(t.replace("∞", "inf")) for t in entry["targets"]].index(row["target"])
            assert cells["text"][column] == ratio(row["ratio"])
            for name in ("successes", "runs", "best"):
                assert cells[name][column] == row[name]
            if math.isfinite(row["ert"]) and row["ratio"] < 1e4:
                assert ratio(row["ratio"]) in latex


def test_speed_factors_in_the_headline_equal_measures(runs, data):
    table = measures.speed_factors(runs, resamples=data.options.resamples)
    names = data.suites[0].algorithms
    chunks = {d: payload.chunks(data)[f"0-{d}"]() for d in (2, 5)}
    assert sum(len(chunks[d]["pairs"]["all"]) for d in (2, 5)) == len(table)
    for row in table.to_dicts():
        codes = sorted((names.index(row["faster"]), names.index(row["slower"])))
        entry = chunks[row["dimension"]]["pairs"]["all"][f"{codes[0]}-{codes[1]}"]
        assert names[entry["faster"]] == row["faster"]
        shown = re.search(r"is ([\d.e]+)× faster .*interval ([\d.e]+)–([\d.e]+)", entry["sentence"])
        assert shown
        for text, value in zip(
            shown.groups(), (row["factor"], row["low"], row["high"]), strict=True
        ):
            assert float(text) == pytest.approx(value, rel=0.06)


def test_csv_and_json_hold_the_same(data):
    files = data_files(data)
    for name in [n for n in files if n.endswith(".csv")]:
        rows = list(csv.DictReader(io.StringIO(files[name].decode())))
        columns = json.loads(files[name.replace(".csv", ".json")])
        assert all(len(column) == len(rows) for column in columns.values())
        for key, column in columns.items():
            for row, value in zip(rows, column, strict=True):
                if isinstance(value, float):
                    assert float(row[key]) == value
                elif value is None:
                    assert row[key] in ("inf", "-inf", "")
                else:
                    assert row[key] == str(value)


# Where infinity is a result: expected runtimes, what they are divided by or compared with, and their
# intervals, where no run succeeded; the losses made of them; fronts at the end of the runs.
RUNTIMES = {"ert", "low", "high", "p10", "p90", "ratio", "reference_ert"}
INFINITE = {
    "ert": RUNTIMES,
    "ert_budget_targets": RUNTIMES,
    "ert_all_targets": {"ert", "sp1", "low", "high"},
    "scaling": {"ert", "ert_per_dimension", "p25", "p50", "p75"},
    "tests": {"ert", "other_ert"},
    "loss": {"loss"},
    "loss_summary": {"best", "p10", "p25", "median", "p75", "p90"},
    "fronts": {"budget"},
}


def failing(name, **columns):
    """Return runs that never reach a target."""
    return Runs.from_arrays(
        algorithm=name,
        suite="bbob",
        function=[1, 1, 2, 2],
        dimension=2,
        instance=[1, 2, 1, 2],
        offsets=range(5),
        step_evaluations=[3] * 4,
        step_precision=[1e6] * 4,
        **columns,
    )


def growing():
    """Return runs of values below zero that are to be maximised, one of them without a record."""
    return Runs.from_arrays(
        algorithm=["a", "a", "b"],
        suite="own",
        function=1,
        dimension=2,
        instance=[1, 2, 1],
        offsets=[0, 2, 2, 3],
        step_evaluations=[1, 9, 5],
        step_precision=[20, 3, 20],
        evaluations=20,
        maximized=True,
        optimum_known=False,
    )


ODD = {
    "all fail": lambda: Runs.concatenate([failing("a"), failing("b")]),
    "one fails": lambda: Runs.concatenate(
        [make_runs(["a"], functions=[1, 2], dimensions=[2]), failing("b")]
    ),
    "nothing shared": lambda: Runs.concatenate(
        [make_runs([name], functions=[f], dimensions=[2]) for name, f in (("a", 1), ("b", 2))]
    ),
    "single run": lambda: make_runs(["a"], functions=[1], dimensions=[2], runs=1),
    "to be maximised": growing,
    "several objectives": make_fronts,
}


@pytest.mark.parametrize("runs", ODD.values(), ids=ODD)
def test_only_results_are_infinite_in_csv(runs):
    found = {}
    for name, content in data_files(report_data(runs(), resamples=20)).items():
        table = name.removesuffix(".csv")
        for row in csv.DictReader(io.StringIO(content.decode())) if table != name else ():
            bad = {key for key, cell in row.items() if cell in ("inf", "-inf", "nan")}
            found.setdefault(table, set()).update(bad - INFINITE.get(table, set()))
    assert found
    assert not {name: columns for name, columns in found.items() if columns}


def test_values_and_loss_equal_measures(runs, csv_tables):
    values = measures.value_statistics(runs)
    written = {
        (r["algorithm"], r["function"], r["dimension"], r["budget"]): r
        for r in csv_tables["values"]
    }
    # The grid of budgets of an algorithm ends with its own longest run.
    found = 0
    for row in values.to_dicts():
        key = (row["algorithm"], str(row["function"]), str(row["dimension"]), str(row["budget"]))
        if key in written:
            found += 1
            assert float(written[key]["median"] or math.inf) == row["median"]
    assert found > 0.7 * len(written)
    reference = measures.load_reference("best2009-bbob")
    for name in runs.algorithms:
        for d in (2, 5):
            keys = (name, str(d))
            mine = [r for r in csv_tables["loss"] if (r["algorithm"], r["dimension"]) == keys]
            budgets = sorted({float(r["budget"]) for r in mine})
            part = runs.select(algorithms=name, dimensions=d)
            losses = measures.loss_ratios(part, reference, budgets)
            assert [float(r["loss"]) for r in mine] == losses.loss.tolist()


@pytest.mark.oracle
def test_cells_are_those_cocopp_prints(bbob_archives):
    """f6 in dimension 5 as cocopp's table of these data sets has it."""
    from optimeter.data import load
    from optimeter.reports import compute

    runs = load(*bbob_archives).select(functions=6, dimensions=5)
    entry = payload.chunks(compute(runs))["0-5-tables"]()["fixed"]["f6"]
    assert entry["reference"] == ["114", "214", "281", "404", "580", "1038", "1332"]
    first, second = (row["cells"] for row in entry["rows"])
    assert first["text"] == ["2.3", "28", "789", "1219", "∞", "∞", "∞"]
    assert second["text"] == ["16", "42", "65", "69", "67", "60", "71"]
    assert first["successes"][2:4] == [2, 1]
    assert first["runs"][2:4] == [5, 5]


@pytest.mark.oracle
def test_golden_ert_of_real_data(bbob_archives):
    """Values published with the specification appear unchanged."""
    from optimeter.data import load
    from optimeter.reports import compute

    runs = load(bbob_archives[0]).select(functions=[6, 7], dimensions=5)
    files = data_files(compute(runs))
    rows = list(csv.DictReader(io.StringIO(files["ert.csv"].decode())))
    found = {(int(r["function"]), float(r["target"])): r for r in rows}
    assert float(found[6, 0.1]["ert"]) == 221735.5
    assert float(found[6, 10.0]["ert"]) == 263.2
    assert round(float(found[7, 0.1]["ert"]), 2) == 134796.33
    assert [found[6, t]["ratio"][:3] for t in (10.0,)] == ["2.3"]


def test_ranks_on_the_page_equal_measures(runs, data, suite):
    table = measures.deep_ranking(runs, dimensions=5)
    found = payload.chunks(data)["0-5"]()["ranks"]
    names = [suite.algorithms[i] for i in found["rows"]["algorithm"]]
    by_name = {row["algorithm"]: row for row in table.to_dicts()}
    assert sorted(names) == sorted(by_name)
    assert found["rows"]["rank"] == sorted(found["rows"]["rank"])
    assert found["rows"]["rank"] == [round(by_name[name]["rank"], 2) for name in names]
    p = [by_name[name]["p_holm"] for name in names]
    np.testing.assert_allclose(found["rows"]["p"], p, rtol=0.05)
    assert found["problems"] == table.problems[0]
    assert found["omnibus"] == pytest.approx(table.omnibus_p[0], rel=0.05)


def test_constraints_on_the_page_are_those_of_the_function():
    runs = make_runs(functions=[1, 2, 6, 7, 8], dimensions=(2, 5), suite="bbob-constrained")
    data = report_data(runs, resamples=20)
    told = payload.overview(data)["suites"][0]["constraint_families"]
    sphere, ellipsoid = "f1, 2, 6 Sphere", "f7, 8 Ellipsoid separable"
    assert told == {**dict.fromkeys(("f1", "f2", "f6"), sphere), "f7": ellipsoid, "f8": ellipsoid}
    chunk = json.loads(encoding.written(payload.chunks(data)["0-constraints"]()))
    figure = chunk["5"][sphere]["1"]
    (line, *_) = (mark for mark in figure["marks"] if mark["mark"] == "line")
    problems = om.Suite("bbob-constrained")
    assert line["x"] == [problems.problem(f, 5, 1).number_of_constraints for f in (1, 2, 6)]
    table = measures.scaling(
        runs.select(algorithms="alpha"), [1], functions=[1, 2, 6], dimensions=5
    )
    np.testing.assert_allclose(line["y"], table.ert_per_dimension, rtol=1e-3)


def test_pages_without_constraints_have_no_such_figures(data):
    assert "0-constraints" not in payload.chunks(data)
    assert payload.overview(data)["suites"][0]["constraint_families"] == {}


def test_distances_on_the_page_equal_measures(runs, data, suite):
    targets = measures.suite_targets("bbob", "table")
    table = measures.kolmogorov_smirnov(runs, targets, functions=3, dimensions=5)
    first, second = suite.algorithms[:2]
    found = payload.chunks(data)["0-5"]()["tests"]["0-1"]["functions"]["f3"]
    one = table.select(faster=first, slower=second)
    other = table.select(faster=second, slower=first)
    np.testing.assert_allclose(
        found["distance"], np.maximum(one.distance, other.distance), atol=5e-4
    )
    np.testing.assert_array_equal(found["ahead"], np.sign(one.distance - other.distance))
    larger = np.where(one.distance > other.distance, one.p_holm, other.p_holm)
    np.testing.assert_allclose(found["distance_p"], larger, rtol=0.05)


def test_lists_of_numbers_are_written_as_python_rounds_them(said, refused):
    random = np.random.default_rng(1)
    sizes = np.append(10.0 ** random.uniform(-320, 308, 500), [0.0, 12.345, 99995.0, 1e22, 1e23])
    values = np.append(sizes, -sizes)
    for digits in (4, 6, 8):
        found = json.loads(encoding.written(encoding.Numbers(values, digits)))
        assert found == [float(f"{value:.{digits}g}") for value in values.tolist()]
    parts = [[0.25, 0.5], [], [1.0, np.nan]]
    text = '{"":0}'  # no list is put into words
    found = json.loads(encoding.written({text: [encoding.Numbers(p, 4) for p in parts], "a": text}))
    assert found == {text: [[0.25, 0.5], [], [1.0, None]], "a": text}
    shares = json.loads(encoding.written(encoding.Numbers(sorted(random.random(50)), "share")))
    assert np.cumsum(shares).tolist() == sorted(np.cumsum(shares).tolist())
    with pytest.raises(DataError, match="ends"):
        number_lists.rounded(np.ones(2), np.array([1, 3]), 4)
    with refused(TypeError):
        encoding.written({"x": {1, 2}})
    assert refused.messages == said


def test_every_source_is_listed_once(runs):
    same = {"path": "exp", "format": "ioh", "comment": "algorithm_info"}
    entries = tuple({**same, "function_name": name} for name in ("one", "two"))
    codes = (runs.function > 3).astype(np.int32)
    told = dataclasses.replace(runs, provenance=entries, source_codes=codes)
    data = report_data(told.select(dimensions=2), resamples=20)
    assert data.provenance == ({"path": "exp", "format": "ioh"},)
