"""What ioh's problems tell: solutions, states, meta data, and what a logger gets."""

from optimeter._core.ioh import (
    IntegerSolution,
    IntegerState,
    LogInfo,
    MetaData,
    RealSolution,
    RealState,
    Solution,
    State,
)

__all__ = [
    "IntegerSolution",
    "IntegerState",
    "LogInfo",
    "MetaData",
    "RealSolution",
    "RealState",
    "Solution",
    "State",
]
