"""Ctrl-C while a huge batch is evaluated."""

import signal

import numpy as np
import pytest

import optimeter as om

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers that send signals"),
]


class AlarmError(Exception):
    """What the signal raises here."""


@pytest.mark.parametrize("call", ["__call__", "evaluate_all"])
def test_a_huge_batch_hears_signals_and_counts_nothing_then(call):
    def ring(number, frame):
        raise AlarmError

    problem = om.problem("bbob", 21, 2)
    problem([0.0, 0.0])
    points = np.zeros((4_000_000, 2))
    before = signal.signal(signal.SIGALRM, ring)
    om.set_threads(1)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(AlarmError):
            getattr(problem, call)(points)
    finally:
        om.set_threads(0)
        signal.signal(signal.SIGALRM, before)
    assert problem.evaluations == 1
    assert problem([0.0, 0.0]) == problem(points[:1])[0]
