"""What a caller of `load` may choose, as one value that readers pass on."""

from dataclasses import dataclass

from optimeter.exceptions import DataError

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
    maximize : bool or None
        Whether larger values are better, for data that do not say so themselves.
    max_expanded : int or None
        How many bytes the archives of a source may expand to; None for the usual limits.
    """

    orphans: bool = False
    recommendations: bool = False
    maximize: bool | None = None
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
        direction = "" if self.maximize is None else f"-{'max' if self.maximize else 'min'}"
        return "".join(f"-{name}" for name, chosen in parts if chosen) + direction + limit

    def direction(self, told: bool | None, where: str, usual: bool = False) -> bool:
        """Return whether values are to be maximised: what the data tell, else the user, else usual.

        Raises
        ------
        DataError
            If the data tell otherwise than the user.
        """
        if told is not None and self.maximize is not None and told != self.maximize:
            words = "maximised" if told else "minimised"
            message = (
                f"{where}: the data say that values are to be {words}, maximize= says otherwise"
            )
            raise DataError(message)
        chosen = self.maximize if told is None else told
        return usual if chosen is None else chosen


DEFAULT_OPTIONS = ReadOptions()
