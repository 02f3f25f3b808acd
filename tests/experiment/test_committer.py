"""The committer: runs become durable in order, and nothing is noted that is not on the disk."""

import pytest

from optimeter._core import Committer
from optimeter.exceptions import FileError


def test_each_run_gets_its_name_and_its_line_in_order(tmp_path):
    committer = Committer(tmp_path / "journal")
    for index in range(300):
        staged = tmp_path / f"{index}.part"
        staged.write_text(f"run {index}")
        committer.submit(staged, tmp_path / str(index), f"{index}\n")
    assert committer.flush() == 300
    assert committer.committed() == 300
    lines = (tmp_path / "journal").read_text().split()
    assert lines == [str(index) for index in range(300)]
    assert not list(tmp_path.glob("*.part"))
    assert (tmp_path / "7").read_text() == "run 7"


def test_a_run_without_a_file_is_only_noted(tmp_path):
    committer = Committer(tmp_path / "journal")
    committer.submit(None, tmp_path / "1", "lost\n")
    assert committer.flush() == 1
    assert (tmp_path / "journal").read_text() == "lost\n"
    assert not (tmp_path / "1").exists()


def test_what_was_submitted_is_committed_when_the_committer_goes(tmp_path):
    (tmp_path / "1.part").write_text("run")
    committer = Committer(tmp_path / "journal")
    committer.submit(tmp_path / "1.part", tmp_path / "1", "1\n")
    del committer
    assert (tmp_path / "1").exists()
    assert (tmp_path / "journal").read_text() == "1\n"


def test_the_journal_goes_on_where_another_session_ended(tmp_path):
    (tmp_path / "journal").write_text("old\n")
    committer = Committer(tmp_path / "journal")
    committer.submit(None, tmp_path / "1", "new\n")
    committer.flush()
    assert (tmp_path / "journal").read_text() == "old\nnew\n"


def test_after_a_failure_nothing_is_noted_any_more(tmp_path):
    committer = Committer(tmp_path / "journal")
    (tmp_path / "1.part").write_text("run")
    committer.submit(tmp_path / "1.part", tmp_path / "nowhere" / "1", "1\n")
    with pytest.raises(FileError, match="nowhere"):
        committer.flush()
    with pytest.raises(FileError, match="nowhere"):
        committer.submit(None, tmp_path / "2", "2\n")
    with pytest.raises(FileError, match="nowhere"):
        committer.committed()
    assert not (tmp_path / "journal").exists()
