"""What is shown while an experiment runs."""

import io
import logging
import sys
import time

import pytest
from tests.experiment import strange

import optimeter as om
from optimeter.exceptions import InvalidTypeError
from optimeter.experiment import progress
from optimeter.experiment.progress import BarProgress, LogProgress, duration, quantity


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.4, "0 s"),
        (59.4, "59 s"),
        (200, "3 min 20 s"),
        (18_720, "5 h 12 min"),
        (float("inf"), "unknown time"),
    ],
)
def test_duration(seconds, text):
    assert duration(seconds) == text


def test_quantity():
    assert [quantity(x) for x in (950, 12_300, 4.5e6)] == ["950", "12.3 k", "4.5 M"]


def test_bar_in_a_terminal(tmp_path, suite, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "150")
    monkeypatch.setenv("TERM", "xterm")
    om.run(strange.walk, suite, budget=200, folder=tmp_path / "x", trials=3)
    shown = terminal.getvalue()
    assert "walk" in shown
    assert "/54" in shown
    assert "evaluations/s" in shown
    assert "remaining" in shown
    assert "bbob_f" in shown


@pytest.mark.parametrize("workers", [1, 2])
def test_long_runs_are_seen_before_they_are_over(workers, tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(progress, "_LOG_EVERY", 0.1)
    caplog.set_level(logging.INFO, "optimeter")

    def slow(problem, start, rng):
        while True:
            problem(start)
            time.sleep(0.002)

    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    om.run(slow, suite, budget=100, folder=tmp_path / "x", workers=workers, progress=True)
    lines = [record.getMessage() for record in caplog.records]
    assert lines[0] == "slow: 2 runs, 0 of them there already"
    first = next(line for line in lines if line.startswith("0 of 2 runs  bbob_f001_i0"))
    assert "evaluations/s" in first
    assert "unknown time" not in first


def test_choices(tmp_path, suite, capsys):
    om.run(strange.walk, suite, budget=5, folder=tmp_path / "x", progress=False)
    assert capsys.readouterr() == ("", "")
    with pytest.raises(InvalidTypeError, match="progress must be True, False, None"):
        om.run(strange.walk, suite, budget=5, folder=tmp_path / "y", progress="yes")
    assert isinstance(progress.choose_progress(None), LogProgress)
    assert isinstance(BarProgress(), BarProgress)
