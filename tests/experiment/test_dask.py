"""A cluster of dask.distributed, with workers that are killed, late or unfit."""

import logging
import os
import signal
import sys
import threading
import time
from concurrent.futures import Future

import pytest
from tests.experiment import strange
from tests.peers import need_peer

import optimeter as om
from optimeter.cli import main
from optimeter.exceptions import ExperimentError

distributed = need_peer("distributed")

pytestmark = [
    pytest.mark.system,
    pytest.mark.filterwarnings("ignore"),  # of the cluster, about its own affairs
]


def steady(problem, start, rng):
    if problem.evaluations == 0:
        time.sleep(0.05)
    return strange.walk(problem, start, rng)


class Watch:
    """Does something whenever a run is over."""

    def __init__(self, action):
        self.begun = threading.Event()
        self.action = action

    def __enter__(self):
        return self

    def __exit__(self, *details):
        pass

    def start(self, *facts):
        self.begun.set()

    def advance(self, run, outcome):
        self.action()


@pytest.fixture
def client(tmp_path):
    # Results on their way from a dead worker are waited for; a test need not do that for long.
    dask = need_peer("dask")
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "2s"}),
        distributed.LocalCluster(
            n_workers=3,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            local_directory=str(tmp_path / "dask"),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.wait_for_workers(3)
        yield client


@pytest.mark.system
def test_a_killed_worker_costs_nothing(client, tmp_path, contents):
    suite = om.Suite("bbob", functions=[1, 8, 20], dimensions=[2, 5], instances=range(1, 9))
    om.run(steady, suite, budget=20, folder=tmp_path / "one", workers=2)
    victims = []

    def kill():
        if not victims:
            victims.append(next(iter(client.run(os.getpid).values())))
            os.kill(victims[0], signal.SIGKILL)

    result = om.run(
        steady, suite, budget=20, folder=tmp_path / "many", executor=client, progress=Watch(kill)
    )
    assert victims
    assert result.done == 48
    assert result.resumed == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "many")


@pytest.mark.system
def test_a_hanging_optimizer_on_the_cluster(client, tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=range(1, 6))
    optimizer = strange.only_some(strange.hangs_holding_the_interpreter)
    result = om.run(
        optimizer, suite, budget=20, folder=tmp_path / "x", executor=client, time_limit=0.5
    )
    assert (result.done, result.timed_out) == (4, 1)
    assert result.outcomes[1].evaluations == 5


def forget_the_package():
    """Be a worker on which this package is not installed."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "optimeter"]:
        del sys.modules[name]
    sys.modules["optimeter"] = None


@pytest.mark.system
def test_unfit_workers_are_errors_before_any_work(client, tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=range(1, 6))
    worker = next(iter(client.ncores()))
    client.run(forget_the_package, workers=[worker])
    with pytest.raises(ExperimentError, match=f"{worker}, ModuleNotFoundError: .*optimeter"):
        om.run(steady, suite, budget=20, folder=tmp_path / "x", executor=client)
    assert not list((tmp_path / "x/work").iterdir())


@pytest.mark.slow
def test_workers_with_threads_that_come_late(tmp_path, contents, caplog):
    """There is no worker at the beginning."""
    suite = om.Suite("bbob", functions=[1, 8, 20], dimensions=2, instances=range(1, 25))
    om.run(steady, suite, budget=20, folder=tmp_path / "one", workers=2)
    with (
        distributed.LocalCluster(
            n_workers=0,
            threads_per_worker=2,
            dashboard_address=None,
            local_directory=str(tmp_path / "dask"),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        watch = Watch(lambda: None)

        def grow():
            watch.begun.wait()
            cluster.scale(2)

        thread = threading.Thread(target=grow)
        thread.start()
        with caplog.at_level(logging.INFO, logger="optimeter"):
            result = om.run(
                steady, suite, budget=20, folder=tmp_path / "many", executor=client, progress=watch
            )
        thread.join()
    assert result.done == 72
    assert "waiting for workers" in caplog.text
    assert contents(tmp_path / "one") == contents(tmp_path / "many")


def test_a_wrong_address_is_one_line(tmp_path, capsys, monkeypatch, said):
    told = {}
    for address in ("tcp://127.0.0.1:9", "nowhere"):
        options = ["--budget", "1", "-o", str(tmp_path / "x"), "--dask", address]
        monkeypatch.setattr("optimeter.cli.run._CONNECT_SECONDS", 1)
        assert main(["run", "random-search", *options]) == 2
        error = capsys.readouterr().err.strip()
        assert repr(address) in error
        assert "\n" not in error
        told[address] = error.partition(repr(address))[0]  # the rest is dask's
    assert told == said
    assert not (tmp_path / "x").exists()


class Cluster:
    """A client of two workers, one of which is unfit from some time on."""

    class scheduler:
        address = "tcp://scheduler"

    def __init__(self, unfit):
        self.unfit = unfit
        self.threads = {"tcp://a": 1, "tcp://b": 2}

    def get_executor(self, *, pure):
        return self

    def ncores(self):
        return self.threads

    def run(self, function, *arguments, on_error):
        return dict.fromkeys(self.threads, "")

    def submit(self, function, work):
        future = Future()
        future.set_result(f"{self.unfit.pop()}, not seen here" if self.unfit else function(work))
        return future


@pytest.mark.system
def test_a_late_worker_that_is_unfit_is_left_out(tmp_path, caplog, said, refused):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=range(1, 6))
    options = {"budget": 20, "folder": tmp_path / "x"}
    with refused(ExperimentError, "tcp://a, not seen here", "tcp://b, not seen here"):
        om.run(steady, suite, executor=Cluster(["tcp://b", "tcp://a"]), **options)
    client = Cluster(["tcp://b", "tcp://b"])
    assert om.run(steady, suite, executor=client, **options).done == 5
    told = [line for line in caplog.messages if "tcp://b, not seen here" in line]
    assert refused.messages | {"log": told} == said
