"""An algorithm whose runs all failed is told by name; nothing else breaks because of it."""

import numpy as np
import pytest

import optimeter as om
from optimeter.cli.check import FINDINGS, check
from optimeter.exceptions import DataError

SUITE = om.Suite("bbob", functions=[1, 2], dimensions=2, instances=[1, 2])


def broken(problem, start, rng):
    raise ValueError("cannot begin")


def walk(problem, start, rng):
    while True:
        problem(start + rng.standard_normal(start.size))


def half(problem, start, rng):
    walk(problem, start, rng) if problem.instance == 1 else broken(problem, start, rng)


@pytest.fixture
def folders(tmp_path):
    return [
        om.run(one, SUITE, budget=5, folder=tmp_path / one.__name__, progress=False).folder
        for one in (broken, walk)
    ]


def test_the_others_are_loaded_and_it_is_a_finding(folders):
    runs = om.load(*folders)
    assert (runs.algorithms, len(runs)) == (("walk",), 4)
    first = runs.findings[0]
    assert (first.file, first.rule, first.severity) == (str(folders[0]), "experiment", "error")
    assert "'broken'" in first.message
    named = om.load(f"mine={folders[1]}", f"bad={folders[0]}")
    assert named.algorithms == ("mine",)


def test_alone_it_is_an_error_with_the_reason(folders):
    with pytest.raises(DataError, match="cannot begin"):
        om.load(folders[0])
    with pytest.raises(DataError):
        om.load(*folders, strict=True)


def test_without_a_journal_it_is_an_error_beside_others_too(folders):
    (folders[0] / "journal.jsonl").unlink()
    with pytest.raises(DataError):
        om.load(folders[1], folders[0])


def test_check_counts_failed_runs(folders, tmp_path):
    found = check([str(folders[0])])
    assert (found.unreadable, found.exit_code) == ([], FINDINGS)
    assert len(found.experiments[0].failed) == 4
    result = om.run(half, SUITE, budget=5, folder=tmp_path / "half", progress=False)
    (entry,) = [entry for _, entry in check([str(result.folder)]).data_sets]
    assert (entry.complete, entry.unfinished) == (False, 2)


@pytest.mark.system
def test_several_optimizers_are_finished_without_it(tmp_path):
    results = om.run(
        {"broken": broken, "walk": walk}, SUITE, budget=5, folder=tmp_path / "x", progress=False
    )
    assert [result.evaluations for result in results.values()] == [0, 4 * 5 * 2]
    report = om.report(*results.values(), folder=tmp_path / "page", resamples=20)
    assert "'broken'" in report.page.read_text().replace("&#39;", "'")
    assert np.isfinite(om.load(results["walk"]).final).all()
