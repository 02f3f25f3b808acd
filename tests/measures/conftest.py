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
from tests.peers import need_peer
from tests.recorded import PLACES, RECORDED

SINGLE = ("DIRECT_posik_noiseless", "EvoSpace-PSO-GA_Garcia-Valdez", "R-SHADE-10e2_Tanabe")

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
def large(shared_data: Path) -> list[Path]:
    """The files of DIRECT, EvoSpace and R-SHADE on bbob."""
    return [shared_data / "coco" / "bbob" / f"{name}.tgz" for name in SINGLE]


@pytest.fixture(scope="session")
def three(large: list[Path]) -> Runs:
    """DIRECT, EvoSpace and R-SHADE on bbob."""
    return load(*large, cache=False)


@pytest.fixture(scope="session")
def direct(three: Runs) -> Runs:
    return three.select(algorithms="DIRECT")


@pytest.fixture(scope="session")
def biobjective(shared_data: Path) -> Runs:
    return load(shared_data / "coco" / "bbob-biobj" / "RS-100.tgz", cache=False)


def run_cocopp(folder: Path, kind: str, files: Sequence[Path]) -> dict[str, np.ndarray]:
    need_peer("cocopp")
    copies = [Path(shutil.copy(file, folder)).name for file in files]
    program = Path(__file__).with_name("cocopp_measures.py")
    command = [sys.executable, str(program), kind, "result.npz", *copies]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)
    with np.load(folder / "result.npz") as table:
        return dict(table)


@pytest.fixture(scope="session")
def cocopp_single(tmp_path_factory, large):
    return run_cocopp(tmp_path_factory.mktemp("single"), "single", large)


@pytest.fixture(scope="session")
def cocopp_biobjective(tmp_path_factory, shared_data):
    files = [shared_data / "coco" / "bbob-biobj" / "RS-100.tgz"]
    return run_cocopp(tmp_path_factory.mktemp("biobjective"), "biobjective", files)
