"""The contract of an executor, for all the places where runs are made."""

from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext

import pytest

from optimeter.exceptions import ExperimentError
from optimeter.testing import ExecutorContract, executors
from tests.peers import need_peer

pytestmark = [pytest.mark.contract, pytest.mark.system]


class TestThreads(ExecutorContract):
    def executor(self):
        return ThreadPoolExecutor(2)


class TestProcesses(ExecutorContract):
    def executor(self):
        return ProcessPoolExecutor(2)


class Workers(ExecutorContract):
    """The product's own workers: a number in place of an executor."""

    workers = 1

    def executor(self):
        return nullcontext(self.workers)

    @pytest.fixture(autouse=True)
    def _number_for_executor(self, monkeypatch):
        run = executors.run

        def with_workers(*arguments, executor=1, **options):
            return run(*arguments, workers=executor, **options)

        monkeypatch.setattr(executors, "run", with_workers)


class TestOneWorker(Workers):
    workers = 1


class TestTwoWorkers(Workers):
    workers = 2


class TestFourWorkers(Workers):
    workers = 4


@pytest.mark.filterwarnings("ignore")  # of the cluster, about its own affairs
class TestDask(ExecutorContract):
    @contextmanager
    def executor(self):
        distributed = need_peer("distributed")
        with (
            distributed.LocalCluster(
                n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client


class Forgetful(Executor):
    """Says that every task is done, and does none."""

    def submit(self, function, /, *arguments, **options):
        done = Future()
        done.set_result(())
        return done


def test_breaches_are_found():
    class Broken(ExecutorContract):
        def executor(self):
            return Forgetful()

    with pytest.raises(ExperimentError, match="bbob_f001_i01_d02"):
        Broken().test_same_bytes_as_one_worker()
