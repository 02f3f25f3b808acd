"""What is written down: observers, the formats of COCO and IOHprofiler, runs in memory, units."""

from optimeter._core import (
    Always,
    At,
    CocoOptions,
    During,
    Each,
    IohOptions,
    MemoryOptions,
    OnDeltaImprovement,
    OnImprovement,
)
from optimeter.record.feeding import feed
from optimeter.record.files import COSTS_FILE, PROVENANCE_FILE
from optimeter.record.memory import MemoryRun
from optimeter.record.observer import Observer
from optimeter.record.options import RecordOptions, Trigger
from optimeter.record.provenance import machine_facts, write_provenance
from optimeter.record.units import (
    Recording,
    Unit,
    UnitPlace,
    UnitRecording,
    assemble,
    read_unit,
    record_unit,
    recover,
)

__all__ = [
    "COSTS_FILE",
    "PROVENANCE_FILE",
    "Always",
    "At",
    "CocoOptions",
    "During",
    "Each",
    "IohOptions",
    "MemoryOptions",
    "MemoryRun",
    "Observer",
    "OnDeltaImprovement",
    "OnImprovement",
    "RecordOptions",
    "Recording",
    "Trigger",
    "Unit",
    "UnitPlace",
    "UnitRecording",
    "assemble",
    "feed",
    "machine_facts",
    "read_unit",
    "record_unit",
    "recover",
    "write_provenance",
]
