"""Recorded data of every generation: read without a finding, and all of one run tell the same."""

import numpy as np
import pytest

import optimeter as om
from tests.recorded import RECORDED, SOURCES

pytestmark = pytest.mark.contract

TARGETS = 10.0 ** np.arange(3, -4, -0.2)  # five a decade, as the oldest logger wrote
HISTORY = [name for name in SOURCES if "/history/" in name]


@pytest.mark.parametrize("name", SOURCES)
def test_without_a_finding(name):
    runs = om.load(RECORDED / name, strict=True)
    assert om.load(RECORDED / name).equals(runs)  # from the cache


def ordered(runs):
    return runs[np.lexsort((runs.instance, runs.dimension, runs.function))]


@pytest.mark.parametrize("name", HISTORY)
def test_every_generation_tells_the_same_runs(name):
    runs = ordered(om.load(RECORDED / name))
    assert runs.evaluations.tolist() == [40] * 8 or "text-2021" in name  # that one knows no end
    assert runs.instance.tolist() == [1, 2] * 4
    expected = ordered(om.load(RECORDED / "coco/history/2010-c.tgz"))
    np.testing.assert_array_equal(runs.runtimes(TARGETS), expected.runtimes(TARGETS))
    np.testing.assert_allclose(runs.final, expected.final, rtol=1e-9, atol=1e-10)  # ten decimals


@pytest.mark.parametrize("suite", ["bbob", "bbob-largescale", "bbob-mixint"])
def test_both_recorders_of_coco_files_tell_the_same_runs(suite):
    """Ours and COCO's own recorded the same walks."""

    def only(recorder):
        names = {f"coco/{recorder}/{suite}", f"coco/{recorder}/{suite}.tgz"}
        (found,) = names.intersection(SOURCES)
        return ordered(om.load(RECORDED / found).select(instances=[1, 2]))

    ours, theirs = only("optimeter"), only("cocoex")
    np.testing.assert_array_equal(ours.function, theirs.function)
    np.testing.assert_array_equal(ours.runtimes(TARGETS), theirs.runtimes(TARGETS))
    np.testing.assert_allclose(ours.final, theirs.final, rtol=1e-8)


def test_logged_attributes_and_positions():
    runs = om.load(RECORDED / "ioh/positions")
    assert "final_sigma" in runs.extra
    assert "sigma" in runs.step_extra
    two = om.load(RECORDED / "ioh/two-objectives")
    assert list(two.records) == ["raw_y", "F2"]
