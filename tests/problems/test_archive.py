"""The archive and its hypervolume against slow obvious versions and moocore."""

import pickle
from copy import copy

import moocore
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optimeter as om
from optimeter.exceptions import InvalidTypeError, InvalidValueError
from optimeter.problems import Archive

UNIT = ([0.0, 0.0], [1.0, 1.0])


def normalized(y, ideal, nadir, extremes):
    """Apply the rules of a region, with `extremes` those of the suites, one after the other."""
    z = np.floor((y - ideal) / (nadir - ideal) / 5e-13 + 0.5) * 5e-13
    z = np.maximum(z, 0)
    for i in (0, 1) if extremes else ():
        if abs(z[i]) < 1e-13 and z[1 - i] < 1:
            z[1 - i] = 1.0
    return z


def weakly_dominates(a, b):
    return np.all((a <= b) | (np.abs(a - b) < 1e-13))


class SlowArchive:
    """All points in a list, every question answered by looking at all of them."""

    def __init__(self, ideal, nadir, *, extremes):
        self.ideal, self.nadir, self.extremes = np.array(ideal), np.array(nadir), extremes
        self.members = []
        self.distance = np.inf

    def add(self, y, number):
        z = normalized(np.array(y), self.ideal, self.nadir, self.extremes)
        if any(weakly_dominates(m, z) for m, _ in self.members):
            return False
        self.members = [(m, k) for m, k in self.members if not weakly_dominates(z, m)]
        self.members.append((z, number))
        self.distance = min(self.distance, np.sqrt(np.sum(np.maximum(0, z - 1) ** 2)))
        return True

    @property
    def hypervolume(self):
        inside = sorted((z[1], z[0]) for z, _ in self.members if np.all(z < 1 + 1e-13))
        volume, right = 0.0, 1.0
        for z2, z1 in inside:
            volume += (right - z1) * (1 - z2)
            right = z1
        return volume

    @property
    def indicator(self):
        volume = self.hypervolume
        return 1 - volume + (self.distance if abs(volume) < 1e-13 else 0.0)


coordinates = st.one_of(
    st.floats(-0.2, 2.0),
    st.integers(0, 12).map(lambda k: k / 10),
    st.sampled_from([0.0, 1.0, 1 - 1e-13, 1 + 1e-13, 5e-13, 2.4e-13, -1e-15, 1e6]),
)


@settings(max_examples=120, derandomize=True, deadline=None)
@given(st.lists(st.tuples(coordinates, coordinates), max_size=40), st.booleans())
def test_every_step_agrees_with_the_slow_version(points, extremes):
    archive, slow = Archive(*UNIT, extremes=extremes), SlowArchive(*UNIT, extremes=extremes)
    for number, y in enumerate(points, start=1):
        assert archive.add(y) == slow.add(y, number)
        assert archive.evaluations.tolist() == [k for _, k in slow.members]
        assert archive.hypervolume == pytest.approx(slow.hypervolume, abs=1e-14)
        assert archive.indicator == pytest.approx(slow.indicator, abs=1e-13)


@pytest.mark.parametrize("m", [2, 3])
def test_points_at_and_below_the_ideal_of_a_region_of_ones_own(m):
    archive = Archive([0] * m, [1] * m)
    rest = [0.0] * (m - 2)  # at the ideal in further objectives
    archive.add([[0.5, 0.5, *rest], [-0.2, 0.4, *rest]])
    assert archive.hypervolume == pytest.approx(0.6)  # (1 - 0) (1 - 0.4)
    archive.add([0.0, 0.25, *rest])
    assert archive.hypervolume == pytest.approx(0.75)
    archive.add([-1.0] * m)
    assert archive.hypervolume == 1.0


