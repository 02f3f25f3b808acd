"""Tables through Arrow's C stream interface."""

from collections.abc import Callable
from typing import Any

def export_table(table: tuple[Any, ...]) -> object: ...
def read_table(
    capsule: object,
    describe: Callable[[tuple[Any, ...]], object],
    read: Callable[[tuple[Any, ...], tuple[Any, ...]], object],
) -> None: ...
