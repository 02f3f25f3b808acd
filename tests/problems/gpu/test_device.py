"""On a real GPU: bits, counters, streams, recorder, errors. ``make test-gpu`` runs it where one is."""

import importlib
import threading

import numpy as np
import pytest

import optimeter as om
from optimeter import _core
from optimeter.exceptions import DeviceError, InvalidTypeError, InvalidValueError
from optimeter.problems.gpu import DeviceArray, prepare
from tests.problems.gpu.test_bits import points, same_bits
from tests.problems.gpu.test_counting import RECORDED, files, state

pytestmark = pytest.mark.gpu

_RANDOM = 1_000_000
"""Random points of every function, besides the chosen ones."""


@pytest.fixture(scope="module", autouse=True)
def gpu():
    try:
        name = _core.device_facts(0)[0]
    except DeviceError as error:
        pytest.skip(f"there is no GPU: {error}")
    if name == "fake":
        pytest.skip("there is no GPU: the driver is a fake")
    _core.set_threads(0)


def library(name):
    return pytest.importorskip(name)  # noqa: TID251 - no extra names them


def arrays():
    """How a library takes an array of numpy to the GPU, and back."""

    def torch(x):
        module = importlib.import_module("torch")
        return module.from_numpy(x).cuda()

    def cupy(x):
        return importlib.import_module("cupy").asarray(x)

    def jax(x):
        module = importlib.import_module("jax")
        module.config.update("jax_enable_x64", True)
        return module.device_put(x, module.devices("gpu")[0])

    return {"torch": torch, "cupy": cupy, "jax": jax}


def back(y):
    if isinstance(y, DeviceArray):
        return y.to_host()
    kind = type(y).__module__.partition(".")[0]
    return y.cpu().numpy() if kind == "torch" else y.get() if kind == "cupy" else np.asarray(y)


def compare(problem, count):
    rng = np.random.default_rng(problem.function)
    x = np.concatenate([points(problem), rng.uniform(-6, 6, (count, problem.dimension))])
    here, there = problem.__copy__(), problem.__copy__()
    on_device = DeviceArray.from_host(x)
    assert same_bits(here(x), there(on_device).to_host()), problem.id
    assert state(here) == state(there)
    if problem.number_of_constraints:
        assert same_bits(here.constraint(x), there.constraint(on_device).to_host())


@pytest.mark.parametrize("dimension", [2, 5, 10, 20, 40])
@pytest.mark.parametrize("function", range(1, 25))
def test_bits_of_bbob(function, dimension):
    compare(om.problem("bbob", function=function, dimension=dimension, instance=2), _RANDOM)


SUITES = [
    ("bbob-boxed", range(1, 25), 5),
    ("bbob-largescale", range(1, 25), 80),
    ("bbob-largescale", [7, 15, 21], 320),
    ("bbob-mixint", range(1, 25), 10),
    ("bbob-mixint", [3, 17], 80),
    ("bbob-biobj", range(1, 56), 5),
    ("bbob-biobj-ext", range(56, 93), 3),
    ("bbob-biobj-mixint", range(1, 93, 4), 5),
    ("bbob-constrained", range(1, 55), 10),
    ("bbob-noisy", range(101, 131), 5),
]


@pytest.mark.parametrize(("suite", "functions", "dimension"), SUITES)
def test_bits_of_further_suites(suite, functions, dimension):
    for function in functions:
        compare(om.problem(suite, function=function, dimension=dimension, instance=3), _RANDOM)


@pytest.mark.parametrize("name", ["torch", "cupy", "jax"])
def test_arrays_of_a_library_come_back_as_such(name):
    library(name)
    here = om.problem("bbob", function=15, dimension=10)
    there = here.__copy__()
    x = np.random.default_rng(1).uniform(-5, 5, (10_000, 10))
    given = arrays()[name](x)
    y = there(given)
    assert type(y) is type(given)
    assert same_bits(back(y), here(x))
    one = there(given[3])
    assert one.shape == ()
    assert float(back(one)) == here(x[3])
    assert there.evaluations == 10_001


def test_float32_and_other_orders_are_refused():
    torch = library("torch")
    problem = om.problem("bbob", function=1, dimension=4)
    with pytest.raises(InvalidTypeError, match="float64"):
        problem(torch.zeros(3, 4, device="cuda"))
    with pytest.raises(InvalidValueError, match="C order"):
        problem(torch.zeros(4, 3, device="cuda", dtype=torch.float64).T)
    assert problem.evaluations == 0


