"""Recorded data: small ones that are always there, and the large ones of the field where they are."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from optimeter.data.load import load
from optimeter.data.runs import Runs
from tests.recorded import ARCHIVES, RECORDED
from tests.recorded import archive_file as data_file

SINGLE = ("DIRECT_posik_noiseless", "EvoSpace-PSO-GA_Garcia-Valdez", "R-SHADE-10e2_Tanabe")


PLACES = ["recorded", *(["archives"] if ARCHIVES.is_dir() else [])]
SMALL = tuple(RECORDED / "coco" / "bbob" / f"{name}.tgz" for name in ("RS", "CMA", "NM"))


class Compared(NamedTuple):
    """Runs, and what cocopp computes of them."""

    runs: Runs
    cocopp: dict[str, np.ndarray]
    real: bool


@pytest.fixture(scope="session")
def some() -> Runs:
    """Random search, CMA-ES and Nelder-Mead on bbob, with little budget."""
    return load(*SMALL, cache=False)


@pytest.fixture(scope="session", params=PLACES)
def single(request, tmp_path_factory) -> Compared:
    """Three algorithms on bbob."""
    if request.param == "archives":
        three, table = map(request.getfixturevalue, ("three", "cocopp_single"))
        return Compared(three, table, real=True)
    table = run_cocopp(tmp_path_factory.mktemp("single"), "single", SMALL)
    return Compared(load(*SMALL, cache=False), table, real=False)


@pytest.fixture(scope="session", params=PLACES)
def pairs(request, tmp_path_factory) -> Compared:
    """Random search on bbob-biobj."""
    if request.param == "archives":
        runs, table = map(request.getfixturevalue, ("biobjective", "cocopp_biobjective"))
        return Compared(runs, table, real=True)
    file = RECORDED / "coco" / "bbob-biobj" / "RS-2.tgz"
    table = run_cocopp(tmp_path_factory.mktemp("pairs"), "biobjective", [file])
    return Compared(load(file, cache=False), table, real=False)


@pytest.fixture(scope="session")
def three() -> Runs:
    """DIRECT, EvoSpace and R-SHADE on bbob."""
    return load(*(data_file("coco", "bbob", f"{name}.tgz") for name in SINGLE), cache=False)


@pytest.fixture(scope="session")
def direct(three: Runs) -> Runs:
    return three.select(algorithms="DIRECT")


@pytest.fixture(scope="session")
def biobjective() -> Runs:
    return load(data_file("coco", "bbob-biobj", "RS-100.tgz"), cache=False)


def run_cocopp(folder: Path, kind: str, files: Sequence[Path]) -> dict[str, np.ndarray]:
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
