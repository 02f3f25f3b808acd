"""Where runs are on record: the lines of data files that hold each of them."""

from dataclasses import dataclass

from optimeter.data._coco_index import BlockKind

__all__ = ["Block", "ListedBest", "Place"]


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of a data file that belong to one run.

    Attributes
    ----------
    path : str
    line, end : int
        Numbers of the first line and of the first one after the last; 0 is the end of the file.
    kind : BlockKind or None
        What the columns of COCO's files are; None where titles say it.
    reference : float
        What precisions are distances to, where the block says it; else NaN.
    """

    path: str
    line: int
    end: int
    kind: BlockKind | None = None
    reference: float = float("nan")


@dataclass(frozen=True, slots=True)
class ListedBest:
    """The best point of a run as its index tells it."""

    evaluations: int
    value: float
    point: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where one run is on record.

    Attributes
    ----------
    index : str
        The file that lists it.
    blocks : tuple of Block
        None of a run from a plain table.
    best : ListedBest or None
    evaluations : int
        Of the whole run, as the index tells; 0 if it does not.
    """

    index: str = ""
    blocks: tuple[Block, ...] = ()
    best: ListedBest | None = None
    evaluations: int = 0
