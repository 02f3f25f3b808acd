"""Loggers, triggers and properties, by the names of ``ioh.logger``."""

from optimeter.ioh.logger import property, trigger
from optimeter.ioh.logger.analyzer import Analyzer
from optimeter.ioh.logger.base import AbstractLogger, Logger
from optimeter.ioh.logger.flat_file import FlatFile
from optimeter.ioh.logger.store import Combine, Store

__all__ = [
    "AbstractLogger",
    "Analyzer",
    "Combine",
    "FlatFile",
    "Logger",
    "Store",
    "property",
    "trigger",
]
