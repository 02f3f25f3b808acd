"""Noise of the drop-in against COCO's: rules P19 to P21."""

import numpy as np
import pytest

from optimeter import coco
from optimeter.coco import noiser
from optimeter.exceptions import InvalidValueError


def test_p21_published_values():
    assert noiser.rand((1, 2)) == 0.4755286006364264
    assert noiser.rand((1, 2), 3) == 0.7999225167253032
    assert noiser.randn((1, 2)) == pytest.approx(0.25230486813522573, rel=1e-14)
    assert noiser.randc((1, 2)) == pytest.approx(0.8269685573672184, rel=1e-14)
    noise = noiser.Noisifier().noise
    expected = {(0, 0): 0.9421050413, (3, 1): 0.9494871018, (2, 2): 1.0951355396, (1, 2): 0}
    assert {x: noise(x) for x in expected} == pytest.approx(expected, abs=1e-10)


@pytest.mark.oracle
def test_p21_numbers_are_those_of_coco(cocoex):
    rng = np.random.default_rng(4)
    scales = 10.0 ** rng.integers(-20, 25, 300)
    for x in rng.normal(size=(300, 2)) * scales[:, None]:
        for i in (0, 3):
            for name in ("rand", "randn", "randc"):
                mine, theirs = getattr(noiser, name)(x, i), getattr(cocoex.noiser, name)(x, i)
                assert mine == pytest.approx(theirs, rel=1e-12), (x, i, name)


@pytest.mark.oracle
@pytest.mark.parametrize(
    "parameters", [(), (0.5, 0.3), (None, 0.4), (0.3, 0.3, 0.5, 0.01), (None, 0, 0.9)]
)
@pytest.mark.parametrize("suite", ["bbob", "bbob-biobj"])
def test_p19_p20_values_are_those_of_coco(cocoex, suite, parameters):
    problems = [
        module.noiser.Noisifier(*parameters).noisify(
            module.Suite(suite, "instances: 1", "dimensions: 3 function_indices: 2")[0]
        )
        for module in (coco, cocoex)
    ]
    for x in np.random.default_rng(1).uniform(-5, 5, (100, 3)):
        assert np.allclose(*(problem(x) for problem in problems), rtol=1e-9)
    assert problems[0].constraint(x) is None
    assert problems[0].evaluations == problems[1].evaluations == 100
    assert problems[0].parameters == problems[1].parameters


@pytest.mark.oracle
def test_p19_constraints(cocoex):
    """Both on COCO's problem: the noise depends on the last digit of a constraint's value."""
    suite = cocoex.Suite("bbob-constrained", "instances: 1", "dimensions: 3 function_indices: 4")
    mine, theirs = (
        module.noiser.Noisifier(0.3, 0.3, 0.5, 0.01).noisify(suite[0]) for module in (coco, cocoex)
    )
    for x in np.random.default_rng(1).uniform(-5, 5, (100, 3)):
        assert np.allclose(mine.constraint(x), theirs.constraint(x), rtol=1e-12)


def test_what_cannot_be(said, refused):
    with refused(InvalidValueError, "p_subtract", "0", "-1"):
        noiser.Noisifier(p_subtract=-1)
    with pytest.warns(UserWarning, match="above 1"):
        noiser.Noisifier(0.8, 0.4)
    with pytest.warns(UserWarning, match="no normal noise"):
        noiser.Noisifier(p_epsilon=0.1, epsilon=0)
    with refused(AttributeError):
        noiser.Noisifier().dimension  # noqa: B018
    with pytest.warns(UserWarning, match="no seed"):
        assert 0 < noiser.rand((np.inf, 0)) < 1
    assert refused.messages == said


def test_noise_can_be_thawed(monkeypatch):
    assert noiser.rand((1, 2)) == noiser.rand((1, 2))
    monkeypatch.setattr(noiser, "_frozen_noise", False)
    assert noiser.rand((1, 2)) != noiser.rand((1, 2))
