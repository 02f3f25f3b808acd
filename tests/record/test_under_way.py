"""Runs under way when a process dies are never taken for finished ones."""

import os
import signal
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter.record.files import PROVENANCE_FILE, UNDER_WAY_FILE

FORMATS = ("coco", "ioh")


def evaluated(problem, times):
    problem(np.random.default_rng(problem.function).uniform(-5, 5, (times, problem.dimension)))


def problems(count):
    return [om.problem("bbob", function, 2) for function in range(1, count + 1)]


def killed(folder, work):
    """Let a process record and die without a word."""
    process = os.fork()
    if process == 0:
        try:
            work(folder)
        finally:
            os._exit(1)
    assert os.WTERMSIG(os.waitpid(process, 0)[1]) == signal.SIGKILL


def lengths(runs):
    return [
        (function, length, bool(whole))
        for function, length, whole in zip(
            runs.function.tolist(), runs.evaluations.tolist(), runs.finalized, strict=True
        )
    ]


@pytest.mark.system
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked process")
@pytest.mark.parametrize("format", FORMATS)
def test_a_killed_observer_of_several_problems_tells_what_was_under_way(format, tmp_path):
    def work(folder):
        observer = om.Observer(folder, format=format)
        kept = problems(3)
        for problem in kept:
            observer.observe(problem)
        for problem in kept:
            evaluated(problem, 20)
        os.kill(os.getpid(), signal.SIGKILL)

    killed(tmp_path / "x", work)
    runs = om.load(tmp_path / "x")
    assert lengths(runs) == [(1, 20, False), (2, 20, False)]
    assert {finding.rule for finding in runs.findings} == {"experiment"}
    assert {finding.severity for finding in runs.findings} == {"incomplete"}
    assert {Path(finding.file).name for finding in runs.findings} == {
        PROVENANCE_FILE, UNDER_WAY_FILE,
    }  # fmt: skip


@pytest.mark.system
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked process")
@pytest.mark.parametrize("format", FORMATS)
def test_what_was_over_before_the_kill_is_whole(format, tmp_path):
    def work(folder):
        observer = om.Observer(folder, format=format)
        kept = problems(3)
        for problem in kept:
            observer.observe(problem)
        evaluated(kept[0], 20)
        evaluated(kept[1], 20)
        kept[0] = None
        evaluated(kept[2], 20)
        os.kill(os.getpid(), signal.SIGKILL)

    killed(tmp_path / "x", work)
    assert lengths(om.load(tmp_path / "x")) == [(1, 20, True), (2, 20, False)]


@pytest.mark.parametrize("format", FORMATS)
def test_an_observer_that_was_closed_leaves_no_trace(format, tmp_path):
    with om.Observer(tmp_path / "x", format=format) as observer:
        kept = problems(3)
        for problem in kept:
            observer.observe(problem)
        for problem in [*kept, kept[0]]:
            evaluated(problem, 20)
        marked = (observer.folder / UNDER_WAY_FILE).exists()
    assert marked
    assert not (tmp_path / "x" / UNDER_WAY_FILE).exists()
    runs = om.load(tmp_path / "x")
    assert runs.findings == ()
    assert lengths(runs) == [(1, 40, True), (2, 20, True), (3, 20, True)]


def test_marks_that_are_damaged_say_nothing(tmp_path):
    with om.Observer(tmp_path / "x") as observer:
        for problem in problems(2):
            observer.observe(problem)
            evaluated(problem, 20)
    marks = tmp_path / "x" / UNDER_WAY_FILE
    marks.write_text('{"run": 1, "function": 1, "dimension": 2, "instance": 1, "evaluations": 20}\n'
                     '{"run": 1}\n[1]\n{"run": {}, "function": []}\nnull\n{"fu')  # fmt: skip
    runs = om.load(tmp_path / "x")
    assert lengths(runs) == [(1, 20, True), (2, 20, True)]


def test_data_without_a_provenance_are_as_they_are(tmp_path):
    with om.Observer(tmp_path / "x") as observer:
        for problem in problems(2):
            observer.observe(problem)
            evaluated(problem, 20)
    (tmp_path / "x" / PROVENANCE_FILE).write_text('{"finished": null}')  # of somebody else
    assert om.load(tmp_path / "x").findings == ()
    (tmp_path / "x" / PROVENANCE_FILE).unlink()
    assert om.load(tmp_path / "x").findings == ()
