"""What is noted of the folder in which an experiment is run."""

import subprocess

import pytest

from optimeter.experiment.provenance import _git_state

pytestmark = pytest.mark.system


def git(*words):
    names = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    done = subprocess.run(["git", *names, *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_the_commit_and_whether_files_differ(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert _git_state() is None
    git("init")
    assert _git_state() is None  # without a commit
    (tmp_path / "program.py").write_text("1")
    git("add", "program.py")
    git("commit", "-m", "first")
    commit = git("rev-parse", "HEAD")
    assert _git_state() == {"commit": commit, "changed": False}
    (tmp_path / "notes.txt").write_text("not known to git")
    assert _git_state() == {"commit": commit, "changed": False}
    (tmp_path / "program.py").write_text("2")
    assert _git_state() == {"commit": commit, "changed": True}


def test_without_git(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert _git_state() is None
