"""Values without a known optimum: targets come from the data, by a rule that can be checked."""

import dataclasses

import numpy as np
import pytest

import optimeter as om
from optimeter import measures
from optimeter.data.fronts import Front, fronts_of, runs_of_fronts
from optimeter.data.runs import Runs
from optimeter.exceptions import DataError, UnknownNameError
from optimeter.measures.targets import Targets
from optimeter.measures.targets_left import targets_left
from tests.data.test_quality import several
from tests.peers import need_peer


def runs_of(steps, *, shift=0.0, scale=1.0, algorithm=None, **columns):
    """Runs with improvements at evaluations 1, 2, 4, 8 …; one list of values a run."""
    lengths = [len(values) for values in steps]
    values = np.concatenate([np.asarray(v, dtype=float) for v in steps]) * scale + shift
    evaluations = np.concatenate([2 ** np.arange(n) for n in lengths])
    return Runs.from_arrays(
        **{"function": 1, "dimension": 2, "optimum_known": False, **columns},
        algorithm=algorithm or ["a", "b"] * (len(steps) // 2),
        offsets=np.cumsum([0, *lengths]),
        step_evaluations=evaluations,
        step_precision=values,
    )


FINE = [[40, 4, 0.4, 1e-3, 0], [60, 20, 7, 1], [50, 5, 0.5, 1e-5], [50, 30, 3, 1.5]]


@pytest.mark.parametrize(("shift", "scale"), [(0, 1), (-1000, 1), (1000, 1), (3, 1e5)])
def test_neither_an_offset_nor_a_unit_changes_a_result(shift, scale):
    plain, other = runs_of(FINE), runs_of(FINE, shift=shift, scale=scale)
    one, two = om.ecdf(plain), om.ecdf(other)
    for left, right in zip(one, two, strict=True):
        assert left.targets == right.targets
        np.testing.assert_array_equal(left.steps.x, right.steps.x)
        np.testing.assert_allclose(left.steps.y, right.steps.y, rtol=1e-12)
    np.testing.assert_array_equal(om.ert(plain).ert, om.ert(other).ert)


def test_larger_is_better_mirrors_smaller_is_better():
    down, up = runs_of(FINE), runs_of(FINE, maximized=True)  # runs hold the negated values
    assert om.ecdf(down)[0].solved == om.ecdf(up)[0].solved
    ranges = measures.value_ranges(up).to_dicts()[0]
    assert (ranges["poor"], ranges["best"]) == (-50, 0)
    assert (ranges["algorithm"], ranges["evaluations"]) == ("a", 16)
    values = measures.value_statistics(up, [8]).select(algorithm="a")
    assert values.median.tolist() == [-5e-6]  # as large as the data have them


def test_the_rule_of_targets():
    """Second best run within 1e-5 of 50: seven decades, five targets each."""
    settings = measures.settings_of(runs_of(FINE))
    assert settings.gaps
    assert settings.final_target == pytest.approx(1e-7)
    np.testing.assert_allclose(settings.grid.values(), 10.0 ** (-np.arange(1, 36) / 5))
    coarse = measures.settings_of(runs_of([[100, 50, 0], [100, 80, 20]]))
    np.testing.assert_allclose(coarse.grid.values(), 1 - np.arange(1, 51) / 50)


def test_nothing_is_reached_at_evaluation_1_unless_it_is():
    runs = runs_of([[100, 50, 0], [100, 80, 20]], dimension=1)
    a, b = om.ecdf(runs)
    assert a.at([1, 2, 4]).tolist() == [0, 0.5, 1]
    assert b.at([1, 2, 4]).tolist() == [0, 0.2, 0.8]
    lucky = runs_of([[100, 0], [40, 30], [100, 90]], algorithm=["a", "b", "c"], dimension=1)
    assert om.ecdf(lucky)[1].at([1]).tolist() == [0.6]


def test_runs_that_begin_with_the_best_value_have_reached_it():
    curve = om.ecdf(runs_of([[5], [5]], dimension=1))[0]
    assert curve.at([0.5, 1]).tolist() == [0, 1]


def test_targets_stay_when_algorithms_are_selected():
    runs = Runs.concatenate([runs_of(FINE)])
    both, alone = om.ecdf(runs), om.ecdf(runs.select(algorithms="b"))
    assert both[1].steps.y.tolist() == alone[0].steps.y.tolist()


def test_targets_of_a_user_are_values():
    runs = runs_of([[-10, -60, -90], [-20, -80]], maximized=True, dimension=1)
    table = om.ert(runs, [50, 90])
    assert table.target.tolist() == [50, 90] * 2
    assert table.ert.tolist() == [2, 4, 2, np.inf]


def test_instances_of_their_own_have_ranges_of_their_own():
    steps = [[100, 0], [1000, 900], [100, 50], [1000, 500]]
    columns = {"instance": [1, 2, 1, 2], "algorithm": ["a", "a", "b", "b"], "dimension": 1}
    apart = runs_of(steps, own_instances=True, **columns)
    assert measures.value_ranges(apart).best.tolist() == [0, 500]
    a, b = om.ecdf(apart)
    assert a.at([1, 2]).tolist() == [0, pytest.approx(0.6)]  # all of instance 1, a fifth of 2
    assert b.at([2]).tolist() == [pytest.approx(0.75)]
    assert a.solved < 1  # no restarts on other instances
    together = runs_of(steps, **columns)
    assert len(measures.value_ranges(together)) == 1


def test_instances_of_their_own_are_not_restarted():
    """21 of 25 instances are solved: 84 %, not 100."""
    columns = {"function": 1, "dimension": 2, "instance": np.arange(25), "offsets": np.arange(26)}
    values = {"step_evaluations": np.full(25, 10), "step_precision": [1e-9] * 21 + [5.0] * 4}
    own = Runs.from_arrays(own_instances=True, **columns, **values)
    assert om.ecdf(own, [1.0])[0].solved == 0.84
    assert om.ecdf(Runs.from_arrays(**columns, **values), [1.0])[0].solved == 1.0


def own_runs():
    """Two algorithms on two instances: a needs 10 and 1000 evaluations, b 40 and never."""
    return Runs.from_arrays(
        function=1, dimension=2, instance=[1, 2, 1, 2], algorithm=["a", "a", "b", "b"],
        own_instances=True, offsets=range(5), evaluations=[10, 1000, 40, 3000],
        step_evaluations=[10, 1000, 40, 1], step_precision=[0, 0, 0, 9])  # fmt: skip


def test_expected_runtimes_of_instances_of_their_own_are_not_pooled():
    runs = own_runs()
    for table in (om.ert(runs, [1]), measures.ert_interval(runs, [1], resamples=20),
                  measures.scaling(runs, [1]), measures.runtime_statistics(runs, [1])):  # fmt: skip
        assert table.instance.tolist() == [1, 2, 1, 2]
        assert table.ert.tolist() == [10, 1000, 40, np.inf]
    together = om.ert(runs.pooled(), [1])
    assert together.instance.tolist() == [0, 0]
    assert together.ert.tolist() == [505, 3040]  # what was spent on both, for each success
    assert "instance" in str(om.ert(runs, [1]))
    assert "instance" not in str(together)


def test_instances_of_their_own_are_compared_one_by_one():
    runs = own_runs()
    row = measures.speed_factors(runs, [1], resamples=20).to_dicts()[0]
    assert row["faster"] == "a"
    assert row["factor"] == pytest.approx(4)  # on instance 1; pooled it was 3040 / 505
    assert (row["both"], row["faster_only"], row["pairs"]) == (0.5, 0.5, 2)
    tests = measures.pairwise_tests(runs, [1])
    assert tests.effect.tolist() == [1, 1]  # pooled: 0.75, a's run on 2 against b's on 1
    assert tests.p.tolist() == [1, 1]  # single runs show nothing
    ratio = measures.runtime_ratios(runs, "a", "b", [1])[0]
    assert (ratio.pairs, ratio.at([0.25, 1]).tolist()) == (2, [1, 1])
    assert measures.kolmogorov_smirnov(runs, [1]).instance.tolist() == [1, 2, 1, 2]
    assert measures.deep_ranking(runs, [1]).problems.tolist() == [2, 2]
    assert measures.ratings(runs, [1]).losses.tolist() == [0, 25]


def test_interval_of_a_factor_resamples_instances_that_are_problems():
    rng = np.random.default_rng(3)
    difficulty = 10 ** rng.uniform(1, 5, 40)  # of instances: no part of the spread of a factor
    times = np.concatenate([difficulty, difficulty * 2 ** rng.uniform(0.9, 1.1, 40)]).round()
    runs = Runs.from_arrays(
        function=1, dimension=2, instance=[*range(1, 41)] * 2, algorithm=["a"] * 40 + ["b"] * 40,
        own_instances=True, offsets=range(81), step_evaluations=times,
        step_precision=np.zeros(80))  # fmt: skip
    row = measures.speed_factors(runs, [1], resamples=200).to_dicts()[0]
    assert 1.9 < row["low"] < row["factor"] < row["high"] < 2.1
    reverse = measures.speed_factors(runs[np.arange(80)[::-1]], [1], resamples=200).to_dicts()[0]
    assert reverse["factor"] == pytest.approx(row["factor"])


MAXIMISED = {"maximized": True, "dimension": 1, "algorithm": "a"}


def test_distributions_of_maximised_values_are_in_their_direction():
    """Runs that reach 3, 5 and 8: a share of 2/3 has reached at least 5."""
    runs = runs_of([[-1, -3], [-2, -5], [-1, -8]], **MAXIMISED)
    curve = measures.quality_distribution(runs, [100])[0]
    assert curve.maximize
    assert curve.steps.x.tolist() == [3, 5, 8]
    assert curve.at([0, 3, 4, 5, 8, 9]).tolist() == pytest.approx([1, 1, 2 / 3, 2 / 3, 1 / 3, 0])
    assert (curve.summary()["p25"], curve.summary()["p75"]) == (3, 8)
    low, high = curve.interval()
    assert ((low < curve.at(curve.steps.x)) & (curve.at(curve.steps.x) <= high)).all()
    over = measures.budget_ecdf(runs, [1, 2])[0]
    assert over.at([2]).tolist() == pytest.approx([4 / 6])
    nothing = measures.quality_distribution(runs, [0])[0]
    assert nothing.at([-100, 100]).tolist() == [0, 0]


def test_attainment_of_maximised_values_is_in_their_direction():
    runs = runs_of([[-1, -3], [-2, -5], [-1, -8]], **MAXIMISED)
    table = measures.attainment(runs, [100], [4, 8])
    assert table.value.tolist() == [4, 8]
    assert table.share.tolist() == pytest.approx([2 / 3, 1 / 3])
    lines = measures.attainment_levels(runs, [100], levels=[0, 0.5, 1])
    assert lines.value.tolist() == [8, 5, 3]
    share = measures.attainment_ecdf(runs, [100], bounds=(3, 8), log=False).share
    assert share.tolist() == pytest.approx([(0 + 0.4 + 1) / 3])
    area = measures.aocc(runs, 2, bounds=(1, 10)).aocc
    logs = np.log10([1, 3, 2, 5, 1, 8])
    assert area.tolist() == pytest.approx([logs.mean()])


def test_quality_without_a_known_optimum_is_measured_by_gaps():
    runs = runs_of([[-1, -3], [-2, -5], [-1, -8]], **MAXIMISED)
    same = measures.gaps(runs)
    table = measures.attainment(runs, [100])
    assert table.value.max() < 1
    assert table.share.tolist() == measures.attainment(same, [100]).share.tolist()
    assert table.share[-1] == pytest.approx(1 / 3)  # the best value of all, not "all runs, at once"
    assert measures.aocc(runs, 2).aocc.tolist() == measures.aocc(same, 2).aocc.tolist()
    assert 0 < measures.attainment_ecdf(runs, [1, 2]).share[0] < 1


@pytest.mark.parametrize("scale", ["linear", "log", "relative"])
def test_scales_by_name(scale):
    runs = runs_of([[100, 10, 1], [100, 10, 10]])
    seen = measures.gaps(runs, scale).step_precision.tolist()
    middle = 0.5 if scale == "log" else 9 / 99
    np.testing.assert_allclose(seen, [1, middle, 0, 1, middle])


def test_logarithms_of_negative_values(said, refused):
    with refused(DataError):
        measures.gaps(runs_of([[1, -1], [1, 0]]), "log")
    with pytest.raises(UnknownNameError):
        measures.gaps(runs_of([[1, -1], [1, 0]]), "cubic")
    assert refused.messages == said


def test_recorded_targets_of_negative_values(said, refused):
    runs = runs_of([[-10, -50], [-20, -90]])
    assert measures.recorded_targets(runs, 5).values.tolist() == [[-10, -30, -50, -70, -90]]
    with refused(DataError, "1", "2"):
        measures.recorded_targets(runs, scale="log")
    up = runs_of([[-10, -50], [-20, -90]], maximized=True)
    targets = measures.recorded_targets(up, 5)
    assert targets.values.tolist() == [[10, 30, 50, 70, 90]]
    assert om.ert(up, targets).successes.tolist() == [1, 1, 1, 0, 0, 1, 1, 1, 1, 1]
    assert refused.messages == said


def test_targets_left():
    runs = runs_of([[9, 7, 3, 1], [8, 5, 4]])
    seen, left = targets_left(runs, Targets.fixed([8, 5, 4, 2]))
    assert left == (0.75, 0.5, 0.25, 0)
    assert seen.step_precision.tolist() == [1, 0.75, 0.25, 0, 0.75, 0.5, 0.25]


def test_the_best_of_the_data_as_a_reference():
    best = measures.best_of(runs_of(FINE))
    assert len(best.targets) == 35
    assert np.isfinite(best.ert).all()


def test_a_known_optimum_has_no_ranges():
    runs = runs_of(FINE, optimum_known=True)
    for wrong in (measures.value_ranges, measures.gaps):
        with pytest.raises(DataError, match="known"):
            wrong(runs)


# ------------------------------------------------------------------ several objectives


@pytest.mark.oracle
def test_indicators_of_fronts(tmp_path):
    moocore = need_peer("moocore")
    rng = np.random.default_rng(3)
    sets = rng.random((2, 30, 2)).round(6)
    folders = [several(tmp_path / name, s, name) for name, s in zip("ab", sets, strict=True)]
    runs = om.load(*folders, cache=False)
    low, high = (
        np.array([runs.extra[f"{what}_point_{k}"][0] for k in (1, 2)])
        for what in ("ideal", "reference")
    )
    fronts = [(s[moocore.is_nondominated(s)] - low) / (high - low) for s in sets]
    union = np.concatenate(fronts)
    common = union[moocore.is_nondominated(union)]
    table = measures.front_quality(runs)
    for row, front in zip(table.to_dicts(), fronts, strict=True):
        assert row["points"] == len(front)
        assert row["hypervolume"] == pytest.approx(
            moocore.hypervolume(front, ref=[1, 1]), abs=1e-11
        )
        assert row["igd_plus"] == pytest.approx(moocore.igd_plus(front, ref=common), abs=1e-12)
        expected = moocore.epsilon_additive(front, ref=common)
        assert row["epsilon"] == pytest.approx(expected, abs=1e-12)
    np.testing.assert_allclose(1 - runs.final, table.hypervolume, atol=1e-11)
    summary = measures.front_summary(table)  # of one run each
    assert summary.hypervolume.tolist() == table.hypervolume.tolist()
    assert summary.igd_plus.tolist() == table.igd_plus.tolist()


def test_attainment_of_recorded_objectives(tmp_path):
    folders = [several(tmp_path / "a", [(1, 4), (3, 2)]), several(tmp_path / "b", [(2, 3)], "b")]
    fronts = list(fronts_of(om.load(*folders, cache=False)))
    surface = measures.attainment_surface(fronts, [1.0])
    assert surface.first.tolist() == [2, 3]
    assert surface.second.tolist() == [4, 3]
    apart = measures.attainment_surfaces(om.load(*folders, cache=False), [1.0])
    assert [curve.surface.first.tolist() for curve in apart] == [[1, 3], [2]]


def test_fronts_over_time():
    """The region is 2.2 wide: from (1, 1) to a tenth beyond (3, 3)."""

    def front(name, evaluations, points):
        values = np.array(points, dtype=float)
        seen = np.array(evaluations)
        return Front(name, "s", 1, 2, 1, seen, values, np.zeros((len(points), 0)), 10, True, ())

    runs = runs_of_fronts([front("a", [2, 8], [(3, 1), (1, 3)]), front("b", [4], [(2, 2)])])
    table = measures.front_quality(runs, [1, 4, np.inf])
    a, b = table.select(algorithm="a"), table.select(algorithm="b")
    assert a.points.tolist() == [1, 2, 2]
    assert b.points.tolist() == [0, 1, 1]
    assert a.igd_plus == pytest.approx([1 / 2.2, 1 / 6.6, 1 / 6.6])
    assert a.epsilon == pytest.approx([2 / 2.2, 1 / 2.2, 1 / 2.2])
    assert a.hypervolume[0] == pytest.approx(0.2 / 2.2)
    assert b.hypervolume == pytest.approx([0, 1.2**2 / 2.2**2, 1.2**2 / 2.2**2])
    assert b.igd_plus[0] == np.inf
    assert measures.front_quality(runs).to_dicts() == table.select(budget=np.inf).to_dicts()
    early, late = measures.attainment_surfaces(
        runs.select(algorithms="a"), 1.0, budgets=[1, np.inf]
    )
    assert early.surface.first.tolist() == [3]
    assert late.surface.first.tolist() == [1, 3]


def test_fronts_that_are_not_on_record(said, refused):
    runs = runs_of(FINE)
    with refused(DataError):
        measures.front_quality(runs)
    with refused(DataError):
        list(fronts_of(runs))
    assert refused.messages == said


def test_relative_targets_are_parts_of_the_way_from_the_start_to_the_best():
    """f <= f_best + τ (f_0 − f_best), τ = 10^-1 … 10^-10: here f_0 = 101, f_best = 1."""
    runs = runs_of([[101, 11, 1 + 1e-4, 1], [101, 2, 1 + 1e-7]])
    curves = measures.ecdf(runs, "relative")
    assert curves[0].pairs == 10
    assert [len(curve.steps) for curve in curves] == [3, 2]
    table = measures.ert(runs, "relative")
    np.testing.assert_allclose(table.target[:10], 10.0 ** -np.arange(1, 11))
    evaluations = runs.step_evaluations
    own = evaluations[[1, 2, 2, 2, 2, 2, 3, 3, 3, 3]]  # gaps 0.1, 1e-6, 0
    other = [*evaluations[[5, 5, 6, 6, 6, 6, 6, 6, 6]], np.inf]  # 0.01, 1e-9
    np.testing.assert_array_equal(table.ert, [*own, *other])


def test_relative_targets_of_a_known_optimum(said, refused):
    runs = runs_of([[101, 11, 1], [101, 2, 2]])
    known = dataclasses.replace(runs, optimum_known=np.ones(2, dtype=bool))
    np.testing.assert_array_equal(
        measures.ert(known, "relative").ert, measures.ert(runs, "relative").ert
    )
    with refused(DataError):
        measures.gaps(known, "linear")
    assert refused.messages == said


def test_parameters_are_read_where_all_algorithms_together_set_the_target():
    runs = runs_of([[100, 40, 10], [100, 60, 50]], algorithm=["a", "b"],
                   step_extra={"sigma": [1, 2, 3, 4, 5, 6]})  # fmt: skip
    table = measures.parameters_at_targets(runs, "sigma", "linear")
    assert table.select(at=0.5).mean.tolist() == [
        2.0,
        6.0,
    ]  # b reaches 55 with its last step alone
