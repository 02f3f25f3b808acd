"""A cluster of dask.distributed, with a worker that is killed."""

import os
import signal
import time

import pytest
from tests.experiment import strange

import optimeter as om

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.filterwarnings("ignore"),  # of the cluster, about its own affairs
]


def steady(problem, start, rng):
    if problem.evaluations == 0:
        time.sleep(0.05)
    return strange.walk(problem, start, rng)


@pytest.fixture
def client(tmp_path):
    # Results on their way from a dead worker are waited for; a test need not do that for long.
    dask = pytest.importorskip("dask")
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


def test_a_killed_worker_costs_nothing(client, tmp_path, snapshot):
    suite = om.Suite("bbob", functions=[1, 8, 20], dimensions=[2, 5], instances=range(1, 9))
    om.run(steady, suite, budget=20, folder=tmp_path / "one", workers=2)
    victims = []

    class Killer:
        """Kills a worker when the first runs are over."""

        def __enter__(self):
            return self

        def __exit__(self, *details):
            pass

        def start(self, *facts):
            pass

        def advance(self, run, outcome):
            if not victims:
                victims.append(next(iter(client.run(os.getpid).values())))
                os.kill(victims[0], signal.SIGKILL)

    result = om.run(
        steady, suite, budget=20, folder=tmp_path / "many", executor=client, progress=Killer()
    )
    assert victims
    assert result.done == 48
    assert result.resumed == 0
    assert snapshot(tmp_path / "one") == snapshot(tmp_path / "many")


def test_a_hanging_optimizer_on_the_cluster(client, tmp_path):
    suite = om.Suite("bbob", functions=1, dimensions=2, instances=range(1, 6))
    optimizer = strange.only_some(strange.hangs_holding_the_interpreter)
    result = om.run(
        optimizer, suite, budget=20, folder=tmp_path / "x", executor=client, time_limit=0.5
    )
    assert (result.done, result.timed_out) == (4, 1)
    assert result.outcomes[1].evaluations == 5