def test_extremes_of_the_suites():
    archive = Archive(*UNIT, extremes=True)
    archive.add([[0.5, 0.5], [-0.2, 0.4]])  # the second one is taken for (0, 1)
    assert archive.hypervolume == 0.25
    assert om.problem("bbob-biobj", 1, 2, 1).archive.extremes
    own = om.Problem.from_callable(
        lambda x: [x[0], x[1]], [0, 0], [1, 1], objectives=2, optimum=[0, 0], nadir=[1, 1]
    )
    assert own([0.0, 0.4]).tolist() == [0.0, 0.4]
    assert own.indicator == pytest.approx(0.4)


@pytest.mark.oracle
@pytest.mark.parametrize("kind", ["random", "front", "ascending", "descending", "improving"])
def test_many_points(kind):
    rng = np.random.default_rng(1)
    n = 30_000
    t = np.sort(rng.random(n))
    if kind == "descending":
        t = t[::-1]
    if kind in {"front", "improving"}:
        rng.shuffle(t)
    points = np.column_stack([t, (1 - np.sqrt(t)) ** 2])
    if kind == "random":
        points = rng.random((n, 2)) * 1.2
    if kind == "improving":  # waves of points that remove those before them
        points *= (2 - np.arange(n) / n)[:, None]
    archive = Archive([0, 0], [1, 1])
    added = archive.add(points)
    kept = points[moocore.is_nondominated(points)]
    assert added.sum() >= len(kept)
    assert len(archive) == len(kept)
    assert np.array_equal(np.sort(archive.objectives, axis=0), np.sort(kept, axis=0))
    expected = moocore.hypervolume(points, ref=[1, 1])
    assert archive.hypervolume == pytest.approx(expected, abs=1e-12)
    assert archive.indicator == 1 - archive.hypervolume


@pytest.mark.parametrize("order", ["random", "ascending", "descending"])
def test_memory_of_a_point(order):
    n = 200_000
    t = np.random.default_rng(2).random(n)
    if order != "random":
        t = np.sort(t)[:: 1 if order == "ascending" else -1]
    archive = Archive([0, 0], [1, 1])
    archive.add(np.column_stack([t, 1 - t]))
    assert len(archive) == n
    assert archive.nbytes / n <= 64


def test_memory_is_given_back_to_new_points():
    rng = np.random.default_rng(3)
    archive = Archive([0, 0], [1, 1])
    for wave in range(20):
        t = rng.random(20_000)
        archive.add(np.column_stack([t, 1 - t]) * (1 - wave / 40))
    assert archive.nbytes / 20_000 <= 64


@pytest.mark.oracle
@pytest.mark.parametrize("m", [3, 4, 5])
def test_more_objectives(m):
    rng = np.random.default_rng(m)
    points = rng.random((150, m)) ** 0.5 * 1.3
    points[:5] = points[5:10]  # equal ones
    archive = Archive(np.zeros(m), np.ones(m))
    archive.add(points)
    kept = moocore.is_nondominated(points)
    assert len(archive) == kept.sum()
    assert archive.hypervolume == pytest.approx(
        moocore.hypervolume(points, ref=np.ones(m)), abs=1e-12
    )
    assert archive.objectives.shape == (len(archive), m)


@pytest.mark.oracle
@pytest.mark.parametrize(("m", "n"), [(3, 4000), (4, 400), (6, 60)])
def test_large_fronts(m, n):
    """Points on a sphere, none of which dominates another."""
    points = np.abs(np.random.default_rng(1).normal(size=(n, m)))
    points = 1 - 0.99 * points / np.linalg.norm(points, axis=1, keepdims=True)
    archive = Archive(np.zeros(m), np.ones(m))
    archive.add(points)
    assert len(archive) == n
    expected = moocore.hypervolume(points, ref=np.ones(m))
    assert archive.hypervolume == pytest.approx(expected, abs=1e-12)


