"""Recorded data of the field and small tables made by hand."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from optimeter.data.load import load
from optimeter.data.runs import Runs

DATA = Path(__file__).parents[3] / "shared" / "data"
SINGLE = ("DIRECT_posik_noiseless", "EvoSpace-PSO-GA_Garcia-Valdez", "R-SHADE-10e2_Tanabe")


def data_file(*parts: str) -> Path:
    path = DATA.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"recorded data are not available: {path.name}")
    return path


@pytest.fixture(scope="session")
def three() -> Runs:
    """DIRECT, EvoSpace and R-SHADE on bbob."""
    return load(*(data_file("coco", "bbob", f"{name}.tgz") for name in SINGLE), cache=False)


@pytest.fixture(scope="session")
def direct(three: Runs) -> Runs:
    return three.select(algorithm="DIRECT")


@pytest.fixture(scope="session")
def biobjective() -> Runs:
    return load(data_file("coco", "bbob-biobj", "RS-100.tgz"), cache=False)


def run_cocopp(folder: Path, kind: str, files: list[Path]) -> dict[str, np.ndarray]:
    pytest.importorskip("cocopp")
    copies = [Path(shutil.copy(file, folder)).name for file in files]
    program = Path(__file__).with_name("cocopp_measures.py")
    command = [sys.executable, str(program), kind, "result.npz", *copies]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)
    with np.load(folder / "result.npz") as table:
        return dict(table)


@pytest.fixture(scope="session")
def cocopp_single(tmp_path_factory):
    files = [data_file("coco", "bbob", f"{name}.tgz") for name in SINGLE]
    return run_cocopp(tmp_path_factory.mktemp("single"), "single", files)


@pytest.fixture(scope="session")
def cocopp_biobjective(tmp_path_factory):
    files = [data_file("coco", "bbob-biobj", "RS-100.tgz")]
    return run_cocopp(tmp_path_factory.mktemp("biobjective"), "biobjective", files)
