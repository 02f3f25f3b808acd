"""What a caller of `load` may choose, as one value that readers pass on."""

from dataclasses import dataclass

__all__ = ["DEFAULT_OPTIONS", "ReadOptions"]


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Choices that change what is read.

    Attributes
    ----------
    orphans : bool
        Also return runs that no index lists.
    recommendations : bool
        Take the steps of COCO runs from their recommendations.
    max_expanded : int or None
        How many bytes the archives of a source may expand to; None for the usual limits.
    """

    orphans: bool = False
    recommendations: bool = False
    max_expanded: int | None = None

    @property
    def side(self) -> frozenset[str]:
        """Endings of the side files that are needed."""
        return frozenset({".rdat", ".mdat"} if self.recommendations else {".rdat"})

    @property
    def key(self) -> str:
        """Part of the name of a cache entry."""
        parts = (("orphans", self.orphans), ("recommendations", self.recommendations))
        limit = "" if self.max_expanded is None else f"-{self.max_expanded}"
        return "".join(f"-{name}" for name, chosen in parts if chosen) + limit


DEFAULT_OPTIONS = ReadOptions()
