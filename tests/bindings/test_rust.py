"""Rust: the crates optimeter and coco-rs, on the static libraries."""

import re
import shutil

import pytest

from tests.bindings.coco_programs import (
    assert_cocopp_reads,
    assert_same_files,
    files,
    random_search,
)
from tests.bindings.conftest import ROOT
from tests.peers import need_peer
from tests.system_parts import need

pytestmark = pytest.mark.system

CRATES = ROOT / "bindings/rust"


@pytest.fixture(scope="session")
def cargo(prefix, run, tmp_path_factory):
    """Run cargo without any network."""
    need("cargo")
    target = str(tmp_path_factory.mktemp("target"))

    def call(*words, folder):
        places = {"OPTIMETER_DIR": str(prefix), "CARGO_TARGET_DIR": target, "LD_LIBRARY_PATH": ""}
        return run("cargo", *words, folder=folder, CARGO_NET_OFFLINE="true", **places)

    return call


@pytest.fixture(scope="session")
def coco_run(cargo, coco_examples, tmp_path_factory):
    """COCO's own example program, as an example of a crate, run as it is."""
    folder = tmp_path_factory.mktemp("coco-rust")
    (folder / "examples").mkdir()
    (folder / "src").mkdir()
    (folder / "src/lib.rs").touch()
    shutil.copy(coco_examples / "rust/example-experiment.rs", folder / "examples")
    (folder / "Cargo.toml").write_text(
        '[package]\nname = "outside"\nversion = "0.1.0"\nedition = "2021"\n'
        f'[dependencies]\ncoco-rs = {{ path = "{CRATES}/coco-rs" }}\n[workspace]\n'
    )
    return folder, cargo("run", "-q", "--release", "--example", "example-experiment", folder=folder)


def test_program_of_coco_runs_unchanged(coco_run, tmp_path):
    folder, done = coco_run
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"COCO INFO: .* exdata/RS_on_bbob", lines[1])
    assert lines[-1] == "Done!"
    assert not done.stderr
    assert_cocopp_reads(folder / "exdata/RS_on_bbob", tmp_path, 6 * 24)


def test_program_of_coco_records_what_coco_does(coco_run, tmp_path):
    """Rule C34: it draws its points from COCO's generator, so the files are the same."""
    need_peer("cocoex")
    theirs = random_search(
        tmp_path,
        options="result_folder: RS_on_bbob",
        per_dimension=10,
        extra=True,
        restarts=False,
    )
    assert assert_same_files(coco_run[0] / "exdata/RS_on_bbob", theirs) > 40_000


def test_rules_and_wrong_calls(cargo):
    cargo("test", "-q", "--workspace", folder=CRATES)


def test_example(cargo, c_example, tmp_path):
    """The example writes the same bytes as that in C."""
    manifest = ("--manifest-path", CRATES / "Cargo.toml")
    search = ("run", "-q", "--release", "--example", "random_search")
    done = cargo(*search, *manifest, folder=tmp_path)
    assert done.stdout == "144 problems recorded in exdata/random-rust\n"
    assert files(tmp_path / "exdata/random-rust") == files(c_example)


def test_no_dependencies():
    lock = (CRATES / "Cargo.lock").read_text()
    assert sorted(line for line in lock.splitlines() if line.startswith("name")) == [
        'name = "coco-rs"',
        'name = "optimeter"',
    ]
