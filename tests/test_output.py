"""What is written into folders of users: own files are replaced, all others stay as they are."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimeter._manifest import listed, manifest_text
from optimeter._output import (
    HIDDEN,
    refuse_foreign,
    refuse_foreign_file,
    refuse_full,
    staged,
    write_owned,
)
from optimeter.exceptions import FileError


def write(folder: Path, files: dict[str, str], **options) -> None:
    with staged(folder, **options) as stage:
        for name, text in files.items():
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / name).write_text(text)


def there(folder: Path) -> dict[str, str]:
    """The files of a folder, but for the list."""
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file() and path.name != HIDDEN
    }


def test_what_it_wrote_is_replaced_and_what_it_no_longer_writes_is_removed(tmp_path):
    folder = tmp_path / "out"
    write(folder, {"a": "1", "data/b": "2", "data/c": "3"})
    (folder / "notes").write_text("mine")
    write(folder, {"a": "4", "data/b": "2"})
    assert there(folder) == {"a": "4", "data/b": "2", "notes": "mine"}
    write(folder, {"a": "4"})
    assert there(folder) == {"a": "4", "notes": "mine"}
    assert not (folder / "data").exists()


@pytest.mark.parametrize("empty", [False, True])
def test_a_file_in_the_way_stops_it_before_it_writes(tmp_path, refused, said, empty):
    folder = tmp_path / "out"
    if not empty:
        write(folder, {"a": "1", "b": "1"})
    folder.mkdir(exist_ok=True)
    (folder / "b").write_text("mine")
    before = there(folder)
    with refused(FileError, str(folder / "b"), "--force", "b.1.bak"):
        write(folder, {"a": "2", "b": "2"})
    with refused(FileError, str(folder / "b")):
        refuse_foreign(folder, ["b"])
    refuse_foreign(folder, ["a"])
    assert there(folder) == before
    assert refused.messages == said


def test_force_keeps_what_is_in_the_way_under_the_next_number(tmp_path):
    for number in (1, 2):
        (tmp_path / "a").write_text(f"mine {number}")
        refuse_foreign(tmp_path, ["a"], force=True)
        write(tmp_path, {"a": "ours"}, force=True)
    assert there(tmp_path) == {"a": "ours", "a.1.bak": "mine 1", "a.2.bak": "mine 2"}


def test_what_holds_the_same_already_is_in_nobodys_way(tmp_path):
    (tmp_path / "a").write_text("same")
    stamp = (tmp_path / "a").stat().st_mtime_ns
    write(tmp_path, {"a": "same"})
    assert (tmp_path / "a").stat().st_mtime_ns == stamp
    write(tmp_path, {"a": "new"})
    assert there(tmp_path) == {"a": "new"}


def test_edited_leftovers_stay(tmp_path):
    write(tmp_path, {"a": "1", "b": "1"})
    (tmp_path / "b").write_text("mine")
    write(tmp_path, {"a": "2"})
    assert there(tmp_path) == {"a": "2", "b": "mine"}
    with pytest.raises(FileError):
        write(tmp_path, {"b": "2"})


def test_what_is_written_once_is_the_users_when_it_was_changed(tmp_path):
    write(tmp_path, {"text": "1", "a": "1"}, once=["text"])
    write(tmp_path, {"text": "2", "a": "2"}, once=["text"])
    assert there(tmp_path) == {"text": "2", "a": "2"}
    (tmp_path / "text").write_text("mine")
    for number in ("3", "4"):
        write(tmp_path, {"text": number, "a": number}, once=["text"])
        assert there(tmp_path) == {"text": "mine", "a": number}
    (tmp_path / "text").unlink()
    write(tmp_path, {"text": "5"}, once=["text"])
    assert there(tmp_path) == {"text": "5"}


def test_lists_without_checksums_own_all_but_texts(tmp_path):
    for name in ("index.html", "tex/article.tex", "data/a"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("old")
    files = ["data/a", "index.html", "tex/article.tex"]
    text = json.dumps({"schema": 1, "optimeter": "1", "files": files})
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(FileError, match=r"tex/article\.tex"):
        write(tmp_path, {"index.html": "new", "tex/article.tex": "new"}, manifest="manifest.json",
              once=["tex/article.tex"])  # fmt: skip
    write(tmp_path, {"index.html": "new"}, manifest="manifest.json")
    found = there(tmp_path)
    assert json.loads(found.pop("manifest.json"))["schema"] == 2
    assert found == {"index.html": "new", "tex/article.tex": "old"}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"schema": 2}', '{"schema": 1, "files": [1]}', "🙂"]
)
def test_a_list_of_somebody_else_owns_nothing(tmp_path, text):
    (tmp_path / HIDDEN).write_text(text)
    (tmp_path / "a").write_text("mine")
    with pytest.raises(FileError, match=HIDDEN):
        write(tmp_path, {"b": "1"})
    write(tmp_path, {"a": "1"}, force=True)
    found = there(tmp_path)
    assert found == {"a": "1", "a.1.bak": "mine", f"{HIDDEN}.1.bak": text}


@pytest.mark.parametrize("name", ["../precious", "/precious", "data/../../precious"])
def test_a_list_owns_nothing_outside_of_its_folder(tmp_path, name):
    precious = tmp_path / "precious"
    precious.write_text("keep")
    folder = tmp_path / "out"
    folder.mkdir()
    name = str(precious) if name.startswith("/") else name
    (folder / HIDDEN).write_text(manifest_text({name: listed(b"keep")}))
    write(folder, {"a": "1"})
    assert precious.read_text() == "keep"


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege")
def test_links_are_not_followed(tmp_path):
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "a").write_text("keep")
    folder = tmp_path / "out"
    write(folder, {"a": "1", "data/a": "keep"})
    (folder / "data" / "a").unlink()
    (folder / "data").rmdir()
    (folder / "data").symlink_to(precious)
    (folder / "a").unlink()
    (folder / "a").symlink_to(precious / "a")
    with pytest.raises(FileError):
        write(folder, {"a": "2", "data/a": "2"})
    write(folder, {"b": "2"})  # and removes nothing behind the link
    assert (precious / "a").read_text() == "keep"
    write(folder, {"a": "2", "data/a": "2"}, force=True)
    assert (precious / "a").read_text() == "keep"
    assert (folder / "data" / "a").read_text() == "2"


def test_what_fails_leaves_everything_as_it_was(tmp_path):
    folder = tmp_path / "out"
    for _ in range(2):
        before = there(tmp_path)
        with pytest.raises(FileError, match=r"out/a: No space"), staged(folder) as stage:
            (stage / "b").write_text("2")
            raise FileError(f"cannot write {stage / 'a'}: No space left on device")
        assert there(tmp_path) == before
        write(folder, {"a": "1", "b": "1"})
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_it_goes_on_wherever_it_was_broken_off(tmp_path, monkeypatch):
    """After any step: nothing of the user is gone, and the same call does the rest."""

    class Killed(BaseException):
        pass

    for steps in range(60):
        folder = tmp_path / str(steps)
        write(folder, {"a": "1", "data/b": "1", "gone": "1"})
        (folder / "mine").write_text("mine")
        left = [steps]

        def counting(method, left=left):
            def call(*arguments, **options):
                if left[0] == 0:
                    raise Killed
                left[0] -= 1
                return method(*arguments, **options)

            return call

        with monkeypatch.context() as patch:
            for name in ("replace", "rename", "unlink", "mkdir"):
                patch.setattr(Path, name, counting(getattr(Path, name)))
            try:
                write(folder, {"a": "2", "data/b": "2", "new": "2"})
            except Killed:
                over = False
            else:
                over = True
        write(folder, {"a": "3", "data/b": "3", "new": "3"})
        assert there(folder) == {"a": "3", "data/b": "3", "new": "3", "mine": "mine"}
        if over:
            break
    assert over
    assert steps > 8


def test_single_files_share_a_list(tmp_path):
    write_owned(tmp_path / "a.svg", "1")
    write_owned(tmp_path / "b.svg", b"1")
    write_owned(tmp_path / "a.svg", "2")
    assert there(tmp_path) == {"a.svg": "2", "b.svg": "1"}
    (tmp_path / "b.svg").write_text("mine")
    for call in (refuse_foreign_file, lambda path: write_owned(path, "2")):
        with pytest.raises(FileError, match=r"b\.svg"):
            call(tmp_path / "b.svg")
    write_owned(tmp_path / "b.svg", "2", force=True)
    assert there(tmp_path)["b.svg.1.bak"] == "mine"


@pytest.mark.skipif(os.name == "nt", reason="there are no devices with such names")
def test_streams_are_written_to():
    refuse_foreign_file(Path("/dev/stdout"))
    write_owned(Path("/dev/null"), "1")
    assert Path("/dev/null").exists()


def test_a_folder_that_is_to_hold_nothing_else(tmp_path):
    refuse_full(tmp_path / "new")
    write(tmp_path, {"a": "1"})
    refuse_full(tmp_path)
    (tmp_path / ".hidden").write_text("")
    refuse_full(tmp_path)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "mine").write_text("")
    with pytest.raises(FileError, match="mine"):
        refuse_full(tmp_path)
    refuse_full(tmp_path, force=True)
    (tmp_path / "deep" / "mine").unlink()
    (tmp_path / "a").write_text("mine")
    with pytest.raises(FileError, match="'?a'? was changed"):
        refuse_full(tmp_path)


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.tuples(st.sampled_from("wue"), st.sets(st.sampled_from("abc"), min_size=1)), max_size=6
    )
)
def test_no_text_of_the_user_is_ever_lost(tmp_path_factory, deeds):
    """Whatever the order of writing, with and without force, and of editing."""
    folder = tmp_path_factory.mktemp("any")
    mine = set()
    for number, (deed, names) in enumerate(deeds):
        if deed == "u":
            for name in names:
                (folder / name).write_text(f"mine {number} {name}")
                mine = {one for one in mine if not one.endswith(f" {name}") or one in _kept(folder)}
                mine.add(f"mine {number} {name}")
        else:
            try:
                write(folder, dict.fromkeys(names, f"ours {number}"), force=deed == "e")
            except FileError:
                assert deed == "w"
    assert mine <= set(there(folder).values())


def _kept(folder: Path) -> set[str]:
    return {text for name, text in there(folder).items() if name.endswith(".bak")}
