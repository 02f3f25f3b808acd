"""Every deviation of the peers that `docs/differences.md` lists, reproduced by the peer's own rule.

The numbers of the tests are those of the list of deviations in the definitions of the measures.
"""

import tarfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm, rankdata

from optimeter.data.load import load
from optimeter.data.runs import Runs
from optimeter.measures import (
    ECDF_BUDGETS,
    best_of,
    bonferroni,
    complementarity,
    ecdf,
    ert,
    ert_table,
    holm,
    kolmogorov_smirnov,
    load_reference,
    loss_ratios,
    loss_summary,
    pairwise_tests,
    quantile,
    restart_percentiles,
    run_length_targets,
    runtime_ratios,
    runtime_statistics,
    suite_targets,
)
from tests.measures.helpers import runs_of
from tests.measures.peer_rules import coco_sample_size, ioh_ert, ioh_par
from tests.measures.test_cocopp import data_sets
from tests.peers import need_peer
from tests.recorded import RECORDED

DIRECT, EVOSPACE, RSHADE = "DIRECT", "EvoSpace-PSO-GA", "R-SHADE-10e2"
TABLE = (10, 1, 0.1, 0.01, 0.001, 1e-5, 1e-7)
# Where a column of best values of EvoSpace is not monotone.
MISREAD = {(18, 2), (14, 3), (23, 3), (5, 5)}


# ------------------------------------------------------------------- 1: columns that get worse


class Recorded:
    """The lines of data files as they stand there: evaluations and the column of bests."""

    def __init__(self, path: Path) -> None:
        self.archive = tarfile.open(path)  # noqa: SIM115 - read for the whole module
        self.names = self.archive.getnames()
        self.known: dict[tuple[int, int, str], list[np.ndarray]] = {}

    def blocks(self, function: int, dimension: int, suffix: str) -> list[np.ndarray]:
        key = (function, dimension, suffix)
        if key not in self.known:
            self.known[key] = self._read(f"_f{function}_DIM{dimension}{suffix}")
        return self.known[key]

    def _read(self, ending: str) -> list[np.ndarray]:
        (name,) = [name for name in self.names if name.endswith(ending)]
        file = self.archive.extractfile(name)
        assert file is not None
        blocks: list[list[list[float]]] = []
        for line in file.read().decode().splitlines():
            if line.startswith("%"):
                blocks.append([])
            else:
                columns = line.split()
                blocks[-1].append([float(columns[0]), float(columns[2])])
        return [np.array(block) for block in blocks]


@pytest.fixture(scope="module")
def recorded(large: list[Path]) -> Recorded:
    return Recorded(next(path for path in large if path.name.startswith(EVOSPACE)))


