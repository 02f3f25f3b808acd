"""Features make problems harder for optimizers; data stay true."""

import pickle

import numpy as np
import pytest

import optimeter as om
from optimeter.cli import main
from optimeter.exceptions import InvalidValueError, UnknownNameError
from optimeter.problems import FEATURES, feature_of_text
from optimeter.reports import report_data

SUITE = om.Suite("bbob", functions=[1, 8], dimensions=[3], instances=[1, 2])
CONSTRAINED = om.Suite("bbob-constrained", functions=[1], dimensions=[2], instances=[1])


def base_of(name):
    return CONSTRAINED if name == "unrelaxable" else SUITE


@pytest.fixture
def points():
    return np.random.default_rng(1).uniform(-4, 4, (50, 3))


@pytest.mark.parametrize("name", FEATURES)
def test_every_feature_on_a_suite(name):
    suite = base_of(name)
    changed = suite.modified(name)
    assert changed.name.startswith(f"{suite.name}+{name}")
    assert changed.ids == tuple(problem.id for problem in changed)
    for plain, problem in zip(suite, changed, strict=True):
        assert problem.suite == changed.name
        where = (problem.function, problem.dimension, problem.instance)
        assert where == (plain.function, plain.dimension, plain.instance)
        x = np.random.default_rng(2).uniform(-4, 4, (20, problem.dimension))
        batch = problem(x)
        again = pickle.loads(pickle.dumps(changed[problem.id]))
        np.testing.assert_array_equal([again(row) for row in x], batch)  # one by one, elsewhere
        assert problem.evaluations == again.evaluations == 20
        best = problem.reveal()
        if best.x_opt is not None and not FEATURES[name].noise:
            assert problem(best.x_opt) == pytest.approx(best.f_opt, abs=1e-6)


@pytest.mark.parametrize(("name", "level"), [("noisy", 10.0), ("truncated", 1), ("failing", 0.5)])
@pytest.mark.parametrize("batch", [True, False])
def test_the_final_target_is_that_of_true_values(points, name, level, batch):
    problem = SUITE.modified(name, **{FEATURES[name].option: level})[0]
    best = problem.reveal()
    near = best.x_opt + 1e-3  # truncated or disturbed it may look like the optimum, or better
    for x in [*points, near]:
        problem(x[None] if batch else x)
    assert not problem.final_target_hit
    problem(best.x_opt[None] if batch else best.x_opt)
    assert problem.final_target_hit


def test_noise_has_the_level_and_is_drawn_anew_for_each_run(points):
    plain, problem = SUITE[0], SUITE.modified("noisy", level=1e-2)[0]
    many = np.repeat(points[:1], 20000, axis=0)
    true = plain(points[0])
    errors = (problem(many) - true) / max(1, abs(true))
    assert errors.std() == pytest.approx(1e-2, rel=0.05)
    assert errors.mean() == pytest.approx(0, abs=5e-4)
    runs = []
    for seed in (1, 2, 1):
        problem.reseed(seed)
        runs.append(problem(points).tolist())
    assert runs[0] == runs[2] != runs[1]


def test_values_are_rounded_in_decimals(points):
    problem = SUITE.modified("truncated", digits=4)[1]
    assert problem(points).tolist() == [float(f"{v:.3e}") for v in SUITE[1](points).tolist()]


def test_values_fail_at_the_rate(points):
    problem = SUITE.modified("failing", rate=0.25)[0]
    values = problem(np.repeat(points, 200, axis=0))
    assert np.isnan(values).mean() == pytest.approx(0.25, abs=0.02)
    assert problem.evaluations == len(values)
    assert problem.best_value == SUITE[0](points).min()


def test_variables_are_permuted_rotated_and_quantized(points):
    plain = SUITE[2]
    permuted = SUITE.modified("permuted", seed=3)[2]
    same = [
        order
        for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
        if np.array_equal(plain(points[:, order]), permuted(points))
    ]
    assert len(same) == 1
    sphere, rotated = SUITE[0], SUITE.modified("rotated")[0]
    near, far = (np.asarray(p.reveal().x_opt) for p in (sphere, rotated))
    assert np.linalg.norm(near) == pytest.approx(np.linalg.norm(far))
    assert rotated(points) != pytest.approx(sphere(points))
    quantized = SUITE.modified("quantized", step=0.5)[0]
    np.testing.assert_array_equal(quantized(points), sphere(np.round(points * 2) / 2))


