"""The exceptions of COCO's module, which programs catch by these names."""

__all__ = ["InvalidProblemException", "NoSuchProblemException", "NoSuchSuiteException"]


class NoSuchProblemException(Exception):
    """A suite has no such problem."""

    def __init__(self, suite: object, function_id: object) -> None:
        super().__init__(suite, function_id)
        self.suite = suite
        self.function_id = function_id

    def __str__(self) -> str:
        return f"suite {self.suite!r} has no problem {self.function_id!r}"

    def __repr__(self) -> str:
        return f"NoSuchProblemException({self.suite!r}, {self.function_id!r})"


class NoSuchSuiteException(Exception):
    """There is no such suite, or nothing is left of it."""

    def __init__(self, suite: object, reason: str = "") -> None:
        super().__init__(suite, reason)
        self.suite = suite
        self.reason = reason

    def __str__(self) -> str:
        why = f": {self.reason}" if self.reason else ""
        return f"there is no such suite {self.suite!r}{why}"

    def __repr__(self) -> str:
        return f"NoSuchSuiteException({self.suite!r})"


class InvalidProblemException(Exception):
    """The problem was freed and can no longer be used."""

    def __str__(self) -> str:
        return ""

    def __repr__(self) -> str:
        return "InvalidProblemException()"
