"""Executors: whatever their workers are, the promises hold, and each worker is fit for the work."""

import json
import os
import pickle
import platform
import random
import re
import signal
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tests.experiment import strange
from tests.peers import need_peer

import optimeter as om
from optimeter.exceptions import ExperimentError
from optimeter.experiment import Status, payload, processes, station
from optimeter.experiment.executors import DaskBackend
from optimeter.experiment.payload import Payload
from optimeter.experiment.plan import make_plan
from optimeter.experiment.worker import Experiment
from optimeter.record import PROVENANCE_FILE, CocoOptions

pytestmark = pytest.mark.system


def uses_global_generators(problem, start, rng):
    """As many published optimizers do; the nap lets another thread go on."""
    while True:
        time.sleep(1e-4)
        problem([random.uniform(-5, 5) for _ in start])


def leaves_on_the_second(problem, start, rng):
    problem(start)
    if problem.instance == 2:
        os._exit(1)
    strange.walk(problem, start, rng)


def the_session(folder):
    return json.loads((folder / PROVENANCE_FILE).read_text())["sessions"][-1]


def test_threads_do_not_share_generators(tmp_path, contents):
    suite = om.Suite("bbob", functions=[1, 8], dimensions=2, instances=[1, 2, 3])
    om.run(uses_global_generators, suite, budget=50, folder=tmp_path / "one")
    with ThreadPoolExecutor(4) as executor:
        om.run(
            uses_global_generators, suite, budget=50, folder=tmp_path / "many", executor=executor
        )
    assert contents(tmp_path / "one") == contents(tmp_path / "many")


def pools():
    loky = need_peer("loky")
    return {"processes": ProcessPoolExecutor, "loky": loky.ProcessPoolExecutor}


@pytest.mark.filterwarnings("ignore::UserWarning:loky")
@pytest.mark.parametrize("pool", ["processes", "loky"])
def test_a_run_that_ends_its_process_costs_only_itself(tmp_path, contents, pool):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=range(1, 6))
    options = {"budget": 50, "seed": 3}
    om.run(leaves_on_the_second, suite, folder=tmp_path / "plain", workers=2, **options)
    with pools()[pool](2) as executor:
        result = om.run(
            leaves_on_the_second, suite, folder=tmp_path / "x", executor=executor, **options
        )
        again = om.run(
            leaves_on_the_second, suite, folder=tmp_path / "x", executor=executor, **options
        )
    assert (result.done, result.failed) == (4, 1)
    assert result.outcomes[1].message == "its worker process died 3 times"
    assert again.resumed == 5
    assert contents(tmp_path / "plain") == contents(tmp_path / "x")


def test_a_pool_whose_process_is_killed_is_an_error_that_keeps_what_is_done(
    tmp_path, monkeypatch, said, refused
):
    monkeypatch.setenv("KILLED", str(tmp_path / "killed"))
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=range(1, 6))
    options = {"budget": 50, "folder": tmp_path / "x"}
    with (
        ProcessPoolExecutor(1) as executor,
        refused(ExperimentError, upto="BrokenProcessPool"),
    ):
        om.run(kills_the_pool, suite, executor=executor, **options)
    with ProcessPoolExecutor(1) as executor:
        result = om.run(kills_the_pool, suite, executor=executor, **options)
    assert result.done == 5
    assert refused.messages == said


def kills_the_pool(problem, start, rng):
    """Kill, once, the process that the pool knows."""
    mark = Path(os.environ["KILLED"])
    problem(start)
    if problem.instance == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(60)
    strange.walk(problem, start, rng)


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_hanging_runs_are_ended(tmp_path, kind):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2, 3])
    optimizer = strange.only_some(strange.hangs_holding_the_interpreter)
    with kind(2) as executor:
        result = om.run(
            optimizer, suite, budget=50, folder=tmp_path / "x", executor=executor, time_limit=0.3
        )
    assert (result.done, result.timed_out) == (2, 1)
    assert result.outcomes[1].status == Status.TIMEOUT
    assert result.outcomes[1].evaluations == 5


class Heavy:
    """An optimizer that weighs some megabytes."""

    name = "heavy"

    def __init__(self):
        self.table = os.urandom(1 << 21)

    def __call__(self, problem, start, rng):
        assert len(self.table) == 1 << 21
        strange.walk(problem, start, rng)


class Scale(Executor):
    """A pool that weighs what it sends."""

    def __init__(self, pool):
        self.pool = pool
        self._max_workers = 2
        self.weights = []

    def submit(self, function, /, *arguments):
        self.weights.append(len(pickle.dumps((function, arguments))))
        return self.pool.submit(function, *arguments)


