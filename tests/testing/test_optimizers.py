"""The contract of an optimizer, for every one that has a name, and for those that break it."""

import contextlib
import itertools
import unittest

import numpy as np
import pytest

import optimeter as om
from optimeter.experiment import handles
from optimeter.experiment.optimizers.registry import registry
from optimeter.testing import OptimizerContract
from tests.peers import need_peer

pytestmark = [pytest.mark.contract, pytest.mark.system]

OURS = [name for name, entry in registry().items() if entry.ours and not entry.device]
SLOW = {f"nevergrad:{name}" for name in ("NGOpt", "DiscreteOnePlusOne", "DiscreteDE")}


class TestRegistered(OptimizerContract):
    @pytest.fixture(
        autouse=True,
        params=[pytest.param(one, marks=pytest.mark.slow if one in SLOW else ()) for one in OURS],
    )
    def _every_one(self, request):
        need_peer(registry()[request.param].package or "scipy")
        self.optimizer = request.param


class TestByUnittest(OptimizerContract, unittest.TestCase):
    """The same class, as those use it who do not use pytest."""

    @staticmethod
    def optimizer(problem, start, rng):
        while True:
            problem(start + rng.standard_normal(start.size))


def walk(problem, start, rng):
    while True:
        problem(start + rng.standard_normal(start.size))


def gives_up(problem, start, rng):
    problem(start)
    raise RuntimeError("too hard")


def swallows(problem, start, rng):
    while True:
        with contextlib.suppress(om.Stop):
            problem(start)


def prints(problem, start, rng):
    print("hello")  # noqa: T201
    walk(problem, start, rng)


COUNTER = itertools.count()


def remembers(problem, start, rng):
    """Depend on how often it was called in this process."""
    walk(problem, start, np.random.default_rng(next(COUNTER)))


@handles("constraints")
def for_nothing(problem, start, rng):
    walk(problem, start, rng)


@pytest.mark.parametrize(
    ("breach", "test", "message"),
    [
        (gives_up, "test_uses_the_budget_and_stops", "too hard"),
        (swallows, "test_uses_the_budget_and_stops", "Stop"),
        (prints, "test_is_quiet", "it printed 'hello"),
        (remembers, "test_depends_on_the_seed_only", "two runs with one seed differ in .*dat"),
        (for_nothing, "test_says_what_it_handles_in_known_words", "nothing to run it on"),
    ],
)
def test_breaches_are_found(breach, test, message):
    class Broken(OptimizerContract):
        optimizer = staticmethod(breach)

    with pytest.raises(AssertionError, match=message):
        getattr(Broken(), test)()
