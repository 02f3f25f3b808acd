"""The store of results: what is put is got, by the code that put it, and by no other."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import optimeter
from optimeter import _core, _store
from optimeter._store import Store, cache_folder, code_digest
from optimeter.exceptions import DataError


@dataclass(frozen=True)
class Leaf:
    name: str
    values: np.ndarray


@dataclass(frozen=True)
class Tree:
    leaves: tuple[Leaf, ...]
    table: dict[str, np.ndarray]
    rest: object = None


STORE = Store("things", lambda: (Leaf, Tree))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("OPTIMETER_CACHE", str(tmp_path))
    return tmp_path


def same(one, other):
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype == float)
    if isinstance(one, Leaf | Tree):
        return type(one) is type(other) and same(vars(one), vars(other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(v, other[k]) for k, v in one.items())
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and (one == other or (one != one and other != other))  # noqa: PLR0124


arrays = st.one_of(
    st.lists(st.floats(), max_size=5).map(lambda v: np.array(v, dtype=np.float64)),
    st.lists(st.integers(-5, 5), max_size=5).map(lambda v: np.array(v, dtype=np.int32)),
    st.lists(st.booleans(), max_size=5).map(lambda v: np.array(v, dtype=bool)),
    st.lists(st.text(max_size=3), max_size=5).map(lambda v: np.array(v, dtype=object)),
    st.just(np.arange(6.0).reshape(2, 3)),
)
plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
trees = st.builds(
    Tree,
    leaves=st.lists(st.builds(Leaf, st.text(max_size=5), arrays), max_size=3).map(tuple),
    table=st.dictionaries(st.text(max_size=3), arrays, max_size=3),
    rest=plain
    | st.lists(plain, max_size=3).map(tuple)
    | st.lists(st.lists(st.floats(), max_size=3).map(tuple), max_size=3).map(tuple),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(trees)
def test_what_is_put_is_got(tree):
    STORE.put("key", tree)
    assert same(STORE.get("key", Tree), tree)
    assert same(STORE.opened(STORE.entry("key", pytest.fail)), tree)


def test_arrays_are_aligned_and_cannot_be_changed():
    leaves = tuple(Leaf("x" * i, np.arange(i + 1, dtype=np.float64)) for i in range(9))
    STORE.put("key", Tree(leaves, {}))
    found = STORE.get("key", Tree)
    assert found is not None
    for leaf in found.leaves:
        assert leaf.values.flags.aligned
        assert not leaf.values.flags.writeable


def test_an_entry_is_in_memory_of_its_own():
    entry = STORE.entry("key", lambda: Tree((), {"a": np.arange(3.0)}))
    STORE.opened(entry).table["a"][:] = 7.0
    assert STORE.opened(entry).table["a"].tolist() == [0.0, 1.0, 2.0]


def test_an_entry_that_is_not_sound_is_made_anew(folder, monkeypatch):
    STORE.put("key", Leaf("a", np.zeros(1)))
    (path,) = folder.glob("things/*")
    path.write_bytes(path.read_bytes()[:-1])
    assert STORE.opened(STORE.entry("key", lambda: Leaf("b", np.zeros(1)))).name == "b"
    assert STORE.opened(STORE.entry("key", pytest.fail)).name == "b"
    monkeypatch.setenv("OPTIMETER_CACHE", "off")
    assert STORE.opened(STORE.entry("key", lambda: Leaf("c", np.zeros(1)))).name == "c"


def test_only_what_was_asked_for_is_got(folder, said, refused):
    assert STORE.get("key", Tree) is None
    STORE.put("key", Leaf("a", np.zeros(1)))
    assert STORE.get("key", Tree) is None
    assert STORE.get("key", Leaf) is not None
    assert Store("things", lambda: (Tree,)).get("key", Leaf) is None  # not among the classes
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["key.things"]
    with refused(DataError):
        STORE.put("key", {1})
    assert refused.messages == said


def test_damage_is_noticed(folder):
    STORE.put("key", Tree((Leaf("a", np.arange(9)),), {}))
    (path,) = folder.glob("things/*")
    whole = path.read_bytes()
    for position in range(0, len(whole), 3):
        damaged = bytearray(whole)
        damaged[position] ^= 0x10
        path.write_bytes(damaged)
        assert STORE.get("key", Tree) is None, position
        path.write_bytes(whole[:position])
        assert STORE.get("key", Tree) is None, position


def test_other_code_finds_nothing_and_takes_the_place(folder, monkeypatch):
    STORE.put("key", Leaf("a", np.zeros(1)))
    monkeypatch.setattr(_store, "code_digest", lambda: "0" * 32)
    assert STORE.made("key", lambda: Leaf("b", np.zeros(2)), Leaf).name == "b"
    monkeypatch.undo()
    monkeypatch.setenv("OPTIMETER_CACHE", str(folder))
    assert STORE.get("key", Leaf) is None
    assert len(list(folder.glob("things/*"))) == 1


def test_off_means_off(folder, monkeypatch):
    monkeypatch.setenv("OPTIMETER_CACHE", "off")
    STORE.put("key", Leaf("a", np.zeros(1)))
    assert STORE.get("key", Leaf) is None
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="owners and modes of files")
@pytest.mark.parametrize("attack", ["writable", "foreign", "link"])
def test_a_cache_that_others_may_write_is_not_read(folder, monkeypatch, tmp_path, attack):
    STORE.put("key", Leaf("a", np.zeros(1)))
    assert STORE.get("key", Leaf) is not None
    if attack == "writable":
        folder.chmod(0o777)
    elif attack == "foreign":
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
    else:
        folder.chmod(0o777)
        (tmp_path / "link").symlink_to(folder)
        monkeypatch.setenv("OPTIMETER_CACHE", str(tmp_path / "link"))
    assert cache_folder() is None
    assert STORE.get("key", Leaf) is None


def test_folder_of_the_platform(monkeypatch):
    monkeypatch.delenv("OPTIMETER_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache_folder() == Path("/somewhere/optimeter")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder() == Path.home() / "Library/Caches/optimeter"


def test_the_digest_is_that_of_all_sources():
    root = Path(optimeter.__file__).parent
    state = _store.blake2b(_core.source_digest.encode(), digest_size=16)
    for folder in [root, *sorted(path for path in root.rglob("*") if path.is_dir())]:
        for path in sorted(p for p in folder.iterdir() if p.suffix in {".py", ".npz"}):
            content = path.read_bytes()
            name = f"/{path.relative_to(root).as_posix()}"
            state.update(f"\n{name} {len(content)}\n".encode() + content)
    assert code_digest() == state.hexdigest()


SCRIPT = """
import sys
import optimeter as om
from optimeter.reports import compute
from optimeter.reports import results
assert om.__file__.startswith(sys.argv[1]), om.__file__
worked = []
made = results.computed
results.computed = lambda *arguments: worked.append(1) or made(*arguments)
runs = om.Runs.from_arrays(function=1, dimension=2, suite="bbob", offsets=[0, 2],
                           step_evaluations=[1, 10], step_precision=[50, 1e-9])