def test_the_experiment_travels_once_and_each_worker_has_one_folder(tmp_path):
    suite = om.Suite("bbob", functions=[1, 2, 3], dimensions=2, instances=range(1, 16))
    with ProcessPoolExecutor(2) as pool:
        scale = Scale(pool)
        om.run(Heavy(), suite, budget=50, folder=tmp_path / "x", executor=scale)
    assert len(scale.weights) > 2
    assert max(scale.weights) < 10_000
    workers = the_session(tmp_path / "x")["worker_processes"]
    assert 1 <= len({worker["process"] for worker in workers}) == len(workers) <= 2
    assert {worker["host"] for worker in workers} == {
        the_session(tmp_path / "x")["machine"]["host"]
    }


def pretend_to_be_old():
    om.__version__ = "0.0.1"


def test_workers_with_another_version_are_refused(tmp_path, suite, said, refused):
    with (
        ProcessPoolExecutor(1, initializer=pretend_to_be_old) as executor,
        refused(ExperimentError, om.__version__, "0.0.1"),
    ):
        om.run(strange.walk, suite, budget=50, folder=tmp_path / "x", executor=executor)
    assert om.run(strange.walk, suite, budget=50, folder=tmp_path / "x").resumed == 0
    ((_, told),) = refused.messages.items()
    told = told.replace(om.__version__, "VERSION").replace(platform.node(), "HOST")
    assert re.sub(r"\d{2,}", "PROCESS", told) == said


@pytest.fixture
def written(tmp_path, suite):
    (tmp_path / "x").mkdir()
    experiment = Experiment(
        tmp_path / "x", strange.walk, suite, CocoOptions(algorithm="x"), 1, True, None, 30.0
    )
    return Payload.write(experiment)


def test_a_worker_that_does_not_see_the_folder(written, monkeypatch, said, refused):
    monkeypatch.setattr(payload, "_PATIENCE", 0.0)
    assert not written.unfit()
    elsewhere = replace(written, path=written.path.with_name("payload-0"))
    assert str(elsewhere.path) in elsewhere.unfit()
    written.path.write_bytes(b"something else")
    with refused(ExperimentError, upto=platform.node()):
        written.load()
    assert refused.messages == said


def test_a_worker_with_other_software(written, said, refused):
    other = replace(
        written,
        source="0" * 16,
        software=(*dict(written.software, numpy="0.1", nothing="2.0").items(),),
    )
    assert "0.1" in other.unfit()
    assert "2.0" in other.unfit()
    with refused(ExperimentError, upto=platform.node()):
        other.load()
    assert refused.messages == said


def test_runs_that_nobody_waits_for_are_given_up(written, suite, tmp_path, monkeypatch):
    """The client was interrupted, or a later session has begun."""
    run = make_plan(suite, 50, 1)[0]
    endless = Payload.write(replace(written.load(), optimizer=strange.spins_and_says_so))
    assert not written.wanted()
    answers = []

    def work():
        with pytest.raises(ExperimentError) as raised:
            station.perform_task(endless, [run], os.open(os.devnull, os.O_RDONLY))
        answers.append(raised.value)

    thread = threading.Thread(target=work)
    monkeypatch.setenv("OPTIMETER_TEST_MARK", str(tmp_path / "begun"))
    thread.start()
    while thread.is_alive() and not (tmp_path / "begun").exists():
        time.sleep(0.01)
    endless.withdraw()
    thread.join(timeout=20)
    assert len(answers) == 1


class Cancelling(Executor):
    """Cancels every task."""

    def submit(self, function, /, *arguments):
        future = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


def test_tasks_that_are_always_cancelled_are_an_error(tmp_path, suite, said, refused):
    with refused(ExperimentError, "executor"):
        om.run(strange.walk, suite, budget=50, folder=tmp_path / "x", executor=Cancelling())
    assert refused.messages == said


def test_spawned_stations_of_threads(tmp_path, suite, contents, monkeypatch):
    """As on systems other than Linux; what cannot be pickled by name is sent by value."""
    om.run(strange.only_some(strange.walk), suite, folder=tmp_path / "one", budget=50)
    monkeypatch.setattr(processes, "START_METHOD", "spawn")
    with ThreadPoolExecutor(2) as executor:
        optimizer = strange.only_some(strange.walk)
        om.run(optimizer, suite, folder=tmp_path / "many", budget=50, executor=executor)
    assert contents(tmp_path / "one") == contents(tmp_path / "many")


def test_an_asynchronous_client_is_refused(tmp_path, suite, said, refused):
    class Client:
        asynchronous = True

        def get_executor(self):
            raise AssertionError

    with refused(om.exceptions.InvalidTypeError):
        om.run(strange.walk, suite, budget=50, folder=tmp_path / "x", executor=Client())
    assert refused.messages == said


def test_a_scheduler_that_is_gone_is_one_sentence(monkeypatch):
    """Dask's client raises errors of its own, whose traceback fills a page."""

    class CommClosedError(IOError):
        pass

    class Client:
        def ncores(self):
            raise CommClosedError("connection lost")

    backend = DaskBackend.__new__(DaskBackend)
    backend._client, backend._looked = Client(), -1e9
    with pytest.raises(ExperimentError, match="answer any more.*connection lost") as caught:
        _ = backend.capacity
    assert caught.value.__suppress_context__
