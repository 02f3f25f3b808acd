"""bbob-noisy: values with COCO's random numbers, distributions with our own."""

import pickle
from copy import copy

import cocoex
import numpy as np
import pytest
from scipy import stats

import optimeter as om
from optimeter.exceptions import InvalidValueError

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

POINT = np.array([1.0, -2.0, 3.0, 0.5, -0.25])
OFFSET = 1.01e-8


def pairs(**selection):
    """Each problem of the reference beside ours, both streams fresh."""
    options = " ".join(
        f"{key}: {','.join(map(str, values))}" for key, values in selection.items() if key != "year"
    )
    reference = cocoex.Suite("bbob-noisy", "", options.replace("functions", "function_indices"))
    chosen = dict(selection)
    if "functions" in chosen:
        chosen["functions"] = [100 + f for f in chosen["functions"]]
    return zip(reference, om.Suite("bbob-noisy", noise="coco", **chosen), strict=True)


@pytest.mark.oracle
@pytest.mark.parametrize("dimensions", [(2, 3, 5), (10, 20), pytest.param((40,), id="40")])
def test_the_whole_stream_agrees(dimensions):
    """Single points and batches, inside the box and outside, in the order of the suite."""
    rng = np.random.default_rng(1)
    for theirs, ours in pairs(dimensions=dimensions):
        points = rng.uniform(-5, 5, (10, ours.dimension))
        points[6:] *= 1.8
        expected = np.array([theirs(x) for x in points])
        actual = np.concatenate([[ours(points[0])], ours(points[1:])])
        scale = np.maximum(np.abs(expected), 1e-3)
        assert np.max(np.abs(actual - expected) / scale) < 2e-12, ours.id


def test_check_values():
    expected = {
        101: (102.6227231896243, 102.25254247241136, 102.5559701693941),
        108: (417.3341557594553, 155.19057643114712, 403186.5021968557),
        113: (252.5946615863947, 124.77373518237121, 212.54033947128806),
        125: (-100.67540937011647, -102.17622310949181, -101.14570855071938),
    }
    for function, values in expected.items():
        problem = om.problem("bbob-noisy", function, 5, 1, noise="coco")
        assert [problem(POINT) for _ in range(3)] == pytest.approx(values, rel=1e-13)
    outlier = om.problem("bbob-noisy", 109, 5, 1, noise="coco")
    assert outlier(np.tile(POINT, (4, 1)))[3] == pytest.approx(1101.1889695099755, rel=1e-13)


@pytest.mark.oracle
def test_layout():
    for theirs, ours in pairs(dimensions=(2, 40)):
        assert (ours.id, ours.name) == (theirs.id, theirs.name)
        assert np.array_equal(ours.initial_solution, theirs.initial_solution)
        assert np.array_equal(ours.lower_bounds, theirs.lower_bounds)
    assert len(om.Suite("bbob-noisy")) == 2700
    assert len(om.Suite("bbob-noisy", year=2009)) == 2700
    with pytest.raises(InvalidValueError, match="2010"):
        om.Suite("bbob-noisy", year=2010)


def test_a_recommendation_uses_numbers_of_the_coco_stream():
    problem = om.problem("bbob-noisy", 101, 5, noise="coco")
    first, _, third = (om.problem("bbob-noisy", 101, 5, noise="coco")(POINT) for _ in range(3))
    assert first == third  # fresh streams
    problem.recommend(POINT)
    other = om.problem("bbob-noisy", 101, 5, noise="coco")
    other(POINT)
    assert problem(POINT) == other(POINT)


@pytest.mark.parametrize("noise", ["independent", "coco"])
@pytest.mark.parametrize("function", [101, 102, 103, 107, 114, 121, 122, 126, 130])
@pytest.mark.parametrize("dimension", [2, 11, 40])
def test_batch_equals_single_calls(function, dimension, noise):
    points = np.random.default_rng(2).uniform(-6, 6, (150, dimension))
    points[7, 0] = np.nan
    points[9, 1] = -np.inf
    single = om.problem("bbob-noisy", function, dimension, noise=noise)
    batch = om.problem("bbob-noisy", function, dimension, noise=noise)
    values = np.array([single(x) for x in points])
    assert np.array_equal(batch(points), values, equal_nan=True)
    assert single.evaluations == batch.evaluations == 148
    assert np.isposinf(values[9])


def test_streams_depend_on_problem_and_seed_alone():
    def values(function=101, dimension=5, instance=1, seed=None):
        problem = om.problem("bbob-noisy", function, dimension, instance)
        om.problem("bbob-noisy", 101, 5)(POINT)  # another problem has no influence
        if seed is not None:
            problem.reseed(seed)
        return problem(np.zeros((4, dimension))) - om.problem("bbob", 1, dimension, instance)(
            np.zeros(dimension)
        )

    default = values()
    assert np.array_equal(default, values())
    assert np.array_equal(default, values(seed=0))
    others = [values(seed=1), values(seed=2**64 - 1), values(instance=2), values(function=107)]
    for other in others:
        assert not np.any(np.isclose(default, other, rtol=1e-6))
    assert len(set(default)) == 4


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "x", None])
def test_wrong_seeds(seed):
    with pytest.raises(InvalidValueError, match="seed"):
        om.problem("bbob-noisy", 101, 2).reseed(seed)


def test_other_problems_ignore_a_seed():
    problem = om.problem("bbob", 1, 2)
    problem.reseed(3)
    assert problem([0, 0]) == om.problem("bbob", 1, 2)([0, 0])


