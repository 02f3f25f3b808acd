"""Small recorded data of every format, made by scripts/make_fixtures.py, and the large real archives."""

from pathlib import Path

import pytest

RECORDED = Path(__file__).parent / "data" / "recorded"
ARCHIVES = Path(__file__).resolve().parents[2] / "shared" / "data"

SOURCES = sorted(
    path.relative_to(RECORDED).as_posix()
    for pattern in ("coco/*/*", "ioh/*", "ioh/*/*")
    for path in RECORDED.glob(pattern)
    if path.suffix == ".tgz" or any(path.glob("*.info")) or any(path.glob("*.json"))
)
"""All of them, by their paths in the folder."""


def archive_file(*parts: str) -> Path:
    """Return a file of the real archives, which are not part of the repository; else skip."""
    path = ARCHIVES.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"the recorded data of the field are not there: {path}")
    return path


def of_archives(names):
    """Return these names for a parametrized test; without the archives one that is skipped."""
    if ARCHIVES.is_dir():
        return list(names)
    return [pytest.param(None, marks=pytest.mark.skip(f"the archives are not there: {ARCHIVES}"))]
