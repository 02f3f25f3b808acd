"""Small recorded data of every format, made by scripts/make_fixtures.py, and the large real archives.

The archives are not part of the repository. A test asks for them by the fixture ``shared_data``, and is
left out where they are not; the same is tested on small data everywhere.
"""

from pathlib import Path

RECORDED = Path(__file__).parent / "data" / "recorded"
ARCHIVES = Path(__file__).resolve().parents[2] / "shared" / "data"

SOURCES = sorted(
    path.relative_to(RECORDED).as_posix()
    for pattern in ("coco/*/*", "ioh/*", "ioh/*/*")
    for path in RECORDED.glob(pattern)
    if path.suffix == ".tgz" or any(path.glob("*.info")) or any(path.glob("*.json"))
)
"""All of them, by their paths in the folder."""


VALUES = [place / "ioh-values" for place in (RECORDED, ARCHIVES) if place.is_dir()]
"""Folders of values that problems of ioh have."""

PLACES = ("recorded", *(("archives",) if ARCHIVES.is_dir() else ()))
"""For tests that run on both: the small data, and the archives where they are."""