def test_work_is_done_on_the_current_stream():
    torch = library("torch")
    problem = om.problem("bbob", function=10, dimension=40)
    prepare(problem)
    expected = om.problem("bbob", function=10, dimension=40)(np.full((4, 40), 1.5))
    stream = torch.cuda.Stream()
    for _ in range(20):
        with torch.cuda.stream(stream):
            x = torch.zeros(1_000_000, 40, device="cuda", dtype=torch.float64)
            torch.cuda._sleep(20_000_000)  # the points are there only after some milliseconds
            x += 1.5
            y = problem(x)
        stream.synchronize()
        assert same_bits(y[-4:].cpu().numpy(), expected)


def test_a_call_does_not_wait():
    """Calls come back while the device is busy with what it was given before."""
    torch = library("torch")
    problem = om.problem("bbob", function=1, dimension=10)
    x = torch.zeros(1, 10, device="cuda", dtype=torch.float64)
    problem(x)
    torch.cuda.synchronize()
    before = torch.cuda.Event()
    torch.cuda._sleep(5_000_000_000)  # some seconds
    before.record()
    for _ in range(100):
        problem(x)
    assert not before.query()
    torch.cuda.synchronize()
    assert problem.evaluations == 101


def test_threads_and_streams():
    torch = library("torch")
    problem = om.problem("bbob", function=17, dimension=20)
    x = np.random.default_rng(3).uniform(-5, 5, (100_000, 20))
    expected = problem.__copy__()(x)
    given = torch.from_numpy(x).cuda()
    torch.cuda.synchronize()
    wrong = []

    def work():
        with torch.cuda.stream(torch.cuda.Stream()):
            wrong.extend(not same_bits(problem(given).cpu().numpy(), expected) for _ in range(20))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [False] * 80
    assert problem.evaluations == 80 * 100_000


@pytest.mark.parametrize(("suite", "function", "dimension"), RECORDED)
def test_recorded_files_are_those_of_the_processor(tmp_path, suite, function, dimension):
    batches = [
        np.random.default_rng(n).uniform(-5, 5, (n, dimension)) for n in (1, 900, 50_000, 3000)
    ]
    batches[2][1100:1103, 0] = np.nan
    written = []
    for place in ("here", "there"):
        problem = om.problem(suite, function=function, dimension=dimension)
        with om.Observer(tmp_path / place, algorithm="A") as observer:
            observer.observe(problem)
            for batch in batches:
                x = DeviceArray.from_host(batch) if place == "there" else batch
                problem(x)
                if suite == "bbob-constrained":
                    problem.constraint(x)
        written.append((files(tmp_path / place), state(problem)))
    assert written[0] == written[1]


def test_budget_and_target():
    torch = library("torch")
    here = om.problem("bbob", function=1, dimension=5)
    x = np.random.default_rng(1).uniform(-5, 5, (30_000, 5))
    x[20_000] = here.__copy__().reveal().x_opt
    given = torch.from_numpy(x).cuda()
    for at_target, expected in ((False, 25_000), (True, 20_001)):
        there = here.__copy__()
        there._limit(25_000, at_target=at_target)
        with pytest.raises(om.Stop):
            there(given)
        assert there.evaluations == expected
        assert there.final_target_hit


def test_tables_are_freed_with_the_problem():
    torch = library("torch")
    free = torch.cuda.mem_get_info()[0]
    for instance in range(1, 101):
        problem = om.problem("bbob-largescale", function=15, dimension=320, instance=instance)
        prepare(problem)
    del problem
    assert free - torch.cuda.mem_get_info()[0] < 64 << 20


def test_inside_jit_and_vmap():
    jax = library("jax")
    jax.config.update("jax_enable_x64", True)
    problem = om.problem("bbob", function=3, dimension=5)
    x = np.random.default_rng(1).uniform(-5, 5, (64, 5))
    expected = problem.__copy__()(x)
    f = problem.jax()
    there = jax.device_put(x, jax.devices("gpu")[0])
    values = jax.jit(jax.vmap(f))(there)
    assert values.devices() == there.devices()
    assert same_bits(np.asarray(values), expected)
    assert problem.evaluations == 64

    def step(x, _):
        return x * 0.5, f(x)

    _, rows = jax.jit(lambda x: jax.lax.scan(step, x, None, length=10))(there)
    scaled = x * 0.5 ** np.arange(10)[:, None, None]
    here = problem.__copy__()(scaled.reshape(-1, 5)).reshape(10, 64)
    assert same_bits(np.asarray(rows), here)
    assert problem.evaluations == 11 * 64
    values = jax.jit(lambda xs: jax.lax.scan(lambda c, x: (c, f(x)), 0.0, xs))(there)[1]
    assert same_bits(np.asarray(values), expected)
    assert problem.evaluations == 12 * 64
