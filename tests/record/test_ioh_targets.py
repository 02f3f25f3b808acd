"""Ten decimals, as IOHprofiler writes them; more where rounding would hit or miss a target."""

import numpy as np
import pytest

import optimeter as om

# Where ten decimals are less than what two values may differ by and count as equal.
TARGETS = 10.0 ** (np.arange(-10, -41, -1) / 5)


def recorded(folder, values):
    """Record the values as precisions; return the text and the runs."""
    rest = iter(values)
    problem = om.Problem.from_callable(lambda x: next(rest), [-1], [1], optimum=0.0)
    with om.Observer(folder, format="ioh") as observer:
        observer.observe(problem)
        for _ in values:
            problem([0.0])
    (path,) = folder.rglob("*.dat")
    written = [line.split()[1] for line in path.read_text().splitlines()[1:]]
    return written, om.load(folder, cache=False)


def test_no_target_is_hit_by_rounding(tmp_path):
    """Each value is a little above a target, by less than ten decimals show."""
    written, runs = recorded(tmp_path / "x", [target + 3e-11 for target in TARGETS])
    assert len(written) == len(TARGETS)
    expected = [*range(2, len(TARGETS) + 1), np.inf]
    np.testing.assert_array_equal(runs.runtimes(TARGETS)[0], expected)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.003e-8, "0.00000001003"),
        (1e-8, "0.0000000100"),
        (1.4e-8, "0.0000000140"),
        (0.1, "0.1000000000"),
        (12.3456789012345, "12.3456789012"),
        (3.3e-9, "0.0000000033"),
        (0.0, "0.0000000000"),
    ],
)
def test_other_values_have_ten_decimals(tmp_path, value, text):
    written, _ = recorded(tmp_path / "x", [value])
    assert written == [text]
