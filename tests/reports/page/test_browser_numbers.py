"""Numbers as a reader sees them in the browser, against measures computed anew."""

import math

import numpy as np
import pytest

from optimeter import measures
from optimeter.reports.analysis.words import number, percent, ratio
from tests.reports.browsing import Visit

pytestmark = pytest.mark.system
DIMENSION = 5


@pytest.fixture(scope="module")
def drawn(browser, written):
    """The page in its main dimension with every section drawn; tests only read it."""
    entry = Visit(browser.new_page(), written.page)
    entry.draw_everything()
    entry.page.wait_for_selector("#plot-budgets .main-svg", state="attached")
    yield entry
    entry.end()


@pytest.fixture(scope="module")
def chosen(runs):
    return runs.select(dimensions=DIMENSION)


@pytest.fixture(scope="module")
def reference():
    return measures.load_reference("best2009-bbob")


def test_every_cell_of_the_ert_table(drawn, runs, reference, data):
    table = measures.ert_table(runs, reference=reference, resamples=data.options.resamples)
    hits = measures.ert(runs.select(dimensions=DIMENSION), [1e-8])
    expected = {}
    for row in table.select(dimension=DIMENSION).to_dicts():
        expected.setdefault((row["function"], row["algorithm"]), []).append(row)
    shown = [row for row in drawn.rows("ert-table") if row[1] != "best2009-bbob"]
    assert len(shown) == len(expected)
    for title, name, *cells, succeeded in shown:
        rows = expected[int(title.split()[0][1:]), name]
        assert [cell.split()[0] for cell in cells] == [ratio(row["ratio"]) for row in rows]
        final = hits.select(function=int(title.split()[0][1:]), algorithm=name)
        assert succeeded == f"{final.successes[0]}/{final.runs[0]}"
        for cell, row in zip(cells, rows, strict=True):
            assert ("★" in cell) == (row["star"] > 0 and math.isfinite(row["ert"]))
            if 0 < row["successes"] < row["runs"]:
                assert f"({row['successes']}/{row['runs']})" in cell.split()
            if row["successes"] and math.isfinite(row["p10"]):
                unit = row["ratio"] / row["ert"]
                ends = (row[end] * unit for end in ("p10", "p90"))
                assert cell.split()[-1] == "–".join(map(ratio, ends))
    bold = drawn.page.locator("#ert-table tbody td b").count()
    assert bold == sum(row["best"] for rows in expected.values() for row in rows)
    references = [row for row in drawn.rows("ert-table") if row[1] == "best2009-bbob"]
    first = expected[int(references[0][0].split()[0][1:]), "alpha"]
    assert references[0][2:-1] == [ratio(row["reference_ert"], 1e5) for row in first]


def test_the_summary(drawn, chosen):
    rows = {row[0]: row[1:] for row in drawn.rows("summary-table")}
    contributions = {
        row["algorithm"]: row
        for row in measures.contributions(chosen, measures.suite_targets("bbob")).to_dicts()
    }
    for curve in measures.ecdf(chosen):
        area, _, recorded, solved, _, mean, wins, near = rows[curve.algorithm][:8]
        assert area == f"{curve.auc():.3f}"
        assert recorded == percent(curve.recorded)
        assert solved == percent(curve.solved)
        row = contributions[curve.algorithm]
        assert mean == number(row["common_runtime"], 2)
        ties = f", {row['ties']} tied" if row["ties"] else ""
        assert (wins, near) == (f"{row['wins']} of {row['pairs']}{ties}", str(row["near"]))


def test_speed_factors(drawn, runs, data):
    options = {"resamples": data.options.resamples}
    settings = measures.suite_settings("bbob")
    a, b = (runs.algorithms[int(drawn.page.input_value(f"#pair-{side}"))] for side in "ab")
    expected = [
        (f"functions 1–6, D = {row['dimension']}", row)
        for row in measures.speed_factors(runs, **options).to_dicts()
    ]
    for group, title in (
        ("separable", "separable functions"),
        ("moderate", "moderate functions (f6)"),
    ):
        table = measures.speed_factors(runs, functions=settings.groups[group], **options)
        expected += [
            (f"{title}, D = {DIMENSION}", row)
            for row in table.select(dimension=DIMENSION).to_dicts()
        ]
    titles = drawn.page.evaluate("document.getElementById('plot-speed').layout.yaxis.ticktext")
    ends = drawn.traces("speed", "t => t.mode === 'lines'", "t => [t.y[0], t.x]")
    ranges = {row: x[:2] for row, x in ends}
    points = drawn.traces("speed", "t => t.mode === 'markers'", "t => [t.y[0], t.x[0]]")
    drawn_points = {titles[row]: (factor, *ranges[row]) for row, factor in points}
    found = 0
    for title, row in expected:
        if {row["faster"], row["slower"]} != {a, b} or not row["both"]:
            continue
        values = np.array([row["factor"], row["low"], row["high"]])
        if row["faster"] == b:
            values = 1 / values[[0, 2, 1]]
        assert drawn_points[title] == pytest.approx(values, rel=2e-3)
        found += 1
    assert found == len(drawn_points) == 4