@pytest.mark.oracle
@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.integers(3, 4), st.data())
def test_hypervolume_of_tied_points(m, data):
    grid = st.integers(0, 4).map(lambda k: k / 4)
    points = data.draw(st.lists(st.lists(grid, min_size=m, max_size=m), min_size=1, max_size=15))
    archive = Archive(np.zeros(m), np.ones(m))
    archive.add(points)
    expected = moocore.hypervolume(np.array(points), ref=np.ones(m))
    assert archive.hypervolume == pytest.approx(expected, abs=1e-12)


def test_distance_before_the_region_is_reached():
    for m in (2, 3):
        archive = Archive([0] * m, [10] * m)
        assert archive.indicator == np.inf
        archive.add([40] * m)
        assert archive.indicator == pytest.approx(1 + 3 * np.sqrt(m))
        archive.add([20, *[5] * (m - 1)])
        assert archive.indicator == pytest.approx(2)
        archive.add([10] * m)  # the nadir itself
        assert archive.indicator == pytest.approx(1)
        archive.add([5] * m)
        assert archive.indicator == pytest.approx(1 - 0.5**m)


def test_without_a_region():
    archive = Archive(objectives=2)
    assert archive.add([[1, 2], [2, 1], [1, 2], [3, 3], [-5, 7]]).tolist() == [
        True,
        True,
        False,
        False,
        True,
    ]
    assert np.isnan(archive.hypervolume)
    assert np.isnan(archive.indicator)
    assert archive.ideal is None
    assert archive.nadir is None


def test_values_that_are_not_finite_stay_out():
    archive = Archive([0, 0], [1, 1])
    assert archive.add([[np.nan, 0], [np.inf, 0], [0.5, -np.inf]]).tolist() == [False] * 3
    assert len(archive) == 0
    assert archive.add([0.5, 0.5])
    assert archive.evaluations.tolist() == [4]


def test_copies():
    archive = Archive([0, 0], [1, 1], reference=0.9, extremes=True)
    archive.add(np.random.default_rng(1).random((1000, 2)))
    for other in (copy(archive), pickle.loads(pickle.dumps(archive))):
        assert other.indicator == pytest.approx(archive.indicator, abs=1e-15)
        assert other.reference == 0.9
        assert other.extremes
        assert np.array_equal(other.objectives, archive.objectives)
        assert np.array_equal(other.evaluations, archive.evaluations)
        other.add([1e-3, 1e-3])
        assert len(archive) > 1
    assert "points" in repr(archive)


def test_wrong_regions(said, refused):
    for arguments, options, *values in [
        (([0, 0], [1, 0]), {}),
        (([0, 0], [1, np.nan]), {}),
        (([0, 0], [1, 1, 1]), {}),
        (([0], [1]), {}, "2"),
        (([0, 0],), {}),
        ((), {"objectives": 1}, "2"),
        ((), {"objectives": -3}, "2"),
    ]:
        with refused(InvalidValueError, *values):
            Archive(*arguments, **options)
    assert refused.messages == said


def test_wrong_vectors(said, refused):
    with pytest.raises(InvalidValueError, match="shape"):
        Archive([0, 0], [1, 1]).add([1, 2, 3])
    with refused(InvalidTypeError):
        Archive([0, 0], [1, 1]).add(["a", "b"])
    assert refused.messages == said


@pytest.mark.parametrize("objectives", [3, 4, 5])
@pytest.mark.parametrize("digits", [1, 2, 8])
def test_more_objectives_keep_what_a_plain_search_keeps(objectives, digits):
    """In the order of arrival, with copies and many dominated points, through splits and gaps."""
    rng = np.random.default_rng([objectives, digits])
    points = rng.random((700, objectives)).round(digits) ** rng.choice([0.3, 1, 4], (700, 1))
    archive, kept = Archive([0] * objectives, [1] * objectives), []
    for number, point in enumerate(points):
        new = not any(np.all(other <= point) for other in kept)
        assert archive.add(point) == new
        if new:
            kept = [other for other in kept if not np.all(point <= other)] + [point]
        if number % 100 == 0:
            assert np.array_equal(archive.objectives, kept)
    assert np.array_equal(archive.objectives, kept)
