"""What is counted, limited and recorded on a GPU is what is on the processor."""

import os
import pickle
import re
import subprocess
import sys
import threading

import numpy as np
import pytest

import optimeter as om
from optimeter import _core
from optimeter.exceptions import DeviceError, InvalidTypeError, InvalidValueError
from optimeter.problems.gpu import DeviceArray, prepare
from tests.problems.gpu.test_bits import same_bits

pytestmark = pytest.mark.system


def pair(suite="bbob", function=8, dimension=5, **selection):
    problem = om.problem(suite, function=function, dimension=dimension, **selection)
    return problem, problem.__copy__()


def points(n, d, seed=1, width=5.0):
    return np.random.default_rng(seed).uniform(-width, width, (n, d))


def state(problem):
    return (
        problem.evaluations,
        problem.evaluations_constraints,
        problem.best_value,
        problem.final_target_hit,
    )


def test_nothing_waits_until_a_number_is_asked_for(fake):
    here, there = pair()
    prepare(there)
    x = points(3000, 5)
    x[7, 2] = np.nan
    on_device = DeviceArray.from_host(x)
    waits = fake.calls("wait")
    for _ in range(3):
        there(on_device)
    assert fake.calls("wait") == waits
    for _ in range(3):
        here(x)
    assert state(there) == state(here)
    assert there.evaluations == 3 * 2999
    assert fake.calls("wait") > waits


def test_a_single_point_has_no_dimension(fake):
    here, there = pair()
    x = points(1, 5)[0]
    y = there(DeviceArray.from_host(x))
    assert y.shape == ()
    assert y.to_host() == here(x)
    assert there(DeviceArray.from_host(np.empty((0, 5)))).shape == (0,)
    assert there.evaluations == 1


def test_the_budget_ends_within_a_batch(fake, said, refused):
    here, there = pair()
    x = points(5000, 5)
    x[100:110, 0] = np.inf  # they do not count
    on_device = DeviceArray.from_host(x)
    for problem, batch in ((here, x), (there, on_device)):
        problem._limit(7000)
        problem(batch)
        with refused(om.Stop, "7000"):
            problem(batch)
        with pytest.raises(om.Stop):
            problem(batch)
        assert problem._refused == 2
    assert state(here) == state(there)
    assert there.evaluations == 7000
    assert refused.messages == said


def test_the_run_ends_at_the_target(fake, said, refused):
    here, there = pair(function=1)
    x = points(4000, 5)
    x[3210] = here.__copy__().reveal().x_opt
    for problem, batch in ((here, x), (there, DeviceArray.from_host(x))):
        problem._limit(None, at_target=True)
        with refused(om.Stop):
            problem(batch)
    assert state(here) == state(there)
    assert there.evaluations == 3211
    assert refused.messages == said


def files(folder):
    return {
        path.relative_to(folder): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".info", ".dat", ".tdat", ".mdat", ".rdat", ".adat"}
    }


RECORDED = [
    ("bbob", 8, 5),
    ("bbob", 21, 3),
    ("bbob-boxed", 1, 2),
    ("bbob-mixint", 3, 5),
    ("bbob-noisy", 101, 2),
    ("bbob-noisy", 123, 3),
    ("bbob-constrained", 9, 3),
    ("bbob-biobj", 20, 2),
]


@pytest.mark.parametrize(("suite", "function", "dimension"), RECORDED)
def test_recorded_files_are_those_of_the_processor(fake, tmp_path, suite, function, dimension):
    batches = [points(n, dimension, seed=n) for n in (1, 700, 3000, 2500, 17)]
    batches[2][1100:1103, 0] = np.nan
    batches[3] *= 1e-3
    written = []
    for place in ("here", "there"):
        problem = om.problem(suite, function=function, dimension=dimension)
        with om.Observer(tmp_path / place, algorithm="A") as observer:
            observer.observe(problem)
            for i, batch in enumerate(batches):
                x = DeviceArray.from_host(batch) if place == "there" else batch
                if i == 3:
                    problem.signal_restart()
                if suite == "bbob-constrained" and i % 2:
                    problem.evaluate_all(x)
                else:
                    problem(x)
                if suite == "bbob-constrained":
                    problem.constraint(x)
            problem.recommend(
                DeviceArray.from_host(batches[0][0]) if place == "there" else batches[0][0]
            )
        written.append((files(tmp_path / place), state(problem)))
    assert written[0][1] == written[1][1]
    assert written[0][0] == written[1][0]
    assert len(written[0][0]) >= 2


def test_only_what_the_recorder_needs_comes_to_the_host(fake, tmp_path):
    n, d = 200_000, 5
    x = DeviceArray.from_host(points(n, d))
    problem = om.problem("bbob", function=1, dimension=d)
    with om.Observer(tmp_path / "there") as observer:
        observer.observe(problem)
        problem(x)
        before = fake.calls("bytes to host")
        problem(x)  # nothing new
        fetched = fake.calls("bytes to host") - before
    assert fetched < 8 * n * d / 50


def test_ioh_files(fake, tmp_path):
    written = []
    for place in ("here", "there"):
        problem = om.problem("bbob", function=3, dimension=3)
        with om.Observer(
            tmp_path / place,
            algorithm="A",
            format="ioh",
            triggers=[om.record.Each(100), om.record.OnImprovement()],
        ) as observer:
            observer.observe(problem)
            for n in (10, 2500):
                batch = points(n, 3, seed=n)
                problem(DeviceArray.from_host(batch) if place == "there" else batch)
        written.append({path.name: path.read_bytes() for path in (tmp_path / place).rglob("*.dat")})
    assert written[0] == written[1]
    assert any(written[0].values())