def test_starts_are_moved_and_stay_inside():
    for plain, moved in zip(SUITE, SUITE.modified("perturbed-start", radius=0.2), strict=True):
        far = np.abs(moved.initial_solution - plain.initial_solution)
        assert 0 < far.max() <= 0.2 * 10
        assert (np.abs(moved.initial_solution) <= 5).all()


def test_infeasible_points_have_no_value():
    plain, hard = CONSTRAINED[0], CONSTRAINED.modified("unrelaxable")[0]
    x = np.random.default_rng(1).uniform(-5, 5, (100, 2))
    feasible = (plain.constraint(x) <= 0).all(axis=1)
    assert 0 < feasible.sum() < 100
    np.testing.assert_array_equal(np.isfinite(hard(x)), feasible)
    np.testing.assert_array_equal(hard(x)[feasible], plain(x)[feasible])


def test_runs_are_judged_on_the_true_values(tmp_path):
    """What is loaded after a noisy run is what the points are worth without noise."""
    noisy = SUITE.modified("noisy", level=10)
    for folder in ("one", "two"):
        om.run("random-search", noisy, budget=30, folder=tmp_path / folder, progress=False)
    om.run("random-search", SUITE, budget=30, folder=tmp_path / "plain", progress=False)
    runs, plain = om.load(tmp_path / "one"), om.load(tmp_path / "plain")
    assert runs.suites == ("bbob+noisy=10",)
    assert runs.final.tolist() == om.load(tmp_path / "two").final.tolist()
    assert (runs.final >= 0).all()  # distances to the true optimum; noise would go below
    assert runs.optimum_known.all()
    text = (tmp_path / "one" / "experiment.yaml").read_text()
    assert "bbob+noisy=10" in text
    report = om.report(tmp_path / "one", tmp_path / "plain", folder=tmp_path / "page")
    names = {suite.name: suite for suite in report.data.suites}
    assert names["bbob+noisy=10"].reference == ""
    assert "separable" in names["bbob+noisy=10"].settings.groups
    assert len(plain) == len(runs)
    (sentence,) = report.data.changes
    assert "bbob+noisy=10" in sentence
    assert sentence in report.page.read_text(encoding="utf-8")


def test_plain_and_modified_are_compared_on_the_same_terms(tmp_path, said):
    """On the same functions, within the shorter of the runs, and never by targets of their own."""
    rotated = SUITE.modified("rotated")
    om.run("random-search", rotated, budget=10, folder=tmp_path / "rotated", progress=False)
    om.run("random-search", SUITE, budget=1000, folder=tmp_path / "long", progress=False)
    runs = om.load(tmp_path / "rotated", tmp_path / "long", cache=False)
    (sentence,) = report_data(runs, resamples=20).changes
    assert "10·D" in sentence
    share = om.ecdf(runs.select(suites="bbob"), restarts=False)[0].at(10)
    assert f"{100 * float(share):.0f} %" in sentence
    told = {"the same functions": sentence}
    fewer = runs[(runs.suite_codes == 0) | (runs.function == runs.function.max())]
    (told["other functions"],) = report_data(fewer, resamples=20).changes
    gaps = report_data(runs, resamples=20, targets="relative")
    (told["other targets"],) = gaps.changes
    assert told == said


def test_on_the_command_line(tmp_path, capsys):
    call = ["run", "random-search", "--functions", "1", "--dimensions", "2", "--instances", "1"]
    call += ["--budget", "5", "-o", str(tmp_path / "x")]
    assert main([*call, "--feature", "permuted", "--feature", "truncated=6"]) == 0
    assert om.load(tmp_path / "x").suites == ("bbob+permuted+truncated=6",)
    assert main([*call, "--feature", "fuzzy"]) == 2
    assert "unknown feature 'fuzzy'" in capsys.readouterr().err
    assert feature_of_text("permuted") == ("permuted", {})


def test_what_is_refused(said, refused):
    for name, option, *values in [
        ("noisy", {"digits": 3}, "digits", "3"),
        ("permuted", {"level": 3}, "level", "3"),
        ("truncated", {"digits": 2.5}, "1", "16", "2.5"),
        ("failing", {"rate": 2}, "0", "1", "2"),
        ("unrelaxable", {}),
    ]:
        with refused(InvalidValueError, *values):
            SUITE.modified(name, **option)
    assert refused.messages == said


def test_what_cannot_be_modified(said, refused):
    with pytest.raises(UnknownNameError, match="noisy"):
        SUITE.modified("noise")
    for suite in ("bbob-biobj", "bbob-noisy", "pbo"):
        with refused(InvalidValueError):
            om.Suite(suite).modified("noisy")
    with refused(InvalidValueError):
        SUITE.modified("noisy").modified("permuted")
    assert refused.messages == said
