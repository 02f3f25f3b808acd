"""Random search on a GPU: its points, its files, and a big experiment where a GPU is."""

import time

import numpy as np
import pytest

import optimeter as om
from optimeter import _core
from optimeter.exceptions import DeviceError, DeviceMemoryError, InvalidValueError
from optimeter.experiment import find_optimizer
from optimeter.experiment.optimizers.device_search import RandomSearch
from optimeter.problems.gpu import DeviceArray
from optimeter.problems.gpu.evaluate import common_program

pytestmark = pytest.mark.system

MASK = 2**64 - 1


def mixed(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def uniform(key, counter):
    return ((mixed((key + counter * 0x9E3779B97F4A7C15) & MASK) >> 11) + 0.5) * 2.0**-53


def test_points_are_those_of_the_stream_however_they_are_drawn(fake):
    key, d = 12345678901234567890, 3
    bounds = [-5.0, 10.0, 5.0] * 2 + [0.0, 4.0, 3.0]
    drawn = []
    for sizes in ((7, 5), (12,)):
        stream = _core.DeviceUniform(0, common_program(0), bounds, 0, key)
        parts = []
        for n in sizes:
            x = DeviceArray((n, d))
            stream.fill(x.memory.address, n, 1)
            parts.append(x.to_host())
        drawn.append(np.concatenate(parts))
    assert (drawn[0] == drawn[1]).all()
    expected = np.array([uniform(key, i + 1) for i in range(36)]).reshape(12, 3)
    expected = np.minimum(expected * [10.0, 10.0, 4.0] + [-5.0, -5.0, 0.0], [5.0, 5.0, 3.0])
    assert (drawn[0] == expected).all()


def test_an_experiment(fake, tmp_path):
    suite = om.Suite("bbob-mixint", functions=[1, 2], dimensions=[5], instances=[1])
    result = om.run("random-search:cuda", suite, budget=1000, folder=tmp_path / "x", progress=False)
    assert (result.done, result.evaluations) == (2, 2 * 5000)


def test_integers_are_drawn_as_such(fake):
    problem = om.problem("bbob-mixint", function=1, dimension=5)
    seen = []

    class Watched:
        """Notes the points before they are evaluated."""

        def __getattr__(self, name):
            return getattr(problem, name)

        def __call__(self, x):
            seen.append(x.to_host())
            problem._limit(2000)
            return problem(x)

    with pytest.raises(om.Stop):
        RandomSearch()(Watched(), None, np.random.default_rng(1))
    x = np.concatenate(seen)
    k = problem.number_of_integer_variables
    assert (x[:, :k] == np.floor(x[:, :k])).all()
    assert (x >= problem.lower_bounds).all()
    assert (x <= problem.upper_bounds).all()
    assert len(np.unique(x[:, 3])) == problem.upper_bounds[3] + 1


def test_names():
    assert find_optimizer("random-search:cuda") == RandomSearch()
    assert RandomSearch("cuda:3").ordinal == 3
    for wrong in ("cpu", "cuda:x", "gpu"):
        with pytest.raises(InvalidValueError, match="'cuda'"):
            RandomSearch(wrong)


@pytest.mark.gpu
def test_a_thousand_million_recorded_evaluations(tmp_path):
    try:
        if _core.device_facts(0)[0] == "fake":
            pytest.skip("there is no GPU")
    except DeviceError as error:
        pytest.skip(f"there is no GPU: {error}")
    suite = om.Suite("bbob", dimensions=[20], instances=[1])
    start = time.perf_counter()
    result = om.run(
        "random-search:cuda", suite, budget=1e9 / 24 / 20, folder=tmp_path / "x", progress=False
    )
    seconds = time.perf_counter() - start
    assert result.done == 24
    assert result.evaluations > 0.9999e9
    print(f"{result.evaluations:.4g} recorded evaluations in {seconds:.1f} s")  # noqa: T201


@pytest.mark.parametrize("extra", [40_000, 150_000], ids=["points", "values"])
def test_batches_that_do_not_fit_are_halved(fake, tmp_path, monkeypatch, extra):
    """As on a GPU that others use; the data are those of one with memory enough."""
    suite = om.Suite("bbob", functions=[1, 10], dimensions=[5], instances=[1])
    options = {"budget": 6000, "progress": False}
    om.run("random-search:cuda", suite, folder=tmp_path / "whole", **options)
    monkeypatch.setenv("FAKE_CUDA_MEMORY", str(fake.bytes() + extra))
    result = om.run("random-search:cuda", suite, folder=tmp_path / "parts", **options)
    assert result.done == 2
    assert all("halved" in one.message for one in result.outcomes)
    recorded = [*(tmp_path / "whole").rglob("*.*dat")]
    assert recorded
    for path in recorded:
        twin = tmp_path / "parts" / path.relative_to(tmp_path / "whole")
        assert path.read_bytes() == twin.read_bytes()


def test_a_batch_that_lacks_memory_within_the_engine_counts_once(fake, monkeypatch):
    problem = om.problem("bbob", function=1, dimension=5)
    problem._limit(10**9, at_target=True)
    points = DeviceArray.from_host(np.full((4096, 5), 0.25))
    expected = problem(points).to_host()
    plain, calls = _core.device_evaluate, []

    def full(problem, ordinal, x, count, y, g, stream):
        calls.append(count)
        if count > 1024:
            raise DeviceMemoryError
        plain(problem, ordinal, x, count, y, g, stream)

    monkeypatch.setattr(_core, "device_evaluate", full)
    assert (problem(points).to_host() == expected).all()
    assert problem.evaluations == 2 * 4096
    assert calls == [4096, 2048, 1024, 1024, 2048, 1024, 1024]


def test_no_room_for_a_single_point_is_an_error(fake, monkeypatch):
    problem = om.problem("bbob", function=1, dimension=5)
    problem(DeviceArray.from_host(np.zeros((1, 5))))
    monkeypatch.setenv("FAKE_CUDA_MEMORY", "0")
    with pytest.raises(DeviceMemoryError):
        RandomSearch()(problem, problem.initial_solution, np.random.Generator(np.random.PCG64(1)))
