"""Loggers, triggers and properties, by the names of ``ioh.logger``."""

from pathlib import Path

from optimeter.ioh.logger import eaf, eah, old, property, trigger
from optimeter.ioh.logger.analyzer import Analyzer
from optimeter.ioh.logger.base import AbstractLogger, Logger
from optimeter.ioh.logger.eaf import EAF
from optimeter.ioh.logger.eah import EAH
from optimeter.ioh.logger.flat_file import FlatFile
from optimeter.ioh.logger.store import Combine, Store

__all__ = [
    "EAF",
    "EAH",
    "AbstractLogger",
    "Analyzer",
    "Combine",
    "FlatFile",
    "Logger",
    "Path",
    "Store",
    "eaf",
    "eah",
    "old",
    "property",
    "trigger",
]
