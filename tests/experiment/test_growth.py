"""An experiment that grows does what is new, and is then as if it had been made at once."""

import os
import zlib
from pathlib import Path

import pytest

import optimeter as om
from optimeter.exceptions import DifferentExperimentError, FileError
from optimeter.experiment import experiment_status, growth, merge

SMALL = {"functions": [1, 8], "dimensions": [2, 5], "instances": [1, 2]}


def halving(problem, start, rng):
    """Solve the sphere within some hundred evaluations, and nothing else."""
    best, step = problem(start), 1.0
    while step > 1e-9:
        trial = start + step * rng.standard_normal(start.size)
        value = problem(trial)
        if value < best:
            best, start = value, trial
        else:
            step *= 0.9


def fragile(problem, start, rng):
    problem(start)
    if problem.instance == 2:
        message = "cannot do this one"
        raise ValueError(message)
    halving(problem, start, rng)


def run(folder, selection, budget=20, optimizer=halving, **options):
    suite = om.Suite("bbob", **selection)
    return om.run(optimizer, suite, budget=budget, folder=folder, progress=False, **options)


@pytest.mark.parametrize(
    ("change", "trials", "new"),
    [
        ({"instances": [1, 2, 3]}, 1, 4),
        ({"instances": [3, 2, 1]}, 1, 4),
        ({"dimensions": [2, 3, 5]}, 1, 4),
        ({"functions": [1, 2, 8, 9]}, 1, 8),
        ({}, 2, 8),
        ({"functions": [1, 2, 8], "instances": [1, 2, 3]}, 2, 28),
    ],
)
@pytest.mark.parametrize("format", ["coco", "ioh"])
def test_more_runs(change, trials, new, format, tmp_path, contents):
    run(tmp_path / "x", SMALL, format=format)
    grown = run(tmp_path / "x", {**SMALL, **change}, trials=trials, format=format)
    run(tmp_path / "y", {**SMALL, **change}, trials=trials, format=format)
    assert grown.runs - grown.resumed == new
    assert grown.complete
    assert contents(tmp_path / "x") == contents(tmp_path / "y")


def test_a_larger_budget_repeats_what_has_not_hit_the_target(tmp_path, contents):
    first = run(tmp_path / "x", SMALL, budget=150)
    assert 0 < first.targets_hit < first.runs
    grown = run(tmp_path / "x", SMALL, budget=200)
    assert grown.resumed == first.targets_hit
    run(tmp_path / "y", SMALL, budget=200)
    assert contents(tmp_path / "x") == contents(tmp_path / "y")


def test_it_grows_again_and_before_it_is_finished(tmp_path, contents):
    def interrupted(problem, start, rng):
        if problem.dimension == 5 and problem.function == 8:
            raise KeyboardInterrupt
        halving(problem, start, rng)

    interrupted.__qualname__ = "halving"
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "x", SMALL, optimizer=Named(interrupted))
    assert experiment_status(tmp_path / "x").missing
    run(tmp_path / "x", {**SMALL, "instances": [1, 2, 3]}, optimizer=Named(halving))
    grown = run(tmp_path / "x", {**SMALL, "instances": [1, 2, 3]}, 30, optimizer=Named(halving))
    assert grown.complete
    run(tmp_path / "y", {**SMALL, "instances": [1, 2, 3]}, 30, optimizer=Named(halving))
    assert contents(tmp_path / "x") == contents(tmp_path / "y")


class Named:
    """The same optimizer for the identity of an experiment, whatever it does."""

    def __init__(self, function):
        self.function = function

    def __call__(self, problem, start, rng):
        return self.function(problem, start, rng)


def test_failed_runs_stay_failed(tmp_path, contents):
    arguments = {"optimizer": fragile, "budget": 10}
    run(tmp_path / "x", SMALL, **arguments)
    grown = run(tmp_path / "x", {**SMALL, "instances": [1, 2, 3]}, **arguments)
    assert grown.failed == 4
    assert grown.resumed == 8
    run(tmp_path / "y", {**SMALL, "instances": [1, 2, 3]}, **arguments)
    assert contents(tmp_path / "x") == contents(tmp_path / "y")


