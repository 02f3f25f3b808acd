"""Values, constraints and files of every suite are COCO's, inside the box, at its bounds and outside."""

from pathlib import Path

import numpy as np
import pytest
from tests import points
from tests.coco.test_observer import files, numbers

from optimeter import coco

pytestmark = pytest.mark.oracle

HUGE = 1e20
"""Above it sines of huge numbers, in Schaffer's functions, depend on digits that no double has."""


def options(name, *, functions=""):
    size = 20 if name == "bbob-largescale" else 5
    return f"dimensions: {size} instance_indices: 2 {functions}"


def drawn(problem):
    d = problem.dimension
    rng = np.random.default_rng(problem.id_function)
    rows = points.everywhere(rng, rng.uniform(-4, 4, d))
    return np.vstack([rows, points.nowhere(d), np.full((1, d), 1e150)])


def alike(mine, theirs):
    """Whether all values are the same up to rounding."""
    mine, theirs = np.asarray(mine), np.asarray(theirs)
    with np.errstate(all="ignore"):
        error = np.abs(mine - theirs) / np.maximum(np.abs(theirs), 1e-3)
        allowed = np.where(np.abs(theirs) > HUGE, 0.1, 1e-9)
    same = (mine == theirs) | (np.isnan(mine) & np.isnan(theirs))
    return bool((same | (error <= allowed)).all())


@pytest.mark.parametrize("name", coco.known_suite_names)
def test_values_and_constraints(cocoex, name):
    pairs = zip(
        coco.Suite(name, "", options(name)), cocoex.Suite(name, "", options(name)), strict=True
    )
    for mine, theirs in pairs:
        for x in drawn(mine):
            assert alike(mine(x), theirs(x)), (mine.id, x)
            if mine.number_of_constraints:
                assert alike(mine.constraint(x), theirs.constraint(x)), (mine.id, x)
        assert (mine.evaluations, mine.evaluations_constraints) == (
            theirs.evaluations, theirs.evaluations_constraints
        )  # fmt: skip
        assert mine.final_target_hit == theirs.final_target_hit


def recorded(module, name, folder):
    observer = module.Observer(
        coco.default_observers()[name], f"outer_folder: {folder} result_folder: r algorithm_name: A"
    )
    for problem in module.Suite(
        name, "", options(name, functions="function_indices: 1,8,15-16,20")
    ):
        problem.observe_with(observer)
        for x in drawn(problem):
            if problem.number_of_constraints:
                problem.constraint(x)
            problem(x)
    return Path(observer.result_folder)


@pytest.mark.parametrize("name", coco.known_suite_names)
def test_files(cocoex, name, tmp_path, capfd):
    theirs = files(recorded(cocoex, name, tmp_path / "theirs"))
    mine = files(recorded(coco, name, tmp_path / "mine"))
    assert sorted(mine) == sorted(theirs)
    for file, text in theirs.items():
        for one, other in zip(mine[file].splitlines(), text.splitlines(), strict=True):
            if numbers(one):
                assert numbers(one) == pytest.approx(numbers(other), rel=1e-8, nan_ok=True), file
            else:
                assert one.rstrip() == other.rstrip(), file
