"""`optimeter watch` in a terminal's place and as a page."""

import re
import threading

import pytest

from optimeter.cli import main
from optimeter.cli.watch import FINISHED, UNFINISHED
from tests.experiment.test_following import running  # noqa: F401 - a fixture


@pytest.mark.system
def test_a_look_at_a_running_experiment(running, tmp_path, capsys):  # noqa: F811
    experiment = running()
    experiment.wait_for(over=5)
    page = tmp_path / "page.html"
    code = main(["watch", str(experiment.folder), "--once", "--page", str(page)])
    assert code == UNFINISHED
    shown = capsys.readouterr().out
    assert "runs over 5 of 8 (62 %)" in shown
    assert "failed 1" in shown
    assert "checkpoints 1" in shown
    assert re.search(r"f1 +2/2 \(1\) +1/2", shown)
    assert "no <more> ideas" in shown
    assert "first profiles" in shown
    content = page.read_text(encoding="utf-8")
    assert '<meta http-equiv="refresh" content="2">' in content
    assert "no &lt;more&gt; ideas" in content
    assert content.count("<svg") == 2
    assert "<script" not in content
    assert not re.search(r"""(src|href)=["']?\w+:""", content)


@pytest.mark.system
def test_it_is_followed_to_its_end(running, tmp_path, capsys):  # noqa: F811
    experiment = running()
    experiment.wait_for(over=5)
    page = tmp_path / "page.html"
    arguments = ["watch", str(experiment.folder), "--every", "0.01", "--page", str(page)]
    codes = []
    watcher = threading.Thread(target=lambda: codes.append(main(arguments)))
    watcher.start()
    while not page.exists():
        assert watcher.is_alive()
        watcher.join(0.005)
    experiment.open()
    watcher.join()
    assert codes == [FINISHED]
    assert "The experiment is finished." in capsys.readouterr().out
    assert "http-equiv" not in page.read_text(encoding="utf-8")


@pytest.mark.system
def test_a_terminal_shows_it_in_one_place(running, capsys, monkeypatch):  # noqa: F811
    monkeypatch.setenv("FORCE_COLOR", "1")
    experiment = running()
    experiment.wait_for(over=5)
    experiment.open()
    assert main(["watch", str(experiment.folder)]) == FINISHED
    assert "runs over 8 of 8" in capsys.readouterr().out


@pytest.mark.system
@pytest.mark.parametrize("arguments", [["--every", "0"], ["--every", "-1"]])
def test_wrong_pauses(arguments, running, capsys):  # noqa: F811
    experiment = running()
    experiment.wait_for(over=5)
    assert main(["watch", str(experiment.folder), *arguments]) == 2
    assert "every must" in capsys.readouterr().err


def test_no_experiment(tmp_path, capsys):
    assert main(["watch", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
