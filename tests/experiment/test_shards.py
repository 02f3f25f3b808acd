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
from optimeter.experiment.folder import ExperimentFolder
from optimeter.experiment.plan import Shard, make_plan


def run_shards(folder, suite, shards, **options):
    for shard in shards:
        om.run(strange.walk, suite, folder=folder, shard=shard, **{"budget": 50, **options})


@pytest.mark.system
def test_three_shards_merged_are_the_whole(tmp_path, suite, contents):
    om.run(strange.walk, suite, budget=50, folder=tmp_path / "whole", trials=2)
    run_shards(tmp_path / "x", suite, ["2/3", "1/3"], trials=2)
    run_shards(tmp_path / "x", suite, [(3, 3)], trials=2, workers=2)
    folders = sorted(path.name for path in (tmp_path / "x").iterdir())
    assert folders == ["shard-1-of-3", "shard-2-of-3", "shard-3-of-3"]
    before = contents(tmp_path / "x")
    result = merge(tmp_path / "x", into=tmp_path / "merged")
    assert result.runs == 36
    assert result.complete
    assert contents(tmp_path / "merged") == contents(tmp_path / "whole")
    assert contents(tmp_path / "x") == before
    again = merge([tmp_path / "x/shard-3-of-3", tmp_path / "x"], into=tmp_path / "merged")
    assert again.complete
    assert contents(tmp_path / "merged") == contents(tmp_path / "whole")


def test_a_shard_holds_its_part_of_the_plan(tmp_path, suite):
    run_shards(tmp_path / "x", suite, ["1/3", "2/3", "3/3"])
    plans = [ExperimentFolder(path).plan() for path in sorted((tmp_path / "x").iterdir())]
    assert [len(plan) for plan in plans] == [6, 6, 6]
    assert sorted(run.index for plan in plans for run in plan) == list(range(18))


def test_runs_are_dealt_evenly_and_stay_where_they_are_in_a_plan_that_grows():
    def parts(instances, trials, budget, count):
        suite = om.Suite("bbob", functions=[1, 5, 8], dimensions=[2, 3], instances=instances)
        plan = make_plan(suite, budget, trials)
        return [
            {(run.problem, run.trial) for run in Shard(number, count).select(plan)}
            for number in range(1, count + 1)
        ]

    for count in (1, 2, 4, 5, 7):
        before = parts([1, 4, 7], 2, 10, count)
        sizes = [len(part) for part in before]
        assert sum(sizes) == 36
        assert max(sizes) - min(sizes) <= 2
        after = parts([1, 4, 7, 8, 9], 3, 20, count)
        assert all(old <= new for old, new in zip(before, after, strict=True))


@pytest.mark.parametrize(
    "grown", [{"instances": [1, 2, 3, 4, 5]}, {"budget": 80}, {"trials": 2}], ids=str
)
def test_shards_can_be_extended(tmp_path, contents, grown):
    suite = {"functions": [1, 8], "dimensions": [2, 3], "instances": [1, 2, 3]}
    larger = om.Suite("bbob", **{**suite, **{k: v for k, v in grown.items() if k in suite}})
    options = {"budget": 50, **{k: v for k, v in grown.items() if k not in suite}}
    run_shards(tmp_path / "x", om.Suite("bbob", **suite), ["1/2", "2/2"])
    run_shards(tmp_path / "x", larger, ["1/2"], **options)
    with pytest.raises(DifferentExperimentError):
        merge(tmp_path / "x", into=tmp_path / "merged")
    part = om.run(strange.walk, larger, folder=tmp_path / "x", shard="2/2", **options)
    assert part.complete
    assert part.resumed > 0 or "budget" in grown
    merge(tmp_path / "x", into=tmp_path / "merged")
    om.run(strange.walk, larger, folder=tmp_path / "whole", **options)
    assert contents(tmp_path / "merged") == contents(tmp_path / "whole")


def test_a_shard_whose_runs_would_move_cannot_grow(tmp_path, suite, said, refused):
    run_shards(tmp_path / "x", suite, ["2/2"])
    moved = om.Suite("bbob", functions=[1, 2, 8, 20], dimensions=[2, 5], instances=[1, 2, 3])
    with refused(DifferentExperimentError, "shard"):
        run_shards(tmp_path / "x", moved, ["2/2"])
    assert refused.messages == said


