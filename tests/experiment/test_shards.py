"""Shards of an experiment, merged."""

import pytest
from tests.experiment import strange

import optimeter as om
from optimeter.cli import main
from optimeter.exceptions import (
    DifferentExperimentError,
    ExperimentError,
    FileError,
    InvalidValueError,
)
from optimeter.experiment import experiment_status, merge


def run_shards(folder, suite, shards, **options):
    for shard in shards:
        om.run(strange.walk, suite, folder=folder, shard=shard, **{"budget": 50, **options})


@pytest.mark.system
def test_three_shards_merged_are_the_whole(tmp_path, suite, snapshot):
    om.run(strange.walk, suite, budget=50, folder=tmp_path / "whole", trials=2)
    run_shards(tmp_path / "x", suite, ["2/3", "1/3"], trials=2)
    run_shards(tmp_path / "x", suite, [(3, 3)], trials=2, workers=2)
    folders = sorted(path.name for path in (tmp_path / "x").iterdir())
    assert folders == ["shard-1-of-3", "shard-2-of-3", "shard-3-of-3"]
    before = snapshot(tmp_path / "x")
    result = merge(tmp_path / "x", into=tmp_path / "merged")
    assert result.runs == 36
    assert result.complete
    assert snapshot(tmp_path / "merged") == snapshot(tmp_path / "whole")
    assert snapshot(tmp_path / "x") == before
    again = merge([tmp_path / "x/shard-3-of-3", tmp_path / "x"], into=tmp_path / "merged")
    assert again.complete
    assert snapshot(tmp_path / "merged") == snapshot(tmp_path / "whole")


def test_failed_runs_of_shards(tmp_path, suite, snapshot):
    optimizer = strange.only_some(strange.raises)
    whole = om.run(optimizer, suite, budget=50, folder=tmp_path / "whole")
    for shard in ("1/2", "2/2"):
        om.run(optimizer, suite, budget=50, folder=tmp_path / "x", shard=shard)
    merged = merge(tmp_path / "x", into=tmp_path / "merged")
    assert merged.failed == whole.failed == 6
    assert snapshot(tmp_path / "merged") == snapshot(tmp_path / "whole")


def test_shards_resume(tmp_path, suite):
    run_shards(tmp_path / "x", suite, ["1/3"])
    result = om.run(strange.walk, suite, budget=50, folder=tmp_path / "x", shard="1/3")
    assert (result.runs, result.resumed) == (6, 6)
    status = experiment_status(tmp_path / "x/shard-1-of-3")
    assert (status.runs, len(status.done), status.finished) == (6, 6, True)


def constrained_walk(problem, start, rng):
    """Looks at the constraints more often than at the objective, and at the end."""
    while True:
        x = start + rng.standard_normal(start.size)
        problem.constraint(x)
        problem(x)
        problem.constraint([x, x])


@pytest.mark.parametrize("budget", [2, 5, 51])
def test_shards_of_a_suite_with_constraints(tmp_path, snapshot, budget):
    """The journal and the unit of a run agree on its evaluations, those of constraints included."""
    suite = om.Suite("bbob-constrained", functions=[1, 20], dimensions=2, instances=[1, 2])
    options = {"budget": budget, "seed": 3}
    om.run(constrained_walk, suite, folder=tmp_path / "whole", **options)
    for shard in ("1/2", "2/2", "1/2"):
        part = om.run(constrained_walk, suite, folder=tmp_path / "x", shard=shard, **options)
    assert part.resumed == 2
    assert merge(tmp_path / "x", into=tmp_path / "merged").complete
    assert snapshot(tmp_path / "merged") == snapshot(tmp_path / "whole")


