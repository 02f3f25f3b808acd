"""The contract of a suite, for all of ours, for suites of one's own, and for those that break it."""

import numpy as np
import pytest

import optimeter as om
from optimeter.testing import SuiteContract

pytestmark = pytest.mark.contract

SMALL = {
    "bbob-largescale": [20],
    "bbob-mixint": [5, 10],
    "bbob-biobj-mixint": [5],
    "pbo": [16, 25],
    "cec2013": [1, 2],
}


class TestRegistered(SuiteContract):
    @pytest.fixture(autouse=True, params=om.suites())
    def _every_one(self, request):
        self.name = request.param
        self.noisy = "noisy" in request.param

    def suite(self):
        whole = om.Suite(self.name)
        return om.Suite(
            self.name,
            dimensions=SMALL.get(self.name, [2, 5]),
            instances=[1, 2] if len(whole.instances) > 1 else None,
        )


def sphere(x):
    return float(np.sum(x * x))


class TestOwn(SuiteContract):
    def suite(self):
        problems = [
            om.Problem.from_callable(sphere, [-5] * d, [5] * d, name=f"sphere-{d}") for d in (2, 3)
        ]
        return om.Suite.from_problems("mine", problems)


class Broken(SuiteContract):
    def __init__(self, function):
        self.function = function
        self.kept = om.Problem.from_callable(function, [-5] * 2, [5] * 2, name="broken")

    def suite(self):
        return [self.kept]


def test_breaches_are_found(said, refused):
    calls = iter(range(1000))
    random = Broken(lambda x: float(next(calls)))
    with refused(AssertionError):
        random.test_one_point_and_many_give_the_same_bits()
    with refused(AssertionError):
        Broken(sphere).test_is_a_sequence_of_new_problems()
    assert refused.messages == said