def test_failed_runs_of_shards(tmp_path, suite, contents):
    optimizer = strange.only_some(strange.raises)
    whole = om.run(optimizer, suite, budget=50, folder=tmp_path / "whole")
    for shard in ("1/2", "2/2"):
        om.run(optimizer, suite, budget=50, folder=tmp_path / "x", shard=shard)
    merged = merge(tmp_path / "x", into=tmp_path / "merged")
    assert merged.failed == whole.failed == 6
    assert contents(tmp_path / "merged") == contents(tmp_path / "whole")


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
def test_shards_of_a_suite_with_constraints(tmp_path, contents, budget):
    """The journal and the unit of a run agree on its evaluations, those of constraints included."""
    suite = om.Suite("bbob-constrained", functions=[1, 20], dimensions=2, instances=[1, 2])
    options = {"budget": budget, "seed": 3}
    om.run(constrained_walk, suite, folder=tmp_path / "whole", **options)
    for shard in ("1/2", "2/2", "1/2"):
        part = om.run(constrained_walk, suite, folder=tmp_path / "x", shard=shard, **options)
    assert part.resumed == 2
    assert merge(tmp_path / "x", into=tmp_path / "merged").complete
    assert contents(tmp_path / "merged") == contents(tmp_path / "whole")


def test_missing_shards_are_named(tmp_path, suite, said, refused):
    run_shards(tmp_path / "x", suite, ["1/3", "3/3"])
    with refused(ExperimentError, "6 of 18", "1/3, 3/3"):
        merge(tmp_path / "x", into=tmp_path / "merged")
    assert not (tmp_path / "merged").exists()
    assert refused.messages == said


def test_what_does_not_belong_together_is_refused(tmp_path, suite, said, refused):
    run_shards(tmp_path / "x", suite, ["1/2"])
    run_shards(tmp_path / "y", suite, ["2/2"], seed=2)
    with refused(DifferentExperimentError, "1"):
        merge([tmp_path / "x", tmp_path / "y"], into=tmp_path / "merged")
    with refused(FileError):
        merge(tmp_path, into=tmp_path / "merged")
    with refused(InvalidValueError):
        merge([], into=tmp_path / "merged")
    om.run(strange.walk, suite, budget=50, folder=tmp_path / "z")
    with refused(InvalidValueError):
        merge(tmp_path / "z", into=tmp_path / "merged")
    assert refused.messages == said


def moody(problem, start, rng):
    """Fail or not: as an optimizer does that needs a service which is not always there."""
    if problem.instance == 2 and strange.MARK == "fail":
        strange.raises(problem, start, rng)
    strange.walk(problem, start, rng)


@pytest.mark.parametrize("order", [1, -1])
def test_a_failed_duplicate_does_not_replace_a_run_that_is_done(
    tmp_path, suite, contents, monkeypatch, order
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
    assert contents(tmp_path / "all") == contents(tmp_path / "whole")


def test_a_complete_result_is_never_replaced_by_less(tmp_path, suite, contents, monkeypatch):
    monkeypatch.setattr(strange, "MARK", "fail")
    for shard in ("1/2", "2/2"):
        om.run(moody, suite, budget=50, folder=tmp_path / "x", shard=shard)
    assert merge(tmp_path / "x", into=tmp_path / "all").failed == 6
    monkeypatch.setattr(strange, "MARK", "")
    om.run(moody, suite, budget=50, folder=tmp_path / "all", retry_failed=True)
    complete = contents(tmp_path / "all")
    result = merge(tmp_path / "x", into=tmp_path / "all")
    assert (result.done, result.failed) == (18, 0)
    assert contents(tmp_path / "all") == complete
    om.run(moody, suite, budget=50, folder=tmp_path / "whole")
    assert complete == contents(tmp_path / "whole")


def test_what_is_there_can_be_merged_and_the_rest_done_later(
    tmp_path, suite, contents, said, refused
):
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
        assert (len(status.done), status.missing, status.unknown) == (12, (), 6)
        assert (status.runs, status.finished) == (18, False)
    again = merge(tmp_path / "x", into=tmp_path / "by merge", partial=True)
    assert (again.done, again.missing) == (12, 6)
    run_shards(tmp_path / "y", suite, ["2/3"])
    with refused(ExperimentError, "12 of 18", "--partial"):
        merge(tmp_path / "y", into=tmp_path / "another")
    assert not (tmp_path / "another").exists()
    assert merge(tmp_path / "y", into=tmp_path / "by merge").complete
    result = om.run(strange.walk, suite, budget=50, folder=tmp_path / "by run")
    assert (result.resumed, result.done) == (12, 18)
    for place in ("by merge", "by run"):
        assert contents(tmp_path / place) == contents(tmp_path / "whole")
    assert refused.messages == said


def test_nothing_readable_cannot_be_merged(tmp_path, suite, said, refused):
    run_shards(tmp_path / "x", suite, ["1/3", "2/3"])
    for number in (1, 2):
        (tmp_path / f"x/shard-{number}-of-3/experiment.yaml").write_text("damaged")
    with refused(FileError, "2"):
        merge(tmp_path / "x", into=tmp_path / "all", partial=True)
    assert refused.messages == said


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