@pytest.mark.parametrize("noise", ["none", "COCO", None, 1])
def test_wrong_noise(noise):
    with pytest.raises(InvalidValueError, match="independent"):
        om.problem("bbob-noisy", 101, 2, noise=noise)
    with pytest.raises(InvalidValueError, match="independent"):
        om.Suite("bbob-noisy", noise=noise)


def test_noise_where_there_is_none(said, refused):
    with refused(InvalidValueError, "bbob", "noise"):
        om.problem("bbob", 1, 2, noise="coco")
    assert refused.messages == said


@pytest.mark.parametrize("noise", ["independent", "coco"])
def test_copies_go_on_where_the_original_stands(noise):
    problem = om.problem("bbob-noisy", 108, 5, noise=noise)
    problem.reseed(7)
    problem(np.tile(POINT, (5, 1)))
    stored = pickle.loads(pickle.dumps(problem))
    assert stored.evaluations == 5
    expected = stored(np.tile(POINT, (3, 1)))
    if noise == "independent":
        assert np.array_equal(copy(problem)(np.tile(POINT, (3, 1))), expected)
    assert np.array_equal(problem(np.tile(POINT, (3, 1))), expected)


def test_a_suite_with_coco_noise_can_be_pickled():
    suite = om.Suite("bbob-noisy", functions=101, dimensions=2, noise="coco")
    suite[0]([0, 0])
    restored = pickle.loads(pickle.dumps(suite))
    assert restored[1]([0, 0]) == suite[1]([0, 0])


def noise_of(function, dimension, n=40_000):
    """Disturbed values at one point, the noise-free value there and the optimal value."""
    problem = om.problem("bbob-noisy", function, dimension)
    problem.reseed(5)
    x = np.linspace(-3, 3, dimension)
    noise_free = []
    with om.Observer(format="memory") as observer:
        probe = om.problem("bbob-noisy", function, dimension)
        observer.observe(probe)
        probe(x)
    noise_free = float(observer.runs[0].values[0])
    return problem(np.tile(x, (n, 1))), noise_free, problem.reveal().f_opt


@pytest.mark.parametrize(("function", "beta"), [(101, 0.01), (107, 1.0), (128, 1.0)])
def test_gaussian_noise(function, beta):
    values, noise_free, f_opt = noise_of(function, 5)
    z = np.log((values - f_opt - OFFSET) / (noise_free - f_opt)) / beta
    assert stats.kstest(z, "norm").pvalue > 1e-3
    assert abs(np.corrcoef(z[1:], z[:-1])[0, 1]) < 0.02


@pytest.mark.parametrize(("function", "level"), [(102, 0.01), (108, 1.0), (114, 1.0)])
def test_uniform_noise(function, level):
    dimension = 5
    values, noise_free, f_opt = noise_of(function, dimension)
    excess = noise_free - f_opt
    z = np.log((values - f_opt - OFFSET) / excess)
    rng = np.random.default_rng(1)
    alpha = level * (0.49 + 1 / dimension)
    expected = -level * rng.exponential(size=len(z)) + rng.random(len(z)) * max(
        0.0, alpha * np.log(1e9 / excess)
    )
    assert stats.ks_2samp(z, expected).pvalue > 1e-3


@pytest.mark.parametrize(("function", "alpha", "p"), [(103, 0.01, 0.05), (109, 1.0, 0.2)])
def test_cauchy_noise(function, alpha, p):
    values, noise_free, _ = noise_of(function, 5)
    z = (values - noise_free - OFFSET) / alpha - 1000
    fired = np.abs(z) > 1e-6
    assert fired.mean() == pytest.approx(p, abs=5 * np.sqrt(p / len(z)))
    outliers = z[fired]
    assert outliers.min() >= -1000 - 1e-6
    assert stats.kstest(outliers[outliers > -999], stats.cauchy.cdf).pvalue > 1e-3


def test_the_penalty_is_added_after_the_noise():
    inside, outside = om.problem("bbob-noisy", 109, 2), om.problem("bbob-noisy", 109, 2)
    noise_free = om.problem("bbob", 1, 2)
    assert outside([7.0, 0.0]) - noise_free([7.0, 0.0]) == pytest.approx(
        inside([0.0, 0.0]) - noise_free([0.0, 0.0]) + 400
    )


def test_the_final_target_is_out_of_reach():
    problem = om.problem("bbob-noisy", 101, 2)
    best = problem.reveal()
    assert problem(best.x_opt) == best.f_opt + OFFSET
    assert not problem.final_target_hit


@pytest.mark.oracle
def test_noise_free_values_are_recorded(tmp_path):
    """The same lines as COCO for the same points, although the noise differs."""
    points = np.random.default_rng(4).uniform(-6, 6, (300, 3))
    reference = cocoex.Observer(
        "bbob-noisy", f"outer_folder: {tmp_path} result_folder: theirs algorithm_name: alg"
    )
    suite = cocoex.Suite("bbob-noisy", "", "dimensions: 3 instance_indices: 1")
    with om.Observer(tmp_path / "ours", algorithm="alg") as observer:
        for theirs, ours in zip(
            suite, om.Suite("bbob-noisy", dimensions=3, instances=1), strict=True
        ):
            theirs.observe_with(reference)
            observer.observe(ours)
            for x in points:
                theirs(x)
            ours(points)
            theirs.free()
    compared = 0
    for path in sorted((tmp_path / "theirs").rglob("*.*")):
        if path.is_file():
            text = (observer.folder / path.relative_to(tmp_path / "theirs")).read_text()
            assert text == path.read_text().replace(", settings = ''", ""), path.name
            compared += 1
    assert compared == 30 * 5
