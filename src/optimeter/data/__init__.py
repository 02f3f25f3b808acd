"""Recorded data: any known format in, one columnar table of runs out."""

from optimeter.data import archive
from optimeter.data.findings import Finding
from optimeter.data.load import load
from optimeter.data.runs import Runs

__all__ = ["Finding", "Runs", "archive", "load"]
