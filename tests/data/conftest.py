"""What the tests of recorded data share: real data, a private cache, small made-up folders."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def private_cache(tmp_path_factory, monkeypatch):
    """Give every test an empty cache of its own."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("OPTIMETER_CACHE", str(folder))
    monkeypatch.delenv("OPTIMETER_ARCHIVE", raising=False)
    return folder


HEADER = (
    "% f evaluations | g evaluations | best noise-free fitness - Fopt (7.948000000000e+01) "
    "+ sum g_i+ | measured fitness | best measured fitness or single-digit g-values | x1 | x2...\n"
)
BLOCKS = (
    "1 0 +1.0e+01 +8.9e+01 +8.9e+01 +0.0000e+00 +0.0000e+00\n"
    "15 0 +1.0e+00 +8.1e+01 +8.1e+01 +4.1227e-01 -2.2311e+00\n"
    "200 0 +1.0e-01 +8.0e+01 +8.0e+01 +4.1227e-01 -2.2311e+00\n",
    "1 0 +2.0e+01 +8.9e+01 +8.9e+01 +0.0000e+00 +0.0000e+00\n"
    "20 0 +2.0e+00 +8.1e+01 +8.1e+01 +4.1227e-01 -2.2311e+00\n"
    "300 0 +2.0e-01 +8.0e+01 +8.0e+01 +4.1227e-01 -2.2311e+00\n",
)
INDEX_HEADER = (
    "suite = 'bbob', funcId = 3, DIM = 2, Precision = 1.000e-08, algId = 'myalg', "
    "coco_version = '2.8.2', logger = 'bbob', data_format = 'bbob-new2'\n"
)
COMMENT = "% a greedy walk, step 0.3\n"
LISTED = "data_f3/bbobexp_f3_DIM2.dat, 1:200|1.0e-01, 2:300|2.0e-01"


class CocoFolder:
    """A small sound COCO folder (f3, D = 2, instances 1 and 2) whose parts a test can damage."""

    HEADER, BLOCKS = HEADER, BLOCKS
    INDEX_HEADER, COMMENT, LISTED = INDEX_HEADER, COMMENT, LISTED

    def __init__(self, root: Path) -> None:
        self.root = root
        self.index = INDEX_HEADER + COMMENT + LISTED
        data = HEADER + BLOCKS[0] + HEADER + BLOCKS[1]
        self.dat: str | bytes | None = data
        self.tdat: str | bytes | None = data
        self.others: dict[str, bytes] = {}

    def write(self) -> Path:
        stem = self.root / "data_f3" / "bbobexp_f3_DIM2"
        stem.parent.mkdir(parents=True, exist_ok=True)
        _write(self.root / "bbobexp_f3.info", self.index)
        for suffix, content in ((".dat", self.dat), (".tdat", self.tdat)):
            if content is not None:
                _write(stem.with_name(stem.name + suffix), content)
        for name, content in self.others.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return self.root


def _write(path: Path, content: str | bytes) -> None:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.fixture
def folder(tmp_path) -> CocoFolder:
    return CocoFolder(tmp_path / "data")
