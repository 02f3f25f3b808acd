"""Parsers of recorded data: bytes in, columns out."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

def parse_coco(buffers: list[Any], fallbacks: list[int]) -> dict[str, Any]: ...
def parse_ioh(buffers: list[Any], maximize: list[bool]) -> list[dict[str, Any]]: ...
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
    list[tuple[int, int, str, int]],
]: ...
def csv_titles(buffer: Buffer, delimiter: str) -> list[bytes]: ...
def parse_csv(
    buffer: Buffer, delimiter: str, kinds: list[int]
) -> tuple[
    list[tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int32], list[bytes]]],
    list[tuple[int, int, str, int]],
]: ...
def list_tar(buffer: Buffer) -> tuple[list[tuple[bytes, int, int]], list[bytes], bool]: ...
def is_tar(buffer: Buffer) -> bool: ...
