"""Random numbers of the engine against a plain generator."""

import os
import subprocess
import sys

import numpy as np
import pytest

from optimeter import _core
from optimeter.exceptions import InvalidValueError

WORD = 2**64 - 1


def xoshiro(state):
    """xoshiro256++ with Python's integers."""
    s = list(state)

    def rotate(x, k):
        return (x << k | x >> (64 - k)) & WORD

    while True:
        yield (rotate((s[0] + s[3]) & WORD, 23) + s[0]) & WORD
        t = s[1] << 17 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 45)


def test_the_plain_generator_gives_the_published_numbers():
    stream = xoshiro([1, 2, 3, 4])
    assert [next(stream) for _ in range(4)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
    ]


def seed(number=5):
    return np.random.default_rng(number).integers(0, 2**64, 32, dtype=np.uint64)


def test_eight_generators_take_turns():
    words = seed()
    lanes = [xoshiro([int(words[8 * i + lane]) for i in range(4)]) for lane in range(8)]
    expected = [(next(lanes[i % 8]) >> 12) * 2.0**-52 for i in range(160)]
    points = np.empty((16, 10))
    _core.UniformStream(words).fill(points, 0.0, 1.0)
    assert points.ravel().tolist() == expected


def test_numbers_do_not_depend_on_how_many_are_drawn_at_once():
    whole = np.empty((64, 3))
    _core.UniformStream(seed()).fill(whole, -5.0, 10.0)
    stream, parts = _core.UniformStream(seed()), np.empty((64, 3))
    for begin, end in ((0, 8), (8, 24), (24, 64)):
        stream.fill(parts[begin:end], -5.0, 10.0)
    np.testing.assert_array_equal(parts, whole)
    assert -5 <= whole.min() < whole.max() < 5


@pytest.mark.system
def test_every_instruction_set_gives_the_same_numbers():
    code = (
        "import numpy as np; from optimeter import _core;"
        "x = np.empty((80, 3)); words = np.random.default_rng(5).integers(0, 2**64, 32, np.uint64);"
        "_core.UniformStream(words).fill(x, -5.0, 10.0); print(x.tobytes().hex())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "OPTIMETER_ISA": isa},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for isa in _core.available_isas()
    }
    assert len(printed) == 1


def test_bad_seeds_and_sizes_are_refused(said, refused):
    with refused(InvalidValueError, "32", "3"):
        _core.UniformStream(seed()[:3])
    words = seed()
    words[[3, 11, 19, 27]] = 0
    with refused(InvalidValueError, "3", "11"):
        _core.UniformStream(words)
    with refused(InvalidValueError, "8", "7"):
        _core.UniformStream(seed()).fill(np.empty((7, 1)), 0.0, 1.0)
    assert refused.messages == said
