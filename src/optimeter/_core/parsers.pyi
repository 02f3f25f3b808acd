"""Parsers of recorded data: bytes in, columns out."""

from enum import Enum, IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

_Float = NDArray[np.float64]
_Int = NDArray[np.int64]
_Code = NDArray[np.int32]
_Note = tuple[int, int, str, int]  # number of the file, line, rule, how often

class BlockKind(IntEnum):
    """Which columns a block of a COCO data file has."""

    UNKNOWN = ...
    OLD = ...
    NEW = ...
    BIOBJECTIVE = ...
    REFERENCE = ...

class CellKind(Enum):
    """What a column of a plain table is read as."""

    SKIP = ...
    NUMBER = ...
    COUNT = ...
    TEXT = ...

class CocoBlocks:
    """The blocks of COCO data files, those of all files end to end; a block is a run."""

    @property
    def blocks(self) -> _Int:
        """Number of blocks of each file."""
    # one number a block
    @property
    def line(self) -> _Int: ...
    @property
    def kind(self) -> NDArray[np.uint8]:
        """Each a `BlockKind`."""
    @property
    def instance(self) -> _Int: ...
    @property
    def reference(self) -> _Float: ...
    @property
    def lines(self) -> _Int: ...
    @property
    def first(self) -> _Int: ...
    @property
    def last(self) -> _Int: ...
    @property
    def last_g(self) -> _Int: ...
    @property
    def best(self) -> _Float: ...
    @property
    def step_ends(self) -> _Int: ...
    # one number a step
    @property
    def step_evaluations(self) -> _Int: ...
    @property
    def step_value(self) -> _Float: ...
    # the same, or empty where no file has them
    @property
    def step_g(self) -> _Int: ...
    @property
    def step_source(self) -> _Code: ...
    @property
    def step_successes(self) -> _Code: ...
    @property
    def step_runs(self) -> _Code: ...
    @property
    def sources(self) -> list[bytes]:
        """Names that `step_source` stands for."""
    @property
    def notes(self) -> list[_Note]: ...

class IohBlocks:
    """The blocks of one data file of IOHprofiler."""

    # one number a block
    @property
    def line(self) -> _Int: ...
    @property
    def row_ends(self) -> _Int: ...
    @property
    def step_ends(self) -> _Int: ...
    @property
    def step_rows(self) -> _Int:
        """The rows at which the best value improves."""
    # one number a row
    @property
    def evaluations(self) -> _Int: ...
    @property
    def value(self) -> _Float: ...
    @property
    def value_title(self) -> bytes: ...
    @property
    def columns(self) -> list[tuple[bytes, _Float]]:
        """Title and values of further columns."""
    @property
    def notes(self) -> list[_Note]: ...

def parse_coco(buffers: list[Any], fallbacks: list[BlockKind]) -> CocoBlocks: ...
def parse_ioh(buffers: list[Any], maximize: list[bool]) -> list[IohBlocks]: ...
def parse_index(
    buffer: Buffer,
) -> tuple[
    list[
        tuple[
            int,
            dict[bytes, bytes],
            bytes,
            bool,
            list[tuple[bytes, list[tuple[int, bool, int, float, bytes]]]],
        ]
    ],
    list[_Note],
]: ...
def csv_titles(buffer: Buffer, delimiter: str) -> list[bytes]: ...
def parse_csv(
    buffer: Buffer, delimiter: str, kinds: list[CellKind]
) -> tuple[
    list[tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int32], list[bytes]]],
    list[_Note],
]: ...
def list_tar(buffer: Buffer) -> tuple[list[tuple[bytes, int, int]], list[bytes], bool]: ...
def is_tar(buffer: Buffer) -> bool: ...