def test_copies_share_tables_which_go_with_the_last(fake):
    problem = om.problem("bbob", function=10, dimension=5, instance=77)
    start = fake.bytes()
    prepare(problem)
    taken = fake.bytes() - start
    assert taken == _core.device_memory(problem, 0) > 0
    other = problem.__copy__()
    x = DeviceArray.from_host(points(10, 5))
    both = [problem(x).to_host(), other(x).to_host()]
    assert same_bits(*both)
    del x, problem
    assert fake.bytes() - start >= taken
    assert other.evaluations == 10
    del other
    assert fake.bytes() == start


def test_problems_pickle_with_what_they_counted(fake):
    here, there = pair()
    x = points(50, 5)
    here(x)
    there(DeviceArray.from_host(x))
    assert state(pickle.loads(pickle.dumps(there))) == state(here)


def test_points_of_the_processor_and_of_the_gpu_mix(fake):
    here, there = pair()
    x = points(600, 5)
    there(DeviceArray.from_host(x[:300]))
    there(x[300:])
    here(x)
    assert state(here) == state(there)


def test_threads_and_devices(fake):
    here, there = pair(function=2)
    x = points(2000, 5)
    arrays = [DeviceArray.from_host(x, ordinal=i % 2) for i in range(4)]
    results = [None] * 4

    def work(i):
        results[i] = there(arrays[i]).to_host()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for _ in range(4):
        expected = here(x)
    assert all(same_bits(expected, result) for result in results)
    assert state(here) == state(there)


class ByInterface:
    """An array that speaks __cuda_array_interface__ only."""

    def __init__(self, array, **changes):
        self.array = array
        self.__cuda_array_interface__ = array.__cuda_array_interface__ | changes


class ByDlpack:
    """An array that speaks DLPack only."""

    def __init__(self, array):
        self.array = array
        self.shape = array.shape

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__(stream=stream)


@pytest.mark.parametrize("kind", [ByInterface, ByDlpack])
def test_arrays_of_any_library(fake, kind):
    here, there = pair()
    x = points(40, 5)
    result = there(kind(DeviceArray.from_host(x)))
    assert isinstance(result, DeviceArray)
    assert same_bits(result.to_host(), here(x))


def test_wrong_arrays_are_refused(fake, said, refused):
    problem, _ = pair()
    array = DeviceArray.from_host(points(40, 5))
    with refused(InvalidTypeError, "float64"):
        problem(ByInterface(array, typestr="<f4"))
    with refused(InvalidValueError):
        problem(ByInterface(array, strides=(8, 320)))
    with refused(InvalidValueError, "5", "40", "4"):
        problem(DeviceArray.from_host(points(40, 4)))
    with refused(InvalidValueError):
        problem.constraint(array)
    mine = om.Problem.from_callable(lambda x: float(x @ x), [-1] * 5, [1] * 5)
    with refused(DeviceError):
        mine(array)
    assert problem.evaluations == 0
    assert refused.messages == said


def test_compiled_kernels_are_kept_on_disk(fake):
    prepare(om.problem("bbob", function=16, dimension=3))
    count = fake.calls("compile")
    prepare(om.problem("bbob", function=16, dimension=3, instance=2))
    assert fake.calls("compile") == count


def run(code, variables):
    return subprocess.run(
        [sys.executable, "-c", "import numpy as np, optimeter as om\n" + code],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


ONE = """
from optimeter.problems.gpu import DeviceArray, prepare
problem = om.problem("bbob", function=1, dimension=2)
"""


def test_a_machine_without_a_gpu_says_so(fake_library):
    _, variables = fake_library
    nowhere = {"OPTIMETER_CUDA_DRIVER": "/nowhere/libcuda.so.1"}
    done = run(ONE + "prepare(problem)", {**variables, **nowhere})
    assert re.search(r"DeviceError: .*/nowhere/libcuda\.so\.1.* cannot be loaded", done.stderr)
    done = run(ONE + "prepare(problem)", {**variables, "FAKE_CUDA_ABSENT": "1"})
    assert re.search("DeviceError: .*no CUDA-capable device", done.stderr)
    done = run(ONE + "prepare(problem, 2)", variables)
    assert re.search("DeviceError: .*GPU 2; accepted: 0 to 1", done.stderr)


def test_an_old_gpu_and_a_missing_compiler_are_told(fake_library):
    _, variables = fake_library
    done = run(ONE + "prepare(problem)", {**variables, "FAKE_CUDA_ARCHITECTURE": "61"})
    assert re.search(r"DeviceError: .*6\.1; 7\.5", done.stderr)
    done = run(ONE + "prepare(problem)", {**variables, "OPTIMETER_NVRTC": "/nowhere/nvrtc.so"})
    assert "MissingPackageError" in done.stderr
    assert "pip install 'optimeter[gpu]'" in done.stderr


def test_the_import_stays_light():
    done = run("import sys; print([m for m in sys.modules if 'gpu' in m or 'ctypes' in m])", {})
    assert "optimeter.problems.gpu" not in done.stdout
