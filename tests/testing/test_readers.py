"""The contract of a reader, on recorded data of every format, and for those that break it."""

from dataclasses import replace

import numpy as np
import pytest

import optimeter as om
from optimeter.testing import ReaderContract
from tests.recorded import RECORDED, SOURCES

pytestmark = pytest.mark.contract


class TestRecorded(ReaderContract):
    @pytest.fixture(autouse=True, params=SOURCES)
    def _every_one(self, request):
        self.path = RECORDED / request.param

    def source(self):
        return self.path


class TestTable(ReaderContract):
    @pytest.fixture(autouse=True)
    def _table(self, tmp_path):
        self.path = tmp_path / "runs.csv"
        self.path.write_text("function,dimension,run,evaluations,value\n1,2,1,1,8.5\n1,2,1,9,0.5\n")

    def source(self):
        return self.path


class Broken(ReaderContract):
    def __init__(self, change):
        self.change = change

    def source(self):
        return RECORDED / "coco/cocoex/bbob"

    def read(self, path):
        return self.change(om.load(path, cache=False))


def rising(runs):
    return replace(runs, step_precision=runs.step_precision[::-1])


def crash(runs):
    raise IndexError("list index out of range")


def test_breaches_are_found(said, refused):
    with refused(AssertionError, "0"):
        Broken(rising).test_steps_improve()
    with refused(AssertionError, "IndexError: list index out of range"):
        Broken(crash).test_damage_is_told()
    nameless = Broken(lambda runs: runs.rename({"walk": ""}))
    with refused(AssertionError):
        nameless.test_there_are_runs()
    rng = np.random.default_rng(1)
    shuffled = Broken(lambda runs: runs[rng.permutation(len(runs))])
    with refused(AssertionError):
        shuffled.test_reading_twice_gives_the_same()
    assert refused.messages == said
