"""A recording that is stored in the middle and goes on elsewhere gives the bytes of an unbroken one."""

from copy import copy

import numpy as np
import pytest

import optimeter as om
from optimeter.exceptions import FileError, InvalidValueError
from optimeter.record import CocoOptions, IohOptions, Recording

POINTS = 300
CUTS = (0, 1, 2, 37, 120, 121, 150, 151, POINTS - 1)

IOH = IohOptions(
    triggers=[om.record.OnDeltaImprovement(delta=0.5), om.record.Each(17)],
    positions=True,
    attributes=["step"],
    run_attributes=["tries"],
)
CASES = [
    ("bbob", 15, 3, CocoOptions()),
    ("bbob", 1, 2, IohOptions()),
    ("bbob", 8, 2, IOH),
    ("bbob-noisy", 103, 2, CocoOptions()),
    ("bbob-constrained", 5, 2, CocoOptions()),
    ("bbob-constrained", 2, 2, IohOptions()),
    ("bbob-mixint", 3, 5, CocoOptions(log_discrete_as_int=True)),
    ("bbob-biobj", 3, 2, CocoOptions()),
    ("bbob-biobj", 11, 2, CocoOptions(log_nondominated="final")),
    ("pbo", 2, 16, IohOptions()),
]


def points(problem):
    numbers = np.random.default_rng(3).random((POINTS, problem.dimension))
    low, width = problem.lower_bounds, problem.upper_bounds - problem.lower_bounds
    scaled = low + width * numbers
    integers = problem.number_of_integer_variables
    scaled[:, :integers] = np.round(scaled[:, :integers])
    return scaled


def recorded(problem, options, folder, cut=None):
    """Record a run in which everything happens, stored and put back before one evaluation."""
    here = copy(problem)
    recording = Recording(here, folder, options, exclusive=True)
    for number, point in enumerate(points(problem)):
        if number == cut:
            state = recording.state()
            recording.abandon()
            here = copy(problem)
            recording = Recording(here, folder, options, exclusive=True)
            recording.restore(state)
            assert here.evaluations == number
        if number == 150:
            here.signal_restart()
        if number == 120:
            here.recommend(point)
        if options is IOH:
            here.set_attribute("step", number % 7)
            here.set_attribute("tries", number)
        if here.number_of_constraints:
            here.evaluate_all(point)
        else:
            here(point)
    recording.end()
    recording.save(folder / "unit", sync=False)
    return (folder / "unit").read_bytes(), here.evaluations, here.best_value


@pytest.mark.parametrize(("suite", "function", "dimension", "options"), CASES)
def test_a_recording_goes_on_from_its_state(suite, function, dimension, options, tmp_path):
    problem = om.problem(suite, function, dimension)
    if problem._noisy:
        problem.reseed(7)
    whole = recorded(problem, options, tmp_path)
    for cut in CUTS:
        assert recorded(problem, options, tmp_path, cut) == whole


def test_three_objectives(tmp_path):
    problem = om.Problem.from_callable(
        lambda x: [x[0], x[1], -x[0] * x[1]], [-1, -1], [1, 1], objectives=3
    )
    options = CocoOptions(log_nondominated="final")
    assert recorded(problem, options, tmp_path, 120) == recorded(problem, options, tmp_path)


def test_the_hypervolume_goes_on_to_the_last_bit(tmp_path):
    """It is a sum over all points that ever entered: those that have left count, too."""
    problem = om.problem("bbob-biobj", 1, 2)
    other = copy(problem)
    first = Recording(problem, tmp_path, CocoOptions(), exclusive=True)
    second = Recording(other, tmp_path, CocoOptions(), exclusive=True)
    rng = np.random.default_rng(1)
    centre = rng.uniform(-4, 4, 2)
    for step in np.geomspace(5, 1e-3, 2000):
        problem(centre + step * rng.standard_normal(2))
    second.restore(first.state())
    assert other.indicator == problem.indicator
    np.testing.assert_array_equal(problem.archive.objectives, other.archive.objectives)
    np.testing.assert_array_equal(problem.archive.evaluations, other.archive.evaluations)
    first.abandon()
    second.abandon()


def test_a_damaged_state_is_refused(tmp_path):
    problem = om.problem("bbob", 1, 2)
    recording = Recording(problem, tmp_path, CocoOptions(), exclusive=True)
    problem([0, 0])
    state = recording.state()
    recording.abandon()
    for damaged in (state[:-1], state + b"x", b""):
        other = copy(om.problem("bbob", 1, 2))
        again = Recording(other, tmp_path, CocoOptions(), exclusive=True)
        with pytest.raises(FileError, match="damaged"):
            again.restore(damaged)
        again.abandon()


def test_a_recording_that_is_over_has_no_state(tmp_path, said, refused):
    problem = om.problem("bbob", 1, 2)
    recording = Recording(problem, tmp_path, CocoOptions(), exclusive=True)
    problem([0, 0])
    recording.end()
    with refused(InvalidValueError):
        recording.state()
    assert refused.messages == said
