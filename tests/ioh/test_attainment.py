"""The loggers of attainment have the data of ioh's."""

import pytest
from tests.peers import need_peer

ioh = need_peer("ioh")

import optimeter.ioh as ours  # noqa: E402
from optimeter.exceptions import InvalidTypeError, InvalidValueError  # noqa: E402

pytestmark = pytest.mark.oracle

RUNS = [[3, 2, 1, 0.5, 0.4, 0.3], [3, 2.5, 0.4, 0.1, 0, 0.3, 0.2, 0.25, 0.26, 0.251, 0.252, 0.253]]
SCALES = [
    f"{kind}{number}Scale" for kind in ("Linear", "Log2", "Log10") for number in ("Real", "Integer")
]


def attained(module, make):
    logger = make(module)
    kept = []
    for function, instance in ((1, 1), (1, 2), (3, 1)):
        problem = module.get_problem(function, instance, 2)
        problem.attach_logger(logger)
        for run in RUNS if instance == 1 else RUNS[:1]:
            for x in run:
                problem([x] * 2)
            problem.reset()
        kept.append(problem)
    return logger.data, logger


@pytest.mark.parametrize(
    "limits", [(0, 20, 5, 0, 10, 5), (1, 100, 7, 1, 12, 11), (0, 5, 3, 0, 1000, 20)]
)
def test_histograms(limits):
    mine, logger = attained(ours, lambda module: module.logger.EAH(*limits))
    theirs, oracle = attained(ioh, lambda module: module.logger.EAH(*limits))
    assert mine == theirs
    assert logger.size == oracle.size
    assert repr(logger) == repr(oracle)
    assert logger.at(1, 2, 1, 2) == theirs[1][2][1][2]


@pytest.mark.parametrize("name", SCALES)
def test_scales(name):
    mine, theirs = (getattr(m.logger.eah, name)(3, 1000, 7) for m in (ours, ioh))
    assert repr(mine) == repr(theirs)
    assert (mine.min, mine.max, mine.size, mine.length) == (3, 1000, 7, 997)
    assert [mine.index(x) for x in range(3, 1001)] == [theirs.index(x) for x in range(3, 1001)]
    if name != "LinearIntegerScale":  # whose buckets ioh ends below where the next begins
        for k in range(7):
            assert mine.bounds(k) == pytest.approx(theirs.bounds(k), rel=1e-12)


def test_refusals(said, refused):
    scale = ours.logger.eah.LinearRealScale(0, 1, 4)
    with refused(InvalidValueError, "2"):
        scale.index(2)
    with refused(InvalidValueError, "4"):
        scale.bounds(4)
    with refused(InvalidValueError, "size 0"):
        ours.logger.eah.LinearRealScale(0, 1, 0)
    with refused(InvalidTypeError, "scale"):
        ours.logger.EAH(scale)
    assert refused.messages == said