def test_missing_shards_are_named(tmp_path, suite):
    run_shards(tmp_path / "x", suite, ["1/3", "3/3"])
    with pytest.raises(ExperimentError, match=r"6 of 18 runs are missing.*shards are 1/3, 3/3"):
        merge(tmp_path / "x", into=tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


def test_what_does_not_belong_together_is_refused(tmp_path, suite):
    run_shards(tmp_path / "x", suite, ["1/2"])
    run_shards(tmp_path / "y", suite, ["2/2"], seed=2)
    with pytest.raises(DifferentExperimentError, match="not parts of one experiment: seed is 1"):
        merge([tmp_path / "x", tmp_path / "y"], into=tmp_path / "merged")
    with pytest.raises(FileError, match="holds no experiment of Optimeter: .*, nor shards of one"):
        merge(tmp_path, into=tmp_path / "merged")
    with pytest.raises(InvalidValueError, match="at least one folder"):
        merge([], into=tmp_path / "merged")
    om.run(strange.walk, suite, budget=50, folder=tmp_path / "z")
    with pytest.raises(InvalidValueError, match="a finished experiment"):
        merge(tmp_path / "z", into=tmp_path / "merged")


def moody(problem, start, rng):
    """Fail or not: as an optimizer does that needs a service which is not always there."""
    if problem.instance == 2 and strange.MARK == "fail":
        strange.raises(problem, start, rng)
    strange.walk(problem, start, rng)


@pytest.mark.parametrize("order", [1, -1])
def test_a_failed_duplicate_does_not_replace_a_run_that_is_done(
    tmp_path, suite, snapshot, monkeypatch, order
):
    monkeypatch.setattr(strange, "MARK", "")
    om.run(moody, suite, budget=50, folder=tmp_path / "whole")
    for shard in ("1/2", "2/2"):
        om.run(moody, suite, budget=50, folder=tmp_path / "good", shard=shard)
    monkeypatch.setattr(strange, "MARK", "fail")
    for shard in ("1/2", "2/2"):
        om.run(moody, suite, budget=50, folder=tmp_path / "bad", shard=shard)
    result = merge([tmp_path / "good", tmp_path / "bad"][::order], into=tmp_path / "all")
    assert (result.done, result.failed) == (18, 0)
    assert snapshot(tmp_path / "all") == snapshot(tmp_path / "whole")


def test_a_complete_result_is_never_replaced_by_less(tmp_path, suite, snapshot, monkeypatch):
    monkeypatch.setattr(strange, "MARK", "fail")
    for shard in ("1/2", "2/2"):
        om.run(moody, suite, budget=50, folder=tmp_path / "x", shard=shard)
    assert merge(tmp_path / "x", into=tmp_path / "all").failed == 6
    monkeypatch.setattr(strange, "MARK", "")
    om.run(moody, suite, budget=50, folder=tmp_path / "all", retry_failed=True)
    complete = snapshot(tmp_path / "all")
    result = merge(tmp_path / "x", into=tmp_path / "all")
    assert (result.done, result.failed) == (18, 0)
    assert snapshot(tmp_path / "all") == complete
    om.run(moody, suite, budget=50, folder=tmp_path / "whole")
    assert complete == snapshot(tmp_path / "whole")


def test_what_is_there_can_be_merged_and_the_rest_done_later(tmp_path, suite, snapshot):
    om.run(strange.walk, suite, budget=50, folder=tmp_path / "whole")
    run_shards(tmp_path / "x", suite, ["1/3", "2/3", "3/3"])
    (tmp_path / "x/shard-2-of-3/experiment.yaml").write_text("damaged")
    for place in ("by merge", "by run"):
        with pytest.raises(FileError, match="shard-2-of-3"):
            merge(tmp_path / "x", into=tmp_path / place)
        part = merge(tmp_path / "x", into=tmp_path / place, partial=True)
        assert (part.done, part.missing) == (12, 6)
        assert len(om.load(tmp_path / place, cache=False)) == 12
        status = experiment_status(tmp_path / place)
        assert (len(status.done), len(status.missing), status.finished) == (12, 6, False)
    again = merge(tmp_path / "x", into=tmp_path / "by merge", partial=True)
    assert (again.done, again.missing) == (12, 6)
    run_shards(tmp_path / "y", suite, ["2/3"])
    with pytest.raises(ExperimentError, match=r"12 of 18 runs are missing.*--partial"):
        merge(tmp_path / "y", into=tmp_path / "another")
    assert not (tmp_path / "another").exists()
    assert merge(tmp_path / "y", into=tmp_path / "by merge").complete
    result = om.run(strange.walk, suite, budget=50, folder=tmp_path / "by run")
    assert (result.resumed, result.done) == (12, 18)
    for place in ("by merge", "by run"):
        assert snapshot(tmp_path / place) == snapshot(tmp_path / "whole")


def test_nothing_readable_cannot_be_merged(tmp_path, suite):
    run_shards(tmp_path / "x", suite, ["1/3", "2/3"])
    for number in (1, 2):
        (tmp_path / f"x/shard-{number}-of-3/experiment.yaml").write_text("damaged")
    with pytest.raises(FileError, match="none of the 2 parts can be read"):
        merge(tmp_path / "x", into=tmp_path / "all", partial=True)


def test_shards_are_data_that_can_be_read(tmp_path, suite, capsys):
    run_shards(tmp_path / "x", suite, ["1/3", "2/3"])
    one, both = tmp_path / "x/shard-1-of-3", tmp_path / "x"
    assert len(om.load(one, cache=False)) == 6
    assert len(om.load(both, cache=False)) == 12
    for source, runs in ((one, 6), (both, 12)):
        main(["check", str(source)])
        output = capsys.readouterr().out
        assert "6 done, 0 failed, 0 missing" in output
        assert "unreadable" not in output
        assert output.count("experiment of walk") == runs // 6