def test_merged_shards_grow(tmp_path, contents):
    for shard in ("1/2", "2/2"):
        run(tmp_path / "parts", SMALL, shard=shard)
    merge(tmp_path / "parts", into=tmp_path / "x")
    run(tmp_path / "x", {**SMALL, "instances": [1, 2, 3]})
    run(tmp_path / "y", {**SMALL, "instances": [1, 2, 3]})
    assert contents(tmp_path / "x") == contents(tmp_path / "y")


@pytest.mark.parametrize(
    ("selection", "options", "values"),
    [
        ({**SMALL, "instances": [2, 3]}, {}, ("bbob_f001_i01_d02", "trial 1")),
        (SMALL, {"budget": 10}, ()),
        (SMALL, {"seed": 2}, ("seed", "1", "2")),
        (
            {**SMALL, "instances": [1, 2, 3]},
            {"seed": 2},
            ("suite", "budget", "trials"),
        ),
    ],
)
def test_what_is_no_growth_is_refused_and_changes_nothing(
    selection, options, values, tmp_path, contents, said, refused
):
    run(tmp_path / "x", SMALL)
    before = contents(tmp_path / "x")
    with refused(DifferentExperimentError, *values):
        run(tmp_path / "x", selection, **options)
    assert refused.messages == said
    assert contents(tmp_path / "x") == before


@pytest.mark.system
@pytest.mark.parametrize("function", ["replace", "rename", "unlink", "rmdir", "mkdir"])
def test_killed_while_it_grows(function, tmp_path, contents):
    larger = {**SMALL, "instances": [1, 2, 3]}
    run(tmp_path / "whole", larger)
    expected = contents(tmp_path / "whole")
    for number in (0, 1, 3, 6):
        folder = tmp_path / f"{number}"
        run(folder, SMALL)
        process = os.fork()
        if process == 0:
            die_at(function, number)
            try:
                run(folder, larger)
            finally:
                os._exit(0)
        os.waitpid(process, 0)
        assert run(folder, larger).complete
        assert contents(folder) == expected


def die_at(function, number):
    original = getattr(os, function)
    calls = 0

    def die(*arguments, **options):
        nonlocal calls
        if calls == number:
            os._exit(1)
        calls += 1
        return original(*arguments, **options)

    setattr(os, function, die)


def test_what_a_killed_growth_left_is_in_nobodys_way(tmp_path, contents):
    run(tmp_path / "x", SMALL)
    before = contents(tmp_path / "x")
    (tmp_path / "x/growing.part/work").mkdir(parents=True)
    assert run(tmp_path / "x", SMALL).resumed == 8
    assert contents(tmp_path / "x") == before


def test_wall_times_keep_their_runs(tmp_path):
    run(tmp_path / "x", {**SMALL, "instances": [2]})
    run(tmp_path / "x", SMALL)
    assert len(om.load(tmp_path / "x")) == 8
    text = (tmp_path / "x" / "provenance.yaml").read_text()
    assert all(f'"{number}": ' in text for number in range(8))


def test_a_disk_that_is_full_while_growing_is_named_as_what_it_is(tmp_path):
    """Not: cannot read units.zlib: No space left on device."""
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    kept = tmp_path / "kept"
    kept.write_bytes(zlib.compress(b"x" * 10_000))
    with pytest.raises(FileError, match="cannot write /dev/full: No space"):
        growth.expanded(kept, Path("/dev/full"))


@pytest.mark.parametrize("suite", ["bbob-biobj", "bbob-biobj-ext", "bbob-biobj-mixint"])
def test_bi_objective_suites_grow_by_instances(suite, tmp_path, contents):
    """The position of a problem in the suite depends on how many instances there are."""

    def walk(problem, start, rng):
        while True:
            problem(rng.uniform(-5, 5, problem.dimension))

    def go(folder, instances):
        dimension = 5 if suite.endswith("mixint") else 2
        chosen = om.Suite(suite, functions=[1, 12], dimensions=dimension, instances=instances)
        return om.run(walk, chosen, budget=20, folder=folder, progress=False)

    go(tmp_path / "once", range(1, 12))
    go(tmp_path / "grown", range(1, 6))
    assert go(tmp_path / "grown", range(1, 12)).resumed == 10
    assert contents(tmp_path / "grown") == contents(tmp_path / "once")