(suite,) = compute(runs).suites
print(len(worked), suite.profiles(dimension=2)[0].solved)
"""


@pytest.mark.system
def test_a_changed_measure_changes_the_report(tmp_path):
    """In a copy of the package: the report is kept, until a line of a measure is another one."""
    package = tmp_path / "copy" / "optimeter"
    shutil.copytree(
        Path(optimeter.__file__).parent,
        package,
        ignore=shutil.ignore_patterns("__pycache__", "_core"),
    )
    shutil.copy(str(_core.__file__), package)
    # Without site, the installed package's import hook does not come before the copy.
    paths = [str(package.parent), *filter(None, sys.path)]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "OPTIMETER_CACHE": str(tmp_path),
    }

    def run():
        result = subprocess.run(
            [sys.executable, "-S", "-c", SCRIPT, str(package)],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert result.returncode == 0, result.stderr
        return result.stdout.split()

    assert run() == ["1", "1.0"]
    assert run() == ["0", "1.0"]  # nothing changed: nothing is computed
    measure = package / "measures" / "ecdf.py"
    text = measure.read_text()
    changed = text.replace(
        "def solved(self) -> float:", "def solved(self) -> float:\n        return 0.25", 1
    )
    assert changed != text
    measure.write_text(changed)
    assert run() == ["1", "0.25"]
    assert run() == ["0", "0.25"]