def test_distributions(drawn, chosen):
    names = chosen.algorithms
    hardest = [c for c in measures.run_length_distribution(chosen) if c.target == 1e-8]
    at_end = [c for c in measures.quality_distribution(chosen) if math.isinf(c.budget)]
    # The budgets of an algorithm end with its own longest run.
    over = [measures.budget_ecdf(chosen.select(algorithms=name))[0] for name in names]
    for plot, curves in (("runs", hardest), ("quality", at_end), ("budgets", over)):
        traces = {a: (x, y) for a, x, y in drawn.traces(plot, "t => t.meta !== undefined")}
        assert len(traces) == len(names)
        for curve in curves:
            x, y = (np.array(values) for values in traces[names.index(curve.algorithm)])
            expected = curve.at(x * 10.0**0.0006)
            assert np.all(y <= expected + 1e-4)
            assert y[-1] == pytest.approx(float(curve.steps.limit), abs=1e-4)
        bands = drawn.traces(plot, "t => t.fill === 'toself'", "t => t.y")
        assert len(bands) == len([c for c in curves if len(c.steps)])


def test_convergence_and_expected_runtimes(drawn, chosen, data):
    function = chosen.select(functions=1)
    labels = {name: i for i, name in enumerate(chosen.algorithms)}
    values = measures.value_statistics(function, measures.budget_grid(function, 25))
    for name, x, y in drawn.traces("convergence", "t => t.name", "t => [t.name, t.x, t.y]"):
        mine = values.select(algorithm=name)
        hits = 0
        for budget, value in zip(x, y, strict=True):
            same = np.isclose(mine.budget, budget, rtol=1e-3)
            hits += same.any()
            for median in mine.median[same].tolist():
                assert value == pytest.approx(max(median, 1e-8), rel=0.01)
        assert hits > 5
    interval = measures.ert_interval(
        function, measures.suite_targets("bbob"), resamples=data.options.resamples
    )
    traces = drawn.traces("ert", "t => t.name", "t => [t.name, t.x, t.y, t.text]")
    assert {name for name, *_ in traces} == set(labels)
    for name, x, y, text in traces:
        mine = interval.select(algorithm=name)
        reached = np.isfinite(mine.ert)
        np.testing.assert_allclose(x, mine.target[reached], rtol=1e-3)
        np.testing.assert_allclose(y, mine.ert[reached] / DIMENSION, rtol=1e-3)
        assert f"95 % interval {number(mine.low[reached][0] / DIMENSION)} to" in text[0]


def test_scaling(drawn, runs):
    table = measures.scaling(runs.select(functions=1), spread=False).select(target=0.1)
    traces = drawn.traces("scaling", "t => t.name", "t => [t.name, t.x, t.y]")
    assert len(traces) == 3
    for name, x, y in traces:
        mine = table.select(algorithm=name)
        expected = dict(zip(mine.dimension.tolist(), mine.ert_per_dimension.tolist(), strict=True))
        for d, value in zip(x, y, strict=True):
            if value is None:
                assert math.isinf(expected[d])
            else:
                assert value == pytest.approx(expected[d], rel=5e-3)


def test_loss_ratios(drawn, chosen, reference):
    summary = measures.loss_summary(measures.loss_ratios(chosen, reference))
    expected = {(row["algorithm"], number(row["budget"])): row for row in summary.to_dicts()}
    shown = drawn.rows("loss-table")
    for name, budget, mean, *_, infinite in shown:
        row = expected[name, budget.removesuffix("·D")]
        assert mean == ratio(row["geometric_mean"])
        assert infinite == f"{row['infinite']}/{row['functions']}"
    assert len(shown) >= 3


def test_effect_sizes_and_ratios(drawn, runs, chosen):
    a, b = (runs.algorithms[int(drawn.page.input_value(f"#pair-{side}"))] for side in "ab")
    pair = chosen.select(algorithms=[a, b])
    tests = measures.pairwise_tests(pair)
    holm = measures.holm(tests.p)
    expected = {}
    for row, p in zip(tests.to_dicts(), holm.tolist(), strict=True):
        expected.setdefault(row["function"], []).append((row["effect"], p))
    bold = 0
    for title, *cells in drawn.rows("tests-table"):
        values = expected[int(title.split()[0][1:])]
        assert [float(c) for c in cells] == pytest.approx([v for v, _ in values], abs=0.0051)
        bold += sum(p < 0.05 for _, p in values)
    assert drawn.page.locator("#tests-table b").count() == bold
    curves = {f"{c.target:g}": c for c in measures.runtime_ratios(pair, a, b)}
    for name, y in drawn.traces("ratios", "t => t.name", "t => [t.name, t.y]"):
        curve = curves[f"{float(name.split(':')[0]):g}"]
        assert y[-1] == pytest.approx(float(curve.steps.limit), abs=1e-4)


def test_quality_table(opened, written, chosen):
    entry = opened(written.page, f"#d={DIMENSION}&table=quality&at=tables")
    entry.page.wait_for_selector("#ert-table tbody tr")
    values = measures.value_statistics(chosen).select(budget=100.0)
    expected = {(r["function"], r["algorithm"]): r["median"] for r in values.to_dicts()}
    heads = entry.page.locator("#ert-table thead th").all_inner_texts()
    column = heads.index("100·D")
    shown = {(int(row[0].split()[0][1:]), row[1]): row[column] for row in entry.rows("ert-table")}
    assert len(shown) == 18
    for key, text in shown.items():
        if text.startswith("∞"):
            assert math.isinf(expected[key])
        elif text:
            assert float(text.split()[0]) == pytest.approx(expected[key], rel=0.01)
