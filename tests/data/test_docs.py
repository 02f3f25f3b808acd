"""The examples of the documentation run as they are."""

import re
import tarfile
from pathlib import Path

from tests.peers import need_peer

PAGE = Path(__file__).parents[2] / "docs" / "data.md"


def test_examples_of_the_page_on_data(folder, tmp_path, monkeypatch, capsys):
    need_peer("pyarrow")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPTIMETER_ARCHIVE", "")
    folder.root = tmp_path / "exdata" / "my-optimizer"
    folder.index = folder.index.replace("funcId = 3", "funcId = 1")
    folder.write()
    folder.root = tmp_path / "other"
    folder.index = folder.index.replace("myalg", "other")
    (tmp_path / "my-archive").mkdir()
    for place in ("exdata", "my-archive"):
        with tarfile.open(tmp_path / place / "other.tgz", "w:gz") as archive:
            archive.add(folder.write(), "other")
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 8
    exec("\n".join(blocks), {})
    printed = capsys.readouterr().out
    assert "('myalg', 'other')" in printed
    assert "[[40.]\n [inf]]" in printed
    assert "True" in printed
