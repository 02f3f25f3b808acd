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


def runs_of(
    times: list[list[float]],
    lengths: list[float],
    *,
    targets: list[float] | None = None,
    **columns,
) -> Runs:
    """Make runs from their runtimes to targets 1, 0.1, 0.01, … (inf: never reached)."""
    width = len(times[0])
    values = targets or [10.0**-k for k in range(width)]
    evaluations, precision, offsets = [], [], [0]
    for row in times:
        steps: dict[int, float] = {}
        for time, value in zip(row, values, strict=True):
            if np.isfinite(time):
                steps[int(time)] = value  # a later, harder target at the same time wins
        if not steps or min(steps) > 1:
            steps = {1: 1e6, **steps}
        evaluations += list(steps)
        precision += list(steps.values())
        offsets.append(len(evaluations))
    return Runs.from_arrays(
        offsets=offsets,
        step_evaluations=evaluations,
        step_precision=precision,
        evaluations=lengths,
        **{"function": 1, "dimension": 1, **columns},
    )
