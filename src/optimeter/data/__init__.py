"""Recorded data: any known format in, one columnar table of runs out."""

from optimeter.data import archive
from optimeter.data.findings import Finding
from optimeter.data.fronts import Front, read_fronts
from optimeter.data.load import load
from optimeter.data.positions import Positions, positions_of, read_positions
from optimeter.data.runs import Runs

__all__ = [
    "Finding",
    "Front",
    "Positions",
    "Runs",
    "archive",
    "load",
    "positions_of",
    "read_fronts",
    "read_positions",
]
