"""Random damage to every kind of input: a sound table or one clear error comes back.

The parsers of the engine are fuzzed by themselves with sanitizers; this drives whole readers, with
what surrounds those parsers: containers, JSON, tables, archives of points, listings. `make fuzz`
does both, this with 27,000 inputs.
"""

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest

import optimeter as om
from optimeter.data import read_fronts, read_positions
from optimeter.exceptions import OptimeterError
from tests.data.conftest import BLOCKS, COMMENT, HEADER, INDEX_HEADER, LISTED

COCO = {
    "bbobexp_f3.info": INDEX_HEADER + COMMENT + LISTED,
    "data_f3/bbobexp_f3_DIM2.dat": HEADER + BLOCKS[0] + HEADER + BLOCKS[1],
    "data_f3/bbobexp_f3_DIM2.tdat": HEADER + BLOCKS[0] + HEADER + BLOCKS[1],
    "data_f3/bbobexp_f3_DIM2.rdat": HEADER + BLOCKS[0] + HEADER,
    "data_f3/bbobexp_f3_DIM2.mdat": HEADER + BLOCKS[0] + HEADER,
}
JSON = (
    '{"version": "0.3.22", "suite": "BBOB", "function_id": 1, "function_name": "Sphere", '
    '"maximization": false, "algorithm": {"name": "a", "info": "b"}, "attributes": '
    '["evaluations", "raw_y"], "scenarios": [{"dimension": 2, "path": "d/x.dat", "runs": '
    '[{"instance": 1, "evals": 30, "best": {"evals": 14, "y": 1.5}}]}]}'
)
ROWS = "evaluations raw_y sigma\n1 32.06 1.0\n14 1.5 0.25\n30 13.1 0.01\n"
PLACES = "evaluations raw_y x0 x1\n1 32.06 1.0 0.5\n14 1.5 0.25 -1.5\n30 13.1 0.01 2.5\n"
TEXT = (
    'suite = "BBOB", funcId = 1, funcName = "Sphere", DIM = 2, maximization = "T", algId = "o"\n%\n'
    "d/x.dat, 1:14|1.5;3;10\n"
)
CSV = (
    "algorithm,function,dimension,instance,run,evaluations,value\n"
    'a,1,2,1,1,1,8.5\na,1,2,1,1,40,0.5\n"b, c",2,2,1,1,7,1e-3\n'
)
POINTS = (
    "% instance = 1, name = a__b\n% function evaluation | 2 objectives | 2 variables\n"
    "1\t5\t4\t0\t0\t\n7\t3\t3\t1\t0\t\n% evaluations = 300\n"
)


def zipped(files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def tarred(files):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return buffer.getvalue()


def parquet():
    import polars as pl

    buffer = io.BytesIO()
    pl.DataFrame(
        {"algorithm": ["a"] * 2, "evaluations": [1, 9], "value": [2.0, 1.0]}
    ).write_parquet(buffer)
    return buffer.getvalue()


SEEDS = {
    "COCO": COCO,
    "JSON": {"IOHprofiler_f1_Sphere.json": JSON, "d/x.dat": ROWS},
    "positions": {"IOHprofiler_f1_Sphere.json": JSON, "d/x.dat": PLACES},
    "text index": {"IOHprofiler_f1_Sphere.info": TEXT, "d/x.dat": ROWS},
    "CSV": {"runs.csv": CSV},
    "Parquet": {"runs.parquet": parquet()},
    "zip": {"x.zip": zipped(COCO)},
    "tgz": {"x.tgz": gzip.compress(tarred(COCO))},
    "zip in tar": {"x.tar": tarred({"a.info": "x"}) + b"", "y.zip": zipped({"in.csv": CSV})},
    "points": {"archive/bbob-biobj_f01_i01_d02_nondom_all.adat": POINTS, **COCO},
}
TOKENS = [b"\0", b"\n", b"\r", b"%", b",", b"'", b'"', b"nan", b"-inf", b"1e999", b"9" * 40, b"-1",
          b"../../x", b"{", b"}", b"\xff\xfe", b"0x1p3", b";", b"\t", b"|", b":"]  # fmt: skip


def damaged(content: bytes, rng: np.random.Generator) -> bytes:
    """Flip, cut, double, move and insert bytes."""
    data = bytearray(content)
    for _ in range(rng.integers(1, 7)):
        at = int(rng.integers(0, len(data) + 1))
        size = int(rng.integers(1, 60))
        kind = rng.integers(0, 6)
        if kind == 0 and at < len(data):
            data[at] = int(rng.integers(0, 256))
        elif kind == 1:
            del data[at : at + size]
        elif kind == 2:
            data[at:at] = data[max(0, at - size) : at]
        elif kind == 3:
            data[at:at] = TOKENS[int(rng.integers(0, len(TOKENS)))]
        elif kind == 4:
            data[at : at + size] = bytes(rng.integers(0, 256, size, dtype=np.uint8))
        elif rng.integers(0, 4) == 0:
            del data[at:]
    return bytes(data)


def check(folder: Path) -> bool:
    """Read a folder in every way; say whether there was a table."""
    for read in (
        lambda: list(read_fronts(folder)),
        lambda: list(read_positions(folder)),
        lambda: om.load(folder, recommendations=True),
    ):
        try:
            read()
        except OptimeterError as error:
            assert str(error)
    try:
        runs = om.load(folder, cache=False, orphans=True)
    except OptimeterError as error:
        assert str(error)
        return False
    assert np.all(runs.evaluations >= 1)
    assert not np.isnan(runs.step_precision).any()
    assert np.all(runs.runtimes([1.0, 1e-8]) >= 1)
    assert np.all(np.diff(runs.offsets) >= 0)
    assert runs.offsets[-1] == len(runs.step_evaluations)
    for entry in runs.findings:
        assert entry.message
        assert entry.line >= 0
    return True


def fuzz(seed_name: str, root: Path, rounds: int) -> int:
    rng = np.random.default_rng([2009, sorted(SEEDS).index(seed_name)])
    good = 0
    for number in range(rounds):
        folder = root / "in" / "data"
        for name, content in SEEDS[seed_name].items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            raw = content if isinstance(content, bytes) else content.encode()
            path.write_bytes(damaged(raw, rng) if rng.integers(0, 2) or number == 0 else raw)
        good += check(folder)
    # Nothing was written anywhere but into the cache.
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert written == set(SEEDS[seed_name])
    assert [path.name for path in root.iterdir()] == ["in"]
    assert [path.name for path in (root / "in").iterdir()] == ["data"]
    return good


@pytest.mark.parametrize("seed_name", SEEDS)
def test_damage(seed_name, tmp_path):
    assert fuzz(seed_name, tmp_path, 60) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed_name", SEEDS)
def test_much_damage(seed_name, tmp_path):
    assert fuzz(seed_name, tmp_path, 3000) > 0