def times_as_cocopp(block: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """cocopp: a target counts as reached after the last line that is above it."""
    above = block[:, 1][:, None] > targets * (1 + 1e-9)
    last = np.where(above.any(axis=0), len(block) - 1 - above[::-1].argmax(axis=0), -1)
    evaluations = np.append(block[:, 0], np.inf)
    return evaluations[last + 1]


@pytest.mark.oracle
def test_1_trusting_a_column_that_is_not_monotone(three, cocopp_single, recorded):
    """With cocopp's rule on the recorded lines the remaining expected runtimes are equal too."""
    targets = suite_targets("bbob").values
    evospace = three.select(algorithms=EVOSPACE)
    changed = 0
    for number in data_sets(cocopp_single):
        a, f, d = cocopp_single[f"{number}:id"].tolist()
        if three.algorithms[a] != EVOSPACE or (f, d) not in MISREAD:
            continue
        part = evospace.select(functions=f, dimensions=d)
        times = np.array([times_as_cocopp(b, targets) for b in recorded.blocks(f, d, ".dat")])
        lengths = part.run_lengths()[:, None]
        hit = np.isfinite(times)
        with np.errstate(divide="ignore"):
            peer = np.where(hit, times, lengths).sum(axis=0) / hit.sum(axis=0)
        np.testing.assert_allclose(peer, cocopp_single[f"{number}:ert"][:51], rtol=1e-12)
        changed += np.sum(times != part.runtimes(targets))
    assert changed == 8


# ------------------------------------------------------------- 3 and 11.3: the rank-sum test


def z_as_cocopp(times, lengths, quality) -> float:
    """The rank-sum statistic of two samples; `quality(side, budget)` gives what runs had reached."""
    failed = np.concatenate([n[~np.isfinite(t)] for t, n in zip(times, lengths, strict=True)])
    shortest = failed.min() if len(failed) else np.inf
    values = []
    for side in (0, 1):
        slow = ~(times[side] <= shortest)
        reached = quality(side, shortest) if slow.any() else np.zeros(len(slow))
        values.append((slow, reached))
    lowest = min((reached[slow].min() for slow, reached in values if slow.any()), default=0.0)
    shift = 1.01 * lowest if lowest < 0 else 0.0
    samples = [
        np.where(slow, -(reached - shift), 1 / times[side])
        for side, (slow, reached) in enumerate(values)
    ]
    n, m = len(samples[0]), len(samples[1])
    ranks = rankdata(np.concatenate(samples))
    return float((ranks[:n].sum() - n * (n + m + 1) / 2) / np.sqrt(n * m * (n + m + 1) / 12))


def last_recorded(blocks: list[np.ndarray], budget: float) -> np.ndarray:
    """The column of bests at a budget, as it stands in the file written at evaluations."""
    return np.array([b[np.searchsorted(b[:, 0], budget, side="right") - 1, 1] for b in blocks])


def equal_tests(runs, theirs, recorded: dict[str, Recorded]) -> int:
    """Count the tests of cocopp that its rules give: z from recorded lines, p with its guard."""
    parts = {(key.algorithm, key.function, key.dimension): group for key, group in runs.groups()}
    efforts = {
        (row["algorithm"], row["function"], row["dimension"], round(np.log10(row["target"]))): row
        for row in ert(runs, TABLE).to_dicts()
    }
    equal = 0
    for a, b, f, d, t, z, p in theirs["tests"].tolist():
        names = [runs.algorithms[int(a)], runs.algorithms[int(b)]]
        members = [parts[name, int(f), int(d)] for name in names]
        times = [part.runtimes([t])[:, 0] for part in members]
        lengths = [part.run_lengths() for part in members]

        def quality(side, budget, names=names, members=members, f=int(f), d=int(d)):
            if names[side] in recorded and np.isfinite(budget):
                return last_recorded(recorded[names[side]].blocks(f, d, ".tdat"), budget)
            return members[side].values_at([budget])[:, 0]

        ours = z_as_cocopp(times, lengths, quality)
        rows = [efforts[name, int(f), int(d), round(np.log10(t))] for name in names]
        better, worse = rows if ours > 0 else rows[::-1]
        fair = better["ert"] <= worse["ert"] and (
            better["average_evaluations"] < worse["average_evaluations"]
        )
        peer_p = 2 * norm.sf(abs(ours)) if fair else 1.0
        equal += abs(ours - z) < 1e-9 and abs(peer_p - p) < 1e-6
    return equal


@pytest.mark.oracle
def test_3_rank_sum_by_the_rules_of_cocopp(three, cocopp_single, recorded):
    """z from the lines of EvoSpace as they stand; p with the guard that never sees infinity."""
    assert len(cocopp_single["tests"]) == 2520
    assert equal_tests(three, cocopp_single, {EVOSPACE: recorded}) >= 2518


def stars_of_cocopp(theirs, dimensions, *, guard=True) -> dict[int, int]:
    """Count the stars of tables of three by the tests of cocopp: with its p-values, or by z alone."""
    found = {
        (int(a), int(b), int(f), int(d), round(np.log10(t))): (
            z,
            p if guard else 2 * norm.sf(abs(z)),
        )
        for a, b, f, d, t, z, p in theirs["tests"].tolist()
    }
    expected = {tuple(theirs[f"{n}:id"].tolist()): theirs[f"{n}:ert"] for n in data_sets(theirs)}
    finals = {tuple(map(int, row[:3])): row[3] for row in theirs["finals"].tolist()}
    columns = [int(np.argmin(np.abs(np.log(theirs["targets"] / t)))) for t in TABLE]
    stars = dict.fromkeys(dimensions, 0)
    for d in stars:
        for f in range(1, 25):
            for t, column in zip(TABLE, columns, strict=True):
                scores = [expected[a, f, d][column] for a in range(3)]
                if not np.isfinite(scores).any():
                    scores = [finals[a, f, d] for a in range(3)]
                leader = int(np.argmin(scores))
                tests = []
                for other in set(range(3)) - {leader}:
                    sign = 1 if leader < other else -1
                    pair = (min(leader, other), max(leader, other))
                    z, p = found[(*pair, f, d, round(np.log10(t)))]
                    tests.append((sign * z, p))
                if all(z > 0 for z, _ in tests) and 24 * max(p for _, p in tests) < 0.05:
                    stars[d] += 1
    return stars


@pytest.mark.oracle
def test_3_stars_by_the_p_values_of_cocopp(three, cocopp_single):
    """8, 13 and 18 stars with its p-values; the value test gives 8, 15 and 23."""
    assert stars_of_cocopp(cocopp_single, [2, 5, 20]) == {2: 8, 5: 13, 20: 18}
    ours = ert_table(three, dimensions=[2, 5, 20], resamples=2)
    assert [int(np.sum(ours.select(dimension=d).star > 0)) for d in (2, 5, 20)] == [8, 15, 23]


# ------------------------------------------------------------------------ 4: the reference


@pytest.mark.parametrize("n", [5, 15, 30, 1000])
def test_4_one_pseudo_run_can_never_be_beaten_significantly(n):
    """One run against n: |z| stays below √3, so that p · 24 cannot fall below 0.05."""
    largest = n / 2 / np.sqrt(n * (n + 2) / 12)
    assert largest == pytest.approx(np.sqrt(3 * n / (n + 2)))
    assert largest < 1.74
    assert 24 * norm.sf(largest) > 0.05


def test_4_the_winners_runs_are_kept(three):
    best = best_of(three)
    place = best.rows(np.array([6]), np.array([5])), best.columns(np.array([0.1]))
    (winner,) = best.winner[place]
    assert best.algorithms[winner] == EVOSPACE
    runs = best.runs.select(algorithms=EVOSPACE, functions=6, dimensions=5)
    assert len(runs) == 15 == best.trials[place]


# ---------------------------------------------------------------- 5 and 6: budget-based targets


@pytest.mark.oracle
def test_5_unique_targets_give_functions_unequal_weights(single):
    theirs = single.cocopp["budget:ecdf"]
    f, d = theirs[:, 0].astype(int), theirs[:, 1].astype(int)
    ours = run_length_targets(
        load_reference("best2009-bbob"), ECDF_BUDGETS, different=False
    ).for_problems(f, d)
    assert ours.shape == (144, 31)
    counts = [len(np.unique(np.round(np.log10(row) * 5))) for row in ours]
    peer = [len(np.unique(np.round(np.log10(row[2:]) * 5))) for row in theirs]
    assert counts == peer
    assert (min(counts), max(counts)) == (1, 22)


@pytest.mark.oracle
def test_6_targets_that_must_differ(single):
    theirs = single.cocopp["budget:table"]
    f, d = theirs[:, 0].astype(int), theirs[:, 1].astype(int)
    ours = run_length_targets(load_reference("best2009-bbob")).for_problems(f, d)
    steps = np.round(np.log10(theirs[:, 2:7]) * 5)
    mine = np.round(np.log10(ours) * 5)
    equal = (steps == mine).all(axis=1)
    assert len(equal) == 144
    assert 128 <= equal.sum() <= 133  # which ones depends on the last bits of its powers of ten
    row = np.flatnonzero((f == 24) & (d == 5))[0]
    assert mine[row].tolist() == [9, 8, 7, 6, 5]
    # Where they differ, cocopp has two equal targets that it takes for different ones.
    unfinished = theirs[:, 3:7] > 1.1e-8
    repeated = (np.diff(steps, axis=1) == 0) & unfinished
    assert repeated.any(axis=1)[~equal].all()
    assert not ((np.diff(mine, axis=1) == 0) & (ours[:, 1:] > 1.1e-8)).any()


# ------------------------------------------------------------------------------- 7 and 8: sampling


def test_7_samples_scatter_where_the_distribution_is_exact(direct):
    part = direct.select(functions=6, dimensions=5)
    times, lengths = part.runtimes([0.1])[:, 0], part.run_lengths()
    found = restart_percentiles(part, [0.1]).runtime
    assert found.tolist() == [51330, 91916, 151455, 292080, 492138]
    assert (found[4] - found[0]) / 2 == 220_404  # the classic entry of tables
    assert round((found[4] - found[0]) / 2 / 281) == 784
    marks = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        sample = []
        for first in range(30):  # the size of a table's sample, first draws stratified
            run, spent = first % len(times), 0.0
            while not np.isfinite(times[run]):
                spent += lengths[run]
                run = int(rng.integers(len(times)))
            sample.append(spent + times[run])
        marks.append(float(quantile(sample, 0.9)))
    assert max(marks) / min(marks) > 1.3
    assert min(marks) < found[4] < max(marks)
    again = restart_percentiles(part, [0.1]).runtime
    assert again.tolist() == found.tolist()


def test_8_the_size_of_a_sample_depends_on_other_data(some):
    assert coco_sample_size([15]) == 90
    assert coco_sample_size([5]) == 100
    assert coco_sample_size([5, 15]) == 90
    alone = ecdf(some.select(algorithms="CMA"), dimensions=5)[0]
    together = ecdf(some, dimensions=5).select(algorithm="CMA")[0]
    assert np.array_equal(alone.x, together.x)
    assert np.array_equal(alone.y, together.y)


# --------------------------------------------------------------------------- 10: names and numbers


def test_10_a_name_changes_no_runtime(some):
    part = some.select(algorithms="CMA", dimensions=5)
    curve = ecdf(part)[0]
    named = ecdf(part.rename({"CMA": "GLOBAL"}))[0]
    assert np.array_equal(curve.x, named.x)
    # cocopp multiplies the runtimes of that name: the curve moves by 0.2 decades.
    peer = curve.x * np.exp(0.5117)
    assert np.log10(peer[0] / named.x[0]) == pytest.approx(0.2222, abs=1e-4)


# ------------------------------------------------------------------------------------ 11: headings


def test_11_the_last_column_of_a_budget_table():
    reference = load_reference("best2009-bbob")
    targets = run_length_targets(reference).for_problems([6], [5])
    expected = reference.ert_at(np.array([6]), np.array([5]), targets)[0].tolist()
    assert expected == [3, 8, 16, 54, 254]  # cocopp prints "0.25:54" for the last
    assert targets[0, 2] == pytest.approx(100)  # and "10" for this one


# ------------------------------------------------------------------------------ 12: orientation


def test_12_ratios_have_one_orientation():
    runs = Runs.concatenate(
        [
            runs_of([[10], [40]], [50, 50], algorithm="a", suite="bbob", function=1),
            runs_of([[20], [np.inf]], [50, 50], algorithm="b", suite="bbob", function=1),
        ]
    )
    one = runtime_ratios(runs, "a", "b", [1])
    group = runtime_ratios(runs, "a", "b", [1], functions="separable")
    other = runtime_ratios(runs, "b", "a", [1])
    assert one[0].steps.at([1e-9, 0.5, 2]).tolist() == [0.5, 0.75, 1.0]
    assert np.array_equal(one[0].steps.y, group[0].steps.y)
    assert other[0].steps.at([0.4, 0.5, 2]).tolist() == [0.0, 0.25, 0.5]


# ------------------------------------------------------------------------------------- 13: caches


def test_13_a_cache_entry_is_that_of_its_content(tmp_path, monkeypatch):
    """cocopp's cache keeps the grid of the suite in use when it was written; ours has none."""
    monkeypatch.setenv("OPTIMETER_CACHE", str(tmp_path))
    source = RECORDED / "coco/bbob/CMA.tgz"
    load(RECORDED / "coco/bbob-biobj/RS-2.tgz")
    first, second = load(source), load(source)
    assert first.equals(second)
    assert set(second.grid.tolist()) == {5}


# ----------------------------------------------------------------------------- 9: loss ratios


@pytest.mark.oracle
def test_every_loss_ratio_and_the_percentiles_of_the_table(single):
    runs, cocopp_single, real = single
    budgets = [2, 10, 100, 1e3, 1e4, 1e5]
    dimensions = [5, 20] if real else [5]
    part = runs.select(algorithms=runs.algorithms[0])
    losses = loss_ratios(part, load_reference("best2009-bbob"), budgets, dimensions=dimensions)
    summary = loss_summary(losses)
    for dimension in dimensions:
        theirs = cocopp_single[f"loss:{dimension}"]
        part = losses.select(dimension=dimension)
        for column, budget in enumerate(budgets):
            ours = part.select(budget=budget)
            order = np.argsort(ours.function)
            np.testing.assert_allclose(ours.loss[order], theirs[:, column], rtol=1e-9)
            row = summary.select(dimension=dimension, budget=budget).to_dicts()[0]
            names = ("best", "p10", "p25", "median", "p75", "p90")
            peer = cocopp_single[f"loss_percentiles:{dimension}"][column]
            found = [row[name] for name in names]
            np.testing.assert_allclose(found, peer, rtol=1e-9)


# -------------------------------------------------------------------------------- 14: IOHanalyzer


def test_14_one_budget_for_all_failures(direct):
    part = direct.select(functions=6, dimensions=5)
    times = part.runtimes([0.1])[:, 0]
    assert ioh_ert(times, float(part.evaluations.max())) == 221_810.5
    assert ert(part, [0.1]).ert.tolist() == [221_735.5]


def test_14_means_and_penalties():
    runs = runs_of([[10], [20], [np.inf]], [40, 30, 30])
    times = runs.runtimes([1.0])[:, 0]
    assert ioh_ert(times, 40) == 35
    assert ioh_par(times, 40, 1) == pytest.approx(70 / 3)
    assert ioh_par(times, 40, 10) == pytest.approx(430 / 3)
    row = runtime_statistics(runs, [1.0], sample="successes").to_dicts()[0]
    assert (row["mean"], row["ert"]) == (15, 30)
    assert row["sd"] == pytest.approx(7.0711, abs=1e-4)
    # With one budget for all runs the documented formulas give the same numbers here.
    row = runtime_statistics(runs, [1.0], budget=40).to_dicts()[0]
    assert row["mean"] == pytest.approx(ioh_par(times, 40, 1))
    assert row["ert"] == ioh_ert(times, 40)
    assert row["par"] == pytest.approx(ioh_par(times, 40, 10))


def test_14_holm_is_not_bonferroni():
    p = np.array([0.01, 0.02, 0.03])
    assert holm(p).tolist() == pytest.approx([0.03, 0.04, 0.04])
    assert bonferroni(p).tolist() == pytest.approx([0.03, 0.06, 0.09])


def test_14_dropping_failures_in_the_kolmogorov_smirnov_test():
    """One lucky run of six: by the peer's rule the unreliable one looks better."""
    inf = np.inf
    a, b = np.array([10, inf, inf, inf, inf, inf]), np.array([20, 21, 22, 23, 24, 25.0])
    runs = Runs.concatenate(
        [
            runs_of([[t] for t in a], [30] * 6, algorithm="a"),
            runs_of([[t] for t in b], [30] * 6, algorithm="b"),
        ]
    )
    rows = {row["faster"]: row for row in kolmogorov_smirnov(runs, [1]).to_dicts()}
    assert rows["b"]["p"] < rows["a"]["p"]
    peer = {name: exceedance(x[np.isfinite(x)], y[np.isfinite(y)])
            for name, x, y in (("a", a, b), ("b", b, a))}  # fmt: skip
    assert peer["a"] < peer["b"]


def exceedance(one: np.ndarray, other: np.ndarray) -> float:
    """One-sided asymptotic p-value that `one` is stochastically smaller."""
    points = np.concatenate([one, other])
    gaps = [(one <= x).mean() - (other <= x).mean() for x in points]
    n, m = len(one), len(other)
    return float(np.exp(-2 * max(*gaps, 0) ** 2 * n * m / (n + m)))


def test_14_dropping_failures_in_shapley_values():
    inf = np.inf
    runs = Runs.concatenate(
        [
            runs_of([[10], [inf], [inf], [inf]], [1000] * 4, algorithm="lucky", suite="bbob"),
            runs_of([[20], [20], [20], [20]], [1000] * 4, algorithm="safe", suite="bbob"),
        ]
    )
    found = {row["algorithm"]: row for row in complementarity(runs, [1.0]).to_dicts()}
    assert found["safe"]["shapley"] > found["lucky"]["shapley"]


# ------------------------------------------------------------------------------ 15: IOHinspector


@pytest.mark.oracle
def test_15_budgets_of_other_data_and_hits_at_the_last_row(tmp_path):
    """One hit at 4 of 10 evaluations and one failure: 14, by IOHinspector 20, or more."""
    iohinspector = need_peer("iohinspector")
    import warnings

    folder(tmp_path / "one", "a", [[(1, 8), (4, 0.5), (10, 0.5)], [(1, 8), (10, 8)]])
    folder(tmp_path / "two", "b", [[(1, 8), (50, 0.5), (100, 0.5)]])
    assert ert(load(tmp_path / "one", cache=False), [1]).ert.tolist() == [14]
    together = load(tmp_path / "one", tmp_path / "two", cache=False)
    assert ert(together, [1]).select(algorithm="a").ert.tolist() == [14]

    def theirs(*names):
        manager = iohinspector.DataManager()
        manager.add_folders([str(tmp_path / name) for name in names])
        frame = manager.load(monotonic=False, include_meta_data=True)
        table = iohinspector.aggregate_running_time(
            frame, free_vars=["algorithm_name"], return_as_pandas=False
        )
        rows = [row for row in table.to_dicts() if row["algorithm_name"] == "a"]
        return [row["ERT"] for row in rows if abs(row["raw_y"] - 0.5) < 1e-9]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone, with_other = theirs("one"), theirs("one", "two")
    assert alone == [20]
    assert with_other[0] > 100


def folder(root, algorithm, runs):
    """Write one IOHprofiler data set by hand."""
    import json

    (root / "data_f1_Sphere").mkdir(parents=True)
    best = [min(run, key=lambda row: (row[1], row[0])) for run in runs]
    listed = [
        {"instance": 1, "evals": run[-1][0], "best": {"evals": b[0], "y": b[1], "x": []}}
        for run, b in zip(runs, best, strict=True)
    ]
    index = {
        "version": "0.3.22", "suite": "BBOB", "function_id": 1, "function_name": "Sphere",
        "maximization": False, "algorithm": {"name": algorithm, "info": ""},
        "attributes": ["evaluations", "raw_y"],
        "scenarios": [
            {"dimension": 2, "path": "data_f1_Sphere/IOHprofiler_f1_DIM2.dat", "runs": listed}
        ],
    }  # fmt: skip
    (root / "IOHprofiler_f1_Sphere.json").write_text(json.dumps(index))
    rows = "".join(
        "evaluations raw_y\n" + "".join(f"{e} {v:.10f}\n" for e, v in run) for run in runs
    )
    (root / "data_f1_Sphere" / "IOHprofiler_f1_DIM2.dat").write_text(rows)


# ----------------------------------------------------------------------------- invariants


def test_expected_runtimes_grow_with_difficulty(some):
    table = ert(some)
    values = table.ert.reshape(-1, 51)
    for one, other in pairwise(values.T):
        assert np.all(one <= other)


def test_smallest_p_value(some):
    tests = pairwise_tests(some.select(algorithms=["CMA", "NM"], dimensions=5))
    assert np.all((tests.p >= 0) & (tests.p <= 1))
