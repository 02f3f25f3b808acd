"""What is shown while an experiment runs."""

import io
import logging
import sys
import time
from types import SimpleNamespace

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


class Shown:
    """What a notebook shows in one place."""

    def __init__(self, state, **options):
        assert options == {"display_id": True}
        self.states = [state]
        Shown.last = self

    def update(self, state):
        self.states.append(state)


def notebook(monkeypatch, *, kernel=True):
    """Make this process the kernel of a notebook, or the shell of a terminal."""
    shell = SimpleNamespace(kernel=object()) if kernel else SimpleNamespace()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=Shown))


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.system)])
def test_a_bar_in_a_notebook_renews_itself(workers, tmp_path, suite, monkeypatch):
    notebook(monkeypatch)
    monkeypatch.setattr(progress, "_RENEW_EVERY", 0.01)
    om.run(strange.walk, suite, budget=200, folder=tmp_path / "x", trials=3, workers=workers)
    first, *_, last = Shown.last.states
    assert repr(first).startswith("walk: 0 of 54 runs")
    assert repr(last) == "walk: 54 of 54 runs"
    assert '<progress value="54" max="54"></progress>' in last._repr_html_()
    between = Shown.last.states[1:-1]
    assert any("evaluations/s" in repr(state) and state.done < 54 for state in between)


def test_a_bar_in_a_notebook_stays_where_it_came_to(tmp_path, suite, monkeypatch):
    notebook(monkeypatch)

    def broken(problem, start, rng):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        om.run(broken, suite, budget=2, folder=tmp_path / "x", algorithm="<b>x</b>")
    assert repr(Shown.last.states[-1]).startswith("<b>x</b>: 0 of 18 runs")
    assert "<b>" not in Shown.last.states[-1]._repr_html_()


def test_the_shell_of_a_terminal_is_no_notebook(monkeypatch):
    notebook(monkeypatch, kernel=False)
    assert isinstance(progress.choose_progress(None), BarProgress | LogProgress)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    assert isinstance(progress.choose_progress(True), BarProgress | LogProgress)


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.system)])
def test_long_runs_are_seen_before_they_are_over(workers, tmp_path, caplog, monkeypatch, said):
    monkeypatch.setattr(progress, "_LOG_EVERY", 0.1)
    caplog.set_level(logging.INFO, "optimeter")

    def slow(problem, start, rng):
        while True:
            problem(start)
            time.sleep(0.002)

    suite = om.Suite("bbob", functions=1, dimensions=2, instances=[1, 2])
    om.run(slow, suite, budget=100, folder=tmp_path / "x", workers=workers, progress=True)
    lines = [record.getMessage() for record in caplog.records]
    assert lines[0].startswith("slow: 2 ")
    assert lines[0] == said
    first = next(line for line in lines if line.startswith("0 of 2 runs  bbob_f001_i0"))
    assert "evaluations/s" in first
    assert "unknown time" not in first


def test_choices(tmp_path, suite, capsys, said, refused):
    om.run(strange.walk, suite, budget=5, folder=tmp_path / "x", progress=False)
    assert capsys.readouterr() == ("", "")
    with refused(InvalidTypeError, "progress"):
        om.run(strange.walk, suite, budget=5, folder=tmp_path / "y", progress="yes")
    assert isinstance(progress.choose_progress(None), LogProgress)
    assert isinstance(BarProgress(), BarProgress)
    assert refused.messages == said
